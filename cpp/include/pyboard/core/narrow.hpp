// pyboard/core/narrow.hpp: numbers of a rule as indices and as bytes of a position.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pyboard {

/// An index; negative numbers are bugs.
[[nodiscard]] constexpr std::size_t at(int index) noexcept { return static_cast<std::size_t>(index); }

/// A number of a position that fits a byte.
[[nodiscard]] constexpr std::uint8_t byte(int value) noexcept { return static_cast<std::uint8_t>(value); }

}  // namespace pyboard
