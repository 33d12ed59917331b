"""What can be wrong with the entries of the two lists, found when a team is read."""

from collections.abc import Iterator

from dealclock.access.people import Denial, ListEntry, People, Person
from dealclock.files.source import Problem, Source, Where


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
            (*where, "last_day"), entry.last_day, f"give {entry.first_day} or a later day"
        )


def _standing(person: Person, where: Where, source: Source) -> Iterator[Problem]:
    if person.stands_for == "holder" and person.holder is None:
        yield source.problem((*where, "holder"), None, "give the Holder's id, as the events use it")
    if person.stands_for != "holder" and person.holder is not None:
        yield source.problem(
            (*where, "holder"), person.holder, "it applies only to stands_for: holder; leave it out"
        )
    if person.audience == "outside" and person.role != "viewer":
        yield source.problem(
            (*where, "role"),
            person.role,
            f"a person who represents a {person.stands_for} is outside the team and can only "
            "view; give viewer",
        )
