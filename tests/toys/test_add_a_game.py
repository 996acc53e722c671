"""docs/how-to/add-a-game.md: its excerpts stand in the files, its examples run, and Pig is one folder and one line."""

from __future__ import annotations

import doctest
import re
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "how-to" / "add-a-game.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXCERPTS = re.findall(r"<!-- (\S+) -->\n```\w+\n(.*?)```\n", TEXT, re.DOTALL)


def test_every_block_of_code_is_an_excerpt() -> None:
    assert len(re.findall(r"^```(?:cpp|text)$", TEXT, re.MULTILINE)) == len(EXCERPTS) > 10


@pytest.mark.parametrize(("name", "excerpt"), EXCERPTS, ids=lambda value: value.split("\n")[0][:40])
def test_excerpts_stand_in_the_files(name: str, excerpt: str) -> None:
    wanted = textwrap.dedent(excerpt).splitlines()
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    places = range(len(lines) - len(wanted) + 1)
    found = (textwrap.dedent("\n".join(lines[at : at + len(wanted)])).splitlines() for at in places)
    assert wanted in list(found)


def test_examples_run() -> None:
    example = doctest.DocTestParser().get_doctest(TEXT, {}, PAGE.name, str(PAGE), 0)
    assert len(example.examples) >= 9
    output: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=output.append)
    assert output == []


def test_every_file_that_is_named_exists() -> None:
    names = set(re.findall(r"`((?:tests|cpp|docs|tools|pyboard|core)/[\w./-]+)`", TEXT))
    assert len(names) > 8
    for name in names:
        path = ROOT / "cpp" / "include" / "pyboard" / name if name.startswith("core/") else ROOT / name
        assert path.exists(), name


def test_one_folder_and_one_line() -> None:
    mentions = [
        (path.relative_to(ROOT).as_posix(), line.strip())
        for folder in ("cpp", "bindings", "pyboard")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".hpp", ".cpp", ".py", ".pyx", ".in", ".cmake", ".pxd"}
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"(?<!toy:)\bpig\b", line, re.IGNORECASE)
    ]
    assert mentions == [("cpp/games.cmake", "pig")]
