"""Requests to respond, as text: why this person was asked, and which response expired."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from dealclock.alerts.alert import Alert
from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.facts.log import FactLog
from dealclock.messages import plain
from dealclock.messages.alert import render_alert
from dealclock.messages.message import Message
from dealclock.people.acts import Act
from dealclock.people.policy import Reason
from dealclock.people.team import Team
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.unit.alerts.escalating import FILED, away, new_york, team
from tests.unit.engine.deals import log, sample_terms
from tests.unit.messages.views import assessed_view

DUTY, DUE = "effectiveness", date(2004, 10, 28)


def alert(day: str, *reasons: Reason, **changes: Any) -> Alert:
    given: dict[str, Any] = {
        "deal": "granite",
        "instance": DUTY,
        "kind": "deadline",
        "clause": "2(a)",
        "title": "Resale shelf effectiveness",
        "reasons": reasons,
        "day": date.fromisoformat(day),
        "due": DUE,
        **changes,
    }
    return Alert(**given)


def message_on(
    of: Alert, *handled: Act, at: Team | None = None, facts: FactLog | None = None
) -> Message:
    day, facts, at = of.day, facts or log(FILED), at or team()
    now = datetime(day.year, day.month, day.day, 20, tzinfo=UTC)
    seen = assess(Look(sample_terms(), facts, day, now, at.chosen), deal="granite")
    return render_alert(
        of, assessed_view(seen, sample_terms(), 1, at, facts, False, handled=handled)
    )


def why(told: Message) -> str:
    """Why it was sent: *Because*, or the line below what missing the date costs."""
    found = [row for s in told.sections for row in s.rows]
    because = [row.value for row in found if row.label == "Because"]
    return because[0] if because else found[-1].value * (found[-2].label == "If missed")


def escalated(step: str, day: str = "2004-10-28", reason: Reason = Reason.DUE_TODAY) -> Alert:
    since = new_york("2004-10-28 08:00")
    return alert(day, Reason.ESCALATED, reason, step=step, since=since)


def did(action: Any, at: str, until: str, by: str = "olga") -> Act:
    return Act(action, DUTY, "0", by, new_york(at), due=DUE, until=date.fromisoformat(until))


SINCE = "since 8:00 a.m. ET"
NOT = "Not acknowledged"


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ("owner", f"{NOT} {SINCE}; escalated to Olga Owner"),
        ("backup", f"{NOT} {SINCE}; escalated to Bert Backup"),
        ("group", f"{NOT} {SINCE}; escalated to the email group"),
        ("lead", f"{NOT} {SINCE}; escalated to the deal lead"),
    ],
)
def test_an_escalation_says_why_it_came_and_who_has_not_responded_since_when(
    step: str, says: str
) -> None:
    assert why(message_on(escalated(step))) == says


def test_a_delegate_is_told_for_whom() -> None:
    gone = team(away=(away("olga", "2004-10-27", "2004-10-29", "dora"),))
    said = why(message_on(escalated("owner"), at=gone))
    assert shows(wording("message/asking", said, "as owner"), "10-29")
    assert said.index("Dora Delegate") < said.index("Olga Owner")
    wording("message/asking", why(message_on(escalated("backup"), at=gone)))


def test_an_owner_who_is_away_without_backup_being_away_is_named() -> None:
    gone = team(away=(away("olga", "2004-10-27", "2004-10-29"),))
    wording("message/asking", why(message_on(escalated("backup"), at=gone)))


def test_an_escalation_shows_the_status_on_its_day() -> None:
    today = message_on(escalated("owner"))
    wording("message/asking", today.headline)
    # On the next morning it is missed, and is not called due.
    missed = message_on(escalated("lead", "2004-10-29"))
    wording("message/asking", missed.headline, "second")
    assert values(wording("message/asking", missed.preview, "third")) == ["10-28", "2(a)"]


def test_an_escalated_default_is_possible_until_it_is_confirmed() -> None:
    of = alert(
        "2004-10-29",
        Reason.ESCALATED,
        Reason.OPENED,
        instance="default-ii",
        kind="default",
        due=None,
        step="owner",
        since=new_york("2004-10-29 08:00"),
    )
    found = message_on(of)
    assert found.headline.startswith("Not acknowledged: Possible ")
    assert "default" not in found.preview.lower()
    assert shows(wording("message/asking", why(found)), "08:00")


def test_an_ended_snooze_says_whose_it_was() -> None:
    of = alert("2004-10-25", Reason.SNOOZE_ENDED)
    found = message_on(of, did("snoozed", "2004-10-18 09:00", "2004-10-25"))
    assert values(wording("message/asking", why(found))) == ["10-25"]
    assert values(wording("message/asking", found.headline, "second")) == ["10-28"]


def test_an_expired_acknowledgment_is_named() -> None:
    of = alert("2004-10-25", Reason.REMINDER)
    found = message_on(of, did("acknowledged", "2004-10-21 09:05", "2004-10-25"))
    assert values(wording("message/asking", why(found))) == [
        "10-21",
        "09:05",
    ]


def test_an_item_reported_as_done_asks_for_the_event() -> None:
    of = alert("2004-10-25", Reason.REMINDER)
    found = message_on(of, did("done", "2004-10-22 17:00", "2004-10-25", by="bert"))
    assert values(wording("message/asking", why(found))) == [
        "10-22",
        "17:00",
    ]


def test_an_overdue_item_that_asks_again_is_called_overdue() -> None:
    of = alert("2004-11-02", Reason.REMINDER)
    found = message_on(of, did("acknowledged", "2004-10-29 09:00", "2004-11-02"))
    assert shows(found.headline, "10-28")
    wording("message/asking", why(found))


@pytest.mark.parametrize(
    "handled",
    [
        (),
        (Act("seen", DUTY, "0", "dora", new_york("2004-10-21 09:00"), due=DUE),),
        (did("acknowledged", "2004-10-25 07:00", "2004-10-27"),),
        (Act("acknowledged", DUTY, "3", "olga", new_york("2004-10-20 09:00"), due=DUE, until=DUE),),
    ],
    ids=["nothing", "seen", "still in force", "of another date"],
)
def test_a_plain_reminder_names_no_one(handled: tuple[Act, ...]) -> None:
    of = alert("2004-10-25", Reason.REMINDER)
    assert why(message_on(of, *handled)) == ""


def test_the_whole_email_reads_well() -> None:
    letter = plain.as_mail_text(message_on(escalated("backup")))
    wording("message/asking", letter)
    assert "Infocrossing" not in letter.splitlines()[0]
