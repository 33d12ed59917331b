"""`suspension`: what the budget of suspended days leaves to a new Suspension Period."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from dealclock.agreement.readings.all import ALL
from dealclock.agreement.rules.suspensions import DayBudget
from dealclock.engine.suspension.plan import Plan, plan
from dealclock.render import words
from dealclock.render.budgets_json import (
    gap,
    limit,
    running,
    tell_gap,
    tell_limit,
    tell_times,
    times,
)
from dealclock.render.desk.suspension import headline
from dealclock.render.in_force import heading, told_version
from dealclock.render.layout import wrapped
from dealclock.render.view import LEGAL
from dealclock.usecases.questions.question import (
    Detail,
    Json,
    NotAnsweredError,
    Query,
    Question,
    the_only,
)

_FORMAT = "dealclock-suspension/1"


def answer(asked: Query) -> Json:
    """What each limit leaves from the day, the longest and the earliest, and what readings move."""
    given = asked.in_force()
    rule = the_only(given.terms.all_of(DayBudget), "day budget", asked)
    if rule is None:
        raise NotAnsweredError("these terms have no day budget, so suspensions are not limited")
    days = asked.details.get("days")
    if isinstance(days, int) and days < 1:
        raise NotAnsweredError(f"a suspension of {days} days is not valid; give one or more")
    chosen = given.readings

    def under(moved: Mapping[str, str]) -> Plan:
        return plan(
            rule,
            _start(asked),
            days if isinstance(days, int) else None,
            given.context(moved),
            material=bool(asked.details.get("material")),
        )

    here = under({})
    there = {
        (question, choice): under({question: choice})
        for question in ALL
        if question in here.grounds.readings
        for choice in ALL[question].open
        if choice != chosen[question]
    }
    return {
        **heading(_FORMAT, given),
        "known_at": given.known_at.isoformat().replace("+00:00", "Z"),
        **_planned(here),
        "readings": {r: chosen[r] for r in sorted(here.grounds.readings)},
        "differences": [
            {"reading": question, "choice": choice, "what": what, "here": ours, "there": theirs}
            for (question, choice), other in there.items()
            for what, ours, theirs in _moved(here, other)
        ],
        "safe": _safe(here, list(there.values())),
    }


def _start(asked: Query) -> date:
    start = asked.details.get("start")
    return start if isinstance(start, date) else asked.as_of


def _planned(found: Plan) -> Json:
    through = found.longest_through
    return {
        "clause": found.clause,
        "start": found.start.isoformat(),
        "days": found.days,
        "material": found.material,
        "allowed": found.allowed,
        "longest": {"days": found.longest, "through": through.isoformat() if through else None},
        "earliest": found.earliest.isoformat() if found.earliest else None,
        "limits": [limit(each) for each in found.limits],
        "times": [times(each) for each in found.times],
        "gap": gap(found.gap),
        "running": running(found.running),
        "facts": list(found.grounds.facts),
        "hypothetical": found.grounds.hypothetical,
        "trace": [
            {
                "says": s.says,
                "clause": s.clause,
                "day": s.day.isoformat() if s.day else None,
                "count": None,
            }
            for s in found.trace
        ],
    }


def _moved(here: Plan, there: Plan) -> Iterator[tuple[str, Any, Any]]:
    """What another reading answers otherwise."""
    ours, theirs = _planned(here), _planned(there)
    for what in ("allowed", "longest", "earliest"):
        if ours[what] != theirs[what]:
            yield what, ours[what], theirs[what]


def _safe(here: Plan, others: list[Plan]) -> Json:
    """What no reading moved alone forbids: the shortest of the longest, the latest earliest."""
    found = [here, *others]
    starts = [p.earliest for p in found]
    known = [day for day in starts if day is not None]
    earliest = max(known).isoformat() if known and len(known) == len(starts) else None
    return {"longest": min(p.longest for p in found), "earliest": earliest}


def render(answered: Json, width: int) -> Iterator[str]:
    """The longest and the earliest suspension, then what each limit leaves."""
    found: dict[str, Any] = answered
    yield from told_version(found, width)
    if running := found["running"]:
        last = words.iso(running["last_allowed"])
        says = f"The suspension of {running['notice']} is open; its last allowed day is {last}"
        ends = f"This assumes that it ends {words.iso(found['as_of'])}"
        yield from wrapped(f"{says}. {ends}; each later day may leave a day less.", width)
    start = words.iso(found["start"])
    days = found["longest"]["days"]
    if days:
        through = words.iso(found["longest"]["through"])
        most = words.number(days, "day")
        yield from wrapped(
            f"A suspension from {start} may last at most {most}, through {through}", width
        )
    else:
        yield from wrapped(f"No suspension is allowed from {start}", width)
    if found["days"] is not None:
        asked = words.number(found["days"], "day")
        earliest = found["earliest"]
        says = f"the earliest start is {words.iso(earliest)}" if earliest else "never allowed"
        yield from wrapped(f"One of {asked}: {says}", width)
    for each in found["limits"]:
        yield from wrapped(tell_limit(each), width, 2, 4)
    if found["limits"]:
        yield from wrapped("Each limit is exceeded on the date shown.", width, 2, 4)
    for each in found["times"]:
        yield from wrapped(tell_times(each), width, 2, 4)
    if found["gap"]:
        yield from wrapped(tell_gap(found["gap"]), width, 2, 4)
    for each in found["differences"]:
        says = _otherwise(each["what"], each["there"])
        under = f"under {each['reading']}={each['choice']}"
        yield from wrapped(f"{under}: {says}", width, 2, 4)
    yield LEGAL


def _otherwise(what: str, there: Any) -> str:
    """What another reading answers, in words."""
    match what:
        case "longest" if there["days"]:
            longest = words.number(there["days"], "day")
            return f"it may last at most {longest}, through {words.iso(there['through'])}"
        case "longest":
            return "no suspension is allowed from that day"
        case "earliest":
            return f"the earliest start is {words.iso(there)}" if there else "never allowed"
        case _:
            return f"a suspension of that length is {'' if there else 'not '}allowed"


QUESTION = Question(
    "suspension",
    (
        Detail("start", "first suspended day (default: the as-of date)", "day"),
        Detail("days", "length of the suspension in days", "number"),
        Detail("provision", "the day budget, if the terms have several", "word", shown="PROVISION"),
        Detail("material", "it may be extended, for a material transaction", "flag"),
    ),
    answer,
    render,
    "agreements/infocrossing-2004 --facts histories/story.yaml --as-of 2005-04-20 --days 30",
    headline,
)
