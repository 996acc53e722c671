// Hidden information (section 9): what a seat learns by an event, and re-dealing what it does not know.
#include <algorithm>
#include <array>

#include "pyboard/core/narrow.hpp"
#include "pyboard/core/text.hpp"
#include "pyboard/games/chocolatl/rules.hpp"

namespace pyboard::chocolatl {

namespace {

/// Sealed choices: to the others the bare fact that one was made.
constexpr bool is_choice(Phase phase) noexcept {
  return phase == Phase::offer_first || phase == Phase::offer_last || is_bidding(phase);
}

/// Cards in ascending order, to be dealt one by one, each equally likely.
class Deck {
 public:
  explicit Deck(const Cards& cards) noexcept {
    for (Word left = cards.values(); left != 0;) {
      const int value = bits::pop_lowest(left);
      for (int copies = cards.get(value); copies > 0; --copies) values_[at(count_++)] = byte(value);
    }
  }
  [[nodiscard]] int count() const noexcept { return count_; }
  int take(Rng& rng) noexcept {
    const int place = kDigit * static_cast<int>(rng.below(static_cast<std::uint32_t>(count_--)));
    const int number = static_cast<int>(bits::down(order_, place) & bits::first(kDigit));
    const Word before = bits::first(place);
    order_ = (order_ & before) | (bits::down(order_, kDigit) & ~before);
    return values_[at(number)];
  }
  /// Those that were not dealt.
  [[nodiscard]] Cards rest() const noexcept {
    Cards cards{};
    Word order = order_;
    for (int left = count_; left > 0; --left, order = bits::down(order, kDigit))
      cards.add(values_[at(static_cast<int>(order & bits::first(kDigit)))]);
    return cards;
  }

 private:
  static constexpr int kDigit = 4;
  static constexpr int kRoom = kWordBits / kDigit;
  static_assert(kBidCards <= kRoom);

  Word order_ = 0xfedc'ba98'7654'3210;  // which cards are left, a digit each
  std::array<std::uint8_t, kRoom> values_{};
  int count_ = 0;
};

}  // namespace

/// Locations of which the first cards, and both cards, lie open in this round.
Rules::Opened Rules::opened(const State& state) const noexcept {
  if (!in_round(state.phase)) return {0, 0};
  const int here = state.location;
  if (state.mode == kTwoWaves) {
    const bool by_location = options_.wave_by_location;
    if (state.phase == Phase::card1) return {0, 0};
    if (state.phase == Phase::card2) return {kLocations, by_location ? here : 0};
    return {kLocations, by_location ? here + 1 : kLocations};
  }
  if (state.phase != Phase::bid) return {here + 1, here + 1};
  return state.mode == kOneByOne ? Opened{here, here} : Opened{0, 0};
}

/// Likewise after an event; when the round is over all have been open.
Rules::Opened Rules::opened_after(const State& before, const State& after) const noexcept {
  if (in_round(before.phase) && !in_round(after.phase)) return {kLocations, kLocations};
  return opened(after);
}

/// Whether the first offerings follow from the cards that were shown: all twelve others have been.
bool Rules::offerings_known(const State& state) const noexcept {
  return state.round > 1 || state.phase > Phase::temple || opened(state).both == kLocations;
}

/// A card of the round that the others do not see.
bool Rules::is_sealed(const Player& player, Opened opened, int slot) const noexcept {
  const int location = slot / kPair;
  return player.placed[at(slot)] != 0 && location >= (slot % kPair == 0 ? opened.first : opened.both);
}

/// The cards of a seat of which the others do not know where they are.
Cards Rules::unseen(const State& state, int seat) const noexcept {
  const Player& player = state.player(seat);
  const Opened open = opened(state);
  Cards cards = player.hand;
  for (int slot = 0; slot < kHand; ++slot) {
    if (is_sealed(player, open, slot)) cards.add(player.placed[at(slot)] - 1);
  }
  if (player.first != 0 && !offerings_known(state)) cards.add(player.first - 1);
  return cards;
}

bool Rules::open(const State& before, Event /*event*/) const noexcept { return !is_choice(before.phase); }

Label Rules::label(const State& before, Event event, const State& after, int viewer) const noexcept {
  const bool choice = is_choice(before.phase);
  const bool seen = !choice || viewer < 0 || viewer == before.active;
  Label label = seen ? open_label(event) : token_label(node(before).what, before.active);
  const Opened from = opened(before), to = opened_after(before, after);
  const bool offers = before.phase == Phase::offer_last && after.phase != Phase::offer_last;
  if (from.first == to.first && from.both == to.both && !offers) return label;

  // The event brings cards to light: those that lay there, and the one that it put.
  State shown = before;
  if (choice) put(shown, event.id);
  for (int seat = 0; seat < seats_; ++seat) {
    const Player& player = shown.player(seat);
    std::uint64_t pairs = 0;  // up to six
    for (int location = from.both; location < to.both; ++location) {
      const int a = player.card(location, 0), b = player.card(location, 1);
      pairs = pairs * kMaxPairs + static_cast<std::uint64_t>(pair_base(std::max(a, b) - 1) + std::min(a, b) - 1);
    }
    if (from.both < to.both) label = with_fact(label, pairs);
  }
  for (int seat = 0; seat < seats_; ++seat) {
    std::uint64_t cards = 0;
    for (int location = std::max(from.first, to.both); location < to.first; ++location)
      cards = cards * (kMaxValues + 1) + static_cast<std::uint64_t>(shown.player(seat).card(location, 0));
    if (cards != 0) label = with_fact(label, cards);
  }
  for (int seat = 0; offers && seat < seats_; ++seat) label = with_fact(label, shown.player(seat).last);
  return label;
}

std::string Rules::label_text(const State& before, Event event, const State& after, int viewer) const {
  const bool choice = is_choice(before.phase);
  std::string line;
  if (event.is_outcome()) {
    constexpr std::string_view kPrefix = "chance ";
    line = outcome_text(before, event.id).substr(kPrefix.size());
  } else {
    std::string text = action_text(before, event.id);
    // Of a sealed choice the others see that one was made, and where.
    if (choice && viewer >= 0 && viewer != before.active) {
      text = text.substr(0, text.find(' '));
      if (is_bidding(before.phase)) text += " " + std::string(kLocationNames[before.location]);
    }
    line = seat_text(before.active) + " " + text;
  }
  State shown = before;
  if (choice) put(shown, event.id);
  const auto card = [](int placed) { return std::to_string(placed - 1); };
  const Opened from = opened(before), to = opened_after(before, after);
  for (int location = from.both; location < to.both; ++location) {
    line += "; " + std::string(kLocationNames[at(location)]) + ":";
    for (int seat = 0; seat < seats_; ++seat) {
      const int a = shown.player(seat).card(location, 0), b = shown.player(seat).card(location, 1);
      line += (seat == 0 ? " " : ", ") + seat_text(seat) + " " + card(std::min(a, b)) + " " + card(std::max(a, b));
    }
  }
  for (int location = std::max(from.first, to.both); location < to.first; ++location) {
    line += "; " + std::string(kLocationNames[at(location)]) + ":";
    for (int seat = 0; seat < seats_; ++seat)
      line += (seat == 0 ? " " : ", ") + seat_text(seat) + " " + card(shown.player(seat).card(location, 0));
  }
  if (before.phase == Phase::offer_last && after.phase != Phase::offer_last) {
    line += "; offerings:";
    for (int seat = 0; seat < seats_; ++seat) {
      const int last = shown.player(seat).last;
      line += (seat == 0 ? " " : ", ") + seat_text(seat) + " " + (last == Player::kNothing ? "none" : card(last));
    }
  }
  return line;
}

void Rules::conceal(State& state, int viewer, Rng& rng) const noexcept {
  const Opened open = opened(state);
  const bool known = offerings_known(state);
  for (int seat = 0; seat < seats_; ++seat) {
    if (seat == viewer) continue;
    Player& player = state.player(seat);
    if (state.phase == Phase::offer_last && player.last != 0) {
      // One of his cards, or nothing if that is an option of its own (CH-110).
      Deck hand(player.hand);
      const auto cards = static_cast<std::uint32_t>(hand.count());
      const bool none = player.hand.get(0) == 0 && rng.below(cards + 1) == cards;
      player.last = none ? Player::kNothing : byte(1 + hand.take(rng));
      continue;
    }
    Deck deck(unseen(state, seat));
    const auto deal = [&](std::uint8_t& place) { place = byte(1 + deck.take(rng)); };
    if (player.first != 0 && !known) deal(player.first);
    for (int slot = 0; slot < kHand; ++slot) {
      if (is_sealed(player, open, slot)) deal(player.placed[at(slot)]);
    }
    player.hand = deck.rest();
    if (state.mode == kTwoWaves) continue;
    for (int location = open.both; location < kLocations; ++location) player.sort_pair(location);
  }
}

static_assert(TakesBack<Rules>);
bool Rules::take_back(State& state, int seat, SealedChoices& own) const noexcept {
  if (!is_choice(state.phase) || seat != state.active || seat == 0) return false;
  own.clear();
  // Locations that the package covers; the seat itself has come as far as the present one.
  const bool one = (state.phase == Phase::bid && state.mode == kOneByOne) ||
                   (state.phase == Phase::card2 && options_.wave_by_location);
  const int first = one ? state.location : 0;
  for (int who = 0; who <= seat; ++who) {
    Player& player = state.player(who);
    const int end = who < seat ? (one ? first + 1 : kLocations) : state.location;
    const auto give_back = [&](std::uint8_t& place) {
      player.hand.add(place - 1);
      place = 0;
    };
    switch (state.phase) {
      case Phase::bid:
        for (int location = first; location < end; ++location) {
          std::uint8_t &a = player.card(location, 0), &b = player.card(location, 1);
          const int high = std::max(a, b) - 1, low = std::min(a, b) - 1;
          if (who == seat) own.push_back(static_cast<Action>(number_.bid + pair_base(high) + low));
          give_back(a);
          give_back(b);
        }
        break;
      case Phase::card1:
      case Phase::card2:
        for (int location = first; location < end; ++location) {
          std::uint8_t& card = player.card(location, state.phase == Phase::card1 ? 0 : 1);
          if (who == seat) own.push_back(static_cast<Action>(number_.card + card - 1));
          give_back(card);
        }
        break;
      case Phase::offer_first:
        if (who < seat) give_back(player.first);
        break;
      case Phase::offer_last:
        player.last = 0;
        break;
      case Phase::stack:
      case Phase::harvest:
      case Phase::big:
      case Phase::small:
      case Phase::dice:
      case Phase::bonus:
      case Phase::village:
      case Phase::temple:
      case Phase::swap_big:
      case Phase::swap_small:
      case Phase::final_dice:
      case Phase::over:
        break;
    }
  }
  if (in_round(state.phase)) state.location = byte(first);
  state.active = 0;
  return true;
}

}  // namespace pyboard::chocolatl
