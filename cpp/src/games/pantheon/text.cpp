// Texts of actions and outcomes (sections 7 and 8), written and read.
#include "pyboard/core/text.hpp"

#include <algorithm>

#include "pyboard/core/narrow.hpp"
#include "pyboard/games/pantheon/rules.hpp"

namespace pyboard::pantheon {

namespace {

/// Actions of one word, and of a word and a name.
struct Plain {
  int action;
  std::string_view text;
};
constexpr std::array<Plain, 18> kPlain = {{{kMoveAction, "move"},
                                           {kBuy, "buy"},
                                           {kDraw, "draw"},
                                           {kExtra, "extra"},
                                           {kPass, "pass"},
                                           {kFollow, "follow"},
                                           {kStay, "stay"},
                                           {kEnd, "end"},
                                           {kShop, "shop"},
                                           {kBuyColumn, "buy column"},
                                           {kBuyFoot, "buy foot"},
                                           {kRefuse, "refuse"},
                                           {kGalliaTakeCards, "gallia cards"},
                                           {kGalliaTakeGod, "gallia god"},
                                           {kTakePile, "take pile"},
                                           {kTradeFoot, "trade foot"},
                                           {kTradeColumn, "trade column"},
                                           {kSupportFeet, "support feet"}}};
struct Named {
  int first;
  std::string_view verb;
  std::span<const std::string_view> names;
};
constexpr std::array<Named, 5> kNamed = {{{kFirstUp, "up", kKindNames},
                                          {kFirstOffer, "offer", kKindNames},
                                          {kFirstTake, "take", kCardNames},
                                          {kFirstDiscard, "discard", kCardNames},
                                          {kFirstBonus, "bonus", kBonusNames}}};
struct Event {
  int first;
  std::string_view name;
  std::span<const std::string_view> names;
};
constexpr std::array<Event, 6> kEvents = {{{kFirstCardOutcome, "card", kCardNames},
                                           {kFirstNationOutcome, "nation", kNationNames},
                                           {kFirstLootOutcome, "loot", kLootNames},
                                           {kFirstHalfGodOutcome, "half_god", kHalfGodNames},
                                           {kFirstGodOutcome, "god", kGodNames},
                                           {kFirstBonusOutcome, "bonus", kBonusNames}}};

}  // namespace

std::string Rules::action_text(Action action) const {
  const int id = action;
  if (id == kSupportColumns) return "support columns";
  for (const Plain& plain : kPlain) {
    if (plain.action == id) return std::string(plain.text);
  }
  for (const Named& named : kNamed) {
    const int index = id - named.first;
    if (index >= 0 && index < static_cast<int>(named.names.size()))
      return std::string(named.verb) + " " + std::string(named.names[at(index)]);
  }
  if (id >= kFirstWorship && id < kFirstWorship + kSlots) return "worship " + std::to_string(id - kFirstWorship + 1);
  if (id >= kFirstCoin && id < kFirstCoin + kMaxMoney) return "coin " + std::to_string(id - kFirstCoin + 1);
  if (id >= kFirstPlace && id < num_actions()) return "place s" + std::to_string(id - kFirstPlace);
  return "unknown " + std::to_string(id);
}

std::string Rules::action_text(const State& /*state*/, Action action) const { return action_text(action); }

std::string Rules::outcome_text(const State& /*state*/, Outcome outcome) const {
  const int id = outcome;
  if (id < kFirstCardOutcome) return "chance start p" + std::to_string(id - kFirstSeatOutcome);
  for (const Event& event : kEvents) {
    const int index = id - event.first;
    if (index >= 0 && index < static_cast<int>(event.names.size()))
      return "chance " + std::string(event.name) + " " + std::string(event.names[at(index)]);
  }
  return "unknown " + std::to_string(id);
}

Action Rules::parse_action(const State& /*state*/, std::string_view line) const {
  const auto id = [](int first, int index) { return static_cast<Action>(first + index); };
  if (line == "support columns") return id(kSupportColumns, 0);
  for (const Plain& plain : kPlain) {
    if (plain.text == line) return id(plain.action, 0);
  }
  const auto words = words_of(line);
  const std::string verb(words[0]);
  for (const Named& named : kNamed) {
    if (verb != named.verb) continue;
    const auto index = words.size() == 2 ? index_of(named.names, words[1]) : std::nullopt;
    if (!index) refuse_action("pantheon", line, "the form is '" + verb + " <what>' with " + quoted_list(named.names));
    return id(named.first, *index);
  }
  const auto numbered = [&](std::string_view word, int first, int lowest, int highest) {
    const auto number = words.size() == 2 ? whole_number(word) : std::nullopt;
    if (!number || *number < lowest || *number > highest) {
      refuse_action(
          "pantheon", line,
          "the form is '" + verb + " <number>' with " + std::to_string(lowest) + " to " + std::to_string(highest));
    }
    return id(first, *number - lowest);
  };
  if (verb == "worship") return numbered(words.back(), kFirstWorship, 1, kSlots);
  if (verb == "coin") return numbered(words.back(), kFirstCoin, 1, kMaxMoney);
  if (verb == "place") {
    const auto space = words.size() == 2 && words[1].starts_with('s') ? whole_number(words[1].substr(1)) : std::nullopt;
    if (!space || *space >= tables_.spaces)
      refuse_action("pantheon", line, "the form is 'place s<space>' with s0 to s" + std::to_string(tables_.spaces - 1));
    return id(kFirstPlace, *space);
  }
  static constexpr std::array<std::string_view, 21> kVerbs = {
      "move", "buy",   "worship", "draw",   "extra", "pass",    "follow", "stay",    "end",   "shop", "coin",
      "up",   "offer", "refuse",  "gallia", "take",  "discard", "trade",  "support", "bonus", "place"};
  refuse_action("pantheon", line, "actions begin with " + quoted_list(kVerbs));
}

Outcome Rules::parse_outcome(const State& state, std::string_view line) const {
  const auto words = words_of(line);
  const auto bad = [&](const std::string& why) {
    throw InvalidActionError("'" + std::string(line) + "' is no outcome of pantheon: " + why);
  };
  if (words.size() != 3 || words[0] != "chance") bad("the form is 'chance <event> <what>'");
  int id = -1;
  bool known = words[1] == "start";
  if (known) {
    for (int seat = 0; seat < seats_; ++seat) {
      if (words[2] == seat_text(seat)) id = kFirstSeatOutcome + seat;
    }
  }
  for (const Event& event : kEvents) {
    if (words[1] != event.name) continue;
    known = true;
    if (const auto index = index_of(event.names, words[2])) id = event.first + *index;
  }
  static constexpr std::array<std::string_view, 7> kNames = {"start",    "card", "nation", "loot",
                                                             "half_god", "god",  "bonus"};
  if (!known) bad("events are " + quoted_list(kNames));
  if (id < 0) bad("there is no '" + std::string(words[2]) + "'");
  const auto outcome = static_cast<Outcome>(id);
  Distribution<kOutcomes> possible;
  outcomes(state, possible);
  const bool found =
      std::any_of(possible.begin(), possible.end(), [&](const WeightedOutcome& entry) { return entry.id == outcome; });
  if (!found) throw IllegalActionError("'" + std::string(line) + "' is not possible here");
  return outcome;
}

}  // namespace pyboard::pantheon
