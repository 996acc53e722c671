// The fuzz targets on reproducible bytes, so that they are exercised where there is no libFuzzer.
#include <stdexcept>

#include "check.hpp"
#include "fuzz/targets.hpp"
#include "pyboard/core/rng.hpp"

namespace pyboard::tests {

TEST(fuzz_targets_on_random_bytes) {
  for (const fuzz::Target& target : fuzz::targets()) {
    Rng rng(settings().seed);
    for (int i = 0; i < repeats(100, 150); ++i) {
      set_scene("target " + std::string(target.name) + ", input " + std::to_string(i));
      std::vector<std::uint8_t> input(rng.below(200));
      for (std::uint8_t& byte : input) byte = static_cast<std::uint8_t>(rng.below(256));
      try {
        target.run(input);
      } catch (const std::logic_error& error) {
        report_failure(__FILE__, __LINE__, error.what());
      }
    }
  }
}

}  // namespace pyboard::tests
