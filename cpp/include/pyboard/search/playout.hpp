// pyboard/search/playout.hpp: what a position is worth, by playing it on at random.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "pyboard/core/cursor.hpp"
#include "pyboard/search/params.hpp"

namespace pyboard {

/// One utility in [0, 1] per seat.
template <Game G>
using Utilities = std::array<float, static_cast<std::size_t>(G::kMaxPlayers)>;

/// Plays on from a position and says what came out for every seat.
template <Game G>
class Playout {
 public:
  Playout(const G& rules, const SearchParams& params) noexcept
      : rules_{&rules},
        utility_{params.utility},
        placing_share_{static_cast<float>(params.placing_share)},
        least_{static_cast<float>(params.score_least * G::info().score_unit)},
        width_{static_cast<float>(params.score_range * G::info().score_unit)},
        margin_{static_cast<float>(params.margin_range * G::info().score_unit)},
        depth_{params.playout_depth < 0 ? kEndless : params.playout_depth},
        limit_{params.playout_limit} {}

  /// Random decisions to the end, or to the depth at which the game's own estimate takes over.
  void run(Cursor<G>& cursor, Rng& rng, Utilities<G>& out) noexcept {
    std::int64_t decisions = 0;
    for (std::int64_t steps = 0; cursor.node.kind != NodeKind::terminal; ++steps) {
      if (cursor.node.kind == NodeKind::decision && decisions++ >= depth_) return estimate(cursor.state, out);
      if (steps >= limit_) {
        ++truncated_;
        return estimate(cursor.state, out);
      }
      random_step(*rules_, cursor, rng);
    }
    result(cursor.state, out);
  }
  /// The utilities of a finished game.
  void result(const typename G::State& state, Utilities<G>& out) const noexcept {
    std::array<int, static_cast<std::size_t>(G::kMaxPlayers)> places;
    const auto seats = static_cast<std::size_t>(rules_->seats());
    rules_->places(state, std::span(places).first(seats));
    if (utility_ == Utility::placing) {
      placing_utilities(std::span(places).first(seats), std::span(out).first(seats));
      return;
    }
    if (utility_ == Utility::win) {
      int winners = 0;
      for (std::size_t seat = 0; seat < seats; ++seat) winners += places[seat] == 1 ? 1 : 0;
      for (std::size_t seat = 0; seat < seats; ++seat)
        out[seat] = places[seat] == 1 ? 1.0F / static_cast<float>(winners) : 0.0F;
    } else {
      by_points(state, out);
    }
    if (placing_share_ <= 0.0F) return;
    Utilities<G> placing;
    placing_utilities(std::span(places).first(seats), std::span(placing).first(seats));
    for (std::size_t seat = 0; seat < seats; ++seat) out[seat] += placing_share_ * (placing[seat] - out[seat]);
  }
  /// The game's estimate, kept inside [0, 1], and what it says of wins if they are the utility.
  void estimate(const typename G::State& state, Utilities<G>& out) const noexcept {
    const auto seats = static_cast<std::size_t>(rules_->seats());
    rules_->evaluate(state, std::span(out).first(seats));
    for (std::size_t seat = 0; seat < seats; ++seat)
      out[seat] = out[seat] > 0.0F ? (out[seat] < 1.0F ? out[seat] : 1.0F) : 0.0F;
    if (utility_ == Utility::win && seats > 2) placing_to_win(std::span(out).first(seats));
  }
  /// Of any position: the result at the end, else the estimate.
  void value(const Cursor<G>& at, Utilities<G>& out) const noexcept {
    if (at.node.kind == NodeKind::terminal) {
      result(at.state, out);
    } else {
      estimate(at.state, out);
    }
  }
  [[nodiscard]] std::int64_t depth() const noexcept { return depth_; }
  [[nodiscard]] std::int64_t limit() const noexcept { return limit_; }
  void note_truncated() noexcept { ++truncated_; }
  /// Playouts that were cut off at the limit of steps.
  [[nodiscard]] std::int64_t truncated() const noexcept { return truncated_; }
  void forget() noexcept { truncated_ = 0; }

 private:
  void by_points(const typename G::State& state, Utilities<G>& out) const noexcept {
    std::array<int, static_cast<std::size_t>(G::kMaxPlayers)> scores;
    const auto seats = static_cast<std::size_t>(rules_->seats());
    rules_->scores(state, std::span(scores).first(seats));
    int total = 0;
    for (std::size_t seat = 0; seat < seats; ++seat) total += scores[seat];
    for (std::size_t seat = 0; seat < seats; ++seat) {
      const auto own = static_cast<float>(scores[seat]);
      float utility = (own - least_) / width_;
      if (utility_ == Utility::margin) {
        const float others =
            seats == 1 ? own : static_cast<float>(total - scores[seat]) / static_cast<float>(seats - 1);
        utility = 0.5F + (own - others) / (2.0F * margin_);
      }
      out[seat] = utility > 0.0F ? (utility < 1.0F ? utility : 1.0F) : 0.0F;
    }
  }

  /// As if a seat came before each of the others with the same chance, and independently.
  void placing_to_win(std::span<float> values) const noexcept {
    Utilities<G> wins;
    float total = 0;
    for (std::size_t seat = 0; seat < values.size(); ++seat) {
      wins[seat] = values[seat];
      for (std::size_t other = 2; other < values.size(); ++other) wins[seat] *= values[seat];
      total += wins[seat];
    }
    if (total <= 0) return;
    for (std::size_t seat = 0; seat < values.size(); ++seat) {
      const float win = wins[seat] / total;
      values[seat] = win + placing_share_ * (values[seat] - win);
    }
  }

  static constexpr std::int64_t kEndless = std::int64_t{1} << 62;

  const G* rules_;
  Utility utility_;
  float placing_share_;
  float least_;  // in units of the scores, as the two below
  float width_;
  float margin_;
  std::int64_t depth_;
  std::int64_t limit_;
  std::int64_t truncated_ = 0;
};

}  // namespace pyboard
