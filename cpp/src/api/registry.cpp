#include "pyboard/api/registry.hpp"

#include <mutex>
#include <unordered_map>

namespace pyboard {

// Defined in the generated list of games.
std::vector<GameEntry> make_registry();

std::span<const GameEntry> registry() {
  static const std::vector<GameEntry> kEntries = make_registry();
  return kEntries;
}

const GameEntry& find_game(std::string_view name) {
  std::vector<std::string_view> names;
  for (const GameEntry& entry : registry()) {
    if (entry.name == name) return entry;
    if (entry.listed) names.emplace_back(entry.name);
  }
  throw std::invalid_argument("no game is called '" + std::string(name) + "'; allowed: " + quoted_list(names));
}

GamePointer load_game(std::string_view name, const GameRequest& request) {
  const GameEntry& entry = find_game(name);
  return entry.make(entry, request);
}

GamePointer share_game(std::uint64_t fingerprint, const std::function<GamePointer()>& make) {
  static std::mutex mutex;
  static std::unordered_map<std::uint64_t, std::weak_ptr<const AnyGame>> games;
  const std::scoped_lock lock(mutex);
  std::weak_ptr<const AnyGame>& slot = games[fingerprint];
  GamePointer game = slot.lock();
  if (game == nullptr) {
    game = make();
    slot = game;
  }
  return game;
}

}  // namespace pyboard
