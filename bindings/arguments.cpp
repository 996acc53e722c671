#include "arguments.hpp"

#include <limits>

namespace pyboard::python {

std::int64_t positive(const py::object& number, const char* what, std::int64_t least, std::int64_t most) {
  const std::int64_t value = whole_number(number, what);
  if (value < least || value > most) {
    throw py::value_error(std::string(what) + " is " + py::str(number).cast<std::string>() +
                          "; allowed: " + std::to_string(least) + " to " + std::to_string(most));
  }
  return value;
}

std::int64_t whole_number(const py::object& number, const char* what) {
  std::int64_t value = 0;
  if (!read_integer(number, value)) {
    throw py::type_error(std::string(what) + " must be a whole number, not " + Py_TYPE(number.ptr())->tp_name);
  }
  return value;
}

int check_player(const AnyState& state, const py::object& player) {
  std::int64_t seat = 0;
  const int seats = state.game()->seats();
  if (player.is_none()) {
    seat = state.current_player();
    if (seat < 0) throw py::value_error("nobody is to move here: name the player, 0 to " + std::to_string(seats - 1));
  } else if (!read_integer(player, seat)) {
    throw py::type_error("a player is a whole number, not " + std::string(Py_TYPE(player.ptr())->tp_name));
  }
  if (seat < 0 || seat >= seats) {
    throw py::value_error("there is no player " + py::str(player).cast<std::string>() + "; allowed: 0 to " +
                          std::to_string(seats - 1));
  }
  return static_cast<int>(seat);
}

std::int64_t check_id(const py::handle& id) {
  std::int64_t number = 0;
  if (PyBool_Check(id.ptr()) != 0 || !read_integer(id, number)) {
    throw InvalidActionError("an action is a whole number, not " + shown(id));
  }
  if (number == std::numeric_limits<std::int64_t>::max() || number == std::numeric_limits<std::int64_t>::min()) {
    throw InvalidActionError(shown(id) + " is no action of any game; allowed: 0 to 65535 at most");
  }
  return number;
}

std::string shown(const py::handle& object) {
  constexpr std::size_t kLongest = 100;
  std::string text = to_text(py::repr(object), "a repr");
  if (text.size() <= kLongest) return text;
  return std::string(Py_TYPE(object.ptr())->tp_name);
}

}  // namespace pyboard::python
