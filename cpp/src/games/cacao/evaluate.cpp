// An estimate of the final placing: expected final points per seat, turned into the share of seats beaten.
#include <algorithm>
#include <cmath>

#include "pyboard/core/exponential.hpp"
#include "pyboard/core/small_vector.hpp"
#include "pyboard/games/cacao/rules.hpp"

namespace pyboard::cacao {

namespace {

// Points that things are worth on average, fitted by log loss to games of one-step players of mixed quality.
constexpr float kCacao = 1.3F;         // in storage, with kEarly turns or more to sell it
constexpr float kToken = 0.7F;         // beyond its one point, likewise
constexpr float kEarly = 7.0F;         // turns
constexpr float kRoom = 0.2F;          // cacao that one worker can harvest, per free storage space
constexpr float kStock = 0.2F;         // chance that a worker finds something to sell, per cacao
constexpr float kTempleWorker = 1.4F;  // at a temple still to be laid
constexpr float kTempleNow = 0.8F;     // of what a temple would pay now
constexpr float kOpenWorker = 0.9F;    // facing an empty jungle space while the supply lasts
constexpr float kTile = 5.2F;          // worker tile still to be laid
constexpr float kSpread = 0.3F;        // of final differences: logistic scale at the end, and growth per √turn
constexpr float kSpreadGrowth = 2.9F;

using Points = std::array<float, kMaxSeats>;

}  // namespace

/// Points per worker on each jungle type, and of other things, as they stand for every seat.
struct Rules::Prices {
  std::array<std::array<float, kJungleTypes>, kMaxSeats> worker;
  Points cacao;
  Points token;
  float open;
};

Rules::Prices Rules::prices(const State& state) const noexcept {
  Prices result{};
  float to_come = 0.0F;
  for (int seat = 0; seat < seats_; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    const Player& player = state.player(seat);
    const auto turns = static_cast<float>(player.hand.total() + player.pile.total());
    const float early = std::min(1.0F, turns / kEarly);
    to_come += turns;
    result.cacao[s] = kCacao * early;
    result.token[s] = 1.0F + kToken * early;
    for (std::size_t t = 0; t < kJungleTypes; ++t) {
      const auto value = static_cast<float>(value_[t]);
      float& price = result.worker[s][t];
      switch (kind_[t]) {
        case Kind::plantation:
          price = result.cacao[s] * std::min(value, kRoom * static_cast<float>(tables_.storage - player.cacao));
          break;
        case Kind::market:
          price = std::max(0.0F, value - result.cacao[s]) * std::min(1.0F, kStock * static_cast<float>(player.cacao));
          break;
        case Kind::mine:
          price = value;
          break;
        case Kind::water: {
          const int next = std::min<int>(tables_.track_fields - 1, player.water + value_[t]);
          price = static_cast<float>(track(next) - track(player.water));
          break;
        }
        case Kind::sun:
          price = player.sun < tables_.sun_places ? result.token[s] * value : 0.0F;
          break;
        case Kind::temple:
          price = kTempleWorker;
          break;
      }
    }
  }
  const auto supply = static_cast<float>(state.display_count + state.pile.total());
  result.open = kOpenWorker * std::min(1.0F, supply / std::max(1.0F, to_come));
  return result;
}

/// Adds what a seat makes of its edges in one go: harvest, then sell what pays, and walk along the water.
float Rules::turn_worth(const Player& player, const Yield& yield, float cacao) const noexcept {
  const int stock = player.cacao + yield.harvest;
  const int sold = std::min(yield.sales, stock);
  const float price = yield.sales == 0 ? 0.0F : static_cast<float>(yield.revenue) / static_cast<float>(yield.sales);
  const int kept = std::min<int>(tables_.storage, stock - (price > cacao ? sold : 0));
  const int field = std::min(tables_.track_fields - 1, player.water + yield.steps);
  return (price > cacao ? static_cast<float>(sold) * price : 0.0F) + cacao * static_cast<float>(kept - player.cacao) +
         static_cast<float>(track(field) - track(player.water)) + yield.other;
}

void Rules::add_yield(const Edge& edge, const Prices& prices, Yield& yield) const noexcept {
  const int gain = edge.workers * value_of(edge.type);
  switch (kind_of(edge.type)) {
    case Kind::plantation:
      yield.harvest += gain;
      break;
    case Kind::market:
      yield.sales += edge.workers;
      yield.revenue += gain;
      break;
    case Kind::water:
      yield.steps += gain;
      break;
    case Kind::mine:
    case Kind::sun:
    case Kind::temple:
      yield.other += static_cast<float>(edge.workers) *
                     prices.worker[static_cast<std::size_t>(edge.seat)][static_cast<std::size_t>(edge.type)];
      break;
  }
}

/// What everybody gets by a tile with this orientation at the spot until the end of step C. `laid`: the tile lies
/// there.
void Rules::add_tile_worth(const State& state, int orientation, const Prices& prices, bool laid,
                           std::span<float> points) const noexcept {
  const auto active = static_cast<std::size_t>(state.active);
  const unsigned around = jungle_around(state.jungle, state.spot);
  const bool over = !laid && state.workers.test(state.spot);
  unsigned pending = over ? 0U : shared_around(state.workers, state.spot) & ~around;
  if (state.supply_empty()) pending = 0;
  Yield yield;
  if (over) yield.other -= prices.token[active];
  for (int d = 0; d < kDirections; ++d) {
    const int workers = workers_on(orientation, d);
    if (bits::test(around, d)) {
      const int cell = cell_of(state.spot, d), type = state.type(cell);
      if (kind_of(type) == Kind::temple) {
        if (laid) continue;  // counted with the temples as they stand
        // What changes in the majority now.
        Presence present = presence(state, cell);
        std::array<int, kMaxSeats> before{}, after{};
        add_temple(present, before);
        if (over) present[active] -= workers_on(state.tile(state.spot).orientation(), d);
        present[active] += workers;
        add_temple(present, after);
        for (std::size_t s = 0; s < static_cast<std::size_t>(seats_); ++s)
          points[s] += kTempleNow * static_cast<float>(after[s] - before[s]);
      } else if (workers > 0) {
        add_yield({state.active, type, workers}, prices, yield);
      }
      if (bits::test(state.filled, d)) {
        const Holder older = older_edge(state, d);
        points[static_cast<std::size_t>(older.seat)] +=
            static_cast<float>(older.workers) *
            prices.worker[static_cast<std::size_t>(older.seat)][static_cast<std::size_t>(type)];
      }
    } else if (!laid && !bits::test(pending, d)) {
      yield.other += prices.open * static_cast<float>(workers);
    }
  }
  points[active] += turn_worth(state.player(state.active), yield, prices.cacao[active]);
  if (pending == 0) return;

  // Spaces to be filled: the active seat picks what serves it best, its own gain against that of the older tile's
  // owner.
  struct Use {
    Holder older;
    int workers;
  };
  SmallVector<Use, kDirections> uses;
  for (int d = 0; d < kDirections; ++d) {
    if (bits::test(pending, d)) uses.push_back({older_edge(state, d), workers_on(orientation, d)});
  }
  const auto own = [&](const Use& use, int type) {
    const auto t = static_cast<std::size_t>(type);
    const float mine = static_cast<float>(use.workers) * prices.worker[active][t];
    const float theirs =
        static_cast<float>(use.older.workers) * prices.worker[static_cast<std::size_t>(use.older.seat)][t];
    return mine + (use.older.seat == state.active ? theirs : -theirs / static_cast<float>(seats_ - 1));
  };
  const auto fill = [&](const Use& use, int type, float share) {
    const auto t = static_cast<std::size_t>(type), owner = static_cast<std::size_t>(use.older.seat);
    points[active] += share * static_cast<float>(use.workers) * prices.worker[active][t];
    points[owner] += share * static_cast<float>(use.older.workers) * prices.worker[owner][t];
  };
  for (const Use& use : uses) {  // no longer open
    points[active] -= laid ? prices.open * static_cast<float>(use.workers) : 0.0F;
    points[static_cast<std::size_t>(use.older.seat)] -= prices.open * static_cast<float>(use.older.workers);
  }
  const int first = state.display == 0 ? 0 : bits::lowest(state.display);
  const int last = state.display == 0 ? 0 : bits::highest(state.display);
  if (state.display != 0 && uses.size() == 1) {
    fill(uses[0], own(uses[0], first) >= own(uses[0], last) ? first : last, 1.0F);
  } else if (state.display != 0 && uses.size() == 2 && state.display_count == 2) {
    const bool straight = own(uses[0], first) + own(uses[1], last) >= own(uses[0], last) + own(uses[1], first);
    fill(uses[0], straight ? first : last, 1.0F);
    fill(uses[1], straight ? last : first, 1.0F);
  } else {
    const int tiles = state.display_count + state.pile.total();
    for (const Use& use : uses) {
      for (int t = 0; t < kJungleTypes; ++t) {
        const int there = state.pile.get(t) + (bits::test(state.display, t) ? 1 : 0);
        if (there > 0)
          fill(use, t, static_cast<float>(there) / static_cast<float>(std::max(tiles, static_cast<int>(uses.size()))));
      }
    }
  }
}

void Rules::evaluate(const State& state, std::span<float> out) const noexcept {
  if (state.phase == Phase::over) {
    std::array<int, kMaxSeats> finish{};
    const std::span<int> all(finish.data(), static_cast<std::size_t>(seats_));
    places(state, all);
    placing_utilities(all, out);
    return;
  }
  const Prices prices_now = prices(state);
  Points points{};
  expect(state, prices_now, points);
  float turns = 0.0F;
  for (int seat = 0; seat < seats_; ++seat)
    turns += static_cast<float>(state.player(seat).hand.total() + state.player(seat).pile.total());
  const float scale = 1.0F / (kSpread + kSpreadGrowth * std::sqrt(turns / static_cast<float>(seats_)));
  for (std::size_t i = 0; i < static_cast<std::size_t>(seats_); ++i) out[i] = 0.0F;
  for (std::size_t i = 0; i < static_cast<std::size_t>(seats_); ++i) {
    for (std::size_t j = i + 1; j < static_cast<std::size_t>(seats_); ++j) {
      const float ahead = 1.0F / (1.0F + exp_of((points[j] - points[i]) * scale));
      out[i] += ahead / static_cast<float>(seats_ - 1);
      out[j] += (1.0F - ahead) / static_cast<float>(seats_ - 1);
    }
  }
}

/// Expected final points.
void Rules::expect(const State& state, const Prices& prices, std::span<float> points) const noexcept {
  std::array<int, kMaxSeats> temples{}, open{};
  add_temples(state, temples);
  std::size_t rank = 0;
  if (prices.open > 0.0F) {
    state.workers.for_each([&](int corner) {
      const Tile tile = state.tiles[rank++];
      for (Word free = manned_[static_cast<std::size_t>(tile.orientation())] & ~jungle_around(state.jungle, corner);
           free != 0;) {
        open[static_cast<std::size_t>(tile.owner())] += workers_on(tile.orientation(), bits::pop_lowest(free));
      }
    });
  }
  for (int seat = 0; seat < seats_; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    const Player& player = state.player(seat);
    points[s] = static_cast<float>(player.gold + track(player.water)) + kTempleNow * static_cast<float>(temples[s]) +
                prices.token[s] * static_cast<float>(player.sun) + prices.cacao[s] * static_cast<float>(player.cacao) +
                prices.open * static_cast<float>(open[s]) +
                kTile * static_cast<float>(player.hand.total() + player.pile.total());
  }
  const auto trade = [&](int seat, unsigned slots) {
    Yield yield;
    Word left = slots;
    while (left != 0) add_yield(edge_of(state, bits::pop_lowest(left)), prices, yield);
    const auto s = static_cast<std::size_t>(seat);
    points[s] += turn_worth(state.player(seat), yield, prices.cacao[s]);
  };
  switch (state.phase) {
    case Phase::deal:
      break;
    case Phase::at:
      break;
    case Phase::set: {
      // The tile that serves the active seat best, less what it gives to the others.
      ActionSet<kMaxLegal> options;
      legal(state, options);
      Points best{};
      float most = 0.0F;
      bool first = true;
      for (const Action action : options.span()) {
        Points now{};
        add_tile_worth(state, action - kFirstSet, prices, false, now);
        float margin = now[state.active];
        for (int seat = 0; seat < seats_; ++seat) {
          if (seat != state.active) margin -= now[static_cast<std::size_t>(seat)] / static_cast<float>(seats_ - 1);
        }
        if (!first && margin <= most) continue;
        first = false;
        most = margin;
        best = now;
      }
      for (std::size_t s = 0; s < best.size(); ++s) points[s] += s < static_cast<std::size_t>(seats_) ? best[s] : 0.0F;
      points[state.active] -= kTile;
      break;
    }
    case Phase::cover:
    case Phase::lay:
    case Phase::extra:
      add_tile_worth(state, state.tile(state.spot).orientation(), prices, true, points);
      break;
    case Phase::keep:
    case Phase::run: {
      trade(state.actor, state.phase == Phase::run ? unsigned{state.choices} : open_slots(state, state.actor));
      for (int seat = 0; seat < seats_; ++seat) {
        if (bits::test(state.waiting, seat)) trade(seat, open_slots(state, seat));
      }
      break;
    }
    case Phase::draw:
      break;
    case Phase::reveal:
      break;
    case Phase::over:
      break;
  }
}

}  // namespace pyboard::cacao
