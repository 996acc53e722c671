// Texts of actions and outcomes (sections 7 and 8), written and read.
#include "pyboard/core/text.hpp"

#include <algorithm>

#include "pyboard/core/narrow.hpp"
#include "pyboard/games/tzolkin/rules.hpp"

namespace pyboard::tzolkin {

namespace {

constexpr std::array<std::string_view, 3> kHarvestNames = {"corn", "wood", "free"};

std::string text(std::string_view word) { return std::string(word); }

std::string blocks_text(int multiset) {
  std::string result;
  for (int k = 0; k < kBlocks; ++k) {
    const int count = kMultisetTable[at(multiset)].count[at(k)];
    if (count > 0) result += " " + std::to_string(count) + " " + text(kBlockNames[at(k)]);
  }
  return result;
}

std::string pick_text(int gear, int space, int target) {
  return "pick " + text(kGearNames[at(gear)]) + " " + std::to_string(space) + " use " +
         (target == 0 ? "none" : std::to_string(target));
}

std::string tile_text(int tile) { return (tile < 10 ? "b0" : "b") + std::to_string(tile); }

}  // namespace

std::string Rules::action_text(Action action) const {
  const int id = action;
  if (id < kFirstPlace) return "beg " + text(kTempleNames[at(id - kFirstBeg)]);
  if (id < kEnd) return "place " + text(kGearNames[at(id - kFirstPlace)]);
  if (id == kEnd) return "end";
  if (id < kFirstLargePick) {
    const int space = (id - kFirstPick) / kPickStep;
    return pick_text(space / kSmallSpaces, space % kSmallSpaces, (id - kFirstPick) % kPickStep);
  }
  if (id < kFirstHarvest)
    return pick_text(kChichen, (id - kFirstLargePick) / kLargePickStep, (id - kFirstLargePick) % kLargePickStep);
  if (id < kFirstBurn) return "harvest " + text(kHarvestNames[at(id - kFirstHarvest)]);
  if (id < kFirstTech) return "burn " + text(kTempleNames[at(id - kFirstBurn)]);
  if (id < kFirstPay) return "tech " + text(kTrackNames[at(id - kFirstTech)]);
  if (id < kFirstGain) return "pay" + blocks_text(id - kFirstPay);
  if (id < kFirstTemple) return "gain" + blocks_text(id - kFirstGain);
  if (id < kFirstBuild) return "temple " + text(kTempleNames[at(id - kFirstTemple)]);
  if (id < kFirstMonument) {
    std::string type = "build " + text(kTypeNames[at((id - kFirstBuild) / kBuildModes)]);
    const int mode = (id - kFirstBuild) % kBuildModes;
    if (mode == kPlain) return type;
    if (mode == kKeepBonus) return type + " keep";
    return type + " save " + text(kBlockNames[at(mode - kSaveWood)]);
  }
  if (id < kFirstSell) return "monument " + text(kMonumentNames[at(id - kFirstMonument)]);
  if (id < kFirstBuy) return "sell " + text(kBlockNames[at(id - kFirstSell)]);
  if (id < kStop) return "buy " + text(kBlockNames[at(id - kFirstBuy)]);
  if (id == kStop) return "stop";
  if (id < kFirstDoTikal) {
    return "do " + text(kGearNames[at((id - kFirstDo) / kTargets)]) + " " +
           std::to_string((id - kFirstDo) % kTargets + 1);
  }
  if (id < kFirstDoUxmal) return "do tikal " + std::to_string(id - kFirstDoTikal + kTikalFrom);
  if (id < kFirstOffer) return "do uxmal " + std::to_string(id - kFirstDoUxmal + 1);
  if (id < kFirstAdvance) return "offer " + text(kBlockNames[at(id - kFirstOffer)]);
  if (id < kFirstKeep) return "advance " + std::to_string(id - kFirstAdvance + 1);
  if (id < kActionCount) {
    const Pair pair = pair_of(id - kFirstKeep);
    return "keep " + text(kWealthNames[at(pair.a)]) + " " + text(kWealthNames[at(pair.b)]);
  }
  return "unknown " + std::to_string(id);
}

std::string Rules::action_text(const State& /*state*/, Action action) const { return action_text(action); }

std::string Rules::outcome_text(const State& state, Outcome outcome) const {
  const int id = outcome;
  if (id < kFirstMonumentOutcome) return "chance start p" + std::to_string(id - kFirstSeatOutcome);
  if (id < kFirstBuildingOutcome) return "chance monument " + text(kMonumentNames[at(id - kFirstMonumentOutcome)]);
  if (id < kFirstWealthOutcome) {  // the lowest tile of the type that has not been drawn yet
    const int type = id - kFirstBuildingOutcome;
    const int undrawn = std::max(1, state.undrawn.get(type));  // with none left: the last one
    return "chance building " + tile_text(tables_.first_tile(type) + tables_.building[at(type)].copies - undrawn);
  }
  if (id >= kOutcomeCount) return "unknown " + std::to_string(id);
  const std::string tile = text(kWealthNames[at(id - kFirstWealthOutcome)]);
  if (state.phase == Phase::wealth) return "chance wealth p" + std::to_string(state.active) + " " + tile;
  return "chance dummy " + tile;
}

Action Rules::parse_action(const State& /*state*/, std::string_view line) const {
  const auto words = words_of(line);
  const std::string_view verb = words[0];
  const auto id = [](int first, int index) { return static_cast<Action>(first + index); };
  const auto expect = [&](std::size_t count, const char* form) {
    if (words.size() != count) refuse_action("tzolkin", line, std::string("the form is '") + form + "'");
  };
  /// "<verb> <one of names>".
  const auto named = [&](const auto& names, int first, const char* form) {
    expect(2, form);
    const auto index = index_of(names, words[1]);
    if (!index) refuse_action("tzolkin", line, std::string("the form is '") + form + "' with " + quoted_list(names));
    return id(first, *index);
  };
  const auto alone = [&](int action) {
    expect(1, std::string(verb).c_str());
    return id(action, 0);
  };
  /// "<verb> 1 wood 2 gold".
  const auto blocks = [&](int first, int count) {
    for (int m = 0; m < count; ++m) {
      if (std::string(verb) + blocks_text(m) == line) return id(first, m);
    }
    refuse_action("tzolkin", line,
                  "the form is '" + std::string(verb) + " <count> <block> …' with wood, stone, gold in this order");
  };
  if (verb == "beg") return named(kTempleNames, kFirstBeg, "beg <temple>");
  if (verb == "place") return named(kGearNames, kFirstPlace, "place <gear or start>");
  if (verb == "end") return alone(kEnd);
  if (verb == "pick") {
    const char* form = "pick <gear> <space> use <target or none>";
    expect(5, form);
    const auto gear = index_of(std::span(kGearNames).first(kGears), words[1]);
    const auto space = whole_number(words[2]);
    const auto target = words[4] == "none" ? std::optional<int>(0) : whole_number(words[4]);
    if (!gear || !space || !target || words[3] != "use" || *space >= spaces_of(*gear) ||
        (*target == 0 && words[4] != "none") || *target > (*gear == kChichen ? kSkullSpaces : kTargets)) {
      refuse_action("tzolkin", line, std::string("the form is '") + form + "'");
    }
    if (*gear == kChichen) return id(kFirstLargePick, *space * kLargePickStep + *target);
    return id(kFirstPick, (*gear * kSmallSpaces + *space) * kPickStep + *target);
  }
  if (verb == "harvest") return named(kHarvestNames, kFirstHarvest, "harvest <what>");
  if (verb == "burn") return named(kTempleNames, kFirstBurn, "burn <temple>");
  if (verb == "tech") return named(kTrackNames, kFirstTech, "tech <track>");
  if (verb == "pay") return blocks(kFirstPay, kFirstGain - kFirstPay);
  if (verb == "gain") return blocks(kFirstGain, kFirstTemple - kFirstGain);
  if (verb == "temple") return named(kTempleNames, kFirstTemple, "temple <temple>");
  if (verb == "build") {
    const char* form = "build <type>', 'build <type> keep' or 'build <type> save <block>";
    const auto type = words.size() > 1 ? index_of(kTypeNames, words[1]) : std::nullopt;
    if (!type) refuse_action("tzolkin", line, std::string("the form is '") + form + "'");
    const int first = kFirstBuild + *type * kBuildModes;
    if (words.size() == 2) return id(first, kPlain);
    if (words.size() == 3 && words[2] == "keep") return id(first, kKeepBonus);
    const auto block = words.size() == 4 && words[2] == "save" ? index_of(kBlockNames, words[3]) : std::nullopt;
    if (!block) refuse_action("tzolkin", line, std::string("the form is '") + form + "'");
    return id(first, kSaveWood + *block);
  }
  if (verb == "monument") return named(kMonumentNames, kFirstMonument, "monument <id>");
  if (verb == "sell") return named(kBlockNames, kFirstSell, "sell <block>");
  if (verb == "buy") return named(kBlockNames, kFirstBuy, "buy <block>");
  if (verb == "stop") return alone(kStop);
  if (verb == "do") {
    expect(3, "do <gear> <action>");
    for (int action = kFirstDo; action < kFirstOffer; ++action) {
      if (action_text(static_cast<Action>(action)) == line) return id(action, 0);
    }
    refuse_action("tzolkin", line,
                  "the form is 'do <gear> <action>' with palenque and yaxchilan 1 to 5, tikal 3 to 5, uxmal 1 to 4");
  }
  if (verb == "offer") return named(kBlockNames, kFirstOffer, "offer <block>");
  if (verb == "advance") {
    expect(2, "advance <days>");
    const auto days = whole_number(words[1]);
    if (!days || *days < 1 || *days > 2) refuse_action("tzolkin", line, "1 or 2 days");
    return id(kFirstAdvance, *days - 1);
  }
  if (verb == "keep") {
    expect(3, "keep <tile> <tile>");
    const auto a = index_of(kWealthNames, words[1]), b = index_of(kWealthNames, words[2]);
    if (!a || !b || *a >= *b) refuse_action("tzolkin", line, "two tiles w01 to w22 in ascending order");
    return id(kFirstKeep, pair_index(*a, *b));
  }
  static constexpr std::array<std::string_view, 20> kVerbs = {
      "beg",   "place",    "end",  "pick", "harvest", "burn", "tech",  "pay",     "gain", "temple",
      "build", "monument", "sell", "buy",  "stop",    "do",   "offer", "advance", "keep", ""};
  refuse_action("tzolkin", line, "actions begin with " + quoted_list(std::span(kVerbs).first(19)));
}

Outcome Rules::parse_outcome(const State& state, std::string_view line) const {
  const auto words = words_of(line);
  const auto bad = [&](const std::string& why) {
    throw InvalidActionError("'" + std::string(line) + "' is no outcome of tzolkin: " + why);
  };
  static constexpr std::array<std::string_view, 5> kEvents = {"start", "monument", "building", "wealth", "dummy"};
  if (words.size() < 3 || words[0] != "chance") bad("the form is 'chance <event> <what>'");
  const auto event = index_of(kEvents, words[1]);
  if (!event) bad("events are " + quoted_list(kEvents));
  if (words.size() != (*event == 3 ? 4U : 3U))
    bad("the form is 'chance " + text(kEvents[at(*event)]) + (*event == 3 ? " <seat> <what>'" : " <what>'"));
  const std::string_view what = words.back();
  int id = -1;
  if (*event == 0) {
    for (int seat = 0; seat < seats_; ++seat) {
      if (what == seat_text(seat)) id = kFirstSeatOutcome + seat;
    }
  } else if (*event == 1) {
    const auto index = index_of(kMonumentNames, what);
    if (index) id = kFirstMonumentOutcome + *index;
  } else if (*event == 2) {
    int tile = 1;
    for (int type = 0; type < kTypes && id < 0; ++type) {
      for (int copy = 0; copy < tables_.building[at(type)].copies; ++copy, ++tile) {
        if (tile_text(tile) == what) id = kFirstBuildingOutcome + type;
      }
    }
  } else {
    const auto index = index_of(kWealthNames, what);
    if (index) id = kFirstWealthOutcome + *index;
  }
  if (id < 0) bad("there is no '" + std::string(what) + "'");
  const auto outcome = static_cast<Outcome>(id);
  Distribution<kOutcomes> possible;
  outcomes(state, possible);
  const bool found =
      std::any_of(possible.begin(), possible.end(), [&](const WeightedOutcome& entry) { return entry.id == outcome; });
  if (!found || outcome_text(state, outcome) != line) {
    throw IllegalActionError("'" + std::string(line) + "' is not possible here");
  }
  return outcome;
}

}  // namespace pyboard::tzolkin
