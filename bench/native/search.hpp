// How much of the speed of random play is left to the tree search, and where the rest goes. Both are timed in
// turn in one process, from the same positions of some fixed games; a timer signal then looks now and then what the
// search is doing.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
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

/// A decision of a random game, and how many came before it.
template <Game G>
struct Place {
  Cursor<G> at;
  int number = 0;
};

/// The decision of a fixed random game after which `part` of its decisions lie behind.
template <Game G>
Place<G> position(const G& game, double part, std::uint64_t seed) {
  const auto play = [&](int decisions) {
    Rng rng(seed);
    Place<G> found;
    Cursor<G>& cursor = found.at;
    for (place(game, cursor, game.initial()); cursor.node.kind != NodeKind::terminal; random_step(game, cursor, rng)) {
      if (cursor.node.kind != NodeKind::decision) continue;
      if (found.number == decisions) break;
      ++found.number;
    }
    return found;
  };
  return play(static_cast<int>(part * play(-1).number));
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

struct Part {
  std::string_view name;
  double part;
};
inline constexpr std::array<Part, 3> kParts = {{{"start", 0}, {"middle", 0.5}, {"end", 0.9}}};

struct Rates {
  double searched = 0, played = 0, ratio = 0;
};

/// Iterations per second beside playouts per second, in turn: the fastest of each, and the median of the ratios.
template <Game G>
Rates rates(const G& game, const Cursor<G>& from, std::int64_t iterations, int rounds) {
  Mcts<G> mcts(game, SearchParams{});
  Rates best;
  std::vector<double> ratios;
  search(mcts, from, iterations, 1);
  for (int round = 0; round < rounds; ++round) {
    const double start = seconds_now();
    search(mcts, from, iterations, static_cast<std::uint64_t>(round));
    const double middle = seconds_now();
    play_out(game, from, iterations, static_cast<std::uint64_t>(round));
    const double end = seconds_now();
    best.searched = std::max(best.searched, static_cast<double>(iterations) / (middle - start));
    best.played = std::max(best.played, static_cast<double>(iterations) / (end - middle));
    ratios.push_back((end - middle) / (middle - start));
  }
  std::sort(ratios.begin(), ratios.end());
  best.ratio = ratios[ratios.size() / 2];
  return best;
}

/// The same over all positions, as geometric means. Prints a JSON object, still open.
template <Game G>
void print_rates(const G& game, const std::vector<Place<G>>& places, std::int64_t iterations, int rounds) {
  double searched = 0, played = 0, ratio = 0, least = 0, most = 0;
  int numbers = 0, hidden = 0;
  for (const Place<G>& place : places) {
    const Rates found = rates(game, place.at, iterations, rounds);
    searched += std::log(found.searched);
    played += std::log(found.played);
    ratio += std::log(found.ratio);
    least = &place == &places.front() ? found.ratio : std::min(least, found.ratio);
    most = std::max(most, found.ratio);
    numbers += place.number;
    hidden += hides(game, place.at) ? 1 : 0;
  }
  const auto count = static_cast<double>(places.size());
  std::printf("\"positions\": %zu, \"decision\": %.0f, \"hidden\": %.4f, ", places.size(), numbers / count,
              hidden / count);
  std::printf("\"iterations_per_second\": %.0f, \"playouts_per_second\": %.0f, ", std::exp(searched / count),
              std::exp(played / count));
  std::printf("\"ratio\": %.4f, \"least\": %.4f, \"most\": %.4f", std::exp(ratio / count), least, most);
}

/// Shares of the time of the same searches.
template <SaysPlain G>
void print_shares(const Watched<G>& game, const std::vector<Place<Watched<G>>>& places, std::int64_t iterations,
                  int samples) {
  Mcts<Watched<G>> mcts(game, SearchParams{});
  current_part = kTree;
  clear_samples();
  sample_every(1000);
  int all = 0;
  for (std::uint64_t seed = 1; all < samples; ++seed) {
    for (const Place<Watched<G>>& place : places) search(mcts, place.at, iterations, seed);
    all = count_samples();
  }
  sample_every(0);
  for (std::size_t part = 0; part < kSearchParts; ++part)
    std::printf(", \"%s\": %.4f", kSearchPartNames[part].data(), static_cast<double>(part_samples[part]) / all);
}

/// The same part of `games` random games.
template <Game G>
std::vector<Place<G>> positions(const G& game, double part, int games) {
  constexpr std::uint64_t kFirstSeed = 7;
  std::vector<Place<G>> found;
  for (int i = 0; i < games; ++i) found.push_back(position(game, part, kFirstSeed + static_cast<std::uint64_t>(i)));
  return found;
}

template <SaysPlain G>
int search_main(std::int64_t iterations, int rounds, int samples, int games) {
  sample_on_signal();
  const GameInfo& info = G::info();
  std::vector<int> counts = {info.min_seats};
  if (info.min_seats < 4 && info.max_seats >= 4) counts.push_back(4);
  bool first = true;
  std::printf("[");
  for (const int seats : counts) {
    const G game(seats, OptionValues{}, G::default_tables());
    const Watched<G> watched(seats, OptionValues{}, G::default_tables());
    for (const Part& at : kParts) {
      std::printf("%s{\"players\": %d, \"at\": \"%s\", ", first ? "" : ", ", seats, at.name.data());
      print_rates(game, positions(game, at.part, games), iterations, rounds);
      print_shares<G>(watched, positions(watched, at.part, games), iterations, samples);
      std::printf("}");
      std::fflush(stdout);
      first = false;
    }
  }
  std::printf("]\n");
  return 0;
}

}  // namespace pyboard::bench
