// pyboard/core/game.hpp: what a game must have. A game is an immutable object `Rules` (seats, options,
// component tables and what is derived from them) and a `State` that is a plain value. Everything that
// knows no particular game (driver, search, batches, bindings) is written against this concept.
#pragma once

#include <concepts>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "pyboard/core/action_set.hpp"
#include "pyboard/core/distribution.hpp"
#include "pyboard/core/error.hpp"
#include "pyboard/core/event.hpp"
#include "pyboard/core/options.hpp"
#include "pyboard/core/rng.hpp"
#include "pyboard/core/schema.hpp"
#include "pyboard/core/small_vector.hpp"
#include "pyboard/core/value.hpp"

namespace pyboard {

/// A setting of a search for which measurement found another default better in this game. Later ones win.
struct SearchDefault {
  std::string_view method;  // "mcts", "flat", …; "": every one
  std::string_view setting;
  Value value;
  int seats = 0;  // for this number of seats only; 0: for all
};

/// What is known of a game before seats and options are chosen.
struct GameInfo {
  std::string_view name;   // id: "cacao"
  std::string_view title;  // "Cacao"
  int rules_version;       // raised whenever a legal move or a result can change
  int min_seats;
  int max_seats;
  std::vector<OptionSpec> options;
  std::vector<Ruleset> rulesets;
  std::vector<RefusedOption> refused;
  std::vector<std::string_view> decisions;  // decision kinds, indexed by Node::what
  std::vector<std::string_view> chances;    // chance kinds, indexed by Node::what
  int score_unit = 1;                       // scores are whole multiples of 1/score_unit points
  std::vector<SearchDefault> search_defaults = {};
};

/// A group of numbers in the observation tensor.
struct Plane {
  std::string name;
  std::vector<int> shape;  // product = how many numbers
  std::string meaning;
};

template <class T>
concept PlainState = std::is_trivially_copyable_v<T> && std::is_standard_layout_v<T> &&
                     std::has_unique_object_representations_v<T>;  // no padding: equality is equality of bytes

template <class G>
concept Game =
    // Types and capacities, known when compiling.
    PlainState<typename G::State> && std::is_trivially_copyable_v<typename G::Tables> && (G::kActions > 0) &&
    (G::kOutcomes > 0) && (G::kMaxPlayers > 0) && (G::kMaxLegal > 0) &&
    // Before a Rules object exists.
    requires(schema::Visitor& visitor, typename G::Tables& tables, const typename G::Tables& fixed, Faults& faults) {
      { G::info() } -> std::same_as<const GameInfo&>;
      { G::default_tables() } -> std::same_as<const typename G::Tables&>;
      { G::describe(visitor, tables) } -> std::same_as<void>;  // the schema
      { G::check(fixed, faults) } -> std::same_as<void>;       // totals, references, sizes: all faults at once
    } && std::constructible_from<G, int, const OptionValues&, const typename G::Tables&> &&
    // Sizes of this object's numberings, within the capacities.
    requires(const G& game) {
      { game.seats() } noexcept -> std::same_as<int>;
      { game.num_actions() } noexcept -> std::same_as<int>;
      { game.num_outcomes() } noexcept -> std::same_as<int>;
      { game.max_game_length() } noexcept -> std::same_as<int>;  // nodes of the longest game; -1: no bound
      { game.layout() } -> std::same_as<std::vector<Plane>>;     // of the observation tensor
    } &&
    // Positions: all noexcept, no allocation.
    requires(const G& game, typename G::State& state, const typename G::State& fixed, ActionSet<G::kMaxLegal>& legal,
             Distribution<G::kOutcomes>& distribution, Rng& rng, Action action, Outcome outcome) {
      { game.initial() } noexcept -> std::same_as<typename G::State>;  // before the first node
      { game.node(fixed) } noexcept -> std::same_as<Node>;
      { game.legal(fixed, legal) } noexcept;   // at a decision; ascending, never empty
      { game.apply(state, action) } noexcept;  // the action is legal; runs on to the next node, forced or not
      { game.forced_outcome(fixed) } noexcept -> std::same_as<int>;  // at chance: the only outcome, or -1
      { game.outcomes(fixed, distribution) } noexcept;               // at chance: all, ascending
      { game.sample(fixed, rng) } noexcept -> std::same_as<Outcome>;
      { game.apply_outcome(state, outcome) } noexcept;
    } &&
    // Information.
    requires(const G& game, typename G::State& state, const typename G::State& fixed, Event event, int seat, Rng& rng) {
      { game.label(fixed, event, fixed, seat) } noexcept -> std::same_as<Label>;  // (before, event, after, viewer)
      { game.label_text(fixed, event, fixed, seat) } -> std::same_as<std::string>;
      { game.open(fixed, event) } noexcept -> std::same_as<bool>;  // (before, event): all seats learn the same
      { game.conceal(state, seat, rng) } noexcept;
    } &&
    // Results, estimates, observations.
    requires(const G& game, const typename G::State& fixed, std::span<int> numbers, std::span<float> reals, int seat) {
      { game.scores(fixed, numbers) } noexcept;  // in units of 1/score_unit
      { game.places(fixed, numbers) } noexcept;  // 1 = winner, shared places for ties
      { game.evaluate(fixed, reals) } noexcept;  // expected final placing utility per seat, in [0, 1]
      { game.observe(fixed, seat, reals) } noexcept;
    } &&
    // For people and tests.
    requires(const G& game, const typename G::State& fixed, const Value& dict, Faults& faults, Action action,
             Outcome outcome, std::string_view text, int seat) {
      { game.action_text(action) } -> std::same_as<std::string>;         // as far as the number alone says
      { game.action_text(fixed, action) } -> std::same_as<std::string>;  // at its node
      { game.outcome_text(fixed, outcome) } -> std::same_as<std::string>;
      { game.parse_action(fixed, text) } -> std::same_as<Action>;  // throws; may return an illegal action
      { game.parse_outcome(fixed, text) } -> std::same_as<Outcome>;
      { game.view(fixed, seat) } -> std::same_as<Value>;                     // what a seat sees; seat -1: everything
      { game.from_value(dict, faults) } -> std::same_as<typename G::State>;  // inverse of view(state, -1)
      { game.violations(fixed, faults) } -> std::same_as<void>;              // none: safe to play to the end
    };

/// Games in which nothing is ever hidden may say so with a member kPerfectInformation = true: conceal changes
/// nothing, every event is open, and the event itself is its label. Searches then skip all three.
template <class G>
concept PerfectInformation = Game<G> && requires { requires G::kPerfectInformation; };

/// Games may say by a member plain(before, event) that the label of an event is open_label(event) for every seat,
/// whatever it leads to. Searches then do without the position before it.
template <class G>
concept SaysPlain = Game<G> && requires(const G& game, const typename G::State& before, Event event) {
  { game.plain(before, event) } noexcept -> std::same_as<bool>;
};

/// What a seat has chosen itself in a package of sealed choices, in order.
using SealedChoices = SmallVector<Action, 16>;

/// Games in which one seat after the other makes sealed choices may say by a member take_back(state, seat, own) how it
/// was before the first of them: in the middle of a package in which others have chosen unseen by `seat`, who is to
/// move, all choices of the package return, `own` names those of `seat`, and the result is true. Elsewhere nothing
/// changes. Searches then let the others choose by what these know, in place of any choice being as likely as another.
template <class G>
concept TakesBack = Game<G> && requires(const G& game, typename G::State& state, int seat, SealedChoices& own) {
  { game.take_back(state, seat, own) } noexcept -> std::same_as<bool>;
};

/// Capacity of legal sets of a game.
template <class G>
using LegalSet = ActionSet<static_cast<std::size_t>(G::kMaxLegal)>;
template <class G>
using Outcomes = Distribution<static_cast<std::size_t>(G::kOutcomes)>;

/// Share of the other seats beaten, ties half: the utility "placing" (design/01).
inline void placing_utilities(std::span<const int> places, std::span<float> out) noexcept {
  const int seats = static_cast<int>(places.size());
  for (int i = 0; i < seats; ++i) {
    int twice = 0;
    for (int j = 0; j < seats; ++j) {
      if (i == j) continue;
      if (places[static_cast<std::size_t>(i)] < places[static_cast<std::size_t>(j)]) twice += 2;
      if (places[static_cast<std::size_t>(i)] == places[static_cast<std::size_t>(j)]) twice += 1;
    }
    out[static_cast<std::size_t>(i)] =
        seats == 1 ? 0.5F : static_cast<float>(twice) / static_cast<float>(2 * (seats - 1));
  }
}

/// Bytes of a state: equality and hash of positions are those of the bytes.
template <PlainState S>
[[nodiscard]] inline bool same_bytes(const S& a, const S& b) noexcept {
  return std::memcmp(&a, &b, sizeof(S)) == 0;
}

}  // namespace pyboard
