// pyboard/games/tzolkin/rules.hpp: Tzolk'in as a game object (core/game.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pyboard/core/game.hpp"
#include "pyboard/games/tzolkin/actions.hpp"
#include "pyboard/games/tzolkin/components.hpp"
#include "pyboard/games/tzolkin/options.hpp"
#include "pyboard/games/tzolkin/state.hpp"

namespace pyboard::tzolkin {

class Rules {
 public:
  using State = tzolkin::State;
  using Tables = tzolkin::Tables;
  static constexpr int kActions = kActionCount;
  static constexpr int kOutcomes = kOutcomeCount;
  static constexpr int kMaxPlayers = kMaxSeats;
  // `turn`: begging, placing, and every worker on chichen_itza 9 with theology.
  static constexpr int kMaxLegal = kTemples + kGears + 1 + kMaxWorkers * kLargePickStep;

  static const GameInfo& info() { return tzolkin::info(); }
  static const Tables& default_tables() { return tzolkin::default_tables(); }
  static void describe(schema::Visitor& visitor, Tables& tables) { tzolkin::describe(visitor, tables); }
  static void check(const Tables& tables, Faults& faults) { tzolkin::check(tables, faults); }
  [[nodiscard]] static Value derived(const Tables& tables) { return tzolkin::derived(tables); }

  Rules(int seats, const OptionValues& options, const Tables& tables);

  [[nodiscard]] int seats() const noexcept { return seats_; }
  [[nodiscard]] int num_actions() const noexcept { return kActionCount; }
  [[nodiscard]] int num_outcomes() const noexcept { return kOutcomeCount; }
  [[nodiscard]] int max_game_length() const noexcept;

  [[nodiscard]] State initial() const noexcept { return initial_; }
  [[nodiscard]] Node node(const State& state) const noexcept {
    Node node = kNodes[static_cast<std::size_t>(state.phase)];
    if (node.kind == NodeKind::decision) node.seat = static_cast<std::int8_t>(state.active);
    return node;
  }
  void legal(const State& state, ActionSet<kMaxLegal>& out) const noexcept;
  void apply(State& state, Action action) const noexcept;
  [[nodiscard]] int forced_outcome(const State& state) const noexcept;
  void outcomes(const State& state, Distribution<kOutcomes>& out) const noexcept;
  [[nodiscard]] Outcome sample(const State& state, Rng& rng) const noexcept;
  void apply_outcome(State& state, Outcome outcome) const noexcept;

  [[nodiscard]] Label label(const State& before, Event event, const State& after, int viewer) const noexcept;
  [[nodiscard]] std::string label_text(const State& before, Event event, const State& after, int viewer) const;
  /// After the set-up nothing is sealed or dealt unseen any more.
  [[nodiscard]] bool plain(const State& before, Event /*event*/) const noexcept { return !in_setup(before.phase); }
  [[nodiscard]] bool open(const State& before, Event event) const noexcept;
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
  // By phase; decisions without their seat.
  static constexpr std::array<Node, kPhases> kNodes = [] {
    std::array<Node, kPhases> nodes{};
    for (std::size_t p = 0; p < nodes.size(); ++p) {
      const auto phase = static_cast<Phase>(p);
      const int number = static_cast<int>(p);
      nodes[p] = phase < Phase::keep      ? Node::chance(kStartDraw + number)
                 : phase < Phase::refill  ? Node::decision(0, kKeep + number - static_cast<int>(Phase::keep))
                 : phase == Phase::refill ? Node::chance(kRefillDraw)
                 : phase == Phase::age    ? Node::chance(kAgeDraw)
                                          : Node::terminal();
    }
    return nodes;
  }();

  /// What a `build` decision offers, as sets of types by mode.
  struct Offers {
    Word plain = 0;
    Word keep = 0;
    std::array<Word, kBlocks> save = {0, 0, 0};

    [[nodiscard]] Word any() const noexcept { return plain | keep | save[0] | save[1] | save[2]; }
    void remove(Word types) noexcept {
      plain &= ~types;
      keep &= ~types;
      for (Word& set : save) set &= ~types;
    }
  };

  // Who comes next, and what is left to draw.
  [[nodiscard]] int next(int seat) const noexcept { return seat + 1 == seats_ ? 0 : seat + 1; }
  [[nodiscard]] bool second_age(const State& state) const noexcept { return state.food_days > age_change_; }
  [[nodiscard]] TypeCounts pile(const State& state) const noexcept {
    return state.undrawn.only(age_types_[state.phase == Phase::age || second_age(state) ? 1 : 0]);
  }
  [[nodiscard]] std::uint32_t undealt(const State& state) const noexcept {
    return wealth_ & ~(state.dealt[0] | state.dealt[1] | state.dealt[2] | state.dealt[3] | state.drawn);
  }
  [[nodiscard]] int dummies_due(const State& state) const noexcept {
    return tables_.seat_count(seats_).dummies + (bits::test(state.drawn, kWealth - 1) ? 1 : 0);
  }
  [[nodiscard]] bool food_day_due(const State& state) const noexcept {
    return state.food_days < kFoodDays && state.day >= tables_.food[state.food_days].day;
  }

  // Legal actions.
  void add_places(const State& state, const Player& player, int from, int placed,
                  ActionSet<kMaxLegal>& out) const noexcept;
  [[nodiscard]] Word mercy_places(const State& state) const noexcept;
  void add_picks(const State& state, ActionSet<kMaxLegal>& out) const noexcept;
  void add_others(const State& state, ActionSet<kMaxLegal>& out) const noexcept;
  [[nodiscard]] Word skull_targets(const State& state, const Player& player, int space) const noexcept;
  [[nodiscard]] Word performable(const State& state, const Player& player, int seat, int gear) const noexcept;
  [[nodiscard]] std::array<int, kTargets + 1> uxmal_corn(const State& state, const Player& player,
                                                         int seat) const noexcept;
  [[nodiscard]] unsigned can_rise(const State& state, int seat) const noexcept;
  [[nodiscard]] unsigned can_fall(const Player& player) const noexcept;
  [[nodiscard]] unsigned open_tracks(const State& state, int seat, bool paid) const noexcept;
  [[nodiscard]] int advance_cost(int level) const noexcept {
    return level == kMaxLevel ? tables_.bonus_cost : tables_.advance_cost[static_cast<std::size_t>(level)];
  }
  [[nodiscard]] Offers offers(const State& state, const Player& player, Task task) const noexcept;
  [[nodiscard]] Word affordable_monuments(const State& state, const Player& player) const noexcept;
  [[nodiscard]] Word trades(const Player& player, Task task) const noexcept;

  // Effects.
  void gain_skulls(State& state, Player& player, int count) const noexcept;
  void gain_worker(Player& player) const noexcept;
  void rise(State& state, int seat, int temple) const noexcept;
  void advance_track(State& state, int seat, int track) const noexcept;
  void perform(State& state, int gear, int action, int uxmal) const noexcept;
  void run_effects(State& state) const noexcept;
  void proceed(State& state) const noexcept;

  // Actions.
  void keep_tiles(State& state, int pair) const noexcept;
  void reveal(State& state) const noexcept;
  void take_tile(State& state, int seat, int tile) const noexcept;
  void place(State& state, int gear) const noexcept;
  void pick(State& state, int gear, int space, int target) const noexcept;
  void harvest(State& state, Action action) const noexcept;
  void pay(State& state, int multiset) const noexcept;
  void step_up(State& state, int temple) const noexcept;
  void build(State& state, int type, int mode) const noexcept;
  void build_monument(State& state, int monument) const noexcept;

  // Flow.
  void place_dummies(State& state, int tile) const noexcept;
  void end_turn(State& state) const noexcept;
  void finish_turn(State& state) const noexcept;
  void end_round(State& state) const noexcept;
  void feed(State& state) const noexcept;
  void reward(State& state) const noexcept;
  void finish_food_day(State& state) const noexcept;
  void return_starter(State& state) const noexcept;
  void advance_days(State& state, int days) const noexcept;
  [[nodiscard]] int final_points(const State& state, int seat) const noexcept;
  [[nodiscard]] int monument_points(const State& state, int seat, int monument) const noexcept;

  // Estimate, in points.
  struct Worth;
  [[nodiscard]] Worth worth_for(const State& state, int seat, float days) const noexcept;
  [[nodiscard]] float temple_worth(const State& state, int seat, int temple, int step,
                                   const Worth& worth) const noexcept;
  [[nodiscard]] float parts_worth(int type, int from, const Worth& worth) const noexcept;
  [[nodiscard]] float blocks_worth(Word blocks, const Worth& worth) const noexcept;
  [[nodiscard]] float build_worth(const State& state, const Player& player, Task task,
                                  const Worth& worth) const noexcept;
  [[nodiscard]] float monument_worth(const State& state, int seat, int monument, bool new_one) const noexcept;
  [[nodiscard]] float space_worth(int gear, int space, int from, const Worth& worth) const noexcept;
  [[nodiscard]] float task_worth(const State& state, Task task, const Worth& worth) const noexcept;
  [[nodiscard]] float tile_worth(int tile, const Worth& worth) const noexcept;
  [[nodiscard]] float expected_points(const State& state, int seat) const noexcept;

  // Soundness of positions.
  [[nodiscard]] bool sound_task(const State& state, Task task) const noexcept;
  void check_setup(const State& state, Faults& faults) const;
  void check_turn(const State& state, Faults& faults) const;
  [[nodiscard]] static bool is_direct(int gear, int space) noexcept;

  int seats_;
  Options options_;
  Tables tables_;
  // Derived from the tables.
  struct Parts {
    std::uint8_t count;
    std::array<Tables::Part, kMaxAuto + kMaxDecisions> part;
  };
  std::array<std::array<std::uint32_t, kMaxCost + 2>, kBlocks> within_;  // types that cost at most n of a block
  std::array<std::uint32_t, kBlocks> costing_;                           // types that cost one or more
  std::array<std::uint32_t, kBlocks * kMaxCost + 1> small_;              // types of at most n blocks in all
  std::array<std::array<std::uint16_t, kMaxCost + 2>, kBlocks> monument_within_;  // likewise monuments
  std::array<std::uint16_t, kMaxSkulls + 1> monument_skulls_;  // monuments that cost at most n skulls
  std::array<Word, kTypes> cost_;
  std::array<std::uint8_t, kTypes> blocks_;  // in all
  std::array<Parts, kTypes> parts_;
  std::array<Word, kTargets> yield_;
  std::array<std::array<Word, kSteps>, kTemples> reward_goods_;  // of this step and all below (TZ-68)
  std::array<std::array<std::uint8_t, kSteps>, kTemples> reward_skulls_;
  std::array<std::uint32_t, 5> types_of_colour_;
  std::array<std::uint16_t, 5> monuments_of_colour_;
  std::uint32_t inert_;        // TZ-56a
  std::uint32_t inert_steps_;  // of these with temple steps
  std::uint32_t free_action_;  // types that perform an action
  std::array<Word, 2> age_types_;
  std::uint32_t wealth_;  // tiles in the game
  std::array<std::uint32_t, kGears> wealth_of_gear_;
  std::uint16_t monument_pool_;
  Word last_wells_;  // of every gear
  int age_change_;
  int cheapest_block_;
  State initial_;
};

}  // namespace pyboard::tzolkin
