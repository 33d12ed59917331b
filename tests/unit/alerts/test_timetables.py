"""On which days an item is alerted, and why: `timetables.yaml`, worked out by hand."""

from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from dealclock.documents.deal_files import read_deal
from dealclock.facts.fact import read_facts
from dealclock.facts.log import FactLog
from dealclock.files.source import Source, parse_file
from dealclock.people.acts import Act
from tests.unit.alerts.playing import list_alerts
from tests.unit.engine.deals import SAMPLE, ZONE


def acknowledged(day: str, action: str, until: str = "") -> Act:
    """A response of the owner to the date of effectiveness, at 9 a.m. in New York:
    "2004-10-21 acknowledged until 2004-10-25".
    """
    at = datetime.fromisoformat(f"{day}T09:00-04:00").astimezone(UTC)
    ends = date.fromisoformat(until.removeprefix("until ")) if until else None
    return Act(action, "effectiveness", "0", "maria", at, due=date(2004, 10, 28), until=ends)  # type: ignore[arg-type]


TIMETABLES = parse_file(Path(__file__).with_name("timetables.yaml")).data["timetables"]


@pytest.mark.full
@pytest.mark.parametrize("table", TIMETABLES, ids=lambda table: table["item"])
def test_an_item_is_alerted_on_these_days(table: dict[str, Any]) -> None:
    source, terms = Source("timetables.yaml", {"facts": table.get("facts", [])}, {}), None
    log = FactLog(read_facts(source).facts, ZONE)
    if model := table.get("agreement"):
        deal = read_deal(SAMPLE.parent / model, None)
        story = deal.look(table["days"][0], deal.rehearsals[0][1])
        log, terms = story.log, story.terms
    first, last = (str(day) for day in table["days"])
    done = [acknowledged(*text.split(" ", 2)) for text in table.get("answers", ())]
    found = list_alerts(log, first, last, table["of"], done=done, terms=terms)
    assert found == table["alerts"]
