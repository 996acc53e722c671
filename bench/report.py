"""Measures the budgets: one table, budget beside measured, and bench/results/<machine>.json.

usage: python bench/report.py [--quick] [--no-install] [--only WORD]   measure (`make bench`)
       python bench/report.py --shares                                 where the time of random play goes
       python bench/report.py --search                                 the tree search beside random play
       python bench/report.py --readme                                 write the README's table from the results
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import budgets
from budgets import Row
from rich.console import Console
from rich.table import Table

import pyboard
from pyboard import _core

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "bench" / "results"
BUILD = ROOT / "build" / "bench"


def machine() -> dict[str, Any]:
    """What the figures hold for."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = re.findall(r"^model name\s*: (.*)$", info.read_text(encoding="utf-8"), re.MULTILINE)
        cpu = names[0] if names else cpu
    compiler = os.environ.get("CXX") or "c++"
    version = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False).stdout
    return {
        "cpu": cpu,
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "compiler": version.splitlines()[0] if version else compiler,
        "python": platform.python_version(),
    }


def slug(facts: dict[str, Any]) -> str:
    return re.sub(r"[^a-z0-9]+", "-", f"{facts['cpu']} {facts['cores']} cores".lower()).strip("-")


def state_sizes() -> list[Row]:
    sizes = []
    for name in pyboard.games():
        size = pyboard.load_game(name).state_size
        sizes.append(Row(f"state, {name}", size, "B", budgets.STATE_BYTES.get(name)))
    return sizes


def suites(only: str | None, quick: bool) -> list[Row]:
    """The pytest-benchmark suites of this folder."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "benchmarks.json"
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", str(ROOT / "bench")]
        command += [f"--benchmark-json={out}", "--benchmark-quiet", "--benchmark-disable-gc"]
        command += ["--benchmark-max-time=0.3", "--benchmark-min-rounds=3"] if quick else ["--benchmark-max-time=1"]
        command += ["-k", only] if only else []
        # Empty benchmarks make no file.
        subprocess.run(command, cwd=ROOT, check=True, stdout=sys.stderr)
        data = json.loads(out.read_text(encoding="utf-8"))
    return [budgets.row_of(result) for result in data["benchmarks"]]


def slowest(rows: list[Row]) -> list[Row]:
    """Per game the figure that counts: random play at its slowest number of players, also as a ratio."""
    speeds: dict[str, list[float]] = {}
    for row in rows:
        match = re.fullmatch(r"random play, (\S+), \d players", row.what)
        if match:
            speeds.setdefault(match[1], []).append(row.value)
    calibration = speeds.pop(budgets.CALIBRATION, None)
    if calibration is None:
        return []
    note = f"decisions/s at the slowest number of players, to those of {budgets.CALIBRATION} in the same run"
    return [
        Row(f"random play to calibration, {name}", min(v) / calibration[0], "x", note=note)
        for name, v in speeds.items()
    ]


def import_time() -> list[Row]:
    """Start of Python with and without `import pyboard`, the best of several."""

    def best(code: str) -> float:
        times = []
        for _ in range(15):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            times.append(time.perf_counter() - start)
        return min(times)

    return [Row("import pyboard", (best("import pyboard") - best("pass")) * 1e3, "ms", budgets.IMPORT_MS)]


def install_time() -> list[Row]:
    """`pip install .` in a fresh environment, build tools included, without a compiler cache."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("CCACHE", "CMAKE_"))}
        command = [f"{folder}/bin/python", "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
        command += [f"--config-settings=build-dir={folder}/build", str(ROOT)]
        start = time.perf_counter()
        subprocess.run(command, check=True, env=environment, cwd=folder)
        seconds = time.perf_counter() - start
    return [Row("pip install .", seconds, "s", budgets.INSTALL_S, note=f"{os.cpu_count()} cores")]


def build_native(target: str) -> None:
    """Builds one of the programs in bench/native."""
    configure = ["cmake", "-S", str(ROOT), "-B", str(BUILD), "-DCMAKE_BUILD_TYPE=Release", "-DPYBOARD_PYTHON=OFF"]
    if shutil.which("ninja"):
        configure += ["-G", "Ninja"]
    subprocess.run([*configure, "-DPYBOARD_NATIVE_BENCH=ON"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", str(BUILD), "--target", target], check=True, stdout=subprocess.DEVNULL)


def action_set(seconds: float) -> dict[str, Any]:
    """The native micro-benchmark behind docs/design/02-action-set.md."""
    build_native("bench_action_set")
    run = subprocess.run([str(BUILD / "bench_action_set"), str(seconds)], check=True, capture_output=True, text=True)
    figures: dict[str, Any] = json.loads(run.stdout)
    return figures


def shares(samples: int) -> dict[str, Any]:
    """Per game and number of players: which parts of a step take which share of the time of random play."""
    figures = {}
    build_native("bench_shares")
    for name in pyboard.games():
        program = str(BUILD / f"bench_shares_{name}")
        run = subprocess.run([program, str(samples)], check=True, capture_output=True, text=True)
        figures[name] = json.loads(run.stdout)
    return figures


PARTS = {
    "legal": "listing legal actions",
    "apply": "actions, with all that follows by itself",
    "chance": "drawing and its outcomes",
    "forced": "actions and outcomes without a choice",
    "rest": "node, random numbers, loop",
}


def print_shares(figures: dict[str, Any]) -> None:
    table = Table(box=None, pad_edge=False, title="share of the time of random play")
    table.add_column("game")
    for column in ("players", *PARTS):
        table.add_column(column, justify="right")
    for name, rows in figures.items():
        for row in rows:
            table.add_row(name, str(row["players"]), *(f"{row[part]:.0%}" for part in PARTS))
    table.caption = "; ".join(f"{part}: {meaning}" for part, meaning in PARTS.items())
    Console(width=120 if not sys.stdout.isatty() else None).print(table)


SEARCHED = "search to random play, "


def searches(quick: bool) -> tuple[list[Row], dict[str, Any]]:
    """Iterations of the tree search beside random playouts from the same positions, and where its time goes."""
    figures = {}
    rows = []
    build_native("bench_search")
    for name in pyboard.games():
        arguments = ["2000", "5", "50", "2"] if quick else []
        run = subprocess.run([str(BUILD / f"bench_search_{name}"), *arguments], check=True, stdout=subprocess.PIPE)
        figures[name] = json.loads(run.stdout)
        for found in figures[name]:
            share = found["hidden"]
            hidden = f"; something is hidden from the searcher at {share:.0%} of them" if share else ""
            aim = budgets.SEARCH_SHARE + share * (budgets.SEARCH_SHARE_HIDDEN - budgets.SEARCH_SHARE)
            rows.append(
                Row(
                    f"{SEARCHED}{name}, {found['players']} players, {found['at']}",
                    found["ratio"],
                    "x",
                    aim=aim,
                    more_is_better=True,
                    note="iterations/s with full random playouts to playouts/s, timed in turn, geometric mean of "
                    f"{found['positions']} positions ({found['least']:.2f} to {found['most']:.2f}){hidden}",
                )
            )
    return rows, figures


SEARCH_PARTS = {
    "deal": "conceal",
    "keys": "labels and hashes",
    "tree": "choosing, nodes and edges, back-up, copies",
    "steps": "the rules on the way down the tree",
    "playout": "the random rest",
}


def print_searches(figures: dict[str, Any]) -> None:
    table = Table(box=None, pad_edge=False, title="tree search beside random play, and shares of its time")
    table.add_column("game")
    for column in ("players", "decision", "hidden", "k iterations/s", "k playouts/s", "ratio", *SEARCH_PARTS):
        table.add_column(column, justify="right")
    for name, rows in figures.items():
        for row in rows:
            rates = (f"{row[f'{what}_per_second'] / 1e3:,.0f}" for what in ("iterations", "playouts"))
            facts = (str(row["players"]), f"{row['decision']:.0f} ({row['at']})", f"{row['hidden']:.0%}")
            ratio = f"{row['ratio']:.2f} ({row['least']:.2f} to {row['most']:.2f})"
            table.add_row(name, *facts, *rates, ratio, *(f"{row[part]:.0%}" for part in SEARCH_PARTS))
    table.caption = "; ".join(f"{part}: {meaning}" for part, meaning in SEARCH_PARTS.items())
    Console(width=120 if not sys.stdout.isatty() else None).print(table)


def peers() -> tuple[list[Row], dict[str, Any] | None]:
    """Our search beside OpenSpiel's, if that is installed: bench/peers.py in a process of its own."""
    if importlib.util.find_spec("pyspiel") is None:
        print("open_spiel is not installed: no comparison with its search", file=sys.stderr)
        return [], None
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "peers.json"
        command = [sys.executable, str(ROOT / "bench" / "peers.py"), "--json", str(out)]
        subprocess.run(command, check=True, cwd=ROOT, stdout=sys.stderr)
        data: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    rows = [
        Row(
            f"search to OpenSpiel's, {entry['game'].removeprefix('toy:')}, {entry['simulations']:,} simulations",
            entry["median_ratio"],
            "x",
            aim=entry["aim"],
            more_is_better=True,
            note="simulations/s of one thread to those of OpenSpiel's C++ bot, run in turn, median of pairs",
        )
        for entry in data["rows"]
    ]
    return rows, data


def threads() -> tuple[list[Row], dict[str, Any] | None]:
    """Two threads beside one, if there are two cores: bench/threads.py in a process of its own."""
    if (os.cpu_count() or 1) < 2:
        print("a single core: no comparison of two threads with one", file=sys.stderr)
        return [], None
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "threads.json"
        command = [sys.executable, str(ROOT / "bench" / "threads.py"), "--json", str(out)]
        subprocess.run(command, check=True, cwd=ROOT, stdout=sys.stderr)
        data: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    rows = [
        Row(
            f"search with {entry['threads']} threads to one, {entry['mode']}, {entry['game']}",
            entry["median_ratio"],
            "x",
            aim=entry["aim"],
            more_is_better=True,
            note="iterations/s a third into a game, searched in turn for the same time, median of pairs",
        )
        for entry in data["rows"]
    ]
    return rows, data


def shown(row: Row, value: float | None) -> str:
    if value is None:
        return ""
    digits = {"B": 0, "µs": 3, "ms": 1, "s": 0, "M/s": 1, "x": 2}[row.unit]
    return f"{value:,.{digits}f}"


def print_table(rows: list[Row], facts: dict[str, Any]) -> None:
    table = Table(box=None, pad_edge=False, title=f"{facts['cpu']}, {facts['cores']} cores; {facts['compiler']}")
    table.add_column("what")
    for column in ("measured", "", "budget", "aim", ""):
        table.add_column(column, justify="left" if not column else "right", no_wrap=True)
    for row in rows:
        verdict = {None: "", True: "[green]kept[/]", False: "[red]missed[/]"}[row.kept]
        table.add_row(row.what, shown(row, row.value), row.unit, shown(row, row.budget), shown(row, row.aim), verdict)
    Console(width=120 if not sys.stdout.isatty() else None).print(table)


BEGIN = "<!-- measured: written by `make bench` -->"
END = "<!-- /measured -->"


def readme(data: dict[str, Any]) -> None:
    """Writes the figures of the README."""
    rows = {entry["what"]: Row(**{key: entry[key] for key in entry if key != "kept"}) for entry in data["rows"]}
    facts = data["machine"]
    where = f"bench/results/{slug(facts)}.json"

    def value(what: str, digits: int) -> str:
        return f"{rows[what].value:.{digits}f}"

    def all_values(beginning: str, part: str = "") -> list[float]:
        return [row.value for what, row in rows.items() if what.startswith(beginning) and part in what]

    def line(name: str) -> str:
        figures = [
            ", ".join(f"{speed:.1f}" for speed in all_values(f"{kind}, {name}, "))
            for kind in ("random play", "batch steps")
        ]
        info = _core._info(name)
        seats = " to ".join(map(str, info["players"]))
        return f"| {info['title']} | {seats} | {value(f'state, {name}', 0)} | {figures[0]} | {figures[1]} |"

    games = "\n".join(line(name) for name in pyboard.games())
    compared = "\n".join(
        f"- On {game.replace('_', ' ')} the tree search makes {min(found):.1f} to {max(found):.1f} times the "
        "simulations of OpenSpiel's C++ bot, with the same settings and on one thread."
        for game in ("connect_four", "tic_tac_toe")
        if (found := all_values("search to OpenSpiel's", game))
    )
    calibration = value(f"random play, {budgets.CALIBRATION}, 2 players", 0)
    text = f"""
On {facts["cpu"]} ({facts["cores"]} cores), {facts["compiler"]}; million per second, a figure per number of players:

| game | players | bytes | decisions of random play with chance, one core | batch steps with masks, two threads |
|---|---|--:|---|---|
{games}

- The calibration, random play of a toy connect four, makes {calibration} million decisions per second in the same run.
- From Python `clone()` costs {value("clone(), cacao", 2)} µs (after 10,000 events too:
  {value("clone() after 10,000 events", 2)}), `legal_actions()` {value("legal_actions(), cacao", 2)} µs and
  `apply_action()` {value("apply_action(), cacao", 2)} µs at Cacao, on average over games.
{compared}
- `import pyboard` takes {value("import pyboard", 0)} ms, `pip install .` {value("pip install .", 0)} s.

All figures beside their budgets: [{Path(where).name}]({where}).
"""
    page = ROOT / "README.md"
    old = page.read_text(encoding="utf-8")
    start, end = old.index(BEGIN) + len(BEGIN), old.index(END)
    page.write_text(f"{old[:start]}\n{text}\n{old[end:]}", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="shorter runs; nothing is written")
    parser.add_argument("--no-install", action="store_true", help="do not measure `pip install .`")
    parser.add_argument("--only", metavar="WORD", help="only the suites that match; nothing is written")
    parser.add_argument(
        "--shares", action="store_true", help="only the shares of the time of random play, into the results at hand"
    )
    parser.add_argument(
        "--search", action="store_true", help="only the tree search beside random play, into the results at hand"
    )
    parser.add_argument("--readme", action="store_true", help="write the README's table from the results at hand")
    arguments = parser.parse_args()
    facts = machine()
    path = RESULTS / f"{slug(facts)}.json"
    if arguments.readme:
        readme(json.loads(path.read_text(encoding="utf-8")))
        return 0
    if arguments.shares:
        figures = shares(1000)
        print_shares(figures)
        if path.exists():
            results = {**json.loads(path.read_text(encoding="utf-8")), "shares": figures}
            path.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        return 0

    if arguments.search:
        rows, figures = searches(arguments.quick)
        print_searches(figures)
        print_table(rows, facts)
        if path.exists() and not arguments.quick:
            results = json.loads(path.read_text(encoding="utf-8"))
            kept = [row for row in results["rows"] if not row["what"].startswith(SEARCHED)]
            results |= {"rows": kept + [row.to_dict() for row in rows], "search": figures}
            path.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        return 1 if any(row.kept is False for row in rows) else 0

    rows = state_sizes() if arguments.only is None else []
    measured = suites(arguments.only, arguments.quick)
    rows += measured + slowest(measured)
    data: dict[str, Any] = {"machine": facts, "pyboard": pyboard.__version__}
    if arguments.only is None:
        rows += import_time()
        if not arguments.no_install and not arguments.quick:
            rows += install_time()
        if not arguments.quick:
            compared, data["peers"] = peers()
            rows += compared
            compared, data["threads"] = threads()
            rows += compared
        compared, data["search"] = searches(arguments.quick)
        rows += compared
        print_searches(data["search"])
        data["action_set"] = action_set(0.02 if arguments.quick else 0.3)
        data["shares"] = shares(100 if arguments.quick else 1000)
        print_shares(data["shares"])
    data["rows"] = [row.to_dict() for row in rows]
    print_table(rows, facts)
    if arguments.only is None and not arguments.quick:
        RESULTS.mkdir(exist_ok=True)
        path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        readme(data)
        print(f"written: {path.relative_to(ROOT)}, README.md")
    return 1 if any(row.kept is False for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
