// tests/toys/matrix/rules.hpp: two seats choose at the same time, and a table says what both get. The table is
// component data: load_game(..., components=...) replaces it, in whole or in part.
//
// MX-1  In each of `rounds` rounds p0 makes his choice, sealed, then p1 makes his; then both lie open.
// MX-2  The payoffs of the `game` that is played are added to the scores. Places by score.
#pragma once

#include "toys/parts.hpp"

namespace pyboard::matrix {

inline constexpr int kGames = 3;
inline constexpr int kMaxChoices = 3;
inline constexpr int kMaxPayoff = 99;

/// What both seats get, for each of p0's choices (rows) and p1's choices (columns) of each game.
struct Tables {
  std::int16_t payoffs[kGames][kMaxChoices][kMaxChoices][2];
};

/// 8 bytes. Choices are kept as index + 1.
struct State {
  std::int16_t score[2];
  std::uint8_t sealed;    // p0's choice that p1 does not know, or 0
  std::uint8_t shown[2];  // choices of the last round, or 0
  std::uint8_t rounds;    // rounds that are over
};
static_assert(sizeof(State) == 8);

class Rules : public toys::WithoutChance {
 public:
  using State = matrix::State;
  using Tables = matrix::Tables;
  static constexpr int kActions = kMaxChoices;
  static constexpr int kMaxPlayers = 2;
  static constexpr int kMaxLegal = kMaxChoices;

  [[nodiscard]] static const GameInfo& info();
  [[nodiscard]] static const Tables& default_tables();
  static void describe(schema::Visitor& visitor, Tables& tables);
  static void check(const Tables& /*tables*/, Faults& /*faults*/) {}  // bounds are enough
  Rules(int seats, const OptionValues& options, const Tables& tables);

  [[nodiscard]] int seats() const noexcept { return 2; }
  [[nodiscard]] int num_actions() const noexcept { return choices_; }
  [[nodiscard]] int max_game_length() const noexcept { return 2 * rounds_; }
  [[nodiscard]] std::vector<Plane> layout() const;

  [[nodiscard]] State initial() const noexcept { return {}; }
  [[nodiscard]] Node node(const State& state) const noexcept {
    return state.rounds == rounds_ ? Node::terminal() : Node::decision(state.sealed == 0 ? 0 : 1, 0);
  }
  void legal(const State& /*state*/, ActionSet<kMaxLegal>& out) const noexcept {
    out.add_bits(bits::first(choices_), 0);
  }
  void apply(State& state, Action action) const noexcept;

  [[nodiscard]] Label label(const State& before, Event event, const State& after, int viewer) const noexcept;
  [[nodiscard]] std::string label_text(const State& before, Event event, const State& after, int viewer) const;
  [[nodiscard]] bool open(const State& /*before*/, Event event) const noexcept { return event.seat == 1; }
  void conceal(State& state, int viewer, Rng& rng) const noexcept;
  [[nodiscard]] bool take_back(State& state, int seat, SealedChoices& own) const noexcept {
    if (state.sealed == 0 || seat != 1) return false;
    state.sealed = 0;
    own.clear();
    return true;
  }

  void scores(const State& state, std::span<int> out) const noexcept;
  void places(const State& state, std::span<int> out) const noexcept;
  void evaluate(const State& state, std::span<float> out) const noexcept;
  void observe(const State& state, int viewer, std::span<float> out) const noexcept;

  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::string action_text(const State& /*state*/, Action action) const { return action_text(action); }
  [[nodiscard]] Action parse_action(const State& state, std::string_view text) const;
  [[nodiscard]] Value view(const State& state, int viewer) const;
  [[nodiscard]] State from_value(const Value& value, Faults& faults) const;
  void violations(const State& state, Faults& faults) const;

 private:
  [[nodiscard]] std::span<const std::string_view> names() const noexcept;

  Tables tables_;
  int game_;
  int rounds_;
  int choices_;
};

static_assert(Game<Rules> && TakesBack<Rules>);

}  // namespace pyboard::matrix
