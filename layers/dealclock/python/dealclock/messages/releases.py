"""Releases of conclusions outside the team: what is released, and what the team sees of it."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from functools import partial

from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Default, Item, Obligation, UndatedDuty, Window
from dealclock.engine.money import figure, in_cents
from dealclock.facts.corrections import outcomes
from dealclock.facts.fact import ReleasedConclusion
from dealclock.facts.log import FactLog, day_of
from dealclock.facts.vocabulary import RELEASED
from dealclock.messages import words
from dealclock.messages.outside import describe_conclusion, describe_recipient
from dealclock.messages.status_lines import describe_certainty
from dealclock.messages.status_words import status_word
from dealclock.people.acts import Act
from dealclock.people.approval import WAITING, approval_of, of_fact
from dealclock.people.outside import Recipient
from dealclock.records import record


def compute_release(instance: str, assessment: Assessment) -> ReleasedConclusion | None:
    """What is released of an obligation, a window, a default or a duty as it is now; None for
    anything else.

    Raises RefusedError for a payment whose amount is not known.
    """
    part = next((each for each in assessment.items if each.instance == instance), None)
    return None if part is None else _as_released(part, assessment)


def _as_released(part: Item, a: Assessment) -> ReleasedConclusion | None:
    of = partial(ReleasedConclusion, title=part.title, clause=part.clause, done=part.done_on)
    match part:
        case Obligation():
            cents = None if part.money is None else in_cents(figure(part.money))
            amount = None if cents is None else Decimal(cents).scaleb(-2)
            return of(status=status_word(part, a.as_of), due=part.due, amount=amount)
        case Window():
            status = status_word(part, a.as_of)
            return of(status=status, opens=part.opens, closes=part.last_day)
        case Default():
            return of(
                status=describe_certainty(part),
                occurred=part.occurred_on,
                accrues_from=None if part.bears_nothing else part.accrues_from,
                accrues_to=part.accrues_to,
            )
        case UndatedDuty():
            return of(status="open" if part.is_open else "done", opens=part.opens)
        case _:
            return None


@record
class RecordedRelease:
    """A recorded release of a conclusion: to whom, what, by whom, and whether it was withdrawn.

    `approval` is None while it is awaited, and for a file, which holds none (`in_file`).
    `withdrawn` says why the release no longer counts, None while it does.
    """

    fact: str
    on: date
    to: Recipient
    recorded_by: str | None
    approval: Act | None
    in_file: bool
    conclusion: ReleasedConclusion
    withdrawn: str | None


def list_releases(
    instance: str, log: FactLog, known_at: datetime, approvals: Sequence[Act] | None
) -> Iterator[RecordedRelease]:
    """Each release of an instance recorded by `known_at`; `approvals` is None for files."""
    known = [f for f in log.facts if log.recorded_at(f) <= known_at]
    became = outcomes(known)
    for fact in known:
        if fact.kind == RELEASED and fact.about == instance and fact.released is not None:
            yield RecordedRelease(
                fact=fact.id,
                on=fact.on,
                to=Recipient(fact.to or "", fact.holder),
                recorded_by=fact.recorded_by,
                approval=approval_of(of_fact(fact.id), approvals or ()),
                in_file=approvals is None,
                conclusion=fact.released,
                withdrawn=became[fact.id].text if fact.id in became else None,
            )


def describe_release(each: RecordedRelease, zone: str) -> str:
    """A release in a line, as the team sees it: to whom, what, by whom, whether a second person
    approved it, and whether it was withdrawn."""
    by = f" by {each.recorded_by}" if each.recorded_by else ""
    end = f". {each.withdrawn}" if each.withdrawn else ""
    return (
        f"{words.day(each.on)}: released to {describe_recipient(each.to)}{by} ({each.fact}), "
        f"{_describe_approval(each, zone)}: {describe_conclusion(each.conclusion)}{end}"
    )


def _describe_approval(each: RecordedRelease, zone: str) -> str:
    if each.in_file:
        return "as recorded in a file"
    if each.approval is None:
        return WAITING
    return f"approved by {each.approval.name} {words.day(day_of(each.approval.at, zone))}"
