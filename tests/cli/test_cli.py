"""The command line, in this process."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import pyboard
from pyboard import cli, records, search
from pyboard._signals import uninterrupted
from pyboard.cli.contest import _Writer
from pyboard.match import Progress, play_match


@pytest.fixture
def run(capsys):
    """Runs a command; gives exit status, standard output and standard error."""

    def run(*arguments, status=0):
        with pytest.raises(SystemExit) as exit_:
            cli.main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        assert (exit_.value.code or 0) == status, captured.err
        return captured.out, captured.err

    return run


def played(seed=1, events=None, players=2, **options):
    state = pyboard.load_game("cacao", players=players, **options).new_initial_state()
    whole = state.clone()
    whole.play_random(seed)
    for event in whole.history()[:events]:
        state.apply_action(event)
    return state


@pytest.fixture
def files(tmp_path):
    """A finished record, an unfinished one, both together, a trace and a serialised state."""
    finished, started = played(), played(events=40)
    records.write(records.Record.of(finished, agents=["alice", "bob"]), tmp_path / "finished.txt")
    records.write(records.Record.of(started), tmp_path / "started.txt.gz")
    records.write([records.Record.of(finished), records.Record.of(started)], tmp_path / "both.txt")
    records.write_trace(records.Record.of(finished), tmp_path / "trace.jsonl.gz")
    (tmp_path / "state").write_bytes(started.serialize())
    return tmp_path


# Information


def test_games(run):
    out, _ = run("games")
    assert re.search(r"^cacao +Cacao +2-4 +activation, late_duplicates +1", out, re.MULTILINE)
    assert "toy:" not in out
    assert "toy:tic_tac_toe" in run("games", "--toys")[0]
    assert [game["name"] for game in json.loads(run("games", "--json")[0])] == pyboard.games()


def test_rules(run):
    out, _ = run("rules", "cacao")
    assert out.startswith("Cacao (cacao), 2 to 4 players")
    assert "settle (default), explicit" in out
    assert "decisions: at, set, cover, lay, keep, run" in out
    assert json.loads(run("rules", "cacao", "--json")[0])["chances"] == ["deal", "reveal", "extra", "draw"]
    assert "whole numbers from 1 (default 100)" in run("rules", "toy:pig")[0]


def test_rules_in_full(run):
    out, _ = run("rules", "cacao", "--full")
    assert "**CA-20**" in out
    assert run("rules", "toy:pig", "--full", status=2)[1] == "error: there is no text of the rules of 'toy:pig' here\n"


def test_help_names_every_command(run):
    for arguments in ((), ("--help",)):
        with pytest.raises(SystemExit):
            cli.main(list(arguments))
    out, _ = run("-h")
    for command in (
        "games",
        "rules",
        "agents",
        "play",
        "match",
        "selfplay",
        "analyze",
        "replay",
        "perft",
        "bench",
        "demo",
    ):
        assert re.search(rf"\b{command}\b", out)
        assert command in run(command, "--help")[0]


# Measuring


def test_perft_agrees_with_the_engine(run):
    game = pyboard.load_game("cacao", players=3)
    count = game.perft(game.new_initial_state(), 5)
    out, _ = run("perft", "cacao", "--depth", 5, "--players", 3)
    assert out.startswith(f"{count:,} paths of 5 nodes in ")
    out, _ = run("perft", "cacao", "--depth", 5, "--players", 3, "--divide")
    parts = re.findall(r"^chance deal w\d+ +([\d,]+)$", out, re.MULTILINE)
    assert sum(int(part.replace(",", "")) for part in parts) == count
    assert len(parts) == 4
    data = json.loads(run("perft", "cacao", "-d", 5, "-p", 3, "--json")[0])
    assert (data["paths"], data["players"]) == (count, 3)


def test_perft_after_random_plies(run):
    data = json.loads(run("perft", "cacao", "-d", 1, "--plies", 8, "--seed", 3, "--json", "--divide")[0])
    assert data["paths"] == len(data["divide"]) == 6
    assert all(text.startswith("at ") for text in data["divide"])


def test_bench(run):
    data = json.loads(run("bench", "cacao", "--games", 50, "--runs", 2, "--json")[0])
    assert [(row["game"], row["players"]) for row in data["results"]] == [
        ("toy:connect_four", 2), ("cacao", 2), ("cacao", 3), ("cacao", 4)
    ]  # fmt: skip
    play = pyboard.load_game("cacao", players=3).play_random_games(50, seed=0)
    row = data["results"][2]
    assert (row["decisions"], row["signature"]) == (play.decisions, f"{play.signature:016x}")
    assert data["results"][0]["ratio"] == 1
    out, _ = run("bench", "cacao", "-p", 2, "--games", 20, "--runs", 1)
    assert [line.split()[0] for line in out.splitlines()] == ["game", "toy:connect_four", "cacao", "best"]


# Matches


def test_match_prints_what_the_library_finds(run):
    result = play_match("cacao", ["random", "random"], games=10, seed=4)
    data = json.loads(run("match", "cacao", "random", "random", "-n", 10, "-s", 4, "-w", 1, "--json")[0])
    win = result.agents[0].win_share
    assert data["agents"][0]["win_share"] == {"mean": win.mean, "low": win.low, "high": win.high}
    out, err = run("match", "cacao", "random", "random", "-n", 10, "-s", 4, "-w", 1)
    assert err == ""
    assert out.startswith("pyboard.load_game('cacao', players=2), seed 4: 10 games in ")
    assert re.search(
        rf"^random +{100 * win.mean:.1f} % +{100 * win.low:.1f} % - {100 * win.high:.1f} %", out, re.MULTILINE
    )


def test_a_single_block_has_no_spread(run):
    out = run("match", "cacao", "random", "random", "-p", 3, "-n", 1)[0]
    assert "nan" not in out
    assert re.search(r"^random +33\.3 % .* 0\.\d{3} +-?\d+\.\d\d +[\d,]+$", out, re.MULTILINE)


def test_match_in_processes(run):
    serial = json.loads(run("match", "cacao", "random", "random", "-n", 6, "-w", 1, "--json")[0])
    parallel = json.loads(run("match", "cacao", "random", "random", "-n", 6, "-w", 2, "--json")[0])
    assert [agent["score"] for agent in serial["agents"]] == [agent["score"] for agent in parallel["agents"]]


def test_match_with_ratings_options_and_records(run, tmp_path):
    pytest.importorskip("openskill")
    path = tmp_path / "games.txt"
    options = ["-p", 3, "-o", "activation=explicit", "-n", 2, "-w", 1, "--ratings", "--records", path]
    out, _ = run("match", "cacao", "random", *options)
    assert "activation='explicit'" in out
    assert "±" in out.splitlines()[2]
    games = list(records.read(path))
    assert [game.options for game in games] == [{"activation": "explicit"}] * 2
    assert all(game.finished for game in games)


def test_a_match_does_not_begin_without_what_ratings_need(run, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    out, err = run("match", "cacao", "random", "--ratings", "-n", 1_000_000, status=2)
    assert (out, err) == ("", "error: ratings need the package openskill: pip install 'pyboard[ratings]'\n")


def test_selfplay_writes_records_in_order(run, tmp_path):
    path = tmp_path / "games.txt.gz"
    out, _ = run("selfplay", "cacao", "random", "random", "-n", 4, "-w", 2, "--out", path, "--seed", 2)
    assert re.fullmatch(r"4 games with [\d,]+ events in [\d.]+ s, written to .*\n", out.replace(str(path), "…"))
    games = list(records.read(path))
    expected = play_match("cacao", ["random", "random"], games=4, seed=2, records=True)
    assert [game.events for game in games] == [game.record.events for game in expected.games]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", game.date) for game in games)
    assert "exists; --append adds to it" in run("selfplay", "cacao", "random", "--out", path, status=2)[1]
    run("selfplay", "cacao", "random", "-n", 1, "-w", 1, "--out", path, "--append")
    assert len(list(records.read(path))) == 5


def test_games_are_written_in_order_whatever_order_they_finish_in(tmp_path):
    path = tmp_path / "games.txt"
    games = play_match("cacao", ["random", "random"], games=6, seed=2, records=True).games
    writer = _Writer(path, append=False)
    for number, written in ((1, 0), (0, 2), (3, 2), (2, 4)):
        writer.take([games[number]])
        there = records.read(path) if path.exists() else []
        assert [record.events for record in there] == [game.record.events for game in games[:written]]
    writer.finish([*games[:4], games[5]])  # as if Ctrl-C had come before game 4
    assert [record.events for record in records.read(path)] == [games[i].record.events for i in (0, 1, 2, 3, 5)]


def test_a_match_that_fails_keeps_the_games_that_were_played(run, tmp_path, monkeypatch):
    path = tmp_path / "games.txt"
    games = play_match("cacao", ["random", "random"], games=6, seed=2, records=True).games

    def failing(*_, progress, **__):
        for done, number in enumerate((0, 4, 2), start=1):
            progress(Progress(done, 6, games[number]))
        raise RuntimeError("a worker process died")

    monkeypatch.setattr("pyboard.cli.contest.play_match", failing)
    with pytest.raises(RuntimeError, match="died"):
        cli.main(["selfplay", "cacao", "random", "random", "--games", "6", "--out", str(path)])
    assert [record.events for record in records.read(path)] == [games[i].record.events for i in (0, 2, 4)]


@pytest.mark.parametrize(
    "arguments",
    [
        ["match", "cacao", "random", "random", "--games", 0, "--records"],
        ["match", "cacao", "random", "random", "--seed", -1, "--records"],
        ["match", "cacao", "random", "random", "--workers", -1, "--records"],
        ["match", "cacao", "random", "nobody", "--records"],
        ["match", "cacao", *["random"] * 3, "--players", 2, "--records"],
        ["selfplay", "cacao", "random", "--games", 0, "--append", "--out"],
        ["selfplay", "cacao", "random", "--seed", -1, "--append", "--out"],
        ["selfplay", "cacao", "random", "random", "--seed", -1, "--out"],
        ["play", "cacao", "random", "--seed", -1, "--record"],
        ["play", "cacao", "nobody", "--record"],
        ["replay", "started.txt.gz", "--trace"],
        ["replay", "both.txt", "--trace"],
        ["replay", "both.txt", "--check", "--trace"],
        ["replay", "both.txt", "--record", 3, "--trace"],
    ],
)
def test_a_command_that_fails_leaves_files_as_they_were(run, files, monkeypatch, arguments):
    monkeypatch.chdir(files)
    old, new, linked = Path("old.txt"), Path("new.txt"), Path("link.txt")
    old.write_text("what was there\n")
    linked.symlink_to("nothing.txt")
    before = sorted(files.iterdir())
    for path in (old, new, linked):
        _, err = run(*arguments, path, status=2)
        assert re.fullmatch(r"error: .*\n", err)
        assert sorted(files.iterdir()) == before
        assert old.read_text() == "what was there\n"
        assert linked.is_symlink()


def test_a_match_of_which_no_game_was_finished_leaves_the_file(run, tmp_path, monkeypatch):
    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("pyboard.agents.RandomAgent.act", interrupted)
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    old.write_text("what was there\n")
    run("match", "cacao", "random", "-n", 1, "-w", 1, "--records", old, status=130)
    assert old.read_text() == "what was there\n"
    out, _ = run("selfplay", "cacao", "random", "-n", 1, "-w", 1, "--out", new, status=130)
    assert out.startswith("0 games")
    assert out.endswith("nothing written\n")
    assert not new.exists()


def test_a_match_takes_the_place_of_what_the_file_held(run, tmp_path):
    path = tmp_path / "games.txt"
    path.write_text("what was there\n")
    run("match", "cacao", "random", "random", "-n", 4, "-w", 1, "--records", path)
    assert len(list(records.read(path))) == 4


def test_no_game_begins_without_a_place_for_its_record(run, tmp_path, monkeypatch):
    monkeypatch.setattr("pyboard.agents.RandomAgent.act", None)
    for path in (tmp_path, tmp_path / "nowhere" / "x.txt"):
        for arguments in (["match", "cacao", "random", "-w", 1, "--records"], ["play", "cacao", "random", "--record"]):
            out, err = run(*arguments, path, status=2)
            assert out == ""
            assert re.fullmatch(f"error: '{path}': .*\n", err)


@pytest.mark.parametrize("name", ["d[/b].txt", "[red]g.txt", "a:apple:b.txt", "[/].txt", "x\\[bold].txt"])
def test_names_of_files_are_printed_as_they_are(run, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    Path(name).parent.mkdir(exist_ok=True)  # "/" is in some of the names
    out, _ = run("selfplay", "cacao", "random", "-n", 1, "-w", 1, "--out", name)
    assert out.endswith(f", written to {name}\n")
    assert len(list(records.read(name))) == 1
    for arguments in (["replay", f"{name}x"], ["analyze", "cacao", "--record", f"{name}x"]):
        assert run(*arguments, status=2)[1].startswith(f"error: {f'{name}x'!r}: ")


def test_ctrl_c_waits_until_a_game_is_written():
    done = []

    def write():
        with uninterrupted():
            signal.raise_signal(signal.SIGINT)
            done.append("written")

    with pytest.raises(KeyboardInterrupt):
        write()
    assert done == ["written"]
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


# Records


def test_replay_shows_the_game(run, files):
    out, _ = run("replay", files / "finished.txt")
    lines = out.splitlines()
    assert lines[0] == "cacao, 2 players: alice, bob"
    record = next(records.read(files / "finished.txt"))
    assert [line[9:] for line in lines[1 : len(record.events) + 1]] == [text for _, text in record.events]
    assert "\n".join(lines[len(record.events) + 1 :]) == str(played())


def test_replay_at_an_event(run, files):
    assert run("replay", files / "both.txt", "-r", 2, "--at", 40)[0] == f"{played(events=40)}\n"
    seen = run("replay", files / "both.txt", "-r", 2, "--at", 40, "--player", 1)[0]
    assert seen == pyboard.render.text(played(events=40), 1) + "\n"
    assert "allowed: 0 to 40" in run("replay", files / "both.txt", "-r", 2, "--at", 41, status=2)[1]


def test_replay_checks(run, files):
    assert run("replay", files / "both.txt", "--check")[0].startswith("2 games with ")
    assert run("replay", files / "trace.jsonl.gz", "--check")[0].startswith("1 game with ")
    bad = files / "bad.txt"
    bad.write_text((files / "finished.txt").read_text().replace("p0> at 0 1", "p0> at 0 9"))
    assert re.fullmatch(r"error: line \d+: .*at 0 9.*\n", run("replay", bad, "--check", status=2)[1])
    assert "has no record 3, only 2" in run("replay", files / "both.txt", "-r", 3, status=2)[1]
    empty = files / "empty.txt"
    empty.write_text("")
    assert "has no record" in run("replay", empty, status=2)[1]


def test_a_record_that_speaks_of_traces_is_none(run, files):
    records.write(records.Record.of(played(), info={"trace": 1}), files / "info.txt")
    assert run("replay", files / "info.txt", "--check")[0].startswith("1 game with ")


@pytest.mark.parametrize("name", ["started.txt.gz", "trace.jsonl.gz"])
def test_damaged_compressed_files_are_one_line(run, files, name):
    whole = (files / name).read_bytes()
    damaged = files / f"damaged-{name}"
    for number in range(0, len(whole), max(1, len(whole) // 60)):
        for damage in (bytes([whole[number] ^ 0x55]), b""):
            damaged.write_bytes(whole[:number] + damage + whole[number + 1 :])
            if list_or_none(damaged) is None:
                assert re.fullmatch(r"error: .+\n", run("replay", damaged, "--check", status=2)[1])


def list_or_none(path):
    """What can be read in spite of the damage: some bytes of a head say nothing."""
    try:
        return (
            [records.read_trace(path)] if "trace" in path.name else [records.final_state(r) for r in records.read(path)]
        )
    except pyboard.CorruptStateError:
        return None


def test_replay_writes_traces(run, files):
    path = files / "again.jsonl.gz"
    run("replay", files / "finished.txt", "--check", "--trace", path)
    assert records.read_trace(path) == records.read_trace(files / "trace.jsonl.gz")
    assert "a trace holds one game" in run("replay", files / "both.txt", "--trace", path, "--check", status=2)[1]


@pytest.mark.parametrize("name", pyboard._core._games(toys=True))
def test_replay_shows_boards_as_they_are(run, tmp_path, name):
    """With as many seats as the game has, nothing of a drawing read as markup."""
    state = pyboard.load_game(name, pyboard._core._info(name)["players"][1]).new_initial_state()
    state.play_random(3)
    path = tmp_path / "game.txt"
    records.write(records.Record.of(state, agents=["[red]", "[/]", ":apple:"]), path)
    out, _ = run("replay", path)
    assert out.splitlines()[0].endswith(": [red], [/], :apple:")
    assert out.endswith(f"\n{state}\n")
    assert run("replay", path, "--at", 1, "--player", 0)[0] == (
        pyboard.render.text(list(records.replay(next(records.read(path))))[1], 0) + "\n"
    )


# Errors


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bogus"], "No such command 'bogus'."),
        (["--bogus"], r"No such option:? '?--bogus'?\.?"),
        (["perft", "cacao"], "Missing option '--depth' / '-d'."),
        (["perft", "cacao", "-d", "x"], "Invalid value for '--depth' / '-d'.*"),
        (["perft", "cacao", "-d", "-1"], "depth is -1; allowed: whole numbers from 0"),
        (["perft", "cacao", "-d", "1", "--plies", "-1"], "plies is -1; allowed: whole numbers from 0"),
        (["perft", "cacao", "-d", "1", "--plies", "1000"], r"the game is over after \d+ plies"),
        (["perft", "chess", "-d", "1"], "no game is called 'chess'.*cacao.*"),
        (["perft", "cacao", "-d", "1", "-p", "7"], ".*7.*2.*4.*"),
        (["match", "cacao", "nobody"], "no agent is called 'nobody'; allowed: random, greedy, flat, mcts"),
        (["match", "cacao", "random", "-n", "0"], "games is 0; allowed: whole numbers from 1 to 1099511627776"),
        (["match", "cacao", "random", "-w", "1025"], "workers is 1025; allowed: whole numbers from 1 to 1024"),
        (["match", "cacao", "random", "-w", "-1"], "workers is -1; allowed: whole numbers from 0"),
        (["match", "cacao", "random", "-s", "-1"], "a seed is a whole number from 0 .*"),
        (["match", "cacao", "random", "-o", "x"], "'x' is no option; the form is key=value"),
        (["match", "cacao", "random", "-o", "ruleset=seed"], "'ruleset' is no option of a game; use --ruleset"),
        (["match", "cacao", "random", "-o", "activation=1", "-o", "y=2"], r".*activation.*; .*'?y'?.*"),
        (["match", "cacao", "random", "--ruleset", "x"], ".*'?x'?.*"),
        (["match", "cacao", "random", "--components", "nowhere.json"], "there is no component file 'nowhere.json'"),
        (["match", "cacao", *["random"] * 5], ".*5.*"),
        (["bench", "cacao", "--runs", "0"], "runs is 0; allowed: whole numbers from 1"),
        (["bench", "chess"], "no game is called 'chess'.*"),
        (["replay", "nowhere"], "'nowhere': No such file or directory"),
        (["analyze", "chess"], "no game is called 'chess'.*"),
        (["analyze", "cacao", "--position", "nowhere"], "'nowhere': No such file or directory"),
        (["analyze", "cacao", "--record", "nowhere"], "'nowhere': No such file or directory"),
        (
            ["analyze", "cacao", "--agent", "random", "--plies", "8"],
            "'random' does not search; allowed: greedy, flat, mcts",
        ),
        (["analyze", "cacao", "--agent", "mcts:depth=20"], "mcts has no option 'depth'; allowed: iterations, .*"),
        (["analyze", "cacao", "--move", "3"], "--move and --number need a --record"),
        (["analyze", "cacao", "--json", "--dot"], "either --json or --dot"),
        (
            ["analyze", "cacao", "--position", "a", "--plies", "2"],
            "--position and --plies are different ways to name a position",
        ),
        (
            ["analyze", "cacao", "--position", "a", "--record", "b"],
            "--record, --position and --plies are different ways to name a position",
        ),
        (
            ["analyze", "cacao", "--record", "b", "-p", "2"],
            "the record says what is played: no players, options, ruleset or components beside it",
        ),
        (["play", "cacao", "random", "-p", "0"], "players of cacao cannot be 0; allowed: 2 to 4"),
        (["play", "cacao", "random", "--seat", "2"], "there is no seat 2; allowed: 0 to 1"),
        (["play", "cacao", "random", "random", "-p", "2"], "2 opponents for 1 seats"),
        (["demo", "--iterations", "0"], "iterations is 0; allowed: whole numbers from 1"),
        *(
            ([*words, "--seed", seed], f"a seed is a whole number from 0 to 2\\*\\*64 - 1, not {seed}")
            for seed in ("-1", str(1 << 64))
            for words in (
                ["match", "cacao", "random"],
                ["selfplay", "cacao", "random", "--out", "x"],
                ["play", "cacao", "random"],
                ["analyze", "cacao"],
                ["perft", "cacao", "--depth", "1"],
                ["bench", "cacao", "--runs", "1"],
                ["demo", "random", "random"],
            )
        ),
        *(
            ([*words, "mcts:seed=x"], ".*seed.*")
            for words in (["match", "cacao"], ["play", "cacao"], ["analyze", "cacao", "--agent"], ["demo"])
        ),
    ],
)
def test_errors_are_one_line(run, arguments, message):
    out, err = run(*arguments, status=2)
    assert out == ""
    assert re.fullmatch(f"error: {message}\n", err), err


@pytest.mark.parametrize("error", [TypeError, ValueError])
@pytest.mark.parametrize(
    "arguments",
    [
        ["match", "cacao"],
        ["selfplay", "cacao", "--out", "x"],
        ["play", "cacao"],
        ["analyze", "cacao", "--agent"],
        ["demo"],
    ],
)
def test_whatever_an_agent_says_of_its_text_is_one_line(run, monkeypatch, arguments, error):
    def make(spec):
        raise error("no such thing")

    monkeypatch.setattr("pyboard.agents.make", make)
    assert re.fullmatch("error: ('random': )?no such thing\n", run(*arguments, "random", status=2)[1])


@pytest.mark.parametrize(
    "content",
    [
        '{"a":' * 100_000,
        '{"a":' * 500 + "1" + "}" * 500,
        '{"phase": ' + "9" * 5000 + "}",
        "{" + "[" * 100_000,
        "{\udcff",
    ],
    ids=["endless", "deep", "number", "list", "bytes"],
)
def test_every_json_that_cannot_be_read_is_one_line(run, tmp_path, content):
    path = tmp_path / "bad.json"
    data = content.encode(errors="surrogateescape")
    path.write_bytes(data)
    for arguments in (
        ["analyze", "cacao", "--position"],
        ["analyze", "cacao", "--record"],
        ["replay"],
        ["match", "cacao", "random", "--components"],
    ):
        out, err = run(*arguments, path, status=2)
        assert out == ""
        assert re.fullmatch(r"error: .*\n", err)
    for key in ("options", "components", "start"):
        head = f'{{"pyboard": 1, "game": "cacao", "players": 2, "{key}": '.encode()
        path.write_bytes(head + data + b'}\n{"unfinished": true}\n')
        assert re.fullmatch(r"error: line 1: .*\n", run("replay", path, status=2)[1])


def test_errors_of_runs_in_the_same_process():
    result = CliRunner().invoke(cli.app, ["match", "cacao", "nobody"])
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_importing_the_package_needs_no_command_line():
    code = "import sys, pyboard; print(sorted({'typer', 'rich', 'numpy', 'json.tool'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_closed_pipe_is_no_error():
    command = f"{sys.executable} -m pyboard replay --help | head -c 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert "Traceback" not in done.stderr


# Searching


def test_agents_lists_options(run):
    out, _ = run("agents")
    assert "iterations=1000" in out
    assert json.loads(run("agents", "--json")[0])["mcts"]["utility"] == "placing"


QUICK = ("--agent", "mcts:iterations=50", "--seed", 3, "--json")


def test_analyze_a_record(run, files):
    """The position in which an event was played, or the last one of a game in progress."""
    expected = search.mcts(played(events=40), iterations=50, seed=3)
    found = json.loads(run("analyze", "cacao", "--record", files / "started.txt.gz", *QUICK)[0])
    clocks = ("seconds", "iterations_per_second")
    assert {key: value for key, value in found.items() if key not in clocks} == {
        key: value for key, value in json.loads(expected.to_json()).items() if key not in clocks
    }
    for source in (
        ["started.txt.gz"],
        ["both.txt", "--number", 2],
        ["both.txt", "--move", 41],
        ["trace.jsonl.gz", "--move", 41],
    ):
        again = run("analyze", "cacao", "-r", files / source[0], *source[1:], *QUICK)[0]
        assert json.loads(again)["values"] == list(expected.values)


def test_analyze_says_what_was_played(run, files):
    record = next(records.read(files / "finished.txt"))
    _, text = record.events[40]
    listed = run("replay", files / "finished.txt")[0].splitlines()[41]
    assert listed.split(maxsplit=2)[0] == "41"
    assert listed.endswith(text)
    out = run("analyze", "cacao", "-r", files / "finished.txt", "-m", 41, "-a", "greedy", "--no-board")[0]
    assert [line.rsplit("  ", 1)[-1].strip() for line in out.splitlines() if "(played)" in line] == [f"{text} (played)"]


def test_analyze_a_position(run, files, tmp_path):
    state = played(events=40)
    (tmp_path / "state.json").write_text(json.dumps(state.to_dict()), encoding="utf-8")
    found = []
    (tmp_path / "editor.json").write_text(json.dumps(state.to_dict()), encoding="utf-8-sig")
    for file in (files / "state", tmp_path / "state.json", tmp_path / "editor.json"):
        arguments = ["analyze", "cacao", "-p", 2, "--position", file, "--agent", "flat:iterations=50"]
        out, _ = run(*arguments)
        assert out.startswith(pyboard.render.text(state, state.current_player()))
        for action in state.legal_actions():
            assert state.action_to_string(action) in out
        assert run(*arguments, "--no-board")[0].startswith("flat: ")
        found.append(json.loads(run(*arguments, "--json")[0])["actions"])
    assert found[0] == found[1] == found[2]
    assert "another game" in run("analyze", "cacao", "-p", 3, "--position", files / "state", status=2)[1]
    for content, message in ((b"{", "is no JSON"), (b"{}", "phase is missing"), (b"\0\1", "error: ")):
        (tmp_path / "broken").write_bytes(content)
        assert message in run("analyze", "cacao", "--position", tmp_path / "broken", status=2)[1]


def test_analyze_refuses_what_cannot_be_searched(run, files):
    def error(*arguments):
        return run("analyze", "cacao", "--record", *arguments, status=2)[1]

    events = len(next(records.read(files / "finished.txt")).events)
    assert f"the game of this record is over; choose a position with --move, 1 to {events}" in error(
        files / "finished.txt"
    )
    assert "event 1 of this record is chance; the next decision is event 9" in error(
        files / "finished.txt", "--move", 1
    )
    assert f"there is no event 9999; allowed: 1 to {events}" in error(files / "finished.txt", "--move", 9999)
    assert "there is no event 0" in error(files / "finished.txt", "--move", 0)
    assert "has no record 3" in error(files / "both.txt", "--number", 3)
    assert "has no record 0" in error(files / "both.txt", "--number", 0)
    assert f"has no record {10**20}" in error(files / "both.txt", "--number", 10**20)
    other = run("analyze", "cuba", "--record", files / "both.txt", status=2)[1]
    assert "this is a record of cacao, not of cuba" in other


@pytest.mark.parametrize("name", pyboard.games())
def test_analyze_every_game(run, name):
    """The table holds what the search found: a row per action, best first, and the line."""
    arguments = ["analyze", name, "--plies", 30, "--seed", 2, "--agent", "mcts:iterations=200"]
    out, _ = run(*arguments, "--no-board")
    result = json.loads(run(*arguments, "--json")[0])
    above, line = out.split("line: ")  # which may take several lines of a terminal
    head, columns, *rows = above.splitlines()
    assert head.startswith(f"mcts: p{result['player']}, 200 iterations in ")
    assert columns.split()[:2] == ["visits", "share"]
    assert len(rows) == len(result["actions"])
    for row, action in zip(rows, result["actions"], strict=True):
        assert row.split()[0] == f"{action['visits']:,}"
        assert row.rstrip().endswith(action["text"])
        if action["mean"] is not None:
            assert f" {action['mean'][result['player']]:.4f}" in row
    expected = [f"p{entry['player']} {entry['text']}" for entry in result["principal_variation"]]
    assert line.split() == ", ".join(expected).split()


def test_analyze_as_a_graph(run):
    arguments = ["analyze", "cacao", "--plies", 20, "--agent", "mcts:iterations=50", "--seed", 1]
    graph, _ = run(*arguments, "--dot")
    result = json.loads(run(*arguments, "--json")[0])
    assert graph.startswith("digraph search {\n")
    assert graph.endswith("}\n")
    assert graph.count("root -> ") == min(len(result["actions"]), 12)
    assert graph.count("style=bold") == 2  # the answer, and the way to it


def test_analyze_random_positions(run):
    out, _ = run("analyze", "cacao", "--plies", 20, "--agent", "greedy", "--json")
    assert json.loads(out)["method"] == "greedy"
    out, _ = run("analyze", "toy:tic_tac_toe", "--agent", "mcts:iterations=500", "--no-board")
    assert "mark 4" in out.splitlines()[2]
    first, second = (
        run("analyze", "cacao", "--plies", 20, "--agent", "mcts:iterations=100", "--seed", seed, "--json")[0]
        for seed in (1, 2)
    )
    assert json.loads(first)["actions"] != json.loads(second)["actions"]


def test_demo(run):
    out, _ = run("demo", "mcts:iterations=20", "greedy", "random", "--seed", 3)
    lines = out.splitlines()
    assert lines[0] == "A game of Cacao between 3 agents; seed 3, so it can be repeated."
    assert [line.split()[1] for line in lines[1:4]] == ["mcts:iterations=20", "greedy", "random"]
    moves = [line for line in lines if re.match(r" *\d+  p[012]   at ", line)]
    assert [int(line.split()[0]) for line in moves] == list(range(1, 31))
    assert sum(line.startswith("display") for line in lines) == 5
    assert re.search(r"^  1\. p[012] \S+, -?\d+ points$", out, re.MULTILINE)
    again = run("demo", "mcts:iterations=20", "greedy", "random", "--seed", 3)[0]
    strip = re.compile(r"[\d,]+k iterations/s|in [\d.]+ s")
    assert strip.sub("", again) == strip.sub("", out)
