// tests/toys/pig/rules.hpp: the dice game Pig for 2 to 4 seats. Nothing hidden, one kind of chance event,
// no bound on the length of a game.
//
// PIG-1  On his turn a player rolls a die as often as he likes, then holds. He must roll at least once.
// PIG-2  A roll of 2 to 6 adds to his turn total. A 1 loses the turn total and ends the turn.
// PIG-3  To hold adds the turn total to his score and ends the turn.
// PIG-4  Who could reach `target` by holding must hold, and has won. The others place by score.
#pragma once

#include "toys/parts.hpp"

namespace pyboard::pig {

inline constexpr int kMaxSeats = 4;
inline constexpr int kSides = 6;

/// What a position waits for.
enum class Phase : std::uint8_t { decide, roll, over };

enum Move : Action { kRoll, kHold };

/// 24 bytes.
struct State {
  std::uint32_t score[kMaxSeats];
  std::uint32_t turn_total;
  std::uint8_t seat;  // whose turn it is; at the end, who has won
  Phase phase;
  std::uint8_t unused[2];
};
static_assert(sizeof(State) == 24);

class Rules : public WithoutTables, public toys::WithoutSecrets {
 public:
  using State = pig::State;
  static constexpr int kActions = 2;
  static constexpr int kOutcomes = kSides;
  static constexpr int kMaxPlayers = kMaxSeats;
  static constexpr int kMaxLegal = 2;

  [[nodiscard]] static const GameInfo& info();
  Rules(int seats, const OptionValues& options, const Tables& tables);

  [[nodiscard]] int seats() const noexcept { return seats_; }
  [[nodiscard]] int num_actions() const noexcept { return kActions; }
  [[nodiscard]] int num_outcomes() const noexcept { return kOutcomes; }
  [[nodiscard]] int max_game_length() const noexcept { return -1; }  // bad luck has no bound
  [[nodiscard]] std::vector<Plane> layout() const;

  [[nodiscard]] State initial() const noexcept { return {}; }
  [[nodiscard]] Node node(const State& state) const noexcept;
  void legal(const State& state, ActionSet<kMaxLegal>& out) const noexcept;
  void apply(State& state, Action action) const noexcept;
  [[nodiscard]] int forced_outcome(const State& /*state*/) const noexcept { return -1; }
  void outcomes(const State& state, Distribution<kOutcomes>& out) const noexcept;
  [[nodiscard]] Outcome sample(const State& /*state*/, Rng& rng) const noexcept {
    return static_cast<Outcome>(rng.below(kSides));
  }
  void apply_outcome(State& state, Outcome outcome) const noexcept;

  [[nodiscard]] std::string label_text(const State& before, Event event, const State& after, int viewer) const;

  void scores(const State& state, std::span<int> out) const noexcept;
  void places(const State& state, std::span<int> out) const noexcept;
  void evaluate(const State& state, std::span<float> out) const noexcept;
  void observe(const State& state, int viewer, std::span<float> out) const noexcept;

  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::string action_text(const State& /*state*/, Action action) const { return action_text(action); }
  [[nodiscard]] std::string outcome_text(const State& state, Outcome outcome) const;
  [[nodiscard]] Action parse_action(const State& state, std::string_view text) const;
  [[nodiscard]] Outcome parse_outcome(const State& state, std::string_view text) const;
  [[nodiscard]] Value view(const State& state, int viewer) const;
  [[nodiscard]] State from_value(const Value& value, Faults& faults) const;
  void violations(const State& state, Faults& faults) const;

 private:
  void end_turn(State& state) const noexcept;
  [[nodiscard]] bool must_hold(const State& state) const noexcept {
    return state.score[state.seat] + state.turn_total >= target_;
  }

  int seats_;
  std::uint32_t target_;
};

static_assert(Game<Rules>);

}  // namespace pyboard::pig
