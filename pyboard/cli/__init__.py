"""The command line: `pyboard …` or `python -m pyboard …`.

Errors are one line on the standard error stream and exit status 2; Ctrl-C ends with status 130 after printing what
was done so far.
"""

from pyboard.cli import analyze as _analyze
from pyboard.cli import contest as _contest
from pyboard.cli import demo as _demo
from pyboard.cli import info as _info
from pyboard.cli import measure as _measure
from pyboard.cli import play as _play
from pyboard.cli import replay as _replay
from pyboard.cli._common import app

__all__ = ["app", "main"]

_COMMANDS = (
    ("games", _info.games),
    ("rules", _info.rules),
    ("agents", _info.agents),
    ("play", _play.play),
    ("match", _contest.match),
    ("selfplay", _contest.selfplay),
    ("analyze", _analyze.analyze),
    ("replay", _replay.replay),
    ("perft", _measure.perft),
    ("bench", _measure.bench),
    ("demo", _demo.demo),
)
for _name, _function in _COMMANDS:
    app.command(_name)(_function)


def main(arguments: list[str] | None = None) -> None:
    """Runs a command and exits.

    Args:
        arguments: Words of the command line; without them those of the process.

    Example:
        >>> from pyboard.cli import main
        >>> main(["perft", "cacao", "--depth", "two"])
        Traceback (most recent call last):
        SystemExit: 2
    """
    app(arguments, prog_name="pyboard")
