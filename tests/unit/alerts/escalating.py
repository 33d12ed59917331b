"""A team with everybody in a part of their own, and escalations of the sample deal to look at."""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from dealclock.alerts.alert import AlertHistory, SentAlert
from dealclock.alerts.escalation import EscalationStep, plan_escalations
from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.look import Look
from dealclock.facts.log import FactLog
from dealclock.files.source import parse
from dealclock.people.acts import Act
from dealclock.people.away import Away
from dealclock.people.escalation_policy import Escalation, StepAfter
from dealclock.people.policy import Reason
from dealclock.people.team import Team, read_team
from dealclock.people.working_time import WorkingTime
from tests.unit.alerts.playing import recorded
from tests.unit.engine.deals import ZONE, filed, log, sample_terms

NEW_YORK = ZoneInfo(ZONE)
FILED = filed("2004-07-13")
DUTY, DUE = "effectiveness", date(2004, 10, 28)  # a Thursday
TEAM = """\
code_name: Granite
people:
  - {id: olga, name: Olga Owner, email: o@a.example, slack: U01OLGA, role: editor}
  - {id: bert, name: Bert Backup, email: b@a.example, slack: U01BERT, role: editor}
  - {id: lena, name: Lena Lead, email: l@a.example, slack: U01LENA, role: lead}
  - {id: dora, name: Dora Delegate, email: d@a.example, slack: U01DORA, role: editor}
  - {id: vera, name: Vera Viewer, email: v@a.example, slack: U01VERA, role: viewer}
owners:
  company: {owner: olga, backup: bert}
channel: {id: C01GRANITE, name: granite}
email: [olga, bert, vera]
"""
FOUR_STEPS = Escalation(
    steps=(
        StepAfter(to="owner", after=60),
        StepAfter(to="backup", after=180),
        StepAfter(to="group", after=300),
        StepAfter(to="lead", after="next morning"),
    )
)
"""Every step, each by itself; the defaults are tested with them in `test_escalation_policy.py`."""


def team(**changes: Any) -> Team:
    of = read_team(parse(TEAM, "team.yaml"))
    return of.model_copy(update={"escalation": FOUR_STEPS, **changes})


def away(person: str, first: str, last: str, delegate: str | None = None) -> Away:
    days = {"first_day": date.fromisoformat(first), "last_day": date.fromisoformat(last)}
    return Away(person=person, delegate=delegate, **days)


def new_york(text: str) -> datetime:
    """An instant by the clock in New York: "2004-10-28 09:00"."""
    return datetime.fromisoformat(text).replace(tzinfo=NEW_YORK).astimezone(UTC)


def already_sent(
    at: str,
    *reasons: Reason,
    instance: str = DUTY,
    due: date | None = DUE,
    revision: int = 0,
    step: str = "",
) -> SentAlert:
    """What a run said."""
    instant = new_york(at)
    return recorded(
        instance, instant.astimezone(NEW_YORK).date(), due, revision, reasons, instant, step
    )


def went(at: str, step: str, **more: Any) -> SentAlert:
    """A step that was taken."""
    return already_sent(at, Reason.ESCALATED, Reason.DUE_TODAY, step=step, **more)


def acknowledged(at: str, until: str | None, action: Any = "acknowledged", **more: Any) -> Act:
    ends = date.fromisoformat(until) if until else None
    details = {"subject": DUTY, "due": DUE, "content": "0", **more}
    return Act(action=action, by="olga", at=new_york(at), until=ends, **details)


def working(of: Team) -> WorkingTime:
    hours = of.escalation.working_hours
    return WorkingTime(hours.opens, hours.closes, FEDERAL_RESERVE, ZONE)


def seen(at: datetime, facts: FactLog | None = None) -> Assessment:
    day = at.astimezone(NEW_YORK).date()
    return assess(Look(sample_terms(), facts or log(FILED), day, at), compare=False)


def found(
    at: str,
    spoken: Iterable[SentAlert],
    of: Team | None = None,
    handled: Iterable[Act] = (),
    facts: FactLog | None = None,
) -> tuple[Sequence[EscalationStep], datetime | None]:
    """What is to be escalated at an instant, and when the next step is due."""
    now, of = new_york(at), of or team()
    ledger = AlertHistory(tuple(spoken), tuple(handled))
    return plan_escalations(seen(now, facts), of, ledger, working(of), now)


def look(at: str, spoken: Iterable[SentAlert], **how: Any) -> Sequence[EscalationStep]:
    """What is to be escalated at an instant."""
    return found(at, spoken, **how)[0]


def steps(due: Iterable[EscalationStep]) -> list[str]:
    """The steps as "owner mention:olga"."""
    return [f"{step.name} {' '.join(map(str, step.to))}" for step in due]
