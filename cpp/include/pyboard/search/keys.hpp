// pyboard/search/keys.hpp: what the seats know. A node belongs to what its mover knows: a hash of everything
// the seat has learnt since the root, mixed with who is to move and the kind of decision.
#pragma once

#include <array>
#include <cstdint>

#include "pyboard/core/game.hpp"
#include "pyboard/core/hash.hpp"
#include "pyboard/search/params.hpp"

namespace pyboard {

/// One running hash per seat of its labels; a single one serves all seats as long as every event is open. Where only
/// own actions count there is one per seat from the start.
template <Game G>
class Keys {
 public:
  static constexpr std::uint64_t kStart = 0x2545f4914f6cdd1dULL;

  void start(TreeSharing sharing) noexcept {
    common_ = kStart;
    own_ = sharing != TreeSharing::all;
    turns_only_ = sharing == TreeSharing::turn;
    split_ = own_;
    seats_.fill(kStart);
    turns_.fill(0);
    last_ = kNobody;
  }
  /// True if the seats may have different hashes.
  [[nodiscard]] bool split() const noexcept { return split_; }
  /// Goes on from another hash, with keys that are not split.
  void go_on(std::uint64_t hash) noexcept { common_ = hash; }
  /// True if own actions alone count.
  [[nodiscard]] bool own() const noexcept { return own_; }
  [[nodiscard]] std::uint64_t hash(int seat) const noexcept {
    return split_ ? seats_[static_cast<std::size_t>(seat)] : common_;
  }
  /// The key of a decision node.
  [[nodiscard]] std::uint64_t of(const Node& node) const noexcept {
    // No byte beside another: a joint load of both would wait for their separate stores.
    constexpr std::uint64_t kKinds = 1000;
    return hash_combine(hash(node.seat), kKinds * static_cast<std::uint64_t>(node.seat) + node.what);
  }
  void add(const G& rules, const typename G::State& before, const Event& event,
           const typename G::State& after) noexcept {
    if (rules.open(before, event)) {
      add_open(rules.label(before, event, after, 0));
      return;
    }
    if (!split_) {
      seats_.fill(common_);
      split_ = true;
    }
    for (int seat = 0; seat < rules.seats(); ++seat) extend(seat, rules.label(before, event, after, seat));
  }
  /// Drops what only the other seats know: their hashes become functions of what `viewer` knows.
  void known_to(int viewer) noexcept {
    if (!split_ || own_) return;
    const std::uint64_t own = hash(viewer);
    for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
      if (static_cast<int>(seat) != viewer) seats_[seat] = hash_combine(own, seat);
    }
  }
  /// An event whose label is itself, for every seat.
  void add_plain(const Event& event) noexcept { add_open(open_label(event)); }
  /// Where own actions alone count, in place of both. What chance brings belongs to the seat that acted last.
  void add_own(const Event& event) noexcept {
    const int seat = event.is_outcome() ? last_ : event.seat;
    if (seat == kNobody) return;
    const auto at = static_cast<std::size_t>(seat);
    if (seat != last_) {
      last_ = static_cast<std::int8_t>(seat);
      ++turns_[at];
      if (turns_only_) seats_[at] = hash_combine(kStart, turns_[at]);
    }
    extend(seat, open_label(event));
  }

 private:
  static constexpr std::int8_t kNobody = -1;

  void add_open(Label label) noexcept {
    if (PerfectInformation<G> || !split_) {
      common_ = hash_combine(common_, label);
    } else {
      for (std::uint64_t& running : seats_) running = hash_combine(running, label);
    }
  }
  void extend(int seat, Label label) noexcept {
    std::uint64_t& running = seats_[static_cast<std::size_t>(seat)];
    running = hash_combine(running, label);
  }

  std::uint64_t common_ = kStart;
  std::array<std::uint64_t, static_cast<std::size_t>(G::kMaxPlayers)> seats_{};
  std::array<std::uint16_t, static_cast<std::size_t>(G::kMaxPlayers)> turns_{};
  bool split_ = false;
  bool own_ = false;
  bool turns_only_ = false;     // and of these the ones of the present turn
  std::int8_t last_ = kNobody;  // seat that acted last
};

/// For step() and settle(): extends the keys by every event; outcomes are left out with open-loop chance.
template <Game G>
struct TrackLabels {
  const G* rules;
  Keys<G>* keys;
  bool outcomes;
  [[nodiscard]] bool begin(const typename G::State& before, const Event& event) const noexcept {
    if (!outcomes && event.is_outcome()) return false;
    if (keys->own()) {
      keys->add_own(event);
      return false;
    }
    if constexpr (SaysPlain<G>) {
      if (rules->plain(before, event)) {
        keys->add_plain(event);
        return false;
      }
    }
    return true;
  }
  void operator()(const typename G::State& before, const Event& event, const typename G::State& after) const noexcept {
    keys->add(*rules, before, event, after);
  }
};
template <Game G>
  requires PerfectInformation<G>
struct TrackLabels<G> {
  static constexpr bool kEventsOnly = true;
  const G* rules;
  Keys<G>* keys;
  bool outcomes;
  void operator()(const Event& event) const noexcept {
    if (!outcomes && event.is_outcome()) return;
    if (keys->own()) {
      keys->add_own(event);
    } else {
      keys->add_plain(event);
    }
  }
};

}  // namespace pyboard
