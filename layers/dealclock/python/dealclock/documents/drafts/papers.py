"""The papers of a draft: the letter that may go out, the internal sheet for counsel, and for a
payment the funding memo. Their words are in the files of `documents/letters`.
"""

from collections.abc import Iterator
from zoneinfo import ZoneInfo

from dealclock import __version__
from dealclock.answers.compose import amended
from dealclock.documents.drafts import formal
from dealclock.documents.drafts.amount_due import amount_tables, amount_to_fund
from dealclock.documents.drafts.case import DraftCase
from dealclock.documents.drafts.delivery import hand_over
from dealclock.documents.drafts.kinds import FUNDED, KINDS, payment_date
from dealclock.documents.letter import Values, fill, in_use
from dealclock.documents.paper import (
    DRAFT,
    INTERNAL,
    MEMO,
    NOT_APPROVED,
    NOT_FOR_USE,
    SHEET,
    Grid,
    Lines,
    Paper,
    blank,
    blanks,
)
from dealclock.engine.conclusions import Obligation, Status
from dealclock.engine.why import Why
from dealclock.messages import reading, trace, words
from dealclock.messages.status_lines import describe_certainty
from dealclock.messages.status_words import past_word


def letter(kind: str, case: DraftCase) -> Paper:
    """The letter of that kind for a case; raises RefusedError if the case does not fit."""
    file = in_use(kind, case.view.terms.letters)
    title, _, blocks = fill(file, KINDS[kind][0](case), formal.day)
    unreal = case.view.rehearsal or any(g.hypothetical for g in _grounds(case))
    *above, last = blocks
    signed = last.lines if isinstance(last, Lines) else ()
    marks = (DRAFT, NOT_FOR_USE) if unreal else (DRAFT,)
    if file.is_own and case.view.terms_approved is None:
        marks = (*marks, NOT_APPROVED)
    own = (blank(line) for line in formal.own_text(file, case.view))
    foot = (*signed, *(text for line in own for text in ("", line)))
    return Paper(title, marks, tuple(above) if signed else blocks, foot, is_letter=True)


def sheet(kind: str, case: DraftCase, written: Paper, file: str, digest: str) -> Paper:
    """The sheet for counsel on the letter in `file`, whose bytes have that SHA-256 `digest`."""
    where, part = case.view.terms.clauses.deemed_notice, case.part
    values = {
        "letter": written.title,
        "deemed_section": words.clause(where) if where else None,
        "hand_over": tuple(hand_over(case)) if kind != FUNDED else None,
        "open_points": [f"- {point}" for point in blanks(written)],
        "date": f"the due date, {words.due(part)},"
        if isinstance(part, Obligation)
        else f"the last day, {words.day(part.closes)},",
        "computation": list(trace.render_lines(part.why.steps)),
        "as_of": case.view.assessment.as_of,
        "file": file,
        "digest": digest,
        **KINDS[kind][1](case),
    }
    return _internal(SHEET, kind, case, values)


def memo(kind: str, case: DraftCase) -> Paper:
    """The funding memo, on one page if it fits; it states an amount only if it is determined."""
    part, accrual = case.obligation, case.view.assessment.accrual
    values: Values = {
        "title": case.rule.title,
        "company_name": case.company,
        "short_agreement": formal.short_agreement(case.view.terms),
        "section": words.clause(case.rule.clause),
        "to_fund": amount_to_fund(case),
        "owner": case.view.owner(part.owed_by, part.instance),
        "due": part.due,
        "record_date": part.record_date,
        "payees": tuple(_payees(case)),
        "defaults": [
            f"{d.instance}, {words.clause(d.clause)}: {d.title}, {describe_certainty(d)}"
            for d in case.bearing
        ],
        "day_count": str(accrual.day_count) if case.segments else None,
        "per": formal.per(accrual.per),
        "amount_tables": tuple(amount_tables(case)),
        **dict(_dates_and_amounts(case)),
    }
    return _internal(MEMO, kind, case, values)


def _internal(name: str, kind: str, case: DraftCase, values: Values) -> Paper:
    """An internal paper about a draft: what it is and is based on above all else, and below it as
    of when, what was known, under which terms, by which version of this program.
    """
    own = case.view.terms.letters
    _, certainty, _ = fill(in_use(kind, own), KINDS[kind][0](case), formal.day)
    whole = {
        **values,
        "certainty": certainty,
        "readings": list(_readings(case)),
        "not_checked": formal.not_checked(case.view.assessment.not_checked, "- "),
    }
    file = in_use(name, own)
    title, certainty, blocks = fill(file, whole)
    marks = tuple(map(words.sentence, _marks(case, certainty)))
    return Paper(title, marks, blocks, (*_foot(case), *formal.own_text(file, case.view)))


def _marks(case: DraftCase, certainty: str) -> Iterator[str]:
    yield INTERNAL
    yield from case.view.banners(_grounds(case), in_full=True)
    yield certainty
    if case.part.status is Status.MISSED and isinstance(case.part, Obligation):
        stands = words.sentence(past_word(case.part))
        yield f"{stands}, as computed: it was due {words.day(case.part.due)}"
    yield from case.part.notes


def _grounds(case: DraftCase) -> list[Why]:
    return [case.part.why, *(d.why for d in case.bearing)]


def _readings(case: DraftCase) -> Iterator[str]:
    """What other interpretations of the Sections would change, and the day safe under all."""
    instances = (case.part.instance, case.about, *(d.instance for d in case.bearing))
    yield from reading.list_readings_used(case.view, *instances)
    if safe := reading.describe_safe_dates(case.part, case.view.assessment.as_of):
        yield f"Safe under every reading: {safe}"


def _foot(case: DraftCase) -> Iterator[str]:
    view = case.view
    a = view.assessment
    yield f"As of {words.day(a.as_of)}, {words.day_covered(case.view.terms)}; {case.part.instance}."
    yield view.footnotes()[0]
    yield from amended(a.terms)
    yield f"{view.team.code_name}, Dealclock {__version__}. {INTERNAL}"


def _dates_and_amounts(case: DraftCase) -> Iterator[tuple[str, str]]:
    """What was paid of a payment, its Interest Payment Date, and by when funds must be sent."""
    part, nominal = case.obligation, payment_date(case)
    settled = part.settlement if part.settlement and part.settlement.instalments else None
    paid = settled.paid if settled else None
    yield "amount_due", words.amount(settled.owed) if settled else ""
    yield "paid", ("not stated" if paid is None else words.amount(paid)) if settled else ""
    closed = "" if nominal == part.due else " (not a Business Day)"
    yield "payment_date", f"{words.day(nominal)}{closed}"
    at = part.act_by and part.act_by.astimezone(ZoneInfo(case.view.terms.agreement.time_zone))
    how = words.channel(part.channel) if at else ""
    yield (
        "send_by",
        f"{words.day(at.date())}, {formal.hour(at.time())} ET, by {how}" if at else "",
    )


def _payees(case: DraftCase) -> Iterator[Grid]:
    """Through the paying agent by CUSIP, and each recorded Holder."""
    if (known := case.payment) is None:
        return
    names = case.view.terms.base_names
    through = tuple(
        (
            "; ".join(names[lot] for lot in each.lots)
            + (f" (CUSIP {each.cusip})" if each.cusip else ""),
            words.dollars(each.principal),
            words.dollars(each.amount),
        )
        for each in known.through
    )
    held = tuple(
        (each.holder, words.dollars(each.amount), words.dollars(each.gross)) for each in known.parts
    )
    if through:
        yield Grid(("Notes", "Principal", "By the readings in use"), through, frozenset({1, 2}))
    if held:
        headings = ("Recorded Holder", "Entitled to", "If not barred")
        yield Grid(headings, held, frozenset({1, 2}), annex="`dealclock payments`")
