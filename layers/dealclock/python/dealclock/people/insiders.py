"""The insider list: who had access to a deal, from which day to which, from every version of its
lists and not only the latest.

    version 1 ------------------|            a version counts from the day it was stored
                     version 2  |------      to the day the next one was, both included:
                                             anyone a new version drops had that morning
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta

from dealclock.facts.log import day_of
from dealclock.people.people import (
    Action,
    Audience,
    Glass,
    Person,
    Role,
    StandsFor,
    permits,
)
from dealclock.people.team import TeamVersion
from dealclock.records import record

_DAY = timedelta(days=1)
Days = tuple[date, date | None]  # both included; None for no end


@record
class Insider:
    """One period in which a person had access: both days included, `to` None if it has no end.

    `by_way_of` is "allow list" or "emergency access".
    """

    person: str
    name: str
    email: str
    slack: str
    role: Role
    audience: Audience
    stands_for: StandsFor
    holder: str
    since: date
    to: date | None
    added_by: str
    why: str
    by_way_of: str = "allow list"


def list_insiders(
    versions: Sequence[TeamVersion], broken: Iterable[Glass], zone: str, today: date
) -> tuple[Insider, ...]:
    """Everyone who had access up to `today`, in order of the first day of access, then of name.

    Days are those of `zone`. People denied throughout, administrators without emergency access, and
    people who join later are not listed.
    """
    found: list[Insider] = []
    for place, version in enumerate(versions):
        begins = day_of(version.stored_at, zone)
        ends = day_of(versions[place + 1].stored_at, zone) if place + 1 < len(versions) else None
        for each in _of(version, (begins, ends)):
            _join(found, each)
    started = [each for each in found if each.since <= today]
    started += [_emergency_reader(glass, versions, zone) for glass in broken]
    return tuple(sorted(started, key=lambda each: (each.since, each.name)))


def _of(version: TeamVersion, counted: Days) -> Iterator[Insider]:
    for person in version.team.people:
        if not permits(person.role, Action.CONSULT, person.audience):
            continue
        listed = _intersect(counted, (person.first_day or counted[0], person.last_day))
        denied = version.team.access.denials(person.id)
        for since, to in _subtract(listed, [(d.first_day or date.min, d.last_day) for d in denied]):
            yield _insider(person, version, since, to)


def _insider(person: Person, version: TeamVersion, since: date, to: date | None) -> Insider:
    return Insider(
        person=person.id,
        name=person.name,
        email=person.email,
        slack=person.slack,
        role=person.role,
        audience=person.audience,
        stands_for=person.stands_for,
        holder=person.holder or "",
        since=since,
        to=to,
        added_by=person.added_by or version.stored_by,
        why=person.why or "",
    )


def _intersect(one: Days, other: Days) -> list[Days]:
    """The days common to both, as one range, or None."""
    ends = [end for end in (one[1], other[1]) if end is not None]
    since, to = max(one[0], other[0]), min(ends, default=None)
    return [] if to is not None and to < since else [(since, to)]


def _subtract(days: list[Days], denied: list[Days]) -> list[Days]:
    """The days that remain after the denied ones are taken out."""
    for first, last in denied:
        before = [(date.min, first - _DAY)] if first > date.min else []
        after = [(last + _DAY, None)] if last is not None and last < date.max else []
        left: list[Days] = [*before, *after]
        days = [kept for run in days for rest in left for kept in _intersect(run, rest)]
    return days


def _join(found: list[Insider], each: Insider) -> None:
    """Add the period, or extend the one it continues: same person, same capacity, no gap.

    Who added the person, and why, comes from the first version.
    """
    for place, known in enumerate(found):
        if known.to is None or known.to + _DAY < each.since:
            continue
        same = replace(known, since=each.since, to=each.to, added_by=each.added_by, why=each.why)
        if same == each:
            found[place] = replace(known, to=each.to)
            return
    found.append(each)


def _emergency_reader(glass: Glass, versions: Sequence[TeamVersion], zone: str) -> Insider:
    """An administrator with emergency access, as the latest version that lists the person."""
    known = (p for v in reversed(versions) for p in v.team.people if p.id == glass.person)
    person = next(known, None)
    return Insider(
        person=glass.person,
        name=glass.name,
        email=person.email if person else "",
        slack=glass.slack,
        role="administrator",
        audience="inside",
        stands_for=person.stands_for if person else "issuer",
        holder="",
        since=day_of(glass.since, zone),
        to=day_of(glass.until, zone),
        added_by=glass.name,
        why=glass.why,
        by_way_of="emergency access",
    )
