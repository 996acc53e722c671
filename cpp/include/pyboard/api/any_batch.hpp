// pyboard/api/any_batch.hpp: many positions of one game in one buffer, stepped together. Chance is played
// by the batch itself, with one random stream per row, so results do not depend on the number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "pyboard/api/any_game.hpp"

namespace pyboard {

/// Where to write what; null pointers are left out. Row r of an array of width w begins at r * w.
struct BatchOutputs {
  std::int8_t* players = nullptr;       // seat to decide, kTerminalPlayer at the end
  std::uint8_t* mask = nullptr;         // num_actions bytes a row
  std::uint8_t* packed_mask = nullptr;  // ceil(num_actions / 8) bytes a row, lowest bit first
  float* observations = nullptr;        // observation_size floats a row, as the seat to decide sees it
  float* rewards = nullptr;             // seats floats a row: change of returns by the last step
  std::uint8_t* done = nullptr;         // 1 if the last step ended the row's game
};

class PYBOARD_API AnyBatch {
 public:
  AnyBatch(const AnyBatch&) = delete;
  AnyBatch& operator=(const AnyBatch&) = delete;
  virtual ~AnyBatch() = default;

  [[nodiscard]] virtual std::int64_t rows() const noexcept = 0;
  /// Starts every row anew; row r draws from stream r of the seed.
  virtual void reset(std::uint64_t seed) = 0;
  /// Applies one action per row. Rows at their end ignore their entry (with auto_reset there are none).
  /// Checks all rows before changing any; returns the first row whose action is not legal, or -1.
  [[nodiscard]] virtual std::int64_t step(std::span<const std::int32_t> actions, bool auto_reset, int threads) = 0;
  /// One uniformly random legal action per row, from the rows' own streams; rows at their end get -1.
  virtual void random_actions(std::span<std::int32_t> actions) = 0;
  virtual void write(const BatchOutputs& outputs, int threads) const = 0;
  [[nodiscard]] virtual const void* cursor(std::int64_t row) const noexcept = 0;
  /// Puts a position into a row.
  virtual void place(std::int64_t row, const void* state) = 0;

 protected:
  AnyBatch() = default;
};

}  // namespace pyboard
