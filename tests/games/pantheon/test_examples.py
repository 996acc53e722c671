"""The worked examples of section 11, under their numbers."""

from __future__ import annotations

import pytest
from support.pantheon import before_effects, draw, events, held, movement, offers, places, play, player, position, seat

from pyboard import State

AROUND = {"s70", "s71", "s85", "s87", "s102", "s103"}  # the temple in roma
EIGHT = ["s33", "s39", "s54", "s56", "s68", "s100", "s101", "s104"]


def closed(state: State) -> set[str]:
    return set(state.to_dict()["closed"])


@pytest.mark.rule("PA-57", "PA-59", "PA-60")
def test_example_01_start_of_a_movement() -> None:
    state = play(position(player({"move": 1})), "move")
    assert offers(state) == {f"place {space}" for space in AROUND}
    for space in AROUND:
        after = play(state, f"place {space}")
        assert seat(after)["hand"] == {"move": 1}
        assert after.to_dict()["points"] == 0


@pytest.mark.rule("PA-54", "PA-59", "PA-60", "PA-64", "PA-70")
def test_example_02_a_chain() -> None:
    start = position(player({"move": 2}), loot=["money", "money"])
    state = play(start, "move", "place s85")
    assert state.to_dict()["points"] == 0
    assert closed(state) == {"s70", "s71"}
    state = play(state, "place s84")
    assert state.to_dict()["points"] == 1
    assert state.to_dict()["discard"] == {"move": 1}
    assert state.to_dict()["loot"][0] is None
    assert closed(state) == set()
    assert closed(play(state, "place s101")) >= {"s68", "s100"}
    state = play(state, "place s68")
    assert state.to_dict()["points"] == 0
    state = play(state, "place s100")
    assert (state.to_dict()["points"], state.to_dict()["discard"]) == (1, {"move": 2})
    after = play(state, "place s101", "end")
    assert (seat(after)["feet_in_hand"], seat(after)["columns_in_hand"]) == (2, 0)
    assert seat(after)["feet"] == ["s84", "s85"]
    assert seat(after)["columns"] == ["s68", "s100", "s101"]
    assert seat(after)["hand"] == {"money2": 1}


@pytest.mark.rule("PA-56")
def test_example_03_second_into_a_space() -> None:
    second = player(feet=["s85"])
    assert places(movement(player(), second, points=1)) == AROUND - {"s85"}
    state = movement(player(), second, points=2)
    assert places(state) == AROUND
    assert seat(play(state, "place s85", "end"))["feet"] == ["s85"]
    full = movement(player(), second, player(feet=["s85"]), points=2)
    assert places(full) == AROUND - {"s85"}


@pytest.mark.rule("PA-57", "PA-61", "PA-64", "PA-115")
def test_example_04_gaiviles() -> None:
    others = [player(feet=["s85"]), player(feet=["s85"])]
    owner = player(gods={"gaiviles": 1})
    state = movement(owner, *others, points=1, jumps=1)
    assert places(state) == {"s70", "s71", "s87", "s102", "s103", "s69", "s84", "s101"}
    after = play(movement(player({"move": 1}, gods={"gaiviles": 1}), *others, points=1, jumps=1), "place s101")
    assert (after.to_dict()["points"], after.to_dict()["jumps"]) == (0, 0)
    assert seat(after)["columns"] == ["s101"]
    assert seat(after)["columns_in_hand"] == 2
    assert closed(after) == AROUND
    assert places(after) == {"s84", "s100", "s116", "s117"}
    looted = movement(player({"move": 1}, gods={"gaiviles": 1}), *others, jumps=1, loot=["money", "money"])
    assert closed(play(looted, "place s84")) == set()
    assert places(movement(owner, points=1, jumps=1)) == AROUND, "no empty space is jumped"


@pytest.mark.rule("PA-35", "PA-55", "PA-64")
def test_example_05_old_column_not_yet_connected() -> None:
    state = movement(player({"move": 1}, columns=["s101"]), epoch=2)
    assert places(state) == AROUND
    after = play(state, "place s102")
    assert closed(after) == {"s70", "s71", "s85", "s87"}
    assert places(after) == {"s84", "s100", "s103", "s116", "s117", "s118"}


@pytest.mark.rule("PA-55")
def test_example_06_old_column_as_a_bridge() -> None:
    state = movement(player({"move": 1}, columns=["s101"]), nation="cartago", epoch=2)
    assert not places(state) & {"s84", "s85", "s100", "s102"}
    assert places(play(state, "place s116")) >= {"s84", "s85", "s100", "s102"}


@pytest.mark.rule("PA-50", "PA-56", "PA-58", "PA-60")
def test_example_07_move_illegal() -> None:
    around = player(feet=sorted(AROUND))
    assert offers(position(player({"money1": 1}), around)) == {"buy", "draw"}
    state = position(player({"money1": 1, "move": 1}), around)
    assert offers(state) == {"move", "buy", "draw"}
    state = play(state, "move")
    assert places(state) == AROUND
    after = play(state, "place s70")
    assert seat(after)["hand"] == {"money1": 1}
    assert after.to_dict()["points"] == 1


@pytest.mark.rule("PA-62")
def test_example_08_followers() -> None:
    state = position(player(), player(movement=2), player())
    state = play(state, "move", "place s85", "end")
    assert state.current_player() == 1
    assert offers(state) == {"follow", "stay"}
    state = play(state, "follow")
    assert state.to_dict()["points"] == 2
    state = play(state, "place s70", "place s71", "end", "stay")
    assert state.transcript(forced=True)[-1] == (2, "stay")
    assert state.is_chance_node()
    assert held(draw(state), 2) == 1


@pytest.mark.rule("PA-59", "PA-78")
def test_example_09_permanent_movement_gained_on_the_way() -> None:
    state = movement(player(feet=["s85"]), loot=["movement2", "money"])
    after = play(state, "place s84")
    assert after.to_dict()["points"] == 2
    assert seat(after)["movement"] == 2


@pytest.mark.rule("PA-63", "PA-71", "PA-140", "PA-141", "PA-142")
def test_example_10_end_by_a_follower() -> None:
    state = position(player(), player(feet=["s85"], movement=2), player(), loot=["money"], gods=["g32"])
    state = play(state, "move", "place s70", "end", "follow", "place s84")
    assert state.to_dict()["ender"] == 1
    state = play(state, "end", "stay")
    assert state.is_chance_node(), "the third player draws his card"
    assert state.to_dict()["epoch"] == 1
    after = play(state, "chance card gift").to_dict()
    assert (after["epoch"], after["first"], after["phase"]) == (2, 2, "nation")
    assert [entry["score"] for entry in after["players"]] == [0, 3, 0]


@pytest.mark.rule("PA-80", "PA-81", "PA-83", "PA-117")
def test_example_11_purchase() -> None:
    buyer = player({"money1": 2, "money3": 1}, gods={"stonkus": 1})
    state = play(position(buyer, money=[3, 4, 4, 5], discard={"money2": 2}), "buy")
    assert state.to_dict()["purse"] == 1
    assert offers(state) == {"coin 1", "coin 3", "shop"}
    assert offers(play(state, "coin 1")) == {"coin 1", "shop"}
    state = play(state, "coin 3", "coin 1", "coin 1", "shop")
    assert state.to_dict()["purse"] == 6
    state = play(state, "up gift", "up gift", "buy column")
    assert state.to_dict()["purse"] == 1
    after = play(state, "place s85", "end")
    assert seat(after)["levels"]["gift"] == 2
    assert (seat(after)["columns_in_hand"], seat(after)["feet_in_hand"]) == (4, 3)
    assert seat(after)["hand"] == {}
    assert after.current_player() == 1


@pytest.mark.rule("PA-83")
def test_example_12_difference_price() -> None:
    state = position(player({"money1": 5}, levels=(0, 1, 0, 0)))
    state = play(state, "buy", *["coin 1"] * 5, "shop", "up priest")
    assert state.to_dict()["purse"] == 3
    after = play(state, "up priest", "end")
    assert seat(after)["levels"]["priest"] == 3


@pytest.mark.rule("PA-83", "PA-84")
def test_example_13_placing_costs() -> None:
    other = player(feet=["s85"])
    state = play(position(player({"money1": 2}, movement=3), other), "buy", "coin 1", "coin 1", "shop")
    after = play(state, "place s85", "end")
    assert seat(after)["feet"] == ["s85"]
    poor = play(position(player({"money1": 1}, movement=3), other), "buy", "coin 1", "shop")
    assert places(poor) == AROUND - {"s85"}


@pytest.mark.rule("PA-100", "PA-102", "PA-103", "PA-104")
def test_example_14_worship() -> None:
    state = position(player({"gift": 1, "dancer": 1}, levels=(3, 1, 0, 0)), gods=["g25", "g32"])
    after = play(state, "worship 1", "offer gift", "offer priest", "offer dancer")
    assert len(after.history()) == 1, "nothing to decide"
    assert after.to_dict()["discard"] == {"gift": 1, "dancer": 1}
    assert seat(after)["gods"] == {"gadicea": 1}
    assert seat(after)["score"] == 1


@pytest.mark.rule("PA-103")
def test_example_15_payments() -> None:
    after = play(position(player(levels=(2, 2, 2, 0)), gods=["g23", "g32"]), "worship 1")
    assert events(after)[:4] == ["worship 1", "offer gift", "offer priest", "offer dancer"]
    assert after.to_dict()["discard"] == {}
    state = position(player({"priest": 1, "dancer": 2}, levels=(2, 1, 0, 0)), gods=["g23", "g32"])
    state = play(state, "worship 1", "offer gift")
    assert len(state.history()) == 1
    assert offers(state) == {"offer priest", "offer dancer"}
    assert play(state, "offer priest", "offer dancer").to_dict()["discard"] == {"priest": 1, "dancer": 1}
    assert play(state, "offer dancer", "offer priest").to_dict()["discard"] == {"dancer": 2}


@pytest.mark.rule("PA-102", "PA-104")
def test_example_16_a_higher_level_pays() -> None:
    after = play(position(player(levels=(1, 0, 0, 4)), gods=["g08", "g32"]), "worship 1")
    assert events(after)[:3] == ["worship 1", "offer temple", "offer gift"]
    assert after.to_dict()["discard"] == {}
    assert "worship 1" not in offers(position(player(levels=(0, 0, 0, 4)), gods=["g08", "g32"]))


@pytest.mark.rule("PA-101", "PA-118")
def test_example_17_pietalte_needs_cards() -> None:
    state = position(player({"gift": 2, "priest": 1}, levels=(4, 2, 0, 0)), gods=["g33", "g05"])
    assert offers(state, "worship") == {"worship 2"}
    assert play(state, "worship 2").to_dict()["discard"] == {}
    rich = position(player({"gift": 2, "priest": 2}, levels=(4, 2, 0, 0)), gods=["g33", "g05"])
    assert play(rich, "worship 1").to_dict()["discard"] == {"gift": 2, "priest": 2}


@pytest.mark.rule("PA-26", "PA-33", "PA-36", "PA-113")
def test_example_18_gallia() -> None:
    payer = player({"dancer": 1}, levels=(0, 0, 2, 0))
    state = position(payer, nation="gallia", epoch=2, phase="gallia", scene="nation")
    state = play(state, "gallia god", "chance god g13")
    assert offers(state) == {"offer dancer", "refuse"}
    refused = play(state, "refuse")
    assert "g13" not in refused.to_dict()["god_stack"]
    assert seat(refused)["score"] == 0
    state = play(state, "offer dancer")
    assert state.to_dict()["discard"] == {"dancer": 1}
    assert (seat(state)["score"], seat(state)["gods"]) == (2, {"depraccus": 1})
    state = draw(play(state, "gallia cards"))
    assert state.node_kind() == "turn"
    assert (held(state, 0), held(state, 1)) == (2, 2)


@pytest.mark.rule("PA-9", "PA-73", "PA-111")
def test_example_19_half_god_pool() -> None:
    state = position(
        player(feet=["s85"]),
        player(levels=(4, 1, 0, 0)),
        player(feet=["s72"]),
        loot=["half_god", "half_god"],
        gods=["g04", "g32"],
        pool=[1, 3, 2, 2],
    )
    state = draw(play(state, "move", "place s84"))
    assert (seat(state)["half_gods"], seat(state)["half_god_points"]) == (1, 3)
    state = play(state, "worship 1")
    assert (seat(state, 1)["half_gods"], seat(state, 1)["half_god_points"]) == (2, 4)
    state = play(state, "move", "place s73")
    assert (seat(state, 2)["half_gods"], seat(state, 2)["half_god_points"]) == (1, 1)
    assert state.to_dict()["pool"] == {}


@pytest.mark.rule("PA-106", "PA-110", "PA-111")
def test_example_20_seperi() -> None:
    state = position(player(levels=(3, 2, 0, 0)), epoch=4, gods=["g00", "g32"], pool=[6])
    state = play(state, "worship 1")
    assert seat(state)["score"] == 4
    second = play(state, "chance god g01")
    assert seat(second)["score"] == 8
    assert second.current_player() == 1, "no further draw"
    drawn = play(state, "chance god g04")
    assert seat(drawn)["score"] == 8
    assert offers(drawn) == {"chance half_god 1", "chance half_god 2", "chance half_god 3"}
    drawn = play(drawn, "chance half_god 1", "chance half_god 3")
    assert (seat(drawn)["half_gods"], seat(drawn)["half_god_points"]) == (2, 4)
    assert drawn.to_dict()["pool"] == {"6": 1}


@pytest.mark.rule("PA-25", "PA-27", "PA-36", "PA-113", "PA-120")
def test_example_21_two_depraccus() -> None:
    owner = player({"gift": 7}, gods={"depraccus": 2})
    state = before_effects(owner, player({"priest": 7}), nation="germania", epoch=2)
    assert state.is_chance_node(), "both hands have seven cards"
    for drawn in range(4):
        assert (state.node_kind(), held(state)) == ("card", 7 + drawn)
        state = play(state, "chance card move")
    assert held(state) == 11
    assert state.node_kind() == "turn"


@pytest.mark.rule("PA-27")
def test_example_22_germania_with_nine_cards() -> None:
    nine = player({"move": 2, "gift": 3, "money1": 4})
    state = before_effects(nine, player({"temple": 7}), nation="germania", epoch=2)
    assert offers(state) == {"discard move", "discard gift", "discard money1"}
    state = play(state, "discard gift")
    assert offers(state) == {"discard gift", "discard money1"}
    state = play(state, "discard money1")
    assert seat(state)["hand"] == {"move": 2, "gift": 2, "money1": 3}
    assert state.node_kind() == "turn"


@pytest.mark.rule("PA-7", "PA-29", "PA-77")
def test_example_23_persia() -> None:
    gone = {"money2": 2}
    state = before_effects(nation="persia", epoch=2, money=[3, 3, 4, 4, 5], discard=gone)
    assert state.to_dict()["special_money"] == [5, 4, 4, 3, 3]
    loot = ["money", "money"]
    turned = movement(player(feet=["s78"]), nation="persia", loot=loot, money=[5, 4, 4, 3, 3], discard=gone)
    assert seat(play(turned, "place s94"))["hand"] == {"money5": 1}
    usual = movement(player(feet=["s85"]), loot=loot, money=[3, 3, 4, 4, 5], discard=gone)
    assert seat(play(usual, "place s84"))["hand"] == {"money3": 1}


@pytest.mark.rule("PA-31")
def test_example_24_cartago() -> None:
    state = before_effects(player(levels=(1, 2, 0, 0), gods={"stonkus": 2}), nation="cartago", epoch=2)
    assert offers(state) == {"end", "buy column", "buy foot", "up gift", "up dancer", "up temple"}
    one = play(state, "buy column")
    assert offers(one) == {"end", "buy column", "buy foot"}
    two = play(one, "buy column", "end")
    assert seat(two)["columns_in_hand"] == 5
    mixed = play(one, "buy foot", "end")
    assert (seat(mixed)["columns_in_hand"], seat(mixed)["feet_in_hand"]) == (4, 5)
    raised = play(state, "up gift", "end")
    assert seat(raised)["levels"]["gift"] == 2
    assert play(state, "end").current_player() == 1


@pytest.mark.rule("PA-51", "PA-119", "PA-140")
def test_example_25_traitera_twice() -> None:
    owner = player({"money1": 1}, levels=(3, 1, 0, 0), gods={"traitera": 2})
    state = play(position(owner, gods=["g08", "g32"]), "draw")
    for _ in range(3):
        state = play(state, "take pile", "chance card temple")
    assert offers(state) == {"extra", "pass"}
    assert play(state, "pass").current_player() == 1
    state = play(state, "extra", "worship 1")
    assert seat(state)["gods"] == {"traitera": 1}
    state = play(state, "extra", "buy")
    assert seat(state)["gods"] == {}
    assert state.current_player() == 0
    last = play(position(owner, gods=["g08"]), "worship 1")
    assert last.to_dict()["epoch"] == 2
    assert seat(last)["gods"] == {"traitera": 2}
    assert seat(last)["score"] == 1 + 3


@pytest.mark.rule("PA-4", "PA-130")
def test_example_26_empty_piles() -> None:
    rest = {"move": 15, "gift": 10, "priest": 10, "dancer": 10, "temple": 11, "money1": 14}
    state = play(position(player(), player(rest)), "draw", "take pile", "chance card dancer")
    assert (held(state, 0), held(state, 1)) == (1, 70)
    state = play(state, "take pile")
    assert (held(state, 0), held(state, 1)) == (0, 0)
    assert offers(state) == {f"chance card {card}" for card in rest}
    state = play(state, "chance card move", "take pile", "chance card gift")
    assert (held(state, 0), held(state, 1)) == (2, 0)


def last_loot(owner: dict[str, object], other: dict[str, object], epoch: int) -> State:
    """p0 takes the last loot tile in roma, p1 stays."""
    state = position(owner, other, epoch=epoch, loot=["money"])
    return play(state, "move", "place s84", "end", "stay", "chance card gift")


@pytest.mark.rule("PA-118", "PA-150", "PA-151", "PA-152", "PA-153")
def test_example_27_scoring() -> None:
    gods = {"pietalte": 2}
    owner = player(levels=(4, 1, 0, 2), gods=gods, feet=["s85"], columns=EIGHT, half_gods=2, half_god_points=8)
    other = player(columns=[*EIGHT, "s5", "s10", "s13", "s15"], columns_in_hand=0)
    first = last_loot(owner, other, 3)
    assert [seat(first, number)["score"] for number in (0, 1)] == [3 + 24 + 8 + 2 * 4, 48]
    second = last_loot({**owner, "score": 40}, {**other, "score": 48}, 6)
    assert second.is_terminal()
    assert second.scores() == [40 + 3 + 40, 96]
    ordinary = last_loot(owner, other, 2)
    assert [seat(ordinary, number)["score"] for number in (0, 1)] == [3, 0]


@pytest.mark.rule("PA-160", "PA-161", "PA-162", "PA-163")
@pytest.mark.parametrize(("halves", "expected"), [(3, [1, 2]), (4, [1, 1]), (5, [2, 1])])
def test_example_28_tie(halves: int, expected: list[int]) -> None:
    state = last_loot(
        player(feet=["s85"], score=80, half_gods=4, half_god_points=9),
        player(score=84, half_gods=halves, half_god_points=8),
        6,
    )
    assert state.is_terminal()
    assert state.scores() == [92, 92]
    assert state.places() == expected
