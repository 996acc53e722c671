// pyboard/search/params.hpp: every setting of the searches, in one struct and one description.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "pyboard/core/error.hpp"
#include "pyboard/core/game.hpp"
#include "pyboard/core/value.hpp"

namespace pyboard {

/// What a finished game is worth to a seat, in [0, 1].
enum class Utility : std::uint8_t { placing, win, score, margin };
/// Whether what chance brought is part of a node's identity.
enum class ChanceNodes : std::uint8_t { automatic, open, closed };
/// What the searcher may use of the position.
enum class Information : std::uint8_t { hidden, perfect };
/// What leads a seat to a node of its own: all that it has learnt, what it did itself, or what it did in this turn.
enum class TreeSharing : std::uint8_t { all, own, turn };
/// How a node chooses: by upper confidence bounds, or at random by what it regrets not to have done.
enum class Selection : std::uint8_t { ucb, regret };
/// How the searcher imagines sealed choices made before his: any as likely as another, or as the others would choose.
enum class SealedBefore : std::uint8_t { dealt, searched };
/// Which root action is the answer: the best, or a draw from the average strategy.
enum class FinalChoice : std::uint8_t { best, sealed, average };

/// What several threads do: each grows a tree of its own, or all grow one.
enum class Parallel : std::uint8_t { root, tree };

/// One line per setting; params.cpp gives range, neutral value and meaning of each.
struct SearchParams {
  double exploration = 0.6;                                     // UCB1 constant for values in [0, 1]; 0: greedy
  double first_play = std::numeric_limits<double>::infinity();  // value of an action never tried; inf: try all first
  double first_play_reduction = -1;               // … that of its node less so much; -1: first_play counts
  bool variance_scaling = false;                  // exploration by the spread of an action's results
  double value_scaling = 0;                       // … and by the spread of all results: 0 not at all, 1 fully
  double prior_weight = 0;                        // progressive bias: gain in `evaluate` by the action, / (visits + 1)
  std::int64_t prior_visits = 4;                  // … looked up once a node has so many visits
  double history_weight = 0;                      // progressive history: mean of the action anywhere in the search
  double mast = 0;                                // playouts: share of decisions by the action's mean anywhere
  double playout_greedy = 0;                      // playouts: share of decisions by `evaluate`
  std::int64_t playout_depth = -1;                // random decisions before `evaluate` takes over; -1: none
  std::int64_t playout_limit = 100'000;           // steps after which an endless playout is cut off
  Utility utility = Utility::placing;             // what is maximised
  double placing_share = 0;                       // so much of `placing` is mixed into another utility
  double score_least = 0;                         // utility `score`: points that are worth 0 …
  double score_range = 100;                       // … and so many more 1; clipped outside
  double margin_range = 50;                       // utility `margin`: lead over the others' mean that is worth 1
  ChanceNodes chance = ChanceNodes::automatic;    // closed: the drawn outcome leads to a node of its own
  std::int64_t expand_visits = 1;                 // mcts: visits of an edge after which a node is made below it
  TreeSharing tree = TreeSharing::all;            // mcts: own: a node forgets what others did; turn: earlier turns too
  Information information = Information::hidden;  // perfect: searches the true position, a yardstick
  std::int64_t memory = std::int64_t{1} << 30;    // bytes of tree; when they are used the tree stops growing
  std::int64_t threads = 1;                       // mcts: that search together
  Parallel parallel = Parallel::root;             // … root: a tree each, with its share; tree: all in one
  std::int64_t virtual_loss = 1;                  // … tree: lost visits an edge counts per thread below it
  bool common_random_numbers = true;              // flat: playout number i meets the same chance at every action
  std::int64_t samples = 16;                      // greedy: worlds and outcomes averaged per action
  Selection selection = Selection::ucb;           // mcts: regret: mixed strategies for sealed and hidden things
  double regret_exploration = 0.2;                // … share of uniform choices of the seat whose regrets are counted
  SealedBefore sealed_choices = SealedBefore::searched;  // mcts: of others, unseen by the searcher at the root
  FinalChoice final = FinalChoice::best;  // mcts: sealed: drawn where the choice stays hidden; average: always
  bool solver = false;                    // mcts: values of finished games become proofs where they can
  std::int64_t solve_decisions = 0;       // solve first where at most so many decisions seem left; 0: never
  std::int64_t solve_nodes = 100'000;     // … looking at so many positions at most
  bool all_actions = true;                // solve: the exact value of every root action, not of the best
};

/// What a description of the settings is told to. Numbers, truth values and choices, each with the value
/// that switches the setting off.
class PYBOARD_API ParamVisitor {
 public:
  ParamVisitor() = default;
  ParamVisitor(const ParamVisitor&) = delete;
  ParamVisitor& operator=(const ParamVisitor&) = delete;
  virtual ~ParamVisitor() = default;

  virtual void real(std::string_view name, double& field, double least, double most, double neutral,
                    std::string_view meaning) = 0;
  virtual void integer(std::string_view name, std::int64_t& field, std::int64_t least, std::int64_t most,
                       std::int64_t neutral, std::string_view meaning) = 0;
  virtual void boolean(std::string_view name, bool& field, bool neutral, std::string_view meaning) = 0;
  template <class Enum>
    requires std::is_enum_v<Enum>
  void choice(std::string_view name, Enum& field, std::span<const std::string_view> names, Enum neutral,
              std::string_view meaning) {
    int index = static_cast<int>(field);
    visit_choice(name, index, names, static_cast<int>(neutral), meaning);
    field = static_cast<Enum>(index);
  }

 protected:
  virtual void visit_choice(std::string_view name, int& index, std::span<const std::string_view> names, int neutral,
                            std::string_view meaning) = 0;
};

/// Names every setting once.
PYBOARD_API void describe(ParamVisitor& visitor, SearchParams& params);

/// The defaults, those that a game has for this method and number of seats, and what `given` (a dict) changes. Throws
/// std::invalid_argument with every fault at once, each naming what is allowed.
[[nodiscard]] PYBOARD_API SearchParams read_params(const Value& given, std::string_view method,
                                                   std::span<const SearchDefault> defaults, int seats);

/// All settings of `params` as a dict name -> value.
[[nodiscard]] PYBOARD_API Value params_value(const SearchParams& params);

/// The table behind it all: a list of dicts with name, default, neutral, least, most or values, meaning.
[[nodiscard]] PYBOARD_API Value params_table(std::string_view method, std::span<const SearchDefault> defaults,
                                             int seats);

}  // namespace pyboard
