// Everything that may be used from several threads at once, meant to run under the thread sanitizer.
#include <atomic>
#include <thread>

#include "check.hpp"
#include "games.hpp"
#include "pyboard/api/any_batch.hpp"

namespace pyboard::tests {

namespace {

constexpr int kThreads = 4;

/// Runs f(0) … f(kThreads - 1) at the same time.
void together(const std::function<void(int)>& f) {
  std::vector<std::jthread> threads;
  threads.reserve(kThreads);
  for (int t = 0; t < kThreads; ++t) threads.emplace_back([&f, t] { f(t); });
}

}  // namespace

TEST(threads_share_games) {
  for (const Setup& setup : plain_setups()) {
    set_scene(setup.text());
    const GamePointer game = setup.load();
    std::atomic<int> same = 0;
    together([&](int) {
      for (int i = 0; i < 20; ++i) same += setup.load() == game ? 1 : 0;
    });
    CHECK_EQUAL(same.load(), kThreads * 20);
  }
}

TEST(threads_read_one_state) {
  for (const Setup& setup : plain_setups()) {
    set_scene(setup.text());
    const GamePointer game = setup.load();
    Rng rng(settings().seed);
    const StatePointer state = random_position(game, 10, rng);
    const auto bytes = state->serialize(true);
    std::atomic<int> wrong = 0;
    together([&](int t) {
      Rng own(static_cast<std::uint64_t>(t));
      for (int i = 0; i < 20; ++i) {
        if (state->serialize(true) != bytes) ++wrong;
        (void)state->information_state(t % game->seats());
        const StatePointer dealt = state->resample(t % game->seats(), own.next());
        play_to_the_end(*dealt, own);
        // Clones branch from one shared history.
        const StatePointer copy = state->clone();
        play_to_the_end(*copy, own);
        if (copy->events().size() < state->events().size()) ++wrong;
      }
    });
    CHECK_EQUAL(wrong.load(), 0);
  }
}

TEST(threads_share_the_rows_of_a_batch) {
  constexpr std::int64_t kRows = 600;
  for (const Setup& setup : plain_setups()) {
    set_scene(setup.text());
    const GamePointer game = setup.load();
    const auto one = AnyBatch::make(game, kRows, settings().seed);
    const auto many = AnyBatch::make(game, kRows, settings().seed);
    many->set_threads(kThreads);
    const auto width = static_cast<std::size_t>(game->num_actions());
    std::vector<std::int32_t> actions(kRows);
    std::vector<std::uint8_t> masks[2];
    BatchOutputs outputs[2];
    for (int i = 0; i < 2; ++i) {
      masks[i].resize(kRows * width);
      outputs[i].mask = masks[i].data();
    }
    for (int step = 0; step < 8; ++step) {
      one->random_actions(actions);
      one->step(actions, true, outputs[0]);
      many->random_actions(actions);
      many->step(actions, true, outputs[1]);
      CHECK(masks[0] == masks[1]);
    }
    for (const std::int64_t row : {std::int64_t{0}, kRows - 1}) CHECK(*one->state(row) == *many->state(row));
  }
}

TEST(threads_play_random_games) {
  for (const Setup& setup : plain_setups()) {
    set_scene(setup.text());
    const GamePointer game = setup.load();
    Control control;
    const RandomPlay one = game->play_random_games(64, settings().seed, 1, control);
    const RandomPlay many = game->play_random_games(64, settings().seed, kThreads, control);
    CHECK_EQUAL(one.signature, many.signature);
  }
}

}  // namespace pyboard::tests
