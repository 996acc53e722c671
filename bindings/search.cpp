// bindings/search.cpp: the searches behind pyboard.search.
#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>

#include "arguments.hpp"
#include "pyboard/api/any_search.hpp"

namespace pyboard::python {

namespace {

constexpr std::int64_t kMostNodes = std::int64_t{1} << 31;  // more than the largest tree has
constexpr auto kBetweenReports = std::chrono::milliseconds(100);

SearchMethod method_of(const std::string& name) {
  if (name == "mcts") return SearchMethod::mcts;
  if (name == "flat") return SearchMethod::flat;
  if (name == "greedy") return SearchMethod::greedy;
  if (name == "solve") return SearchMethod::solve;
  throw py::value_error("there is no search '" + name + "'; allowed: 'mcts', 'flat', 'greedy', 'solve'");
}

py::object number_or_none(double value) {
  return std::isnan(value) ? py::object(py::none()) : py::object(py::float_(value));
}

py::tuple numbers(const std::vector<double>& values) {
  py::tuple tuple(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) tuple[i] = number_or_none(values[i]);
  return tuple;
}

/// Everything as plain objects; pyboard.search makes a SearchResult of it.
py::dict result_dict(const SearchResult& result) {
  py::dict dict;
  const SearchReport& report = result.report;
  dict["player"] = result.player;
  dict["viewer"] = result.viewer;
  py::list rows;
  for (std::size_t i = 0; i < report.actions.size(); ++i) {
    const ActionReport& row = report.actions[i];
    rows.append(py::make_tuple(row.action, result.texts[i], row.visits, numbers(row.mean), numbers(row.spread),
                               row.proven, row.share));
  }
  dict["actions"] = rows;
  py::list line;
  for (const LineEntry& entry : result.line) line.append(py::make_tuple(entry.seat, entry.action, entry.text));
  dict["line"] = line;
  dict["iterations"] = report.iterations;
  dict["kept"] = report.kept;
  dict["truncated"] = report.truncated;
  dict["seconds"] = report.seconds;
  dict["nodes"] = report.nodes;
  dict["memory"] = report.memory;
  dict["full"] = report.full;
  dict["interrupted"] = report.interrupted;
  dict["deterministic"] = report.deterministic;
  dict["proven"] = report.proven;
  dict["chosen"] = report.chosen;
  return dict;
}

/// A search with its last result; calls from several threads wait for each other.
class Search {
 public:
  Search(const SharedGame& game, const std::string& method, const py::dict& params)
      : game_{game},
        iterations_{method == "solve" ? "nodes" : "iterations"},
        search_{make_search(game, method_of(method),
                            read_params(to_value(params), method, game->info().search_defaults, game->seats()))} {}

  py::object run(const AnyState& state, const py::object& iterations, const py::object& seconds, const py::object& seed,
                 const py::object& player, const py::object& progress, const py::object& stop, const py::object& watch,
                 bool explore, const py::object& nodes) {
    Budget budget;
    if (!iterations.is_none()) budget.iterations = positive(iterations, iterations_, 1, kMaxIterations);
    if (!nodes.is_none()) budget.nodes = positive(nodes, "nodes", 2, kMostNodes);
    if (!seconds.is_none()) budget.seconds = positive_time(seconds);
    const std::uint64_t start = seed_from(seed);
    const int viewer = check_player_to_move(state, player);
    // The position is ours while the lock is not held: the caller's may change meanwhile.
    const std::unique_ptr<AnyState> position = state.clone();
    if (state.game()->fingerprint() != game_->fingerprint()) {
      throw py::value_error("a search of " + game_->description() + " cannot search a position of " +
                            state.game()->description() + ", perhaps with other options or tables");
    }
    if (!progress.is_none() && PyCallable_Check(progress.ptr()) == 0) {
      throw py::type_error("progress must be a function of iterations and seconds, not " +
                           std::string(Py_TYPE(progress.ptr())->tp_name));
    }
    if (!stop.is_none() && !py::hasattr(stop, "is_set"))
      throw py::type_error("stop must have a method is_set, as threading.Event has, not be a " +
                           std::string(Py_TYPE(stop.ptr())->tp_name));
    Watcher watcher{progress, stop, watch, search_.get()};
    budget.done = &watcher.done;
    SearchResult found;
    refuse_own_progress();
    {
      const py::gil_scoped_release release;
      const std::scoped_lock lock(mutex_);
      const Running running(runner_);
      Control control(&Watcher::check, &watcher);
      found = explore ? search_->explore(*position, viewer, budget, start, control)
                      : search_->run(*position, viewer, budget, start, control);
    }
    py::object told = result_dict(found);
    last_.reset();
    if (!found.report.actions.empty()) last_ = std::move(found);  // else there was nothing to decide
    if (watcher.error) {
      watcher.error->restore();
      throw py::error_already_set();
    }
    return told;
  }
  [[nodiscard]] py::object last() const { return last_ ? py::object(result_dict(*last_)) : py::object(py::none()); }
  void reset() {
    refuse_own_progress();
    last_.reset();
    const py::gil_scoped_release release;
    const std::scoped_lock lock(mutex_);
    search_->reset();
  }
  [[nodiscard]] py::object strategy(const AnyState& state) {
    refuse_own_progress();
    std::vector<std::pair<Action, double>> shares;
    {
      const std::unique_ptr<AnyState> position = state.clone();
      const py::gil_scoped_release release;
      const std::scoped_lock lock(mutex_);
      shares = search_->strategy(*position);
    }
    if (shares.empty()) return py::none();
    py::dict dict;
    for (const auto& [action, share] : shares) dict[py::int_(action)] = share;
    return dict;
  }
  [[nodiscard]] py::object params() const { return to_object(params_value(search_->params())); }

 private:
  /// Looks for Ctrl-C and tells the caller how far the search is.
  struct Watcher {
    static bool check(void* self) {
      const py::gil_scoped_acquire gil;
      return static_cast<Watcher*>(self)->look();
    }
    bool look() {
      if (PyErr_CheckSignals() != 0) {
        error.emplace();
        return true;
      }
      const auto now = std::chrono::steady_clock::now();
      try {
        if (!stop.is_none() && static_cast<bool>(py::bool_(stop.attr("is_set")()))) return true;
        if (now - last < kBetweenReports) return false;
        last = now;
        if (!watch.is_none()) {
          if (const std::optional<SearchResult> found = search->so_far()) watch(result_dict(*found));
        }
        if (progress.is_none()) return false;
        progress(done, std::chrono::duration<double>(now - begin).count());
      } catch (py::error_already_set& raised) {
        error.emplace(std::move(raised));
        return true;
      }
      return false;
    }

    py::object progress;
    py::object stop;
    py::object watch;
    AnySearch* search;
    std::int64_t done = 0;
    std::optional<py::error_already_set> error = std::nullopt;
    std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point last = begin;
  };

  /// Names the thread that searches, as long as it does.
  struct Running {
    explicit Running(std::atomic<std::thread::id>& runner) : runner_{runner} { runner_ = std::this_thread::get_id(); }
    ~Running() { runner_ = std::thread::id(); }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

   private:
    std::atomic<std::thread::id>& runner_;
  };
  /// A thread that reports progress, or handles a signal, would wait for itself.
  void refuse_own_progress() const {
    if (runner_ == std::this_thread::get_id())
      throw std::runtime_error("this search is running: nothing can be asked of it before it is done");
  }

  static double positive_time(const py::object& seconds) {
    const bool number = PyBool_Check(seconds.ptr()) == 0 && PyNumber_Check(seconds.ptr()) != 0;
    const double value = number ? PyFloat_AsDouble(seconds.ptr()) : 0;
    const bool too_large = PyErr_Occurred() != nullptr && PyErr_ExceptionMatches(PyExc_OverflowError) != 0;
    if (!number || (PyErr_Occurred() != nullptr && !too_large)) {
      PyErr_Clear();
      throw py::type_error("time must be a number of seconds, not " + std::string(Py_TYPE(seconds.ptr())->tp_name));
    }
    PyErr_Clear();
    if (too_large || !(value > 0))
      throw py::value_error("time is " + shown(seconds) + "; allowed: more than 0 seconds");
    return value;
  }
  static int check_player_to_move(const AnyState& state, const py::object& player) {
    if (player.is_none() && state.node().kind != NodeKind::decision) return 0;  // the search refuses the position
    return check_player(state, player);
  }

  SharedGame game_;
  const char* iterations_;  // what the caller calls them
  std::unique_ptr<AnySearch> search_;
  std::optional<SearchResult> last_;
  std::mutex mutex_;
  std::atomic<std::thread::id> runner_;
};

}  // namespace

void bind_search(py::module_& m) {
  py::class_<Search>(m, "_Search", "A search; pyboard.search stands on it.")
      .def_static(
          "make",
          [](const SharedGame& game, const std::string& method, const py::dict& params) {
            return std::make_unique<Search>(game, method, params);
          },
          py::arg("game").none(false), py::arg("method"), py::arg("params"), "A search that knows nothing yet.")
      .def("run", &Search::run, py::arg("state"), py::arg("iterations"), py::arg("time"), py::arg("seed"),
           py::arg("player"), py::arg("progress"), py::arg("stop") = py::none(), py::arg("watch") = py::none(),
           py::arg("explore") = false, py::arg("nodes") = py::none(),
           "Searches and returns everything it found as a dict.")
      .def(
          "last", [](const Search& search) { return search.last(); },
          "What the last run found, also one that was interrupted.")
      .def("strategy", &Search::strategy, py::arg("state"), "Shares of the actions at a position that the tree knows.")
      .def(
          "reset", [](Search& search) { search.reset(); }, "Forgets everything.")
      .def("params", [](const Search& search) { return search.params(); }, "All settings as a dict.");
  m.def(
      "_search_parameters",
      [](const std::string& method, const SharedGame& game) {
        (void)method_of(method);
        const std::span<const SearchDefault> none;
        return to_object(game == nullptr ? params_table(method, none, 0)
                                         : params_table(method, game->info().search_defaults, game->seats()));
      },
      py::arg("method"), py::arg("game"), "The table of the settings of the searches.");
}

}  // namespace pyboard::python
