// tests/toys/hidden_coin/rules.hpp: guess coins that you cannot see, or leave it. Two seats. A search that looks
// at the coins, or that guesses separately in each imagined world, takes the wrong choice.
//
// HC-1  Chance tosses `coins` fair coins under a cup. With `seen_by` "p1" p1 sees them, else nobody does.
// HC-2  p0 says `safe`: both seats get one point, and the coins stay hidden.
// HC-3  Or he says `dare` and guesses the coins one after the other. Then they are shown. If all guesses are
//       right he gets two points, else p1 does.
//
// Values for p0, as a share of the other seats beaten: safe 1/2; dare 1/4 with two coins, 1/2 with one, 1/8 with
// three; dare for one who sees the coins 1. So `safe` is right with two coins, and a cheat dares.
#pragma once

#include "toys/parts.hpp"

namespace pyboard::hidden_coin {

inline constexpr int kMaxCoins = 3;

enum class Phase : std::uint8_t { toss, choose, guess, safe, shown };

/// A side, or a guess; `none` is a coin not tossed, or not guessed yet.
enum class Side : std::uint8_t { none, heads, tails };

enum Move : Action { kSafe, kDare, kHeads, kTails };

/// 7 bytes.
struct State {
  Phase phase;
  Side coin[kMaxCoins];
  Side guess[kMaxCoins];
};
static_assert(sizeof(State) == 7);

class Rules : public WithoutTables {
 public:
  using State = hidden_coin::State;
  static constexpr int kActions = 4;
  static constexpr int kOutcomes = 2;
  static constexpr int kMaxPlayers = 2;
  static constexpr int kMaxLegal = 2;

  [[nodiscard]] static const GameInfo& info();
  Rules(int seats, const OptionValues& options, const Tables& tables);

  [[nodiscard]] int seats() const noexcept { return 2; }
  [[nodiscard]] int num_actions() const noexcept { return kActions; }
  [[nodiscard]] int num_outcomes() const noexcept { return kOutcomes; }
  [[nodiscard]] int max_game_length() const noexcept { return 2 * coins_ + 1; }
  [[nodiscard]] std::vector<Plane> layout() const;

  [[nodiscard]] State initial() const noexcept { return {}; }
  [[nodiscard]] Node node(const State& state) const noexcept;
  void legal(const State& state, ActionSet<kMaxLegal>& out) const noexcept;
  void apply(State& state, Action action) const noexcept;
  [[nodiscard]] int forced_outcome(const State& /*state*/) const noexcept { return -1; }
  void outcomes(const State& state, Distribution<kOutcomes>& out) const noexcept;
  [[nodiscard]] Outcome sample(const State& /*state*/, Rng& rng) const noexcept {
    return static_cast<Outcome>(rng.below(kOutcomes));
  }
  void apply_outcome(State& state, Outcome outcome) const noexcept;

  [[nodiscard]] Label label(const State& before, Event event, const State& after, int viewer) const noexcept;
  [[nodiscard]] std::string label_text(const State& before, Event event, const State& after, int viewer) const;
  [[nodiscard]] bool open(const State& /*before*/, Event event) const noexcept { return !event.is_outcome(); }
  void conceal(State& state, int viewer, Rng& rng) const noexcept;

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
  [[nodiscard]] bool sees(const State& state, int viewer) const noexcept {
    return viewer < 0 || state.phase == Phase::shown || (viewer == 1 && p1_sees_);
  }

  int coins_;
  bool p1_sees_;
};

static_assert(Game<Rules>);

}  // namespace pyboard::hidden_coin
