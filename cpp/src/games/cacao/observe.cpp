// The observation tensor: planes over the torus of the `at` ids, then vectors that begin with the viewer.
#include <algorithm>

#include "pyboard/core/plane_writer.hpp"
#include "pyboard/games/cacao/rules.hpp"

namespace pyboard::cacao {

namespace {

constexpr float kGoldScale = 1.0F / 64.0F;
constexpr float kValueScale = 1.0F / 16.0F;
constexpr int kSeatNumbers = 9;

float& at(std::span<float> plane, int index) { return plane[static_cast<std::size_t>(index)]; }

}  // namespace

std::vector<Plane> Rules::layout() const {
  const auto planes = [](int count) { return std::vector<int>{count, kSide, kSide}; };
  const std::string cells = "rows are q, columns p of the cell (modulo 24)";
  return {
      {"jungle", planes(kJungleTypes), "1 where a jungle tile of the type lies; " + cells},
      {"workers", planes(seats_ * kDirections),
       "per seat from the viewer on, for n, e, s, w: workers on that edge of the worker tile / 3; rows are b, columns "
       "a, as in the ids of `at`"},
      {"tiles", planes(seats_), "per seat from the viewer on: 1 where his worker tile lies"},
      {"over", planes(1), "1 where a worker tile lies on a covered one (CA-12)"},
      {"frontier", planes(1), "1 at the empty worker spaces next to a jungle tile (CA-4)"},
      {"overbuild", planes(1), "1 at the viewer's tiles that he could overbuild now (CA-10 to CA-12)"},
      {"spot", planes(1), "1 at the space of the tile being laid"},
      {"pending", planes(3),
       "jungle spaces of this turn: that display tiles go to, that tiles from the pile go to, that were filled; " +
           cells},
      {"seats",
       {seats_, kSeatNumbers},
       "per seat from the viewer on: gold / 64, cacao / storage, sun tokens / places, index on the water track / last "
       "index, its value / 16, "
       "worker tiles left / all, hand / hand size, turn is his, trade still to come"},
      {"decides", {seats_}, "seat that decides, from the viewer on"},
      {"first", {seats_}, "seat 0, from the viewer on"},
      {"hand", {kWorkerTypes}, "the viewer's hand / hand size"},
      {"left",
       {seats_, kWorkerTypes},
       "hand and pile together per seat from the viewer on, by type / tiles of the type"},
      {"display", {kJungleTypes}, "display tiles by type / display size"},
      {"pile", {kJungleTypes}, "draw pile by type / tiles of the type in play"},
      {"supply_empty", {1}, "1 if display and draw pile are empty (CA-10)"},
      {"phase", {kPhases}, "deal, at, set, cover, lay, extra, keep, run, draw, reveal, over"},
      {"keep", {2, kMaxCacao + 1}, "at `keep`: what can be kept, and the gold gained by it / 16"},
      {"slots", {kSlots}, "at `run`: edges not yet finished, n e s w fn fe fs fw"},
  };
}

void Rules::observe(const State& state, int viewer, std::span<float> out) const noexcept {
  PlaneWriter writer(out);
  const auto from_viewer = [&](int seat) { return (seat - viewer + seats_) % seats_; };
  const auto seat_at = [&](int place) { return (viewer + place) % seats_; };
  const auto plane = [](std::span<float> planes, int index) {
    return planes.subspan(static_cast<std::size_t>(index * kSpaces), static_cast<std::size_t>(kSpaces));
  };
  const Player& own = state.player(viewer);

  const auto jungle = writer.take(kJungleTypes * kSpaces);
  int rank = 0;
  state.jungle.for_each([&](int cell) { at(plane(jungle, state.kinds.get(rank++)), cell) = 1.0F; });

  const auto workers = writer.take(seats_ * kDirections * kSpaces);
  const auto tiles = writer.take(seats_ * kSpaces);
  const auto over = writer.take(kSpaces);
  const auto frontier = writer.take(kSpaces);
  const auto overbuild = writer.take(kSpaces);
  rank = 0;
  state.workers.for_each([&](int corner) {
    const Tile tile = state.tiles[static_cast<std::size_t>(rank++)];
    const int place = from_viewer(tile.owner());
    for (int d = 0; d < kDirections; ++d) {
      at(plane(workers, place * kDirections + d), corner) =
          static_cast<float>(workers_on(tile.orientation(), d)) / static_cast<float>(kMaxEdge);
    }
    at(plane(tiles, place), corner) = 1.0F;
    if (tile.over()) at(over, corner) = 1.0F;
    if (tile.owner() == viewer && !tile.over() && own.sun > 0 && state.supply_empty()) at(overbuild, corner) = 1.0F;
  });
  state.frontier.for_each([&](int corner) { at(frontier, corner) = 1.0F; });

  const auto spot = writer.take(kSpaces);
  const auto pending = writer.take(3 * kSpaces);
  const bool laying = state.phase >= Phase::set && state.phase <= Phase::run;
  if (laying) {
    at(spot, state.spot) = 1.0F;
    for (int d = 0; d < kDirections; ++d) {
      const int cell = cell_of(state.spot, d);
      if (bits::test(state.fill, d)) at(plane(pending, 0), cell) = 1.0F;
      if (bits::test(state.extra, d)) at(plane(pending, 1), cell) = 1.0F;
      if (bits::test(state.filled, d)) at(plane(pending, 2), cell) = 1.0F;
    }
  }

  const bool over_now = state.phase == Phase::over;
  for (int place = 0; place < seats_; ++place) {
    const int seat = seat_at(place);
    const Player& player = state.player(seat);
    writer.add(static_cast<float>(player.gold) * kGoldScale);
    writer.add_ratio(player.cacao, tables_.storage);
    writer.add_ratio(player.sun, tables_.sun_places);
    writer.add_ratio(player.water, tables_.track_fields - 1);
    writer.add(static_cast<float>(tables_.track[player.water]) * kValueScale);
    writer.add_ratio(player.hand.total() + player.pile.total(), tables_.worker_tiles(seats_));
    writer.add_ratio(player.hand.total(), tables_.hand_size);
    writer.add(!over_now && seat == state.active ? 1.0F : 0.0F);
    writer.add(bits::test(state.waiting, seat) ? 1.0F : 0.0F);
  }
  const auto decides = writer.take(seats_);
  if (node(state).kind == NodeKind::decision) at(decides, from_viewer(state.actor)) = 1.0F;
  at(writer.take(seats_), from_viewer(0)) = 1.0F;
  for (int t = 0; t < kWorkerTypes; ++t) writer.add_ratio(own.hand.get(t), tables_.hand_size);
  for (int place = 0; place < seats_; ++place) {
    const Player& player = state.player(seat_at(place));
    for (int t = 0; t < kWorkerTypes; ++t)
      writer.add_ratio(player.hand.get(t) + player.pile.get(t), tables_.worker_tiles(seats_, t));
  }
  for (int t = 0; t < kJungleTypes; ++t) {
    const int shown = !bits::test(state.display, t) ? 0 : bits::count(state.display) == 1 ? state.display_count : 1;
    writer.add_ratio(shown, tables_.display_size);
  }
  for (int t = 0; t < kJungleTypes; ++t) writer.add_ratio(state.pile.get(t), tables_.jungle_tiles(seats_, t));
  writer.add(state.supply_empty() ? 1.0F : 0.0F);
  at(writer.take(kPhases), static_cast<int>(state.phase)) = 1.0F;
  const auto keep = writer.take(2 * (kMaxCacao + 1));
  const auto slots = writer.take(kSlots);
  if (state.phase == Phase::keep) {
    for (int left = 0; left <= kMaxCacao; ++left) {
      if (bits::test(state.choices, left)) at(keep, left) = 1.0F;
      at(keep, kMaxCacao + 1 + left) = static_cast<float>(state.gains[static_cast<std::size_t>(left)]) * kValueScale;
    }
  }
  if (state.phase == Phase::run) {
    for (int slot = 0; slot < kSlots; ++slot) at(slots, slot) = bits::test(state.choices, slot) ? 1.0F : 0.0F;
  }
}

}  // namespace pyboard::cacao
