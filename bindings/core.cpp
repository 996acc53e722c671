// bindings/core.cpp: the module pyboard._core.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arguments.hpp"
#include "capsules.hpp"

namespace pyboard::python {

namespace {

SharedGame load(const py::object& name, const py::object& players, const py::object& ruleset, const py::dict& options,
                const py::object& components, const py::object& shipped) {
  GameRequest request;
  if (!players.is_none()) request.seats = whole_number(players, "players");
  request.ruleset = to_text(ruleset, "a ruleset");
  request.options = to_value(options);
  Value tables;
  Value known;
  if (!components.is_none()) {
    tables = to_value(components);
    request.components = &tables;
    if (!shipped.is_none()) {
      known = to_value(shipped);
      request.shipped = &known;
    }
  }
  return shared(load_game(to_text(name, "the name of a game"), request));
}

py::dict info(const std::string& name) {
  const GameEntry& entry = find_game(name);
  const GameInfo& info = entry.info();
  py::dict result;
  result["name"] = entry.name;
  result["title"] = std::string(info.title);
  result["rules_version"] = info.rules_version;
  result["players"] = py::make_tuple(info.min_seats, info.max_seats);
  py::list options;
  for (const OptionSpec& spec : info.options) {
    py::dict option;
    option["name"] = std::string(spec.name);
    py::list values;
    for (const Value& value : spec.values) values.append(to_object(value));
    option["values"] = values;
    option["minimum"] = spec.values.empty() ? py::object(py::int_(spec.minimum)) : py::object(py::none());
    option["default"] =
        spec.values.empty() ? py::object(py::int_(spec.default_integer)) : to_object(spec.values.front());
    option["meaning"] = std::string(spec.meaning);
    options.append(option);
  }
  result["options"] = options;
  py::dict rulesets;
  for (const Ruleset& ruleset : info.rulesets) {
    py::dict settings;
    for (const auto& [option, value] : ruleset.settings) settings[py::str(std::string(option))] = to_object(value);
    rulesets[py::str(std::string(ruleset.name))] = settings;
  }
  result["rulesets"] = rulesets;
  py::list refused;
  for (const RefusedOption& option : info.refused)
    refused.append(py::make_tuple(std::string(option.name), std::string(option.reason)));
  result["refused"] = refused;
  result["decisions"] = std::vector<std::string>(info.decisions.begin(), info.decisions.end());
  result["chances"] = std::vector<std::string>(info.chances.begin(), info.chances.end());
  return result;
}

py::list schema_leaves(const std::string& name, const py::object& tree) {
  Faults faults;
  const auto leaves = find_game(name).leaves(to_value(tree), faults);
  if (!faults.empty()) throw py::value_error(join_faults("components of " + name, faults));
  py::list list;
  for (const schema::Leaf& leaf : leaves) list.append(py::make_tuple(leaf.path, leaf.value, leaf.min, leaf.max));
  return list;
}

// For the Cython module, see capsules.hpp. pybind11's caster and translator are internal names of its own, which a
// test of every function here pins.

AnyState* unwrap_state(PyObject* object) {
  py::detail::make_caster<AnyState> caster;
  return caster.load(object, false) ? static_cast<AnyState*>(caster) : nullptr;
}

GamePointer unwrap_game(PyObject* object) {
  return py::isinstance<AnyGame>(object) ? GamePointer(py::cast<SharedGame>(py::handle(object))) : nullptr;
}

PyObject* wrap_state(AnyState* state) { return py::cast(std::unique_ptr<AnyState>(state)).release().ptr(); }

void set_error() { py::detail::try_translate_exceptions(); }

/// The type is named so that both sides agree on it.
template <class Pointer>
py::capsule capsule(Pointer function, const char* name) {
  return py::capsule(reinterpret_cast<void*>(function), name);
}

/// Games and positions are made by the library alone: an object without one inside would be a trap.
PyObject* refuse_new(PyTypeObject* type,  // NOLINT(misc-const-correctness): the signature is Python's
                     PyObject* /*args*/, PyObject* /*keywords*/) {
  PyErr_Format(PyExc_TypeError, "cannot make a '%s' directly: see pyboard.load_game and Game.new_initial_state",
               type->tp_name);
  return nullptr;
}

/// Raises with the message of an exception, which may quote bytes that are no UTF-8.
void raise(const py::handle& type, const std::exception& error) {
  const std::string_view what = error.what();
  const auto text = py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(what.data(), static_cast<Py_ssize_t>(what.size()), "backslashreplace"));
  if (text) PyErr_SetObject(type.ptr(), text.ptr());
}

}  // namespace

PYBIND11_MODULE(_core, m) {
  m.doc() = "Games and positions as objects; see the package pyboard.";
  m.attr("__version__") = PYBOARD_VERSION;

  const auto error = [&](auto& type, const char* doc) {
    type.attr("__module__") = "pyboard";
    type.doc() = doc;
  };
  auto& invalid = py::register_exception<InvalidActionError>(m, "InvalidActionError", PyExc_ValueError);
  error(invalid, "Not an action of this game at all: a number out of range, a malformed text.");
  auto& illegal = py::register_exception<IllegalActionError>(m, "IllegalActionError", PyExc_ValueError);
  error(illegal, "An action of this game that is not legal in this position.");
  auto& corrupt = py::register_exception<CorruptStateError>(m, "CorruptStateError", PyExc_ValueError);
  error(corrupt, "Bytes, a record or a dict that is no position of this game.");

  static const py::handle kInvalid = invalid;
  static const py::handle kIllegal = illegal;
  static const py::handle kCorrupt = corrupt;
  py::register_local_exception_translator(
      [](std::exception_ptr pointer) {  // NOLINT(performance-unnecessary-value-param)
        try {
          if (pointer) std::rethrow_exception(pointer);
        } catch (const InvalidActionError& caught) {
          raise(kInvalid, caught);
        } catch (const IllegalActionError& caught) {
          raise(kIllegal, caught);
        } catch (const CorruptStateError& caught) {
          raise(kCorrupt, caught);
        } catch (const std::invalid_argument& caught) {
          raise(PyExc_ValueError, caught);
        }
      });

  py::class_<RandomPlay> random_play(m, "RandomPlay", "Totals of random games, see Game.play_random_games.");
  GameClass game(m, "Game", R"(A game with its seats, options and component tables; immutable and shared.

Made by pyboard.load_game.)");
  StateClass state(m, "State", R"(A position of a game, with the events that led to it.

Made by Game.new_initial_state. Positions are values: they compare and hash by content, copy and pickle.)");
  game.attr("__module__") = "pyboard";
  state.attr("__module__") = "pyboard";
  random_play.attr("__module__") = "pyboard";

  random_play.def_readonly("games", &RandomPlay::games, "Games played to the end.")
      .def_readonly("decisions", &RandomPlay::decisions, "Unforced decisions in all games.")
      .def_readonly("outcomes", &RandomPlay::outcomes, "Unforced chance outcomes in all games.")
      .def_readonly("seconds", &RandomPlay::seconds, "Wall-clock time.")
      .def_readonly("mean_scores", &RandomPlay::mean_scores, "Mean final score per seat.")
      .def_readonly("mean_decisions", &RandomPlay::mean_decisions, "Mean number of decisions per game.")
      .def_readonly("signature", &RandomPlay::signature,
                    "Hash of all final positions: equal if the same games were played.")
      .def("__repr__",
           [](const RandomPlay& play) {
             return "RandomPlay(games=" + std::to_string(play.games) + ", decisions=" + std::to_string(play.decisions) +
                    ", outcomes=" + std::to_string(play.outcomes) + ", seconds=" + std::to_string(play.seconds) + ")";
           })
      .def("__reduce__", [](const RandomPlay& play) {
        return py::make_tuple(py::module_::import("pyboard._core").attr("_random_play"),
                              py::make_tuple(play.games, play.decisions, play.outcomes, play.seconds, play.mean_scores,
                                             play.mean_decisions, play.signature));
      });
  m.def(
      "_random_play",
      [](std::int64_t games, std::int64_t decisions, std::int64_t outcomes, double seconds,
         std::vector<double> mean_scores, double mean_decisions, std::uint64_t signature) {
        RandomPlay play;
        play.games = games;
        play.decisions = decisions;
        play.outcomes = outcomes;
        play.seconds = seconds;
        play.mean_scores = std::move(mean_scores);
        play.mean_decisions = mean_decisions;
        play.signature = signature;
        return play;
      },
      py::arg("games"), py::arg("decisions"), py::arg("outcomes"), py::arg("seconds"), py::arg("mean_scores"),
      py::arg("mean_decisions"), py::arg("signature"), "What a pickled RandomPlay is made from.");

  bind_game(game);
  bind_state(state);
  bind_search(m);
  const py::object search = m.attr("_Search");
  for (const py::handle type : {py::handle(random_play), py::handle(game), py::handle(state), py::handle(search)}) {
    reinterpret_cast<PyTypeObject*>(type.ptr())->tp_new = &refuse_new;
    PyType_Modified(reinterpret_cast<PyTypeObject*>(type.ptr()));
  }

  m.def(
      "_games",
      [](bool toys) {
        std::vector<std::string> names;
        for (const GameEntry& entry : registry()) {
          if (entry.listed || toys) names.push_back(entry.name);
        }
        return names;
      },
      py::arg("toys") = false, "Names of all games in the registry.");
  m.def("_load", &load, py::arg("name"), py::arg("players"), py::arg("ruleset"), py::arg("options"),
        py::arg("components"), py::arg("shipped"), "The game object behind pyboard.load_game.");
  m.def("_info", &info, py::arg("name"), "What is known of a game before players and options are chosen.");
  m.def(
      "_labels", [](const AnyState& at, const py::object& player) { return at.labels(check_player(at, player)); },
      py::arg("state"), py::arg("player"), "The labels that a player has received, one number per event.");
  m.def("schema_leaves", &schema_leaves, py::arg("name"), py::arg("components"),
        "Every number of a complete component dict in schema order: (path, value, least, most).");

  m.attr("_unwrap_state") = capsule<UnwrapState>(&unwrap_state, "pyboard.unwrap_state");
  m.attr("_unwrap_game") = capsule<UnwrapGame>(&unwrap_game, "pyboard.unwrap_game");
  m.attr("_wrap_state") = capsule<WrapState>(&wrap_state, "pyboard.wrap_state");
  m.attr("_set_error") = capsule<SetError>(&set_error, "pyboard.set_error");
  m.def("_integer", &positive, py::arg("number"), py::arg("what"), py::arg("least"), py::arg("most"),
        "A whole number that is checked, with a message that names what is allowed.");
  m.def("_seed", &seed_from, py::arg("rng"), "64 random bits from a seed or a generator.");
}

}  // namespace pyboard::python
