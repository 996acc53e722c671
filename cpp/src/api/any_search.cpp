#include "pyboard/api/any_search.hpp"

#include <stdexcept>

#include "pyboard/api/registry.hpp"

namespace pyboard {

SearchResult AnySearch::explore(const AnyState& /*state*/, int /*viewer*/, const Budget& /*budget*/,
                                std::uint64_t /*seed*/, Control& /*control*/) {
  throw std::invalid_argument("this search has no tree to grow");
}

std::vector<std::pair<Action, double>> AnySearch::strategy(const AnyState& /*state*/) const { return {}; }

std::optional<SearchResult> AnySearch::so_far() const { return std::nullopt; }

std::unique_ptr<AnySearch> make_search(const GamePointer& game, SearchMethod method, const SearchParams& params) {
  const MakeSearch make = find_game(game->name()).search;
  if (make == nullptr) throw std::logic_error("this build has no searches");
  return make(game, method, params);
}

}  // namespace pyboard
