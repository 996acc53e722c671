"""The recorded games replay exactly."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.traces import files, read, replay


@pytest.mark.parametrize("file", files("pantheon"), ids=lambda file: file.name.removesuffix(".jsonl.gz"))
def test_trace(file: Path) -> None:
    replay(file)


def test_traces_cover_seats_and_options() -> None:
    heads = [read(file)[0] for file in files("pantheon")]
    assert len(heads) == 60
    assert {head["players"] for head in heads} == {2, 3, 4}
    assert {tuple(head["options"].items()) for head in heads} == {
        (),
        (("bonus", "choose"),),
        (("loot_marks", "ignore"), ("start_seat", "random")),
        (("start_supply", "by_players"),),
    }
