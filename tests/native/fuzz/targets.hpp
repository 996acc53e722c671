// tests/native/fuzz/targets.hpp: what is fuzzed. A target turns any bytes into an attempt to break something
// and throws std::logic_error when it succeeds. libFuzzer drives them in `make fuzz`; the native tests run
// them on reproducible bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pyboard::fuzz {

using Input = std::span<const std::uint8_t>;

struct Target {
  std::string_view name;
  void (*run)(Input);
};

/// All targets; tests/native/CMakeLists.txt names them once more for libFuzzer.
[[nodiscard]] std::span<const Target> targets();
/// Throws std::invalid_argument for an unknown name.
[[nodiscard]] const Target& find_target(std::string_view name);

}  // namespace pyboard::fuzz
