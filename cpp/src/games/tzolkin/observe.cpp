// The observation tensor: what lies on the table, per seat from the viewer on, and the turn that is going on.
#include "pyboard/core/plane_writer.hpp"
#include "pyboard/games/tzolkin/rules.hpp"

namespace pyboard::tzolkin {

namespace {

constexpr float kCornScale = 1.0F / 32.0F;
constexpr float kBlockScale = 1.0F / 8.0F;
constexpr float kScoreScale = 1.0F / 64.0F;
constexpr float kTileScale = 1.0F / 8.0F;
constexpr float kDayScale = 1.0F / 8.0F;
constexpr int kSeatNumbers = 16;
constexpr int kTaskBits = 12;
constexpr int kTaskNumbers = Task::kKinds + kTaskBits;

float& at(std::span<float> plane, int index) { return plane[static_cast<std::size_t>(index)]; }

}  // namespace

std::vector<Plane> Rules::layout() const {
  return {
      {"gears",
       {seats_ + 1, kGears, kMaxLargeWells},
       "1 where a worker stands: per seat from the viewer on, then dummies; wells by their present space"},
      {"seats",
       {seats_, kSeatNumbers},
       "per seat from the viewer on: corn / 32, wood, stone, gold / 8 each, skulls / all, score / 64, workers in play "
       "/ 6, in hand / 6, corn harvest "
       "tiles / 8, wood harvest tiles / 8, darker side up, workers fed for free by wealth tiles / 6, stands on "
       "`start`, has the marker, decides, "
       "final points as if the game ended now / 64"},
      {"temples", {seats_, kTemples, kSteps}, "per seat from the viewer on: 1 at his step, from -3 to 10"},
      {"technologies", {seats_, kTracks, kMaxLevel}, "per seat from the viewer on: 1 for each level reached"},
      {"buildings", {seats_, kTypes}, "per seat from the viewer on: tiles owned by type / 3"},
      {"monuments", {seats_, kMonuments}, "per seat from the viewer on: 1 for each monument owned"},
      {"display", {kTypes}, "buildings on display by type / 3"},
      {"undrawn", {kTypes}, "buildings not yet drawn by type / 3"},
      {"monument_display", {kMonuments}, "1 for each monument on display"},
      {"jungle", {kGroups, 2}, "corn tiles and wood tiles of each group / fields"},
      {"chichen_itza", {kSkullSpaces}, "1 for each space with a skull"},
      {"skulls", {1}, "skull supply / all"},
      {"acc", {1}, "corn on the teeth / 8"},
      {"day", {3}, "day / last Food Day, days to the next Food Day / 8, 1 in age 2"},
      {"food_days", {kFoodDays + 1}, "number of Food Days held"},
      {"phase",
       {kPhases},
       "start, monument, display, wealth, dummy, keep, turn, place_more, pick_more, harvest, tech, pay, gain, temple, "
       "build, trade, do, offer, "
       "advance, refill, age, over"},
      {"placed", {kMaxWorkers + 1}, "at `place_more`: workers placed this turn (1 to 6), then 1 for a mercy placement"},
      {"last_gear", {kGears + 1}, "at `place_more`: gear of the last placement, `start` last"},
      {"last_pick", {2, kGears, kLargeSpaces}, "while picking: the last pick if it was direct, if it was idle"},
      {"picked_from_7", {kSmallGears}, "while picking: gears on which the worker of space 7 has acted"},
      {"tasks",
       {kMaxTasks, kTaskNumbers},
       "the task stack from the top: kind (harvest tech pay gain temple build trade do offer effects), then 12 bits of "
       "detail"},
      {"dealt", {kWealth}, "set-up: the viewer's wealth tiles"},
      {"kept", {kWealth}, "set-up: the viewer's choice"},
      {"dealt_to", {seats_}, "set-up: wealth tiles dealt per seat from the viewer on / all to be dealt"},
      {"chosen", {seats_}, "set-up: 1 for each seat from the viewer on that has chosen"},
      {"dummy_tiles", {kWealth}, "set-up: wealth tiles drawn for dummies"},
  };
}

void Rules::observe(const State& state, int viewer, std::span<float> out) const noexcept {
  PlaneWriter writer(out);
  const auto seat_at = [&](int place) { return (viewer + place) % seats_; };
  const auto add_types = [&writer](TypeCounts counts) {
    for (int t = 0; t < kTypes; ++t) writer.add_ratio(counts.get(t), kMaxCopies);
  };
  const auto gears = [&](int owner) {
    for (int gear = 0; gear < kGears; ++gear) {
      const int lane = gear == kChichen ? kMaxLargeWells : kLaneStep;
      writer.add_set((state.gear(owner) >> lane_of(gear)) & bits::first(lane), kMaxLargeWells);
    }
  };
  for (int place = 0; place < seats_; ++place) gears(seat_at(place));
  gears(kDummy);

  const bool decision = node(state).kind == NodeKind::decision;
  for (int place = 0; place < seats_; ++place) {
    const int seat = seat_at(place);
    const Player& player = state.player(seat);
    writer.add_scaled(player.goods.corn(), kCornScale);
    for (int k = 0; k < kBlocks; ++k) writer.add_scaled(player.goods.get(k + 1), kBlockScale);
    writer.add_ratio(player.skulls, tables_.skull_supply);
    writer.add_scaled(player.score, kScoreScale);
    writer.add_ratio(player.workers, kMaxWorkers);
    writer.add_ratio(player.hand, kMaxWorkers);
    writer.add_scaled(player.corn_tiles, kTileScale);
    writer.add_scaled(player.wood_tiles, kTileScale);
    writer.add_flag(player.dark != 0);
    writer.add_ratio(player.free_food, kMaxWorkers);
    writer.add_flag(state.start == seat + 1);
    writer.add_flag(state.phase != Phase::start && state.first == seat);
    writer.add_flag(decision && state.active == seat);
    writer.add_scaled(final_points(state, seat), kScoreScale / static_cast<float>(kPointUnit));
  }
  for (int place = 0; place < seats_; ++place) {
    for (std::size_t t = 0; t < kTemples; ++t)
      at(writer.take(kSteps), state.player(seat_at(place)).temple[t] - kLowestStep) = 1.0F;
  }
  for (int place = 0; place < seats_; ++place) {
    for (int track = 0; track < kTracks; ++track)
      writer.add_set(bits::first(state.player(seat_at(place)).levels.get(track)), kMaxLevel);
  }
  for (int place = 0; place < seats_; ++place) add_types(state.player(seat_at(place)).buildings);
  for (int place = 0; place < seats_; ++place) writer.add_set(state.player(seat_at(place)).monuments, kMonuments);
  add_types(state.display);
  add_types(state.undrawn);
  writer.add_set(state.monuments, kMonuments);
  const int fields = tables_.seat_count(seats_).fields;
  for (const Group group : state.jungle) {
    writer.add_ratio(group.corn(), fields);
    writer.add_ratio(group.wood(), fields);
  }
  writer.add_set(Word{state.chichen} >> 1, kSkullSpaces);
  writer.add_ratio(state.skulls, tables_.skull_supply);
  writer.add_scaled(state.acc, kDayScale);
  writer.add_ratio(state.day, tables_.food[kFoodDays - 1].day);
  const int next_food = state.food_days < kFoodDays ? tables_.food[state.food_days].day : state.day;
  writer.add_scaled(next_food - state.day, kDayScale);
  writer.add_flag(second_age(state) || state.phase == Phase::age);
  at(writer.take(kFoodDays + 1), state.food_days) = 1.0F;
  at(writer.take(kPhases), static_cast<int>(state.phase)) = 1.0F;

  const auto placed = writer.take(kMaxWorkers + 1);
  const auto last_gear = writer.take(kGears + 1);
  if (state.phase == Phase::place_more) {
    const bool mercy = state.marks == kMercyMark;
    at(placed, mercy ? 0 : state.marks - 1) = 1.0F;
    at(placed, kMaxWorkers) = mercy ? 1.0F : 0.0F;
    at(last_gear, state.last) = 1.0F;
  }
  const auto last_pick = writer.take(2 * kGears * kLargeSpaces);
  const bool picking = state.phase == Phase::pick_more || is_task(state.phase);
  if (const int number = state.last & (kIdleMark - 1); picking && number != 0) {
    const int gear = (number - 1) / kMaxLargeWells, space = (number - 1) % kMaxLargeWells;
    at(last_pick, (((state.last & kIdleMark) != 0 ? kGears : 0) + gear) * kLargeSpaces + space) = 1.0F;
  }
  writer.add_set(picking ? state.marks : 0, kSmallGears);
  for (int i = 0; i < kMaxTasks; ++i) {
    const auto numbers = writer.take(kTaskNumbers);
    if (i >= state.depth) continue;
    const Task task = state.tasks[static_cast<std::size_t>(state.depth - 1 - i)];
    at(numbers, task.kind()) = 1.0F;
    for (int b = 0; b < kTaskBits; ++b) at(numbers, Task::kKinds + b) = bits::test(task.payload(), b) ? 1.0F : 0.0F;
  }
  writer.add_set(state.dealt[static_cast<std::size_t>(viewer)], kWealth);
  const int keep = state.player(viewer).keep;
  const Pair pair = keep == 0 ? Pair{kWealth, kWealth} : pair_of(keep - 1);
  writer.add_set(keep == 0 ? 0 : bits::bit(pair.a) | bits::bit(pair.b), kWealth);
  for (int place = 0; place < seats_; ++place)
    writer.add_ratio(bits::count(state.dealt[static_cast<std::size_t>(seat_at(place))]), tables_.wealth_dealt);
  for (int place = 0; place < seats_; ++place) writer.add_flag(state.player(seat_at(place)).keep != 0);
  writer.add_set(state.drawn, kWealth);
}

}  // namespace pyboard::tzolkin
