"""A draft as its files: the letter that may go out, and the internal sheet for counsel."""

from collections.abc import Iterator
from dataclasses import replace

from dealclock import __version__
from dealclock.answers.compose import amended_line
from dealclock.documents.drafts.case import DraftCase
from dealclock.documents.drafts.delivery import deliver_by
from dealclock.documents.drafts.kinds import KINDS
from dealclock.documents.drafts.sheet import (
    DRAFT,
    INTERNAL,
    NOT_FOR_USE,
    DraftLetter,
    Lines,
    Sheet,
    SheetPart,
    blanks,
)
from dealclock.engine.conclusions import Obligation, Status
from dealclock.messages import reading, trace, unchecked_sections, words
from dealclock.messages.status_words import past_word
from dealclock.terms.versions import ORIGINAL


def letter(kind: str, case: DraftCase) -> DraftLetter:
    """The letter of that kind for a case; raises RefusedError if the case does not fit."""
    grounds = [case.part.why, *(d.why for d in case.bearing)]
    unreal = case.view.rehearsal or any(g.hypothetical for g in grounds)
    made = KINDS[kind].letter(case)
    return replace(made, marks=(DRAFT, NOT_FOR_USE) if unreal else (DRAFT,))


def sheet(kind: str, case: DraftCase, file: str, digest: str) -> Sheet:
    """The sheet for counsel of the draft in `file`, whose bytes have that SHA-256 `digest`."""
    made = KINDS[kind]
    written = made.letter(case)
    return Sheet(
        title=f"Sheet for counsel: {written.title}",
        marks=marks(case, made.certainty(case)),
        parts=(
            *(deliver_by(case) if made.given else ()),
            _open_points(written),
            SheetPart(_ends(case), (Lines(tuple(trace.render_lines(case.part.why.steps))),)),
            *made.counsel(case),
            *readings(case),
            not_checked(case),
            _of_file(file, digest),
        ),
        foot=foot(case),
    )


def marks(case: DraftCase, certainty: str) -> tuple[str, ...]:
    """The marks atop an internal paper: what it is, what it is based on, what is overdue."""
    return tuple(words.sentence(mark) for mark in _marks(case, certainty))


def _marks(case: DraftCase, certainty: str) -> Iterator[str]:
    grounds = [case.part.why, *(d.why for d in case.bearing)]
    yield INTERNAL
    yield from case.view.banners(grounds, in_full=True)
    yield certainty
    if case.part.status is Status.MISSED and isinstance(case.part, Obligation):
        stands = words.sentence(past_word(case.part))
        yield f"{stands}, as computed: it was due {words.day(case.part.due)}"
    yield from case.part.notes


def _open_points(written: DraftLetter) -> SheetPart:
    """The brackets that the letter leaves open."""
    return SheetPart(
        "To fill in or to confirm in the draft",
        (Lines(tuple(f"- {point}" for point in blanks(written))),),
    )


def _ends(case: DraftCase) -> str:
    part = case.part
    if isinstance(part, Obligation):
        return f"How the due date, {words.due(part)}, is computed"
    return f"How the last day, {words.day(part.closes)}, is computed"


def readings(case: DraftCase) -> Iterator[SheetPart]:
    """What other interpretations of the Sections would change, and the day safe under all."""
    instances = (case.part.instance, case.about, *(d.instance for d in case.bearing))
    lines = list(reading.list_readings_used(case.view, *instances))
    if safe := reading.describe_safe_dates(case.part, case.view.assessment.as_of):
        lines.append(f"Safe under every reading: {safe}")
    if lines:
        yield SheetPart("Readings (interpretations) that matter here", (Lines(tuple(lines)),))


def not_checked(case: DraftCase) -> SheetPart:
    """The Sections that the terms do not model."""
    gaps = case.view.assessment.not_checked
    lines = tuple(f"- {words.clause(n.clause)}: {n.what}" for n in gaps)
    return SheetPart("Not checked", (Lines(lines or (f"{unchecked_sections.NONE_LISTED}.",)),))


def _of_file(file: str, digest: str) -> SheetPart:
    lines = (
        f"{file}",
        f"SHA-256 {digest}",
        "Rename the file before it goes out: its name carries the code name.",
    )
    return SheetPart("The draft this sheet is for", (Lines(lines),))


def foot(case: DraftCase) -> tuple[str, ...]:
    """As of when, what was known, under which terms, by which version of this program."""
    return tuple(_foot(case))


def _foot(case: DraftCase) -> Iterator[str]:
    view = case.view
    a = view.assessment
    yield f"As of {words.day(a.as_of)}, {words.DAY_COVERED}; {case.part.instance}."
    yield view.footnotes()[0]
    if a.terms.version != ORIGINAL:
        yield amended_line(a.terms.title, a.terms.version, a.terms.effective)
    yield f"{view.team.code_name}, Dealclock {__version__}. {INTERNAL}"
