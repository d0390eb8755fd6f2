// g++ -std=c++17 -o test-bot test_bot.cpp && ./test-bot
#define TESTING
#include "bot.cpp"

int failures = 0;

template <class A, class B>
void expect(const A& found, const B& wanted, const std::string& what) {
    if (found == wanted) return;
    failures++;
    std::cerr << "failed: " << what << "\n";
}

int main() {
    for (auto [moves, won] : {std::pair{"112233", false}, {"1122334", true}, {"1212121", true}, {"12233434454", true}, {"76655454434", true}}) {
        Board board("connect4:6x7");
        for (char move : std::string(moves)) board.play(std::string(1, move));
        expect(board.won(), won, moves);
    }
    Bot bot;
    expect(bot.hear("poda 1").back(), "ok", "it says who it is");
    bot.hear("newgame connect4:6x7 seed 1");
    bot.hear("position turn 1 moves 1 1 2 2 3 3 legal 1 2 3 4 5 6 7");
    expect(bot.hear("go time 100").at(0), "bestmove 4", "it takes a win");
    bot.hear("newgame dots:1x1 seed 1");
    bot.hear("position turn 1 moves h11 legal v11");
    expect(bot.hear("go").at(0), "bestmove v11", "it plays any game");
    expect(bot.hear("isready").at(0), "ready", "it is ready");
    expect(bot.hear("something else").size(), 0u, "it ignores what it does not know");
    std::cout << (failures ? "FAILED" : "ok") << "\n";
    return failures ? 1 : 0;
}
