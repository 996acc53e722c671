// tests/toys/parts.hpp: what several toys share: the parts of the concept that a game without chance, or
// without secrets, has nothing to say about, and small helpers for texts and places.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "pyboard/core/game.hpp"
#include "pyboard/core/no_tables.hpp"

namespace pyboard::toys {

/// Base of a Rules class without chance events. kOutcomes is 1 because capacities are at least that.
struct WithoutChance {
  static constexpr int kOutcomes = 1;
  [[nodiscard]] int num_outcomes() const noexcept { return 0; }
  template <class State>
  [[nodiscard]] int forced_outcome(const State& /*state*/) const noexcept {
    return -1;
  }
  template <class State>
  void outcomes(const State& /*state*/, Distribution<kOutcomes>& /*out*/) const noexcept {}
  template <class State>
  [[nodiscard]] Outcome sample(const State& /*state*/, Rng& /*rng*/) const noexcept {
    return 0;
  }
  template <class State>
  void apply_outcome(State& /*state*/, Outcome /*outcome*/) const noexcept {}
  template <class State>
  [[nodiscard]] std::string outcome_text(const State& /*state*/, Outcome outcome) const {
    return "unknown " + std::to_string(outcome);
  }
  template <class State>
  [[nodiscard]] Outcome parse_outcome(const State& /*state*/, std::string_view text) const {
    throw InvalidActionError("'" + std::string(text) + "': this game has no chance");
  }
};

/// Base of a Rules class where every seat sees everything.
struct WithoutSecrets {
  static constexpr bool kPerfectInformation = true;
  template <class State>
  [[nodiscard]] Label label(const State& /*before*/, Event event, const State& /*after*/,
                            int /*viewer*/) const noexcept {
    return open_label(event);
  }
  template <class State>
  [[nodiscard]] bool open(const State& /*before*/, Event /*event*/) const noexcept {
    return true;
  }
  template <class State>
  void conceal(State& /*state*/, int /*viewer*/, Rng& /*rng*/) const noexcept {}
};

/// The number below `count` that `write` gives this text. `expected` tells what would have been right.
template <class Write>
[[nodiscard]] std::uint16_t find_text(std::string_view text, int count, const char* expected, Write&& write) {
  for (int id = 0; id < count; ++id) {
    if (write(static_cast<std::uint16_t>(id)) == text) return static_cast<std::uint16_t>(id);
  }
  throw InvalidActionError("'" + std::string(text) + "' is not known here; expected " + expected);
}

/// Which of the names a value is; -1, with a fault noted at `path`, if it is none of them.
[[nodiscard]] inline int read_name(const Value& value, std::span<const std::string_view> names, const std::string& path,
                                   Faults& faults) {
  if (const auto* text = value.get<std::string>()) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == *text) return static_cast<int>(i);
    }
  }
  faults.push_back(path + " is " + value.json() + ", allowed: " + quoted_list(names));
  return -1;
}

/// Places by points, most points first; ties share a place.
template <class Points>
void places_by(const Points& points, std::span<int> out) noexcept {
  for (std::size_t seat = 0; seat < out.size(); ++seat) {
    out[seat] = 1;
    for (std::size_t other = 0; other < out.size(); ++other) out[seat] += points[other] > points[seat] ? 1 : 0;
  }
}

}  // namespace pyboard::toys
