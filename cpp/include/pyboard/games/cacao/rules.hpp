// pyboard/games/cacao/rules.hpp: Cacao as a game object (core/game.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pyboard/core/game.hpp"
#include "pyboard/games/cacao/actions.hpp"
#include "pyboard/games/cacao/components.hpp"
#include "pyboard/games/cacao/options.hpp"
#include "pyboard/games/cacao/state.hpp"

namespace pyboard::cacao {

class Rules {
 public:
  using State = cacao::State;
  using Tables = cacao::Tables;
  static constexpr int kActions = kExplicitActions;
  static constexpr int kOutcomes = kOutcomeCount;
  static constexpr int kMaxPlayers = kMaxSeats;
  static constexpr int kMaxLegal = kMaxJungleTiles * kDirections;  // every corner of every jungle tile

  static const GameInfo& info() { return cacao::info(); }
  static const Tables& default_tables() { return cacao::default_tables(); }
  static void describe(schema::Visitor& visitor, Tables& tables) { cacao::describe(visitor, tables); }
  static void check(const Tables& tables, Faults& faults) { cacao::check(tables, faults); }
  static Value derived(const Tables& tables) { return cacao::derived(tables); }

  Rules(int seats, const OptionValues& options, const Tables& tables);

  [[nodiscard]] int seats() const noexcept { return seats_; }
  [[nodiscard]] int num_actions() const noexcept {
    return options_.explicit_activation ? kExplicitActions : kSettleActions;
  }
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
  /// Worker tiles go into a hand unseen by the others; everything else happens on the table.
  [[nodiscard]] bool plain(const State& before, Event event) const noexcept {
    return !(event.is_outcome() && (before.phase == Phase::deal || before.phase == Phase::draw));
  }
  [[nodiscard]] bool open(const State& before, Event event) const noexcept { return plain(before, event); }
  void conceal(State& state, int viewer, Rng& rng) const noexcept;

  void scores(const State& state, std::span<int> out) const noexcept;
  void places(const State& state, std::span<int> out) const noexcept;
  void evaluate(const State& state, std::span<float> out) const noexcept;
  [[nodiscard]] std::vector<Plane> layout() const;
  void observe(const State& state, int viewer, std::span<float> out) const noexcept;

  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::string action_text(const State& state, Action action) const;
  [[nodiscard]] std::string outcome_text(const State& state, Outcome outcome) const;
  [[nodiscard]] Action parse_action(const State& state, std::string_view text) const;
  [[nodiscard]] Outcome parse_outcome(const State& state, std::string_view text) const;
  [[nodiscard]] Value view(const State& state, int viewer) const;
  [[nodiscard]] State from_value(const Value& dict, Faults& faults) const;
  void violations(const State& state, Faults& faults) const;

 private:
  struct Trade;
  /// An activated edge: whose, at which jungle type, with how many workers.
  struct Edge {
    int seat, type, workers;
  };

  [[nodiscard]] std::string orientation_text(int orientation) const;
  [[nodiscard]] int workers_on(int orientation, int direction) const noexcept {
    return edges_[static_cast<std::size_t>(orientation)][static_cast<std::size_t>(direction)];
  }
  [[nodiscard]] Kind kind_of(int type) const noexcept { return kind_[static_cast<std::size_t>(type)]; }
  [[nodiscard]] int value_of(int type) const noexcept { return value_[static_cast<std::size_t>(type)]; }
  [[nodiscard]] bool last_activation(const State& state, int seat) const noexcept;

  void legal_with_overbuilding(const State& state, ActionSet<kMaxLegal>& out) const noexcept;
  void legal_runs(const State& state, ActionSet<kMaxLegal>& out) const noexcept;
  void lay_tile(State& state, int orientation) const noexcept;
  void start_laying(State& state) const noexcept;
  void lay_display(State& state, int type) const noexcept;
  void finish_laying(State& state) const noexcept;
  void activate(State& state) const noexcept;
  void next_trade(State& state) const noexcept;
  void begin_trade(State& state, int seat) const noexcept;
  void offer_trade(State& state, int seat, Trade& trade) const noexcept;
  void bring(Player& player, Word sum) const noexcept;
  void finish_activation(State& state) const noexcept;
  void refill(State& state) const noexcept;
  void next_turn(State& state) const noexcept;
  [[nodiscard]] unsigned open_slots(const State& state, int seat) const noexcept;
  [[nodiscard]] unsigned trading_after(const State& state, int seat) const noexcept;
  /// The older worker tile that faces a space in this direction from the spot: its owner and workers.
  struct Holder {
    int seat, workers;
  };
  [[nodiscard]] Holder older_edge(const State& state, int direction) const noexcept;
  [[nodiscard]] Edge edge_of(const State& state, int slot) const noexcept;
  [[nodiscard]] int most_useful(const State& state, const Edge& edge) const noexcept;

  // Temples: workers per seat, and the gold for them.
  using Presence = std::array<int, kMaxSeats>;
  [[nodiscard]] Presence presence(const State& state, int cell) const noexcept;
  void add_temple(const Presence& present, std::span<int> gold) const noexcept;
  void add_temples(const State& state, std::span<int> gold) const noexcept;
  [[nodiscard]] int track(int field) const noexcept { return tables_.track[static_cast<std::size_t>(field)]; }

  // Estimates (evaluate.cpp).
  struct Prices;
  /// What edges bring in one go.
  struct Yield {
    int harvest = 0, sales = 0, revenue = 0, steps = 0;
    float other = 0.0F;
  };
  [[nodiscard]] Prices prices(const State& state) const noexcept;
  void add_yield(const Edge& edge, const Prices& prices, Yield& yield) const noexcept;
  [[nodiscard]] float turn_worth(const Player& player, const Yield& yield, float cacao) const noexcept;
  void add_tile_worth(const State& state, int orientation, const Prices& prices, bool laid,
                      std::span<float> points) const noexcept;
  void expect(const State& state, const Prices& prices, std::span<float> points) const noexcept;

  /// Actions of a `set` node.
  struct SetOptions {
    std::array<Action, 16> ids;
    int count;
    void add(int orientation) noexcept {
      ids[static_cast<std::size_t>(count++)] = static_cast<Action>(kFirstSet + orientation);
    }
  };

  int seats_;
  Options options_;
  Tables tables_;
  // Derived from the tables.
  std::array<std::array<std::uint8_t, kDirections>, kOrientations> edges_;  // workers on n, e, s, w
  std::array<std::uint8_t, kOrientations> manned_;                          // directions with workers
  std::array<SetOptions, 16> set_options_;                                  // by set of types in hand
  std::array<std::array<SetOptions, 16>, 16> late_options_;  // likewise, by directions with jungle (CA-9)
  std::array<Kind, kJungleTypes> kind_;
  std::array<std::uint8_t, kJungleTypes> value_;
  std::array<Word, kJungleTypes> effect_;  // what one worker brings: lanes gold, steps, tokens, cacao
  std::uint16_t plantations_;              // sets of jungle types
  std::uint16_t markets_;
  State initial_;
};

// Called at every event of every loop, hence here: measured, a call costs more than what they do.

inline Node Rules::node(const State& state) const noexcept {
  static constexpr std::array<Node, kPhases> kNodes = {
      Node::chance(kDeal),     Node::decision(0, kAt), Node::decision(0, kSet),  Node::decision(0, kCover),
      Node::decision(0, kLay), Node::chance(kExtra),   Node::decision(0, kKeep), Node::decision(0, kRun),
      Node::chance(kDraw),     Node::chance(kReveal),  Node::terminal()};
  Node node = kNodes[static_cast<std::size_t>(state.phase)];
  if (node.kind == NodeKind::decision) node.seat = static_cast<std::int8_t>(state.actor);
  return node;
}

inline int Rules::forced_outcome(const State& state) const noexcept {
  const bool jungle = state.phase == Phase::reveal || state.phase == Phase::extra;
  const int only = jungle ? state.pile.only() : state.player(state.active).pile.only();
  return only < 0 ? -1 : only + (jungle ? kFirstJungleOutcome : kFirstWorkerOutcome);
}

inline Outcome Rules::sample(const State& state, Rng& rng) const noexcept {
  const auto draw = [&rng](const auto& pile) {
    return pile.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(pile.total()))));
  };
  if (state.phase == Phase::reveal || state.phase == Phase::extra)
    return static_cast<Outcome>(kFirstJungleOutcome + draw(state.pile));
  return static_cast<Outcome>(kFirstWorkerOutcome + draw(state.player(state.active).pile));
}

}  // namespace pyboard::cacao
