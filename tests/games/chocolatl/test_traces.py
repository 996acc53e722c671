"""The recorded games replay exactly."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.traces import files, read, replay


@pytest.mark.parametrize("file", files("chocolatl"), ids=lambda file: file.name.removesuffix(".jsonl.gz"))
def test_trace(file: Path) -> None:
    replay(file)


def test_traces_cover_seats_and_options() -> None:
    heads = [read(file)[0] for file in files("chocolatl")]
    assert len(heads) == 66
    assert {head["players"] for head in heads} == {3, 4, 5}
    assert {tuple(head["options"].items()) for head in heads} == {
        (),
        (("dice_timing", "single_pass_commit"),),
        (("green_second_wave", "per_location"),),
        (("omen_immediate_points", -1),),
        (("swap_optional", True),),
    }
