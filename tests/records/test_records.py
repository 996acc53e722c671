"""Records and traces: round trips, replay, faults with line numbers, hostile input."""

import gzip
import io
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pyboard
from pyboard import records
from pyboard.records import Record

TRACES = Path(__file__).parents[1] / "data" / "traces"
CACAO = pyboard.load_game("cacao", players=2)


def played(game, seed=1, events=None):
    state = game.new_initial_state()
    if events is None:
        state.play_random(seed)
        return state
    whole = game.new_initial_state()
    whole.play_random(seed)
    for event in whole.history()[:events]:
        state.apply_action(event)
    return state


def configurations():
    for name in pyboard._core._games(toys=True):
        low, high = pyboard._core._info(name)["players"]
        for players in range(low, high + 1):
            yield pytest.param(name, players, {}, id=f"{name}-{players}")
    yield pytest.param("cacao", 3, {"activation": "explicit", "late_duplicates": "all"}, id="cacao-options")


@pytest.mark.parametrize(("name", "players", "options"), list(configurations()))
def test_a_game_survives_the_round_trip(name, players, options):
    game = pyboard.load_game(name, players, **options)
    for seed in range(5):
        state = played(game, seed)
        record = Record.of(state, seed=seed, agents=["random"] * players, date="2026-11-30", info={"n": [1, None]})
        assert record.options == options
        again = records.loads(records.dumps(record))
        assert again == record
        assert again.finished
        final = records.final_state(again)
        assert final == state
        assert final.history() == state.history()
        assert final.game == game


@pytest.mark.parametrize(("name", "players", "options"), list(configurations()))
def test_every_position_is_replayed(name, players, options):
    state = played(pyboard.load_game(name, players, **options), 7)
    positions = list(records.replay(Record.of(state)))
    assert [len(position.history()) for position in positions] == list(range(len(state.history()) + 1))
    assert positions[0] == state.game.new_initial_state()
    assert positions[-1] == state
    positions[0].play_random(1)  # every one is its own
    assert positions[0] != positions[1] or len(positions) == 2


def test_an_unfinished_game_goes_on():
    state = played(CACAO, events=30)
    text = records.dumps(Record.of(state))
    assert text.splitlines()[-1] == '{"unfinished": true}'
    again = records.final_state(records.loads(text))
    assert again == state
    assert not records.loads(text).finished
    again.play_random(3)
    assert again.is_terminal()


def test_the_format_itself():
    state = CACAO.new_initial_state()
    state.apply_text("chance deal w1111")
    lines = records.dumps(Record.of(state, seed=4)).splitlines()
    assert lines[0] == (
        f'{{"pyboard": 1, "game": "cacao", "players": 2, "options": {{}}, "rules_version": {CACAO.rules_version}, '
        f'"fingerprint": "{CACAO.fingerprint:016x}", "seed": 4}}'
    )
    assert lines[1:] == ["*> chance deal w1111", '{"unfinished": true}']


def test_a_start_position_is_part_of_the_record():
    start = CACAO.state_from_dict(played(CACAO, events=40).to_dict())
    state = start.clone()
    state.play_random(2)
    with pytest.raises(ValueError, match="does not lead there from the start of the game"):
        Record.of(state)
    record = records.loads(records.dumps(Record.of(state, start=start)))
    assert next(iter(records.replay(record))) == start
    assert records.final_state(record) == state
    with pytest.raises(ValueError, match="does not lead there from the start given"):
        Record.of(state, start=CACAO.new_initial_state())


def test_replaced_components_are_part_of_the_record():
    components = CACAO.components()
    components["temple_scoring"]["first"] = 9
    game = pyboard.load_game("cacao", players=2, components=components)
    assert game != CACAO
    state = played(game)
    record = records.loads(records.dumps(Record.of(state)))
    assert record.components == game.components()
    assert records.final_state(record) == state
    assert record.load_game() == game


def test_many_records_in_a_file(tmp_path):
    states = [played(CACAO, seed) for seed in range(3)]
    made = [Record.of(state, seed=seed) for seed, state in enumerate(states)]
    for name in ("games.txt", "games.txt.gz"):
        path = tmp_path / name
        assert records.write(made[:2], path) == 2
        assert records.write(made[2], path, append=True) == 1
        assert list(records.read(path)) == made
        assert list(records.read(str(path))) == made
    assert gzip.decompress((tmp_path / "games.txt.gz").read_bytes()) == (tmp_path / "games.txt").read_bytes()


def test_reading_is_streamed():
    text = records.dumps(Record.of(played(CACAO)))
    broken = io.StringIO(text + "nonsense\n")
    stream = records.read(broken)
    assert next(stream).finished
    with pytest.raises(pyboard.CorruptStateError, match=rf"^line {len(text.splitlines()) + 1}: a record begins with"):
        next(stream)


def test_comments_and_empty_lines_are_ignored():
    record = Record.of(played(CACAO, events=3))
    lines = records.dumps(record).splitlines()
    text = "\n# a comment\n" + "\n\n# between\n".join(lines) + "\n\n"
    again = records.loads(text)
    assert again == record
    assert again.lines == (3, 6, 9, 12, 15)


def test_the_mark_that_some_editors_put_first_is_ignored(tmp_path):
    record = Record.of(played(CACAO, events=3))
    path = tmp_path / "games.txt"
    path.write_text(records.dumps(record), encoding="utf-8-sig")
    assert list(records.read(path)) == [record]
    table = tmp_path / "tables.json"
    table.write_text(json.dumps({"temple_scoring": CACAO.components()["temple_scoring"]}), encoding="utf-8-sig")
    assert pyboard.load_game("cacao", 2, components=table) == CACAO


def edited(change, seed=1, events=None):
    lines = records.dumps(Record.of(played(CACAO, seed, events))).splitlines()
    change(lines)
    return "\n".join(lines)


def replace_head(**values):
    def change(lines):
        head = {**json.loads(lines[0]), **values}
        lines[0] = json.dumps({key: value for key, value in head.items() if value is not ...})

    return change


def set_line(index, text):
    def change(lines):
        lines[index] = text

    return change


def insert(index, text):
    return lambda lines: lines.insert(index, text)


def delete(index):
    return lambda lines: lines.pop(index)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (set_line(0, "hello"), "line 1: a record begins with a JSON object"),
        (set_line(0, "{"), "line 1: is not JSON"),
        (set_line(0, '{"pyboard": 1, "pyboard": 1}'), "line 1: is not JSON: a key is there twice"),
        (set_line(0, '{"pyboard": NaN}'), "line 1: is not JSON: NaN is no JSON"),
        (set_line(0, '{"a": ' + "[" * 100_000), "line 1: is not JSON"),
        (set_line(0, '{"pyboard": ' + "9" * 5000 + "}"), "line 1: is not JSON"),
        (replace_head(pyboard=2), "line 1: is no record of version 1: 'pyboard' has version 2"),
        (replace_head(pyboard=...), "line 1: is no record of version 1: 'pyboard' has no version"),
        (replace_head(game=...), "line 1: 'game' is missing"),
        (replace_head(game=7), "line 1: 'game' must be a text, not int"),
        (replace_head(game="chess"), "line 1: no game is called 'chess'"),
        (replace_head(players=True), "line 1: 'players' must be a whole number, not bool"),
        (replace_head(players=-1), "line 1: 'players' is -1; allowed: whole numbers from 1"),
        (replace_head(players=0), "line 1: 'players' is 0; allowed: whole numbers from 1"),
        (replace_head(players=9), "line [0-9]+: 'scores' must be a list of 9 numbers"),
        (replace_head(options={"x": 1}), r"line 1: .*'x'"),
        (replace_head(options={"components": {}}), "line 1: .*components"),
        (replace_head(colour="red"), "line 1: 'colour' is not known; allowed: pyboard, game"),
        (replace_head(agents=[1]), "line 1: 'agents' must be a list of texts"),
        (replace_head(fingerprint="xyz"), "line 1: 'fingerprint' must be 16 hexadecimal digits"),
        (
            replace_head(fingerprint="0" * 16, rules_version=0),
            "line 1: the record was made by other rules .*version 0, here",
        ),
        (replace_head(options={"activation": "explicit"}), "line 1: the record was made by other rules"),
        (replace_head(start={}), "line 1: "),
        (replace_head(players=3, fingerprint=...), "line [0-9]+: "),
        (set_line(1, "*> chance deal w9999"), "line 2: .*w9999"),
        (set_line(1, "p0> at 0 1"), "line 2: p0 cannot act, chance is due"),
        (set_line(9, "p1> at 0 -1"), "line 10: p1 cannot act, p0 is due"),
        (set_line(9, "*> chance reveal sun"), "line 10: chance cannot act, p0 is due"),
        (set_line(9, "p0> at 0 0"), "line 10: '?at 0 0"),
        (set_line(9, "p0> at 9 0"), "line 10: '?at 9 0"),
        (set_line(9, "p0>at 0 1"), r"line 10: must be 'p0> …' to 'p1> …' or '\*> …'"),
        (set_line(9, "p0>  at 0 1"), "line 10: must be"),
        (set_line(9, "p2> at 0 1"), "line 10: must be"),
        (set_line(9, "p²> at 0 1"), "line 10: must be"),
        (set_line(9, "p00000> at 0 1"), "line 10: must be"),
        (set_line(9, "> at 0 1"), "line 10: must be"),
        (delete(5), "line [0-9]+: "),
        (insert(-1, "p0> at 0 1"), "line [0-9]+: the game is over, but the record goes on with 'at 0 1'"),
        (delete(-1), "line [0-9]+: the record has no last line with its result"),
        (delete(-2), "line [0-9]+: "),
        (set_line(-1, '{"scores": [1, 2], "places": [2, 1]}'), "line [0-9]+: the result is scores"),
        (set_line(-1, '{"scores": [1], "places": [2, 1]}'), "line [0-9]+: 'scores' must be a list of 2 numbers"),
        (set_line(-1, '{"scores": [1, true], "places": [2, 1]}'), "line [0-9]+: 'scores' must be a list of 2 numbers"),
        (set_line(-1, '{"scores": [1, 2], "places": [2, 1.5]}'), "line [0-9]+: 'places' must be a list of 2 numbers"),
        (set_line(-1, '{"scores": [1, 2]}'), "line [0-9]+: 'places' is missing"),
        (set_line(-1, '{"unfinished": false}'), "line [0-9]+: 'scores' is missing"),
        (set_line(-1, "[]"), "line [0-9]+: must be"),
    ],
)
def test_faults_name_their_line(change, message):
    with pytest.raises(pyboard.CorruptStateError, match="^" + message):
        records.final_state(records.loads(edited(change)))


def test_a_result_before_the_end_is_a_fault():
    text = edited(set_line(-1, '{"scores": [0, 0], "places": [1, 1]}'), events=20)
    with pytest.raises(pyboard.CorruptStateError, match=r"^line 22: the record has a result, but the game is not over"):
        records.final_state(records.loads(text))


def test_faults_of_a_record_that_was_never_a_file_name_the_event():
    record = Record("cacao", 2, events=((-1, "chance deal w1111"), (0, "at 0 1")))
    with pytest.raises(pyboard.CorruptStateError, match=r"^event 2: p0 cannot act, chance is due"):
        list(records.replay(record))


def test_files_that_cannot_be_decoded(tmp_path):
    path = tmp_path / "x.txt"
    path.write_bytes(b'{"pyboard": 1, "game": "cacao", "players": 2}\n\xff\xfe\n')
    with pytest.raises(pyboard.CorruptStateError, match=r"^line 2: cannot be read"):
        list(records.read(path))
    whole = gzip.compress(records.dumps(Record.of(played(CACAO))).encode())
    for bad in (whole[: len(whole) // 2], whole[:100] + b"\0\0\0\0" + whole[104:], b"no gzip", whole[:-3]):
        path = tmp_path / "x.gz"
        path.write_bytes(bad)
        with pytest.raises(pyboard.CorruptStateError, match=r"^line [0-9]+: "):
            list(records.read(path))
    with pytest.raises(FileNotFoundError):
        list(records.read(tmp_path / "missing"))


def test_endless_lines_are_refused(monkeypatch):
    monkeypatch.setattr(records, "_LONGEST_LINE", 1000)
    with pytest.raises(pyboard.CorruptStateError, match=r"^line 1: the line is too long"):
        list(records.read(io.BytesIO(b"x" * 2000)))


def test_loads_wants_one_record():
    text = records.dumps(Record.of(played(CACAO)))
    with pytest.raises(pyboard.CorruptStateError, match="expected one record, found 0"):
        records.loads("")
    with pytest.raises(pyboard.CorruptStateError, match="expected one record, found 2"):
        records.loads(text + text)


def test_dumps_refuses_what_would_not_read_back():
    with pytest.raises(ValueError, match="cannot be a line"):
        records.dumps(Record("cacao", 2, events=((0, "at 0 1\n*> x"),)))
    with pytest.raises(ValueError, match="not JSON compliant"):
        records.dumps(Record("cacao", 2, info={"x": float("nan")}))


FAULTS = [
    ({"seed": True}, "'seed' of a record must be a whole number or None, not True"),
    ({"seed": "x"}, "'seed' of a record must be a whole number or None, not 'x'"),
    ({"seed": 1.0}, "'seed' of a record must be a whole number"),
    ({"seed": 10**5000}, "'seed' of a record must be what JSON can hold"),
    ({"date": 5}, "'date' of a record must be a text or None, not 5"),
    ({"agents": [1, 2]}, "'agents' of a record must be a tuple of texts or None, not with 1"),
    ({"agents": "alice"}, "'agents' of a record must be a tuple of texts or None, not 'alice'"),
    ({"agents": 5}, "'agents' of a record must be a tuple of texts or None, not 5"),
    ({"info": 5}, "'info' of a record must be a dict, not 5"),
    ({"info": 0}, "'info' of a record must be a dict, not 0"),
    ({"info": "x"}, "'info' of a record must be a dict, not 'x'"),
    ({"info": {"x": object()}}, "'info' of a record must be what JSON can hold: .*object"),
    ({"info": {"x": float("inf")}}, "'info' of a record must be what JSON can hold: .*not JSON compliant"),
    ({"info": {"1": 1, 1: 2}}, "'info' of a record must be what JSON can hold: a key is there twice"),
    ({"info": {(1, 2): 3}}, "'info' of a record must be what JSON can hold: keys must be"),
]
DEEP: dict = {}
for _ in range(100_000):
    DEEP = {"x": DEEP}
HAND_MADE = [
    *FAULTS,
    ({"game": 7}, "'game' of a record must be a text, not 7"),
    ({"game": None}, "'game' of a record must be a text, not None"),
    ({"players": True}, "'players' of a record must be a whole number, not True"),
    ({"players": -1}, "'players' of a record is -1; allowed: whole numbers from 1"),
    ({"players": 0}, "'players' of a record is 0; allowed: whole numbers from 1"),
    ({"options": None}, "'options' of a record must be a dict, not None"),
    ({"options": {"x": {1, 2}}}, "'options' of a record must be what JSON can hold"),
    ({"components": []}, "'components' of a record must be a dict or None"),
    ({"start": "x"}, "'start' of a record must be a dict or None"),
    ({"rules_version": "1"}, "'rules_version' of a record must be a whole number or None"),
    ({"fingerprint": "00"}, "'fingerprint' of a record must be a whole number or None"),
    ({"fingerprint": -1}, r"'fingerprint' of a record is -1; allowed: 0 to 2\*\*64 - 1"),
    ({"fingerprint": 1 << 64}, "'fingerprint' of a record is 18446744073709551616; allowed"),
    ({"info": {"x": "\ud800"}}, "the record cannot be text in UTF-8"),
    ({"info": DEEP}, "'info' of a record must be what JSON can hold: .*recursion"),
    ({"events": ((2, "at 0 1"),)}, "the player of an event is 2; allowed: -1 for chance, 0 to 1"),
    ({"events": ((-2, "at 0 1"),)}, "the player of an event is -2; allowed"),
    ({"events": ((True, "at 0 1"),)}, "the player of an event is True; allowed"),
    ({"events": (("p0", "at 0 1"),)}, "the player of an event is 'p0'; allowed"),
    ({"events": None}, "'events' of a record must be a tuple of players with texts, not None"),
    ({"events": ("x",)}, "an event of a record is a player and a text, not 'x'"),
    ({"events": ((0, 7),)}, "7 cannot be a line of a record"),
    ({"events": ((0, ""),)}, "'' cannot be a line of a record"),
    ({"events": ((0, " at 0 1"),)}, "' at 0 1' cannot be a line of a record"),
    ({"scores": (1.0, 2.0)}, r"'places' of a record must be 2 whole numbers, not None"),
    ({"places": (1, 2)}, r"'scores' of a record must be 2 numbers, not None"),
    ({"scores": (1.0,), "places": (1, 2)}, "'scores' of a record must be 2 numbers"),
    ({"scores": (1.0, float("inf")), "places": (1, 2)}, "'scores' of a record must be 2 numbers"),
    ({"scores": (1.0, float("nan")), "places": (1, 2)}, "'scores' of a record must be 2 numbers"),
    ({"scores": (1.0, "2"), "places": (1, 2)}, "'scores' of a record must be 2 numbers"),
    ({"scores": (1.0, 2.0), "places": (1, True)}, "'places' of a record must be 2 whole numbers"),
    ({"scores": (1.0, 2.0), "places": (1, 1.5)}, "'places' of a record must be 2 whole numbers"),
]


@pytest.mark.parametrize(("kept", "message"), FAULTS)
def test_a_record_keeps_only_what_would_read_back(kept, message):
    with pytest.raises(ValueError, match="^" + message):
        Record.of(played(CACAO, events=3), **kept)


@pytest.mark.parametrize(("fields", "message"), HAND_MADE)
@pytest.mark.parametrize("many", [False, True])
def test_what_would_not_read_back_is_not_written(fields, message, many, tmp_path):
    """By no way of writing, and the file is as it was: not there, or with what it held."""
    bad = Record(**{"game": "cacao", "players": 2, **fields})
    good = Record.of(played(CACAO))
    with pytest.raises(ValueError, match="^" + message):
        records.dumps(bad)
    old, new = tmp_path / "old.txt", tmp_path / "new.txt.gz"
    old.write_text("what was there\n")
    for path in (old, new):
        for append in (False, True):
            for wanted in ([good, bad], (bad, good)) if many else (bad, iter([bad, good])):
                with pytest.raises(ValueError, match="^" + message):
                    records.write(wanted, path, append=append)
    assert old.read_text() == "what was there\n"
    assert not new.exists()


def test_what_is_no_record_is_not_written(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text("what was there\n")
    for wrong in (5, None, [5], "text", iter([None])):
        with pytest.raises(TypeError, match=r"pyboard\.records\.Record"):
            records.write(wrong, path)
    with pytest.raises(TypeError, match=r"^a record is a pyboard\.records\.Record, not int"):
        records.dumps(5)

    def stopped():
        raise KeyboardInterrupt
        yield

    with pytest.raises(KeyboardInterrupt):
        records.write(stopped(), path)
    assert path.read_text() == "what was there\n"


def test_what_came_before_a_fault_in_a_stream_is_kept(tmp_path):
    path = tmp_path / "games.txt"
    good = Record.of(played(CACAO))

    def stream():
        yield good
        assert list(records.read(path)) == [good]  # each as soon as it comes
        yield good
        yield Record("cacao", 2, date=5)

    with pytest.raises(ValueError, match="'date'"):
        records.write(stream(), path)
    assert list(records.read(path)) == [good, good]


def test_no_records_are_an_empty_file_and_nothing_to_append(tmp_path):
    path = tmp_path / "games.txt"
    assert records.write([], path, append=True) == 0
    assert not path.exists()
    records.write(Record.of(played(CACAO)), path)
    assert records.write([], path) == 0
    assert list(records.read(path)) == []


NO_MORE_FILES = """
import resource, sys
from pyboard import records
path, append = sys.argv[1], sys.argv[2] == "append"
record = next(records.read(path))
_, most = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (0, most))
try:
    records.write(record, path, append=append)
except OSError as error:
    print(error.filename)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limits to pretend that no file can be opened")
@pytest.mark.parametrize("how", ["anew", "append"])
@pytest.mark.parametrize("name", ["games.txt", "games.txt.gz"])
def test_a_file_that_cannot_be_opened_stays_as_it_was(tmp_path, name, how):
    path = tmp_path / name
    records.write(Record.of(played(CACAO)), path)
    before = path.read_bytes()
    run = subprocess.run([sys.executable, "-c", NO_MORE_FILES, path, how], check=True, capture_output=True, text=True)
    assert run.stdout.strip() == str(path)
    assert path.read_bytes() == before


def test_faults_of_who_gives_the_records_are_not_those_of_the_file(tmp_path):
    def stream():
        yield Record.of(played(CACAO))
        raise TimeoutError("no answer")

    path = tmp_path / "games.txt"
    with pytest.raises(TimeoutError) as fault:
        records.write(stream(), path)
    assert fault.value.filename is None
    assert len(list(records.read(path))) == 1


FULL_DISK = """
import itertools, resource, signal, sys
from pyboard import records
path, kept = sys.argv[1:]
record = next(records.read(kept))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
for stream in (itertools.repeat(record), [record] * 1000, itertools.repeat(record)):
    try:
        records.write(stream, path, append=True)
    except OSError as error:
        print(error.filename)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of files to pretend a full disk")
@pytest.mark.parametrize("name", ["games.txt", "games.txt.gz"])
def test_a_full_disk_leaves_whole_records_and_is_told_of_by_name(tmp_path, name):
    path, kept = tmp_path / name, tmp_path / "kept.txt"
    record = Record.of(played(CACAO))
    records.write(record, kept)
    run = subprocess.run([sys.executable, "-c", FULL_DISK, path, kept], check=True, capture_output=True, text=True)
    assert run.stdout.splitlines() == [str(path)] * 3
    size = path.stat().st_size
    assert 20_000 - len(kept.read_bytes()) <= size <= 20_000
    if path.suffix == ".gz":  # ends early, as a compressed file does whose writer was cut off
        found = records.read(path)
        assert next(found) == next(found) == record
        with pytest.raises(pyboard.CorruptStateError):
            list(found)
        return
    found = list(records.read(path))
    assert len(found) == size // len(kept.read_bytes())
    assert set(map(records.dumps, found)) == {records.dumps(record)}
    records.write(record, path, append=True)
    assert len(list(records.read(path))) == len(found) + 1


def test_lines_that_are_too_long_to_read_are_not_written(monkeypatch):
    monkeypatch.setattr(records, "_LONGEST_LINE", 1000)
    room = 998 - len(records.dumps(Record("cacao", 2, info={"x": "-"})).splitlines()[0][:-1])
    fits = Record("cacao", 2, info={"x": "x" * room})
    assert list(records.read(io.BytesIO(records.dumps(fits).encode()))) == [fits]
    for more in ("x", "é"):
        with pytest.raises(ValueError, match=r"^a line of the record has \d+ bytes; allowed: up to 998"):
            records.dumps(Record("cacao", 2, info={"x": "x" * (room - 1) + more + "x" * (more == "x")}))


def test_a_trace_that_cannot_be_written_leaves_the_file(tmp_path):
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    old.write_text("what was there\n")
    whole = Record.of(played(CACAO))
    broken = replace(whole, scores=(1.0, 1.0))  # found only at the end of the game
    for path in (old, new):
        for record in (Record.of(played(CACAO, events=5)), replace(whole, start={}), broken):
            with pytest.raises(ValueError):
                records.write_trace(record, path)
    assert old.read_text() == "what was there\n"
    assert not new.exists()


SAMPLE = records.dumps(Record.of(played(CACAO))).encode()


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_damaged_records_read_or_fail_cleanly(data):
    text = bytearray(SAMPLE)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        match data.draw(st.sampled_from(["flip", "cut", "drop", "repeat", "insert"])):
            case "flip":
                text[at] ^= 1 << data.draw(st.integers(0, 7))
            case "cut":
                del text[at:]
            case "drop":
                del text[at : at + data.draw(st.integers(1, 40))]
            case "repeat":
                text[at:at] = text[at : at + data.draw(st.integers(1, 40))]
            case "insert":
                text[at:at] = data.draw(st.binary(max_size=8))
        if not text:
            break
    try:
        for record in records.read(io.BytesIO(bytes(text))):
            for position in records.replay(record):
                assert position.game.name == "cacao"
    except pyboard.CorruptStateError:
        pass


@settings(max_examples=200, deadline=None)
@given(st.lists(st.text(max_size=40), max_size=6))
def test_any_text_reads_or_fails_cleanly(lines):
    head = '{"pyboard": 1, "game": "toy:tic_tac_toe", "players": 2}'
    for text in ("\n".join(lines), "\n".join([head, *lines])):
        try:
            for record in records.read(io.StringIO(text)):
                list(records.replay(record))
        except pyboard.CorruptStateError:
            pass


def traces():
    paths = [path for game in pyboard.games() for path in sorted((TRACES / game).glob("*.jsonl.gz"))]
    return [pytest.param(path, id=f"{path.parent.name}-{path.name}") for path in paths[::5]]


@pytest.mark.parametrize("path", traces())
def test_traces_become_records_and_traces_again(path, tmp_path):
    record = records.read_trace(path)
    assert record.finished
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    assert list(records.trace_lines(record)) == lines
    copy = tmp_path / "copy.jsonl"
    records.write_trace(records.loads(records.dumps(record)), copy)
    assert copy.read_text().splitlines() == lines


def test_traces_hold_only_whole_games_from_the_start():
    with pytest.raises(ValueError, match="a finished game"):
        list(records.trace_lines(Record.of(played(CACAO, events=5))))
    with pytest.raises(ValueError, match="neither component tables nor a start"):
        list(records.trace_lines(Record("cacao", 2, start={})))


def trace_with(change):
    lines = [json.loads(line) for line in records.trace_lines(Record.of(played(CACAO)))]
    change(lines)
    return io.StringIO("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))


def decision(lines):
    return next(i for i, line in enumerate(lines) if "legal" in line)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t.clear(), "the trace ends before its result"),
        (lambda t: t.pop(), "line [0-9]+: the trace ends before its result"),
        (lambda t: t.append({}), "line [0-9]+: the trace goes on after its result"),
        (lambda t: t[0].update(trace=2), "line 1: is no trace of version 1"),
        (lambda t: t[0].pop("players"), "line 1: 'players' is missing"),
        (lambda t: t[0].update(players=1), "line 1: "),
        (lambda t: t[0]["options"].update(components="/dev/zero"), "line 1: 'components' is no option of a game"),
        (lambda t: t.insert(1, "nonsense"), "line 2: is not JSON"),
        (lambda t: t.insert(1, "[]"), "line 2: must be a JSON object, not list"),
        (lambda t: t[1].update(x=1), "line 2: 'x' is not known; allowed: chance, play"),
        (
            lambda t: t[1]["chance"].update({"chance deal w1111": "1/11"}),
            "line 2: the outcomes differ, first at 'chance deal w1111'",
        ),
        (
            lambda t: t[1]["chance"].update({"chance deal w1111": "1/0"}),
            "line 2: 'chance' must hold texts with fractions",
        ),
        (
            lambda t: t[1]["chance"].pop("chance deal w3100"),
            "line 2: the outcomes differ, first at 'chance deal w3100'",
        ),
        (lambda t: t[1].update(play="chance deal w9"), "line 2: .*w9"),
        (lambda t: t.pop(1), "line [0-9]+: "),
        (lambda t: t.insert(2, t[-2]), "line 3: chance is due"),
        (lambda t: t[decision(t)].update(p=1), "line [0-9]+: p0 is due"),
        (
            lambda t: t[decision(t)]["legal"].append("at 9 9"),
            "line [0-9]+: the legal actions differ, first at 'at 9 9'",
        ),
        (lambda t: t[decision(t)]["legal"].reverse(), "line [0-9]+: 'legal' is not sorted"),
        (lambda t: t[-1]["scores"].reverse(), "line [0-9]+: the result is scores"),
        (lambda t: t.insert(-1, t[-2]), "line [0-9]+: the game is over, but the trace goes on"),
        (lambda t: t.pop(-2), "line [0-9]+: the trace ends, but the game is not over"),
    ],
)
def test_faults_of_traces_name_their_line(change, message):
    with pytest.raises(pyboard.CorruptStateError, match="^" + message):
        records.read_trace(trace_with(change))


# What JSON can hold and nobody expects; "RAW …" is written without its quotes.
NASTY = [
    *(None, True, -1, 0, 0.5, 2**70, "", "x", "1e999999999", "9" * 5000, "\ud800", [], {}, [[]], {"": 0}),
    *("RAW 1e400", "RAW -1e400", "RAW NaN", "RAW " + "9" * 5000, "RAW " + "[" * 50_000, "RAW 1e-999999999"),
]


def leaves(tree, path=()):
    if isinstance(tree, dict | list) and tree:
        for key, value in list(tree.items() if isinstance(tree, dict) else enumerate(tree)):
            yield from leaves(value, (*path, key))
    yield path


def changed(line, path, value):
    """A line of JSON in which what lies at the path is something else."""
    tree = {"": json.loads(line)}
    here = tree
    for key in ("", *path)[:-1]:
        here = here[key]
    here[("", *path)[-1]] = value
    text = json.dumps(tree[""])
    return text.replace(json.dumps(value), value[4:], 1) if str(value).startswith("RAW ") else text


def tampered(lines, chosen):
    for number in chosen:
        for path in leaves(json.loads(lines[number])):
            for value in NASTY:
                yield "\n".join([*lines[:number], changed(lines[number], path, value), *lines[number + 1 :]])


def survives(read, text):
    """Read as it is, or refused in the right way."""
    try:
        read(io.StringIO(text))
    except pyboard.CorruptStateError as error:
        return len(str(error)) > 10
    return True


def test_any_leaf_of_a_record_may_be_anything():
    """What is read can be written again; what it says is checked when it is played."""

    def read(file):
        record = next(records.read(file))
        records.loads(records.dumps(record))
        records.final_state(record)

    state = played(pyboard.load_game("cacao", players=2, activation="explicit"))
    record = Record.of(state, seed=3, agents=["a", "b"], date="today", info={"x": [1.5, {"y": None}]})
    record = replace(record, components={"temple_scoring": state.game.components()["temple_scoring"]})
    lines = records.dumps(record).splitlines()
    texts = list(tampered(lines, (0, len(lines) - 1)))
    assert len(texts) > 300
    assert all(survives(read, text) for text in texts)


def test_any_leaf_of_a_trace_may_be_anything():
    lines = list(records.trace_lines(Record.of(played(CACAO))))
    texts = list(tampered(lines, (0, 1, decision([json.loads(line) for line in lines]), len(lines) - 1)))
    assert len(texts) > 500
    assert all(survives(records.read_trace, text) for text in texts)
