// pyboard/games/chocolatl/rules.hpp: Chocolatl as a game object (core/game.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pyboard/core/game.hpp"
#include "pyboard/games/chocolatl/actions.hpp"
#include "pyboard/games/chocolatl/components.hpp"
#include "pyboard/games/chocolatl/options.hpp"
#include "pyboard/games/chocolatl/state.hpp"

namespace pyboard::chocolatl {

class Rules {
 public:
  using State = chocolatl::State;
  using Tables = chocolatl::Tables;
  static constexpr int kActions = kLargest.actions;
  static constexpr int kOutcomes = kLargest.outcomes;
  static constexpr int kMaxPlayers = kMaxSeats;
  // Pairs of twelve different cards, and room for the row of values that is written at once.
  static constexpr std::size_t kRow = 16;
  static constexpr int kMaxLegal = kHand * (kHand - 1) / 2 + static_cast<int>(kRow);

  static const GameInfo& info() { return chocolatl::info(); }
  static const Tables& default_tables() { return chocolatl::default_tables(); }
  static void describe(schema::Visitor& visitor, Tables& tables) { chocolatl::describe(visitor, tables); }
  static void check(const Tables& tables, Faults& faults) { chocolatl::check(tables, faults); }
  [[nodiscard]] static Value derived(const Tables& tables) { return chocolatl::derived(tables); }

  Rules(int seats, const OptionValues& options, const Tables& tables);

  [[nodiscard]] int seats() const noexcept { return seats_; }
  [[nodiscard]] int num_actions() const noexcept { return number_.actions; }
  [[nodiscard]] int num_outcomes() const noexcept { return number_.outcomes; }
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
  /// Cards are put and come to light in the rounds and by the offerings.
  [[nodiscard]] bool plain(const State& before, Event /*event*/) const noexcept {
    return !in_round(before.phase) && before.phase != Phase::offer_first && before.phase != Phase::offer_last;
  }
  [[nodiscard]] bool open(const State& before, Event event) const noexcept;
  void conceal(State& state, int viewer, Rng& rng) const noexcept;
  [[nodiscard]] bool take_back(State& state, int seat, SealedChoices& own) const noexcept;

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
  static constexpr int kSeatArray = 8;  // seats, padded
  using Keys = std::array<std::int32_t, kSeatArray>;
  using Seats = std::array<std::uint8_t, kSeatArray>;
  /// What a seat sees of the cards of this round: locations of which the first, and both cards lie open.
  struct Opened {
    int first, both;
  };

  // Ranking at a location: numbers that ascend with the rank (CH-40 to CH-53).
  [[nodiscard]] int total(const State& state, const Player& player, int seat, int location) const noexcept;
  [[nodiscard]] static std::int32_t chain(const State& state, const Player& player, int seat) noexcept;
  [[nodiscard]] Keys keys(const State& state, int location) const noexcept;
  [[nodiscard]] Seats ranking(const Keys& keys) const noexcept;
  [[nodiscard]] static int total_of(std::int32_t key) noexcept;
  /// Who is asked next in a poll, or -1; with one pass those who are skipped on the way join `passed`.
  [[nodiscard]] int asked(const State& state, std::uint8_t& passed) const noexcept;
  [[nodiscard]] unsigned stakes(const State& state, const Keys& keys, unsigned without_reach) const noexcept;

  // Effects.
  void move_marker(State& state, int seat, int points) const noexcept;
  void build(State& state, int seat) const noexcept;
  [[nodiscard]] int open_layer(const State& state) const noexcept;
  [[nodiscard]] int free_spaces(const State& state, int layer) const noexcept;

  // Flow.
  void put(State& state, Action action) const noexcept;
  [[nodiscard]] int mode_for(const State& state) const noexcept;
  void begin_bids(State& state) const noexcept;
  void next_package(State& state) const noexcept;
  void proceed(State& state) const noexcept;
  [[nodiscard]] bool carry_out(State& state) const noexcept;
  [[nodiscard]] bool next_location(State& state) const noexcept;
  void take_back(State& state) const noexcept;
  void end_round(State& state) const noexcept;
  void reveal_offerings(State& state) const noexcept;
  void next_final_die(State& state) const noexcept;
  [[nodiscard]] bool ended(const State& state) const noexcept;
  [[nodiscard]] static int offering(const Player& player) noexcept;
  void final_points(const State& state, std::span<int> points, std::span<int> offerings) const noexcept;

  // Hidden information.
  [[nodiscard]] Opened opened(const State& state) const noexcept;
  [[nodiscard]] Opened opened_after(const State& before, const State& after) const noexcept;
  [[nodiscard]] bool offerings_known(const State& state) const noexcept;
  [[nodiscard]] int cards_at(const State& state, int seat, int location) const noexcept;
  [[nodiscard]] bool harvest_lies(const State& state) const noexcept;
  [[nodiscard]] bool is_sealed(const Player& player, Opened opened, int slot) const noexcept;
  [[nodiscard]] Cards unseen(const State& state, int seat) const noexcept;

  // Estimate.
  // A number for each location, in as many as are computed at once.
  static constexpr std::size_t kLanes = 8;
  using Lanes = std::array<float, kLanes>;
  static_assert(kLocations <= static_cast<int>(kLanes));
  using BySeat = std::array<Lanes, kMaxSeats>;
  using Ranks = std::array<std::array<Lanes, kMaxSeats>, kMaxSeats>;  // by seat and rank
  [[nodiscard]] Ranks rank_chances(const BySeat& mean, const BySeat& variance) const noexcept;
  [[nodiscard]] float outlook(const State& state, std::span<float> points) const noexcept;

  // Soundness of positions.
  void check_cards(const State& state, Faults& faults) const;
  void check_table(const State& state, Faults& faults) const;
  void check_turn(const State& state, Faults& faults) const;

  int seats_;
  Options options_;
  Tables tables_;
  // Derived from the tables.
  Numbering number_;
  int values_;
  int award_rounds_;
  int temple_spaces_;
  int largest_face_;
  std::array<std::uint8_t, kLocations> prizes_;  // ranks by bit, 0 for the first
  struct Faced {
    std::uint8_t count;  // different faces, ascending
    std::array<std::uint8_t, kFaces> face;
    std::array<std::uint8_t, kFaces> weight;  // out of kFaces
    std::array<std::uint8_t, kFaces> index;   // of the n-th face of a die
  };
  Faced harvest_faces_;
  Faced bonus_faces_;
  struct Harvest {
    std::array<std::uint8_t, kHarvestDice> face;  // largest first
    std::uint8_t weight;                          // out of 216
  };
  std::array<Harvest, kHarvests> harvests_;
  static constexpr int kThrows = kFaces * kFaces * kFaces;
  std::array<std::uint8_t, kThrows> harvest_of_;  // throw of three dice -> index above
  std::array<std::array<std::uint8_t, kMaxSeats>, kPermutations> stacks_;
  int stack_count_;
  State initial_;
};

}  // namespace pyboard::chocolatl
