"""What waits for a second person, in words."""

from collections.abc import Iterator, Mapping

from dealclock.access.approval import (
    ApprovalNeeded,
    Subject,
    awaited,
    unverified,
)
from dealclock.facts.fact import Fact
from dealclock.messages import words
from dealclock.messages.view import View


def waiting(view: View) -> tuple[ApprovalNeeded, ...]:
    """What the view rests on that no second person approved yet, among what was known by then."""
    if view.approvals is None:
        return ()
    return unverified(awaited(view.terms_version, view.team.signed, _known(view)), view.approvals)


def lines(view: View) -> Iterator[str]:
    """A line for each thing that waits: what it is and how it is named to `approve`."""
    facts = {fact.id: fact for fact in _known(view)}
    return (f"{_says(each.subject, view, facts)} ({each.subject})" for each in waiting(view))


def _says(subject: Subject, view: View, facts: Mapping[str, Fact]) -> str:
    match subject.kind:
        case "terms":
            return f"Version {subject.id} of the terms"
        case "reading":
            chosen = view.team.readings[subject.id]
            return f"{subject.id} read as {chosen.choice}, chosen by {chosen.chosen_by}"
        case "fact":
            fact = facts[subject.id]
            return f"{fact.id}, {fact.kind}, {words.day(fact.on)}"


def _known(view: View) -> list[Fact]:
    """The facts of the log as they were known, those corrected since included."""
    a = view.assessment
    recorded = (f for f in view.log.facts if view.log.recorded_at(f) <= a.known_at)
    return [f for f in recorded if f.on <= a.as_of]
