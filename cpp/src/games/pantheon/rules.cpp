#include "pyboard/games/pantheon/rules.hpp"

#include <algorithm>
#include <limits>

#include "pyboard/core/narrow.hpp"

namespace pyboard::pantheon {

namespace {

/// Assignments of different kinds to 1 to 4 requirements, in lexicographic order (PA-103).
struct Assignments {
  int count;
  std::array<std::array<std::uint8_t, kMaxRows>, 24> kind;
  std::array<std::array<std::uint32_t, kKinds>, kMaxRows> with;  // those that give a requirement a kind
};
constexpr std::array<Assignments, kMaxRows + 1> kAssignments = [] {
  std::array<Assignments, kMaxRows + 1> tables{};
  for (int rows = 1; rows <= kMaxRows; ++rows) {
    Assignments& table = tables[at(rows)];
    int words = 1;
    for (int i = 0; i < rows; ++i) words *= kKinds;
    for (int word = 0; word < words; ++word) {
      std::array<std::uint8_t, kMaxRows> kinds{};
      unsigned used = 0;
      int rest = word;
      for (int i = rows - 1; i >= 0; --i, rest /= kKinds) {
        kinds[at(i)] = byte(rest % kKinds);
        used |= 1U << kinds[at(i)];
      }
      if (std::popcount(used) != rows) continue;
      for (int i = 0; i < rows; ++i)
        table.with[at(i)][kinds[at(i)]] |= static_cast<std::uint32_t>(bits::bit(table.count));
      table.kind[at(table.count++)] = kinds;
    }
  }
  return tables;
}();
static_assert(kAssignments[4].count == 24 && kAssignments[3].count == 24 && kAssignments[2].count == 12);

// Numbers below 128, one per byte.
constexpr std::uint32_t kGuards = 0x8080'8080U;
constexpr bool covers(std::uint32_t have, std::uint32_t need) noexcept {
  return (((have | kGuards) - need) & kGuards) == kGuards;
}
constexpr std::uint32_t kNever = 0x7f7f'7f7fU;  // covered by nothing
constexpr std::uint32_t in_byte(int index, int value) noexcept {
  return static_cast<std::uint32_t>(value) << (8 * index);
}

}  // namespace

Rules::Rules(int seats, const OptionValues& options, const Tables& tables)
    : seats_{seats},
      options_{Options::from(options)},
      tables_{tables},
      adjacent_{},
      spaces_{},
      columns_{},
      allowed_{},
      start_set_{},
      loot_set_{},
      start_{},
      slot_space_{},
      slot_of_{},
      cost_{},
      cards_only_{},
      column_worth_{},
      plaesiris_{0},
      initial_{} {
  for (int i = 0; i < tables.spaces; ++i) {
    const auto& row = tables.space[at(i)];
    spaces_.set(i);
    if (static_cast<SpaceType>(row.type) == SpaceType::column) columns_.set(i);
    for (int k = 0; k < row.degree; ++k) adjacent_[at(i)].set(row.adjacent[at(k)]);
    if (row.nation == 0) continue;
    const int nation = row.nation - 1;
    if (row.slot == 0) {
      start_[at(nation)] = byte(i);
      start_set_[at(nation)].set(i);
    } else {
      slot_space_[at(nation)][at(row.slot - 1)] = byte(i);
      slot_of_[at(i)] = byte(nation * 8 + row.slot);
    }
  }
  allowed_[1] = spaces_.without(columns_);
  allowed_[2] = columns_;
  allowed_[3] = spaces_;
  for (std::size_t nation = 0; nation < kNations; ++nation) {
    for (std::size_t slots = 0; slots < loot_set_[nation].size(); ++slots) {
      for (int slot = 0; slot < kSlots; ++slot) {
        if (bits::test(slots, slot)) loot_set_[nation][slots].set(slot_space_[nation][at(slot)]);
      }
    }
  }
  cost_[0] = kNever;
  for (int tile = 0; tile < kGods; ++tile) {
    for (int i = 0; i < god(tile).rows; ++i) cost_[at(1 + tile)] |= in_byte(i, god(tile).cost[at(i)]);
    cards_only_[at(1 + tile)] = kind_of(tile) == GodKind::pietalte ? 1 : 0;
    if (kind_of(tile) == GodKind::plaesiris) plaesiris_ |= bits::bit(tile);
  }
  for (int i = 0; i < tables.bands; ++i) {
    const auto& band = tables.band[at(i)];
    for (int count = band[0]; count <= band[1] && count <= kMaxPieces; ++count) column_worth_[at(count)] = band[2];
  }

  for (int card = 0; card < kDeckCards; ++card) initial_.pile.set(card, tables.deck[at(card)]);
  for (int value = 2; value <= kMaxMoney; ++value) initial_.change_money(value, tables.specials(money_card(value)));
  for (int type = 0; type < kLootTypes; ++type)
    initial_.bag.set(type, tables.loot_count(type, seats, options_.loot_marks));
  for (int i = 0; i < kHalfGods; ++i) initial_.halves.set(i, tables.half_god[at(i)]);
  initial_.stack = bits::first(kGods);
  initial_.bonuses = byte(static_cast<int>(bits::first(kBonuses)));
  const auto& supply = tables.supply[options_.supply][at(seats - kMinSeats)];
  for (int seat = 0; seat < seats; ++seat) {
    Player& player = initial_.player(seat);
    player.general_feet = tables.feet;
    player.general_columns = tables.columns;
    take_pieces(player, supply.feet, supply.columns);
  }
  initial_.phase = Phase::start;
  if (!options_.random_start) {
    apply_outcome(initial_, kFirstSeatOutcome);
  }
}

int Rules::max_game_length() const noexcept {
  if (options_.turn_cap == 0) return -1;
  // The set-up and the preparations; then per action one movement or card for every seat, or one purchase with
  // all its pieces, each of which may bring a loot tile or a god.
  const auto cards = static_cast<std::int64_t>(kMaxDeck);
  constexpr std::int64_t kEffect = 4 + kMaxDraw + 2 * kMaxLevel * kKinds;
  constexpr int kCoins = 2 * kMaxMoney * kMaxSpecial;
  constexpr std::int64_t kSeat = 2 + 2 * kMaxPieces + kSlots * kEffect;
  const std::int64_t action = 2 + seats_ * kSeat + kCoins + cards;
  constexpr int kTiles = 1 + 2 * 3 * kSlots;
  const std::int64_t prepare = kTiles + seats_ * (cards + kMaxHand + kMaxPieces + kEffect + cards);
  const std::int64_t setup = 1 + seats_ + cards;
  const std::int64_t length =
      setup + tables_.epochs() * (prepare + static_cast<std::int64_t>(options_.turn_cap) * action);
  return static_cast<int>(std::min<std::int64_t>(length, std::numeric_limits<int>::max()));
}

// --- What follows from a position ------------------------------------------------------------------------

/// Money in hand in cards up to a value.
int Rules::money_in(const Player& player, int highest) noexcept {
  int sum = 0;
  for (int value = 1; value <= highest; ++value) sum += value * player.hand.get(money_card(value));
  return sum;
}

/// The top card of the special money stack, 0 if it is empty (PA-7, 29).
int Rules::top_money(const State& state) const noexcept {
  if (state.money == 0) return 0;
  if (turned(state)) return (std::bit_width(state.money) - 1) / 4 + 2;
  return tables_.stack[at(tables_.special - state.money_total())];
}

/// The half-gods that can be drawn next (PA-8).
Word Rules::halves_group(const State& state) const noexcept {
  constexpr Word kLow = bits::first(8 * kLowHalfGods);
  const Word low = state.halves.word & kLow;
  return low != 0 ? low : state.halves.word;
}

/// Whether another player's piece stands there.
bool Rules::is_shared(const State& state, int seat, int space) noexcept {
  bool shared = false;
  for (int other = 0; other < kMaxSeats; ++other) shared |= other != seat && state.player(other).pieces.test(space);
  return shared;
}

/// Spaces that a player can enter now for so many points or less (PA-54, 56, 57).
Spaces Rules::reach(const State& state, int seat, int jumps, int points) const noexcept {
  const Player& player = state.player(seat);
  if (points < kEmptyCost) return {};
  // Seats that do not play have no pieces.
  const Spaces& a = state.player((seat + 1) % kMaxSeats).pieces;
  const Spaces& b = state.player((seat + 2) % kMaxSeats).pieces;
  const Spaces& c = state.player((seat + 3) % kMaxSeats).pieces;
  const Spaces& allowed = allowed_[(player.feet > 0 ? 1U : 0U) + (player.columns > 0 ? 2U : 0U)];
  const Word shared = points >= kSharedCost ? ~Word{0} : 0;
  Spaces near = player.near;
  if (jumps > 0) near = reach_by_jumps(state, seat);
  Spaces open;
  for (std::size_t w = 0; w < Spaces::kWords; ++w) {
    const Word any = a.words[w] | b.words[w] | c.words[w];
    const Word full = (a.words[w] & b.words[w]) | ((a.words[w] | b.words[w]) & c.words[w]);
    open.words[w] = near.words[w] & allowed.words[w] & ~player.pieces.words[w] & ~full & (shared | ~any);
  }
  return open;
}

/// Near spaces, and those behind a near space with another player's piece (PA-57).
Spaces Rules::reach_by_jumps(const State& state, int seat) const noexcept {
  const Player& player = state.player(seat);
  Spaces any{};
  for (int other = 0; other < seats_; ++other) {
    if (other != seat) any |= state.player(other).pieces;
  }
  Spaces lands = player.near;
  (player.near & any).without(player.pieces).for_each([&](int space) { lands |= adjacent_[at(space)]; });
  return lands.remove(start_set_[at(state.nation - 1)]);
}

/// PA-58, 62.
bool Rules::can_move(const State& state, int seat, int points) const noexcept {
  const Player& player = state.player(seat);
  const int most = points_within(player, points), jumps = player.gods.get(GodKind::gaiviles);
  return reach(state, seat, 0, most).any() || (jumps > 0 && reach(state, seat, jumps, most).any());
}

/// The least money that buys something (PA-82).
int Rules::cheapest(const State& state, int seat) const noexcept {
  const Player& player = state.player(seat);
  if (player.general_feet > 0 || player.general_columns > 0) return kPiecePrice;
  int least = kMaxPurse + 1;
  for (int kind = 0; kind < kKinds; ++kind) {
    if (player.levels.get(kind) < kMaxLevel) least = std::min(least, step_price(player.levels, kind));
  }
  const int jumps = player.gods.get(GodKind::gaiviles);
  if (reach(state, seat, jumps, kEmptyCost).any()) return std::min(least, kEmptyCost);
  return reach(state, seat, jumps, kSharedCost).any() ? std::min(least, kSharedCost) : least;
}

/// Levels of the four kinds, one byte each, and offering cards in hand.
std::uint32_t Rules::levels_by_kind(const Player& player) noexcept {
  std::uint32_t levels = player.levels.bits;
  levels = (levels | levels << 8) & 0x00ff'00ffU;
  return (levels | levels << 4) & 0x0f0f'0f0fU;
}
std::uint32_t Rules::cards_by_kind(const Player& player) noexcept {
  constexpr std::uint32_t kLane = Cards::kMaxCount;
  const auto lanes = static_cast<std::uint32_t>(player.hand.word >> (Cards::kWidth * kGift));
  return (lanes & kLane) | (lanes & kLane << 6) << 2 | (lanes & kLane << 12) << 4 | (lanes & kLane << 18) << 6;
}

/// Cards of the four kinds, one byte each, that an assignment discards (PA-104).
std::uint32_t Rules::payment(const Player& player, int tile, int rows, int assignment) const noexcept {
  const auto& row = god(tile);
  const auto& kinds = kAssignments[at(rows)].kind[at(assignment)];
  const bool cards_only = cards_only_[at(1 + tile)] != 0;
  std::uint32_t cards = 0;
  for (std::size_t i = 0; i < at(rows); ++i) {
    const int level = cards_only ? 0 : player.levels.get(kinds[i]);
    cards |= in_byte(kinds[i], std::max(0, row.cost[i] - level));
  }
  return cards;
}

/// The assignments that count (PA-103), with the cards in hand or with any. Whether one counts does not depend
/// on the other cards: whoever can pay more can pay less.
std::uint32_t Rules::payments(const Player& player, int tile, int rows, bool any_hand) const noexcept {
  const auto& row = god(tile);
  const bool cards_only = cards_only_[at(1 + tile)] != 0;
  const Assignments& table = kAssignments[at(rows)];
  // What each kind would have to discard for each requirement, and the assignments that can do it.
  std::array<std::array<std::uint32_t, kKinds>, kMaxRows> price;
  std::uint32_t left = static_cast<std::uint32_t>(bits::first(table.count)), gratis = left;
  for (std::size_t i = 0; i < at(rows); ++i) {
    std::uint32_t can = 0, free = 0;
    for (int kind = 0; kind < kKinds; ++kind) {
      const int cards = std::max(0, row.cost[i] - (cards_only ? 0 : player.levels.get(kind)));
      price[i][at(kind)] = in_byte(kind, cards);
      const std::uint32_t with = table.with[i][at(kind)];
      can |= any_hand || cards <= player.hand.get(offering_card(kind)) ? with : 0;
      free |= cards == 0 ? with : 0;
    }
    left &= can;
    gratis &= free;
  }
  if (gratis != 0) return static_cast<std::uint32_t>(bits::lowest_only(gratis));  // nothing counts beside it
  std::array<std::uint32_t, 24> cards;
  std::uint32_t counted = 0;
  for (Word rest = left; rest != 0;) {
    const int i = bits::pop_lowest(rest);
    std::uint32_t sum = 0;
    for (std::size_t k = 0; k < at(rows); ++k) sum |= price[k][table.kind[at(i)][k]];
    cards[at(i)] = sum;
    bool better = true;
    for (Word earlier = counted; earlier != 0;) {
      const int j = bits::pop_lowest(earlier);
      if (covers(sum, cards[at(j)])) {
        better = false;  // as many cards, or more
        break;
      }
      if (covers(cards[at(j)], sum)) counted &= ~static_cast<std::uint32_t>(bits::bit(j));
    }
    if (better) counted |= static_cast<std::uint32_t>(bits::bit(i));
  }
  return counted;
}

/// Slots with a god that can be paid (PA-100), bit 0 for slot 1.
unsigned Rules::payable(const State& state, const Player& player) const noexcept {
  // Requirements do not increase: sorted, what is available must cover them one by one.
  const auto sorted = [](std::uint32_t have) {
    std::uint32_t a = have & 127U, b = (have >> 8) & 127U, c = (have >> 16) & 127U, d = have >> 24;
    const auto order = [](std::uint32_t& first, std::uint32_t& second) {
      const std::uint32_t larger = std::max(first, second);
      second = std::min(first, second);
      first = larger;
    };
    order(a, b);
    order(c, d);
    order(a, c);
    order(b, d);
    order(b, c);
    return a | b << 8 | c << 16 | d << 24;
  };
  const std::uint32_t cards = cards_by_kind(player);
  const std::uint32_t all = sorted(cards + levels_by_kind(player));
  unsigned pietaltes = 0;
  unsigned slots = 0;
  for (int slot = 0; slot < kSlots; ++slot) {
    const std::size_t tile = state.gods[at(slot)];
    pietaltes |= static_cast<unsigned>(cards_only_[tile]) << slot;
    slots |= (covers(all, cost_[tile]) ? 1U : 0U) << slot;
  }
  if ((slots & pietaltes) == 0) return slots;
  const std::uint32_t alone = sorted(cards);
  for (Word left = slots & pietaltes; left != 0;) {
    const int slot = bits::pop_lowest(left);
    if (!covers(alone, cost_[state.gods[at(slot)]])) slots &= ~(1U << slot);
  }
  return slots;
}

/// The god that is being paid for.
int Rules::paid_god(const State& state) const noexcept {
  return state.phase == Phase::gallia_pay ? state.god - 1 : state.gods[at(state.god - 1)] - 1;
}

/// How many of its requirements are to be met (PA-26: the top one alone).
int Rules::paid_rows(const State& state) const noexcept {
  return state.phase == Phase::gallia_pay ? 1 : god(paid_god(state)).rows;
}

/// Assignments that give a requirement this kind.
std::uint32_t Rules::assignments_with(int rows, int row, int kind) noexcept {
  return kAssignments[at(rows)].with[at(row)][at(kind)];
}

/// Kinds that may be offered now (PA-103).
unsigned Rules::offerable(const State& state) const noexcept {
  const Assignments& table = kAssignments[at(paid_rows(state))];
  unsigned kinds = 0;
  for (int kind = 0; kind < kKinds; ++kind)
    kinds |= (state.payments & table.with[state.offered][at(kind)]) != 0 ? 1U << kind : 0;
  return kinds;
}

/// Spaces with a loot tile.
const Spaces& Rules::loot_spaces(const State& state) const noexcept {
  std::size_t slots = 0;
  for (int slot = 0; slot < kSlots; ++slot) slots |= (state.loot[at(slot)] != 0 ? 1U : 0U) << slot;
  return loot_set_[at(state.nation - 1)][slots];
}

/// PA-44.
Spaces Rules::free_columns(const State& state, int seat) const noexcept {
  Spaces any{};
  Spaces full{};
  for (int other = 0; other < seats_; ++other) {
    const Spaces& pieces = state.player(other).pieces;
    full |= any & pieces;
    any |= pieces;
  }
  return columns_.without(full).without(state.player(seat).pieces);
}

/// PA-35, 55: the spaces near the temple and a player's network, to which `linked` columns belong in any case.
Spaces Rules::network_frontier(const Player& player, int nation, const Spaces& linked) const noexcept {
  const int start = start_[at(nation)];
  Spaces near = adjacent_[at(start)];
  Spaces done{};
  Spaces fresh = player.pieces.without(columns_) | linked;
  for (;;) {
    fresh |= near & player.pieces & columns_;
    fresh.remove(done);
    if (!fresh.any()) break;
    fresh.for_each([&](int space) { near |= adjacent_[at(space)]; });
    done |= fresh;
  }
  near.reset(start);
  return near;
}

/// What a player gets at a scoring (PA-150 to PA-152).
int Rules::scoring_points(const Player& player) const noexcept {
  const int columns = (player.pieces & columns_).count();
  return columns * column_worth_[at(columns)] + player.half_sum +
         player.gods.get(GodKind::pietalte) * player.levels.highest();
}

// --- Legal actions ---------------------------------------------------------------------------------------

void Rules::add_placements(const State& state, int points, ActionSet<kMaxLegal>& out) const noexcept {
  out.add_sparse(reach(state, state.actor, state.jumps, points).without(state.closed), kFirstPlace);
}

/// PA-83.
void Rules::legal_shop(const State& state, ActionSet<kMaxLegal>& out) const noexcept {
  const Player& player = state.player(state.actor);
  const int purse = state.points;
  if (state.placed != 0) out.add(kEnd);
  if (state.from <= kColumnStage && player.general_columns > 0 && purse >= kPiecePrice) out.add(kBuyColumn);
  if (state.from <= kFootStage && player.general_feet > 0 && purse >= kPiecePrice) out.add(kBuyFoot);
  for (int kind = state.from; kind < kKinds; ++kind) {
    if (player.levels.get(kind) < kMaxLevel && step_price(player.levels, kind) <= purse) out.add(kFirstUp + kind);
  }
  if (state.scene == Scene::buy) add_placements(state, purse, out);
}

void Rules::legal(const State& state, ActionSet<kMaxLegal>& out) const noexcept {
  const int seat = state.actor;
  const Player& player = state.player(seat);
  switch (state.phase) {
    case Phase::start:
    case Phase::display:
    case Phase::hand:
    case Phase::nation:
    case Phase::loot:
    case Phase::pool:
    case Phase::god:
    case Phase::gallia_god:
    case Phase::bonus:
    case Phase::gain_god:
    case Phase::second_god:
    case Phase::gain_half:
    case Phase::over:
      return;
    case Phase::bonus_choice:
      out.add_bits(state.bonuses, kFirstBonus);
      return;
    case Phase::gallia:
      out.add(kGalliaTakeCards);
      if (state.stack != 0) out.add(kGalliaTakeGod);
      return;
    case Phase::gallia_pay:
      out.add_bits(offerable(state), kFirstOffer);
      out.add(kRefuse);
      return;
    case Phase::discard: {  // 7.2
      const int left = player.hand.total() - tables_.hand_adjust;
      int behind = 0;
      unsigned cards = 0;
      for (int card = kCards - 1; card >= state.from; --card) {
        behind += player.hand.get(card);
        if (player.hand.has(card) && behind >= left) cards |= 1U << card;
      }
      out.add_bits(cards, kFirstDiscard);
      return;
    }
    case Phase::trade:  // PA-28
      out.add(kEnd);
      if (state.from != kGiveColumns && player.feet > 0 && player.general_columns > 0) out.add(kTradeFoot);
      if (state.from != kGiveFeet && player.columns > 0 && player.general_feet > 0) out.add(kTradeColumn);
      return;
    case Phase::step: {  // PA-75; as a bonus PA-45
      const bool first_level = state.scene == Scene::bonus;
      for (int kind = state.from; kind < kKinds; ++kind) {
        if (player.levels.get(kind) >= (first_level ? 1 : kMaxLevel)) continue;
        if (first_level || player.levels.room(kind) >= state.due) out.add(kFirstUp + kind);
      }
      return;
    }
    case Phase::bonus_column:
      out.add_sparse(free_columns(state, seat), kFirstPlace);
      return;
    case Phase::turn: {  // PA-50
      if (can_move(state, seat, kBigFoot + permanent(player))) out.add(kMoveAction);
      const int money = money_in(player, kMaxMoney) + player.gods.get(GodKind::stonkus);
      if (money > 0 && money >= cheapest(state, seat)) out.add(kBuy);
      out.add_bits(payable(state, player), kFirstWorship);
      out.add(kDraw);
      return;
    }
    case Phase::movement:  // PA-60
      if (state.placed != 0) out.add(kEnd);
      add_placements(state, points_within(player, state.points), out);
      return;
    case Phase::follow:  // PA-62
      if (can_move(state, seat, permanent(player))) out.add(kFollow);
      out.add(kStay);
      return;
    case Phase::coin: {  // PA-81
      const int least = cheapest(state, seat);
      if (state.points >= least) out.add(kShop);
      int sum = state.points;
      for (int value = 1; value <= state.from; ++value) {
        const int copies = player.hand.get(money_card(value));
        sum += value * copies;
        if (copies > 0 && sum >= least) out.add(kFirstCoin + value - 1);
      }
      return;
    }
    case Phase::shop:
      legal_shop(state, out);
      return;
    case Phase::offer:
      out.add_bits(offerable(state), kFirstOffer);
      return;
    case Phase::take: {  // PA-130
      unsigned cards = 0;
      for (int card = 0; card < kCards; ++card) cards |= (state.display.has(card) ? 1U : 0U) << card;
      out.add(kTakePile);
      out.add_bits(cards, kFirstTake);
      return;
    }
    case Phase::support:  // PA-72
      if (player.general_feet > 0) out.add(kSupportFeet);
      if (player.general_columns > 0) out.add(kSupportColumns);
      return;
    case Phase::after:
      out.add(kExtra);
      out.add(kPass);
      return;
  }
}

// --- Effects ---------------------------------------------------------------------------------------------

/// PA-4: the draw pile is empty.
void Rules::recall(State& state) const noexcept {
  state.pile = state.discard;
  state.discard = {};
  if (state.pile.any()) return;
  for (int seat = 0; seat < seats_; ++seat) {
    Player& player = state.player(seat);
    state.pile = state.pile.plus(player.hand);
    player.hand = {};
    player.known = {};
  }
}

/// Waits for a card to the display or to the hand of the actor.
void Rules::draw_card(State& state, Phase phase) const noexcept {
  if (!state.pile.any()) recall(state);
  state.phase = phase;
}

void Rules::draw_cards(State& state, int count) const noexcept {
  state.due = byte(count);
  draw_card(state, Phase::hand);
}

/// PA-7.
void Rules::take_money(State& state, Player& player) const noexcept {
  const int value = top_money(state);
  if (value == 0) return;
  state.change_money(value, -1);
  player.hand.add(money_card(value));
  player.known.add(money_card(value));
}

/// PA-11. No game comes near the bound, but a position that was set up may.
void Rules::score(Player& player, int points) noexcept {
  constexpr int kMost = std::numeric_limits<std::uint16_t>::max();
  player.score = static_cast<std::uint16_t>(std::min(kMost, player.score + points));
}

/// PA-6.
void Rules::spend_card(State& state, Player& player, int card) noexcept {
  player.hand.remove(card);
  if (player.known.has(card)) player.known.remove(card);
  state.discard.add(card);
}

/// PA-2: from the general to the personal supply.
void Rules::take_pieces(Player& player, int feet, int columns) noexcept {
  feet = std::min<int>(feet, player.general_feet);
  columns = std::min<int>(columns, player.general_columns);
  player.general_feet = byte(player.general_feet - feet);
  player.feet = byte(player.feet + feet);
  player.general_columns = byte(player.general_columns - columns);
  player.columns = byte(player.columns + columns);
}

void Rules::take_half_god(Player& player, int value) noexcept {
  ++player.halves;
  player.half_sum = byte(player.half_sum + value);
}

/// PA-9.
void Rules::take_from_pool(State& state, Player& player) noexcept {
  const int value = state.pool_highest();
  if (value == 0) return;
  state.remove_from_pool(value);
  take_half_god(player, value);
}

bool Rules::begin_halves(State& state, Phase phase, int count) const noexcept {
  if (!state.halves.any()) return false;
  state.due = byte(count);
  state.phase = phase;
  return true;
}

bool Rules::begin_steps(State& state, int steps) const noexcept {
  const int due = std::min(steps, state.player(state.actor).levels.room(0));
  if (due == 0) return false;
  state.due = byte(due);
  state.from = 0;
  state.phase = Phase::step;
  return true;
}

/// PA-10.
bool Rules::begin_god(State& state) const noexcept {
  if (state.stack == 0) return false;
  state.phase = Phase::gain_god;
  return true;
}

/// PA-106; true if a draw must follow.
bool Rules::gain_god(State& state, int tile, bool drawn, bool second) const noexcept {
  Player& player = state.player(state.actor);
  score(player, state.epoch);
  const GodKind kind = kind_of(tile);
  switch (kind) {
    case GodKind::seperi:  // PA-110
      if (second || state.stack == 0) return false;
      state.phase = Phase::second_god;
      return true;
    case GodKind::plaesiris:  // PA-111
      if (drawn) return begin_halves(state, Phase::gain_half, kPlaesirisHalves);
      for (int i = 0; i < kPlaesirisHalves; ++i) take_from_pool(state, player);
      return false;
    case GodKind::taksator:  // PA-112
      take_money(state, player);
      return false;
    case GodKind::vinthrad:
      player.gods.add(kind, 1);
      if (state.scene == Scene::move) state.points = byte(state.points + kVinthradPoints);
      return false;
    case GodKind::gaiviles:
      player.gods.add(kind, 1);
      if (state.scene == Scene::move || state.scene == Scene::buy) ++state.jumps;
      return false;
    case GodKind::stonkus:
      player.gods.add(kind, god(tile).value);
      return false;
    case GodKind::depraccus:
    case GodKind::gadicea:
    case GodKind::pietalte:
    case GodKind::traitera:
      player.gods.add(kind, 1);
      return false;
  }
  return false;
}

/// A piece now stands on a space of the network (PA-55).
void Rules::extend_network(Player& player, int space, int nation) const noexcept {
  Spaces around = adjacent_[at(space)].without(player.near);
  const Spaces own = player.pieces & columns_;
  for (;;) {
    player.near |= around;
    const Spaces fresh = around & own;
    if (!fresh.any()) break;
    around = {};
    fresh.for_each([&](int column) { around |= adjacent_[at(column)]; });
    around.remove(player.near);
  }
  player.near.remove(start_set_[at(nation)]);
}

/// A placement of a movement or a purchase (PA-54 to PA-60, 64, 70).
void Rules::place(State& state, int space) const noexcept {
  Player& player = state.player(state.actor);
  const int cost = is_shared(state, state.actor, space) ? kSharedCost : kEmptyCost;
  if (state.scene == Scene::move) {
    while (state.points < cost) {
      spend_card(state, player, kMove);
      state.points = byte(state.points + tables_.move_points);
    }
  } else {
    state.from = kPlaceStage;
  }
  state.points = byte(state.points - cost);
  state.placed = 1;
  const Spaces near = player.near;
  const bool jump = !near.test(space);
  if (jump) --state.jumps;
  if (columns_.test(space)) {
    --player.columns;
  } else {
    --player.feet;
  }
  player.pieces.set(space);
  extend_network(player, space, state.nation - 1);

  const int slot = slot_of_[at(space)] - (state.nation - 1) * 8;
  if (slot >= 1 && slot <= kSlots && state.loot[at(slot - 1)] != 0) {
    state.closed.clear();
    if (!take_loot(state, slot - 1)) proceed(state);
    return;
  }
  // PA-64.
  Spaces closing = near;
  if (!jump) {  // (b); after a jump (c): all
    const Spaces& loot = loot_spaces(state);
    for (int w = 0; w < Spaces::kWords; ++w)
      closing.words[at(w)] &= loot.words[at(w)] | bits::first(std::clamp(space - w * kWordBits, 0, kWordBits));
  }
  for (int i = 0; i < kSlots; ++i) {  // (a)
    if (state.loot[at(i)] == 0) continue;
    const auto& tile = tables_.loot[at(state.loot[at(i)] - 1)];
    if (tile.kind == LootKind::cards && state.pile.total() < tile.amount)
      closing.reset(slot_space_[at(state.nation - 1)][at(i)]);
  }
  state.closed |= closing;
}

/// PA-71 to PA-78; true if a draw or decision must follow.
bool Rules::take_loot(State& state, int slot) const noexcept {
  Player& player = state.player(state.actor);
  const auto& tile = tables_.loot[at(state.loot[at(slot)] - 1)];
  state.loot[at(slot)] = 0;
  if (!state.any_loot()) state.ender = byte(1 + state.actor);  // PA-71
  switch (tile.kind) {
    case LootKind::support:
      if (player.general_feet == 0 && player.general_columns == 0) return false;
      state.due = tile.amount;
      state.phase = Phase::support;
      return true;
    case LootKind::half_god:
      take_from_pool(state, player);
      return false;
    case LootKind::god:
      return begin_god(state);
    case LootKind::offering:
      return begin_steps(state, tile.amount);
    case LootKind::cards:
      draw_cards(state, tile.amount);
      return true;
    case LootKind::money:
      take_money(state, player);
      return false;
    case LootKind::movement:
      player.movement = byte(player.movement + tile.amount);
      if (state.scene == Scene::move) state.points = byte(state.points + tile.amount);  // PA-59
      return false;
  }
  return false;
}

/// PA-103 to PA-105.
void Rules::offer(State& state, int kind) const noexcept {
  const bool worship = state.phase == Phase::offer;
  const int tile = paid_god(state), rows = paid_rows(state);
  state.payments &= kAssignments[at(rows)].with[state.offered][at(kind)];
  state.offers = byte(state.offers | (kind << (2 * state.offered)));
  if (++state.offered < rows) return;
  Player& player = state.player(state.actor);
  const std::uint32_t cards = payment(player, tile, rows, std::countr_zero(state.payments));
  for (int paid = 0; paid < kKinds; ++paid) {
    for (auto left = (cards >> (8 * paid)) & 127U; left > 0; --left) spend_card(state, player, offering_card(paid));
  }
  if (worship) {
    state.gods[at(state.god - 1)] = 0;
    if (!state.any_god()) state.ender = byte(1 + state.actor);
  }
  state.payments = 0;
  state.offered = state.offers = state.god = 0;
  if (!gain_god(state, tile, !worship, false)) proceed(state);
}

void Rules::apply(State& state, Action action) const noexcept {
  Player& player = state.player(state.actor);
  const int id = action;
  switch (state.phase) {
    case Phase::start:
    case Phase::display:
    case Phase::hand:
    case Phase::nation:
    case Phase::loot:
    case Phase::pool:
    case Phase::god:
    case Phase::gallia_god:
    case Phase::bonus:
    case Phase::gain_god:
    case Phase::second_god:
    case Phase::gain_half:
    case Phase::over:
      return;
    case Phase::bonus_choice:
      player.bonus = byte(1 + id - kFirstBonus);
      state.bonuses = byte(static_cast<int>(state.bonuses & ~bits::bit(id - kFirstBonus)));
      state.actor = byte(next(state.actor));
      if (state.actor == state.first) {
        state.bonuses = 0;
        draw_card(state, Phase::display);
      }
      return;
    case Phase::gallia:
      if (id == kGalliaTakeCards) {
        draw_cards(state, kGalliaCards);
      } else {
        state.phase = Phase::gallia_god;
      }
      return;
    case Phase::gallia_pay:
      if (id != kRefuse) {
        offer(state, id - kFirstOffer);
        return;
      }
      state.god = 0;
      state.payments = 0;
      proceed(state);
      return;
    case Phase::discard:
      spend_card(state, player, id - kFirstDiscard);
      state.from = byte(id - kFirstDiscard);
      if (player.hand.total() == tables_.hand_adjust) proceed(state);
      return;
    case Phase::trade:
      if (id == kEnd) {
        proceed(state);
      } else if (id == kTradeFoot) {
        state.from = kGiveFeet;
        --player.feet;
        ++player.general_feet;
        take_pieces(player, 0, 1);
      } else {
        state.from = kGiveColumns;
        --player.columns;
        ++player.general_columns;
        take_pieces(player, 1, 0);
      }
      return;
    case Phase::step:
      player.levels.raise(id - kFirstUp);
      state.from = byte(id - kFirstUp);
      if (--state.due == 0) proceed(state);
      return;
    case Phase::bonus_column: {
      const int space = id - kFirstPlace;
      --player.general_columns;
      player.pieces.set(space);
      if (player.near.test(space)) extend_network(player, space, state.nation - 1);
      proceed(state);
      return;
    }
    case Phase::turn:
      if (id == kMoveAction) {
        state.scene = Scene::move;
        begin_movement(state, kBigFoot);
      } else if (id == kBuy) {
        state.scene = Scene::buy;
        state.points = byte(player.gods.get(GodKind::stonkus));
        state.from = kMaxMoney;
        state.phase = Phase::coin;
      } else if (id == kDraw) {
        state.scene = Scene::draw;
        state.count = byte(tables_.draw_cards + player.gods.get(GodKind::gadicea));  // PA-116, 130
        state.phase = Phase::take;
      } else {
        state.scene = Scene::worship;
        state.god = byte(1 + id - kFirstWorship);
        state.phase = Phase::offer;
        state.payments = payments(player, paid_god(state), paid_rows(state), false);
      }
      return;
    case Phase::movement:
      if (id == kEnd) {
        next_mover(state);
      } else {
        place(state, id - kFirstPlace);
      }
      return;
    case Phase::follow:
      if (id == kFollow) {
        begin_movement(state, 0);
      } else {
        state.scene = Scene::stay;
        draw_cards(state, 1);
      }
      return;
    case Phase::coin:
      if (id == kShop) {
        state.from = 0;
        state.jumps = byte(player.gods.get(GodKind::gaiviles));
        state.phase = Phase::shop;
      } else {
        const int value = id - kFirstCoin + 1;
        spend_card(state, player, money_card(value));
        state.points = byte(state.points + value);
        state.from = byte(value);
      }
      return;
    case Phase::shop:
      if (id == kEnd && state.scene == Scene::buy) {
        complete_action(state);
        return;
      }
      if (id == kEnd) {  // PA-31
        proceed(state);
        return;
      }
      if (id >= kFirstPlace) {
        place(state, id - kFirstPlace);
        return;
      }
      state.placed = 1;
      if (id == kBuyColumn || id == kBuyFoot) {
        take_pieces(player, id == kBuyFoot ? 1 : 0, id == kBuyColumn ? 1 : 0);
        state.points = byte(state.points - kPiecePrice);
        state.from = id == kBuyColumn ? kColumnStage : kFootStage;
      } else {
        const int kind = id - kFirstUp;
        state.points = byte(state.points - step_price(player.levels, kind));
        player.levels.raise(kind);
        state.from = byte(kind);
      }
      return;
    case Phase::offer:
      offer(state, id - kFirstOffer);
      return;
    case Phase::take:
      --state.count;
      if (id == kTakePile) {
        draw_cards(state, 1);
      } else {  // PA-5
        const int card = id - kFirstTake;
        state.display.remove(card);
        player.hand.add(card);
        player.known.add(card);
        draw_card(state, Phase::display);
      }
      return;
    case Phase::support:
      if (id == kSupportFeet) {
        take_pieces(player, state.due, 0);
      } else {
        take_pieces(player, 0, state.due);
      }
      proceed(state);
      return;
    case Phase::after:  // PA-51
      if (id == kExtra) {
        player.gods.remove(GodKind::traitera);
      } else {
        state.active = state.actor = byte(next(state.active));
      }
      state.phase = Phase::turn;
      return;
  }
}

// --- Chance ----------------------------------------------------------------------------------------------

int Rules::forced_tile(const State& state) const noexcept {
  const auto single = [](Word set, int first) { return std::has_single_bit(set) ? first + bits::lowest(set) : -1; };
  const auto only = [](int index, int first) { return index < 0 ? -1 : first + index; };
  switch (state.phase) {
    case Phase::nation:
      return single(~Word{state.nations} & bits::first(kNations), kFirstNationOutcome);
    case Phase::loot:
      return only(state.bag.only(), kFirstLootOutcome);
    case Phase::pool:
    case Phase::gain_half:
      return only(HalfGods{halves_group(state)}.only(), kFirstHalfGodOutcome);
    case Phase::god:
    case Phase::gallia_god:
    case Phase::gain_god:
    case Phase::second_god:
      return single(state.stack, kFirstGodOutcome);
    case Phase::bonus:
      return single(state.bonuses, kFirstBonusOutcome);
    case Phase::start:
    case Phase::display:
    case Phase::hand:
    case Phase::bonus_choice:
    case Phase::gallia:
    case Phase::gallia_pay:
    case Phase::discard:
    case Phase::trade:
    case Phase::step:
    case Phase::bonus_column:
    case Phase::turn:
    case Phase::movement:
    case Phase::follow:
    case Phase::coin:
    case Phase::shop:
    case Phase::offer:
    case Phase::take:
    case Phase::support:
    case Phase::after:
    case Phase::over:
      break;
  }
  return -1;
}

void Rules::outcomes(const State& state, Distribution<kOutcomes>& out) const noexcept {
  const auto add_set = [&](Word set, int first) {
    while (set != 0) out.add(first + bits::pop_lowest(set), 1);
  };
  const auto add_counts = [&](const auto& counts, int first) {
    for (int i = 0; i < counts.kLanes; ++i) out.add(first + i, static_cast<std::uint32_t>(counts.get(i)));
  };
  switch (state.phase) {
    case Phase::start:
      add_set(bits::first(seats_), kFirstSeatOutcome);
      return;
    case Phase::display:
    case Phase::hand:
      add_counts(state.pile, kFirstCardOutcome);
      return;
    case Phase::nation:
      add_set(~Word{state.nations} & bits::first(kNations), kFirstNationOutcome);
      return;
    case Phase::loot:
      add_counts(state.bag, kFirstLootOutcome);
      return;
    case Phase::pool:
    case Phase::gain_half:
      add_counts(HalfGods{halves_group(state)}, kFirstHalfGodOutcome);
      return;
    case Phase::god:
    case Phase::gallia_god:
    case Phase::gain_god:
    case Phase::second_god:
      add_set(state.stack, kFirstGodOutcome);
      return;
    case Phase::bonus:
      add_set(state.bonuses, kFirstBonusOutcome);
      return;
    case Phase::bonus_choice:
    case Phase::gallia:
    case Phase::gallia_pay:
    case Phase::discard:
    case Phase::trade:
    case Phase::step:
    case Phase::bonus_column:
    case Phase::turn:
    case Phase::movement:
    case Phase::follow:
    case Phase::coin:
    case Phase::shop:
    case Phase::offer:
    case Phase::take:
    case Phase::support:
    case Phase::after:
    case Phase::over:
      return;
  }
}

Outcome Rules::sample_tile(const State& state, Rng& rng) const noexcept {
  const auto below = [&](int bound) { return static_cast<int>(rng.below(static_cast<std::uint32_t>(bound))); };
  const auto draw = [&](const auto& counts, int first) {
    return static_cast<Outcome>(first + counts.nth(below(counts.total())));
  };
  const auto member = [&](Word set, int first) {
    return static_cast<Outcome>(first + bits::nth(set, below(bits::count(set))));
  };
  switch (state.phase) {
    case Phase::start:
      return static_cast<Outcome>(kFirstSeatOutcome + below(seats_));
    case Phase::nation:
      return member(~Word{state.nations} & bits::first(kNations), kFirstNationOutcome);
    case Phase::loot:
      return draw(state.bag, kFirstLootOutcome);
    case Phase::pool:
    case Phase::gain_half:
      return draw(HalfGods{halves_group(state)}, kFirstHalfGodOutcome);
    case Phase::god:
    case Phase::gallia_god:
    case Phase::gain_god:
    case Phase::second_god:
      return member(state.stack, kFirstGodOutcome);
    case Phase::bonus:
      return member(state.bonuses, kFirstBonusOutcome);
    case Phase::display:
    case Phase::hand:
    case Phase::bonus_choice:
    case Phase::gallia:
    case Phase::gallia_pay:
    case Phase::discard:
    case Phase::trade:
    case Phase::step:
    case Phase::bonus_column:
    case Phase::turn:
    case Phase::movement:
    case Phase::follow:
    case Phase::coin:
    case Phase::shop:
    case Phase::offer:
    case Phase::take:
    case Phase::support:
    case Phase::after:
    case Phase::over:
      break;
  }
  return 0;
}

void Rules::apply_outcome(State& state, Outcome outcome) const noexcept {
  const int id = outcome;
  switch (state.phase) {
    case Phase::start:
      state.first = state.active = state.actor = byte(id - kFirstSeatOutcome);
      if (options_.choose_bonus) {
        state.phase = Phase::bonus_choice;
      } else {
        draw_card(state, Phase::display);
      }
      return;
    case Phase::display:
      state.pile.remove(id - kFirstCardOutcome);
      state.display.add(id - kFirstCardOutcome);
      if (state.scene == Scene::draw) {
        proceed(state);
      } else if (state.display.total() < tables_.display) {
        draw_card(state, Phase::display);
      } else {
        deal(state);
      }
      return;
    case Phase::hand:
      state.pile.remove(id - kFirstCardOutcome);
      state.player(state.actor).hand.add(id - kFirstCardOutcome);
      if (--state.due != 0) {
        draw_card(state, Phase::hand);
      } else {
        proceed(state);
      }
      return;
    case Phase::nation:
      state.nation = byte(1 + id - kFirstNationOutcome);
      state.nations = byte(static_cast<int>(state.nations | bits::bit(id - kFirstNationOutcome)));
      next_tile(state);
      return;
    case Phase::loot: {
      const int type = id - kFirstLootOutcome;
      state.bag.remove(type);
      state.loot[at(tables_.slots[at(seats_ - kMinSeats)].slot[state.count++] - 1)] = byte(1 + type);
      if (tables_.loot[at(type)].kind != LootKind::half_god || !begin_halves(state, Phase::pool, 1)) next_tile(state);
      return;
    }
    case Phase::pool: {
      const int half = id - kFirstHalfGodOutcome;
      state.halves.remove(half);
      state.add_to_pool(half + 1);
      if (--state.due == 0 || !state.halves.any()) next_tile(state);
      return;
    }
    case Phase::god: {
      const int tile = id - kFirstGodOutcome;
      state.stack &= ~bits::bit(tile);
      state.gods[at(state.count++ - shown())] = byte(1 + tile);
      if (!bits::test(plaesiris_, tile) || !begin_halves(state, Phase::pool, kPlaesirisHalves)) next_tile(state);
      return;
    }
    case Phase::gallia_god: {
      const int tile = id - kFirstGodOutcome;
      state.stack &= ~bits::bit(tile);
      state.god = byte(1 + tile);
      state.phase = Phase::gallia_pay;
      state.payments = payments(state.player(state.actor), tile, 1, false);
      return;
    }
    case Phase::bonus: {
      const int bonus = id - kFirstBonusOutcome;
      state.bonuses = byte(static_cast<int>(state.bonuses & ~bits::bit(bonus)));
      if (!begin_bonus(state, static_cast<Bonus>(bonus))) proceed(state);
      return;
    }
    case Phase::gain_god:
    case Phase::second_god: {
      const int tile = id - kFirstGodOutcome;
      state.stack &= ~bits::bit(tile);
      if (!gain_god(state, tile, true, state.phase == Phase::second_god)) proceed(state);
      return;
    }
    case Phase::gain_half:
      state.halves.remove(id - kFirstHalfGodOutcome);
      take_half_god(state.player(state.actor), 1 + id - kFirstHalfGodOutcome);
      if (--state.due == 0 || !state.halves.any()) proceed(state);
      return;
    case Phase::bonus_choice:
    case Phase::gallia:
    case Phase::gallia_pay:
    case Phase::discard:
    case Phase::trade:
    case Phase::step:
    case Phase::bonus_column:
    case Phase::turn:
    case Phase::movement:
    case Phase::follow:
    case Phase::coin:
    case Phase::shop:
    case Phase::offer:
    case Phase::take:
    case Phase::support:
    case Phase::after:
    case Phase::over:
      return;
  }
}

// --- Flow ------------------------------------------------------------------------------------------------

/// An effect has been carried out: what goes on?
void Rules::proceed(State& state) const noexcept {
  state.due = 0;
  switch (state.scene) {
    case Scene::setup:
      state.actor = byte(next(state.actor));
      if (state.actor == state.first) {
        begin_epoch(state);
      } else {
        draw_cards(state, tables_.start_hand);
      }
      return;
    case Scene::prepare:
      return;
    case Scene::nation: {
      const auto nation = static_cast<Nation>(state.nation - 1);
      const bool adjusts = nation == Nation::germania || nation == Nation::graecia;
      if (adjusts && state.player(state.actor).hand.total() < tables_.hand_adjust) {  // PA-27
        draw_cards(state, 1);
        return;
      }
      state.from = state.points = state.placed = 0;
      state.actor = byte(next(state.actor));
      if (state.actor == state.first) {
        place_temple(state);
      } else {
        run_nation(state);
      }
      return;
    }
    case Scene::depraccus:
      state.actor = byte(next(state.actor));
      if (state.actor == state.first) {
        prepared(state);
      } else {
        run_depraccus(state);
      }
      return;
    case Scene::bonus:
      state.from = 0;
      state.actor = byte(next(state.actor));
      if (state.actor == state.first) {
        begin_turns(state);
      } else {
        run_bonus(state);
      }
      return;
    case Scene::draw:
      if (state.count > 0) {
        state.phase = Phase::take;
      } else {
        complete_action(state);
      }
      return;
    case Scene::move:
      state.from = 0;
      state.phase = Phase::movement;
      return;
    case Scene::stay:
      next_mover(state);
      return;
    case Scene::buy:
      state.from = kPlaceStage;
      state.phase = Phase::shop;
      return;
    case Scene::turn:
    case Scene::worship:
      complete_action(state);
      return;
  }
}

/// Setup 6: hand after hand.
void Rules::deal(State& state) const noexcept {
  if (tables_.start_hand == 0) {
    begin_epoch(state);
  } else {
    draw_cards(state, tables_.start_hand);
  }
}

void Rules::begin_epoch(State& state) const noexcept {
  ++state.epoch;
  state.scene = Scene::prepare;
  state.phase = Phase::nation;
}

/// PA-21, 22: loot tiles, then gods, as far as the stack goes.
void Rules::next_tile(State& state) const noexcept {
  state.due = 0;
  if (state.count < shown()) {
    state.phase = Phase::loot;
  } else if (state.count < 2 * shown() && state.stack != 0) {
    state.phase = Phase::god;
  } else {
    state.count = 0;
    state.scene = Scene::nation;
    run_nation(state);
  }
}

/// PA-25, from the actor on.
void Rules::run_nation(State& state) const noexcept {
  while (!begin_nation(state)) {
    state.actor = byte(next(state.actor));
    if (state.actor != state.first) continue;
    place_temple(state);
    return;
  }
}

/// PA-26 to PA-32; true if a draw or decision must follow.
bool Rules::begin_nation(State& state) const noexcept {
  switch (static_cast<Nation>(state.nation - 1)) {
    case Nation::gallia:
      state.phase = Phase::gallia;
      return true;
    case Nation::germania:
    case Nation::graecia: {
      const int held = state.player(state.actor).hand.total();
      if (held == tables_.hand_adjust) return false;
      if (held < tables_.hand_adjust) {
        draw_cards(state, 1);
      } else {
        state.phase = Phase::discard;
      }
      return true;
    }
    case Nation::aegyptus:
      state.phase = Phase::trade;
      return true;
    case Nation::persia:
      return false;
    case Nation::iberia:
      return begin_steps(state, kIberiaSteps);
    case Nation::cartago:
      state.points = kCartagoMoney;
      state.placed = 1;
      state.phase = Phase::shop;
      return true;
    case Nation::roma:
      draw_cards(state, kRomaCards);
      return true;
  }
  return false;
}

/// PA-34, 35.
void Rules::place_temple(State& state) const noexcept {
  for (int seat = 0; seat < seats_; ++seat) {
    Player& player = state.player(seat);
    player.near = network_frontier(player, state.nation - 1, {});
  }
  state.scene = Scene::depraccus;
  run_depraccus(state);
}

/// PA-36, from the actor on.
void Rules::run_depraccus(State& state) const noexcept {
  for (;;) {
    const int gods = state.player(state.actor).gods.get(GodKind::depraccus);
    if (gods > 0) {
      draw_cards(state, kDepraccusCards * gods);
      return;
    }
    state.actor = byte(next(state.actor));
    if (state.actor == state.first) break;
  }
  prepared(state);
}

void Rules::prepared(State& state) const noexcept {
  if (state.epoch == 1) {
    state.scene = Scene::bonus;
    run_bonus(state);
  } else {
    begin_turns(state);
  }
}

/// PA-40, from the actor on.
void Rules::run_bonus(State& state) const noexcept {
  if (!options_.choose_bonus) {
    state.phase = Phase::bonus;
    return;
  }
  for (;;) {
    Player& player = state.player(state.actor);
    const auto bonus = static_cast<Bonus>(player.bonus - 1);
    player.bonus = 0;
    if (begin_bonus(state, bonus)) return;
    state.actor = byte(next(state.actor));
    if (state.actor == state.first) break;
  }
  begin_turns(state);
}

/// PA-41 to PA-46; true if a draw or decision must follow.
bool Rules::begin_bonus(State& state, Bonus bonus) const noexcept {
  Player& player = state.player(state.actor);
  switch (bonus) {
    case Bonus::support:
      take_pieces(player, kBonusPieces, kBonusPieces);
      return false;
    case Bonus::half_god:
      return begin_halves(state, Phase::gain_half, 1);
    case Bonus::god:
      return begin_god(state);
    case Bonus::column:
      if (player.general_columns == 0 || !free_columns(state, state.actor).any()) return false;
      state.phase = Phase::bonus_column;
      return true;
    case Bonus::offering:
      for (int kind = 0; kind < kKinds; ++kind) {
        if (player.levels.get(kind) != 0) continue;
        state.due = 1;
        state.phase = Phase::step;
        return true;
      }
      return false;
    case Bonus::movement:
      player.movement = byte(player.movement + kBonusMovement);
      return false;
  }
  return false;
}

void Rules::begin_turns(State& state) const noexcept {
  state.bonuses = 0;
  state.scene = Scene::turn;
  state.phase = Phase::turn;
}

/// PA-59, 61.
void Rules::begin_movement(State& state, int points) const noexcept {
  const Player& player = state.player(state.actor);
  state.points = byte(points + permanent(player));
  state.jumps = byte(player.gods.get(GodKind::gaiviles));
  state.phase = Phase::movement;
}

/// PA-62.
void Rules::next_mover(State& state) const noexcept {
  state.closed.clear();
  state.points = state.jumps = state.placed = 0;
  state.scene = Scene::move;
  state.actor = byte(next(state.actor));
  if (state.actor == state.active) {
    complete_action(state);
  } else {
    state.phase = Phase::follow;
  }
}

/// PA-51, 140, 173.
void Rules::complete_action(State& state) const noexcept {
  if (state.scene == Scene::buy) {
    state.closed.clear();
    state.points = state.jumps = state.placed = state.from = 0;
  }
  state.scene = Scene::turn;
  state.actor = state.active;
  if (options_.turn_cap != 0) ++state.turns;
  if (state.ender != 0 || (options_.turn_cap != 0 && state.turns >= options_.turn_cap)) {
    end_epoch(state);
  } else if (state.player(state.active).gods.get(GodKind::traitera) > 0) {
    state.phase = Phase::after;
  } else {
    state.active = state.actor = byte(next(state.active));
    state.phase = Phase::turn;
  }
}

/// PA-141 to PA-160.
void Rules::end_epoch(State& state) const noexcept {
  int last = state.first;  // PA-173: nobody has ended it
  if (state.ender != 0) {
    last = state.ender - 1;
    score(state.player(last), tables_.end_points);
  }
  state.first = state.active = state.actor = byte(next(last));
  state.ender = 0;
  state.turns = 0;
  state.nation = 0;
  state.loot = {};
  state.gods = {};
  state.pool = 0;
  const bool scoring = state.epoch == tables_.scoring[0] || state.epoch == tables_.scoring[1];
  for (int seat = 0; seat < seats_; ++seat) {
    Player& player = state.player(seat);
    player.feet = byte(player.feet + player.pieces.without(columns_).count());  // PA-143
    player.pieces &= columns_;
    player.near.clear();
    if (scoring) score(player, scoring_points(player));
  }
  if (state.epoch == tables_.epochs()) {
    state.scene = Scene::setup;
    state.phase = Phase::over;
  } else {
    begin_epoch(state);
  }
}

// --- Results ---------------------------------------------------------------------------------------------

void Rules::scores(const State& state, std::span<int> out) const noexcept {
  for (int seat = 0; seat < seats_; ++seat) out[at(seat)] = state.player(seat).score;
}

/// PA-161 to PA-163.
void Rules::places(const State& state, std::span<int> out) const noexcept {
  const auto rank = [&](int seat) { return state.player(seat).score * 256 + state.player(seat).halves; };
  for (int seat = 0; seat < seats_; ++seat) {
    int place = 1;
    for (int other = 0; other < seats_; ++other) place += rank(other) > rank(seat) ? 1 : 0;
    out[at(seat)] = place;
  }
}

}  // namespace pyboard::pantheon
