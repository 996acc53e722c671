// An estimate of the final placing: expected final points per seat, turned into the share of seats beaten.
#include <algorithm>
#include <cmath>

#include "pyboard/core/exponential.hpp"
#include "pyboard/core/narrow.hpp"
#include "pyboard/games/pantheon/rules.hpp"

namespace pyboard::pantheon {

namespace {

// Points that things are worth besides what they count at the scorings. "Per epoch" is for each that is left.
constexpr float kOffering = 0.6F;  // card of an offering kind, up to kMaxLevel with the level
constexpr float kSurplus = 0.25F;  // share of it beyond
constexpr float kHand = 8.4F;      // what a hand is worth at most: players who count each card alike draw for ever
constexpr float kMoveCard = 1.07F;
constexpr float kMoney = 1.39F;  // per unit in hand
constexpr float kPurse = 1.0F;   // per unit in the purse
constexpr float kUnknownCard = 0.85F;
constexpr float kTakenCard = 0.525F;  // still to take: the display gives a choice
constexpr float kLevel = 0.384F;      // per step and epoch
constexpr float kMovementEpoch = 1.17F;
constexpr float kJumpEpoch = 0.6F;
constexpr float kDrawEpoch = 0.8F;   // gadicea
constexpr float kMoneyEpoch = 0.8F;  // stonkus, per unit
constexpr float kDepraccusEpoch = 1.4F;
constexpr float kExtraAction = 2.2F;
constexpr float kFoot = 0.21F;  // in hand
constexpr int kFeetWanted = 6;
constexpr float kColumn = 1.78F;
constexpr int kColumnsWanted = 5;
constexpr float kDrawnGod = 1.77F;  // effect of an unknown god
constexpr float kHalfGod = 4.6F;    // an unknown one
constexpr float kPoint = 0.25F;     // movement point left after the best placement
constexpr float kNextTo = 0.17F;    // share of a tile that the next placement could reach
constexpr float kPlainSpace = 0.05F;
constexpr float kLate = 0.72F;   // epochs before the end from which cards in hand lose their worth
constexpr float kAhead = 0.77F;  // weight of columns that are still expected
constexpr float kSpread = 4.0F;  // of final differences: logistic scale at the end, and growth per √epoch
constexpr float kSpreadGrowth = 7.2F;

float real(int value) noexcept { return static_cast<float>(value); }

}  // namespace

/// What things are worth to one seat now, in points.
struct Rules::Worth {
  float epochs;    // left, the present one in part
  float use;       // of cards in hand: 1, falling to 0 at the end
  float scorings;  // left
  int next;        // epochs whose preparation is still to come
};

Rules::Worth Rules::worth_for(const State& state, int /*seat*/) const noexcept {
  int loot = 0, gods = 0;
  for (int slot = 0; slot < kSlots; ++slot) {
    loot += state.loot[at(slot)] != 0 ? 1 : 0;
    gods += state.gods[at(slot)] != 0 ? 1 : 0;
  }
  Worth worth{};
  worth.next = tables_.epochs() - state.epoch;
  const float left = state.scene >= Scene::turn ? real(std::min(loot, gods)) / real(shown()) : 1.0F;
  worth.epochs = real(worth.next) + (state.epoch == 0 ? 0.0F : left);
  worth.use = std::min(1.0F, worth.epochs / kLate);
  for (const int epoch : tables_.scoring) worth.scorings += epoch >= std::max<int>(state.epoch, 1) ? 1.0F : 0.0F;
  return worth;
}

/// Columns on the board at all scorings to come, some more expected.
float Rules::columns_worth(int columns, const Worth& worth) const noexcept {
  const auto points = [&](int count) {
    const int number = std::min<int>(count, tables_.columns);
    return real(number * column_worth_[at(number)]);
  };
  const float ahead = kAhead * std::min(1.0F, worth.epochs / 3.0F);
  const float now = points(columns);
  const float later =
      (points(columns + 1) - real(column_worth_[1]) + points(columns + 2) - real(2 * column_worth_[1])) / 2.0F;
  return worth.scorings * (now + ahead * std::max(0.0F, later - now));
}

float Rules::hand_worth(const Player& player, const Worth& worth) const noexcept {
  float sum = kMoveCard * real(player.hand.get(kMove));
  for (int kind = 0; kind < kKinds; ++kind) {
    const int cards = player.hand.get(offering_card(kind));
    const int useful = std::clamp(kMaxLevel - player.levels.get(kind), 0, cards);
    sum += kOffering * (real(useful) + kSurplus * real(cards - useful));
  }
  sum += kMoney * real(money_in(player, kMaxMoney));
  return worth.use * kHand * (1.0F - exp_of(-sum / kHand));
}

/// What a god brings beside its points.
float Rules::god_worth(const State& state, const Player& player, int tile, const Worth& worth) const noexcept {
  switch (kind_of(tile)) {
    case GodKind::seperi:
      return real(state.epoch) + kDrawnGod;
    case GodKind::plaesiris:
      return worth.scorings * kHalfGod * real(kPlaesirisHalves);
    case GodKind::taksator:
      return worth.use * kMoney * real(top_money(state));
    case GodKind::depraccus:
      return kDepraccusEpoch * real(worth.next);
    case GodKind::vinthrad:
      return kMovementEpoch * worth.epochs;
    case GodKind::gaiviles:
      return kJumpEpoch * worth.epochs;
    case GodKind::gadicea:
      return kDrawEpoch * worth.epochs;
    case GodKind::stonkus:
      return kMoneyEpoch * real(god(tile).value) * worth.epochs;
    case GodKind::pietalte:
      return worth.scorings * std::min(real(kMaxLevel), real(player.levels.highest()) + worth.epochs / 3.0F);
    case GodKind::traitera:
      return kExtraAction;
  }
  return 0.0F;
}

float Rules::loot_worth(const State& state, int type, const Worth& worth) const noexcept {
  const auto& tile = tables_.loot[at(type)];
  switch (tile.kind) {
    case LootKind::support:
      return real(tile.amount) * worth.use * kColumn;
    case LootKind::half_god:
      return worth.scorings * real(state.pool_highest());
    case LootKind::god:
      return state.stack == 0 ? 0.0F : real(state.epoch) + kDrawnGod;
    case LootKind::offering:
      return real(tile.amount) * kLevel * worth.epochs;
    case LootKind::cards:
      return real(tile.amount) * worth.use * kUnknownCard;
    case LootKind::money:
      return worth.use * kMoney * real(top_money(state));
    case LootKind::movement:
      return real(tile.amount) * kMovementEpoch * worth.epochs;
  }
  return 0.0F;
}

/// What the best placement brings that so many points pay, and the points that are left after it.
float Rules::placing_worth(const State& state, int seat, int points, const Worth& worth) const noexcept {
  const Player& player = state.player(seat);
  const Spaces open = reach(state, seat, state.jumps, points).without(state.closed);
  if (!open.any()) return 0.0F;
  float best = kPlainSpace;
  const int columns = (player.pieces & columns_).count();
  if ((open & columns_).any())
    best = std::max(best, columns_worth(columns + 1, worth) - columns_worth(columns, worth) - worth.use * kColumn);
  const int loot = static_cast<int>(std::count_if(state.loot.begin(), state.loot.end(), [](int t) { return t != 0; }));
  for (int slot = 0; slot < kSlots; ++slot) {
    if (state.loot[at(slot)] == 0) continue;
    const int space = slot_space_[at(state.nation - 1)][at(slot)];
    const float gain =
        loot_worth(state, state.loot[at(slot)] - 1, worth) + (loot == 1 ? real(tables_.end_points) : 0.0F);
    if (open.test(space)) {
      best = std::max(best, gain);
    } else if (points > kEmptyCost && (adjacent_[at(space)] & open).without(columns_).any()) {
      best = std::max(best, kNextTo * gain);
    }
  }
  return best + kPoint * worth.use * real(std::min(points - kEmptyCost, 2));
}

/// What an unfinished action will still bring to the seat.
float Rules::pending_worth(const State& state, int seat, const Worth& worth) const noexcept {
  if (state.actor != seat) return 0.0F;
  const Player& player = state.player(seat);
  float sum = 0.0F;
  if (state.scene == Scene::draw) sum += kTakenCard * real(state.count);
  if (state.phase == Phase::hand) sum += kUnknownCard * real(state.due);
  sum *= worth.use;
  if (state.phase == Phase::step) sum += kLevel * worth.epochs * real(state.due);
  if (state.phase == Phase::support) sum += worth.use * kColumn * real(state.due);
  if (state.phase == Phase::gain_half) sum += worth.scorings * kHalfGod * real(state.due);
  if (state.phase == Phase::gain_god || state.phase == Phase::second_god) sum += real(state.epoch) + kDrawnGod;
  if (state.phase == Phase::gallia) sum += worth.use * kUnknownCard * real(kGalliaCards);
  if (state.phase == Phase::gallia_god) sum += real(state.epoch) + kDrawnGod - worth.use * kOffering;
  if (state.phase == Phase::movement) {
    int points = state.points, cards = 0;
    if (state.placed == 0 && points == 0) points += tables_.move_points * ++cards;
    sum += placing_worth(state, seat, points, worth) - worth.use * kMoveCard * real(cards);
  }
  if (state.phase == Phase::coin || state.phase == Phase::shop) {
    int useful = player.levels.room(0) * 2 + player.general_columns + player.general_feet;
    useful = std::min<int>(useful, state.points);
    sum += worth.use * kPurse * real(useful);
    if (state.phase == Phase::shop && state.scene == Scene::buy && state.points > 0)
      sum = std::max(sum, placing_worth(state, seat, state.points, worth));
  }
  if (state.phase == Phase::offer || state.phase == Phase::gallia_pay) {
    const int tile = paid_god(state), rows = paid_rows(state);
    const int gods =
        static_cast<int>(std::count_if(state.gods.begin(), state.gods.end(), [](int t) { return t != 0; }));
    float least = 1e6F;
    for (Word left = state.payments; left != 0;) {
      const std::uint32_t cards = payment(player, tile, rows, bits::pop_lowest(left));
      float cost = 0.0F;
      for (int kind = 0; kind < kKinds; ++kind) cost += real(static_cast<int>((cards >> (8 * kind)) & 127U));
      least = std::min(least, cost);
    }
    const float gain = real(state.epoch) + god_worth(state, player, tile, worth) - worth.use * kOffering * least;
    const bool ends = state.phase == Phase::offer && gods == 1;
    if (state.payments != 0 && (state.phase == Phase::offer || gain > 0.0F))
      sum += gain + (ends ? real(tables_.end_points) : 0.0F);
  }
  return sum;
}

float Rules::expected_points(const State& state, int seat) const noexcept {
  const Player& player = state.player(seat);
  const Worth worth = worth_for(state, seat);
  const int columns = (player.pieces & columns_).count();
  const auto each = [&](GodKind kind) { return real(player.gods.get(kind)); };
  float sum = real(player.score) + (state.ender == seat + 1 ? real(tables_.end_points) : 0.0F);
  sum += columns_worth(columns, worth) + worth.scorings * real(player.half_sum);
  const float level = std::min(real(kMaxLevel), real(player.levels.highest()) + std::min(1.0F, worth.epochs / 3.0F));
  sum += worth.scorings * each(GodKind::pietalte) * level;
  sum += hand_worth(player, worth);
  for (int kind = 0; kind < kKinds; ++kind) sum += kLevel * worth.epochs * real(player.levels.get(kind));
  sum += kMovementEpoch * worth.epochs * real(permanent(player));
  sum += worth.epochs * (kJumpEpoch * each(GodKind::gaiviles) + kDrawEpoch * each(GodKind::gadicea) +
                         kMoneyEpoch * each(GodKind::stonkus));
  sum += kDepraccusEpoch * real(worth.next) * each(GodKind::depraccus);
  sum += worth.use * kExtraAction * each(GodKind::traitera);
  const int feet = player.feet + (player.pieces.count() - columns);  // they come home
  sum += worth.use *
         (kFoot * real(std::min(feet, kFeetWanted)) + kColumn * real(std::min<int>(player.columns, kColumnsWanted)));
  return sum + pending_worth(state, seat, worth);
}

void Rules::evaluate(const State& state, std::span<float> out) const noexcept {
  if (state.phase == Phase::over) {
    std::array<int, kMaxSeats> ranks{};
    const auto ranked = std::span(ranks).first(at(seats_));
    places(state, ranked);
    placing_utilities(ranked, out);
    return;
  }
  std::array<float, kMaxSeats> points{};
  for (int seat = 0; seat < seats_; ++seat) points[at(seat)] = expected_points(state, seat);
  const float scale = kSpread + kSpreadGrowth * std::sqrt(worth_for(state, 0).epochs);
  for (int seat = 0; seat < seats_; ++seat) {
    float share = 0.0F;
    for (int other = 0; other < seats_; ++other) {
      if (other != seat) share += 1.0F / (1.0F + exp_of((points[at(other)] - points[at(seat)]) / scale));
    }
    out[at(seat)] = share / real(seats_ - 1);
  }
}

}  // namespace pyboard::pantheon
