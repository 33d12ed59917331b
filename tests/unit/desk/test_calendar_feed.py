"""A person's calendar feed: its address, its entries, how they move, and how it ends."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from icalendar import Calendar

from dealclock.desk.calendar_feed import FEED_LIVES, make, revoke, rotate
from dealclock.desk.web import calendar_feed
from dealclock.desk.web.response import WebResponse
from dealclock.errors import NotFoundError
from dealclock.facts.fact import Fact
from dealclock.jobs.plan import invitations
from dealclock.jobs.plan.assess_deal import assess_as_of
from dealclock.people.links import fingerprint
from dealclock.store import Feed, Store, StoredDeal
from tests.contract.store import samples
from tests.contract.store.samples import rows
from tests.services import services
from tests.unit.desk.web import asked, event, sent, with_method
from tests.unit.jobs.house import Queue

# Thu, Jul 1, 2004, 10:00 in New York: fifteen days to file are running.
NOW = datetime(2004, 7, 1, 14, tzinfo=UTC)
WEB = "https://web.example/"
EXTENDED = Fact.model_validate(
    {
        "id": "X1",
        "kind": "extension",
        "on": date(2004, 7, 1),
        "about": "effectiveness",
        "target": date(2004, 11, 9),
    }
)
MARIA = samples.team().people[0]


def load(
    store: Store, *facts: Fact, deal: str = "granite", name: str = "Granite", **team: Any
) -> None:
    bundle = samples.live(*facts, deal=deal, code_name=name)
    changed = bundle.team.model_copy(update=team)
    store.deals.load(replace(bundle, team=changed), NOW - timedelta(days=1), "tests")


def stored(store: Store, deal: str = "granite") -> StoredDeal:
    found = store.deals.get(deal)
    assert found is not None
    return found


def made(store: Store, *deals: str, now: datetime = NOW, **more: Any) -> tuple[str, Feed]:
    found = [stored(store, deal) for deal in deals or ("granite",)]
    return make(MARIA, found, services(store, now=now), WEB, "desk", **more)


def read(url: str, store: Store, now: datetime = NOW, **headers: str) -> WebResponse:
    sample = event("calendar", url.removeprefix(WEB.rstrip("/")), **headers)
    return asked(sample, store, Queue(), now)


def events(served: WebResponse) -> list[Any]:
    assert served.status == 200
    return list(Calendar.from_ical(served.body).walk("VEVENT"))


def dates(served: WebResponse) -> dict[date, int]:
    """The sequence of each date that stands, by its day."""
    found = [e for e in events(served) if e["STATUS"] == "CONFIRMED"]
    return {day_of(e): int(e["SEQUENCE"]) for e in found}


def day_of(event: Any) -> date:
    """The day of an event, a whole one or one with a moment on it."""
    begins = event["DTSTART"].dt
    return begins.date() if isinstance(begins, datetime) else begins


def names(served: WebResponse) -> set[str]:
    """What stands before the colon of each title: the code name."""
    return {str(e["SUMMARY"]).partition(":")[0] for e in events(served)}


@pytest.fixture
def url(store: Store) -> str:
    load(store)
    return made(store)[0]


def test_a_feed_holds_only_safe_titles_and_dates(store: Store, url: str) -> None:
    served = read(url, store)
    assert served.all_headers["content-type"] == "text/calendar; charset=utf-8"
    assert dates(served) == {date(2004, 7, 15): 0, date(2004, 10, 28): 0}
    titles = sorted(str(e["SUMMARY"]) for e in events(served))
    assert [(t.split(": ")[0], t.split(", ")[0].split(": ")[1], t[-9:]) for t in titles] == [
        ("Granite", "CUSIP numbers", "4(b)(xiv)"),
        ("Granite", "Indenture qualification", "(b)(xvii)"),
        ("Granite", "Resale shelf effectiveness", " 2(a)(ii)"),
        ("Granite", "Resale shelf filing", "n 2(a)(i)"),
    ]
    for each in events(served):
        assert (str(each["CLASS"]), str(each["TRANSP"])) == ("PRIVATE", "TRANSPARENT")
        assert each["LAST-MODIFIED"].dt == NOW
        assert not {"DESCRIPTION", "LOCATION", "ATTENDEE", "ORGANIZER"} & set(each)
        assert each.walk("VALARM") == []
    whole = Calendar.from_ical(served.body)
    assert (str(whole["METHOD"]), whole.errors) == ("PUBLISH", [])


def test_a_satisfied_date_is_canceled_and_keeps_its_identity(store: Store, url: str) -> None:
    before = {e["UID"]: day_of(e) for e in events(read(url, store))}
    later = NOW + timedelta(hours=3)
    load(store, samples.fact("F1", date(2004, 7, 1)))
    after = {e["UID"]: e for e in events(read(url, store, later))}
    assert after.keys() == before.keys()
    for uid, each in after.items():
        met = before[uid] == date(2004, 7, 15)
        assert each["STATUS"] == ("CANCELLED" if met else "CONFIRMED")
        assert (each["SEQUENCE"], day_of(each)) == ((1 if met else 0), before[uid])
        assert each["LAST-MODIFIED"].dt == (later if met else NOW)


def test_a_feed_shows_the_earliest_date_over_all_readings(store: Store, url: str) -> None:
    """That the target is extended is one reading; under another it is as it was."""
    load(store, EXTENDED)
    assert dates(read(url, store, NOW + timedelta(hours=3)))[date(2004, 10, 28)] == 0


def test_an_unchanged_feed_is_not_sent_again(store: Store, url: str) -> None:
    first = read(url, store)
    tag = first.all_headers["etag"]
    assert first.all_headers["cache-control"] == "private, no-cache"
    again = read(url, store, NOW + timedelta(days=1), if_none_match=f'"other", W/{tag}')
    assert (again.status, again.body) == (304, "")
    load(store, samples.fact("F1", date(2004, 7, 1)))
    assert read(url, store, NOW + timedelta(days=1), if_none_match=tag).status == 200


def test_two_readers_get_the_same_sequence(store: Store, url: str) -> None:
    other = make(samples.team().people[1], [stored(store)], services(store, now=NOW), WEB, "desk")[
        0
    ]
    load(store, samples.fact("F1", date(2004, 7, 1)))
    later = NOW + timedelta(hours=1)
    assert read(url, store, later).body == read(other, store, later).body


def test_head_gets_the_headers_and_a_form_is_refused(store: Store, url: str) -> None:
    sample = event("calendar", url.removeprefix("https://web.example"))
    head = asked(with_method(sample, "HEAD"), store, Queue(), NOW)
    assert (head.status, head.body) == (200, "")
    post = {**event("confirm", url.removeprefix("https://web.example"))}
    assert asked(post, store, Queue(), NOW).status == 405


def test_the_address_is_shown_once_and_is_not_in_the_table(store: Store, url: str) -> None:
    again, feed = made(store)
    assert (again, feed.deals, feed.valid_until) == ("", ("granite",), NOW + FEED_LIVES)
    (row,) = rows(store, "PERSON#U01MARIA", "FEED", "FEED~")
    secret = url.removeprefix(f"{WEB}calendar/").removesuffix(".ics")
    assert row.text("link") == fingerprint(secret)
    assert read(url, store).status == 200


def test_a_new_address_ends_the_old_one_at_once(store: Store, url: str) -> None:
    new = rotate(MARIA, services(store, now=NOW), WEB, "desk")[0]
    assert new != url
    assert read(new, store).status == 200
    assert_gone(read(url, store), store)


def test_a_feed_expires_after_ninety_days(store: Store, url: str) -> None:
    assert read(url, store, NOW + timedelta(days=90, seconds=-1)).status == 200
    assert_gone(read(url, store, NOW + timedelta(days=90)), store)
    renewed, _ = made(store, now=NOW + timedelta(days=90))
    assert renewed not in ("", url)


def test_a_removed_deal_is_gone_and_the_last_one_ends_the_feed(store: Store, url: str) -> None:
    load(store, deal="basalt", name="Basalt")
    assert made(store, "basalt")[1].deals == ("granite", "basalt")
    assert names(read(url, store)) == {"Granite", "Basalt"}
    assert revoke(MARIA, services(store, now=NOW), "desk", "granite")
    assert names(read(url, store)) == {"Basalt"}
    assert revoke(MARIA, services(store, now=NOW), "desk")
    assert_gone(read(url, store), store)
    assert not revoke(MARIA, services(store, now=NOW), "desk")
    assert made(store)[0] != ""  # off until asked for again, and under another address


@pytest.mark.parametrize(
    "change",
    [
        {"deny": ("maria",), "email": ("tom",)},
        {"people": samples.team().people[1:]},
        {
            "people": (
                MARIA.model_copy(update={"email": "other@issuer.example"}),
                *samples.team().people[1:],
            )
        },
    ],
    ids=["denied", "left", "another address"],
)
def test_a_person_who_may_no_longer_read_a_deal_no_longer_sees_it(
    store: Store, url: str, change: dict[str, Any]
) -> None:
    load(store, deal="basalt", name="Basalt")
    made(store, "basalt")
    load(store, **change)
    assert names(read(url, store)) == {"Basalt"}
    load(store, deal="basalt", name="Basalt", **change)
    assert_gone(read(url, store), store)


def assert_gone(served: WebResponse, store: Store) -> None:
    """Answered byte for byte like a feed that never was."""
    assert sent(served) == sent(read(f"{WEB}calendar/{'a' * 52}.ics", store))
    assert served.status == 404


def test_a_rehearsal_is_marked_and_on_its_own_day(store: Store) -> None:
    store.deals.load(samples.rehearsal(*samples.story()), NOW, "tests")
    store.deals.rehearse_to("story", date(2004, 10, 29), NOW, "tests")
    served = read(made(store, "story")[0], store)
    assert names(served) == {"Story, rehearsal"}
    assert date(2004, 11, 1) in dates(served)  # the Trustee's notice of the default of the 29th


def test_a_deal_that_cannot_be_assessed_does_not_affect_the_others(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(store, deal="basalt", name="Basalt")
    made(store, "basalt")
    whole = dates(read(url, store))

    def broken(deal: StoredDeal, *args: Any, **more: Any) -> Any:
        if deal.meta.id == "granite":
            raise ZeroDivisionError
        return assess_as_of(deal, *args, **more)

    monkeypatch.setattr(invitations, "assess_as_of", broken)
    assert dates(read(url, store)) == whole
    assert names(read(url, store)) == {"Granite", "Basalt"}


def test_every_read_and_every_refusal_is_in_the_archive_by_ids(store: Store, url: str) -> None:
    read(url, store)
    read(f"{WEB}calendar/{'a' * 52}.ics", store)
    load(store, deny=("maria",), email=("tom",))
    read(url, store)
    entries = rows(store, "DEAL#granite", "AUDIT#", "AUDIT#~")
    text = [(e.text("what"), e.text("who")) for e in entries if "calendar" in e.text("what")]
    assert sorted(text) == [
        ("made calendar", "desk"),
        ("read calendar", "U01MARIA"),
        ("refused calendar", "U01MARIA"),
    ]
    [refused] = rows(store, "AUDIT", "AUDIT#", "AUDIT#~")
    assert refused.text("what") == "refused calendar"
    for letter in "bcdef":
        read(f"{WEB}calendar/{letter * 52}.ics", store)
        read(url, store)
    after = rows(store, "DEAL#granite", "AUDIT#", "AUDIT#~")
    assert len(after) == len(entries), "a feed that does not work adds one entry a day"
    [refused] = rows(store, "AUDIT", "AUDIT#", "AUDIT#~")
    assert refused.number("expires_at")


def test_a_feed_is_bounded(store: Store, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calendar_feed, "LARGEST", 1_200)
    served = read(url, store)
    assert len(served.body) <= 1_200
    assert date(2004, 7, 15) in dates(served)  # the nearest


def test_no_one_gets_a_feed_of_a_deal_they_may_not_read(store: Store) -> None:
    load(store, deny=("maria",), email=("tom",))
    with pytest.raises(NotFoundError, match="Maria Lopez may not read Granite"):
        made(store)
    with pytest.raises(NotFoundError, match="deploy it with its function web"):
        make(MARIA, [stored(store)], services(store, now=NOW), "", "desk")
    with pytest.raises(NotFoundError, match="that person has no feed"):
        rotate(MARIA, services(store, now=NOW), WEB, "desk")
    assert store.links.feed("U01MARIA") is None
