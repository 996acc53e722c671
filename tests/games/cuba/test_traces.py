"""The recorded games replay exactly."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.traces import files, read, replay


@pytest.mark.parametrize("file", files("cuba"), ids=lambda file: file.name.removesuffix(".jsonl.gz"))
def test_trace(file: Path) -> None:
    replay(file)


def test_traces_cover_seats_and_options() -> None:
    heads = [read(file)[0] for file in files("cuba")]
    assert len(heads) == 96
    assert {head["players"] for head in heads} == {2, 3, 4, 5}
    named = {name for head in heads for name in head["options"]}
    assert {"buildings", "board", "storage", "harvest_law", "foreman_single", "beach_cafe"} <= named
