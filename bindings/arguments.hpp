// bindings/arguments.hpp: what callers pass, checked, with messages that name what is allowed.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <string>

#include "convert.hpp"
#include "pyboard/api/any_state.hpp"
#include "pyboard/api/registry.hpp"

namespace pyboard::python {

using SharedGame = std::shared_ptr<AnyGame>;

/// Games are immutable; pybind11 holds them without const.
[[nodiscard]] inline SharedGame shared(const GamePointer& game) { return std::const_pointer_cast<AnyGame>(game); }
/// A whole number from `least` to `most`.
[[nodiscard]] std::int64_t positive(const py::object& number, const char* what, std::int64_t least, std::int64_t most);
/// Any whole number, clamped to 64 bits.
[[nodiscard]] std::int64_t whole_number(const py::object& number, const char* what);
/// A seat of the state's game; None means the seat to move.
[[nodiscard]] int check_player(const AnyState& state, const py::object& player);
/// An action or outcome number; anything that is no whole number of 64 bits is an InvalidActionError.
[[nodiscard]] std::int64_t check_id(const py::handle& id);
/// The object as a message can show it.
[[nodiscard]] std::string shown(const py::handle& object);

using GameClass = py::class_<AnyGame, SharedGame>;
using StateClass = py::class_<AnyState>;
void bind_game(GameClass& game);
void bind_state(StateClass& state);
void bind_search(py::module_& m);

}  // namespace pyboard::python
