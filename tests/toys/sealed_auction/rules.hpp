// tests/toys/sealed_auction/rules.hpp: hidden hands, sealed bids, and steps that are forced for some hands and
// not for others, for 2 or 3 seats: all that labels and conceal must cope with, small enough for a full tree.
//
// SA-1  The deck holds cards of the values 1 to `kinds`, each value equally often: with the fewest copies that
//       leave a card or more after the deal. Each seat gets `hand` cards, face down, p0 all of his first.
// SA-2  Each seat, p0 first, puts one card face down on the left location, then one on the right one.
// SA-3  When the last seat has done so, the left location is opened. The highest card wins 2 points; a tie wins
//       nobody anything.
// SA-4  The winner draws a card, unseen by the others. Then he stays, or, if he holds a card of value 2 or more,
//       gives: he chooses such a card and discards it openly for one point less than its value.
// SA-5  Then, or at once if the left location was tied, the right location is opened; it is worth 3 points.
//       Cards left in hands stay hidden. Places by points.
//
// Hidden from a seat: the others' hands, their bids until they are opened, the deck. conceal deals it all anew:
// every assignment of the single unseen cards to the others' sealed bids, the others' hands and the deck is
// equally likely, where a seat that has said `give` and not yet chosen holds a card that he can give. So a
// state's probability is the number of such assignments of single cards that give it, divided by their total.
#pragma once

#include "pyboard/core/counts.hpp"
#include "toys/parts.hpp"

namespace pyboard::sealed_auction {

inline constexpr int kMaxSeats = 3;
inline constexpr int kValues = 3;
inline constexpr int kLocations = 2;

/// How many cards of each value; value v is kind v - 1.
using Cards = PackedCounts<std::uint16_t, kValues, 5>;

/// What a position waits for. Before `over` one seat is concerned: State::seat.
enum class Phase : std::uint8_t { deal, bid, draw, offer, gift, over };

/// Numbers of actions: `bid v` is kBid + v - 1, `gift v` is kGift + v - 2.
inline constexpr Action kBid = 0;
inline constexpr Action kStay = kBid + kValues;
inline constexpr Action kGive = kStay + 1;
inline constexpr Action kGift = kGive + 1;

/// 18 bytes.
struct State {
  Cards deck;
  Cards hand[kMaxSeats];
  std::uint8_t bid[kMaxSeats][kLocations];  // value of the card there, 0: none yet
  Phase phase;
  std::uint8_t seat;    // 0 at the end
  std::uint8_t opened;  // locations that lie open
  std::uint8_t gift;    // value of the card given away, or 0
};
static_assert(sizeof(State) == 18);

class Rules : public WithoutTables {
 public:
  using State = sealed_auction::State;
  static constexpr int kActions = kGift + kValues - 1;
  static constexpr int kOutcomes = kValues;
  static constexpr int kMaxPlayers = kMaxSeats;
  static constexpr int kMaxLegal = kValues;

  [[nodiscard]] static const GameInfo& info();
  Rules(int seats, const OptionValues& options, const Tables& tables);

  [[nodiscard]] int seats() const noexcept { return seats_; }
  [[nodiscard]] int num_actions() const noexcept { return kActions; }
  [[nodiscard]] int num_outcomes() const noexcept { return kOutcomes; }
  [[nodiscard]] int max_game_length() const noexcept { return seats_ * (hand_size_ + kLocations) + 3; }
  [[nodiscard]] std::vector<Plane> layout() const;

  [[nodiscard]] State initial() const noexcept;
  [[nodiscard]] Node node(const State& state) const noexcept;
  void legal(const State& state, ActionSet<kMaxLegal>& out) const noexcept;
  void apply(State& state, Action action) const noexcept;
  [[nodiscard]] int forced_outcome(const State& state) const noexcept { return state.deck.only(); }
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
  void open_right(State& state) const noexcept;
  void check_cards(const State& state, Faults& faults) const;
  void check_seat(const State& state, int seat, int best, Faults& faults) const;
  /// The seat with the highest card at a location, or -1 for a tie.
  [[nodiscard]] int winner(const State& state, int location) const noexcept;
  [[nodiscard]] static bool can_give(const Cards& hand) noexcept { return (hand.kinds() & ~1U) != 0; }
  /// True if `seat` has a card at `location` that `viewer` does not see.
  [[nodiscard]] static bool sealed(const State& state, int viewer, int seat, int location) noexcept {
    return viewer >= 0 && seat != viewer && location >= state.opened && state.bid[seat][location] != 0;
  }

  int seats_;
  int kinds_;
  int hand_size_;
  int copies_;
};

static_assert(Game<Rules>);

}  // namespace pyboard::sealed_auction
