"""Rules that no worked example shows."""

from __future__ import annotations

import random
from typing import Any

import pytest
from support.cuba import (
    DATA,
    MERCHANDISE,
    RESOURCES,
    STATUTES,
    bribing,
    complying,
    harbour,
    left,
    pieces,
    player,
    position,
    purse,
    seat,
)
from support.play import offers, play

import pyboard

ALL = {"buildings": "all"}
CROSS = ("play foreman", "foreman cross")


def random_walk(options: dict[str, Any], seats: int, seed: int) -> list[pyboard.State]:
    rng = random.Random(seed)
    state = pyboard.load_game("cuba", players=seats, **options).new_initial_state()
    nodes = []
    while not state.is_terminal():
        nodes.append(state.clone())
        state.apply_action(rng.choice(state.legal_actions()))
    return [*nodes, state]


@pytest.mark.rule("CU-1", "CU-2", "CU-4")
@pytest.mark.parametrize("seats", [2, 5])
def test_nothing_is_lost_or_owed(seats: int) -> None:
    for state in random_walk(ALL, seats, 3):
        for kind in (*RESOURCES, *MERCHANDISE):
            assert 0 <= left(state, kind) <= DATA["supply"][kind]
        for number in range(seats):
            assert min(purse(state, number)) >= 0
            assert state.view(1)["players"] == state.view(0)["players"], "all is public"


@pytest.mark.rule("CU-2", "CU-35")
def test_costs_go_to_the_supply() -> None:
    state = position(player(wood=2, stone=3))
    before = left(state, "stone")
    assert left(play(state, "play architect", "build large_bank"), "stone") == before + 3


@pytest.mark.rule("CU-7", "CU-8", "CU-11")
def test_set_up() -> None:
    state = pyboard.load_game("cuba", players=3).new_initial_state()
    for text in ("s01", "s02", "s03"):
        state.apply_text(f"chance ship_draw {text}")
    assert harbour(state) == ("s01", "s02", None, "s03")
    assert offers(state) == {f"chance start_player p{number}" for number in range(3)}
    state.apply_text("chance start_player p1")
    assert [purse(state, number) for number in range(3)] == [(10, 0)] * 3
    two = {"take wood wood", "take wood stone", "take wood water", "take stone stone", "take stone water"}
    for number in (1, 2, 0):
        assert state.current_player() == number
        assert offers(state) == two | {"take water water"}
        state.apply_text("take wood wood")
        assert len(offers(state)) == 6
        state.apply_text("take sugar tobacco")
        assert pieces(state, number) == {"wood": 2, "sugar": 1, "tobacco": 1}
    assert state.node_kind() == "bill_draw"


@pytest.mark.rule("CU-9", "CU-10", "CU-73")
def test_bills_use_up_the_stacks() -> None:
    seen: dict[int, set[str]] = {}
    for state in random_walk({}, 2, 5):
        dump = state.to_dict()
        if dump["phase"] == "card":
            seen[dump["round"]] = set(dump["bills"].values())
            assert [len(cards) for cards in dump["stacks"].values()] == [6 - dump["round"]] * 4
    assert sorted(seen) == [1, 2, 3, 4, 5, 6]
    assert set.union(*seen.values()) == {card for cards in STATUTES.values() for card in cards}
    state = position(player(pesos=30), bills={"other": "oth_tariff"})
    state = play(state, "play tradeswoman", "buy rum")
    assert purse(state)[0] == 25, "a bill has no effect yet"


@pytest.mark.rule("CU-11", "CU-12", "CU-13", "CU-14")
def test_laps() -> None:
    state = position(player(), player(), player(), start=1, active=1)
    state = play(state, "privilege mayor")
    assert state.current_player() == 2
    assert purse(state, 1)[0] == 14
    state = play(state, "play mayor", "ship none")
    assert state.current_player() == 0
    state = play(state, "play architect", "build none")
    assert (state.current_player(), state.to_dict()["lap"]) == (1, 2)
    assert not offers(state) & {"play mayor", "privilege mayor"}
    assert {"play tradeswoman", "privilege tradeswoman"} <= offers(state)
    for dump in (entry.to_dict() for entry in random_walk({}, 3, 1)):
        if dump["phase"] == "bribe":
            assert all(len(entry["hand"]) == 1 for entry in dump["players"]), "the fifth card is the delegate"


@pytest.mark.rule("CU-19", "CU-18")
def test_only_what_the_supply_has_is_taken() -> None:
    state = position(player(), supply={"water": 0})
    assert offers(play(state, "privilege tradeswoman")) == {"take wood", "take stone"}
    empty = position(player(), supply=dict.fromkeys(RESOURCES, 0))
    assert "privilege tradeswoman" not in offers(empty)
    taken = {"tradeswoman": 1, "architect": 0, "mayor": 0}
    market = {"citrus": 4, "sugar": 2, "tobacco": 4, "rum": 2, "cigar": 2}
    lowest = {"trade_privilege2": "lowest"}
    state = position(player(), options=lowest, privileges=taken, market=market)
    assert offers(play(state, "privilege tradeswoman")) == {"take citrus", "take tobacco"}
    state = position(player(), options=lowest, privileges=taken, market=market, supply={"citrus": 0, "tobacco": 0})
    assert "privilege tradeswoman" not in offers(state), "the supply does not change which is the lowest"
    first = position(player(), options=lowest, market=market)
    assert offers(play(first, "privilege tradeswoman")) == {"take wood", "take stone", "take water"}


def next_round(*players: dict[str, Any], **more: Any) -> pyboard.State:
    """The first card of the round after one in which nobody obeys a law."""
    rng = random.Random(1)
    state = complying(*players, piers=("s01", "s02", "s05"), **more)
    while state.node_kind() != "card":
        texts = offers(state)
        state = play(state, "comply none" if "comply none" in texts else rng.choice(sorted(texts)))
    return state


@pytest.mark.rule("CU-21", "CU-91", "CU-98", "CU-100")
def test_reset() -> None:
    taken = {"tradeswoman": 2, "architect": 1, "mayor": 2}
    state = next_round(player(citrus=2, stored=True, pawn="c3"), player(sugar=1), next_start=1, privileges=taken)
    dump = state.to_dict()
    assert dump["privileges"] == dict.fromkeys(taken, 0)
    assert (dump["round"], dump["lap"], dump["start"], dump["next_start"]) == (3, 1, 1, None)
    assert state.current_player() == 1
    assert [pieces(state, number) for number in (0, 1)] == [{"citrus": 2}, {}], "products go before the reset"
    assert not seat(state)["stored"]
    assert seat(state)["pawn"] == "c3"
    assert len(seat(state)["hand"]) == 5
    kept = next_round(player(), player(sugar=1), laws={"other": "oth_storage"})
    assert pieces(kept, 1) == {"sugar": 1}
    located = {"storage": "located"}
    kept = next_round(player(), player(sugar=1), laws={"other": "oth_storage"}, options=located)
    assert pieces(kept, 1) == {"sugar": 1}
    assert seat(kept, 1)["store"]["sugar"] == 0, "it stays in the yard"


@pytest.mark.rule("CU-22", "CU-23")
def test_the_pawn_may_go_anywhere() -> None:
    state = play(position(player(pawn="b2", buildings={"c1": "dam"})), "play worker")
    assert offers(state) == {f"worker {column}{row}" for row in "123" for column in "abcd"}
    assert pieces(play(state, "worker b2")) == {"stone": 2, "water": 1, "citrus": 1, "sugar": 1, "tobacco": 1}
    assert pieces(play(state, "worker c1")) == {"stone": 1, "citrus": 1, "water": 1, "tobacco": 1}
    assert pieces(play(state, "worker a1")) == {"stone": 1, "citrus": 1, "tobacco": 1, "wood": 1}


@pytest.mark.rule("CU-72", "CU-80", "CU-82")
def test_laws_count_in_the_round_of_their_enactment_and_later() -> None:
    bills = {"tax": "tax_1", "subsidy": "sub_builders"}
    built = {"b1": "dam", "b2": "inn"}
    state = bribing(player(buildings=built), player(), delegates=("mayor", "worker"), bills=bills)
    state = play(state, "bribe 0", "bribe 0", "enact tax subsidy")
    assert (state.node_kind(), state.current_player()) == ("comply", 0)
    assert offers(state) == {"comply none", "comply tax"}
    state = play(state, "comply tax")
    assert purse(state) == (10 - 1 + 2, 2)
    later = complying(player(buildings=built), laws=bills, round=5)
    assert purse(play(later, "comply tax")) == (11, 2)
    kept = next_round(player(), laws={"duty": "duty_sugar"})
    assert kept.to_dict()["laws"] == {
        "tax": "tax_printed",
        "duty": "duty_sugar",
        "subsidy": None,
        "other": None,
    }


@pytest.mark.rule("CU-29", "CU-34")
def test_only_merchandise_is_traded() -> None:
    state = play(position(player(pesos=40, wood=3, sugar=1, cigar=1)), "play tradeswoman")
    assert offers(state, "sell") == {"sell sugar", "sell cigar"}
    assert offers(state, "buy") == {f"buy {kind}" for kind in MERCHANDISE}
    state = play(state, "sell cigar")
    assert offers(state, "sell") == set(), "sugar stands before cigar"
    state = play(state, "buy tobacco")
    assert offers(state) == {"buy tobacco", "buy rum", "trade done"}


@pytest.mark.rule("CU-38", "CU-39")
def test_both_tiles_of_a_kind() -> None:
    owner = player(wood=4, stone=4, sugar=3, pawn="b2", buildings={"b1": "distillery"})
    state = play(position(owner), "play architect")
    assert {"build distillery", "build none"} <= offers(state)
    state = play(state, "build distillery", "on b2")
    assert seat(state)["buildings"] == {"b1": "distillery", "b2": "distillery"}
    others = position(player(), player(**{**owner, "buildings": {"b1": "distillery", "b2": "distillery"}}))
    assert "build distillery" not in offers(play(others, "play architect"))
    both = play(position(player(sugar=3, pawn="b2", buildings={"b1": "distillery", "b2": "distillery"})), *CROSS)
    assert offers(both) == {"use distillery 1", "use distillery 2", "use distillery 3", "use done"}
    assert play(both, "use distillery 1").current_player() == 1, "used once"
    poor = play(position(player()), "play architect", "build none")
    assert poor.current_player() == 1


@pytest.mark.rule("CU-42", "CU-44", "CU-46")
def test_uses_until_done() -> None:
    built = {"b2": "sawmill", "c2": "cement_factory"}
    state = play(position(player(wood=1, stone=5, pawn="b2", buildings=built)), *CROSS)
    cement = {f"use cement_factory {number}" for number in (1, 2, 3, 4)}
    assert offers(state) == {"use sawmill 1", "use done"} | cement
    state = play(state, "use sawmill 1")
    assert offers(state) == {"use done"} | cement
    done = play(state, "use done")
    assert done.current_player() == 1
    assert seat(done)["pawn"] == "b2"
    assert purse(play(state, "use cement_factory 4"))[1] == 5


@pytest.mark.rule("CU-43", "CU-47", "CU-48", "CU-52")
def test_gains() -> None:
    built = {"a2": "small_bank", "b1": "large_bank", "b2": "inn", "c2": "hotel", "d2": "statue"}
    state = play(position(player(pawn="b2", buildings={**built, "b3": "tavern"}), options=ALL), *CROSS)
    assert purse(state) == (10 + 2 + 4, 1 + 2 + 6)
    assert pieces(state) == {"rum": 1}
    state = position(player(pawn="b2", buildings={"b2": "dam", "c2": "embassy"}), options=ALL)
    assert pieces(play(state, *CROSS)) == {"water": 2, "cigar": 1}


@pytest.mark.rule("CU-49", "CU-50", "CU-51")
def test_town_hall_church_and_warehouse() -> None:
    built = {"b2": "town_hall", "c2": "church", "d2": "warehouse"}
    state = play(position(player(pawn="b2", buildings=built)), *CROSS)
    assert seat(state)["town_hall"]
    assert seat(state)["stored"]
    assert state.to_dict()["veto"] == 0
    votes = bribing(player(town_hall=True, buildings=built), player(), delegates=("worker", "architect"))
    assert offers(votes) == {"bribe 0", *(f"bribe {number}" for number in range(1, 11))}
    assert play(votes, "bribe 1", "bribe 0").current_player() == 0, "1 + 2 + 1 votes against 3"


@pytest.mark.rule("CU-55", "CU-56", "CU-57")
def test_selling_and_returning() -> None:
    built = {"a2": "builders_yard", "b1": "middleman", "b2": "general_store", "c2": "monastery", "d2": "cigar_cafe"}
    state = position(player(pesos=0, wood=2, water=1, sugar=2, rum=1, cigar=4, pawn="b2", buildings=built))
    state = play(state, *CROSS)
    yard = {"wood", "water", "wood wood", "wood water"}
    assert {text for text in offers(state) if "yard" in text} == {f"use builders_yard {what}" for what in yard}
    assert purse(play(state, "use builders_yard wood water"))[0] == 4
    assert purse(play(state, "use middleman sugar"))[0] == 4
    assert purse(play(state, "use general_store cigar"))[0] == 6
    pairs = {"sugar", "rum", "cigar", "sugar sugar", "sugar rum", "sugar cigar", "rum cigar", "cigar cigar"}
    assert {text for text in offers(state) if "monastery" in text} == {f"use monastery {what}" for what in pairs}
    after = play(state, "use monastery sugar sugar")
    assert (purse(after)[1], pieces(after)) == (2, {"wood": 2, "water": 1, "rum": 1, "cigar": 4})
    assert {text for text in offers(state) if "cafe" in text} == {f"use cigar_cafe {n}" for n in (1, 2, 3)}
    assert purse(play(state, "use cigar_cafe 3"))[1] == 6


@pytest.mark.rule("CU-57", "CU-61", "CU-62", "CU-63")
def test_expansion_buildings() -> None:
    built = {"a2": "samba_school", "b1": "treasury", "b2": "casino", "c2": "customs", "d2": "newspaper"}
    one_each = dict.fromkeys(MERCHANDISE, 1)
    state = position(
        player(pesos=11, vp=4, pawn="b2", buildings=built, **one_each),
        options=ALL,
        piers=(("s01", {"citrus": 1}), ("s02", {"rum": 1}), None),
        sea=("s09", {"tobacco": 1}),
    )
    state = play(state, *CROSS)
    customs = {f"{give} {get}" for give in MERCHANDISE for get in ("citrus", "rum") if give != get}
    assert {text for text in offers(state) if "customs" in text} == {f"use customs {what}" for what in customs}
    casino = {"vp 1", "vp 2", "pesos 1", "pesos 2"}
    assert {text for text in offers(state) if "casino" in text} == {f"use casino {what}" for what in casino}
    assert purse(play(state, "use casino vp 2")) == (1, 8)
    assert purse(play(state, "use casino pesos 2")) == (21, 0)
    assert pieces(play(state, "use customs sugar rum"))["rum"] == 2
    assert play(state, "use customs sugar rum").to_dict()["piers"] == state.to_dict()["piers"]
    assert purse(play(state, "use treasury"))[1] == 4 + 9
    samba = play(state, "use samba_school")
    assert (purse(samba)[1], set(pieces(samba))) == (9, {"citrus", "sugar", "tobacco"})
    assert play(state, "use newspaper duty").to_dict()["press"] == "duty"


@pytest.mark.rule("CU-69")
@pytest.mark.parametrize(("tie", "kind"), [("once", "enact"), ("repeat", "bribe")])
def test_one_repeat(tie: str, kind: str) -> None:
    state = bribing(
        *[player()] * 3,
        delegates=("worker", "foreman", "mayor"),
        bought=(0, 2, 1),
        bidders=(1, 2),
        start=2,
        options={"vote_tie": tie},
    )
    state = play(state, "bribe 1", "bribe 1")
    assert state.node_kind() == kind
    assert state.current_player() == 2


@pytest.mark.rule("CU-78", "CU-85", "CU-101")
def test_embargo_and_full_ships_stay() -> None:
    goods = {"citrus": 1, "sugar": 1, "rum": 1, "cigar": 1}
    built = {"b2": "large_trading_house"}
    owner = player(**goods, pawn="b2", buildings=built)
    embargo = {"other": "oth_embargo"}
    assert offers(play(position(owner, laws=embargo), "play mayor", "ship 1")) == {"load citrus", "load sugar"}
    uses = {text for text in offers(play(position(owner, laws=embargo), *CROSS)) if "house 1" in text}
    assert uses == {"use large_trading_house 1 citrus 1", "use large_trading_house 1 sugar 1"}
    assert offers(play(position(owner), "play mayor", "ship 1")) == {"load citrus", "load sugar", "load rum"}
    cargo = {"citrus": 1, "tobacco": 1, "cigar": 2}
    state = position(player(cigar=1), piers=("s02", "s05", ("s15", cargo)))
    state = play(state, "play mayor", "ship 3", "load cigar", "load done")
    assert harbour(state) == ("s02", "s05", "s15", "s09")
    assert state.current_player() == 1


@pytest.mark.rule("CU-84", "CU-86")
def test_subsidies() -> None:
    built = {"b1": "dam", "c1": "inn", "a3": "hotel"}
    for law, gain in (
        ("sub_buildings", (0, 1)),
        ("sub_builders", (3, 0)),
        ("sub_farmland", (4, 0)),
        ("sub_water", (0, 0)),
    ):
        state = complying(player(pesos=1, buildings=built), player(citrus=1), laws={"subsidy": law})
        assert [text for _, text in state.transcript(forced=True)] == ["comply none"], "its pesos come too late"
        assert purse(state) == (1 + gain[0], gain[1]), law
    state = complying(player(pesos=1, buildings=built), player(citrus=1), laws={"subsidy": "sub_materials"})
    assert pieces(state) == {"stone": 1, "water": 1}, "no wood field is left: a3 and c1 are built"
    water = complying(player(pesos=1, water=7), player(citrus=1), laws={"subsidy": "sub_water"})
    assert purse(water)[1] == 5


@pytest.mark.rule("CU-88", "CU-90")
def test_cafe_without_a_taken_space() -> None:
    options = {"buildings": "all", "beach_cafe": "privileges"}
    owner = player(buildings={"a2": "beach_cafe"})
    state = play(position(owner, options=options), "privilege architect")
    assert state.to_dict()["privileges"]["architect"] == 1
    taken = {"tradeswoman": 0, "architect": 2, "mayor": 0}
    used = position(
        {**owner, "hand": ["worker", "tradeswoman", "foreman", "mayor"]}, lap=2, options=options, privileges=taken
    )
    assert "privilege architect" not in offers(used), "the card is played"
    unused = position(
        {**owner, "hand": ["architect", "foreman", "mayor", "worker"]}, lap=2, options=options, privileges=taken
    )
    assert purse(play(unused, "privilege architect"))[1] == 2


@pytest.mark.rule("CU-90a", "CU-90b", "CU-90c")
def test_cafe_gives_only_what_is_missing() -> None:
    owner = player(pesos=1, vp=3, rum=2, buildings={"a2": "beach_cafe"})
    state = complying(owner, options=ALL, laws={"tax": "tax_4", "duty": "duty_sugar"})
    assert offers(state) == {"comply none", "comply tax", "comply duty", "comply both"}
    after = play(state, "comply tax")
    assert (purse(after), pieces(after)) == ((1, 3), {"rum": 2}), "2 VP for 4 pesos, then the reward"
    both = play(state, "comply both", "cafe rum")
    assert (purse(both), pieces(both)) == ((1, 6), {"rum": 1})
    poor = complying(player(pesos=3, vp=1, buildings={"a2": "beach_cafe"}), options=ALL, laws={"tax": "tax_4"})
    assert [text for _, text in poor.transcript(forced=True)][:1] == ["comply none"], "neither pesos nor VP make a unit"


@pytest.mark.rule("CU-90e")
def test_cafe_and_an_empty_supply() -> None:
    owner = player(sugar=1, buildings={"a2": "beach_cafe"})
    taken = {"tradeswoman": 1, "architect": 0, "mayor": 0}
    state = position(owner, options=ALL, privileges=taken, supply={"sugar": 0, "citrus": 0})
    state = play(state, "privilege tradeswoman")
    assert offers(state) == {"take sugar", "take tobacco"}
    state = play(state, "take sugar")
    assert (purse(state)[0], pieces(state)) == (14, {"sugar": 1})
    law = position(owner, options=ALL, laws={"other": "oth_harvest"}, supply={"sugar": 0, "tobacco": 0})
    assert offers(play(law, "play worker", "worker b2")) == {
        "field stone",
        "field water",
        "field citrus",
        "field sugar",
    }


@pytest.mark.rule("CU-27", "CU-90e")
def test_cafe_and_a_harvest_from_an_empty_supply() -> None:
    """Own pieces count beside the supply (a_k), and bring 4 pesos each where it has none."""
    owner = player(tobacco=1, pesos=0, buildings={"d2": "beach_cafe", "b1": "dam"})
    options = {**ALL, "harvest_limit": "two_products"}
    state = position(owner, options=options, supply={"tobacco": 0, "sugar": 1, "water": 0})
    state = play(state, "play worker", "worker c2")  # citrus none, sugar b2, tobacco a2 and c3
    assert pieces(state) == {"wood": 1, "sugar": 1, "tobacco": 1}, "two products in all: nothing to choose"
    assert purse(state)[0] == 4
    two = position({**owner, "tobacco": 2}, options=options, supply={"tobacco": 0, "sugar": 1, "water": 0})
    two = play(two, "play worker", "worker c2")
    assert offers(two) == {"harvest 0 1 1", "harvest 0 0 2"}
    assert purse(play(two, "harvest 0 0 2"))[0] == 8


@pytest.mark.rule("CU-18", "CU-89")
def test_the_cheapest_product_binds_no_cafe() -> None:
    options = {"buildings": "all", "beach_cafe": "privileges", "trade_privilege2": "lowest"}
    market = {"citrus": 4, "sugar": 2, "tobacco": 2, "rum": 2, "cigar": 2}
    taken = {"tradeswoman": 1, "architect": 0, "mayor": 0}
    for buildings, kinds in (({}, {"citrus"}), ({"b2": "beach_cafe"}, {*RESOURCES, "citrus", "sugar", "tobacco"})):
        state = position(player(buildings=buildings), options=options, market=market, privileges=taken)
        state = play(state, "privilege tradeswoman")
        if len(kinds) == 1:
            assert [text for _, text in state.transcript(forced=True)][-1] == "take citrus"
        else:
            assert offers(state) == {f"take {kind}" for kind in kinds}


@pytest.mark.rule("CU-66", "CU-67")
def test_ties_grow_smaller() -> None:
    """Four tie, then three, then two: each time those alone who are first, with what they have left."""
    players = [player(pesos=money) for money in (3, 4, 5, 6)]
    state = bribing(*players, delegates=("mayor",) * 4, start=1)
    state = play(state, *["bribe 1"] * 4)
    assert [purse(state, number)[0] for number in range(4)] == [2, 3, 4, 5]
    assert (state.node_kind(), state.current_player()) == ("bribe", 1)
    state = play(state, "bribe 1", "bribe 1", "bribe 1", "bribe 0")
    assert state.to_dict()["parliament"]["bidders"] == [1, 2, 3]
    assert offers(state) == {"bribe 0", *(f"bribe {number}" for number in range(1, 3))}
    state = play(state, "bribe 0", "bribe 1", "bribe 1")
    assert state.to_dict()["parliament"]["bidders"] == [2, 3]
    state = play(state, "bribe 0", "bribe 2")
    assert (state.node_kind(), state.current_player()) == ("enact", 3)
    assert [purse(state, number)[0] for number in range(4)] == [2, 2, 2, 1]


@pytest.mark.rule("CU-90g")
def test_cafe_purchases_and_own_ones() -> None:
    market = {"citrus": 5, "sugar": 5, "tobacco": 0, "rum": 2, "cigar": 2}
    owner = player(pesos=1, rum=2, buildings={"a2": "beach_cafe"})
    state = play(position(owner, options=ALL, market=market), "play tradeswoman")
    # tobacco brings 6 and 5 for a unit of 4; citrus costs 2
    assert offers(state) == {"sell tobacco", "sell rum", "buy citrus", "buy sugar", "trade done"}
    after = play(state, "sell tobacco", "cafe rum")
    assert (purse(after)[0], pieces(after)) == (7, {"rum": 1})
    assert "sell rum" not in offers(after), "no own piece is sold after a sale by the cafe"
    assert "buy tobacco" not in offers(after)
    bought = play(state, "buy sugar", "cafe rum")
    assert (purse(bought)[0], pieces(bought)) == (3, {"sugar": 1, "rum": 1})
    assert "buy citrus" in offers(bought), "a purchase by the cafe fixes no order"
    assert offers(bought, "sell") == {"sell tobacco"}, "nothing of one's own after any purchase, on credit still"
    again = play(bought, "sell tobacco", "cafe sugar")
    assert (purse(again)[0], pieces(again)) == (9, {"rum": 1})


@pytest.mark.rule("CU-33", "CU-90g")
def test_cafe_purchases_that_pay() -> None:
    """Below 4 pesos, the tariff included, or while the supply holds fewer than 3; any piece may pay."""
    market = {"citrus": 4, "sugar": 5, "tobacco": 3, "rum": 2, "cigar": 2}
    owner = player(pesos=0, vp=2, citrus=1, buildings={"a2": "beach_cafe"})
    for law, kinds in (("oth_port", {"citrus", "sugar"}), ("oth_tariff", {"sugar"})):
        state = play(position(owner, options=ALL, market=market, laws={"other": law}), "play tradeswoman")
        assert offers(state, "buy") == {f"buy {kind}" for kind in kinds}
    rare = position(owner, options=ALL, market={**market, "tobacco": 3}, supply={"tobacco": 2})
    assert "buy tobacco" in offers(play(rare, "play tradeswoman"))
    enough = position(owner, options=ALL, market={**market, "tobacco": 3}, supply={"tobacco": 3})
    assert "buy tobacco" not in offers(play(enough, "play tradeswoman"))
    alone = player(pesos=0, citrus=1, buildings={"a2": "beach_cafe"})
    state = play(position(alone, options=ALL, market=market), "play tradeswoman", "buy citrus", "cafe citrus")
    assert (purse(state)[0], pieces(state)) == (1, {"citrus": 1})


@pytest.mark.rule("CU-2a", "CU-90c", "CU-90d", "CU-90h")
def test_pieces_given_in_a_foreman_action_serve_later_payments() -> None:
    built = {"a2": "beach_cafe", "b2": "general_store", "c2": "black_market", "b1": "small_trading_house"}
    owner = player(pesos=0, sugar=1, rum=1, pawn="b2", buildings=built)
    state = position(owner, options=ALL, piers=("s05", "s02", None), supply={"rum": 0})
    state = play(state, *CROSS)
    assert not offers(state) & {"use black_market sugar rum", "use general_store cigar sugar"}
    state = play(state, "use small_trading_house 1 cigar")
    assert offers(state) == {"cafe sugar", "cafe rum"}
    state = play(state, "cafe rum")
    assert (purse(state), pieces(state)) == ((0, 1), {"sugar": 1})
    assert (state.to_dict()["foreman"]["aside"], state.to_dict()["foreman"]["given"]) == ({"rum": 1}, {"rum": 1})
    assert {"use general_store rum", "use general_store cigar"} <= offers(state), "the house has put both to sleep"
    assert "use black_market sugar rum" not in offers(state), "for nothing but the cafe is it in the supply"
    state = play(state, "use general_store rum", "cafe sugar")
    assert (purse(state), pieces(state)) == ((6, 1), {})
    state = play(state, "use done") if state.current_player() == 0 else state
    assert (left(state, "rum"), state.current_player()) == (1, 1)


@pytest.mark.rule("CU-59", "CU-90h")
def test_a_part_of_a_load_may_be_own() -> None:
    built = {"a2": "beach_cafe", "b2": "large_trading_house"}
    owner = player(pesos=5, rum=1, pawn="b2", buildings=built)
    state = play(position(owner, options=ALL, piers=("s07", None, None)), *CROSS)
    loads = {"citrus 1", "sugar 1", "sugar 2", "rum 1", "rum 2"}
    assert offers(state) == {"use done", *(f"use large_trading_house 1 {load}" for load in loads)}
    after = play(state, "use large_trading_house 1 rum 2")
    assert (purse(after), pieces(after)) == ((1, 2), {})
    both = play(state, "use large_trading_house 1 sugar 1")
    assert (purse(both), pieces(both)) == ((1, 1), {"rum": 1}), "pesos are given before pieces"
    all_given = play(state, "use large_trading_house 1 sugar 2")
    assert (purse(all_given), pieces(all_given)) == ((1, 2), {})


@pytest.mark.rule("CU-106")
def test_pieces_are_worth_nothing_at_the_end() -> None:
    state = complying(player(pesos=0, rum=5, cigar=5, wood=5), player(pesos=0), round=6)
    assert state.is_terminal()
    assert state.scores() == [0, 0]
    assert state.places() == [1, 1]
