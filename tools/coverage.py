"""Which lines of the C++ code the quick tests run: a table per file, and a check of the rules of every game.

usage: python tools/coverage.py [--least 98] [PYTEST ARGUMENT ...]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

import staging

ROOT = staging.ROOT
BUILD = ROOT / "build" / "coverage"
SITE = ROOT / "build" / "coverage-site"
RULES = ("rules", "conceal")  # beginnings of the names of what must be run nearly completely


def build(jobs: int) -> None:
    staging.configure(
        ROOT,
        BUILD,
        "-DCMAKE_BUILD_TYPE=Debug",
        "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -DNDEBUG --coverage -fprofile-update=atomic",
        "-DPYBOARD_DEVELOPER=ON",
    )
    staging.mirror(ROOT / "pyboard", SITE / "pyboard")
    if not (SITE / "tests").exists():
        (SITE / "tests").symlink_to(ROOT / "tests")  # worker processes look for agents that tests define
    run = staging.compile_into(BUILD, SITE, jobs)
    if run.returncode != 0:
        sys.exit(run.stdout[-4000:])
    for counts in BUILD.rglob("*.gcda"):
        counts.unlink()


def run_tests(jobs: int, arguments: list[str]) -> None:
    """Not `python -m pytest`: that would put the sources, which have no native modules, first on the path."""
    pytest = str(Path(sys.executable).with_name("pytest"))
    environment = staging.environment(SITE, SITE)
    where = subprocess.run(
        [sys.executable, "-c", "import pyboard; print(pyboard._core.__file__)"],
        cwd=BUILD,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    if not where.startswith(str(SITE)):
        sys.exit(f"the tests would use {where}")
    subprocess.run([pytest, "-q", "-n", str(jobs), *arguments], cwd=ROOT, env=environment, check=True)


def summary() -> dict[str, tuple[int, int]]:
    """Lines that can be run, and lines that were, per file."""
    out = BUILD / "summary.json"
    command = [
        str(Path(sys.executable).with_name("gcovr")),
        "--root",
        str(ROOT),
        str(BUILD),
        "--filter",
        f"{ROOT}/cpp/",
    ]
    command += ["--json-summary", str(out), "--html-details", str(BUILD / "report.html")]
    command += [
        "--exclude-throw-branches",
        "--gcov-ignore-errors=no_working_dir_found",
        "--merge-mode-functions=merge-use-line-min",
    ]
    subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    data = json.loads(out.read_text(encoding="utf-8"))
    return {entry["filename"]: (entry["line_total"], entry["line_covered"]) for entry in data["files"]}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--least", type=float, default=98.0, help="percent of the lines of rules and conceal, per game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments, rest = parser.parse_known_args()
    build(arguments.jobs)
    run_tests(arguments.jobs, rest)
    files = summary()
    games: dict[str, list[int]] = {}
    for name, (total, covered) in sorted(files.items()):
        print(f"{name:60} {covered:5} of {total:5}  {100 * covered / max(total, 1):5.1f} %")
        parts = Path(name).parts
        if "games" in parts and Path(name).stem.startswith(RULES):
            sums = games.setdefault(parts[parts.index("games") + 1], [0, 0])
            sums[0] += total
            sums[1] += covered
    bad = 0
    for game, (total, covered) in games.items():
        percent = 100 * covered / total
        bad += percent < arguments.least
        verdict = "" if percent >= arguments.least else f", below {arguments.least} %"
        print(f"rules and conceal of {game}: {covered} of {total} lines, {percent:.1f} %{verdict}")
    print(f"line by line: {(BUILD / 'report.html').relative_to(ROOT)}")
    return 1 if bad or not games else 0


if __name__ == "__main__":
    sys.exit(main())
