"""Who is out of office, and who is asked instead."""

from collections.abc import Iterable, Iterator
from datetime import date

from dealclock.files.source import Day, Model, Problem, Slug, Source


class Away(Model):
    """A person is out of office from `first_day` to `last_day`, both included.

    The delegate gets what the person would, and answers in the person's place.
    """

    person: Slug
    first_day: Day
    last_day: Day
    delegate: Slug | None = None

    def covers(self, day: date) -> bool:
        """Whether the person is away on `day`."""
        return self.first_day <= day <= self.last_day


def absence(away: Iterable[Away], person: str, day: date) -> Away | None:
    """The absence of a person on a day; None while there."""
    return next((a for a in away if a.person == person and a.covers(day)), None)


def present(away: Iterable[Away], person: str, day: date) -> str | None:
    """The id of who is reached in place of `person` on a day: the person, else the delegate.

    None when the person is away and has no delegate, or one who is away too: a delegate's own
    delegate knows nothing of the matter.
    """
    away = tuple(away)
    gone = absence(away, person, day)
    if gone is None:
        return person
    if gone.delegate is None or absence(away, gone.delegate, day) is not None:
        return None
    return gone.delegate


def answers_for(away: Iterable[Away], person: str, day: date) -> frozenset[str]:
    """Whose word counts as `person`'s on a day: the person's, and the delegate's while away."""
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


def nobody_there(away: tuple[Away, ...], owner: str, backup: str) -> tuple[int, date] | None:
    """The first day on which neither owner nor backup is reached, and the absence it begins with.

    By its place among `away`; None when there is none. Who is reached changes for the worse only
    where an absence begins.
    """
    for i, each in sorted(enumerate(away), key=lambda found: found[1].first_day):
        day = each.first_day
        if present(away, owner, day) is None and present(away, backup, day) is None:
            return i, day
    return None
