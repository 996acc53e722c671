// pyboard/core/options.hpp: one table of options per game, and the one check for all of them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pyboard/core/error.hpp"
#include "pyboard/core/value.hpp"

namespace pyboard {

inline constexpr int kMaxOptions = 16;

/// One option. With `values` it takes one of them (the first is the default); without, every whole number
/// from `minimum` on (`default_integer` is the default).
struct OptionSpec {
  std::string_view name;
  std::vector<Value> values;
  std::int32_t minimum = 0;
  std::int32_t default_integer = 0;
  std::string_view meaning;
};

/// A named set of options ("seed", "published").
struct Ruleset {
  std::string_view name;
  std::vector<std::pair<std::string_view, Value>> settings;
};

/// A name that people may ask for and that is not built, with the reason (modules, expansions).
struct RefusedOption {
  std::string_view name;
  std::string_view reason;
};

/// The values of a game's options in the order of its table: an index into `values`, or the number itself.
struct OptionValues {
  std::array<std::int32_t, kMaxOptions> values{};
  bool operator==(const OptionValues&) const = default;
  [[nodiscard]] std::int32_t operator[](int option) const noexcept { return values[static_cast<std::size_t>(option)]; }
};

/// The defaults, then the ruleset, then what is named beside it. Throws std::invalid_argument with every
/// fault at once, each naming what is allowed.
[[nodiscard]] PYBOARD_API OptionValues read_options(std::string_view game, std::span<const OptionSpec> specs,
                                                    std::span<const Ruleset> rulesets,
                                                    std::span<const RefusedOption> refused, std::string_view ruleset,
                                                    const Value& given);

/// All options of a game as a dict name → value.
[[nodiscard]] PYBOARD_API Value options_value(std::span<const OptionSpec> specs, const OptionValues& values);

}  // namespace pyboard
