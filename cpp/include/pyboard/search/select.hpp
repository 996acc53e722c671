// pyboard/search/select.hpp: upper confidence bounds over columns of edges. Plain IEEE arithmetic in a fixed
// order, no library logarithm: the same choices on every platform.
#pragma once

#include <cstdint>
#include <span>

#include "pyboard/core/bits.hpp"
#include "pyboard/core/event.hpp"

namespace pyboard::select {

/// Natural logarithm of a number from 1 to 2^31, good to 1e-4.
[[nodiscard]] float log_of(std::uint32_t number) noexcept;

/// bounds[i] = mean + exploration * sqrt(log_total / visits[i]).
void upper_bounds(std::uint32_t count, const std::uint32_t* visits, const std::uint32_t* sums, float exploration,
                  float log_total, float* bounds) noexcept;

/// The same where every action counts the visits at which it was available, total - missed[i].
void upper_bounds_available(std::uint32_t count, const std::uint32_t* visits, const std::uint32_t* sums,
                            const std::uint32_t* missed, float exploration, std::uint32_t total,
                            float* bounds) noexcept;

/// First of the highest.
[[nodiscard]] std::uint32_t highest(std::uint32_t count, const float* bounds) noexcept;

}  // namespace pyboard::select
