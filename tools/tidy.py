"""Runs clang-tidy over the tree, several files at a time, and remembers what was clean.

A file is looked at again when it, a header that it includes, its compile command or .clang-tidy has changed.
Of the generated instantiations one is enough: they all come from the same templates.

Nine tenths of the time go into following paths through the rules (clang-analyzer-*). Unless told to go deep, the
analyzer follows fewer of them, which takes a third of the time.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import hashlib
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHALLOW = [f"--extra-arg={word}" for word in ("-Xclang", "-analyzer-config", "-Xclang", "mode=shallow")]


def chosen(entry: dict[str, str], instantiation: str) -> bool:
    path = Path(entry["file"])
    if "generated" in path.parts:
        return path.stem.startswith(instantiation)
    return path.is_relative_to(ROOT) and path.suffix == ".cpp" and "CMakeFiles" not in path.parts


def fingerprint(entry: dict[str, str], deep: bool) -> str:
    """Hash of everything that the verdict on a file depends on."""
    command = shlex.split(entry["command"])
    if "-o" in command:
        at = command.index("-o")
        del command[at : at + 2]
    command = [word for word in command if word != "-c"]
    run = subprocess.run([*command, "-MM"], cwd=entry["directory"], capture_output=True, text=True, check=True)
    names = run.stdout.replace("\\\n", " ").split(":", 1)[1].split()
    digest = hashlib.sha256(" ".join([*command, *([] if deep else SHALLOW)]).encode())
    for name in (str(ROOT / ".clang-tidy"), *names):
        digest.update((Path(entry["directory"]) / name).read_bytes())
    return digest.hexdigest()


def tidy(entry: dict[str, str], build: Path, cache: Path, deep: bool) -> tuple[str, str]:
    """The name of the file and what is wrong with it."""
    name = os.path.relpath(entry["file"], ROOT)
    stamp = cache / fingerprint(entry, deep)
    if stamp.exists():
        return name, ""
    command = ["clang-tidy", "-p", str(build), "--quiet", "--extra-arg=-Wno-unknown-warning-option"]
    command += [*([] if deep else SHALLOW), entry["file"]]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if run.returncode == 0:
        stamp.touch()
        return name, ""
    return name, run.stdout or run.stderr


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", help="only files whose path contains one of these")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "dev", help="folder of compile_commands.json")
    parser.add_argument("--instantiation", default="cacao", help="the game whose generated files are looked at")
    parser.add_argument("--deep", action="store_true", help="follow every path that the analyzer would by itself")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    entries = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    entries = [entry for entry in entries if chosen(entry, arguments.instantiation)]
    if arguments.files:
        entries = [entry for entry in entries if any(part in entry["file"] for part in arguments.files)]
    if not entries:
        print("clang-tidy: no files to look at", file=sys.stderr)
        return 2
    cache = build / "tidy"
    cache.mkdir(exist_ok=True)
    bad = 0
    reported: set[str] = set()  # a fault in a header shows in many files
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for name, faults in pool.map(lambda entry: tidy(entry, build, cache, arguments.deep), entries):
            if not faults:
                continue
            bad += 1
            if faults not in reported:
                reported.add(faults)
                print(f"{name}\n{faults}", flush=True)
    print(f"clang-tidy: {len(entries) - bad} of {len(entries)} files are clean")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
