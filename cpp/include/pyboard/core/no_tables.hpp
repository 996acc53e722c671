// pyboard/core/no_tables.hpp: for games without component data.
#pragma once

#include "pyboard/core/error.hpp"
#include "pyboard/core/schema.hpp"

namespace pyboard {

/// Base of a Rules class that has no tables.
struct WithoutTables {
  struct Tables {};
  [[nodiscard]] static const Tables& default_tables() {
    static constexpr Tables kTables{};
    return kTables;
  }
  static void describe(schema::Visitor& /*visitor*/, Tables& /*tables*/) {}
  static void check(const Tables& /*tables*/, Faults& /*faults*/) {}
};

}  // namespace pyboard
