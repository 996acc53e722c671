#include "toys/sealed_auction/rules.hpp"

#include "pyboard/core/text.hpp"

namespace pyboard::sealed_auction {

namespace {

enum Decision { kDecideBid, kDecideOffer, kDecideGift };
enum Chance { kDeal, kDraw };
enum Token { kTokenDeal, kTokenDraw, kTokenBid };  // what others see of hidden draws and sealed choices

constexpr std::array<int, kLocations> kPrize = {2, 3};
constexpr std::array<std::string_view, kLocations> kLocationNames = {"left", "right"};
constexpr std::array<std::string_view, 6> kPhaseNames = {"deal", "bid", "draw", "offer", "gift", "over"};
constexpr std::array<std::string_view, kValues> kValueNames = {"1", "2", "3"};
constexpr std::string_view kSealed = "sealed";

/// Takes a card, each single one equally likely.
int take_any(Cards& cards, Rng& rng) noexcept {
  const int kind = cards.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(cards.total()))));
  cards.remove(kind);
  return kind;
}

/// In how many ways `count` single cards can be dealt one after the other from `total`.
std::uint32_t ways(int total, int count) noexcept {
  std::uint32_t product = 1;
  for (int i = 0; i < count; ++i) product *= static_cast<std::uint32_t>(std::max(total - i, 0));
  return product;
}

/// Takes a hand, each deal of single cards equally likely among those with a card of value 2 or more.
Cards take_giving_hand(Cards& cards, int size, Rng& rng) noexcept {
  Cards hand{};
  bool has = false;
  for (int left = size - 1; left >= 0; --left) {
    // After a card, the rest may be dealt freely, or not without such a card.
    const int total = cards.total() - 1, ones = cards.get(0) - 1;
    const auto weight = [&](int kind) {
      const std::uint32_t fail = has || kind > 0 ? 0 : ways(ones, left);
      return static_cast<std::uint32_t>(cards.get(kind)) * (ways(total, left) - fail);
    };
    std::uint32_t sum = 0;
    for (int kind = 0; kind < kValues; ++kind) sum += weight(kind);
    std::uint32_t at = rng.below(sum);
    int kind = 0;
    for (; at >= weight(kind); ++kind) at -= weight(kind);
    cards.remove(kind);
    hand.add(kind);
    has = has || kind > 0;
  }
  return hand;
}

}  // namespace

const GameInfo& Rules::info() {
  static const GameInfo kInfo{.name = "sealed_auction",
                              .title = "Sealed auction",
                              .rules_version = 1,
                              .min_seats = 2,
                              .max_seats = kMaxSeats,
                              .options = {{.name = "kinds", .values = {3, 2}, .meaning = "different card values"},
                                          {.name = "hand", .values = {3, 2}, .meaning = "cards dealt to each seat"}},
                              .rulesets = {{"seed", {}}},
                              .refused = {},
                              .decisions = {"bid", "offer", "gift"},
                              .chances = {"deal", "draw"}};
  return kInfo;
}

Rules::Rules(int seats, const OptionValues& options, const Tables& /*tables*/)
    : seats_{seats},
      kinds_{options[0] == 0 ? 3 : 2},
      hand_size_{options[1] == 0 ? 3 : 2},
      copies_{(seats_ * hand_size_ + kinds_) / kinds_} {}

State Rules::initial() const noexcept {
  State state{};
  for (int kind = 0; kind < kinds_; ++kind) state.deck.set(kind, copies_);  // SA-1
  return state;
}

Node Rules::node(const State& state) const noexcept {
  switch (state.phase) {
    case Phase::deal:
      return Node::chance(kDeal);
    case Phase::bid:
      return Node::decision(state.seat, kDecideBid);
    case Phase::draw:
      return Node::chance(kDraw);
    case Phase::offer:
      return Node::decision(state.seat, kDecideOffer);
    case Phase::gift:
      return Node::decision(state.seat, kDecideGift);
    case Phase::over:
      return Node::terminal();
  }
  return Node::terminal();
}

void Rules::legal(const State& state, ActionSet<kMaxLegal>& out) const noexcept {
  const Cards hand = state.hand[state.seat];
  switch (state.phase) {
    case Phase::bid:
      out.add_bits(hand.kinds(), kBid);
      return;
    case Phase::offer:  // SA-4
      out.add(kStay);
      if (can_give(hand)) out.add(kGive);
      return;
    case Phase::gift:
      out.add_bits(bits::down(hand.kinds(), 1), kGift);
      return;
    case Phase::deal:
    case Phase::draw:
    case Phase::over:
      return;
  }
}

void Rules::apply(State& state, Action action) const noexcept {
  if (action == kGive) {
    state.phase = Phase::gift;
    return;
  }
  if (action >= kStay) {
    if (action >= kGift) {
      state.gift = static_cast<std::uint8_t>(action - kGift + 2);
      state.hand[state.seat].remove(state.gift - 1);
    }
    open_right(state);
    return;
  }
  state.hand[state.seat].remove(action - kBid);  // SA-2
  auto& bids = state.bid[state.seat];
  const bool done = bids[0] != 0;
  bids[done ? 1 : 0] = static_cast<std::uint8_t>(action - kBid + 1);
  if (!done) return;
  if (++state.seat < seats_) return;
  state.opened = 1;  // SA-3
  const int best = winner(state, 0);
  if (best < 0) {
    open_right(state);
  } else {
    state.seat = static_cast<std::uint8_t>(best);
    state.phase = Phase::draw;
  }
}

void Rules::open_right(State& state) const noexcept {  // SA-5
  state.opened = 2;
  state.seat = 0;
  state.phase = Phase::over;
}

int Rules::winner(const State& state, int location) const noexcept {
  int best = 0;
  bool tied = false;
  for (int seat = 1; seat < seats_; ++seat) {
    const int value = state.bid[seat][location];
    tied = value == state.bid[best][location] || (tied && value < state.bid[best][location]);
    if (value > state.bid[best][location]) best = seat;
  }
  return tied ? -1 : best;
}

void Rules::outcomes(const State& state, Distribution<kOutcomes>& out) const noexcept {
  for (int kind = 0; kind < kValues; ++kind) out.add(kind, static_cast<std::uint32_t>(state.deck.get(kind)));
}

Outcome Rules::sample(const State& state, Rng& rng) const noexcept {
  Cards deck = state.deck;
  return static_cast<Outcome>(take_any(deck, rng));
}

void Rules::apply_outcome(State& state, Outcome outcome) const noexcept {
  Cards& hand = state.hand[state.seat];
  state.deck.remove(outcome);
  hand.add(outcome);
  if (state.phase == Phase::draw) {
    state.phase = Phase::offer;
  } else if (hand.total() == hand_size_ && ++state.seat == seats_) {
    state.seat = 0;
    state.phase = Phase::bid;
  }
}

bool Rules::open(const State& before, Event /*event*/) const noexcept {
  return before.phase == Phase::offer || before.phase == Phase::gift;
}

Label Rules::label(const State& before, Event event, const State& after, int viewer) const noexcept {
  Label label = open_label(event);
  if (viewer != before.seat && !open(before, event)) {
    const Token token = before.phase == Phase::deal ? kTokenDeal : before.phase == Phase::draw ? kTokenDraw : kTokenBid;
    label = token_label(token, before.seat);
  }
  for (int location = before.opened; location < after.opened; ++location) {
    for (int seat = 0; seat < seats_; ++seat) label = with_fact(label, after.bid[seat][location]);
  }
  return label;
}

std::string Rules::label_text(const State& before, Event event, const State& after, int viewer) const {
  const bool sees = viewer == before.seat || open(before, event);
  std::string text = seat_text(before.seat);
  if (event.is_outcome()) {
    text += before.phase == Phase::deal ? " is dealt " : " draws ";
    text += sees ? kValueNames[event.id] : "a card";
  } else {
    text += sees ? " " + action_text(event.id) : std::string(" bids");
  }
  for (int location = before.opened; location < after.opened; ++location) {
    text += "; " + std::string(kLocationNames[static_cast<std::size_t>(location)]) + ":";
    for (int seat = 0; seat < seats_; ++seat) text += " " + std::to_string(after.bid[seat][location]);
  }
  return text;
}

void Rules::conceal(State& state, int viewer, Rng& rng) const noexcept {
  // All cards that the viewer does not see; where they really are plays no part from here on.
  Cards unseen = initial().deck;
  const auto sees = [&](const Cards& cards) {
    for (int kind = 0; kind < kValues; ++kind) unseen.set(kind, unseen.get(kind) - cards.get(kind));
  };
  sees(state.hand[viewer]);
  for (int seat = 0; seat < seats_; ++seat) {
    for (int location = 0; location < kLocations; ++location) {
      const int value = state.bid[seat][location];
      if (value != 0 && !sealed(state, viewer, seat, location)) unseen.remove(value - 1);
    }
  }
  if (state.gift != 0) unseen.remove(state.gift - 1);

  const int giver = state.phase == Phase::gift && state.seat != viewer ? state.seat : -1;
  if (giver >= 0) state.hand[giver] = take_giving_hand(unseen, state.hand[giver].total(), rng);
  for (int seat = 0; seat < seats_; ++seat) {
    if (seat == viewer) continue;
    for (int location = 0; location < kLocations; ++location) {
      if (sealed(state, viewer, seat, location))
        state.bid[seat][location] = static_cast<std::uint8_t>(take_any(unseen, rng) + 1);
    }
    if (seat == giver) continue;
    Cards hand{};
    for (int i = state.hand[seat].total(); i > 0; --i) hand.add(take_any(unseen, rng));
    state.hand[seat] = hand;
  }
  state.deck = unseen;
}

void Rules::scores(const State& state, std::span<int> out) const noexcept {
  std::fill(out.begin(), out.end(), 0);
  for (int location = 0; location < state.opened; ++location) {
    const int best = winner(state, location);
    if (best >= 0) out[static_cast<std::size_t>(best)] += kPrize[static_cast<std::size_t>(location)];
  }
  if (state.gift != 0) out[static_cast<std::size_t>(winner(state, 0))] += state.gift - 1;
}

void Rules::places(const State& state, std::span<int> out) const noexcept {
  int points[kMaxSeats];
  scores(state, std::span<int>(points, out.size()));
  toys::places_by(points, out);
}

void Rules::evaluate(const State& state, std::span<float> out) const noexcept {
  int numbers[kMaxSeats];
  const std::span<int> all(numbers, out.size());
  if (state.phase == Phase::over) {
    places(state, all);
    placing_utilities(all, out);
    return;
  }
  // Points, and what the cards of hand and sealed bids may still be worth.
  scores(state, all);
  float worth[kMaxSeats] = {};
  float sum = 0;
  for (std::size_t seat = 0; seat < out.size(); ++seat) {
    int cards = 0;
    for (int kind = 0; kind < kValues; ++kind) cards += kind * state.hand[seat].get(kind);
    for (int location = state.opened; location < kLocations; ++location) cards += state.bid[seat][location];
    worth[seat] = static_cast<float>(all[seat]) + 0.5F * static_cast<float>(cards);
    sum += worth[seat];
  }
  for (std::size_t seat = 0; seat < out.size(); ++seat) {
    const float others = (sum - worth[seat]) / static_cast<float>(seats_ - 1);
    out[seat] = std::clamp(0.5F + 0.1F * (worth[seat] - others), 0.0F, 1.0F);
  }
}

std::vector<Plane> Rules::layout() const {
  return {{"phase", {static_cast<int>(kPhaseNames.size())}, "1 for the phase: deal, bid, draw, offer, gift, over"},
          {"turn", {seats_}, "1 for the seat concerned, beginning with the viewer, clockwise; none at the end"},
          {"own_hand", {kValues}, "the viewer's cards of each value"},
          {"hand_size", {seats_}, "cards in hand, beginning with the viewer"},
          {"bids",
           {seats_, kLocations, 1 + kValues},
           "per seat (beginning with the viewer) and location: 1 for a card that is sealed; 1 for its value, where the "
           "viewer knows it"},
          {"gift", {kValues}, "1 for the value that was given"},
          {"scores", {seats_}, "points so far / 10, beginning with the viewer"}};
}

void Rules::observe(const State& state, int viewer, std::span<float> out) const noexcept {
  std::fill(out.begin(), out.end(), 0.0F);
  float* next = out.data();
  const auto clockwise = [&](int i) { return (viewer + i) % seats_; };
  next[static_cast<int>(state.phase)] = 1.0F;
  next += kPhaseNames.size();
  if (state.phase != Phase::over) next[(state.seat - viewer + seats_) % seats_] = 1.0F;
  next += seats_;
  for (int kind = 0; kind < kValues; ++kind) *next++ = static_cast<float>(state.hand[viewer].get(kind));
  for (int i = 0; i < seats_; ++i) *next++ = static_cast<float>(state.hand[clockwise(i)].total());
  for (int i = 0; i < seats_; ++i) {
    for (int location = 0; location < kLocations; ++location, next += 1 + kValues) {
      const int seat = clockwise(i), value = state.bid[seat][location];
      if (value != 0 && location >= state.opened) next[0] = 1.0F;
      if (value != 0 && !sealed(state, viewer, seat, location)) next[value] = 1.0F;
    }
  }
  if (state.gift != 0) next[state.gift - 1] = 1.0F;
  next += kValues;
  int points[kMaxSeats];
  scores(state, std::span<int>(points, static_cast<std::size_t>(seats_)));
  for (int i = 0; i < seats_; ++i) *next++ = 0.1F * static_cast<float>(points[clockwise(i)]);
}

std::string Rules::action_text(Action action) const {
  if (action < kStay) return "bid " + std::string(kValueNames[action - kBid]);
  if (action < kGift) return action == kStay ? "stay" : "give";
  return "gift " + std::to_string(action - kGift + 2);
}

std::string Rules::outcome_text(const State& state, Outcome outcome) const {
  return std::string(state.phase == Phase::draw ? "chance draw " : "chance deal ") + std::string(kValueNames[outcome]);
}

Action Rules::parse_action(const State& /*state*/, std::string_view text) const {
  return toys::find_text(text, kActions, "'bid <value>', 'stay', 'give' or 'gift <value>'",
                         [&](Action action) { return action_text(action); });
}

Outcome Rules::parse_outcome(const State& state, std::string_view text) const {
  return toys::find_text(text, kOutcomes, "'chance deal <value>' at the deal and 'chance draw <value>' at the draw",
                         [&](Outcome outcome) { return outcome_text(state, outcome); });
}

Value Rules::view(const State& state, int viewer) const {
  const auto cards = [&](const Cards& of, bool seen) {
    Value value = Value::dict();
    if (!seen) value.set("hidden", of.total());
    for (int kind = 0; seen && kind < kinds_; ++kind)
      value.set(kValueNames[static_cast<std::size_t>(kind)], of.get(kind));
    return value;
  };
  Value value = Value::dict();
  value.set("phase", kPhaseNames[static_cast<std::size_t>(state.phase)]);
  value.set("seat", state.phase == Phase::over ? Value() : Value(state.seat));
  value.set("opened", state.opened);
  value.set("deck", cards(state.deck, viewer < 0));
  Value seats = Value::list();
  for (int seat = 0; seat < seats_; ++seat) {
    Value bids = Value::list();
    for (int location = 0; location < kLocations; ++location) {
      const int bid = state.bid[seat][location];
      bids.push(bid == 0 ? Value() : sealed(state, viewer, seat, location) ? Value(kSealed) : Value(bid));
    }
    Value own = Value::dict();
    own.set("hand", cards(state.hand[seat], viewer < 0 || viewer == seat));
    own.set("bids", std::move(bids));
    seats.push(std::move(own));
  }
  value.set("seats", std::move(seats));
  value.set("gift", state.gift == 0 ? Value() : Value(state.gift));
  return value;
}

State Rules::from_value(const Value& value, Faults& faults) const {
  State state{};
  const auto byte = [](int number) { return static_cast<std::uint8_t>(number); };
  const auto cards = [&](DictReader& reader, std::string_view key) {
    std::array<int, kValues> counts{};
    const auto kinds = static_cast<std::size_t>(kinds_);
    reader.counts(key, std::span(kValueNames).first(kinds), std::span(counts).first(kinds), copies_);
    Cards result{};
    for (int kind = 0; kind < kinds_; ++kind) result.set(kind, counts[static_cast<std::size_t>(kind)]);
    return result;
  };
  DictReader reader(value, "", faults);
  state.phase = static_cast<Phase>(reader.choice("phase", kPhaseNames));
  const int seat = reader.integer_or_null("seat", 0, seats_ - 1, -1);
  if ((seat < 0) != (state.phase == Phase::over)) reader.fault("seat", "must be null at the end, and only then");
  state.seat = byte(std::max(seat, 0));
  state.opened = byte(reader.integer("opened", 0, kLocations));
  state.deck = cards(reader, "deck");
  reader.dicts("seats", seats_, seats_, [&](DictReader& own, int i) {
    state.hand[i] = cards(own, "hand");
    own.list("bids", kLocations, kLocations, [&](const Value& entry, const std::string& path, int location) {
      if (entry.is_null()) return;
      const auto* bid = entry.get<std::int64_t>();
      if (bid == nullptr || *bid < 1 || *bid > kinds_) {
        faults.push_back(path + " is " + entry.json() + ", allowed: null, 1 to " + std::to_string(kinds_));
      } else {
        state.bid[i][location] = byte(static_cast<int>(*bid));
      }
    });
  });
  state.gift = byte(reader.integer_or_null("gift", 2, kinds_, 0));
  reader.finish();
  return state;
}

void Rules::violations(const State& state, Faults& faults) const {
  // First what the rest relies on: every number in its range.
  bool in_range = state.phase <= Phase::over && state.seat < seats_ && state.opened <= kLocations &&
                  state.gift <= kinds_ && state.gift != 1 && state.deck.in_range();
  for (int seat = 0; seat < kMaxSeats; ++seat) {
    const bool there = seat < seats_;
    in_range = in_range && state.hand[seat].in_range() && (there || !state.hand[seat].any());
    for (const std::uint8_t bid : state.bid[seat]) in_range = in_range && bid <= (there ? kinds_ : 0);
  }
  if (!in_range) {
    faults.emplace_back("a number is out of range");
    return;
  }
  check_cards(state, faults);
  const bool over = state.phase == Phase::over;
  const bool all_bid = state.phase > Phase::bid;
  const int best = all_bid ? winner(state, 0) : -1;
  if (state.opened != (over ? 2 : all_bid ? 1 : 0)) faults.emplace_back("the open locations do not fit the phase");
  if (over ? state.seat != 0 : all_bid && state.seat != best) {
    faults.emplace_back("the turn does not fit the phase and the bids");
  }
  if (state.gift != 0 && (!over || best < 0)) faults.emplace_back("nobody can have given a card");
  for (int seat = 0; seat < seats_; ++seat) check_seat(state, seat, best, faults);
  if (state.phase == Phase::gift && !can_give(state.hand[state.seat])) {
    faults.push_back(seat_text(state.seat) + " has no card to give");
  }
}

/// SA-1: no card is there twice, and none is missing.
void Rules::check_cards(const State& state, Faults& faults) const {
  for (int kind = 0; kind < kValues; ++kind) {
    int count = state.deck.get(kind) + (state.gift == kind + 1 ? 1 : 0);
    for (int seat = 0; seat < seats_; ++seat) {
      count += state.hand[seat].get(kind);
      for (const std::uint8_t bid : state.bid[seat]) count += bid == kind + 1 ? 1 : 0;
    }
    const int expected = kind < kinds_ ? copies_ : 0;
    if (count == expected) continue;
    faults.push_back("there are " + std::to_string(count) + " cards of value " + std::to_string(kind + 1) + ", not " +
                     std::to_string(expected));
  }
}

/// A seat's bids and the size of his hand follow from the phase; `best` is the winner on the left, or -1.
void Rules::check_seat(const State& state, int seat, int best, Faults& faults) const {
  struct Range {
    int least, most;
    [[nodiscard]] bool has(int value) const { return value >= least && value <= most; }
  };
  const bool left = state.bid[seat][0] != 0, right = state.bid[seat][1] != 0;
  const int bids = (left ? 1 : 0) + (right ? 1 : 0);
  const int drawn = seat == best && state.phase != Phase::draw ? 1 : 0;
  const int given = seat == best ? (state.gift != 0 ? 1 : 0) : 0;
  Range bid_range{kLocations, kLocations};
  Range cards{hand_size_ - bids + drawn - given, hand_size_ - bids + drawn - given};
  if (state.phase == Phase::deal) {
    bid_range = {0, 0};
    if (seat == state.seat) cards = {0, hand_size_ - 1};
    if (seat > state.seat) cards = {0, 0};
  } else if (state.phase == Phase::bid && seat >= state.seat) {
    bid_range = {0, seat == state.seat ? 1 : 0};
  }
  if (!bid_range.has(bids) || (right && !left)) {
    faults.push_back(seat_text(seat) + " has made other bids than the phase allows");
  }
  if (!cards.has(state.hand[seat].total())) {
    faults.push_back(seat_text(seat) + " holds " + std::to_string(state.hand[seat].total()) +
                     " cards, which does not fit the phase");
  }
}

}  // namespace pyboard::sealed_auction
