// Where the time of random play goes: a timer signal looks now and then which part of the driver is running.
// The loop is that of core/cursor.hpp with a mark before each call of the game.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string_view>

#include "pyboard/core/cursor.hpp"
#include "sampling.hpp"

namespace pyboard::bench {

/// forced: actions and outcomes without a choice, carried out by the driver; what `apply` itself sets off, such
/// as the end of a round, counts as apply. rest: node, random numbers, the loop.
enum Part : int { kLegal, kApply, kChance, kForced, kRest, kParts };
inline constexpr std::array<std::string_view, kParts> kPartNames = {"legal", "apply", "chance", "forced", "rest"};

template <Game G>
void marked_settle(const G& game, Cursor<G>& cursor) {
  for (;;) {
    current_part = kRest;
    cursor.node = game.node(cursor.state);
    cursor.legal.clear();
    if (cursor.node.kind == NodeKind::decision) {
      current_part = kLegal;
      game.legal(cursor.state, cursor.legal);
      current_part = kRest;
      if (cursor.legal.count() != 1) return;
      current_part = kForced;
      game.apply(cursor.state, cursor.legal.nth(0));
    } else if (cursor.node.kind == NodeKind::chance) {
      current_part = kChance;
      const int outcome = game.forced_outcome(cursor.state);
      if (outcome < 0) return;
      current_part = kForced;
      game.apply_outcome(cursor.state, static_cast<Outcome>(outcome));
    } else {
      return;
    }
  }
}

/// Random games until so many samples are there; prints a JSON object.
template <Game G>
void measure(int seats, int samples) {
  const G game(seats, OptionValues{}, G::default_tables());
  current_part = kRest;
  clear_samples();
  std::uint64_t decisions = 0;
  int all = 0;
  sample_every(1000);
  for (std::uint64_t number = 0; all < samples; ++number) {
    Rng rng(stream_seed(1, number));
    Cursor<G> cursor;
    cursor.state = game.initial();
    marked_settle(game, cursor);
    while (cursor.node.kind != NodeKind::terminal) {
      if (cursor.node.kind == NodeKind::chance) {
        current_part = kChance;
        game.apply_outcome(cursor.state, game.sample(cursor.state, rng));
      } else {
        ++decisions;
        const auto choice = static_cast<int>(rng.below(static_cast<std::uint32_t>(cursor.legal.count())));
        const Action action = cursor.legal.nth(choice);
        current_part = kApply;
        game.apply(cursor.state, action);
      }
      marked_settle(game, cursor);
    }
    if (number % 64 == 0) all = count_samples();
  }
  sample_every(0);
  std::printf("{\"players\": %d, \"decisions\": %llu, \"samples\": %d", seats,
              static_cast<unsigned long long>(decisions), all);
  for (std::size_t part = 0; part < kParts; ++part) {
    std::printf(", \"%s\": %.4f", kPartNames[part].data(), static_cast<double>(part_samples[part]) / std::max(1, all));
  }
  std::printf("}");
}

template <Game G>
int main_of(int samples) {
  sample_on_signal();
  std::printf("[");
  for (int seats = G::info().min_seats; seats <= G::info().max_seats; ++seats) {
    if (seats > G::info().min_seats) std::printf(", ");
    measure<G>(seats, samples);
  }
  std::printf("]\n");
  return 0;
}

}  // namespace pyboard::bench
