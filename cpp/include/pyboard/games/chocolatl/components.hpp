// pyboard/games/chocolatl/components.hpp: cards, dice and boards of Chocolatl as data: names, table struct, schema.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "pyboard/core/schema.hpp"
#include "pyboard/core/value.hpp"

namespace pyboard::chocolatl {

inline constexpr int kMinSeats = 3;
inline constexpr int kMaxSeats = 5;
inline constexpr int kLocations = 6;
inline constexpr int kPair = 2;  // cards of a player on one location (CH-4)
inline constexpr int kHand = kLocations * kPair;
inline constexpr int kBidCards = kHand + 1;  // one is offered (CH-2)
inline constexpr int kHarvestDice = 3;
inline constexpr int kFaces = 6;  // of one die
inline constexpr int kLayers = 4;
inline constexpr int kModes = 3;
inline constexpr int kColours = 4;

// Bounds of the tables.
inline constexpr int kMaxValue = 31;  // of a card
inline constexpr int kMaxValues = kMaxValue + 1;
inline constexpr int kMaxCopies = 7;  // of one value in one hand: three bits
inline constexpr int kMaxRounds = 12;
inline constexpr int kMaxDice = 12;   // black ones
inline constexpr int kMaxCubes = 30;  // of one player
inline constexpr int kMaxFace = 20;
inline constexpr int kMaxSpaces = 15;  // of one temple layer
inline constexpr int kMaxPoints = 30;  // of one effect; a whole game then fits 16 bits
inline constexpr int kMaxModifier = 9;
inline constexpr int kMaxTrack = 120;  // score spaces with a colour
inline constexpr int kMaxMargin = 60;

inline constexpr std::array<std::string_view, kLocations> kLocationNames = {"prophecy", "field",   "village",
                                                                            "cholula",  "kitchen", "ballcourt"};
inline constexpr std::array<std::string_view, kModes> kModeNames = {"all_at_once", "one_by_one", "two_waves"};
inline constexpr std::array<std::string_view, kColours> kColourNames = {"start", "red", "gold", "green"};
inline constexpr std::array<std::string_view, kMaxSeats + 1> kRankNames = {"1", "2", "3", "4", "5", "last"};

enum Location : int { kProphecy, kField, kVillage, kCholula, kKitchen, kBallcourt };
enum Mode : int { kAllAtOnce, kOneByOne, kTwoWaves };

/// What a rule reads. Everything else in the file is derived from these numbers (Rules, derived()).
struct Tables {
  struct Place {
    std::int8_t omen;  // modifier of the omen holder
    std::int8_t hut;   // of each hut
    std::uint8_t ranks;
    std::array<std::uint8_t, kMaxSeats + 1> rank;  // prize ranks: index of kRankNames
  };
  struct Layer {
    std::uint8_t spaces;
    std::uint8_t points;
  };
  struct Kitchen {
    std::uint8_t first;
    std::uint8_t second;
  };

  std::uint8_t max_rounds;
  std::uint8_t end_score;
  std::uint8_t cubes;
  std::uint8_t king_points;
  std::int8_t kitchen_last_points;
  std::uint8_t temple_margin;
  std::uint8_t final_king_points;
  std::int8_t final_omen_points;
  std::uint8_t final_offering_majority;
  std::uint8_t final_temple_cube;
  std::uint8_t final_temple_majority;
  std::uint8_t award_first;  // CH-95
  std::uint8_t award_second;
  std::uint8_t floor;  // CH-24
  std::array<std::uint8_t, kBidCards> card;
  std::uint8_t big_cards;
  std::uint8_t small_cards;
  std::array<std::uint8_t, kMaxRounds> big;
  std::array<std::uint8_t, kMaxRounds> small;
  std::array<std::uint8_t, kFaces> harvest_face;
  std::uint8_t bonus_dice;
  std::array<std::uint8_t, kFaces> bonus_face;
  std::array<Place, kLocations> place;
  std::array<Layer, kLayers> layer;
  std::uint8_t kitchen_rows;
  std::array<Kitchen, kMaxRounds> kitchen;
  std::uint8_t track_spaces;
  std::array<std::uint8_t, kMaxTrack> colour;  // by score
  std::array<std::uint8_t, kColours> mode;     // by colour

  /// Number of card values 0, 1, … that the numbering of actions has room for.
  [[nodiscard]] constexpr int values() const noexcept {
    int largest = *std::max_element(card.begin(), card.end());
    for (int i = 0; i < big_cards; ++i) largest = std::max(largest, int{big[static_cast<std::size_t>(i)]});
    for (int i = 0; i < small_cards; ++i) largest = std::max(largest, int{small[static_cast<std::size_t>(i)]});
    return largest + 1;
  }
  /// Rounds with award cards (CH-93).
  [[nodiscard]] constexpr int award_rounds() const noexcept { return std::min(int{big_cards}, int{max_rounds}); }
  [[nodiscard]] constexpr int temple_spaces() const noexcept {
    int spaces = 0;
    for (const Layer& row : layer) spaces += row.spaces;
    return spaces;
  }
};

/// The schema: every number of the tables with its place in the file and its bounds.
void describe(schema::Visitor& visitor, Tables& tables);
[[nodiscard]] const Tables& default_tables();
/// All faults of tables within their bounds that would leave a rule without meaning or out of room.
void check(const Tables& tables, Faults& faults);
/// Entries of the file that are computed from others, as they follow from these tables.
[[nodiscard]] Value derived(const Tables& tables);

}  // namespace pyboard::chocolatl
