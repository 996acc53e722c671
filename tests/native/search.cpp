// Searches of every game, small ones: memory limits, kept trees, deals for every seat, and that an iteration
// allocates nothing.
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <new>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "check.hpp"
#include "games.hpp"
#include "pyboard/api/any_search.hpp"
#include "pyboard/search/params.hpp"

namespace {

std::atomic<std::int64_t> allocations = 0;

void* allocate(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

// The library's allocations come here too.
void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t /*size*/) noexcept { std::free(memory); }

namespace pyboard::tests {

namespace {

bool searchable(const Setup& setup) { return find_game(setup.name).search != nullptr; }

/// A decision somewhere in the game, or null if the walk found none.
StatePointer decision(const GamePointer& game, int steps, Rng& rng) {
  StatePointer state = random_position(game, steps, rng);
  for (int i = 0; i < 100 && state->is_chance_node(); ++i) state->random_step(rng);
  return state->current_player() >= 0 ? std::move(state) : nullptr;
}

SearchResult search(AnySearch& engine, const AnyState& state, int viewer, std::int64_t iterations, std::uint64_t seed) {
  Control control;
  Budget budget;
  budget.iterations = iterations;
  return engine.run(state, viewer, budget, seed, control);
}

std::int64_t visits(const SearchResult& result) {
  std::int64_t sum = 0;
  for (const ActionReport& row : result.report.actions) sum += row.visits;
  return sum;
}

SearchParams with_memory(std::int64_t bytes, ChanceNodes chance) {
  SearchParams params;
  params.memory = bytes;
  params.chance = chance;
  return params;
}

}  // namespace

TEST(searches_of_every_game) {
  Rng rng(settings().seed);
  for (const Setup& setup : setups()) {
    if (!searchable(setup)) continue;
    const GamePointer game = setup.load();
    for (int round = 0; round < 2 * settings().effort; ++round) {
      set_scene(setup.text() + ", round " + std::to_string(round));
      const StatePointer state = decision(game, static_cast<int>(rng.below(60)), rng);
      if (state == nullptr) continue;
      for (const SearchMethod method : {SearchMethod::mcts, SearchMethod::flat, SearchMethod::greedy}) {
        for (int viewer = 0; viewer < game->seats(); ++viewer) {
          const auto engine = make_search(game, method, SearchParams{});
          const SearchResult result = search(*engine, *state, viewer, 60, rng.next());
          CHECK_EQUAL(result.player, state->current_player());
          CHECK_EQUAL(result.viewer, viewer);
          if (viewer != result.player) continue;
          CHECK_EQUAL(visits(result), result.report.iterations);
          CHECK_EQUAL(result.report.actions.size(), state->legal().size());
        }
      }
    }
  }
}

TEST(searches_that_fill_their_memory) {
  Rng rng(settings().seed);
  for (const Setup& setup : plain_setups()) {
    if (!searchable(setup)) continue;
    const GamePointer game = setup.load();
    for (const ChanceNodes chance : {ChanceNodes::open, ChanceNodes::closed}) {
      for (const std::int64_t memory : {1 << 16, 1 << 17}) {
        set_scene(setup.text() + ", " + std::to_string(memory) + " bytes");
        const StatePointer state = decision(game, 5, rng);
        if (state == nullptr) continue;
        const auto engine = make_search(game, SearchMethod::mcts, with_memory(memory, chance));
        const SearchResult result = search(*engine, *state, state->current_player(), 5000, 1);
        CHECK_EQUAL(visits(result), 5000);
        CHECK(result.report.memory <= memory);
      }
    }
  }
}

TEST(searches_that_keep_their_trees) {
  Rng rng(settings().seed);
  std::int64_t kept = 0;
  for (const Setup& setup : plain_setups()) {
    if (!searchable(setup)) continue;
    const GamePointer game = setup.load();
    for (const ChanceNodes chance : {ChanceNodes::open, ChanceNodes::closed}) {
      set_scene(setup.text());
      const StatePointer state = AnyState::initial(game);
      std::vector<std::unique_ptr<AnySearch>> engines;
      for (int seat = 0; seat < game->seats(); ++seat) {
        engines.push_back(make_search(game, SearchMethod::mcts, with_memory(1 << 17, chance)));
      }
      for (int step = 0; step < 80 && !state->is_terminal(); ++step) {
        if (state->is_chance_node()) {
          state->random_step(rng);
          continue;
        }
        const int seat = state->current_player();
        const SearchResult result = search(*engines[static_cast<std::size_t>(seat)], *state, seat, 400, rng.next());
        CHECK_EQUAL(visits(result), 400 + result.report.kept);
        kept += result.report.kept;
        state->apply(result.report.actions.front().action);
      }
    }
  }
  CHECK(kept > 0 || plain_setups().empty() || !searchable(plain_setups().front()));
}

TEST(searches_allocate_nothing_in_an_iteration) {
  constexpr std::int64_t kMany = 6000;
  Rng rng(settings().seed);
  SearchParams proving;
  proving.solver = true;
  proving.information = Information::perfect;
  proving.chance = ChanceNodes::closed;
  SearchParams mixing;
  mixing.selection = Selection::regret;
  SearchParams knowing;
  knowing.first_play_reduction = 0.2;
  knowing.variance_scaling = true;
  knowing.prior_weight = 0.5;
  knowing.history_weight = 0.5;
  knowing.mast = 0.3;
  knowing.playout_greedy = 0.1;
  knowing.playout_depth = 4;
  SearchParams forgetting;
  forgetting.tree = TreeSharing::own;
  const std::pair<SearchMethod, SearchParams> kinds[] = {{SearchMethod::mcts, {}},     {SearchMethod::mcts, forgetting},
                                                         {SearchMethod::flat, {}},     {SearchMethod::mcts, proving},
                                                         {SearchMethod::mcts, mixing}, {SearchMethod::mcts, knowing}};
  for (const Setup& setup : plain_setups()) {
    if (!searchable(setup)) continue;
    const GamePointer game = setup.load();
    const StatePointer state = decision(game, 12, rng);
    if (state == nullptr) continue;
    for (const auto& [method, params] : kinds) {
      set_scene(setup.text());
      const auto engine = make_search(game, method, params);
      // The same seed for both, so that the lines and rows of the results are equally long at least at the root;
      // the first run lets the table of keys grow as far as it will.
      const int viewer = state->current_player();
      std::int64_t counts[2] = {};
      (void)search(*engine, *state, viewer, kMany, 1);
      for (int i = 0; i < 2; ++i) {
        engine->reset();
        const std::int64_t before = allocations.load();
        (void)search(*engine, *state, viewer, i == 0 ? 1000 : kMany, 1);
        counts[i] = allocations.load() - before;
      }
      // Texts of the principal variation may differ in length; thousands of iterations would not hide.
      CHECK(counts[1] < counts[0] + 400);
    }
  }
}

TEST(searches_solve_what_is_left) {
  Rng rng(settings().seed);
  for (const Setup& setup : plain_setups()) {
    if (!searchable(setup)) continue;
    set_scene(setup.text());
    const GamePointer game = setup.load();
    const StatePointer state = AnyState::initial(game);
    StatePointer last;
    while (!state->is_terminal()) {
      if (!state->is_chance_node()) last = state->clone();
      state->random_step(rng);
    }
    if (last == nullptr) continue;
    SearchParams params;
    params.information = Information::perfect;
    const auto solver = make_search(game, SearchMethod::solve, params);
    const SearchResult exact = search(*solver, *last, last->current_player(), 200'000, 0);
    if (!exact.report.proven) continue;
    params.solver = true;
    params.chance = ChanceNodes::closed;
    const auto engine = make_search(game, SearchMethod::mcts, params);
    const SearchResult found = search(*engine, *last, last->current_player(), 2000, 1);
    const auto mover = static_cast<std::size_t>(last->current_player());
    for (const ActionReport& row : found.report.actions) {
      if (!row.proven) continue;
      for (const ActionReport& other : exact.report.actions) {
        if (other.action == row.action) CHECK(std::abs(other.mean[mover] - row.mean[mover]) < 1e-4);
      }
    }
  }
}

TEST(threads_search_side_by_side) {
  for (const Setup& setup : plain_setups()) {
    if (!searchable(setup)) continue;
    set_scene(setup.text());
    const GamePointer game = setup.load();
    Rng rng(settings().seed);
    const StatePointer state = decision(game, 8, rng);
    if (state == nullptr) continue;
    const auto alone = make_search(game, SearchMethod::mcts, SearchParams{});
    const SearchResult expected = search(*alone, *state, state->current_player(), 300, 7);
    std::atomic<int> wrong = 0;
    {
      std::vector<std::jthread> threads;
      for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
          const auto engine = make_search(game, SearchMethod::mcts, SearchParams{});
          const SearchResult result = search(*engine, *state, state->current_player(), 300, 7);
          for (std::size_t i = 0; i < expected.report.actions.size(); ++i) {
            if (result.report.actions[i].visits != expected.report.actions[i].visits) ++wrong;
          }
        });
      }
    }
    CHECK_EQUAL(wrong.load(), 0);
  }
}

TEST(threads_grow_trees_side_by_side) {
  SearchParams params;
  params.threads = 3;
  params.memory = 3 << 20;
  for (const Setup& setup : plain_setups()) {
    if (!searchable(setup)) continue;
    set_scene(setup.text());
    const GamePointer game = setup.load();
    Rng rng(settings().seed);
    const StatePointer state = decision(game, 8, rng);
    if (state == nullptr) continue;
    const auto one = make_search(game, SearchMethod::mcts, params);
    const auto other = make_search(game, SearchMethod::mcts, params);
    const SearchResult first = search(*one, *state, state->current_player(), 301, 7);
    const SearchResult second = search(*other, *state, state->current_player(), 301, 7);
    CHECK_EQUAL(visits(first), 301);
    for (std::size_t i = 0; i < first.report.actions.size(); ++i) {
      CHECK_EQUAL(first.report.actions[i].visits, second.report.actions[i].visits);
      CHECK_EQUAL(first.report.actions[i].action, second.report.actions[i].action);
    }
  }
}

namespace {

SearchParams together() {
  SearchParams params;
  params.threads = 3;
  params.parallel = Parallel::tree;
  params.memory = 4 << 20;
  return params;
}

/// Everything that keeps something of its own in the tree, and memory that is used up soon.
std::vector<SearchParams> kinds_of_trees() {
  std::vector<SearchParams> kinds(8, together());
  kinds[1].virtual_loss = 0;
  kinds[1].memory = 1 << 16;
  kinds[2].solver = true;
  kinds[2].information = Information::perfect;
  kinds[2].chance = ChanceNodes::closed;
  kinds[3].selection = Selection::regret;
  kinds[4].first_play_reduction = 0.2;
  kinds[4].variance_scaling = true;
  kinds[4].prior_weight = 0.5;
  kinds[4].history_weight = 0.5;
  kinds[4].mast = 0.3;
  kinds[5].first_play = 0.7;
  kinds[5].virtual_loss = 4;
  kinds[5].chance = ChanceNodes::open;
  kinds[6].tree = TreeSharing::own;
  kinds[6].expand_visits = 3;
  kinds[7].tree = TreeSharing::turn;
  kinds[7].chance = ChanceNodes::closed;
  return kinds;
}

bool among_the_varied(const Setup& setup) {
  return (setup.name == "toy:connect_four" || setup.name == "toy:sealed_auction" || setup.name == "cacao" ||
          setup.name == "chocolatl") &&
         setup.seats <= 3;
}

}  // namespace

TEST(threads_grow_one_tree) {
  for (const Setup& setup : plain_setups()) {
    if (!searchable(setup)) continue;
    set_scene(setup.text());
    const GamePointer game = setup.load();
    Rng rng(settings().seed);
    const StatePointer state = decision(game, 8, rng);
    if (state == nullptr) continue;
    const auto engine = make_search(game, SearchMethod::mcts, together());
    const SearchResult first = search(*engine, *state, state->current_player(), 301, 7);
    CHECK_EQUAL(visits(first), 301);
    CHECK(!first.report.deterministic);
    const SearchResult second = search(*engine, *state, state->current_player(), 200, 8);
    CHECK_EQUAL(second.report.kept, 301);
    CHECK_EQUAL(visits(second), 501);
  }
}

/// Long enough for copies of many nodes, which have edges without visits if there are priors; at length also of one
/// with more than 2^16 visits.
TEST(threads_copy_busy_nodes) {
  SearchParams params = together();
  params.playout_depth = 0;
  params.exploration = 0.1;
  params.memory = 16 << 20;
  for (const Setup& setup : plain_setups()) {
    if (!searchable(setup) || !among_the_varied(setup)) continue;
    const GamePointer game = setup.load();
    Rng rng(settings().seed);
    const StatePointer state = decision(game, 4, rng);
    if (state == nullptr) continue;
    for (const double prior_weight : {0.0, 2.0}) {
      set_scene(setup.text() + ", priors of weight " + std::to_string(prior_weight));
      params.prior_weight = prior_weight;
      const auto engine = make_search(game, SearchMethod::mcts, params);
      const std::int64_t iterations = 10'000 * settings().effort;
      const SearchResult first = search(*engine, *state, state->current_player(), iterations, 7);
      CHECK_EQUAL(visits(first), iterations);
      const SearchResult second = search(*engine, *state, state->current_player(), 1000, 8);
      CHECK_EQUAL(second.report.kept, iterations);
      CHECK_EQUAL(visits(second), iterations + 1000);
    }
  }
}

TEST(threads_grow_one_tree_of_every_kind) {
  for (const Setup& setup : plain_setups()) {
    if (!searchable(setup) || !among_the_varied(setup)) continue;
    const GamePointer game = setup.load();
    Rng rng(settings().seed);
    const StatePointer start = decision(game, 4, rng);
    if (start == nullptr) continue;
    int kind = 0;
    for (const SearchParams& params : kinds_of_trees()) {
      set_scene(setup.text() + ", kind " + std::to_string(kind++));
      const auto engine = make_search(game, SearchMethod::mcts, params);
      const StatePointer state = start->clone();
      for (int step = 0; step < 4 && !state->is_terminal(); ++step) {
        if (state->is_chance_node()) {
          state->random_step(rng);
          continue;
        }
        const SearchResult result = search(*engine, *state, state->current_player(), 600, rng.next());
        if (!result.report.proven) CHECK_EQUAL(result.report.iterations, 600);
        CHECK_EQUAL(visits(result), result.report.iterations + result.report.kept);
        CHECK(result.report.memory <= params.memory);
        state->apply(result.report.actions[result.report.chosen].action);
      }
    }
  }
}

TEST(threads_in_one_tree_keep_budgets_and_tell_what_they_found) {
  struct Listener {
    AnySearch* engine = nullptr;
    int told = 0;
    static bool listen(void* self) {
      auto* const listener = static_cast<Listener*>(self);
      const std::optional<SearchResult> found = listener->engine->so_far();
      CHECK(found.has_value());
      if (found) CHECK_EQUAL(visits(*found), found->report.iterations);
      return ++listener->told == 3;
    }
  };
  for (const Setup& setup : plain_setups()) {
    if (!searchable(setup) || !among_the_varied(setup)) continue;
    set_scene(setup.text());
    const GamePointer game = setup.load();
    Rng rng(settings().seed);
    const StatePointer state = decision(game, 4, rng);
    if (state == nullptr) continue;
    const auto engine = make_search(game, SearchMethod::mcts, together());
    Control control;
    Budget budget;
    budget.nodes = 40;
    budget.iterations = 4000;
    const SearchResult small = engine->run(*state, state->current_player(), budget, 1, control);
    CHECK(small.report.nodes <= 40 + 2);  // one more of each of the other threads
    CHECK_EQUAL(visits(small), small.report.iterations);
    engine->reset();
    Listener listener{engine.get()};
    Control asking(&Listener::listen, &listener);
    budget = Budget();
    budget.seconds = 30;
    const SearchResult stopped = engine->run(*state, state->current_player(), budget, 1, asking);
    CHECK(stopped.report.interrupted);
    CHECK_EQUAL(listener.told, 3);
    CHECK_EQUAL(visits(stopped), stopped.report.iterations);
    CHECK(stopped.report.iterations > 0);
  }
}

}  // namespace pyboard::tests
