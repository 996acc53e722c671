// One executable per target for libFuzzer; PYBOARD_FUZZ_TARGET is its name.
#include <cstddef>
#include <cstdint>

#include "fuzz/targets.hpp"

// The name that libFuzzer calls. NOLINTNEXTLINE(readability-identifier-naming)
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const pyboard::fuzz::Target& target = pyboard::fuzz::find_target(PYBOARD_FUZZ_TARGET);
  target.run({data, size});
  return 0;
}
