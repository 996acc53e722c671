"""What the commands share: the application, arguments, consoles, colours, errors."""

# Annotations are read when the commands are registered, so the modules of this package do not postpone them.
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text
from rich.theme import Theme
from typer.core import TyperGroup

from pyboard import Game, State, load_game, render
from pyboard import agents as _agents
from pyboard._seeds import check_seed

INTERRUPTED = 130

_THEME = Theme(
    {
        "p0": "bold red",
        "p1": "bold magenta",
        "p2": "bold bright_white",
        "p3": "bold yellow",
        "p4": "bold cyan",
        "dim": "bright_black",
        "space": "bold reverse",
        "plantation": "rgb(180,130,70)",
        "market": "rgb(230,150,60)",
        "mine": "bright_yellow",
        "water": "bright_blue",
        "sun": "yellow",
        "temple": "white",
    }
)
_WIDTH = None if sys.stdout.isatty() else 120  # of tables in files and pipes
out = Console(theme=_THEME, highlight=False, emoji=False, soft_wrap=True, width=_WIDTH)
err = Console(theme=_THEME, highlight=False, emoji=False, stderr=True)


class _Group(TyperGroup):
    """Turns every error that a user can cause into one line and an exit status."""

    def make_context(self, *arguments: Any, **more: Any) -> Any:
        with _one_line_errors():
            return super().make_context(*arguments, **more)

    def invoke(self, ctx: Any) -> Any:
        with _one_line_errors():
            return super().invoke(ctx)


app = typer.Typer(
    name="pyboard",
    cls=_Group,
    help="Modern board games: play, match agents, analyze positions, measure.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@contextmanager
def _one_line_errors() -> Iterator[None]:
    try:
        yield
    except (typer.Exit, typer.Abort, BrokenPipeError):
        raise
    except KeyboardInterrupt:
        err.print("interrupted")
        raise typer.Exit(INTERRUPTED) from None
    except (ValueError, OSError, ImportError) as error:
        file = getattr(error, "filename", None)
        _say(str(error) if file is None or not isinstance(error, OSError) else f"{file!r}: {error.strerror}")
        raise typer.Exit(2) from None
    except Exception as error:
        usage: Callable[[], str] | None = getattr(error, "format_message", None)
        if usage is None or type(error).__name__ == "NoArgsIsHelpError":
            raise
        _say(usage())
        raise typer.Exit(2) from None


def _say(message: str) -> None:
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    print("error:", "; ".join(lines), file=sys.stderr)


def fail(message: str) -> NoReturn:
    """Ends the command with an error."""
    raise ValueError(message)


GameName = Annotated[str, typer.Argument(metavar="GAME", help="Name of a game; `pyboard games` lists them.")]
Players = Annotated[int | None, typer.Option("--players", "-p", help="Number of seats.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="An option of the game; may be repeated."),
]
Ruleset = Annotated[str, typer.Option(help="A named set of options.")]
Components = Annotated[Path | None, typer.Option(help="A JSON file that replaces component tables.")]
Seed = Annotated[int, typer.Option("--seed", "-s", callback=check_seed, help="Decides everything that is random.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
Workers = Annotated[int, typer.Option("--workers", "-w", help="Games at the same time; 0: one per processor.")]


def options_of(settings: list[str] | None) -> dict[str, Any]:
    """Options given as key=value."""
    options: dict[str, Any] = {}
    for setting in settings or []:
        key, equals, value = setting.partition("=")
        if not equals or not key or not value:
            fail(f"{setting!r} is no option; the form is key=value")
        if key in ("ruleset", "components", "players", "name"):
            fail(f"{key!r} is no option of a game; use --{key}")
        options[key] = _agents.parse_value(value)
    return options


def game_of(
    name: str,
    players: int | None,
    settings: list[str] | None = None,
    ruleset: str = "seed",
    components: Path | None = None,
) -> Game:
    """The game that the arguments of a command name."""
    return load_game(name, players, ruleset=ruleset, components=components, **options_of(settings))


def worker_count(workers: int) -> int:
    """The number of workers asked for."""
    if workers < 0:
        fail(f"workers is {workers}; allowed: whole numbers from 0")
    return workers or len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1))


def agent_of(spec: str) -> _agents.Agent:
    """The agent that a text on the command line names."""
    try:
        return _agents.make(spec)
    except TypeError as error:  # what is wrong with the text of a user is one line, whatever the agent calls it
        fail(f"{spec!r}: {error}")


def check_writable(path: Path) -> None:
    """So that nobody finds out when games were played; leaves everything as it is."""
    there = path.exists()
    with path.open("ab"):
        pass
    if not there:
        path.resolve().unlink()  # what a link points to, not the link


def board(state: State, player: int | None = None) -> Text:
    """A board in colours."""
    drawing = render.text(state, player, lambda piece, style: f"\0{style}\0{piece}\0" if piece.strip() else piece)
    plain, *rest = drawing.split("\0")
    text = Text(plain)
    for style, piece, plain in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        text.append(piece, style).append(plain)
    return text


def progress_bar(transient: bool = True) -> Progress:
    """A progress bar on the standard error stream, shown on terminals only."""
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=err,
        transient=transient,
        disable=not err.is_terminal,
    )


def percent(share: float) -> str:
    """A share from 0 to 1 as text."""
    return f"{100 * share:.1f} %"
