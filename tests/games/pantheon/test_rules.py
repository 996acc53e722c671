"""Rules that the worked examples leave out."""

from __future__ import annotations

from fractions import Fraction

import pytest
from support.pantheon import before_effects, draw, events, held, movement, offers, places, play, player, position, seat
from support.traces import probabilities

import pyboard

AROUND = {"s70", "s71", "s85", "s87", "s102", "s103"}  # the temple in roma
KINDS = ("support", "half_god", "god", "column", "offering", "movement")
ALL_BUT_ONE = {"move": 15, "gift": 10, "priest": 10, "dancer": 10, "temple": 11, "money1": 14}  # beside the display


@pytest.mark.rule("PA-1", "PA-3")
def test_setup_goes_round_from_the_starting_player() -> None:
    state = pyboard.load_game("pantheon", players=3, start_seat="random").new_initial_state()
    assert probabilities(state) == {f"chance start p{number}": Fraction(1, 3) for number in range(3)}
    state = play(state, "chance start p2")
    assert probabilities(state)["chance card move"] == Fraction(16, 75)
    state = play(state, *["chance card gift"] * 4)
    assert state.to_dict()["display"] == {"gift": 4}
    for number in (2, 0, 1):
        assert state.to_dict()["actor"] == number
        state = play(state, *["chance card move"] * 5)
        assert seat(state, number)["hand"] == {"move": 5}
    assert state.node_kind() == "nation"


@pytest.mark.rule("PA-2", "PA-72")
def test_support_takes_what_the_general_supply_holds() -> None:
    loot = ["support", "support"]
    state = play(movement(player({"move": 1}, feet=["s85"]), loot=loot), "place s84")
    assert offers(state) == {"support feet", "support columns"}
    assert seat(play(state, "support feet"))["feet_in_hand"] == 3 + 2
    assert seat(play(state, "support columns"))["columns_in_hand"] == 3 + 2
    one = play(movement(player({"move": 1}, feet=["s85"], feet_in_hand=10), loot=loot), "place s84")
    assert seat(play(one, "support feet"))["feet_in_hand"] == 9 + 1
    only = player({"move": 1}, feet=["s85"], feet_in_hand=11)
    assert events(play(movement(only, loot=loot), "place s84")) == ["place s84", "support columns"]
    none = play(movement({**only, "columns_in_hand": 12}, loot=loot), "place s84")
    assert events(none) == ["place s84"]
    assert none.node_kind() == "movement"


@pytest.mark.rule("PA-5", "PA-130")
def test_a_card_taken_from_the_display_is_replaced_at_once() -> None:
    state = play(position(player()), "draw")
    assert offers(state) == {"take pile", "take move", "take gift", "take priest", "take money1"}
    state = play(state, "take priest")
    assert state.is_chance_node()
    assert seat(state)["hand"] == seat(state)["known"] == {"priest": 1}
    state = play(state, "chance card dancer")
    assert state.to_dict()["display"] == {"move": 1, "gift": 1, "money1": 1, "dancer": 1}
    assert offers(state) == {"take pile", "take move", "take gift", "take dancer", "take money1"}


@pytest.mark.rule("PA-4", "PA-6")
def test_paid_special_money_is_an_ordinary_card() -> None:
    others = player(ALL_BUT_ONE | {"dancer": 11})
    state = position(player({"money2": 1}), others, money=[2, 3, 3, 4, 4, 5])
    state = play(state, "buy", "coin 2", "shop", "buy foot", "end")
    assert state.to_dict()["discard"] == {"money2": 1}
    state = play(state, "draw", "take pile", "chance card money2")
    assert (seat(state, 1)["hand"]["money2"], held(state, 1)) == (1, 72)
    state = play(state, "take move")
    assert held(state, 0) == held(state, 1) == 0
    assert seat(state, 1)["known"] == {}
    assert "chance card money2" in offers(state), "the card just taken and all the others are the pile"


@pytest.mark.rule("PA-8", "PA-21")
def test_half_gods_come_low_group_first() -> None:
    halves = {"2": 1, "4": 1, "6": 2}
    state = position(player(), nation="roma", phase="loot", scene="prepare", half_god_stack=halves)
    state = play(state, "chance loot half_god")
    assert events(state) == ["chance loot half_god", "chance half_god 2"]
    state = play(state, "chance loot half_god")
    assert probabilities(state) == {"chance half_god 4": Fraction(1, 3), "chance half_god 6": Fraction(2, 3)}
    state = play(state, "chance half_god 6", "chance loot money")
    assert state.to_dict()["loot"] == ["half_god", "half_god", "money", None, None]
    assert state.to_dict()["pool"] == {"2": 1, "6": 1}
    assert state.node_kind() == "god"
    empty = position(player(), nation="roma", phase="loot", scene="prepare", half_god_stack={})
    assert play(empty, "chance loot half_god").node_kind() == "loot"


@pytest.mark.rule("PA-10", "PA-74")
def test_an_empty_god_stack_gives_nothing() -> None:
    state = movement(player({"move": 1}, feet=["s85"]), loot=["god", "money"])
    drawn = play(state, "place s84")
    assert drawn.node_kind() == "god"
    assert seat(play(drawn, "chance god g36"))["gods"] == {"traitera": 1}
    state = movement(player({"move": 1}, feet=["s85"]), loot=["god", "money"], god_stack=[])
    after = play(state, "place s84")
    assert after.node_kind() == "movement"
    assert seat(after)["score"] == 0


@pytest.mark.rule("PA-11", "PA-105", "PA-112", "PA-121")
def test_an_instant_god_leaves_the_game() -> None:
    state = play(position(player(levels=(1, 0, 0, 3)), epoch=5, gods=["g32", "g08"]), "worship 2")
    assert seat(state)["score"] == 5
    assert seat(state)["hand"] == seat(state)["known"] == {"money2": 1}
    assert seat(state)["gods"] == {}
    assert state.to_dict()["gods"] == ["g32", None, None, None, None]
    assert "g08" not in state.to_dict()["god_stack"]


@pytest.mark.rule("PA-20")
def test_nations_are_drawn_from_those_not_used() -> None:
    state = position(player(), nation=None, epoch=3, phase="nation", scene="prepare", nations=["gallia", "roma"])
    left = ("germania", "graecia", "aegyptus", "persia", "iberia", "cartago")
    assert probabilities(state) == {f"chance nation {name}": Fraction(1, 6) for name in left}


@pytest.mark.rule("PA-22")
def test_gods_are_laid_out_as_far_as_they_go() -> None:
    loot = ["money", "money", "cards"]
    state = position(player(), nation="iberia", phase="god", scene="prepare", loot=loot, god_stack=["g04", "g20"])
    assert probabilities(state) == {"chance god g04": Fraction(1, 2), "chance god g20": Fraction(1, 2)}
    state = play(state, "chance god g04")
    assert state.node_kind() == "half_god"
    state = play(state, "chance half_god 3", "chance half_god 1", "chance god g20")
    assert state.to_dict()["pool"] == {"1": 1, "3": 1}
    assert state.to_dict()["gods"] == ["g04", "g20", None, None, None]
    assert state.node_kind() == "step", "the stack is empty: the effect of the nation begins"


@pytest.mark.rule("PA-26", "PA-101", "PA-111")
def test_gallia_without_a_choice() -> None:
    """Nothing to reveal, nothing to pay with; a god revealed is drawn, so Plaesiris leaves the pool alone."""
    payer = player({"gift": 1, "priest": 1}, levels=(4, 0, 0, 0))
    empty = position(payer, nation="gallia", epoch=2, phase="gallia", scene="nation", actor=0, god_stack=["g12"])
    assert offers(empty) == {"gallia cards", "gallia god"}
    after = play(empty, "gallia god", "chance god g12", "offer gift")
    assert events(after) == ["gallia god", "chance god g12", "offer gift", "gallia cards"]
    assert (seat(after)["gods"], after.to_dict()["actor"]) == ({"depraccus": 1}, 1)
    state = position(payer, nation="gallia", epoch=2, phase="gallia", scene="nation", pool=[6])
    god = play(state, "gallia god")
    assert offers(play(god, "chance god g07")) == {"offer gift", "refuse"}, "a level that suffices goes first"
    assert events(play(god, "chance god g32"))[-1] != "chance god g32", "Pietalte asks for three cards of a kind"
    assert seat(play(god, "chance god g32"))["gods"] == {}
    assert offers(play(god, "chance god g35")) == {"offer gift", "offer priest", "refuse"}
    drawn = play(god, "chance god g07", "offer gift")
    assert drawn.node_kind() == "half_god"
    drawn = play(drawn, "chance half_god 1", "chance half_god 2")
    assert (seat(drawn)["half_god_points"], drawn.to_dict()["pool"]) == (3, {"6": 1})
    assert seat(drawn)["score"] == 2


@pytest.mark.rule("PA-57", "PA-61")
def test_a_column_can_be_jumped_but_not_one_s_own() -> None:
    """The jumped space may hold a column, an own piece is never jumped, and no space two jumps away."""
    mover = player({"move": 1}, gods={"gaiviles": 2}, feet=["s102"])
    state = movement(mover, player(columns=["s101"]), points=1, jumps=2)
    behind = {"s84", "s100", "s116"}
    assert behind <= places(state)
    assert not behind & (places(movement(mover, player(), points=1, jumps=2)) - {"s116"})
    own = movement({**mover, "columns": ["s101"]}, player(columns=["s101"]), points=1, jumps=2)
    assert behind <= places(own), "his column there belongs to the network: no jump"
    placed = play(own, "place s100")
    assert placed.to_dict()["jumps"] == 2


@pytest.mark.rule("PA-28")
def test_aegyptus_exchanges_in_one_direction() -> None:
    state = before_effects(nation="aegyptus", epoch=2)
    assert offers(state) == {"trade foot", "trade column", "end"}
    feet = play(state, "trade foot")
    assert offers(feet) == {"trade foot", "end"}
    assert (seat(feet)["feet_in_hand"], seat(feet)["columns_in_hand"]) == (3, 4)
    columns = play(state, "trade column", "trade column", "trade column")
    assert (seat(columns)["feet_in_hand"], seat(columns)["columns_in_hand"]) == (7, 0)
    assert events(columns)[-1] == "end", "no column is left to give"
    assert columns.current_player() == 1
    poor = before_effects(player(feet_in_hand=0, columns_in_hand=12), nation="aegyptus", epoch=2)
    assert offers(poor) == {"trade column", "end"}


@pytest.mark.rule("PA-30")
def test_iberia_gives_one_step() -> None:
    state = before_effects(player(levels=(4, 1, 4, 0)), player(levels=(4, 4, 4, 4)), nation="iberia", epoch=2)
    assert offers(state) == {"up priest", "up temple"}
    state = play(state, "up temple")
    assert seat(state)["levels"]["temple"] == 1
    assert state.node_kind() == "turn", "who has all levels gets nothing"


@pytest.mark.rule("PA-25", "PA-32")
def test_roma_gives_two_cards_to_each() -> None:
    state = before_effects(player(), player(), player(), nation="roma", epoch=2, first=1, active=1, actor=1)
    for number in (1, 1, 2, 2, 0, 0):
        assert state.to_dict()["actor"] == number
        state = play(state, "chance card dancer")
    assert [held(state, number) for number in range(3)] == [2, 2, 2]
    assert state.current_player() == 1


@pytest.mark.rule("PA-27")
def test_graecia_fills_hands_up_even_after_a_recall() -> None:
    rest = ALL_BUT_ONE | {"dancer": 11, "temple": 6}
    state = before_effects(player({"temple": 5}), player(rest), nation="graecia", epoch=2)
    assert (held(state, 0), held(state, 1)) == (0, 0), "the pile was empty: all hands are drawn from"
    for drawn in range(7):
        assert held(state, 0) == drawn
        state = play(state, "chance card temple")
    assert state.to_dict()["actor"] == 1
    assert held(state, 0) == 7


@pytest.mark.rule("PA-34")
def test_the_space_of_the_temple_is_closed() -> None:
    state = play(movement(player({"move": 2})), "place s85", "place s102")
    assert "s86" not in places(state)
    jumper = movement(player(gods={"gaiviles": 1}), player(feet=["s85"]), jumps=1)
    assert "s86" not in places(jumper)


@pytest.mark.rule("PA-36")
def test_depraccus_draws_from_the_starting_player_on() -> None:
    gods = {"depraccus": 1}
    seats = (player(gods=gods), player(), player(gods=gods))
    state = before_effects(*seats, nation="persia", epoch=2, first=1, active=1, actor=1)
    assert state.to_dict()["actor"] == 2
    state = play(state, "chance card gift", "chance card gift")
    assert state.to_dict()["actor"] == 0
    state = play(state, "chance card gift", "chance card gift")
    assert [held(state, number) for number in range(3)] == [2, 0, 2]
    assert (state.node_kind(), state.current_player()) == ("turn", 1)


@pytest.mark.rule("PA-40", "PA-41", "PA-42", "PA-46")
def test_bonus_tiles_in_turn() -> None:
    state = before_effects(player(), player(), player(), nation="persia")
    assert probabilities(state) == {f"chance bonus {kind}": Fraction(1, 6) for kind in KINDS}
    state = play(state, "chance bonus support")
    assert (seat(state)["feet_in_hand"], seat(state)["columns_in_hand"]) == (5, 4)
    assert probabilities(state) == {f"chance bonus {kind}": Fraction(1, 5) for kind in KINDS[1:]}
    state = play(state, "chance bonus half_god", "chance half_god 2")
    assert (seat(state, 1)["half_gods"], seat(state, 1)["half_god_points"]) == (1, 2)
    state = play(state, "chance bonus movement")
    assert seat(state, 2)["movement"] == 1
    assert (state.node_kind(), state.current_player()) == ("turn", 0)


@pytest.mark.rule("PA-43", "PA-106")
def test_bonus_god() -> None:
    state = play(before_effects(nation="persia"), "chance bonus god", "chance god g28")
    assert (seat(state)["score"], seat(state)["gods"]) == (1, {"stonkus": 1})
    assert state.node_kind() == "bonus"


@pytest.mark.rule("PA-44", "PA-55")
def test_bonus_column() -> None:
    full = player(columns=["s54", "s68"])
    seats = (player(columns=["s5"]), full, player(columns=["s54", "s68", "s10"]))
    state = play(before_effects(*seats, nation="persia"), "chance bonus column")
    assert len(places(state)) == 32 - 3
    assert not places(state) & {"s5", "s54", "s68"}
    assert "s10" in places(state)
    after = play(state, "place s93")
    assert seat(after)["columns"] == ["s5", "s93"]
    assert seat(after)["columns_in_hand"] == 3, "it comes from the general supply"


@pytest.mark.rule("PA-44")
def test_bonus_column_with_nothing_to_place() -> None:
    everything = player(columns=["s5"], columns_in_hand=11)
    state = play(before_effects(everything, nation="persia"), "chance bonus column")
    assert (state.node_kind(), state.current_player()) == ("bonus", -1)
    assert seat(state)["columns"] == ["s5"]
    assert seat(state)["bonus"] is None


@pytest.mark.rule("PA-45")
def test_bonus_offering() -> None:
    state = play(before_effects(player(levels=(0, 1, 2, 0)), nation="persia"), "chance bonus offering")
    assert offers(state) == {"up gift", "up temple"}
    assert seat(play(state, "up temple"))["levels"] == {"gift": 0, "priest": 1, "dancer": 2, "temple": 1}


@pytest.mark.rule("PA-40")
def test_bonus_tiles_chosen() -> None:
    state = pyboard.load_game("pantheon", players=2, bonus="choose").new_initial_state()
    assert offers(state) == {f"bonus {kind}" for kind in KINDS}
    state = play(state, "bonus movement")
    assert offers(state) == {f"bonus {kind}" for kind in KINDS[:-1]}
    state = play(state, "bonus support")
    assert [seat(state, number)["bonus"] for number in (0, 1)] == ["movement", "support"]
    state = draw(state)
    while state.to_dict()["phase"] != "turn":
        state = draw(play(state, state.action_to_string(state.legal_actions()[0])))
    assert seat(state, 0)["movement"] == 1
    assert [seat(state, number)["bonus"] for number in (0, 1)] == [None, None]


@pytest.mark.rule("PA-64", "PA-76")
def test_a_cards_tile_stays_open_while_the_pile_is_short() -> None:
    mover = player({"move": 1}, feet=["s85"])
    state = movement(mover, loot=["cards", "money"])
    assert play(state, "place s84").is_chance_node()
    assert held(play(state, "place s84", "chance card gift", "chance card gift")) == 3
    assert "s84" not in places(play(state, "place s71"))
    others = player(ALL_BUT_ONE | {"move": 14})
    short = play(movement(mover, others, loot=["cards", "money"]), "place s71")
    assert "s84" in places(short)
    assert "s70" not in places(short)
    two = player(ALL_BUT_ONE | {"move": 14, "gift": 9})
    assert "s84" not in places(play(movement(mover, two, loot=["cards", "money"]), "place s71"))


@pytest.mark.rule("PA-64")
def test_loot_before_other_pieces() -> None:
    mover = player({"move": 1}, feet=["s85", "s72"])
    state = movement(mover, loot=["money", "money", "money"])
    assert {"s84", "s73", "s70", "s102"} <= places(state)
    after = play(state, "place s102")
    assert not places(after) & {"s84", "s73", "s70"}
    assert "s103" in places(after)
    looted = play(state, "place s73")
    assert {"s84", "s70", "s102"} <= places(looted)


@pytest.mark.rule("PA-61", "PA-114")
def test_permanent_points_and_jumps_count_at_once() -> None:
    state = play(position(player(gods={"gaiviles": 2, "vinthrad": 1}, movement=3)), "move")
    assert (state.to_dict()["points"], state.to_dict()["jumps"]) == (1 + 3 + 1, 2)
    taker = player({"move": 1}, feet=["s85"], movement=1)
    for tile, points, jumps in (("g16", 2, 0), ("g20", 1, 1)):
        taken = play(movement(taker, loot=["god", "money"], points=2), "place s84", f"chance god {tile}")
        assert (taken.to_dict()["points"], taken.to_dict()["jumps"]) == (points, jumps)
    buyer = player({"money1": 3}, gods={"vinthrad": 2}, feet=["s85"])
    shop = play(position(buyer, loot=["god", "money"]), "buy", "coin 1", "coin 1", "coin 1", "shop", "place s84")
    bought = play(shop, "chance god g20")
    assert (bought.to_dict()["purse"], bought.to_dict()["jumps"]) == (2, 1)


@pytest.mark.rule("PA-75")
def test_two_offering_steps() -> None:
    loot = ["offering2", "money"]
    state = play(movement(player({"move": 1}, feet=["s85"]), loot=loot), "place s84")
    assert offers(state) == {"up gift", "up priest", "up dancer", "up temple"}
    state = play(state, "up dancer")
    assert offers(state) == {"up dancer", "up temple"}
    state = play(state, "up dancer")
    assert seat(state)["levels"]["dancer"] == 2
    tight = play(movement(player({"move": 1}, (3, 4, 4, 3), feet=["s85"]), loot=loot), "place s84")
    assert events(tight) == ["place s84", "up gift", "up temple"]
    last = play(movement(player({"move": 1}, (4, 4, 4, 3), feet=["s85"]), loot=loot), "place s84")
    assert events(last) == ["place s84", "up temple"]
    full = play(movement(player({"move": 1}, (4, 4, 4, 4), feet=["s85"]), loot=loot), "place s84")
    assert events(full) == ["place s84"]


@pytest.mark.rule("PA-80", "PA-82")
def test_buy_needs_something_to_buy() -> None:
    assert "buy" not in offers(position(player()))
    assert "buy" in offers(position(player(gods={"stonkus": 1})))
    around = player(feet=sorted(AROUND))
    all_taken = {"feet_in_hand": 12, "columns_in_hand": 12}
    assert "buy" not in offers(position(player({"money1": 1, "move": 1}, **all_taken), around))
    assert "buy" in offers(position(player({"money1": 2}, **all_taken), around))
    assert "buy" in offers(position(player({"money1": 1}, **all_taken)))
    nothing = player({"money1": 3, "money2": 1}, levels=(4, 4, 4, 4), feet_in_hand=0, columns_in_hand=12)
    assert "buy" in offers(position(nothing, money=[2, 3, 3, 4, 4, 5])), "feet are in the general supply"


@pytest.mark.rule("PA-81")
def test_money_gained_in_a_purchase_is_not_spent() -> None:
    state = position(player({"money1": 1}, feet=["s85"]), loot=["money", "money"])
    state = play(state, "buy", "coin 1", "shop", "place s84", "end")
    assert seat(state)["hand"] == {"money2": 1}
    assert state.current_player() == 1


@pytest.mark.rule("PA-85")
def test_nobody_follows_a_purchase() -> None:
    state = position(player({"money1": 1}), player(movement=3))
    state = play(state, "buy", "coin 1", "shop", "buy column", "end")
    assert (state.current_player(), state.node_kind()) == (1, "turn")


@pytest.mark.rule("PA-116")
def test_gadicea_draws_one_card_more() -> None:
    state = play(position(player(gods={"gadicea": 2})), "draw")
    assert state.to_dict()["takes"] == 3 + 2
    for _ in range(5):
        state = play(state, "take pile", "chance card gift")
    assert (held(state), state.current_player()) == (5, 1)


@pytest.mark.rule("PA-143", "PA-144", "PA-145")
def test_what_stays_after_an_epoch() -> None:
    owner = player(
        {"temple": 2},
        levels=(1, 0, 2, 0),
        gods={"stonkus": 2, "depraccus": 1},
        feet=["s85"],
        columns=["s101"],
        movement=2,
        half_gods=1,
        half_god_points=3,
    )
    state = position(owner, player(feet=["s70"]), loot=["money"], gods=["g32", "g00"], pool=[4, 4])
    state = play(state, "move", "place s84", "place s87", "place s102", "end", "stay", "chance card gift")
    after = state.to_dict()
    assert (after["loot"], after["gods"], after["pool"]) == ([None] * 5, [None] * 5, {})
    assert not {"g32", "g00"} & set(after["god_stack"])
    first = seat(state)
    assert (first["feet"], first["feet_in_hand"], first["columns"]) == ([], 5, ["s101"])
    assert (first["hand"], first["movement"], first["half_god_points"]) == ({"temple": 2, "money2": 1}, 2, 3)
    assert first["levels"] == {"gift": 1, "priest": 0, "dancer": 2, "temple": 0}
    assert first["gods"] == {"stonkus": 2, "depraccus": 1}
    assert seat(state, 1)["feet_in_hand"] == 5


@pytest.mark.rule("PA-51", "PA-173")
def test_turn_cap() -> None:
    state = position(player(gods={"traitera": 1}), options={"turn_cap": 2}, first=1, gods=["g32"])
    state = play(state, "draw")
    for _ in range(3):
        state = play(state, "take pile", "chance card gift")
    state = play(state, "extra", "draw")
    for _ in range(3):
        state = play(state, "take pile", "chance card gift")
    after = state.to_dict()
    assert (after["epoch"], after["first"], after["phase"]) == (2, 0, "nation")
    assert [entry["score"] for entry in after["players"]] == [0, 0]
    endless = pyboard.load_game("pantheon", players=2, turn_cap=0)
    assert endless.max_game_length() is None


@pytest.mark.rule("PA-62", "PA-63")
def test_a_card_instead_of_a_movement_comes_at_once() -> None:
    state = play(position(player(), player(movement=1), player(movement=1)), "move", "place s85", "end", "stay")
    assert (state.to_dict()["actor"], state.node_kind()) == (1, "card")
    state = play(state, "chance card gift")
    assert (state.current_player(), state.node_kind()) == (2, "follow")
    state = play(state, "follow", "place s87", "end")
    assert (state.current_player(), state.node_kind()) == (1, "turn")
