// A small bot for Poda. It takes a win that it sees and plays at random otherwise, until you teach it more: see minimax().
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

const std::string NAME = "cpp-starter", VERSION = "1", GAMES = "connect4 dots tictactoe";
const int DEPTH = 1;  // how many moves minimax looks ahead; raise it when you have filled minimax in
const std::string COLUMNS = "123456789abc";  // columns as they are sent
std::mt19937_64 chance;

std::string any_of(const std::vector<std::string>& list) {
    return list.at(std::uniform_int_distribution<size_t>(0, list.size() - 1)(chance));
}

// Connect 4: cells[column] lists the players' numbers from the bottom up.
struct Board {
    int rows = 6, columns = 7, run = 4;
    std::vector<std::vector<int>> cells;
    std::vector<int> line;  // the columns played so far

    // connect4:6x7,connect=5
    explicit Board(const std::string& spec) {
        std::sscanf(spec.c_str(), "connect4:%dx%d,connect=%d", &rows, &columns, &run);
        cells.resize(columns);
    }
    std::vector<std::string> moves() const {
        std::vector<std::string> list;
        for (int column = 0; column < columns; column++)
            if (int(cells[column].size()) < rows) list.emplace_back(1, COLUMNS[column]);
        return list;
    }
    void play(const std::string& move) {
        int column = int(COLUMNS.find(move));
        cells.at(column).push_back(int(line.size() % 2));
        line.push_back(column);
    }
    void undo() {
        cells[line.back()].pop_back();
        line.pop_back();
    }
    int at(int column, int row) const {
        bool inside = column >= 0 && column < columns && row >= 0 && row < int(cells[column].size());
        return inside ? cells[column][row] : -1;
    }
    // Whether the last piece has completed a run.
    bool won() const {
        if (line.empty()) return false;
        int column = line.back(), row = int(cells[column].size()) - 1, player = at(column, row);
        for (auto [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
            int count = 1;
            for (int sign : {1, -1})
                for (int step = sign; at(column + step * dx, row + step * dy) == player; step += sign) count++;
            if (count >= run) return true;
        }
        return false;
    }
};

// What the position is worth to whoever moves next: 1 a win, -1 a loss, 0 a draw or unknown.
int minimax(Board& board, int depth) {
    if (board.won()) return -1;  // whoever moved last has won
    if (depth == 0 || board.moves().empty()) return 0;
    // YOUR TURN. Play each move, ask minimax(board, depth - 1) what the position is then worth to the other player, take the
    // move back, and return the best value from your own view (the other's value with its sign changed). Then raise DEPTH.
    return 0;
}

// The moves that are worth most, one of them at random.
std::string choose(Board& board) {
    std::map<int, std::vector<std::string>> by_value;
    for (const auto& move : board.moves()) {
        board.play(move);
        by_value[-minimax(board, DEPTH - 1)].push_back(move);
        board.undo();
    }
    return any_of(by_value.rbegin()->second);
}

// Takes a line of the protocol and returns the lines to answer with.
struct Bot {
    std::string spec;
    std::map<std::string, std::vector<std::string>> position;

    std::vector<std::string> hear(const std::string& text) {
        std::istringstream words(text);
        std::string message, word;
        words >> message;
        if (message == "poda") return {"id name " + NAME, "id version " + VERSION, "games " + GAMES, "ok"};
        if (message == "isready") return {"ready"};
        if (message == "newgame") {
            uint64_t seed = 0;
            words >> spec >> word >> seed;
            chance.seed(seed);
        }
        if (message == "position") {
            position.clear();
            std::string key;
            while (words >> word) {
                if (word == "turn" || word == "moves" || word == "legal") key = word;
                else position[key].push_back(word);
            }
        }
        if (message == "go") return {"bestmove " + think()};
        return {};
    }
    std::string think() {
        bool known = spec.rfind("connect4:", 0) == 0 && spec.find("players=") == std::string::npos;
        if (!known) return any_of(position["legal"]);
        Board board(spec);
        for (const auto& move : position["moves"]) board.play(move);
        return choose(board);
    }
};

#ifndef TESTING
int main() {
    Bot bot;
    for (std::string line; std::getline(std::cin, line) && line != "quit";)
        for (const auto& answer : bot.hear(line)) std::cout << answer << std::endl;  // endl sends it at once
}
#endif
