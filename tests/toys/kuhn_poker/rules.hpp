// tests/toys/kuhn_poker/rules.hpp: Kuhn poker for two seats: the smallest game with hidden hands. Its value
// for p0 is -1/18 chips (Kuhn, 1950).
//
// KP-1  Both seats put one chip into the pot and get one of the cards J, Q, K, face down.
// KP-2  p0 checks or bets one chip. After a check p1 checks or bets. Who faces a bet folds or calls it.
// KP-3  A fold gives the pot to the other seat, and the cards stay hidden. Otherwise both cards are shown and
//       the higher one takes the pot. Score: chips won or lost.
#pragma once

#include "toys/parts.hpp"

namespace pyboard::kuhn_poker {

inline constexpr int kCards = 3;
inline constexpr std::uint8_t kNoCard = kCards;

enum class Phase : std::uint8_t { deal_p0, deal_p1, p0_opens, p1_opens, p1_answers, p0_answers, folded, shown };

enum Move : Action { kCheck, kBet, kFold, kCall };

/// 6 bytes.
struct State {
  Phase phase;
  std::uint8_t loser;     // seat that folded; 0 until then
  std::uint8_t card[2];   // 0 J, 1 Q, 2 K, or kNoCard before the deal
  std::uint8_t chips[2];  // what each seat has put into the pot
};
static_assert(sizeof(State) == 6);

class Rules : public WithoutTables {
 public:
  using State = kuhn_poker::State;
  static constexpr int kActions = 4;
  static constexpr int kOutcomes = kCards;
  static constexpr int kMaxPlayers = 2;
  static constexpr int kMaxLegal = 2;

  [[nodiscard]] static const GameInfo& info();
  Rules(int /*seats*/, const OptionValues& /*options*/, const Tables& /*tables*/) {}

  [[nodiscard]] int seats() const noexcept { return 2; }
  [[nodiscard]] int num_actions() const noexcept { return kActions; }
  [[nodiscard]] int num_outcomes() const noexcept { return kOutcomes; }
  [[nodiscard]] int max_game_length() const noexcept { return 5; }
  [[nodiscard]] std::vector<Plane> layout() const;

  [[nodiscard]] State initial() const noexcept { return {Phase::deal_p0, 0, {kNoCard, kNoCard}, {1, 1}}; }
  [[nodiscard]] Node node(const State& state) const noexcept;
  void legal(const State& state, ActionSet<kMaxLegal>& out) const noexcept;
  void apply(State& state, Action action) const noexcept;
  [[nodiscard]] int forced_outcome(const State& /*state*/) const noexcept { return -1; }
  void outcomes(const State& state, Distribution<kOutcomes>& out) const noexcept;
  [[nodiscard]] Outcome sample(const State& state, Rng& rng) const noexcept;
  void apply_outcome(State& state, Outcome outcome) const noexcept;

  [[nodiscard]] Label label(const State& before, Event event, const State& after, int viewer) const noexcept;
  [[nodiscard]] std::string label_text(const State& before, Event event, const State& after, int viewer) const;
  [[nodiscard]] bool open(const State& before, Event event) const noexcept;
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
  /// Cards in the deck.
  [[nodiscard]] static Word deck(const State& state) noexcept;
  [[nodiscard]] static bool sees(const State& state, int viewer, int seat) noexcept {
    return viewer == seat || viewer < 0 || state.phase == Phase::shown;
  }
};

static_assert(Game<Rules>);

}  // namespace pyboard::kuhn_poker
