// pyboard/core/value.hpp: a tree of plain values (what JSON can say), and a reader that collects every
// fault. Dicts of positions, component tables and options cross the border to Python in this form.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "pyboard/core/error.hpp"

namespace pyboard {

/// null, bool, integer, real, text, list or dict (in insertion order).
class PYBOARD_API Value {
 public:
  using List = std::vector<Value>;
  using Dict = std::vector<std::pair<std::string, Value>>;

  Value() = default;
  // Implicit, so that trees read like JSON. NOLINTBEGIN(google-explicit-constructor)
  Value(bool value) : data_{value} {}
  Value(int value) : data_{static_cast<std::int64_t>(value)} {}
  Value(std::int64_t value) : data_{value} {}
  Value(double value) : data_{value} {}
  Value(const char* value) : data_{std::string(value)} {}
  Value(std::string_view value) : data_{std::string(value)} {}
  Value(std::string value) : data_{std::move(value)} {}
  Value(List value) : data_{std::move(value)} {}
  Value(Dict value) : data_{std::move(value)} {}
  // NOLINTEND(google-explicit-constructor)

  [[nodiscard]] static Value dict() { return Value(Dict{}); }
  [[nodiscard]] static Value list() { return Value(List{}); }

  template <class T>
  [[nodiscard]] const T* get() const noexcept {
    return std::get_if<T>(&data_);
  }
  template <class T>
  [[nodiscard]] T* get() noexcept {
    return std::get_if<T>(&data_);
  }
  [[nodiscard]] bool is_null() const noexcept { return std::holds_alternative<std::monostate>(data_); }

  /// Member of a dict, or null when this is no dict or has no such key.
  [[nodiscard]] const Value* find(std::string_view key) const noexcept;
  /// Sets a member of a dict (a null value becomes an empty dict first).
  Value& set(std::string_view key, Value value);
  /// The member of a dict, made null if it is not there yet.
  [[nodiscard]] Value& at(std::string_view key);
  /// Appends to a list (a null value becomes an empty list first).
  void push(Value value);

  /// Compact JSON with keys in insertion order.
  [[nodiscard]] std::string json() const;
  /// "a number", "a text", …: for messages.
  [[nodiscard]] std::string kind() const;
  bool operator==(const Value&) const = default;

 private:
  std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Dict> data_;
};

/// Reads a dict field by field; every fault is noted with its path, and reading goes on.
class PYBOARD_API DictReader {
 public:
  DictReader(const Value& value, std::string path, Faults& faults);

  /// Integer in [min, max]; `min` when it is missing or wrong (and a fault is noted).
  [[nodiscard]] int integer(std::string_view key, int min, int max);
  [[nodiscard]] bool boolean(std::string_view key);
  /// Index of the text among `names`, 0 when it is missing or wrong.
  [[nodiscard]] int choice(std::string_view key, std::span<const std::string_view> names);
  /// As choice, but null is allowed and gives -1.
  [[nodiscard]] int choice_or_null(std::string_view key, std::span<const std::string_view> names);
  /// As integer, but null is allowed and gives `none`.
  [[nodiscard]] int integer_or_null(std::string_view key, int min, int max, int none);
  /// Exactly `out.size()` integers in [min, max].
  void integers(std::string_view key, std::span<int> out, int min, int max);
  /// Calls f(reader, index) for the dicts of a list of min_count to max_count entries; returns their number.
  int dicts(std::string_view key, int min_count, int max_count, const std::function<void(DictReader&, int)>& f);
  /// Calls f(value, path, index) for the entries of a list of min_count to max_count entries; returns their number.
  int list(std::string_view key, int min_count, int max_count,
           const std::function<void(const Value&, const std::string&, int)>& f);
  /// A dict inside this one.
  void dict(std::string_view key, const std::function<void(DictReader&)>& f);
  /// A dict with exactly the given keys or some of them (missing ones count 0): one integer per name.
  void counts(std::string_view key, std::span<const std::string_view> names, std::span<int> out, int max);
  /// True if the key is there.
  [[nodiscard]] bool has(std::string_view key) const noexcept;
  /// Notes a fault at a key of this dict.
  void fault(std::string_view key, const std::string& what);
  /// Notes every key that was never asked for; call last.
  void finish();

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  [[nodiscard]] const Value* take(std::string_view key, bool required = true);
  [[nodiscard]] std::string where(std::string_view key) const;

  const Value* value_;
  std::string path_;
  Faults* faults_;
  std::vector<std::string> seen_;
};

/// "'a', 'b', 'c'": for messages that name what is allowed.
[[nodiscard]] PYBOARD_API std::string quoted_list(std::span<const std::string_view> names);

}  // namespace pyboard
