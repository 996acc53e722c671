// Persistent lists of events: shared by copies, branching where they part.
#include "pyboard/api/history.hpp"

#include <memory>
#include <thread>
#include <vector>

#include "check.hpp"
#include "pyboard/core/rng.hpp"

namespace pyboard::tests {

namespace {

Event event(int id) { return Event::make(Node::decision(id % 4, 0), static_cast<std::uint16_t>(id), id % 3 == 0); }

std::vector<Event> range(int first, int last) {
  std::vector<Event> events;
  for (int id = first; id < last; ++id) events.push_back(event(id));
  return events;
}

}  // namespace

TEST(core_histories_keep_their_order) {
  for (const int size : {0, 1, 55, 56, 57, 111, 112, 113, 1000}) {
    History history;
    for (int id = 0; id < size; ++id) history.append(event(id));
    CHECK_EQUAL(history.size(), static_cast<std::uint32_t>(size));
    CHECK(history.events() == range(0, size));
  }
}

TEST(core_histories_branch) {
  Rng rng(3);
  std::vector<std::pair<History, std::vector<Event>>> lists(1);
  for (int step = 0; step < 4000; ++step) {
    const std::size_t which = rng.below(static_cast<std::uint32_t>(lists.size()));
    const auto what = rng.below(10);
    if (what == 0 && lists.size() < 60) {
      lists.push_back(lists[which]);
    } else if (what == 1 && lists.size() > 1) {
      lists.erase(lists.begin() + static_cast<std::ptrdiff_t>(which));
    } else {
      const Event next = event(static_cast<int>(rng.below(60'000)));
      lists[which].first.append(next);
      lists[which].second.push_back(next);
    }
    if (step % 100 == 0) {
      for (const auto& [history, model] : lists) CHECK(history.events() == model);
    }
  }
  for (const auto& [history, model] : lists) {
    CHECK_EQUAL(history.size(), model.size());
    CHECK(history.events() == model);
  }
}

TEST(core_histories_move_and_assign) {
  History a;
  for (int id = 0; id < 100; ++id) a.append(event(id));
  History b = std::move(a);
  CHECK_EQUAL(b.size(), 100U);
  a = b;
  a.append(event(7));
  b.append(event(8));
  CHECK(a.events().back() == event(7));
  CHECK(b.events().back() == event(8));
  CHECK_EQUAL(a.size(), 101U);
  b = History();
  CHECK(b.events().empty());
  CHECK_EQUAL(a.events().size(), 101U);
}

TEST(core_histories_of_great_length_end_quietly) {
  // Chunks are released in a loop, not by recursion.
  History history;
  for (int id = 0; id < 2'000'000; ++id) history.append(event(id & 0x7fff));
  CHECK_EQUAL(history.size(), 2'000'000U);
}

TEST(core_histories_branch_in_threads) {
  History trunk;
  for (int id = 0; id < 30; ++id) trunk.append(event(id));
  constexpr int kThreads = 4;
  std::vector<std::vector<Event>> ends(kThreads);
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] {
        for (int round = 0; round < 500; ++round) {
          History mine = trunk;
          for (int i = 0; i < 60; ++i) mine.append(event(1000 * (t + 1) + i));
          ends[static_cast<std::size_t>(t)] = mine.events();
        }
      });
    }
  }
  for (int t = 0; t < kThreads; ++t) {
    std::vector<Event> expected = range(0, 30);
    const std::vector<Event> tail = range(1000 * (t + 1), 1000 * (t + 1) + 60);
    expected.insert(expected.end(), tail.begin(), tail.end());
    CHECK(ends[static_cast<std::size_t>(t)] == expected);
  }
  CHECK(trunk.events() == range(0, 30));
}

}  // namespace pyboard::tests
