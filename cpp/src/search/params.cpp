#include "pyboard/search/params.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace pyboard {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::array<std::string_view, 4> kUtilities = {"placing", "win", "score", "margin"};
constexpr std::array<std::string_view, 3> kChances = {"auto", "open", "closed"};
constexpr std::array<std::string_view, 3> kTrees = {"all", "own", "turn"};
constexpr std::array<std::string_view, 2> kSelections = {"ucb", "regret"};
constexpr std::array<std::string_view, 3> kFinals = {"best", "sealed", "average"};
constexpr std::array<std::string_view, 2> kParallels = {"root", "tree"};
constexpr std::array<std::string_view, 2> kSealedBefore = {"dealt", "searched"};
constexpr std::array<std::string_view, 2> kInformation = {"hidden", "perfect"};

/// "0.7", "inf", "1e+06": for messages.
std::string number_text(double value) {
  if (value == kInfinity) return "inf";
  return value == std::floor(value) && std::abs(value) < 1e15 ? std::to_string(static_cast<std::int64_t>(value))
                                                              : Value(value).json();
}

/// Takes settings out of a dict.
class Reader final : public ParamVisitor {
 public:
  Reader(const Value& given, Faults& faults) : given_{given.get<Value::Dict>()}, faults_{faults} {}

  void real(std::string_view name, double& field, double least, double most, double /*neutral*/,
            std::string_view /*meaning*/) override {
    const Value* value = take(name);
    if (value == nullptr) return;
    const auto* number = value->get<double>();
    const auto* whole = value->get<std::int64_t>();
    const double read = number != nullptr ? *number : whole != nullptr ? static_cast<double>(*whole) : std::nan("");
    if (read >= least && read <= most) {
      field = read;
    } else {
      refuse(name, *value, "numbers from " + number_text(least) + " to " + number_text(most));
    }
  }
  void integer(std::string_view name, std::int64_t& field, std::int64_t least, std::int64_t most,
               std::int64_t /*neutral*/, std::string_view /*meaning*/) override {
    const Value* value = take(name);
    if (value == nullptr) return;
    const auto* number = value->get<std::int64_t>();
    if (number != nullptr && *number >= least && *number <= most) {
      field = *number;
    } else {
      refuse(name, *value, "whole numbers from " + std::to_string(least) + " to " + std::to_string(most));
    }
  }
  void boolean(std::string_view name, bool& field, bool /*neutral*/, std::string_view /*meaning*/) override {
    const Value* value = take(name);
    if (value == nullptr) return;
    if (const auto* flag = value->get<bool>()) {
      field = *flag;
    } else {
      refuse(name, *value, "true and false");
    }
  }
  /// Notes what was given and is no setting.
  void finish() {
    if (given_ == nullptr) return;
    for (const auto& [name, value] : *given_) {
      if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
      faults_.push_back("there is no setting '" + name + "'; allowed: " + quoted_list(known_));
    }
  }

 protected:
  void visit_choice(std::string_view name, int& index, std::span<const std::string_view> names, int /*neutral*/,
                    std::string_view /*meaning*/) override {
    const Value* value = take(name);
    if (value == nullptr) return;
    const auto* text = value->get<std::string>();
    const auto found = text == nullptr ? names.end() : std::find(names.begin(), names.end(), *text);
    if (found == names.end()) {
      refuse(name, *value, quoted_list(names));
    } else {
      index = static_cast<int>(found - names.begin());
    }
  }

 private:
  const Value* take(std::string_view name) {
    known_.push_back(name);
    if (given_ == nullptr) return nullptr;
    for (const auto& [key, value] : *given_) {
      if (key == name) return &value;
    }
    return nullptr;
  }
  void refuse(std::string_view name, const Value& value, const std::string& allowed) {
    // A real number is shown as one, else 1.0 would be refused as 1.
    const auto* real = value.get<double>();
    const bool whole = real != nullptr && std::isfinite(*real) && std::floor(*real) == *real;
    faults_.push_back(std::string(name) + " cannot be " + value.json() + (whole ? ".0" : "") + "; allowed: " + allowed);
  }

  const Value::Dict* given_;
  Faults& faults_;
  std::vector<std::string_view> known_;
};

/// Writes settings into a dict.
class Writer final : public ParamVisitor {
 public:
  void real(std::string_view name, double& field, double /*least*/, double /*most*/, double /*neutral*/,
            std::string_view /*meaning*/) override {
    out.set(name, Value(field));
  }
  void integer(std::string_view name, std::int64_t& field, std::int64_t /*least*/, std::int64_t /*most*/,
               std::int64_t /*neutral*/, std::string_view /*meaning*/) override {
    out.set(name, Value(field));
  }
  void boolean(std::string_view name, bool& field, bool /*neutral*/, std::string_view /*meaning*/) override {
    out.set(name, Value(field));
  }

  Value out = Value::dict();

 protected:
  void visit_choice(std::string_view name, int& index, std::span<const std::string_view> names, int /*neutral*/,
                    std::string_view /*meaning*/) override {
    out.set(name, Value(names[static_cast<std::size_t>(index)]));
  }
};

/// Lists what there is to set.
class Lister final : public ParamVisitor {
 public:
  void real(std::string_view name, double& field, double least, double most, double neutral,
            std::string_view meaning) override {
    row(name, Value(field), Value(neutral), meaning, Value(least), Value(most), Value());
  }
  void integer(std::string_view name, std::int64_t& field, std::int64_t least, std::int64_t most, std::int64_t neutral,
               std::string_view meaning) override {
    row(name, Value(field), Value(neutral), meaning, Value(least), Value(most), Value());
  }
  void boolean(std::string_view name, bool& field, bool neutral, std::string_view meaning) override {
    row(name, Value(field), Value(neutral), meaning, Value(), Value(), Value(Value::List{Value(false), Value(true)}));
  }

  Value out = Value::list();

 protected:
  void visit_choice(std::string_view name, int& index, std::span<const std::string_view> names, int neutral,
                    std::string_view meaning) override {
    Value::List list;
    for (const std::string_view text : names) list.emplace_back(text);
    row(name, Value(names[static_cast<std::size_t>(index)]), Value(names[static_cast<std::size_t>(neutral)]), meaning,
        Value(), Value(), Value(std::move(list)));
  }

 private:
  void row(std::string_view name, Value usual, Value neutral, std::string_view meaning, Value least, Value most,
           Value values) {
    Value entry = Value::dict();
    entry.set("name", Value(name));
    entry.set("default", std::move(usual));
    entry.set("neutral", std::move(neutral));
    entry.set("least", std::move(least));
    entry.set("most", std::move(most));
    entry.set("values", std::move(values));
    entry.set("meaning", Value(meaning));
    out.push(std::move(entry));
  }
};

}  // namespace

void describe(ParamVisitor& visitor, SearchParams& params) {
  visitor.real("exploration", params.exploration, 0.0, 1e6, 0.0,
               "weight c of the term c * sqrt(log N / n) that sends the search to actions it has tried rarely");
  visitor.real("first_play", params.first_play, 0.0, kInfinity, kInfinity,
               "value that an action never tried counts with; inf: every action is tried before any is tried again");
  visitor.real("first_play_reduction", params.first_play_reduction, -1.0, 1.0, -1.0,
               "an action never tried counts with the mean of its node less so much, as if it had been tried once; "
               "negative: with first_play");
  visitor.boolean("variance_scaling", params.variance_scaling, false,
                  "scales the exploration of an action by twice the standard deviation of its results");
  visitor.real("value_scaling", params.value_scaling, 0.0, 1.0, 0.0,
               "how far exploration is scaled by twice the standard deviation of all results of who is to move");
  visitor.real("prior_weight", params.prior_weight, 0.0, 1e3, 0.0,
               "weight of what an action adds to the game's estimate for its seat, divided by its visits + 1");
  visitor.integer("prior_visits", params.prior_visits, 0, 1'000'000, 0,
                  "visits of a node after which that is looked up for all of its actions");
  visitor.real(
      "history_weight", params.history_weight, 0.0, 1e3, 0.0,
      "progressive history: weight of an action's mean anywhere in the search, less the more it was tried here");
  visitor.real("mast", params.mast, 0.0, 1.0, 0.0,
               "share of playout decisions that take the action with the best mean anywhere in the search");
  visitor.real("playout_greedy", params.playout_greedy, 0.0, 1.0, 0.0,
               "share of playout decisions that take the action whose estimate is best");
  visitor.integer("playout_depth", params.playout_depth, -1, 1'000'000, -1,
                  "random decisions after which a playout ends with the game's estimate; -1: playouts go to the end");
  visitor.integer("playout_limit", params.playout_limit, 1, std::int64_t{1} << 40, std::int64_t{1} << 40,
                  "steps after which a playout that has not ended is cut off with the game's estimate and counted");
  visitor.choice(
      "utility", params.utility, kUtilities, Utility::placing,
      "what a result is worth: 'placing' is the share of the other seats beaten, ties half; 'win' is 1 for "
      "the winner, shared among several; 'score' the own points, 'margin' the lead over the mean of the others");
  visitor.real("placing_share", params.placing_share, 0.0, 1.0, 0.0,
               "weight of 'placing' when it is mixed into another utility, which keeps the rest");
  visitor.real("score_least", params.score_least, -1e6, 1e6, 0.0, "points that the utility 'score' counts as 0");
  visitor.real("score_range", params.score_range, 1e-3, 1e6, 100.0,
               "points above score_least that the utility 'score' counts as 1; in between it grows evenly");
  visitor.real("margin_range", params.margin_range, 1e-3, 1e6, 50.0,
               "points ahead of the mean of the others that the utility 'margin' counts as 1; as many behind are 0");
  visitor.choice(
      "chance", params.chance, kChances, ChanceNodes::open,
      "'open': a node stands for all outcomes that may have led to it; 'closed': one node per outcome; 'auto': "
      "closed in games of at most 8 different outcomes");
  visitor.integer("expand_visits", params.expand_visits, 1, 1'000'000, 1,
                  "mcts: visits of an action after which the position behind it enters the tree");
  visitor.choice("tree", params.tree, kTrees, TreeSharing::all,
                 "mcts: what tells the nodes of a seat apart: 'all' that it has learnt; what it did itself, its 'own' "
                 "actions; or which 'turn' of its own it is in and what it did in that");
  visitor.choice("information", params.information, kInformation, Information::hidden,
                 "'hidden': every iteration deals anew what the searcher does not see; 'perfect': it sees everything");
  visitor.integer("memory", params.memory, 1 << 16, (std::int64_t{1} << 34) - (1 << 16),
                  (std::int64_t{1} << 34) - (1 << 16),
                  "bytes of tree; a tree that has used them stops growing and the search goes on");
  visitor.integer("threads", params.threads, 1, 256, 1, "mcts: threads that search together");
  visitor.choice(
      "parallel", params.parallel, kParallels, Parallel::root,
      "mcts: 'root': every thread grows a tree of its own with its share of iterations and memory, and their "
      "visits are added up; 'tree': all threads grow one tree, so that the same seed need not give the same "
      "result");
  visitor.integer("virtual_loss", params.virtual_loss, 0, 1000, 0,
                  "mcts: in a shared tree, lost visits that an action counts for every thread that is trying it");
  visitor.boolean("common_random_numbers", params.common_random_numbers, false,
                  "flat: playout i of every action meets the same deal and the same stream of chance");
  visitor.integer("samples", params.samples, 1, 1'000'000, 1,
                  "greedy: deals and outcomes that an action's estimate is averaged over, where there is chance");
  visitor.choice(
      "selection", params.selection, kSelections, Selection::ucb,
      "mcts: how a node chooses: 'ucb' by upper confidence bounds, 'regret' at random by regret matching, which "
      "finds mixed strategies where choices are sealed or hands hidden");
  visitor.real("regret_exploration", params.regret_exploration, 0.0, 1.0, 0.0,
               "regret: share of uniform choices at the nodes of the seat whose regrets an iteration counts");
  visitor.choice("sealed_choices", params.sealed_choices, kSealedBefore, SealedBefore::dealt,
                 "mcts: sealed choices that others have made before the searcher: 'searched': the tree begins before "
                 "them, and the others choose as they would; 'dealt': every possible choice is equally likely");
  visitor.choice("final", params.final, kFinals, FinalChoice::best,
                 "mcts: the answer is the 'best' action; 'sealed': where the choice stays hidden it is drawn from the "
                 "average strategy; 'average': it always is");
  visitor.boolean("solver", params.solver, false,
                  "mcts: finished games prove values, and proofs go up the tree; where every visit of a node finds "
                  "the same legal actions and no chance lies in between");
  visitor.integer(
      "solve_decisions", params.solve_decisions, 0, 1000, 0,
      "decisions up to which exact values are looked for first, where nothing is hidden from anybody; 0: never");
  visitor.integer("solve_nodes", params.solve_nodes, 1, std::int64_t{1} << 31, 1,
                  "positions after which that is given up and the search goes on as usual");
  visitor.boolean("all_actions", params.all_actions, true,
                  "solve: finds the exact value of every root action; without it what cannot be best is dropped early");
}

SearchParams read_params(const Value& given, std::string_view method, std::span<const SearchDefault> defaults,
                         int seats) {
  SearchParams params;
  Faults faults;
  Value usual = Value::dict();
  for (const SearchDefault& entry : defaults) {
    if ((entry.method.empty() || entry.method == method) && (entry.seats == 0 || entry.seats == seats))
      usual.set(entry.setting, entry.value);
  }
  for (const Value& settings : {usual, given}) {
    Reader reader(settings, faults);
    describe(reader, params);
    reader.finish();
  }
  if (!faults.empty())
    throw std::invalid_argument(faults.size() == 1 ? faults.front() : join_faults("settings of the search", faults));
  return params;
}

Value params_value(const SearchParams& params) {
  Writer writer;
  SearchParams copy = params;
  describe(writer, copy);
  return std::move(writer.out);
}

Value params_table(std::string_view method, std::span<const SearchDefault> defaults, int seats) {
  Lister lister;
  SearchParams params = read_params(Value(), method, defaults, seats);
  describe(lister, params);
  return std::move(lister.out);
}

}  // namespace pyboard
