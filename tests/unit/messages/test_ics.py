"""Calendar bytes: by hand, as they are read back, and as RFC 5545 and 5546 require."""

import io
import re
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from dateutil.tz import tzical
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar

from dealclock.messages.ics import (
    CalendarEvent,
    render_entry,
    render_feed,
    render_invitation,
    render_title,
    uid,
)

WRITTEN = datetime(2004, 10, 14, 12, tzinfo=UTC)
DUE = date(2004, 10, 28)
NEW_YORK = ZoneInfo("America/New_York")
FIVE = datetime(2004, 10, 28, 17, tzinfo=NEW_YORK)
ALL_DAY = CalendarEvent(
    "u1@dealclock", "Granite: Notice, Section 3(b)", DUE, sequence=2, written=WRITTEN
)
TIMED = replace(ALL_DAY, act_by=FIVE, zone="America/New_York")
FROM, TO = "dealclock@issuer.example", "maria.lopez@issuer.example"


def test_a_file_is_an_all_day_event_without_an_alarm() -> None:
    raw = render_entry("granite", "effectiveness", "Granite, Section 2(a)(ii)", DUE, 0, WRITTEN)
    lines = raw.decode().split("\r\n")
    assert lines[:4] == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Dealclock//EN",
        "METHOD:PUBLISH",
    ]
    assert lines[6:13] == [
        "SEQUENCE:0",
        "DTSTAMP:20041014T120000Z",
        "LAST-MODIFIED:20041014T120000Z",
        "DTSTART;VALUE=DATE:20041028",
        "DTEND;VALUE=DATE:20041029",
        "SUMMARY:Granite\\, Section 2(a)(ii)",
        "CLASS:PRIVATE",
    ]
    assert lines[-2:] == ["END:VCALENDAR", ""]


def test_an_invitation_byte_by_byte() -> None:
    assert render_invitation(ALL_DAY, FROM, TO).decode().split("\r\n") == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Dealclock//EN",
        "METHOD:REQUEST",
        "BEGIN:VEVENT",
        "UID:u1@dealclock",
        "SEQUENCE:2",
        "DTSTAMP:20041014T120000Z",
        "LAST-MODIFIED:20041014T120000Z",
        "DTSTART;VALUE=DATE:20041028",
        "DTEND;VALUE=DATE:20041029",
        "SUMMARY:Granite: Notice\\, Section 3(b)",
        "CLASS:PRIVATE",
        "TRANSP:TRANSPARENT",
        "STATUS:CONFIRMED",
        "ORGANIZER;CN=Dealclock:mailto:dealclock@issuer.example",
        "ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP",
        " =FALSE:mailto:maria.lopez@issuer.example",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "DESCRIPTION:Granite: Notice\\, Section 3(b)",
        "TRIGGER:-PT15H",
        "END:VALARM",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]


@pytest.mark.parametrize("event", [ALL_DAY, TIMED], ids=["all day", "timed"])
@pytest.mark.parametrize("cancelled", [False, True], ids=["request", "cancel"])
def test_an_invitation_has_what_rfc_5546_requires(event: CalendarEvent, cancelled: bool) -> None:
    """Sections 3.2.2 and 3.2.5: which properties must be there once, and which must not."""
    whole, found = read(render_invitation(replace(event, cancelled=cancelled), FROM, TO))
    assert whole["METHOD"] == ("CANCEL" if cancelled else "REQUEST")
    for name in ("UID", "DTSTAMP", "SEQUENCE", "ORGANIZER", "ATTENDEE", "DTSTART", "SUMMARY"):
        assert not isinstance(found[name], list), name
    assert str(found["ORGANIZER"]) == f"mailto:{FROM}"
    assert str(found["ATTENDEE"]) == f"mailto:{TO}"
    assert dict(found["ATTENDEE"].params) == {
        "CUTYPE": "INDIVIDUAL",
        "ROLE": "REQ-PARTICIPANT",
        "PARTSTAT": "NEEDS-ACTION",
        "RSVP": "FALSE",
    }
    assert (found["UID"], found["SEQUENCE"]) == ("u1@dealclock", 2)
    assert found["STATUS"] == ("CANCELLED" if cancelled else "CONFIRMED")
    assert len(found.walk("VALARM")) == (0 if cancelled else 1)
    assert not {"DESCRIPTION", "LOCATION", "URL", "REQUEST-STATUS", "RRULE"} & set(found)
    assert whole.errors == found.errors == []


def test_a_timed_event_has_its_time_in_the_zone_of_the_deal() -> None:
    _, found = read(render_invitation(TIMED, FROM, TO))
    assert found["DTSTART"].params["TZID"] == "America/New_York"
    assert found["DTSTART"].dt == datetime(2004, 10, 28, 21, tzinfo=UTC)
    assert found["DTEND"].dt - found["DTSTART"].dt == timedelta(minutes=15)


# Clock changes of 2004 and 2007, when the rule was another: the days themselves, and around them.
@pytest.mark.parametrize(
    ("day", "offset"),
    [
        ("2004-04-03", -5),
        ("2004-04-04", -4),
        ("2004-10-30", -4),
        ("2004-10-31", -5),
        ("2005-01-31", -5),
        ("2006-12-31", -5),
        ("2007-03-11", -4),
        ("2007-03-20", -4),
        ("2007-11-03", -4),
        ("2007-11-04", -5),
        ("2026-07-01", -4),
    ],
)
def test_the_included_zone_is_right_on_and_around_clock_changes(day: str, offset: int) -> None:
    moment = datetime.fromisoformat(f"{day}T17:00").replace(tzinfo=NEW_YORK)
    raw = render_invitation(replace(TIMED, due=moment.date(), act_by=moment), FROM, TO)
    assert zone_in(raw).utcoffset(moment.replace(tzinfo=None)) == timedelta(hours=offset)
    assert f"DTSTART;TZID=America/New_York:{moment:%Y%m%dT170000}" in raw.decode()


@pytest.mark.full
@given(
    st.sampled_from(
        ["America/New_York", "Europe/London", "Asia/Kolkata", "Asia/Tokyo", "Australia/Sydney"]
    ),
    st.lists(st.dates(date(1996, 1, 1), date(2037, 12, 31)), min_size=1, max_size=3),
)
def test_every_time_of_a_feed_is_right_by_the_included_zone(name: str, days: list[date]) -> None:
    """Held against dateutil, which reads the rules and not the name of the zone."""
    zone = ZoneInfo(name)
    timed = [datetime.combine(day, time(12), zone) for day in days]
    raw = render_feed([replace(TIMED, zone=name, act_by=at, due=at.date()) for at in timed])
    theirs = zone_in(raw)
    for at in timed:
        assert theirs.utcoffset(at.replace(tzinfo=None)) == at.utcoffset()


def test_a_zone_is_included_once_and_not_for_all_day_events() -> None:
    other = replace(TIMED, uid="u2@dealclock", act_by=FIVE + timedelta(days=400))
    assert render_feed([ALL_DAY, TIMED, other]).count(b"BEGIN:VTIMEZONE") == 1
    assert b"VTIMEZONE" not in render_feed([ALL_DAY])


def test_a_zone_has_yearly_rules_and_no_listed_dates() -> None:
    """[MS-STANOICAL] 2.2.47: Outlook reads RRULE and ignores RDATE. 2007 has another rule."""
    later = replace(TIMED, uid="u2@dealclock", act_by=datetime(2007, 3, 20, 17, tzinfo=NEW_YORK))
    for events, rules in (([TIMED], ["1SU 4", "-1SU 10"]), ([TIMED, later], ["2SU 3", "1SU 11"])):
        raw = render_feed(events).decode()
        assert re.findall("YEARLY;BYDAY=(.*);BYMONTH=(.*)\r", raw) == [
            tuple(rule.split()) for rule in rules
        ]
        assert "RDATE" not in raw


def test_every_line_ends_as_the_format_requires() -> None:
    for raw in (
        render_invitation(TIMED, FROM, TO),
        render_feed([TIMED]),
        render_entry("a", "b", "c", DUE, 0, WRITTEN),
    ):
        assert raw.count(b"\n") == raw.count(b"\r\n") == raw.count(b"\r")


def test_one_obligation_keeps_its_identity_and_two_never_share_one() -> None:
    uids = [
        uid(deal, instance)
        for deal, instance in (
            ("granite", "suspension/F9"),
            ("granite", "suspension/F9"),
            ("granite", "suspension/F12"),
            ("basalt", "suspension/F9"),
        )
    ]
    assert uids[0] == uids[1]
    assert len(set(uids)) == 3
    assert not any("granite" in each or "suspension" in each for each in uids)


@given(st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=200))
def test_a_long_summary_is_folded_and_read_back_in_full(typed: str) -> None:
    summary = f"Grânite: {typed}; \\ 不動産 end"
    raw = render_invitation(replace(ALL_DAY, summary=summary), FROM, TO)
    lines = raw.split(b"\r\n")
    assert max(map(len, lines)) <= 75
    assert all(line.decode() for line in lines[:-1])  # never cut inside a character
    _, found = read(raw)
    assert found["SUMMARY"] == summary


def test_a_typed_line_break_cannot_add_a_property() -> None:
    typed = "Granite\r\nATTENDEE:mailto:m@x.example\nATTACH:x"
    _, found = read(render_feed([replace(ALL_DAY, summary=typed)]))
    assert not {"ATTENDEE", "ATTACH"} & set(found)


def test_a_title_has_the_code_name_the_kind_and_the_section() -> None:
    assert re.fullmatch(r"Granite: Notice, \w+ 3\(b\)", render_title("Granite", "Notice", "3(b)"))
    assert render_title("Granite", "", "") == "Granite"
    assert render_title("Granite", "Notice", "", rehearsal=True).startswith("Granite, rehearsal: ")


def read(raw: bytes) -> tuple[Any, Any]:
    """The calendar and its one event, read back."""
    whole: Any = Calendar.from_ical(raw)
    (event,) = whole.walk("VEVENT")
    return whole, event


def zone_in(raw: bytes) -> Any:
    """The zone as its rules say, read by a program that did not write it."""
    text = raw.decode().replace("\r\n ", "")
    start, end = text.index("BEGIN:VTIMEZONE"), text.index("END:VTIMEZONE")
    return tzical(io.StringIO(f"{text[start:end]}END:VTIMEZONE\r\n")).get()
