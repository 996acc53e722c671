// pyboard/games/tzolkin/components.hpp: the tiles and boards of Tzolk'in as data: names, table struct, schema.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "pyboard/core/schema.hpp"
#include "pyboard/core/value.hpp"

namespace pyboard::tzolkin {

inline constexpr int kMinSeats = 2;
inline constexpr int kMaxSeats = 4;
inline constexpr int kBlocks = 3;     // wood, stone, gold
inline constexpr int kMaterials = 4;  // corn and the blocks
inline constexpr int kTemples = 3;
inline constexpr int kTracks = 4;
inline constexpr int kGears = 5;
inline constexpr int kSmallGears = 4;    // with the same spaces; the fifth is chichen_itza
inline constexpr int kSmallSpaces = 8;   // action spaces 0..7
inline constexpr int kLargeSpaces = 11;  // chichen_itza: 0..10
inline constexpr int kFirstFree = 6;     // from here on a 10-well gear every target is free (TZ-21)
inline constexpr int kTargets = 5;       // actions 1..5 of a 10-well gear
inline constexpr int kSkullSpaces = 9;   // actions 1..9 of chichen_itza
inline constexpr int kGroups = 4;        // of the jungle, numbered 2..5
inline constexpr int kFirstGroup = 2;
inline constexpr int kTypes = 27;
inline constexpr int kMonuments = 14;  // the last one belongs to the mini-expansion
inline constexpr int kWealth = 22;     // likewise
inline constexpr int kFoodDays = 4;
inline constexpr int kMaxLevel = 3;
inline constexpr int kMaxWorkers = 6;  // per player

// Bounds of the tables.
inline constexpr int kMaxDisplay = 6;
inline constexpr int kMaxCopies = 3;  // two bits per type
inline constexpr int kMaxCost = 7;    // of one kind of block
inline constexpr int kMaxGain = 20;
inline constexpr int kMaxRate = 9;
inline constexpr int kMaxPoints = 30;  // of one effect; a whole game then fits 16 bits
inline constexpr int kMaxPay = 3;      // blocks of one `pay` (section 7)
inline constexpr int kMaxTake = 2;     // blocks of one `gain`
inline constexpr int kMaxSkulls = 15;
inline constexpr int kMaxFields = 15;  // tiles of a jungle group
inline constexpr int kMaxAuto = 4;
inline constexpr int kMaxDecisions = 2;
inline constexpr int kMaxDay = 60;
inline constexpr int kLowestStep = -3;
inline constexpr int kHighestStep = 10;
inline constexpr int kSteps = kHighestStep - kLowestStep + 1;
inline constexpr int kMaxSmallWells = 12;
inline constexpr int kMaxLargeWells = 16;
inline constexpr int kMaxDealt = 5;

// Numbers that the file gives only in words (3.5, TZ-10, section 12).
inline constexpr int kBegCorn = 3;
inline constexpr int kHarvestBonus1 = 1;  // agriculture 1
inline constexpr int kHarvestBonus3 = 2;  // agriculture 3, more
inline constexpr int kFishBonus = 1;      // agriculture 2
inline constexpr int kExtractionBonus = 1;
inline constexpr int kArchitectureCorn = 1;
inline constexpr int kArchitecturePoints = 2;
inline constexpr int kArchitectureBonus = 3;
inline constexpr int kExtractionBlocks = 2;
inline constexpr int kTheologySkulls = 1;
inline constexpr int kFoodPerWorker = 2;
inline constexpr int kHungerPoints = 3;
inline constexpr int kPointUnit = 4;  // scores are counted in quarters (10.4)

inline constexpr std::array<std::string_view, kBlocks> kBlockNames = {"wood", "stone", "gold"};
inline constexpr std::array<std::string_view, kMaterials> kMaterialNames = {"corn", "wood", "stone", "gold"};
inline constexpr std::array<std::string_view, kMaterials> kRewardNames = {"wood", "stone", "gold", "skull"};
inline constexpr std::array<std::string_view, kTemples> kTempleNames = {"chaac", "quetzalcoatl", "kukulcan"};
inline constexpr std::array<std::string_view, kTracks> kTrackNames = {"agriculture", "extraction", "architecture",
                                                                      "theology"};
inline constexpr std::array<std::string_view, kGears + 1> kGearNames = {"palenque", "yaxchilan",    "tikal",
                                                                        "uxmal",    "chichen_itza", "start"};
inline constexpr std::array<std::string_view, kTypes> kTypeNames = {
    "a1_farm_one",        "a1_farm_all",         "a1_brown_chaac_quetz", "a1_brown_chaac_kukul", "a1_brown_builder",
    "a1_green_agri",      "a1_green_agri_stone", "a1_green_extr_corn",   "a1_green_extr_gold",   "a1_blue_arch",
    "a1_blue_theo_kukul", "a2_farm_three",       "a2_brown_trade",       "a2_brown_worker",      "a2_brown_points",
    "a2_brown_action",    "a2_brown_temples",    "a2_green_stone",       "a2_green_gold",        "a2_green_corn",
    "a2_green_skull",     "a2_blue_chaac",       "a2_blue_arch",         "a2_blue_kukul",        "a2_blue_theo",
    "a2_blue_two_tech",   "a2_blue_quetz"};
inline constexpr std::array<std::string_view, kMonuments> kMonumentNames = {
    "m01", "m02", "m03", "m04", "m05", "m06", "m07", "m08", "m09", "m10", "m11", "m12", "m13", "m14"};
inline constexpr std::array<std::string_view, kWealth> kWealthNames = {
    "w01", "w02", "w03", "w04", "w05", "w06", "w07", "w08", "w09", "w10", "w11",
    "w12", "w13", "w14", "w15", "w16", "w17", "w18", "w19", "w20", "w21", "w22"};
inline constexpr std::array<std::string_view, 5> kColourNames = {"yellow", "brown", "green", "blue", "none"};

enum Material : int { kCorn, kWood, kStone, kGold };
enum Temple : int { kChaac, kQuetzalcoatl, kKukulcan };
enum Track : int { kAgriculture, kExtraction, kArchitecture, kTheology };
enum Gear : int { kPalenque, kYaxchilan, kTikal, kUxmal, kChichen, kStart };
enum class Colour : std::uint8_t { yellow, brown, green, blue, none };

/// What a building does: parts that apply at once, then parts with a decision (2.4).
enum class PartKind : std::uint8_t {
  feed_free,
  feed_discount,
  temple,
  tech,
  corn,
  wood,
  stone,
  gold,
  skull,
  points,
  worker,
  temple_any,
  extra_build,
  trade_optional,
  do_optional,
  tech_any
};
inline constexpr int kAutoKinds = 11;
inline constexpr std::array<std::string_view, kAutoKinds> kAutoNames = {
    "feed_free", "feed_discount", "temple", "tech", "corn", "wood", "stone", "gold", "skull", "points", "worker"};
inline constexpr std::array<std::string_view, 5> kDecisionNames = {"temple_any", "extra_build", "trade_optional",
                                                                   "do_optional", "tech_any"};

/// How a monument counts at the end (2.5).
enum class Formula : std::uint8_t {
  own_brown,
  own_green,
  own_blue,
  own_all,
  corn_tiles,
  wood_tiles,
  all_monuments,
  tracks_at_top,
  levels,
  workers,
  temple_points,
  highest_step,
  skulls
};
inline constexpr std::array<std::string_view, 13> kFormulaNames = {"own_brown_x4",
                                                                   "own_green_x4",
                                                                   "own_blue_x4",
                                                                   "own_buildings_and_monuments_x2",
                                                                   "own_corn_tiles_x4",
                                                                   "own_wood_tiles_x4",
                                                                   "all_monuments_x(8-players)",
                                                                   "tech_tracks_at_3:0/9/20/33/33",
                                                                   "tech_levels_x3",
                                                                   "workers_minus_3_x6",
                                                                   "temple_step_points_again",
                                                                   "highest_temple_step_x3",
                                                                   "skulls_in_chichen_all_players_x3"};

enum class FoodKind : std::uint8_t { materials, points };
inline constexpr std::array<std::string_view, 2> kFoodKindNames = {"materials", "points"};

/// What a rule reads. Everything else in the file is derived from these numbers (Rules, derived()).
struct Tables {
  using Blocks = std::array<std::uint8_t, kBlocks>;
  using Goods = std::array<std::uint8_t, kMaterials>;  // corn, wood, stone, gold

  struct SeatCount {
    std::uint8_t monuments;
    std::uint8_t fields;
    std::uint8_t dummies;
  };
  struct FoodDay {
    std::uint8_t day;
    std::uint8_t kind;  // FoodKind
    std::uint8_t age;   // whose leader bonus is paid: 0 none
  };
  struct Harvest {
    std::uint8_t corn;
    std::uint8_t wood;
  };
  struct Yield {
    Goods goods;
    std::uint8_t skulls;
  };
  struct Skull {
    std::uint8_t points;
    std::uint8_t temple;
    std::uint8_t blocks;
  };
  struct TempleTrack {
    std::int8_t min;
    std::int8_t top;
    std::array<std::int8_t, kSteps> points;      // by step - kLowestStep
    std::array<std::uint8_t, kSteps> materials;  // likewise: 0 none, else 1 + index of the reward
    std::array<std::uint8_t, 2> bonus;           // by age
  };
  struct Part {
    PartKind kind;
    std::uint8_t amount;
    std::uint8_t which;  // temple or track
  };
  struct Building {
    std::uint8_t age;
    std::uint8_t colour;
    std::uint8_t copies;
    Blocks cost;
    std::uint8_t autos;
    std::array<Part, kMaxAuto> part;
    std::uint8_t decisions;
    std::array<std::uint8_t, kMaxDecisions> decision;  // index of kDecisionNames
  };
  struct Monument {
    std::uint8_t colour;
    Blocks cost;
    std::uint8_t skulls;
    std::uint8_t formula;
  };
  struct Wealth {
    std::uint8_t gear;
    std::uint8_t space;
    Yield gain;
    std::uint8_t temple;  // 0 none, else 1 + index
    std::uint8_t track;   // likewise
    std::uint8_t feed_free;
    std::uint8_t workers;
    std::uint8_t temple_down;  // as temple
  };

  std::array<std::uint8_t, kBlocks> rate;
  std::uint8_t skull_supply;
  std::uint8_t workers_per_player;
  std::uint8_t workers_at_start;
  std::array<SeatCount, kMaxSeats - kMinSeats + 1> by_seats;
  std::uint8_t display;
  std::uint8_t wealth_dealt;
  std::uint8_t first_day;
  std::array<FoodDay, kFoodDays> food;
  std::array<std::uint8_t, kGears> wells;
  std::uint8_t fish;
  std::array<Harvest, kGroups> harvest;                  // group 2 has no wood
  std::array<Yield, kTargets> yield;                     // yaxchilan 1..5
  std::array<std::array<std::uint8_t, 2>, 2> advances;   // tikal 1 and 3: fewest (1) and most
  std::array<std::array<std::uint8_t, 2>, 2> buildings;  // tikal 2 and 4: likewise
  std::uint8_t monuments_per_action;                     // tikal 4
  std::uint8_t two_temples_blocks;                       // tikal 5
  std::uint8_t temple_corn;                              // uxmal 1
  std::uint8_t corn_per_block;                           // uxmal 4
  std::uint8_t any_action_corn;                          // uxmal 5
  std::array<Skull, kSkullSpaces> skull;                 // chichen_itza 1..9
  std::array<std::uint8_t, kMaxWorkers> worker_cost;
  std::array<TempleTrack, kTemples> temple;
  std::array<std::uint8_t, kMaxLevel> advance_cost;
  std::uint8_t bonus_cost;
  std::array<Building, kTypes> building;
  std::array<Monument, kMonuments> monument;
  std::array<std::uint8_t, kFoodDays> points_now;  // m14, by Food Days held
  std::array<Wealth, kWealth> wealth;
  std::uint8_t corn_per_point;
  std::uint8_t skull_points;

  [[nodiscard]] constexpr const SeatCount& seat_count(int seats) const noexcept {
    return by_seats[static_cast<std::size_t>(seats - kMinSeats)];
  }
  /// Index of the Food Day that ends age 1 (TZ-67).
  [[nodiscard]] constexpr int age_change() const noexcept {
    return static_cast<int>(std::find_if(food.begin(), food.end(), [](const FoodDay& row) { return row.age == 1; }) -
                            food.begin());
  }
  /// Number of the first tile of a type: b01 is 1.
  [[nodiscard]] constexpr int first_tile(int type) const noexcept {
    int tile = 1;
    for (int t = 0; t < type; ++t) tile += building[static_cast<std::size_t>(t)].copies;
    return tile;
  }
  /// TZ-56a: nothing but feeding, points, given temple steps and workers.
  [[nodiscard]] constexpr bool inert(int type) const noexcept {
    const Building& tile = building[static_cast<std::size_t>(type)];
    return tile.decisions == 0 && std::all_of(tile.part.begin(), tile.part.begin() + tile.autos, [](const Part& part) {
             return part.kind == PartKind::feed_free || part.kind == PartKind::feed_discount ||
                    part.kind == PartKind::temple || part.kind == PartKind::points || part.kind == PartKind::worker;
           });
  }
  [[nodiscard]] constexpr bool has_part(int type, PartKind kind) const noexcept {
    const Building& tile = building[static_cast<std::size_t>(type)];
    if (static_cast<int>(kind) >= kAutoKinds) {
      return std::any_of(tile.decision.begin(), tile.decision.begin() + tile.decisions,
                         [&](int decision) { return decision == static_cast<int>(kind) - kAutoKinds; });
    }
    return std::any_of(tile.part.begin(), tile.part.begin() + tile.autos,
                       [&](const Part& part) { return part.kind == kind; });
  }
};

/// The schema: every number of the tables with its place in the file and its bounds.
void describe(schema::Visitor& visitor, Tables& tables);
[[nodiscard]] const Tables& default_tables();
/// All faults of tables within their bounds that would leave a rule without meaning or out of room.
void check(const Tables& tables, Faults& faults);
/// Entries of the file that are computed from others, as they follow from these tables.
[[nodiscard]] Value derived(const Tables& tables);

/// No player can own goods worth more corn than this at the end of a game (check, violations).
inline constexpr int kMaxWorth = 32000;
/// The most that goods can become worth in one game.
[[nodiscard]] int most_worth_gained(const Tables& tables);

}  // namespace pyboard::tzolkin
