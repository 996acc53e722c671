// pyboard/api/any_game.hpp: a game whose type is not known when compiling. One object per combination of
// game, seats, options and tables; immutable, shared between threads. Loops (playouts, perft, batches) run
// inside, on the concrete types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pyboard/api/history.hpp"
#include "pyboard/core/control.hpp"
#include "pyboard/core/game.hpp"

namespace pyboard {

class AnyBatch;

/// What every Cursor<G> begins with; `bytes` behind it are the rest of the legal ids and the State.
struct CursorHead {
  Node node;
  std::uint16_t num_legal;
  Action first_legal;
};

/// Totals of random games played by the native loop.
struct RandomPlay {
  std::int64_t games = 0;
  std::int64_t decisions = 0;  // unforced ones
  std::int64_t outcomes = 0;   // unforced chance outcomes
  double seconds = 0;
  std::vector<double> mean_scores;  // per seat, in points
  double mean_decisions = 0;
  std::uint64_t signature = 0;  // hash of all final positions: equal exactly if the games were the same
};

class PYBOARD_API AnyGame {
 public:
  AnyGame(const AnyGame&) = delete;
  AnyGame& operator=(const AnyGame&) = delete;
  virtual ~AnyGame() = default;

  // Facts.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }  // as in load_game: "cacao", "toy:pig"
  [[nodiscard]] const GameInfo& info() const noexcept { return *info_; }
  [[nodiscard]] int seats() const noexcept { return seats_; }
  [[nodiscard]] const OptionValues& options() const noexcept { return options_; }
  [[nodiscard]] std::uint64_t fingerprint() const noexcept { return fingerprint_; }
  [[nodiscard]] int num_actions() const noexcept { return num_actions_; }
  [[nodiscard]] int num_outcomes() const noexcept { return num_outcomes_; }
  [[nodiscard]] int max_game_length() const noexcept { return max_game_length_; }
  [[nodiscard]] std::size_t state_size() const noexcept { return state_size_; }
  [[nodiscard]] std::size_t cursor_size() const noexcept { return cursor_size_; }
  [[nodiscard]] const std::vector<Plane>& layout() const noexcept { return layout_; }
  [[nodiscard]] int observation_size() const noexcept { return observation_size_; }
  [[nodiscard]] bool default_tables() const noexcept { return default_tables_; }
  [[nodiscard]] bool perfect_information() const noexcept { return perfect_information_; }
  /// "cacao with 3 players": for messages.
  [[nodiscard]] std::string description() const;
  [[nodiscard]] virtual Value components() const = 0;
  [[nodiscard]] virtual Value derived_components() const = 0;
  [[nodiscard]] virtual const void* rules() const noexcept = 0;

  // Parts of a cursor.
  [[nodiscard]] static const CursorHead& head(const void* cursor) noexcept {
    return *static_cast<const CursorHead*>(cursor);
  }
  [[nodiscard]] static std::span<const Action> legal(const void* cursor) noexcept {
    const auto* bytes = static_cast<const std::byte*>(cursor) + offsetof(CursorHead, first_legal);
    return {reinterpret_cast<const Action*>(bytes), head(cursor).num_legal};
  }
  [[nodiscard]] const std::byte* state(const void* cursor) const noexcept {
    return static_cast<const std::byte*>(cursor) + state_offset_;
  }

  /// The text of an action, or of an outcome at a chance node; throws InvalidActionError for a number out of range.
  [[nodiscard]] std::string text(const void* cursor, std::int64_t id) const;
  /// Says why the id cannot be applied here and what can be: InvalidActionError or IllegalActionError.
  [[noreturn]] void refuse(const void* cursor, std::int64_t id) const;

  // Cursors: `cursor` points at cursor_size() bytes, `state` at state_size() bytes.
  virtual void write_initial(void* state) const = 0;
  virtual void place(void* cursor, const void* state, History& history) const = 0;
  virtual void step(void* cursor, std::uint16_t id, History& history) const = 0;
  virtual void random_step(void* cursor, Rng& rng, History& history) const = 0;
  [[nodiscard]] virtual std::vector<WeightedOutcome> outcomes(const void* cursor) const = 0;
  virtual void conceal(void* state, int viewer, Rng& rng) const = 0;
  virtual void scores(const void* state, std::span<int> out) const = 0;
  virtual void places(const void* state, std::span<int> out) const = 0;
  virtual void evaluate(const void* state, std::span<float> out) const = 0;
  virtual void observe(const void* state, int viewer, std::span<float> out) const = 0;
  [[nodiscard]] virtual std::string action_text(Action action) const = 0;
  [[nodiscard]] virtual std::string action_text(const void* state, Action action) const = 0;
  [[nodiscard]] virtual std::string outcome_text(const void* state, Outcome outcome) const = 0;
  [[nodiscard]] virtual Action parse_action(const void* state, std::string_view text) const = 0;
  [[nodiscard]] virtual Outcome parse_outcome(const void* state, std::string_view text) const = 0;
  [[nodiscard]] virtual Value view(const void* state, int viewer) const = 0;
  virtual void from_value(void* state, const Value& value, Faults& faults) const = 0;
  virtual void violations(const void* state, Faults& faults) const = 0;

  /// The text of every event at its node.
  [[nodiscard]] virtual std::vector<std::string> event_texts(const void* state,
                                                             std::span<const Event> events) const = 0;
  /// Labels that a seat received: one text per event, beginning at `state` and following `events`.
  [[nodiscard]] virtual std::vector<std::string> label_texts(const void* state, std::span<const Event> events,
                                                             int viewer) const = 0;
  /// The same as 64-bit labels.
  [[nodiscard]] virtual std::vector<Label> labels(const void* state, std::span<const Event> events,
                                                  int viewer) const = 0;
  /// Replays events from `state` into `end`; "" or what is wrong with the first bad one.
  [[nodiscard]] virtual std::string replay(const void* state, std::span<const Event> events, void* end) const = 0;

  // Loops.
  [[nodiscard]] virtual RandomPlay play_random_games(std::int64_t games, std::uint64_t seed, int threads,
                                                     Control& control) const = 0;
  [[nodiscard]] virtual std::uint64_t perft(const void* cursor, int depth, Control& control) const = 0;
  /// For AnyBatch::make.
  [[nodiscard]] virtual std::unique_ptr<AnyBatch> make_batch(std::int64_t rows) const = 0;

 protected:
  AnyGame() = default;

  std::string name_;
  const GameInfo* info_ = nullptr;
  int seats_ = 0;
  OptionValues options_;
  std::uint64_t fingerprint_ = 0;
  int num_actions_ = 0;
  int num_outcomes_ = 0;
  int max_game_length_ = 0;
  std::size_t state_size_ = 0;
  std::size_t cursor_size_ = 0;
  std::size_t state_offset_ = 0;
  std::vector<Plane> layout_;
  int observation_size_ = 0;
  bool default_tables_ = true;
  bool perfect_information_ = false;
};

using GamePointer = std::shared_ptr<const AnyGame>;

}  // namespace pyboard
