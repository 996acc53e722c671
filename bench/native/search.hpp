// How much of the speed of random play is left to the tree search, and where the rest goes. Both are timed in
// turn in one process, from the same positions of a fixed game; a timer signal then looks now and then what the
// search is doing.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <span>
#include <string_view>
#include <vector>

#include "pyboard/core/cursor.hpp"
#include "pyboard/search/mcts.hpp"
#include "sampling.hpp"

namespace pyboard::bench {

/// deal: `conceal`. keys: labels and their hashes. tree: choosing, looking
/// up and making nodes and edges, backing up, copies of states. steps: the rules, on the way down the tree. playout:
/// the random rest of the game.
enum SearchPart : int { kDeal, kKeys, kTree, kSteps, kPlayout, kSearchParts };
inline constexpr std::array<std::string_view, kSearchParts> kSearchPartNames = {"deal", "keys", "tree", "steps",
                                                                                "playout"};

/// A game that tells by its calls what the search is doing.
template <SaysPlain G>
class Watched : public G {
 public:
  using State = typename G::State;
  using Legal = LegalSet<G>;
  using G::G;

  [[nodiscard]] Node node(const State& state) const noexcept {
    begin_rules();
    return G::node(state);
  }
  void legal(const State& state, Legal& out) const noexcept {
    begin_rules();
    G::legal(state, out);
    current_part = stage_;
  }
  void apply(State& state, Action action) const noexcept {
    // In the tree every action is looked at before; the first that is not begins the playout.
    if (!looked_at_) stage_ = kPlayout;
    looked_at_ = false;
    begin_rules();
    G::apply(state, action);
    current_part = stage_;
  }
  [[nodiscard]] int forced_outcome(const State& state) const noexcept {
    begin_rules();
    return G::forced_outcome(state);
  }
  [[nodiscard]] Outcome sample(const State& state, Rng& rng) const noexcept {
    begin_rules();
    return G::sample(state, rng);
  }
  void apply_outcome(State& state, Outcome outcome) const noexcept {
    begin_rules();
    G::apply_outcome(state, outcome);
  }
  [[nodiscard]] bool plain(const State& before, Event event) const noexcept {
    looked_at_ = true;
    current_part = kKeys;
    return G::plain(before, event);
  }
  [[nodiscard]] bool open(const State& before, Event event) const noexcept {
    current_part = kKeys;
    return G::open(before, event);
  }
  void conceal(State& state, int viewer, Rng& rng) const noexcept {
    current_part = kDeal;
    G::conceal(state, viewer, rng);
    current_part = kTree;
  }
  /// Asked at the end of every playout.
  void places(const State& state, std::span<int> out) const noexcept {
    current_part = kPlayout;
    G::places(state, out);
    stage_ = kTree;
    current_part = kTree;
  }

 private:
  void begin_rules() const noexcept { current_part = stage_ == kTree ? kSteps : stage_; }

  inline static int stage_ = kTree;
  inline static bool looked_at_ = false;
};

/// Processor time of this thread.
inline double seconds_now() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The decision of a fixed random game after which `part` of its decisions lie behind; with its number.
template <Game G>
Cursor<G> position(const G& game, double part, int& number) {
  const auto play = [&](int decisions, int& made) {
    Rng rng(7);
    Cursor<G> cursor;
    place(game, cursor, game.initial());
    for (made = 0; cursor.node.kind != NodeKind::terminal; random_step(game, cursor, rng)) {
      if (cursor.node.kind != NodeKind::decision) continue;
      if (made == decisions) break;
      ++made;
    }
    return cursor;
  };
  int all = 0;
  play(-1, all);
  return play(static_cast<int>(part * all), number);
}

/// True if the mover does not know the whole position.
template <Game G>
bool hides(const G& game, const Cursor<G>& at) {
  constexpr std::uint64_t kDeals = 64;
  for (std::uint64_t deal = 0; deal < kDeals; ++deal) {
    typename G::State state = at.state;
    Rng rng(stream_seed(1, deal));
    game.conceal(state, at.node.seat, rng);
    if (!same_bytes(state, at.state)) return true;
  }
  return false;
}

template <Game G>
void play_out(const G& game, const Cursor<G>& from, std::int64_t playouts, std::uint64_t seed) {
  Rng rng(seed);
  std::array<int, static_cast<std::size_t>(G::kMaxPlayers)> places{};
  for (std::int64_t i = 0; i < playouts; ++i) {
    Cursor<G> cursor = from;
    while (cursor.node.kind != NodeKind::terminal) random_step(game, cursor, rng);
    game.places(cursor.state, std::span(places).first(static_cast<std::size_t>(game.seats())));
    asm volatile("" : : "r"(&places) : "memory");
  }
}

template <Game G>
void search(Mcts<G>& mcts, const Cursor<G>& from, std::int64_t iterations, std::uint64_t seed) {
  Budget budget;
  budget.iterations = iterations;
  Control control;
  mcts.begin(from, from.node.seat);
  const SearchReport report = mcts.run(budget, seed, control);
  asm volatile("" : : "r"(&report) : "memory");
}

struct Position {
  std::string_view name;
  double part;
};
inline constexpr std::array<Position, 3> kPositions = {{{"start", 0}, {"middle", 0.5}, {"end", 0.9}}};

/// Iterations per second beside playouts per second, in turn; the median of the ratios. Prints a JSON object, still
/// open.
template <Game G>
void print_rates(const G& game, const Cursor<G>& from, std::int64_t iterations, int rounds) {
  Mcts<G> mcts(game, SearchParams{});
  std::vector<double> searched, played, ratios;
  search(mcts, from, iterations, 1);
  for (int round = 0; round < rounds; ++round) {
    const double start = seconds_now();
    search(mcts, from, iterations, static_cast<std::uint64_t>(round));
    const double middle = seconds_now();
    play_out(game, from, iterations, static_cast<std::uint64_t>(round));
    const double end = seconds_now();
    searched.push_back(static_cast<double>(iterations) / (middle - start));
    played.push_back(static_cast<double>(iterations) / (end - middle));
    ratios.push_back(searched.back() / played.back());
  }
  std::sort(ratios.begin(), ratios.end());
  std::printf("\"iterations_per_second\": %.0f, \"playouts_per_second\": %.0f, \"ratio\": %.4f",
              *std::max_element(searched.begin(), searched.end()), *std::max_element(played.begin(), played.end()),
              ratios[ratios.size() / 2]);
}

/// Shares of the time of the same search.
template <SaysPlain G>
void print_shares(const Watched<G>& game, const Cursor<Watched<G>>& from, std::int64_t iterations, int samples) {
  Mcts<Watched<G>> mcts(game, SearchParams{});
  current_part = kTree;
  clear_samples();
  sample_every(1000);
  int all = 0;
  for (std::uint64_t seed = 1; all < samples; ++seed) {
    search(mcts, from, iterations, seed);
    all = count_samples();
  }
  sample_every(0);
  for (std::size_t part = 0; part < kSearchParts; ++part)
    std::printf(", \"%s\": %.4f", kSearchPartNames[part].data(), static_cast<double>(part_samples[part]) / all);
}

template <SaysPlain G>
int search_main(std::int64_t iterations, int rounds, int samples) {
  sample_on_signal();
  const GameInfo& info = G::info();
  std::vector<int> counts = {info.min_seats};
  if (info.min_seats < 4 && info.max_seats >= 4) counts.push_back(4);
  bool first = true;
  std::printf("[");
  for (const int seats : counts) {
    const G game(seats, OptionValues{}, G::default_tables());
    const Watched<G> watched(seats, OptionValues{}, G::default_tables());
    for (const Position& at : kPositions) {
      int number = 0;
      const Cursor<G> from = position(game, at.part, number);
      std::printf("%s{\"players\": %d, \"at\": \"%s\", \"decision\": %d, \"hidden\": %s, ", first ? "" : ", ", seats,
                  at.name.data(), number, hides(game, from) ? "true" : "false");
      print_rates(game, from, iterations, rounds);
      print_shares<G>(watched, position(watched, at.part, number), iterations, samples);
      std::printf("}");
      std::fflush(stdout);
      first = false;
    }
  }
  std::printf("]\n");
  return 0;
}

}  // namespace pyboard::bench
