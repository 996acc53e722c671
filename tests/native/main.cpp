// Runs the native tests: all, or those with one of the names given, or whose names contain a word that is none.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"

namespace pyboard::tests {

namespace {

struct Report {
  std::string scene;
  int failed = 0;
};

Report& report() {
  static Report report;
  return report;
}

constexpr int kMostShown = 50;

}  // namespace

std::vector<Test>& all_tests() {
  static std::vector<Test> tests;
  return tests;
}

Settings& settings() {
  static Settings settings;
  return settings;
}

void set_scene(std::string scene) { report().scene = std::move(scene); }

void report_failure(const char* file, int line, const std::string& what) {
  if (++report().failed > kMostShown) return;
  std::fprintf(stderr, "%s:%d: %s\n    in %s\n", file, line, what.c_str(), report().scene.c_str());
}

int failures() { return report().failed; }

namespace {

constexpr const char* kUsage =
    "usage: pyboard_native_tests [--effort N] [--seed N] [--traces FILE] [--perft FOLDER] [--trees FILE] "
    "[--skip WORD] [--list] [WORD...]\n"
    "--list runs nothing: it prints the names of the tests that would run.\n";

[[noreturn]] void refuse(const std::string& what) {
  std::fprintf(stderr, "%s\n%s", what.c_str(), kUsage);
  std::exit(2);
}

/// True if a test is meant by a word: by its name, or by a part of it that is not the name of another.
bool meant(const std::string& name, std::string_view word) {
  const auto is_word = [&](const Test& test) { return test.name == word; };
  if (std::ranges::any_of(all_tests(), is_word)) return name == word;
  return name.find(word) != std::string::npos;
}

int run(const std::vector<std::string_view>& words, const std::vector<std::string>& skipped, bool only_names) {
  int ran = 0;
  for (const Test& test : all_tests()) {
    bool wanted = words.empty();
    for (const std::string_view word : words) wanted = wanted || meant(test.name, word);
    for (const std::string& word : skipped) wanted = wanted && test.name.find(word) == std::string::npos;
    if (!wanted) continue;
    if (only_names) {
      std::printf("%s\n", test.name.c_str());
      ++ran;
      continue;
    }
    const int before = failures();
    const auto start = std::chrono::steady_clock::now();
    set_scene(test.name);
    try {
      test.run();
    } catch (const std::exception& error) {
      report_failure(test.name.c_str(), 0, std::string("an exception came out: ") + error.what());
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::printf("%s %-48s %6.2f s\n", failures() == before ? "ok    " : "FAILED", test.name.c_str(), seconds);
    std::fflush(stdout);
    ++ran;
  }
  if (ran == 0) refuse("no test has such a name");
  if (ran > 1 && !only_names) std::printf("%d tests, %d failed checks\n", ran, failures());
  return failures() == 0 ? 0 : 1;
}

int main_of(const std::vector<std::string_view>& arguments) {
  std::vector<std::string_view> words;
  std::vector<std::string> skipped;
  bool only_names = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "--list") {
      only_names = true;
      continue;
    }
    if (!argument.starts_with("--")) {
      words.push_back(argument);
      continue;
    }
    if (i + 1 == arguments.size()) refuse(std::string(argument) + " needs a value");
    const std::string value(arguments[++i]);
    if (argument == "--effort") {
      settings().effort = std::max(1, std::atoi(value.c_str()));
    } else if (argument == "--seed") {
      settings().seed = std::strtoull(value.c_str(), nullptr, 10);
    } else if (argument == "--traces") {
      settings().traces = value;
    } else if (argument == "--perft") {
      settings().perft = value;
    } else if (argument == "--trees") {
      settings().trees = value;
    } else if (argument == "--skip") {
      skipped.push_back(value);
    } else {
      refuse("unknown: " + std::string(argument));
    }
  }
  return run(words, skipped, only_names);
}

}  // namespace

}  // namespace pyboard::tests

int main(int argc, char** argv) { return pyboard::tests::main_of({argv + 1, argv + argc}); }
