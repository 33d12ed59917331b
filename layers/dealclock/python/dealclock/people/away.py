"""Who is out of office, and who is reached instead."""

from collections.abc import Iterable, Iterator
from datetime import date

from dealclock.errors import Problem
from dealclock.files.source import Day, Model, Slug, Source


class Away(Model):
    """A person's absence from `first_day` to `last_day`, both included.

    The delegate receives what the person would, and responds in the person's place.
    """

    person: Slug
    first_day: Day
    last_day: Day
    delegate: Slug | None = None

    def covers(self, day: date) -> bool:
        """Whether the person is away on `day`."""
        return self.first_day <= day <= self.last_day


def absence(away: Iterable[Away], person: str, day: date) -> Away | None:
    """The absence of a person on a day; None if the person is present."""
    return next((a for a in away if a.person == person and a.covers(day)), None)


def reachable_person(away: Iterable[Away], person: str, day: date) -> str | None:
    """The id of the person reached for `person` on a day: the person, else the delegate.

    None when the person is away without a delegate, or with one who is away too: a delegate's
    own delegate does not know the matter.
    """
    away = tuple(away)
    gone = absence(away, person, day)
    if gone is None:
        return person
    if gone.delegate is None or absence(away, gone.delegate, day) is not None:
        return None
    return gone.delegate


def ids_answering_for(away: Iterable[Away], person: str, day: date) -> frozenset[str]:
    """The ids whose response counts as `person`'s on a day: the person's, and the delegate's
    while away."""
    gone = absence(away, person, day)
    return frozenset({person, gone.delegate} if gone and gone.delegate else {person})


def wrong_absences(away: tuple[Away, ...], source: Source) -> Iterator[Problem]:
    """Absences that end before they begin, overlap, or name their own person as delegate."""
    for i, each in enumerate(away):
        if each.last_day < each.first_day:
            yield source.problem(
                ("away", i, "last_day"),
                each.last_day,
                f"give a day on or after first_day, {each.first_day}",
            )
        if each.delegate == each.person:
            yield source.problem(
                ("away", i, "delegate"),
                each.delegate,
                "give a delegate other than the person who is away",
            )
        for earlier in away[:i]:
            same = earlier.person == each.person
            if same and earlier.first_day <= each.last_day and each.first_day <= earlier.last_day:
                yield source.problem(
                    ("away", i),
                    each.person,
                    f"already away from {earlier.first_day} to {earlier.last_day}; give each day "
                    "once",
                )
                break


def first_day_unattended(
    away: tuple[Away, ...], owner: str, backup: str
) -> tuple[int, date] | None:
    """The first day on which neither owner nor backup is reached, and the absence it begins with.

    By its place among `away`; None when there is none. Who is reached changes for the worse only
    where an absence begins.
    """
    for i, each in sorted(enumerate(away), key=lambda found: found[1].first_day):
        day = each.first_day
        if (
            reachable_person(away, owner, day) is None
            and reachable_person(away, backup, day) is None
        ):
            return i, day
    return None
