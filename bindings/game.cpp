// bindings/game.cpp: pyboard.Game.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <utility>

#include "arguments.hpp"

namespace pyboard::python {

namespace {

using Game = AnyGame;
using State = AnyState;

/// For Game.new_initial_state(None) pybind11 passes a null pointer.
void refuse_none(const SharedGame& game) {
  if (game == nullptr) throw py::type_error("a game is needed, not None");
}

std::unique_ptr<State> deserialize(const SharedGame& game, const py::object& bytes) {
  if (PyObject_CheckBuffer(bytes.ptr()) == 0) {
    throw py::type_error("a serialised state is bytes, not " + std::string(Py_TYPE(bytes.ptr())->tp_name));
  }
  Py_buffer view;
  if (PyObject_GetBuffer(bytes.ptr(), &view, PyBUF_SIMPLE) != 0) {
    PyErr_Clear();
    throw py::value_error("a serialised state must be contiguous bytes");
  }
  const auto* data = static_cast<const std::byte*>(view.buf);
  const std::vector<std::byte> copy(data, data + view.len);
  PyBuffer_Release(&view);
  return State::deserialize(game, copy);
}

std::unique_ptr<State> state_from_dict(const SharedGame& game, const py::object& position) {
  Value value;
  try {
    value = to_value(position);
  } catch (const py::builtin_exception& error) {
    throw CorruptStateError("this is no position of " + game->description() + ": " + error.what());
  }
  return State::from_value(game, value);
}

RandomPlay play_random_games(const SharedGame& game, const py::object& n, const py::object& seed,
                             const py::object& threads) {
  const std::int64_t games = positive(n, "n", 0, std::int64_t{1} << 40);
  const std::int64_t count = positive(threads, "threads", 1, 1024);
  const std::uint64_t start = seed_from(seed);
  Interruptible interruptible;
  RandomPlay result;
  {
    const py::gil_scoped_release release;
    Control control = interruptible.control();
    result = game->play_random_games(games, start, static_cast<int>(count), control);
  }
  interruptible.rethrow();
  return result;
}

std::uint64_t perft(const SharedGame& game, const State& state, const py::object& depth) {
  if (state.game()->fingerprint() != game->fingerprint())
    throw py::value_error("the state belongs to another game: " + state.game()->description() + ", not " +
                          game->description());
  const std::int64_t levels = positive(depth, "depth", 0, 10000);
  Interruptible interruptible;
  std::uint64_t result = 0;
  // Other threads may use the caller's position while the lock is not held.
  const std::unique_ptr<State> position = state.clone();
  {
    const py::gil_scoped_release release;
    Control control = interruptible.control();
    result = game->perft(std::as_const(*position).cursor(), static_cast<int>(levels), control);
  }
  interruptible.rethrow();
  return result;
}

py::list layout(const Game& game) {
  py::list list;
  int offset = 0;
  for (const Plane& plane : game.layout()) {
    int size = 1;
    for (const int extent : plane.shape) size *= extent;
    py::dict entry;
    entry["name"] = plane.name;
    entry["offset"] = offset;
    entry["shape"] = py::tuple(py::cast(plane.shape));
    entry["meaning"] = plane.meaning;
    list.append(entry);
    offset += size;
  }
  return list;
}

std::string game_repr(const Game& game) {
  std::string text = "pyboard.load_game('" + game.name() + "', players=" + std::to_string(game.seats());
  const auto& specs = game.info().options;
  const Value options = options_value(specs, game.options());
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const std::int32_t usual = specs[i].values.empty() ? specs[i].default_integer : 0;
    if (game.options().values[i] == usual) continue;
    text +=
        ", " + std::string(specs[i].name) + "=" + py::repr(to_object(*options.find(specs[i].name))).cast<std::string>();
  }
  if (!game.default_tables()) text += ", components={…}";
  return text + ")";
}

}  // namespace

void bind_game(GameClass& game) {
  game.def_property_readonly(
          "name", [](const Game& g) { return g.name(); }, "Name as in load_game.")
      .def_property_readonly(
          "players", [](const Game& g) { return g.seats(); }, "Number of seats.")
      .def_property_readonly(
          "options", [](const Game& g) { return to_object(options_value(g.info().options, g.options())); },
          "All options with their values, as a new dict.")
      .def_property_readonly(
          "rules_version", [](const Game& g) { return g.info().rules_version; },
          "Raised whenever a legal move or a result can change.")
      .def_property_readonly(
          "fingerprint", [](const Game& g) { return g.fingerprint(); },
          "64 bits that identify game, rules version, players, options and tables.")
      .def_property_readonly(
          "perfect_information", [](const Game& g) { return g.perfect_information(); },
          "True if nothing is ever hidden from anybody.")
      .def_property_readonly(
          "state_size", [](const Game& g) { return g.state_size(); }, "Bytes of one position in memory.")
      .def_property_readonly(
          "decisions",
          [](const Game& g) { return std::vector<std::string>(g.info().decisions.begin(), g.info().decisions.end()); },
          "Names of the kinds of decisions.")
      .def_property_readonly(
          "chances",
          [](const Game& g) { return std::vector<std::string>(g.info().chances.begin(), g.info().chances.end()); },
          "Names of the kinds of chance events.")
      .def(
          "num_distinct_actions", [](const Game& g) { return g.num_actions(); }, R"(Size of the action numbering.

Returns:
    All actions are numbers from 0 to this minus one.

Example:
    >>> import pyboard
    >>> pyboard.load_game("cacao", players=2).num_distinct_actions()
    620)")
      .def(
          "max_chance_outcomes", [](const Game& g) { return g.num_outcomes(); }, R"(Size of the outcome numbering.

Returns:
    All chance outcomes are numbers from 0 to this minus one.

Example:
    >>> import pyboard
    >>> game = pyboard.load_game("cacao", players=2)
    >>> game.max_chance_outcomes()
    14)")
      .def(
          "max_game_length",
          [](const Game& g) -> py::object {
            return g.max_game_length() < 0 ? py::object(py::none()) : py::object(py::int_(g.max_game_length()));
          },
          R"(Most nodes (decisions and chance events, forced ones included) that a game can have.

Returns:
    The bound, or None where the options allow endless play.

Example:
    >>> import pyboard
    >>> game = pyboard.load_game("cacao", players=2)
    >>> len(game.new_initial_state().history()) <= game.max_game_length()
    True)")
      .def(
          "observation_tensor_shape", [](const Game& g) { return std::vector<int>{g.observation_size()}; },
          R"(Shape of State.observation_tensor: one axis of float32 numbers.

Example:
    >>> import pyboard
    >>> game = pyboard.load_game("cacao", players=2)
    >>> len(game.observation_tensor_shape())
    1)")
      .def("observation_layout", &layout, R"(What the numbers of the observation tensor mean.

Returns:
    One dict per plane with "name", "offset" (of its first number), "shape" and "meaning".

Example:
    >>> import pyboard
    >>> game = pyboard.load_game("cacao", players=2)
    >>> plane = game.observation_layout()[0]
    >>> plane["name"], plane["offset"], plane["shape"]
    ('jungle', 0, (10, 24, 24)))")
      .def(
          "components", [](const Game& g) { return to_object(g.components()); },
          R"(The component tables that the rules read, as a new dict.

A changed copy can be given back to load_game(..., components=...).

Example:
    >>> import pyboard
    >>> game = pyboard.load_game("cacao", players=2)
    >>> tables = game.components()
    >>> tables["display_size"]["value"] = 1
    >>> pyboard.load_game("cacao", players=2, components=tables) == game
    False)")
      .def(
          "derived_components", [](const Game& g) { return to_object(g.derived_components()); },
          R"(Entries of the component file that follow from the others, as they are for this game.

Example:
    >>> import pyboard
    >>> game = pyboard.load_game("cacao", players=2)
    >>> game.derived_components()["game_length"]["turns"]["2"]
    22)")
      .def(
          "new_initial_state",
          [](const SharedGame& g) {
            refuse_none(g);
            return State::initial(g);
          },
          R"(The first position: everything that is forced has happened.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.is_chance_node()
    True)")
      .def("deserialize_state", &deserialize, py::arg("bytes"), R"(The position that State.serialize wrote.

Args:
    bytes: What serialize returned; any object with the buffer protocol.

Raises:
    CorruptStateError: If the bytes are damaged, cut, or belong to another game.

Example:
    >>> import pyboard
    >>> game = pyboard.load_game("cacao", players=2)
    >>> state = game.new_initial_state()
    >>> game.deserialize_state(state.serialize()) == state
    True)")
      .def("state_from_dict", &state_from_dict, py::arg("d"),
           R"(Sets up any position: the inverse of State.to_dict.

Args:
    d: A dict as State.to_dict gives it.

Returns:
    The position, settled: what is forced has happened. Its history begins here.

Raises:
    CorruptStateError: If it is no possible position; the message lists every fault.

Example:
    >>> import pyboard
    >>> game = pyboard.load_game("cacao", players=2)
    >>> position = game.new_initial_state().to_dict()
    >>> position["players"][0]["gold"] = 7
    >>> game.state_from_dict(position).to_dict() == position
    True
    >>> position["players"][0]["gold"] = -1
    >>> game.state_from_dict(position)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    pyboard.CorruptStateError: this is no position of cacao with 2 players: players[0].gold is -1, ...)")
      .def(
          "action_to_string",
          [](const Game& g, const py::handle& id) {
            const std::int64_t number = check_id(id);
            if (number < 0 || number >= g.num_actions()) {
              throw InvalidActionError(std::to_string(number) + " is no action of " + g.description() +
                                       "; allowed: 0 to " + std::to_string(g.num_actions() - 1));
            }
            return g.action_text(static_cast<Action>(number));
          },
          py::arg("id"), R"(The text of an action number, as far as the number alone tells it.

State.action_to_string knows the position and gives the exact text.

Raises:
    InvalidActionError: If the number is out of range.

Example:
    >>> import pyboard
    >>> game = pyboard.load_game("cacao", players=2)
    >>> game.action_to_string(25)
    'at 1 0')")
      .def("play_random_games", &play_random_games, py::arg("n"), py::arg("seed") = 0, py::arg("threads") = 1,
           R"(Plays n random games from the start in the native loop, chance included.

Args:
    n: Number of games.
    seed: A seed or a generator; game i uses stream i of it.
    threads: The totals do not depend on it.

Returns:
    A RandomPlay with the totals.

Raises:
    ValueError: If a number is out of range; the message names what is allowed.
    KeyboardInterrupt: Soon after Ctrl-C.

Example:
    >>> import pyboard
    >>> play = pyboard.load_game("cacao", players=2).play_random_games(10, seed=1)
    >>> play.games
    10)")
      .def("perft", &perft, py::arg("state"), py::arg("depth"),
           R"(Number of different paths of `depth` nodes from a position, chance included.

Args:
    state: A position of this game.
    depth: Nodes per path, 0 to 10000; a path that ends earlier counts once.

Raises:
    ValueError: If the state belongs to another game or the depth is out of range.
    KeyboardInterrupt: Soon after Ctrl-C.

Example:
    >>> import pyboard
    >>> game = pyboard.load_game("cacao", players=2)
    >>> game.perft(game.new_initial_state(), 1)
    4)")
      .def("__eq__",
           [](const Game& a, const py::object& b) {
             return py::isinstance<Game>(b) && a.fingerprint() == b.cast<const Game&>().fingerprint();
           })
      .def("__hash__", [](const Game& g) { return g.fingerprint() >> 1; })
      .def("__repr__", &game_repr)
      .def("__copy__", [](const SharedGame& g) { return g; })
      .def(
          "__deepcopy__", [](const SharedGame& g, const py::object&) { return g; }, py::arg("memo"))
      .def("__reduce__", [](const Game& g) {
        const py::object tables = g.default_tables() ? py::object(py::none()) : to_object(g.components());
        const py::object make = py::module_::import("pyboard").attr("_make_game");
        return py::make_tuple(
            make, py::make_tuple(g.name(), g.seats(), to_object(options_value(g.info().options, g.options())), tables));
      });
}

}  // namespace pyboard::python
