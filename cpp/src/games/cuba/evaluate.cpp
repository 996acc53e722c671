// A cheap estimate of the final placing: points that each seat can still expect, then the share of seats beaten.
// The constants are points of view of the game, not rules; they were fitted to the places in 800 games of searching
// players, two and four at a table (least squares over positions).
#include <algorithm>
#include <cmath>

#include "pyboard/core/exponential.hpp"
#include "pyboard/core/narrow.hpp"
#include "pyboard/games/cuba/rules.hpp"

namespace pyboard::cuba {

namespace {

constexpr float kResource = 0.481F;       // of a cube while there is enough to build
constexpr float kSpareResource = 0.162F;  // of a cube beyond that
constexpr float kCubesPerBuilding = 1.58F;
constexpr float kGood = 1.16F;
constexpr float kManyGoods = 6.0F;
constexpr float kSafeProduct = 0.431F;
constexpr float kFreshProduct = 0.871F;  // of a product that perishes at the end of the round
constexpr float kPlayedFresh = 0.678F;   // more for each card that can still use it
constexpr float kTaxPeso = 0.426F;
constexpr float kTaxPesos = 4.75F;  // kept for the tax of a round
constexpr float kPeso = 0.195F;
constexpr float kLastPeso = 0.01F;         // breaks ties
constexpr float kInHand = 0.694F;          // NOLINT(modernize-use-std-numbers): of what a card can do while in hand
constexpr float kUsesPerRound = 0.385F;    // of the foreman
constexpr float kYieldPerRound = 0.0386F;  // of what the best cross yields
constexpr float kBuildsPerRound = 0.487F;
constexpr float kBeforeEnacting = 0.335F;  // how likely the laws in force are those of the phase
constexpr float kVote = 0.47F;
constexpr float kParliament = 1.53F;  // of winning it
constexpr float kVoteSpread = 3.76F;
constexpr float kVetoToken = 0.184F;
constexpr float kStorageUse = 0.0156F;
constexpr float kGround = 0.56F;  // of the most cubes that a sawmill or the like takes
constexpr float kSips = 0.131F;   // of the most goods that a cafe takes
constexpr float kHouse = 0.4F;    // of each piece that a trading house loads
constexpr float kStarter = 0.4F;
constexpr float kWorkerCard = 1.46F;  // share of what each card can do now
constexpr float kBuildCard = 0.681F;
constexpr float kForemanCard = 0.952F;
constexpr float kShipCard = 0.667F;
constexpr float kSubsidyLater = 0.013F;  // of the subsidy in force, for each later round
constexpr float kNewBuilding = 0.473F;   // of the uses of a building that is put up now
constexpr float kTilePerRound = 0.0121F;
constexpr float kMake = 0.96F;  // pieces that a factory makes
constexpr float kWaterLater = 0.017F;
constexpr float kNarrow = 0.445F;  // width of the curve at the end
constexpr float kWide = 1.18F;     // and more for the square root of the rounds left

float real(int value) noexcept { return static_cast<float>(value); }
float logistic(float x) noexcept { return 1.0F / (1.0F + exp_of(-x)); }
/// How much of something is worth having with so many occasions left.
float occasion(float times) noexcept { return times / (times + 0.5F); }

}  // namespace

/// What things are worth to a seat now, in points.
struct Rules::Worth {
  float rounds;   // after this one
  int plays;      // cards that the seat still plays in this round
  float foreman;  // uses of the foreman still to come
  float builds;
  bool safe;  // products are kept
  std::array<float, kPieces> piece;
  float peso;
};

Rules::Worth Rules::worth_for(const State& state, int seat) const noexcept {
  const Player& player = state.player(seat);
  Worth worth{};
  const bool before_laps = state.phase < Phase::card;
  const bool laps = before_laps || (state.lap != 0);
  worth.rounds = real(tables_.rounds - std::max<int>(state.round, 1));
  worth.plays = laps ? std::max(0, bits::count(player.hand) - 1) : 0;
  const auto in_hand = [&](int character) { return worth.plays > 0 && bits::test(player.hand, character); };
  const bool active = laps && !before_laps && state.active == seat;
  const auto playing = [&](Phase from, Phase to) { return active && state.phase >= from && state.phase <= to; };
  worth.foreman = kUsesPerRound * worth.rounds + (in_hand(kForeman) ? kUsesPerRound : 0.0F);
  worth.builds = kBuildsPerRound * worth.rounds +
                 (in_hand(kArchitect) || playing(Phase::build, Phase::build) ? kBuildsPerRound : 0.0F);
  const float loads = worth.rounds + (in_hand(kMayor) || playing(Phase::ship, Phase::load) ? 0.8F : 0.0F) +
                      (playing(Phase::foreman, Phase::use) ? 0.4F : 0.0F);
  const bool store_near = in_hand(kForeman) && bits::test(cross_kinds(player), kWarehouse);
  worth.safe = law(state).no_loss || (player.marks & kStored) != 0 || store_near;
  for (int k = 0; k < kResources; ++k) worth.piece[at(k)] = kResource * occasion(worth.builds);
  const float kept = kSafeProduct * occasion(worth.rounds);
  const float fresh = std::min(kept, kFreshProduct + kPlayedFresh * real(worth.plays)) * (laps ? 1.0F : 0.3F);
  for (int k = 0; k < kProducts; ++k) worth.piece[at(kResources + k)] = worth.safe ? kept : fresh;
  for (int k = kProducts; k < kMerchandise; ++k) worth.piece[at(kResources + k)] = kGood * occasion(loads);
  worth.peso = worth.rounds > 0 || laps ? kPeso : kLastPeso;
  if (exchanges(player)) {
    worth.peso = std::max(worth.peso, 0.9F * real(cafe_points_) / real(cafe_pesos_));
    for (int k = kResources; k < kPieces; ++k)
      worth.piece[at(k)] = std::max(worth.piece[at(k)], 0.95F * real(cafe_points_));
  }
  return worth;
}

/// Points that one use of a building brings on average.
float Rules::use_worth(const Player& player, int kind, const Worth& worth) const noexcept {
  const auto& row = effect(kind);
  const float good = worth.piece[kRum], product = kFreshProduct + kPlayedFresh;
  const auto each = [&](int piece) {
    return piece >= kResources && piece < kResources + kProducts ? product : worth.piece[at(piece)];
  };
  switch (kEffectKinds[at(kind)]) {
    case EffectKind::gain: {
      float sum = real(row.pesos) * worth.peso + real(row.points);
      for (int k = 0; k < kPieces; ++k) sum += real(row.pieces[at(k)]) * worth.piece[at(k)];
      return sum;
    }
    case EffectKind::votes:
      return kVote * 1.5F * real(row.votes);
    case EffectKind::veto:
      return kVetoToken;
    case EffectKind::store:
      return kStorageUse;
    case EffectKind::make:
      return kMake * std::max(0.0F, each(kResources + row.to) - each(kResources + row.from));
    case EffectKind::swap_class:
      return 0.6F;
    case EffectKind::sell:
      return 0.7F * real(row.max) *
             std::max(0.0F, real(row.pesos) * worth.peso - (kind == kGeneralStore ? 0.5F * good : 0.25F));
    case EffectKind::give:
      return (row.from < kResources ? kGround : kSips) * real(row.max) *
             std::max(0.0F, real(row.points) - each(row.from));
    case EffectKind::give_any:
      return 0.8F * real(row.max) * std::max(0.0F, real(row.points) - product);
    case EffectKind::give_set:
      return 0.3F * real(row.points);
    case EffectKind::load:
      return kHouse * real(row.max);
    case EffectKind::swap_ship:
      return 0.2F;
    case EffectKind::bet:
      return 0.5F * real(row.max) * std::max(0.0F, real(row.points) - real(row.pesos) * worth.peso);
    case EffectKind::count_tiles:
      return real(row.points) * real(bits::count(player.built) + 1);
    case EffectKind::exchange:
      return 0.0F;
    case EffectKind::press:
      return 0.5F * (real(row.points) + real(row.pesos) * worth.peso);
    case EffectKind::swap_cargo:
      return 0.2F;
  }
  return 0.0F;
}

/// Points of loading at a pier, with pieces of kinds from `from` on and at most `most` of them.
float Rules::load_worth(const State& state, const Player& player, int pier, int from, int most, bool one_kind,
                        const Worth& worth) const noexcept {
  if (state.ships[at(pier)] == 0) return 0.0F;
  float sum = 0.0F;
  int left = most;
  const unsigned fits = loadable(state, pier);
  for (int k = from; k < kMerchandise; ++k) {
    if (!bits::test(fits, k)) continue;
    const float gain = real(tables_.pier_points[at(pier)]) - worth.piece[at(kResources + k)];
    const int count = std::min({free_spaces(state, pier, k), player.pieces.get(kResources + k), left});
    if (gain <= 0 || count == 0) continue;
    if (one_kind) {
      sum = std::max(sum, gain * real(count));
    } else {
      sum += gain * real(count);
      left -= count;
    }
  }
  return sum;
}

/// Points of a foreman action with these kinds and the pieces that are there.
float Rules::foreman_worth(const State& state, const Player& player, std::uint32_t kinds, bool gains,
                           const Worth& worth) const noexcept {
  float sum = 0.0F;
  for (Word left = kinds; left != 0;) {
    const int kind = bits::pop_lowest(left);
    const auto& row = effect(kind);
    const auto own = [&](int piece) { return player.pieces.get(piece); };
    switch (kEffectKinds[at(kind)]) {
      case EffectKind::gain:
      case EffectKind::votes:
      case EffectKind::veto:
      case EffectKind::count_tiles:
        if (gains) sum += use_worth(player, kind, worth);
        break;
      case EffectKind::store:
        if (!worth.safe) {
          sum += real(player.pieces.only(Pieces::kProductLanes).total()) *
                 std::max(0.0F, kSafeProduct * occasion(worth.rounds) - worth.piece[kCitrus]);
        }
        break;
      case EffectKind::make: {
        const int count = std::min(own(kResources + row.from), state.supply.get(kResources + row.to));
        sum +=
            real(count) * std::max(0.0F, worth.piece[at(kResources + row.to)] - worth.piece[at(kResources + row.from)]);
        break;
      }
      case EffectKind::swap_class:
        if (player.pieces.only(Pieces::kProductLanes).lanes != 0)
          sum += std::max(0.0F, worth.piece[kRum] - worth.piece[kCitrus]);
        break;
      case EffectKind::sell: {
        float best = 0.0F;
        const int first = kind == kBuildersYard ? 0 : kind == kMiddleman ? kResources : kResources + kProducts;
        const int last = kind == kBuildersYard ? kResources : kind == kMiddleman ? kResources + kProducts : kPieces;
        for (int k = first; k < last; ++k)
          best = std::max(best,
                          real(std::min<int>(row.max, own(k))) * (real(row.pesos) * worth.peso - worth.piece[at(k)]));
        sum += best;
        break;
      }
      case EffectKind::give:
        sum += real(std::min<int>(row.max, own(row.from))) * std::max(0.0F, real(row.points) - worth.piece[row.from]);
        break;
      case EffectKind::give_any: {
        const int products = player.pieces.only(Pieces::kProductLanes).total();
        sum += real(std::min<int>(row.max, products)) * std::max(0.0F, real(row.points) - worth.piece[kCitrus]);
        break;
      }
      case EffectKind::give_set:
        if (owns(player, set_[at(kind)])) sum += 0.4F * real(row.points);
        break;
      case EffectKind::load: {
        float best = 0.0F;
        for (int pier = 0; pier < kPiers; ++pier)
          best = std::max(best, load_worth(state, player, pier, 0, row.max, true, worth));
        sum += best;
        break;
      }
      case EffectKind::bet:
        sum += real(std::min<int>(row.max, player.pesos / row.pesos)) *
               std::max(0.0F, real(row.points) - real(row.pesos) * worth.peso);
        break;
      case EffectKind::press:
        sum += use_worth(player, kind, worth);
        break;
      case EffectKind::swap_ship:
      case EffectKind::exchange:
      case EffectKind::swap_cargo:
        break;
    }
  }
  return sum;
}

/// Points of a building that is put up now, without what it costs.
float Rules::building_worth(const Player& player, int kind, const Worth& worth) const noexcept {
  float sum = real(tables_.points_per_tile) + kNewBuilding * worth.foreman * use_worth(player, kind, worth) +
              kTilePerRound * worth.rounds;
  if (kind == kBeachCafe && cafe_) sum += 2.5F * worth.rounds;
  return sum;
}

float Rules::best_building(const State& state, const Player& player, const Worth& worth) const noexcept {
  float best = 0.0F;
  for (Word kinds = affordable(state, player); kinds != 0;) {
    const int kind = bits::pop_lowest(kinds);
    float value = building_worth(player, kind, worth);
    for (int k = 0; k < kResources; ++k) value -= real(cost_[at(kind)].get(k)) * worth.piece[at(k)] * 0.8F;
    best = std::max(best, value);
  }
  return best;
}

/// Points of what the fields of a cross yield.
float Rules::yield_worth(const Player& player, int seat, int cell, const Worth& worth) const noexcept {
  float sum = 0.0F;
  const auto& layout = tables_.layout[layout_[at(seat)]];
  for (Word cells = Word{cross_of(cell)} & ~Word{player.built} & ~Word{1}; cells != 0;)
    sum += worth.piece[layout[at(bits::pop_lowest(cells))]];
  return sum;
}

/// Points that a player will have at the end, as far as can be seen.
float Rules::expected_points(const State& state, int seat) const noexcept {
  const Player& player = state.player(seat);
  Worth worth = worth_for(state, seat);
  const bool active = state.active == seat;
  const Phase phase = state.phase;
  const bool cafe = exchanges(player);
  float sum = real(player.points) +
              real(bits::count(player.built)) * (real(tables_.points_per_tile) + kTilePerRound * worth.rounds);

  // Things.
  const float capacity = kCubesPerBuilding * worth.builds;
  const float cubes = real(player.pieces.only(Pieces::kResourceLanes).total());
  sum += std::min(cubes, capacity) * worth.piece[kWood] +
         std::max(0.0F, cubes - capacity) * kSpareResource * occasion(worth.rounds);
  sum += kWaterLater * worth.rounds * std::min(5.0F, real(player.pieces.get(kWater)));
  for (const int kind : {kSawmill, kCementFactory, kGolfCourse}) {
    if (!bits::test(player.kinds, kind)) continue;
    const auto& row = effect(kind);
    const float uses = std::min(worth.foreman * real(row.max), real(player.pieces.get(row.from)));
    sum += 0.35F * uses * real(row.points);
  }
  for (int k = kResources; k < kPieces; ++k) {
    const float count = real(player.pieces.get(k));
    const bool good = k >= kResources + kProducts;
    const float value = worth.piece[at(k)];
    if (options_.located && !good && !cafe) {
      const float stored = real(player.store[at(k - kResources)]);
      sum += stored * kSafeProduct * occasion(worth.rounds) + (count - stored) * value;
    } else {
      sum += (good && !cafe ? std::min(count, kManyGoods) + 0.4F * std::max(0.0F, count - kManyGoods) : count) * value;
    }
  }
  const bool done = (phase == Phase::comply && distance(state, seat) < distance(state, state.active)) ||
                    (phase == Phase::ship_draw && state.then == Then::round);
  const float taxes = worth.rounds + (done ? 0.0F : 1.0F);
  const float for_tax = std::min(real(player.pesos), kTaxPesos * taxes);
  const float tax_peso = std::max(worth.peso, kTaxPeso);
  sum += for_tax * (taxes > 0 ? tax_peso : kLastPeso) + (real(player.pesos) - for_tax) * worth.peso;

  // Laws of this round.
  if (!done && phase != Phase::over) {
    float best = 0.0F;
    for (int parts = 1; parts < 4; ++parts) {
      const Need needed = need(state, static_cast<Action>(kFirstComply + parts));
      if (!owns(player, needed) && !(cafe && cafe_pays(state, player, needed))) continue;
      float value = real(parts == 3 ? tables_.reward_both : tables_.reward_one) - real(needed.pesos) * tax_peso;
      for (int k = kResources; k < kPieces; ++k) value -= real(needed.pieces.get(k)) * worth.piece[at(k)];
      best = std::max(best, value);
    }
    sum += best * (phase == Phase::comply ? 1.0F : kBeforeEnacting);
  }
  if (state.laws[kSubsidy] != 0) {
    const auto& row = tables_.subsidy[at(state.laws[kSubsidy] - 1)];
    float amount = 0.0F;
    switch (static_cast<Basis>(row.basis)) {
      case Basis::own_water:
        amount = real(player.pieces.get(kWater));
        break;
      case Basis::delegate_votes:
        amount = real(phase >= Phase::bribe ? tables_.votes[at(delegate_of(player))] : 3);
        break;
      case Basis::own_tiles:
        amount = real(bits::count(player.built));
        break;
      case Basis::own_unbuilt_fields:
        amount = real(kCells - 1 - bits::count(player.built));
        break;
      case Basis::own_unbuilt_kinds:
        amount = real(kResources);
        break;
    }
    amount /= real(row.divisor);
    if (row.cap != 0) amount = std::min(amount, real(row.cap - 1));
    const float unit = row.gives == 0 ? 1.0F : row.gives == 1 ? worth.peso : worth.piece[kWood];
    const float times = (done ? 0.0F : phase == Phase::comply ? 1.0F : kBeforeEnacting) + kSubsidyLater * worth.rounds;
    sum += amount * unit * times;
  }

  // Later rounds: the best cross for the worker, the best one for the foreman.
  float best_yield = 0.0F, best_uses = 0.0F;
  std::array<float, kCells> uses{};
  for (Word cells = player.built; cells != 0;) {
    const int cell = bits::pop_lowest(cells);
    uses[at(cell)] = use_worth(player, player.building[at(cell)] - 1, worth);
  }
  uses[0] = kStorageUse;
  for (int cell = 0; cell < kCells; ++cell) {
    best_yield = std::max(best_yield, yield_worth(player, seat, cell, worth));
    float all = 0.0F;
    for (Word cells = cross_of(cell); cells != 0;) all += uses[at(bits::pop_lowest(cells))];
    best_uses = std::max(best_uses, all);
  }
  sum += worth.rounds * (kYieldPerRound * best_yield + kUsesPerRound * best_uses);
  if (cafe) sum += 1.5F * worth.rounds;

  // Cards in hand: the best ones will be played.
  std::array<float, kCharacters> cards{};
  if (worth.plays > 0) {
    const auto privilege = [&](int which, const auto& values, float unit) {
      const int taken = state.taken_of(which);
      return taken < kSpaces ? real(values[at(taken)]) * unit : 0.0F;
    };
    float ship = 0.0F;
    for (int pier = 0; pier < kPiers; ++pier)
      ship = std::max(ship, load_worth(state, player, pier, 0, kMerchandise * kMaxSpaces, false, worth));
    cards[kWorker] = kWorkerCard * best_yield;
    cards[kTradeswoman] = state.taken_of(kTradePrivilege) < kSpaces ? worth.piece[kWood] : 0.2F;
    cards[kArchitect] = std::max(privilege(kArchitectPrivilege, tables_.privilege_points, 1.0F),
                                 kBuildCard * best_building(state, player, worth));
    cards[kForeman] = kForemanCard * foreman_worth(state, player, cross_kinds(player), true, worth);
    cards[kMayor] = std::max(privilege(kMayorPrivilege, tables_.privilege_pesos, worth.peso), kShipCard * ship);
    float all = 0.0F, least = cards[at(bits::lowest(player.hand))];
    for (Word hand = player.hand; hand != 0;) {
      const int card = bits::pop_lowest(hand);
      all += cards[at(card)];
      least = std::min(least, cards[at(card)]);
      sum += kVote * real(tables_.votes[at(card)]) / real(worth.plays + 1);
    }
    sum += kInHand * (all - least);  // one stays as the delegate
  } else if (player.hand != 0 && phase < Phase::veto) {
    sum += kVote * real(tables_.votes[at(delegate_of(player))]);
  }

  // The action that is going on.
  if (active) {
    switch (phase) {
      case Phase::take: {
        float best = 0.0F;
        for (Word kinds = takeable(state); kinds != 0;) best = std::max(best, worth.piece[at(bits::pop_lowest(kinds))]);
        sum += best;
        break;
      }
      case Phase::worker:
        sum += best_yield;
        break;
      case Phase::harvest:
        sum += worth.piece[kCitrus] * real(harvest_of(state).most_total);
        break;
      case Phase::field:
        sum += std::max(worth.piece[kWood], worth.piece[kCitrus]);
        break;
      case Phase::trade:
        for (int k = 0; k < kMerchandise; ++k) {
          if (player.pieces.get(kResources + k) == 0 || k < state.last_own - 1 || state.bought != 0) continue;
          sum += 0.8F * std::max(0.0F, real(sell_price(state, k)) * worth.peso - worth.piece[at(kResources + k)]);
        }
        break;
      case Phase::build:
        sum += best_building(state, player, worth);
        break;
      case Phase::site:
        sum += building_worth(player, state.kind - 1, worth);
        break;
      case Phase::foreman:
        sum += foreman_worth(state, player, cross_kinds(player), true, worth);
        break;
      case Phase::use: {
        std::uint32_t kinds = 0;
        for (Word entries = state.open & state.awake; entries != 0;)
          kinds |= static_cast<std::uint32_t>(bits::bit(kEntryKinds[at(bits::pop_lowest(entries))]));
        sum += foreman_worth(state, player, kinds, false, worth);
        if (state.single == 0)
          sum += foreman_worth(state, player, cross_kinds(player) & static_cast<std::uint32_t>(bits::bit(kWarehouse)),
                               false, worth);
        break;
      }
      case Phase::ship: {
        float best = 0.0F;
        for (int pier = 0; pier < kPiers; ++pier)
          best = std::max(best, load_worth(state, player, pier, 0, kMerchandise * kMaxSpaces, false, worth));
        sum += best;
        break;
      }
      case Phase::load:
        sum += load_worth(state, player, state.pier - 1, std::max(0, state.last_own - 1), kMerchandise * kMaxSpaces,
                          false, worth);
        break;
      case Phase::ship_draw:
      case Phase::start:
      case Phase::take_resources:
      case Phase::take_products:
      case Phase::bill_draw:
      case Phase::card:
      case Phase::bribe:
      case Phase::veto:
      case Phase::enact:
      case Phase::comply:
      case Phase::cafe:
      case Phase::over:
        break;
    }
  }

  // Parliament.
  if (phase < Phase::bribe && (player.marks & kHallUsed) != 0) sum += kVote * 1.5F * real(effect(kTownHall).votes);
  if (state.veto == seat + 1) sum += kVetoToken;
  if (state.next_start == seat + 1) sum += kStarter;
  if (state.winner == seat + 1) sum += kParliament;
  if (phase == Phase::bribe) {
    const auto total = [&](int other) {
      const Player& bidder = state.player(other);
      const bool bids = bits::test(state.bidders, other);
      return real(votes(bidder)) + (bidder.bribe != 0          ? real(bidder.bribe - 1)
                                    : bids && bidder.pesos > 0 ? 1.0F
                                                               : 0.0F);
    };
    float others = 0.0F;
    for (int other = 0; other < seats_; ++other) {
      if (other != seat) others = std::max(others, total(other));
    }
    if (bits::test(state.bidders, seat)) {
      sum += kParliament * logistic((total(seat) - others) / kVoteSpread);
      if (player.bribe != 0) {
        const float cost = real(law(state).vote_price * (player.bribe - 1));
        const float kept = real(player.pesos) - for_tax;
        sum -= std::min(cost, kept) * worth.peso + std::max(0.0F, cost - kept) * tax_peso;
      }
    }
  }
  return sum;
}

void Rules::evaluate(const State& state, std::span<float> out) const noexcept {
  if (state.phase == Phase::over) {
    std::array<int, kMaxSeats> place{};
    places(state, place);
    placing_utilities(std::span<const int>(place).first(at(seats_)), out);
    return;
  }
  if (state.phase == Phase::cafe) {  // judged as it will be paid: the first kinds that fit
    State paid = state;
    while (paid.phase == Phase::cafe) apply(paid, static_cast<Action>(kFirstCafe + bits::lowest(cafe_pieces(paid))));
    if (paid.phase == Phase::over) {
      evaluate(paid, out);
      return;
    }
    estimate(paid, out);
    return;
  }
  estimate(state, out);
}

void Rules::estimate(const State& state, std::span<float> out) const noexcept {
  std::array<float, kMaxSeats> points{};
  for (int seat = 0; seat < seats_; ++seat) points[at(seat)] = expected_points(state, seat);
  const float rounds = real(tables_.rounds - std::max<int>(state.round, 1)) +
                       (state.lap == 0 ? 0.2F : 1.0F - 0.2F * real(state.lap - 1));
  const float width = kNarrow + kWide * std::sqrt(rounds);
  std::fill(out.begin(), out.begin() + seats_, 0.0F);
  for (int seat = 0; seat < seats_; ++seat) {
    for (int other = seat + 1; other < seats_; ++other) {
      const float share = logistic((points[at(seat)] - points[at(other)]) / width) / real(seats_ - 1);
      out[at(seat)] += share;
      out[at(other)] += 1.0F / real(seats_ - 1) - share;
    }
  }
}

}  // namespace pyboard::cuba
