"""Drawings of Cacao: golden boards, what a seat sees, and well-formed SVG.

`PYBOARD_UPDATE_GOLDEN=1 pytest tests/render` writes the golden files anew.
"""

import os
import random
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

import pyboard
from pyboard import render

GOLDEN = Path(__file__).parent / "golden"
SVG = "{http://www.w3.org/2000/svg}"


def position(players, seed, events, **options):
    state = pyboard.load_game("cacao", players=players, **options).new_initial_state()
    rng = random.Random(seed)
    while not state.is_terminal() and len(state.history()) < events:
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@cache
def positions():
    """Every position of some random games."""
    return [state.clone() for state in walk()]


def walk():
    for players in (2, 3, 4):
        for seed in range(3):
            state = pyboard.load_game("cacao", players=players).new_initial_state()
            rng = random.Random(seed)
            while True:
                yield state
                if state.is_terminal():
                    break
                state.apply_action(rng.choice(state.legal_actions()))


def test_the_start():
    """Every space of a small board, checked by eye."""
    state = pyboard.load_game("cacao", players=2).new_initial_state()
    lines = render.text(state).splitlines()
    assert lines[:13] == [
        "       -1      0       1       2",
        "",
        " -1            .",
        "",
        "            .-----.",
        "  0    .    plant 1    .",
        "            '-----'",
        "                    .-----.",
        "  1            .    market 2   .",
        "                    '-----'",
        "",
        "  2                    .",
        "",
    ]
    assert lines[-1] == "chance: deal w1111, deal w2101, deal w3001, deal w3100"


CASES = {
    "2p-middle": ((2, 1, 40), None),
    "2p-end": ((2, 1, 1000), None),
    "2p-late": ((2, 8, 90), None),
    "3p-set-seen-by-p0": ((3, 2, 60), 0),
    "3p-set": ((3, 2, 60), None),
    "4p-end": ((4, 1, 1000), None),
}


@pytest.mark.parametrize("name", CASES)
def test_golden_boards(name):
    (players, seed, events), player = CASES[name]
    drawn = render.text(position(players, seed, events), player) + "\n"
    path = GOLDEN / f"cacao-{name}.txt"
    if os.environ.get("PYBOARD_UPDATE_GOLDEN"):
        path.write_text(drawn, encoding="utf-8")
    assert drawn == path.read_text(encoding="utf-8")


def test_str_is_the_drawing():
    state = position(2, 1, 40)
    assert str(state) == render.text(state)


def test_every_tile_is_on_the_board():
    for state in positions():
        view = state.to_dict()
        lines = render.text(state).splitlines()
        area = lines[: next(i for i, line in enumerate(lines) if line.startswith("display"))]
        columns = [int(x) for x in lines[0].split()]
        rows = {int(line[:4]): index for index, line in enumerate(area) if line[:4].strip()}
        for tile in view["workers"]:
            left = 4 + 8 * columns.index(tile["x"])
            north, middle, south = (
                line.ljust(200)[left : left + 8] for line in area[rows[tile["y"]] - 1 : rows[tile["y"]] + 2]
            )
            shown = north.strip() + middle.strip(" <>")[-1] + south.strip() + middle.strip(" <>")[0]
            assert shown == tile["tile"]
            assert f"p{tile['seat']}" in middle
            assert ("^" in middle) == tile["over"]
        for tile in view["jungle"]:
            left = 4 + 8 * columns.index(tile["x"])
            shown = area[rows[tile["y"]]].ljust(200)[left : left + 8].strip()
            assert shown.replace("plant ", "plantation").replace(" ", "") == tile["type"]
        assert sum(line.count("-----") for line in area) == 2 * len(view["jungle"])


def test_what_a_seat_sees_does_not_depend_on_what_it_cannot_see():
    compared = 0
    for state in positions()[::5]:
        for player in range(state.game.players):
            other = state.resample_from_infostate(player, 5)
            if other.node_kind() == state.node_kind() and other.current_player() == state.current_player():
                compared += 1
                assert render.text(other, player) == render.text(state, player)
                if compared % 10 == 0:
                    assert render.svg(other, player) == render.svg(state, player)
    assert compared > 300


def test_hidden_hands_stay_hidden():
    state = position(3, 2, 60)
    drawn = render.text(state, 0).splitlines()
    assert [line[:2] for line in drawn if "hidden of" in line] == ["p1", "p2"]
    assert "hidden" not in render.text(state)


def test_paint_changes_nothing_but_colours():
    for state in positions():
        styles = set()

        def paint(piece, style, styles=styles):
            styles.add(style)
            return piece

        assert render.text(state, None, paint) == render.text(state)
        assert styles <= {
            "p0",
            "p1",
            "p2",
            "p3",
            "dim",
            "space",
            "plantation",
            "market",
            "mine",
            "water",
            "sun",
            "temple",
        }


def test_replaced_tables_are_drawn():
    components = pyboard.load_game("cacao").components()
    components["village_board"]["water_track"][0] = -7
    state = pyboard.load_game("cacao", players=2, components=components).new_initial_state()
    p0 = next(line for line in render.text(state).splitlines() if line.startswith("p0*"))
    assert p0.split()[:5] == ["p0*", "0", "0/5", "0/3", "-7"]


def test_svg_shows_every_tile():
    for state in positions()[::7]:
        view = state.to_dict()
        root = ElementTree.fromstring(render.svg(state))
        titles = [element.text for element in root.iter(f"{SVG}title")]
        for tile in view["jungle"]:
            assert f"{tile['type']} at {tile['x']} {tile['y']}" in titles
        for tile in view["workers"]:
            over = ", covers an older tile" if tile["over"] else ""
            assert f"p{tile['seat']} {tile['tile']} at {tile['x']} {tile['y']}{over}" in titles
        assert len(list(root.iter(f"{SVG}circle"))) == sum(sum(map(int, tile["tile"])) for tile in view["workers"])
        width, height = float(root.get("width")), float(root.get("height"))
        assert root.get("viewBox") == f"0 0 {width:g} {height:g}"


def test_notebooks_find_the_drawing():
    state = position(2, 1, 40)
    assert state._repr_svg_() == render.svg(state)
    assert pyboard.load_game("toy:tic_tac_toe").new_initial_state()._repr_svg_() is None
