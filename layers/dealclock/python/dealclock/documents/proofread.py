"""The sheet by which counsel holds a deal's terms against the paper: each provision as it was
entered, with every date and amount that it gives on a timeline, and what is to be checked by hand.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dealclock import __version__
from dealclock.documents.drafts.formal import not_checked
from dealclock.documents.paper import CONFIDENTIAL, Block, Grid, Lines, Pairs, Paper, PartTitle
from dealclock.engine.conclusions import Default, Segment
from dealclock.files.yaml_text import one_line
from dealclock.messages import dates, status_lines, trace, words
from dealclock.messages.view import LEGAL, Matter, View, matters
from dealclock.terms.rules.rule import Rule

_NAMED = ("id", "type", "section", "title", "owed by", "source")
"""Keys of a provision that its title and party show."""

_SIGNED = (("Entered by", "_" * 24), ("Checked against the paper by, on", "_" * 24))


def sheet(view: View, entered: Mapping[str, Mapping[Any, Any]], digest: str) -> Paper:
    """The sheet. `entered` are the provisions as their author wrote them, by id; `digest` is the
    SHA-256 of the terms file. The assessment compares readings.
    """
    terms, found = view.in_force, list(matters(view))
    about = terms.agreement
    blocks: list[Block] = [
        Pairs(
            (
                ("Agreement", f"{about.title}, dated as of {words.day(about.dated)}"),
                ("Terms", f"{words.number(len(terms.provisions), 'provision')}, sha256 {digest}"),
                ("Timeline", f"{view.history}, as of {words.day(view.as_of)}"),
                *_SIGNED,
            )
        )
    ]
    for rule in terms.provisions:
        own = {rule.id, *(each.id for each in getattr(rule, "defaults", tuple)())}
        arising = [m for m in found if _provision_of(m) in own]
        blocks += _provision(rule, entered.get(rule.id, {}), arising, view)
    if terms.not_modelled:
        blocks += [PartTitle("To be kept by hand"), Lines(tuple(not_checked(terms.not_modelled)))]
    return Paper(
        f"Proofreading sheet: {view.team.code_name}",
        (f"{CONFIDENTIAL}. {LEGAL}", "Each date can be checked with a calendar and the Section."),
        tuple(blocks),
        (f"Worked out from the deal's files by Dealclock {__version__}.",),
    )


def _provision_of(m: Matter) -> str:
    return m.instance.partition("/")[0]


def _provision(
    rule: Rule, entered: Mapping[Any, Any], arising: Sequence[Matter], view: View
) -> Iterator[Block]:
    """One provision: what was entered, then each date with its count and its readings."""
    yield PartTitle(f"{words.clause(rule.clause)}: {rule.title} ({rule.id})")
    keys = [(key, one_line(value)) for key, value in entered.items() if key not in _NAMED]
    yield Pairs((("Owed by", view.party(rule.owed_by)), *keys))
    if not arising:
        yield Lines(("On this timeline no date arises from it.",))
    for each in arising:
        yield Lines(tuple(_dated(each, view)))
        if segments := getattr(each.part, "segments", ()):
            yield _amounts(segments)
    yield Lines(("Agrees with the paper: yes / no   Initials: ______",))


def _dated(m: Matter, view: View) -> Iterator[str]:
    """A date, its status, how it was counted, and what another reading would make of it."""
    name = f"{m.title}, " if isinstance(m.part, Default) else ""
    status = status_lines.describe_status(m, view.assessment)
    yield f"{name}{dates.describe_dates(m.part)} ({m.instance}): {status}"
    yield from (f"  {line}" for line in trace.render_lines(m.why.steps))
    for each in view.assessment.differences:
        if each.instance == m.instance and not each.what.startswith("amount"):
            choice = f"{each.reading} read as {each.choice}"
            yield f"  {each.what}: {each.there} instead of {each.here}, if {choice}"


def _amounts(segments: Sequence[Segment]) -> Grid:
    rows = [
        (
            words.day(s.start),
            words.day(s.to_exclusive),
            s.note or words.percent(s.rate),
            str(s.days_counted),
            words.dollars(s.principal),
            words.dollars(s.amount),
        )
        for s in segments
    ]
    headings = ("From", "To, excluded", "Rate", "Days", "Of", "Amount")
    return Grid(headings, tuple(rows), frozenset({3, 4, 5}))
