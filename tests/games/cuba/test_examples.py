"""The worked examples of section 11, under their numbers."""

from __future__ import annotations

from typing import Any

import pytest
from support.cuba import bribing, complying, harbour, left, pieces, player, position, purse, seat
from support.play import offers, play

PUBLISHED = {"ruleset": "published"}
SINGLE = {"foreman_single": True}
ALL = {"buildings": "all"}
HARVEST = {"other": "oth_harvest"}
PORT = {"other": "oth_port"}


def texts(verb: str, *options: str) -> set[str]:
    return {f"{verb} {option}" for option in options}


@pytest.mark.rule("CU-22", "CU-23", "CU-24", "CU-28")
def test_example_01_worker_the_whole_cross() -> None:
    state = play(position(player()), "play worker", "worker b2")
    assert pieces(state) == {"stone": 2, "water": 1, "citrus": 1, "sugar": 1, "tobacco": 1}
    assert seat(state)["pawn"] == "b2"
    assert state.current_player() == 1


@pytest.mark.rule("CU-25", "CU-26", "CU-27")
def test_example_01_published() -> None:
    state = play(position(player(), options=PUBLISHED), "play worker", "worker b2")
    assert pieces(state) == {"stone": 2, "water": 1}
    assert offers(state) == texts("harvest", "1 1 0", "1 0 1", "0 1 1", "1 1 1")
    state = play(state, "harvest 1 1 1")
    assert pieces(state) == {"stone": 2, "citrus": 1, "sugar": 1, "tobacco": 1}


@pytest.mark.rule("CU-23", "CU-27", "CU-28")
def test_example_02_buildings_do_not_yield() -> None:
    built = player(water=3, buildings={"b2": "dam", "c2": "inn"})
    expected = {"stone": 2, "water": 3, "citrus": 1, "tobacco": 1}
    assert pieces(play(position(built), "play worker", "worker b2")) == expected
    state = play(position(built, options=PUBLISHED), "play worker", "worker b2", "harvest 1 0 1")
    assert pieces(state) == expected


@pytest.mark.rule("CU-28a")
def test_example_03_one_field() -> None:
    state = play(position(player(water=1), laws=HARVEST), "play worker", "worker c2")
    assert offers(state) == texts("field", "wood", "stone", "water", "sugar", "tobacco")
    assert pieces(play(state, "field tobacco")) == {"water": 1, "tobacco": 1}


@pytest.mark.rule("CU-25", "CU-26", "CU-27")
def test_example_03_published() -> None:
    state = play(position(player(water=1), laws=HARVEST, options=PUBLISHED), "play worker", "worker c2")
    assert pieces(state) == {"wood": 1, "stone": 1, "water": 2}
    totals = {sum(map(int, text.split()[1:])) for text in offers(state)}
    assert totals == {1, 2, 3}
    state = play(state, "harvest 0 1 2")
    assert pieces(state) == {"wood": 1, "stone": 1, "sugar": 1, "tobacco": 2}


@pytest.mark.rule("CU-30", "CU-31")
def test_example_04_full_product_track() -> None:
    state = position(player(sugar=3))
    before = left(state, "sugar")
    state = play(state, "play tradeswoman", "sell sugar", "sell sugar", "sell sugar")
    assert purse(state)[0] == 10 + 3 + 2 + 1
    assert state.to_dict()["market"]["sugar"] == 5
    assert left(state, "sugar") == before + 1


@pytest.mark.rule("CU-31")
def test_example_05_goods_floor() -> None:
    state = position(player(rum=3))
    before = left(state, "rum")
    state = play(state, "play tradeswoman", "sell rum", "sell rum", "sell rum")
    assert purse(state)[0] == 10 + 4 + 3 + 3
    assert state.to_dict()["market"]["rum"] == 3
    assert left(state, "rum") == before + 2


@pytest.mark.rule("CU-32", "CU-33")
@pytest.mark.parametrize(("law", "price"), [("oth_port", 22), ("oth_tariff", 26)])
def test_example_06_buying_past_the_market(law: str, price: int) -> None:
    state = position(player(pesos=30), laws={"other": law})
    before = left(state, "citrus")
    state = play(state, "play tradeswoman", *["buy citrus"] * 4)
    assert purse(state)[0] == 30 - price
    assert state.to_dict()["market"]["citrus"] == 0
    assert left(state, "citrus") == before - 1
    assert pieces(state) == {"citrus": 4}


@pytest.mark.rule("CU-34")
def test_example_07_canonical_trade() -> None:
    state = play(position(player(pesos=5, tobacco=1)), "play tradeswoman", "sell tobacco")
    assert "buy tobacco" not in offers(state)
    state = play(state, "buy rum")
    assert state.current_player() == 1
    assert [text for _, text in state.transcript(forced=True)][-1] == "trade done"
    assert (purse(state), pieces(state)) == ((3, 0), {"rum": 1})


@pytest.mark.rule("CU-17", "CU-20")
def test_example_08_privileges() -> None:
    state = play(position(player(), player(), player(), active=2, start=2), "privilege mayor")
    assert purse(state, 2)[0] == 14
    state = play(state, "privilege mayor")
    assert purse(state, 0)[0] == 12
    assert "play mayor" in offers(state)
    assert "privilege mayor" not in offers(state)


@pytest.mark.rule("CU-18")
def test_example_09_tradeswoman_privilege() -> None:
    state = play(position(player(), player()), "privilege tradeswoman")
    assert offers(state) == texts("take", "wood", "stone", "water")
    state = play(state, "take water", "privilege tradeswoman")
    assert offers(state) == texts("take", "citrus", "sugar", "tobacco")
    state = play(state, "take sugar")
    assert (pieces(state, 0), pieces(state, 1)) == ({"water": 1}, {"sugar": 1})


@pytest.mark.rule("CU-35", "CU-36", "CU-37")
def test_example_10_building() -> None:
    state = play(position(player(wood=2, stone=2, water=1)), "play architect", "build hotel")
    assert pieces(state) == {}
    assert offers(state) == texts("on", "b1", "c1", "d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "d3")
    state = play(state, "on d1")
    assert seat(state)["buildings"] == {"d1": "hotel"}
    dump = state.to_dict()
    dump["active"], dump["players"][0]["hand"] = 0, ["worker", "tradeswoman", "foreman", "mayor"]
    dump["players"][1]["hand"] = dump["players"][1]["hand"][1:]
    dump["lap"] = 2
    state = play(state.game.state_from_dict(dump), "play worker", "worker d1")
    assert "citrus" not in pieces(state), "the field d1 is gone"


@pytest.mark.rule("CU-40", "CU-41", "CU-43", "CU-97")
def test_example_11_warehouse_must_be_activated() -> None:
    state = play(position(player(citrus=1, pawn="d1")), "play foreman", "foreman cross")
    assert seat(state)["stored"]
    state = play(position(player(citrus=1, pawn="b2")), "play foreman", "foreman cross")
    assert not seat(state)["stored"]
    published = play(position(player(citrus=1, pawn="b2"), options=PUBLISHED), "play foreman", "foreman single a1")
    assert seat(published)["store"]["citrus"] == 1


@pytest.mark.rule("CU-40", "CU-41a", "CU-43", "CU-58")
def test_example_12_dam_and_golf_course() -> None:
    built = {"c1": "dam", "b2": "golf_course", "d3": "distillery"}
    state = play(position(player(water=1, pawn="c2", buildings=built)), "play foreman", "foreman cross")
    assert pieces(state) == {"water": 3}
    assert offers(state) == texts("use golf_course", "1", "2", "3") | {"use done"}
    state = play(state, "use golf_course 3")
    assert purse(state)[1] == 3
    rich = position(player(water=1, sugar=2, pawn="c2", buildings=built), options=SINGLE)
    state = play(rich, "play foreman")
    assert "foreman cross" in offers(state)
    state = play(state, "foreman single d3")
    assert offers(state) == {"use distillery 1", "use distillery 2"}
    poor = play(position(player(water=1, pawn="c2", buildings=built), options=SINGLE), "play foreman")
    assert "foreman single d3" not in offers(poor)


@pytest.mark.rule("CU-45", "CU-53", "CU-57", "CU-59")
def test_example_13_chain() -> None:
    built = {"a2": "distillery", "b2": "rum_cafe", "c2": "small_trading_house"}
    state = position(player(sugar=4, pawn="d2", buildings=built), piers=("s01", "s02", "s14"))
    state = play(
        state, "play foreman", "foreman cross", "use distillery 4", "use rum_cafe 3", "use small_trading_house 3 rum"
    )
    assert purse(state)[1] == 9


@pytest.mark.rule("CU-45", "CU-54", "CU-56")
def test_example_14_order_of_conversions() -> None:
    built = {"a2": "black_market", "b2": "cigar_factory", "c2": "general_store"}
    start = play(position(player(rum=1, pawn="d2", buildings=built)), "play foreman", "foreman cross")
    state = play(start, "use black_market rum tobacco", "use cigar_factory 1")
    assert pieces(state) == {"cigar": 1}
    rich = position(player(rum=2, tobacco=1, pawn="d2", buildings=built))
    state = play(rich, "play foreman", "foreman cross", "use general_store rum")
    assert state.current_player() == 1, "both sleep: nothing is left"
    back = {"a2": "black_market", "b2": "cigar_factory", "c2": "distillery"}
    state = position(player(tobacco=1, pawn="d2", buildings=back))
    state = play(
        state,
        "play foreman",
        "foreman cross",
        "use cigar_factory 1",
        "use black_market cigar sugar",
        "use distillery 1",
    )
    assert pieces(state) == {"rum": 1}


@pytest.mark.rule("CU-75", "CU-76", "CU-77", "CU-79")
def test_example_15_mayor_at_pier_3() -> None:
    state = position(player(citrus=1, sugar=2, cigar=4), piers=("s01", "s02", "s15"))
    state = play(state, "play mayor", "ship 3")
    assert offers(state) == texts("load", "citrus", "cigar")
    state = play(state, "load citrus", "load cigar", "load cigar", "load cigar", "load done")
    assert purse(state)[1] == 12
    assert pieces(state) == {"sugar": 2, "cigar": 1}
    assert state.to_dict()["piers"][2]["cargo"] == {"citrus": 1, "cigar": 3}


@pytest.mark.rule("CU-59", "CU-76", "CU-77")
def test_example_16_large_trading_house() -> None:
    built = {"b2": "large_trading_house"}
    state = position(player(sugar=2, rum=2, pawn="b2", buildings=built), piers=("s01", ("s07", {"rum": 1}), None))
    state = play(state, "play foreman", "foreman cross")
    at_2 = {text for text in offers(state) if text.startswith("use large_trading_house 2")}
    assert at_2 == texts("use large_trading_house 2", "rum 1", "sugar 1", "sugar 2")
    assert purse(play(state, "use large_trading_house 2 rum 1"))[1] == 2
    assert purse(play(state, "use large_trading_house 2 sugar 2"))[1] == 4


FULL = {
    "s01": {"citrus": 2, "sugar": 1, "tobacco": 1, "rum": 1},
    "s02": {"sugar": 2, "tobacco": 1, "rum": 1, "cigar": 1},
}
FULL |= {"s05": {"citrus": 1, "sugar": 1, "tobacco": 1, "cigar": 2}, "s15": {"citrus": 1, "tobacco": 1, "cigar": 3}}


def full(name: str) -> tuple[str, dict[str, int]]:
    return name, FULL[name]


def round_ends(*players: dict[str, Any], options: dict[str, Any] | None = None, **more: Any) -> Any:
    """The position when the last player has said that he obeys no law."""
    state = complying(*players, options=options, **more)
    while state.node_kind() == "comply":
        state = play(state, "comply none")
    return state


@pytest.mark.rule("CU-92", "CU-93", "CU-94")
def test_example_17_harbour_update() -> None:
    before = complying(player(), piers=(full("s01"), ("s06", {"citrus": 1}), None), sea="s09")
    rum = left(before, "rum")
    state = round_ends(player(), piers=(full("s01"), ("s06", {"citrus": 1}), None), sea="s09")
    assert state.node_kind() == "ship_draw"
    state = play(state, "chance ship_draw s14")
    assert harbour(state) == ("s09", None, "s06", "s14")
    assert state.to_dict()["departed"] == ["s01"]
    assert left(state, "rum") == rum + 1


@pytest.mark.rule("CU-95")
def test_example_18_blocked_harbour() -> None:
    state = round_ends(player(), piers=("s01", "s02", "s05"))
    assert state.node_kind() == "bill_draw"
    assert harbour(state) == ("s01", "s02", "s05", "s09")


@pytest.mark.rule("CU-102", "CU-103")
def test_example_19_port_law() -> None:
    cargo = {"citrus": 1, "tobacco": 1, "cigar": 2}
    state = position(player(cigar=1), laws=PORT, piers=("s02", "s05", ("s15", cargo)))
    state = play(state, "play mayor", "ship 3", "load cigar", "load done")
    assert state.node_kind() == "ship_draw"
    assert purse(state)[1] == 3
    state = play(state, "chance ship_draw s14")
    assert harbour(state) == ("s09", "s02", "s05", "s14")
    assert state.current_player() == 1


@pytest.mark.rule("CU-15", "CU-16")
@pytest.mark.parametrize(("tie", "start"), [("near", 2), ("far", 0)])
def test_example_20_next_start_player(tie: str, start: int) -> None:
    cards = ("mayor", "architect", "mayor", "worker")
    hands = [{"hand": [card, "foreman"], "fourth": None} for card in cards]
    players = [player(**hand) for hand in hands]
    for number in (1, 2, 3):
        players[number]["hand"], players[number]["fourth"] = ["foreman"], cards[number]
    state = position(*players, lap=4, start=1, active=0, options={"start_tie": tie})
    state = play(state, "play mayor", "ship none")
    assert state.to_dict()["next_start"] == start


@pytest.mark.rule("CU-64", "CU-65", "CU-66")
def test_example_21_vote() -> None:
    delegates = ("worker", "mayor", "architect")
    hall = player(town_hall=True, buildings={"b2": "town_hall"})
    state = play(bribing(hall, player(), player(), delegates=delegates), "bribe 3", "bribe 0", "bribe 2")
    assert state.node_kind() == "enact"
    assert state.current_player() == 0
    assert [purse(state, number)[0] for number in range(3)] == [7, 10, 8]


@pytest.mark.rule("CU-67")
def test_example_22_vote_tie() -> None:
    delegates = ("worker", "foreman", "mayor")
    state = play(bribing(*[player()] * 3, delegates=delegates), "bribe 0", "bribe 2", "bribe 1")
    assert (state.node_kind(), state.current_player()) == ("bribe", 1)
    assert [purse(state, number)[0] for number in range(3)] == [10, 8, 9]
    state = play(state, "bribe 2", "bribe 3")
    assert state.node_kind() == "enact"
    assert state.current_player() == 2
    assert [purse(state, number)[0] for number in range(3)] == [10, 6, 6]


@pytest.mark.rule("CU-68")
@pytest.mark.parametrize(("seats", "start", "winner"), [(3, 2, 2), (4, 3, 1)])
@pytest.mark.parametrize("pesos", [5, 0])
def test_example_23_endless_tie(seats: int, start: int, winner: int, pesos: int) -> None:
    delegates = ("worker", "foreman", "mayor", "worker")[:seats]
    bought = (0, 2, 1, 0)[:seats]
    players = [player(pesos=pesos)] * seats
    state = bribing(*players, delegates=delegates, bought=bought, bidders=(1, 2), start=start)
    if pesos:
        state = play(state, "bribe 0", "bribe 0")
    assert [text for _, text in state.transcript(forced=True)] == ["bribe 0", "bribe 0"]
    assert state.node_kind() == "enact"
    assert state.current_player() == winner


@pytest.mark.rule("CU-65", "CU-65a")
def test_example_24_corruption_law_and_bounds() -> None:
    state = bribing(player(pesos=7), player(), delegates=("foreman", "mayor"), laws={"other": "oth_corruption"})
    assert offers(state) == texts("bribe", "0", "1", "2", "3")
    state = play(state, "bribe 3", "bribe 0")
    assert purse(state)[0] == 1
    state = bribing(player(pesos=30), player(pesos=4), delegates=("worker", "mayor"))
    assert offers(state) == texts("bribe", "0", "4", "5", "6", "7", "8", "9")
    assert offers(play(state, "bribe 0")) == texts("bribe", "0", "1", "2", "3", "4")


@pytest.mark.rule("CU-70", "CU-71", "CU-72", "CU-73", "CU-74")
def test_example_25_veto_and_press() -> None:
    bills = {"tax": "tax_5", "duty": "duty_sugar", "subsidy": "sub_water", "other": "oth_port"}
    players = [player(buildings={"b2": "church"}), player(buildings={"b2": "newspaper"}), player(), player()]
    delegates = ("worker", "worker", "worker", "mayor")
    state = bribing(*players, delegates=delegates, bills=bills, veto=0, press="subsidy", options=ALL)
    state = play(state, *["bribe 0"] * 4)
    assert (state.node_kind(), state.current_player()) == ("veto", 0)
    assert offers(state) == texts("veto", "tax", "duty", "subsidy", "other", "pass")
    state = play(state, "veto subsidy")
    assert state.current_player() == 3
    assert offers(state) == texts("enact", "tax duty", "tax other", "duty other")
    state = play(state, "enact tax other")
    dump = state.to_dict()
    assert dump["laws"] == {"tax": "tax_5", "duty": "duty_printed", "subsidy": None, "other": "oth_port"}
    for category in ("duty", "subsidy"):
        assert bills[category] not in dump["stacks"][category]
    assert set(dump["bills"].values()) == {None}
    assert purse(state, 1) == (11, 1)


@pytest.mark.rule("CU-80", "CU-81", "CU-82", "CU-83", "CU-84")
def test_example_26_compliance() -> None:
    laws = {"tax": "tax_5", "subsidy": "sub_water"}
    state = complying(player(pesos=6, citrus=1, water=3), laws=laws)
    assert offers(state) == texts("comply", "none", "tax", "duty", "both")
    both = play(state, "comply both")
    assert (purse(both), pieces(both)) == ((1, 8), {"water": 3})
    assert purse(play(state, "comply tax")) == (1, 5)


@pytest.mark.rule("CU-84")
def test_example_27_delegate_subsidy() -> None:
    players = [player(pesos=0), player(pesos=0)]
    state = complying(
        *players, delegates=("mayor", "worker"), laws={"subsidy": "sub_delegate"}, piers=("s01", "s02", "s03")
    )
    assert [purse(state, number)[1] for number in (0, 1)] == [5, 1], "nobody can obey: both are served at once"


@pytest.mark.rule("CU-5", "CU-97")
def test_example_28_product_loss() -> None:
    hoard = {"citrus": 2, "tobacco": 1, "rum": 3, "wood": 4}
    state = round_ends(player(**hoard), piers=("s01", "s02", "s05"))
    assert pieces(state) == {"rum": 3, "wood": 4}


@pytest.mark.rule("CU-99")
def test_example_29_storage_located() -> None:
    located = {"storage": "located"}
    ships = ("s01", "s02", "s05")
    store = {"citrus": 0, "sugar": 2, "tobacco": 0}
    used = play(position(player(sugar=2), options=located), "play foreman", "foreman cross")
    assert seat(used)["store"] == store
    state = round_ends(player(sugar=2, citrus=1, store=store), options=located, piers=ships)
    assert (pieces(state), seat(state)["store"]) == ({"sugar": 2}, store)
    state = round_ends(player(sugar=2, store=store), options=located, piers=ships, round=3)
    assert pieces(state) == {"sugar": 2}
    flag = round_ends(player(sugar=2, citrus=1, stored=True), piers=ships)
    assert pieces(flag) == {"sugar": 2, "citrus": 1}
    flag = round_ends(player(sugar=2, citrus=1), piers=ships, round=3)
    assert pieces(flag) == {}


CELLS = ("b1", "c1", "d1", "a2", "b2", "c2")
TILES = (
    ("small_bank", "large_bank", "dam", "inn", "hotel", "town_hall"),
    ("church", "warehouse", "distillery", "cigar_factory"),
    ("sawmill",),
)


@pytest.mark.rule("CU-104", "CU-105")
@pytest.mark.parametrize(("pesos", "places"), [(8, [1, 1, 3]), (9, [1, 2, 3])])
def test_example_30_final_scoring(pesos: int, places: list[int]) -> None:
    seats = [
        player(pesos=money, vp=points, buildings=dict(zip(CELLS, tiles, strict=False)))
        for money, points, tiles in zip((pesos, 8, 20), (61, 65, 70), TILES, strict=True)
    ]
    state = round_ends(*seats, round=6)
    assert state.is_terminal()
    assert state.scores() == [73, 73, 72]
    assert state.places() == places


@pytest.mark.rule("CU-3", "CU-53")
def test_example_31_empty_supply() -> None:
    built = {"c1": "dam", "b2": "cigar_factory"}
    state = position(player(tobacco=2, pawn="c2", buildings=built), supply={"water": 1, "cigar": 0})
    state = play(state, "play foreman", "foreman cross")
    assert pieces(state) == {"water": 1, "tobacco": 2}
    assert state.current_player() == 1


PRIVILEGES = {"buildings": "all", "beach_cafe": "privileges"}


@pytest.mark.rule("CU-89")
def test_example_32_cafe_privilege() -> None:
    taken = {"tradeswoman": 0, "architect": 0, "mayor": 2}
    owner = player(buildings={"a2": "beach_cafe"})
    state = play(position(owner, options=PRIVILEGES, privileges=taken), "privilege mayor")
    assert purse(state)[0] == 14
    assert state.to_dict()["privileges"] == taken


@pytest.mark.rule("CU-89")
def test_example_33_cafe_privilege_one_space_taken() -> None:
    taken = {"tradeswoman": 1, "architect": 0, "mayor": 0}
    owner = player(buildings={"a2": "beach_cafe"})
    state = play(position(owner, options=PRIVILEGES, privileges=taken), "privilege tradeswoman")
    assert offers(state) == texts("take", "wood", "stone", "water", "citrus", "sugar", "tobacco")
    state = play(state, "take citrus")
    assert state.to_dict()["privileges"] == taken


@pytest.mark.rule("CU-45")
def test_example_34_order_of_uses() -> None:
    built = {"a2": "lighthouse", "b2": "small_trading_house", "c2": "large_trading_house", "b1": "general_store"}
    state = position(
        player(citrus=1, rum=2, cigar=2, pawn="b2", buildings=built),
        piers=("s02", "s05", None),
        sea=("s09", {"rum": 1}),
    )
    state = play(state, "play foreman", "foreman cross", "use lighthouse 2")
    assert offers(state) == {
        "use small_trading_house 2 citrus",
        "use small_trading_house 2 rum",
        "use large_trading_house 2 citrus 1",
        "use large_trading_house 2 rum 1",
        "use done",
    }
    state = play(state, "use large_trading_house 2 rum 1")
    assert state.current_player() == 1


@pytest.mark.rule("CU-2a", "CU-45")
def test_example_35_set_aside() -> None:
    built = {"a2": "distillery", "b2": "rum_cafe"}
    state = position(player(sugar=2, rum=2, pawn="d2", buildings=built), supply={"rum": 0})
    state = play(state, "play foreman", "foreman cross")
    assert offers(state) == {"use rum_cafe 1", "use rum_cafe 2", "use done"}
    state = play(state, "use rum_cafe 2")
    assert left(state, "rum") == 2


@pytest.mark.rule("CU-2a", "CU-45", "CU-103")
def test_example_36_port_law_and_trading_houses() -> None:
    built = {"a2": "small_trading_house", "b2": "large_trading_house", "c2": "general_store", "b1": "black_market"}
    cargo = {"citrus": 1, "sugar": 2, "rum": 1}
    state = position(
        player(rum=2, tobacco=1, pawn="b2", buildings=built), laws=PORT, piers=("s02", "s05", ("s07", cargo))
    )
    state = play(state, "play foreman", "foreman cross", "use large_trading_house 2 tobacco 1")
    assert purse(state)[1] == 2
    assert offers(state) == {"use small_trading_house 3 rum", "use done"}
    state = play(state, "use small_trading_house 3 rum")
    assert purse(state)[1] == 5
    assert state.to_dict()["foreman"]["aside"] == {"citrus": 1, "sugar": 2, "rum": 2}
    state = play(state, "chance ship_draw s14")
    assert harbour(state) == ("s09", "s02", "s05", "s14")
    uses = {text.split()[1] for text in offers(state)}
    assert uses == {"black_market", "general_store", "done"}


@pytest.mark.rule("CU-92", "CU-93", "CU-94", "CU-95", "CU-96")
def test_example_37_returning_ships() -> None:
    state = round_ends(
        player(), piers=(full("s01"), ("s06", {"citrus": 1}), full("s02")), undrawn_ships=[], departed=["s14"]
    )
    assert state.node_kind() == "bill_draw"
    assert harbour(state) == ("s09", None, "s06", "s14")
    assert state.to_dict()["departed"] == ["s02", "s01"]


@pytest.mark.rule("CU-70a")
def test_example_38_own_veto() -> None:
    players = [player(buildings={"b2": "church"}), player()]
    state = play(bribing(*players, delegates=("mayor", "worker"), veto=0), "bribe 0", "bribe 0")
    assert state.node_kind() == "enact"
    assert len(offers(state)) == 6


@pytest.mark.rule("CU-24", "CU-25", "CU-26", "CU-27", "CU-28a")
@pytest.mark.parametrize("limit", ["unlimited", "two_products"])
@pytest.mark.parametrize("reading", ["field", "product"])
def test_example_39_the_two_harvest_options(limit: str, reading: str) -> None:
    options = {"harvest_limit": limit, "harvest_law": reading}
    free = play(position(player(), options=options), "play worker", "worker b2")
    if limit == "unlimited":
        assert pieces(free) == {"stone": 2, "water": 1, "citrus": 1, "sugar": 1, "tobacco": 1}
    else:
        assert offers(free) == texts("harvest", "1 1 0", "1 0 1", "0 1 1", "1 1 1")
    under = play(position(player(), options=options, laws=HARVEST), "play worker", "worker b2")
    if reading == "field":
        assert offers(under) == texts("field", "stone", "water", "citrus", "sugar", "tobacco")
    else:
        assert offers(under) == texts("harvest", "1 0 0", "0 1 0", "0 0 1", "1 1 0", "1 0 1", "0 1 1")


@pytest.mark.rule("CU-40", "CU-41a")
def test_example_40_single_buildings() -> None:
    built = {
        "a2": "dam",
        "b2": "distillery",
        "c3": "distillery",
        "c2": "monastery",
        "d2": "rum_cafe",
        "b3": "warehouse",
    }
    state = play(position(player(sugar=1, pawn="d1", buildings=built), options=PUBLISHED), "play foreman")
    assert offers(state) == {"foreman cross", "foreman single a2", "foreman single b2", "foreman single c2"}
    state = play(position(player(pawn="d1", buildings=built), options=PUBLISHED), "play foreman")
    assert offers(state) == {"foreman cross", "foreman single a2"}
    state = play(position(player(sugar=1, pawn="d1", buildings=built)), "play foreman", "foreman cross")
    assert state.current_player() == 1
    assert seat(state)["stored"]


@pytest.mark.rule("CU-60", "CU-92", "CU-93", "CU-94", "CU-95")
def test_example_41_full_ship_and_lighthouse() -> None:
    built = {"a2": "lighthouse", "b2": "small_trading_house"}
    owner = player(rum=1, pawn="b2", buildings=built)
    state = position(owner, piers=("s01", "s05", full("s15")))
    state = play(state, "play foreman", "foreman cross", "use lighthouse 3", "use small_trading_house 3 rum")
    assert harbour(state) == ("s01", "s05", "s09", "s15")
    assert purse(state)[1] == 3
    end = round_ends(player(), piers=("s01", "s05", ("s09", {"rum": 1})), sea=full("s15"))
    assert end.to_dict()["departed"] == ["s15"]
    end = play(end, "chance ship_draw s14")
    assert harbour(end) == ("s01", "s05", "s09", "s14")
    state = position(owner, piers=("s01", full("s05"), None))
    state = play(state, "play foreman", "foreman cross", "use lighthouse 2")
    assert harbour(state) == ("s01", "s09", None, "s05")
    end = round_ends(player(), piers=("s01", "s09", None), sea=full("s05"))
    assert harbour(end) == (None, "s01", "s09", None)
    end = play(end, "chance ship_draw s14", "chance ship_draw s02")
    assert harbour(end) == ("s14", "s01", "s09", "s02")


@pytest.mark.rule("CU-3", "CU-28")
def test_example_42_the_whole_cross_and_the_supply() -> None:
    state = play(position(player(), supply={"tobacco": 1, "water": 0}), "play worker", "worker c2")
    assert pieces(state) == {"wood": 1, "stone": 1, "sugar": 1, "tobacco": 1}


@pytest.mark.rule("CU-28a")
def test_example_43_one_field_law_few_kinds() -> None:
    state = position(player(), laws=HARVEST, supply={"tobacco": 0, "water": 0})
    assert offers(play(state, "play worker", "worker c2")) == texts("field", "wood", "stone", "sugar")
    built = {"b1": "dam", "c1": "inn", "d1": "hotel", "a3": "church"}
    state = position(player(water=2, buildings=built), laws=HARVEST)
    assert pieces(play(state, "play worker", "worker a1")) == {"water": 2, "tobacco": 1}
    state = position(player(water=2, buildings={**built, "a2": "sawmill"}), laws=HARVEST)
    state = play(state, "play worker", "worker a1")
    assert pieces(state) == {"water": 2}
    assert state.current_player() == 1


@pytest.mark.rule("CU-24", "CU-28", "CU-28a")
def test_example_44_two_fields_of_a_kind() -> None:
    state = play(position(player()), "play worker", "worker c3")
    assert pieces(state) == {"wood": 2, "citrus": 1, "tobacco": 1, "sugar": 1, "water": 1}
    state = play(position(player(), laws=HARVEST), "play worker", "worker c3")
    assert offers(state) == texts("field", "wood", "water", "citrus", "sugar", "tobacco")
    assert pieces(play(state, "field wood")) == {"wood": 1}


def cafe(**more: Any) -> dict[str, Any]:
    """The owner of the beach cafe."""
    buildings = {"a2": "beach_cafe", **more.pop("buildings", {})}
    return player(buildings=buildings, **more)


@pytest.mark.rule("CU-90c", "CU-90d", "CU-90g")
def test_example_45_loading_on_credit() -> None:
    state = position(cafe(pesos=3, cigar=1), options=ALL, piers=("s01", "s02", "s14"))
    state = play(state, "play mayor")
    assert offers(state) == texts("ship", "1", "2", "3", "none")
    state = play(state, "ship 3")
    assert offers(state) == texts("load", "sugar", "rum", "cigar")
    after = play(state, "load cigar")
    assert purse(after) == (3, 3)
    assert offers(after) == texts("load", "sugar", "rum", "done")
    after = play(after, "load rum")
    assert purse(after)[1] == 4
    assert offers(after) == texts("load", "rum", "done")
    assert purse(play(after, "load rum"))[1] == 5
    other = play(state, "load sugar", "cafe cigar")
    assert (purse(other), pieces(other)) == ((3, 3), {})


@pytest.mark.rule("CU-80", "CU-90c", "CU-90d", "CU-90g")
def test_example_46_which_pieces() -> None:
    state = complying(
        cafe(pesos=2, vp=1, citrus=1, rum=2, cigar=1),
        options=ALL,
        laws={"tax": "tax_3", "duty": "duty_citrus_sugar"},
    )
    assert offers(state) == texts("comply", "none", "tax", "duty", "both")
    duty = play(state, "comply duty")
    assert offers(duty) == texts("cafe", "rum", "cigar")
    duty = play(duty, "cafe cigar")
    assert (purse(duty), pieces(duty)) == ((2, 3), {"rum": 2})
    both = play(state, "comply both", "cafe rum")
    assert offers(both) == texts("cafe", "rum", "cigar")
    both = play(both, "cafe rum")
    assert (purse(both), pieces(both)) == ((3, 6), {"cigar": 1})


@pytest.mark.rule("CU-65a", "CU-90d", "CU-90g")
def test_example_47_bribe() -> None:
    state = bribing(cafe(pesos=1, vp=5, rum=1), player(pesos=4), delegates=("worker", "mayor"), options=ALL)
    assert offers(state) == texts("bribe", "0", "4", "5", "6", "7", "8", "9")
    state = play(state, "bribe 9", "bribe 0")
    assert (purse(state), pieces(state)) == ((0, 1), {"rum": 1})
    assert (state.node_kind(), state.current_player()) == ("enact", 0)


@pytest.mark.rule("CU-34", "CU-90g")
def test_example_48_market() -> None:
    market = {"rum": 0, "sugar": 5, "citrus": 4, "tobacco": 3, "cigar": 2}
    state = play(position(cafe(pesos=4), options=ALL, market=market), "play tradeswoman")
    assert offers(state) == {"sell rum", "buy citrus", "buy sugar", "buy tobacco", "trade done"}
    state = play(state, "sell rum")
    assert purse(state)[0] == 6
    state = play(state, "sell rum")
    assert purse(state)[0] == 7
    assert "sell rum" not in offers(state)
    state = play(state, "buy sugar", "buy sugar")
    assert (purse(state)[0], pieces(state)) == (2, {"sugar": 2})
    assert "buy sugar" not in offers(state)
    state = play(state, "buy citrus", "cafe sugar")
    assert (purse(state)[0], pieces(state)) == (3, {"sugar": 1, "citrus": 1})


@pytest.mark.rule("CU-90f")
def test_example_49_perishing_and_final_scoring() -> None:
    state = round_ends(cafe(pesos=1, citrus=2, sugar=1, rum=1), options=ALL, piers=("s01", "s02", "s05"))
    assert (purse(state)[0], pieces(state)) == (13, {"rum": 1})
    state = complying(cafe(pesos=11, vp=5, citrus=2, rum=1), options=ALL, round=6)
    state = play(state, "comply none", "comply none")
    assert state.is_terminal()
    assert state.scores()[0] == 15 + 2
    assert purse(state) == (3, 17)


@pytest.mark.rule("CU-90e")
def test_example_50_short_supply() -> None:
    state = position(cafe(pesos=10, tobacco=2), options=ALL, supply={"tobacco": 0, "sugar": 0})
    state = play(state, "play worker", "worker c3")
    assert purse(state)[0] == 14
    assert pieces(state)["tobacco"] == 2
    assert "sugar" not in pieces(state)


@pytest.mark.rule("CU-2a", "CU-45", "CU-90h")
def test_example_51_foreman() -> None:
    built = {"b2": "general_store", "c2": "casino", "d2": "rum_cafe", "b1": "samba_school"}
    state = position(cafe(pesos=4, sugar=1, pawn="b2", buildings=built), options=ALL)
    state = play(state, "play foreman", "foreman cross")
    assert offers(state) == {
        "use general_store rum",
        "use general_store cigar",
        "use samba_school",
        "use casino pesos 1",
        "use casino pesos 2",
        "use done",
    }
    state = play(state, "use casino pesos 1")
    assert purse(state) == (5, 0)
    state = play(state, "use samba_school", "cafe sugar")
    assert purse(state) == (1, 5)
    assert state.to_dict()["foreman"]["aside"] == {"sugar": 1, "rum": 1, "cigar": 1}
    state = play(state, "use general_store cigar")
    assert purse(state) == (7, 3)


@pytest.mark.rule("CU-17", "CU-87")
def test_example_52_two_readings() -> None:
    taken = {"tradeswoman": 0, "architect": 0, "mayor": 2}
    assert "privilege mayor" not in offers(position(cafe(), options=ALL, privileges=taken))
    assert "privilege mayor" in offers(position(cafe(), options=PRIVILEGES, privileges=taken))
    state = play(position(cafe(pesos=4), options=ALL), "play mayor")
    assert "ship 1" in offers(state)
    state = play(position(cafe(pesos=4), options=PRIVILEGES), "play mayor", "ship none")
    assert state.current_player() == 1
