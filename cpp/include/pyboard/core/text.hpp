// pyboard/core/text.hpp: words and numbers of texts, as every game reads and writes them.
#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pyboard/core/error.hpp"

namespace pyboard {

/// Splits at single blanks; a text with other blanks gives an empty word, which nothing matches.
[[nodiscard]] inline std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (;;) {
    const std::size_t blank = line.find(' ');
    words.push_back(line.substr(0, blank));
    if (blank == std::string_view::npos) return words;
    line.remove_prefix(blank + 1);
  }
}

/// Where a word stands among names.
template <class Names>
[[nodiscard]] std::optional<int> index_of(const Names& names, std::string_view word) {
  const auto it = std::find(std::begin(names), std::end(names), word);
  if (it == std::end(names)) return std::nullopt;
  return static_cast<int>(it - std::begin(names));
}

/// A whole number, 0 or more, without sign and leading zeros.
[[nodiscard]] inline std::optional<int> whole_number(std::string_view word) {
  int value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || value < 0 || std::to_string(value) != word)
    return std::nullopt;
  return value;
}

[[nodiscard]] inline std::string number(int value) { return std::to_string(value); }

/// Names in messages.
[[nodiscard]] inline std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

/// A seat as texts and messages call it.
[[nodiscard]] inline std::string seat_text(int seat) { return "p" + std::to_string(seat); }

/// Refuses a line that `game` cannot read.
[[noreturn]] inline void refuse_action(std::string_view game, std::string_view line, const std::string& why) {
  throw InvalidActionError(quoted(line) + " is no action of " + std::string(game) + ": " + why);
}

}  // namespace pyboard
