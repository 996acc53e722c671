// pyboard/core/tables.hpp: what the component tables of all games have in common.
#pragma once

#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "pyboard/core/schema.hpp"

namespace pyboard::schema {

/// "key": [{…}, …] of exactly `count` rows.
inline void fixed_records(Visitor& visitor, std::string_view key, int count, const std::function<void(int)>& row) {
  int rows = count;
  visitor.records(key, rows, count, count, row);
}

/// The tables that a game ships: the numbers of its generated header, in the order of its schema.
template <class Tables>
[[nodiscard]] Tables shipped(std::string_view game, void (*describe)(Visitor&, Tables&), std::span<const int> numbers) {
  Tables result{};
  if (!load([&](Visitor& visitor) { describe(visitor, result); }, numbers)) {
    throw std::logic_error("the default tables of " + std::string(game) + " do not fit its schema");
  }
  return result;
}

}  // namespace pyboard::schema
