"""Advice to Holders of an event."""

from dealclock.documents.drafts import formal
from dealclock.documents.drafts.case import DraftCase, opening, signed
from dealclock.documents.drafts.sheet import DraftLetter, Lines, Paragraph, SheetPart, blank
from dealclock.facts.kinds import what_happened
from dealclock.messages import words
from dealclock.terms.rules.duties import Duty


def letter(case: DraftCase) -> DraftLetter:
    """The advice, from what the event that opened the duty states, without its note."""
    to = case.rule.to if isinstance(case.rule, Duty) else ()
    return DraftLetter(
        title=case.rule.title,
        heading=(case.company.upper(),),
        blocks=(
            *opening(case, to, "Advice", case.rule.clause),
            Paragraph(
                f"Pursuant to {words.clause(case.rule.clause)} of the Agreement, the "
                f"{case.defined(case.rule.owed_by)} hereby advises you as follows:"
            ),
            Paragraph(_event(case)),
            Paragraph(blank("particulars, and any action requested of Holders")),
        ),
        signed=signed(case),
    )


def counsel(case: DraftCase) -> tuple[SheetPart, ...]:
    """The rest of what is recorded of the event, which the advice leaves out."""
    known = case.opened_by
    if known is None:
        return ()
    fact = known.fact
    lines = [f"Event {fact.id} ({fact.kind}), {words.day(fact.on)}. Basis: {fact.basis}"]
    lines += [f"Evidence: {fact.evidence}"] if fact.evidence else []
    lines += [f"Note: {fact.note}"] if fact.note else []
    lines.append("Disclose no material non-public information in the advice.")
    title = "What the record says of the event (left out of the draft)"
    return (SheetPart(title, (Lines(tuple(lines)),)),)


def certainty(_case: DraftCase) -> str:
    """The statement that the draft is based on recorded events only."""
    return "Based on recorded events; not confirmed."


def _event(case: DraftCase) -> str:
    known = case.opened_by
    if known is None:
        return blank("what happened, and when")
    happened = what_happened(known.kind, case.view.terms)
    return f"On {formal.day(known.on)}, {formal.lowered(happened)}."
