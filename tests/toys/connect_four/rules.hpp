// tests/toys/connect_four/rules.hpp: four in a row on 7 columns and 6 rows. Two seats, no chance, nothing
// hidden. Action = column 0..6. It is the yardstick of the benchmarks, so it is as fast as we can make it.
#pragma once

#include "toys/parts.hpp"

namespace pyboard::connect_four {

inline constexpr int kColumns = 7;
inline constexpr int kRows = 6;
inline constexpr int kStep = 8;  // from a square to the one above it; column 7 stays empty, so no line wraps around

/// 16 bytes. Square = 8 · row + column, rows from the bottom. Whose turn it is follows from the count of stones.
struct State {
  Word last;  // stones of the seat that moved last
  Word all;   // stones of both seats
};
static_assert(sizeof(State) == 16);

class Rules : public WithoutTables, public toys::WithoutChance, public toys::WithoutSecrets {
 public:
  using State = connect_four::State;
  static constexpr int kActions = kColumns;
  static constexpr int kMaxPlayers = 2;
  static constexpr int kMaxLegal = kColumns;

  [[nodiscard]] static const GameInfo& info();
  Rules(int /*seats*/, const OptionValues& /*options*/, const Tables& /*tables*/) {}

  [[nodiscard]] int seats() const noexcept { return 2; }
  [[nodiscard]] int num_actions() const noexcept { return kActions; }
  [[nodiscard]] int max_game_length() const noexcept { return kColumns * kRows; }
  [[nodiscard]] std::vector<Plane> layout() const;

  [[nodiscard]] State initial() const noexcept { return {}; }
  [[nodiscard]] Node node(const State& state) const noexcept {
    return has_line(state.last) || state.all == kBoard ? Node::terminal() : Node::decision(to_move(state), 0);
  }
  void legal(const State& state, ActionSet<kMaxLegal>& out) const noexcept {
    out = kOpenColumns[bits::down(kBoard & ~state.all, kStep * (kRows - 1))];
  }
  void apply(State& state, Action column) const noexcept {
    const Word stone = bits::lowest_only(bits::up(kColumn, column) & ~state.all);
    state.last = (state.all & ~state.last) | stone;
    state.all |= stone;
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
  static constexpr Word kColumn = [] {  // the leftmost one
    Word column = 0;
    for (int row = 0; row < kRows; ++row) column |= bits::bit(kStep * row);
    return column;
  }();
  static constexpr Word kBoard = kColumn * bits::first(kColumns);
  /// The legal set for every set of columns whose top square is free: one copy instead of a loop.
  static constexpr std::array<ActionSet<kMaxLegal>, bits::bit(kColumns)> kOpenColumns = [] {
    std::array<ActionSet<kMaxLegal>, bits::bit(kColumns)> table{};
    for (Word columns = 0; columns < table.size(); ++columns) table[columns].add_bits(columns, 0);
    return table;
  }();

  /// The first squares of all lines of four in one direction.
  [[nodiscard]] static constexpr Word lines(Word stones, int step) noexcept {
    const Word pairs = stones & bits::down(stones, step);
    return pairs & bits::down(pairs, 2 * step);
  }
  [[nodiscard]] static constexpr bool has_line(Word stones) noexcept {
    return (lines(stones, 1) | lines(stones, kStep - 1) | lines(stones, kStep) | lines(stones, kStep + 1)) != 0;
  }
  [[nodiscard]] static int to_move(const State& state) noexcept { return bits::count(state.all) & 1; }
  /// Stones of one seat.
  [[nodiscard]] static Word stones(const State& state, int seat) noexcept {
    return seat == to_move(state) ? state.all & ~state.last : state.last;
  }
};

static_assert(Game<Rules>);

}  // namespace pyboard::connect_four
