#include "pyboard/core/error.hpp"

namespace pyboard {

std::string join_faults(const std::string& what, const Faults& faults) {
  if (faults.size() == 1) return what + ": " + faults.front();
  std::string text = what + ": " + std::to_string(faults.size()) + " faults";
  for (const std::string& fault : faults) text += "\n- " + fault;
  return text;
}

}  // namespace pyboard
