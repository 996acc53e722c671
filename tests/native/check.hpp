// tests/native/check.hpp: the smallest test framework that does. A test is a block of checks; a check that
// fails is reported with its place and the test goes on.
#pragma once

#include <cstdint>
#include <functional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace pyboard::tests {

struct Test {
  std::string name;
  std::function<void()> run;
};

/// All tests of the executable, in the order in which they registered.
[[nodiscard]] std::vector<Test>& all_tests();

/// How long the tests may take, and where their files are; set from the command line before any test runs.
struct Settings {
  int effort = 1;  // multiplies the number of games; 1 in the quick run
  std::uint64_t seed = 1;
  std::string traces;  // file written by tools/flatten_traces.py
  std::string perft;   // folder of *.perft files
  std::string trees;   // file of frozen searches
};
[[nodiscard]] Settings& settings();
/// How often something is tried: `quick` times in the quick run, else `full` times the effort.
[[nodiscard]] inline int repeats(int quick, int full) {
  const int effort = settings().effort;
  return effort > 1 ? full * effort : quick;
}

/// What is being tested just now: shown with every failed check ("cacao, 3 players, seed 7").
void set_scene(std::string scene);
void report_failure(const char* file, int line, const std::string& what);
[[nodiscard]] int failures();

struct Register {
  Register(const char* name, void (*run)()) { all_tests().push_back({name, run}); }
};

template <class T>
[[nodiscard]] std::string shown(const T& value) {
  if constexpr (requires(std::ostringstream& out) { out << value; }) {
    std::ostringstream out;
    out << value;
    return out.str();
  } else {
    return "(?)";
  }
}

template <class A, class B>
void check_equal(const char* file, int line, const char* expression, const A& got, const B& wanted) {
  if (got == wanted) return;
  report_failure(file, line, std::string(expression) + ": got " + shown(got) + ", wanted " + shown(wanted));
}

}  // namespace pyboard::tests

// NOLINTBEGIN(cppcoreguidelines-macro-usage)
#define TEST(name)                                                      \
  static void name();                                                   \
  static const ::pyboard::tests::Register register_##name(#name, name); \
  static void name()

#define CHECK(condition)                                                                \
  do {                                                                                  \
    if (!(condition)) ::pyboard::tests::report_failure(__FILE__, __LINE__, #condition); \
  } while (false)

#define CHECK_EQUAL(got, wanted) ::pyboard::tests::check_equal(__FILE__, __LINE__, #got, got, wanted)

#define CHECK_THROWS(expression, error)                                                                   \
  do {                                                                                                    \
    bool thrown = false;                                                                                  \
    try {                                                                                                 \
      (void)(expression);                                                                                 \
    } catch (const error&) {                                                                              \
      thrown = true;                                                                                      \
    }                                                                                                     \
    if (!thrown) ::pyboard::tests::report_failure(__FILE__, __LINE__, #expression " must throw " #error); \
  } while (false)
// NOLINTEND(cppcoreguidelines-macro-usage)
