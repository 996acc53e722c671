// What must hold at every node of every game: the native counterpart of tests/generic, meant to run under
// sanitizers.
#include <algorithm>
#include <cmath>
#include <set>

#include "check.hpp"
#include "games.hpp"

namespace pyboard::tests {

namespace {

void check_choices(const AnyState& state) {
  const AnyGame& game = *state.game();
  std::set<std::string> texts;
  if (state.is_chance_node()) {
    const auto outcomes = state.outcomes();
    CHECK(outcomes.size() >= 2);
    int last = -1;
    for (const WeightedOutcome& outcome : outcomes) {
      CHECK(outcome.weight > 0);
      CHECK(outcome.id > last && outcome.id < game.num_outcomes());
      last = outcome.id;
      const std::string text = state.text(outcome.id);
      CHECK(texts.insert(text).second);
      CHECK_EQUAL(state.parse(text), outcome.id);
    }
    return;
  }
  CHECK(state.legal().size() >= 2);
  int last = -1;
  for (const Action action : state.legal()) {
    CHECK(action > last && action < game.num_actions());
    last = action;
    const std::string text = state.text(action);
    CHECK(texts.insert(text).second);
    CHECK_EQUAL(state.parse(text), action);
    CHECK(!game.action_text(action).empty());
  }
  CHECK_THROWS(state.parse("no such action"), InvalidActionError);
}

void check_numbers(const AnyState& state) {
  const AnyGame& game = *state.game();
  const auto seats = static_cast<std::size_t>(game.seats());
  std::vector<int> places(seats);
  std::vector<int> scores(seats);
  std::vector<float> estimates(seats);
  game.places(state.state(), places);
  game.scores(state.state(), scores);
  game.evaluate(state.state(), estimates);
  CHECK_EQUAL(*std::min_element(places.begin(), places.end()), 1);
  for (const int place : places) CHECK(place >= 1 && place <= game.seats());
  for (const float estimate : estimates) CHECK(estimate >= 0.0F && estimate <= 1.0F);
  std::vector<float> utilities(seats);
  placing_utilities(places, utilities);
  float sum = 0;
  for (const float utility : utilities) sum += utility;
  CHECK(std::abs(sum - static_cast<float>(seats) / 2.0F) < 1e-5F);
}

/// A re-dealt position looks the same to the seat it is dealt for, and is dealt blindly.
void check_concealed(const AnyState& state, int viewer, Rng& rng) {
  const AnyGame& game = *state.game();
  const auto size = static_cast<std::size_t>(game.observation_size());
  std::vector<float> seen(size, -1.0F);
  std::vector<float> seen_after(size, -2.0F);
  game.observe(state.state(), viewer, seen);
  for (const float number : seen) CHECK(std::isfinite(number));

  const std::uint64_t seed = rng.next();
  std::vector<std::byte> dealt = state_bytes(state);
  Rng first(seed);
  game.conceal(dealt.data(), viewer, first);
  Faults faults;
  game.violations(dealt.data(), faults);
  CHECK_EQUAL(join_faults("concealed", faults), join_faults("concealed", {}));
  game.observe(dealt.data(), viewer, seen_after);
  CHECK(seen == seen_after);
  CHECK_EQUAL(game.view(dealt.data(), viewer).json(), game.view(state.state(), viewer).json());

  std::vector<std::byte> again = state_bytes(state);
  Rng other(seed + 1);
  game.conceal(again.data(), viewer, other);
  Rng second(seed);
  game.conceal(again.data(), viewer, second);
  CHECK(dealt == again);

  if (rng.below(4) != 0) return;
  const StatePointer resampled = state.resample(viewer, seed);
  if (state.current_player() == viewer) {
    CHECK(resampled->node() == state.node());
    CHECK(std::ranges::equal(resampled->legal(), state.legal()));
  }
  play_to_the_end(*resampled, rng);
}

void check_round_trips(const AnyState& state) {
  for (const bool with_history : {false, true}) {
    const auto bytes = state.serialize(with_history);
    const StatePointer back = AnyState::deserialize(state.game(), bytes);
    CHECK(*back == state);
    CHECK(back->node() == state.node());
    CHECK_EQUAL(back->hash(), state.hash());
    if (with_history) CHECK(back->events() == state.events());
  }
  const StatePointer back = AnyState::from_value(state.game(), state.game()->view(state.state(), -1));
  CHECK(*back == state);
}

void check_history(const AnyState& state) {
  const auto events = state.events();
  CHECK_EQUAL(state.event_texts().size(), events.size());
  std::vector<std::byte> start(state.game()->state_size());
  std::vector<std::byte> end(state.game()->state_size());
  state.game()->write_initial(start.data());
  CHECK_EQUAL(state.game()->replay(start.data(), events, end.data()), std::string());
  CHECK(end == state_bytes(state));
  for (int seat = 0; seat < state.game()->seats(); ++seat) {
    CHECK_EQUAL(state.label_texts(seat).size(), events.size());
    CHECK_EQUAL(state.game()->labels(start.data(), events, seat).size(), events.size());
    CHECK(!state.information_state(seat).empty());
  }
}

/// One random game. Everything is looked at at every node; what is costly at one node in four, or in 32.
void walk(const GamePointer& game, Rng& rng) {
  const std::uint32_t rarity = settings().effort > 1 ? 4 : 32;
  StatePointer state = AnyState::initial(game);
  for (int step = 0; step < kLongestWalk; ++step) {
    CHECK_EQUAL(join_faults("position", violations(*state)), join_faults("position", {}));
    check_numbers(*state);
    (void)game->view(state->state(), -1);
    if (state->is_terminal()) break;
    check_choices(*state);
    if (rng.below(rarity) == 0) {
      check_round_trips(*state);
      for (int viewer = 0; viewer < game->seats(); ++viewer) check_concealed(*state, viewer, rng);
    }
    const StatePointer before = state->clone();
    const auto bytes = state_bytes(*state);
    state->random_step(rng);
    CHECK(state_bytes(*before) == bytes);
  }
  check_round_trips(*state);
  check_history(*state);
}

}  // namespace

TEST(positions_of_random_games) {
  for (const Setup& setup : setups()) {
    const GamePointer game = setup.load();
    const int games = setup.plain() ? 2 : 1;
    for (int i = 0; i < games * settings().effort; ++i) {
      set_scene(setup.text() + ", game " + std::to_string(i));
      Rng rng(stream_seed(settings().seed, static_cast<std::uint64_t>(i)));
      walk(game, rng);
    }
  }
}

TEST(native_loops) {
  for (const Setup& setup : setups()) {
    set_scene(setup.text());
    const GamePointer game = setup.load();
    Control control;
    const std::int64_t games = setup.plain() ? repeats(6, 12) : repeats(2, 3);
    const RandomPlay one = game->play_random_games(games, settings().seed, 1, control);
    const RandomPlay two = game->play_random_games(games, settings().seed, 3, control);
    CHECK_EQUAL(one.games, games);
    CHECK_EQUAL(one.signature, two.signature);
    CHECK_EQUAL(one.decisions, two.decisions);
    CHECK_EQUAL(one.outcomes, two.outcomes);
    const std::unique_ptr<const AnyState> state = AnyState::initial(game);
    const auto width = state->is_chance_node() ? state->outcomes().size() : state->legal().size();
    CHECK_EQUAL(game->perft(state->cursor(), 1, control), std::uint64_t{width});
    CHECK(game->perft(state->cursor(), 2, control) >= width);
  }
}

TEST(components_come_back) {
  for (const Setup& setup : plain_setups()) {
    set_scene(setup.text());
    const GamePointer game = setup.load();
    const Value tables = game->components();
    GameRequest request;
    request.seats = setup.seats;
    request.components = &tables;
    CHECK(load_game(setup.name, request) == game);
    (void)game->derived_components();
  }
}

}  // namespace pyboard::tests
