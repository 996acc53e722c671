"""Rules that no worked example shows, each from a position of its own."""

from __future__ import annotations

from typing import Any

import pytest
from support.tzolkin import goods, offers, play, player, position, seat, tech, temples

import pyboard

TOPS = (5, 7, 6)
LATE: dict[str, Any] = {"day": 15, "food_days": 2}


@pytest.mark.rule("TZ-1", "TZ-9")
def test_turns_go_clockwise_and_do_one_thing() -> None:
    state = position(*[player(9) for _ in range(3)], workers={"palenque": {1: 1, 2: 1}}, first=1, active=1)
    assert "end" not in offers(state), "one must place or pick"
    placed = play(state, "place tikal")
    assert not offers(placed, "pick")
    picked = play(state, "pick palenque 1 use 1")
    assert not offers(picked, "place")
    state = play(state, "place tikal", "end")
    assert state.current_player() == 2
    state = play(state, "place tikal", "end")
    assert state.current_player() == 0
    assert play(state, "place tikal", "end").to_dict()["day"] == 2


@pytest.mark.rule("TZ-3")
def test_costs_are_paid_in_full() -> None:
    poor = position(player(9), workers={"tikal": {2: 0}}, display={"a1_farm_one": 1})
    assert offers(poor, "pick") == {"pick tikal 2 use none"}
    rich = position(player(9, (1, 0, 0)), workers={"tikal": {2: 0}}, display={"a1_farm_one": 1})
    assert goods(play(rich, "pick tikal 2 use 2"))[1] == 0, "the only building is built at once"


@pytest.mark.rule("TZ-4", "TZ-49")
@pytest.mark.parametrize("workers", [5, 6])
def test_workers_from_the_bank(workers: int) -> None:
    state = position(player(9, workers=workers), workers={"uxmal": {3: 0}})
    assert ("pick uxmal 3 use 3" in offers(state)) == (workers < 6)
    if workers < 6:
        assert seat(play(state, "pick uxmal 3 use 3"))["workers"] == 6
    built = position(
        player(0, (1, 1, 1), workers=workers), workers={"tikal": {2: 0}}, display={"a2_brown_worker": 1}, **LATE
    )
    built = play(built, "pick tikal 2 use 2")
    assert seat(built)["workers"] == 6
    assert seat(built)["score"] == 6


@pytest.mark.rule("TZ-5")
def test_kept_tiles_take_effect_at_the_reveal() -> None:
    state = pyboard.load_game("tzolkin", players=4).new_initial_state()
    state.apply_text("chance start p2")
    dealt = iter(f"w{number:02}" for number in range(1, 17))
    while state.node_kind() != "keep":
        text = f"chance wealth p{state.to_dict()['active']} {next(dealt)}" if state.node_kind() == "wealth" else None
        state.apply_action(state.string_to_action(text) if text else state.legal_actions()[0])
    for text in ("keep w01 w02", "keep w05 w07", "keep w09 w11"):
        state.apply_text(text)
        assert goods(state, 2) == (0, 0, 0, 0), "sealed"
    state.apply_text("keep w14 w15")
    assert goods(state, 2) == (8, 0, 0, 1)
    assert (temples(state, 2), tech(state, 2)) == ((0, 2, 0), (1, 0, 0, 0))
    assert (goods(state, 3), temples(state, 3), tech(state, 3)) == ((4, 2, 0, 0), (0, 0, 1), (0, 2, 0, 0))
    assert (goods(state, 0), temples(state, 0), tech(state, 0)) == ((5, 0, 0, 1), (1, 0, 0), (0, 0, 2, 0))
    assert (goods(state, 1), seat(state, 1)["workers"], seat(state, 1)["free_food"]) == ((3, 1, 0, 0), 4, 1)
    assert state.current_player() == 2
    assert "dealt" not in state.to_dict()


@pytest.mark.rule("TZ-8", "TZ-58")
def test_a_skull_paid_for_a_monument_goes_back() -> None:
    state = position(
        player(0, (0, 0, 4), skulls=1), workers={"tikal": {4: 0}}, monuments=["m13"], chichen_skulls=[1], skulls=3
    )
    after = play(state, "pick tikal 4 use 4")
    assert seat(after)["skulls"] == 0
    assert after.to_dict()["skulls"] == 4
    assert after.to_dict()["chichen_skulls"] == [1], "those on chichen_itza stay"
    assert after.scores()[0] == 3


@pytest.mark.rule("TZ-25", "TZ-43")
def test_mandatory_parts_cannot_be_declined() -> None:
    harvest = play(position(player(), workers={"palenque": {4: 0}}), "pick palenque 4 use 4")
    assert "stop" not in offers(harvest)
    one = play(position(player(0, (3, 0, 0)), workers={"tikal": {1: 0}}), "pick tikal 1 use 1")
    assert "stop" not in offers(one)
    two = position(player(0, (0, 1, 2)), workers={"tikal": {2: 0}}, display={"a2_blue_two_tech": 1}, **LATE)
    two = play(two, "pick tikal 2 use 2", "build a2_blue_two_tech")
    assert offers(two) == {"tech agriculture", "tech extraction", "tech architecture", "tech theology"}
    two = play(two, "tech extraction")
    assert offers(two) == {"tech extraction", "tech architecture", "tech theology"}
    assert tech(play(two, "tech theology")) == (0, 1, 0, 1)


@pytest.mark.rule("TZ-31", "TZ-35")
def test_burning_needs_a_temple_to_go_down() -> None:
    state = position(player(temples=(-1, -1, -1), tech=(2, 0, 0, 0)), workers={"palenque": {4: 0}})
    assert offers(play(state, "pick palenque 4 use 4")) == {"harvest wood", "harvest free"}


@pytest.mark.rule("TZ-41", "TZ-46")
def test_void_advances() -> None:
    def tracks(**more: Any) -> set[str]:
        state = position(player(0, (5, 0, 0), tech=(3, 1, 1, 3), **more), workers={"tikal": {1: 0}}, skulls=0)
        return offers(play(state, "pick tikal 1 use 1"))

    assert tracks(temples=TOPS) == {"tech extraction", "tech architecture"}
    assert tracks() == {"tech agriculture", "tech extraction", "tech architecture"}

    # The second of two free advances is lost when theology was the first and took the last skull.
    state = position(
        player(0, (0, 1, 2), tech=(0, 0, 0, 3)),
        workers={"tikal": {2: 0}, "palenque": {1: 0}},
        display={"a2_blue_two_tech": 1},
        skulls=1,
        **LATE,
    )
    state = play(state, "pick tikal 2 use 2", "build a2_blue_two_tech", "tech theology")
    assert seat(state)["skulls"] == 1
    assert state.node_kind() == "pick_more"

    # A free temple step that no temple can take is skipped; the extra building is still offered.
    display = {"a1_brown_builder": 1, "a1_farm_one": 1}
    builder = position(player(0, (2, 0, 1), temples=TOPS), workers={"tikal": {2: 0}}, display=display)
    builder = play(builder, "pick tikal 2 use 2", "build a1_brown_builder")
    assert offers(builder) == {"build a1_farm_one", "stop"}


@pytest.mark.rule("TZ-22", "TZ-51", "TZ-62")
def test_chichen_itza_is_reached_from_its_own_gear_only() -> None:
    state = position(player(0, skulls=1), workers={"chichen_itza": {10: 0}})
    assert offers(state, "pick") == {f"pick chichen_itza 10 use {t}" for t in (*range(1, 10), "none")}
    do = play(position(player(9, (3, 3, 3), skulls=1), workers={"uxmal": {5: 0}}), "pick uxmal 5 use 5")
    assert not any("chichen_itza" in text for text in offers(do))


@pytest.mark.rule("TZ-56", "TZ-56a", "TZ-56b")
def test_an_inert_tile_kept_before_another_inert_one() -> None:
    """With a2_brown_action on display a tile with temple steps may be built as `keep`; the order still holds."""
    state = position(
        player(0, (5, 5, 5), tech=(0, 0, 3, 0)),
        workers={"tikal": {4: 0}},
        display={"a2_brown_action": 1, "a2_blue_chaac": 1, "a2_blue_kukul": 1, "a2_blue_quetz": 1, "a2_farm_three": 1},
        **LATE,
    )
    state = play(state, "pick tikal 4 use 4")
    assert {text for text in offers(state) if text.endswith("keep")} == {
        "build a2_brown_action keep",
        "build a2_blue_chaac keep",
        "build a2_blue_kukul keep",
        "build a2_blue_quetz keep",
    }
    second = play(state, "build a2_blue_kukul keep")
    action = {f"build a2_brown_action save {kind}" for kind in ("wood", "stone", "gold")}
    assert offers(second) == {*action, "build a2_blue_quetz save gold", "stop"}, "lower inert ones come first"
    # After `save gold` the lower ones that cost no gold may follow, without architecture.
    second = play(state, "build a2_blue_kukul save gold")
    assert offers(second) == {
        "build a2_brown_action",
        "build a2_blue_chaac",
        "build a2_farm_three",
        "build a2_blue_quetz",
        "stop",
    }


def test_the_reveal_names_the_choices_of_all() -> None:
    state = pyboard.load_game("tzolkin", players=2).new_initial_state()
    while state.node_kind() != "keep":
        state.apply_action(state.legal_actions()[0])
    kept = {}
    while state.node_kind() == "keep":
        mover = state.current_player()
        text = state.action_to_string(state.legal_actions()[mover + 1])
        kept[mover] = text
        state.apply_text(text)
    for seat_number in range(2):
        assert f"reveal p0 {kept[0]} p1 {kept[1]}" in state.information_state_string(seat_number)


def test_outcomes_have_the_numbers_of_the_page() -> None:
    """docs/games/tzolkin.md: seats from 0, monuments from 4, building types from 18, wealth tiles from 45."""
    game = pyboard.load_game("tzolkin", players=3, mini_expansion_2=True)
    assert game.max_chance_outcomes() == 67
    state = game.new_initial_state()
    first = {"start": range(3), "monument": range(4, 18), "display": range(18, 29), "wealth": range(45, 67)}
    seen = set()
    while (kind := state.node_kind()) != "keep":
        if kind not in seen and kind in first:
            assert state.legal_actions() == list(first[kind])
        seen.add(kind)
        state.apply_action(state.legal_actions()[0])
    assert first.keys() <= seen
