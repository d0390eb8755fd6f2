// javac Bot.java BotTest.java && java -ea BotTest
import java.util.List;
import java.util.Map;

public class BotTest {
    static void expect(Object found, Object wanted, String what) {
        if (!found.equals(wanted)) throw new AssertionError(what + ": " + found + " instead of " + wanted);
    }

    public static void main(String[] arguments) {
        Map.of("112233", false, "1122334", true, "1212121", true, "12233434454", true, "76655454434", true).forEach((moves, won) -> {
            Bot.Board board = new Bot.Board("connect4:6x7");
            for (String move : moves.split("")) board.play(move);
            expect(board.won(), won, moves);
        });
        Bot bot = new Bot();
        expect(bot.hear("poda 1").get(3), "ok", "it says who it is");
        bot.hear("newgame connect4:6x7 seed 1");
        bot.hear("position turn 1 moves 1 1 2 2 3 3 legal 1 2 3 4 5 6 7");
        expect(bot.hear("go time 100"), List.of("bestmove 4"), "it takes a win");
        bot.hear("newgame dots:1x1 seed 1");
        bot.hear("position turn 1 moves h11 legal v11");
        expect(bot.hear("go"), List.of("bestmove v11"), "it plays any game");
        expect(bot.hear("isready"), List.of("ready"), "it is ready");
        expect(bot.hear("something else"), List.of(), "it ignores what it does not know");
        System.out.println("ok");
    }
}
