// pyboard/games/cuba/rules.hpp: Cuba as a game object (core/game.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pyboard/core/game.hpp"
#include "pyboard/games/cuba/actions.hpp"
#include "pyboard/games/cuba/components.hpp"
#include "pyboard/games/cuba/options.hpp"
#include "pyboard/games/cuba/state.hpp"

namespace pyboard::cuba {

class Rules {
 public:
  using State = cuba::State;
  using Tables = cuba::Tables;
  static constexpr int kActions = kActionCount;
  static constexpr int kOutcomes = kOutcomeCount;
  static constexpr int kMaxPlayers = kMaxSeats;
  static constexpr int kMaxLegal = kUseDone - kFirstUse + 1;  // every use at once

  static const GameInfo& info() { return cuba::info(); }
  static const Tables& default_tables() { return cuba::default_tables(); }
  static void describe(schema::Visitor& visitor, Tables& tables) { cuba::describe(visitor, tables); }
  static void check(const Tables& tables, Faults& faults) { cuba::check(tables, faults); }
  [[nodiscard]] static Value derived(const Tables& tables) { return cuba::derived(tables); }

  Rules(int seats, const OptionValues& options, const Tables& tables);

  [[nodiscard]] int seats() const noexcept { return seats_; }
  [[nodiscard]] int num_actions() const noexcept { return kActionCount; }
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
  [[nodiscard]] bool plain(const State& before, Event /*event*/) const noexcept { return before.phase != Phase::bribe; }
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
  /// What an "other" law changes (CU-85).
  struct Law {
    bool one_field;           // CU-28a
    bool port;                // CU-103
    bool no_loss;             // CU-98
    std::int8_t limit;        // free products (CU-25), or -1
    std::uint8_t vote_price;  // CU-65
    std::uint8_t surcharge;   // CU-33
    std::uint8_t unloadable;  // merchandise kinds (CU-78)
  };
  /// What a payment takes (CU-90c).
  struct Need {
    int pesos;
    int points;
    Pieces pieces;
  };
  /// Units that a payment lacks and those that could be given for them.
  struct Balance {
    int missing;
    int spare;
    bool supplied;
  };
  /// Bribes on offer: 0 and every number from `low` to `high` (CU-65a).
  struct Bribes {
    int low;
    int high;

    [[nodiscard]] int count() const noexcept { return 1 + (high < low ? 0 : high - low + 1); }
    [[nodiscard]] int nth(int n) const noexcept { return n == 0 ? 0 : low + n - 1; }
  };
  /// One seat's pieces of the harvest: active fields within the supply, and how many may be taken (CU-27).
  struct Harvest {
    std::array<int, kProducts> most;
    int least_total;
    int most_total;
  };

  [[nodiscard]] int next(int seat) const noexcept { return seat + 1 == seats_ ? 0 : seat + 1; }
  [[nodiscard]] int distance(const State& state, int seat) const noexcept {
    return seat >= state.start ? seat - state.start : seat - state.start + seats_;
  }
  [[nodiscard]] const Law& law(const State& state) const noexcept {
    return laws_[static_cast<std::size_t>(state.laws[kOther])];
  }
  [[nodiscard]] const Tables::Effect& effect(int kind) const noexcept { return tables_.effect(kind); }
  [[nodiscard]] bool exchanges(const Player& player) const noexcept {
    return cafe_ && bits::test(player.kinds, kBeachCafe);
  }
  [[nodiscard]] Cargo spaces(const State& state, int place) const noexcept {
    return spaces_[state.ships[static_cast<std::size_t>(place)]];
  }
  [[nodiscard]] bool is_full(const State& state, int place) const noexcept {
    return state.ships[static_cast<std::size_t>(place)] != 0 &&
           spaces(state, place).nibbles == state.cargo[static_cast<std::size_t>(place)].nibbles;
  }
  [[nodiscard]] int free_spaces(const State& state, int place, int kind) const noexcept {
    return spaces(state, place).get(kind) - state.cargo[static_cast<std::size_t>(place)].get(kind);
  }
  [[nodiscard]] int sell_price(const State& state, int kind) const noexcept {
    return sell_price_[static_cast<std::size_t>(kind)][state.market[static_cast<std::size_t>(kind)]];
  }
  [[nodiscard]] int buy_price(const State& state, int kind) const noexcept {
    return buy_price_[static_cast<std::size_t>(kind)][state.market[static_cast<std::size_t>(kind)]] +
           law(state).surcharge;
  }
  [[nodiscard]] std::array<int, kNoField> active_fields(const Player& player, int seat) const noexcept;
  [[nodiscard]] static std::uint32_t cross_kinds(const Player& player) noexcept;
  [[nodiscard]] static unsigned cargo_kinds(const State& state) noexcept;
  [[nodiscard]] int votes(const Player& player) const noexcept;
  [[nodiscard]] int purse(const Player& player) const noexcept;
  [[nodiscard]] static int delegate_of(const Player& player) noexcept { return bits::lowest(player.hand); }

  // Legal actions.
  [[nodiscard]] unsigned takeable(const State& state) const noexcept;
  [[nodiscard]] bool privilege_open(const State& state, int privilege) const noexcept;
  [[nodiscard]] bool by_cafe_privilege(const State& state, int privilege) const noexcept;
  [[nodiscard]] Harvest harvest_of(const State& state) const noexcept;
  [[nodiscard]] unsigned field_kinds(const State& state) const noexcept;
  [[nodiscard]] std::uint32_t affordable(const State& state, const Player& player) const noexcept;
  [[nodiscard]] unsigned loadable(const State& state, int place) const noexcept;
  [[nodiscard]] Bribes bribes_of(const State& state, int seat) const noexcept;
  void add_trades(const State& state, ActionSet<kMaxLegal>& out) const noexcept;
  void add_singles(const State& state, ActionSet<kMaxLegal>& out) const noexcept;
  void add_uses(const State& state, ActionSet<kMaxLegal>& out) const noexcept;
  void add_houses(const State& state, ActionSet<kMaxLegal>& out) const noexcept;
  void add_loads(const State& state, ActionSet<kMaxLegal>& out) const noexcept;
  [[nodiscard]] bool has_use(const State& state) const noexcept;
  [[nodiscard]] unsigned cafe_pieces(const State& state) const noexcept;

  // Beach cafe.
  [[nodiscard]] Need need(const State& state, Action action) const noexcept;
  [[nodiscard]] Balance balance(const State& state, const Player& player, const Need& need) const noexcept;
  [[nodiscard]] bool cafe_pays(const State& state, const Player& player, const Need& need) const noexcept {
    const Balance units = balance(state, player, need);
    return units.missing >= 1 && units.missing <= units.spare && units.supplied;
  }
  [[nodiscard]] static bool owns(const Player& player, const Need& need) noexcept;
  [[nodiscard]] static bool is_use(Action action) noexcept { return action >= kFirstUse && action <= kUseDone; }
  void pay_by_cafe(State& state, Action action) const noexcept;
  void give_unit(State& state, int kind) const noexcept;
  void finish_payment(State& state) const noexcept;
  void carry_out(State& state, Action action, bool by_cafe) const noexcept;

  // Effects.
  void gain(State& state, Player& player, int kind, int count) const noexcept;
  static void take_from(Player& player, int kind, int count) noexcept;
  static void pay(State& state, Player& player, int kind, int count) noexcept;
  static void set_aside(State& state, Player& player, int kind, int count) noexcept;
  void load_piece(State& state, Player& player, int place, int kind, int count) const noexcept;

  // Actions.
  void play(State& state, int character) const noexcept;
  void use_privilege(State& state, int privilege) const noexcept;
  void take_piece(State& state, int kind) const noexcept;
  void work(State& state, int cell) const noexcept;
  void harvest(State& state, int number) const noexcept;
  void trade(State& state, Action action, bool by_cafe) const noexcept;
  void build(State& state, int kind) const noexcept;
  void build_on(State& state, int cell) const noexcept;
  void begin_foreman(State& state, std::uint32_t kinds) const noexcept;
  void use(State& state, Action action) const noexcept;
  void go_on_using(State& state) const noexcept;
  void end_foreman(State& state) const noexcept;
  void load(State& state, int kind, bool by_cafe) const noexcept;
  void finish_loading(State& state) const noexcept;
  void enact(State& state, int pair) const noexcept;
  void comply(State& state, int parts) const noexcept;

  // Flow.
  void end_turn(State& state) const noexcept;
  void update_harbour(State& state, Then then) const noexcept;
  [[nodiscard]] int draw_place(const State& state) const noexcept;
  void draw_ships(State& state) const noexcept;
  void begin_setup(State& state, int start) const noexcept;
  void begin_round(State& state) const noexcept;
  void begin_parliament(State& state) const noexcept;
  void next_bribe(State& state) const noexcept;
  void reveal(State& state) const noexcept;
  void tally(State& state, bool paid) const noexcept;
  void elect(State& state, int winner) const noexcept;
  void subsidise(State& state, Player& player, int seat) const noexcept;
  void end_round(State& state) const noexcept;
  void finish_round(State& state) const noexcept;
  void finish_game(State& state) const noexcept;
  [[nodiscard]] int final_points(const State& state, int seat) const noexcept;
  [[nodiscard]] int final_pesos(const State& state, int seat) const noexcept;

  // Estimate, in points.
  struct Worth;
  [[nodiscard]] Worth worth_for(const State& state, int seat) const noexcept;
  [[nodiscard]] float use_worth(const Player& player, int kind, const Worth& worth) const noexcept;
  [[nodiscard]] float load_worth(const State& state, const Player& player, int pier, int from, int most, bool one_kind,
                                 const Worth& worth) const noexcept;
  [[nodiscard]] float foreman_worth(const State& state, const Player& player, std::uint32_t kinds, bool gains,
                                    const Worth& worth) const noexcept;
  [[nodiscard]] float building_worth(const Player& player, int kind, const Worth& worth) const noexcept;
  [[nodiscard]] float best_building(const State& state, const Player& player, const Worth& worth) const noexcept;
  [[nodiscard]] float yield_worth(const Player& player, int seat, int cell, const Worth& worth) const noexcept;
  [[nodiscard]] float expected_points(const State& state, int seat) const noexcept;
  void estimate(const State& state, std::span<float> out) const noexcept;

  // Soundness of positions.
  void check_player(const State& state, int seat, Faults& faults) const;
  void check_cards(const State& state, Faults& faults) const;
  void check_phase(const State& state, Faults& faults) const;
  void check_action(const State& state, Faults& faults) const;

  int seats_;
  Options options_;
  Tables tables_;
  // Derived from the tables.
  bool cafe_;       // CU-90a
  int cafe_pesos_;  // of a unit
  int cafe_points_;
  int most_on_ship_;                  // pieces of one kind (CU-90g)
  std::array<Law, kStack + 2> laws_;  // by State::laws[kOther]
  std::array<Cargo, kShips + 1> spaces_;
  std::array<std::array<std::uint8_t, kMaxTrack + 1>, kMerchandise> sell_price_;
  std::array<std::array<std::uint8_t, kMaxTrack + 1>, kMerchandise> buy_price_;
  std::array<std::uint8_t, kMerchandise> capacity_;
  std::array<std::array<std::uint32_t, kMaxCost + 1>, kResources> within_;  // kinds that cost at most so much
  std::array<Pieces, kKinds> cost_;
  std::array<std::uint8_t, kMaxSeats> layout_;                          // of each seat
  std::array<std::array<std::uint16_t, kNoField>, kLayouts> cells_of_;  // cells of each field kind
  std::array<std::array<Word, kCells>, kLayouts> yield_;                // piece of each cell
  std::array<std::array<Need, kStack + 2>, kPayCategories> pay_;        // by State::laws
  std::array<std::uint32_t, kMerchandise> wakes_;                       // W1
  std::array<Need, kKinds> set_;                                        // what give_set takes
  std::uint32_t gain_kinds_;
  std::uint32_t game_kinds_;  // with tiles in this game
  State initial_;
};

}  // namespace pyboard::cuba
