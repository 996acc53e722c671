"""The pages do what they say: Python blocks run, links lead somewhere, examples in docstrings hold."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import pyboard
from pyboard import _batch, _core

ROOT = Path(__file__).parents[2]
PAGES = [
    *(ROOT / page for page in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "cpp/README.md")),
    *sorted(page for page in (ROOT / "docs").rglob("*.md") if not {"rules", "_build"} & set(page.parts)),
]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
# Needs packages that are extras, so the tests of the adapters run these blocks.
WITH_EXTRAS = {"adapters.md"}


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def python_blocks(page: Path, *, sessions: bool) -> list[str]:
    """Programs, or sessions with prompts and answers."""
    blocks = [
        code for language, code in FENCE.findall(page.read_text(encoding="utf-8")) if language in {"python", "pycon"}
    ]
    return [code for code in blocks if code.startswith(">>>") == sessions]


@pytest.mark.parametrize(
    "page", [page for page in PAGES if python_blocks(page, sessions=False) and page.name not in WITH_EXTRAS], ids=name
)
def test_programs_run(page: Path, tmp_path: Path) -> None:
    """The blocks of a page are one program, run in a folder of their own."""
    program = "\n".join(python_blocks(page, sessions=False))
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", [page for page in PAGES if python_blocks(page, sessions=True)], ids=name)
def test_sessions_answer_as_printed(page: Path) -> None:
    session = doctest.DocTestParser().get_doctest(
        "\n".join(python_blocks(page, sessions=True)), {}, page.name, str(page), 0
    )
    runner = doctest.DocTestRunner()
    runner.run(session)
    assert runner.tries > 0
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    missing = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if not (page.parent / link).exists()]
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_shell_blocks_name_targets_and_commands_that_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for language, block in FENCE.findall(page.read_text(encoding="utf-8")):
        if language != "sh":
            continue
        for target in re.findall(r"^make ([a-z-]+)", block, re.MULTILINE):
            assert target in targets, f"make {target}"
        for script in re.findall(r"python ((?:bench|examples|tools|tests)/\S+\.py)", block):
            assert (ROOT / script).exists(), script


def test_command_lines_name_options_that_exist() -> None:
    """Every line `pyboard …` of the pages: its command, its options, its game."""
    cli = pytest.importorskip("pyboard.cli")
    typer = pytest.importorskip("typer")
    commands = typer.main.get_command(cli.app).commands
    lines = 0
    for page in PAGES:
        for language, block in FENCE.findall(page.read_text(encoding="utf-8")):
            for line in block.replace("\\\n", " ").splitlines() if language == "sh" else ():
                words = shlex.split(line, comments=True)
                if not words or words[0] != "pyboard" or words[1:2] == ["--help"]:
                    continue
                lines += 1
                command = commands[words[1]]
                known = {option for param in command.params for option in (*param.opts, *param.secondary_opts)}
                options = {word.partition("=")[0] for word in words[2:] if re.match("--?[a-z]", word)}
                assert options <= known, f"{page.name}: {line}"
                if words[1] in {"match", "selfplay", "rules", "bench", "play", "perft"} and words[2:]:
                    assert words[2] in pyboard.games() or words[2].startswith(("toy:", "GAME")), line
    assert lines > 5


def test_every_page_of_the_documentation_is_reachable() -> None:
    index = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    for page in (ROOT / "docs").rglob("*.md"):
        if "_build" in page.parts or page.name == "index.md":
            continue
        place = page.relative_to(ROOT / "docs").with_suffix("")
        assert str(place) in index or f"{place.parent}/*" in index, f"docs/index.md does not list {place}"


@pytest.mark.parametrize("game", pyboard.games())
def test_pages_of_games_are_complete(game: str) -> None:
    """Options with their values, rulesets, kinds of nodes, planes, sizes and measured figures are there."""
    page = (ROOT / "docs" / "games" / f"{game}.md").read_text(encoding="utf-8")
    info, loaded = _core._info(game), pyboard.load_game(game)
    for option in info["options"]:
        row = next(line for line in page.splitlines() if line.startswith(f"| `{option['name']}` |"))
        words = set(re.findall(r"[\w-]+", row.replace("−", "-")))
        assert {str(value).lower() for value in option["values"]} <= words, option["name"]
    quoted = {word for text in re.findall(r"`([^`\n]+)`", page) for word in text.split()}
    planes = [plane["name"] for plane in loaded.observation_layout()]
    named = (*info["rulesets"], *info["decisions"], *info["chances"], *planes)
    assert [name for name in named if name not in quoted] == []
    assert re.search(rf"\b{loaded.state_size} bytes", page)
    assert re.search(rf"\b{loaded.num_distinct_actions()}\b", page)
    figures = page.partition("\n## Figures\n")[2]
    for word in ("decisions per game", "chance events", "legal actions"):
        assert word in figures


def modules() -> list[str]:
    found = [module.name for module in pkgutil.walk_packages(pyboard.__path__, "pyboard.")]
    # Compiled modules are tested below; adapters need extras; __main__ runs the command line.
    return sorted(
        module
        for module in found
        if not module.startswith("pyboard.adapters.")
        and module not in {"pyboard.__main__", "pyboard._core", "pyboard._batch", "pyboard.libpyboard"}
    )


@pytest.mark.parametrize("module", ["pyboard", *modules()])
def test_examples_in_docstrings_hold(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


@pytest.mark.parametrize("module", [_core, _batch], ids=["_core", "_batch"])
def test_examples_in_docstrings_of_compiled_modules_hold(module: ModuleType) -> None:
    # The classes say that they live in `pyboard`, so the finder must not ask where things come from.
    runner = doctest.DocTestRunner()
    for example in doctest.DocTestFinder().find(module, module.__name__, module=False, globs={}):  # type: ignore[arg-type]
        runner.run(example)
    assert runner.summarize(verbose=False).failed == 0
    assert runner.tries > (10 if module is _core else 0)
