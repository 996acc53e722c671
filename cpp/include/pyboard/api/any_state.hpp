// pyboard/api/any_state.hpp: a position of any game as people handle it: checked, with its history. One
// block of memory holds the game's pointer, the history and the Cursor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pyboard/api/any_game.hpp"
#include "pyboard/api/history.hpp"

namespace pyboard {

/// Where a State's history begins. After a re-deal one seat keeps what it knew before.
struct StartPoint {
  std::vector<std::byte> state;
  int viewer = -1;        // the seat that `knowledge` belongs to, or -1
  std::string knowledge;  // its information state before this point
};

class PYBOARD_API AnyState final {
 public:
  [[nodiscard]] static std::unique_ptr<AnyState> initial(const GamePointer& game);
  /// A settled State whose history begins at the given bytes (which must have no violations).
  [[nodiscard]] static std::unique_ptr<AnyState> at(const GamePointer& game, const void* state);
  [[nodiscard]] static std::unique_ptr<AnyState> from_value(const GamePointer& game, const Value& value);
  [[nodiscard]] static std::unique_ptr<AnyState> deserialize(const GamePointer& game, std::span<const std::byte> bytes);

  AnyState& operator=(const AnyState&) = delete;
  ~AnyState() = default;
  static void operator delete(void* block) noexcept { ::operator delete(block); }
  static void operator delete(void* block, std::size_t /*more*/) noexcept { ::operator delete(block); }

  [[nodiscard]] std::unique_ptr<AnyState> clone() const;
  /// Becomes what a clone of it has become.
  void become(const AnyState& clone) noexcept;

  [[nodiscard]] const GamePointer& game() const noexcept { return game_; }
  [[nodiscard]] const void* cursor() const noexcept { return this + 1; }
  [[nodiscard]] const std::byte* state() const noexcept { return game_->state(cursor()); }
  [[nodiscard]] const Node& node() const noexcept { return AnyGame::head(cursor()).node; }
  [[nodiscard]] int current_player() const noexcept { return node().seat; }
  [[nodiscard]] bool is_terminal() const noexcept { return node().kind == NodeKind::terminal; }
  [[nodiscard]] bool is_chance_node() const noexcept { return node().kind == NodeKind::chance; }
  [[nodiscard]] std::span<const Action> legal() const noexcept { return AnyGame::legal(cursor()); }
  [[nodiscard]] std::vector<WeightedOutcome> outcomes() const { return game_->outcomes(cursor()); }

  /// Checked: throws InvalidActionError or IllegalActionError and changes nothing.
  void apply(std::int64_t id);
  void apply_text(std::string_view text);
  /// Unchecked: the action is legal, the outcome possible.
  void apply_unchecked(std::uint16_t id) { game_->step(cursor(), id, history_); }
  void random_step(Rng& rng) { game_->random_step(cursor(), rng, history_); }

  [[nodiscard]] std::string text(std::int64_t id) const { return game_->text(cursor(), id); }
  [[nodiscard]] std::uint16_t parse(std::string_view text) const;  // legal here, else throws
  [[nodiscard]] std::vector<Event> events() const { return history_.events(); }
  [[nodiscard]] std::vector<std::string> event_texts() const {
    return game_->event_texts(start_->state.data(), events());
  }
  [[nodiscard]] std::vector<std::string> label_texts(int viewer) const {
    return game_->label_texts(start_->state.data(), events(), viewer);
  }
  /// What the information state of a seat is to the search: the same labels as 64 bits each.
  [[nodiscard]] std::vector<Label> labels(int viewer) const {
    return game_->labels(start_->state.data(), events(), viewer);
  }
  [[nodiscard]] std::string information_state(int viewer) const;
  /// Everything that another seat cannot be told apart by is dealt anew; the viewer keeps what he knows.
  [[nodiscard]] std::unique_ptr<AnyState> resample(int viewer, std::uint64_t seed) const;

  [[nodiscard]] std::vector<std::byte> serialize(bool with_history) const;
  /// True if the histories of both begin at the same position.
  [[nodiscard]] bool same_start(const AnyState& other) const noexcept {
    return start_ == other.start_ ||
           (game_->fingerprint() == other.game_->fingerprint() && start_->state == other.start_->state);
  }
  [[nodiscard]] bool operator==(const AnyState& other) const noexcept;
  [[nodiscard]] std::uint64_t hash() const noexcept;

 private:
  AnyState(GamePointer game, std::shared_ptr<const StartPoint> start)
      : game_{std::move(game)}, start_{std::move(start)} {}
  AnyState(const AnyState& other) = default;
  static void* operator new(std::size_t size, std::size_t more) { return ::operator new(size + more); }

  [[nodiscard]] void* cursor() noexcept { return this + 1; }
  [[nodiscard]] static std::unique_ptr<AnyState> begin(const GamePointer& game,
                                                       std::shared_ptr<const StartPoint> start);
  [[noreturn]] void refuse(std::int64_t id) const { game_->refuse(cursor(), id); }

  GamePointer game_;
  std::shared_ptr<const StartPoint> start_;
  History history_;
};

}  // namespace pyboard
