// tests/toys/tic_tac_toe/rules.hpp: the smallest game that goes through every layer. Two seats, no chance,
// nothing hidden. Action = square 0..8, row by row.
#pragma once

#include "pyboard/core/game.hpp"
#include "pyboard/core/no_tables.hpp"

namespace pyboard::tic_tac_toe {

/// 4 bytes: squares of either seat as 9-bit sets. Whose turn it is follows from their counts.
struct State {
  std::uint16_t squares[2];
};
static_assert(sizeof(State) == 4);

class Rules : public WithoutTables {
 public:
  using State = tic_tac_toe::State;
  static constexpr int kActions = 9;
  static constexpr int kOutcomes = 1;
  static constexpr int kMaxPlayers = 2;
  static constexpr int kMaxLegal = 9;
  static constexpr bool kPerfectInformation = true;

  [[nodiscard]] static const GameInfo& info();
  Rules(int /*seats*/, const OptionValues& /*options*/, const Tables& /*tables*/) {}

  [[nodiscard]] int seats() const noexcept { return 2; }
  [[nodiscard]] int num_actions() const noexcept { return kActions; }
  [[nodiscard]] int num_outcomes() const noexcept { return 0; }
  [[nodiscard]] int max_game_length() const noexcept { return 9; }
  [[nodiscard]] std::vector<Plane> layout() const;

  [[nodiscard]] State initial() const noexcept { return {}; }
  [[nodiscard]] Node node(const State& state) const noexcept {
    const int placed = bits::count(taken(state));
    return placed == 9 || has_line(state, 0) || has_line(state, 1) ? Node::terminal() : Node::decision(placed & 1, 0);
  }
  void legal(const State& state, ActionSet<kMaxLegal>& out) const noexcept {
    out.add_bits(~taken(state) & bits::first(9), 0);
  }
  void apply(State& state, Action action) const noexcept {
    std::uint16_t& squares = state.squares[bits::count(taken(state)) & 1];
    squares = static_cast<std::uint16_t>(squares | bits::bit(action));
  }
  [[nodiscard]] int forced_outcome(const State& /*state*/) const noexcept { return -1; }
  void outcomes(const State& /*state*/, Distribution<kOutcomes>& /*out*/) const noexcept {}
  [[nodiscard]] Outcome sample(const State& /*state*/, Rng& /*rng*/) const noexcept { return 0; }
  void apply_outcome(State& /*state*/, Outcome /*outcome*/) const noexcept {}

  [[nodiscard]] Label label(const State& /*before*/, Event event, const State& /*after*/,
                            int /*viewer*/) const noexcept {
    return open_label(event);
  }
  [[nodiscard]] std::string label_text(const State& before, Event event, const State& after, int viewer) const;
  [[nodiscard]] bool open(const State& /*before*/, Event /*event*/) const noexcept { return true; }
  void conceal(State& /*state*/, int /*viewer*/, Rng& /*rng*/) const noexcept {}

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
  [[nodiscard]] static Word taken(const State& state) noexcept { return Word{state.squares[0]} | state.squares[1]; }
  [[nodiscard]] static bool has_line(const State& state, int seat) noexcept {
    // Bit s of kLines is set if the 9-bit set s holds a row, a column or a diagonal.
    return bits::test(kLines[state.squares[seat] >> 6], state.squares[seat] & 63);
  }
  static constexpr std::array<Word, 8> kLines = [] {
    std::array<Word, 8> table{};
    for (int set = 0; set < 512; ++set) {
      for (const int line : {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124}) {
        if ((set & line) == line) table[static_cast<std::size_t>(set >> 6)] |= bits::bit(set & 63);
      }
    }
    return table;
  }();
};

static_assert(Game<Rules>);

}  // namespace pyboard::tic_tac_toe
