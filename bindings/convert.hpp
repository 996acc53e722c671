// bindings/convert.hpp: between Python objects and the plain types of the library.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>

#include "pyboard/core/control.hpp"
#include "pyboard/core/value.hpp"

namespace pyboard::python {

namespace py = pybind11;

/// A dict, list, text, number, truth value or None as a Value; TypeError for anything else.
[[nodiscard]] Value to_value(const py::handle& object);
[[nodiscard]] py::object to_object(const Value& value);
/// The whole number in `object` (NumPy's included), clamped to 64 bits; false if it is none.
[[nodiscard]] bool read_integer(const py::handle& object, std::int64_t& out) noexcept;
/// A text as UTF-8 for the library. What no text of the library can hold (surrogates, control characters, great length)
/// comes escaped or shortened, so that it is refused with a message that can be shown. TypeError for anything else.
[[nodiscard]] std::string to_text(const py::handle& object, const char* what);
/// 64 random bits from a seed, a random.Random or a numpy.random.Generator.
[[nodiscard]] std::uint64_t seed_from(const py::object& rng);
/// A small whole number as a Python object; the same object every time.
[[nodiscard]] PyObject* interned(std::size_t number);

/// Lets Ctrl-C end long work: asks Python for pending signals.
class Interruptible {
 public:
  [[nodiscard]] Control control() { return Control(&Interruptible::check, this); }
  /// Raises what the signal handler raised, if it did. Call with the GIL held.
  void rethrow() const {
    if (raised_) throw py::error_already_set();
  }

 private:
  static bool check(void* self) {
    const py::gil_scoped_acquire gil;
    auto* me = static_cast<Interruptible*>(self);
    if (PyErr_CheckSignals() != 0) {
      // Keep the error for rethrow(): it lives in this thread's state.
      me->raised_ = true;
    }
    return me->raised_;
  }
  bool raised_ = false;
};

}  // namespace pyboard::python
