"""Advice to Holders of something that happened."""

from dealclock.agreement.rules.duties import Duty
from dealclock.facts.kinds import KINDS
from dealclock.render import words
from dealclock.render.drafts.case import DraftCase, head, signed
from dealclock.render.drafts.sheet import DraftLetter, Lines, Paragraph, SheetPart, blank
from dealclock.render.words import sentence


def letter(case: DraftCase) -> DraftLetter:
    """The advice, by what the fact that opened the duty says; never by what is noted on it."""
    to = case.rule.to if isinstance(case.rule, Duty) else ()
    return DraftLetter(
        title=case.rule.title,
        head=head(case, to, "day it is handed over"),
        blocks=(
            Paragraph(
                f"Under {words.clause(case.rule.clause)} of the agreement named above, whose "
                f"defined terms this advice uses, the {case.defined(case.rule.owed_by)} advises "
                "you of the following:"
            ),
            Lines((_event(case),)),
            Paragraph(blank("particulars Holders need, and nothing undisclosed that is material")),
            Paragraph(blank("what Holders are asked to do or to stop doing, if anything")),
        ),
        signed=signed(case),
    )


def counsel(case: DraftCase) -> tuple[SheetPart, ...]:
    """What else is known of the event, which the advice leaves out."""
    known = case.opened_by
    if known is None:
        return ()
    fact = known.fact
    told = [f"Fact {fact.id}, kind {fact.kind}, {words.day(fact.on)}, {fact.basis}"]
    told += [f"Evidence: {fact.evidence}"] if fact.evidence else []
    told += [f"Noted: {fact.note}"] if fact.note else []
    return (SheetPart("What is recorded of it; not to be passed on unread", (Lines(tuple(told)),)),)


def certainty(_case: DraftCase) -> str:
    """That only what was recorded is known."""
    return "Computed, not confirmed: it rests on what was recorded."


def _event(case: DraftCase) -> str:
    known = case.opened_by
    if known is None:
        return f"- {blank('what happened, and when')}"
    kind = KINDS[known.kind]
    named = sentence(kind.id.replace("-", " "))
    return f"- {named}, {words.day(known.on)}: {kind.says}"
