"""Personal links on the deployed stack: the page of an email, and a feed."""

from __future__ import annotations

import http.client
import json
import re
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from icalendar import Calendar

from dealclock.alerts.outcome import State
from dealclock.desk.calendar_feed import make, revoke
from dealclock.facts.fact import Fact
from local.mail import Mail
from tests.end_to_end.house import House, Trial
from tests.services import services
from tests.waiting import eventually

LINK = re.compile(r"Acknowledge, .* (\S+/a/[a-z2-7]{52})\n")


@dataclass(frozen=True)
class Answer:
    status: int
    body: str
    headers: dict[str, str]


def ask(url: str, method: str = "GET", body: str = "", **headers: str) -> Answer:
    """One request to the function web, as a browser or a calendar makes it."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)
    form = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        connection.request(method, parts.path, body, {**form, **given})
        response = connection.getresponse()
        items = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, response.read().decode(), items)
    finally:
        connection.close()


def to(trial: Trial, person: str) -> Mail:
    """The mail that has come for a person of the trial."""
    address = f"{person}@{trial.id}.example"
    [found] = [mail for mail in trial.mails() if mail.recipients == (address,)]
    return found


def link_in(mail: Mail) -> str:
    found = LINK.search(mail.text)
    assert found, mail.text
    return found.group(1)


@pytest.fixture(scope="module")
def mailed(house: House) -> Trial:
    return after_its_first_morning(house)


def after_its_first_morning(house: House) -> Trial:
    """A trial whose first alerts were sent: to Maria, who owns what is due, and Tom, her backup."""
    trial = house.trial()
    house.morning(trial)
    eventually(lambda: set(trial.states().values()) == {State.SENT}, "everything sent")
    return trial


@pytest.mark.slice
def test_an_email_is_acknowledged_by_a_click_that_scanners_do_not_make(
    house: House, mailed: Trial
) -> None:
    url = link_in(to(mailed, "maria"))
    for _ in range(2):  # a scanner, a preview
        page = ask(url)
        assert page.status == 200
        assert mailed.bundle.team.code_name in page.body
    assert ask(url, "HEAD").body == ""
    assert house.store.responses.of_deal(mailed.id) == ()
    for _ in range(2):  # a double click
        form = urlencode({"act": "acknowledge"})
        done = ask(url, "POST", form, Sec_Fetch_Site="same-origin")
        assert done.status == 200
        assert "acknowledged by" in done.body
    [handled] = house.store.responses.of_deal(mailed.id)
    assert (handled.action, handled.by) == ("acknowledged", "maria")
    elsewhere = ask(url, "POST", urlencode({"act": "done"}), Sec_Fetch_Site="cross-site")
    assert elsewhere.status == 400
    assert ask(f"{url[:-52]}{'a' * 52}").status == 404


def test_a_request_in_an_email_is_recorded_as_done_with_its_evidence(house: House) -> None:
    trial = after_its_first_morning(house)
    url = link_in(to(trial, "maria"))
    assert trial.bundle.day
    form = {"act": "done", "on": trial.bundle.day.isoformat(), "evidence": "Accession 1"}
    preview = ask(url, "POST", urlencode(form), Sec_Fetch_Site="same-origin")
    assert preview.status == 200
    [seen] = re.findall(r'name="seen" value="(\w+)"', preview.body)
    for _ in range(2):
        ask(url, "POST", urlencode({**form, "seen": seen}), Sec_Fetch_Site="same-origin")
    deal = house.store.deals.get(trial.id)
    assert deal
    recorded = [f for f in deal.log.facts if f.evidence == "Accession 1"]
    assert len(recorded) == 1
    assert "There is nothing left to do here." in ask(url).body


def test_neither_the_table_nor_a_log_holds_a_link(house: House, mailed: Trial) -> None:
    secret = link_in(to(mailed, "tom"))[-52:]
    ask(link_in(to(mailed, "tom")))
    [emails] = [t for t in house.store.archive.messages(mailed.id) if t.to == "email:tom"]
    assert " [personal link, not kept]" in emails.text
    assert emails.wrong == ""
    stack = house.local.stack
    for table in (stack.table, stack.outputs["ArchiveName"]):
        pages = stack.client("dynamodb").get_paginator("scan").paginate(TableName=table)
        rows = json.dumps(list(pages), default=str)
        assert mailed.id in rows
        assert secret not in rows
    assert not [line for _, line in house.logs() if secret in line]


def test_a_feed_shows_what_is_done_and_ends_when_it_is_withdrawn(house: House) -> None:
    trial = house.trial()
    deal = house.store.deals.get(trial.id)
    assert deal
    maria, now = deal.team.people[0], datetime.now(UTC)
    web = house.local.stack.outputs["WebAddress"]
    url = make(maria, [deal], services(house.store, now=now), web, "tests")[0]
    first = ask(url)
    assert (first.status, first.headers["content-type"]) == (200, "text/calendar; charset=utf-8")
    assert ask(url, If_None_Match=first.headers["etag"]).status == 304
    before = events(first.body)
    assert before[date(2004, 7, 15)]["SEQUENCE"] == 0
    filed = Fact.model_validate(
        {
            "id": "X1",
            "kind": "registration-statement-filed",
            "on": date(2004, 6, 30),
            "recorded_at": "2004-06-30T10:00:00-04:00",
        }
    )
    house.store.deals.record_fact(trial.id, filed, now, "tests")
    after = events(ask(url, If_None_Match=first.headers["etag"]).body)
    event = after[date(2004, 7, 15)]
    assert (event["SEQUENCE"], event["UID"]) == (1, before[date(2004, 7, 15)]["UID"])
    assert str(event["STATUS"]) == "CANCELLED"
    assert all(deal.team.code_name in str(e["SUMMARY"]) for e in after.values())
    assert revoke(maria, services(house.store, now=now), "tests")
    assert (ask(url).status, ask(url).body) == (404, ask(f"{web}a/{'b' * 52}").body)


def events(body: str) -> dict[date, Any]:
    found: list[Any] = list(Calendar.from_ical(body).walk("VEVENT"))
    starts = ((event["DTSTART"].dt, event) for event in found)
    return {dt.date() if isinstance(dt, datetime) else dt: event for dt, event in starts}
