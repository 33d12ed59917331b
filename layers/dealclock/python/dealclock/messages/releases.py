"""Releases of conclusions outside the team: what is released, and what the team sees of it."""

from collections.abc import Iterator
from decimal import Decimal

from dealclock.access.approval import WAITING, approval_of, of_fact
from dealclock.access.outside import Recipient
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Default, Obligation, UndatedDuty, Window
from dealclock.engine.money import figure, in_cents
from dealclock.facts.corrections import outcomes
from dealclock.facts.fact import Fact, ReleasedConclusion
from dealclock.facts.log import day_of
from dealclock.facts.vocabulary import RELEASED
from dealclock.messages import words
from dealclock.messages.outside import describe_conclusion, describe_recipient
from dealclock.messages.status_lines import describe_certainty
from dealclock.messages.status_words import status_word
from dealclock.messages.view import View

_Part = Obligation | Window | Default | UndatedDuty


def compute_release(instance: str, assessment: Assessment) -> ReleasedConclusion | None:
    """What is released of an obligation, a window, a default or a duty as it now is; None of
    anything else.

    Raises NoFigure for a payment whose amount is not known.
    """
    a = assessment
    parts: tuple[_Part, ...] = (*a.obligations, *a.windows, *a.defaults, *a.duties)
    part = next((each for each in parts if each.instance == instance), None)
    return None if part is None else _as_released(part, a)


def _as_released(part: _Part, a: Assessment) -> ReleasedConclusion:
    match part:
        case Obligation():
            cents = None if part.money is None else in_cents(figure(part.money))
            return ReleasedConclusion(
                title=part.title,
                clause=part.clause,
                status=status_word(part, a.as_of),
                due=part.due,
                done=part.met_on,
                amount=None if cents is None else Decimal(cents).scaleb(-2),
            )
        case Window():
            return ReleasedConclusion(
                title=part.title,
                clause=part.clause,
                status=status_word(part, a.as_of),
                opens=part.opens,
                closes=part.closes,
                done=part.ended_on,
            )
        case Default():
            return ReleasedConclusion(
                title=part.title,
                clause=part.clause,
                status=describe_certainty(part),
                occurred=part.occurred_on,
                accrues_from=part.accrues_from,
                accrues_to=part.accrues_to,
                done=part.cured_on,
            )
        case UndatedDuty():
            return ReleasedConclusion(
                title=part.title,
                clause=part.clause,
                status="open" if part.is_open else "done",
                opens=part.opens,
                done=part.done_on,
            )


def render_lines(instance: str, view: View) -> Iterator[str]:
    """A line for each recorded release of a conclusion, as the team sees it: to whom, what, by
    whom, whether a second person approved it, and whether it was withdrawn."""
    a = view.assessment
    known = [f for f in view.log.facts if view.log.recorded_at(f) <= a.known_at]
    became = outcomes(known)
    for fact in known:
        if fact.kind != RELEASED or fact.about != instance or fact.released is None:
            continue
        to = describe_recipient(Recipient(fact.to or "", fact.holder))
        by = f" by {fact.recorded_by}" if fact.recorded_by else ""
        end = f". {became[fact.id].text}" if fact.id in became else ""
        yield (
            f"{words.day(fact.on)}: released to {to}{by} ({fact.id}), {_approved(fact, view)}: "
            f"{describe_conclusion(fact.released)}{end}"
        )


def _approved(fact: Fact, view: View) -> str:
    if view.approvals is None:
        return "as recorded in a file"
    approval = approval_of(of_fact(fact.id), view.approvals)
    if approval is None:
        return WAITING
    return f"approved by {approval.name} {words.day(day_of(approval.at, view.log.zone))}"
