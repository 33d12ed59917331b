"""What can be wrong with the entries of the two lists, found when a team is read."""

from collections.abc import Iterator

from dealclock.access.people import Denial, ListEntry, People, Person
from dealclock.agreement.source import Problem, Source, Where


def wrong_entries(people: People, source: Source) -> Iterator[Problem]:
    """Days that end before they begin, a Holder without an id, outsiders who are to do more."""
    for i, person in enumerate(people.people):
        yield from _days(person, ("people", i), source)
        yield from _standing(person, ("people", i), source)
    for i, denial in enumerate(people.deny):
        if isinstance(denial, Denial):
            yield from _days(denial, ("deny", i), source)


def _days(entry: ListEntry, where: Where, source: Source) -> Iterator[Problem]:
    if entry.first_day and entry.last_day and entry.last_day < entry.first_day:
        yield source.problem(
            (*where, "last_day"), entry.last_day, f"give a day from {entry.first_day} on"
        )


def _standing(person: Person, where: Where, source: Source) -> Iterator[Problem]:
    if person.stands_for == "holder" and person.holder is None:
        yield source.problem(
            (*where, "holder"), None, "name the Holder, by the id that facts give it"
        )
    if person.stands_for != "holder" and person.holder is not None:
        yield source.problem(
            (*where, "holder"), person.holder, "only with stands_for: holder; leave it out"
        )
    if person.audience == "outside" and person.role != "viewer":
        yield source.problem(
            (*where, "role"),
            person.role,
            f"whoever stands for a {person.stands_for} is outside and may only look: give viewer",
        )
