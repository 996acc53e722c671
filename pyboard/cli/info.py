"""`pyboard games`, `rules` and `agents`: what there is."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markdown import Markdown
from rich.table import Table

import pyboard
from pyboard import _core
from pyboard import agents as _agents
from pyboard.cli._common import GameName, Json, fail, out


def games(
    json_: Json = False,
    toys: Annotated[bool, typer.Option(help="List the toy games of developer builds, too.")] = False,
) -> None:
    """List the games."""
    names = _core._games(toys=toys)
    infos = [_core._info(name) for name in names]
    if json_:
        out.print_json(json.dumps(infos))
        return
    table = Table(box=None, pad_edge=False)
    for column in ("game", "title", "players", "options", "rules version"):
        table.add_column(column)
    for info in infos:
        low, high = info["players"]
        seats = str(low) if low == high else f"{low}-{high}"
        options = ", ".join(option["name"] for option in info["options"]) or "-"
        table.add_row(info["name"], info["title"], seats, options, str(info["rules_version"]))
    out.print(table)


def rules(
    game: GameName,
    full: Annotated[bool, typer.Option(help="Print the whole specification of the rules.")] = False,
    json_: Json = False,
) -> None:
    """Show a game's players, options, kinds of decisions and chance events, or its rules."""
    info = _core._info(game)
    if json_:
        out.print_json(json.dumps(info))
        return
    if full:
        _print_specification(game)
        return
    low, high = info["players"]
    out.print(
        f"[bold]{info['title']}[/] ({info['name']}), {low} to {high} players, rules version {info['rules_version']}"
    )
    out.print(f"decisions: {', '.join(info['decisions']) or '-'}")
    out.print(f"chance events: {', '.join(info['chances']) or '-'}")
    out.print(f"rulesets: {', '.join(_ruleset(name, settings) for name, settings in info['rulesets'].items())}")
    if info["options"]:
        table = Table(title="options", title_justify="left", box=None, pad_edge=False)
        for column in ("name", "values", "meaning"):
            table.add_column(column, overflow="fold")
        for option in info["options"]:
            table.add_row(option["name"], _values(option), option["meaning"])
        out.print(table, soft_wrap=False)
    if info["refused"]:
        out.print("not built: " + ", ".join(name for name, _ in info["refused"]))
    if _specification(game) is not None:
        out.print(f"the whole rules: pyboard rules {game} --full")


def agents(json_: Json = False) -> None:
    """List the agents and their options."""
    known = {name: _agents.describe(name) for name in _agents.names()}
    if json_:
        out.print_json(json.dumps(known))
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("agent")
    table.add_column("options, with defaults", overflow="fold")
    for name, options in known.items():
        table.add_row(name, ", ".join(f"{key}={value}" for key, value in options.items()) or "-")
    out.print(table, soft_wrap=False)
    out.print("written as name:key=value,key=value, for example mcts:iterations=2000,cutoff=20 (playout_depth)")


def _ruleset(name: str, settings: dict[str, Any]) -> str:
    return f"{name} ({', '.join(f'{key}={value}' for key, value in settings.items())})" if settings else name


def _values(option: dict[str, Any]) -> str:
    if option["values"]:
        return ", ".join(
            f"{value} (default)" if value == option["default"] else str(value) for value in option["values"]
        )
    return f"whole numbers from {option['minimum']} (default {option['default']})"


def _specification(game: str) -> Path | None:
    """The file with the rules: in the package, or beside it in a checkout."""
    package = Path(pyboard.__file__).parent
    for folder in (package / "data" / "rules", package.parent / "docs" / "rules"):
        path = folder / f"{game}.md"
        if game.isidentifier() and path.exists():
            return path
    return None


def _print_specification(game: str) -> None:
    path = _specification(game)
    if path is None:
        fail(f"there is no text of the rules of {game!r} here")
    text = path.read_text(encoding="utf-8")
    if out.is_terminal:
        with out.pager(styles=True):
            out.print(Markdown(text), soft_wrap=False)
    else:
        print(text)
