#include "pyboard/games/tzolkin/rules.hpp"

#include <algorithm>

#include "pyboard/core/narrow.hpp"

namespace pyboard::tzolkin {

namespace {

/// Targets of a worker on a small gear that cost at most so much corn (TZ-21), target 0 left out.
using Reach = std::array<std::array<std::uint8_t, kTargets + 1>, kSmallSpaces>;  // by space, corn up to 5
constexpr Reach reach_of(int lowest_free_target) noexcept {
  Reach reach{};
  for (int space = 1; space < kSmallSpaces; ++space) {
    for (int corn = 0; corn <= kTargets; ++corn) {
      const bool free = space >= kFirstFree;
      const int from = free ? lowest_free_target : std::max(1, space - corn);
      const int to = free ? kTargets : space;
      reach[at(space)][at(corn)] = byte(static_cast<int>(bits::first(to + 1) & ~bits::first(from)));
    }
  }
  return reach;
}
constexpr std::array<Reach, kSmallGears> kReach = {reach_of(1), reach_of(1), reach_of(kTikalFrom), reach_of(1)};

/// TZ-27a: targets that count as direct.
constexpr std::array<std::array<std::uint8_t, kLargeSpaces>, kGears> kDirect = [] {
  std::array<std::array<std::uint8_t, kLargeSpaces>, kGears> direct{};
  const Word only_first = bits::bit(1), all = bits::first(kTargets + 1) & ~Word{1}, only_worker = bits::bit(3);
  for (int space = 1; space < kSmallSpaces; ++space) {
    const Word free = space >= kFirstFree ? all : bits::bit(space);  // targets without a step-back cost
    direct[kPalenque][at(space)] = byte(static_cast<int>(free & only_first));
    direct[kYaxchilan][at(space)] = byte(static_cast<int>(free & all));
    direct[kUxmal][at(space)] = byte(static_cast<int>(free & only_worker));
  }
  return direct;
}();

/// Order of workers: gear, then space (TZ-27); 0 is before all.
constexpr int place_number(int gear, int space) noexcept { return gear * kMaxLargeWells + space + 1; }

/// What the place of a worker fixes.
struct Well {
  std::uint8_t gear, space, number, direct;
  std::uint16_t first;  // action id of picking him without an action
};
constexpr std::array<Well, kWordBits> kWells = [] {
  std::array<Well, kWordBits> table{};
  for (int well = 0; well < kWordBits; ++well) {
    const int gear = gear_of(well), space = space_of(well);
    if (space >= spaces_of(gear)) continue;
    const int first = gear == kChichen ? kFirstLargePick + space * kLargePickStep
                                       : kFirstPick + (gear * kSmallSpaces + space) * kPickStep;
    table[at(well)] = {byte(gear), byte(space), byte(place_number(gear, space)), kDirect[at(gear)][at(space)],
                       static_cast<std::uint16_t>(first)};
  }
  return table;
}();

/// Action spaces of all gears with a number up to 0, 1, 2, …
constexpr std::array<Word, kLargeSpaces> kSpacesUpTo = [] {
  std::array<Word, kLargeSpaces> table{};
  for (int number = 0; number < kLargeSpaces; ++number) {
    for (int gear = 0; gear < kGears; ++gear) {
      table[at(number)] |= bits::first(std::min(number + 1, spaces_of(gear))) << lane_of(gear);
    }
  }
  return table;
}();
constexpr Word lane_mask(int gear) noexcept {
  return bits::first(gear == kChichen ? kMaxLargeWells : kLaneStep) << lane_of(gear);
}

/// The gears with any member of a set of action spaces: an addition carries into the top bit of its lane.
constexpr Word kLaneTops = [] {
  Word tops = bits::bit(kWordBits - 1);
  for (int gear = 1; gear < kGears; ++gear) tops |= bits::bit(lane_of(gear) - 1);
  return tops;
}();
constexpr Word kBelowLaneTops = [] {
  Word set = 0;
  for (int gear = 0; gear < kGears; ++gear) set |= lane_mask(gear) & ~kLaneTops;
  return set;
}();
constexpr Word lanes_with_any(Word spaces) noexcept {
  const Word tops = (spaces + kBelowLaneTops) & kLaneTops;
  Word gears = bits::down(tops, kWordBits - 1 - kChichen);
  for (int gear = 0; gear < kSmallGears; ++gear)
    gears |= bits::down(tops, lane_of(gear + 1) - 1 - gear) & bits::bit(gear);
  return gears;
}
static_assert((kActionSpaces & kLaneTops) == 0 && lanes_with_any(kActionSpaces) == bits::first(kGears));

/// Multisets of blocks that are within a stock, by amount and stock (each kind up to 3).
constexpr std::array<std::array<std::uint32_t, 64>, kMaxPay + 1> kPayments = [] {
  std::array<std::array<std::uint32_t, 64>, kMaxPay + 1> table{};
  for (int amount = 1; amount <= kMaxPay; ++amount) {
    for (int stock = 0; stock < 64; ++stock) {
      for (int m = kMultisetFirst[at(amount)]; m < kMultisetFirst[at(amount + 1)]; ++m) {
        const auto& count = kMultisetTable[at(m)].count;
        if (count[0] <= stock % 4 && count[1] <= stock / 4 % 4 && count[2] <= stock / 16) {
          table[at(amount)][at(stock)] |= static_cast<std::uint32_t>(bits::bit(m));
        }
      }
    }
  }
  return table;
}();
constexpr std::array<Word, kMultisets> kMultisetGoods = [] {
  std::array<Word, kMultisets> goods{};
  for (std::size_t m = 0; m < kMultisets; ++m) goods[m] = Goods::blocks(kMultisetTable[m].count);
  return goods;
}();

constexpr int kNever = 1 << 14;  // more corn than anybody can own

template <class Array>
constexpr auto capped(const Array& array, int index) noexcept {
  return array[std::min(at(index), array.size() - 1)];
}

}  // namespace

bool Rules::is_direct(int gear, int space) noexcept { return kDirect[at(gear)][at(space)] != 0; }

Rules::Rules(int seats, const OptionValues& options, const Tables& tables)
    : seats_{seats},
      options_{Options::from(options)},
      tables_{tables},
      within_{},
      costing_{},
      small_{},
      monument_within_{},
      monument_skulls_{},
      cost_{},
      blocks_{},
      parts_{},
      yield_{},
      reward_goods_{},
      reward_skulls_{},
      types_of_colour_{},
      monuments_of_colour_{},
      inert_{0},
      inert_steps_{0},
      free_action_{0},
      age_types_{},
      wealth_{static_cast<std::uint32_t>(bits::first(options_.mini_expansion ? kWealth : kWealth - 1))},
      wealth_of_gear_{},
      monument_pool_{static_cast<std::uint16_t>(bits::first(options_.mini_expansion ? kMonuments : kMonuments - 1))},
      last_wells_{0},
      age_change_{tables.age_change()},
      cheapest_block_{std::min({tables.rate[0], tables.rate[1], tables.rate[2]})},
      initial_{} {
  for (int t = 0; t < kTypes; ++t) {
    const auto& row = tables.building[at(t)];
    const auto member = static_cast<std::uint32_t>(bits::bit(t));
    for (std::size_t k = 0; k < kBlocks; ++k) {
      for (std::size_t n = row.cost[k]; n < within_[k].size(); ++n) within_[k][n] |= member;
      if (row.cost[k] > 0) costing_[k] |= member;
    }
    blocks_[at(t)] = byte(row.cost[0] + row.cost[1] + row.cost[2]);
    for (std::size_t n = blocks_[at(t)]; n < small_.size(); ++n) small_[n] |= member;
    cost_[at(t)] = Goods::blocks(row.cost);
    types_of_colour_[row.colour] |= member;
    age_types_[row.age - 1U] |= member;
    if (tables.inert(t)) inert_ |= member;
    if (tables.inert(t) && tables.has_part(t, PartKind::temple)) inert_steps_ |= member;
    if (tables.has_part(t, PartKind::do_optional)) free_action_ |= member;
    Parts& parts = parts_[at(t)];
    for (int i = 0; i < row.autos; ++i) parts.part[parts.count++] = row.part[at(i)];
    for (int i = 0; i < row.decisions; ++i) {
      parts.part[parts.count++] = {static_cast<PartKind>(kAutoKinds + row.decision[at(i)]), 0, 0};
    }
    initial_.undrawn.set(t, row.copies);
  }
  for (int m = 0; m < kMonuments; ++m) {
    const auto& row = tables.monument[at(m)];
    const auto member = static_cast<std::uint16_t>(bits::bit(m));
    for (std::size_t k = 0; k < kBlocks; ++k) {
      for (std::size_t n = row.cost[k]; n < monument_within_[k].size(); ++n) monument_within_[k][n] |= member;
    }
    for (std::size_t n = row.skulls; n < monument_skulls_.size(); ++n) monument_skulls_[n] |= member;
    monuments_of_colour_[row.colour] |= member;
  }
  for (std::size_t i = 0; i < kTargets; ++i) {
    const auto& goods = tables.yield[i].goods;
    for (int m = 0; m < kMaterials; ++m) yield_[i] += Goods::of(m, goods[at(m)]);
  }
  for (std::size_t i = 0; i < kTemples; ++i) {
    const auto& temple = tables.temple[i];
    for (std::size_t step = 1; step < kSteps; ++step) {
      const int material = static_cast<int>(step) + kLowestStep <= temple.top ? temple.materials[step] : 0;
      const bool skull = material == static_cast<int>(kRewardNames.size());
      reward_goods_[i][step] = reward_goods_[i][step - 1] + (material == 0 || skull ? 0 : Goods::unit(material));
      reward_skulls_[i][step] = byte(reward_skulls_[i][step - 1] + (skull ? 1 : 0));
    }
  }
  for (int w = 0; w < kWealth - 1; ++w)
    wealth_of_gear_[tables.wealth[at(w)].gear] |= static_cast<std::uint32_t>(bits::bit(w));

  for (int seat = 0; seat < seats; ++seat) {
    Player& player = initial_.player(seat);
    player.workers = player.hand = tables.workers_at_start;
  }
  for (int gear = 0; gear < kGears; ++gear) last_wells_ |= bits::bit(well_bit(gear, tables.wells[at(gear)] - 1));
  const int fields = tables.seat_count(seats).fields;
  for (std::size_t g = 0; g < kGroups; ++g) initial_.jungle[g] = Group::make(fields, g == 0 ? 0 : fields);  // 3.3
  initial_.skulls = tables.skull_supply;
  initial_.day = tables.first_day;
  initial_.phase = Phase::start;
}

int Rules::max_game_length() const noexcept {
  // Set-up, then for every round and seat: begging, at most six placements or picks with all they cause, and
  // as many exchanges as all materials of the game can be worth.
  constexpr int kSetup = 1 + kMonuments + kMaxDisplay + kMaxSeats * kMaxDealt + kWealth + kMaxSeats;
  constexpr int kPickSteps = 12;  // an action with its payments, bonus and second advance
  constexpr int kTurn = 2 + kMaxWorkers * kPickSteps + kMaxDisplay * (kPickSteps + 2) + kMaxDisplay;
  const int rounds = tables_.food[kFoodDays - 1].day - tables_.first_day + 1;
  const int trades = 2 * (most_worth_gained(tables_) + rounds * kMaxWorkers);
  return kSetup + rounds * (seats_ * kTurn + 1) + kMaxDisplay + seats_ * trades;
}

// --- Legal actions ---------------------------------------------------------------------------------------

/// Gears, and `start`, on which the player can place his next worker, from `from` on (TZ-14 to TZ-18).
void Rules::add_places(const State& state, const Player& player, int from, int placed,
                       ActionSet<kMaxLegal>& out) const noexcept {
  if (player.hand == 0) return;
  const int corn = player.goods.corn() - tables_.worker_cost[at(placed)];
  if (corn < 0) return;
  const Word free = ~state.occupied() & kSpacesUpTo[at(std::min(corn, kLargeSpaces - 1))];
  const Word places = (lanes_with_any(free) | (state.start == 0 ? bits::bit(kStart) : 0)) & ~bits::first(from);
  out.add_listed(kSmallLists<kGears + 1>[places], kFirstPlace);
}

namespace {

int lowest_free(Word occupied, int gear) noexcept { return bits::lowest(~(occupied >> lane_of(gear))); }

}  // namespace

/// TZ-12: the gears whose lowest free space is the smallest of all.
Word Rules::mercy_places(const State& state) const noexcept {
  const Word occupied = state.occupied();
  int lowest = kLargeSpaces;
  Word places = 0;
  for (int gear = 0; gear < kGears; ++gear) {
    const int space = lowest_free(occupied, gear);
    if (space >= spaces_of(gear) || space > lowest) continue;
    if (space < lowest) places = 0;
    lowest = space;
    places |= bits::bit(gear);
  }
  return places;
}

/// Temples of a seat that would not waste a step (TZ-44).
unsigned Rules::can_rise(const State& state, int seat) const noexcept {
  const Player& player = state.player(seat);
  unsigned set = 0;
  for (int t = 0; t < kTemples; ++t) {
    const int step = player.temple[at(t)];
    const int top = tables_.temple[at(t)].top;
    bool rises = step < top;
    if (step == top - 1) {
      for (int other = 0; other < seats_; ++other) rises = rises && state.player(other).temple[at(t)] != top;
    }
    set |= (rises ? 1U : 0U) << t;
  }
  return set;
}

unsigned Rules::can_fall(const Player& player) const noexcept {
  unsigned set = 0;
  for (int t = 0; t < kTemples; ++t) set |= (player.temple[at(t)] > tables_.temple[at(t)].min ? 1U : 0U) << t;
  return set;
}

/// Tracks with an advance that is not void (TZ-41) and, if it is paid, within the player's blocks.
unsigned Rules::open_tracks(const State& state, int seat, bool paid) const noexcept {
  const Player& player = state.player(seat);
  const int blocks = paid ? player.goods.all_blocks() : kNever;
  unsigned set = 0;
  for (int track = 0; track < kTracks; ++track) {
    const int level = player.levels.get(track);
    bool open = blocks >= advance_cost(level);
    if (level == kMaxLevel && track == kAgriculture) open = open && can_rise(state, seat) != 0;
    if (level == kMaxLevel && track == kTheology) open = open && state.skulls > 0;
    set |= (open ? 1U : 0U) << track;
  }
  return set;
}

/// TZ-53 to TZ-57: what can be built and how.
Rules::Offers Rules::offers(const State& state, const Player& player, Task task) const noexcept {
  const int context = task.context();
  const Word types = state.display.types();
  const int architecture = player.levels.get(kArchitecture);
  Offers offers;
  if (context == Task::kForCorn) {  // TZ-50
    const int blocks = player.goods.corn() / tables_.corn_per_block + (architecture == kMaxLevel ? 1 : 0);
    offers.plain = types & capped(small_, blocks);
    return offers;
  }
  const int level = task.bonus() ? architecture : 0;
  const std::array<int, kBlocks> stock = {player.goods.get(kWood), player.goods.get(kStone), player.goods.get(kGold)};
  const std::array<Word, kBlocks> fits = {capped(within_[0], stock[0]), capped(within_[1], stock[1]),
                                          capped(within_[2], stock[2])};
  const Word full = types & fits[0] & fits[1] & fits[2];
  if (level == kMaxLevel) {  // TZ-55
    offers.save[0] = types & capped(within_[0], stock[0] + 1) & costing_[0] & fits[1] & fits[2];
    offers.save[1] = types & capped(within_[1], stock[1] + 1) & costing_[1] & fits[0] & fits[2];
    offers.save[2] = types & capped(within_[2], stock[2] + 1) & costing_[2] & fits[0] & fits[1];
  } else {
    offers.plain = full;
  }
  if (context == Task::kTikalFirst && level > 0) {
    offers.keep = full & ((types & free_action_) != 0 ? ~inert_ | inert_steps_ : ~inert_);  // TZ-56a
  }
  if (context == Task::kTikalSecond && task.inert() != Task::kNoType) {  // TZ-56b
    Word earlier = inert_ & bits::first(task.inert());
    if (task.saved() != 0) earlier &= costing_[at(task.saved() - 1)];
    offers.remove(earlier);
  }
  return offers;
}

Word Rules::affordable_monuments(const State& state, const Player& player) const noexcept {
  if (tables_.monuments_per_action == 0) return 0;
  const Goods goods = player.goods;
  return static_cast<Word>(state.monuments) & capped(monument_within_[0], goods.get(kWood)) &
         capped(monument_within_[1], goods.get(kStone)) & capped(monument_within_[2], goods.get(kGold)) &
         capped(monument_skulls_, player.skulls);
}

/// Corn that each uxmal action needs after the step-back cost; kNever where something else is missing.
std::array<int, kTargets + 1> Rules::uxmal_corn(const State& state, const Player& player, int seat) const noexcept {
  std::array<int, kTargets + 1> corn = {kNever, kNever, kNever, kNever, kNever, kNever};
  if (can_rise(state, seat) != 0) corn[1] = tables_.temple_corn;  // TZ-47
  corn[2] = player.goods.all_blocks() > 0 ? 0 : cheapest_block_;  // TZ-48
  if (player.workers < tables_.workers_per_player) corn[3] = 0;   // TZ-49
  if (const Word types = state.display.types(); types != 0) {     // TZ-50
    int blocks = 1;
    while ((types & small_[at(blocks)]) == 0) ++blocks;
    const int saved = player.levels.get(kArchitecture) == kMaxLevel ? 1 : 0;
    corn[4] = (blocks - saved) * tables_.corn_per_block;
  }
  corn[5] = tables_.any_action_corn;  // TZ-51
  return corn;
}

/// Performable targets of a gear (TZ-24) where corn does not matter: palenque, yaxchilan, tikal.
Word Rules::performable(const State& state, const Player& player, int seat, int gear) const noexcept {
  Word set = 0;
  switch (static_cast<Gear>(gear)) {
    case kPalenque: {
      set = bits::bit(1);  // TZ-29
      const bool without_tile = player.levels.get(kAgriculture) >= 2;
      for (int g = 0; g < kGroups; ++g) {
        if (without_tile || state.jungle[at(g)].corn() > 0) set |= bits::bit(g + kFirstGroup);  // TZ-31
      }
      return set;
    }
    case kYaxchilan:
      for (int i = 0; i < kTargets; ++i) {
        if (tables_.yield[at(i)].skulls == 0 || state.skulls > 0) set |= bits::bit(i + 1);  // TZ-36, TZ-37
      }
      return set;
    case kTikal: {
      if (open_tracks(state, seat, true) != 0) set |= bits::bit(1) | bits::bit(3);  // TZ-38
      const Word types = offers(state, player, Task::build(Task::kTikalOne)).any();
      if (types != 0) set |= bits::bit(2);                                              // TZ-53
      if (types != 0 || affordable_monuments(state, player) != 0) set |= bits::bit(4);  // TZ-54
      if (player.goods.all_blocks() >= tables_.two_temples_blocks && can_rise(state, seat) != 0)
        set |= bits::bit(5);  // TZ-47
      return set;
    }
    case kUxmal:
    case kChichen:
    case kStart:
      return 0;
  }
  return 0;
}

/// TZ-20 to TZ-28.
void Rules::add_picks(const State& state, ActionSet<kMaxLegal>& out) const noexcept {
  const int seat = state.active;
  const Player& player = state.player(seat);
  const int corn = player.goods.corn();
  const bool idle = (state.last & kIdleMark) != 0;
  const int after = state.last & (kIdleMark - 1);
  int ready = -1;  // gear that `can` (uxmal: `need`) holds for
  Word can = 0;
  std::array<int, kTargets + 1> need{};
  for (Word own = state.gear(seat); own != 0;) {
    const Well& well = kWells[at(bits::pop_lowest(own))];
    const int gear = well.gear, space = well.space;
    if (space == kFirstFree && bits::test(state.marks, gear)) continue;  // TZ-27b
    if (idle) {                                                          // TZ-27
      if (well.number > after) out.add(well.first);
      continue;
    }
    if (gear == kChichen) {
      out.add(well.first);
      if (player.skulls > 0) out.add_bits(skull_targets(state, player, space), well.first);
      continue;
    }
    if (space == 0) {
      out.add(well.first);
      continue;
    }
    if (ready != gear) {
      ready = gear;
      if (gear == kUxmal) {
        need = uxmal_corn(state, player, seat);
      } else {
        can = performable(state, player, seat, gear);
      }
    }
    Word targets = 0;
    if (gear == kUxmal) {
      for (int t = 1; t <= kTargets; ++t) {
        const int back = space >= kFirstFree ? 0 : space - t;
        targets |= bits::up(corn - back >= need[at(t)] ? 1 : 0, t);
      }
      targets &= bits::first(space + 1);
    } else {
      targets = can & kReach[at(gear)][at(space)][at(std::min(corn, kTargets))];
    }
    if (after >= well.number) targets &= ~Word{well.direct};  // TZ-27a
    out.add_listed(kSmallLists<kPickStep>[targets | 1U], well.first);
  }
}

/// Targets of a worker on a space of chichen_itza (TZ-22, TZ-60); the player has a skull.
Word Rules::skull_targets(const State& state, const Player& player, int space) const noexcept {
  const Word free = bits::first(kSkullSpaces + 1) & ~(static_cast<Word>(state.chichen) | 1U);
  const int highest = space + (player.levels.get(kTheology) >= 1 ? 1 : 0);
  if (highest >= kLargeSpaces - 1) return free;
  return free & bits::first(highest + 1) & ~bits::first(std::max(0, space - player.goods.corn()));
}

/// TZ-48: sales in bits 0 to 2, purchases in bits 3 to 5.
Word Rules::trades(const Player& player, Task task) const noexcept {
  Word set = 0;
  const int last = task.last_kind() == 0 ? 0 : task.last_kind() - 1;
  if (!task.buying()) set = player.goods.kinds() & ~bits::first(last);
  const int from = task.buying() ? last : 0;
  for (int k = from; k < kBlocks; ++k) {
    if (!bits::test(task.sold(), k) && player.goods.corn() >= tables_.rate[at(k)]) set |= bits::bit(kBlocks + k);
  }
  return set;
}

void Rules::legal(const State& state, ActionSet<kMaxLegal>& out) const noexcept {
  // Most nodes are these, and they want few registers.
  if (state.phase == Phase::pick_more) {
    out.add(kEnd);
    add_picks(state, out);
  } else if (state.phase == Phase::turn) {
    const Player& player = state.player(state.active);
    if (player.goods.corn() < kBegCorn) out.add_listed(kSmallLists<kTemples>[can_fall(player)], kFirstBeg);  // TZ-10
    add_places(state, player, 0, 0, out);
    if (state.gear(state.active) != 0) {
      add_picks(state, out);
    } else if (out.count() == 0) {
      out.add_bits(mercy_places(state), kFirstPlace);
    }
  } else if (state.phase == Phase::place_more) {
    if ((state.marks & kMercyMark) == 0) add_places(state, state.player(state.active), state.last, state.marks, out);
    out.add(kEnd);
  } else {
    add_others(state, out);
  }
}

/// Legal actions at everything but turns.
void Rules::add_others(const State& state, ActionSet<kMaxLegal>& out) const noexcept {
  const Player& player = state.player(state.active);
  switch (state.phase) {
    case Phase::start:
    case Phase::monument:
    case Phase::display:
    case Phase::wealth:
    case Phase::dummy:
      break;
    case Phase::keep: {
      const Word tiles = state.dealt[state.active];
      for (Word seconds = tiles; seconds != 0;) {
        const int b = bits::pop_lowest(seconds);
        out.add_bits(tiles & bits::first(b), kFirstKeep + pair_index(0, b));
      }
      break;
    }
    case Phase::turn:
    case Phase::place_more:
    case Phase::pick_more:
      break;
    case Phase::harvest: {  // TZ-31
      const Group group = state.jungle[at(state.top().group())];
      const bool uncovered = group.corn() > group.wood();
      Word options = (uncovered ? 1U : 0U) | (group.wood() > 0 ? 2U : 0U);
      if (!uncovered && player.levels.get(kAgriculture) >= 2) options |= 4U;
      if (!uncovered && group.wood() > 0)
        options |= static_cast<Word>(can_fall(player)) << (kFirstBurn - kFirstHarvest);
      out.add_bits(options, kFirstHarvest);
      break;
    }
    case Phase::tech: {
      const Task task = state.top();
      out.add_bits(open_tracks(state, state.active, task.paid()) & ~bits::first(task.from()), kFirstTech);
      if (task.can_stop()) out.add(kStop);
      break;
    }
    case Phase::pay: {
      const Goods goods = player.goods;
      const int stock = std::min(goods.get(kWood), kMaxPay) + 4 * std::min(goods.get(kStone), kMaxPay) +
                        16 * std::min(goods.get(kGold), kMaxPay);
      out.add_bits(kPayments[at(state.top().amount())][at(stock)], kFirstPay);
      break;
    }
    case Phase::gain: {
      const int amount = state.top().amount();
      out.add_bits(bits::first(kMultisetFirst[at(amount + 1)]) & ~bits::first(kMultisetFirst[at(amount)]), kFirstGain);
      break;
    }
    case Phase::temple: {
      Word temples = can_rise(state, state.active);
      const Task task = state.top();
      if (task.temple_mode() == Task::kFirstOfTwo)
        temples &= bits::first(kWordBits - 1 - std::countl_zero(temples));  // all but the last
      if (task.temple_mode() == Task::kSecondOfTwo) temples &= ~bits::first(task.first_temple() + 1);
      out.add_bits(temples, kFirstTemple);
      break;
    }
    case Phase::build: {
      const Task task = state.top();
      const Offers found = offers(state, player, task);
      for (Word types = found.any(); types != 0;) {
        const int type = bits::pop_lowest(types);
        const auto has = [&](Word set, int mode) { return bits::test(set, type) ? bits::bit(mode) : 0; };
        out.add_bits(has(found.plain, kPlain) | has(found.keep, kKeepBonus) | has(found.save[0], kSaveWood) |
                         has(found.save[1], kSaveStone) | has(found.save[2], kSaveGold),
                     kFirstBuild + type * kBuildModes);
      }
      if (task.context() == Task::kTikalFirst) out.add_bits(affordable_monuments(state, player), kFirstMonument);
      if (task.context() == Task::kTikalSecond || task.context() == Task::kExtra) out.add(kStop);
      break;
    }
    case Phase::trade: {
      const Task task = state.top();
      out.add_bits(trades(player, task), kFirstSell);
      if (task.optional() || task.last_kind() != 0) out.add(kStop);
      break;
    }
    case Phase::any_action: {  // TZ-51
      const Task task = state.top();
      if (task.optional()) out.add(kStop);
      const int seat = state.active;
      Player paid = player;
      paid.goods.lanes -= static_cast<Word>(tables_.any_action_corn);
      out.add_bits(performable(state, paid, seat, kPalenque) >> 1, kFirstDo);
      out.add_bits(performable(state, paid, seat, kYaxchilan) >> 1, kFirstDo + kTargets);
      out.add_bits(performable(state, paid, seat, kTikal) >> kTikalFrom, kFirstDoTikal);
      const auto need = uxmal_corn(state, paid, seat);
      for (int t = 1; t <= task.uxmal(); ++t) {
        if (paid.goods.corn() >= need[at(t)]) out.add(kFirstDoUxmal + t - 1);
      }
      break;
    }
    case Phase::offer:
      out.add(kStop);
      out.add_bits(player.goods.kinds(), kFirstOffer);
      break;
    case Phase::advance:
      out.add_bits(bits::first(2), kFirstAdvance);
      break;
    case Phase::refill:
    case Phase::age:
    case Phase::over:
      break;
  }
}

// --- Effects ---------------------------------------------------------------------------------------------

void Rules::gain_skulls(State& state, Player& player, int count) const noexcept {
  const int gained = std::min<int>(count, state.skulls);  // TZ-2
  state.skulls = byte(state.skulls - gained);
  player.skulls = byte(player.skulls + gained);
}

void Rules::gain_worker(Player& player) const noexcept {
  if (player.workers >= tables_.workers_per_player) return;  // TZ-4
  ++player.workers;
  ++player.hand;
}

/// One step up, or wasted (TZ-44).
void Rules::rise(State& state, int seat, int temple) const noexcept {
  if ((can_rise(state, seat) & bits::bit(temple)) == 0) return;
  Player& player = state.player(seat);
  std::int8_t& step = player.temple[at(temple)];
  ++step;
  if (step == tables_.temple[at(temple)].top) player.dark = 0;  // TZ-45
}

/// A step on a track, or the bonus at level 3 (TZ-40); void ones do nothing (TZ-41).
void Rules::advance_track(State& state, int seat, int track) const noexcept {
  Player& player = state.player(seat);
  const int level = player.levels.get(track);
  if (level < kMaxLevel) {
    player.levels.set(track, level + 1);
    return;
  }
  switch (static_cast<Track>(track)) {
    case kAgriculture:
      state.push(Task::temple(Task::kAny));
      break;
    case kExtraction:
      state.push(Task::gain(kExtractionBlocks));
      break;
    case kArchitecture:
      player.score = static_cast<std::int16_t>(player.score + kArchitectureBonus);
      break;
    case kTheology:
      gain_skulls(state, player, kTheologySkulls);
      break;
  }
}

/// An action of a gear, all costs but its own paid. `uxmal`: what uxmal 5 may choose of uxmal.
void Rules::perform(State& state, int gear, int action, int uxmal) const noexcept {
  Player& player = state.player(state.active);
  const auto index = at(action - 1);
  switch (static_cast<Gear>(gear)) {
    case kPalenque:
      if (action == 1) {
        player.goods.lanes +=
            static_cast<Word>(tables_.fish + (player.levels.get(kAgriculture) >= 2 ? kFishBonus : 0));  // TZ-29
      } else {
        state.push(Task::harvest(action - kFirstGroup));
      }
      break;
    case kYaxchilan: {  // TZ-36, TZ-37
      const auto& row = tables_.yield[index];
      player.goods.lanes += yield_[index];
      const int extraction = player.levels.get(kExtraction);
      for (int k = 0; k < extraction; ++k) {
        if (row.goods[at(k + 1)] > 0) player.goods.lanes += Goods::of(k + 1, kExtractionBonus);
      }
      if (row.skulls > 0)
        gain_skulls(state, player, row.skulls + (player.levels.get(kTheology) == kMaxLevel ? kTheologySkulls : 0));
      break;
    }
    case kTikal:
      switch (action) {
        case 1:
          state.push(Task::tech(true, tables_.advances[0][1] > 1, false, 0));
          break;
        case 2:
          state.push(Task::build(tables_.buildings[0][1] > 1 ? Task::kTikalFirst : Task::kTikalOne));
          break;
        case 3:
          state.push(Task::tech(true, tables_.advances[1][1] > 1, false, 0));
          break;
        case 4:
          state.push(Task::build(Task::kTikalFirst));
          break;
        default:
          state.push(Task::pay_for_temples(tables_.two_temples_blocks));
          break;
      }
      break;
    case kUxmal:
      switch (action) {
        case 1:
          player.goods.lanes -= tables_.temple_corn;
          state.push(Task::temple(Task::kAny));
          break;
        case 2:
          state.push(Task::trade(false));
          break;
        case 3:
          gain_worker(player);
          break;
        case 4:
          state.push(Task::build(Task::kForCorn));
          break;
        default:
          state.push(Task::any_action(false, uxmal));
          break;
      }
      break;
    case kChichen: {  // TZ-60, TZ-61
      const auto& row = tables_.skull[index];
      --player.skulls;
      state.chichen = static_cast<std::uint16_t>(state.chichen | bits::bit(action));
      player.score = static_cast<std::int16_t>(player.score + row.points);
      rise(state, state.active, row.temple);
      if (player.levels.get(kTheology) >= 2) state.push(Task::offer());
      if (row.blocks > 0) state.push(Task::gain(row.blocks));
      break;
    }
    case kStart:
      break;
  }
}

/// Parts of a building, until one of them leaves something to decide first.
void Rules::run_effects(State& state) const noexcept {
  const Task task = state.pop();
  Player& player = state.player(state.active);
  const Parts& parts = parts_[at(task.type())];
  for (int i = task.index(); i < parts.count; ++i) {
    const auto& part = parts.part[at(i)];
    const auto later = [&] {  // the rest waits below what the part pushes
      if (i + 1 < parts.count) state.push(Task::effects(task.type(), i + 1));
    };
    switch (part.kind) {
      case PartKind::feed_free:
      case PartKind::feed_discount:
        break;  // read from the tile when it counts (TZ-59)
      case PartKind::temple:
        for (int n = 0; n < part.amount; ++n) rise(state, state.active, part.which);
        break;
      case PartKind::tech: {
        const bool asks =
            player.levels.get(part.which) == kMaxLevel && (part.which == kAgriculture || part.which == kExtraction);
        if (asks) later();
        advance_track(state, state.active, part.which);
        if (asks) return;
        break;
      }
      case PartKind::corn:
        player.goods.lanes += Goods::of(kCorn, part.amount);
        break;
      case PartKind::wood:
        player.goods.lanes += Goods::of(kWood, part.amount);
        break;
      case PartKind::stone:
        player.goods.lanes += Goods::of(kStone, part.amount);
        break;
      case PartKind::gold:
        player.goods.lanes += Goods::of(kGold, part.amount);
        break;
      case PartKind::skull:
        gain_skulls(state, player, part.amount);
        break;
      case PartKind::points:
        player.score = static_cast<std::int16_t>(player.score + part.amount);
        break;
      case PartKind::worker:
        for (int n = 0; n < part.amount; ++n) gain_worker(player);
        break;
      case PartKind::temple_any:
        later();
        state.push(Task::temple(Task::kAny));
        return;
      case PartKind::extra_build:
        later();
        state.push(Task::build(Task::kExtra));
        return;
      case PartKind::trade_optional:
        later();
        state.push(Task::trade(true));
        return;
      case PartKind::do_optional:
        later();
        state.push(Task::any_action(true, kUxmalTo));
        return;
      case PartKind::tech_any:
        later();
        state.push(Task::tech(false, false, false, i == task.index() ? task.from() : 0));
        return;
    }
  }
}

/// Goes on with the topmost task that has something to decide; with none left the pick is finished.
void Rules::proceed(State& state) const noexcept {
  while (state.depth > 0) {
    const Task task = state.top();
    const Player& player = state.player(state.active);
    bool waits = true;
    switch (static_cast<Task::Kind>(task.kind())) {
      case Task::kHarvest:
        break;
      case Task::kTech:  // TZ-41: the second free advance may be lost
        waits = task.can_stop() || (open_tracks(state, state.active, task.paid()) & ~bits::first(task.from())) != 0;
        break;
      case Task::kPay:
        break;
      case Task::kGain:
        break;
      case Task::kTemple: {
        const Word temples = can_rise(state, state.active);
        if (task.temple_mode() == Task::kFirstOfTwo && bits::count(temples) == 1) {  // TZ-47
          rise(state, state.active, bits::lowest(temples));
          waits = false;
        } else {
          waits = temples != 0;  // TZ-46
        }
        break;
      }
      case Task::kBuild:
        break;
      case Task::kTrade:
        break;
      case Task::kDo:
        waits = player.goods.corn() >= tables_.any_action_corn;
        break;
      case Task::kOffer:
        waits = player.goods.kinds() != 0 && can_rise(state, state.active) != 0;
        break;
      case Task::kEffects:
        run_effects(state);
        continue;
    }
    if (waits) {
      state.phase = phase_of(task);
      return;
    }
    state.pop();
  }
  state.phase = Phase::pick_more;
}

// --- Actions ---------------------------------------------------------------------------------------------

void Rules::apply(State& state, Action action) const noexcept {
  Player& player = state.player(state.active);
  const int id = action;
  switch (state.phase) {
    case Phase::start:
    case Phase::monument:
    case Phase::display:
    case Phase::wealth:
    case Phase::dummy:
      break;
    case Phase::keep:
      keep_tiles(state, id - kFirstKeep);
      break;
    case Phase::turn:
    case Phase::place_more:
    case Phase::pick_more:
      if (id < kFirstPlace) {  // TZ-10
        --player.temple[at(id - kFirstBeg)];
        player.goods.lanes += static_cast<Word>(kBegCorn - player.goods.corn());
      } else if (id < kEnd) {
        place(state, id - kFirstPlace);
      } else if (id == kEnd) {
        end_turn(state);
      } else if (id < kFirstLargePick) {
        const int space = (id - kFirstPick) / kPickStep;
        pick(state, space / kSmallSpaces, space % kSmallSpaces, (id - kFirstPick) % kPickStep);
      } else {
        pick(state, kChichen, (id - kFirstLargePick) / kLargePickStep, (id - kFirstLargePick) % kLargePickStep);
      }
      break;
    case Phase::harvest:
      harvest(state, action);
      proceed(state);
      break;
    case Phase::tech: {
      const Task task = state.pop();
      const int track = id - kFirstTech;
      if (id != kStop && task.paid()) {
        state.push(Task::pay(advance_cost(player.levels.get(track)), track, task.more()));
      } else if (id != kStop) {
        if (state.depth > 0 && state.top().kind() == Task::kEffects) {  // TZ-42
          const Task rest = state.pop();
          const bool again = parts_[at(rest.type())].part[at(rest.index())].kind == PartKind::tech_any;
          state.push(Task::effects(rest.type(), rest.index(), again ? track : 0));
        }
        advance_track(state, state.active, track);
      }
      proceed(state);
      break;
    }
    case Phase::pay:
      pay(state, id - kFirstPay);
      proceed(state);
      break;
    case Phase::gain:
      state.pop();
      player.goods.lanes += kMultisetGoods[at(id - kFirstGain)];
      proceed(state);
      break;
    case Phase::temple:
      step_up(state, id - kFirstTemple);
      proceed(state);
      break;
    case Phase::build:
      if (id == kStop) {
        state.pop();
      } else if (id < kFirstMonument) {
        build(state, (id - kFirstBuild) / kBuildModes, (id - kFirstBuild) % kBuildModes);
      } else {
        build_monument(state, id - kFirstMonument);
      }
      proceed(state);
      break;
    case Phase::trade: {
      const Task task = state.pop();
      if (id < kFirstBuy) {
        const int block = id - kFirstSell;
        player.goods.lanes += static_cast<Word>(tables_.rate[at(block)]) - Goods::unit(block + 1);
        state.push(task.after_sale(block));
      } else if (id < kStop) {
        const int block = id - kFirstBuy;
        player.goods.lanes += Goods::unit(block + 1) - static_cast<Word>(tables_.rate[at(block)]);
        state.push(task.after_purchase(block));
      }
      proceed(state);
      break;
    }
    case Phase::any_action:
      state.pop();
      if (id != kStop) {
        player.goods.lanes -= tables_.any_action_corn;
        if (id < kFirstDoTikal) {
          perform(state, (id - kFirstDo) / kTargets, (id - kFirstDo) % kTargets + 1, 0);
        } else if (id < kFirstDoUxmal) {
          perform(state, kTikal, id - kFirstDoTikal + kTikalFrom, 0);
        } else {
          perform(state, kUxmal, id - kFirstDoUxmal + 1, 0);
        }
      }
      proceed(state);
      break;
    case Phase::offer:
      state.pop();
      if (id != kStop) {
        player.goods.lanes -= Goods::unit(id - kFirstOffer + 1);
        state.push(Task::temple(Task::kAny));
      }
      proceed(state);
      break;
    case Phase::advance: {
      const int days = id - kFirstAdvance + 1;
      if (days == 2) player.dark = 1;  // TZ-76
      advance_days(state, days);
      break;
    }
    case Phase::refill:
    case Phase::age:
    case Phase::over:
      break;
  }
}

void Rules::keep_tiles(State& state, int pair) const noexcept {
  state.player(state.active).keep = byte(pair + 1);
  state.active = byte(next(state.active));
  if (state.active == state.first) reveal(state);
}

/// The kept tiles take effect, everything else of the deal leaves the game (4, step 7).
void Rules::reveal(State& state) const noexcept {
  int seat = state.first;
  do {
    const Pair kept = pair_of(state.player(seat).keep - 1);
    take_tile(state, seat, kept.a);
    take_tile(state, seat, kept.b);
    state.player(seat).keep = 0;
    seat = next(seat);
  } while (seat != state.first);
  state.dealt = {};
  state.drawn = 0;
  state.phase = Phase::turn;
}

void Rules::take_tile(State& state, int seat, int tile) const noexcept {
  Player& player = state.player(seat);
  const auto& row = tables_.wealth[at(tile)];
  for (int m = 0; m < kMaterials; ++m) player.goods.lanes += Goods::of(m, row.gain.goods[at(m)]);
  gain_skulls(state, player, row.gain.skulls);
  if (row.temple > 0) rise(state, seat, row.temple - 1);
  if (row.temple_down > 0) {
    const int temple = row.temple_down - 1;
    if (bits::test(can_fall(player), temple)) --player.temple[at(temple)];
  }
  if (row.track > 0)
    player.levels.set(row.track - 1, std::min(kMaxLevel, player.levels.get(row.track - 1) + 1));  // TZ-5
  player.free_food = byte(player.free_food + row.feed_free);
  for (int n = 0; n < row.workers; ++n) gain_worker(player);
}

void Rules::place(State& state, int gear) const noexcept {
  Player& player = state.player(state.active);
  const int placed = state.phase == Phase::turn ? 0 : state.marks;
  int cost = tables_.worker_cost[at(placed)];
  if (gear == kStart) {
    state.start = byte(1 + state.active);
  } else {
    const int space = lowest_free(state.occupied(), gear);
    cost += space;
    state.gear(state.active) |= bits::bit(well_bit(gear, space));
  }
  --player.hand;
  const int corn = player.goods.corn();
  if (corn >= cost) {
    player.goods.lanes -= static_cast<Word>(cost);
    state.marks = byte(placed + 1);
  } else {  // TZ-12
    if (options_.mercy_all_corn) player.goods.lanes -= static_cast<Word>(corn);
    state.marks = kMercyMark;
  }
  state.last = byte(gear);
  state.phase = Phase::place_more;
}

void Rules::pick(State& state, int gear, int space, int target) const noexcept {
  Player& player = state.player(state.active);
  state.gear(state.active) &= ~bits::bit(well_bit(gear, space));
  ++player.hand;
  if (target == 0) {
    state.last = byte(place_number(gear, space) | kIdleMark);
    state.phase = Phase::pick_more;
    return;
  }
  const bool free = gear == kChichen ? space == kLargeSpaces - 1 ||
                                           (space == kLargeSpaces - 2 && player.levels.get(kTheology) >= 1)  // TZ-22
                                     : space >= kFirstFree;
  if (!free && target < space) player.goods.lanes -= static_cast<Word>(space - target);
  const bool direct = bits::test(kDirect[at(gear)][at(space)], target);
  state.last = direct ? byte(place_number(gear, space)) : 0;
  if (gear != kChichen && space == kSmallSpaces - 1)
    state.marks = byte(state.marks | static_cast<int>(bits::bit(gear)));
  perform(state, gear, target, space < kFirstFree ? kUxmalTo - 1 : 0);
  proceed(state);
}

void Rules::harvest(State& state, Action action) const noexcept {
  const int g = state.pop().group();
  Player& player = state.player(state.active);
  Group& group = state.jungle[at(g)];
  const auto& row = tables_.harvest[at(g)];
  const int agriculture = player.levels.get(kAgriculture);
  const int bonus = (agriculture >= 1 ? kHarvestBonus1 : 0) + (agriculture == kMaxLevel ? kHarvestBonus3 : 0);
  if (action == kHarvestWood) {  // TZ-33
    group = Group::make(group.corn(), group.wood() - 1);
    ++player.wood_tiles;
    player.goods.lanes += Goods::of(kWood, row.wood + (player.levels.get(kExtraction) >= 1 ? kExtractionBonus : 0));
    return;
  }
  if (action == kHarvestFree) {  // TZ-32
    player.goods.lanes += Goods::of(kCorn, row.corn + (options_.agri_bonus ? bonus : 0));
    return;
  }
  int wood = group.wood();
  if (action >= kFirstBurn) {
    --wood;
    --player.temple[at(action - kFirstBurn)];
  }
  group = Group::make(group.corn() - 1, wood);
  ++player.corn_tiles;
  player.goods.lanes += Goods::of(kCorn, row.corn + bonus);
}

void Rules::pay(State& state, int multiset) const noexcept {
  const Task task = state.pop();
  Player& player = state.player(state.active);
  player.goods.lanes -= kMultisetGoods[at(multiset)];
  if (task.for_temples()) {
    state.push(Task::temple(Task::kFirstOfTwo));
    return;
  }
  const int track = task.track();
  if (task.more()) {
    const bool any_next = track == kExtraction && player.levels.get(track) == kMaxLevel;  // TZ-42
    state.push(Task::tech(true, false, true, any_next ? 0 : track));
  }
  advance_track(state, state.active, track);
}

void Rules::step_up(State& state, int temple) const noexcept {
  const Task task = state.pop();
  rise(state, state.active, temple);
  if (task.temple_mode() == Task::kFirstOfTwo) state.push(Task::temple(Task::kSecondOfTwo, temple));
}

void Rules::build(State& state, int type, int mode) const noexcept {
  const Task task = state.pop();
  Player& player = state.player(state.active);
  const int level = task.bonus() && mode != kKeepBonus ? player.levels.get(kArchitecture) : 0;
  if (task.context() == Task::kForCorn) {  // TZ-50
    const int saved = level == kMaxLevel ? 1 : 0;
    player.goods.lanes -= static_cast<Word>((blocks_[at(type)] - saved) * tables_.corn_per_block);
  } else {
    player.goods.lanes -= cost_[at(type)];
    if (mode >= kSaveWood) player.goods.lanes += Goods::unit(mode - kSaveWood + 1);
  }
  if (level >= 1) player.goods.lanes += kArchitectureCorn;
  if (level >= 2) player.score = static_cast<std::int16_t>(player.score + kArchitecturePoints);
  state.display.remove(type);
  player.buildings.add(type);
  if (task.context() == Task::kTikalFirst && tables_.buildings[1][1] > 1) {  // TZ-56, TZ-56b
    const bool inert = bits::test(inert_, type);
    state.push(Task::build(Task::kTikalSecond, level == 0, inert ? type : Task::kNoType,
                           mode >= kSaveWood ? mode - kSaveWood + 1 : 0));
  }
  state.push(Task::effects(type, 0));
}

void Rules::build_monument(State& state, int monument) const noexcept {
  state.pop();
  Player& player = state.player(state.active);
  const auto& row = tables_.monument[at(monument)];
  player.goods.lanes -= Goods::blocks(row.cost);
  player.skulls = byte(player.skulls - row.skulls);
  state.skulls = byte(state.skulls + row.skulls);  // TZ-8
  const auto member = static_cast<std::uint16_t>(bits::bit(monument));
  state.monuments = static_cast<std::uint16_t>(state.monuments & ~member);
  player.monuments = static_cast<std::uint16_t>(player.monuments | member);
  if (monument == kMonuments - 1) {
    player.score = static_cast<std::int16_t>(player.score +
                                             tables_.points_now[std::min<std::size_t>(state.food_days, kFoodDays - 1)]);
  }
}

// --- Chance ----------------------------------------------------------------------------------------------

int Rules::forced_outcome(const State& state) const noexcept {
  const auto only = [](Word set, int first) { return std::has_single_bit(set) ? first + bits::lowest(set) : -1; };
  switch (state.phase) {
    case Phase::start:
      return -1;
    case Phase::monument:
      return only(monument_pool_ & ~state.monuments, kFirstMonumentOutcome);
    case Phase::display:
    case Phase::refill:
    case Phase::age:
      return only(pile(state).types(), kFirstBuildingOutcome);
    case Phase::wealth:
    case Phase::dummy:
      return only(undealt(state), kFirstWealthOutcome);
    case Phase::keep:
    case Phase::turn:
    case Phase::place_more:
    case Phase::pick_more:
    case Phase::harvest:
    case Phase::tech:
    case Phase::pay:
    case Phase::gain:
    case Phase::temple:
    case Phase::build:
    case Phase::trade:
    case Phase::any_action:
    case Phase::offer:
    case Phase::advance:
    case Phase::over:
      return -1;
  }
  return -1;
}

void Rules::outcomes(const State& state, Distribution<kOutcomes>& out) const noexcept {
  out.clear();
  const auto uniform = [&](Word set, int first) {
    while (set != 0) out.add(first + bits::pop_lowest(set), 1);
  };
  switch (state.phase) {
    case Phase::start:
      uniform(bits::first(seats_), kFirstSeatOutcome);
      break;
    case Phase::monument:
      uniform(monument_pool_ & ~state.monuments, kFirstMonumentOutcome);
      break;
    case Phase::display:
    case Phase::refill:
    case Phase::age: {
      const TypeCounts tiles = pile(state);
      for (Word types = tiles.types(); types != 0;) {
        const int type = bits::pop_lowest(types);
        out.add(kFirstBuildingOutcome + type, static_cast<std::uint32_t>(tiles.get(type)));
      }
      break;
    }
    case Phase::wealth:
    case Phase::dummy:
      uniform(undealt(state), kFirstWealthOutcome);
      break;
    case Phase::keep:
    case Phase::turn:
    case Phase::place_more:
    case Phase::pick_more:
    case Phase::harvest:
    case Phase::tech:
    case Phase::pay:
    case Phase::gain:
    case Phase::temple:
    case Phase::build:
    case Phase::trade:
    case Phase::any_action:
    case Phase::offer:
    case Phase::advance:
    case Phase::over:
      break;
  }
}

Outcome Rules::sample(const State& state, Rng& rng) const noexcept {
  const auto draw = [&](Word set, int first) {
    return static_cast<Outcome>(
        first + bits::nth(set, static_cast<int>(rng.below(static_cast<std::uint32_t>(bits::count(set))))));
  };
  switch (state.phase) {
    case Phase::start:
      return draw(bits::first(seats_), kFirstSeatOutcome);
    case Phase::monument:
      return draw(monument_pool_ & ~state.monuments, kFirstMonumentOutcome);
    case Phase::display:
    case Phase::refill:
    case Phase::age: {
      const TypeCounts tiles = pile(state);
      const auto n = rng.below(static_cast<std::uint32_t>(tiles.total()));
      return static_cast<Outcome>(kFirstBuildingOutcome + tiles.nth(static_cast<int>(n)));
    }
    case Phase::wealth:
    case Phase::dummy:
      return draw(undealt(state), kFirstWealthOutcome);
    case Phase::keep:
    case Phase::turn:
    case Phase::place_more:
    case Phase::pick_more:
    case Phase::harvest:
    case Phase::tech:
    case Phase::pay:
    case Phase::gain:
    case Phase::temple:
    case Phase::build:
    case Phase::trade:
    case Phase::any_action:
    case Phase::offer:
    case Phase::advance:
    case Phase::over:
      break;
  }
  return 0;
}

void Rules::apply_outcome(State& state, Outcome outcome) const noexcept {
  const auto show = [&] {
    const int type = outcome - kFirstBuildingOutcome;
    state.undrawn.remove(type);
    state.display.add(type);
    return state.display.total() >= tables_.display || pile(state).planes == 0;
  };
  switch (state.phase) {
    case Phase::start:
      state.first = state.active = byte(outcome - kFirstSeatOutcome);
      state.phase = Phase::monument;
      if (tables_.seat_count(seats_).monuments == 0) state.phase = Phase::display;
      if (state.phase == Phase::display && pile(state).planes == 0) state.phase = Phase::wealth;
      break;
    case Phase::monument:
      state.monuments = static_cast<std::uint16_t>(state.monuments | bits::bit(outcome - kFirstMonumentOutcome));
      if (bits::count(state.monuments) < tables_.seat_count(seats_).monuments) break;
      state.phase = pile(state).planes == 0 ? Phase::wealth : Phase::display;
      break;
    case Phase::display:
      if (show()) state.phase = Phase::wealth;
      break;
    case Phase::wealth: {
      std::uint32_t& hand = state.dealt[state.active];
      hand |= static_cast<std::uint32_t>(bits::bit(outcome - kFirstWealthOutcome));
      if (bits::count(hand) < tables_.wealth_dealt) break;
      state.active = byte(next(state.active));
      if (state.active != state.first) break;
      state.phase = tables_.seat_count(seats_).dummies > 0 ? Phase::dummy : Phase::keep;
      break;
    }
    case Phase::dummy:
      place_dummies(state, outcome - kFirstWealthOutcome);
      if (bits::count(state.gear(kDummy)) >= dummies_due(state)) state.phase = Phase::keep;
      break;
    case Phase::refill:
      if (show()) finish_turn(state);
      break;
    case Phase::age:
      if (show()) reward(state);
      break;
    case Phase::keep:
    case Phase::turn:
    case Phase::place_more:
    case Phase::pick_more:
    case Phase::harvest:
    case Phase::tech:
    case Phase::pay:
    case Phase::gain:
    case Phase::temple:
    case Phase::build:
    case Phase::trade:
    case Phase::any_action:
    case Phase::offer:
    case Phase::advance:
    case Phase::over:
      break;
  }
}

/// TZ-6.
void Rules::place_dummies(State& state, int tile) const noexcept {
  const auto& row = tables_.wealth[at(tile)];
  const bool extra = tile == kWealth - 1;  // w22 places none
  const bool first = !extra && (state.drawn & wealth_of_gear_[row.gear]) == 0;
  state.drawn |= static_cast<std::uint32_t>(bits::bit(tile));
  if (extra) return;
  Word& dummies = state.gear(kDummy);
  dummies |= bits::bit(well_bit(row.gear, row.space));
  if (!first || row.gear == kChichen || bits::count(dummies) >= dummies_due(state)) return;
  const int wells = tables_.wells[row.gear];
  dummies |= bits::bit(well_bit(row.gear, (row.space + wells / 2) % wells));
}

// --- Flow ------------------------------------------------------------------------------------------------

void Rules::end_turn(State& state) const noexcept {
  state.last = 0;
  state.marks = 0;
  const bool last_turn = next(state.active) == state.first;
  const bool display_goes =
      last_turn && food_day_due(state) && (state.food_days == age_change_ || state.food_days == kFoodDays - 1);
  if (!display_goes && state.display.total() < tables_.display && pile(state).planes != 0) {  // TZ-63
    state.phase = Phase::refill;
  } else {
    finish_turn(state);
  }
}

void Rules::finish_turn(State& state) const noexcept {
  if (state.start == state.active + 1) {  // TZ-64
    state.player(state.active).goods.lanes += state.acc;
    state.acc = 0;
  }
  state.active = byte(next(state.active));
  state.phase = Phase::turn;
  if (state.active == state.first) end_round(state);
}

void Rules::end_round(State& state) const noexcept {
  if (!food_day_due(state)) {
    return_starter(state);
    return;
  }
  feed(state);
  if (state.food_days != age_change_) {
    reward(state);
    return;
  }
  state.display = {};  // TZ-67
  state.undrawn = state.undrawn.only(age_types_[1]);
  state.phase = Phase::age;
  if (pile(state).planes == 0) reward(state);
}

/// TZ-66.
void Rules::feed(State& state) const noexcept {
  for (int seat = 0; seat < seats_; ++seat) {
    Player& player = state.player(seat);
    int free = player.free_food;
    int price = kFoodPerWorker;
    for (Word types = player.buildings.types(); types != 0;) {
      const int type = bits::pop_lowest(types);
      const Parts& parts = parts_[at(type)];
      for (int i = 0; i < parts.count; ++i) {
        const auto& part = parts.part[at(i)];
        if (part.kind == PartKind::feed_free) free += part.amount * player.buildings.get(type);
        if (part.kind == PartKind::feed_discount) price -= part.amount * player.buildings.get(type);
      }
    }
    const int hungry = player.workers - free;
    if (hungry <= 0 || price <= 0) continue;
    const int fed = std::min(hungry, player.goods.corn() / price);
    player.goods.lanes -= static_cast<Word>(fed * price);
    player.score = static_cast<std::int16_t>(player.score - kHungerPoints * (hungry - fed));
  }
}

void Rules::reward(State& state) const noexcept {
  const auto& day = tables_.food[state.food_days];
  if (static_cast<FoodKind>(day.kind) == FoodKind::materials) {  // TZ-68, TZ-70
    int skulls_due = 0;
    for (int seat = 0; seat < seats_; ++seat) {
      Player& player = state.player(seat);
      for (std::size_t t = 0; t < kTemples; ++t) {
        player.goods.lanes += reward_goods_[t][at(player.temple[t] - kLowestStep)];
        skulls_due += reward_skulls_[t][at(player.temple[t] - kLowestStep)];
      }
    }
    if (skulls_due > 0 && skulls_due <= state.skulls) {
      for (int seat = 0; seat < seats_; ++seat) {
        Player& player = state.player(seat);
        for (std::size_t t = 0; t < kTemples; ++t)
          gain_skulls(state, player, reward_skulls_[t][at(player.temple[t] - kLowestStep)]);
      }
    }
  } else {  // TZ-71, TZ-72
    for (std::size_t t = 0; t < kTemples; ++t) {
      const auto& temple = tables_.temple[t];
      int highest = kLowestStep;
      int leaders = 0;
      for (int seat = 0; seat < seats_; ++seat) {
        const int step = state.player(seat).temple[t];
        leaders = step > highest ? 1 : leaders + (step == highest ? 1 : 0);
        highest = std::max(highest, step);
      }
      const int bonus = temple.bonus[day.age - 1U] / (leaders > 1 ? 2 : 1);
      for (int seat = 0; seat < seats_; ++seat) {
        Player& player = state.player(seat);
        const int step = player.temple[t];
        player.score = static_cast<std::int16_t>(player.score + temple.points[at(step - kLowestStep)] +
                                                 (step == highest ? bonus : 0));
      }
    }
  }
  ++state.food_days;
  return_starter(state);
}

/// Phase 3 up to the decision of the player on `start` (TZ-73 to TZ-76).
void Rules::return_starter(State& state) const noexcept {
  if (state.start == 0) {
    ++state.acc;
    advance_days(state, 1);
    return;
  }
  const int seat = state.start - 1;
  state.start = 0;
  ++state.player(seat).hand;
  state.first = byte(seat == state.first ? next(seat) : seat);
  const Word workers = options_.dummies_block ? state.occupied() : state.player_workers();
  if (state.food_days < kFoodDays && state.player(seat).dark == 0 && (workers & kPenultimateSpaces) == 0) {
    state.active = byte(seat);
    state.phase = Phase::advance;
  } else {
    advance_days(state, 1);
  }
}

/// TZ-77, TZ-79.
void Rules::advance_days(State& state, int days) const noexcept {
  state.day = byte(state.day + days);
  for (int day = 0; day < days; ++day) {
    for (int seat = 0; seat < seats_; ++seat) {
      Word& workers = state.gear(seat);
      const Word falling = workers & kLastSpaces;
      state.player(seat).hand = byte(state.player(seat).hand + bits::count(falling));
      workers = (workers & ~falling) << 1;
    }
    Word& dummies = state.gear(kDummy);
    Word wrapping = dummies & last_wells_;  // TZ-7: through the hidden wells back to 0
    Word turned = bits::up(dummies & ~last_wells_, 1);
    while (wrapping != 0) turned |= bits::bit(lane_of(gear_of(bits::pop_lowest(wrapping))));
    dummies = turned;
  }
  if (state.food_days == kFoodDays) {
    state.active = 0;
    state.phase = Phase::over;
  } else {
    state.active = state.first;
    state.phase = Phase::turn;
  }
}

// --- Result ----------------------------------------------------------------------------------------------

/// 2.5, without the points that m14 gives when it is built.
int Rules::monument_points(const State& state, int seat, int monument) const noexcept {
  if (monument == kMonuments - 1) return 0;
  const Player& player = state.player(seat);
  const auto of_colour = [&](Colour colour) {
    const auto c = static_cast<std::size_t>(colour);
    return player.buildings.only(types_of_colour_[c]).total() + bits::count(player.monuments & monuments_of_colour_[c]);
  };
  int value = 0;
  switch (static_cast<Formula>(tables_.monument[at(monument)].formula)) {
    case Formula::own_brown:
      return 4 * of_colour(Colour::brown);
    case Formula::own_green:
      return 4 * of_colour(Colour::green);
    case Formula::own_blue:
      return 4 * of_colour(Colour::blue);
    case Formula::own_all:
      return 2 * (player.buildings.total() + bits::count(player.monuments));
    case Formula::corn_tiles:
      return 4 * player.corn_tiles;
    case Formula::wood_tiles:
      return 4 * player.wood_tiles;
    case Formula::all_monuments:
      for (int other = 0; other < seats_; ++other) value += bits::count(state.player(other).monuments);
      return (8 - seats_) * value;
    case Formula::tracks_at_top: {
      constexpr std::array<int, kTracks + 1> kPoints = {0, 9, 20, 33, 33};
      for (int track = 0; track < kTracks; ++track) value += player.levels.get(track) == kMaxLevel ? 1 : 0;
      return kPoints[at(value)];
    }
    case Formula::levels:
      for (int track = 0; track < kTracks; ++track) value += player.levels.get(track);
      return 3 * value;
    case Formula::workers:
      return 6 * std::max(0, player.workers - 3);
    case Formula::temple_points:
      for (std::size_t t = 0; t < kTemples; ++t) value += tables_.temple[t].points[at(player.temple[t] - kLowestStep)];
      return value;
    case Formula::highest_step:
      return 3 * std::max({0, int{player.temple[0]}, int{player.temple[1]}, int{player.temple[2]}});
    case Formula::skulls:
      return 3 * bits::count(state.chichen);
  }
  return 0;
}

/// TZ-81, in quarter points, as if the game ended here.
int Rules::final_points(const State& state, int seat) const noexcept {
  const Player& player = state.player(seat);
  int corn = player.goods.corn();
  for (int k = 0; k < kBlocks; ++k) corn += player.goods.get(k + 1) * tables_.rate[at(k)];
  int points = player.score + tables_.skull_points * player.skulls;
  for (Word owned = player.monuments; owned != 0;) points += monument_points(state, seat, bits::pop_lowest(owned));
  return kPointUnit * points + corn * (kPointUnit / tables_.corn_per_point);
}

void Rules::scores(const State& state, std::span<int> out) const noexcept {
  for (int seat = 0; seat < seats_; ++seat) out[at(seat)] = final_points(state, seat);
}

void Rules::places(const State& state, std::span<int> out) const noexcept {
  std::array<int, kMaxSeats> order{};
  for (int seat = 0; seat < seats_; ++seat)
    order[at(seat)] = final_points(state, seat) * 64 + bits::count(state.gear(seat));  // TZ-82
  for (int seat = 0; seat < seats_; ++seat) {
    out[at(seat)] = 1;
    for (int other = 0; other < seats_; ++other) out[at(seat)] += order[at(other)] > order[at(seat)] ? 1 : 0;
  }
}

}  // namespace pyboard::tzolkin
