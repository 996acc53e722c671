#include "pyboard/api/any_game.hpp"

#include "pyboard/core/error.hpp"

namespace pyboard {

std::string AnyGame::description() const {
  return name_ + " with " + std::to_string(seats_) + (seats_ == 1 ? " player" : " players");
}

std::string AnyGame::text(const void* cursor, std::int64_t id) const {
  const bool chance = head(cursor).node.kind == NodeKind::chance;
  const int bound = chance ? num_outcomes_ : num_actions_;
  if (id < 0 || id >= bound) {
    throw InvalidActionError(std::to_string(id) + (chance ? " is no outcome of " : " is no action of ") +
                             description() + "; allowed: 0 to " + std::to_string(bound - 1));
  }
  return chance ? outcome_text(state(cursor), static_cast<Outcome>(id))
                : action_text(state(cursor), static_cast<Action>(id));
}

void AnyGame::refuse(const void* cursor, std::int64_t id) const {
  const NodeKind kind = head(cursor).node.kind;
  if (kind == NodeKind::terminal) throw IllegalActionError("the game is over, nothing can be played");
  const std::string asked = text(cursor, id);  // refuses numbers that are no action at all
  std::string allowed;
  constexpr int kShown = 12;
  int count = 0;
  const auto show = [&](std::uint16_t other) {
    if (count < kShown) allowed += (count == 0 ? "" : ", ") + ("'" + text(cursor, other) + "'");
    ++count;
  };
  if (kind == NodeKind::chance) {
    for (const WeightedOutcome& outcome : outcomes(cursor)) show(outcome.id);
  } else {
    for (const Action action : legal(cursor)) show(action);
  }
  if (count > kShown) allowed += ", … (" + std::to_string(count) + " in all)";
  throw IllegalActionError("'" + asked + "' (" + std::to_string(id) + ") is not " +
                           (kind == NodeKind::chance ? "possible" : "legal") + " here; allowed: " + allowed);
}

}  // namespace pyboard
