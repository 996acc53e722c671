// tests/toys/tic_tac_toe/rules.hpp: the smallest game that goes through every layer. Two seats, no chance,
// nothing hidden. Action = square 0..8, row by row.
#pragma once

#include "toys/parts.hpp"

namespace pyboard::tic_tac_toe {

/// 4 bytes: squares of either seat as 9-bit sets. Whose turn it is follows from their counts.
struct State {
  std::uint16_t squares[2];
};
static_assert(sizeof(State) == 4);

class Rules : public WithoutTables, public toys::WithoutChance, public toys::WithoutSecrets {
 public:
  using State = tic_tac_toe::State;
  static constexpr int kActions = 9;
  static constexpr int kMaxPlayers = 2;
  static constexpr int kMaxLegal = 9;

  [[nodiscard]] static const GameInfo& info();
  Rules(int /*seats*/, const OptionValues& /*options*/, const Tables& /*tables*/) {}

  [[nodiscard]] int seats() const noexcept { return 2; }
  [[nodiscard]] int num_actions() const noexcept { return kActions; }
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

  [[nodiscard]] std::string label_text(const State& before, Event event, const State& after, int viewer) const;

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
