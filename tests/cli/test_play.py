"""`pyboard play`: what a person can type."""

import builtins
import re

import pytest

import pyboard
from pyboard import cli, records, search


@pytest.fixture
def play(capsys, monkeypatch):
    """Plays with the answers given; gives exit status and output. When the answers end, so does the input."""

    def play(answers, *arguments, game="cacao"):
        source = iter(answers)
        prompts = []

        def read(prompt=""):
            prompts.append(prompt)
            answer = next(source, None)
            if answer is None:
                raise EOFError
            if isinstance(answer, BaseException):
                raise answer
            return answer(capsys) if callable(answer) else answer

        monkeypatch.setattr(builtins, "input", read)
        with pytest.raises(SystemExit) as exit_:
            cli.main(["play", game, "random", *map(str, arguments)])
        return exit_.value.code or 0, capsys.readouterr().out

    return play


def test_a_whole_game_by_numbers(play, tmp_path):
    path = tmp_path / "game.txt"
    status, out = play(["1"] * 100, "--record", path)
    assert status == 0
    assert out.startswith("You are p0 in cacao against p1 random.")
    assert re.search(r"You finished in place [12]", out)
    record = next(records.read(path))
    assert record.finished
    assert record.agents == ("person", "random")
    game = pyboard.load_game("cacao", players=2)
    state = game.new_initial_state()
    for player, text in record.events:
        if player == 0:
            assert text == state.action_to_string(state.legal_actions()[0])
        state.apply_text(text)


def test_texts_are_actions(play, tmp_path):
    path = tmp_path / "game.txt"
    _, out = play(["at 1 2", "  at   0  1 ", "at 5 5", "nonsense", "quit"], "--record", path)
    record = next(records.read(path))
    own = [text for player, text in record.events if player == 0]
    assert own == ["at 1 2"]
    assert out.count("Type moves for the legal actions.") == 3
    assert "You left the game." in out


def test_commands_change_nothing(play, tmp_path):
    path = tmp_path / "game.txt"
    saved = tmp_path / "saved game.txt"
    _, out = play(
        ["", "help", "?", "moves", "board", f"save {saved}", "save /nowhere/x", "0", "99", "undo"], "--record", path
    )
    assert next(records.read(path)).events == next(records.read(saved)).events
    assert all(player < 0 for player, _ in next(records.read(path)).events)
    assert out.count("go back to your decision before") == 2
    assert out.count("at 1 0") == 6  # two lists of moves, two boards, two helps
    assert "There is no action 0; allowed: 1 to 6." in out
    assert "There is no action 99" in out
    assert "There is nothing to undo." in out
    assert "cannot be written" in out


def test_undo_returns_to_the_decision_before_with_the_same_luck(play, tmp_path):
    straight, detour = tmp_path / "straight.txt", tmp_path / "detour.txt"
    moves = ["at 1 2", "set 1111"]
    play(moves, "--record", straight, "--seed", 5)
    play([moves[0], "undo", "at 0 1", "undo", *moves], "--record", detour, "--seed", 5)
    assert next(records.read(straight)).events == next(records.read(detour)).events


def test_a_person_sees_only_his_own_tiles(play):
    _, out = play(["1"] * 100, "--seat", 1)
    assert out.startswith("You are p1 in cacao")
    drawn = re.findall(r"^ +p0 draw.*$", out, re.MULTILINE)
    assert len(drawn) == 8
    assert {line.strip() for line in drawn} == {"p0 draw"}
    assert re.search(r"^ +p1 draw w\d{4}$", out, re.MULTILINE)
    boards = re.findall(r"^p0.? +\d+ +\d/5 .*$", out, re.MULTILINE)
    assert all("hidden of" in line or "p0*" in line or re.search(r"\d$", line) for line in boards)
    assert not any("|" in line for line in boards)


def test_the_end_of_the_input_leaves_and_keeps_the_game(play, tmp_path):
    path = tmp_path / "game.txt"
    status, out = play(["1", "1"], "--record", path)
    assert status == 0
    assert "You left the game." in out
    assert not next(records.read(path)).finished


def test_ctrl_c_leaves_and_keeps_the_game(play, tmp_path):
    path = tmp_path / "game.txt"
    status, _ = play(["1", "1", KeyboardInterrupt()], "--record", path)
    assert status == 130
    assert len([player for player, _ in next(records.read(path)).events if player == 0]) >= 2


def test_more_opponents(play):
    _, out = play([], "random", "random")
    assert out.startswith("You are p0 in cacao against p1 random, p2 random, p3 random.")
    _, out = play([], "--players", "3")
    assert out.startswith("You are p0 in cacao against p1 random, p2 random.")


def test_a_hint_is_a_legal_action(play):
    _, out = play(["hint"])
    assert re.search(r"The tree search would play: at -?\d -?\d \(expected placing 0\.\d\d\)", out)


@pytest.mark.parametrize("name", pyboard.games())
def test_a_hint_names_what_its_number_is(play, name):
    game = pyboard.load_game(name, players=pyboard._core._info(name)["players"][1])
    utility = next(row["default"] for row in search.parameters(game) if row["name"] == "utility")
    status, out = play(["hint"], "--players", game.players, game=name)
    assert status == 0
    assert re.search(rf"The tree search would play: .* \(expected {utility} -?\d\.\d\d\)", out)


def test_whatever_is_typed_the_game_goes_on(play, tmp_path):
    """Numbers too long for Python, names that are none, markup."""
    path = tmp_path / "game.txt"
    wrong = [
        "9" * 5000,
        "0" * 5000,
        "9" * 10,
        "٣" * 5000,
        "\ud800",
        "a\0b",
        "[/b]",
        "-1",
        "save a\0b",
        f"save {tmp_path}",
    ]
    status, out = play([*wrong, "at 1 2", "quit"], "--record", path)
    assert status == 0
    assert [text for player, text in next(records.read(path)).events if player == 0] == ["at 1 2"]
    assert out.count("There is no action") == 4
    assert out.count("Type moves for the legal actions.") == 4
    assert out.count("cannot be written") == 2
    assert "[/b]" in out
