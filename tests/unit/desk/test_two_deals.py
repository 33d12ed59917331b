"""Two deals may declare a kind of event of one id, each with its own title: neither takes the
other's, whichever is asked first.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from dealclock.desk.load import load
from dealclock.desk.record import record
from dealclock.files.source import parse
from dealclock.store import Store
from tests.contract.store import samples
from tests.services import services
from tests.unit.desk.office import MARIA, Office, texts
from tests.unit.desk.test_declared_events import terms_with
from tests.unit.jobs.house import Queue

NOW = datetime(2005, 2, 2, 12, tzinfo=UTC)
TITLES = {"C0GRANITE": "The Lender called the loan", "C0STORY": "The tenant left the building"}
EVENT = "facts:\n  - {id: N1, kind: notice-served, on: 2004-07-20}\n"


AMENDED = """
amendments:
  - id: first
    title: First Amendment
    effective: 2004-07-01
    known: 2004-07-01
    changes:
      events: {notice-answered: {title: The notice was answered.}}
      provisions:
        answer: {type: obligation, section: "9", title: Answer, owed by: company, action: Answer,
          each: [notice-served], due: 5 days after it, satisfied by: notice-answered}
"""


@pytest.fixture
def office(store: Store, tmp_path: Path) -> Iterator[Office]:
    """Two live deals, each with an event of its own kind `notice-served`."""
    there, served = Office.of(store, tmp_path, NOW), services(store, assess=Queue(), now=NOW)
    for channel, title in TITLES.items():
        name = channel.removeprefix("C0").title()
        events = f"\nevents:\n  notice-served: {{title: {title}.}}\n"
        terms = terms_with(events + AMENDED)
        bundle = replace(samples.live(deal=name.lower(), code_name=name), terms=terms)
        bundle = replace(bundle, team=samples.team(name, channel))
        load(bundle, served, "tests")
        record(parse(EVENT, "news.yaml"), name, served, "tests")
    yield there
    there.close()


ASKED = {
    "timeline since 2004-07-01": "title",
    "why answer/N1": "title",
    "history answer/N1": "title",
    "record notice-served": "form",
    "record": "form",
}


@pytest.mark.parametrize("asked", list(ASKED))
@pytest.mark.parametrize("first", list(TITLES))
def test_each_deal_has_its_own_title(office: Office, asked: str, first: str) -> None:
    for channel in (first, *(each for each in TITLES if each != first)):
        shown = str(office.type(asked, MARIA, channel)).lower()
        if ASKED[asked] == "form":
            shown = " ".join(texts(office.form)).lower()
        assert {c for c, title in TITLES.items() if title.lower() in shown} == {channel}, shown
