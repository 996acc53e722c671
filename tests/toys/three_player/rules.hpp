// tests/toys/three_player/rules.hpp: a tree of three moves for three seats: p0, p1 and p2 go left or right once
// each, and the eight ends give points. Nothing hidden, no chance. What it is good for:
//
// - One solution by max^n, the same by points and by places: left, left, left with points 3 2 2.
// - p2 is king-maker after left, left: he cannot win there, and chooses whether p0 or p1 does. It is p0,
//   because that lets p2 share the second place.
// - p0 must not fear a coalition: if both others only wanted to hurt him (paranoid search), right would be better.
// - p0 must look ahead: if all played at random (flat Monte Carlo), right would be better, 11/16 to 1/2.
#pragma once

#include "toys/parts.hpp"

namespace pyboard::three_player {

inline constexpr int kSeats = 3;

enum Move : Action { kLeft, kRight };

/// 2 bytes.
struct State {
  std::uint8_t moves;  // moves made
  std::uint8_t path;   // the moves as binary digits, the last one lowest
};
static_assert(sizeof(State) == 2);

class Rules : public WithoutTables, public toys::WithoutChance, public toys::WithoutSecrets {
 public:
  using State = three_player::State;
  static constexpr int kActions = 2;
  static constexpr int kMaxPlayers = kSeats;
  static constexpr int kMaxLegal = 2;

  [[nodiscard]] static const GameInfo& info();
  Rules(int /*seats*/, const OptionValues& /*options*/, const Tables& /*tables*/) {}

  [[nodiscard]] int seats() const noexcept { return kSeats; }
  [[nodiscard]] int num_actions() const noexcept { return kActions; }
  [[nodiscard]] int max_game_length() const noexcept { return kSeats; }
  [[nodiscard]] std::vector<Plane> layout() const;

  [[nodiscard]] State initial() const noexcept { return {}; }
  [[nodiscard]] Node node(const State& state) const noexcept {
    return state.moves == kSeats ? Node::terminal() : Node::decision(state.moves, 0);
  }
  void legal(const State& /*state*/, ActionSet<kMaxLegal>& out) const noexcept {
    out.add_bits(bits::first(kActions), 0);
  }
  void apply(State& state, Action action) const noexcept {
    ++state.moves;
    state.path = static_cast<std::uint8_t>(2 * state.path + action);
  }

  [[nodiscard]] std::string label_text(const State& before, Event event, const State& after, int viewer) const;

  void scores(const State& state, std::span<int> out) const noexcept;
  void places(const State& state, std::span<int> out) const noexcept;
  void evaluate(const State& state, std::span<float> out) const noexcept;
  void observe(const State& state, int viewer, std::span<float> out) const noexcept;

  [[nodiscard]] std::string action_text(Action action) const { return action == kLeft ? "left" : "right"; }
  [[nodiscard]] std::string action_text(const State& /*state*/, Action action) const { return action_text(action); }
  [[nodiscard]] Action parse_action(const State& state, std::string_view text) const;
  [[nodiscard]] Value view(const State& state, int viewer) const;
  [[nodiscard]] State from_value(const Value& value, Faults& faults) const;
  void violations(const State& state, Faults& faults) const;
};

static_assert(Game<Rules>);

}  // namespace pyboard::three_player
