// pyboard/games/cuba/components.hpp: the pieces, cards and boards of Cuba as data: names, table struct, schema.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "pyboard/core/bits.hpp"
#include "pyboard/core/schema.hpp"
#include "pyboard/core/value.hpp"

namespace pyboard::cuba {

inline constexpr int kMinSeats = 2;
inline constexpr int kMaxSeats = 5;
inline constexpr int kResources = 3;
inline constexpr int kProducts = 3;
inline constexpr int kGoods = 2;
inline constexpr int kMerchandise = kProducts + kGoods;
inline constexpr int kPieces = kResources + kMerchandise;
inline constexpr int kCharacters = 5;
inline constexpr int kLaps = kCharacters - 1;
inline constexpr int kPrivileges = 3;
inline constexpr int kSpaces = 2;  // of each privilege
inline constexpr int kCategories = 4;
inline constexpr int kPayCategories = 2;  // tax and duty
inline constexpr int kStack = 6;          // statutes of a category
inline constexpr int kPrinted = kStack;   // number of the printed law of a category
inline constexpr int kKinds = 32;         // of buildings
inline constexpr int kShips = 15;
inline constexpr int kPiers = 3;
inline constexpr int kSea = kPiers;  // the place after the piers
inline constexpr int kPlaces = kPiers + 1;
inline constexpr int kRows = 3;
inline constexpr int kColumns = 4;
inline constexpr int kCells = kRows * kColumns;  // a1, the printed warehouse, is cell 0
inline constexpr int kLayouts = 6;
inline constexpr int kInCross = kRows + kColumns - 1;

// Bounds of the tables.
inline constexpr int kMaxAmount = 20;  // of pesos, points or votes in one effect or price
inline constexpr int kMaxSupply = 31;
inline constexpr int kMaxMade = 15;   // `use distillery 15` (section 7)
inline constexpr int kMaxSold = 2;    // builder's yard, monastery
inline constexpr int kMaxSips = 3;    // cafes
inline constexpr int kMaxGround = 4;  // sawmill, cement factory, golf course
inline constexpr int kMaxBets = 2;    // casino
inline constexpr int kMaxHouse = 2;   // large trading house
inline constexpr int kMaxBribe = 63;
inline constexpr int kMaxTrack = 7;
inline constexpr int kMaxSpaces = 7;  // of one kind on a ship
inline constexpr int kMaxCost = 7;
inline constexpr int kMaxTiles = 3;
inline constexpr int kMaxHarvest = 2;  // of one product (section 7)
inline constexpr int kStart = 2;       // pieces of one take at the set-up

inline constexpr std::array<std::string_view, kPieces> kPieceNames = {"wood",  "stone",   "water", "citrus",
                                                                      "sugar", "tobacco", "rum",   "cigar"};
inline constexpr std::array<std::string_view, kMerchandise> kMerchandiseNames = {"citrus", "sugar", "tobacco", "rum",
                                                                                 "cigar"};
inline constexpr std::array<std::string_view, kResources> kResourceNames = {"wood", "stone", "water"};
inline constexpr std::array<std::string_view, kCharacters> kCharacterNames = {"worker", "tradeswoman", "architect",
                                                                              "foreman", "mayor"};
inline constexpr std::array<std::string_view, kPrivileges> kPrivilegeNames = {"tradeswoman", "architect", "mayor"};
inline constexpr std::array<std::string_view, kCategories> kCategoryNames = {"tax", "duty", "subsidy", "other"};
inline constexpr std::array<std::string_view, kShips> kShipNames = {
    "s01", "s02", "s03", "s04", "s05", "s06", "s07", "s08", "s09", "s10", "s11", "s12", "s13", "s14", "s15"};
inline constexpr std::array<std::string_view, kCells> kCellNames = {"a1", "b1", "c1", "d1", "a2", "b2",
                                                                    "c2", "d2", "a3", "b3", "c3", "d3"};
/// What a cell of a plantation can be: a field, or the printed warehouse.
inline constexpr std::array<std::string_view, kResources + kProducts + 1> kFieldNames = {
    "wood", "stone", "water", "citrus", "sugar", "tobacco", "warehouse"};
inline constexpr int kNoField = kResources + kProducts;
inline constexpr std::array<std::string_view, kLayouts> kLayoutNames = {"front",       "back_blue",  "back_red",
                                                                        "back_yellow", "back_green", "back_purple"};
/// Statutes by category and number; the printed law last.
inline constexpr std::array<std::array<std::string_view, kStack + 1>, kCategories> kStatuteNames = {
    {{"tax_1", "tax_2", "tax_3", "tax_4", "tax_5", "tax_6", "tax_printed"},
     {"duty_citrus", "duty_sugar", "duty_tobacco", "duty_citrus_sugar", "duty_citrus_tobacco", "duty_sugar_tobacco",
      "duty_printed"},
     {"sub_water", "sub_delegate", "sub_buildings", "sub_builders", "sub_farmland", "sub_materials", ""},
     {"oth_harvest", "oth_port", "oth_corruption", "oth_embargo", "oth_tariff", "oth_storage", ""}}};
inline constexpr std::array<std::string_view, kKinds> kKindNames = {"small_bank",
                                                                    "large_bank",
                                                                    "dam",
                                                                    "inn",
                                                                    "hotel",
                                                                    "town_hall",
                                                                    "church",
                                                                    "warehouse",
                                                                    "distillery",
                                                                    "cigar_factory",
                                                                    "black_market",
                                                                    "builders_yard",
                                                                    "middleman",
                                                                    "general_store",
                                                                    "cigar_cafe",
                                                                    "rum_cafe",
                                                                    "monastery",
                                                                    "sawmill",
                                                                    "cement_factory",
                                                                    "golf_course",
                                                                    "small_trading_house",
                                                                    "large_trading_house",
                                                                    "lighthouse",
                                                                    "casino",
                                                                    "statue",
                                                                    "beach_cafe",
                                                                    "newspaper",
                                                                    "customs",
                                                                    "tavern",
                                                                    "embassy",
                                                                    "samba_school",
                                                                    "treasury"};
inline constexpr std::array<std::string_view, 3> kSetNames = {"base", "el_presidente", "promo"};
inline constexpr std::array<std::string_view, 4> kClassNames = {"gain", "convert", "harbour", "permanent"};

enum Piece : int { kWood, kStone, kWater, kCitrus, kSugar, kTobacco, kRum, kCigar };
enum Character : int { kWorker, kTradeswoman, kArchitect, kForeman, kMayor };
enum Privilege : int { kTradePrivilege, kArchitectPrivilege, kMayorPrivilege };
enum Category : int { kTax, kDuty, kSubsidy, kOther };
enum Kind : int {
  kSmallBank,
  kLargeBank,
  kDam,
  kInn,
  kHotel,
  kTownHall,
  kChurch,
  kWarehouse,
  kDistillery,
  kCigarFactory,
  kBlackMarket,
  kBuildersYard,
  kMiddleman,
  kGeneralStore,
  kCigarCafe,
  kRumCafe,
  kMonastery,
  kSawmill,
  kCementFactory,
  kGolfCourse,
  kSmallHouse,
  kLargeHouse,
  kLighthouse,
  kCasino,
  kStatue,
  kBeachCafe,
  kNewspaper,
  kCustoms,
  kTavern,
  kEmbassy,
  kSambaSchool,
  kTreasury
};

/// Kinds of effects (2.3); the numbers in them are data.
enum class EffectKind : std::uint8_t {
  gain,         // pesos, points, pieces
  votes,        // in this round's parliament
  veto,         // token
  store,        // products are kept
  make,         // n of one kind into n of another
  swap_class,   // a product for a good or the reverse
  sell,         // pieces of a class, for pesos each
  give,         // pieces of one kind, for points each
  give_any,     // pieces of any kinds, for points each
  give_set,     // one of each kind of a set, for points
  load,         // pieces on a ship
  swap_ship,    // a ship with the one at sea
  bet,          // pesos for points or the reverse
  count_tiles,  // points per own tile
  exchange,     // beach cafe
  press,        // on a bill
  swap_cargo    // a piece for a kind that lies on a ship
};
inline constexpr std::array<EffectKind, kKinds> kEffectKinds = {
    EffectKind::gain,       EffectKind::gain,     EffectKind::gain,       EffectKind::gain, EffectKind::gain,
    EffectKind::votes,      EffectKind::veto,     EffectKind::store,      EffectKind::make, EffectKind::make,
    EffectKind::swap_class, EffectKind::sell,     EffectKind::sell,       EffectKind::sell, EffectKind::give,
    EffectKind::give,       EffectKind::give_any, EffectKind::give,       EffectKind::give, EffectKind::give,
    EffectKind::load,       EffectKind::load,     EffectKind::swap_ship,  EffectKind::bet,  EffectKind::count_tiles,
    EffectKind::exchange,   EffectKind::press,    EffectKind::swap_cargo, EffectKind::gain, EffectKind::gain,
    EffectKind::give_set,   EffectKind::give_set};

/// Index of kClassNames.
[[nodiscard]] constexpr int class_of(int kind) noexcept {
  switch (kEffectKinds[static_cast<std::size_t>(kind)]) {
    case EffectKind::gain:
    case EffectKind::votes:
    case EffectKind::veto:
    case EffectKind::store:
    case EffectKind::count_tiles:
      return 0;
    case EffectKind::load:
    case EffectKind::swap_ship:
      return 2;
    case EffectKind::exchange:
      return 3;
    case EffectKind::make:
    case EffectKind::swap_class:
    case EffectKind::sell:
    case EffectKind::give:
    case EffectKind::give_any:
    case EffectKind::give_set:
    case EffectKind::bet:
    case EffectKind::press:
    case EffectKind::swap_cargo:
      return 1;
  }
  return 1;
}

enum class Gives : std::uint8_t { vp, pesos, resources };
inline constexpr std::array<std::string_view, 3> kGivesNames = {"vp", "pesos", "resources"};
enum class Basis : std::uint8_t { own_water, delegate_votes, own_tiles, own_unbuilt_fields, own_unbuilt_kinds };
inline constexpr std::array<std::string_view, 5> kBasisNames = {"own_water", "delegate_votes", "own_tiles",
                                                                "own_unbuilt_fields", "own_unbuilt_kinds"};
enum class Param : std::uint8_t {
  worker_fields,
  free_product_limit,
  immediate_departure,
  pesos_per_vote,
  unloadable,
  purchase_surcharge,
  no_product_loss
};
inline constexpr std::array<std::string_view, 7> kParamNames = {
    "worker_fields", "free_product_limit", "immediate_departure", "pesos_per_vote",
    "unloadable",    "purchase_surcharge", "no_product_loss"};
inline constexpr std::array<std::string_view, 2> kTakeNames = {"resource", "product"};

/// What a rule reads. Everything else in the file is derived from these numbers (Rules, derived()).
struct Tables {
  struct Pay {
    std::uint8_t pesos;
    std::array<std::uint8_t, kMerchandise> pieces;
  };
  struct Subsidy {
    std::uint8_t gives;  // Gives
    std::uint8_t basis;  // Basis
    std::uint8_t divisor;
    std::uint8_t cap;  // 0 none, else 1 + the number
  };
  struct Other {
    std::uint8_t param;  // Param
    std::uint8_t value;
    std::uint8_t kinds;  // entries of `kind`
    std::array<std::uint8_t, kMerchandise> kind;
  };
  /// Which members count depends on the kind of effect.
  struct Effect {
    std::uint8_t pesos;
    std::uint8_t points;
    std::uint8_t votes;
    std::uint8_t min;
    std::uint8_t max;
    std::uint8_t flag;
    std::uint8_t from;  // piece kind
    std::uint8_t to;
    std::array<std::uint8_t, kPieces> pieces;
    std::uint8_t kinds;  // entries of `kind`
    std::array<std::uint8_t, kMerchandise> kind;
    std::uint8_t privileges;  // beach cafe, other reading
  };
  struct Building {
    std::uint8_t tiles;
    std::array<std::uint8_t, kResources> cost;
    std::uint8_t set;
    Effect effect;
  };

  std::uint8_t rounds;
  std::array<std::uint8_t, kPieces> supply;
  std::array<std::uint8_t, kCharacters> votes;
  std::array<std::uint8_t, kSpaces> take;  // tradeswoman: index of kTakeNames
  std::array<std::uint8_t, kSpaces> privilege_points;
  std::array<std::uint8_t, kSpaces> privilege_pesos;
  std::uint8_t free_products;
  std::uint8_t water_per_product;
  std::uint8_t pesos_per_vote;
  std::uint8_t bribe_max;
  std::uint8_t enact;
  std::uint8_t start_pesos;
  std::uint8_t start_resources;
  std::uint8_t start_products;
  std::uint8_t market_products;
  std::uint8_t market_goods;
  std::uint8_t ships_in_harbour;
  std::uint8_t ships_at_sea;
  std::uint8_t product_spaces;
  std::array<std::uint8_t, kMaxTrack> product_track;
  std::uint8_t goods_spaces;
  std::array<std::uint8_t, kMaxTrack> goods_track;
  std::uint8_t full_sell_product;
  std::uint8_t full_sell_good;
  std::uint8_t empty_buy;
  std::array<std::uint8_t, kPiers> pier_points;
  std::array<std::array<std::uint8_t, kMerchandise>, kShips> ship;
  std::array<std::array<std::uint8_t, kCells>, kLayouts> layout;  // index of kFieldNames
  std::array<std::uint8_t, kMaxSeats> seat_back;                  // index of kLayoutNames
  std::array<std::array<Pay, kStack + 1>, kPayCategories> pay;
  std::array<Subsidy, kStack> subsidy;
  std::array<Other, kStack> other;
  Other harvest_product;  // oth_harvest with harvest_law=product
  std::uint8_t reward_one;
  std::uint8_t reward_both;
  std::array<Building, kKinds> building;
  std::uint8_t points_per_tile;

  [[nodiscard]] constexpr const Effect& effect(int kind) const noexcept {
    return building[static_cast<std::size_t>(kind)].effect;
  }
};

/// The cells in the row and the column of a cell.
[[nodiscard]] constexpr unsigned cross_of(int cell) noexcept {
  unsigned set = 0;
  for (int other = 0; other < kCells; ++other) {
    if (other / kColumns == cell / kColumns || other % kColumns == cell % kColumns) set |= 1U << other;
  }
  return set;
}

/// The schema: every number of the tables with its place in the file and its bounds.
void describe(schema::Visitor& visitor, Tables& tables);
[[nodiscard]] const Tables& default_tables();
/// All faults of tables within their bounds that would leave a rule without meaning or out of room.
void check(const Tables& tables, Faults& faults);
/// Entries of the file that are computed from others, as they follow from these tables.
[[nodiscard]] Value derived(const Tables& tables);

/// No position holds more pesos or points for a player than this; a whole game fits on top (violations).
inline constexpr int kMostPesos = 5000;
inline constexpr int kMostPoints = 5000;

}  // namespace pyboard::cuba
