// pyboard/core/names.hpp: components by name in the dicts of positions, written and read.
#pragma once

#include <concepts>
#include <iterator>
#include <string>
#include <string_view>

#include "pyboard/core/bits.hpp"
#include "pyboard/core/text.hpp"
#include "pyboard/core/value.hpp"

namespace pyboard {

/// The names of a set's members, as a list.
template <class Names>
[[nodiscard]] Value names_value(Word set, const Names& names) {
  Value list = Value::list();
  while (set != 0) list.push(names[static_cast<std::size_t>(bits::pop_lowest(set))]);
  return list;
}

/// A name, or null for -1.
template <class Names>
[[nodiscard]] Value name_or_null(int index, const Names& names) {
  return index < 0 ? Value() : Value(names[static_cast<std::size_t>(index)]);
}

/// A seat, or null for -1.
[[nodiscard]] inline Value seat_or_null(int seat) { return seat < 0 ? Value() : Value(seat); }

/// The names of which there are any, with their numbers.
template <class Names, std::invocable<int> Get>
[[nodiscard]] Value counts_value(const Names& names, Get&& get) {
  Value dict = Value::dict();
  for (int i = 0; i < static_cast<int>(std::size(names)); ++i) {
    if (get(i) > 0) dict.set(names[static_cast<std::size_t>(i)], static_cast<int>(get(i)));
  }
  return dict;
}
template <class Counts, class Names>
  requires requires(const Counts& counts) { counts.get(0); }
[[nodiscard]] Value counts_value(const Counts& counts, const Names& names) {
  return counts_value(names, [&](int i) { return counts.get(i); });
}

/// A list of different names as a set; every fault is noted.
template <class Names>
[[nodiscard]] Word read_names(DictReader& reader, std::string_view key, const Names& names, Faults& faults) {
  Word set = 0;
  reader.list(key, 0, static_cast<int>(std::size(names)), [&](const Value& entry, const std::string& path, int) {
    const auto* text = entry.get<std::string>();
    const auto index = text == nullptr ? std::nullopt : index_of(names, *text);
    if (!index) {
      faults.push_back(path + " is " + entry.json() + ", allowed: " + quoted_list(names));
      return;
    }
    if (bits::test(set, *index)) faults.push_back(path + " is there twice: " + entry.json());
    set |= bits::bit(*index);
  });
  return set;
}

}  // namespace pyboard
