// Texts of actions and outcomes (sections 7 and 8), written and read.
#include "pyboard/core/text.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "pyboard/games/cacao/rules.hpp"

namespace pyboard::cacao {

namespace {

std::string at_text(Corner corner) {
  return "at " + std::to_string(corner.a + corner.b - 1) + " " + std::to_string(corner.a - corner.b);
}

std::string directions_text(unsigned set) {
  std::string text;
  for (int d = 0; d < kDirections; ++d) {
    if (bits::test(set, d)) text += kDirectionNames[static_cast<std::size_t>(d)];
  }
  return text;
}

/// A whole number written the one way that 3.1 allows.
std::optional<int> number(std::string_view word) {
  int value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || std::to_string(value) != word) return std::nullopt;
  return value;
}

}  // namespace

std::string Rules::orientation_text(int orientation) const {
  std::string text;
  for (int d = 0; d < kDirections; ++d) text += static_cast<char>('0' + workers_on(orientation, d));
  return text;
}

std::string Rules::action_text(Action action) const {
  if (action >= num_actions()) return "unknown " + std::to_string(action);
  if (action < kFirstSet) {
    // The number leaves multiples of 24 open; this is the space nearest to the start tiles.
    return at_text({unwrap(column_of(action), -kSide / 2), unwrap(row_of(action), -kSide / 2)});
  }
  if (action < kFirstCover) return "set " + orientation_text(action - kFirstSet);
  if (action < kFirstLay) return "cover " + directions_text(static_cast<unsigned>(action - kFirstCover) + 1);
  if (action < kFirstKeep) return "lay " + std::string(kJungleNames[static_cast<std::size_t>(action - kFirstLay)]);
  if (action < kFirstRun) return "keep " + std::to_string(action - kFirstKeep);
  if (action == kDone) return "done";
  const int run = action - kFirstRun;
  return "run " + std::string(kSlotNames[static_cast<std::size_t>(run / kRunStep)]) + " " +
         std::to_string(run % kRunStep);
}

std::string Rules::action_text(const State& state, Action action) const {
  if (action >= kFirstSet) return action_text(action);
  return at_text({unwrap(column_of(action), state.p_low), unwrap(row_of(action), state.q_low)});
}

std::string Rules::outcome_text(const State& state, Outcome outcome) const {
  static constexpr std::array<std::string_view, 4> kVerbs = {"deal", "reveal", "extra", "draw"};
  const Node here = node(state);
  if (here.kind != NodeKind::chance || outcome >= kOutcomeCount) return "unknown " + std::to_string(outcome);
  const std::string_view name = outcome < kFirstJungleOutcome
                                    ? kWorkerNames[outcome]
                                    : kJungleNames[static_cast<std::size_t>(outcome - kFirstJungleOutcome)];
  return "chance " + std::string(kVerbs[here.what]) + " " + std::string(name);
}

Action Rules::parse_action(const State& state, std::string_view text) const {
  const auto words = words_of(text);
  const std::string_view verb = words[0];
  const auto id = [](int first, int index) { return static_cast<Action>(first + index); };
  const auto expect = [&](std::size_t count, const char* form) {
    if (words.size() != count) refuse_action("cacao", text, std::string("the form is '") + form + "'");
  };
  if (verb == "at") {
    expect(3, "at <x> <y>");
    const auto x = number(words[1]), y = number(words[2]);
    if (!x || !y) refuse_action("cacao", text, "x and y are whole numbers without leading zeros");
    constexpr int kFar = 1000;
    if (std::abs(*x) > kFar || std::abs(*y) > kFar || (*x + *y) % 2 == 0)
      refuse_action("cacao", text, "worker tiles lie where x + y is odd");
    const Corner corner = corner_at(*x, *y);
    const Action action = id(kFirstAt, space_index(corner.a, corner.b));
    if (action_text(state, action) != text) {
      throw IllegalActionError("'" + std::string(text) + "' is not legal here: the space is out of reach");
    }
    return action;
  }
  if (verb == "set") {
    expect(2, "set <nesw>");
    for (int o = 0; o < kOrientations; ++o) {
      if (orientation_text(o) == words[1]) return id(kFirstSet, o);
    }
    refuse_action("cacao", text, "no worker tile has these workers on n, e, s, w");
  }
  if (verb == "cover") {
    expect(2, "cover <directions>");
    for (unsigned set = 1; set < 16; ++set) {
      if (directions_text(set) == words[1]) return id(kFirstCover, static_cast<int>(set) - 1);
    }
    refuse_action("cacao", text, "directions are letters of 'nesw' in this order");
  }
  if (verb == "lay") {
    expect(2, "lay <jungle type>");
    if (const auto type = index_of(kJungleNames, words[1])) return id(kFirstLay, *type);
    refuse_action("cacao", text, "jungle types are " + quoted_list(kJungleNames));
  }
  if (verb == "keep") {
    expect(2, "keep <cacao>");
    const auto cacao = number(words[1]);
    if (cacao && *cacao >= 0 && *cacao <= kMaxCacao) return id(kFirstKeep, *cacao);
    refuse_action("cacao", text, "0 to " + std::to_string(kMaxCacao) + " cacao can be kept");
  }
  if (options_.explicit_activation && verb == "run") {
    expect(3, "run <slot> <workers>");
    const auto slot = index_of(kSlotNames, words[1]);
    if (!slot) refuse_action("cacao", text, "slots are " + quoted_list(kSlotNames));
    const auto workers = number(words[2]);
    if (workers && *workers >= 0 && *workers < kRunStep) return id(kFirstRun, *slot * kRunStep + *workers);
    refuse_action("cacao", text, "workers are 0 to " + std::to_string(kRunStep - 1));
  }
  if (options_.explicit_activation && verb == "done") {
    expect(1, "done");
    return id(kDone, 0);
  }
  static constexpr std::array<std::string_view, 5> kSettleVerbs = {"at", "set", "cover", "lay", "keep"};
  static constexpr std::array<std::string_view, 6> kExplicitVerbs = {"at", "set", "cover", "lay", "run", "done"};
  refuse_action(
      "cacao", text,
      "actions begin with " + (options_.explicit_activation ? quoted_list(kExplicitVerbs) : quoted_list(kSettleVerbs)));
}

Outcome Rules::parse_outcome(const State& state, std::string_view text) const {
  const auto words = words_of(text);
  const auto bad = [&](const std::string& why) {
    throw InvalidActionError("'" + std::string(text) + "' is no outcome of cacao: " + why);
  };
  static constexpr std::array<std::string_view, 4> kVerbs = {"deal", "reveal", "extra", "draw"};
  if (words.size() != 3 || words[0] != "chance") bad("the form is 'chance <event> <type>'");
  const auto verb = index_of(kVerbs, words[1]);
  if (!verb) bad("events are " + quoted_list(kVerbs));
  const bool jungle = *verb == kReveal || *verb == kExtra;
  const auto type = jungle ? index_of(kJungleNames, words[2]) : index_of(kWorkerNames, words[2]);
  if (!type) bad("types are " + (jungle ? quoted_list(kJungleNames) : quoted_list(kWorkerNames)));
  const Node here = node(state);
  if (here.kind != NodeKind::chance || here.what != *verb)
    throw IllegalActionError("'" + std::string(text) + "' is not possible here");
  return static_cast<Outcome>(*type + (jungle ? kFirstJungleOutcome : kFirstWorkerOutcome));
}

}  // namespace pyboard::cacao
