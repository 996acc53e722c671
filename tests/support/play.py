"""Playing by texts, as the worked examples write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyboard import State


def play(state: State, *texts: str) -> State:
    """The position after these actions, forced ones named as well."""
    state = state.clone()
    done = len(state.transcript(forced=True))
    for text in texts:
        events = [event for _, event in state.transcript(forced=True)]
        if done < len(events):
            assert events[done] == text, f"forced: {events[done]}, expected: {text}"
        else:
            state.apply_action(state.string_to_action(text))
        done += 1
    return state


def offers(state: State, *verbs: str) -> set[str]:
    """Texts of the legal actions, those that begin with one of the verbs if any are named."""
    texts = {state.action_to_string(action) for action in state.legal_actions()}
    return {text for text in texts if not verbs or text.split()[0] in verbs}
