"""The share of the dates and amounts of the samples that the second engine computes.

.venv/bin/python -m tests.unit.engine.second.coverage
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from dealclock.engine.assess import assess
from dealclock.engine.assessment import figures
from dealclock.engine.look import Look
from dealclock.facts.fact import read_facts
from dealclock.facts.kinds import kinds_of
from dealclock.facts.log import FactLog, end_of
from dealclock.files.source import parse_file
from dealclock.second.figures import compute
from dealclock.store.content import content
from dealclock.terms.terms import Terms, read_terms

SAMPLES = Path(__file__).parents[4] / "agreements"
EVERY, AFTER = timedelta(days=17), timedelta(days=60)


@dataclass(slots=True)
class Share:
    """Of one sample: how many figures the first engine gives, how many of them the second computes
    alike, where they differ, and what it does not cover, by item."""

    figures: int = 0
    agreed: int = 0
    differing: list[str] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)

    @property
    def percent(self) -> float:
        """The share that it computes."""
        return 100 * (self.figures - self.left_out.total()) / self.figures


def stored(terms: Terms, facts: Any) -> tuple[Any, list[Any]]:
    """The terms and events as they are stored."""
    return json.loads(content(terms).text), [json.loads(content(f).text) for f in facts]


def compared(look: Look) -> Share:
    """The two engines' figures of one look at a deal."""
    share = Share()
    theirs = figures(assess(look, compare=False))
    terms, facts = stored(look.terms, look.log.facts)
    known = look.known_at or end_of(look.as_of, look.terms.agreement.time_zone)
    own = compute(terms, facts, look.as_of, known, dict(look.readings))
    for name in dict.fromkeys((*theirs, *own.figures)):
        head = name[0].partition("/")[0]
        share.figures += name in theirs
        if head not in own.heads:
            share.left_out[f"{head}: {own.not_covered.get(head, 'not computed')}"] += 1
        elif theirs.get(name) == own.figures.get(name):
            share.agreed += 1
        else:
            said = f"first {theirs.get(name)}, second {own.figures.get(name)}"
            share.differing.append(f"{look.as_of} {' '.join(name)}: {said}")
    return share


@cache
def shares() -> dict[str, Share]:
    """By sample, over its histories."""
    found: dict[str, Share] = {}
    for folder in sorted(path for path in SAMPLES.iterdir() if path.is_dir()):
        whole = found.setdefault(folder.name, Share())
        for look in _looks(folder):
            one = compared(look)
            whole.figures += one.figures
            whole.agreed += one.agreed
            whole.differing += one.differing
            whole.left_out += one.left_out
    return found


def _looks(folder: Path) -> Iterator[Look]:
    terms = read_terms(parse_file(folder / "terms.yaml"))
    for file in (folder / "facts.yaml", *sorted((folder / "histories").glob("*.yaml"))):
        facts = read_facts(parse_file(file), kinds=kinds_of(terms)).facts
        last = max((fact.on for fact in facts), default=terms.agreement.dated) + AFTER
        day: date = terms.agreement.dated
        while day <= last:
            yield Look(terms, FactLog(facts, terms.agreement.time_zone), day)
            day += EVERY


if __name__ == "__main__":
    for sample, share in shares().items():
        print(f"{sample:20} {share.figures:5} figures, {share.agreed} agree, {share.percent:.1f}%")
        for item, count in share.left_out.most_common():
            print(f"    {count:5} {item}")
        for line in share.differing[:20]:
            print(f"    {line}")
