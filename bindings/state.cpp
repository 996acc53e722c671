// bindings/state.cpp: pyboard.State.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "arguments.hpp"
#include "pyboard/core/text.hpp"

namespace pyboard::python {

namespace {

using State = AnyState;

py::list id_list(std::span<const Action> ids) {
  PyObject* list = PyList_New(static_cast<Py_ssize_t>(ids.size()));
  if (list == nullptr) throw py::error_already_set();
  for (std::size_t i = 0; i < ids.size(); ++i) PyList_SET_ITEM(list, static_cast<Py_ssize_t>(i), interned(ids[i]));
  return py::reinterpret_steal<py::list>(list);
}

py::list legal_actions(const State& state) {
  if (!state.is_chance_node()) return id_list(state.legal());
  std::vector<Action> ids;
  for (const WeightedOutcome& outcome : state.outcomes()) ids.push_back(outcome.id);
  return id_list(ids);
}

/// Where a tensor is to be written: a buffer of the caller's, held open meanwhile, or a new array.
template <class T>
struct Target {
  py::object object;
  std::span<T> items;
  py::buffer_info held;
};

template <class T>
Target<T> destination(const py::object& out, std::size_t size, const char* formats, const char* dtype) {
  if (out.is_none()) {
    py::array array(py::dtype(dtype), std::vector<py::ssize_t>{static_cast<py::ssize_t>(size)});
    const std::span<T> items(static_cast<T*>(array.mutable_data()), size);
    return {std::move(array), items, py::buffer_info()};
  }
  if (PyObject_CheckBuffer(out.ptr()) == 0) throw py::type_error("out must be a writable buffer");
  py::buffer_info info;
  try {
    info = py::reinterpret_borrow<py::buffer>(out).request(true);
  } catch (const py::error_already_set& error) {
    throw py::value_error("out must be a writable buffer: " + py::str(error.value()).cast<std::string>());
  }
  const bool fits = info.itemsize == static_cast<py::ssize_t>(sizeof(T)) && info.format.size() == 1 &&
                    std::strchr(formats, info.format[0]) != nullptr && info.size == static_cast<py::ssize_t>(size);
  py::ssize_t stride = info.itemsize;
  bool contiguous = true;
  for (py::ssize_t axis = info.ndim - 1; axis >= 0; --axis) {
    contiguous = contiguous && (info.strides[static_cast<std::size_t>(axis)] == stride ||
                                info.shape[static_cast<std::size_t>(axis)] == 1);
    stride *= info.shape[static_cast<std::size_t>(axis)];
  }
  if (fits && reinterpret_cast<std::uintptr_t>(info.ptr) % alignof(T) != 0)
    throw py::value_error(std::string("out must be aligned for items of type ") + dtype);
  if (!fits || !contiguous) {
    throw py::value_error("out must be a contiguous buffer of " + std::to_string(size) + " items of type " + dtype +
                          ", not " + std::to_string(info.size) + " of format '" + info.format + "'");
  }
  const std::span<T> items(static_cast<T*>(info.ptr), size);
  return {out, items, std::move(info)};
}

py::object legal_actions_mask(const State& state, const py::object& out) {
  const bool chance = state.is_chance_node();
  const auto size = static_cast<std::size_t>(chance ? state.game()->num_outcomes() : state.game()->num_actions());
  const auto target = destination<std::uint8_t>(out, size, "?Bb", "bool");
  // Making room runs Python, and the first time lets other threads run.
  if (state.is_chance_node() != chance) throw std::runtime_error("the position was changed meanwhile");
  const std::span<std::uint8_t> mask = target.items;
  std::fill(mask.begin(), mask.end(), std::uint8_t{0});
  if (chance) {
    for (const WeightedOutcome& outcome : state.outcomes()) mask[outcome.id] = 1;
  } else {
    for (const Action id : state.legal()) mask[id] = 1;
  }
  return target.object;
}

py::object observation_tensor(const State& state, const py::object& player, const py::object& out) {
  const int viewer = check_player(state, player);
  const auto target =
      destination<float>(out, static_cast<std::size_t>(state.game()->observation_size()), "f", "float32");
  state.game()->observe(state.state(), viewer, target.items);
  return target.object;
}

py::list chance_outcomes(const State& state) {
  py::list list;
  if (!state.is_chance_node()) return list;
  const auto outcomes = state.outcomes();
  std::uint64_t total = 0;
  for (const WeightedOutcome& outcome : outcomes) total += outcome.weight;
  for (const WeightedOutcome& outcome : outcomes) {
    list.append(py::make_tuple(outcome.id, static_cast<double>(outcome.weight) / static_cast<double>(total)));
  }
  return list;
}

py::list chance_weights(const State& state) {
  py::list list;
  if (state.is_chance_node()) {
    for (const WeightedOutcome& outcome : state.outcomes()) list.append(py::make_tuple(outcome.id, outcome.weight));
  }
  return list;
}

std::vector<int> places(const State& state) {
  std::vector<int> result(static_cast<std::size_t>(state.game()->seats()));
  state.game()->places(state.state(), result);
  return result;
}

py::list scores(const State& state) {
  std::vector<int> units(static_cast<std::size_t>(state.game()->seats()));
  state.game()->scores(state.state(), units);
  const int unit = state.game()->info().score_unit;
  py::list list;
  for (const int value : units) {
    if (unit == 1) {
      list.append(value);
    } else {
      list.append(static_cast<double>(value) / unit);
    }
  }
  return list;
}

std::vector<double> returns(const State& state) {
  const auto seats = static_cast<std::size_t>(state.game()->seats());
  std::vector<double> result(seats, 0.0);
  if (!state.is_terminal() || seats == 1) return result;
  const std::vector<int> place = places(state);
  for (std::size_t i = 0; i < seats; ++i) {
    int lead = 0;  // seats beaten less seats that were better; a quotient of whole numbers, so that the sum is 0
    for (const int other : place) lead += (place[i] < other ? 1 : 0) - (place[i] > other ? 1 : 0);
    result[i] = static_cast<double>(lead) / static_cast<double>(seats - 1);
  }
  return result;
}

std::vector<float> evaluate(const State& state) {
  std::vector<float> result(static_cast<std::size_t>(state.game()->seats()));
  state.game()->evaluate(state.state(), result);
  return result;
}

std::vector<int> history(const State& state, bool forced) {
  std::vector<int> ids;
  for (const Event& event : state.events()) {
    if (forced || !event.forced()) ids.push_back(event.id);
  }
  return ids;
}

py::list transcript(const State& state, bool forced) {
  py::list list;
  const auto events = state.events();
  const auto texts = state.event_texts();
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (forced || !events[i].forced()) list.append(py::make_tuple(static_cast<int>(events[i].seat), texts[i]));
  }
  return list;
}

py::bytes serialize(const State& state, bool with_history) {
  const auto bytes = state.serialize(with_history);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void play_chance(State& state, const py::object& rng) {
  if (!state.is_chance_node()) return;
  Rng own(seed_from(rng));
  while (state.is_chance_node()) state.random_step(own);
}

void play_random(State& state, const py::object& rng) {
  Rng own(seed_from(rng));
  Interruptible interruptible;
  // Other threads may use the caller's position while the lock is not held.
  const std::unique_ptr<State> position = state.clone();
  {
    const py::gil_scoped_release release;
    Control control = interruptible.control();
    std::uint32_t count = 0;
    while (!position->is_terminal() && ((++count & 1023U) != 0 || !control.stop())) position->random_step(own);
  }
  interruptible.rethrow();
  state.become(*position);
}

std::string state_repr(const State& state) {
  const auto& game = state.game();
  std::string text = "<pyboard.State of " + game->description() + ": ";
  const Node& node = state.node();
  if (node.kind == NodeKind::terminal) {
    text += "game over, places";
    for (const int place : places(state)) text += " " + std::to_string(place);
  } else if (node.kind == NodeKind::chance) {
    text += "chance '" + std::string(game->info().chances[node.what]) + "', " +
            std::to_string(state.outcomes().size()) + " outcomes";
  } else {
    text += seat_text(node.seat) + " decides '" + std::string(game->info().decisions[node.what]) + "', " +
            std::to_string(state.legal().size()) + " actions";
  }
  return text + ">";
}

py::object node_kind(const State& state) {
  const Node& node = state.node();
  if (node.kind == NodeKind::terminal) return py::none();
  const auto& names = node.kind == NodeKind::chance ? state.game()->info().chances : state.game()->info().decisions;
  return py::str(std::string(names[node.what]));
}

}  // namespace

void bind_state(StateClass& state) {
  // References, never pointers: for State.clone(None) pybind11 would pass a null pointer.
  state
      .def_property_readonly(
          "game", [](const State& s) { return shared(s.game()); }, "The game this is a position of.")
      .def(
          "current_player", [](const State& s) { return s.current_player(); },
          R"(The seat to decide, -1 at a chance node, -4 when the game is over.

Example:
    >>> import pyboard
    >>> pyboard.load_game("cacao", players=2).new_initial_state().current_player()
    -1)")
      .def(
          "is_terminal", [](const State& s) { return s.is_terminal(); }, R"(True when the game is over.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.play_random(1)
    >>> state.is_terminal()
    True)")
      .def(
          "is_chance_node", [](const State& s) { return s.is_chance_node(); }, R"(True when chance moves next.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.is_chance_node()
    True)")
      .def("node_kind", &node_kind,
           R"(Name of the kind of decision or chance event that is due; None when the game is over.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.node_kind()
    'deal')")
      .def("legal_actions", &legal_actions, R"(Everything that can be applied here, ascending.

Returns:
    A new list of action numbers at a decision, of outcome numbers at a chance node, empty at the end.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.play_chance(7)
    >>> state.legal_actions()
    [0, 1, 2, 24, 25, 26])")
      .def("legal_actions_mask", &legal_actions_mask, py::arg("out") = py::none(), R"(The legal actions as a mask.

Args:
    out: A contiguous writable buffer of num_distinct_actions() bytes (max_chance_outcomes() at a chance
        node) to write into; without it a new NumPy array of bool is made.

Returns:
    `out`, or the new array: true where legal_actions() has the number.

Raises:
    ValueError: If `out` is read-only, not contiguous, or of another size or type. Nothing has been written then.
    TypeError: If `out` is no buffer.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.play_chance(7)
    >>> state.legal_actions_mask().nonzero()[0].tolist()
    [0, 1, 2, 24, 25, 26]
    >>> mask = bytearray(state.game.num_distinct_actions())
    >>> state.legal_actions_mask(out=mask).count(1)
    6)")
      .def("chance_outcomes", &chance_outcomes, R"(The possible outcomes with their probabilities.

Returns:
    A list of (outcome, probability), ascending by outcome; empty unless this is a chance node.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> [(state.action_to_string(outcome), round(share, 3)) for outcome, share in state.chance_outcomes()][0]
    ('chance deal w1111', 0.364))")
      .def("chance_weights", &chance_weights,
           R"(The possible outcomes with whole-number weights: exact probabilities are weight / sum.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.chance_weights()
    [(0, 4), (1, 5), (2, 1), (3, 1)])")
      .def(
          "apply_action", [](State& s, const py::handle& id) { s.apply(check_id(id)); }, py::arg("id"),
          R"(Plays an action, or a chance outcome at a chance node.

Leaves the position at the next node with a real choice or draw, or at the end.

Args:
    id: A number that legal_actions() lists.

Raises:
    InvalidActionError: If it is no action of the game.
    IllegalActionError: If it is not legal here. Nothing has changed then.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.play_chance(7)
    >>> state.apply_action(25)
    >>> state.node_kind()
    'set'
    >>> state.apply_action(25)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    pyboard.IllegalActionError: 'at 1 0' (25) is not legal here; allowed: 'set 1111', ...)")
      .def(
          "apply_text", [](State& s, const py::object& text) { s.apply_text(to_text(text, "an action")); },
          py::arg("text"),
          R"(Plays an action or outcome given as text.

Args:
    text: As action_to_string gives it.

Raises:
    InvalidActionError: If the text is malformed.
    IllegalActionError: If it is not legal here. Nothing has changed then.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.apply_text("chance deal w1111")
    >>> state.history()
    [0])")
      .def(
          "action_to_string", [](const State& s, const py::handle& id) { return s.text(check_id(id)); }, py::arg("id"),
          R"(The text of an action here, or of an outcome at a chance node.

Raises:
    InvalidActionError: If the number is out of range.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.action_to_string(0)
    'chance deal w1111')")
      .def(
          "string_to_action",
          [](const State& s, const py::object& text) { return s.parse(to_text(text, "an action")); }, py::arg("text"),
          R"(The number of an action or outcome that is legal here.

Raises:
    InvalidActionError: If the text is malformed.
    IllegalActionError: If it is not legal here.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.string_to_action("chance deal w2101")
    1)")
      .def("history", &history, py::arg("forced") = false, R"(Numbers of the actions and outcomes so far.

Args:
    forced: Whether to include what happened without a choice.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> for _ in range(3):
    ...     state.apply_action(state.legal_actions()[-1])
    >>> state.history(), state.history(forced=True)
    ([3, 2, 1], [3, 2, 1]))")
      .def("transcript", &transcript, py::arg("forced") = false,
           R"(The events so far as (player, text); the player is -1 for chance.

Args:
    forced: Whether to include what happened without a choice.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.apply_text("chance deal w2101")
    >>> state.transcript()
    [(-1, 'chance deal w2101')])")
      .def("scores", &scores, R"(Points per seat: the final ones at the end, what is counted so far before.

Returns:
    A list with one number per seat: whole numbers, or floats in games that count parts of points.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.scores()
    [-10, -10])")
      .def("places", &places, R"(Places per seat by the scores of now: 1 is best, ties share a place.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.places()
    [1, 1])")
      .def("returns", &returns,
           R"(Per seat: 2 * (share of the other seats beaten, ties half) - 1 at the end, zeros before.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.returns()
    [0.0, 0.0]
    >>> state.play_random(3)
    >>> sum(state.returns())
    0.0)")
      .def("rewards", &returns, R"(Change of returns() by the last action.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.rewards()
    [0.0, 0.0])")
      .def("evaluate", &evaluate, R"(Cheap estimate per seat of the final share of other seats beaten, 0 to 1.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.evaluate()
    [0.5, 0.5])")
      .def("observation_tensor", &observation_tensor, py::arg("player") = py::none(), py::arg("out") = py::none(),
           R"(What a seat sees, as numbers.

Args:
    player: The seat; without it the seat to move.
    out: A contiguous writable float32 buffer of the right size; without it a new NumPy array is made.

Returns:
    `out`, or the new array, of shape (Game.observation_tensor_shape()[0],) and dtype float32;
    Game.observation_layout() says what the numbers are.

Raises:
    ValueError: If there is no such player, or none is named where nobody is to move; if `out` is read-only, not
        contiguous, or of another size or type. Nothing has been written then.
    TypeError: If `out` is no buffer.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.observation_tensor(0).shape == tuple(state.game.observation_tensor_shape())
    True)")
      .def(
          "observation_string",
          [](const State& s, const py::object& player) {
            return s.game()->view(s.state(), check_player(s, player)).json();
          },
          py::arg("player") = py::none(), R"(What a seat sees, as JSON text.

Args:
    player: The seat; without it the seat to move.

Raises:
    ValueError: If there is no such player, or none is named where nobody is to move.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> import json
    >>> json.loads(state.observation_string(1)) == state.view(1)
    True)")
      .def(
          "information_state_string",
          [](const State& s, const py::object& player) { return s.information_state(check_player(s, player)); },
          py::arg("player") = py::none(),
          R"(Everything a seat has seen: its view of the first position, then one line per event.

Equal exactly if the seat cannot tell the two histories apart.

Args:
    player: The seat; without it the seat to move.

Raises:
    ValueError: If there is no such player, or none is named where nobody is to move.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.play_chance(7)
    >>> state.information_state_string(1).splitlines()[1:4]  # the first line is what seat 1 saw at the start
    ['p0 deal', 'p0 deal', 'p0 deal'])")
      .def(
          "resample_from_infostate",
          [](const State& s, const py::object& player, const py::object& rng) {
            return s.resample(check_player(s, player), seed_from(rng));
          },
          py::arg("player"), py::arg("rng"),
          R"(A position that looks the same to a seat, with everything hidden from it dealt anew.

Args:
    player: The seat whose knowledge is kept.
    rng: A seed, a random.Random or a numpy.random.Generator.

Returns:
    A new State, settled. The player's information state goes on from this one's; those of other seats
    begin here.

Raises:
    ValueError: If there is no such player, or the seed is not from 0 to 2**64 - 1.
    TypeError: If `rng` is neither a seed nor a generator.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.play_chance(7)
    >>> other = state.resample_from_infostate(0, rng=1)
    >>> other == state, other.view(0) == state.view(0)
    (False, True))")
      .def(
          "clone", [](const State& s) { return s.clone(); },
          R"(An independent copy; costs the same at any length of history.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> copy = state.clone()
    >>> copy.play_random(1)
    >>> state.is_terminal()
    False)")
      .def("serialize", &serialize, py::arg("history") = true, R"(The position as bytes, for Game.deserialize_state.

Args:
    history: Whether to keep the events that led here. With them the bytes hold the fingerprint of the game, the first
        position, all events and this position, and are replayed when they are read; without them this position alone.

Returns:
    The bytes, with a checksum.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.play_random(3)
    >>> state.game.deserialize_state(state.serialize()) == state
    True)")
      .def(
          "to_dict", [](const State& s) { return to_object(s.game()->view(s.state(), -1)); },
          R"(The whole position as plain dicts, lists, texts and numbers; Game.state_from_dict reads it.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.to_dict()["phase"]
    'deal'
    >>> state.game.state_from_dict(state.to_dict()) == state
    True)")
      .def(
          "view",
          [](const State& s, const py::object& player) {
            return to_object(s.game()->view(s.state(), check_player(s, player)));
          },
          py::arg("player") = py::none(), R"(What a seat sees, as plain dicts, lists, texts and numbers.

Args:
    player: The seat; without it the seat to move.

Raises:
    ValueError: If there is no such player, or none is named where nobody is to move.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.play_chance(7)
    >>> state.view(0)["players"][0]["hand"] == state.view(1)["players"][0]["hand"]
    False)")
      .def("play_chance", &play_chance, py::arg("rng"),
           R"(Plays chance, outcome by outcome with the exact probabilities, up to the next decision or the end.

Args:
    rng: A seed, a random.Random or a numpy.random.Generator; not used where a decision is due.

Raises:
    ValueError: If the seed is not from 0 to 2**64 - 1.
    TypeError: If `rng` is neither a seed nor a generator.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.play_chance(7)
    >>> state.is_chance_node()
    False)")
      .def("play_random", &play_random, py::arg("rng"),
           R"(Plays uniformly random actions, and chance, to the end of the game.

Other threads find the position as it was until the game is over; interrupted, nothing has changed.

Args:
    rng: A seed, a random.Random or a numpy.random.Generator.

Raises:
    ValueError: If the seed is not from 0 to 2**64 - 1.
    TypeError: If `rng` is neither a seed nor a generator.

Example:
    >>> import pyboard
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.play_random(3)
    >>> state.is_terminal()
    True)")
      .def("__eq__",
           [](const State& a, const py::object& b) { return py::isinstance<State>(b) && a == b.cast<const State&>(); })
      .def("__hash__", [](const State& s) { return s.hash() >> 1; })
      .def("__copy__", [](const State& s) { return s.clone(); })
      .def(
          "__deepcopy__", [](const State& s, const py::object&) { return s.clone(); }, py::arg("memo"))
      .def("__reduce__",
           [](const State& s) {
             return py::make_tuple(py::cast(shared(s.game())).attr("deserialize_state"),
                                   py::make_tuple(serialize(s, true)));
           })
      .def("__repr__", &state_repr)
      .def("__str__", [](const py::object& self) { return py::module_::import("pyboard.render").attr("text")(self); })
      .def(
          "_repr_svg_", [](const py::object& self) { return py::module_::import("pyboard.render").attr("svg")(self); },
          "A drawing for notebooks; None if the game has none.");
}

}  // namespace pyboard::python
