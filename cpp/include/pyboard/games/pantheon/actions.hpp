// pyboard/games/pantheon/actions.hpp: the numbering of actions (7.3) and of outcomes.
#pragma once

#include "pyboard/games/pantheon/state.hpp"

namespace pyboard::pantheon {

/// Decision kinds in the order of the table in `info()`.
enum Decision : int {
  kBonusChoiceNode,
  kGalliaNode,
  kGalliaPayNode,
  kDiscardNode,
  kTradeNode,
  kStepNode,
  kBonusColumnNode,
  kTurnNode,
  kMovementNode,
  kFollowNode,
  kCoinNode,
  kShopNode,
  kOfferNode,
  kTakeNode,
  kSupportNode,
  kAfterNode
};
/// Chance kinds likewise.
enum Chance : int { kStartDraw, kCardDraw, kNationDraw, kLootDraw, kHalfGodDraw, kGodDraw, kBonusDraw };

inline constexpr int kMoveAction = 0;
inline constexpr int kBuy = 1;
inline constexpr int kFirstWorship = 2;  // + slot - 1
inline constexpr int kDraw = kFirstWorship + kSlots;
inline constexpr int kExtra = kDraw + 1;
inline constexpr int kPass = kExtra + 1;
inline constexpr int kFollow = kPass + 1;
inline constexpr int kStay = kFollow + 1;
inline constexpr int kEnd = kStay + 1;
inline constexpr int kShop = kEnd + 1;
inline constexpr int kFirstCoin = kShop + 1;  // + value - 1
inline constexpr int kBuyColumn = kFirstCoin + kMaxMoney;
inline constexpr int kBuyFoot = kBuyColumn + 1;
inline constexpr int kFirstUp = kBuyFoot + 1;          // + offering kind
inline constexpr int kFirstOffer = kFirstUp + kKinds;  // + offering kind
inline constexpr int kRefuse = kFirstOffer + kKinds;
inline constexpr int kGalliaTakeCards = kRefuse + 1;
inline constexpr int kGalliaTakeGod = kGalliaTakeCards + 1;
inline constexpr int kTakePile = kGalliaTakeGod + 1;
inline constexpr int kFirstTake = kTakePile + 1;           // + card
inline constexpr int kFirstDiscard = kFirstTake + kCards;  // + card
inline constexpr int kTradeFoot = kFirstDiscard + kCards;
inline constexpr int kTradeColumn = kTradeFoot + 1;
inline constexpr int kSupportFeet = kTradeColumn + 1;
inline constexpr int kSupportColumns = kSupportFeet + 1;
inline constexpr int kFirstBonus = kSupportColumns + 1;        // + bonus kind
inline constexpr int kFirstPlace = kFirstBonus + kBonuses;     // + space
inline constexpr int kActionCount = kFirstPlace + kMaxSpaces;  // a map may have fewer
static_assert(kDraw == 7 && kFirstCoin == 14 && kFirstUp == 21 && kRefuse == 29 && kFirstDiscard == 43 &&
              kFirstBonus == 57 && kFirstPlace == 63);

inline constexpr int kFirstSeatOutcome = 0;                                  // + seat
inline constexpr int kFirstCardOutcome = kFirstSeatOutcome + kMaxSeats;      // + card
inline constexpr int kFirstNationOutcome = kFirstCardOutcome + kCards;       // + nation
inline constexpr int kFirstLootOutcome = kFirstNationOutcome + kNations;     // + loot type
inline constexpr int kFirstHalfGodOutcome = kFirstLootOutcome + kLootTypes;  // + value - 1
inline constexpr int kFirstGodOutcome = kFirstHalfGodOutcome + kHalfGods;    // + tile
inline constexpr int kFirstBonusOutcome = kFirstGodOutcome + kGods;          // + bonus kind
inline constexpr int kOutcomeCount = kFirstBonusOutcome + kBonuses;

}  // namespace pyboard::pantheon
