"""Notice of a Registration Default, or of a step of its rate, to the parties the provision
names."""

from collections.abc import Iterator
from datetime import date

from dealclock.documents.drafts import formal
from dealclock.documents.drafts.case import DraftCase, opening, signed
from dealclock.documents.drafts.sheet import Block, DraftLetter, Lines, Paragraph, SheetPart, blank
from dealclock.engine.conclusions import Conclusion, Default
from dealclock.errors import RefusedError
from dealclock.messages import amounts, trace, words
from dealclock.messages.status_lines import describe_conclusion
from dealclock.terms.rules.duties import Notice

_STEP = "/step/"


def letter(case: DraftCase) -> DraftLetter:
    """The notice, as it would go to the Trustee."""
    default, step = _about(case)
    matter = "a Change in the Rate of Additional Interest" if step else "a Registration Default"
    to = case.rule.to if isinstance(case.rule, Notice) else ()
    title = f"Notice of {matter}"
    return DraftLetter(
        title=title,
        heading=(case.company.upper(),),
        blocks=(*opening(case, to, title, case.rule.clause), *_blocks(case, default, step)),
        signed=signed(case),
    )


def counsel(case: DraftCase) -> tuple[SheetPart, ...]:
    """How the default itself was computed, and what accrued."""
    default, _ = _about(case)
    found = [
        SheetPart(
            "How the default was computed", (Lines(tuple(trace.render_lines(default.why.steps))),)
        )
    ]
    if case.view.assessment.accrual.segments:
        lines = (
            words.sentence(amounts.describe_figures(case.view)),
            *amounts.list_segments(case.view),
        )
        found.append(SheetPart("Accrued to date, all defaults together", (Lines(lines),)))
    return tuple(found)


def certainty(case: DraftCase) -> str:
    """Whether the default is confirmed."""
    default, _ = _about(case)
    says = f"{words.sentence(describe_conclusion(default))}: {default.instance}."
    disputed = default.conclusion is Conclusion.DISPUTED
    return f"{says} Do not send while it is disputed." if disputed else says


def _about(case: DraftCase) -> tuple[Default, date | None]:
    """The default, and the day of the rate step if the notice is about one."""
    instance, _, step = case.about.partition(_STEP)
    default = case.view.assessment.default(instance)
    if default is None:
        raise RefusedError(f"{case.part.instance} is about {instance!r}, which has not occurred.")
    return default, date.fromisoformat(step) if step else None


def _blocks(case: DraftCase, default: Default, step: date | None) -> Iterator[Block]:
    company = case.defined(case.rule.owed_by)
    yield Paragraph(
        f"Pursuant to {words.clause(case.rule.clause)} of the Agreement, the {company} hereby "
        "notifies you as follows:"
    )
    occurred = (
        f"A Registration Default under {words.clause(default.clause)} of the Agreement "
        f"({default.title}) occurred on {formal.day(default.occurred_on)}."
    )
    sure = default.conclusion is Conclusion.CONFIRMED
    yield Paragraph(f"1. {occurred if sure else blank(occurred)}")
    yield Paragraph(f"2. {_interest(default)}")
    if step:
        yield Paragraph(
            "3. The rate at which Additional Interest accrues changed on "
            f"{formal.day(step)} in accordance with the Agreement."
        )
    elif default.is_open and case.view.assessment.accrual.rate:
        yield Paragraph(f"3. {_rate(case, default)}")
    else:
        yield Paragraph("3. No Additional Interest is accruing in respect of it.")
    yield Paragraph(f"4. {blank('any further statement required by the Indenture')}")


def _interest(default: Default) -> str:
    """The days for which it accrues."""
    begins = f"from and including {formal.day(default.accrues_from)}"
    if default.accrues_to is None:
        return (
            f"Additional Interest accrues {begins}, to but excluding the date on which the "
            "Registration Default is cured."
        )
    ends = formal.day(default.accrues_to)
    if default.accrues_to <= default.accrues_from:
        return (
            f"The Registration Default was cured on {ends}, and no Additional Interest accrued in "
            "respect of it."
        )
    return f"Additional Interest accrued {begins}, to but excluding {ends}."


def _rate(case: DraftCase, default: Default) -> str:
    """The rate in effect, of all open defaults together, and the next one.

    Left to counsel if the default affects only some lots: the others have their own rates.
    """
    accrual = case.view.assessment.accrual
    if default.bears_on is not None:
        names = case.view.terms.base_names
        lots = "; ".join(names[lot] for lot in default.bears_on) or "none issued"
        rate = blank(f"rate in effect on {formal.day(accrual.as_of)}")
        return f"Additional Interest accrues on the following Notes only: {lots}, at {rate}."
    text = (
        f"The rate of Additional Interest in effect on {formal.day(accrual.as_of)} is "
        f"{words.percent(accrual.rate)} {formal.per(accrual.per)} of the principal amount of the "
        "Notes."
    )
    change = accrual.next_change
    if change is None or not change.rate:
        return text
    on = formal.day(change.on)
    return (
        f"{text} If the Registration Default is not cured before {on}, the rate will be "
        f"{words.percent(change.rate)} {formal.per(change.per)} from and including that date."
    )
