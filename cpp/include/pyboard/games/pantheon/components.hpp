// pyboard/games/pantheon/components.hpp: the cards, tiles and map of Pantheon as data: names, table struct, schema.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "pyboard/core/schema.hpp"
#include "pyboard/core/value.hpp"

namespace pyboard::pantheon {

inline constexpr int kMinSeats = 2;
inline constexpr int kMaxSeats = 4;
inline constexpr int kSeatCounts = kMaxSeats - kMinSeats + 1;
inline constexpr int kCards = 10;     // move, four offerings, money1 to money5
inline constexpr int kDeckCards = 6;  // of these in the deck; the others are special money
inline constexpr int kKinds = 4;      // of offerings
inline constexpr int kMaxLevel = 4;
inline constexpr int kMaxMoney = 5;  // highest value of a money card
inline constexpr int kGodKinds = 10;
inline constexpr int kGods = 40;
inline constexpr int kMaxRows = 4;   // requirements of a god
inline constexpr int kHalfGods = 6;  // values 1 to 6
inline constexpr int kLowHalfGods = 3;
inline constexpr int kLootTypes = 9;
inline constexpr int kMarks = 3;  // none, 3, 4
inline constexpr int kSlots = 5;  // of loot per nation, and of displayed gods
inline constexpr int kBonuses = 6;
inline constexpr int kNations = 8;
inline constexpr int kScorings = 2;
inline constexpr int kSupplies = 2;  // values of the option start_supply

// Bounds of the tables.
inline constexpr int kMaxSpaces = 256;
inline constexpr int kMaxDegree = 8;
inline constexpr int kMaxCopies = 40;   // of one type of card
inline constexpr int kMaxDeck = 200;    // cards of all types, special ones included
inline constexpr int kMaxSpecial = 12;  // special money cards
inline constexpr int kMaxPieces = 24;   // feet, or columns, of one player
inline constexpr int kMaxPoints = 9;    // of movement, by one card or tile
inline constexpr int kMaxPrice = 60;
inline constexpr int kMaxCost = 9;     // one requirement of a god
inline constexpr int kMaxValue = 9;    // of a Stonkus
inline constexpr int kMaxOfKind = 15;  // tiles of one lasting god
inline constexpr int kMaxLootTiles = 60;
inline constexpr int kMaxHalves = 20;  // tiles of one value
inline constexpr int kMaxHalfSum = 250;
inline constexpr int kMaxPurse = 250;
inline constexpr int kMaxMovement = 100;  // permanent points in the game
inline constexpr int kMaxDraw = 10;
inline constexpr int kMaxHand = 20;
inline constexpr int kMaxDisplay = 8;
inline constexpr int kMaxBands = 8;
inline constexpr int kMaxColumnPoints = 20;
inline constexpr int kMaxBonusPoints = 20;

// Numbers that the file gives only in words.
inline constexpr int kGalliaCards = 2;      // PA-26
inline constexpr int kRomaCards = 2;        // PA-32
inline constexpr int kIberiaSteps = 1;      // PA-30
inline constexpr int kCartagoMoney = 2;     // PA-31
inline constexpr int kDepraccusCards = 2;   // PA-36
inline constexpr int kBonusPieces = 1;      // PA-41
inline constexpr int kBonusMovement = 1;    // PA-46
inline constexpr int kBigFoot = 1;          // PA-59
inline constexpr int kEmptyCost = 1;        // PA-56
inline constexpr int kSharedCost = 2;       // PA-56
inline constexpr int kPiecePrice = 1;       // PA-83
inline constexpr int kPlaesirisHalves = 2;  // PA-22, 111
inline constexpr int kVinthradPoints = 1;   // PA-114

inline constexpr std::array<std::string_view, kCards> kCardNames = {"move",   "gift",   "priest", "dancer", "temple",
                                                                    "money1", "money2", "money3", "money4", "money5"};
inline constexpr std::array<std::string_view, kKinds> kKindNames = {"gift", "priest", "dancer", "temple"};
inline constexpr std::array<std::string_view, kGodKinds> kGodKindNames = {
    "seperi",   "plaesiris", "taksator", "depraccus", "vinthrad",
    "gaiviles", "gadicea",   "stonkus",  "pietalte",  "traitera"};
inline constexpr std::array<std::string_view, kGods> kGodNames = {
    "g00", "g01", "g02", "g03", "g04", "g05", "g06", "g07", "g08", "g09", "g10", "g11", "g12", "g13",
    "g14", "g15", "g16", "g17", "g18", "g19", "g20", "g21", "g22", "g23", "g24", "g25", "g26", "g27",
    "g28", "g29", "g30", "g31", "g32", "g33", "g34", "g35", "g36", "g37", "g38", "g39"};
inline constexpr std::array<std::string_view, kHalfGods> kHalfGodNames = {"1", "2", "3", "4", "5", "6"};
inline constexpr std::array<std::string_view, kLootTypes> kLootNames = {
    "support", "half_god", "god", "offering1", "offering2", "cards", "money", "movement1", "movement2"};
inline constexpr std::array<std::string_view, 7> kLootKindNames = {"support", "half_god", "god",     "offering",
                                                                   "cards",   "money",    "movement"};
inline constexpr std::array<std::string_view, kBonuses> kBonusNames = {"support", "half_god", "god",
                                                                       "column",  "offering", "movement"};
inline constexpr std::array<std::string_view, kNations> kNationNames = {"gallia", "germania", "graecia", "aegyptus",
                                                                        "persia", "iberia",   "cartago", "roma"};
inline constexpr std::array<std::string_view, 4> kSpaceTypeNames = {"plain", "start", "loot", "column"};
inline constexpr std::array<std::string_view, kSupplies> kSupplyNames = {"seed", "by_players"};

enum Card : int { kMove = 0, kGift = 1, kMoney1 = 5 };
enum class GodKind : std::uint8_t {
  seperi,
  plaesiris,
  taksator,
  depraccus,
  vinthrad,
  gaiviles,
  gadicea,
  stonkus,
  pietalte,
  traitera
};
inline constexpr int kFirstLasting = static_cast<int>(GodKind::depraccus);  // before it: instant
enum class LootKind : std::uint8_t { support, half_god, god, offering, cards, money, movement };
enum class Bonus : std::uint8_t { support, half_god, god, column, offering, movement };
enum class Nation : std::uint8_t { gallia, germania, graecia, aegyptus, persia, iberia, cartago, roma };
enum class SpaceType : std::uint8_t { plain, start, loot, column };

/// The money card of a value, and its value (0 for other cards).
[[nodiscard]] constexpr int money_card(int value) noexcept { return kMoney1 + value - 1; }
[[nodiscard]] constexpr int money_value(int card) noexcept { return card < kMoney1 ? 0 : card - kMoney1 + 1; }
/// The card of an offering kind.
[[nodiscard]] constexpr int offering_card(int kind) noexcept { return kGift + kind; }

/// What a rule reads. Everything else in the file is derived from these numbers (derived()).
struct Tables {
  struct Supply {
    std::uint8_t feet;
    std::uint8_t columns;
  };
  struct God {
    std::uint8_t kind;
    std::uint8_t rows;
    std::array<std::uint8_t, kMaxRows> cost;
    std::uint8_t value;  // Stonkus only
  };
  struct Loot {
    LootKind kind;
    std::uint8_t amount;  // pieces, steps, cards or points
    std::array<std::uint8_t, kMarks> count;
  };
  struct Slots {
    std::uint8_t count;
    std::array<std::uint8_t, kSlots> slot;
  };
  struct Space {
    std::uint8_t x, y;  // of the drawing
    std::uint8_t type;
    std::uint8_t nation;  // 0 none, else 1 + index
    std::uint8_t slot;    // 0 none
    std::uint8_t degree;
    std::array<std::uint8_t, kMaxDegree> adjacent;
  };
  using Band = std::array<std::uint8_t, 3>;  // from, to, points each

  std::array<std::array<Supply, kSeatCounts>, kSupplies> supply;
  std::array<std::uint8_t, kDeckCards> deck;
  std::uint8_t move_points;
  std::uint8_t special;  // cards in the stack
  std::array<std::uint8_t, kMaxSpecial> stack;
  std::uint8_t display;
  std::uint8_t start_hand;
  std::uint8_t draw_cards;
  std::uint8_t hand_adjust;
  std::uint8_t columns;  // per player
  std::uint8_t feet;
  std::array<std::uint8_t, kMaxLevel + 1> price;  // by level
  std::array<God, kGods> god;
  std::array<std::uint8_t, kHalfGods> half_god;
  std::array<Loot, kLootTypes> loot;
  std::array<std::uint8_t, kSeatCounts> per_epoch;
  std::array<Slots, kSeatCounts> slots;
  std::uint16_t spaces;
  std::array<Space, kMaxSpaces> space;
  std::array<std::uint8_t, kScorings> scoring;  // epochs; the last one ends the game
  std::uint8_t bands;
  std::array<Band, kMaxBands> band;
  std::uint8_t end_points;

  [[nodiscard]] constexpr int shown(int seats) const noexcept {
    return per_epoch[static_cast<std::size_t>(seats - kMinSeats)];
  }
  [[nodiscard]] constexpr int epochs() const noexcept { return scoring[kScorings - 1]; }
  /// Tiles of a type that are in the bag: marks above the number of players leave the game, or none (C-1).
  [[nodiscard]] constexpr int loot_count(int type, int seats, bool marks) const noexcept {
    const auto& count = loot[static_cast<std::size_t>(type)].count;
    int sum = count[0];
    for (int mark = 1; mark < kMarks; ++mark)
      sum += !marks || mark + kMinSeats <= seats ? count[static_cast<std::size_t>(mark)] : 0;
    return sum;
  }
  /// Special money cards of a card type.
  [[nodiscard]] constexpr int specials(int card) const noexcept {
    int sum = 0;
    for (std::size_t i = 0; i < special; ++i) sum += money_card(stack[i]) == card ? 1 : 0;
    return sum;
  }
  /// Cards of a type in the game.
  [[nodiscard]] constexpr int cards(int card) const noexcept {
    return card < kDeckCards ? deck[static_cast<std::size_t>(card)] : specials(card);
  }
};

/// The schema: every number of the tables with its place in the file and its bounds.
void describe(schema::Visitor& visitor, Tables& tables);
[[nodiscard]] const Tables& default_tables();
/// All faults of tables within their bounds that would leave a rule without meaning or out of room.
void check(const Tables& tables, Faults& faults);
/// Entries of the file that are computed from others, as they follow from these tables.
[[nodiscard]] Value derived(const Tables& tables);

}  // namespace pyboard::pantheon
