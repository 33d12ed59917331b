"""`dealclock assess --json`: its keys; its values are scenes of `tests/transcripts`."""

import json

from tests.unit.cli.running import SAMPLE, Dealclock


def test_keys_stand_in_one_order_and_the_versions_come_first(dealclock: Dealclock) -> None:
    document = json.loads(dealclock("assess", SAMPLE, "--as-of", "2004-11-20", "--json").out)
    assert list(document)[:3] == ["format", "engine", "deal"]
    assert document["format"] == "dealclock-assessment/2"
    assert "not legal advice" in document["notice"]
    orders = {tuple(o) for o in document["obligations"]}
    assert len(orders) == 1
