"""On which days an item is alerted, and why: `timetables.yaml`, worked out by hand."""

from pathlib import Path
from typing import Any

import pytest

from dealclock.facts.fact import read_facts
from dealclock.facts.log import FactLog
from dealclock.files.source import Source, parse_file
from tests.unit.alerts.playing import list_alerts
from tests.unit.engine.deals import ZONE

TIMETABLES = parse_file(Path(__file__).with_name("timetables.yaml")).data["timetables"]


@pytest.mark.parametrize("table", TIMETABLES, ids=lambda table: table["item"])
def test_an_item_is_alerted_on_these_days(table: dict[str, Any]) -> None:
    source = Source("timetables.yaml", {"facts": table.get("facts", [])}, {})
    first, last = (str(day) for day in table["days"])
    found = list_alerts(FactLog(read_facts(source).facts, ZONE), first, last, table["of"])
    assert found == table["alerts"]
