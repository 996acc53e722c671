// bindings/capsules.hpp: C functions that _core hands to _batch, each in a capsule with its name.
#pragma once

#include <Python.h>

#include "pyboard/api/any_state.hpp"

namespace pyboard::python {

/// The State inside a Python object, or null if there is none.
using UnwrapState = AnyState* (*)(PyObject* object);
/// The Game inside a Python object, or null if there is none.
using UnwrapGame = GamePointer (*)(PyObject* object);
/// A new Python object, which takes the State over.
using WrapState = PyObject* (*)(AnyState* state);
/// Sets the Python error that belongs to the C++ exception being handled.
using SetError = void (*)();

}  // namespace pyboard::python
