// pyboard/api/search_model.hpp: AnySearch made from a concrete game. Instantiated once per game, in a
// generated file of its own; included nowhere else.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "pyboard/api/any_search.hpp"
#include "pyboard/search/flat.hpp"
#include "pyboard/search/greedy.hpp"
#include "pyboard/search/mcts.hpp"
#include "pyboard/search/solve.hpp"

namespace pyboard {

namespace detail {

/// What the models of all methods share.
template <Game G>
class SearchModel : public AnySearch {
 public:
  SearchModel(GamePointer game, const SearchParams& search_params)
      : AnySearch(search_params), game_{std::move(game)}, rules_{*static_cast<const G*>(game_->rules())} {
    if (search_params.solve_decisions == 0) return;
    SearchParams quick = search_params;
    quick.all_actions = false;
    solver_ = std::make_unique<Solver<G>>(rules_, quick);
  }

 protected:
  [[nodiscard]] static const Cursor<G>& cursor(const AnyState& state) noexcept {
    return *static_cast<const Cursor<G>*>(state.cursor());
  }
  void check_game(const AnyState& state) const {
    if (state.game()->fingerprint() != game_->fingerprint())
      throw std::invalid_argument("the state belongs to another game");
  }
  void check(const AnyState& state) const {
    check_game(state);
    if (state.is_terminal()) throw std::invalid_argument("the game is over, there is nothing to search");
    if (state.is_chance_node()) throw std::invalid_argument("chance is to move: search at a decision of a player");
  }
  [[nodiscard]] SearchResult result(const AnyState& state, int viewer, SearchReport report) const {
    if (report.actions.empty()) {
      throw std::runtime_error("this decision came up in no deal that the player thinks possible; try more iterations");
    }
    SearchResult found;
    found.player = state.current_player();
    found.viewer = viewer;
    // Seen by another seat an action need not be legal in this very position.
    for (const ActionReport& row : report.actions) {
      found.texts.push_back(viewer == found.player ? rules_.action_text(cursor(state).state, row.action)
                                                   : rules_.action_text(row.action));
    }
    found.report = std::move(report);
    return found;
  }

  /// The exact answer, where the end seems near, nothing is hidden and solve_nodes are enough. The time that it
  /// takes is taken from the budget.
  [[nodiscard]] std::optional<SearchResult> solved(const AnyState& state, int viewer, Budget& budget,
                                                   Control& control) {
    if (solver_ == nullptr || !near_end(cursor(state))) return std::nullopt;
    Budget share = budget;
    share.iterations = this->params().solve_nodes;
    share.done = nullptr;
    const auto start = Meter::Clock::now();
    std::optional<SearchReport> report = solver_->attempt(cursor(state), share, control);
    budget.seconds -= std::chrono::duration<double>(Meter::Clock::now() - start).count();
    if (!report || !report->proven) return std::nullopt;
    SearchResult found = result(state, viewer, std::move(*report));
    add_line(*solver_, found);
    return found;
  }
  /// The principal variation of a search that has one.
  template <class Search>
  void add_line(const Search& search, SearchResult& found) const {
    search.principal_line([&](const typename G::State& at, Action action) {
      found.line.push_back({rules_.node(at).seat, action, rules_.action_text(at, action)});
    });
  }

  GamePointer game_;
  const G& rules_;

 private:
  /// True if some random games from here all end within solve_decisions.
  [[nodiscard]] bool near_end(const Cursor<G>& root) const noexcept {
    constexpr std::uint64_t kGames = 4;
    const std::int64_t most = this->params().solve_decisions;
    for (std::uint64_t game = 0; game < kGames; ++game) {
      Rng rng(stream_seed(0, game));
      Cursor<G> at = root;
      std::int64_t events = 0;
      for (std::int64_t decisions = 0; at.node.kind != NodeKind::terminal; random_step(rules_, at, rng)) {
        if (at.node.kind == NodeKind::decision && ++decisions > most) return false;
        if (++events > kLongest) return false;
      }
    }
    return true;
  }
  static constexpr std::int64_t kLongest = 10'000;

  std::unique_ptr<Solver<G>> solver_;
};

template <Game G>
class MctsModel final : public SearchModel<G> {
 public:
  MctsModel(const GamePointer& game, const SearchParams& search_params)
      : SearchModel<G>(game, search_params), search_(this->rules_, search_params) {}

  [[nodiscard]] SearchResult run(const AnyState& state, int viewer, const Budget& budget, std::uint64_t seed,
                                 Control& control) override {
    this->check(state);
    Budget left = budget;
    if (std::optional<SearchResult> exact = this->solved(state, viewer, left, control)) return std::move(*exact);
    prepare(state, viewer);
    SearchResult found = this->result(state, viewer, search_.run(left, seed, control));
    this->add_line(search_, found);
    return found;
  }
  [[nodiscard]] SearchResult explore(const AnyState& state, int viewer, const Budget& budget, std::uint64_t seed,
                                     Control& control) override {
    if (!state.is_chance_node()) return run(state, viewer, budget, seed, control);
    this->check_game(state);
    prepare(state, viewer);
    SearchResult found;
    found.player = state.current_player();
    found.viewer = viewer;
    found.report = search_.run(budget, seed, control);
    return found;
  }
  [[nodiscard]] std::vector<std::pair<Action, double>> strategy(const AnyState& state) const override {
    this->check_game(state);
    const std::optional<std::vector<Event>> events = since_last(state);
    if (!events) return {};
    return search_.strategy(*events, this->cursor(state));
  }
  void reset() override { last_.reset(); }

 private:
  /// Keeps what it can of the tree.
  void prepare(const AnyState& state, int viewer) {
    const std::optional<std::vector<Event>> events = since_last(state);
    if (!events || !search_.follow(*events, this->cursor(state), viewer)) search_.begin(this->cursor(state), viewer);
    last_ = state.clone();
  }
  /// The events after the last state, if this one lies ahead of it.
  [[nodiscard]] std::optional<std::vector<Event>> since_last(const AnyState& state) const {
    if (last_ == nullptr || !last_->same_start(state)) return std::nullopt;
    const std::vector<Event> before = last_->events();
    const std::vector<Event> now = state.events();
    if (now.size() < before.size() || !std::equal(before.begin(), before.end(), now.begin())) return std::nullopt;
    return std::vector<Event>(now.begin() + static_cast<std::ptrdiff_t>(before.size()), now.end());
  }

  Mcts<G> search_;
  std::unique_ptr<AnyState> last_;
};

template <class Search>
concept HasLine = requires(const Search& search) { search.principal_line([](const auto&, Action) {}); };

/// Methods that keep nothing between calls.
template <Game G, template <class> class Method>
class RootModel final : public SearchModel<G> {
 public:
  RootModel(const GamePointer& game, const SearchParams& search_params)
      : SearchModel<G>(game, search_params), search_(this->rules_, search_params) {}

  [[nodiscard]] SearchResult run(const AnyState& state, int viewer, const Budget& budget, std::uint64_t seed,
                                 Control& control) override {
    this->check(state);
    Budget left = budget;
    if (std::optional<SearchResult> exact = this->solved(state, viewer, left, control)) return std::move(*exact);
    SearchResult found = this->result(state, viewer, search_.run(this->cursor(state), viewer, left, seed, control));
    if constexpr (HasLine<Method<G>>) this->add_line(search_, found);
    return found;
  }
  void reset() override {}

 private:
  Method<G> search_;
};

}  // namespace detail

template <Game G>
std::unique_ptr<AnySearch> make_search_of(const GamePointer& game, SearchMethod method, const SearchParams& params) {
  switch (method) {
    case SearchMethod::mcts:
      return std::make_unique<detail::MctsModel<G>>(game, params);
    case SearchMethod::flat:
      return std::make_unique<detail::RootModel<G, Flat>>(game, params);
    case SearchMethod::greedy:
      return std::make_unique<detail::RootModel<G, Greedy>>(game, params);
    case SearchMethod::solve:
      return std::make_unique<detail::RootModel<G, Solver>>(game, params);
  }
  return nullptr;
}

}  // namespace pyboard
