// pyboard/api/any_batch.hpp: many positions of one game in one buffer, stepped together. Chance is played
// by the batch itself, with one random stream per row, so results do not depend on the number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "pyboard/api/any_game.hpp"
#include "pyboard/api/any_state.hpp"
#include "pyboard/core/worker_pool.hpp"

namespace pyboard {

/// Where to write what; null pointers are left out. Row r of an array of width w begins at r * w.
struct BatchOutputs {
  std::int8_t* players = nullptr;       // seat to decide, kTerminalPlayer at the end
  std::uint8_t* mask = nullptr;         // num_actions bytes a row
  std::uint8_t* packed_mask = nullptr;  // ceil(num_actions / 8) bytes a row, lowest bit first
  float* observations = nullptr;        // observation_size floats a row, as the seat to decide sees it
  float* rewards = nullptr;             // seats floats a row: change of returns by the last step
  std::uint8_t* done = nullptr;         // 1 if the game that the last step was played in is over
};

class PYBOARD_API AnyBatch {
 public:
  [[nodiscard]] static std::unique_ptr<AnyBatch> make(const GamePointer& game, std::int64_t rows, std::uint64_t seed);

  AnyBatch(const AnyBatch&) = delete;
  AnyBatch& operator=(const AnyBatch&) = delete;
  virtual ~AnyBatch() = default;

  [[nodiscard]] const GamePointer& game() const noexcept { return game_; }
  [[nodiscard]] int threads() const noexcept { return pool_.threads(); }
  void set_threads(int threads) { pool_.set_threads(threads); }

  [[nodiscard]] virtual std::int64_t rows() const noexcept = 0;
  /// Gives row r stream r of the seed.
  virtual void seed(std::uint64_t seed) = 0;
  /// Starts every row anew; each draws on from its stream.
  virtual void reset(const BatchOutputs& outputs) = 0;
  /// Applies one action per row. The entry of a row whose game is over is not looked at; with auto_reset such
  /// a row starts anew, and so does every row at once when its game ends. Throws InvalidActionError or
  /// IllegalActionError for the first row whose action is refused, before anything is changed.
  virtual void step(std::span<const std::int32_t> actions, bool auto_reset, const BatchOutputs& outputs) = 0;
  /// One uniformly random legal action per row, from the rows' own streams; -1 where the game is over.
  virtual void random_actions(std::span<std::int32_t> actions) = 0;
  virtual void write(const BatchOutputs& outputs) = 0;

  /// A copy of a row; its history begins there.
  [[nodiscard]] std::unique_ptr<AnyState> state(std::int64_t row) const;
  /// Puts a position of the same game into a row, which plays chance at once if it is due.
  void set_state(std::int64_t row, const AnyState& state, const BatchOutputs& outputs);

  /// Positions, streams and the results of the last step as bytes.
  [[nodiscard]] virtual std::string save() const = 0;
  /// Takes over what a batch of the same game and size has saved; throws CorruptStateError if it is none.
  virtual void load(std::string_view bytes) = 0;

 protected:
  AnyBatch() = default;

  [[nodiscard]] virtual const void* cursor(std::int64_t row) const noexcept = 0;
  virtual void place(std::int64_t row, const void* state, const BatchOutputs& outputs) = 0;
  [[noreturn]] void refuse(std::int64_t row, std::int32_t action) const;

  WorkerPool pool_;

 private:
  GamePointer game_;
};

}  // namespace pyboard
