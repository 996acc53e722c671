// pyboard/api/batch_model.hpp: AnyBatch made from a concrete game; included by game_model.hpp only.
#pragma once

#include <algorithm>
#include <cstring>
#include <thread>
#include <vector>

#include "pyboard/api/any_batch.hpp"
#include "pyboard/core/cursor.hpp"

namespace pyboard {

template <Game G>
class BatchModel final : public AnyBatch {
 public:
  BatchModel(const AnyGame& game, const G& rules, std::int64_t rows, std::uint64_t seed)
      : game_{game},
        rules_{rules},
        rows_(static_cast<std::size_t>(rows)),
        streams_(static_cast<std::size_t>(rows), Rng(0)),
        rewards_(static_cast<std::size_t>(rows * rules.seats())),
        done_(static_cast<std::size_t>(rows)) {
    pyboard::place(rules_, start_, rules_.initial());
    BatchModel::reset(seed);
  }

  [[nodiscard]] std::int64_t rows() const noexcept override { return static_cast<std::int64_t>(rows_.size()); }

  void reset(std::uint64_t seed) override {
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      streams_[r] = Rng(stream_seed(seed, r));
      restart(r);
    }
    std::fill(rewards_.begin(), rewards_.end(), 0.0F);
    std::fill(done_.begin(), done_.end(), std::uint8_t{0});
  }

  [[nodiscard]] std::int64_t step(std::span<const std::int32_t> actions, bool auto_reset, int threads) override {
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      if (rows_[r].node.kind == NodeKind::decision && !rows_[r].legal.contains(actions[r]))
        return static_cast<std::int64_t>(r);
    }
    share_rows(threads, [&](std::size_t first, std::size_t last) {
      for (std::size_t r = first; r < last; ++r) step_row(r, actions[r], auto_reset);
    });
    return -1;
  }

  void random_actions(std::span<std::int32_t> actions) override {
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const Cursor<G>& row = rows_[r];
      actions[r] =
          row.node.kind != NodeKind::decision
              ? -1
              : row.legal.nth(static_cast<int>(streams_[r].below(static_cast<std::uint32_t>(row.legal.count()))));
    }
  }

  void write(const BatchOutputs& outputs, int threads) const override {
    share_rows(threads, [&](std::size_t first, std::size_t last) {
      for (std::size_t r = first; r < last; ++r) write_row(outputs, r);
    });
  }

  [[nodiscard]] const void* cursor(std::int64_t row) const noexcept override {
    return &rows_[static_cast<std::size_t>(row)];
  }

  void place(std::int64_t row, const void* state) override {
    const auto r = static_cast<std::size_t>(row);
    pyboard::place(rules_, rows_[r], *static_cast<const typename G::State*>(state));
    play_chance(r);
    done_[r] = 0;
    std::fill_n(rewards_.begin() + static_cast<std::ptrdiff_t>(r) * rules_.seats(), rules_.seats(), 0.0F);
  }

 private:
  void play_chance(std::size_t r) {
    Cursor<G>& row = rows_[r];
    while (row.node.kind == NodeKind::chance) pyboard::step(rules_, row, rules_.sample(row.state, streams_[r]));
  }
  void restart(std::size_t r) {
    rows_[r] = start_;
    play_chance(r);
  }

  void step_row(std::size_t r, std::int32_t action, bool auto_reset) {
    float* rewards = rewards_.data() + r * static_cast<std::size_t>(rules_.seats());
    std::fill_n(rewards, rules_.seats(), 0.0F);
    done_[r] = 0;
    Cursor<G>& row = rows_[r];
    if (row.node.kind != NodeKind::decision) return;
    pyboard::step(rules_, row, static_cast<Action>(action));
    play_chance(r);
    if (row.node.kind != NodeKind::terminal) return;
    done_[r] = 1;
    const auto seats = static_cast<std::size_t>(rules_.seats());
    int places[G::kMaxPlayers];
    rules_.places(row.state, std::span<int>(places, seats));
    placing_utilities(std::span<const int>(places, seats), std::span<float>(rewards, seats));
    for (std::size_t s = 0; s < seats; ++s) rewards[s] = 2.0F * rewards[s] - 1.0F;
    if (auto_reset) restart(r);
  }

  void write_row(const BatchOutputs& outputs, std::size_t r) const {
    const Cursor<G>& row = rows_[r];
    const auto actions = static_cast<std::size_t>(game_.num_actions());
    const auto seats = static_cast<std::size_t>(game_.seats());
    if (outputs.players != nullptr) outputs.players[r] = row.node.seat;
    if (outputs.mask != nullptr) row.legal.mask({outputs.mask + r * actions, actions});
    if (outputs.packed_mask != nullptr) {
      const std::size_t width = (actions + 7) / 8;
      std::uint8_t* packed = outputs.packed_mask + r * width;
      std::memset(packed, 0, width);
      for (const Action id : row.legal.span())
        packed[id / 8] = static_cast<std::uint8_t>(packed[id / 8] | (1U << (id % 8)));
    }
    if (outputs.observations != nullptr) {
      const auto size = static_cast<std::size_t>(game_.observation_size());
      rules_.observe(row.state, row.node.seat < 0 ? 0 : row.node.seat, {outputs.observations + r * size, size});
    }
    if (outputs.rewards != nullptr) std::copy_n(rewards_.data() + r * seats, seats, outputs.rewards + r * seats);
    if (outputs.done != nullptr) outputs.done[r] = done_[r];
  }

  /// Rows are split into equal shares; a share is worth a thread only if it is long enough.
  template <class Work>
  void share_rows(int threads, Work&& work) const {
    constexpr std::size_t kRowsPerThread = 256;
    const std::size_t most = rows_.size() / kRowsPerThread;
    const std::size_t shares = std::max<std::size_t>(1, std::min(static_cast<std::size_t>(threads), most));
    const auto bound = [&](std::size_t i) { return rows_.size() * i / shares; };
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < shares; ++i) others.emplace_back([&, i] { work(bound(i), bound(i + 1)); });
    work(bound(0), bound(1));
  }

  const AnyGame& game_;
  const G& rules_;
  Cursor<G> start_;
  std::vector<Cursor<G>> rows_;
  std::vector<Rng> streams_;
  std::vector<float> rewards_;
  std::vector<std::uint8_t> done_;
};

}  // namespace pyboard
