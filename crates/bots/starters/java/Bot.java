// A small bot for Poda. It takes a win that it sees and plays at random otherwise, until you teach it more: see minimax().
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Takes a line of the protocol and returns the lines to answer with. */
public class Bot {
    static final String NAME = "java-starter", VERSION = "1", GAMES = "connect4 dots tictactoe";
    /** How many moves minimax looks ahead; raise it when you have filled minimax in. */
    static final int DEPTH = 1;

    private Random chance = new Random();
    private String spec = "";
    private final Map<String, List<String>> position = new HashMap<>();

    /** Connect 4: cells.get(column) lists the players' numbers from the bottom up. */
    static class Board {
        static final String COLUMNS = "123456789abc"; // columns as they are sent
        final int rows, run;
        final List<List<Integer>> cells = new ArrayList<>();
        final List<Integer> line = new ArrayList<>(); // the columns played so far

        /** connect4:6x7,connect=5 */
        Board(String spec) {
            String[] parts = spec.substring(spec.indexOf(':') + 1).split(",");
            String[] size = parts[0].split("x");
            rows = Integer.parseInt(size[0]);
            for (int column = 0; column < Integer.parseInt(size[1]); column++) cells.add(new ArrayList<>());
            run = parts.length > 1 ? Integer.parseInt(parts[1].replace("connect=", "")) : 4;
        }

        List<String> moves() {
            List<String> list = new ArrayList<>();
            for (int column = 0; column < cells.size(); column++)
                if (cells.get(column).size() < rows) list.add(COLUMNS.substring(column, column + 1));
            return list;
        }

        void play(String move) {
            int column = COLUMNS.indexOf(move);
            cells.get(column).add(line.size() % 2);
            line.add(column);
        }

        void undo() {
            List<Integer> column = cells.get(line.remove(line.size() - 1));
            column.remove(column.size() - 1);
        }

        int at(int column, int row) {
            boolean inside = column >= 0 && column < cells.size() && row >= 0 && row < cells.get(column).size();
            return inside ? cells.get(column).get(row) : -1;
        }

        /** Whether the last piece has completed a run. */
        boolean won() {
            if (line.isEmpty()) return false;
            int column = line.get(line.size() - 1), row = cells.get(column).size() - 1, player = at(column, row);
            for (int[] way : new int[][] {{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
                int count = 1;
                for (int sign = 1; sign >= -1; sign -= 2)
                    for (int step = sign; at(column + step * way[0], row + step * way[1]) == player; step += sign) count++;
                if (count >= run) return true;
            }
            return false;
        }
    }

    /** What the position is worth to whoever moves next: 1 a win, -1 a loss, 0 a draw or unknown. */
    static int minimax(Board board, int depth) {
        if (board.won()) return -1; // whoever moved last has won
        if (depth == 0 || board.moves().isEmpty()) return 0;
        // YOUR TURN. Play each move, ask minimax(board, depth - 1) what the position is then worth to the other player, take the
        // move back, and return the best value from your own view (the other's value with its sign changed). Then raise DEPTH.
        return 0;
    }

    /** The moves that are worth most, one of them at random. */
    String choose(Board board) {
        Map<Integer, List<String>> byValue = new HashMap<>();
        int best = Integer.MIN_VALUE;
        for (String move : board.moves()) {
            board.play(move);
            int value = -minimax(board, DEPTH - 1);
            board.undo();
            best = Math.max(best, value);
            byValue.computeIfAbsent(value, key -> new ArrayList<>()).add(move);
        }
        return anyOf(byValue.get(best));
    }

    String anyOf(List<String> list) {
        return list.get(chance.nextInt(list.size()));
    }

    List<String> hear(String line) {
        String[] words = line.trim().split("\\s+");
        switch (words[0]) {
            case "poda":
                return List.of("id name " + NAME, "id version " + VERSION, "games " + GAMES, "ok");
            case "isready":
                return List.of("ready");
            case "newgame":
                spec = words[1];
                if (words.length > 3) chance = new Random(Long.parseUnsignedLong(words[3]));
                return List.of();
            case "position":
                position.clear();
                String key = "";
                for (int i = 1; i < words.length; i++) {
                    if (List.of("turn", "moves", "legal").contains(words[i])) key = words[i];
                    else position.computeIfAbsent(key, any -> new ArrayList<>()).add(words[i]);
                }
                return List.of();
            case "go":
                return List.of("bestmove " + think());
            default:
                return List.of();
        }
    }

    String think() {
        if (!spec.startsWith("connect4:") || spec.contains("players=")) return anyOf(position.get("legal"));
        Board board = new Board(spec);
        position.getOrDefault("moves", List.of()).forEach(board::play);
        return choose(board);
    }

    public static void main(String[] arguments) throws IOException {
        Bot bot = new Bot();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null && !line.equals("quit"); line = in.readLine()) {
            bot.hear(line).forEach(System.out::println);
            System.out.flush();
        }
    }
}
