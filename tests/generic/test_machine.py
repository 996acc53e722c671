"""Actions, refused ones, clones, bytes, dicts and new deals in any order; a plain list of events is the model."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from support.games import Setup, event_count, same

import pyboard
from pyboard import State


class Machine(RuleBasedStateMachine):
    """One State at hand, kept copies of others beside it; each goes with the events that led to it."""

    setup: Setup
    kept = Bundle("kept")

    def __init__(self) -> None:
        super().__init__()
        self.game = self.setup.load()
        self.state = self.game.new_initial_state()
        self.events: list[int] = []
        self.start: State | None = None  # where the history begins, unless at the start of the game

    def replayed(self) -> State:
        state = self.game.new_initial_state() if self.start is None else self.start.clone()
        for event in self.events:
            state.apply_action(event)
        return state

    @rule(which=st.integers(0, 2**16), count=st.integers(1, 12))
    def play(self, which: int, count: int) -> None:
        for _ in range(count):
            legal = self.state.legal_actions()
            if not legal:
                return
            which = (which * 75 + 74) % 65537
            action = legal[which % len(legal)]
            self.state.apply_action(action)
            self.events.append(action)

    @rule(number=st.one_of(st.integers(-5, 1000), st.integers()))
    def play_any_number(self, number: int) -> None:
        if number in self.state.legal_actions():
            self.state.apply_action(number)
            self.events.append(number)
            return
        before = self.state.serialize()
        with pytest.raises((pyboard.InvalidActionError, pyboard.IllegalActionError)):
            self.state.apply_action(number)
        assert self.state.serialize() == before

    @rule(text=st.text(max_size=30))
    def play_any_text(self, text: str) -> None:
        before = self.state.serialize()
        with pytest.raises((pyboard.InvalidActionError, pyboard.IllegalActionError)):
            self.state.apply_text(text)
        assert self.state.serialize() == before

    @rule(target=kept)
    def keep(self) -> tuple[State, list[int], State | None]:
        return self.state.clone(), list(self.events), self.start

    @rule(copy=kept)
    def go_back(self, copy: tuple[State, list[int], State | None]) -> None:
        state, events, start = copy
        self.state, self.events, self.start = state.clone(), list(events), start

    @rule(copy=kept)
    def compare(self, copy: tuple[State, list[int], State | None]) -> None:
        state, events, _ = copy
        assert state.history() == events
        assert (state == self.state) == (state.serialize(history=False) == self.state.serialize(history=False))
        if state == self.state:
            assert hash(state) == hash(self.state)

    @rule(how=st.sampled_from(["bytes", "pickle", "short bytes", "dict"]))
    def store_and_load(self, how: str) -> None:
        old = self.state
        if how == "bytes":
            self.state = self.game.deserialize_state(old.serialize())
        elif how == "pickle":
            self.state = pickle.loads(pickle.dumps(old))
        else:
            again = old.serialize(history=False) if how == "short bytes" else old.to_dict()
            load = self.game.deserialize_state if how == "short bytes" else self.game.state_from_dict
            self.state = load(again)
            self.start, self.events = self.state.clone(), []
        assert self.state == old

    @rule(viewer=st.integers(0, 7), seed=st.integers(0, 2**64 - 1))
    def deal_anew(self, viewer: int, seed: int) -> None:
        viewer %= self.game.players
        known = self.state.information_state_string(viewer)
        self.state = self.state.resample_from_infostate(viewer, seed)
        assert self.state.information_state_string(viewer).startswith(known)
        self.start, self.events = self.state.clone(), []

    @invariant()
    def is_where_its_events_lead(self) -> None:
        assert self.state.history() == self.events
        assert self.state.is_terminal() == (self.state.legal_actions() == [])
        again = self.replayed()
        assert again == self.state
        assert event_count(again) == event_count(self.state)
        assert same(again, self.state)


def run(setup: Setup, examples: int) -> None:
    machine = type("Machine", (Machine,), {"setup": setup})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=20,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_any_order_of_calls(setup: Setup) -> None:
    run(setup, 8)


@pytest.mark.slow
def test_any_order_of_calls_at_length(setup: Setup) -> None:
    run(setup, 300)
