// The observation tensor: the map, what lies on the table, per seat from the viewer on, and the action going on.
#include <algorithm>

#include "pyboard/core/narrow.hpp"
#include "pyboard/core/plane_writer.hpp"
#include "pyboard/games/pantheon/rules.hpp"

namespace pyboard::pantheon {

namespace {

constexpr float kCardScale = 1.0F / 8.0F;
constexpr float kScoreScale = 1.0F / 64.0F;
constexpr float kPointScale = 1.0F / 8.0F;
constexpr float kTileScale = 1.0F / 4.0F;
constexpr float kTurnScale = 1.0F / 64.0F;
constexpr int kSeatNumbers = 18;
constexpr int kSpecials = kMaxMoney - 1;
constexpr int kLasting = kGodKinds - kFirstLasting;
constexpr int kTraded = 2;
constexpr int kCounters = 6;

void add_spaces(PlaneWriter& writer, const Spaces& set, int count) {
  for (int space = 0; space < count; ++space) writer.add_flag(set.test(space));
}

void add_cards(PlaneWriter& writer, Cards cards) {
  for (int card = 0; card < kCards; ++card) writer.add_scaled(cards.get(card), kCardScale);
}

}  // namespace

std::vector<Plane> Rules::layout() const {
  const int spaces = tables_.spaces;
  return {
      {"pieces", {seats_, spaces}, "per seat from the viewer on: 1 where a foot or a column of his stands"},
      {"near", {seats_, spaces}, "per seat from the viewer on: 1 at the spaces next to the temple or his network"},
      {"column_spaces", {spaces}, "1 at the column spaces"},
      {"temple", {spaces}, "1 where the temple stands"},
      {"loot", {kLootTypes, spaces}, "1 where a loot tile of the type lies"},
      {"closed", {spaces}, "while pieces are placed: 1 at the spaces that PA-64 closes"},
      {"seats",
       {seats_, kSeatNumbers},
       "per seat from the viewer on: score / 64, cards in hand / 8, feet and columns in hand, feet and columns in the "
       "general supply, feet and columns on the board (each / 8), permanent movement points, vinthrads included / 8, "
       "half-gods / 4, their points / 64, what a scoring would bring now / 64, starting player, whose turn, who "
       "decides or draws, has ended the epoch, has a bonus tile, Stonkus money / 8"},
      {"levels", {seats_, kKinds, kMaxLevel}, "per seat from the viewer on: 1 for each level reached"},
      {"lasting", {seats_, kLasting}, "per seat from the viewer on: lasting gods by kind / 4 (stonkus: money)"},
      {"known", {seats_, kCards}, "per seat from the viewer on: cards that all know of his hand / 8"},
      {"bonus", {seats_, kBonuses}, "per seat from the viewer on: the bonus tile chosen"},
      {"hand", {kCards}, "the viewer's hand / 8"},
      {"display", {kCards}, "cards on display / 8"},
      {"discard", {kCards}, "discard pile / 8"},
      {"pile", {1}, "cards in the draw pile / 8"},
      {"special_money", {kSpecials}, "special money cards left by value / 8"},
      {"top_money", {kSpecials}, "value of the top card of that stack"},
      {"bag", {kLootTypes}, "loot tiles in the bag / 8"},
      {"gods", {kSlots, kGods}, "god in each display slot"},
      {"god_stack", {kGods}, "1 for each god in the stack"},
      {"pool", {kHalfGods}, "half-gods in the pool by value / 4"},
      {"half_god_stack", {kHalfGods}, "half-gods not drawn yet by value / 4"},
      {"bonus_tiles", {kBonuses}, "bonus tiles that nobody has"},
      {"nations", {kNations}, "1 for each nation used"},
      {"nation", {kNations}, "the present nation"},
      {"epoch", {1}, "epoch / last epoch"},
      {"turns", {1}, "actions of this epoch / 64"},
      {"phase",
       {kPhases},
       "start, display, hand, nation, loot, pool, god, gallia_god, bonus, gain_god, second_god, gain_half, "
       "bonus_choice, gallia, gallia_pay, discard, trade, step, bonus_column, turn, movement, follow, coin, shop, "
       "offer, take, support, after, over"},
      {"scene", {kScenes}, "setup, prepare, nation, depraccus, bonus, turn, draw, move, stay, buy, worship"},
      {"counters",
       {kCounters},
       "things due / 8, cards or tiles to come or laid out / 8, movement points or money / 8, jumps / 4, `end` is "
       "allowed, requirements met / 4"},
      {"from", {kCards}, "lowest card or kind that may follow, highest coin, stage of a purchase"},
      {"traded", {kTraded}, "exchange: feet were given, columns were given"},
      {"slot", {kSlots}, "worship: the slot"},
      {"revealed", {kGods}, "gallia: the god revealed"},
      {"offers", {kMaxRows, kKinds}, "kinds offered so far"},
  };
}

void Rules::observe(const State& state, int viewer, std::span<float> out) const noexcept {
  PlaneWriter writer(out);
  const int spaces = tables_.spaces;
  const bool temple = state.scene >= Scene::depraccus;
  const auto each_seat = [&](auto&& f) {
    for (int place = 0; place < seats_; ++place) f((viewer + place) % seats_);
  };
  each_seat([&](int seat) { add_spaces(writer, state.player(seat).pieces, spaces); });
  each_seat([&](int seat) { add_spaces(writer, state.player(seat).near, spaces); });
  add_spaces(writer, columns_, spaces);
  writer.add_one_hot(temple ? start_[at(state.nation - 1)] : -1, spaces);
  const auto loot = writer.take(kLootTypes * spaces);
  for (int slot = 0; slot < kSlots; ++slot) {
    if (state.loot[at(slot)] == 0) continue;
    loot[at((state.loot[at(slot)] - 1) * spaces + slot_space_[at(state.nation - 1)][at(slot)])] = 1.0F;
  }
  add_spaces(writer, state.closed, spaces);

  const Node here = node(state);
  const bool acts = here.kind == NodeKind::decision || state.phase == Phase::hand;
  each_seat([&](int seat) {
    const Player& player = state.player(seat);
    const int columns = (player.pieces & columns_).count();
    writer.add_scaled(player.score, kScoreScale);
    writer.add_scaled(player.hand.total(), kCardScale);
    writer.add_scaled(player.feet, kCardScale);
    writer.add_scaled(player.columns, kCardScale);
    writer.add_scaled(player.general_feet, kCardScale);
    writer.add_scaled(player.general_columns, kCardScale);
    writer.add_scaled(player.pieces.count() - columns, kCardScale);
    writer.add_scaled(columns, kCardScale);
    writer.add_scaled(permanent(player), kPointScale);
    writer.add_scaled(player.halves, kTileScale);
    writer.add_scaled(player.half_sum, kScoreScale);
    writer.add_scaled(scoring_points(player), kScoreScale);
    writer.add_flag(state.phase != Phase::start && state.first == seat);
    writer.add_flag(state.scene >= Scene::turn && state.active == seat);
    writer.add_flag(acts && state.actor == seat);
    writer.add_flag(state.ender == seat + 1);
    writer.add_flag(player.bonus != 0);
    writer.add_scaled(player.gods.get(GodKind::stonkus), kPointScale);
  });
  each_seat([&](int seat) {
    for (int kind = 0; kind < kKinds; ++kind)
      writer.add_set(bits::first(state.player(seat).levels.get(kind)), kMaxLevel);
  });
  each_seat([&](int seat) {
    for (int kind = kFirstLasting; kind < kGodKinds; ++kind)
      writer.add_scaled(state.player(seat).gods.get(static_cast<GodKind>(kind)), kTileScale);
  });
  each_seat([&](int seat) { add_cards(writer, state.player(seat).known); });
  each_seat([&](int seat) { writer.add_one_hot(state.player(seat).bonus - 1, kBonuses); });
  add_cards(writer, state.player(viewer).hand);
  add_cards(writer, state.display);
  add_cards(writer, state.discard);
  writer.add_scaled(state.pile.total(), kCardScale);
  for (int value = 2; value <= kMaxMoney; ++value) writer.add_scaled(state.money_count(value), kCardScale);
  writer.add_one_hot(top_money(state) - 2, kSpecials);
  for (int type = 0; type < kLootTypes; ++type) writer.add_scaled(state.bag.get(type), kCardScale);
  for (const int tile : state.gods) writer.add_one_hot(tile - 1, kGods);
  writer.add_set(state.stack, kGods);
  for (int value = 1; value <= kHalfGods; ++value) writer.add_scaled(state.pool_count(value), kTileScale);
  for (int i = 0; i < kHalfGods; ++i) writer.add_scaled(state.halves.get(i), kTileScale);
  writer.add_set(state.bonuses, kBonuses);
  writer.add_set(state.nations, kNations);
  writer.add_one_hot(state.nation - 1, kNations);
  writer.add_ratio(state.epoch, tables_.epochs());
  writer.add(static_cast<float>(state.turns) * kTurnScale);
  writer.add_one_hot(static_cast<int>(state.phase), kPhases);
  writer.add_one_hot(static_cast<int>(state.scene), kScenes);
  writer.add_scaled(state.due, kCardScale);
  writer.add_scaled(state.count, kCardScale);
  writer.add_scaled(state.points, kPointScale);
  writer.add_scaled(state.jumps, kTileScale);
  writer.add_flag(state.placed != 0);
  writer.add_scaled(state.offered, kTileScale);
  const bool trading = state.phase == Phase::trade;
  writer.add_one_hot(trading ? -1 : state.from, kCards);
  writer.add_one_hot(trading ? state.from - 1 : -1, kTraded);
  writer.add_one_hot(state.phase == Phase::offer ? state.god - 1 : -1, kSlots);
  writer.add_one_hot(state.phase == Phase::gallia_pay ? state.god - 1 : -1, kGods);
  for (int i = 0; i < kMaxRows; ++i) writer.add_one_hot(i < state.offered ? (state.offers >> (2 * i)) & 3 : -1, kKinds);
}

}  // namespace pyboard::pantheon
