// pyboard/core/schema.hpp: component tables as data.
// A game describes its table struct once, in one function that names each field with its JSON path, type
// and bounds. Visitors made from that one description read a JSON tree, write one, list the leaves
// (for the committed header of defaults), and load those leaves back.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "pyboard/core/error.hpp"
#include "pyboard/core/value.hpp"

namespace pyboard::schema {

/// What a game's describe() talks to. Every field is a whole number inside; texts are indices into a list
/// of names that the rules know.
class PYBOARD_API Visitor {
 public:
  Visitor() = default;
  Visitor(const Visitor&) = delete;
  Visitor& operator=(const Visitor&) = delete;
  virtual ~Visitor() = default;

  /// "key": number in [min, max].
  template <std::integral T>
  void integer(std::string_view key, T& field, int min, int max) {
    int value = static_cast<int>(field);
    visit_integer(key, value, min, max, true);
    field = static_cast<T>(value);
  }
  /// As integer, but a file may leave it out: then it is 0.
  template <std::integral T>
  void optional(std::string_view key, T& field, int min, int max) {
    int value = static_cast<int>(field);
    visit_integer(key, value, min, max, false);
    field = static_cast<T>(value);
  }
  /// "key": true or false.
  template <std::integral T>
  void boolean(std::string_view key, T& field) {
    int value = static_cast<int>(field);
    visit_boolean(key, value);
    field = static_cast<T>(value);
  }
  /// "key": one of the names; the field is its index. Names of digits stand for numbers: "2" is written as 2.
  template <class T>
    requires std::integral<T> || std::is_enum_v<T>
  void choice(std::string_view key, T& field, std::span<const std::string_view> names) {
    int value = static_cast<int>(field);
    visit_choice(key, value, names);
    field = static_cast<T>(value);
  }
  /// "key": [numbers], exactly as many as the range holds.
  template <class Range>
  void integers(std::string_view key, Range& fields, int min, int max) {
    int count = static_cast<int>(std::size(fields));
    visit_list(key, count, count, count, [&](int i) { integer("", fields[static_cast<std::size_t>(i)], min, max); });
  }
  /// "key": {…}.
  void dict(std::string_view key, const std::function<void()>& members) { visit_dict(key, members); }
  /// "key": {id: {…}, …} with exactly these ids; f(i) describes the members of the i-th.
  void keyed(std::string_view key, std::span<const std::string_view> ids, const std::function<void(int)>& members) {
    visit_dict(key, [&] {
      for (int i = 0; i < static_cast<int>(ids.size()); ++i)
        visit_dict(ids[static_cast<std::size_t>(i)], [&] { members(i); });
    });
  }
  /// As choice, but a file may leave it out: the field is 0 for that, otherwise 1 + the index.
  template <std::integral T>
  void optional_choice(std::string_view key, T& field, std::span<const std::string_view> names) {
    int value = static_cast<int>(field);
    visit_optional_choice(key, value, names);
    field = static_cast<T>(value);
  }
  /// "key": null or a number in [min, max]; the field is 0 for null, otherwise 1 + the number.
  template <std::integral T>
  void nullable(std::string_view key, T& field, int min, int max) {
    int value = static_cast<int>(field);
    visit_nullable(key, value, min, max);
    field = static_cast<T>(value);
  }
  /// A dict that has exactly one of these keys; the field is the index of that key. What stands behind the
  /// key is described next.
  template <class T>
    requires std::integral<T> || std::is_enum_v<T>
  void variant(T& field, std::span<const std::string_view> keys) {
    int value = static_cast<int>(field);
    visit_variant(value, keys);
    field = static_cast<T>(value);
  }
  /// "key": [{"id": …}, …] with exactly these ids in this order; f(i) describes the other members of a row.
  void rows(std::string_view key, std::span<const std::string_view> ids, const std::function<void(int)>& members,
            std::string_view id_key = "id") {
    visit_rows(key, id_key, ids, members);
  }
  /// "key": [{…}, …] of min to max rows; `count` is how many; f(i) describes the members of a row.
  template <std::integral T>
  void records(std::string_view key, T& count, int min, int max, const std::function<void(int)>& members) {
    int value = static_cast<int>(count);
    visit_list(key, value, min, max, [&](int i) { visit_dict("", [&] { members(i); }); });
    count = static_cast<T>(value);
  }
  /// "key": [[…], …] of min to max lists; `count` is how many; f(i) describes the i-th under the key "".
  template <std::integral T>
  void lists(std::string_view key, T& count, int min, int max, const std::function<void(int)>& entry) {
    int value = static_cast<int>(count);
    visit_list(key, value, min, max, entry);
    count = static_cast<T>(value);
  }
  /// "key": [numbers] of min to max entries.
  template <std::integral T, class Range>
  void numbers(std::string_view key, T& count, Range& fields, int min_count, int max_count, int min, int max) {
    int value = static_cast<int>(count);
    visit_list(key, value, min_count, max_count,
               [&](int i) { integer("", fields[static_cast<std::size_t>(i)], min, max); });
    count = static_cast<T>(value);
  }
  /// "key": [names] of min to max entries.
  template <std::integral T, class Range>
  void choices(std::string_view key, T& count, Range& fields, int min_count, int max_count,
               std::span<const std::string_view> names) {
    int value = static_cast<int>(count);
    visit_list(key, value, min_count, max_count,
               [&](int i) { choice("", fields[static_cast<std::size_t>(i)], names); });
    count = static_cast<T>(value);
  }

 protected:
  // The key "" stands for the current entry of a list.
  virtual void visit_integer(std::string_view key, int& value, int min, int max, bool required) = 0;
  virtual void visit_boolean(std::string_view key, int& value) = 0;
  virtual void visit_choice(std::string_view key, int& value, std::span<const std::string_view> names) = 0;
  virtual void visit_dict(std::string_view key, const std::function<void()>& members) = 0;
  virtual void visit_optional_choice(std::string_view key, int& value, std::span<const std::string_view> names) = 0;
  virtual void visit_nullable(std::string_view key, int& value, int min, int max) = 0;
  virtual void visit_variant(int& value, std::span<const std::string_view> keys) = 0;
  virtual void visit_rows(std::string_view key, std::string_view id_key, std::span<const std::string_view> ids,
                          const std::function<void(int)>& members) = 0;
  virtual void visit_list(std::string_view key, int& count, int min, int max,
                          const std::function<void(int)>& entry) = 0;
};

/// A description bound to its table struct.
using Describe = std::function<void(Visitor&)>;

/// One number of a table, where it stands, and what the schema allows there.
struct Leaf {
  std::string path;  // "jungle_types.rows[2].count"
  int value;
  int min;
  int max;
};

/// Reads a tree into the tables that `describe` is bound to. Dicts that are missing keep what the tables
/// hold (so a file may give only what it changes), unless `complete`. Keys that `known` (the shipped file)
/// lacks are faults.
PYBOARD_API void read(const Describe& describe, const Value& tree, const Value& known, bool complete, Faults& faults);

/// The tables as a tree: exactly the entries that a rule reads.
[[nodiscard]] PYBOARD_API Value write(const Describe& describe);

/// Every number in the order of the description; lists of variable length give their count first.
[[nodiscard]] PYBOARD_API std::vector<Leaf> leaves(const Describe& describe);

/// Loads the numbers that `leaves` gave; false if they are not as many as the description asks for.
[[nodiscard]] PYBOARD_API bool load(const Describe& describe, std::span<const int> numbers);

/// Entries that are computed from others (`derived`) are not input. In `tree` they may stand as the shipped
/// file has them or as they really are now; anything else is a fault.
PYBOARD_API void check_derived(const Value& tree, const Value& shipped, const Value& derived, Faults& faults);

}  // namespace pyboard::schema
