// OpenSpiel's own alpha-beta on its own Connect 4, with the evaluation `centre`. Built against the headers of the wheel and linked,
// when it is loaded, with the library inside it: what runs is OpenSpiel as its authors built it.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include "open_spiel/algorithms/minimax.h"
#include "open_spiel/games/connect_four/connect_four.h"
#include "open_spiel/spiel.h"

namespace {

constexpr int kColumns = 7;

// OpenSpiel's Connect 4 cannot undo moves, so its search copies the position once for the root and once for each child: the
// copies are the nodes.
class Counted : public open_spiel::connect_four::ConnectFourState {
 public:
  Counted(std::shared_ptr<const open_spiel::Game> game, int64_t* copies)
      : ConnectFourState(std::move(game)), copies_(copies) {}
  std::unique_ptr<open_spiel::State> Clone() const override {
    ++*copies_;
    return std::make_unique<Counted>(*this);
  }

 private:
  int64_t* copies_;
};

// Own pieces near the centre minus the opponent's, from the first player's view. The history tells it in a few steps; a look at
// all cells would be slower. Divided, because a won game counts 1.
double Centre(const open_spiel::State& state) {
  int sum = 0;
  for (const auto& [player, column] : state.FullHistory()) {
    const int worth = std::min<int>(column + 1, kColumns - column);
    sum += player == 0 ? worth : -worth;
  }
  return sum / 1000.0;
}

}  // namespace

extern "C" {

// Searches the empty board. Returns the nodes, and through the pointers the value in points and the seconds.
int64_t poda_search(int depth, double* value, double* seconds) {
  const auto game = open_spiel::LoadGame("connect_four");
  int64_t nodes = 0;
  const Counted start(game, &nodes);
  const auto begin = std::chrono::steady_clock::now();
  const auto found = open_spiel::algorithms::AlphaBetaSearch(
      *game, &start, Centre, depth, /*maximizing_player=*/0,
      /*use_undo=*/false);
  const std::chrono::duration<double> taken =
      std::chrono::steady_clock::now() - begin;
  *value = found.first * 1000.0;
  *seconds = taken.count();
  return nodes;
}
}
