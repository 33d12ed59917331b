"""The calendar entry, byte by byte and as another program reads it."""

from datetime import UTC, date, datetime

from icalendar import Calendar

from dealclock.render.ics import entry

WRITTEN = datetime(2004, 10, 14, 12, tzinfo=UTC)
DUE = date(2004, 10, 28)


def test_an_entry_is_an_all_day_event_without_an_alarm() -> None:
    raw = entry("granite", "effectiveness", "Granite, Section 2(a)(ii)", DUE, 0, WRITTEN)
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


def test_every_line_ends_as_the_format_asks() -> None:
    raw = entry("granite", "effectiveness", "Granite", DUE, 0, WRITTEN)
    assert raw.count(b"\n") == raw.count(b"\r\n") == raw.count(b"\r")


def test_one_obligation_keeps_its_identity_and_two_never_share_one() -> None:
    uids = [
        uid(entry(deal, instance, "x", due, revision, WRITTEN))
        for deal, instance, due, revision in (
            ("granite", "suspension/F9", date(2005, 3, 17), 0),
            ("granite", "suspension/F9", date(2005, 3, 13), 1),
            ("granite", "suspension/F12", date(2005, 3, 17), 0),
            ("basalt", "suspension/F9", date(2005, 3, 17), 0),
        )
    ]
    assert uids[0] == uids[1]
    assert len(set(uids)) == 3
    assert not any("granite" in each or "suspension" in each for each in uids)


def test_a_long_summary_is_folded_and_read_back_whole() -> None:
    summary = "Grânite, clause; \\ " * 20
    raw = entry("granite", "effectiveness", summary, DUE, 3, WRITTEN)
    assert max(len(line) for line in raw.split(b"\r\n")) <= 75
    (event,) = Calendar.from_ical(raw).walk("VEVENT")
    assert event["SUMMARY"] == summary.strip()
    assert event["SEQUENCE"] == 3


def test_a_typed_line_break_cannot_add_a_property() -> None:
    raw = entry("granite", "x", "Granite\r\nATTENDEE:mailto:m@x.example", DUE, 0, WRITTEN)
    (event,) = Calendar.from_ical(raw).walk("VEVENT")
    assert "ATTENDEE" not in event


def uid(raw: bytes) -> str:
    (event,) = Calendar.from_ical(raw).walk("VEVENT")
    return str(event["UID"])
