// Texts of actions and outcomes (sections 7 and 8), written and read.
#include "pyboard/core/text.hpp"

#include "pyboard/core/narrow.hpp"
#include "pyboard/games/chocolatl/rules.hpp"

namespace pyboard::chocolatl {

namespace {

std::string text(std::string_view word) { return std::string(word); }

}  // namespace

std::string Rules::action_text(Action action) const {
  const int id = action;
  if (id < number_.offer_none) return "offer " + number(id);
  if (id == number_.offer_none) return "offer none";
  if (id < number_.card) {
    const CardPair pair = kPairTable[at(id - number_.bid)];
    return "bid " + number(pair.a) + " " + number(pair.b);
  }
  if (id < number_.roll) return "card " + number(id - number_.card);
  if (id == number_.roll) return "roll";
  if (id == number_.pass) return "pass";
  if (id == number_.take_die) return "take die";
  if (id == number_.take_hut) return "take hut";
  if (id == number_.first_self) return "first self";
  if (id == number_.first_other) return "first other";
  if (id < number_.roll_many) return "swap " + number(id - number_.swap);
  if (id < number_.actions) return "roll " + number(id - number_.roll_many + 1);
  return "unknown " + number(id);
}

std::string Rules::action_text(const State& state, Action action) const {
  std::string line = action_text(action);
  if (action < number_.bid || action >= number_.roll) return line;
  return line.insert(line.find(' '), " " + text(kLocationNames[state.location]));
}

std::string Rules::outcome_text(const State& state, Outcome outcome) const {
  const int id = outcome;
  if (id < number_.harvest) {
    std::string line = "chance stack";
    for (int i = 0; i < seats_; ++i) line += " " + number(stacks_[at(id - number_.stack)][at(i)]);
    return line;
  }
  if (id < number_.big) {
    std::string line = "chance harvest";
    // Numbers of faces that the dice do not have are named by the numbers themselves.
    const Harvest& row = harvests_[at(id - number_.harvest)];
    if (row.weight == 0) return line + " unknown " + number(id);
    for (const std::uint8_t face : row.face) line += " " + number(face);
    return line;
  }
  if (id < number_.small) return "chance big " + number(id - number_.big);
  if (id < number_.bonus) return "chance small " + number(id - number_.small);
  if (id >= number_.outcomes) return "unknown " + number(id);
  const bool final = id >= number_.final;
  const int index = id - (final ? number_.final : number_.bonus);
  const std::string face =
      index < bonus_faces_.count ? number(bonus_faces_.face[at(index)]) : "unknown " + number(index);
  return final ? "chance final p" + number(state.active) + " " + face : "chance bonus " + face;
}

Action Rules::parse_action(const State& state, std::string_view line) const {
  const auto words = words_of(line);
  const std::string_view verb = words[0];
  const auto id = [](int value) { return static_cast<Action>(value); };
  const auto expect = [&](std::size_t count, const char* form) {
    if (words.size() != count) refuse_action("chocolatl", line, std::string("the form is '") + form + "'");
  };
  const auto card = [&](std::string_view word) {
    const auto value = whole_number(word);
    if (!value || *value >= values_) refuse_action("chocolatl", line, "cards are 0 to " + number(values_ - 1));
    return *value;
  };
  const auto here = [&](const char* form) {
    const auto location = index_of(kLocationNames, words[1]);
    if (!location)
      refuse_action("chocolatl", line, std::string("the form is '") + form + "' with " + quoted_list(kLocationNames));
    if (*location != state.location)
      refuse_action("chocolatl", line, "the location is '" + text(kLocationNames[state.location]) + "' here");
  };
  if (verb == "offer") {
    expect(2, "offer <card or none>");
    return words[1] == "none" ? id(number_.offer_none) : id(card(words[1]));
  }
  if (verb == "bid") {
    const char* form = "bid <location> <card> <card>";
    expect(4, form);
    here(form);
    const int a = card(words[2]), b = card(words[3]);
    if (a > b) refuse_action("chocolatl", line, "the cards ascend");
    return id(number_.bid + pair_base(b) + a);
  }
  if (verb == "card") {
    const char* form = "card <location> <card>";
    expect(3, form);
    here(form);
    return id(number_.card + card(words[2]));
  }
  if (verb == "roll" && words.size() == 2) {
    const auto dice = whole_number(words[1]);
    if (!dice || *dice < 1 || *dice > tables_.bonus_dice)
      refuse_action("chocolatl", line, "1 to " + number(tables_.bonus_dice) + " dice");
    return id(number_.roll_many + *dice - 1);
  }
  if (verb == "swap") {
    expect(2, "swap <card>");
    return id(number_.swap + card(words[1]));
  }
  for (const int action :
       {number_.roll, number_.pass, number_.take_die, number_.take_hut, number_.first_self, number_.first_other}) {
    if (action_text(id(action)) == line) return id(action);
  }
  static constexpr std::array<std::string_view, 8> kVerbs = {"offer", "bid",  "card",  "roll",
                                                             "pass",  "take", "first", "swap"};
  refuse_action("chocolatl", line,
                "actions begin with " + quoted_list(kVerbs) +
                    "; 'take die', 'take hut', 'first self' and 'first other' are whole actions");
}

Outcome Rules::parse_outcome(const State& state, std::string_view line) const {
  const auto words = words_of(line);
  const auto bad = [&](const std::string& why) {
    throw InvalidActionError("'" + std::string(line) + "' is no outcome of chocolatl: " + why);
  };
  static constexpr std::array<std::string_view, 6> kEvents = {"stack", "harvest", "big", "small", "bonus", "final"};
  if (words.size() < 3 || words[0] != "chance") bad("the form is 'chance <event> <what>'");
  if (!index_of(kEvents, words[1])) bad("events are " + quoted_list(kEvents));
  Distribution<kOutcomes> possible;
  outcomes(state, possible);
  for (const WeightedOutcome& entry : possible) {
    if (outcome_text(state, entry.id) == line) return entry.id;
  }
  for (int other = 0; other < number_.outcomes; ++other) {
    if (outcome_text(state, static_cast<Outcome>(other)) == line)
      throw IllegalActionError("'" + std::string(line) + "' is not possible here");
  }
  bad("there is no such outcome of '" + std::string(words[1]) + "'");
  return 0;
}

}  // namespace pyboard::chocolatl
