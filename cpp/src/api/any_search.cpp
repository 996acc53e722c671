#include "pyboard/api/any_search.hpp"

#include "pyboard/api/registry.hpp"

namespace pyboard {

std::unique_ptr<AnySearch> make_search(const GamePointer& game, SearchMethod method, const SearchParams& params) {
  return find_game(game->name()).search(game, method, params);
}

}  // namespace pyboard
