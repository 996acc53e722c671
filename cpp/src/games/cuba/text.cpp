// Texts of actions and outcomes (sections 7 and 8), written and read.
#include "pyboard/core/text.hpp"

#include <algorithm>

#include "pyboard/core/narrow.hpp"
#include "pyboard/games/cuba/rules.hpp"

namespace pyboard::cuba {

namespace {

std::string text(std::string_view word) { return std::string(word); }
std::string piece(int kind) { return text(kPieceNames[at(kind)]); }
std::string merchandise(int kind) { return text(kMerchandiseNames[at(kind)]); }
std::string cell(int index) { return text(kCellNames[at(index)]); }
std::string category(int index) { return text(kCategoryNames[at(index)]); }
std::string pair_text(Pair pair, int first_kind) {
  return piece(first_kind + pair.a) + " " + piece(first_kind + pair.b);
}

std::string use_text(int id) {
  const std::string kind = id == kUseDone ? "done" : text(kKindNames[kEntryKinds[kEntryOfUse[at(id - kFirstUse)]]]);
  std::string use = "use " + kind;
  if (id == kUseDone || id == kUseSamba || id == kUseTreasury) return use;
  if (id < kUseYard + kResources) return use + " " + piece(id - kUseYard);
  if (id < kUseMiddleman) return use + " " + pair_text(kMultisets<kResources>[at(id - kUseYard - kResources)], 0);
  if (id < kUseStore) return use + " " + merchandise(id - kUseMiddleman);
  if (id < kUseBlackMarket) return use + " " + merchandise(kProducts + id - kUseStore);
  if (id < kBlackMarketBack) {
    const int index = id - kUseBlackMarket;
    return use + " " + merchandise(index / kGoods) + " " + merchandise(kProducts + index % kGoods);
  }
  if (id < kUseFactory) {
    const int index = id - kBlackMarketBack;
    return use + " " + merchandise(kProducts + index / kProducts) + " " + merchandise(index % kProducts);
  }
  if (id < kUseDistillery) return use + " " + number(id - kUseFactory + 1);
  if (id < kUseCigarCafe) return use + " " + number(id - kUseDistillery + 1);
  if (id < kUseRumCafe) return use + " " + number(id - kUseCigarCafe + 1);
  if (id < kUseSamba) return use + " " + number(id - kUseRumCafe + 1);
  if (id < kUseMonastery + kMerchandise) return use + " " + merchandise(id - kUseMonastery);
  if (id < kUseSawmill) {
    return use + " " + pair_text(kMultisets<kMerchandise>[at(id - kUseMonastery - kMerchandise)], kResources);
  }
  if (id < kUseTreasury) return use + " " + number((id - kUseSawmill) % kMaxGround + 1);
  if (id < kUseCasinoPesos) return use + " vp " + number(id - kUseCasino + 1);
  if (id < kUseCustoms) return use + " pesos " + number(id - kUseCasinoPesos + 1);
  if (id < kUseSmallHouse) {
    const int given = (id - kUseCustoms) / (kMerchandise - 1), other = (id - kUseCustoms) % (kMerchandise - 1);
    return use + " " + merchandise(given) + " " + merchandise(other < given ? other : other + 1);
  }
  if (id < kUseLargeHouse) {
    const int index = id - kUseSmallHouse;
    return use + " " + number(index / kMerchandise + 1) + " " + merchandise(index % kMerchandise);
  }
  if (id < kUseLighthouse) {
    const int index = id - kUseLargeHouse;
    return use + " " + number(index / (kMerchandise * kMaxHouse) + 1) + " " +
           merchandise(index / kMaxHouse % kMerchandise) + " " + number(index % kMaxHouse + 1);
  }
  if (id < kUseNewspaper) return use + " " + number(id - kUseLighthouse + 1);
  return use + " " + category(id - kUseNewspaper);
}

constexpr std::array<std::string_view, 4> kComplyNames = {"none", "tax", "duty", "both"};

/// The first words of actions, and the forms that they begin.
constexpr std::array<std::string_view, 20> kVerbs = {
    "take",    "play", "privilege", "worker", "harvest", "sell", "buy",   "trade",  "build", "on",
    "foreman", "use",  "ship",      "load",   "bribe",   "veto", "enact", "comply", "field", "cafe"};
constexpr std::array<std::string_view, kVerbs.size()> kForms = {"take <piece> <piece>' or 'take <piece>",
                                                                "play <character>",
                                                                "privilege <tradeswoman, architect or mayor>",
                                                                "worker <cell>",
                                                                "harvest <citrus> <sugar> <tobacco>",
                                                                "sell <merchandise>",
                                                                "buy <merchandise>",
                                                                "trade done",
                                                                "build <building or none>",
                                                                "on <cell>",
                                                                "foreman cross' or 'foreman single <cell>",
                                                                "use <building> <what>' or 'use done",
                                                                "ship <pier or none>",
                                                                "load <merchandise or done>",
                                                                "bribe <votes>",
                                                                "veto <category or pass>",
                                                                "enact <category> <category>",
                                                                "comply <none, tax, duty or both>",
                                                                "field <piece>",
                                                                "cafe <merchandise>"};

}  // namespace

std::string Rules::action_text(Action action) const {
  const int id = action;
  if (id < kFirstTakeProducts) return "take " + pair_text(kMultisets<kResources>[at(id - kFirstTakeResources)], 0);
  if (id < kFirstPlay) return "take " + pair_text(kMultisets<kProducts>[at(id - kFirstTakeProducts)], kResources);
  if (id < kFirstPrivilege) return "play " + text(kCharacterNames[at(id - kFirstPlay)]);
  if (id < kFirstTake) return "privilege " + text(kPrivilegeNames[at(id - kFirstPrivilege)]);
  if (id < kFirstWorker) return "take " + piece(id - kFirstTake);
  if (id < kFirstHarvest) return "worker " + cell(id - kFirstWorker);
  if (id < kFirstSell) {
    const int index = id - kFirstHarvest;
    return "harvest " + number(index / (kHarvestBase * kHarvestBase)) + " " +
           number(index / kHarvestBase % kHarvestBase) + " " + number(index % kHarvestBase);
  }
  if (id < kFirstBuy) return "sell " + merchandise(id - kFirstSell);
  if (id < kTradeDone) return "buy " + merchandise(id - kFirstBuy);
  if (id == kTradeDone) return "trade done";
  if (id < kBuildNone) return "build " + text(kKindNames[at(id - kFirstBuild)]);
  if (id == kBuildNone) return "build none";
  if (id < kForemanCross) return "on " + cell(id - kFirstOn + 1);
  if (id == kForemanCross) return "foreman cross";
  if (id < kFirstUse) return "foreman single " + cell(id - kFirstSingle);
  if (id < kFirstShip) return use_text(id);
  if (id < kShipNone) return "ship " + number(id - kFirstShip + 1);
  if (id == kShipNone) return "ship none";
  if (id < kLoadDone) return "load " + merchandise(id - kFirstLoad);
  if (id == kLoadDone) return "load done";
  if (id < kFirstVeto) return "bribe " + number(id - kFirstBribe);
  if (id < kVetoPass) return "veto " + category(id - kFirstVeto);
  if (id == kVetoPass) return "veto pass";
  if (id < kFirstComply) {
    const Pair pair = kEnactPairs[at(id - kFirstEnact)];
    return "enact " + category(pair.a) + " " + category(pair.b);
  }
  if (id < kFirstField) return "comply " + text(kComplyNames[at(id - kFirstComply)]);
  if (id < kFirstCafe) return "field " + piece(id - kFirstField);
  if (id < kActionCount) return "cafe " + merchandise(id - kFirstCafe);
  return "unknown " + number(id);
}

std::string Rules::action_text(const State& /*state*/, Action action) const { return action_text(action); }

std::string Rules::outcome_text(const State& /*state*/, Outcome outcome) const {
  const int id = outcome;
  if (id < kFirstSeatOutcome) return "chance ship_draw " + text(kShipNames[at(id - kFirstShipOutcome)]);
  if (id < kFirstBillOutcome) return "chance start_player p" + number(id - kFirstSeatOutcome);
  if (id >= kOutcomeCount) return "unknown " + number(id);
  const int index = id - kFirstBillOutcome;
  return "chance bill_draw " + text(kStatuteNames[at(index / kStack)][at(index % kStack)]);
}

Action Rules::parse_action(const State& /*state*/, std::string_view line) const {
  // A text has one number in the whole game (section 7).
  static const std::vector<std::string> kTexts = [this] {
    std::vector<std::string> texts;
    texts.reserve(kActionCount);
    for (int id = 0; id < kActionCount; ++id) texts.push_back(action_text(static_cast<Action>(id)));
    return texts;
  }();
  const auto found = index_of(kTexts, line);
  if (found) return static_cast<Action>(*found);
  const auto verb = index_of(kVerbs, line.substr(0, line.find(' ')));
  if (!verb) refuse_action("cuba", line, "actions begin with " + quoted_list(kVerbs));
  refuse_action("cuba", line, "the form is '" + text(kForms[at(*verb)]) + "'");
}

Outcome Rules::parse_outcome(const State& state, std::string_view line) const {
  const auto words = words_of(line);
  const auto bad = [&](const std::string& why) {
    throw InvalidActionError("'" + std::string(line) + "' is no outcome of cuba: " + why);
  };
  if (words.size() != 3 || words[0] != "chance") bad("the form is 'chance <event> <what>'");
  if (!index_of(info().chances, words[1])) bad("events are " + quoted_list(info().chances));
  int id = 0;
  while (id < kOutcomeCount && outcome_text(state, static_cast<Outcome>(id)) != line) ++id;
  if (id == kOutcomeCount) bad("there is no '" + std::string(words[2]) + "'");
  const auto outcome = static_cast<Outcome>(id);
  Distribution<kOutcomes> possible;
  if (node(state).kind == NodeKind::chance) outcomes(state, possible);
  const bool found =
      std::any_of(possible.begin(), possible.end(), [&](const WeightedOutcome& entry) { return entry.id == outcome; });
  if (!found) throw IllegalActionError("'" + std::string(line) + "' is not possible here");
  return outcome;
}

}  // namespace pyboard::cuba
