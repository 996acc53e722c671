#include "pyboard/games/cacao/rules.hpp"

#include <algorithm>
#include <cstring>

namespace pyboard::cacao {

namespace {

constexpr int kMaxEdges = 7;  // activated in one turn (L5)

// Lanes of `effect_`: sums over a turn stay far below 2^16.
enum EffectLane : int { kGoldLane, kStepLane, kTokenLane, kCacaoLane };
constexpr int kLaneBits = 16;
constexpr Word lane_unit(int lane) noexcept { return bits::bit(lane * kLaneBits); }
constexpr int lane_of(Word sums, int lane) noexcept {
  return static_cast<int>(sums / lane_unit(lane) % bits::bit(kLaneBits));
}

constexpr std::uint8_t byte(unsigned value) noexcept { return static_cast<std::uint8_t>(value); }
constexpr unsigned direction_bit(int direction) noexcept { return static_cast<unsigned>(bits::bit(direction)); }
constexpr unsigned seat_bit(int seat) noexcept { return static_cast<unsigned>(bits::bit(seat)); }

int pop_lowest(unsigned& set) noexcept {
  Word word = set;
  const int member = bits::pop_lowest(word);
  set = static_cast<unsigned>(word);
  return member;
}

/// Calls f for the directions of a set in the order n, e, s, w.
template <class Function>
void each(unsigned set, Function&& f) {
  while (set != 0) f(pop_lowest(set));
}

}  // namespace

/// The activated plantation and market edges of one seat (CA-48).
struct Rules::Trade {
  struct Market {
    std::uint8_t price, workers;
  };
  std::array<std::uint8_t, kMaxEdges + 1> harvests;  // cacao per plantation edge
  std::array<Market, kMaxEdges + 1> markets;
  int plantation_count = 0;
  int market_count = 0;
  int harvest = 0;  // sum of the harvests

  /// Adds an edge where `plantation` or `market` says so; else nothing, without a branch.
  void add(bool plantation, bool market, int value, int workers) noexcept {
    harvests[static_cast<std::size_t>(plantation_count)] = byte(static_cast<unsigned>(value * workers));
    markets[static_cast<std::size_t>(market_count)] = {byte(static_cast<unsigned>(value)),
                                                       byte(static_cast<unsigned>(workers))};
    plantation_count += plantation ? 1 : 0;
    market_count += market ? 1 : 0;
    harvest += plantation ? value * workers : 0;
  }
};

namespace {

using Gains = std::array<std::uint8_t, kMaxCacao + 1>;

/// One market and nothing that could be lost: any number of workers sells. Byte c of the product is the gain of
/// keeping c.
unsigned sell(int price, int workers, int cacao, Gains& gains) noexcept {
  constexpr Word kOnes = 0x010101010101, kCount = 0x050403020100;
  static constexpr std::array<Word, 64> kBytes = [] {
    std::array<Word, 64> table{};
    for (unsigned set = 0; set < table.size(); ++set) {
      for (int c = 0; c <= kMaxCacao; ++c) table[set] |= bits::test(set, c) ? Word{0xff} * bits::bit(8 * c) : 0;
    }
    return table;
  }();
  const auto options = static_cast<unsigned>(bits::first(cacao + 1) & ~bits::first(cacao - std::min(workers, cacao)));
  const Word products = (kOnes * static_cast<Word>(cacao) - kCount) * static_cast<Word>(price) & kBytes[options];
  std::memcpy(gains.data(), &products, gains.size());
  return options;
}

/// Sells unit by unit from `cacao` in falling price: the best gain for every cacao left.
template <class Trade>
unsigned sell_down(Trade& trade, int cacao, Gains& gains) noexcept {
  const auto end = trade.markets.begin() + trade.market_count;
  std::sort(trade.markets.begin(), end, [](const auto& a, const auto& b) { return a.price > b.price; });
  const int stock = cacao;
  int gain = 0;
  for (auto market = trade.markets.begin(); market != end; ++market) {
    for (int i = 0; i < market->workers && cacao > 0; ++i) {
      gain += market->price;
      gains[static_cast<std::size_t>(--cacao)] = byte(static_cast<unsigned>(gain));
    }
  }
  return static_cast<unsigned>(bits::first(stock + 1) & ~bits::first(cacao));
}

/// One plantation that overflows the storage, one market: selling first loses the least, but sells only what is
/// there; more can be sold afterwards. Among equal cacao left the last, largest sale stays.
unsigned sell_around(int harvest, int price, int workers, int cacao, int storage, Gains& gains) noexcept {
  unsigned options = 0;
  for (int sold = 0; sold <= std::min(workers, storage); ++sold) {
    const int left = sold <= cacao ? std::min(storage, cacao - sold + harvest) : storage - sold;
    options |= static_cast<unsigned>(bits::bit(left));
    gains[static_cast<std::size_t>(left)] = byte(static_cast<unsigned>(sold * price));
  }
  return options;
}

/// CA-50: over (set of executed edges, cacao) the best gain; then the undominated outcomes (CA-49).
template <class Trade>
unsigned trade_in_any_order(const Trade& trade, int cacao, int storage, Gains& gains) noexcept {
  constexpr int kNever = -1;
  using Row = std::array<std::int16_t, kMaxCacao + 1>;
  std::array<Row, 1U << kMaxEdges> best;
  const int plantations = trade.plantation_count;
  const int edges = plantations + trade.market_count;
  const auto all = static_cast<std::size_t>(bits::first(edges));
  for (std::size_t set = 0; set <= all; ++set) best[set].fill(kNever);
  best[0][static_cast<std::size_t>(cacao)] = 0;
  for (std::size_t set = 0; set < all; ++set) {
    for (int have = 0; have <= storage; ++have) {
      const int gain = best[set][static_cast<std::size_t>(have)];
      if (gain == kNever) continue;
      for (int edge = 0; edge < edges; ++edge) {
        if (bits::test(set, edge)) continue;
        Row& next = best[set | bits::bit(edge)];
        const auto reach = [&](int left, int with) {
          auto& entry = next[static_cast<std::size_t>(left)];
          if (with > entry) entry = static_cast<std::int16_t>(with);
        };
        if (edge < plantations) {
          reach(std::min(storage, have + trade.harvests[static_cast<std::size_t>(edge)]), gain);  // CA-40, CA-41
        } else {
          const auto& market = trade.markets[static_cast<std::size_t>(edge - plantations)];
          for (int sold = 0; sold <= std::min<int>(market.workers, have); ++sold)
            reach(have - sold, gain + sold * market.price);  // CA-42
        }
      }
    }
  }
  unsigned options = 0;
  int most = kNever;
  for (int left = storage; left >= 0; --left) {
    const int gain = best[all][static_cast<std::size_t>(left)];
    if (gain <= most) continue;
    most = gain;
    options |= static_cast<unsigned>(bits::bit(left));
    gains[static_cast<std::size_t>(left)] = byte(static_cast<unsigned>(gain));
  }
  return options;
}

}  // namespace

Rules::Rules(int seats, const OptionValues& options, const Tables& tables)
    : seats_{seats}, options_{Options::from(options)}, tables_{tables}, plantations_{0}, markets_{0} {
  set_options_ = {};
  late_options_ = {};
  for (int o = 0; o < kOrientations; ++o) {
    const auto at = static_cast<std::size_t>(o);
    edges_[at] = workers_nesw(tables, o);
    manned_[at] = 0;
    for (int d = 0; d < kDirections; ++d)
      manned_[at] = byte(manned_[at] | (workers_on(o, d) > 0 ? direction_bit(d) : 0U));
  }
  for (unsigned types = 0; types < 16; ++types) {
    for (int o = 0; o < kOrientations; ++o) {
      const int type = type_of_orientation(o);
      if (!bits::test(types, type)) continue;
      set_options_[types].add(o);  // CA-6
      for (unsigned sides = 0; sides < 16; ++sides) {
        // CA-9: the smallest rotation that shows these numbers on the sides that face jungle tiles.
        bool first = true;
        for (int p = 0; p < o; ++p) {
          if (type_of_orientation(p) != type) continue;
          bool same = true;
          each(sides, [&](int d) { same = same && workers_on(p, d) == workers_on(o, d); });
          first = first && !same;
        }
        if (first) late_options_[sides][types].add(o);
      }
    }
  }
  for (int t = 0; t < kJungleTypes; ++t) {
    const auto at = static_cast<std::size_t>(t);
    const auto& row = tables.jungle[at];
    kind_[at] = static_cast<Kind>(row.kind);
    value_[at] = row.value;
    effect_[at] = 0;
    switch (kind_[at]) {
      case Kind::plantation:
        plantations_ = static_cast<std::uint16_t>(plantations_ | bits::bit(t));
        effect_[at] = row.value * lane_unit(kCacaoLane);
        break;
      case Kind::market:
        markets_ = static_cast<std::uint16_t>(markets_ | bits::bit(t));
        break;
      case Kind::mine:
        effect_[at] = row.value * lane_unit(kGoldLane);
        break;
      case Kind::water:
        effect_[at] = row.value * lane_unit(kStepLane);
        break;
      case Kind::sun:
        effect_[at] = row.value * lane_unit(kTokenLane);
        break;
      case Kind::temple:
        break;
    }
  }

  // Section 4.
  initial_ = State{};
  for (int i = 0; i < tables.start_count; ++i) {
    const auto& tile = tables.start[static_cast<std::size_t>(i)];
    const Cell cell = cell_at(tile.x, tile.y);
    initial_.put_jungle(space_index(cell.p, cell.q), tile.type);
  }
  initial_.p_low = initial_.q_low = kSide;
  for (int i = 0; i < tables.start_count; ++i) {
    const auto& tile = tables.start[static_cast<std::size_t>(i)];
    const Cell cell = cell_at(tile.x, tile.y);
    initial_.p_low = static_cast<std::int8_t>(std::min<int>(initial_.p_low, cell.p));
    initial_.q_low = static_cast<std::int8_t>(std::min<int>(initial_.q_low, cell.q));
  }
  for (int t = 0; t < kJungleTypes; ++t) initial_.pile.set(t, tables.jungle_tiles(seats, t) - tables.start_tiles(t));
  for (int seat = 0; seat < seats; ++seat) {
    Player& player = initial_.player(seat);
    player.water = tables.track_start;
    for (int t = 0; t < kWorkerTypes; ++t) player.pile.set(t, tables.worker_tiles(seats, t));
  }
  initial_.phase = Phase::deal;
}

int Rules::max_game_length() const noexcept {
  const int workers = seats_ * tables_.worker_tiles(seats_);
  const int jungle = tables_.jungle_tiles(seats_) - tables_.start_count;
  // Per turn: at, set, cover, lay; then a trade per seat, or up to seven runs and one `done` per seat.
  const int turn = 4 + seats_ + (options_.explicit_activation ? kMaxEdges : 0);
  return workers + jungle + workers * turn;
}

void Rules::legal(const State& state, ActionSet<kMaxLegal>& out) const noexcept {
  switch (state.phase) {
    case Phase::deal:
      break;
    case Phase::at: {
      const Player& player = state.player(state.active);
      if (player.sun > 0 && state.supply_empty()) {  // CA-10, CA-11
        legal_with_overbuilding(state, out);
      } else {
        out.add_sparse(state.frontier, kFirstAt);  // CA-4
      }
      break;
    }
    case Phase::set: {
      const unsigned types = state.player(state.active).hand.kinds();  // CA-5
      const bool late = !options_.late_duplicates && state.supply_empty();
      const SetOptions& options =
          late ? late_options_[jungle_around(state.jungle, state.spot)][types] : set_options_[types];
      out.add_first(options.ids, options.count);
      break;
    }
    case Phase::cover: {  // CA-24
      for (unsigned set = 1; set <= state.fill; ++set) {
        if ((set & ~unsigned{state.fill}) == 0 && bits::count(set) == state.display_count)
          out.add(kFirstCover + static_cast<int>(set) - 1);
      }
      break;
    }
    case Phase::lay:  // CA-25
      out.add(kFirstLay + bits::lowest(state.display));
      out.add(kFirstLay + bits::highest(state.display));
      break;
    case Phase::extra:
      break;
    case Phase::keep: {  // CA-49
      static constexpr auto kKeepLists = [] {
        std::array<std::array<Action, 8>, 64> lists{};
        for (unsigned set = 0; set < lists.size(); ++set) {
          std::size_t count = 0;
          for (int c = 0; c <= kMaxCacao; ++c) {
            if (bits::test(set, c)) lists[set][count++] = static_cast<Action>(kFirstKeep + c);
          }
        }
        return lists;
      }();
      out.add_first(kKeepLists[state.choices], bits::count(state.choices));
      break;
    }
    case Phase::run:
      legal_runs(state, out);
      break;
    case Phase::draw:
      break;
    case Phase::reveal:
      break;
    case Phase::over:
      break;
  }
}

void Rules::legal_with_overbuilding(const State& state, ActionSet<kMaxLegal>& out) const noexcept {
  const unsigned wanted = Tile::make(state.active, 0, false).bits;  // CA-12
  Board spaces = state.frontier;
  const Tile* tile = state.tiles.data();
  for (std::size_t w = 0; w < spaces.words.size(); ++w) {
    Word targets = 0;
    for (Word left = state.workers.words[w]; left != 0; left &= left - 1) {
      const Word corner = left & (~left + 1);
      targets |= corner & (Word{0} - static_cast<Word>((tile++)->owner_and_over() == wanted));  // no branch
    }
    spaces.words[w] |= targets;
  }
  out.add_sparse(spaces, kFirstAt);
}

void Rules::legal_runs(const State& state, ActionSet<kMaxLegal>& out) const noexcept {
  each(state.choices, [&](int slot) {
    const int most = most_useful(state, edge_of(state, slot));
    for (int workers = 1; workers <= most; ++workers) out.add(kFirstRun + slot * kRunStep + workers);
  });
  out.add(kDone);
}

void Rules::apply(State& state, Action action) const noexcept {
  switch (state.phase) {
    case Phase::deal:
      break;
    case Phase::at:
      state.spot = static_cast<std::uint16_t>(action - kFirstAt);
      state.phase = Phase::set;
      break;
    case Phase::set:
      lay_tile(state, action - kFirstSet);
      break;
    case Phase::cover: {
      const unsigned covered = static_cast<unsigned>(action - kFirstCover) + 1;
      state.extra = byte(state.fill & ~covered);
      state.fill = byte(covered);
      start_laying(state);
      break;
    }
    case Phase::lay:
      lay_display(state, action - kFirstLay);
      break;
    case Phase::extra:
      break;
    case Phase::keep: {
      const int kept = action - kFirstKeep;
      Player& player = state.player(state.actor);
      player.gold = static_cast<std::uint16_t>(player.gold + state.gains[static_cast<std::size_t>(kept)]);
      player.cacao = byte(static_cast<unsigned>(kept));
      next_trade(state);
      break;
    }
    case Phase::run: {
      if (action == kDone) {
        next_trade(state);
        break;
      }
      const int slot = (action - kFirstRun) / kRunStep, workers = (action - kFirstRun) % kRunStep;
      const Edge edge = edge_of(state, slot);
      Player& player = state.player(state.actor);
      if (kind_of(edge.type) == Kind::plantation) {
        player.cacao =
            byte(static_cast<unsigned>(std::min<int>(tables_.storage, player.cacao + workers * value_of(edge.type))));
      } else {
        player.cacao = byte(static_cast<unsigned>(player.cacao - workers));
        player.gold = static_cast<std::uint16_t>(player.gold + workers * value_of(edge.type));
      }
      state.choices = byte(state.choices & ~direction_bit(slot));
      if (state.choices == 0) next_trade(state);
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

/// The second half of step A and the beginning of step B.
void Rules::lay_tile(State& state, int orientation) const noexcept {
  Player& player = state.player(state.active);
  player.hand.remove(type_of_orientation(orientation));
  if (state.workers.test(state.spot)) {
    --player.sun;  // CA-11, CA-17
    state.tile(state.spot) = Tile::make(state.active, orientation, true);
    activate(state);  // CA-16
    return;
  }
  const unsigned fill = shared_around(state.workers, state.spot) & ~jungle_around(state.jungle, state.spot);  // CA-20
  state.put_worker(state.spot, Tile::make(state.active, orientation, false));
  if (fill == 0 || state.display_count == 0) {  // CA-22
    activate(state);
    return;
  }
  state.fill = byte(fill);
  if (bits::count(fill) > state.display_count) {
    state.phase = Phase::cover;
  } else {
    start_laying(state);
  }
}

void Rules::start_laying(State& state) const noexcept {
  if (bits::count(state.display) > 1) {
    state.phase = Phase::lay;
  } else {
    lay_display(state, bits::lowest(state.display));
  }
}

/// CA-25: this type on the first space, what else the display holds on the second.
void Rules::lay_display(State& state, int type) const noexcept {
  each(state.fill, [&](int direction) {
    state.put_jungle(cell_of(state.spot, direction), type);
    state.display_remove(type);
    if (state.display != 0) type = bits::lowest(state.display);
  });
  state.filled = state.fill;
  state.fill = 0;
  finish_laying(state);
}

void Rules::finish_laying(State& state) const noexcept {
  if (state.extra != 0 && state.pile.any()) {
    state.phase = Phase::extra;  // CA-26
    return;
  }
  state.extra = 0;  // CA-27
  activate(state);
}

Rules::Holder Rules::older_edge(const State& state, int direction) const noexcept {
  // L3: exactly one older worker tile borders a space that is filled.
  const int cell = cell_of(state.spot, direction);
  unsigned sides = 0;
  for (int side = 0; side < kDirections; ++side) {
    sides |= state.workers.test(corner_of(cell, side)) ? direction_bit(side) : 0U;
  }
  sides &= ~direction_bit(opposite(direction));
  if (sides == 0) return {state.active, 0};
  const int side = bits::lowest(sides);
  const Tile tile = state.tile(corner_of(cell, side));
  return {tile.owner(), workers_on(tile.orientation(), opposite(side))};
}

Rules::Edge Rules::edge_of(const State& state, int slot) const noexcept {
  const int direction = slot % kDirections;
  const int type = state.type(cell_of(state.spot, direction));
  if (slot < kDirections) return {state.active, type, workers_on(state.tile(state.spot).orientation(), direction)};
  const Holder older = older_edge(state, direction);
  return {older.seat, type, older.workers};
}

/// Slots of a seat with a plantation or a market and at least one worker.
unsigned Rules::open_slots(const State& state, int seat) const noexcept {
  unsigned slots = 0;
  const auto look = [&](int slot) {
    const Edge edge = edge_of(state, slot);
    const Kind kind = kind_of(edge.type);
    if (edge.seat == seat && edge.workers > 0 && (kind == Kind::plantation || kind == Kind::market))
      slots |= direction_bit(slot);
  };
  if (seat == state.active) each(jungle_around(state.jungle, state.spot), look);
  each(state.filled, [&](int direction) { look(kDirections + direction); });
  return slots;
}

/// More workers than this change nothing at this edge (section 12, explicit).
int Rules::most_useful(const State& state, const Edge& edge) const noexcept {
  const int cacao = state.player(state.actor).cacao;
  if (kind_of(edge.type) == Kind::market) return std::min(edge.workers, cacao);
  const int value = value_of(edge.type);
  return std::min(edge.workers, (tables_.storage - cacao + value - 1) / value);
}

/// Step C: the automatic effects of all players (CA-47), then the first trade.
void Rules::activate(State& state) const noexcept {
  Trade trade;
  const int orientation = state.tile(state.spot).orientation();
  Word sum = 0;
  each(jungle_around(state.jungle, state.spot) & manned_[static_cast<std::size_t>(orientation)], [&](int direction) {
    const int type = state.type(cell_of(state.spot, direction));  // CA-31a
    const int workers = workers_on(orientation, direction);
    sum += static_cast<Word>(workers) * effect_[static_cast<std::size_t>(type)];
    trade.add(bits::test(plantations_, type), bits::test(markets_, type), value_of(type), workers);
  });
  unsigned waiting = 0;
  each(state.filled, [&](int direction) {  // CA-31b
    const Edge edge = edge_of(state, kDirections + direction);
    const bool plantation = edge.workers > 0 && bits::test(plantations_, edge.type);
    const bool market = edge.workers > 0 && bits::test(markets_, edge.type);
    const Word gain = static_cast<Word>(edge.workers) * effect_[static_cast<std::size_t>(edge.type)];
    if (edge.seat == state.active) {
      sum += gain;
      trade.add(plantation, market, value_of(edge.type), edge.workers);
    } else {
      bring(state.player(edge.seat), gain);
      waiting |= plantation || market ? seat_bit(edge.seat) : 0U;
    }
  });
  bring(state.player(state.active), sum);
  state.waiting = byte(waiting);
  if (trade.plantation_count + trade.market_count > 0) {
    offer_trade(state, state.active, trade);
  } else {
    next_trade(state);
  }
}

/// Gold, steps and tokens of a sum of effects.
void Rules::bring(Player& player, Word sum) const noexcept {
  player.gold = static_cast<std::uint16_t>(player.gold + lane_of(sum, kGoldLane));  // CA-43
  player.water =
      byte(static_cast<unsigned>(std::min(tables_.track_fields - 1, player.water + lane_of(sum, kStepLane))));  // CA-44
  player.sun =
      byte(static_cast<unsigned>(std::min<int>(tables_.sun_places, player.sun + lane_of(sum, kTokenLane))));  // CA-45
}

/// CA-37: the active player, then the others clockwise from him.
void Rules::next_trade(State& state) const noexcept {
  if (state.waiting == 0) {
    finish_activation(state);
    return;
  }
  int seat = state.active;
  do {
    seat = seat + 1 == seats_ ? 0 : seat + 1;
  } while (!bits::test(state.waiting, seat));
  state.waiting = byte(state.waiting & ~seat_bit(seat));
  begin_trade(state, seat);
}

void Rules::begin_trade(State& state, int seat) const noexcept {
  Trade trade;
  const auto add = [&](const Edge& edge) {
    if (edge.seat != seat || edge.workers == 0) return;
    trade.add(bits::test(plantations_, edge.type), bits::test(markets_, edge.type), value_of(edge.type), edge.workers);
  };
  if (seat == state.active)
    each(jungle_around(state.jungle, state.spot), [&](int direction) { add(edge_of(state, direction)); });
  each(state.filled, [&](int direction) { add(edge_of(state, kDirections + direction)); });
  offer_trade(state, seat, trade);
}

/// CA-51: none of the seat's workers can ever be activated again.
bool Rules::last_activation(const State& state, int seat) const noexcept {
  const Player& player = state.player(seat);
  return !player.hand.any() && !player.pile.any() && state.supply_empty();
}

void Rules::offer_trade(State& state, int seat, Trade& trade) const noexcept {
  state.actor = byte(static_cast<unsigned>(seat));
  if (options_.explicit_activation) {
    state.phase = Phase::run;
    state.choices = byte(open_slots(state, seat));
    return;
  }
  state.phase = Phase::keep;
  Gains gains{};
  const int cacao = state.player(seat).cacao, storage = tables_.storage;
  unsigned options = 0;
  if (trade.market_count == 0) {
    options = static_cast<unsigned>(bits::bit(std::min(storage, cacao + trade.harvest)));
  } else if (cacao + trade.harvest <= storage) {  // nothing can be lost: harvest first
    options = trade.market_count == 1
                  ? sell(trade.markets[0].price, trade.markets[0].workers, cacao + trade.harvest, gains)
                  : sell_down(trade, cacao + trade.harvest, gains);
  } else if (trade.plantation_count + trade.market_count == 2) {
    options = sell_around(trade.harvest, trade.markets[0].price, trade.markets[0].workers, cacao, storage, gains);
  } else {
    options = trade_in_any_order(trade, cacao, storage, gains);
  }
  if (last_activation(state, seat)) {
    const int least = bits::lowest(options);
    const std::uint8_t gain = gains[static_cast<std::size_t>(least)];
    options = static_cast<unsigned>(bits::bit(least));
    gains = {};
    gains[static_cast<std::size_t>(least)] = gain;
  }
  state.choices = byte(options);
  state.gains = gains;
}

/// Step D.
void Rules::finish_activation(State& state) const noexcept {
  state.actor = state.active;
  state.spot = 0;
  state.filled = 0;
  state.choices = 0;
  state.gains = {};
  std::uint32_t tiles = 0;
  for (const Player& player : state.players) tiles |= player.hand.word | player.pile.word;
  if (tiles == 0) {
    state.phase = Phase::over;  // CA-70; ruling 23: no steps D and E
  } else if (state.player(state.active).pile.any()) {
    state.phase = Phase::draw;  // CA-60
  } else {
    refill(state);
  }
}

/// Step E.
void Rules::refill(State& state) const noexcept {
  if (state.display_count < tables_.display_size && state.pile.any()) {
    state.phase = Phase::reveal;  // CA-61
  } else {
    next_turn(state);
  }
}

void Rules::next_turn(State& state) const noexcept {
  int seat = state.active;
  do {
    seat = seat + 1 == seats_ ? 0 : seat + 1;
  } while (!state.player(seat).hand.any());  // CA-62; a seat without tiles takes no more turns (CA-70)
  state.active = state.actor = byte(static_cast<unsigned>(seat));
  state.phase = Phase::at;
}

void Rules::outcomes(const State& state, Distribution<kOutcomes>& out) const noexcept {
  if (state.phase == Phase::reveal || state.phase == Phase::extra) {
    for (int t = 0; t < kJungleTypes; ++t)
      out.add(kFirstJungleOutcome + t, static_cast<std::uint32_t>(state.pile.get(t)));
  } else {
    const WorkerCounts& pile = state.player(state.active).pile;
    for (int t = 0; t < kWorkerTypes; ++t) out.add(kFirstWorkerOutcome + t, static_cast<std::uint32_t>(pile.get(t)));
  }
}

void Rules::apply_outcome(State& state, Outcome outcome) const noexcept {
  Player& player = state.player(state.active);
  switch (state.phase) {
    case Phase::deal:
      player.pile.remove(outcome - kFirstWorkerOutcome);
      player.hand.add(outcome - kFirstWorkerOutcome);
      if (player.hand.total() < tables_.hand_size) break;
      if (state.active + 1 < seats_) {
        state.actor = ++state.active;
      } else {
        refill(state);  // then seat 0 is next
      }
      break;
    case Phase::at:
      break;
    case Phase::set:
      break;
    case Phase::cover:
      break;
    case Phase::lay:
      break;
    case Phase::extra: {
      const int type = outcome - kFirstJungleOutcome;
      unsigned left = state.extra;
      const int direction = pop_lowest(left);
      state.pile.remove(type);
      state.put_jungle(cell_of(state.spot, direction), type);
      state.filled = byte(state.filled | direction_bit(direction));
      state.extra = byte(left);
      finish_laying(state);
      break;
    }
    case Phase::keep:
      break;
    case Phase::run:
      break;
    case Phase::draw:
      player.pile.remove(outcome - kFirstWorkerOutcome);
      player.hand.add(outcome - kFirstWorkerOutcome);
      refill(state);
      break;
    case Phase::reveal:
      state.pile.remove(outcome - kFirstJungleOutcome);
      state.display_add(outcome - kFirstJungleOutcome);
      refill(state);
      break;
    case Phase::over:
      break;
  }
}

/// CA-71.
Rules::Presence Rules::presence(const State& state, int cell) const noexcept {
  Presence present{};
  for (int side = 0; side < kDirections; ++side) {
    const int corner = corner_of(cell, side);
    if (!state.workers.test(corner)) continue;
    const Tile tile = state.tile(corner);
    present[static_cast<std::size_t>(tile.owner())] += workers_on(tile.orientation(), opposite(side));
  }
  return present;
}

void Rules::add_temple(const Presence& present, std::span<int> gold) const noexcept {
  // Pays the seats with the most workers among those with fewer than `below`; returns that number if one has it alone.
  const auto pay = [&](int prize, int below) {
    int most = tables_.temple_minimum - 1, tied = 0;
    for (const int workers : present) {
      if (workers >= below || workers < most) continue;
      tied = workers == most ? tied + 1 : 1;
      most = workers;
    }
    if (most < tables_.temple_minimum) return 0;  // CA-74
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(seats_); ++seat)
      gold[seat] += present[seat] == most ? prize / tied : 0;
    return tied == 1 ? most : 0;
  };
  const int alone = pay(tables_.temple_first, kDirections * kMaxEdge + 1);  // CA-72, CA-73
  if (alone > 0) pay(tables_.temple_second, alone);
}

void Rules::add_temples(const State& state, std::span<int> gold) const noexcept {
  int rank = 0;
  state.jungle.for_each([&](int cell) {
    if (kind_of(state.kinds.get(rank++)) == Kind::temple) add_temple(presence(state, cell), gold);
  });
}

void Rules::scores(const State& state, std::span<int> out) const noexcept {
  for (int seat = 0; seat < seats_; ++seat) {
    const Player& player = state.player(seat);
    out[static_cast<std::size_t>(seat)] = player.gold + player.sun + track(player.water);  // CA-75, CA-76
  }
  add_temples(state, out);
}

void Rules::places(const State& state, std::span<int> out) const noexcept {
  std::array<int, kMaxSeats> points{};
  scores(state, points);
  for (int seat = 0; seat < seats_; ++seat) {
    const auto key = [&](int s) {
      return points[static_cast<std::size_t>(s)] * (kMaxCacao + 1) + state.player(s).cacao;
    };  // CA-78
    int better = 0;
    for (int other = 0; other < seats_; ++other) better += key(other) > key(seat) ? 1 : 0;
    out[static_cast<std::size_t>(seat)] = better + 1;
  }
}

}  // namespace pyboard::cacao
