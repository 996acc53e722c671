#include "pyboard/api/any_batch.hpp"

#include <stdexcept>
#include <string>

namespace pyboard {

std::unique_ptr<AnyBatch> AnyBatch::make(const GamePointer& game, std::int64_t rows, std::uint64_t seed) {
  std::unique_ptr<AnyBatch> batch = game->make_batch(rows);
  batch->game_ = game;
  batch->seed(seed);
  batch->reset({});
  return batch;
}

std::unique_ptr<AnyState> AnyBatch::state(std::int64_t row) const {
  return AnyState::at(game_, game_->state(cursor(row)));
}

void AnyBatch::set_state(std::int64_t row, const AnyState& state, const BatchOutputs& outputs) {
  if (state.game()->fingerprint() != game_->fingerprint()) {
    throw std::invalid_argument("a batch of " + game_->description() + " cannot hold a position of " +
                                state.game()->description() + ", perhaps with other options or tables");
  }
  place(row, state.state(), outputs);
}

void AnyBatch::refuse(std::int64_t row, std::int32_t action) const {
  const std::string where = "row " + std::to_string(row) + ": ";
  try {
    game_->refuse(cursor(row), action);
  } catch (const InvalidActionError& error) {
    throw InvalidActionError(where + error.what());
  } catch (const IllegalActionError& error) {
    throw IllegalActionError(where + error.what());
  }
}

}  // namespace pyboard
