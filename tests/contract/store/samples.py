"""Deals, facts and deliveries to store."""

import threading
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from dealclock.alerts import slots
from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route
from dealclock.facts.fact import Fact, read_facts
from dealclock.files.source import parse_file
from dealclock.people.acts import Note
from dealclock.people.policy import Reason
from dealclock.people.team import SlackChannel, Team, read_team
from dealclock.store import Bundle, DeliveryKey, PersonalLink, Store
from dealclock.store.archive import ARCHIVED, entry
from dealclock.store.item import StoredItem
from dealclock.store.links import put as put_link
from dealclock.store.table import Table
from dealclock.store.write import NEW, PRESENT, Put, Update
from dealclock.terms.terms import Terms, read_terms

R = TypeVar("R")

SAMPLE = Path(__file__).parents[3] / "agreements" / "infocrossing-2004"
NOW = datetime(2026, 11, 2, 13, 0, tzinfo=UTC)
LEASE = timedelta(minutes=2)
FIRST_DAY = date(2004, 6, 30)


@cache
def terms() -> Terms:
    """The sample's terms."""
    return read_terms(parse_file(SAMPLE / "terms.yaml"))


@cache
def _team() -> Team:
    return read_team(parse_file(SAMPLE / "team.yaml"))


def team(code_name: str = "Granite", channel: str = "C01GRANITE") -> Team:
    """The sample's team under a code name and in a channel, everyone's digest as by default."""
    whole = _team()
    people = tuple(p.model_copy(update={"digest": "mine"}) for p in whole.people)
    place = SlackChannel(id=channel, name=code_name.lower())
    changes = {"people": people, "code_name": code_name, "channel": place, "rehearsals": ()}
    return whole.model_copy(update=changes)


@cache
def story() -> tuple[Fact, ...]:
    """The sample's longest history."""
    return read_facts(parse_file(SAMPLE / "histories" / "story.yaml")).facts


def fact(fact_id: str = "F1", on: date = date(2004, 7, 13), **more: object) -> Fact:
    """A filing."""
    data = {"id": fact_id, "kind": "registration-statement-filed", "on": on, **more}
    return Fact.model_validate(data)


def live(*facts: Fact, deal: str = "granite", code_name: str = "Granite") -> Bundle:
    """A live deal."""
    return Bundle(deal, terms(), team(code_name, f"C0{code_name.upper()[:12]}"), facts)


def rehearsal(*facts: Fact, deal: str = "story", code_name: str = "Story") -> Bundle:
    """A rehearsal that starts on June 30, 2004."""
    whole = team(code_name, f"C0{code_name.upper()[:12]}")
    return Bundle(deal, terms(), whole, facts, FIRST_DAY)


def delivery(
    day: date = date(2004, 10, 29),
    route: Route = Route("slack", "C01GRANITE"),  # noqa: B008 - frozen
    instance: str = "shelf-effective",
    deal: str = "granite",
    title: str = "Resale shelf effectiveness",
) -> Delivery:
    """A reminder, five days ahead of a date that has moved."""
    alert = Alert(
        deal=deal,
        instance=instance,
        kind="deadline",
        clause="2(a)(ii)",
        title=title,
        reasons=(Reason.MOVED, Reason.REMINDER),
        day=day,
        due=day + timedelta(days=5),
        revision=1,
        moved_from=day + timedelta(days=3),
        calendar=True,
        ended_on=day - timedelta(days=1),
    )
    known_at = slots.instant(day, "morning")
    return Delivery(alert, route, "morning", known_at, terms_version=2, team_version=3)


def planned(store: Store) -> DeliveryKey:
    """The key of a delivery just planned."""
    one = delivery()
    assert store.outbox.plan(one, rehearsal=False, now=NOW).new
    return DeliveryKey.of(one)


def at_once(times: int, call: Callable[[int], R]) -> list[R | Exception]:
    """What `times` calls answer or raise that are let go at the same moment."""
    gate = threading.Barrier(times)
    answers: list[R | Exception] = []

    def run(number: int) -> None:
        gate.wait()
        try:
            answers.append(call(number))
        except Exception as error:  # noqa: BLE001 - the test looks at it
            answers.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def keep_links(store: Store, *links: PersonalLink) -> None:
    """Personal links by themselves; the store writes them with the words that they go with."""
    for link in links:
        store.table.write(put_link(link))


def use_link(store: Store, fingerprint: str, now: datetime) -> None:
    """Use a link up as release 0.1.0 did, whose links worked once; no later release does."""
    store.table.write(Update(f"LINK#{fingerprint}", "LINK", {"used_at": now}, PRESENT))


def file_note(store: Store, deal: str, note: Note) -> None:
    """A reply by email as release 0.1.0 filed it; no later release files one."""
    filed = Put(
        {
            "PK": f"DEAL#{deal}",
            "SK": f"NOTE#{note.id}",
            "instance": note.instance,
            "clause": note.clause,
            "person": note.person,
            "noted_at": note.at,
            "text": note.text,
            "attachments": note.attachments,
        },
        NEW,
    )
    detail = {"note": note.id, "instance": note.instance, "person": note.person}
    added = entry(deal, "filed note", "mail", note.at, detail)
    sk = f"AUDIT#{note.at.isoformat()}#{note.id}"
    store.table.transact([filed, Put.at(added.pk, sk, added.item, NEW)])


def rows(store: Store, pk: str, first: str = "0", last: str = "~") -> list[StoredItem]:
    """Everything in a partition of the table, without the audit entries that link messages."""
    table: Table = store.table
    return [row for row in table.query(pk, first, last) if not links_message(row)]


def links_message(row: StoredItem) -> bool:
    """Whether it is the audit entry of an archived message."""
    return row.text("SK").startswith("AUDIT#0") and row.text("what").startswith(f"{ARCHIVED} ")


def facts_of(store: Store, deal: str) -> list[str]:
    """The ids of a deal's facts, in the order recorded."""
    stored = store.deals.get(deal)
    return [each.id for each in stored.log.facts] if stored else []


def keys_of(store: Store, deal: str) -> list[str]:
    """The sort keys of everything the table holds of a deal."""
    return [row.text("SK") for row in rows(store, f"DEAL#{deal}")]


def difference(of: str) -> dict[str, Any]:
    """A figure that the two engines compute otherwise, as a verdict has it."""
    name, days = ["shelf-filing", "due"], {"first": "2004-07-30", "second": "2004-07-29"}
    traces = {"first_trace": ["counted: 2004-07-30"], "second_trace": ["counted from June 29"]}
    return {"id": of, "since": "2004-07-01", "name": name, **days, **traces}
