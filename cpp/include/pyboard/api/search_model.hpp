// pyboard/api/search_model.hpp: AnySearch made from a concrete game. Instantiated once per game, in a
// generated file of its own; included nowhere else.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <thread>
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

/// With a Tree every thread has its own, with a TreeHand all threads grow one.
template <Game G, class T>
class MctsModel final : public SearchModel<G> {
 public:
  MctsModel(const GamePointer& game, const SearchParams& search_params) : SearchModel<G>(game, search_params) {
    SearchParams share = search_params;
    const std::int64_t trees = T::kShared ? 1 : search_params.threads;
    share.memory = std::max(search_params.memory / trees, kLeastMemory);
    const Search* first = nullptr;
    for (std::int64_t t = 0; t < search_params.threads; ++t) {
      searches_.push_back(std::make_unique<Search>(this->rules_, share, first, static_cast<std::size_t>(t)));
      first = searches_.front().get();
    }
  }

  [[nodiscard]] SearchResult run(const AnyState& state, int viewer, const Budget& budget, std::uint64_t seed,
                                 Control& control) override {
    this->check(state);
    Budget left = budget;
    if (std::optional<SearchResult> exact = this->solved(state, viewer, left, control)) return std::move(*exact);
    prepare(state, viewer);
    return described(state, viewer, run_all(left, seed, control));
  }
  [[nodiscard]] std::optional<SearchResult> so_far() const override {
    const Search& first = *searches_.front();
    if (!first.running()) return std::nullopt;
    const auto told = [&](SearchReport report) -> std::optional<SearchResult> {
      if (report.actions.empty()) return std::nullopt;
      return described(*last_, first.viewer(), std::move(report));
    };
    if constexpr (T::kShared) {
      const auto pause = first.pause();
      return told(shared_report(*first.meter()));
    } else {
      return told(first.so_far());
    }
  }
  [[nodiscard]] SearchResult explore(const AnyState& state, int viewer, const Budget& budget, std::uint64_t seed,
                                     Control& control) override {
    if (!state.is_chance_node()) return run(state, viewer, budget, seed, control);
    this->check_game(state);
    prepare(state, viewer);
    SearchResult found;
    found.player = state.current_player();
    found.viewer = viewer;
    found.report = run_all(budget, seed, control);
    return found;
  }
  [[nodiscard]] std::vector<std::pair<Action, double>> strategy(const AnyState& state) const override {
    this->check_game(state);
    const std::optional<std::vector<Event>> events = since_last(state);
    if (!events) return {};
    if constexpr (T::kShared) return searches_.front()->strategy(*events, this->cursor(state));
    std::vector<std::pair<Action, double>> mean;
    double trees = 0;
    for (const auto& search : searches_) {
      const auto shares = search->strategy(*events, this->cursor(state));
      if (!shares.empty()) ++trees;
      for (const auto& [action, share] : shares) {
        const auto known = std::find_if(mean.begin(), mean.end(), [&](const auto& m) { return m.first == action; });
        if (known == mean.end()) {
          mean.emplace_back(action, share);
        } else {
          known->second += share;
        }
      }
    }
    for (auto& [action, share] : mean) share /= trees;
    std::sort(mean.begin(), mean.end());
    return mean;
  }
  void reset() override { last_.reset(); }

 private:
  using Search = Mcts<G, T>;

  /// Keeps what it can of the tree.
  void prepare(const AnyState& state, int viewer) {
    const std::optional<std::vector<Event>> events = since_last(state);
    for (const auto& search : searches_) {
      if constexpr (T::kShared) {
        if (search != searches_.front()) {
          search->join(*searches_.front());
          continue;
        }
      }
      if (!events || !search->follow(*events, this->cursor(state), viewer)) search->begin(this->cursor(state), viewer);
    }
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

  /// A report with its texts and the line of the tree that knows most of the answer.
  [[nodiscard]] SearchResult described(const AnyState& state, int viewer, SearchReport report) const {
    SearchResult found = this->result(state, viewer, std::move(report));
    const Action action = found.report.actions[found.report.chosen].action;
    const bool one = T::kShared || searches_.front()->running();
    const auto surest = one ? searches_.begin()
                            : std::max_element(searches_.begin(), searches_.end(), [&](const auto& a, const auto& b) {
                                return a->root_visits(action) < b->root_visits(action);
                              });
    (*surest)->principal_line(
        [&](const typename G::State& at, Action next) {
          found.line.push_back({this->rules_.node(at).seat, next, this->rules_.action_text(at, next)});
        },
        action);
    return found;
  }
  /// All trees, each in a thread of its own with its share of the iterations. The same seed and number of threads
  /// give the same result.
  SearchReport run_all(const Budget& budget, std::uint64_t seed, Control& control) {
    if constexpr (T::kShared) {
      return run_shared(budget, seed, control);
    } else {
      if (searches_.size() == 1) return searches_.front()->run(budget, seed, control);
      const auto threads = static_cast<std::int64_t>(searches_.size());
      std::vector<SearchReport> reports(searches_.size());
      const bool stopped = in_threads(control, [&](std::size_t at, Control& own) {
        const auto t = static_cast<std::int64_t>(at);
        Budget part = budget;
        part.iterations = budget.iterations / threads + (t < budget.iterations % threads ? 1 : 0);
        part.nodes = budget.nodes / threads + (t < budget.nodes % threads ? 1 : 0);
        if (at > 0) part.done = nullptr;
        reports[at] = searches_[at]->run(part, seed_of(seed, at), own);
      });
      SearchReport all = merge_reports(reports, searches_[0]->root().node.seat, searches_[0]->mixes());
      if (!all.actions.empty() && !all.proven && searches_[0]->draws()) draw_answer(all, seed);
      all.interrupted = all.interrupted || stopped;
      return all;
    }
  }
  /// All threads in one tree; iterations are taken by who is ready for them.
  SearchReport run_shared(const Budget& budget, std::uint64_t seed, Control& control) {
    for (std::size_t t = 0; t < searches_.size(); ++t) searches_[t]->start(seed_of(seed, t));
    Search& first = *searches_.front();
    IterationPool pool(std::min(budget.iterations, first.most_iterations()));
    Budget part = budget;
    part.iterations = 0;
    part.pool = &pool;
    std::optional<Meter> clock;
    const bool stopped = in_threads(control, [&](std::size_t at, Control& own) {
      if (at == 0) {
        clock.emplace(part, own);
        first.work(*clock, budget.nodes);
        return;
      }
      Budget others = part;
      others.done = nullptr;
      Meter meter(others, own);
      searches_[at]->work(meter, budget.nodes);
    });
    for (const auto& search : searches_) first.meet(*search);
    SearchReport report = shared_report(*clock);
    report.interrupted = report.interrupted || stopped;
    return report;
  }
  [[nodiscard]] SearchReport shared_report(const Meter& clock) const {
    SearchReport report = searches_.front()->report_all(clock, std::span(searches_).subspan(1));
    report.deterministic = false;
    return report;
  }
  [[nodiscard]] static std::uint64_t seed_of(std::uint64_t seed, std::size_t thread) noexcept {
    return thread == 0 ? seed : stream_seed(seed, thread);
  }
  /// Calls work(t, control) for every search in a thread of its own, the first in the caller's, whose wishes hold for
  /// all. True if they were told to stop.
  template <class Work>
  bool in_threads(Control& control, const Work& work) {
    std::vector<std::exception_ptr> errors(searches_.size());
    std::atomic<bool> stop = false;
    const auto guarded = [&](std::size_t at, Control& own) {
      try {
        work(at, own);
      } catch (...) {
        errors[at] = std::current_exception();
        stop = true;
      }
    };
    std::atomic<std::size_t> running = searches_.size() - 1;
    {
      std::vector<std::jthread> others;
      for (std::size_t t = 1; t < searches_.size(); ++t) {
        others.emplace_back([&, t] {
          Control own([](void* flag) { return static_cast<std::atomic<bool>*>(flag)->load(); }, &stop);
          guarded(t, own);
          --running;
        });
      }
      guarded(0, control);
      // Who waits for the others still listens to the caller.
      while (running.load() > 0 && !stop) {
        if (control.stop()) stop = true;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    }
    for (const std::exception_ptr& error : errors) {
      if (error) std::rethrow_exception(error);
    }
    return stop;
  }

  static constexpr std::int64_t kLeastMemory = 1 << 16;

  std::vector<std::unique_ptr<Search>> searches_;  // one per thread
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
      if (params.threads > 1 && params.parallel == Parallel::tree)
        return std::make_unique<detail::MctsModel<G, TreeHand>>(game, params);
      return std::make_unique<detail::MctsModel<G, Tree>>(game, params);
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
