// pyboard/api/game_model.hpp: AnyGame made from a concrete game. Instantiated once per game, in a
// generated file; included nowhere else.
#pragma once

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <new>
#include <thread>

#include "pyboard/api/any_game.hpp"
#include "pyboard/api/batch_model.hpp"
#include "pyboard/api/registry.hpp"
#include "pyboard/core/cursor.hpp"

namespace pyboard {

/// Games that list the entries of their component file that are computed from others.
template <class G>
concept HasDerivedTables = requires(const typename G::Tables& tables) {
  { G::derived(tables) } -> std::same_as<Value>;
};

/// How one game object was asked for, after all checks.
template <Game G>
struct GameSetup {
  int seats;
  OptionValues options;
  typename G::Tables tables;
  bool default_tables;
  std::uint64_t fingerprint;
};

template <Game G>
class GameModel final : public AnyGame {
 public:
  using State = typename G::State;

  GameModel(std::string name, const GameSetup<G>& setup)
      : rules_{setup.seats, setup.options, setup.tables}, tables_{setup.tables} {
    // Code that knows no game reads node and legal ids through CursorHead.
    static_assert(std::is_standard_layout_v<Cursor<G>> && std::is_trivially_copyable_v<Cursor<G>>);
    static_assert(offsetof(Cursor<G>, node) == offsetof(CursorHead, node));
    static_assert(offsetof(Cursor<G>, legal) == offsetof(CursorHead, num_legal));
    static_assert(alignof(Cursor<G>) <= alignof(std::max_align_t));
    name_ = std::move(name);
    info_ = &G::info();
    seats_ = setup.seats;
    options_ = setup.options;
    fingerprint_ = setup.fingerprint;
    num_actions_ = rules_.num_actions();
    num_outcomes_ = rules_.num_outcomes();
    max_game_length_ = rules_.max_game_length();
    state_size_ = sizeof(State);
    cursor_size_ = sizeof(Cursor<G>);
    state_offset_ = offsetof(Cursor<G>, state);
    layout_ = rules_.layout();
    for (const Plane& plane : layout_) {
      int size = 1;
      for (const int extent : plane.shape) size *= extent;
      observation_size_ += size;
    }
    default_tables_ = setup.default_tables;
    perfect_information_ = PerfectInformation<G>;
  }

  [[nodiscard]] Value components() const override {
    typename G::Tables tables = tables_;
    return schema::write([&](schema::Visitor& visitor) { G::describe(visitor, tables); });
  }
  [[nodiscard]] Value derived_components() const override {
    if constexpr (HasDerivedTables<G>) return G::derived(tables_);
    return Value::dict();
  }
  [[nodiscard]] const void* rules() const noexcept override { return &rules_; }

  void write_initial(void* state) const override {
    const State start = rules_.initial();
    std::memcpy(state, &start, sizeof start);
  }
  void place(void* memory, const void* state, History& history) const override {
    auto* made = new (memory) Cursor<G>;
    pyboard::place(rules_, *made, *static_cast<const State*>(state), record(history));
  }
  void step(void* memory, std::uint16_t id, History& history) const override {
    Cursor<G>& at = cursor(memory);
    history.append(Event::make(at.node, id, false));
    if (at.node.kind == NodeKind::chance) {
      rules_.apply_outcome(at.state, id);
    } else {
      rules_.apply(at.state, id);
    }
    detail::check_state(rules_, at.state);
    settle(rules_, at, record(history));
  }
  void random_step(void* memory, Rng& rng, History& history) const override {
    const Cursor<G>& at = cursor(memory);
    const std::uint16_t id =
        at.node.kind == NodeKind::chance
            ? rules_.sample(at.state, rng)
            : at.legal.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(at.legal.count()))));
    step(memory, id, history);
  }
  [[nodiscard]] std::vector<WeightedOutcome> outcomes(const void* memory) const override {
    Outcomes<G> distribution;
    rules_.outcomes(cursor(memory).state, distribution);
    return {distribution.begin(), distribution.end()};
  }
  void conceal(void* state, int viewer, Rng& rng) const override {
    rules_.conceal(*static_cast<State*>(state), viewer, rng);
  }
  void scores(const void* state, std::span<int> out) const override { rules_.scores(at(state), out); }
  void places(const void* state, std::span<int> out) const override { rules_.places(at(state), out); }
  void evaluate(const void* state, std::span<float> out) const override { rules_.evaluate(at(state), out); }
  void observe(const void* state, int viewer, std::span<float> out) const override {
    rules_.observe(at(state), viewer, out);
  }
  [[nodiscard]] std::string action_text(Action action) const override { return rules_.action_text(action); }
  [[nodiscard]] std::string action_text(const void* state, Action action) const override {
    return rules_.action_text(at(state), action);
  }
  [[nodiscard]] std::string outcome_text(const void* state, Outcome outcome) const override {
    return rules_.outcome_text(at(state), outcome);
  }
  [[nodiscard]] Action parse_action(const void* state, std::string_view text) const override {
    return rules_.parse_action(at(state), text);
  }
  [[nodiscard]] Outcome parse_outcome(const void* state, std::string_view text) const override {
    return rules_.parse_outcome(at(state), text);
  }
  [[nodiscard]] Value view(const void* state, int viewer) const override { return rules_.view(at(state), viewer); }
  void from_value(void* state, const Value& value, Faults& faults) const override {
    const State read = rules_.from_value(value, faults);
    std::memcpy(state, &read, sizeof read);
  }
  void violations(const void* state, Faults& faults) const override { rules_.violations(at(state), faults); }

  [[nodiscard]] std::vector<std::string> event_texts(const void* state, std::span<const Event> events) const override {
    std::vector<std::string> texts;
    follow(state, events, [&](const State& before, const Event& event, const State& /*after*/) {
      texts.push_back(event.is_outcome() ? rules_.outcome_text(before, event.id)
                                         : rules_.action_text(before, event.id));
    });
    return texts;
  }
  [[nodiscard]] std::vector<std::string> label_texts(const void* state, std::span<const Event> events,
                                                     int viewer) const override {
    std::vector<std::string> texts;
    follow(state, events, [&](const State& before, const Event& event, const State& after) {
      texts.push_back(rules_.label_text(before, event, after, viewer));
    });
    return texts;
  }
  [[nodiscard]] std::vector<Label> labels(const void* state, std::span<const Event> events, int viewer) const override {
    std::vector<Label> all;
    follow(state, events, [&](const State& before, const Event& event, const State& after) {
      all.push_back(rules_.label(before, event, after, viewer));
      if constexpr (SaysPlain<G>) {
        if (rules_.plain(before, event) && (!rules_.open(before, event) || all.back() != open_label(event)))
          throw std::logic_error("an event that is called plain has a label of its own");
      }
    });
    return all;
  }
  [[nodiscard]] std::string replay(const void* state, std::span<const Event> events, void* end) const override {
    State current = at(state);
    for (std::size_t i = 0; i < events.size(); ++i) {
      const std::string fault = replay_event(current, events[i]);
      if (!fault.empty()) return "event " + std::to_string(i) + " " + fault;
    }
    std::memcpy(end, &current, sizeof current);
    return "";
  }

  [[nodiscard]] RandomPlay play_random_games(std::int64_t games, std::uint64_t seed, int threads,
                                             Control& control) const override {
    const auto start = std::chrono::steady_clock::now();
    RandomPlay total;
    total.mean_scores.assign(static_cast<std::size_t>(seats_), 0.0);
    // Games are dealt to threads in turn; every game has a stream of its own, so the sums are the same.
    std::atomic<bool> stop = false;
    std::vector<RandomPlay> parts(static_cast<std::size_t>(threads), total);
    std::vector<std::jthread> others;
    for (int t = 1; t < threads; ++t) {
      others.emplace_back([&, t] {
        Control own;
        play_share(games, seed, t, threads, own, stop, parts[static_cast<std::size_t>(t)]);
      });
    }
    play_share(games, seed, 0, threads, control, stop, parts[0]);
    others.clear();
    for (const RandomPlay& part : parts) {
      total.games += part.games;
      total.decisions += part.decisions;
      total.outcomes += part.outcomes;
      total.signature += part.signature;
      for (std::size_t s = 0; s < total.mean_scores.size(); ++s) total.mean_scores[s] += part.mean_scores[s];
    }
    if (total.games > 0) {
      for (double& score : total.mean_scores) score /= static_cast<double>(total.games) * info_->score_unit;
      total.mean_decisions = static_cast<double>(total.decisions) / static_cast<double>(total.games);
    }
    total.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return total;
  }

  [[nodiscard]] std::uint64_t perft(const void* memory, int depth, Control& control) const override {
    return count_paths(cursor(memory), depth, control);
  }

  [[nodiscard]] std::unique_ptr<AnyBatch> make_batch(std::int64_t rows) const override {
    return std::make_unique<BatchModel<G>>(*this, rules_, rows);
  }

 private:
  static Cursor<G>& cursor(void* memory) noexcept { return *static_cast<Cursor<G>*>(memory); }
  static const Cursor<G>& cursor(const void* memory) noexcept { return *static_cast<const Cursor<G>*>(memory); }
  static const State& at(const void* state) noexcept { return *static_cast<const State*>(state); }

  /// Forced events go into the history with the others; their labels are made when somebody asks.
  static auto record(History& history) { return RecordEvents{&history}; }
  struct RecordEvents {
    static constexpr bool kEventsOnly = true;
    History* history;
    void operator()(const Event& event) const { history->append(event); }
  };

  template <class Function>
  void follow(const void* state, std::span<const Event> events, Function&& f) const {
    State current = at(state);
    for (const Event& event : events) {
      const State before = current;
      if (event.is_outcome()) {
        rules_.apply_outcome(current, event.id);
      } else {
        rules_.apply(current, event.id);
      }
      f(before, event, current);
    }
  }

  std::string replay_event(State& state, const Event& event) const {
    const Node node = rules_.node(state);
    if (node.kind == NodeKind::terminal) return "comes after the end";
    if (event.seat != node.seat) {
      return "belongs to player " + std::to_string(event.seat) + ", the position waits for " +
             std::to_string(node.seat);
    }
    bool forced = false;
    bool possible = false;
    if (node.kind == NodeKind::chance) {
      const int only = rules_.forced_outcome(state);
      forced = only >= 0;
      Outcomes<G> distribution;
      rules_.outcomes(state, distribution);
      possible = std::any_of(distribution.begin(), distribution.end(),
                             [&](const WeightedOutcome& outcome) { return outcome.id == event.id; });
    } else {
      LegalSet<G> legal;
      rules_.legal(state, legal);
      forced = legal.count() == 1;
      possible = legal.contains(event.id);
    }
    if (!possible) return "is not possible there: " + std::to_string(event.id);
    if (event.flags != (forced ? 1 : 0)) return forced ? "was forced but is not marked so" : "is marked as forced";
    if (node.kind == NodeKind::chance) {
      rules_.apply_outcome(state, event.id);
    } else {
      rules_.apply(state, event.id);
    }
    return "";
  }

  void play_share(std::int64_t games, std::uint64_t seed, int first, int stride, Control& control,
                  std::atomic<bool>& stop, RandomPlay& sum) const {
    Cursor<G> start;
    place(start, rules_);
    std::vector<int> scores(static_cast<std::size_t>(seats_));
    for (std::int64_t g = first; g < games; g += stride) {
      if ((sum.games & 15) == 0 && (stop.load(std::memory_order_relaxed) || control.stop())) {
        stop = true;
        return;
      }
      Rng rng(stream_seed(seed, static_cast<std::uint64_t>(g)));
      Cursor<G> current = start;
      std::int64_t decisions = 0;
      std::int64_t outcomes = 0;
      while (current.node.kind != NodeKind::terminal) {
        if (current.node.kind == NodeKind::chance) {
          ++outcomes;
        } else {
          ++decisions;
        }
        pyboard::random_step(rules_, current, rng);
      }
      ++sum.games;
      sum.decisions += decisions;
      sum.outcomes += outcomes;
      sum.signature += hash_bytes(&current.state, sizeof(State), static_cast<std::uint64_t>(g));
      rules_.scores(current.state, scores);
      for (std::size_t s = 0; s < scores.size(); ++s) sum.mean_scores[s] += scores[s];
    }
  }
  static void place(Cursor<G>& start, const G& rules) { pyboard::place(rules, start, rules.initial()); }

  /// Paths of `depth` nodes from here; a path that ends before counts once.
  std::uint64_t count_paths(const Cursor<G>& from, int depth, Control& control) const {
    if (depth == 0 || from.node.kind == NodeKind::terminal) return 1;
    std::uint64_t total = 0;
    if (from.node.kind == NodeKind::chance) {
      Outcomes<G> distribution;
      rules_.outcomes(from.state, distribution);
      if (depth == 1) return static_cast<std::uint64_t>(distribution.count());
      for (const WeightedOutcome& outcome : distribution) total += count_child(from, outcome.id, depth, control);
      return total;
    }
    if (depth == 1) return static_cast<std::uint64_t>(from.legal.count());
    for (const Action action : from.legal.span()) total += count_child(from, action, depth, control);
    return total;
  }
  std::uint64_t count_child(const Cursor<G>& from, std::uint16_t id, int depth, Control& control) const {
    if (depth > 2 && control.stop()) return 0;  // not at the leaves: reading the clock costs more than a step
    Cursor<G> child = from;
    pyboard::step(rules_, child, id);
    return count_paths(child, depth - 1, control);
  }

  G rules_;
  typename G::Tables tables_;
};

namespace detail {

template <Game G>
GamePointer make_game(const GameEntry& entry, const GameRequest& request) {
  const GameInfo& info = G::info();
  Faults faults;
  const std::int64_t asked = request.seats.value_or(info.min_seats);
  const int seats = static_cast<int>(std::clamp<std::int64_t>(asked, info.min_seats, info.max_seats));
  if (seats != asked) {
    faults.push_back("players of " + entry.name + " cannot be " + std::to_string(asked) +
                     "; allowed: " + std::to_string(info.min_seats) + " to " + std::to_string(info.max_seats));
  }
  OptionValues options;
  try {
    options = read_options(entry.name, info.options, info.rulesets, info.refused, request.ruleset, request.options);
  } catch (const std::invalid_argument& error) {
    faults.emplace_back(error.what());
  }
  typename G::Tables tables = G::default_tables();
  const auto describe = [&](schema::Visitor& visitor) { G::describe(visitor, tables); };
  if (request.components != nullptr) {
    const Value usual = schema::write(describe);  // stands in for the shipped file where there is none
    Faults table_faults;
    schema::read(describe, *request.components, request.shipped == nullptr ? usual : *request.shipped, false,
                 table_faults);
    if (table_faults.empty()) G::check(tables, table_faults);
    if constexpr (HasDerivedTables<G>) {
      if (table_faults.empty() && request.shipped != nullptr) {
        schema::check_derived(*request.components, *request.shipped, G::derived(tables), table_faults);
      }
    }
    if (!table_faults.empty()) faults.push_back(join_faults("components of " + entry.name, table_faults));
  }
  if (!faults.empty())
    throw std::invalid_argument(faults.size() == 1 ? faults.front() : join_faults("cannot load " + entry.name, faults));

  typename G::Tables standard = G::default_tables();
  std::uint64_t fingerprint =
      hash_bytes(entry.name.data(), entry.name.size(), static_cast<std::uint64_t>(info.rules_version));
  fingerprint = hash_combine(fingerprint, static_cast<std::uint64_t>(seats));
  for (const std::int32_t value : options.values)
    fingerprint = hash_combine(fingerprint, static_cast<std::uint64_t>(static_cast<std::uint32_t>(value)));
  bool same = true;
  const std::vector<schema::Leaf> numbers = schema::leaves(describe);
  const std::vector<schema::Leaf> usual =
      schema::leaves([&](schema::Visitor& visitor) { G::describe(visitor, standard); });
  same = numbers.size() == usual.size();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    fingerprint = hash_combine(fingerprint, static_cast<std::uint64_t>(static_cast<std::uint32_t>(numbers[i].value)));
    same = same && numbers[i].value == usual[i].value;
  }
  return share_game(fingerprint, [&]() -> GamePointer {
    return std::make_shared<GameModel<G>>(entry.name, GameSetup<G>{seats, options, tables, same, fingerprint});
  });
}

template <Game G>
std::vector<schema::Leaf> table_leaves(const Value& tree, Faults& faults) {
  typename G::Tables tables{};
  const auto describe = [&](schema::Visitor& visitor) { G::describe(visitor, tables); };
  schema::read(describe, tree, tree, true, faults);
  return schema::leaves(describe);
}

}  // namespace detail

template <Game G>
GameEntry make_entry(std::string name, bool listed, MakeSearch search) {
  return {std::move(name), listed, &G::info, &detail::make_game<G>, &detail::table_leaves<G>, search};
}

}  // namespace pyboard
