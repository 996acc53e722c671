"""Plants random one-token faults in the rule code of a game, one at a time, and counts which the tests find.

A fault is drawn from all places where it fits: comparisons, plus and minus, `&&` and `||`, min and max, numbers,
negations, set operations, whole statements. One that does not compile is drawn anew; every other counts. Each is
built in a copy of the tree and met by the game's own tests first, then by the generic tests of the game; the first
failing test, a crash or a hang finds it. Survivors must be explained in tests/data/mutants/<game>.json.

usage: python tools/mutants.py cacao [--count 40] [--seed 1] [--least 36]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "mutants"
TREE = WORK / "tree"
BUILD = WORK / "build"
COPIED = ("CMakeLists.txt", "pyproject.toml", "cpp", "bindings", "pyboard", "tests", "docs", "tools")
# Rule code: headers, and the bodies of rules and conceal. Checks of tables, positions and texts have hostile tests.
NO_RULES = ("default_tables", "evaluate", "observe", "text")
RULE_BODIES = ("rules", "conceal")
NATIVE_SUFFIXES = (".so", ".pyd", ".dylib")

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
    r"(?P<number>(?<![\w.])\d+(?=U?\b)(?!\.))"
    r"|(?P<negation>!(?=[\w(]))"
    r"|(?P<word>\b(?:true|false|std::min|std::max)\b(?!::))"
    r"|(?P<operator> (?:==|!=|<=|>=|<|>|\+=|-=|\+|-|&&|\|\||\|=|&=|&|\|) |\+\+|--|~(?=[\w(]))"
)
STATEMENT = re.compile(
    r"^\s+(?:[\w.:\->\[\]()*&+, ]+ (?:=|\+=|-=|\|=|&=) [^;]+|[\w.:\->]+\([^;]*\)|\+\+[^;]+|--[^;]+);$"
)
NO_STATEMENT = re.compile(r"^\s*(?:return|const|constexpr|static|auto|using|case|default|int|bool|unsigned|Word)\b")
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
    if not code.strip() or NO_FAULT.search(code):
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
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            faults += faults_of_line(str(path.relative_to(ROOT)), number, line)
    return faults


class Bench:
    """A copy of the tree in which faults are built and tested."""

    def __init__(self, game: str, jobs: int) -> None:
        self.game = game
        self.jobs = jobs
        site = WORK / "site"
        site.mkdir(parents=True, exist_ok=True)
        # An editable installation of pyboard would be found before the copy.
        (site / "sitecustomize.py").write_text(
            "import sys\n"
            "sys.meta_path[:] = [f for f in sys.meta_path if type(f).__name__ != 'ScikitBuildRedirectingFinder']\n",
            encoding="utf-8",
        )
        paths = os.pathsep.join(map(str, (site, TREE, TREE / "tests")))
        self.environment = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "150"}

    def prepare(self) -> None:
        """Copies the tree and builds it without faults."""
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                ignore = shutil.ignore_patterns("__pycache__", *(f"*{suffix}" for suffix in NATIVE_SUFFIXES))
                sync(source, TREE / name, ignore)
            else:
                copy_if_changed(source, TREE / name)
        registry = TREE / "cpp" / "games.cmake"
        write_if_changed(registry, f"set(PYBOARD_GAMES {self.game})\nset(PYBOARD_TOYS)\n")
        packages = subprocess.run(
            [
                sys.executable,
                "-c",
                "import cython_cmake, pybind11; print(pybind11.get_cmake_dir(), *cython_cmake.__path__)",
            ],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        prefix = f"{packages[0]};{packages[1]}/cmake"
        configure = ["cmake", "-S", str(TREE), "-B", str(BUILD), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug"]
        configure += ["-DCMAKE_CXX_FLAGS_DEBUG=-O1 -DNDEBUG", f"-DPython_EXECUTABLE={sys.executable}"]
        configure += [f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_MODULE_PATH={packages[1]}/cmake"]
        subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
        if not self.build(show=True):
            sys.exit("the code does not compile without any fault")
        where = self.python("-c", "import pyboard; print(pyboard._core.__file__)").stdout.strip()
        if not where.startswith(str(TREE)):
            sys.exit(f"the tests would use {where}, not the copy")

    def build(self, show: bool = False) -> bool:
        run = subprocess.run(
            ["cmake", "--build", str(BUILD), "-j", str(self.jobs)], capture_output=True, text=True, check=False
        )
        if run.returncode != 0:
            if show:
                print(run.stdout[-4000:], file=sys.stderr)
            return False
        subprocess.run(["cmake", "--install", str(BUILD), "--prefix", str(TREE)], check=True, stdout=subprocess.DEVNULL)
        return True

    def python(self, *arguments: str, timeout: float | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=TREE,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=timeout,
        )

    def suites(self) -> list[list[str]]:
        """What a fault meets, the game's own tests first."""
        own = [f"tests/games/{self.game}", "tests/games"]
        return [[path] for path in own[:1]] + [["tests/generic", "tests/games", "-k", self.game]]

    def find(self, timeout: float) -> str | None:
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


def write_if_changed(path: Path, text: str) -> None:
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def copy_if_changed(source: Path, target: Path) -> None:
    """Keeps the time of unchanged files, so that the build does too."""
    if not target.exists() or source.read_bytes() != target.read_bytes():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def sync(source: Path, target: Path, ignore: object) -> None:
    wanted: set[Path] = set()
    for folder, names, files in os.walk(source):
        ignored = ignore(folder, [*names, *files])  # type: ignore[operator]
        names[:] = [name for name in names if name not in ignored]
        for name in files:
            if name in ignored:
                continue
            path = target / Path(folder).relative_to(source) / name
            wanted.add(path)
            copy_if_changed(Path(folder) / name, path)
    for path in target.rglob("*"):
        if path.is_file() and path not in wanted and path.suffix not in NATIVE_SUFFIXES:
            path.unlink()


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
    parser.add_argument("--timeout", type=float, default=240.0, help="seconds after which a suite counts as hanging")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--list", action="store_true", help="only show the faults that would be drawn")
    arguments = parser.parse_args()

    pool = all_faults(arguments.game)
    kinds = Counter(fault.kind for fault in pool)
    print(f"{len(pool)} possible faults: {', '.join(f'{n} {kind}' for kind, n in kinds.most_common())}")
    random.Random(arguments.seed).shuffle(pool)
    if arguments.list:
        for fault in pool[: arguments.count]:
            print(f"{fault.kind}: {fault.diff()}")
        return 0

    bench = Bench(arguments.game, arguments.jobs)
    start = time.monotonic()
    bench.prepare()
    healthy = bench.find(arguments.timeout)
    if healthy is not None:
        sys.exit(f"the tests fail without any fault: {healthy}")
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
            finder = bench.find(arguments.timeout)
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
