"""Plants random one-token faults in the rule code of a game, one at a time, and counts which the tests find.

A fault is drawn from all places where it fits: comparisons, plus and minus, `&&` and `||`, min and max, numbers,
negations, set operations, whole statements. One that does not compile is drawn anew; every other counts. Each is
built in a copy of the tree and met by the game's own tests first, then by the generic tests of the game; the first
failing test, a crash or a hang finds it. Survivors must be explained in tests/data/mutants/<game>.json.

usage: python tools/mutants.py cacao [--count 40] [--seed 1] [--least 36]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path

import staging

ROOT = staging.ROOT
WORK = ROOT / "build" / "mutants"
TREE = WORK / "tree"
BUILD = WORK / "build"
COPIED = ("CMakeLists.txt", "pyproject.toml", "cpp", "bindings", "pyboard", "tests", "docs", "tools")
# Rule code: headers, and the bodies of rules and conceal. Checks of tables, positions and texts have hostile tests.
NO_RULES = ("default_", "evaluate", "observe", "text")
RULE_BODIES = ("rules", "conceal")
MEMORY = 8 << 30  # bytes of address space for a run of tests

# What is replaced by what. Blanks tell binary operators from template brackets and references.
SWAPS = {
    "comparison": {
        " == ": (" != ",),
        " != ": (" == ",),
        " < ": (" <= ", " >= "),
        " <= ": (" < ", " > "),
        " > ": (" >= ", " <= "),
        " >= ": (" > ", " < "),
    },
    "arithmetic": {
        " + ": (" - ",),
        " - ": (" + ",),
        " += ": (" -= ",),
        " -= ": (" += ",),
        "++": ("--",),
        "--": ("++",),
    },
    "logic": {" && ": (" || ",), " || ": (" && ",), "true": ("false",), "false": ("true",)},
    "minmax": {"std::min": ("std::max",), "std::max": ("std::min",)},
    "sets": {" & ": (" | ",), " | ": (" & ",), " |= ": (" &= ",), " &= ": (" |= ",), "~": ("",)},
}
TOKEN = re.compile(
    r"(?P<number>(?<![\w.'])\d+(?=U?\b)(?![.']))"
    r"|(?P<negation>!(?=[\w(]))"
    r"|(?P<word>\b(?:true|false|std::min|std::max)\b(?!::))"
    r"|(?P<operator> (?:==|!=|<=|>=|<|>|\+=|-=|\+|-|&&|\|\||\|=|&=|&|\|) |\+\+|--|~(?=[\w(]))"
)
STATEMENT = re.compile(
    r"^\s+(?:[\w.:\->\[\]()*&+, ]+ (?:=|\+=|-=|\|=|&=) [^;]+|[\w.:\->]+\([^;]*\)|\+\+[^;]+|--[^;]+);$"
)
NO_STATEMENT = re.compile(r"^\s*(?:return|const|constexpr|static|auto|using|case|default|int|bool|unsigned|Word)\b")
# Sizes of storage are no rules either: the sanitizers watch them.
STORAGE = re.compile(r"\bconstexpr .*\bk(?:Max|Most|Row)\w* = |^\s*(?:mutable )?std::array<.*> \w+(?:\{\})?;")
NO_FAULT = re.compile(r"^\s*(?:#|//|static_assert|assert|namespace|using|template|\[\[nodiscard\]\].*;$)|_view ")


@dataclass(frozen=True)
class Fault:
    """One token of one line replaced."""

    file: str
    line: int
    kind: str
    before: str
    after: str

    def diff(self) -> str:
        return f"{self.file}:{self.line}\n- {self.before.strip()}\n+ {self.after.strip()}"


def code_of(line: str) -> str:
    """The line with comments and texts blanked out, so that positions stay."""
    line = re.sub(r'"(?:[^"\\]|\\.)*"', lambda m: '"' + " " * (len(m[0]) - 2) + '"', line)
    return re.sub(r"//.*$", lambda m: " " * len(m[0]), line)


def faults_of_line(file: str, number: int, line: str) -> list[Fault]:
    code = code_of(line)
    if not code.strip() or NO_FAULT.search(code) or STORAGE.search(code):
        return []
    found = []

    def add(kind: str, start: int, end: int, text: str) -> None:
        found.append(Fault(file, number, kind, line, line[:start] + text + line[end:]))

    for match in TOKEN.finditer(code):
        token = match[0]
        if match.lastgroup == "number":
            value = int(token, 8 if len(token) > 1 and token[0] == "0" else 10)
            add("number", match.start(), match.end(), str(value + 1))
            if value > 0:
                add("number", match.start(), match.end(), str(value - 1))
        elif match.lastgroup == "negation":
            add("negation", match.start(), match.end(), "")
        else:
            for kind, swaps in SWAPS.items():
                for text in swaps.get(token, ()):
                    add(kind, match.start(), match.end(), text)
    if STATEMENT.match(code.rstrip()) and not NO_STATEMENT.match(code):
        add("statement", len(line) - len(line.lstrip()), len(line.rstrip()), ";")
    return found


def rule_files(game: str) -> list[Path]:
    headers = ROOT / "cpp" / "include" / "pyboard" / "games" / game
    bodies = ROOT / "cpp" / "src" / "games" / game
    files = [path for path in sorted(headers.glob("*.hpp")) if not path.stem.startswith(NO_RULES)]
    files += [path for path in sorted(bodies.glob("*.cpp")) if path.stem.startswith(RULE_BODIES)]
    if not files:
        sys.exit(f"there is no game {game!r} under cpp/src/games")
    return files


def all_faults(game: str) -> list[Fault]:
    faults = []
    for path in rule_files(game):
        inside = False
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            # A bound that nothing reaches is no rule; a larger one is as good.
            inside = (inside or "::max_game_length(" in line) and line != "}"
            if not inside:
                faults += faults_of_line(str(path.relative_to(ROOT)), number, line)
    return faults


def limit_memory() -> None:
    """A fault that makes a game endless must not take the machine with it; what is started here inherits the limit."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def drawn(pool: list[Fault], seed: int) -> list[Fault]:
    """The faults in the order of the draw. It hangs on each fault alone, so other code may change and it stays."""
    seen: Counter[str] = Counter()
    order = []
    for fault in pool:
        key = f"{seed} {fault.file} {fault.before.strip()} -> {fault.after.strip()}"
        seen[key] += 1
        order.append((hashlib.sha256(f"{key} {seen[key]}".encode()).digest(), fault))
    return [fault for _, fault in sorted(order, key=lambda entry: entry[0])]


class Bench:
    """A copy of the tree in which faults are built and tested."""

    def __init__(self, game: str, jobs: int) -> None:
        self.game = game
        self.jobs = jobs
        self.environment = staging.environment(WORK / "site", TREE, TREE / "tests")

    def prepare(self) -> None:
        """Copies the tree and builds it without faults."""
        for name in COPIED:
            staging.mirror(ROOT / name, TREE / name)
        # The generic tests compare a game with the smallest toy.
        registry = f"set(PYBOARD_GAMES {self.game})\nset(PYBOARD_TOYS tic_tac_toe)\n"
        staging.write_if_changed(TREE / "cpp" / "games.cmake", registry)
        options = ("-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -DNDEBUG", "-DPYBOARD_DEVELOPER=ON")
        staging.configure(TREE, BUILD, *options)
        run = staging.compile_into(BUILD, TREE, self.jobs)
        if run.returncode != 0:
            sys.exit(f"the code does not compile without any fault\n{run.stdout[-4000:]}")
        where = self.python("-c", "import pyboard; print(pyboard._core.__file__)").stdout.strip()
        if not where.startswith(str(TREE)):
            sys.exit(f"the tests would use {where}, not the copy")

    def build(self) -> bool:
        return staging.compile_into(BUILD, TREE, self.jobs).returncode == 0

    def python(self, *arguments: str, timeout: float | None = None) -> subprocess.CompletedProcess[str]:
        """Runs Python in the copy; what does not end in time is stopped with all that it started."""
        command = [sys.executable, *arguments]
        with subprocess.Popen(
            command,
            cwd=TREE,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                output, errors = process.communicate(timeout=timeout)
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
        return subprocess.CompletedProcess(command, process.returncode, output, errors)

    def suites(self) -> list[list[str]]:
        """What a fault meets, the game's own tests first."""
        return [[f"tests/games/{self.game}"], ["tests/games/test_perft.py", "tests/generic", "-k", self.game]]

    def find(self, timeout: float | None) -> str | None:
        """The test that fails first, or how it ended; None if all pass."""
        for suite in self.suites():
            command = ["-m", "pytest", "-q", "-x", "--tb=no", "-p", "no:cacheprovider", "-n", str(self.jobs), *suite]
            try:
                run = self.python(*command, timeout=timeout)
            except subprocess.TimeoutExpired:
                return "hangs"
            if run.returncode == 0:
                continue
            named = re.findall(r"^(?:FAILED|ERROR) (\S+)", run.stdout, re.MULTILINE)
            if named:
                return str(named[0])
            if run.returncode == 5:
                continue  # no such tests
            return f"ends with code {run.returncode}"
        return None

    def plant(self, fault: Fault) -> None:
        path = TREE / fault.file
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        lines[fault.line - 1] = fault.after + "\n"
        path.write_text("".join(lines), encoding="utf-8")

    def heal(self, fault: Fault) -> None:
        shutil.copyfile(ROOT / fault.file, TREE / fault.file)


def explanations(game: str) -> list[dict[str, str]]:
    path = ROOT / "tests" / "data" / "mutants" / f"{game}.json"
    if not path.exists():
        return []
    entries: list[dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    return entries


def explained(fault: Fault, known: list[dict[str, str]]) -> str | None:
    """Why a fault changes nothing, if the committed file says so. Line numbers move, so texts are compared."""
    for entry in known:
        if (entry["before"], entry["after"]) == (fault.before.strip(), fault.after.strip()):
            return entry["why"]
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=40, help="faults that compile")
    parser.add_argument("--least", type=float, default=0.9, help="share of the faults that must be found")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=float, help="seconds after which tests hang (default: five times as usual)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--list", action="store_true", help="only show the faults that would be drawn")
    arguments = parser.parse_args()

    pool = all_faults(arguments.game)
    kinds = Counter(fault.kind for fault in pool)
    print(f"{len(pool)} possible faults: {', '.join(f'{n} {kind}' for kind, n in kinds.most_common())}")
    pool = drawn(pool, arguments.seed)
    if arguments.list:
        for fault in pool[: arguments.count]:
            print(f"{fault.kind}: {fault.diff()}")
        return 0

    limit_memory()
    bench = Bench(arguments.game, arguments.jobs)
    start = time.monotonic()
    bench.prepare()
    built = time.monotonic()
    healthy = bench.find(arguments.timeout)
    if healthy is not None:
        sys.exit(f"the tests fail without any fault: {healthy}")
    timeout = arguments.timeout or 5 * (time.monotonic() - built)
    print(f"copied, built and tested without faults in {time.monotonic() - start:.0f} s")

    known = explanations(arguments.game)
    results = []
    uncompilable = 0
    report = WORK / f"{arguments.game}.json"
    for fault in pool:
        if len(results) == arguments.count:
            break
        began = time.monotonic()
        bench.plant(fault)
        try:
            if not bench.build():
                uncompilable += 1
                continue
            built = time.monotonic()
            finder = bench.find(timeout)
        finally:
            bench.heal(fault)
        why = None if finder else explained(fault, known)
        results.append({**asdict(fault), "found_by": finder, "explanation": why})
        mark = "found   " if finder else "survived"
        times = f"{built - began:.0f} + {time.monotonic() - built:.0f} s"
        print(
            f"{len(results):3} {mark} {fault.kind:10} {fault.file}:{fault.line} ({times}) {finder or why or ''}",
            flush=True,
        )
        report.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

    survivors = [
        Fault(**{key: entry[key] for key in Fault.__dataclass_fields__}) for entry in results if not entry["found_by"]
    ]
    unexplained = [fault for fault in survivors if explained(fault, known) is None]
    for fault in survivors:
        print(f"\nsurvived ({explained(fault, known) or 'UNEXPLAINED'}):\n{fault.diff()}")
    found = len(results) - len(survivors)
    print(
        f"\n{found} of {len(results)} faults found, {len(survivors)} survived, {len(unexplained)} of them unexplained; "
        f"{uncompilable} did not compile; {time.monotonic() - start:.0f} s; {report.relative_to(ROOT)}"
    )
    return 0 if found >= arguments.least * len(results) and not unexplained else 1


if __name__ == "__main__":
    sys.exit(main())
