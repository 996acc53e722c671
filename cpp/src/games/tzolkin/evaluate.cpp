// An estimate of the final placing: expected final points per seat, turned into the share of seats beaten.
#include <algorithm>
#include <cmath>

#include "pyboard/core/exponential.hpp"
#include "pyboard/core/narrow.hpp"
#include "pyboard/games/tzolkin/rules.hpp"

namespace pyboard::tzolkin {

namespace {

// Points that things are worth besides what they count at the end, fitted to the places in 800 games of searching
// players, two and four at a table (least squares over positions). "Early" is 1 while so many days are left, and falls
// to 0 at the end.
constexpr float kCornEarly = 0.994F;
constexpr float kCornDays = 19.5F;
constexpr std::array<float, kBlocks> kBlockEarly = {1.19F, 0.302F, 0.929F};  // NOLINT(modernize-use-std-numbers)
constexpr float kBlockDays = 14.1F;
constexpr float kSkullEarly = 0.116F;
constexpr float kSkullDays = 2.34F;
constexpr float kWorkerDay = 0.105F;  // of a worker in play, per day left
constexpr float kWait = 1.48F;        // of a worker's time, per day
constexpr float kHand = 0.0345F;      // share of the best placement that a worker in hand is worth
constexpr std::array<std::array<float, kMaxLevel>, kTracks> kLevelDay = {
    {{0.144F, 0.09F, 0.0397F}, {0.0092F, 0.023F, 0.0702F}, {0.00768F, 0.425F, 0.83F}, {0.0282F, 0.0622F, 0.0395F}}};
constexpr float kLeader = 1.43F;     // how sharply the highest marker takes the leader bonus
constexpr float kHungerFar = 0.33F;  // weight of corn that is missing for a Food Day that is far away
constexpr float kHungerDays = 7.92F;
constexpr float kHope = 0.723F;        // share of an action whose price is not at hand yet
constexpr float kSkullHope = 0.0234F;  // likewise for a skull
constexpr float kTemple = 1.08F;       // weight of temple points to come
constexpr float kFood = 1.02F;         // weight of the corn that all Food Days will cost
constexpr float kGear = 0.673F;        // weight of what workers on gears will do
constexpr float kNone = -1000.0F;
constexpr float kSpread = 1.01F;  // of final differences: logistic scale at the end, and growth per √day
constexpr float kSpreadGrowth = 1.99F;

float early(float days, float horizon) noexcept { return std::min(1.0F, days / horizon); }

}  // namespace

/// What things are worth to one seat now, in points.
struct Rules::Worth {
  int seat;
  float days;  // left after this round
  float corn;
  std::array<float, kBlocks> block;
  float skull;
  float worker;                                                    // one more in play
  float feeding;                                                   // one worker fed at all Food Days to come
  std::array<float, kTemples> step;                                // one step up, 0 if wasted
  std::array<float, kTemples> fall;                                // one step down
  std::array<float, kTracks> level;                                // the next advance
  std::array<std::array<float, kSkullSpaces + 1>, kGears> action;  // by target; kNone if it cannot be done

  [[nodiscard]] float best_step() const noexcept { return std::max({step[0], step[1], step[2]}); }
  [[nodiscard]] float best_block() const noexcept { return std::max({block[0], block[1], block[2]}); }
};

/// Points that a marker on this step still brings, leader bonus by what the others have.
float Rules::temple_worth(const State& state, int seat, int temple, int step, const Worth& worth) const noexcept {
  const auto t = at(temple);
  const auto& track = tables_.temple[t];
  float all = 0.0F, own = 0.0F;
  for (int other = 0; other < seats_; ++other) {
    const float weight = exp_of(kLeader * static_cast<float>(other == seat ? step : state.player(other).temple[t]));
    all += weight;
    if (other == seat) own = weight;
  }
  float points = 0.0F;
  for (int i = state.food_days; i < kFoodDays; ++i) {
    const auto& day = tables_.food[at(i)];
    if (static_cast<FoodKind>(day.kind) == FoodKind::points) {
      points += static_cast<float>(track.points[at(step - kLowestStep)]) +
                own / all * static_cast<float>(track.bonus[day.age - 1U]);
    } else {
      const Goods goods = {reward_goods_[t][at(step - kLowestStep)]};
      for (int k = 0; k < kBlocks; ++k) points += static_cast<float>(goods.get(k + 1)) * worth.block[at(k)];
      points += static_cast<float>(reward_skulls_[t][at(step - kLowestStep)]) * worth.skull;
    }
  }
  return kTemple * points;
}

/// Points of what a building does, from one of its parts on.
float Rules::parts_worth(int type, int from, const Worth& worth) const noexcept {
  const Parts& parts = parts_[at(type)];
  float points = 0.0F;
  for (int i = from; i < parts.count; ++i) {
    const auto& part = parts.part[at(i)];
    const auto amount = static_cast<float>(part.amount);
    switch (part.kind) {
      case PartKind::feed_free:
        points += amount * worth.feeding;
        break;
      case PartKind::feed_discount:
        points += amount * 1.5F * worth.feeding;
        break;
      case PartKind::temple:
        points += amount * worth.step[part.which];
        break;
      case PartKind::tech:
        points += worth.level[part.which];
        break;
      case PartKind::corn:
        points += amount * worth.corn;
        break;
      case PartKind::wood:
        points += amount * worth.block[0];
        break;
      case PartKind::stone:
        points += amount * worth.block[1];
        break;
      case PartKind::gold:
        points += amount * worth.block[2];
        break;
      case PartKind::skull:
        points += amount * worth.skull;
        break;
      case PartKind::points:
        points += amount;
        break;
      case PartKind::worker:
        points += amount * worth.worker;
        break;
      case PartKind::temple_any:
        points += worth.best_step();
        break;
      case PartKind::extra_build:
        points += 0.5F;
        break;
      case PartKind::trade_optional:
        points += 0.2F;
        break;
      case PartKind::do_optional:
        points += 1.0F;
        break;
      case PartKind::tech_any:
        points += *std::max_element(worth.level.begin(), worth.level.end());
        break;
    }
  }
  return points;
}

float Rules::blocks_worth(Word blocks, const Worth& worth) const noexcept {
  const Goods goods = {blocks};
  float points = 0.0F;
  for (int k = 0; k < kBlocks; ++k) points += static_cast<float>(goods.get(k + 1)) * worth.block[at(k)];
  return points;
}

/// The best that a `build` decision offers, cost taken off; kNone if there is nothing.
float Rules::build_worth(const State& state, const Player& player, Task task, const Worth& worth) const noexcept {
  const Offers found = offers(state, player, task);
  const int level = task.bonus() ? player.levels.get(kArchitecture) : 0;
  const float bonus = (level >= 1 ? worth.corn * kArchitectureCorn : 0.0F) + (level >= 2 ? kArchitecturePoints : 0.0F);
  float best = kNone;
  for (Word types = found.any(); types != 0;) {
    const int type = bits::pop_lowest(types);
    float cost = 0.0F;
    if (task.context() == Task::kForCorn) {
      const int blocks = blocks_[at(type)] - (level == kMaxLevel ? 1 : 0);
      cost = static_cast<float>(blocks * tables_.corn_per_block) * worth.corn;
    } else {
      cost = blocks_worth(cost_[at(type)], worth);
      float saved = 0.0F;
      for (int k = 0; k < kBlocks; ++k) {
        if (bits::test(found.save[at(k)], type)) saved = std::max(saved, worth.block[at(k)]);
      }
      cost -= saved;
    }
    best = std::max(best, parts_worth(type, 0, worth) + bonus - cost);
  }
  if (task.context() != Task::kTikalFirst) return best;
  for (Word monuments = affordable_monuments(state, player); monuments != 0;) {
    const int monument = bits::pop_lowest(monuments);
    const auto& row = tables_.monument[at(monument)];
    best =
        std::max(best, monument_worth(state, worth.seat, monument, true) -
                           blocks_worth(Goods::blocks(row.cost), worth) - static_cast<float>(row.skulls) * worth.skull);
  }
  return best;
}

/// Points of a monument at the end; `new_one`: it would be built now and count itself.
float Rules::monument_worth(const State& state, int seat, int monument, bool new_one) const noexcept {
  if (monument == kMonuments - 1)
    return new_one ? static_cast<float>(tables_.points_now[std::min<std::size_t>(state.food_days, kFoodDays - 1)])
                   : 0.0F;
  auto points = static_cast<float>(monument_points(state, seat, monument));
  if (new_one) {
    switch (static_cast<Formula>(tables_.monument[at(monument)].formula)) {
      case Formula::own_brown:
      case Formula::own_green:
      case Formula::own_blue:
        points += 4.0F;
        break;
      case Formula::own_all:
        points += 2.0F;
        break;
      case Formula::all_monuments:
        points += static_cast<float>(8 - seats_);
        break;
      case Formula::corn_tiles:
      case Formula::wood_tiles:
      case Formula::tracks_at_top:
      case Formula::levels:
      case Formula::workers:
      case Formula::temple_points:
      case Formula::highest_step:
      case Formula::skulls:
        break;
    }
  }
  return points;
}

Rules::Worth Rules::worth_for(const State& state, int seat, float days) const noexcept {
  const Player& player = state.player(seat);
  Worth worth{};
  worth.seat = seat;
  worth.days = days;
  const float quarter = 1.0F / static_cast<float>(tables_.corn_per_point);
  worth.corn = quarter + kCornEarly * early(days, kCornDays);
  for (std::size_t k = 0; k < kBlocks; ++k) {
    worth.block[k] = quarter * static_cast<float>(tables_.rate[k]) + kBlockEarly[k] * early(days, kBlockDays);
  }
  const bool room = bits::count(state.chichen) < kSkullSpaces;
  worth.skull = static_cast<float>(tables_.skull_points) + (room ? kSkullEarly * early(days, kSkullDays) : 0.0F);
  const int food_left = kFoodDays - state.food_days;
  worth.feeding = static_cast<float>(food_left * kFoodPerWorker) * worth.corn;
  worth.worker = std::max(0.0F, kWorkerDay * days - worth.feeding * 0.5F);
  if (player.workers >= tables_.workers_per_player) worth.worker = 0.0F;
  const unsigned rising = can_rise(state, seat);
  for (int t = 0; t < kTemples; ++t) {
    const int step = player.temple[at(t)];
    const float now = temple_worth(state, seat, t, step, worth);
    worth.step[at(t)] = bits::test(rising, t) ? temple_worth(state, seat, t, step + 1, worth) - now : 0.0F;
    worth.fall[at(t)] = step > tables_.temple[at(t)].min ? now - temple_worth(state, seat, t, step - 1, worth) : -kNone;
  }
  const float lowest_fall = std::min({worth.fall[0], worth.fall[1], worth.fall[2]});
  for (int track = 0; track < kTracks; ++track) {
    const int level = player.levels.get(track);
    float& value = worth.level[at(track)];
    if (level < kMaxLevel) {
      value = kLevelDay[at(track)][at(level)] * days;
      continue;
    }
    switch (static_cast<Track>(track)) {
      case kAgriculture:
        value = worth.best_step();
        break;
      case kExtraction:
        value = worth.best_block() * kExtractionBlocks;
        break;
      case kArchitecture:
        value = kArchitectureBonus;
        break;
      case kTheology:
        value = state.skulls > 0 ? worth.skull : 0.0F;
        break;
    }
  }

  // Actions.
  const float best_level = *std::max_element(worth.level.begin(), worth.level.end());
  const int agriculture = player.levels.get(kAgriculture), extraction = player.levels.get(kExtraction);
  auto& palenque = worth.action[kPalenque];
  palenque[1] = static_cast<float>(tables_.fish + (agriculture >= 2 ? kFishBonus : 0)) * worth.corn;
  const int bonus = (agriculture >= 1 ? kHarvestBonus1 : 0) + (agriculture == kMaxLevel ? kHarvestBonus3 : 0);
  for (int g = 0; g < kGroups; ++g) {
    const Group group = state.jungle[at(g)];
    const auto& row = tables_.harvest[at(g)];
    const float corn = static_cast<float>(row.corn + bonus) * worth.corn;
    float best = kNone;
    if (group.corn() > group.wood()) best = corn;
    if (group.wood() > 0)
      best = std::max(best, static_cast<float>(row.wood + (extraction >= 1 ? kExtractionBonus : 0)) * worth.block[0]);
    if (group.corn() == group.wood() && agriculture >= 2)
      best = std::max(best, static_cast<float>(row.corn + (options_.agri_bonus ? bonus : 0)) * worth.corn);
    if (group.corn() == group.wood() && group.wood() > 0) best = std::max(best, corn - lowest_fall);
    palenque[at(g + kFirstGroup)] = best;
  }
  auto& yaxchilan = worth.action[kYaxchilan];
  for (int i = 0; i < kTargets; ++i) {
    const auto& row = tables_.yield[at(i)];
    float value = static_cast<float>(row.goods[kCorn]) * worth.corn;
    for (int k = 0; k < kBlocks; ++k) {
      const int gained = row.goods[at(k + 1)];
      if (gained > 0)
        value += static_cast<float>(gained + (extraction > k ? kExtractionBonus : 0)) * worth.block[at(k)];
    }
    const int skulls = row.skulls + (player.levels.get(kTheology) == kMaxLevel ? kTheologySkulls : 0);
    if (row.skulls > 0)
      value = state.skulls == 0 ? kNone : value + static_cast<float>(std::min<int>(skulls, state.skulls)) * worth.skull;
    yaxchilan[at(i + 1)] = value;
  }
  // Actions that need blocks are worth a little even before these are there.
  const int blocks = player.goods.all_blocks();
  const float cheap_block = worth.block[0];
  auto& tikal = worth.action[kTikal];
  const float advance = best_level - 1.5F * cheap_block;
  tikal[1] = blocks > 0 ? std::max(0.2F, advance) : 0.3F;
  tikal[3] = blocks > 1 ? std::max(0.3F, 1.5F * advance) : tikal[1];
  const float building = build_worth(state, player, Task::build(Task::kTikalOne), worth);
  const float first = std::max(building, build_worth(state, player, Task::build(Task::kTikalFirst), worth));
  tikal[2] = building > 0.0F ? building : 0.5F;
  tikal[4] = first > 0.0F ? first + 0.5F : 0.7F;
  const float two_steps =
      worth.step[0] + worth.step[1] + worth.step[2] - std::min({worth.step[0], worth.step[1], worth.step[2]});
  tikal[5] = (blocks > 0 ? two_steps : kHope * two_steps) - cheap_block;
  auto& uxmal = worth.action[kUxmal];
  const int corn = player.goods.corn();
  uxmal[1] = (corn >= tables_.temple_corn ? worth.best_step() : kHope * worth.best_step()) -
             static_cast<float>(tables_.temple_corn) * worth.corn;
  uxmal[2] = 0.2F;
  uxmal[3] = player.workers < tables_.workers_per_player ? worth.worker : kNone;
  const float bought = build_worth(state, player, Task::build(Task::kForCorn), worth);
  uxmal[4] = bought > 0.0F ? bought : 0.3F;
  float any = 0.0F;
  for (int t = 1; t <= kTargets; ++t)
    any = std::max({any, palenque[at(t)], yaxchilan[at(t)], tikal[at(t)], t < kTargets ? uxmal[at(t)] : 0.0F});
  uxmal[5] = any - static_cast<float>(tables_.any_action_corn) * worth.corn;
  auto& chichen = worth.action[kChichen];
  for (int i = 0; i < kSkullSpaces; ++i) {
    const auto& row = tables_.skull[at(i)];
    const bool free = !bits::test(state.chichen, i + 1);
    float value = static_cast<float>(row.points) + worth.step[row.temple] +
                  static_cast<float>(row.blocks) * worth.best_block() - worth.skull;
    if (player.skulls == 0) value *= kSkullHope;  // a skull may still come
    chichen[at(i + 1)] = free ? value : kNone;
  }
  return worth;
}

/// What a worker on this space is worth: the best action on its way, waiting taken off. `from`: days until its
/// owner can act.
float Rules::space_worth(int gear, int space, int from, const Worth& worth) const noexcept {
  const int last = spaces_of(gear) - 1;
  const auto& action = worth.action[at(gear)];
  const int free_from = gear == kChichen ? last : kFirstFree;
  const int targets = gear == kChichen ? kSkullSpaces : kTargets;
  float best = 0.0F;
  for (int wait = from; wait <= static_cast<int>(worth.days) && space + wait <= last; ++wait) {
    const int place = space + wait;
    float value = 0.0F;
    if (place >= free_from) {
      for (int t = 1; t <= targets; ++t) value = std::max(value, action[at(t)]);
    } else {
      for (int t = std::max(1, place - 2); t <= place; ++t)
        value = std::max(value, action[at(t)] - static_cast<float>(place - t) * worth.corn);
    }
    best = std::max(best, value - kWait * static_cast<float>(wait));
  }
  return best;
}

/// What the unfinished action still brings.
float Rules::task_worth(const State& state, Task task, const Worth& worth) const noexcept {
  const Player& player = state.player(worth.seat);
  const auto cheapest = [&] {
    float least = worth.best_block();
    for (int k = 0; k < kBlocks; ++k) {
      if (player.goods.get(k + 1) > 0) least = std::min(least, worth.block[at(k)]);
    }
    return least;
  };
  switch (static_cast<Task::Kind>(task.kind())) {
    case Task::kHarvest:
      return worth.action[kPalenque][at(task.group() + kFirstGroup)];
    case Task::kTech: {
      const unsigned open = open_tracks(state, worth.seat, task.paid());
      float best = task.can_stop() ? 0.0F : kNone;
      for (int track = task.from(); track < kTracks; ++track) {
        if (!bits::test(open, track)) continue;
        const float cost = task.paid() ? static_cast<float>(advance_cost(player.levels.get(track))) * cheapest() : 0.0F;
        best = std::max(best, worth.level[at(track)] - cost);
      }
      return best == kNone ? 0.0F : best + (task.more() ? 0.2F : 0.0F);
    }
    case Task::kPay: {
      const float cost = static_cast<float>(task.amount()) * cheapest();
      if (!task.for_temples()) return worth.level[at(task.track())] - cost + (task.more() ? 0.2F : 0.0F);
      return worth.step[0] + worth.step[1] + worth.step[2] - std::min({worth.step[0], worth.step[1], worth.step[2]}) -
             cost;
    }
    case Task::kGain:
      return static_cast<float>(task.amount()) * worth.best_block();
    case Task::kTemple: {
      if (task.temple_mode() == Task::kAny) return worth.best_step();
      if (task.temple_mode() == Task::kFirstOfTwo) {
        return worth.step[0] + worth.step[1] + worth.step[2] - std::min({worth.step[0], worth.step[1], worth.step[2]});
      }
      float best = 0.0F;
      for (int t = task.first_temple() + 1; t < kTemples; ++t) best = std::max(best, worth.step[at(t)]);
      return best;
    }
    case Task::kBuild: {
      const float best = build_worth(state, player, task, worth);
      return task.context() == Task::kTikalSecond || task.context() == Task::kExtra ? std::max(0.0F, best) : best;
    }
    case Task::kTrade:
      return 0.2F;
    case Task::kDo: {
      float best = task.optional() ? static_cast<float>(tables_.any_action_corn) * worth.corn : kNone;
      for (int t = 1; t <= kTargets; ++t) {
        best = std::max({best, worth.action[kPalenque][at(t)], worth.action[kYaxchilan][at(t)]});
        if (t >= kTikalFrom) best = std::max(best, worth.action[kTikal][at(t)]);
        if (t <= task.uxmal()) best = std::max(best, worth.action[kUxmal][at(t)]);
      }
      return best - static_cast<float>(tables_.any_action_corn) * worth.corn;
    }
    case Task::kOffer:
      return std::max(0.0F, worth.best_step() - cheapest());
    case Task::kEffects:
      return parts_worth(task.type(), task.index(), worth);
  }
  return 0.0F;
}

/// Expected final points of a seat.
float Rules::expected_points(const State& state, int seat) const noexcept {
  const Player& player = state.player(seat);
  const int last_day = tables_.food[kFoodDays - 1].day;
  const int days = std::max(0, last_day - state.day);
  const Worth worth = worth_for(state, seat, static_cast<float>(days));
  float points = static_cast<float>(player.score) + static_cast<float>(player.skulls) * worth.skull;
  points += static_cast<float>(player.goods.corn()) * worth.corn + blocks_worth(player.goods.lanes, worth);
  for (int t = 0; t < kTemples; ++t) points += temple_worth(state, seat, t, player.temple[at(t)], worth);
  for (Word owned = player.monuments; owned != 0;)
    points += monument_worth(state, seat, bits::pop_lowest(owned), false);
  for (int track = 0; track < kTracks; ++track) {
    for (int level = 0; level < player.levels.get(track); ++level)
      points += kLevelDay[at(track)][at(level)] * worth.days;
  }

  // Feeding: all Food Days to come cost corn, and what is missing at the next one costs points (TZ-66).
  int free = player.free_food, price = kFoodPerWorker;
  for (Word types = player.buildings.types(); types != 0;) {
    const int type = bits::pop_lowest(types);
    const Parts& parts = parts_[at(type)];
    for (int i = 0; i < parts.count; ++i) {
      const auto& part = parts.part[at(i)];
      if (part.kind == PartKind::feed_free) free += part.amount * player.buildings.get(type);
      if (part.kind == PartKind::feed_discount) price -= part.amount * player.buildings.get(type);
    }
  }
  const int hungry = std::max(0, player.workers - free);
  if (state.food_days < kFoodDays && hungry > 0 && price > 0) {
    const int need = hungry * price;
    points -= static_cast<float>((kFoodDays - state.food_days) * need) * worth.corn * kFood;
    const auto until = static_cast<float>(std::max(0, tables_.food[state.food_days].day - state.day));
    const float weight = std::max(kHungerFar, 1.0F - until / kHungerDays);
    const int unfed = std::max(0, need - player.goods.corn()) / price;  // whole workers
    const auto missing = static_cast<float>(unfed);
    points -=
        weight * missing * std::max(0.0F, static_cast<float>(kHungerPoints) - static_cast<float>(price) * worth.corn);
  }

  // Workers.
  points += kWorkerDay * worth.days * static_cast<float>(player.workers);
  const bool acts_now = !in_setup(state.phase) && state.phase != Phase::age && state.phase != Phase::advance &&
                        state.phase != Phase::refill;
  const bool own_turn = acts_now && state.active == seat;
  const bool to_come =
      acts_now && (seat - state.first + seats_) % seats_ > (state.active - state.first + seats_) % seats_;
  const bool can_pick = to_come || (own_turn && state.phase != Phase::place_more);
  const bool can_place = to_come || (own_turn && (state.phase == Phase::turn || state.phase == Phase::place_more));
  for (Word workers = state.gear(seat); workers != 0;) {
    const int well = bits::pop_lowest(workers);
    points += kGear * space_worth(gear_of(well), space_of(well), can_pick ? 0 : 1, worth);
  }
  if (player.hand > 0) {
    const Word occupied = state.occupied();
    float best = 0.0F;
    for (int gear = 0; gear < kGears; ++gear) {
      const int space = bits::lowest(~(occupied >> lane_of(gear)));
      if (space >= spaces_of(gear)) continue;
      best =
          std::max(best, space_worth(gear, space, can_place ? 1 : 2, worth) - static_cast<float>(space) * worth.corn);
    }
    points += kHand * best * static_cast<float>(player.hand);
  }
  if (state.start == seat + 1) points += static_cast<float>(state.acc) * worth.corn + 0.5F;
  if (is_task(state.phase) && state.active == seat) {
    for (int i = 0; i < state.depth; ++i) points += task_worth(state, state.tasks[at(i)], worth);
  }
  if (player.keep != 0) {
    const Pair pair = pair_of(player.keep - 1);
    points += tile_worth(pair.a, worth) + tile_worth(pair.b, worth);
  } else if (state.dealt[at(seat)] != 0) {
    std::array<float, 2> best = {0.0F, 0.0F};
    for (Word tiles = state.dealt[at(seat)]; tiles != 0;) {
      const float value = tile_worth(bits::pop_lowest(tiles), worth);
      if (value > best[0]) {
        best = {value, best[0]};
      } else if (value > best[1]) {
        best[1] = value;
      }
    }
    points += best[0] + best[1];
  }
  return points;
}

/// Points of a starting wealth tile.
float Rules::tile_worth(int tile, const Worth& worth) const noexcept {
  const auto& row = tables_.wealth[at(tile)];
  float points =
      static_cast<float>(row.gain.goods[kCorn]) * worth.corn + static_cast<float>(row.gain.skulls) * worth.skull;
  for (std::size_t k = 0; k < kBlocks; ++k) points += static_cast<float>(row.gain.goods[k + 1]) * worth.block[k];
  if (row.temple > 0) points += worth.step[row.temple - 1U];
  if (row.temple_down > 0) points -= std::max(0.0F, worth.fall[row.temple_down - 1U]);
  if (row.track > 0) points += worth.level[row.track - 1U];
  return points + static_cast<float>(row.feed_free) * worth.feeding + static_cast<float>(row.workers) * worth.worker;
}

void Rules::evaluate(const State& state, std::span<float> out) const noexcept {
  if (state.phase == Phase::over) {
    std::array<int, kMaxSeats> finish{};
    const std::span<int> all(finish.data(), at(seats_));
    places(state, all);
    placing_utilities(all, out);
    return;
  }
  std::array<float, kMaxSeats> points{};
  for (int seat = 0; seat < seats_; ++seat) points[at(seat)] = expected_points(state, seat);
  const auto days = static_cast<float>(std::max(0, tables_.food[kFoodDays - 1].day - state.day));
  const float scale = 1.0F / (kSpread + kSpreadGrowth * std::sqrt(days));
  for (std::size_t i = 0; i < at(seats_); ++i) out[i] = 0.0F;
  for (std::size_t i = 0; i < at(seats_); ++i) {
    for (std::size_t j = i + 1; j < at(seats_); ++j) {
      const float ahead = 1.0F / (1.0F + exp_of((points[j] - points[i]) * scale));
      out[i] += ahead / static_cast<float>(seats_ - 1);
      out[j] += (1.0F - ahead) / static_cast<float>(seats_ - 1);
    }
  }
}

}  // namespace pyboard::tzolkin
