// pyboard/core/event.hpp: nodes of a game, the events between them, and what a seat learns of an event.
#pragma once

#include <cstdint>

#include "pyboard/core/hash.hpp"

namespace pyboard {

using Action = std::uint16_t;
using Outcome = std::uint16_t;

inline constexpr int kChancePlayer = -1;
inline constexpr int kTerminalPlayer = -4;

enum class NodeKind : std::uint8_t { decision, chance, terminal };

/// What a position waits for. `what` indexes the game's table of decision kinds or of chance kinds.
struct Node {
  NodeKind kind;
  std::uint8_t what;
  std::int8_t seat;  // seat that decides; kChancePlayer or kTerminalPlayer otherwise
  std::uint8_t reserved;

  [[nodiscard]] static constexpr Node decision(int seat, int what) noexcept {
    return {NodeKind::decision, static_cast<std::uint8_t>(what), static_cast<std::int8_t>(seat), 0};
  }
  [[nodiscard]] static constexpr Node chance(int what) noexcept {
    return {NodeKind::chance, static_cast<std::uint8_t>(what), kChancePlayer, 0};
  }
  [[nodiscard]] static constexpr Node terminal() noexcept { return {NodeKind::terminal, 0, kTerminalPlayer, 0}; }
  constexpr bool operator==(const Node&) const noexcept = default;
};

/// One action or outcome that was carried out; forced ones are events too.
struct Event {
  std::uint16_t id;    // action or outcome number
  std::int8_t seat;    // seat that acted, or kChancePlayer
  std::uint8_t flags;  // bit 0: forced, that is, there was no other action or outcome

  [[nodiscard]] static constexpr Event make(const Node& node, std::uint16_t id, bool forced) noexcept {
    return {id, node.seat, static_cast<std::uint8_t>(forced ? 1 : 0)};
  }
  [[nodiscard]] constexpr bool is_outcome() const noexcept { return seat == kChancePlayer; }
  [[nodiscard]] constexpr bool forced() const noexcept { return (flags & 1U) != 0; }
  constexpr bool operator==(const Event&) const noexcept = default;
};

/// What one seat learns by an event: equal exactly if the seat cannot tell the events apart.
/// The forced flag must never enter a label.
using Label = std::uint64_t;

/// Kinds of labels: the whole event, or the bare fact that something happened at some seat.
[[nodiscard]] inline Label open_label(const Event& event) noexcept {
  return (Label{1} << 32) | (static_cast<Label>(static_cast<std::uint8_t>(event.seat)) << 16) | event.id;
}
/// A token: an event of kind `what` happened to `seat`; nothing else is seen.
[[nodiscard]] constexpr Label token_label(int what, int seat) noexcept {
  return (Label{2} << 32) | (static_cast<Label>(static_cast<std::uint8_t>(seat)) << 16) | static_cast<Label>(what);
}
/// A label that also tells `fact`, which the event brought to light: a sealed choice, a card shown. Facts are
/// added in a fixed order; a label without them is another one.
[[nodiscard]] inline Label with_fact(Label label, std::uint64_t fact) noexcept { return hash_combine(label, fact); }

}  // namespace pyboard
