// pyboard/games/cuba/actions.hpp: the numbering of actions (section 7) and of outcomes.
#pragma once

#include "pyboard/games/cuba/state.hpp"

namespace pyboard::cuba {

/// Decision kinds in the order of the table in `info()`.
enum Decision : int {
  kSetupResources,
  kSetupProducts,
  kCard,
  kPrivilegeTake,
  kWorkerCell,
  kHarvest,
  kTrade,
  kBuildKind,
  kBuildCell,
  kForemanMode,
  kUse,
  kShip,
  kLoad,
  kBribe,
  kVeto,
  kEnact,
  kComply,
  kField,
  kCafe
};
/// Chance kinds likewise.
enum Chance : int { kShipDraw, kStartPlayerDraw, kBillDraw };

/// Tokens of labels.
enum Token : int { kBribeMade = 16, kBribesOpen };

inline constexpr int kPairs3 = 6;  // multisets of two of three kinds
inline constexpr int kFirstTakeResources = 0;
inline constexpr int kFirstTakeProducts = kFirstTakeResources + kPairs3;
inline constexpr int kFirstPlay = kFirstTakeProducts + kPairs3;           // + character
inline constexpr int kFirstPrivilege = kFirstPlay + kCharacters;          // + privilege
inline constexpr int kFirstTake = kFirstPrivilege + kPrivileges;          // + resource or product
inline constexpr int kFirstWorker = kFirstTake + kResources + kProducts;  // + cell
inline constexpr int kFirstHarvest = kFirstWorker + kCells;               // + 9 c + 3 s + t
inline constexpr int kHarvestBase = kMaxHarvest + 1;
inline constexpr int kFirstSell = kFirstHarvest + kHarvestBase * kHarvestBase * kHarvestBase;  // + merchandise
inline constexpr int kFirstBuy = kFirstSell + kMerchandise;
inline constexpr int kTradeDone = kFirstBuy + kMerchandise;
inline constexpr int kFirstBuild = kTradeDone + 1;  // + kind
inline constexpr int kBuildNone = kFirstBuild + kKinds;
inline constexpr int kFirstOn = kBuildNone + 1;  // + cell - 1
inline constexpr int kForemanCross = kFirstOn + kCells - 1;
inline constexpr int kFirstSingle = kForemanCross + 1;  // + cell
inline constexpr int kFirstUse = kFirstSingle + kCells;
inline constexpr int kUseYard = kFirstUse;  // one resource, or a pair of them
inline constexpr int kUseMiddleman = kUseYard + kResources + kPairs3;
inline constexpr int kUseStore = kUseMiddleman + kProducts;
inline constexpr int kUseBlackMarket = kUseStore + kGoods;
inline constexpr int kBlackMarketBack = kUseBlackMarket + kProducts * kGoods;  // good for product
inline constexpr int kUseFactory = kBlackMarketBack + kProducts * kGoods;
inline constexpr int kUseDistillery = kUseFactory + kMaxMade;
inline constexpr int kUseCigarCafe = kUseDistillery + kMaxMade;
inline constexpr int kUseRumCafe = kUseCigarCafe + kMaxSips;
inline constexpr int kUseSamba = kUseRumCafe + kMaxSips;
inline constexpr int kUseMonastery = kUseSamba + 1;  // one kind, or a pair of them
inline constexpr int kPairs5 = kMerchandise * (kMerchandise + 1) / 2;
inline constexpr int kUseSawmill = kUseMonastery + kMerchandise + kPairs5;
inline constexpr int kUseCement = kUseSawmill + kMaxGround;
inline constexpr int kUseGolf = kUseCement + kMaxGround;
inline constexpr int kUseTreasury = kUseGolf + kMaxGround;
inline constexpr int kUseCasino = kUseTreasury + 1;  // points, then pesos
inline constexpr int kUseCasinoPesos = kUseCasino + kMaxBets;
inline constexpr int kUseCustoms = kUseCasinoPesos + kMaxBets;
inline constexpr int kUseSmallHouse = kUseCustoms + kMerchandise * (kMerchandise - 1);
inline constexpr int kUseLargeHouse = kUseSmallHouse + kPiers * kMerchandise;
inline constexpr int kUseLighthouse = kUseLargeHouse + kPiers * kMerchandise * kMaxHouse;
inline constexpr int kUseNewspaper = kUseLighthouse + kPiers;
inline constexpr int kUseDone = kUseNewspaper + kCategories;
inline constexpr int kFirstShip = kUseDone + 1;  // + pier
inline constexpr int kShipNone = kFirstShip + kPiers;
inline constexpr int kFirstLoad = kShipNone + 1;  // + merchandise
inline constexpr int kLoadDone = kFirstLoad + kMerchandise;
inline constexpr int kFirstBribe = kLoadDone + 1;               // + votes
inline constexpr int kFirstVeto = kFirstBribe + kMaxBribe + 1;  // + category
inline constexpr int kVetoPass = kFirstVeto + kCategories;
inline constexpr int kFirstEnact = kVetoPass + 1;  // + pair of categories
inline constexpr int kPairs4 = kCategories * (kCategories - 1) / 2;
inline constexpr int kFirstComply = kFirstEnact + kPairs4;  // + none, tax, duty, both: bit 0 tax, bit 1 duty
inline constexpr int kFirstField = kFirstComply + 4;        // + resource or product
inline constexpr int kFirstCafe = kFirstField + kResources + kProducts;  // + merchandise
inline constexpr int kActionCount = kFirstCafe + kMerchandise;
static_assert(kFirstSell == 65 && kFirstUse == 133 && kUseFactory == 159 && kUseMonastery == 196 &&
              kUseCustoms == 233 && kUseDone == 305 && kFirstBribe == 316 && kFirstField == 395 && kActionCount == 406);

/// Two kinds a <= b.
struct Pair {
  std::uint8_t a, b;
};
/// Multisets of two of `Size` kinds in lexicographic order.
template <int Size>
inline constexpr std::array<Pair, static_cast<std::size_t>(Size*(Size + 1) / 2)> kMultisets = [] {
  std::array<Pair, static_cast<std::size_t>(Size * (Size + 1) / 2)> table{};
  std::size_t next = 0;
  for (int a = 0; a < Size; ++a) {
    for (int b = a; b < Size; ++b) table[next++] = {static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)};
  }
  return table;
}();
/// Pairs of different categories in lexicographic order.
inline constexpr std::array<Pair, kPairs4> kEnactPairs = {{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};

/// Entries of the use list (CU-45), in its order.
enum Entry : int {
  kEntryDistillery,
  kEntryFactory,
  kEntryBlackMarket,
  kEntryCustoms,
  kEntryYard,
  kEntryMiddleman,
  kEntryStore,
  kEntryCigarCafe,
  kEntryRumCafe,
  kEntrySamba,
  kEntryMonastery,
  kEntrySawmill,
  kEntryCement,
  kEntryGolf,
  kEntryTreasury,
  kEntrySmallHouse,  // one for each pier
  kEntrySmallHouse2,
  kEntrySmallHouse3,
  kEntryLargeHouse,  // likewise
  kEntryLargeHouse2,
  kEntryLargeHouse3,
  kEntryLighthouse,
  kEntryNewspaper,
  kEntryCasino,
  kEntries
};
static_assert(kEntryLargeHouse == kEntrySmallHouse + kPiers && kEntries == 24);
/// The kind of building of each entry.
inline constexpr std::array<std::uint8_t, kEntries> kEntryKinds = {
    kDistillery, kCigarFactory, kBlackMarket, kCustoms,    kBuildersYard,  kMiddleman,  kGeneralStore, kCigarCafe,
    kRumCafe,    kSambaSchool,  kMonastery,   kSawmill,    kCementFactory, kGolfCourse, kTreasury,     kSmallHouse,
    kSmallHouse, kSmallHouse,   kLargeHouse,  kLargeHouse, kLargeHouse,    kLighthouse, kNewspaper,    kCasino};
/// The entries of each kind of building; empty for those without a use.
inline constexpr std::array<std::uint32_t, kKinds> kEntriesOfKind = [] {
  std::array<std::uint32_t, kKinds> table{};
  for (std::size_t entry = 0; entry < kEntries; ++entry) table[kEntryKinds[entry]] |= std::uint32_t{1} << entry;
  return table;
}();
/// The entry of each `use` action, from kFirstUse on; kEntries for `use done`.
inline constexpr std::array<std::uint8_t, kUseDone - kFirstUse + 1> kEntryOfUse = [] {
  std::array<std::uint8_t, kUseDone - kFirstUse + 1> table{};
  const auto fill = [&](int from, int to, int entry) {
    for (int id = from; id < to; ++id)
      table[static_cast<std::size_t>(id - kFirstUse)] = static_cast<std::uint8_t>(entry);
  };
  fill(kUseYard, kUseMiddleman, kEntryYard);
  fill(kUseMiddleman, kUseStore, kEntryMiddleman);
  fill(kUseStore, kUseBlackMarket, kEntryStore);
  fill(kUseBlackMarket, kUseFactory, kEntryBlackMarket);
  fill(kUseFactory, kUseDistillery, kEntryFactory);
  fill(kUseDistillery, kUseCigarCafe, kEntryDistillery);
  fill(kUseCigarCafe, kUseRumCafe, kEntryCigarCafe);
  fill(kUseRumCafe, kUseSamba, kEntryRumCafe);
  fill(kUseSamba, kUseMonastery, kEntrySamba);
  fill(kUseMonastery, kUseSawmill, kEntryMonastery);
  fill(kUseSawmill, kUseCement, kEntrySawmill);
  fill(kUseCement, kUseGolf, kEntryCement);
  fill(kUseGolf, kUseTreasury, kEntryGolf);
  fill(kUseTreasury, kUseCasino, kEntryTreasury);
  fill(kUseCasino, kUseCustoms, kEntryCasino);
  fill(kUseCustoms, kUseSmallHouse, kEntryCustoms);
  for (int pier = 0; pier < kPiers; ++pier) {
    fill(kUseSmallHouse + pier * kMerchandise, kUseSmallHouse + (pier + 1) * kMerchandise, kEntrySmallHouse + pier);
    fill(kUseLargeHouse + pier * kMerchandise * kMaxHouse, kUseLargeHouse + (pier + 1) * kMerchandise * kMaxHouse,
         kEntryLargeHouse + pier);
  }
  fill(kUseLighthouse, kUseNewspaper, kEntryLighthouse);
  fill(kUseNewspaper, kUseDone, kEntryNewspaper);
  fill(kUseDone, kUseDone + 1, kEntries);
  return table;
}();

inline constexpr int kFirstShipOutcome = 0;                              // + ship
inline constexpr int kFirstSeatOutcome = kFirstShipOutcome + kShips;     // + seat
inline constexpr int kFirstBillOutcome = kFirstSeatOutcome + kMaxSeats;  // + category * kStack + number
inline constexpr int kOutcomeCount = kFirstBillOutcome + kCategories * kStack;

}  // namespace pyboard::cuba
