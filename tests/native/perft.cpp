// Counts of paths from stored positions. The files are those of tools/make_perft.py, read here and in Python.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "check.hpp"
#include "games.hpp"

namespace pyboard::tests {

namespace {

struct Perft {
  std::string game;
  GameRequest request;
  std::vector<std::string> events;
  std::vector<std::pair<int, std::uint64_t>> depths;
};

Value option_value(const std::string& text) {
  if (text == "true" || text == "false") return {text == "true"};
  if (!text.empty() && text.find_first_not_of("-0123456789") == std::string::npos) return {std::stoi(text)};
  return {text};
}

Perft read(const std::filesystem::path& path) {
  Perft perft;
  std::ifstream file(path);
  CHECK(file.good());
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string key;
    words >> key;
    if (key == "game") {
      words >> perft.game;
    } else if (key == "players") {
      std::int64_t players = 0;
      words >> players;
      perft.request.seats = players;
    } else if (key == "options") {
      for (std::string option; words >> option;) {
        const std::size_t equals = option.find('=');
        perft.request.options.set(option.substr(0, equals), option_value(option.substr(equals + 1)));
      }
    } else if (key == "play") {
      const std::string all = line.substr(key.size() + 1);
      for (std::size_t start = 0; start < all.size();) {
        const std::size_t end = std::min(all.find("; ", start), all.size());
        perft.events.push_back(all.substr(start, end - start));
        start = end + 2;
      }
    } else if (key == "depth") {
      auto& [depth, paths] = perft.depths.emplace_back();
      words >> depth >> paths;
    } else {
      CHECK_EQUAL(key, "id");
    }
  }
  return perft;
}

}  // namespace

TEST(perft_counts_paths) {
  if (settings().perft.empty()) return;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(settings().perft)) {
    if (entry.path().extension() == ".perft") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  CHECK(!files.empty());
  const std::uint64_t most = std::uint64_t{40'000} * static_cast<std::uint64_t>(settings().effort);
  Control control;
  for (const auto& path : files) {
    set_scene(path.filename().string());
    const Perft perft = read(path);
    // Files may lie here before their game does.
    if (std::ranges::none_of(registry(), [&](const GameEntry& entry) { return entry.name == perft.game; })) continue;
    const StatePointer state = AnyState::initial(load_game(perft.game, perft.request));
    for (const std::string& text : perft.events) state->apply_text(text);
    CHECK(!perft.depths.empty());
    const AnyState& start = *state;
    for (const auto& [depth, paths] : perft.depths) {
      if (paths <= most) CHECK_EQUAL(start.game()->perft(start.cursor(), depth, control), paths);
    }
  }
}

}  // namespace pyboard::tests
