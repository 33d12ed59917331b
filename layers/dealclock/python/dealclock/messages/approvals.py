"""What awaits a second person's approval, in words."""

from collections.abc import Iterator, Mapping

from dealclock.facts.fact import Fact
from dealclock.messages import words
from dealclock.messages.view import DealView
from dealclock.people.approval import Subject, list_approvals_needed, unverified
from dealclock.terms.neutral_ids import shown_choice, shown_kind


def list_awaiting_approval(view: DealView) -> tuple[Subject, ...]:
    """What the view rests on that no second person has approved, as known by the view's instant."""
    if view.approvals is None:
        return ()
    return unverified(
        list_approvals_needed(view.terms_version, view.team.signed, _known_facts(view)),
        view.approvals,
    )


def describe_awaiting(view: DealView) -> Mapping[str, str]:
    """What each item is that awaits approval, by its name for `approve`."""
    facts = {fact.id: fact for fact in _known_facts(view)}
    return {
        str(item): _describe_subject(item, view, facts) for item in list_awaiting_approval(view)
    }


def render_lines(view: DealView) -> Iterator[str]:
    """A line for each item that awaits approval: what it is, and its name for `approve`."""
    return (f"{says} ({name})" for name, says in describe_awaiting(view).items())


def _describe_subject(subject: Subject, view: DealView, facts: Mapping[str, Fact]) -> str:
    match subject.kind:
        case "terms":
            return f"Version {subject.id} of the terms"
        case "reading":
            chosen = view.team.readings[subject.id]
            choice = shown_choice(subject.id, view.team.chosen[subject.id])
            return f"{subject.id} read as {choice}, chosen by {chosen.chosen_by}"
        case "fact":
            fact = facts[subject.id]
            return f"{fact.id}, {shown_kind(fact.kind)}, {words.day(fact.on)}"


def _known_facts(view: DealView) -> list[Fact]:
    """The events known at the view's instant, dated on or before its day, with those corrected
    since."""
    recorded = (f for f in view.log.facts if view.log.recorded_at(f) <= view.instant)
    return [f for f in recorded if f.on <= view.as_of]
