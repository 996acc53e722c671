// Which inside of an action set is fastest: a list of ids, a bit set, or both at once. Prints JSON;
// docs/design/02-action-set.md discusses the figures. Ids come in ascending order, as rule code finds them,
// either one by one or as words of a bit set.
//
// usage: bench_action_set [SECONDS_PER_FIGURE]
#include "pyboard/core/action_set.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "pyboard/core/rng.hpp"

namespace {

using pyboard::Action;
using pyboard::ActionSet;
using pyboard::Rng;
using pyboard::Word;
namespace bits = pyboard::bits;

constexpr int kIds = 762;  // the largest numbering of the five games
constexpr std::size_t kWords = (kIds + 63) / 64;
constexpr int kBoard = 576;  // spaces of Cacao's board: a large set with few members
constexpr int kBoardBase = 3;
constexpr int kSets = 1024;  // different sets in turn, so that branches cannot be learnt by heart

/// One bit per id of the whole numbering.
class Bits {
 public:
  void clear() noexcept { set_.clear(); }
  void add(int id) noexcept { set_.set(id); }
  void add_bits(Word set, int base) noexcept {
    const auto word = static_cast<std::size_t>(base >> 6);
    set_.words[word] |= set << (base & 63);
    if ((base & 63) != 0 && word + 1 < kWords) set_.words[word + 1] |= set >> (64 - (base & 63));
  }
  template <int Size>
  void add_sparse(const pyboard::BitSet<Size>& set, int base) noexcept {
    for (std::size_t w = 0; w < set.words.size(); ++w) add_bits(set.words[w], base + static_cast<int>(w) * 64);
  }
  [[nodiscard]] int count() const noexcept { return set_.count(); }
  [[nodiscard]] Action nth(int n) const noexcept {
    std::size_t word = 0;
    for (int here = bits::count(set_.words[0]); n >= here; here = bits::count(set_.words[++word])) n -= here;
    return static_cast<Action>(static_cast<int>(word) * 64 + bits::nth(set_.words[word], n));
  }
  [[nodiscard]] bool contains(int id) const noexcept { return set_.test(id); }
  void mask(std::span<std::uint8_t> out) const noexcept {
    std::fill(out.begin(), out.end(), std::uint8_t{0});
    set_.for_each([&](int id) { out[static_cast<std::size_t>(id)] = 1; });
  }
  template <class Function>
  void for_each(Function&& f) const {
    set_.for_each(f);
  }

 private:
  pyboard::BitSet<kIds> set_;
};

/// What the engine uses.
class List : public ActionSet<kIds> {
 public:
  template <class Function>
  void for_each(Function&& f) const {
    for (const Action id : *this) f(id);
  }
};

/// A list for counting and choosing, and bits beside it for membership.
class Hybrid {
 public:
  void clear() noexcept {
    list_.clear();
    set_.clear();
  }
  void add(int id) noexcept {
    list_.add(id);
    set_.add(id);
  }
  void add_bits(Word set, int base) noexcept {
    list_.add_bits(set, base);
    set_.add_bits(set, base);
  }
  template <int Size>
  void add_sparse(const pyboard::BitSet<Size>& set, int base) noexcept {
    list_.add_sparse(set, base);
    set_.add_sparse(set, base);
  }
  [[nodiscard]] int count() const noexcept { return list_.count(); }
  [[nodiscard]] Action nth(int n) const noexcept { return list_.nth(n); }
  [[nodiscard]] bool contains(int id) const noexcept { return set_.contains(id); }
  void mask(std::span<std::uint8_t> out) const noexcept { list_.mask(out); }
  template <class Function>
  void for_each(Function&& f) const {
    for (const Action id : list_) f(id);
  }

 private:
  ActionSet<kIds> list_;
  Bits set_;
};

/// Legal actions lie together: a few kinds of actions, each a range of the numbering of which some are legal.
struct Part {
  Word set;
  int base;
};
struct Source {
  std::vector<Action> ids;
  std::vector<Part> parts;
  pyboard::BitSet<kBoard> board{};
};

std::vector<Source> make_sources(int least, int most) {
  constexpr int kParts = 4;
  constexpr int kWidth = 48;
  Rng rng(1);
  std::vector<Source> sources(kSets);
  for (Source& source : sources) {
    const int wanted = least + static_cast<int>(rng.below(static_cast<std::uint32_t>(most - least + 1)));
    for (int part = 0; part < kParts; ++part) {
      // One range in each quarter of the numbering, at any base; the first ones take what does not divide.
      const int base = part * kIds / kParts + static_cast<int>(rng.below(kIds / kParts - kWidth));
      const int here = wanted / kParts + (part < wanted % kParts ? 1 : 0);
      Word set = 0;
      while (bits::count(set) < here) set |= bits::bit(static_cast<int>(rng.below(kWidth)));
      source.parts.push_back({set, base});
      for (Word rest = set; rest != 0;) source.board.set((base + bits::pop_lowest(rest)) * kBoard / kIds);
      for (Word rest = set; rest != 0;) source.ids.push_back(static_cast<Action>(base + bits::pop_lowest(rest)));
    }
  }
  return sources;
}

template <class T>
inline void keep(const T& value) {
  asm volatile("" : : "r"(&value) : "memory");
}

/// Nanoseconds per call of f(i), the best of several runs.
template <class Function>
double measure(double seconds, Function&& f) {
  using Clock = std::chrono::steady_clock;
  double best = 1e9;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  do {
    const auto start = Clock::now();
    for (std::size_t i = 0; i < kSets; ++i) f(i);
    const double taken = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
    best = std::min(best, taken / kSets);
  } while (Clock::now() < end);
  return best;
}

// As in rule code: a function that is called with a set to fill.
template <class Set>
[[gnu::noinline]] void fill(Set& set, const Source& source) {
  set.clear();
  for (const Action id : source.ids) set.add(id);
}
template <class Set>
[[gnu::noinline]] void fill_from_parts(Set& set, const Source& source) {
  set.clear();
  for (const Part& part : source.parts) set.add_bits(part.set, part.base);
}
template <class Set>
[[gnu::noinline]] void fill_from_board(Set& set, const Source& source) {
  set.clear();
  set.add_sparse(source.board, kBoardBase);
}

template <class Set>
std::string figures(const std::vector<Source>& sources, double seconds) {
  std::vector<Set> sets(kSets);
  for (std::size_t i = 0; i < kSets; ++i) fill(sets[i], sources[i]);
  Rng rng(2);
  std::vector<std::uint32_t> draws(kSets);
  for (std::uint32_t& draw : draws) draw = static_cast<std::uint32_t>(rng.next());
  std::vector<std::uint8_t> mask(kIds);
  Set work;
  const auto chosen = [&](const Set& set, std::size_t i) {
    return static_cast<int>((std::uint64_t{draws[i]} * static_cast<std::uint64_t>(set.count())) >> 32);
  };

  std::string out = "{";
  const auto figure = [&](const char* name, double nanoseconds) {
    char text[64];
    std::snprintf(text, sizeof text, "%s\"%s\": %.2f", out.size() > 1 ? ", " : "", name, nanoseconds);
    out += text;
  };
  figure("fill", measure(seconds, [&](std::size_t i) {
           fill(work, sources[i]);
           keep(work);
         }));
  figure("fill_from_parts", measure(seconds, [&](std::size_t i) {
           fill_from_parts(work, sources[i]);
           keep(work);
         }));
  figure("fill_from_board", measure(seconds, [&](std::size_t i) {
           fill_from_board(work, sources[i]);
           keep(work);
         }));
  figure("count", measure(seconds, [&](std::size_t i) { keep(sets[i].count()); }));
  figure("nth", measure(seconds, [&](std::size_t i) { keep(sets[i].nth(chosen(sets[i], i))); }));
  // What a search does at every visit: look at each legal action.
  std::vector<std::uint32_t> visits(kIds, 1);
  figure("iterate", measure(seconds, [&](std::size_t i) {
           std::uint32_t sum = 0;
           sets[i].for_each([&](int id) { sum += visits[static_cast<std::size_t>(id)]; });
           keep(sum);
         }));
  figure("contains",
         measure(seconds, [&](std::size_t i) { keep(sets[i].contains(static_cast<int>(draws[i] % kIds))); }));
  figure("mask", measure(seconds, [&](std::size_t i) {
           sets[i].mask(mask);
           keep(mask[0]);
         }));
  // What random play does at every decision.
  figure("fill_and_choose", measure(seconds, [&](std::size_t i) {
           fill_from_parts(work, sources[i]);
           keep(work.nth(chosen(work, i)));
         }));
  figure("board_and_choose", measure(seconds, [&](std::size_t i) {
           fill_from_board(work, sources[i]);
           keep(work.nth(chosen(work, i)));
         }));
  return out + ", \"bytes\": " + std::to_string(sizeof(Set)) + "}";
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 0.2;
  struct Range {
    int least;
    int most;
  };
  std::string out = "{\"ids\": " + std::to_string(kIds) + ", \"unit\": \"ns\", \"actions\": {";
  bool first = true;
  for (const Range range : {Range{6, 17}, Range{40, 40}}) {
    const auto sources = make_sources(range.least, range.most);
    out += std::string(first ? "" : ", ") + "\"" + std::to_string(range.least) +
           (range.most > range.least ? "-" + std::to_string(range.most) : "") + "\": {";
    out += "\"list\": " + figures<List>(sources, seconds);
    out += ", \"bits\": " + figures<Bits>(sources, seconds);
    out += ", \"hybrid\": " + figures<Hybrid>(sources, seconds) + "}";
    first = false;
  }
  std::printf("%s}}\n", out.c_str());
  return 0;
}
