"""A whole draft: the marks, the letter, and behind it what counsel needs to check it."""

from collections.abc import Iterator, Sequence

from dealclock import __version__
from dealclock.agreement.versions import ORIGINAL
from dealclock.engine.conclusions import Obligation, Status
from dealclock.engine.notices.ways import Way
from dealclock.render import action_time, reading, trace, unchecked_sections, words
from dealclock.render.drafts.case import DraftCase
from dealclock.render.drafts.kinds import KINDS
from dealclock.render.drafts.sheet import (
    MARK,
    Block,
    DraftLetter,
    Grid,
    Lines,
    Paragraph,
    Sheet,
    SheetPart,
    blanks,
)
from dealclock.render.in_force import amended_by
from dealclock.render.status_words import past_word


def sheet(kind: str, case: DraftCase) -> Sheet:
    """The draft of that kind for a case; raises DoesNotFit for a case it is not for."""
    made = KINDS[kind]
    letter = made.letter(case)
    return Sheet(
        marks=tuple(words.sentence(mark) for mark in _marks(case, made.certainty(case))),
        letter=letter,
        counsel=(
            *_shared(case, letter),
            *(_given(case) if made.given else ()),
            *made.counsel(case),
            *_readings(case),
            *_unchecked(case),
        ),
        foot=tuple(_foot(case)),
    )


def _marks(case: DraftCase, certainty: str) -> Iterator[str]:
    grounds = [case.part.grounds, *(d.grounds for d in case.bearing)]
    yield MARK
    yield from case.view.banners(grounds, in_full=True)
    yield certainty
    if case.part.status is Status.MISSED and isinstance(case.part, Obligation):
        stands = words.sentence(past_word(case.part))
        yield f"{stands}, as computed: it was due {words.day(case.part.due)}"
    yield from case.part.notes


def _shared(case: DraftCase, letter: DraftLetter) -> Iterator[SheetPart]:
    """What is left to fill in, and how the date comes about."""
    yield SheetPart("To fill in or to confirm", (Lines(tuple(f"- {b}" for b in blanks(letter))),))
    yield SheetPart(f"How {_ends(case)} comes about", (Lines(tuple(trace.lines(case.part.trace))),))


def _ends(case: DraftCase) -> str:
    part = case.part
    if isinstance(part, Obligation):
        return f"the day it is due, {words.due(part)},"
    return f"its last day, {words.day(part.closes)},"


def _given(case: DraftCase) -> Iterator[SheetPart]:
    """The methods, ranked by the day each would be given if handed over now."""
    if not case.ways:
        return
    due = case.part.due if isinstance(case.part, Obligation) else case.part.closes
    handed_over = case.ways[0].handed_over
    clause, methods = case.view.terms.clauses.deemed_notice, case.view.terms.deemed_notice
    where = f", {words.clause(clause)}" if clause else ""
    title = f"How to give it by {words.day(due)}, the earliest given first{where}"
    blocks: list[Block] = [_table(case.ways, f"Handed over {words.short_day(handed_over)}, given")]
    late = [way.method for way in case.ways if way.given_on and not way.in_time]
    if not case.ways[0].in_time:
        blocks.append(Paragraph("No method is in time any more: take the first that is given."))
    elif late:
        blocks.append(Paragraph(f"Too late to meet {words.day(due)}: {words.listed(late)}."))
    by = action_time.by(case.part, case.view)
    if by and isinstance(case.part, Obligation) and case.part.channel in methods:
        blocks.append(Paragraph(f"Act by {by}."))
    yield SheetPart(title, tuple(blocks))


def _table(ways: Sequence[Way], heading: str) -> Grid:
    rows = []
    for n, way in enumerate(ways, start=1):
        last = words.day(way.last_day) if way.last_day else "cannot be in time"
        rows.append((str(n), way.method, _given_on(way), last if way.given_on else "never valid"))
    return Grid(("", "Method", heading, "Hand over by"), tuple(rows), frozenset({0}))


def _given_on(way: Way) -> str:
    if way.given_on is None:
        return "not a method of the agreement"
    when = words.day(way.given_on)
    if way.acknowledged:
        when += ", if receipt is acknowledged that day"
    return when if way.in_time else f"{when}: too late"


def _readings(case: DraftCase) -> Iterator[SheetPart]:
    """What other readings of the clauses would change, and the day safe under all of them."""
    instances = (case.part.instance, case.about, *(d.instance for d in case.bearing))
    lines = list(reading.used(case.view, *instances))
    if safe := reading.safe(case.view, case.part):
        lines.append(f"Safe under every reading: {safe}")
    if lines:
        yield SheetPart("Readings that matter here", (Lines(tuple(lines)),))


def _unchecked(case: DraftCase) -> Iterator[SheetPart]:
    found = case.view.assessment.not_checked
    lines = tuple(f"- {words.clause(n.clause)}: {n.what}" for n in found)
    title = "Not checked by this version of the terms"
    yield SheetPart(title, (Lines(lines or (f"{unchecked_sections.NONE_LISTED}.",)),))


def _foot(case: DraftCase) -> Iterator[str]:
    view = case.view
    a = view.assessment
    yield f"As of {words.day(a.as_of)}, as that day begins; {case.part.instance}."
    yield view.footnotes()[0]
    if a.terms.version != ORIGINAL:
        yield amended_by(a.terms.title, a.terms.version, a.terms.effective.isoformat())
    yield f"{view.team.code_name}, Dealclock {__version__}. {MARK}"
