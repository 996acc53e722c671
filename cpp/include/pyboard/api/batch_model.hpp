// pyboard/api/batch_model.hpp: AnyBatch made from a concrete game; included by game_model.hpp only.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "pyboard/api/any_batch.hpp"
#include "pyboard/core/bits.hpp"
#include "pyboard/core/cursor.hpp"

namespace pyboard {

template <Game G>
class BatchModel final : public AnyBatch {
 public:
  BatchModel(const AnyGame& game, const G& rules, std::int64_t rows)
      : rules_{rules},
        seats_{static_cast<std::size_t>(game.seats())},
        actions_{static_cast<std::size_t>(game.num_actions())},
        observation_size_{static_cast<std::size_t>(game.observation_size())},
        rows_(static_cast<std::size_t>(rows)),
        streams_(rows_.size(), Rng(0)),
        rewards_(rows_.size() * seats_),
        done_(rows_.size()) {
    pyboard::place(rules_, start_, rules_.initial());
  }

  [[nodiscard]] std::int64_t rows() const noexcept override { return static_cast<std::int64_t>(rows_.size()); }

  void seed(std::uint64_t seed) override {
    for (std::size_t r = 0; r < rows_.size(); ++r) streams_[r] = Rng(stream_seed(seed, r));
  }

  void reset(const BatchOutputs& outputs) override {
    for_rows([&](std::size_t r) {
      restart(r);
      clear(r);
      write_row(outputs, r);
    });
  }

  void step(std::span<const std::int32_t> actions, bool auto_reset, const BatchOutputs& outputs) override {
    // A copy: somebody else may write to the caller's array between the check and the step.
    actions_now_.assign(actions.begin(), actions.end());
    check(actions_now_);
    for_rows([&](std::size_t r) {
      step_row(r, actions_now_[r], auto_reset);
      write_row(outputs, r);
    });
  }

  void random_actions(std::span<std::int32_t> actions) override {
    for_rows([&](std::size_t r) {
      const Cursor<G>& row = rows_[r];
      actions[r] = row.node.kind != NodeKind::decision ? -1 : row.legal.nth(draw(r, row.legal.count()));
    });
  }

  void write(const BatchOutputs& outputs) override {
    for_rows([&](std::size_t r) { write_row(outputs, r); });
  }

  [[nodiscard]] std::string save() const override {
    std::string bytes;
    bytes.reserve(saved_size());
    const auto append = [&](const void* data, std::size_t size) { bytes.append(static_cast<const char*>(data), size); };
    for (const Cursor<G>& row : rows_) append(&row.state, sizeof row.state);
    for (const Rng& stream : streams_) append(stream.words().data(), sizeof stream.words());
    append(rewards_.data(), rewards_.size() * sizeof(float));
    append(done_.data(), done_.size());
    return bytes;
  }

  void load(std::string_view bytes) override {
    if (bytes.size() != saved_size()) {
      throw CorruptStateError("a saved batch of this game and size has " + std::to_string(saved_size()) +
                              " bytes, not " + std::to_string(bytes.size()));
    }
    const auto take = [&](void* data, std::size_t size) {
      std::memcpy(data, bytes.data(), size);
      bytes.remove_prefix(size);
    };
    Faults faults;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      typename G::State state;
      take(&state, sizeof state);
      rules_.violations(state, faults);
      if (!faults.empty()) throw CorruptStateError(join_faults("row " + std::to_string(r) + " is no position", faults));
      pyboard::place(rules_, rows_[r], state);
      if (rows_[r].node.kind == NodeKind::chance) {
        throw CorruptStateError("row " + std::to_string(r) + " waits for chance");
      }
    }
    for (Rng& stream : streams_) {
      Rng::Words words;
      take(words.data(), sizeof words);
      if (words == Rng::Words{}) throw CorruptStateError("a random stream is all zeros");  // it would stay so
      stream = Rng(words);
    }
    take(rewards_.data(), rewards_.size() * sizeof(float));
    take(done_.data(), done_.size());
    for (std::uint8_t& done : done_) done = done != 0 ? 1 : 0;
  }

 protected:
  [[nodiscard]] const void* cursor(std::int64_t row) const noexcept override {
    return &rows_[static_cast<std::size_t>(row)];
  }

  void place(std::int64_t row, const void* state, const BatchOutputs& outputs) override {
    const auto r = static_cast<std::size_t>(row);
    pyboard::place(rules_, rows_[r], *static_cast<const typename G::State*>(state));
    play_chance(r);
    clear(r);
    write_row(outputs, r);
  }

 private:
  /// A piece of work: long enough to be worth a hand-over, short enough for equal shares.
  static constexpr std::size_t kPiece = 256;

  template <class Work>
  void for_rows(Work&& work) {
    pool_.run(rows_.size(), kPiece, [&](std::size_t first, std::size_t last) {
      for (std::size_t r = first; r < last; ++r) work(r);
    });
  }

  [[nodiscard]] std::size_t saved_size() const noexcept {
    return rows_.size() * (sizeof(typename G::State) + sizeof(Rng::Words) + 1) + rewards_.size() * sizeof(float);
  }

  [[nodiscard]] int draw(std::size_t r, int bound) noexcept {
    return static_cast<int>(streams_[r].below(static_cast<std::uint32_t>(bound)));
  }

  /// Refuses the first row whose action is not legal.
  void check(std::span<const std::int32_t> actions) {
    std::atomic<std::size_t> bad = rows_.size();
    for_rows([&](std::size_t r) {
      if (rows_[r].node.kind != NodeKind::decision || rows_[r].legal.contains(actions[r])) return;
      std::size_t lowest = bad.load(std::memory_order_relaxed);
      while (r < lowest && !bad.compare_exchange_weak(lowest, r, std::memory_order_relaxed)) {
      }
    });
    if (bad != rows_.size()) refuse(static_cast<std::int64_t>(bad.load()), actions[bad]);
  }

  void restart(std::size_t r) {
    rows_[r] = start_;
    play_chance(r);
  }
  void play_chance(std::size_t r) {
    Cursor<G>& row = rows_[r];
    while (row.node.kind == NodeKind::chance) pyboard::step(rules_, row, rules_.sample(row.state, streams_[r]));
  }
  /// Nothing was won or lost by the last step.
  void clear(std::size_t r) {
    std::fill_n(&rewards_[r * seats_], seats_, 0.0F);
    done_[r] = rows_[r].node.kind == NodeKind::terminal ? 1 : 0;
  }
  /// The last step ended the game: returns were 0 before it.
  void pay(std::size_t r) {
    const std::span<float> rewards(&rewards_[r * seats_], seats_);
    std::array<int, static_cast<std::size_t>(G::kMaxPlayers)> places;
    rules_.places(rows_[r].state, std::span<int>(places.data(), seats_));
    placing_utilities(std::span<const int>(places.data(), seats_), rewards);
    for (float& reward : rewards) reward = 2.0F * reward - 1.0F;
    done_[r] = 1;
  }

  void step_row(std::size_t r, std::int32_t action, bool auto_reset) {
    Cursor<G>& row = rows_[r];
    if (row.node.kind != NodeKind::decision) {
      if (auto_reset) restart(r);
      clear(r);
      return;
    }
    pyboard::step(rules_, row, static_cast<Action>(action));
    play_chance(r);
    if (row.node.kind != NodeKind::terminal) {
      clear(r);
      return;
    }
    pay(r);
    if (auto_reset) restart(r);
  }

  void write_row(const BatchOutputs& outputs, std::size_t r) const {
    const Cursor<G>& row = rows_[r];
    if (outputs.players != nullptr) outputs.players[r] = row.node.seat;
    if (outputs.mask != nullptr) row.legal.mask({outputs.mask + r * actions_, actions_});
    if (outputs.packed_mask != nullptr) {
      const std::size_t width = (actions_ + 7) / 8;
      std::uint8_t* packed = outputs.packed_mask + r * width;
      std::memset(packed, 0, width);
      for (const Action id : row.legal.span()) {
        packed[id / 8] = static_cast<std::uint8_t>(packed[id / 8] | bits::bit(id % 8));
      }
    }
    if (outputs.observations != nullptr) {
      const int viewer = std::max<int>(row.node.seat, 0);
      rules_.observe(row.state, viewer, {outputs.observations + r * observation_size_, observation_size_});
    }
    if (outputs.rewards != nullptr) std::copy_n(&rewards_[r * seats_], seats_, outputs.rewards + r * seats_);
    if (outputs.done != nullptr) outputs.done[r] = done_[r];
  }

  const G& rules_;
  std::size_t seats_;
  std::size_t actions_;
  std::size_t observation_size_;
  Cursor<G> start_;
  std::vector<Cursor<G>> rows_;
  std::vector<Rng> streams_;
  std::vector<float> rewards_;
  std::vector<std::uint8_t> done_;
  std::vector<std::int32_t> actions_now_;
};

}  // namespace pyboard
