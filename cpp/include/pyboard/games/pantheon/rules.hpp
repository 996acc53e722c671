// pyboard/games/pantheon/rules.hpp: Pantheon as a game object (core/game.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pyboard/core/game.hpp"
#include "pyboard/games/pantheon/actions.hpp"
#include "pyboard/games/pantheon/components.hpp"
#include "pyboard/games/pantheon/options.hpp"
#include "pyboard/games/pantheon/state.hpp"

namespace pyboard::pantheon {

class Rules {
 public:
  using State = pantheon::State;
  using Tables = pantheon::Tables;
  static constexpr int kActions = kActionCount;
  static constexpr int kOutcomes = kOutcomeCount;
  static constexpr int kMaxPlayers = kMaxSeats;
  static constexpr int kMaxLegal = kMaxSpaces + kKinds + 3;  // `shop`: spaces, steps, pieces, `end`

  static const GameInfo& info() { return pantheon::info(); }
  static const Tables& default_tables() { return pantheon::default_tables(); }
  static void describe(schema::Visitor& visitor, Tables& tables) { pantheon::describe(visitor, tables); }
  static void check(const Tables& tables, Faults& faults) { pantheon::check(tables, faults); }
  [[nodiscard]] static Value derived(const Tables& tables) { return pantheon::derived(tables); }

  Rules(int seats, const OptionValues& options, const Tables& tables);

  [[nodiscard]] int seats() const noexcept { return seats_; }
  [[nodiscard]] int num_actions() const noexcept { return kFirstPlace + tables_.spaces; }
  [[nodiscard]] int num_outcomes() const noexcept { return kOutcomeCount; }
  [[nodiscard]] int max_game_length() const noexcept;

  [[nodiscard]] State initial() const noexcept { return initial_; }
  [[nodiscard]] Node node(const State& state) const noexcept;
  void legal(const State& state, ActionSet<kMaxLegal>& out) const noexcept;
  void apply(State& state, Action action) const noexcept;
  [[nodiscard]] int forced_outcome(const State& state) const noexcept;
  void outcomes(const State& state, Distribution<kOutcomes>& out) const noexcept;
  [[nodiscard]] Outcome sample(const State& state, Rng& rng) const noexcept;
  void apply_outcome(State& state, Outcome outcome) const noexcept;

  [[nodiscard]] Label label(const State& before, Event event, const State& after, int viewer) const noexcept;
  [[nodiscard]] std::string label_text(const State& before, Event event, const State& after, int viewer) const;
  /// Cards go into a hand unseen by the others; everything else happens on the table.
  [[nodiscard]] bool plain(const State& before, Event event) const noexcept {
    return !(event.is_outcome() && before.phase == Phase::hand);
  }
  [[nodiscard]] bool open(const State& before, Event event) const noexcept { return plain(before, event); }
  void conceal(State& state, int viewer, Rng& rng) const noexcept;

  void scores(const State& state, std::span<int> out) const noexcept;
  void places(const State& state, std::span<int> out) const noexcept;
  void evaluate(const State& state, std::span<float> out) const noexcept;
  void observe(const State& state, int viewer, std::span<float> out) const noexcept;
  [[nodiscard]] std::vector<Plane> layout() const;

  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::string action_text(const State& state, Action action) const;
  [[nodiscard]] std::string outcome_text(const State& state, Outcome outcome) const;
  [[nodiscard]] Action parse_action(const State& state, std::string_view line) const;
  [[nodiscard]] Outcome parse_outcome(const State& state, std::string_view line) const;
  [[nodiscard]] Value view(const State& state, int viewer) const;
  [[nodiscard]] State from_value(const Value& dict, Faults& faults) const;
  void violations(const State& state, Faults& faults) const;

 private:
  // Draws of anything but cards.
  [[nodiscard]] int forced_tile(const State& state) const noexcept;
  [[nodiscard]] Outcome sample_tile(const State& state, Rng& rng) const noexcept;

  // What follows from a position.
  [[nodiscard]] int next(int seat) const noexcept { return seat + 1 == seats_ ? 0 : seat + 1; }
  [[nodiscard]] int shown() const noexcept { return tables_.shown(seats_); }
  [[nodiscard]] const Tables::God& god(int tile) const noexcept { return tables_.god[static_cast<std::size_t>(tile)]; }
  [[nodiscard]] GodKind kind_of(int tile) const noexcept { return static_cast<GodKind>(god(tile).kind); }
  [[nodiscard]] bool turned(const State& state) const noexcept {  // PA-29
    constexpr int kPersia = static_cast<int>(Nation::persia);
    return bits::test(state.nations, kPersia) && !(state.scene == Scene::prepare && state.nation == 1 + kPersia);
  }
  [[nodiscard]] int permanent(const Player& player) const noexcept {  // PA-59
    return player.movement + kVinthradPoints * player.gods.get(GodKind::vinthrad);
  }
  [[nodiscard]] int points_within(const Player& player, int points) const noexcept {
    return points + tables_.move_points * player.hand.get(kMove);
  }
  [[nodiscard]] static int money_in(const Player& player, int highest) noexcept;
  [[nodiscard]] int top_money(const State& state) const noexcept;
  [[nodiscard]] Word halves_group(const State& state) const noexcept;
  [[nodiscard]] static bool is_shared(const State& state, int seat, int space) noexcept;
  [[nodiscard]] Spaces reach(const State& state, int seat, int jumps, int points) const noexcept;
  [[nodiscard]] Spaces reach_by_jumps(const State& state, int seat) const noexcept;
  [[nodiscard]] bool can_move(const State& state, int seat, int points) const noexcept;
  [[nodiscard]] int step_price(Levels levels, int kind) const noexcept {
    const auto level = static_cast<std::size_t>(levels.get(kind));
    return tables_.price[level + 1] - tables_.price[level];
  }
  [[nodiscard]] int cheapest(const State& state, int seat) const noexcept;
  [[nodiscard]] std::uint32_t payments(const Player& player, int tile, int rows, bool any_hand) const noexcept;
  [[nodiscard]] std::uint32_t payment(const Player& player, int tile, int rows, int assignment) const noexcept;
  [[nodiscard]] static std::uint32_t levels_by_kind(const Player& player) noexcept;
  [[nodiscard]] static std::uint32_t cards_by_kind(const Player& player) noexcept;
  [[nodiscard]] unsigned payable(const State& state, const Player& player) const noexcept;
  [[nodiscard]] int paid_god(const State& state) const noexcept;
  [[nodiscard]] int paid_rows(const State& state) const noexcept;
  [[nodiscard]] unsigned offerable(const State& state) const noexcept;
  [[nodiscard]] const Spaces& loot_spaces(const State& state) const noexcept;
  [[nodiscard]] Spaces free_columns(const State& state, int seat) const noexcept;
  [[nodiscard]] Spaces network_frontier(const Player& player, int nation, const Spaces& linked) const noexcept;
  [[nodiscard]] Spaces linked_columns(const Player& player, int nation) const noexcept;
  [[nodiscard]] std::vector<int> money_stack(const State& state) const;
  [[nodiscard]] int scoring_points(const Player& player) const noexcept;

  // Legal actions.
  void add_placements(const State& state, int points, ActionSet<kMaxLegal>& out) const noexcept;
  void legal_shop(const State& state, ActionSet<kMaxLegal>& out) const noexcept;

  // Effects.
  void recall(State& state) const noexcept;
  void draw_card(State& state, Phase phase) const noexcept;
  void draw_cards(State& state, int count) const noexcept;
  void take_money(State& state, Player& player) const noexcept;
  static void score(Player& player, int points) noexcept;
  static void spend_card(State& state, Player& player, int card) noexcept;
  static void take_pieces(Player& player, int feet, int columns) noexcept;
  static void take_half_god(Player& player, int value) noexcept;
  static void take_from_pool(State& state, Player& player) noexcept;
  [[nodiscard]] bool begin_halves(State& state, Phase phase, int count) const noexcept;
  [[nodiscard]] bool begin_steps(State& state, int steps) const noexcept;
  [[nodiscard]] bool begin_god(State& state) const noexcept;
  [[nodiscard]] bool gain_god(State& state, int tile, bool drawn, bool second) const noexcept;
  void extend_network(Player& player, int space, int nation) const noexcept;
  void place(State& state, int space) const noexcept;
  [[nodiscard]] bool take_loot(State& state, int slot) const noexcept;
  void offer(State& state, int kind) const noexcept;

  // Flow.
  void proceed(State& state) const noexcept;
  void deal(State& state) const noexcept;
  void begin_epoch(State& state) const noexcept;
  void next_tile(State& state) const noexcept;
  void run_nation(State& state) const noexcept;
  [[nodiscard]] bool begin_nation(State& state) const noexcept;
  void place_temple(State& state) const noexcept;
  void run_depraccus(State& state) const noexcept;
  void prepared(State& state) const noexcept;
  void run_bonus(State& state) const noexcept;
  [[nodiscard]] bool begin_bonus(State& state, Bonus bonus) const noexcept;
  void begin_turns(State& state) const noexcept;
  void begin_movement(State& state, int points) const noexcept;
  void next_mover(State& state) const noexcept;
  void complete_action(State& state) const noexcept;
  void end_epoch(State& state) const noexcept;

  // Concealing.
  static constexpr int kConcealAttempts = 32;
  [[nodiscard]] bool can_decide(const State& state) const noexcept;
  [[nodiscard]] static std::uint32_t assignments_with(int rows, int row, int kind) noexcept;
  [[nodiscard]] std::uint32_t open_payments(const State& state, bool any_hand) const noexcept;
  [[nodiscard]] Cards needed_cards(const State& state, Cards pool, int room) const noexcept;

  // Estimate, in points.
  struct Worth;
  [[nodiscard]] Worth worth_for(const State& state, int seat) const noexcept;
  [[nodiscard]] float columns_worth(int columns, const Worth& worth) const noexcept;
  [[nodiscard]] float hand_worth(const Player& player, const Worth& worth) const noexcept;
  [[nodiscard]] float god_worth(const State& state, const Player& player, int tile, const Worth& worth) const noexcept;
  [[nodiscard]] float loot_worth(const State& state, int type, const Worth& worth) const noexcept;
  [[nodiscard]] float placing_worth(const State& state, int seat, int points, const Worth& worth) const noexcept;
  [[nodiscard]] float pending_worth(const State& state, int seat, const Worth& worth) const noexcept;
  [[nodiscard]] float expected_points(const State& state, int seat) const noexcept;

  // Soundness of positions.
  void check_players(const State& state, Faults& faults) const;
  void check_components(const State& state, Faults& faults) const;
  void check_board(const State& state, Faults& faults) const;
  void check_phase(const State& state, Faults& faults) const;

  int seats_;
  Options options_;
  Tables tables_;
  // Derived from the tables.
  std::array<Spaces, kMaxSpaces> adjacent_;
  Spaces spaces_;
  Spaces columns_;                                                  // column spaces
  std::array<Spaces, 4> allowed_;                                   // with feet (1) and columns (2) in hand
  std::array<Spaces, kNations> start_set_;                          // the start space alone
  std::array<std::array<Spaces, 1 << kSlots>, kNations> loot_set_;  // by set of slots
  std::array<std::uint8_t, kNations> start_;
  std::array<std::array<std::uint8_t, kSlots>, kNations> slot_space_;
  std::array<std::uint8_t, kMaxSpaces> slot_of_;           // nation * 8 + slot; 0 elsewhere
  std::array<std::uint32_t, kGods + 1> cost_;              // by 1 + tile: one byte per requirement
  std::array<std::uint8_t, kGods + 1> cards_only_;         // likewise: pietalte
  std::array<std::uint8_t, kMaxPieces + 1> column_worth_;  // points each, by number
  Word plaesiris_;
  State initial_;
};

// Called at every event of every loop, hence here: measured, a call costs more than what they do.

inline Node Rules::node(const State& state) const noexcept {
  static constexpr std::array<Node, kPhases> kNodes = [] {
    std::array<Node, kPhases> nodes{};
    constexpr std::array<Chance, kFirstDecision> kDraws = {kStartDraw, kCardDraw,    kCardDraw, kNationDraw,
                                                           kLootDraw,  kHalfGodDraw, kGodDraw,  kGodDraw,
                                                           kBonusDraw, kGodDraw,     kGodDraw,  kHalfGodDraw};
    for (int p = 0; p < kPhases; ++p) {
      nodes[static_cast<std::size_t>(p)] = p < kFirstDecision ? Node::chance(kDraws[static_cast<std::size_t>(p)])
                                           : p < static_cast<int>(Phase::over) ? Node::decision(0, p - kFirstDecision)
                                                                               : Node::terminal();
    }
    return nodes;
  }();
  Node node = kNodes[static_cast<std::size_t>(state.phase)];
  if (node.kind == NodeKind::decision) node.seat = static_cast<std::int8_t>(state.actor);
  return node;
}

inline int Rules::forced_outcome(const State& state) const noexcept {
  if (state.phase == Phase::hand || state.phase == Phase::display) {
    const int card = state.pile.only();
    return card < 0 ? -1 : kFirstCardOutcome + card;
  }
  return forced_tile(state);
}

inline Outcome Rules::sample(const State& state, Rng& rng) const noexcept {
  if (state.phase == Phase::hand || state.phase == Phase::display) {
    const auto total = static_cast<std::uint32_t>(state.pile.total());
    return static_cast<Outcome>(kFirstCardOutcome + state.pile.nth(static_cast<int>(rng.below(total))));
  }
  return sample_tile(state, rng);
}

}  // namespace pyboard::pantheon
