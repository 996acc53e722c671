// pyboard/api/any_search.hpp: a search of a game whose type is not known when compiling.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pyboard/api/any_state.hpp"
#include "pyboard/search/budget.hpp"
#include "pyboard/search/params.hpp"
#include "pyboard/search/result.hpp"

namespace pyboard {

enum class SearchMethod : std::uint8_t { mcts, flat, greedy, solve };

/// One action of the principal variation.
struct LineEntry {
  int seat;
  Action action;
  std::string text;
};

/// What a search found out, with texts.
struct SearchResult {
  SearchReport report;
  int player = 0;                  // seat to move
  int viewer = 0;                  // seat that searched
  std::vector<std::string> texts;  // of report.actions
  std::vector<LineEntry> line;     // principal variation
};

/// A search that may keep what it learnt from one call to the next. One thread at a time.
class PYBOARD_API AnySearch {
 public:
  AnySearch(const AnySearch&) = delete;
  AnySearch& operator=(const AnySearch&) = delete;
  virtual ~AnySearch() = default;

  /// Searches a decision node as `viewer` sees it. Throws std::invalid_argument where nobody is to move.
  [[nodiscard]] virtual SearchResult run(const AnyState& state, int viewer, const Budget& budget, std::uint64_t seed,
                                         Control& control) = 0;
  /// Only grows the tree below a position, where chance may be due as well. For searches with a tree; others throw
  /// std::invalid_argument. The result holds no actions at a chance node.
  [[nodiscard]] virtual SearchResult explore(const AnyState& state, int viewer, const Budget& budget,
                                             std::uint64_t seed, Control& control);
  /// The average strategy at a position ahead of the last one searched; empty where the tree does not reach.
  [[nodiscard]] virtual std::vector<std::pair<Action, double>> strategy(const AnyState& state) const;
  /// What run() has found so far, asked from its own callback; nothing where that cannot be said. With several
  /// threads, of the caller's own tree.
  [[nodiscard]] virtual std::optional<SearchResult> so_far() const;
  /// Forgets everything.
  virtual void reset() = 0;
  [[nodiscard]] const SearchParams& params() const noexcept { return params_; }

 protected:
  explicit AnySearch(const SearchParams& params) : params_{params} {}

 private:
  SearchParams params_;
};

/// A search of this game.
[[nodiscard]] PYBOARD_API std::unique_ptr<AnySearch> make_search(const GamePointer& game, SearchMethod method,
                                                                 const SearchParams& params);

}  // namespace pyboard
