"""The worked examples of section 11, under their numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from support.traces import probabilities
from support.tzolkin import goods, offers, play, player, position, seat, tech, temples, view, wells

import pyboard

FULL = {"a1_farm_one": 2, "a1_farm_all": 2, "a1_green_agri": 1, "a1_blue_arch": 1}


@pytest.mark.rule("TZ-15", "TZ-16")
def test_example_01_six_workers() -> None:
    state = position(player(15, workers=6))
    played = play(state, "place palenque", "place yaxchilan", "place tikal", "place uxmal", "place chichen_itza")
    assert goods(played)[0] == 15 - (0 + 1 + 2 + 3 + 4)
    played = play(played, "place start")
    assert goods(played)[0] == 0
    short = position(player(14, workers=6))
    short = play(short, "place palenque", "place yaxchilan", "place tikal", "place uxmal", "place chichen_itza")
    assert short.current_player() == 1, "the sixth cannot be paid: the turn is over"


@pytest.mark.rule("TZ-14", "TZ-15", "TZ-17", "TZ-19")
def test_example_02_order_of_placing() -> None:
    state = position(player(5), player(), workers={"palenque": {0: 1, 1: 1}})
    assert goods(play(state, "place palenque"))[0] == 3
    state = play(state, "place palenque", "place yaxchilan")
    assert goods(state)[0] == 2
    assert goods(play(state, "place start"))[0] == 0
    first = position(player(5), player(), workers={"palenque": {0: 1, 1: 1}})
    first.apply_action(first.string_to_action("place start"))
    assert first.current_player() == 1, "nothing else can be placed: the turn is over"
    assert [event for _, event in first.transcript(forced=True)][:2] == ["place start", "end"]


@pytest.mark.rule("TZ-21", "TZ-24", "TZ-36")
def test_example_03_step_back() -> None:
    state = position(player(2), workers={"yaxchilan": {5: 0}}, skulls=13)
    assert {"pick yaxchilan 5 use 4", "pick yaxchilan 5 use 3"} <= offers(state)
    assert goods(play(state, "pick yaxchilan 5 use 3")) == (2, 0, 0, 1)
    after = play(state, "pick yaxchilan 5 use 4")
    assert goods(after)[0] == 1
    assert seat(after)["skulls"] == 1
    poor = position(player(1), workers={"yaxchilan": {5: 0}}, skulls=13)
    assert "pick yaxchilan 5 use 3" not in offers(poor)


@pytest.mark.rule("TZ-21", "TZ-36")
def test_example_04_free_targets() -> None:
    state = position(player(0), workers={"yaxchilan": {7: 0}})
    assert goods(play(state, "pick yaxchilan 7 use 2")) == (1, 0, 1, 0)


@pytest.mark.rule("TZ-10")
def test_example_05_begging() -> None:
    state = position(player(2))
    after = play(state, "beg chaac")
    assert temples(after) == (-1, 0, 0)
    assert goods(after)[0] == 3
    assert after.current_player() == 0
    assert not offers(after, "beg")
    assert not offers(position(player(3)), "beg")


@pytest.mark.rule("TZ-11", "TZ-12")
@pytest.mark.parametrize("payment", ["free", "all_corn"])
def test_example_06_mercy(payment: str) -> None:
    taken = {gear: {0: 1, 1: 2} for gear in ("yaxchilan", "tikal", "uxmal", "chichen_itza")}
    others = [player(workers=6) for _ in range(3)]
    state = position(
        player(1, temples=(-1, -1, -1)),
        *others,
        workers={"palenque": {0: 1, 1: 2, 2: 3}, **taken},
        first=1,
        start=3,
        options={"mercy_payment": payment},
    )
    assert offers(state) == {"place yaxchilan", "place tikal", "place uxmal", "place chichen_itza"}
    after = play(state, "place yaxchilan", "end")
    assert goods(after)[0] == (1 if payment == "free" else 0)
    assert after.transcript() == [(0, "place yaxchilan")], "`end` was the only option"
    # p3's worker comes back from `start`, he has the choice of two days: nothing has turned yet.
    assert offers(after) == {"advance 1", "advance 2"}
    assert wells(after, "yaxchilan")[:4] == [1, 2, 0, None]
    begs = position(
        player(1, temples=(-1, 0, -1)), *others, workers={"palenque": {0: 1, 1: 2, 2: 3}, **taken}, first=1, start=3
    )
    assert [event for _, event in begs.transcript(forced=True)] == ["beg quetzalcoatl"], "begging is the only option"


@pytest.mark.rule("TZ-30", "TZ-31", "TZ-32", "TZ-34")
def test_example_07_burning() -> None:
    state = position(*[player() for _ in range(4)], workers={"palenque": {4: 0}})
    state = play(state, "pick palenque 4 use 4")
    assert offers(state) == {"harvest wood", "burn chaac", "burn quetzalcoatl", "burn kukulcan"}
    assert goods(play(state, "harvest wood"))[1] == 3
    after = play(state, "burn kukulcan")
    assert goods(after)[0] == 7
    assert after.to_dict()["jungle"]["4"] == {"corn": 3, "wood": 3}
    assert (seat(after)["corn_tiles"], seat(after)["wood_tiles"]) == (1, 0)
    assert temples(after) == (0, 0, -1)


@pytest.mark.rule("TZ-31", "TZ-32")
@pytest.mark.parametrize("bonus", [False, True])
def test_example_08_harvest_without_tile(bonus: bool) -> None:
    rest = [player() for _ in range(3)]
    state = position(
        player(tech=(3, 0, 0, 0)), *rest, workers={"palenque": {4: 0}}, options={"agri_bonus_without_tile": bonus}
    )
    state = play(state, "pick palenque 4 use 4")
    assert "harvest free" in offers(state)
    after = play(state, "harvest free")
    assert goods(after)[0] == (10 if bonus else 7)
    assert after.to_dict()["jungle"]["4"] == {"corn": 4, "wood": 4}
    assert seat(after)["corn_tiles"] == 0
    burnt = play(state, "burn kukulcan")
    assert goods(burnt)[0] == 10
    assert seat(burnt)["corn_tiles"] == 1


@pytest.mark.rule("TZ-31", "TZ-33")
def test_example_09_uncovered_tile() -> None:
    jungle = {"2": {"corn": 3, "wood": 0}, "3": {"corn": 3, "wood": 2}} | {
        g: {"corn": 3, "wood": 3} for g in ("4", "5")
    }
    state = position(player(tech=(2, 0, 0, 0)), player(), player(), workers={"palenque": {3: 0}}, jungle=jungle)
    state = play(state, "pick palenque 3 use 3")
    assert offers(state) == {"harvest corn", "harvest wood"}
    assert goods(play(state, "harvest corn"))[0] == 6
    assert goods(play(state, "harvest wood"))[1] == 2


@pytest.mark.rule("TZ-29", "TZ-30", "TZ-31")
@pytest.mark.parametrize("bonus", [False, True])
def test_example_10_empty_group(bonus: bool) -> None:
    jungle = {"2": {"corn": 0, "wood": 0}} | {g: {"corn": 2, "wood": 2} for g in ("3", "4", "5")}
    options = {"agri_bonus_without_tile": bonus}
    low = position(player(1, tech=(1, 0, 0, 0)), workers={"palenque": {2: 0}}, jungle=jungle, options=options)
    assert offers(low, "pick") == {"pick palenque 2 use 1", "pick palenque 2 use none"}
    assert goods(play(low, "pick palenque 2 use 1"))[0] == 3
    high = position(player(1, tech=(2, 0, 0, 0)), workers={"palenque": {2: 0}}, jungle=jungle, options=options)
    assert goods(play(high, "pick palenque 2 use 2", "harvest free"))[0] == 1 + (5 if bonus else 4)


@pytest.mark.rule("TZ-36")
def test_example_11_extraction() -> None:
    state = position(player(tech=(0, 3, 0, 0)), workers={"yaxchilan": {5: 0}})
    assert goods(play(state, "pick yaxchilan 5 use 5")) == (2, 0, 2, 2)


@pytest.mark.rule("TZ-2", "TZ-37")
def test_example_12_last_skull() -> None:
    state = position(player(tech=(0, 0, 0, 3)), workers={"yaxchilan": {4: 0}}, skulls=1)
    after = play(state, "pick yaxchilan 4 use 4")
    assert seat(after)["skulls"] == 1
    assert after.to_dict()["skulls"] == 0
    none = position(player(tech=(0, 0, 0, 3)), workers={"yaxchilan": {4: 0}}, skulls=0)
    assert "pick yaxchilan 4 use 4" not in offers(none)


@pytest.mark.rule("TZ-38", "TZ-39", "TZ-42")
def test_example_13_two_advances() -> None:
    state = position(player(0, (2, 1, 0)), workers={"tikal": {3: 0}})
    state = play(state, "pick tikal 3 use 3")
    twice = play(state, "tech agriculture", "pay 1 wood", "tech agriculture", "pay 1 wood 1 stone")
    assert tech(twice) == (2, 0, 0, 0)
    assert goods(twice) == (0, 0, 0, 0)
    second = play(state, "tech extraction", "pay 1 wood")
    assert "tech agriculture" not in offers(second)
    assert {"tech extraction", "tech architecture", "stop"} <= offers(second)


@pytest.mark.rule("TZ-40")
def test_example_14_architecture_bonus() -> None:
    state = position(player(0, (1, 0, 0), tech=(0, 0, 3, 0)), workers={"tikal": {1: 0}})
    after = play(state, "pick tikal 1 use 1", "tech architecture", "pay 1 wood")
    assert seat(after)["score"] == 3
    assert tech(after) == (0, 0, 3, 0)


@pytest.mark.rule("TZ-40", "TZ-42")
def test_example_15_extraction_bonus_pays() -> None:
    state = position(player(0, (1, 0, 0), tech=(0, 3, 0, 0)), workers={"tikal": {3: 0}})
    state = play(state, "pick tikal 3 use 3", "tech extraction", "pay 1 wood", "gain 1 wood 1 gold")
    after = play(state, "tech agriculture", "pay 1 wood")
    assert tech(after) == (1, 3, 0, 0)
    assert goods(after) == (0, 0, 0, 1)
    other = position(player(0, (5, 0, 0), tech=(0, 0, 3, 0)), workers={"tikal": {3: 0}})
    other = play(other, "pick tikal 3 use 3", "tech architecture", "pay 1 wood")
    assert offers(other) == {"tech architecture", "tech theology", "stop"}


@pytest.mark.rule("TZ-52", "TZ-54", "TZ-55", "TZ-56", "TZ-56a")
def test_example_16_architecture_kept() -> None:
    display = {"a1_farm_all": 1, "a1_brown_chaac_quetz": 1, "a1_green_agri": 1}
    state = position(player(0, (4, 1, 0), tech=(0, 0, 2, 0)), workers={"tikal": {4: 0}}, display=display)
    state = play(state, "pick tikal 4 use 4")
    assert offers(state) == {
        "build a1_farm_all",
        "build a1_brown_chaac_quetz",
        "build a1_green_agri",
        "build a1_green_agri keep",
    }
    first = play(state, "build a1_green_agri keep")
    assert tech(first) == (1, 0, 2, 0)
    assert goods(first) == (0, 2, 1, 0)
    after = play(first, "build a1_brown_chaac_quetz")
    assert goods(after) == (1, 0, 0, 0)
    assert seat(after)["score"] == 2
    assert temples(after) == (1, 1, 0)
    assert after.to_dict()["display"] == {"a1_farm_all": 1}
    # Two inert tiles, and the bonus once: TZ-56b leaves one order of them.
    both = position(player(0, (6, 1, 0), tech=(0, 0, 2, 0)), workers={"tikal": {4: 0}}, display=display)
    both = play(both, "pick tikal 4 use 4")
    assert offers(play(both, "build a1_brown_chaac_quetz")) == {"build a1_green_agri", "stop"}
    both = play(both, "build a1_farm_all", "build a1_brown_chaac_quetz")
    assert (goods(both), seat(both)["score"], temples(both)) == ((1, 0, 0, 0), 2, (1, 1, 0))


@pytest.mark.rule("TZ-55", "TZ-57")
def test_example_17_builder() -> None:
    display = {"a1_brown_builder": 1, "a1_blue_arch": 1, "a1_farm_one": 1}
    state = position(player(0, (1, 0, 1), tech=(0, 0, 3, 0)), workers={"tikal": {2: 0}}, display=display)
    state = play(state, "pick tikal 2 use 2")
    assert {"build a1_brown_builder save gold", "build a1_brown_builder save wood"} <= offers(state)
    state = play(state, "build a1_brown_builder save gold")
    assert goods(state) == (1, 0, 0, 1)
    assert seat(state)["score"] == 2
    after = play(state, "temple chaac", "build a1_blue_arch save gold")
    assert temples(after) == (1, 0, 0)
    assert goods(after) == (2, 0, 0, 1)
    assert seat(after)["score"] == 2 + 2 + 3


@pytest.mark.rule("TZ-50", "TZ-55")
@pytest.mark.parametrize("level", [0, 3])
def test_example_18_building_for_corn(level: int) -> None:
    state = position(
        player(4, (1, 1, 1), tech=(0, 0, level, 0)),
        workers={"uxmal": {4: 0}},
        display={"a1_green_agri": 1, "a1_farm_one": 1},
    )
    after = play(state, "pick uxmal 4 use 4", "build a1_green_agri")
    assert goods(after) == (0 if level == 0 else 4 - 2 + 1, 1, 1, 1)
    assert seat(after)["score"] == (0 if level == 0 else 2)


@pytest.mark.rule("TZ-24", "TZ-47", "TZ-51")
def test_example_19_costs_add_up() -> None:
    state = position(player(3), workers={"uxmal": {2: 0}})
    assert "pick uxmal 2 use 1" not in offers(state)
    assert "pick uxmal 2 use 2" in offers(state)
    any_action = play(position(player(3), workers={"uxmal": {5: 0}}), "pick uxmal 5 use 5")
    assert "do uxmal 1" not in offers(any_action)
    assert "do uxmal 2" in offers(any_action)


@pytest.mark.rule("TZ-48")
def test_example_20_trade() -> None:
    state = position(player(30, (0, 1, 10)), workers={"uxmal": {2: 0}})
    state = play(state, "pick uxmal 2 use 2")
    assert "stop" not in offers(state)
    state = play(state, "sell gold")
    assert offers(state) == {"sell gold", "buy wood", "buy stone", "stop"}
    assert goods(play(state, "buy stone", "stop")) == (31, 0, 2, 9)


@pytest.mark.rule("TZ-22", "TZ-60", "TZ-61")
def test_example_21_chichen_itza() -> None:
    state = position(player(0, (1, 0, 0), tech=(0, 0, 0, 2), skulls=2), workers={"chichen_itza": {5: 0}})
    state = play(state, "pick chichen_itza 5 use 6")
    assert state.to_dict()["chichen_skulls"] == [6]
    assert seat(state)["score"] == 8
    assert temples(state) == (0, 0, 1)
    state = play(state, "gain 1 gold")
    assert offers(state) == {"offer wood", "offer gold", "stop"}
    after = play(state, "offer gold", "temple chaac")
    assert temples(after) == (1, 0, 1)
    assert goods(after) == (0, 1, 0, 0)
    later = position(player(0, skulls=1), workers={"chichen_itza": {6: 0}}, chichen_skulls=[6])
    assert "pick chichen_itza 6 use 6" not in offers(later)


@pytest.mark.rule("TZ-22", "TZ-23")
def test_example_22_theology_from_nine() -> None:
    state = position(player(30, tech=(0, 0, 0, 1), skulls=1), workers={"chichen_itza": {9: 0}})
    after = play(state, "pick chichen_itza 9 use 1")
    assert goods(after)[0] == 30
    assert seat(after)["score"] == 4
    assert temples(after) == (1, 0, 0)


@pytest.mark.rule("TZ-13", "TZ-44", "TZ-45")
def test_example_23_top_step() -> None:
    b = player(0, temples=(4, 0, 0), skulls=2, side="dark")
    blocked = position(b, player(0, temples=(5, 0, 0)), workers={"chichen_itza": {1: 0}})
    after = play(blocked, "pick chichen_itza 1 use 1")
    assert seat(after)["score"] == 4
    assert temples(after) == (4, 0, 0)
    assert seat(after)["side"] == "dark"
    turn = position(b, player(0, temples=(5, 0, 0)), workers={"chichen_itza": {1: 0}}, active=1, first=1)
    turn = play(turn, "beg chaac")
    assert temples(turn, 1) == (4, 0, 0)
    turn = play(turn, "place palenque", "end", "pick chichen_itza 1 use 1")
    assert temples(turn) == (5, 0, 0)
    assert seat(turn)["side"] == "light"


def end_of_round(*players: dict[str, object], day: int, food_days: int = 0, **more: object) -> pyboard.State:
    """After the last turn of a round in which nothing else happens."""
    state = position(*players, day=day, food_days=food_days, active=len(players) - 1, **more)  # type: ignore[arg-type]
    last = len(players) - 1
    state = play(state, "place palenque")
    if state.current_player() == last and state.to_dict()["phase"] == "place_more":
        state = play(state, "end")
    return state


@pytest.mark.rule("TZ-65", "TZ-66")
def test_example_24_feeding() -> None:
    state = end_of_round(player(5), player(0, temples=(-1, -1, -1)), day=8)
    assert goods(state)[0] == 1
    assert seat(state)["score"] == -3


@pytest.mark.rule("TZ-59", "TZ-66")
def test_example_25_farms() -> None:
    owner = player(3, workers=5, buildings={"a1_farm_all": 1, "a1_farm_one": 1})
    state = end_of_round(owner, player(), day=8)
    assert goods(state)[0] == 0
    assert seat(state)["score"] == -3
    two = end_of_round(player(3, workers=5, buildings={"a1_farm_all": 2}), player(), day=8)
    assert goods(two)[0] == 3
    assert seat(two)["score"] == 0


@pytest.mark.rule("TZ-68", "TZ-69")
def test_example_26_materials() -> None:
    state = end_of_round(player(10, temples=(0, 2, 4)), player(temples=(3, 0, 0)), day=8, skulls=5)
    assert goods(state) == (4, 2, 0, 1)
    assert seat(state)["skulls"] == 1
    assert goods(state, 1)[2] == 2


@pytest.mark.rule("TZ-70")
def test_example_27_too_few_skulls() -> None:
    state = end_of_round(player(10, temples=(0, 0, 4)), player(10, temples=(0, 0, 4)), day=8, skulls=1)
    assert [seat(state, i)["skulls"] for i in (0, 1)] == [0, 0]
    assert state.to_dict()["skulls"] == 1
    assert goods(state)[1] == 2


@pytest.mark.rule("TZ-71", "TZ-72")
def test_example_28_points() -> None:
    state = end_of_round(*[player(10, temples=(2, 0, 0)) for _ in range(4)], day=14, food_days=1)
    assert [seat(state, i)["score"] for i in range(4)] == [10] * 4


@pytest.mark.rule("TZ-18", "TZ-64", "TZ-74", "TZ-75")
def test_example_29_start() -> None:
    state = position(player(0), player(9), workers={"tikal": {2: 1}}, acc=4)
    state = play(state, "place start", "end")
    assert goods(state)[0] == 4
    assert state.to_dict()["acc"] == 0
    assert "place start" not in offers(state)
    state = play(state, "pick tikal 2 use none", "end")
    assert (state.current_player(), offers(state)) == (0, {"advance 1", "advance 2"})
    after = play(state, "advance 1")
    assert after.to_dict()["first"] == 1
    assert after.current_player() == 1
    assert after.to_dict()["start"] is None


@pytest.mark.rule("TZ-74", "TZ-76", "TZ-78", "TZ-80")
def test_example_30_two_days() -> None:
    state = position(player(9), player(9), workers={"palenque": {1: 1}, "tikal": {1: 0}}, day=7, skulls=1)
    state = play(state, "place start", "end", "pick palenque 1 use none", "end", "advance 2")
    after = state.to_dict()
    assert after["day"] == 9
    assert after["food_days"] == 0
    assert after["players"][0]["side"] == "dark"
    state = play(state, "place palenque", "end", "place yaxchilan", "end")
    assert state.to_dict()["food_days"] == 1
    assert state.to_dict()["day"] == 10
    blocked = position(player(9), player(9), workers={"palenque": {1: 1}, "yaxchilan": {6: 1}}, day=7, skulls=1)
    blocked = play(blocked, "place start", "end", "pick palenque 1 use none", "end")
    assert blocked.to_dict()["day"] == 8


@pytest.mark.rule("TZ-7", "TZ-73", "TZ-77")
def test_example_31_falling_off() -> None:
    state = position(
        player(9), player(9), workers={"palenque": {7: 1, 9: "dummy"}, "tikal": {0: 0, 2: 1}}, active=1, first=0
    )
    state = play(state, "pick tikal 2 use none", "end")
    assert wells(state, "palenque") == ["dummy", *[None] * 9]
    assert wells(state, "tikal") == [None, 0, *[None] * 8]
    assert state.to_dict()["acc"] == 1


@pytest.mark.rule("TZ-58", "TZ-81")
def test_example_32_monuments() -> None:
    own = player(
        buildings={"a1_farm_all": 1, "a1_green_agri": 1, "a1_green_agri_stone": 1},
        monuments=["m01", "m02", "m05", "m10"],
        corn_tiles=3,
        wood_tiles=2,
        workers=5,
        tech=(3, 3, 1, 0),
        temples=(2, 3, 4),
    )
    rest = [player(monuments=["m04"]), player(), player()]
    jungle = {g: {"corn": 1, "wood": 0} for g in ("2", "3", "4", "5")}
    assert position(own, *rest, chichen_skulls=[1, 2], jungle=jungle).scores()[0] == 50
    expected = [12, 14, 12, 8, 20, 8, 20, 21, 12, 4, 15, 12, 6]
    for index, value in enumerate(expected):
        name = f"m{index + 1:02}"
        if name in own["monuments"]:
            continue
        # p1 gives m04 back, so m05 counts as many as before; m02 counts one more, m01 and m10 their own colours.
        more = {**own, "monuments": [*own["monuments"], name]}
        state = position(more, *rest[1:], player(), chichen_skulls=[1, 2], jungle=jungle)
        colour = 4 if name in ("m03", "m04", "m11", "m12", "m13") else 0
        green = 4 if name == "m06" else 0
        assert state.scores()[0] == 50 + value + 2 + colour + green, name


@pytest.mark.rule("TZ-81")
def test_example_33_quarters() -> None:
    state = position(player(7, (1, 2, 1), skulls=2), workers={"palenque": {0: 0}})
    assert state.scores()[0] == 10.75


@pytest.mark.rule("TZ-79", "TZ-82")
def test_example_34_tie() -> None:
    state = position(
        player(20), player(20), workers={"palenque": {7: 0, 5: 1}, "tikal": {1: 1}}, day=27, food_days=3, active=1
    )
    state = play(state, "pick tikal 1 use none", "end")
    assert state.is_terminal()
    assert state.scores()[0] == state.scores()[1]
    assert state.places() == [2, 1]


@pytest.mark.rule("TZ-6")
def test_example_35_dummies() -> None:
    game = pyboard.load_game("tzolkin", players=3)
    state = game.new_initial_state()
    dealt = iter(["w01", "w03", "w05", "w06", "w07", "w08", "w09", "w11", "w12", "w13", "w14", "w15"])
    while state.node_kind() != "dummy":
        kind = state.node_kind()
        text = f"chance wealth p{state.to_dict()['active']} {next(dealt)}" if kind == "wealth" else None
        state.apply_action(state.string_to_action(text) if text else state.legal_actions()[0])
    placed = []
    for tile in ("w02", "w04", "w17", "w10"):
        state.apply_action(state.string_to_action(f"chance dummy {tile}"))
        placed.append(sum(row.count("dummy") for row in state.to_dict()["gears"].values()))
    assert placed == [2, 3, 4, 6]
    assert state.node_kind() == "keep"
    where = {gear: [i for i, well in enumerate(row) if well] for gear, row in state.to_dict()["gears"].items()}
    assert where == {"palenque": [3, 7, 8], "yaxchilan": [], "tikal": [3, 8], "uxmal": [], "chichen_itza": [0]}


@pytest.mark.parametrize("day", [8, 9])
def test_example_36_points_at_once(day: int) -> None:
    state = position(
        player(0, (2, 2, 3)),
        player(9),
        workers={"tikal": {4: 0}},
        monuments=["m14"],
        day=day,
        options={"mini_expansion_2": True},
    )
    after = play(state, "pick tikal 4 use 4", "monument m14")
    assert seat(after)["score"] == 40
    assert after.scores()[0] == 40


@pytest.mark.rule("TZ-20", "TZ-26", "TZ-27", "TZ-27a", "TZ-28")
def test_example_37_direct_gains() -> None:
    state = position(player(0), workers={"palenque": {1: 0}, "yaxchilan": {2: 0, 3: 0}})
    direct = play(state, "pick yaxchilan 2 use 2")
    assert offers(direct) == {
        "end",
        "pick palenque 1 use none",
        "pick yaxchilan 3 use 3",
        "pick yaxchilan 3 use 2",
        "pick yaxchilan 3 use none",
    }
    paid = play(direct, "pick yaxchilan 3 use 2")
    assert "pick palenque 1 use 1" in offers(paid)


@pytest.mark.rule("TZ-27b")
def test_example_38_six_and_seven() -> None:
    state = position(player(0), workers={"yaxchilan": {6: 0, 7: 0}})
    assert [event for _, event in play(state, "pick yaxchilan 7 use 2").transcript(forced=True)][1] == "end"
    six = play(state, "pick yaxchilan 6 use 2")
    assert {"pick yaxchilan 7 use 2", "pick yaxchilan 7 use 3"} <= offers(six)


@pytest.mark.rule("TZ-21a", "TZ-51", "TZ-53")
def test_example_39_pruned_targets() -> None:
    state = position(player(0, (1, 0, 0)), workers={"tikal": {6: 0}}, display={"a1_farm_one": 1})
    assert offers(state, "pick") == {f"pick tikal 6 use {t}" for t in ("3", "4", "5", "none")}
    five = position(player(5, (1, 0, 0)), workers={"uxmal": {5: 0}}, display={"a1_farm_one": 1})
    five = play(five, "pick uxmal 5 use 5")
    assert {text for text in offers(five) if "tikal" in text or "uxmal" in text} == {
        *(f"do tikal {k}" for k in (3, 4, 5)),
        *(f"do uxmal {k}" for k in (1, 2, 3)),
    }


@pytest.mark.rule("TZ-56b")
def test_example_40_order_of_inert_tiles() -> None:
    display = {"a1_farm_one": 1, "a1_farm_all": 1, "a1_brown_chaac_quetz": 1, "a1_green_agri": 1}
    state = position(player(0, (9, 9, 9)), workers={"tikal": {4: 0}}, display=display)
    state = play(state, "pick tikal 4 use 4", "build a1_farm_all")
    assert offers(state) == {"build a1_brown_chaac_quetz", "build a1_green_agri", "stop"}


@pytest.mark.rule("TZ-63")
def test_example_41_refill() -> None:
    undrawn = {"a1_farm_one": 2, "a1_farm_all": 1, "a1_brown_chaac_quetz": 1}
    display = {"a1_farm_one": 1, "a1_green_agri": 1, "a1_blue_arch": 1, "a1_brown_builder": 1, "a1_farm_all": 1}
    state = position(player(9), player(9), display=display, undrawn=undrawn)
    state = play(state, "place palenque", "end")
    assert probabilities(state) == {
        "chance building b02": Fraction(1, 2),
        "chance building b05": Fraction(1, 4),
        "chance building b06": Fraction(1, 4),
    }
    fresh = position(
        player(9),
        player(9),
        display={k: v for k, v in display.items() if k != "a1_farm_all"},
        undrawn={**undrawn, "a1_farm_all": 2},
    )
    fresh = play(fresh, "place palenque", "end")
    assert probabilities(fresh)["chance building b04"] == Fraction(2, 5)


@pytest.mark.rule("TZ-63", "TZ-67")
def test_example_42_no_needless_refill() -> None:
    display = {"a1_farm_one": 1, "a1_green_agri": 1, "a1_blue_arch": 1, "a1_brown_builder": 1, "a1_farm_all": 1}
    undrawn = {"a1_farm_one": 2, "a1_brown_chaac_quetz": 1, "a2_farm_three": 3, "a2_brown_trade": 1}
    state = position(*[player(9) for _ in range(4)], display=display, undrawn=undrawn, day=14, food_days=1, active=2)
    state = play(state, "place palenque", "end")
    assert state.node_kind() == "refill"
    state = play(state, "chance building b06")
    assert state.current_player() == 3
    state = position(*[player(9) for _ in range(4)], display=display, undrawn=undrawn, day=14, food_days=1, active=3)
    state = play(state, "place palenque", "end")
    assert state.node_kind() == "age"
    assert probabilities(state) == {"chance building b15": Fraction(3, 4), "chance building b18": Fraction(1, 4)}
    assert state.to_dict()["display"] == {}


def test_positions_are_dicts() -> None:
    game = pyboard.load_game("tzolkin", players=2)
    there = view(player(3), player(4), workers={"tikal": {4: 0, 5: "dummy"}}, display=FULL)
    assert game.state_from_dict(there).to_dict() == there
