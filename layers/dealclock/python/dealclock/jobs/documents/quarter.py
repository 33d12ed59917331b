"""The certificate of a quarter: its dates, whether they were computed twice, and who checked the
terms they rest on.
"""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from importlib import import_module

from dealclock import __version__
from dealclock.documents.drafts.file_names import file_name
from dealclock.documents.drafts.text import TEXT
from dealclock.documents.paper import CONFIDENTIAL, Form, Grid, Pairs, Paper
from dealclock.engine.look import Look
from dealclock.errors import NotFoundError
from dealclock.jobs.deal_day import approvals_of, arithmetic_of
from dealclock.jobs.documents.document import Document
from dealclock.messages import words
from dealclock.messages.view import LEGAL
from dealclock.people.approval import WAITING, approval_of, of_terms
from dealclock.people.checks import checked
from dealclock.store import Store, StoredDeal, StoredFigures, Verdict

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_HEADINGS = ("Section", "Item", "Date", "Computed twice", "Terms checked by")


def quarter(deal: StoredDeal, store: Store, at: Look, *, to_lead: bool) -> Document:
    """The certificate, as PDF, of the calendar quarter that holds the day: of the figures that the
    deal's latest scheduled check stored. What differs is named to a lead alone. Raises
    NotFoundError before the first.
    """
    figures, verdict = store.verdicts.figures(deal.meta.id), store.verdicts.get(deal.meta.id)
    if figures is None:
        raise NotFoundError(
            "no scheduled check has stored this deal's dates yet. Ask again after the next one."
        )
    paper = _paper(deal, store, figures, verdict, at.as_of, to_lead=to_lead)
    form: Form = import_module("dealclock.documents.pdf").PDF
    return Document(
        name=file_name(
            deal.meta.code_name,
            "quarter",
            "",
            at.as_of,
            form.suffix,
            rehearsal=deal.meta.rehearsal,
        ),
        media_type=form.media_type,
        content=form.made(paper),
        text=TEXT.made(paper).decode(),
        about="",
    )


def _paper(
    deal: StoredDeal,
    store: Store,
    figures: StoredFigures,
    verdict: Verdict | None,
    day: date,
    *,
    to_lead: bool,
) -> Paper:
    first = day.replace(month=day.month - (day.month - 1) % 3, day=1)
    last = (first + timedelta(days=92)).replace(day=1) - timedelta(days=1)
    rows = sorted(_rows(deal, figures, verdict, (first, last), to_lead=to_lead))
    zone, version = deal.terms.agreement.time_zone, figures.terms_version
    approved = approval_of(of_terms(version), approvals_of(deal, store))
    about = Pairs(
        (
            ("Deal", f"{deal.meta.code_name}: {deal.terms.agreement.title}"),
            ("Quarter", f"{words.day(first)} through {words.day(last)}"),
            (
                "Figures",
                f"as of {words.day(figures.as_of)}, stored {words.instant(figures.at, zone)}",
            ),
            ("Arithmetic", arithmetic_of(deal, store, to_lead=to_lead)),
            (
                "Terms",
                f"version {version}, {f'approved by {approved.name}' if approved else WAITING}",
            ),
        )
    )
    marks = (CONFIDENTIAL, *(["REHEARSAL: sample or practice data."] * deal.meta.rehearsal), LEGAL)
    listed = Grid(_HEADINGS, tuple(row[1:] for row in rows))
    title = f"Dates of {words.day(first)} through {words.day(last)}, computed twice"
    return Paper(title, marks, (about, listed), (f"Dealclock {__version__}.",))


def _rows(
    deal: StoredDeal,
    figures: StoredFigures,
    verdict: Verdict | None,
    within: tuple[date, date],
    *,
    to_lead: bool,
) -> Iterator[tuple[str, ...]]:
    """Each date within the quarter, its day first."""
    terms = deal.terms
    is_same = figures.terms_version == deal.meta.terms_version
    checks = checked(terms, deal.team.checks) if is_same else {}
    rules = {rule.id: rule for rule in terms.provisions}
    verdict = verdict if verdict and verdict.failing_since is None else None
    differing = verdict.differences if verdict and to_lead else []
    # What only the second engine finds, or finds on another day, has a line too.
    second = [(*each["name"], each["second"] or "") for each in differing]
    for name, what, value in (*figures.content["figures"], *second):
        if not _DAY.fullmatch(value) or not within[0] <= date.fromisoformat(value) <= within[1]:
            continue
        head = name.partition("/")[0]
        rule = rules.get(terms.lapsing.get(head, head))
        check = checks.get(rule.id) if rule else None
        by = f"{check.checked_by}, {words.day(check.on)}" if check and check.on else "not checked"
        section = words.clause(rule.clause) if rule else ""
        item = f"{name}: {what.replace('_', ' ')}"
        twice = _twice(name, what, figures, verdict)
        twice = "ask a lead" if twice == "DIFFERS" and not to_lead else twice
        yield value, section, item, words.day(date.fromisoformat(value)), twice, by


def _twice(name: str, what: str, figures: StoredFigures, verdict: Verdict | None) -> str:
    """Whether a figure was computed twice; what is not covered is never called agreed."""
    if verdict is None or verdict.figures_at != figures.at:
        return "not yet"
    if name.partition("/")[0] in verdict.left_out:
        return "not covered"
    differs = any(each["name"] == [name, what] for each in verdict.differences)
    return "DIFFERS" if differs else "agreed"
