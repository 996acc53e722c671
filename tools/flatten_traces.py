"""Writes recorded games as plain lines for the native tests; tests/native/traces.cpp tells the format."""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any


def plain(value: Any) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)


def lines(trace: Iterable[str]) -> Iterator[str]:
    """The lines of one recorded game."""
    for row in map(json.loads, trace):
        if "trace" in row:
            options = [f"{name}={plain(value)}" for name, value in row["options"].items()]
            fields = ["game", row["game"], str(row["players"]), *options]
        elif "chance" in row:
            fields = ["draw", row["play"]]
            for text, chance in row["chance"].items():
                fields.append(f"{text}={chance}" if "/" in chance else f"{text}={chance}/1")
        elif "legal" in row:
            fields = ["act", str(row["p"]), row["play"], *row["legal"]]
        else:
            fields = ["end", *map(str, row["scores"]), "|", *map(str, row["places"])]
        yield "\t".join(fields)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="folder of *.jsonl.gz, searched with all below it")
    parser.add_argument("output", type=Path)
    arguments = parser.parse_args()
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    with arguments.output.open("w", encoding="utf-8") as out:
        for path in sorted(arguments.folder.rglob("*.jsonl.gz")):
            with gzip.open(path, "rt", encoding="utf-8") as trace:
                out.writelines(f"{line}\n" for line in lines(trace))


if __name__ == "__main__":
    main()
