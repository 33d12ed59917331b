"""One of everything that is kept or queued, written by the store and the queues as they are."""

import json
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any
from unittest import mock

from dealclock.alerts.alert import Alert, MissedMorning, MoveCause
from dealclock.alerts.calendar_dates import CalendarEntry
from dealclock.alerts.delivery import Delivery, Route
from dealclock.alerts.digest import DigestPrint, SentDigest
from dealclock.alerts.outcome import Later, Lost, OmittedAlert, Refused, Sent, Unknown, Withdrawn
from dealclock.correlation import CORRELATION
from dealclock.facts.fact import Fact
from dealclock.files.source import parse
from dealclock.jobs.queues import AssessDeal, CheckDeals, Deliver, MakeFile, body_of
from dealclock.people.acts import Act, Note
from dealclock.people.approval import of_terms
from dealclock.people.people import Glass
from dealclock.people.policy import Reason
from dealclock.people.team import Team
from dealclock.store import (
    ArchiveEntry,
    Bundle,
    Claim,
    DeliveryKey,
    Feed,
    Meta,
    PersonalLink,
    Rendition,
    Run,
    Store,
    Summary,
    Watch,
    formats,
)
from dealclock.store.sent_history import SENT_SUMMARY, SentSummary
from dealclock.store.sent_history import packed as packed_alerts
from dealclock.store.verdicts import StoredFigures, Verdict, compressed, packed
from dealclock.store.write import Put
from dealclock.terms.terms import Terms, read_terms
from tests.contract.store import samples
from tests.memory_table import MemoryTable

NOW = datetime(2026, 11, 2, 13, tzinfo=UTC)
HOUR = timedelta(hours=1)
Item = dict[str, Any]  # as DynamoDB has it

AMENDED = """
amendments:
  - id: first
    title: First Amendment
    effective: 2004-08-01
    known: 2004-08-15
    changes:
      provisions:
        effectiveness: {within: {count: 150}}
        state-filing:
          type: deadline
          clause: 4(b)(x)
          title: Blue sky
          owed_by: company
          action: Register.
          after: amended-on
          within: {count: 30, unit: days}
          met_by: registration-statement-filed
      dates: {amended-on: 2004-08-01}
"""


@dataclass(frozen=True)
class Deal:
    """The deal that is kept: its terms, its team and its facts, in the order recorded."""

    terms: Terms
    team: Team
    facts: tuple[Fact, ...]


def of_the_sample() -> Deal:
    """The sample's deal with an amendment and its longest history."""
    text = (samples.SAMPLE / "terms.yaml").read_text(encoding="utf-8") + AMENDED
    terms = read_terms(parse(text, "terms.yaml"))
    return Deal(terms, samples.team(), tuple(map(as_handed_over, samples.story())))


def as_handed_over(fact: Fact) -> Fact:
    """An event without the fields that the store adds: when and by whom it was recorded."""
    return fact.model_copy(update={"recorded_at": None, "recorded_by": None})


def empty() -> tuple[Store, MemoryTable]:
    """A store over an empty table in memory, and the table."""
    table = MemoryTable()
    return Store(table), table


def keys_of(item: Item) -> tuple[str, str]:
    """The key of an item."""
    return item["PK"]["S"], item["SK"]["S"]


def put_back(items: Sequence[Item]) -> Store:
    """A store that holds these items as they are."""
    store, table = empty()
    table.restore(items)
    return store


def written(deal: Deal) -> list[Item]:
    """Every item of the scene."""
    store, table = empty()
    with _counted_tokens():
        _deals(store, deal)
        _deliveries(store)
        _people(store)
        _house(store)
        _least(store)
        _post(store)
        _digest(store)
    return table.items()


@contextmanager
def names_written(found: set[str]) -> Iterator[None]:
    """Within this context, add the name of every written attribute to `found`."""
    real = formats.needs_of_item

    def noted(pk: str, sk: str, attributes: Any) -> int:
        kind = formats.kind_of(pk, sk)
        left_out = {*formats.KEYS, "needs"}
        names = {name for name, value in attributes.items() if value is not None}
        found.update(f"{kind}.{name}" for name in names - left_out)
        return real(pk, sk, attributes)

    with mock.patch.object(formats, "needs_of_item", noted):
        yield


@contextmanager
def _counted_tokens() -> Iterator[None]:
    numbers = count(1)
    caused = CORRELATION.set("d32c5fd2-0000-4000-8000-000000000002")
    with mock.patch.object(secrets, "token_hex", lambda size: f"{next(numbers):0{2 * size}x}"):
        yield
    CORRELATION.reset(caused)


def _meta(store: Store, deal: str) -> Meta:
    meta = store.deals.meta(deal)
    assert meta is not None
    return meta


def _deals(store: Store, deal: Deal) -> None:
    """A live deal that was changed in every way, a rehearsal, and a deal that was closed."""
    store.deals.load(Bundle("granite", deal.terms, deal.team, deal.facts), NOW, "loader")
    live = samples.fact("LAST", date(2005, 3, 1), note="Recorded at the desk.")
    store.deals.record_fact("granite", live, NOW, "U01MARIA")
    people = tuple(p.model_copy(update={"digest": "all"}) for p in deal.team.people)
    team = deal.team.model_copy(update={"people": people})
    detail = {"subject": "digest"}
    store.deals.change_team(_meta(store, "granite"), deal.team, team, NOW, "U01MARIA", detail)
    done = Act("snoozed", "trustee-notice/F7", "1", "maria", NOW, due=date(2004, 11, 1))
    done = replace(done, until=date(2004, 11, 3), note="Trustee called.")
    store.responses.respond("granite", lambda _: (done, False), NOW, "U01MARIA")
    approval = of_terms(1).approved("james", "James", NOW)
    store.responses.approve("granite", approval, "U02JAMES")
    store.responses.set_escalation("granite", False, NOW + HOUR, NOW)
    store.runs.set_wake(_meta(store, "granite"), date(2026, 11, 3))

    name, place = "Story", samples.team("Story", "C01STORY").channel
    own = deal.team.model_copy(update={"code_name": name, "channel": place, "aliases": ("Tale",)})
    store.deals.load(
        Bundle("story", deal.terms, own, deal.facts[:2], date(2004, 6, 30)), NOW, "loader"
    )
    store.deals.rehearse_until("story", date(2004, 6, 30), datetime(2004, 6, 30, 12, tzinfo=UTC))
    given = replace(done, action="declined", until=None, note="Her filing.", to="ruth")
    store.responses.respond("story", lambda _: (given, False), NOW, "U01MARIA")
    store.archive.audit_daily(None, "refused link", "web", NOW, {"cause": "unknown"})
    store.deals.pause("story", ("DEAL#story", "RUN#2004-06-30#morning"))

    place = samples.team("Over", "C01OVER").channel
    own = deal.team.model_copy(update={"code_name": "Over", "channel": place})
    store.deals.load(Bundle("over", deal.terms, own, ()), NOW, "loader")
    asked = Act("closing", "", "0.1.1.", "maria", NOW, "Maria", "it is over")
    store.deals.request_close(_meta(store, "over"), asked, NOW, "U01MARIA")
    closed = replace(asked, second="james", second_name="James", second_at=NOW + HOUR)
    store.deals.close(_meta(store, "over"), closed, NOW + HOUR, "U02JAMES")
    # A load that was cut short leaves its mark.
    store.table.write(Put({"PK": "DEAL#half", "SK": "STAGING", "token": "t"}))


RENDITION = Rendition("Granite, Nov 1\nTrustee notice due today", 1, 1, "0.1.0", approved=1)
LINK = PersonalLink(
    fingerprint="f" * 64,
    purpose="acknowledge",
    person="maria",
    valid_until=NOW + timedelta(days=7),
    deal="granite",
    instance="trustee-notice/F7",
    revision=1,
    clause="3(b)",
    due=date(2004, 11, 1),
    ref="granite 2004-11-01 0123-email-maria",
)


def delivery(route: Route, day: date = date(2004, 10, 29)) -> Delivery:
    """A delivery that says all an alert can say."""
    one = samples.delivery(day, route)
    alert = replace(
        one.alert,
        step="owner",
        since=NOW,
        moved_by=(MoveCause("fact", "F3"), MoveCause("days", "")),
        passed=(MissedMorning(date(2004, 10, 28), (Reason.REMINDER, Reason.MISSED)),),
        looked_from=date(2004, 10, 1),
        thread="1099000000.000100",
    )
    return replace(one, alert=alert, stands_in_for="slack:C0GONE")


def _planned(store: Store, route: Route, day: date = date(2004, 10, 29)) -> DeliveryKey:
    one = delivery(route, day)
    assert store.outbox.plan(one, rehearsal=False, now=NOW).new
    return DeliveryKey.of(one)


def _claim(store: Store, key: DeliveryKey, now: datetime = NOW) -> Claim:
    claim = store.outbox.claim(key, now, samples.LEASE)
    assert isinstance(claim, Claim)
    return claim


def _deliveries(store: Store) -> None:
    """One in each state."""
    slack = Route("slack", "C01GRANITE")
    _planned(store, slack)
    sent = _claim(store, _planned(store, slack, date(2004, 11, 1)))
    store.outbox.keep_rendition(sent, RENDITION, NOW, repeat=True)
    store.outbox.settle(sent, Sent("1099.1"), NOW)
    store.outbox.mark_outdated(sent.key, False, NOW)
    refresh = store.outbox.claim_refresh(sent.key, NOW, samples.LEASE)
    assert refresh is not None
    store.outbox.keep_update(refresh, RENDITION, NOW)  # type: ignore[arg-type]
    store.outbox.mark_refreshed(refresh, "Acknowledged")  # type: ignore[arg-type]
    store.outbox.mark_outdated(sent.key, False, NOW + HOUR)
    again = store.outbox.claim_refresh(sent.key, NOW + HOUR, samples.LEASE)
    store.outbox.retry_refresh_at(again, NOW + 2 * HOUR)  # type: ignore[arg-type]

    mail = _claim(store, _planned(store, Route("email", "maria")))
    store.outbox.keep_rendition(mail, RENDITION, NOW, links=[LINK])
    store.outbox.settle(mail, Unknown("timed out"), NOW, until=NOW)
    unknown = _claim(store, mail.key)
    store.outbox.settle(unknown, Later(1, "1099.1"), NOW, until=NOW + HOUR)
    store.outbox.mark_email_accepted(mail.key, "ses-1", NOW, delivered=True)

    bounced = _claim(store, _planned(store, Route("email", "tom")))
    store.outbox.settle(bounced, Refused("bounced"), NOW, hand_over=True)
    store.outbox.mark_handed_over(bounced.key)
    lost = _claim(store, _planned(store, Route("dm", "tom")))
    store.outbox.settle(lost, Lost("lost"), NOW, hand_over=True)
    withdrawn = _claim(store, _planned(store, Route("dm", "maria")))
    store.outbox.settle(withdrawn, Withdrawn("settled"), NOW)

    notice = delivery(Route("dm", "maria"), date(2004, 11, 1))
    notice = replace(notice, alert=replace(notice.alert, deal="story", kind="arithmetic"))
    store.outbox.plan(notice, False, NOW)
    store.outbox.settle(_claim(store, DeliveryKey.of(notice)), Sent("1099.3"), NOW)

    step = delivery(Route("sms", "maria"), date(2004, 11, 2))
    step = replace(step, alert=replace(step.alert, deal="story"))
    store.outbox.plan(step, False, NOW)
    store.outbox.settle(_claim(store, DeliveryKey.of(step)), Sent("sms-1"), NOW)

    digest = replace(delivery(Route("dm", "U01MARIA")), deals=("granite", "story"))
    digest = replace(digest, alert=replace(digest.alert, deal="person:U01MARIA", kind="digest"))
    store.outbox.plan(digest, False, NOW)
    store.outbox.reserve_slot("granite", str(slack), NOW, HOUR)
    store.archive.add_message(
        ArchiveEntry("answer", "U01MARIA", ("granite", "story"), RENDITION), NOW
    )


def _people(store: Store) -> None:
    note = Note("n1", "trustee-notice/F7", "3(b)", "tom", NOW, "On its way.", attachments=2)
    samples.file_note(store, "granite", note)
    why = "The lead is away and asks."
    glass = Glass("granite", "ops", "Olga", "U09OLGA", NOW, NOW + HOUR, why)
    store.responses.grant_emergency_access(glass, "U09OLGA")
    maria = samples.live().team.people[0].model_copy(update={"mobile": "+12125550123"})
    store.responses.prove_mobile("granite", maria, "maria", NOW)
    feed = Feed("U01MARIA", "some-one", "e" * 64, ("granite", "story"), NOW + timedelta(days=90))
    opens = PersonalLink("e" * 64, "calendar", "U01MARIA", feed.valid_until)
    store.links.put_feed(feed, None, opens)
    entry = CalendarEntry(
        "trustee-notice/F7", date(2004, 11, 1), 2, cancelled=False, changed_at=NOW
    )
    store.links.put_calendar("granite", {entry.instance: entry}, 0)
    samples.use_link(store, LINK.fingerprint, NOW)


def _house(store: Store) -> None:
    day = date(2004, 11, 1)
    store.runs.put_run("granite", Run(day, "morning", 2, 1, "sweep-1", NOW, date(2004, 11, 3)), NOW)
    body = json.dumps({"next_due": "2004-11-01", "adverse": []})
    store.runs.put_summary("granite", Summary(day, 1, 2, 15, "0.1.0", body), NOW)
    store.runs.put_sweep(False, day, "morning", NOW)
    early, older = date(2004, 7, 1), "DELIVERY#2004-06-30#an-older-one"
    body = packed({"figures": [["shelf-filing", "due", "2004-07-30"]], "readings": {}})
    compared = compressed('["0.3.0", [], [], []]')
    figures = StoredFigures(day, NOW, 1, body, NOW, "1.2.15", compared)
    store.verdicts.put_figures("granite", figures)
    differs = json.dumps([samples.difference("0123456789abcdef")])
    verdict = Verdict(NOW, day, NOW, 41, '{"resale": "not computed"}', differs, "1.2.15", NOW)
    store.verdicts.put("granite", verdict)
    summed = SENT_SUMMARY.item(SentSummary(early, early, packed_alerts(()), (older,), "1"))
    store.table.write(Put.at("DEAL#granite", "SENT", summed))
    findings, unheard = "[]", frozenset({"granite"})
    watch = Watch(
        NOW,
        day,
        findings,
        unheard,
        frozenset({"granite/1/1/1/1"}),
        '["Slate"]',
        "{}",
        NOW,
        "2026-11-02 complete",
    )
    store.runs.put_watch(watch, NOW)
    store.responses.put_key("trigger-1", NOW, HOUR)
    # All deals once, and the next day's comparison is under way.
    store.deals.compare_members(NOW - timedelta(days=1), 10)
    store.deals.compare_members(NOW, 1)
    store.archive.audit(None, "refused", "U09NONE", NOW, {"cause": "unknown"})


def _post(store: Store) -> None:
    """Alerts of one cause on one route: one is left out, and the post is a reply in a thread."""
    day = date(2004, 11, 1)
    first, second, third = (
        Alert(
            "story",
            f"trustee-notice/F{n}",
            "notice",
            "3(b)",
            "Notice",
            (Reason.DUE_TODAY,),
            day,
            day,
        )
        for n in (3, 4, 5)
    )
    route = Route("slack", "C01STORY")
    post = Delivery(
        first, route, "morning", NOW, 1, 1, others=(second, third), root_cause="effectiveness"
    )
    key = store.outbox.plan(post, True, NOW).new
    assert key is not None
    store.outbox.thread_parent(key, "effectiveness", "C01STORY")
    claim = store.outbox.claim(key, NOW, HOUR)
    assert isinstance(claim, Claim)
    gone = [OmittedAlert(third.id, "met")]
    store.outbox.keep_rendition(claim, RENDITION, NOW, left_out=gone, reply_to="1099300000.000100")


def _least(store: Store) -> None:
    """What says as little as it can: everything that may be left out is."""
    day = date(2004, 11, 2)
    alert = Alert(
        "story", "trustee-notice/F2", "notice", "3(b)", "Notice", (Reason.FIRST,), day, None
    )
    store.outbox.plan(Delivery(alert, Route("slack", "C01STORY"), "midday", NOW, 1, 1), True, NOW)
    store.archive.add_message(
        ArchiveEntry("file", "U02JAMES", ("story",), Rendition("Timeline", 1, 1, "0.1.0")), NOW
    )


def _digest(store: Store) -> None:
    """A digest that was sent, of a reader whose deal is remembered."""
    one = replace(delivery(Route("dm", "U01MARIA"), date(2004, 11, 1)), deals=("granite",))
    sent = replace(one, alert=replace(one.alert, deal="person:U01MARIA", kind="digest"))
    store.outbox.plan(sent, False, NOW)
    digest = SentDigest({"granite": DigestPrint("a" * 16, "b" * 16)}, date(2004, 11, 1))
    claim = _claim(store, DeliveryKey.of(sent))
    store.outbox.keep_rendition(claim, replace(RENDITION, digest=digest), NOW)
    store.outbox.settle(claim, Sent("1099.2"), NOW)
    store.digests.add_deal("U01MARIA", "granite")


def next_items() -> list[Item]:
    """The golden acts of this version as the next release writes them; this one reads both."""
    rows: list[Item] = json.loads(Path(__file__).with_name("next.json").read_text(encoding="utf-8"))
    return rows


def messages() -> dict[str, str]:
    """The body of one of each queued message, by its kind."""
    day, known = date(2004, 11, 1), datetime(2004, 11, 1, 13, tzinfo=UTC)
    each = (
        AssessDeal(deal="granite", as_of=day, known_at=known, slot="morning", sweep="sweep-1"),
        CheckDeals(after="granite"),
        Deliver(deal="granite", day=day, delivery="abc-slack-c01granite"),
        MakeFile(
            kind="timeline",
            deal="granite",
            user="U01MARIA",
            args={"on": "2004-11-01"},
            as_of=day,
            known_at=known,
            request="r1",
            tries=1,
        ),
    )
    return {type(one).__name__: body_of(one) for one in each}
