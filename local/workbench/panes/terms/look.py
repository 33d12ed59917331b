"""Look at terms from standard input: their problems, or the dates they give, as JSON.

A process of its own, so that a deadline can end it. It asks what `check` and `proofread` ask.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from dealclock.documents.deal_files import TERMS, read_deal
from dealclock.documents.paper import Block, Grid, Lines, Pairs
from dealclock.documents.proofread import by_section, list_events, sample_of
from dealclock.engine.assess import assess
from dealclock.engine.checked_files import check_terms
from dealclock.errors import DealclockError, InvalidError, Problem
from dealclock.facts.log import FactLog
from dealclock.facts.terms_warnings import list_terms_warnings
from dealclock.files import raw
from dealclock.files.source import Source, parse
from dealclock.messages import words
from dealclock.messages.view import DealView, View
from dealclock.people.team import Team
from dealclock.terms.terms import Terms
from local.environments import CHECKOUT

_MOST = 7  # problems shown
_LISTS = ("problems", "warnings", "dates", "parts", "sample")


def looked_at(text: str, name: str, day: date) -> dict[str, Any]:
    """The problems of a text, else its warnings and its dates on a day without events; the team is
    that of a sample by name.
    """
    found: dict[str, Any] = {"more": 0, **{each: [] for each in _LISTS}}
    try:
        source = parse(text, TERMS)
        terms, problems = check_terms(source)
        if problems or terms is None:
            raise InvalidError(problems)
        team = read_deal(CHECKOUT / "agreements" / name, None, rehearsals=False).team
        warnings = list(list_terms_warnings(source, terms))
        return {**found, **_dates(source, terms, team, day), "warnings": _listed(warnings)}
    except InvalidError as invalid:
        shown, more = invalid.problems[:_MOST], len(invalid.problems) - _MOST
        return {**found, "problems": _listed(shown), "more": max(more, 0)}
    except DealclockError as error:
        return {**found, "problems": [{"line": 1, "at": "", "says": str(error)}]}


def _listed(problems: Sequence[Problem]) -> list[dict[str, Any]]:
    return [
        {"line": p.line or 1, "at": p.at, "says": f"given {p.given}; {p.allowed}"} for p in problems
    ]


def _dates(source: Source, terms: Terms, team: Team, day: date) -> dict[str, Any]:
    """The agreement's dates, each provision's, and the events of the sample timeline."""
    deal = DealView(
        terms=terms,
        log=FactLog((), terms.agreement.time_zone),
        as_of=day,
        terms_version=0,
        team=team,
        rehearsal=False,
        approvals=None,
    )
    view = View.with_assessment(deal, assess(deal))
    sample = sample_of(view)
    written = raw.records(source.data, "provisions")
    lines = {str(each.get("id")): source.line(("provisions", n)) for n, each in enumerate(written)}
    parts = [
        {
            "heading": f"{words.clause(rule.clause)}: {rule.title}",
            "line": lines.get(rule.id, 1),
            "blocks": [*map(_shown, blocks)],
        }
        for rule, blocks, _ in by_section(view, sample)
    ]
    dates = [
        {"name": name, "day": on.isoformat(), "line": source.line(("dates", name))}
        for name, on in terms.dates.items()
    ]
    return {"dates": dates, "parts": parts, "sample": [*list_events(sample)]}


def _shown(block: Block) -> dict[str, Any]:
    match block:
        case Pairs():
            return {"pairs": block.rows}
        case Grid():
            return {"headings": block.headings, "rows": block.rows}
        case Lines():
            return {"lines": [*_indented(block.lines)]}
    return {"lines": [(0, block.text)]}


def _indented(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    for line in lines:
        text = line.lstrip(" ")
        yield (len(line) - len(text)) // 2, text


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    json.dump(looked_at(asked["text"], asked["name"], date.fromisoformat(asked["day"])), sys.stdout)
