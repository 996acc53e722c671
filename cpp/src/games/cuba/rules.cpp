#include "pyboard/games/cuba/rules.hpp"

#include <algorithm>

#include "pyboard/core/narrow.hpp"

namespace pyboard::cuba {

namespace {

constexpr std::uint32_t bit32(int index) noexcept { return static_cast<std::uint32_t>(bits::bit(index)); }

constexpr unsigned kFields = static_cast<unsigned>(bits::first(kCells) & ~Word{1});  // all cells but a1
constexpr std::array<std::uint16_t, kCells> kCross = [] {
  std::array<std::uint16_t, kCells> table{};
  for (int cell = 0; cell < kCells; ++cell) table[at(cell)] = static_cast<std::uint16_t>(cross_of(cell));
  return table;
}();
constexpr std::array<std::uint8_t, kPrivileges> kPrivilegeCharacters = {kTradeswoman, kArchitect, kMayor};
constexpr unsigned kResourceBits = static_cast<unsigned>(bits::first(kResources));
constexpr unsigned kProductBits = static_cast<unsigned>(bits::up(bits::first(kProducts), kResources));
constexpr unsigned kProductKinds = static_cast<unsigned>(bits::first(kProducts));  // among merchandise

/// Merchandise kinds that a player has.
unsigned merchandise(const Player& player) noexcept { return player.pieces.kinds() >> kResources; }
constexpr int up(int value) noexcept { return value > 0 ? value : 0; }
constexpr int units(int amount, int size) noexcept { return amount <= 0 ? 0 : (amount + size - 1) / size; }
/// True if no lane of `part` is above that of `whole`; all lanes are below 128.
constexpr bool within(Word part, Word whole) noexcept {
  constexpr Word kHigh = 0x8080'8080'8080'8080;
  return (((whole | kHigh) - part) & kHigh) == kHigh;
}

/// What a phase waits for; the seat is left open.
constexpr Node node_of(Phase phase) noexcept {
  switch (phase) {
    case Phase::ship_draw:
      return Node::chance(kShipDraw);
    case Phase::start:
      return Node::chance(kStartPlayerDraw);
    case Phase::take_resources:
      return Node::decision(0, kSetupResources);
    case Phase::take_products:
      return Node::decision(0, kSetupProducts);
    case Phase::bill_draw:
      return Node::chance(kBillDraw);
    case Phase::card:
      return Node::decision(0, kCard);
    case Phase::take:
      return Node::decision(0, kPrivilegeTake);
    case Phase::worker:
      return Node::decision(0, kWorkerCell);
    case Phase::harvest:
      return Node::decision(0, kHarvest);
    case Phase::field:
      return Node::decision(0, kField);
    case Phase::trade:
      return Node::decision(0, kTrade);
    case Phase::build:
      return Node::decision(0, kBuildKind);
    case Phase::site:
      return Node::decision(0, kBuildCell);
    case Phase::foreman:
      return Node::decision(0, kForemanMode);
    case Phase::use:
      return Node::decision(0, kUse);
    case Phase::ship:
      return Node::decision(0, kShip);
    case Phase::load:
      return Node::decision(0, kLoad);
    case Phase::bribe:
      return Node::decision(0, kBribe);
    case Phase::veto:
      return Node::decision(0, kVeto);
    case Phase::enact:
      return Node::decision(0, kEnact);
    case Phase::comply:
      return Node::decision(0, kComply);
    case Phase::cafe:
      return Node::decision(0, kCafe);
    case Phase::over:
      return Node::terminal();
  }
  return Node::terminal();
}
constexpr std::array<Node, kPhases> kNodes = [] {
  std::array<Node, kPhases> table{};
  for (int phase = 0; phase < kPhases; ++phase) table[at(phase)] = node_of(static_cast<Phase>(phase));
  return table;
}();

}  // namespace

Rules::Rules(int seats, const OptionValues& options, const Tables& tables)
    : seats_{seats},
      options_{Options::from(options)},
      tables_{tables},
      cafe_{options_.cafe_exchange()},
      cafe_pesos_{tables.effect(kBeachCafe).pesos},
      cafe_points_{tables.effect(kBeachCafe).points},
      most_on_ship_{0},
      laws_{},
      spaces_{},
      sell_price_{},
      buy_price_{},
      capacity_{},
      within_{},
      cost_{},
      layout_{},
      cells_of_{},
      yield_{},
      pay_{},
      wakes_{},
      set_{},
      gain_kinds_{0},
      game_kinds_{0},
      initial_{} {
  Law base{};
  base.limit = static_cast<std::int8_t>(options_.two_products ? tables.free_products : -1);
  base.vote_price = tables.pesos_per_vote;
  laws_.fill(base);
  for (int i = 0; i < kStack; ++i) {
    Law& law = laws_[at(i + 1)];
    const bool other_reading = i == 0 && options_.law_product;
    const Tables::Other& row = other_reading ? tables.harvest_product : tables.other[at(i)];
    switch (static_cast<Param>(row.param)) {
      case Param::worker_fields:
        law.one_field = true;
        break;
      case Param::free_product_limit:
        law.limit = static_cast<std::int8_t>(row.value);
        break;
      case Param::immediate_departure:
        law.port = row.value != 0;
        break;
      case Param::pesos_per_vote:
        law.vote_price = row.value;
        break;
      case Param::unloadable:
        for (int k = 0; k < row.kinds; ++k) law.unloadable |= byte(1 << row.kind[at(k)]);
        break;
      case Param::purchase_surcharge:
        law.surcharge = row.value;
        break;
      case Param::no_product_loss:
        law.no_loss = row.value != 0;
        break;
    }
  }
  for (int ship = 0; ship < kShips; ++ship) {
    for (int k = 0; k < kMerchandise; ++k) {
      const int count = tables.ship[at(ship)][at(k)];
      spaces_[at(ship + 1)].add(k, count);
      most_on_ship_ = std::max(most_on_ship_, count);
    }
  }
  for (int k = 0; k < kMerchandise; ++k) {
    const bool product = k < kProducts;
    const int capacity = product ? tables.product_spaces : tables.goods_spaces;
    const auto& track = product ? tables.product_track : tables.goods_track;
    capacity_[at(k)] = byte(capacity);
    for (int n = 0; n <= capacity; ++n) {  // CU-30..32
      sell_price_[at(k)][at(n)] =
          n < capacity ? track[at(n)] : (product ? tables.full_sell_product : tables.full_sell_good);
      buy_price_[at(k)][at(n)] = n > 0 ? track[at(n - 1)] : tables.empty_buy;
    }
  }
  for (int kind = 0; kind < kKinds; ++kind) {
    const auto& row = tables.building[at(kind)];
    const std::uint32_t member = bit32(kind);
    for (int k = 0; k < kResources; ++k) {
      for (std::size_t n = row.cost[at(k)]; n <= kMaxCost; ++n) within_[at(k)][n] |= member;
      cost_[at(kind)].add(k, row.cost[at(k)]);
    }
    if (class_of(kind) == 0) gain_kinds_ |= member;
    if (row.tiles > 0 && (row.set == 0 || options_.all_buildings)) {
      game_kinds_ |= member;
      initial_.tiles.set(kind, row.tiles);
    }
    set_[at(kind)] = {};
    for (int k = 0; k < row.effect.kinds; ++k) set_[at(kind)].pieces.add(kResources + row.effect.kind[at(k)], 1);
  }
  for (int k = 0; k < kMerchandise; ++k) {  // CU-45 W1
    std::uint32_t& wakes = wakes_[at(k)];
    for (int kind = 0; kind < kKinds; ++kind) {
      const auto& row = tables.effect(kind);
      bool takes = false;
      switch (kEffectKinds[at(kind)]) {
        case EffectKind::make:
          takes = row.from == k;
          break;
        case EffectKind::swap_class:
        case EffectKind::swap_cargo:
        case EffectKind::give_any:
        case EffectKind::load:
          takes = true;
          break;
        case EffectKind::sell:
          takes = kind == kMiddleman ? k < kProducts : kind == kGeneralStore && k >= kProducts;
          break;
        case EffectKind::give:
          takes = row.from == kResources + k;
          break;
        case EffectKind::give_set:
          takes = set_[at(kind)].pieces.get(kResources + k) > 0;
          break;
        case EffectKind::gain:
        case EffectKind::votes:
        case EffectKind::veto:
        case EffectKind::store:
        case EffectKind::swap_ship:
        case EffectKind::bet:
        case EffectKind::count_tiles:
        case EffectKind::exchange:
        case EffectKind::press:
          break;
      }
      if (takes) wakes |= kEntriesOfKind[at(kind)];
    }
  }
  for (std::size_t i = 0; i < kLayouts; ++i) {
    for (int cell = 1; cell < kCells; ++cell) {
      const int field = tables.layout[i][at(cell)];
      cells_of_[i][at(field)] = static_cast<std::uint16_t>(cells_of_[i][at(field)] | bits::bit(cell));
      yield_[i][at(cell)] = Pieces::of(field, 1);
    }
  }
  for (std::size_t c = 0; c < kPayCategories; ++c) {
    for (int i = 0; i <= kPrinted; ++i) {
      const auto& row = tables.pay[c][at(i)];
      Need& need = pay_[c][at(i + 1)];
      need.pesos = row.pesos;
      for (int k = 0; k < kMerchandise; ++k) need.pieces.add(kResources + k, row.pieces[at(k)]);
    }
  }

  // Section 4.
  for (int k = 0; k < kPieces; ++k) initial_.supply.add(k, tables.supply[at(k)]);
  for (int k = 0; k < kMerchandise; ++k) {
    initial_.market[at(k)] = k < kProducts ? tables.market_products : tables.market_goods;
    initial_.supply.remove(kResources + k, initial_.market[at(k)]);
  }
  for (int seat = 0; seat < seats; ++seat) {
    layout_[at(seat)] = options_.back ? tables.seat_back[at(seat)] : std::uint8_t{0};
    Player& player = initial_.player(seat);
    player.pesos = tables.start_pesos;
    player.hand = byte(static_cast<int>(bits::first(kCharacters)));
  }
  initial_.undrawn = static_cast<std::uint16_t>(bits::first(kShips));
  for (std::size_t c = 0; c < kCategories; ++c) {
    initial_.laws[c] = c < kPayCategories ? byte(kPrinted + 1) : std::uint8_t{0};
    initial_.stacks[c] = byte(static_cast<int>(bits::first(kStack)));
  }
  initial_.phase = Phase::ship_draw;
  initial_.then = Then::setup;
}

int Rules::max_game_length() const noexcept {
  // A card play: privilege or cell, harvest, sales and purchases of all pieces (each with a cafe payment), uses.
  int pieces = 0;
  for (const int count : tables_.supply) pieces += count;
  const int trade = 4 * pieces + 4 * kMerchandise * kMaxTrack;
  const int uses = kEntries * (1 + kMerchandise);
  const int loads = 2 * kMerchandise * kMaxSpaces;
  const int seat = 2 * kLaps + trade + uses + loads + 2 + kMerchandise;
  // A repeated bribe costs a peso, or is the last (CU-68).
  const int bribes = seats_ * (2 + kMostPesos);
  return kPlaces + 1 + 2 * seats_ + tables_.rounds * (kCategories + 2 * kPlaces * seats_ + seats_ * seat + bribes + 2);
}

Node Rules::node(const State& state) const noexcept {
  Node node = kNodes[std::min(static_cast<std::size_t>(state.phase), kNodes.size() - 1)];
  if (node.kind == NodeKind::decision) node.seat = static_cast<std::int8_t>(state.active);
  return node;
}

// Facts.

std::array<int, kNoField> Rules::active_fields(const Player& player, int seat) const noexcept {
  const unsigned cells = kCross[player.pawn] & ~unsigned{player.built};  // CU-23
  std::array<int, kNoField> count{};
  for (int k = 0; k < kNoField; ++k) count[at(k)] = bits::count(cells & cells_of_[layout_[at(seat)]][at(k)]);
  return count;
}

std::uint32_t Rules::cross_kinds(const Player& player) noexcept {
  const unsigned cross = kCross[player.pawn];
  std::uint32_t kinds = (cross & 1U) != 0 ? bit32(kWarehouse) : 0;  // CU-40: a1
  for (Word cells = cross & player.built; cells != 0;) kinds |= bit32(player.building[at(bits::pop_lowest(cells))] - 1);
  return kinds;
}

unsigned Rules::cargo_kinds(const State& state) noexcept {
  const Cargo all{state.cargo[0].nibbles | state.cargo[1].nibbles | state.cargo[2].nibbles};
  unsigned kinds = 0;
  for (int k = 0; k < kMerchandise; ++k) kinds |= (all.get(k) != 0 ? 1U : 0U) << k;
  return kinds;
}

int Rules::votes(const Player& player) const noexcept {  // CU-64
  return tables_.votes[at(delegate_of(player))] + ((player.marks & kHallUsed) != 0 ? effect(kTownHall).votes : 0) +
         player.bribed;
}

/// Pesos for a bribe (CU-65, 90g).
int Rules::purse(const Player& player) const noexcept {
  if (!exchanges(player)) return player.pesos;
  return player.pesos +
         cafe_pesos_ * (player.points / cafe_points_ + player.pieces.only(Pieces::kMerchandiseLanes).total());
}

// Legal actions.

bool Rules::by_cafe_privilege(const State& state, int privilege) const noexcept {  // CU-88, 89
  return options_.cafe_privileges && state.taken_of(privilege) > 0 && effect(kBeachCafe).privileges != 0 &&
         bits::test(state.player(state.active).kinds, kBeachCafe);
}

/// Resources and products that the privilege of the tradeswoman allows (CU-18, 19, 89).
unsigned Rules::takeable(const State& state) const noexcept {
  const Player& player = state.player(state.active);
  const int taken = state.taken_of(kTradePrivilege);
  unsigned kinds = kResourceBits | kProductBits;
  if (!by_cafe_privilege(state, kTradePrivilege)) {
    if (taken >= kSpaces) return 0;
    kinds = tables_.take[at(taken)] == 0 ? kResourceBits : kProductBits;
    if (options_.lowest && taken == kSpaces - 1 && kinds == kProductBits) {
      const int most = std::max({state.market[0], state.market[1], state.market[2]});
      for (int k = 0; k < kProducts; ++k) {
        if (state.market[at(k)] < most) kinds &= ~(1U << (kResources + k));
      }
    }
  }
  unsigned there = state.supply.kinds();
  if (exchanges(player)) there |= player.pieces.kinds() & kProductBits;  // CU-90e
  return kinds & there;
}

bool Rules::privilege_open(const State& state, int privilege) const noexcept {  // CU-17
  if (privilege == kTradePrivilege) return takeable(state) != 0;
  return state.taken_of(privilege) < kSpaces || by_cafe_privilege(state, privilege);
}

Rules::Harvest Rules::harvest_of(const State& state) const noexcept {  // CU-27
  const Player& player = state.player(state.active);
  const auto fields = active_fields(player, state.active);
  Harvest harvest{};
  int all = 0;
  for (int k = 0; k < kProducts; ++k) {
    const int kind = kResources + k;
    const int there = state.supply.get(kind) + (exchanges(player) ? player.pieces.get(kind) : 0);  // CU-90e
    harvest.most[at(k)] = std::min(fields[at(kind)], there);
    all += harvest.most[at(k)];
  }
  const int limit = law(state).limit;
  harvest.least_total = std::min(limit, all);
  harvest.most_total = std::min(all, limit + player.pieces.get(kWater) / tables_.water_per_product);
  return harvest;
}

unsigned Rules::field_kinds(const State& state) const noexcept {  // CU-28a
  const Player& player = state.player(state.active);
  const auto fields = active_fields(player, state.active);
  unsigned there = state.supply.kinds();
  if (exchanges(player)) there |= player.pieces.kinds() & kProductBits;  // CU-90e
  unsigned kinds = 0;
  for (int k = 0; k < kNoField; ++k) kinds |= (fields[at(k)] != 0 ? 1U : 0U) << k;
  return kinds & there;
}

std::uint32_t Rules::affordable(const State& state, const Player& player) const noexcept {  // CU-35
  if (player.built == kFields) return 0;
  std::uint32_t kinds = state.tiles.kinds();
  for (int k = 0; k < kResources; ++k) kinds &= within_[at(k)][at(std::min(player.pieces.get(k), kMaxCost))];
  return kinds;
}

/// Merchandise that still fits on a ship (CU-76, 78).
unsigned Rules::loadable(const State& state, int place) const noexcept {
  const Cargo left{spaces(state, place).nibbles - state.cargo[at(place)].nibbles};
  unsigned kinds = 0;
  for (int k = 0; k < kMerchandise; ++k) kinds |= (left.get(k) != 0 ? 1U : 0U) << k;
  return kinds & ~unsigned{law(state).unloadable};
}

Rules::Bribes Rules::bribes_of(const State& state, int seat) const noexcept {  // CU-65a
  const int price = law(state).vote_price;
  int most_votes = 0, most_reach = 0;
  for (Word others = state.bidders & ~bits::bit(seat); others != 0;) {
    const Player& other = state.player(bits::pop_lowest(others));
    const int has = votes(other);
    most_votes = std::max(most_votes, has);
    most_reach = std::max(most_reach, has + std::min<int>(tables_.bribe_max, purse(other) / price));
  }
  const Player& player = state.player(seat);
  const int own = votes(player);
  const int most = std::min<int>(tables_.bribe_max, purse(player) / price);
  return {std::max(1, most_votes - own), std::min(most, most_reach + 1 - own)};
}

void Rules::add_trades(const State& state, ActionSet<kMaxLegal>& out) const noexcept {
  const Player& player = state.player(state.active);
  const bool cafe = exchanges(player);
  const unsigned own = merchandise(player);
  unsigned sales = 0;
  if (state.bought == 0 && state.last_cafe == 0) {  // CU-34
    sales = own & ~static_cast<unsigned>(bits::first(up(state.last_own - 1)));
  }
  if (cafe) {  // CU-90g
    for (int k = up(state.last_cafe - 1); k < kMerchandise; ++k) {
      if (bits::test(own | state.bought, k) || sell_price(state, k) <= cafe_pesos_) continue;
      if (cafe_pays(state, player, {0, 0, {Pieces::of(kResources + k, 1)}})) sales |= 1U << k;
    }
  }
  out.add_bits(sales, kFirstSell);
  unsigned purchases = 0;
  for (int k = 0; k < kMerchandise; ++k) {
    const bool there = state.market[at(k)] > 0 || state.supply.get(kResources + k) > 0;
    if (bits::test(state.sold, k) || !there) continue;
    const int price = buy_price(state, k);
    if (price <= player.pesos) {
      if (k >= state.last_bought - 1) purchases |= 1U << k;
    } else if (cafe && (price < cafe_pesos_ || state.supply.get(kResources + k) < most_on_ship_) &&
               cafe_pays(state, player, {price, 0, {}})) {
      purchases |= 1U << k;
    }
  }
  out.add_bits(purchases, kFirstBuy);
  out.add(kTradeDone);
}

void Rules::add_singles(const State& state, ActionSet<kMaxLegal>& out) const noexcept {  // CU-41a
  const Player& player = state.player(state.active);
  std::uint32_t seen = cross_kinds(player);
  const unsigned outside = ~unsigned{kCross[player.pawn]} & (player.built | 1U);
  for (Word cells = outside & bits::first(kCells); cells != 0;) {
    const int cell = bits::pop_lowest(cells);
    const int kind = cell == 0 ? kWarehouse : player.building[at(cell)] - 1;
    if (bits::test(seen, kind)) continue;
    seen |= bit32(kind);
    bool offered = bits::test(gain_kinds_, kind);
    if (!offered && kEntriesOfKind[at(kind)] != 0) {
      State trial = state;
      trial.open = trial.awake = kEntriesOfKind[at(kind)];
      trial.single = byte(kind + 1);
      offered = has_use(trial);
    }
    if (offered) out.add(kFirstSingle + cell);
  }
}

bool Rules::has_use(const State& state) const noexcept {
  if (state.open == 0) return false;
  ActionSet<kMaxLegal> uses;
  add_uses(state, uses);
  return uses.count() > (state.single == 0 ? 1 : 0);
}

void Rules::add_uses(const State& state, ActionSet<kMaxLegal>& out) const noexcept {
  const Player& player = state.player(state.active);
  const Pieces own = player.pieces;
  const unsigned have = own.kinds(), goods = have >> kResources, there = state.supply.kinds() >> kResources;
  const std::uint32_t awake = state.open & state.awake;
  const bool cafe = exchanges(player);
  const auto is_awake = [awake](int entry) { return bits::test(awake, entry); };
  const auto by_cafe = [&](int entry, const Need& need) {  // CU-90h: whether it sleeps or not
    return cafe && bits::test(state.open, entry) && cafe_pays(state, player, need);
  };
  const auto add_pairs = [&](int base, const auto& pairs, int first_kind) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const int a = first_kind + pairs[i].a, b = first_kind + pairs[i].b;
      if (a == b ? own.get(a) >= 2 : own.get(a) >= 1 && own.get(b) >= 1) out.add(base + static_cast<int>(i));
    }
  };
  const auto add_up_to = [&](int base, int most) {
    for (int n = 1; n <= most; ++n) out.add(base + n - 1);
  };
  const auto add_made = [&](int base, const Tables::Effect& row) {  // CU-53
    add_up_to(base, std::min(own.get(kResources + row.from), state.supply.get(kResources + row.to)));
  };
  const auto add_given = [&](int base, const Tables::Effect& row) {
    add_up_to(base, std::min<int>(row.max, own.get(row.from)));
  };

  if (is_awake(kEntryYard)) {  // CU-55
    out.add_bits(have & kResourceBits, kUseYard);
    if (effect(kBuildersYard).max > 1) add_pairs(kUseYard + kResources, kMultisets<kResources>, 0);
  }
  if (is_awake(kEntryMiddleman)) out.add_bits(goods & kProductKinds, kUseMiddleman);  // CU-56
  if (bits::test(state.open, kEntryStore)) {
    for (int g = 0; g < kGoods; ++g) {
      const int kind = kResources + kProducts + g;
      if (own.get(kind) > 0 ? is_awake(kEntryStore) : by_cafe(kEntryStore, {0, 0, {Pieces::of(kind, 1)}}))
        out.add(kUseStore + g);
    }
  }
  if (is_awake(kEntryBlackMarket)) {  // CU-54
    const unsigned got = there >> kProducts;
    for (Word give = goods & kProductKinds; give != 0;)
      out.add_bits(got, kUseBlackMarket + kGoods * bits::pop_lowest(give));
    for (Word give = goods >> kProducts; give != 0;)
      out.add_bits(there & kProductKinds, kBlackMarketBack + kProducts * bits::pop_lowest(give));
  }
  if (is_awake(kEntryFactory)) add_made(kUseFactory, effect(kCigarFactory));
  if (is_awake(kEntryDistillery)) add_made(kUseDistillery, effect(kDistillery));
  if (is_awake(kEntryCigarCafe)) add_given(kUseCigarCafe, effect(kCigarCafe));
  if (is_awake(kEntryRumCafe)) add_given(kUseRumCafe, effect(kRumCafe));
  if (bits::test(state.open, kEntrySamba)) {
    const Need& set = set_[kSambaSchool];
    if (owns(player, set) ? is_awake(kEntrySamba) : by_cafe(kEntrySamba, set)) out.add(kUseSamba);
  }
  if (is_awake(kEntryMonastery)) {
    out.add_bits(goods, kUseMonastery);
    if (effect(kMonastery).max > 1) add_pairs(kUseMonastery + kMerchandise, kMultisets<kMerchandise>, kResources);
  }
  if (is_awake(kEntrySawmill)) add_given(kUseSawmill, effect(kSawmill));
  if (is_awake(kEntryCement)) add_given(kUseCement, effect(kCementFactory));
  if (is_awake(kEntryGolf)) add_given(kUseGolf, effect(kGolfCourse));
  if (is_awake(kEntryTreasury) && owns(player, set_[kTreasury])) out.add(kUseTreasury);
  if (bits::test(state.open, kEntryCasino)) {  // CU-61
    const auto& row = effect(kCasino);
    if (is_awake(kEntryCasino)) add_up_to(kUseCasino, std::min<int>(row.max, player.pesos / row.pesos));
    for (int n = 1; n <= row.max; ++n) {
      const int points = n * row.points;
      if (player.points >= points ? is_awake(kEntryCasino) : by_cafe(kEntryCasino, {0, points, {}}))
        out.add(kUseCasinoPesos + n - 1);
    }
  }
  if (is_awake(kEntryCustoms)) {  // CU-63
    const unsigned got = cargo_kinds(state) & there;
    for (Word give = goods; give != 0;) {
      const int kind = bits::pop_lowest(give);
      for (Word others = got & ~bits::bit(kind); others != 0;) {
        const int other = bits::pop_lowest(others);
        out.add(kUseCustoms + (kMerchandise - 1) * kind + (other < kind ? other : other - 1));
      }
    }
  }
  add_houses(state, out);
  if (is_awake(kEntryLighthouse) && effect(kLighthouse).flag != 0) {  // CU-60
    for (int pier = 0; pier < kPiers; ++pier) {
      if (state.ships[at(pier)] != 0) out.add(kUseLighthouse + pier);
    }
  }
  if (is_awake(kEntryNewspaper)) {  // CU-62
    for (int c = 0; c < kCategories; ++c) out.add(kUseNewspaper + c);
  }
  if (state.single == 0) out.add(kUseDone);
}

void Rules::add_houses(const State& state, ActionSet<kMaxLegal>& out) const noexcept {  // CU-59
  const Player& player = state.player(state.active);
  const bool cafe = exchanges(player), port = law(state).port;
  for (int house = 0; house < 2; ++house) {
    const int first_entry = house == 0 ? kEntrySmallHouse : kEntryLargeHouse;
    const auto& row = effect(house == 0 ? kSmallHouse : kLargeHouse);
    for (int pier = 0; pier < kPiers; ++pier) {
      const int entry = first_entry + pier;
      if (!bits::test(state.open, entry)) continue;
      const bool awake = bits::test(state.awake, entry);
      if (!awake && !cafe && !port) continue;
      int left = 0;
      for (int k = 0; k < kMerchandise; ++k) left += free_spaces(state, pier, k);
      for (Word kinds = loadable(state, pier); kinds != 0;) {
        const int k = bits::pop_lowest(kinds), kind = kResources + k;
        for (int n = row.min; n <= std::min<int>(row.max, free_spaces(state, pier, k)); ++n) {
          const bool offered = player.pieces.get(kind) >= n
                                   ? awake || (port && left == n)  // CU-45, the exception
                                   : cafe && cafe_pays(state, player, {0, 0, {Pieces::of(kind, n)}});
          if (!offered) continue;
          out.add(house == 0 ? kUseSmallHouse + pier * kMerchandise + k
                             : kUseLargeHouse + (pier * kMerchandise + k) * kMaxHouse + n - 1);
        }
      }
    }
  }
}

void Rules::add_loads(const State& state, ActionSet<kMaxLegal>& out) const noexcept {  // CU-79
  const Player& player = state.player(state.active);
  const unsigned fits = loadable(state, state.pier - 1), own = merchandise(player);
  unsigned kinds = 0;
  if (state.last_cafe == 0) kinds = fits & own & ~static_cast<unsigned>(bits::first(up(state.last_own - 1)));
  if (exchanges(player)) {  // CU-90g
    for (Word others = fits & ~own & ~bits::first(up(state.last_cafe - 1)); others != 0;) {
      const int k = bits::pop_lowest(others);
      if (cafe_pays(state, player, {0, 0, {Pieces::of(kResources + k, 1)}})) kinds |= 1U << k;
    }
  }
  out.add_bits(kinds, kFirstLoad);
  if (state.last_own != 0 || state.last_cafe != 0) out.add(kLoadDone);
}

/// Pieces that can be given next (CU-90d).
unsigned Rules::cafe_pieces(const State& state) const noexcept {
  const Player& player = state.player(state.active);
  const Need needed = need(state, static_cast<Action>(state.payment - 1));
  unsigned kinds = 0;
  int spare = 0;
  for (int k = kMerchandise - 1; k >= up(state.last_given - 1); --k) {
    const int kind = kResources + k, more = player.pieces.get(kind) - needed.pieces.get(kind);
    if (more <= 0) continue;
    spare += more;
    if (spare >= state.units) kinds |= 1U << k;
  }
  return kinds;
}

void Rules::legal(const State& state, ActionSet<kMaxLegal>& out) const noexcept {
  const Player& player = state.player(state.active);
  switch (state.phase) {
    case Phase::take_resources:
      out.add_bits(bits::first(kPairs3), kFirstTakeResources);
      return;
    case Phase::take_products:
      out.add_bits(bits::first(kPairs3), kFirstTakeProducts);
      return;
    case Phase::card: {
      out.add_bits(player.hand, kFirstPlay);
      for (int i = 0; i < kPrivileges; ++i) {
        if (bits::test(player.hand, kPrivilegeCharacters[at(i)]) && privilege_open(state, i))
          out.add(kFirstPrivilege + i);
      }
      return;
    }
    case Phase::take:
      out.add_bits(takeable(state), kFirstTake);
      return;
    case Phase::worker:
      out.add_bits(bits::first(kCells), kFirstWorker);
      return;
    case Phase::harvest: {
      const Harvest harvest = harvest_of(state);
      for (int c = 0; c <= harvest.most[0]; ++c) {
        for (int s = 0; s <= harvest.most[1]; ++s) {
          for (int t = 0; t <= harvest.most[2]; ++t) {
            const int total = c + s + t;
            if (total >= harvest.least_total && total <= harvest.most_total)
              out.add(kFirstHarvest + (c * kHarvestBase + s) * kHarvestBase + t);
          }
        }
      }
      return;
    }
    case Phase::field:
      out.add_bits(field_kinds(state), kFirstField);
      return;
    case Phase::trade:
      add_trades(state, out);
      return;
    case Phase::build:
      out.add_bits(affordable(state, player), kFirstBuild);
      out.add(kBuildNone);
      return;
    case Phase::site:
      out.add_bits((kFields & ~unsigned{player.built}) >> 1, kFirstOn);
      return;
    case Phase::foreman:
      out.add(kForemanCross);
      if (options_.single) add_singles(state, out);
      return;
    case Phase::use:
      add_uses(state, out);
      return;
    case Phase::ship: {
      const unsigned own = merchandise(player);
      const bool cafe = exchanges(player);
      for (int pier = 0; pier < kPiers; ++pier) {
        const unsigned fits = loadable(state, pier);
        bool any = (fits & own) != 0;
        for (Word others = fits & ~own; cafe && !any && others != 0;)
          any = cafe_pays(state, player, {0, 0, {Pieces::of(kResources + bits::pop_lowest(others), 1)}});
        if (any) out.add(kFirstShip + pier);
      }
      out.add(kShipNone);
      return;
    }
    case Phase::load:
      add_loads(state, out);
      return;
    case Phase::bribe: {
      const Bribes offered = bribes_of(state, state.active);
      out.add(kFirstBribe);
      for (int v = offered.low; v <= offered.high; ++v) out.add(kFirstBribe + v);
      return;
    }
    case Phase::veto:
      out.add_bits(bits::first(kCategories), kFirstVeto);
      out.add(kVetoPass);
      return;
    case Phase::enact:
      for (int i = 0; i < kPairs4; ++i) {
        if (state.bills[kEnactPairs[at(i)].a] != 0 && state.bills[kEnactPairs[at(i)].b] != 0) out.add(kFirstEnact + i);
      }
      return;
    case Phase::comply: {
      out.add(kFirstComply);
      const bool cafe = exchanges(player);
      for (int parts = 1; parts < 4; ++parts) {
        const Need needed = need(state, static_cast<Action>(kFirstComply + parts));
        if (owns(player, needed) || (cafe && cafe_pays(state, player, needed))) out.add(kFirstComply + parts);
      }
      return;
    }
    case Phase::cafe:
      out.add_bits(cafe_pieces(state), kFirstCafe);
      return;
    case Phase::ship_draw:
    case Phase::start:
    case Phase::bill_draw:
    case Phase::over:
      return;
  }
}

// Beach cafe.

/// What an action takes that the cafe may pay for (CU-90g, h).
Rules::Need Rules::need(const State& state, Action action) const noexcept {
  const int id = action;
  const auto piece = [](int kind, int count) { return Need{0, 0, {Pieces::of(kResources + kind, count)}}; };
  if (id >= kFirstSell && id < kFirstBuy) return piece(id - kFirstSell, 1);
  if (id >= kFirstBuy && id < kTradeDone) return {buy_price(state, id - kFirstBuy), 0, {}};
  if (id >= kUseStore && id < kUseBlackMarket) return piece(kProducts + id - kUseStore, 1);
  if (id == kUseSamba) return set_[kSambaSchool];
  if (id >= kUseCasinoPesos && id < kUseCustoms) return {0, (id - kUseCasinoPesos + 1) * effect(kCasino).points, {}};
  if (id >= kUseSmallHouse && id < kUseLargeHouse) return piece((id - kUseSmallHouse) % kMerchandise, 1);
  if (id >= kUseLargeHouse && id < kUseLighthouse) {
    const int number = id - kUseLargeHouse;
    return piece(number / kMaxHouse % kMerchandise, number % kMaxHouse + 1);
  }
  if (id >= kFirstLoad && id < kLoadDone) return piece(id - kFirstLoad, 1);
  if (id >= kFirstBribe && id < kFirstVeto) return {law(state).vote_price * (id - kFirstBribe), 0, {}};
  if (id >= kFirstComply && id < kFirstField) {
    const int parts = id - kFirstComply;
    Need sum{};
    for (int c = 0; c < kPayCategories; ++c) {
      if (!bits::test(static_cast<Word>(parts), c)) continue;
      const Need& part = pay_[at(c)][state.laws[at(c)]];
      sum.pesos += part.pesos;
      sum.pieces.lanes += part.pieces.lanes;
    }
    return sum;
  }
  return {};
}

bool Rules::owns(const Player& player, const Need& need) noexcept {
  return player.pesos >= need.pesos && player.points >= need.points && within(need.pieces.lanes, player.pieces.lanes);
}

Rules::Balance Rules::balance(const State& state, const Player& player, const Need& need) const noexcept {  // CU-90c
  Balance result{};
  result.missing = units(need.pesos - player.pesos, cafe_pesos_) + units(need.points - player.points, cafe_points_);
  result.spare = up(player.pesos - need.pesos) / cafe_pesos_ + up(player.points - need.points) / cafe_points_;
  result.supplied = true;
  for (int kind = kResources; kind < kPieces; ++kind) {
    const int lacks = need.pieces.get(kind) - player.pieces.get(kind);
    if (lacks > 0) {
      result.missing += lacks;
      // CU-90d: what was given in this foreman action counts as supply
      if (state.supply.get(kind) + state.given.get(kind) < lacks) result.supplied = false;
    } else {
      result.spare -= lacks;
    }
  }
  return result;
}

/// CU-90d: gives as many spare units as are missing: pesos, then points, then pieces by decision.
void Rules::pay_by_cafe(State& state, Action action) const noexcept {
  Player& player = state.player(state.active);
  const Need needed = need(state, action);
  int left = balance(state, player, needed).missing;
  const int pesos = std::min(left, up(player.pesos - needed.pesos) / cafe_pesos_);
  player.pesos = static_cast<std::uint16_t>(player.pesos - pesos * cafe_pesos_);
  left -= pesos;
  const int points = std::min(left, up(player.points - needed.points) / cafe_points_);
  player.points = static_cast<std::uint16_t>(player.points - points * cafe_points_);
  left -= points;
  state.payment = static_cast<std::uint16_t>(action + 1);
  state.units = byte(left);
  if (left > 0) {
    state.phase = Phase::cafe;
  } else {
    finish_payment(state);
  }
}

void Rules::give_unit(State& state, int kind) const noexcept {
  Player& player = state.player(state.active);
  if (is_use(static_cast<Action>(state.payment - 1))) {
    set_aside(state, player, kResources + kind, 1);
    state.given.add(kResources + kind, 1);
  } else {
    pay(state, player, kResources + kind, 1);
  }
  state.last_given = byte(kind + 1);
  if (--state.units == 0) finish_payment(state);
}

void Rules::finish_payment(State& state) const noexcept {
  Player& player = state.player(state.active);
  const auto action = static_cast<Action>(state.payment - 1);
  const Need needed = need(state, action);
  player.pesos =
      static_cast<std::uint16_t>(player.pesos + cafe_pesos_ * units(needed.pesos - player.pesos, cafe_pesos_));
  player.points =
      static_cast<std::uint16_t>(player.points + cafe_points_ * units(needed.points - player.points, cafe_points_));
  for (int kind = kResources; kind < kPieces; ++kind) {
    const int lacks = needed.pieces.get(kind) - player.pieces.get(kind);
    if (lacks <= 0) continue;
    const int back = std::min(lacks, state.given.get(kind));
    state.given.remove(kind, back);
    state.aside.remove(kind, back);
    state.supply.remove(kind, lacks - back);
    player.pieces.add(kind, lacks);
  }
  state.payment = 0;
  state.last_given = 0;
  carry_out(state, action, true);
}

/// An action that may have been paid by the cafe; what it takes is there now.
void Rules::carry_out(State& state, Action action, bool by_cafe) const noexcept {
  const int id = action;
  if (id <= kTradeDone) {
    state.phase = Phase::trade;
    trade(state, action, by_cafe);
  } else if (id <= kUseDone) {
    use(state, action);
  } else if (id < kLoadDone) {
    state.phase = Phase::load;
    load(state, id - kFirstLoad, by_cafe);
  } else if (id < kFirstVeto) {  // a bribe, after the reveal
    Player& player = state.player(state.active);
    const int votes_bought = id - kFirstBribe;
    player.pesos = static_cast<std::uint16_t>(player.pesos - law(state).vote_price * votes_bought);
    player.bribed = static_cast<std::uint16_t>(player.bribed + votes_bought);
    tally(state, true);
  } else {
    comply(state, id - kFirstComply);
  }
}

// Effects.

/// CU-3: what the supply has; CU-90e: the owner of the cafe gets pesos for the rest, as far as he has pieces.
void Rules::gain(State& state, Player& player, int kind, int count) const noexcept {
  const int got = std::min(count, state.supply.get(kind));
  if (got < count && kind >= kResources && exchanges(player)) {
    const int pesos = cafe_pesos_ * std::min(count - got, player.pieces.get(kind));
    player.pesos = static_cast<std::uint16_t>(player.pesos + pesos);
  }
  player.pieces.add(kind, got);
  state.supply.remove(kind, got);
}

/// CU-99: from the yard first.
void Rules::take_from(Player& player, int kind, int count) noexcept {
  player.pieces.remove(kind, count);
  const int product = kind - kResources;
  if (product < 0 || product >= kProducts) return;
  player.store[at(product)] = std::min(player.store[at(product)], byte(player.pieces.get(kind)));
}

void Rules::pay(State& state, Player& player, int kind, int count) noexcept {
  take_from(player, kind, count);
  state.supply.add(kind, count);
}

void Rules::set_aside(State& state, Player& player, int kind, int count) noexcept {
  take_from(player, kind, count);
  state.aside.add(kind, count);
}

void Rules::load_piece(State& state, Player& player, int place, int kind, int count) const noexcept {  // CU-77
  take_from(player, kResources + kind, count);
  state.cargo[at(place)].add(kind, count);
  player.points = static_cast<std::uint16_t>(player.points + count * tables_.pier_points[at(place)]);
}

// Actions.

void Rules::play(State& state, int character) const noexcept {
  Player& player = state.player(state.active);
  player.hand = byte(player.hand & ~(1 << character));
  if (state.lap == kLaps) player.fourth = byte(character + 1);
}

void Rules::use_privilege(State& state, int privilege) const noexcept {
  play(state, kPrivilegeCharacters[at(privilege)]);
  if (privilege == kTradePrivilege) {
    state.phase = Phase::take;
    return;
  }
  const bool cafe = by_cafe_privilege(state, privilege);
  const int space = cafe ? 0 : state.taken_of(privilege);
  if (!cafe) state.taken = byte(state.taken + (1 << (2 * privilege)));
  Player& player = state.player(state.active);
  if (privilege == kArchitectPrivilege) {  // CU-20
    player.points = static_cast<std::uint16_t>(player.points + tables_.privilege_points[at(space)]);
  } else {
    player.pesos = static_cast<std::uint16_t>(player.pesos + tables_.privilege_pesos[at(space)]);
  }
  end_turn(state);
}

void Rules::take_piece(State& state, int kind) const noexcept {
  if (!by_cafe_privilege(state, kTradePrivilege)) state.taken = byte(state.taken + (1 << (2 * kTradePrivilege)));
  gain(state, state.player(state.active), kind, 1);
  end_turn(state);
}

void Rules::work(State& state, int cell) const noexcept {
  Player& player = state.player(state.active);
  player.pawn = byte(cell);
  if (law(state).one_field) {  // CU-28a
    if (field_kinds(state) != 0) {
      state.phase = Phase::field;
    } else {
      end_turn(state);
    }
    return;
  }
  const bool limited = law(state).limit >= 0;
  Word yield = 0;  // CU-24, 28
  const auto& cells = yield_[layout_[at(state.active)]];
  for (Word active = kCross[at(cell)] & ~Word{player.built} & kFields; active != 0;)
    yield += cells[at(bits::pop_lowest(active))];
  if (limited) yield &= Pieces::kResourceLanes;
  if (within(yield, state.supply.lanes)) {
    player.pieces.lanes += yield;
    state.supply.lanes -= yield;
  } else {
    for (int kind = 0; kind < kPieces; ++kind) gain(state, player, kind, Pieces{yield}.get(kind));
  }
  if (limited) {
    const Harvest fields = harvest_of(state);
    if (fields.most[0] + fields.most[1] + fields.most[2] > 0) {
      state.phase = Phase::harvest;
      return;
    }
  }
  end_turn(state);
}

void Rules::harvest(State& state, int number) const noexcept {  // CU-27
  Player& player = state.player(state.active);
  const int limit = law(state).limit;
  int total = 0;
  for (int k = kProducts - 1; k >= 0; --k, number /= kHarvestBase) {
    total += number % kHarvestBase;
    gain(state, player, kResources + k, number % kHarvestBase);
  }
  pay(state, player, kWater, up(total - limit) * tables_.water_per_product);
  end_turn(state);
}

void Rules::trade(State& state, Action action, bool by_cafe) const noexcept {
  Player& player = state.player(state.active);
  const int id = action;
  if (id == kTradeDone) {
    state.sold = state.bought = state.last_own = state.last_bought = state.last_cafe = 0;
    end_turn(state);
  } else if (id < kFirstBuy) {
    const int k = id - kFirstSell;
    player.pesos = static_cast<std::uint16_t>(player.pesos + sell_price(state, k));
    take_from(player, kResources + k, 1);
    if (state.market[at(k)] < capacity_[at(k)]) {  // CU-30
      ++state.market[at(k)];
    } else {  // CU-31
      state.supply.add(kResources + k, 1);
    }
    state.sold = byte(state.sold | 1 << k);
    (by_cafe ? state.last_cafe : state.last_own) = byte(k + 1);
  } else {
    const int k = id - kFirstBuy;
    player.pesos = static_cast<std::uint16_t>(player.pesos - buy_price(state, k));
    if (state.market[at(k)] > 0) {  // CU-32
      --state.market[at(k)];
    } else {
      state.supply.remove(kResources + k, 1);
    }
    player.pieces.add(kResources + k, 1);
    state.bought = byte(state.bought | 1 << k);
    if (!by_cafe) state.last_bought = byte(k + 1);
  }
}

void Rules::build(State& state, int kind) const noexcept {
  Player& player = state.player(state.active);
  player.pieces.lanes -= cost_[at(kind)].lanes;
  state.supply.lanes += cost_[at(kind)].lanes;
  state.kind = byte(kind + 1);
  state.phase = Phase::site;
}

void Rules::build_on(State& state, int cell) const noexcept {
  Player& player = state.player(state.active);
  player.building[at(cell)] = state.kind;
  player.built = static_cast<std::uint16_t>(player.built | bits::bit(cell));
  player.kinds |= bit32(state.kind - 1);
  state.tiles.remove(state.kind - 1);
  state.kind = 0;
  end_turn(state);
}

/// These kinds are active: gains, then uses (CU-43, 44).
void Rules::begin_foreman(State& state, std::uint32_t kinds) const noexcept {
  Player& player = state.player(state.active);
  std::uint32_t entries = 0;
  for (Word left = kinds; left != 0;) {
    const int kind = bits::pop_lowest(left);
    const auto& row = effect(kind);
    entries |= kEntriesOfKind[at(kind)];
    switch (kEffectKinds[at(kind)]) {
      case EffectKind::gain:  // CU-47, 48
        player.pesos = static_cast<std::uint16_t>(player.pesos + row.pesos);
        player.points = static_cast<std::uint16_t>(player.points + row.points);
        for (int k = 0; k < kPieces; ++k) gain(state, player, k, row.pieces[at(k)]);
        break;
      case EffectKind::votes:  // CU-49
        player.marks = byte(player.marks | kHallUsed);
        break;
      case EffectKind::veto:  // CU-50
        if (row.flag != 0) state.veto = byte(state.active + 1);
        break;
      case EffectKind::count_tiles:  // CU-52
        player.points = static_cast<std::uint16_t>(player.points + row.points * bits::count(player.built));
        break;
      case EffectKind::store:
      case EffectKind::make:
      case EffectKind::swap_class:
      case EffectKind::sell:
      case EffectKind::give:
      case EffectKind::give_any:
      case EffectKind::give_set:
      case EffectKind::load:
      case EffectKind::swap_ship:
      case EffectKind::bet:
      case EffectKind::exchange:
      case EffectKind::press:
      case EffectKind::swap_cargo:
        break;
    }
  }
  state.open = state.awake = entries;
  if (has_use(state)) {
    state.phase = Phase::use;
  } else {
    end_foreman(state);
  }
}

void Rules::use(State& state, Action action) const noexcept {
  if (action == kUseDone) {
    end_foreman(state);
    return;
  }
  Player& player = state.player(state.active);
  const int id = action, entry = kEntryOfUse[at(id - kFirstUse)];
  const int kind = kEntryKinds[at(entry)];
  const auto& row = effect(kind);
  const unsigned lay = cargo_kinds(state);
  int got = -1;      // merchandise
  int loaded = -1;   // pier
  int swapped = -1;  // pier
  const auto give = [&](int piece, int count) { set_aside(state, player, piece, count); };
  const auto add_pesos = [&](int pesos) { player.pesos = static_cast<std::uint16_t>(player.pesos + pesos); };
  const auto add_points = [&](int points) { player.points = static_cast<std::uint16_t>(player.points + points); };
  const auto get = [&](int merch, int count) {
    player.pieces.add(kResources + merch, count);
    state.supply.remove(kResources + merch, count);
    got = merch;
  };
  /// One piece or a pair, from `base` on; returns how many.
  const auto give_some = [&](int base, int kinds, int first_kind, const auto& pairs) {
    const int number = id - base;
    if (number < kinds) {
      give(first_kind + number, 1);
      return 1;
    }
    give(first_kind + pairs[at(number - kinds)].a, 1);
    give(first_kind + pairs[at(number - kinds)].b, 1);
    return 2;
  };
  const auto give_up_to = [&](int base) {
    const int count = id - base + 1;
    give(row.from, count);
    add_points(count * row.points);
  };
  const auto make = [&](int base) {
    const int count = id - base + 1;
    give(kResources + row.from, count);
    get(row.to, count);
  };
  const auto give_set = [&] {
    for (int i = 0; i < row.kinds; ++i) give(kResources + row.kind[at(i)], 1);
    add_points(row.points);
  };
  switch (kind) {
    case kBuildersYard:
      add_pesos(row.pesos * give_some(kUseYard, kResources, 0, kMultisets<kResources>));
      break;
    case kMiddleman:
      give(kResources + id - kUseMiddleman, 1);
      add_pesos(row.pesos);
      break;
    case kGeneralStore:
      give(kResources + kProducts + id - kUseStore, 1);
      add_pesos(row.pesos);
      break;
    case kBlackMarket:
      if (id < kBlackMarketBack) {
        give(kResources + (id - kUseBlackMarket) / kGoods, 1);
        get(kProducts + (id - kUseBlackMarket) % kGoods, 1);
      } else {
        give(kResources + kProducts + (id - kBlackMarketBack) / kProducts, 1);
        get((id - kBlackMarketBack) % kProducts, 1);
      }
      break;
    case kCigarFactory:
      make(kUseFactory);
      break;
    case kDistillery:
      make(kUseDistillery);
      break;
    case kCigarCafe:
      give_up_to(kUseCigarCafe);
      break;
    case kRumCafe:
      give_up_to(kUseRumCafe);
      break;
    case kSambaSchool:
    case kTreasury:
      give_set();
      break;
    case kMonastery:
      add_points(row.points * give_some(kUseMonastery, kMerchandise, kResources, kMultisets<kMerchandise>));
      break;
    case kSawmill:
      give_up_to(kUseSawmill);
      break;
    case kCementFactory:
      give_up_to(kUseCement);
      break;
    case kGolfCourse:
      give_up_to(kUseGolf);
      break;
    case kCasino: {
      const bool for_points = id < kUseCasinoPesos;
      const int times = id - (for_points ? kUseCasino : kUseCasinoPesos) + 1;
      add_pesos((for_points ? -times : times) * row.pesos);
      add_points((for_points ? times : -times) * row.points);
      break;
    }
    case kCustoms: {
      const int given = (id - kUseCustoms) / (kMerchandise - 1), other = (id - kUseCustoms) % (kMerchandise - 1);
      give(kResources + given, 1);
      get(other < given ? other : other + 1, 1);
      break;
    }
    case kSmallHouse:
      loaded = (id - kUseSmallHouse) / kMerchandise;
      load_piece(state, player, loaded, (id - kUseSmallHouse) % kMerchandise, 1);
      break;
    case kLargeHouse: {
      const int number = id - kUseLargeHouse;
      loaded = number / (kMerchandise * kMaxHouse);
      load_piece(state, player, loaded, number / kMaxHouse % kMerchandise, number % kMaxHouse + 1);
      break;
    }
    case kLighthouse:
      swapped = id - kUseLighthouse;
      std::swap(state.ships[at(swapped)], state.ships[kSea]);
      std::swap(state.cargo[at(swapped)], state.cargo[kSea]);
      break;
    case kNewspaper:
      state.press = byte(id - kUseNewspaper + 1);
      break;
    default:
      break;
  }
  // CU-45
  state.open &= ~kEntriesOfKind[at(kind)];
  state.awake &= ~static_cast<std::uint32_t>(bits::first(entry));                                          // S
  if (got >= 0) state.awake |= wakes_[at(got)];                                                            // W1
  if ((cargo_kinds(state) & ~lay) != 0) state.awake |= bit32(kEntryCustoms);                               // W2
  if (swapped >= 0) state.awake |= bit32(kEntrySmallHouse + swapped) | bit32(kEntryLargeHouse + swapped);  // W3
  state.awake &= state.open;
  if (loaded >= 0 && law(state).port && is_full(state, loaded)) {  // CU-102, 103
    state.awake = state.open;                                      // W4
    update_harbour(state, Then::use);
  } else {
    go_on_using(state);
  }
}

void Rules::go_on_using(State& state) const noexcept {
  if (state.single == 0 && has_use(state)) {
    state.phase = Phase::use;
  } else {
    end_foreman(state);
  }
}

void Rules::end_foreman(State& state) const noexcept {
  Player& player = state.player(state.active);
  const std::uint32_t kinds = state.single != 0 ? bit32(state.single - 1) : cross_kinds(player);
  if (bits::test(kinds, kWarehouse) && effect(kWarehouse).flag != 0) {  // CU-43, 51, 99
    if (options_.located) {
      for (int k = 0; k < kProducts; ++k) player.store[at(k)] = byte(player.pieces.get(kResources + k));
    } else {
      player.marks = byte(player.marks | kStored);
    }
  }
  state.supply.lanes += state.aside.lanes;  // CU-2a
  state.aside = state.given = {};
  state.open = state.awake = 0;
  state.single = 0;
  end_turn(state);
}

void Rules::load(State& state, int kind, bool by_cafe) const noexcept {
  load_piece(state, state.player(state.active), state.pier - 1, kind, 1);
  (by_cafe ? state.last_cafe : state.last_own) = byte(kind + 1);
}

void Rules::finish_loading(State& state) const noexcept {
  const int place = state.pier - 1;
  state.pier = state.last_own = state.last_cafe = 0;
  if (law(state).port && is_full(state, place)) {  // CU-102, 103
    update_harbour(state, Then::turn);
  } else {
    end_turn(state);
  }
}

void Rules::apply(State& state, Action action) const noexcept {
  const int id = action;
  Player& player = state.player(state.active);
  const auto paid_action = [&] {
    if (exchanges(player) && !owns(player, need(state, action))) {
      pay_by_cafe(state, action);
    } else {
      carry_out(state, action, false);
    }
  };
  switch (state.phase) {
    case Phase::take_resources:
    case Phase::take_products: {  // CU-7, 8
      const bool resources = state.phase == Phase::take_resources;
      const Pair pair = kMultisets<kResources>[at(id - (resources ? kFirstTakeResources : kFirstTakeProducts))];
      const int first = resources ? 0 : kResources;
      gain(state, player, first + pair.a, 1);
      gain(state, player, first + pair.b, 1);
      if (resources) {
        state.phase = Phase::take_products;
        return;
      }
      state.active = byte(next(state.active));
      state.phase = Phase::take_resources;
      if (state.active == state.start) begin_round(state);
      return;
    }
    case Phase::card:
      if (id >= kFirstPrivilege) {
        use_privilege(state, id - kFirstPrivilege);
        return;
      }
      play(state, id - kFirstPlay);
      switch (static_cast<Character>(id - kFirstPlay)) {
        case kWorker:
          state.phase = Phase::worker;
          return;
        case kTradeswoman:
          state.phase = Phase::trade;
          return;
        case kArchitect:
          state.phase = Phase::build;
          return;
        case kForeman:
          state.phase = Phase::foreman;
          return;
        case kMayor:
          state.phase = Phase::ship;
          return;
      }
      return;
    case Phase::take:
      take_piece(state, id - kFirstTake);
      return;
    case Phase::worker:
      work(state, id - kFirstWorker);
      return;
    case Phase::harvest:
      harvest(state, id - kFirstHarvest);
      return;
    case Phase::field:
      gain(state, player, id - kFirstField, 1);
      end_turn(state);
      return;
    case Phase::trade:
      paid_action();
      return;
    case Phase::build:
      if (id == kBuildNone) {
        end_turn(state);
      } else {
        build(state, id - kFirstBuild);
      }
      return;
    case Phase::site:
      build_on(state, id - kFirstOn + 1);
      return;
    case Phase::foreman:
      if (id == kForemanCross) {
        begin_foreman(state, cross_kinds(player));
      } else {
        const int cell = id - kFirstSingle;
        const int kind = cell == 0 ? kWarehouse : player.building[at(cell)] - 1;
        state.single = byte(kind + 1);
        begin_foreman(state, bit32(kind));
      }
      return;
    case Phase::use:
      paid_action();
      return;
    case Phase::ship:
      if (id == kShipNone) {
        end_turn(state);
      } else {
        state.pier = byte(id - kFirstShip + 1);
        state.phase = Phase::load;
      }
      return;
    case Phase::load:
      if (id == kLoadDone) {
        finish_loading(state);
      } else {
        paid_action();
      }
      return;
    case Phase::bribe:
      player.bribe = byte(id - kFirstBribe + 1);
      next_bribe(state);
      return;
    case Phase::veto:
      if (id != kVetoPass) state.bills[at(id - kFirstVeto)] = 0;  // CU-70
      state.active = byte(state.winner - 1);
      state.phase = Phase::enact;
      return;
    case Phase::enact:
      enact(state, id - kFirstEnact);
      return;
    case Phase::comply:
      paid_action();
      return;
    case Phase::cafe:
      give_unit(state, id - kFirstCafe);
      return;
    case Phase::ship_draw:
    case Phase::start:
    case Phase::bill_draw:
    case Phase::over:
      return;
  }
}

// Chance.

int Rules::forced_outcome(const State& state) const noexcept {
  if (state.phase == Phase::start) return -1;
  if (state.phase == Phase::ship_draw) {
    const Word ships = state.undrawn;
    return bits::count(ships) == 1 ? kFirstShipOutcome + bits::lowest(ships) : -1;
  }
  int c = 0;
  while (state.bills[at(c)] != 0) ++c;
  const Word stack = state.stacks[at(c)];
  return bits::count(stack) == 1 ? kFirstBillOutcome + c * kStack + bits::lowest(stack) : -1;
}

void Rules::outcomes(const State& state, Distribution<kOutcomes>& out) const noexcept {
  out.clear();
  const auto add_all = [&out](Word set, int base) {
    while (set != 0) out.add(base + bits::pop_lowest(set), 1);
  };
  if (state.phase == Phase::ship_draw) {
    add_all(state.undrawn, kFirstShipOutcome);
  } else if (state.phase == Phase::start) {
    add_all(bits::first(seats_), kFirstSeatOutcome);
  } else {
    int c = 0;
    while (state.bills[at(c)] != 0) ++c;
    add_all(state.stacks[at(c)], kFirstBillOutcome + c * kStack);
  }
}

Outcome Rules::sample(const State& state, Rng& rng) const noexcept {
  const auto draw = [&rng](Word set, int base) {
    const auto n = static_cast<int>(rng.below(static_cast<std::uint32_t>(bits::count(set))));
    return static_cast<Outcome>(base + bits::nth(set, n));
  };
  if (state.phase == Phase::ship_draw) return draw(state.undrawn, kFirstShipOutcome);
  if (state.phase == Phase::start) return draw(bits::first(seats_), kFirstSeatOutcome);
  int c = 0;
  while (state.bills[at(c)] != 0) ++c;
  return draw(state.stacks[at(c)], kFirstBillOutcome + c * kStack);
}

void Rules::apply_outcome(State& state, Outcome outcome) const noexcept {
  const int id = outcome;
  if (id < kFirstSeatOutcome) {
    const int ship = id - kFirstShipOutcome;
    state.ships[at(draw_place(state))] = byte(ship + 1);
    state.undrawn = static_cast<std::uint16_t>(state.undrawn & ~bits::bit(ship));
    draw_ships(state);
  } else if (id < kFirstBillOutcome) {
    begin_setup(state, id - kFirstSeatOutcome);
  } else {
    const int c = (id - kFirstBillOutcome) / kStack, number = (id - kFirstBillOutcome) % kStack;
    state.bills[at(c)] = byte(number + 1);
    state.stacks[at(c)] = byte(state.stacks[at(c)] & ~(1 << number));
    if (c + 1 < kCategories) return;
    state.lap = 1;
    state.active = state.start;
    state.phase = Phase::card;
  }
}

// Flow.

void Rules::end_turn(State& state) const noexcept {
  state.active = byte(next(state.active));
  state.phase = Phase::card;
  if (state.active != state.start) return;
  if (++state.lap > kLaps) begin_parliament(state);
}

/// CU-92..94, with the pieces of full ships; goes on when all ships are drawn.
void Rules::update_harbour(State& state, Then then) const noexcept {
  constexpr std::array<int, kPlaces> kOrder = {2, 1, 0, kSea};
  for (const int place : kOrder) {  // U1
    if (!is_full(state, place)) continue;
    for (int k = 0; k < kMerchandise; ++k) {
      (then == Then::use ? state.aside : state.supply).add(kResources + k, state.cargo[at(place)].get(k));
    }
    const int gone = state.departed == 0 ? 0 : bits::highest(state.departed) / 4 + 1;
    state.departed |= bits::up(state.ships[at(place)], 4 * gone);
    state.ships[at(place)] = 0;
    state.cargo[at(place)] = {};
  }
  const auto move = [&state](int from, int to) {
    if (state.ships[at(to)] != 0 || state.ships[at(from)] == 0) return;
    std::swap(state.ships[at(from)], state.ships[at(to)]);
    std::swap(state.cargo[at(from)], state.cargo[at(to)]);
  };
  move(1, 2);  // U2
  move(0, 1);
  move(kSea, 0);  // U3
  state.then = then;
  draw_ships(state);
}

/// Where the next ship goes, or -1.
int Rules::draw_place(const State& state) const noexcept {
  if (state.then == Then::setup) {
    for (int pier = 0; pier < tables_.ships_in_harbour; ++pier) {
      if (state.ships[at(pier)] == 0) return pier;
    }
  } else if (state.ships[0] == 0) {
    return 0;
  }
  return state.ships[kSea] == 0 ? kSea : -1;
}

void Rules::draw_ships(State& state) const noexcept {
  for (int place = draw_place(state); place >= 0; place = draw_place(state)) {
    if (state.undrawn != 0) {
      state.phase = Phase::ship_draw;
      return;
    }
    state.ships[at(place)] = byte(static_cast<int>(state.departed & bits::first(4)));  // CU-96
    state.departed = bits::down(state.departed, 4);
  }
  const Then then = state.then;
  state.then = Then::setup;
  switch (then) {
    case Then::setup:
      state.phase = Phase::start;
      if (options_.fixed_start) begin_setup(state, 0);
      return;
    case Then::turn:
      end_turn(state);
      return;
    case Then::use:
      go_on_using(state);
      return;
    case Then::round:
      finish_round(state);
      return;
  }
}

void Rules::begin_setup(State& state, int start) const noexcept {
  state.start = state.active = byte(start);
  state.phase = Phase::take_resources;
}

void Rules::begin_round(State& state) const noexcept {
  ++state.round;
  state.phase = Phase::bill_draw;
}

void Rules::begin_parliament(State& state) const noexcept {
  int best = -1, best_votes = -1;  // CU-15, 16
  for (int i = 0, seat = state.start; i < seats_; ++i, seat = next(seat)) {
    Player& player = state.player(seat);
    const int value = tables_.votes[at(player.fourth - 1)];
    player.fourth = 0;
    if (value > best_votes || (value == best_votes && options_.start_far)) {
      best = seat;
      best_votes = value;
    }
  }
  state.next_start = byte(best + 1);
  state.lap = 0;
  state.bidders = byte(static_cast<int>(bits::first(seats_)));
  state.active = state.start;
  state.phase = Phase::bribe;
}

/// The next seat of this step, or the reveal.
void Rules::next_bribe(State& state) const noexcept {
  for (int seat = next(state.active); seat != state.start; seat = next(seat)) {
    if (!bits::test(state.bidders, seat)) continue;
    state.active = byte(seat);
    return;
  }
  reveal(state);
}

void Rules::reveal(State& state) const noexcept {  // CU-65
  const int price = law(state).vote_price;
  bool paid = false;
  int by_cafe = -1, by_cafe_votes = 0;
  for (Word seats = state.bidders; seats != 0;) {
    const int seat = bits::pop_lowest(seats);
    Player& player = state.player(seat);
    const int bought = player.bribe - 1;
    player.bribe = 0;
    paid |= bought > 0;
    if (price * bought > player.pesos) {
      by_cafe = seat;
      by_cafe_votes = bought;
      continue;
    }
    player.pesos = static_cast<std::uint16_t>(player.pesos - price * bought);
    player.bribed = static_cast<std::uint16_t>(player.bribed + bought);
  }
  if (by_cafe >= 0) {
    state.active = byte(by_cafe);
    pay_by_cafe(state, static_cast<Action>(kFirstBribe + by_cafe_votes));
  } else {
    tally(state, paid);
  }
}

/// CU-66..69; `paid`: somebody bribed in this step.
void Rules::tally(State& state, bool paid) const noexcept {
  int most = -1;
  Word tied = 0;
  for (Word seats = state.bidders; seats != 0;) {
    const int seat = bits::pop_lowest(seats), has = votes(state.player(seat));
    if (has > most) {
      most = has;
      tied = 0;
    }
    if (has == most) tied |= bits::bit(seat);
  }
  int first = state.start;
  while (!bits::test(tied, first)) first = next(first);
  const bool decided = bits::count(tied) == 1 || (state.repeat != 0 && (!paid || options_.vote_once));
  if (decided) {
    elect(state, first);
    return;
  }
  state.bidders = byte(static_cast<int>(tied));
  state.repeat = 1;
  state.active = byte(first);
  state.phase = Phase::bribe;
}

void Rules::elect(State& state, int winner) const noexcept {
  state.bidders = state.repeat = 0;
  state.winner = byte(winner + 1);
  const bool may_veto = state.veto != 0 && state.veto != state.winner;  // CU-70a
  state.phase = may_veto ? Phase::veto : Phase::enact;
  state.active = byte(may_veto ? state.veto - 1 : winner);
}

void Rules::enact(State& state, int pair) const noexcept {
  const Pair chosen = kEnactPairs[at(pair)];
  state.laws[chosen.a] = state.bills[chosen.a];  // CU-72
  state.laws[chosen.b] = state.bills[chosen.b];
  if (state.press != 0 && state.press != chosen.a + 1 && state.press != chosen.b + 1) {  // CU-74
    for (int seat = 0; seat < seats_; ++seat) {
      Player& player = state.player(seat);
      if (!bits::test(player.kinds, kNewspaper)) continue;
      player.points = static_cast<std::uint16_t>(player.points + effect(kNewspaper).points);
      player.pesos = static_cast<std::uint16_t>(player.pesos + effect(kNewspaper).pesos);
    }
  }
  state.bills = {};  // CU-73
  state.winner = state.veto = state.press = 0;
  for (int seat = 0; seat < seats_; ++seat) {
    Player& player = state.player(seat);
    player.bribed = 0;
    player.marks = byte(player.marks & ~kHallUsed);
  }
  state.active = state.start;
  state.phase = Phase::comply;
}

void Rules::comply(State& state, int parts) const noexcept {
  const int seat = state.active;
  Player& player = state.player(seat);
  const Need needed = need(state, static_cast<Action>(kFirstComply + parts));
  player.pesos = static_cast<std::uint16_t>(player.pesos - needed.pesos);
  for (int kind = kResources; kind < kPieces; ++kind) pay(state, player, kind, needed.pieces.get(kind));
  const int reward = parts == 0 ? 0 : parts == 3 ? tables_.reward_both : tables_.reward_one;  // CU-81
  player.points = static_cast<std::uint16_t>(player.points + reward);
  subsidise(state, player, seat);
  state.phase = Phase::comply;
  state.active = byte(next(seat));
  if (state.active != state.start) return;
  if (state.round == tables_.rounds) {
    finish_game(state);
  } else {
    end_round(state);
  }
}

void Rules::subsidise(State& state, Player& player, int seat) const noexcept {  // CU-83, 84
  if (state.laws[kSubsidy] == 0) return;
  const auto& row = tables_.subsidy[at(state.laws[kSubsidy] - 1)];
  const unsigned unbuilt = kFields & ~unsigned{player.built};
  int amount = 0;
  switch (static_cast<Basis>(row.basis)) {
    case Basis::own_water:
      amount = player.pieces.get(kWater);
      break;
    case Basis::delegate_votes:
      amount = tables_.votes[at(delegate_of(player))];
      break;
    case Basis::own_tiles:
      amount = bits::count(player.built);
      break;
    case Basis::own_unbuilt_fields:
      amount = bits::count(unbuilt);
      break;
    case Basis::own_unbuilt_kinds:
      break;
  }
  amount /= row.divisor;
  if (row.cap != 0) amount = std::min(amount, row.cap - 1);
  switch (static_cast<Gives>(row.gives)) {
    case Gives::vp:
      player.points = static_cast<std::uint16_t>(player.points + amount);
      break;
    case Gives::pesos:
      player.pesos = static_cast<std::uint16_t>(player.pesos + amount);
      break;
    case Gives::resources:
      for (int k = 0; k < kResources; ++k) {
        if ((unbuilt & cells_of_[layout_[at(seat)]][at(k)]) != 0) gain(state, player, k, 1);
      }
      break;
  }
}

void Rules::end_round(State& state) const noexcept {
  if (!law(state).no_loss) {  // CU-97..99
    for (int seat = 0; seat < seats_; ++seat) {
      Player& player = state.player(seat);
      if ((player.marks & kStored) != 0) continue;
      int lost = 0;
      for (int k = 0; k < kProducts; ++k) {
        const int count = player.pieces.get(kResources + k) - player.store[at(k)];
        pay(state, player, kResources + k, count);
        lost += count;
      }
      if (exchanges(player)) player.pesos = static_cast<std::uint16_t>(player.pesos + lost * cafe_pesos_);  // CU-90f
    }
  }
  update_harbour(state, Then::round);
}

void Rules::finish_round(State& state) const noexcept {  // CU-100
  for (int seat = 0; seat < seats_; ++seat) {
    Player& player = state.player(seat);
    player.hand = byte(static_cast<int>(bits::first(kCharacters)));
    player.marks = 0;
  }
  state.taken = 0;
  state.start = state.active = byte(state.next_start - 1);
  state.next_start = 0;
  begin_round(state);
}

void Rules::finish_game(State& state) const noexcept {
  for (int seat = 0; seat < seats_; ++seat) {
    Player& player = state.player(seat);
    const int points = final_points(state, seat), pesos = final_pesos(state, seat);
    if (exchanges(player)) {
      for (int kind = kResources; kind < kPieces; ++kind) pay(state, player, kind, player.pieces.get(kind));
    }
    player.points = static_cast<std::uint16_t>(points);
    player.pesos = static_cast<std::uint16_t>(pesos);
    player.marks = 0;
  }
  state.taken = state.next_start = 0;
  state.active = state.start = 0;
  state.phase = Phase::over;
}

// Results.

/// Points if the game ended now (CU-90f, 104).
int Rules::final_points(const State& state, int seat) const noexcept {
  const Player& player = state.player(seat);
  if (state.phase == Phase::over) return player.points;
  int points = player.points + bits::count(player.built) * tables_.points_per_tile;
  if (exchanges(player)) {
    points += cafe_points_ * (player.pesos / cafe_pesos_ + player.pieces.only(Pieces::kMerchandiseLanes).total());
  }
  return points;
}

int Rules::final_pesos(const State& state, int seat) const noexcept {
  const Player& player = state.player(seat);
  return state.phase != Phase::over && exchanges(player) ? player.pesos % cafe_pesos_ : player.pesos;
}

void Rules::scores(const State& state, std::span<int> out) const noexcept {
  for (int seat = 0; seat < seats_; ++seat) out[at(seat)] = final_points(state, seat);
}

void Rules::places(const State& state, std::span<int> out) const noexcept {  // CU-105
  constexpr int kPesoRange = 1 << 16;
  std::array<std::int64_t, kMaxSeats> rank{};
  for (int seat = 0; seat < seats_; ++seat)
    rank[at(seat)] = std::int64_t{final_points(state, seat)} * kPesoRange + final_pesos(state, seat);
  for (int seat = 0; seat < seats_; ++seat) {
    int place = 1;
    for (int other = 0; other < seats_; ++other) place += rank[at(other)] > rank[at(seat)] ? 1 : 0;
    out[at(seat)] = place;
  }
}

}  // namespace pyboard::cuba
