#include "pyboard/games/chocolatl/rules.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "pyboard/core/narrow.hpp"

namespace pyboard::chocolatl {

namespace {

// A key of the ranking: the total, then the chain of CH-51 to CH-53 in the rest.
constexpr int kHeights = 8;
constexpr int kMostScore = 8191;
constexpr int kKingUnit = (kMostScore + 1) * kHeights;
constexpr int kTotalUnit = 2 * kKingUnit;
constexpr int kLowestTotal = -1024;
constexpr std::int32_t kNobody = std::numeric_limits<std::int32_t>::min();

}  // namespace

int Rules::total_of(std::int32_t key) noexcept {
  return static_cast<int>(static_cast<std::uint32_t>(key - kLowestTotal * kTotalUnit) / kTotalUnit) + kLowestTotal;
}

Rules::Rules(int seats, const OptionValues& options, const Tables& tables)
    : seats_{seats},
      options_{Options::from(options)},
      tables_{tables},
      number_{},
      values_{tables.values()},
      award_rounds_{tables.award_rounds()},
      temple_spaces_{tables.temple_spaces()},
      largest_face_{*std::max_element(tables.bonus_face.begin(), tables.bonus_face.end())},
      prizes_{},
      harvest_faces_{},
      bonus_faces_{},
      harvests_{},
      harvest_of_{},
      stacks_{},
      stack_count_{0},
      initial_{} {
  for (int i = 0; i < kLocations; ++i) {
    const auto& row = tables.place[at(i)];
    Word ranks = 0;
    for (int k = 0; k < row.ranks; ++k) {
      const int rank = row.rank[at(k)];
      ranks |= bits::bit(rank == kMaxSeats ? seats - 1 : rank);
    }
    prizes_[at(i)] = byte(static_cast<int>(ranks & bits::first(seats)));
  }

  const auto faced = [](const std::array<std::uint8_t, kFaces>& faces) {
    Faced result{};
    auto sorted = faces;
    std::sort(sorted.begin(), sorted.end());
    for (const std::uint8_t face : sorted) {
      if (result.count == 0 || result.face[at(result.count - 1)] != face) result.face[result.count++] = face;
      ++result.weight[at(result.count - 1)];
    }
    for (std::size_t i = 0; i < kFaces; ++i) {
      result.index[i] = byte(static_cast<int>(
          std::find(result.face.begin(), result.face.begin() + result.count, faces[i]) - result.face.begin()));
    }
    return result;
  };
  harvest_faces_ = faced(tables.harvest_face);
  bonus_faces_ = faced(tables.bonus_face);
  const auto harvest_index = [](int a, int b, int c) { return a * (a + 1) * (a + 2) / 6 + b * (b + 1) / 2 + c; };
  for (int first = 0; first < kFaces; ++first) {
    for (int second = 0; second < kFaces; ++second) {
      for (int third = 0; third < kFaces; ++third) {
        std::array<int, kHarvestDice> die = {harvest_faces_.index[at(first)], harvest_faces_.index[at(second)],
                                             harvest_faces_.index[at(third)]};
        std::sort(die.rbegin(), die.rend());
        const int index = harvest_index(die[0], die[1], die[2]);
        harvest_of_[at((first * kFaces + second) * kFaces + third)] = byte(index);
        Harvest& row = harvests_[at(index)];
        ++row.weight;
        for (std::size_t i = 0; i < kHarvestDice; ++i) row.face[i] = harvest_faces_.face[at(die[i])];
      }
    }
  }
  std::vector<int> stack(at(seats));
  std::iota(stack.begin(), stack.end(), 0);
  do {
    std::transform(stack.begin(), stack.end(), stacks_[at(stack_count_++)].begin(), byte);
  } while (std::next_permutation(stack.begin(), stack.end()));
  number_ = Numbering::of(values_, tables.bonus_dice, stack_count_);

  initial_.phase = Phase::stack;
  initial_.round = 1;
  initial_.big_left = static_cast<std::uint16_t>(bits::first(tables.big_cards));
  initial_.small_left = static_cast<std::uint16_t>(bits::first(tables.small_cards));
  for (int seat = 0; seat < seats; ++seat) {
    Player& player = initial_.player(seat);
    for (const std::uint8_t value : tables.card) player.hand.add(value);
    player.cubes = tables.cubes;
  }
}

int Rules::max_game_length() const noexcept {
  // A poll asks each seat at most once, and once more after each roll.
  const int packages = 2 * kLocations * seats_;
  const int round = 3 + packages + kLocations * seats_ + 4;
  return 1 + 2 * seats_ + tables_.max_rounds * round + tables_.bonus_dice * (seats_ + 3);
}

Node Rules::node(const State& state) const noexcept {
  static constexpr std::array<Node, kPhases> kNodes = {Node::chance(kStackDraw),
                                                       Node::decision(0, kOfferFirst),
                                                       Node::chance(kHarvestRoll),
                                                       Node::chance(kBigDraw),
                                                       Node::chance(kSmallDraw),
                                                       Node::decision(0, kBid),
                                                       Node::decision(0, kCard1),
                                                       Node::decision(0, kCard2),
                                                       Node::decision(0, kDice),
                                                       Node::chance(kBonusRoll),
                                                       Node::decision(0, kVillageChoice),
                                                       Node::decision(0, kTempleOrder),
                                                       Node::decision(0, kSwapBig),
                                                       Node::decision(0, kSwapSmall),
                                                       Node::decision(0, kOfferLast),
                                                       Node::chance(kFinalRoll),
                                                       Node::terminal()};
  Node node = kNodes[at(static_cast<int>(state.phase))];
  if (node.kind == NodeKind::decision) node.seat = static_cast<std::int8_t>(state.active);
  return node;
}

// --- Legal actions ---------------------------------------------------------------------------------------

void Rules::legal(const State& state, ActionSet<kMaxLegal>& out) const noexcept {
  const Player& player = state.player(state.active);
  switch (state.phase) {
    case Phase::bid: {
      // Pairs a <= b ascend by b; for each b one row of all values is written, of which those up to b count.
      std::array<Action, kRow + SmallList::kMost> values{};
      int count = 0;
      for (Word left = player.hand.values(), first = 0; left != 0;
           left = bits::down(left, SmallList::kMost), first += SmallList::kMost) {
        const SmallList& list = kSmallLists<SmallList::kMost>[left & bits::first(SmallList::kMost)];
        for (std::size_t i = 0; i < SmallList::kMost; ++i)
          values[at(count) + i] = static_cast<Action>(list.ids[i] + first);
        count += list.count;
      }
      const Word twice = player.hand.twice();
      for (int i = 0; i < count; ++i) {
        const int b = values[at(i)];
        const auto base = static_cast<Action>(number_.bid + kPairBase[at(b)]);
        std::array<Action, kRow> row;
        for (std::size_t k = 0; k < kRow; ++k) row[k] = static_cast<Action>(values[k] + base);
        out.add_first(row, i + (bits::test(twice, b) ? 1 : 0));
      }
      return;
    }
    case Phase::card1:
    case Phase::card2:
      out.add_bits(player.hand.values(), number_.card);
      return;
    case Phase::dice:
      if (!options_.single_pass) {
        out.add(number_.roll);
        out.add(number_.pass);
        return;
      }
      out.add(number_.pass);
      for (int k = 0; k < player.dice; ++k) out.add(number_.roll_many + k);
      return;
    case Phase::village:
      out.add(number_.take_die);
      out.add(number_.take_hut);
      return;
    case Phase::temple:
      out.add(number_.first_self);
      out.add(number_.first_other);
      return;
    case Phase::swap_big:
    case Phase::swap_small:
      if (options_.swap_optional) out.add(number_.pass);
      out.add_bits(player.hand.values(), number_.swap);
      return;
    case Phase::offer_first:
      out.add_bits(player.hand.values(), 0);
      return;
    case Phase::offer_last:
      out.add_bits(player.hand.values(), 0);
      if (player.hand.get(0) == 0) out.add(number_.offer_none);  // CH-110
      return;
    case Phase::stack:
    case Phase::harvest:
    case Phase::big:
    case Phase::small:
    case Phase::bonus:
    case Phase::final_dice:
    case Phase::over:
      return;
  }
}

// --- Ranking and dice ------------------------------------------------------------------------------------

/// CH-40 to CH-42.
int Rules::total(const State& state, const Player& player, int seat, int location) const noexcept {
  const auto& place = tables_.place[at(location)];
  return player.card(location, 0) + player.card(location, 1) - kPair + place.hut * player.huts + player.pips +
         (state.omen == seat + 1 ? place.omen : 0);
}

/// CH-51 to CH-53: the king, then the lower score, then the upper marker.
std::int32_t Rules::chain(const State& state, const Player& player, int seat) noexcept {
  return (state.king == seat + 1 ? kKingUnit : 0) + (kMostScore - player.score) * kHeights + player.height;
}

Rules::Keys Rules::keys(const State& state, int location) const noexcept {
  Keys keys;
  keys.fill(kNobody);
  for (int seat = 0; seat < seats_; ++seat) {
    const Player& player = state.player(seat);
    keys[at(seat)] = total(state, player, seat, location) * kTotalUnit + chain(state, player, seat);
  }
  return keys;
}

/// Seats from the first to the last (CH-50).
Rules::Seats Rules::ranking(const Keys& keys) const noexcept {
  Seats order{};
  for (int seat = 0; seat < seats_; ++seat) {
    int rank = 0;
    for (const std::int32_t key : keys) rank += key > keys[at(seat)] ? 1 : 0;
    order[at(rank)] = byte(seat);
  }
  return order;
}

/// CH-65: the seats with a die that could still change the effect; the dice of `without_reach` do not count.
unsigned Rules::stakes(const State& state, const Keys& keys, unsigned without_reach) const noexcept {
  Keys reach = keys;
  Word holders = 0;
  for (int seat = 0; seat < seats_; ++seat) {
    const int dice = state.player(seat).dice;
    if (dice > 0) holders |= bits::bit(seat);
    if (!bits::test(without_reach, seat)) reach[at(seat)] += largest_face_ * dice * kTotalUnit;
  }
  const Word prizes = prizes_[state.location];
  Word set = 0;
  for (Word left = holders; left != 0;) {
    const int seat = bits::pop_lowest(left);
    int best = 0, worst = 0;  // ranks from 0
    for (int other = 0; other < seats_; ++other) {
      if (other == seat) continue;
      best += keys[at(other)] > reach[at(seat)] ? 1 : 0;
      worst += reach[at(other)] > keys[at(seat)] ? 1 : 0;
    }
    bool stake = best < worst && (prizes & bits::first(worst + 1) & ~bits::first(best)) != 0;  // a
    if (state.location == kCholula && best == worst && best < 2) {                             // b
      for (int other = 0; other < seats_; ++other) {
        if (other == seat) continue;
        if (best == 0) {
          stake = stake || total_of(keys[at(seat)]) - total_of(reach[at(other)]) < tables_.temple_margin;
        } else if (keys[at(other)] > keys[at(seat)]) {
          stake = stake || total_of(keys[at(other)]) - total_of(reach[at(seat)]) < tables_.temple_margin;
        }
      }
    }
    if (stake) set |= bits::bit(seat);
  }
  return static_cast<unsigned>(set);
}

/// CH-62: of those with a stake, the one with the worst rank.
int Rules::asked(const State& state, std::uint8_t& passed) const noexcept {
  Word holders = 0;
  for (int seat = 0; seat < seats_; ++seat) {
    if (state.player(seat).dice > 0) holders |= bits::bit(seat);
  }
  holders &= ~Word{passed};
  if (holders == 0) return -1;
  const Keys now = keys(state, state.location);
  const auto worst_of = [&](Word set, const Keys& by) {
    int worst = bits::pop_lowest(set);
    while (set != 0) {
      const int seat = bits::pop_lowest(set);
      if (by[at(seat)] < by[at(worst)]) worst = seat;
    }
    return worst;
  };
  if (!options_.single_pass) {
    const Word set = stakes(state, now, 0) & ~Word{passed};
    return set == 0 ? -1 : worst_of(set, now);
  }
  // Section 12: the order is that before the first roll, and who has had his turn reaches no further.
  Keys before = now;
  for (int seat = 0; seat < seats_; ++seat) before[at(seat)] -= state.player(seat).pips * kTotalUnit;
  while (holders != 0) {
    const int seat = worst_of(holders, before);
    if (bits::test(stakes(state, now, passed), seat)) return seat;
    passed = byte(static_cast<int>(passed | bits::bit(seat)));
    holders &= ~bits::bit(seat);
  }
  return -1;
}

// --- Effects ---------------------------------------------------------------------------------------------

/// CH-20 to CH-24.
void Rules::move_marker(State& state, int seat, int points) const noexcept {
  Player& player = state.player(seat);
  const int score = points < 0 ? std::max(player.score + points, std::min(int{player.score}, int{tables_.floor}))
                               : player.score + points;
  if (score == player.score) return;
  player.score = static_cast<std::int16_t>(score);
  const int height = player.height;
  for (int other = 0; other < seats_; ++other) {
    std::uint8_t& place = state.player(other).height;
    place = byte(place - (place > height ? 1 : 0));
  }
  player.height = byte(seats_ - 1);
}

int Rules::free_spaces(const State& state, int layer) const noexcept {
  int spaces = tables_.layer[at(layer)].spaces;
  for (int seat = 0; seat < seats_; ++seat) spaces -= state.player(seat).temple[at(layer)];
  return spaces;
}

/// The lowest layer with a free space, or kLayers.
int Rules::open_layer(const State& state) const noexcept {
  int layer = 0;
  while (layer < kLayers && free_spaces(state, layer) == 0) ++layer;
  return layer;
}

/// Places a cube, if there are one and a space for it (CH-82, CH-84 to CH-88).
void Rules::build(State& state, int seat) const noexcept {
  Player& player = state.player(seat);
  const int layer = open_layer(state);
  if (player.cubes == 0 || layer == kLayers) return;
  --player.cubes;
  ++player.temple[at(layer)];
  if (free_spaces(state, layer) > 0) return;
  std::int32_t most = kNobody;
  int owner = 0;
  for (int other = 0; other < seats_; ++other) {
    const Player& one = state.player(other);
    const std::int32_t key = one.temple[at(layer)] * kTotalUnit + chain(state, one, other);
    if (key > most) {
      most = key;
      owner = other;
    }
  }
  move_marker(state, owner, tables_.layer[at(layer)].points);
}

// --- Actions ---------------------------------------------------------------------------------------------

/// Puts what a sealed choice names; nothing follows from it yet.
void Rules::put(State& state, Action action) const noexcept {
  Player& player = state.player(state.active);
  const int location = state.location;
  switch (state.phase) {
    case Phase::bid: {
      const CardPair pair = kPairTable[at(action - number_.bid)];
      player.hand.remove(pair.a);
      player.hand.remove(pair.b);
      player.card(location, 0) = byte(1 + pair.a);
      player.card(location, 1) = byte(1 + pair.b);
      return;
    }
    case Phase::card1:
    case Phase::card2: {
      const int value = action - number_.card;
      player.hand.remove(value);
      player.card(location, state.phase == Phase::card1 ? 0 : 1) = byte(1 + value);
      return;
    }
    case Phase::offer_first:
      player.hand.remove(action);
      player.first = byte(1 + action);
      return;
    case Phase::offer_last:  // the card leaves the hand when all are revealed
      player.last = action == number_.offer_none ? Player::kNothing : byte(1 + action);
      return;
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
      return;
  }
}

void Rules::apply(State& state, Action action) const noexcept {
  Player& player = state.player(state.active);
  switch (state.phase) {
    case Phase::bid:
    case Phase::card1:
    case Phase::card2:
      put(state, action);
      next_package(state);
      return;
    case Phase::dice:
      if (action == number_.pass) {
        state.passed = byte(static_cast<int>(state.passed | bits::bit(state.active)));
        proceed(state);
        return;
      }
      if (options_.single_pass) {
        state.rolls = byte(action - number_.roll_many + 1);
        state.passed = byte(static_cast<int>(state.passed | bits::bit(state.active)));
      } else {
        state.rolls = 1;
        state.passed = 0;  // CH-63
      }
      player.dice = byte(player.dice - state.rolls);  // CH-61
      state.phase = Phase::bonus;
      return;
    case Phase::village: {  // CH-77, CH-78
      const bool die = action == number_.take_die;
      Player& other = state.player(state.second - 1);
      ++(die ? player : other).dice;
      Player& builder = die ? other : player;
      ++builder.huts;
      --builder.cubes;
      if (next_location(state)) proceed(state);
      return;
    }
    case Phase::temple: {  // CH-81
      const int first = state.active, second = state.second - 1;
      const bool self = action == number_.first_self;
      build(state, self ? first : second);
      build(state, self ? second : first);
      if (next_location(state)) proceed(state);
      return;
    }
    case Phase::swap_big:  // CH-93, CH-94
      if (action != number_.pass) {
        player.hand.remove(action - number_.swap);
        player.hand.add(state.big - 1);
      }
      state.big = 0;
      state.active = byte(state.second - 1);
      state.second = 0;
      state.phase = Phase::swap_small;
      return;
    case Phase::swap_small:
      if (action != number_.pass) {
        player.hand.remove(action - number_.swap);
        player.hand.add(state.small - 1);
      }
      state.small = 0;
      end_round(state);
      return;
    case Phase::offer_first:
      put(state, action);
      if (++state.active < seats_) return;
      state.active = 0;
      state.phase = Phase::harvest;
      return;
    case Phase::offer_last:
      put(state, action);
      if (++state.active < seats_) return;
      reveal_offerings(state);
      return;
    case Phase::stack:
    case Phase::harvest:
    case Phase::big:
    case Phase::small:
    case Phase::bonus:
    case Phase::final_dice:
    case Phase::over:
      return;
  }
}

// --- Chance ----------------------------------------------------------------------------------------------

namespace {

/// Cards of a deck that are left, by value.
template <class Deck>
std::array<std::uint8_t, kMaxValues> left_by_value(const Deck& deck, Word left) noexcept {
  std::array<std::uint8_t, kMaxValues> count{};
  while (left != 0) ++count[deck[at(bits::pop_lowest(left))]];
  return count;
}

template <class Deck>
int only_value(const Deck& deck, Word left) noexcept {
  const int value = deck[at(bits::pop_lowest(left))];
  while (left != 0) {
    if (deck[at(bits::pop_lowest(left))] != value) return -1;
  }
  return value;
}

/// Takes the first card of this value that is left.
template <class Deck>
std::uint16_t without(const Deck& deck, Word left, int value) noexcept {
  for (Word set = left; set != 0;) {
    const int card = bits::pop_lowest(set);
    if (deck[at(card)] == value) return static_cast<std::uint16_t>(left & ~bits::bit(card));
  }
  return static_cast<std::uint16_t>(left);
}

}  // namespace

int Rules::forced_outcome(const State& state) const noexcept {
  const auto only = [](int value, int first) { return value < 0 ? -1 : first + value; };
  switch (state.phase) {
    case Phase::harvest:
      return harvest_faces_.count == 1 ? number_.harvest : -1;
    case Phase::big:
      return only(only_value(tables_.big, state.big_left), number_.big);
    case Phase::small:
      return only(only_value(tables_.small, state.small_left), number_.small);
    case Phase::bonus:
      return bonus_faces_.count == 1 ? number_.bonus : -1;
    case Phase::final_dice:
      return bonus_faces_.count == 1 ? number_.final : -1;
    case Phase::stack:
    case Phase::offer_first:
    case Phase::bid:
    case Phase::card1:
    case Phase::card2:
    case Phase::dice:
    case Phase::village:
    case Phase::temple:
    case Phase::swap_big:
    case Phase::swap_small:
    case Phase::offer_last:
    case Phase::over:
      return -1;
  }
  return -1;
}

void Rules::outcomes(const State& state, Distribution<kOutcomes>& out) const noexcept {
  out.clear();
  const auto deck = [&](const auto& cards, Word left, int first) {
    const auto count = left_by_value(cards, left);
    for (int value = 0; value < values_; ++value) out.add(first + value, count[at(value)]);
  };
  const auto die = [&](int first) {
    for (int i = 0; i < bonus_faces_.count; ++i) out.add(first + i, bonus_faces_.weight[at(i)]);
  };
  switch (state.phase) {
    case Phase::stack:
      for (int i = 0; i < stack_count_; ++i) out.add(number_.stack + i, 1);
      return;
    case Phase::harvest:
      for (int i = 0; i < kHarvests; ++i) out.add(number_.harvest + i, harvests_[at(i)].weight);
      return;
    case Phase::big:
      deck(tables_.big, state.big_left, number_.big);
      return;
    case Phase::small:
      deck(tables_.small, state.small_left, number_.small);
      return;
    case Phase::bonus:
      die(number_.bonus);
      return;
    case Phase::final_dice:
      die(number_.final);
      return;
    case Phase::offer_first:
    case Phase::bid:
    case Phase::card1:
    case Phase::card2:
    case Phase::dice:
    case Phase::village:
    case Phase::temple:
    case Phase::swap_big:
    case Phase::swap_small:
    case Phase::offer_last:
    case Phase::over:
      return;
  }
}

Outcome Rules::sample(const State& state, Rng& rng) const noexcept {
  const auto number = [](int id) { return static_cast<Outcome>(id); };
  const auto any = [&](int count) { return static_cast<int>(rng.below(static_cast<std::uint32_t>(count))); };
  const auto card = [&](const auto& cards, Word left) {
    return int{cards[at(bits::nth(left, any(bits::count(left))))]};
  };
  switch (state.phase) {
    case Phase::stack:
      return number(number_.stack + any(stack_count_));
    case Phase::harvest:
      return number(number_.harvest + harvest_of_[at(any(kThrows))]);
    case Phase::big:
      return number(number_.big + card(tables_.big, state.big_left));
    case Phase::small:
      return number(number_.small + card(tables_.small, state.small_left));
    case Phase::bonus:
      return number(number_.bonus + bonus_faces_.index[at(any(kFaces))]);
    case Phase::final_dice:
      return number(number_.final + bonus_faces_.index[at(any(kFaces))]);
    case Phase::offer_first:
    case Phase::bid:
    case Phase::card1:
    case Phase::card2:
    case Phase::dice:
    case Phase::village:
    case Phase::temple:
    case Phase::swap_big:
    case Phase::swap_small:
    case Phase::offer_last:
    case Phase::over:
      break;
  }
  return 0;
}

void Rules::apply_outcome(State& state, Outcome outcome) const noexcept {
  switch (state.phase) {
    case Phase::stack: {
      const auto& stack = stacks_[at(outcome - number_.stack)];
      for (int i = 0; i < seats_; ++i) state.player(stack[at(i)]).height = byte(i);
      state.phase = Phase::offer_first;
      return;
    }
    case Phase::harvest:
      state.harvest = harvests_[at(outcome - number_.harvest)].face;
      if (state.round <= award_rounds_) {
        state.phase = Phase::big;
      } else {
        begin_bids(state);
      }
      return;
    case Phase::big: {
      const int value = outcome - number_.big;
      state.big = byte(1 + value);
      state.big_left = without(tables_.big, state.big_left, value);
      state.phase = Phase::small;
      return;
    }
    case Phase::small: {
      const int value = outcome - number_.small;
      state.small = byte(1 + value);
      state.small_left = without(tables_.small, state.small_left, value);
      begin_bids(state);
      return;
    }
    case Phase::bonus: {
      Player& player = state.player(state.active);
      player.pips = byte(player.pips + bonus_faces_.face[at(outcome - number_.bonus)]);
      if (--state.rolls == 0) proceed(state);
      return;
    }
    case Phase::final_dice: {
      Player& player = state.player(state.active);
      player.final = byte(player.final + bonus_faces_.face[at(outcome - number_.final)]);
      --player.dice;
      next_final_die(state);
      return;
    }
    case Phase::offer_first:
    case Phase::bid:
    case Phase::card1:
    case Phase::card2:
    case Phase::dice:
    case Phase::village:
    case Phase::temple:
    case Phase::swap_big:
    case Phase::swap_small:
    case Phase::offer_last:
    case Phase::over:
      return;
  }
}

// --- Flow ------------------------------------------------------------------------------------------------

/// CH-30: by the colour of the space of the highest score.
int Rules::mode_for(const State& state) const noexcept {
  int highest = 0;
  for (int seat = 0; seat < seats_; ++seat) highest = std::max(highest, int{state.player(seat).score});
  return tables_.mode[tables_.colour[at(std::min(highest, tables_.track_spaces - 1))]];
}

/// R5 to R7.
void Rules::begin_bids(State& state) const noexcept {
  state.king = 0;
  state.mode = byte(mode_for(state));
  state.location = 0;
  state.active = 0;
  state.phase = state.mode == kTwoWaves ? Phase::card1 : Phase::bid;
}

/// After a card or pair was put: the next of the package, the next seat's, or the reveal.
void Rules::next_package(State& state) const noexcept {
  const bool whole = state.phase == Phase::card1 || (state.phase == Phase::bid && state.mode == kAllAtOnce) ||
                     (state.phase == Phase::card2 && !options_.wave_by_location);
  if (whole && ++state.location < kLocations) return;
  if (whole) state.location = 0;
  if (++state.active < seats_) return;
  state.active = 0;
  if (state.phase == Phase::card1) {
    state.phase = Phase::card2;
    return;
  }
  if (state.phase == Phase::card2) {  // which card came first has no meaning any more (CH-35)
    for (int location = state.location; location < (whole ? kLocations : state.location + 1); ++location) {
      for (int seat = 0; seat < seats_; ++seat) {
        Player& player = state.player(seat);
        player.sort_pair(location);
      }
    }
  }
  proceed(state);
}

/// The present location lies open: goes on until somebody is to decide (R8).
void Rules::proceed(State& state) const noexcept {
  do {
    const int seat = asked(state, state.passed);
    if (seat >= 0) {
      state.phase = Phase::dice;
      state.active = byte(seat);
      return;
    }
    state.passed = 0;
  } while (carry_out(state) && next_location(state));
}

/// The effect of the present location; false if a decision or the end of the round comes next.
bool Rules::carry_out(State& state) const noexcept {
  const Keys now = keys(state, state.location);
  const Seats order = ranking(now);
  const int first = order[0], second = order[1], last = order[at(seats_ - 1)];
  const auto ask_first = [&](Phase phase) {
    state.phase = phase;
    state.active = byte(first);
    state.second = byte(second + 1);
    return false;
  };
  switch (static_cast<Location>(state.location)) {
    case kProphecy:
      state.king = byte(first + 1);  // CH-70
      move_marker(state, first, tables_.king_points);
      if (state.omen != last + 1) {  // CH-72
        state.omen = byte(last + 1);
        move_marker(state, last, options_.omen_points);
      }
      return true;
    case kField:  // CH-76
      for (int rank = 0; rank < kHarvestDice; ++rank) move_marker(state, order[at(rank)], state.harvest[at(rank)]);
      state.harvest = {};
      return true;
    case kVillage:
      return ask_first(Phase::village);
    case kCholula: {
      if (total_of(now[at(first)]) - total_of(now[at(second)]) >= tables_.temple_margin) {  // CH-80
        build(state, first);
        build(state, first);
        return true;
      }
      const int layer = open_layer(state);
      if (layer < kLayers && free_spaces(state, layer) == 1 && state.player(first).cubes > 0 &&
          state.player(second).cubes > 0) {  // CH-83
        return ask_first(Phase::temple);
      }
      build(state, first);
      build(state, second);
      return true;
    }
    case kKitchen: {  // CH-90, CH-91
      const auto& points = tables_.kitchen[at(state.round - 1)];
      move_marker(state, first, points.first);
      move_marker(state, second, points.second);
      move_marker(state, last, tables_.kitchen_last_points);
      return true;
    }
    case kBallcourt:
      if (state.big != 0) {  // CH-93
        take_back(state);
        return ask_first(Phase::swap_big);
      }
      move_marker(state, first, tables_.award_first);  // CH-95
      move_marker(state, second, tables_.award_second);
      take_back(state);
      end_round(state);
      return false;
  }
  return false;
}

/// Leaves the present location; false if cards must be put on the next one first.
bool Rules::next_location(State& state) const noexcept {
  for (int seat = 0; seat < seats_; ++seat) state.player(seat).pips = 0;
  state.active = 0;
  state.second = 0;
  ++state.location;
  if (state.mode == kOneByOne) {
    state.phase = Phase::bid;
    return false;
  }
  if (state.mode == kTwoWaves && options_.wave_by_location) {
    state.phase = Phase::card2;
    return false;
  }
  return true;
}

/// R9.
void Rules::take_back(State& state) const noexcept {
  for (int seat = 0; seat < seats_; ++seat) {
    Player& player = state.player(seat);
    for (const std::uint8_t card : player.placed) player.hand.add(card - 1);
    player.placed = {};
    player.pips = 0;
  }
  state.mode = 0;
  state.location = 0;
}

/// CH-100.
bool Rules::ended(const State& state) const noexcept {
  bool end = state.round == tables_.max_rounds;
  for (int seat = 0; seat < seats_; ++seat) {
    const Player& player = state.player(seat);
    end = end || player.cubes == 0 || player.score >= tables_.end_score;
  }
  return end;
}

/// R10.
void Rules::end_round(State& state) const noexcept {
  state.active = 0;
  if (ended(state)) {
    state.phase = Phase::offer_last;
  } else {
    ++state.round;
    state.phase = Phase::harvest;
  }
}

void Rules::reveal_offerings(State& state) const noexcept {
  for (int seat = 0; seat < seats_; ++seat) {
    Player& player = state.player(seat);
    if (player.last != Player::kNothing) player.hand.remove(player.last - 1);
  }
  state.active = 0;
  next_final_die(state);
}

/// CH-117.
void Rules::next_final_die(State& state) const noexcept {
  while (state.active < seats_ && state.player(state.active).dice == 0) ++state.active;
  const bool over = state.active == seats_;
  if (over) state.active = 0;
  state.phase = over ? Phase::over : Phase::final_dice;
}

// --- Result ----------------------------------------------------------------------------------------------

/// CH-111; nothing for a card that is not offered yet.
int Rules::offering(const Player& player) noexcept {
  const int last = player.last == Player::kNothing ? 0 : player.last;
  return std::max(player.first - 1, 0) + std::max(last - 1, 0);
}

/// Section 10, as if the game ended here and unused dice showed nothing.
void Rules::final_points(const State& state, std::span<int> points, std::span<int> offerings) const noexcept {
  int most_offered = 0, most_cubes = 0;
  for (int seat = 0; seat < seats_; ++seat) {
    const Player& player = state.player(seat);
    offerings[at(seat)] = offering(player);
    most_offered = std::max(most_offered, offerings[at(seat)]);
    most_cubes = std::max(most_cubes, player.temple_cubes());
  }
  for (int seat = 0; seat < seats_; ++seat) {
    const Player& player = state.player(seat);
    const int cubes = player.temple_cubes();
    points[at(seat)] = player.score + offerings[at(seat)] +
                       (offerings[at(seat)] == most_offered ? tables_.final_offering_majority : 0) +  // CH-112
                       (state.king == seat + 1 ? tables_.final_king_points : 0) +                     // CH-113
                       (state.omen == seat + 1 ? tables_.final_omen_points : 0) +                     // CH-114
                       tables_.final_temple_cube * cubes +                                            // CH-115
                       (cubes == most_cubes ? tables_.final_temple_majority : 0) +                    // CH-116
                       player.final;                                                                  // CH-117
  }
}

void Rules::scores(const State& state, std::span<int> out) const noexcept {
  std::array<int, kMaxSeats> offerings{};
  final_points(state, out, offerings);
}

/// CH-118.
void Rules::places(const State& state, std::span<int> out) const noexcept {
  std::array<int, kMaxSeats> points{}, offerings{};
  final_points(state, points, offerings);
  for (int seat = 0; seat < seats_; ++seat) {
    out[at(seat)] = 1;
    for (int other = 0; other < seats_; ++other) {
      const bool ahead = points[at(other)] > points[at(seat)] ||
                         (points[at(other)] == points[at(seat)] && offerings[at(other)] > offerings[at(seat)]);
      out[at(seat)] += ahead ? 1 : 0;
    }
  }
}

}  // namespace pyboard::chocolatl
