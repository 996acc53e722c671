// Bit sets, packed counts, action sets, distributions, small vectors.
#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "check.hpp"
#include "pyboard/core/action_set.hpp"
#include "pyboard/core/bits.hpp"
#include "pyboard/core/counts.hpp"
#include "pyboard/core/distribution.hpp"
#include "pyboard/core/rng.hpp"
#include "pyboard/core/small_vector.hpp"

namespace pyboard::tests {

TEST(core_words_are_sets) {
  CHECK_EQUAL(bits::bit(0), Word{1});
  CHECK_EQUAL(bits::bit(63), Word{0x8000'0000'0000'0000});
  CHECK_EQUAL(bits::first(0), Word{0});
  CHECK_EQUAL(bits::first(1), Word{1});
  CHECK_EQUAL(bits::first(63), ~Word{0} >> 1);
  CHECK_EQUAL(bits::first(64), ~Word{0});
  Word set = bits::bit(3) | bits::bit(40) | bits::bit(63);
  CHECK(bits::test(set, 40) && !bits::test(set, 41));
  CHECK_EQUAL(bits::count(set), 3);
  CHECK_EQUAL(bits::lowest(set), 3);
  CHECK_EQUAL(bits::nth(set, 0), 3);
  CHECK_EQUAL(bits::nth(set, 1), 40);
  CHECK_EQUAL(bits::nth(set, 2), 63);
  CHECK_EQUAL(bits::pop_lowest(set), 3);
  CHECK_EQUAL(set, bits::bit(40) | bits::bit(63));
}

TEST(core_bit_sets_of_any_size) {
  Rng rng(1);
  BitSet<130> set{};
  std::vector<bool> model(130);
  for (int i = 0; i < 3000; ++i) {
    const auto index = static_cast<int>(rng.below(130));
    const bool put = rng.below(2) == 0;
    if (put) {
      set.set(index);
    } else {
      set.reset(index);
    }
    model[static_cast<std::size_t>(index)] = put;
    CHECK_EQUAL(set.test(index), put);
  }
  std::vector<int> members;
  set.for_each([&](int index) { members.push_back(index); });
  std::vector<int> expected;
  for (int i = 0; i < 130; ++i) {
    if (model[static_cast<std::size_t>(i)]) expected.push_back(i);
  }
  CHECK(members == expected);
  CHECK_EQUAL(set.count(), static_cast<int>(expected.size()));
  CHECK(set.any() && set.in_range());
  BitSet<130> same = set;
  CHECK(same == set);
  same.words[2] |= bits::bit(2);  // member 130 is none
  CHECK(!same.in_range());
  BitSet<130> other{};
  for (int index = 0; index < 130; index += 3) other.set(index);
  for (int index = 0; index < 130; ++index) {
    CHECK_EQUAL((set | other).test(index), set.test(index) || index % 3 == 0);
    CHECK_EQUAL((set & other).test(index), set.test(index) && index % 3 == 0);
    CHECK_EQUAL(set.without(other).test(index), set.test(index) && index % 3 != 0);
  }
  set.clear();
  CHECK(!set.any() && set.count() == 0);
}

TEST(core_packed_counts_draw_like_a_bag) {
  using Bag = PackedCounts<std::uint64_t, 10, 6>;
  Rng rng(2);
  for (int round = 0; round < 300; ++round) {
    Bag bag{};
    std::array<int, 10> model{};
    for (int i = 0; i < Bag::kMaxTotal - static_cast<int>(rng.below(31)); ++i) {
      const auto kind = static_cast<int>(rng.below(10));
      bag.add(kind);
      ++model[static_cast<std::size_t>(kind)];
    }
    CHECK(bag.in_range());
    CHECK_EQUAL(bag.total(), std::accumulate(model.begin(), model.end(), 0));
    int n = 0;
    int kinds = 0;
    int last = -1;
    for (int kind = 0; kind < 10; ++kind) {
      const int count = model[static_cast<std::size_t>(kind)];
      CHECK_EQUAL(bag.get(kind), count);
      CHECK_EQUAL(bits::test(bag.kinds(), kind), count > 0);
      kinds += count > 0 ? 1 : 0;
      if (count > 0) last = kind;
      for (int i = 0; i < count; ++i, ++n) CHECK_EQUAL(bag.nth(n), kind);
    }
    CHECK_EQUAL(bag.only(), kinds == 1 ? last : -1);
    CHECK_EQUAL(bag.any(), kinds > 0);
    for (int kind = 0; kind < 10; ++kind) {
      if (model[static_cast<std::size_t>(kind)] == 0) continue;
      Bag less = bag;
      less.remove(kind);
      CHECK_EQUAL(less.get(kind), bag.get(kind) - 1);
      CHECK_EQUAL(less.total(), bag.total() - 1);
      less.set(kind, bag.get(kind));
      CHECK(less == bag);
    }
  }
  Bag bag{};
  CHECK_EQUAL(bag.only(), -1);
  bag.set(4, 5);
  CHECK_EQUAL(bag.only(), 4);
  bag.word = ~std::uint64_t{0};
  CHECK(!bag.in_range());
}

TEST(core_wide_counts_are_bags) {
  using Bag = WideCounts<10>;
  Rng rng(3);
  for (int round = 0; round < 300; ++round) {
    Bag bag{};
    Bag other{};
    std::array<int, 10> model{};
    const int size = static_cast<int>(rng.below(round < 20 ? 3 : 200));
    for (int i = 0; i < size; ++i) {
      const auto kind = static_cast<int>(rng.below(10));
      if (bag.get(kind) == Bag::kMaxCount) continue;
      bag.add(kind);
      ++model[static_cast<std::size_t>(kind)];
      if (rng.below(3) == 0) other.add(kind);
    }
    CHECK(bag.in_range());
    CHECK_EQUAL(bag.total(), std::accumulate(model.begin(), model.end(), 0));
    std::array<int, 10> drawn{};
    for (int n = 0; n < bag.total(); ++n) ++drawn[static_cast<std::size_t>(bag.nth(n))];
    CHECK(drawn == model);
    int kinds = 0;
    int last = -1;
    for (int kind = 0; kind < 10; ++kind) {
      CHECK_EQUAL(bag.get(kind), model[static_cast<std::size_t>(kind)]);
      CHECK_EQUAL(bag.has(kind), bag.get(kind) > 0);
      if (!bag.has(kind)) continue;
      ++kinds;
      last = kind;
    }
    CHECK_EQUAL(bag.only(), kinds == 1 ? last : -1);
    CHECK(bag.contains(other) && bag.minus(other).plus(other) == bag);
    CHECK_EQUAL(other.contains(bag), other == bag);
    CHECK_EQUAL(bag.minus(other).total(), bag.total() - other.total());
  }
  Bag bag{};
  CHECK(!bag.any() && bag.total() == 0);
  bag.set(9, Bag::kMaxCount);
  CHECK(bag.only() == 9 && bag.total() == Bag::kMaxCount && bag.nth(Bag::kMaxCount - 1) == 9);
  bag.word = ~std::uint64_t{0};
  CHECK(!bag.in_range());
}

TEST(core_action_sets_ascend) {
  ActionSet<64> set;
  CHECK_EQUAL(set.count(), 0);
  CHECK(!set.contains(0));
  set.add(3);
  set.add_bits(bits::bit(0) | bits::bit(5) | bits::bit(63), 100);
  set.add(700);
  const std::vector<Action> expected = {3, 100, 105, 163, 700};
  CHECK(std::vector<Action>(set.begin(), set.end()) == expected);
  CHECK(std::ranges::equal(set.span(), expected));
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK_EQUAL(set.nth(static_cast<int>(i)), expected[i]);
  for (int id = -1; id <= 701; ++id) {
    CHECK_EQUAL(set.contains(id), std::find(expected.begin(), expected.end(), id) != expected.end());
  }
  CHECK(!set.contains(65536 + 3) && !set.contains(-65533));
  std::vector<std::uint8_t> mask(701, 7);
  set.mask(mask);
  CHECK_EQUAL(std::accumulate(mask.begin(), mask.end(), 0), 5);
  for (const Action id : expected) CHECK_EQUAL(mask[id], 1);
  set.clear();
  CHECK_EQUAL(set.count(), 0);
}

TEST(core_action_sets_from_large_sets) {
  Rng rng(4);
  for (int round = 0; round < 300; ++round) {
    BitSet<576> members{};
    std::vector<Action> expected;
    ActionSet<700> set;
    if (round % 2 == 1) {
      set.add(1);
      expected.push_back(1);
    }
    const auto count = static_cast<int>(rng.below(60));
    for (int i = 0; i < count; ++i) members.set(static_cast<int>(rng.below(576)));
    members.for_each([&](int index) { expected.push_back(static_cast<Action>(10 + index)); });
    set.add_sparse(members, 10);
    const std::array<Action, 4> more = {600, 601, 605, 650};
    set.add_first(more, round % 5);
    expected.insert(expected.end(), more.begin(), more.begin() + round % 5);
    CHECK(std::ranges::equal(set.span(), expected));
  }
}

TEST(core_distributions_skip_what_cannot_happen) {
  Distribution<10> distribution;
  distribution.clear();
  distribution.add(1, 0);
  distribution.add(2, 5);
  distribution.add(4, 0);
  distribution.add(7, 4'000'000'000U);
  CHECK_EQUAL(distribution.count(), 2);
  CHECK_EQUAL(distribution.total(), 4'000'000'005ULL);
  CHECK_EQUAL(distribution[0].id, 2);
  CHECK_EQUAL(distribution[1].weight, 4'000'000'000U);
  CHECK_EQUAL(distribution.end() - distribution.begin(), 2);
  distribution.clear();
  CHECK_EQUAL(distribution.count(), 0);
  CHECK_EQUAL(distribution.total(), 0U);
}

TEST(core_small_vectors_grow_to_their_capacity) {
  SmallVector<int, 4> vector;
  CHECK(vector.empty());
  CHECK_EQUAL(vector.capacity(), 4U);
  for (int i = 0; i < 4; ++i) vector.push_back(i * i);
  CHECK_EQUAL(vector.size(), 4U);
  CHECK_EQUAL(std::accumulate(vector.begin(), vector.end(), 0), 14);
  vector[1] = 10;
  CHECK_EQUAL(vector[1], 10);
  vector.resize(2);
  CHECK_EQUAL(vector.end() - vector.begin(), 2);
  vector.clear();
  CHECK(vector.empty());
}

}  // namespace pyboard::tests
