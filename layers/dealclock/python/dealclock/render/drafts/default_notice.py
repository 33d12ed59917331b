"""Notice of a Registration Default, or of a step of its rate, to those the provision names."""

from collections.abc import Iterator
from datetime import date

from dealclock.agreement.rules.notices import Notice
from dealclock.engine.conclusions import Conclusion, Default
from dealclock.errors import DealclockError
from dealclock.render import amounts, trace, words
from dealclock.render.drafts.case import DraftCase, head, signed
from dealclock.render.drafts.sheet import Block, DraftLetter, Lines, Paragraph, SheetPart, blank

_STEP = "/step/"


class NoDefault(DealclockError):
    """A notice of a default that the assessment does not hold."""


def letter(case: DraftCase) -> DraftLetter:
    """The notice, as it would go to the Trustee."""
    default, step = _about(case)
    matter = "a change in the rate of Additional Interest" if step else "a Registration Default"
    to = case.rule.to if isinstance(case.rule, Notice) else ()
    return DraftLetter(
        title=f"Notice of {matter}",
        head=head(case, to, "day it is handed over"),
        blocks=tuple(_blocks(case, default, step)),
        signed=signed(case),
    )


def counsel(case: DraftCase) -> tuple[SheetPart, ...]:
    """How the default itself was computed, and what accrued."""
    default, _ = _about(case)
    found = [SheetPart("How the default was computed", (Lines(tuple(trace.lines(default.trace))),))]
    if case.view.assessment.accrual.segments:
        told = (words.sentence(amounts.figures(case.view)), *amounts.segments(case.view))
        found.append(SheetPart("What has accrued, all defaults together", (Lines(told),)))
    return tuple(found)


def certainty(case: DraftCase) -> str:
    """How sure the default is."""
    default, _ = _about(case)
    match default.conclusion:
        case Conclusion.CONFIRMED:
            return f"Confirmed by {default.concluded_by}: {default.instance}. The rest is computed."
        case Conclusion.DISPUTED:
            return f"DISPUTED by {default.concluded_by}: {default.instance}. Do not send undecided."
        case _:
            return f"Computed, not confirmed: nobody has confirmed {default.instance}."


def _about(case: DraftCase) -> tuple[Default, date | None]:
    """The default, and the day its rate steps where the notice is of that."""
    instance, _, step = case.about.partition(_STEP)
    default = case.view.assessment.default(instance)
    if default is None:
        raise NoDefault(f"{case.part.instance} is about {instance!r}, which has not occurred.")
    return default, date.fromisoformat(step) if step else None


def _blocks(case: DraftCase, default: Default, step: date | None) -> Iterator[Block]:
    clause = words.clause(case.rule.clause)
    yield Paragraph(
        f"This notice is given under {clause} of the agreement named above, whose defined terms it "
        "uses."
    )
    sure = default.conclusion is Conclusion.CONFIRMED
    check = "" if sure else f" {blank('counsel to confirm: computed, not confirmed')}"
    yield Paragraph(
        f"1. A Registration Default under {words.clause(default.clause)} "
        f"({default.title}) occurred on {words.day(default.occurred_on)}.{check}"
    )
    yield Paragraph(f"2. {_interest(default)}")
    if step:
        yield Paragraph(
            f"3. Because of its age, or on an anniversary, the rate at which it bears Additional "
            f"Interest steps on {words.day(step)}."
        )
    elif default.is_open and case.view.assessment.accrual.rate:
        yield Paragraph(f"3. {_rate(case, default)}")
    else:
        yield Paragraph("3. No Additional Interest accrues on it now.")
    yield Paragraph(f"4. {blank('anything else that the Indenture asks this notice to say')}")


def _interest(default: Default) -> str:
    """From when to when it accrues."""
    begins = f"accrues from and including {words.day(default.accrues_from)}"
    if default.accrues_to is None:
        return f"Additional Interest {begins}, until the default is cured."
    ends = words.day(default.accrues_to)
    if default.accrues_to <= default.accrues_from:
        return f"It was cured on {ends}, and no Additional Interest accrued on it."
    accrued = begins.replace("accrues", "accrued")
    return f"Additional Interest {accrued} to but excluding {ends}, when it stopped."


def _rate(case: DraftCase, default: Default) -> str:
    """The rate in force, of all open defaults together, and the next one.

    Left to counsel where the default bears on some lots alone: others bear at rates of their own.
    """
    accrual = case.view.assessment.accrual
    if default.bears_on is not None:
        names = {lot.id: lot.name for lot in case.view.terms.securities}
        lots = "; ".join(names[lot] for lot in default.bears_on) or "none issued"
        rate = blank(f"counsel: the rate in force on {words.day(accrual.as_of)}")
        return f"It bears on these Notes alone: {lots}. Their rate is {rate}."
    told = (
        f"The rate in force on {words.day(accrual.as_of)} is "
        f"{words.percent(accrual.rate)} {accrual.per} of the principal amount of the Notes."
    )
    change = accrual.next_change
    if change is None or not change.rate:
        return told
    then = f"{words.rate_of(change)} from and including {words.day(change.on)}"
    return f"{told} If nothing is cured before, it becomes {then}."
