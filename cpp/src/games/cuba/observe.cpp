// The observation tensor: what lies on the table, per seat from the viewer on, and the step that is going on.
#include <algorithm>

#include "pyboard/core/narrow.hpp"
#include "pyboard/core/plane_writer.hpp"
#include "pyboard/games/cuba/rules.hpp"

namespace pyboard::cuba {

namespace {

constexpr float kPesoScale = 1.0F / 32.0F;
constexpr float kPointScale = 1.0F / 64.0F;
constexpr float kPieceScale = 1.0F / 8.0F;
constexpr float kVoteScale = 1.0F / 16.0F;
constexpr int kSeatNumbers = 12;
constexpr int kPayPhases = 5;

}  // namespace

std::vector<Plane> Rules::layout() const {
  return {
      {"seats",
       {seats_, kSeatNumbers},
       "per seat from the viewer on: pesos / 32, points / 64, points if the game ended now / 64, tiles / 11, town hall "
       "used, products stored, has the veto token, votes of delegate, town hall and open bribes / 16 (in parliament), "
       "is start player, is next start player, decides, has a sealed bribe"},
      {"pieces",
       {seats_, kPieces},
       "per seat from the viewer on: wood, stone, water, citrus, sugar, tobacco, rum, cigar / 8"},
      {"store", {seats_, kProducts}, "storage=located: citrus, sugar, tobacco in the store / 8"},
      {"hands", {seats_, kCharacters}, "per seat from the viewer on: characters not played this round"},
      {"fourth", {seats_, kCharacters}, "lap 4: the character played in it"},
      {"pawns", {seats_, kCells}, "per seat from the viewer on: cell of the pawn"},
      {"fields",
       {seats_, kCells, kNoField},
       "per seat from the viewer on: wood, stone, water, citrus, sugar, tobacco on cells without a building"},
      {"buildings", {seats_, kCells, kKinds}, "per seat from the viewer on: the building on each cell"},
      {"supply", {kPieces}, "pieces in the supply / all of the kind"},
      {"aside", {kPieces}, "pieces set aside in a foreman action / all of the kind"},
      {"given", {kMerchandise}, "of these given for the beach cafe / all of the kind"},
      {"market", {kMerchandise}, "pieces on each track / its spaces"},
      {"ships", {kPlaces, kShips}, "the ship at pier 1, 2, 3 and at sea"},
      {"cargo", {kPlaces, kMerchandise, 2}, "spaces of these ships and pieces on them / 7"},
      {"undrawn_ships", {kShips}, "ships never drawn"},
      {"departed", {kShips}, "ships under the deck: place in the queue / 15, the first to leave is 1 / 15"},
      {"laws", {kCategories, kStack + 1}, "law in force by category, the printed one last"},
      {"bills", {kCategories, kStack}, "bill by category"},
      {"stacks", {kCategories, kStack}, "statutes not yet revealed"},
      {"privileges", {kPrivileges}, "spaces taken / 2"},
      {"press", {kCategories}, "bill with the press tile"},
      {"tiles", {kKinds}, "building tiles that nobody owns / 3"},
      {"calendar", {2}, "round / rounds, lap / 4"},
      {"phase",
       {kPhases},
       "ship_draw, start, take_resources, take_products, bill_draw, card, take, worker, harvest, field, trade, build, "
       "site, foreman, use, ship, load, bribe, veto, enact, comply, cafe, over"},
      {"then", {4}, "after a ship_draw: set-up, next turn, foreman, end of the round"},
      {"bidders", {seats_}, "seats that bribe in this step, from the viewer on"},
      {"parliament", {2, seats_}, "a repeated bribe (all or none), the winner, from the viewer on"},
      {"sealed", {1}, "the viewer's own sealed bribe: (1 + votes) / 64"},
      {"trade", {2, kMerchandise}, "kinds sold and bought in this action"},
      {"last", {3, kMerchandise}, "trade, load: kind of the last own sale or load, purchase, cafe sale or load"},
      {"pier", {kPiers}, "load: the pier"},
      {"kind", {kKinds}, "building to be placed"},
      {"open", {kEntries}, "foreman: entries of the use list that can still be used"},
      {"awake", {kEntries}, "foreman: of these awake"},
      {"single", {kKinds}, "foreman: the only active building"},
      {"payment", {kPayPhases}, "cafe: what is paid: trade, use, load, bribe, comply"},
      {"payment_action", {kActionCount}, "cafe: the action that is paid"},
      {"units", {1}, "cafe: units still to be given / 8"},
      {"last_given", {kMerchandise}, "cafe: kind of the last piece given"},
  };
}

void Rules::observe(const State& state, int viewer, std::span<float> out) const noexcept {
  PlaneWriter writer(out);
  const auto seat_at = [&](int place) { return (viewer + place) % seats_; };
  const bool decision = node(state).kind == NodeKind::decision;
  const bool parliament = state.phase == Phase::bribe || state.phase == Phase::veto || state.phase == Phase::enact ||
                          (state.phase == Phase::cafe && state.bidders != 0);
  for (int place = 0; place < seats_; ++place) {
    const int seat = seat_at(place);
    const Player& player = state.player(seat);
    writer.add_scaled(player.pesos, kPesoScale);
    writer.add_scaled(player.points, kPointScale);
    writer.add_scaled(final_points(state, seat), kPointScale);
    writer.add_ratio(bits::count(player.built), kCells - 1);
    writer.add_flag((player.marks & kHallUsed) != 0);
    writer.add_flag((player.marks & kStored) != 0);
    writer.add_flag(state.veto == seat + 1);
    writer.add_scaled(parliament ? votes(player) : 0, kVoteScale);
    writer.add_flag(state.phase > Phase::start && state.start == seat);
    writer.add_flag(state.next_start == seat + 1);
    writer.add_flag(decision && state.active == seat);
    writer.add_flag(player.bribe != 0);
  }
  for (int place = 0; place < seats_; ++place) {
    for (int k = 0; k < kPieces; ++k) writer.add_scaled(state.player(seat_at(place)).pieces.get(k), kPieceScale);
  }
  for (int place = 0; place < seats_; ++place) {
    for (const int count : state.player(seat_at(place)).store) writer.add_scaled(count, kPieceScale);
  }
  for (int place = 0; place < seats_; ++place) writer.add_set(state.player(seat_at(place)).hand, kCharacters);
  for (int place = 0; place < seats_; ++place) writer.add_one_hot(state.player(seat_at(place)).fourth - 1, kCharacters);
  for (int place = 0; place < seats_; ++place) writer.add_one_hot(state.player(seat_at(place)).pawn, kCells);
  for (int place = 0; place < seats_; ++place) {
    const int seat = seat_at(place);
    const Player& player = state.player(seat);
    for (int cell = 0; cell < kCells; ++cell) {
      const bool field = cell != 0 && !bits::test(player.built, cell);
      writer.add_one_hot(field ? tables_.layout[layout_[at(seat)]][at(cell)] : kNoField, kNoField);
    }
  }
  for (int place = 0; place < seats_; ++place) {
    for (const int building : state.player(seat_at(place)).building) writer.add_one_hot(building - 1, kKinds);
  }
  for (int k = 0; k < kPieces; ++k) writer.add_ratio(state.supply.get(k), tables_.supply[at(k)]);
  for (int k = 0; k < kPieces; ++k) writer.add_ratio(state.aside.get(k), tables_.supply[at(k)]);
  for (int k = kResources; k < kPieces; ++k) writer.add_ratio(state.given.get(k), tables_.supply[at(k)]);
  for (std::size_t k = 0; k < kMerchandise; ++k) writer.add_ratio(state.market[k], capacity_[k]);
  for (const int ship : state.ships) writer.add_one_hot(ship - 1, kShips);
  for (int place = 0; place < kPlaces; ++place) {
    for (int k = 0; k < kMerchandise; ++k) {
      writer.add_ratio(spaces(state, place).get(k), kMaxSpaces);
      writer.add_ratio(state.cargo[at(place)].get(k), kMaxSpaces);
    }
  }
  writer.add_set(state.undrawn, kShips);
  const auto departed = writer.take(kShips);
  int place_in_queue = 0;
  for (Word queue = state.departed; queue != 0; queue = bits::down(queue, 4)) {
    const auto ship = static_cast<std::size_t>((queue & bits::first(4)) - 1);
    departed[ship] = static_cast<float>(++place_in_queue) / static_cast<float>(kShips);
  }
  for (const int law : state.laws) writer.add_one_hot(law - 1, kStack + 1);
  for (const int bill : state.bills) writer.add_one_hot(bill - 1, kStack);
  for (const int stack : state.stacks) writer.add_set(static_cast<Word>(stack), kStack);
  for (int i = 0; i < kPrivileges; ++i) writer.add_ratio(state.taken_of(i), kSpaces);
  writer.add_one_hot(state.press - 1, kCategories);
  for (int kind = 0; kind < kKinds; ++kind) writer.add_ratio(state.tiles.get(kind), kMaxTiles);
  writer.add_ratio(state.round, tables_.rounds);
  writer.add_ratio(state.lap, kLaps);
  writer.add_one_hot(static_cast<int>(state.phase), kPhases);
  writer.add_one_hot(state.phase == Phase::ship_draw ? static_cast<int>(state.then) : -1, 4);
  for (int place = 0; place < seats_; ++place) writer.add_flag(bits::test(state.bidders, seat_at(place)));
  for (int place = 0; place < seats_; ++place) writer.add_flag(state.repeat != 0);
  for (int place = 0; place < seats_; ++place) writer.add_flag(state.winner == seat_at(place) + 1);
  writer.add_ratio(state.player(viewer).bribe, kMaxBribe + 1);
  writer.add_set(state.sold, kMerchandise);
  writer.add_set(state.bought, kMerchandise);
  writer.add_one_hot(state.last_own - 1, kMerchandise);
  writer.add_one_hot(state.last_bought - 1, kMerchandise);
  writer.add_one_hot(state.last_cafe - 1, kMerchandise);
  writer.add_one_hot(state.pier - 1, kPiers);
  writer.add_one_hot(state.kind - 1, kKinds);
  writer.add_set(state.open, kEntries);
  writer.add_set(state.awake, kEntries);
  writer.add_one_hot(state.single - 1, kKinds);
  const int paid = state.payment - 1;
  writer.add_one_hot(paid < 0             ? -1
                     : paid <= kTradeDone ? 0
                     : paid <= kUseDone   ? 1
                     : paid < kLoadDone   ? 2
                     : paid < kFirstVeto  ? 3
                                          : 4,
                     kPayPhases);
  writer.add_one_hot(paid, kActionCount);
  writer.add_scaled(state.units, kPieceScale);
  writer.add_one_hot(state.last_given - 1, kMerchandise);
}

}  // namespace pyboard::cuba
