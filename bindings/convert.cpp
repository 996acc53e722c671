#include "convert.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

namespace pyboard::python {

namespace {

constexpr int kDeepest = 64;

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// Surrogates, which UTF-8 does not have, become their escapes.
std::string utf8(const py::handle& text) {
  Py_ssize_t size = 0;
  if (const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size)) return {bytes, static_cast<std::size_t>(size)};
  PyErr_Clear();
  const auto escaped =
      py::reinterpret_steal<py::bytes>(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "backslashreplace"));
  if (!escaped) throw py::error_already_set();
  return std::string(escaped);
}

Value to_value_at(const py::handle& object, int depth) {
  if (depth > kDeepest) throw py::value_error("nested too deeply: more than " + std::to_string(kDeepest) + " levels");
  if (object.is_none()) return {};
  if (PyBool_Check(object.ptr()) != 0) return {object.ptr() == Py_True};
  if (PyUnicode_Check(object.ptr()) != 0) return {utf8(object)};
  if (PyFloat_Check(object.ptr()) != 0) return {PyFloat_AS_DOUBLE(object.ptr())};
  if (PyDict_Check(object.ptr()) != 0) {
    Value::Dict dict;
    for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(object)) {
      if (PyUnicode_Check(key.ptr()) == 0)
        throw py::type_error("keys must be texts, not " + py::repr(key).cast<std::string>());
      dict.emplace_back(to_text(key, "a key"), to_value_at(value, depth + 1));
    }
    return {std::move(dict)};
  }
  if (PyList_Check(object.ptr()) != 0 || PyTuple_Check(object.ptr()) != 0) {
    Value::List list;
    for (const py::handle& item : py::reinterpret_borrow<py::sequence>(object))
      list.push_back(to_value_at(item, depth + 1));
    return {std::move(list)};
  }
  std::int64_t number = 0;
  if (read_integer(object, number)) return {number};
  throw py::type_error("expected dicts, lists, texts, numbers, truth values or None, not " +
                       std::string(Py_TYPE(object.ptr())->tp_name));
}

}  // namespace

Value to_value(const py::handle& object) { return to_value_at(object, 0); }

py::object to_object(const Value& value) {
  if (const auto* flag = value.get<bool>()) return py::bool_(*flag);
  if (const auto* integer = value.get<std::int64_t>()) return py::int_(*integer);
  if (const auto* real = value.get<double>()) return py::float_(*real);
  if (const auto* text = value.get<std::string>()) return py::str(*text);
  if (const auto* list = value.get<Value::List>()) {
    py::list out(list->size());
    for (std::size_t i = 0; i < list->size(); ++i) out[i] = to_object((*list)[i]);
    return out;
  }
  if (const auto* dict = value.get<Value::Dict>()) {
    py::dict out;
    for (const auto& [key, item] : *dict) out[py::str(key)] = to_object(item);
    return out;
  }
  return py::none();
}

bool read_integer(const py::handle& object, std::int64_t& out) noexcept {
  PyObject* number = object.ptr();
  PyObject* converted = nullptr;
  if (PyLong_Check(number) == 0) {
    if (PyIndex_Check(number) == 0) return false;
    converted = PyNumber_Index(number);
    if (converted == nullptr) {
      PyErr_Clear();
      return false;
    }
    number = converted;
  }
  int overflow = 0;
  out = PyLong_AsLongLongAndOverflow(number, &overflow);
  if (overflow != 0) {
    out = overflow > 0 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min();
  }
  Py_XDECREF(converted);
  return true;
}

std::string to_text(const py::handle& object, const char* what) {
  if (PyUnicode_Check(object.ptr()) == 0) {
    throw py::type_error(std::string(what) + " is a text, not " + Py_TYPE(object.ptr())->tp_name);
  }
  constexpr Py_ssize_t kLongest = 200;
  constexpr Py_ssize_t kShown = 60;
  const Py_ssize_t length = PyUnicode_GetLength(object.ptr());
  std::string text;
  if (length > kLongest) {
    text = utf8(py::reinterpret_steal<py::object>(PyUnicode_Substring(object.ptr(), 0, kShown))) + "… (" +
           std::to_string(length) + " characters)";
  } else {
    text = utf8(object);
  }
  if (std::none_of(text.begin(), text.end(), is_control)) return text;
  std::string escaped;
  for (const char c : text) {
    if (is_control(c)) {
      constexpr std::string_view kHex = "0123456789abcdef";
      const auto byte = static_cast<unsigned char>(c);
      escaped += {'\\', 'x', kHex[byte >> 4U], kHex[byte & 15U]};
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::uint64_t seed_from(const py::object& rng) {
  if (PyBool_Check(rng.ptr()) == 0 && PyIndex_Check(rng.ptr()) != 0) {
    const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(rng.ptr()));
    if (!number) throw py::error_already_set();
    const unsigned long long seed = PyLong_AsUnsignedLongLong(number.ptr());
    if (PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      throw py::value_error("a seed is a whole number from 0 to 2**64 - 1, not " + py::repr(rng).cast<std::string>());
    }
    return seed;
  }
  try {
    if (py::hasattr(rng, "getrandbits")) return rng.attr("getrandbits")(64).cast<std::uint64_t>();
    if (py::hasattr(rng, "integers")) {
      const py::object high = rng.attr("integers")(std::int64_t{1} << 32);
      const py::object low = rng.attr("integers")(std::int64_t{1} << 32);
      return (high.cast<std::uint64_t>() << 32) | low.cast<std::uint64_t>();
    }
  } catch (const py::cast_error&) {
    throw py::type_error(std::string(Py_TYPE(rng.ptr())->tp_name) + " gives no random whole numbers");
  }
  throw py::type_error("expected a seed, a random.Random or a numpy.random.Generator, not " +
                       std::string(Py_TYPE(rng.ptr())->tp_name));
}

PyObject* interned(std::size_t number) {
  static std::array<PyObject*, 4096> known{};
  if (number >= known.size()) return PyLong_FromSize_t(number);
  if (known[number] == nullptr) known[number] = PyLong_FromSize_t(number);
  Py_XINCREF(known[number]);
  return known[number];
}

}  // namespace pyboard::python
