// pyboard/api/registry.hpp: all games by name. The list is generated from cpp/games.cmake; nothing
// registers itself, so there is no order of initialisation to worry about.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pyboard/api/any_game.hpp"

namespace pyboard {

/// How a game is asked for.
struct GameRequest {
  std::optional<std::int64_t> seats;  // without: the smallest number
  std::string ruleset = "seed";
  Value options = Value::dict();
  const Value* components = nullptr;  // replacement of component tables, whole or in part
  const Value* shipped = nullptr;     // the game's own component file, to tell slips of the pen
};

class AnySearch;
enum class SearchMethod : std::uint8_t;
struct SearchParams;
/// Makes a search of a game.
using MakeSearch = std::unique_ptr<AnySearch> (*)(const GamePointer& game, SearchMethod method,
                                                  const SearchParams& params);

/// One line of the registry.
struct GameEntry {
  std::string name;
  bool listed;  // toys are not
  const GameInfo& (*info)();
  GamePointer (*make)(const GameEntry&, const GameRequest&);
  std::vector<schema::Leaf> (*leaves)(const Value& tree, Faults& faults);  // a complete component file, as numbers
  MakeSearch search;
};

[[nodiscard]] PYBOARD_API std::span<const GameEntry> registry();
/// Throws std::invalid_argument that names the games there are.
[[nodiscard]] PYBOARD_API const GameEntry& find_game(std::string_view name);
/// The game object, shared with everybody who asked for the same. Throws std::invalid_argument with all faults.
[[nodiscard]] PYBOARD_API GamePointer load_game(std::string_view name, const GameRequest& request);

/// The object with this fingerprint if somebody holds one, else a new one.
[[nodiscard]] GamePointer share_game(std::uint64_t fingerprint, const std::function<GamePointer()>& make);

}  // namespace pyboard
