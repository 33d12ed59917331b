"""Computing a deal's figures again by the second engine: the verdict on those that a run stored.

Off the path of alerts: it reads the table, writes the verdict, and stops nothing. It finds its work
by itself: figures of a run since the last verdict, and each verdict again after a while.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from random import shuffle
from typing import Any

from dealclock.jobs.operate.failures import without_data
from dealclock.second.figures import compute
from dealclock.store.verdicts import StoredFigures, Verdict, Verdicts

RECENT = timedelta(days=3)
"""How long figures are looked for that have no verdict."""
AGAIN = {"FAILING": timedelta(0), "DIFFERS": timedelta(days=1), "AGREED": timedelta(days=7)}
"""After how long a verdict is made again, from the stored figures, terms and events."""
AT_ONCE = 50
"""How many verdicts of each kind are made again in one run."""
_MOST, _LINES = 20, 20
"""The most differences of a verdict with traces, and lines of a trace."""


@dataclass(slots=True)
class Comparisons:
    """How many deals were compared, how many of them differ, and why others could not be."""

    compared: int = 0
    differing: int = 0
    failed: tuple[str, ...] = ()


def verify(store: Verdicts, clock: Callable[[], datetime], most: timedelta) -> Comparisons:
    """Compare what is to be compared, in no fixed order, so that one deal never holds up the same
    others; none is begun once it took `most`."""
    found, failed, now = Comparisons(), list[str](), clock()
    new = [*store.not_compared(now - RECENT)]
    shuffle(new)
    old = (d for kind, after in AGAIN.items() for d in store.before(kind, now - after, AT_ONCE))
    for deal in dict.fromkeys((*new, *old)):
        if clock() >= now + most:
            break
        try:
            verdict = verify_deal(deal, store, now)
        except Exception as error:  # noqa: BLE001 - one deal must not hide the others
            failed.append(str(without_data(error)))
            continue
        found.compared += verdict is not None
        found.differing += verdict is not None and bool(verdict.differences)
    found.failed = tuple(failed)
    return found


def verify_deal(deal: str, store: Verdicts, now: datetime) -> Verdict | None:
    """Compare one deal's figures and store the verdict; None if it has none. What the second engine
    fails on is stored too, and raised.
    """
    figures = store.figures(deal)
    stored = store.stored(deal, figures.terms_version) if figures else None
    if figures is None or stored is None:
        return None
    before = store.get(deal)
    known = {d["id"]: d["since"] for d in before.differences} if before else {}
    facts = map(json.loads, stored.facts)
    try:
        verdict = judge(figures, json.loads(stored.terms), facts, now, known)
    except Exception:
        found = before or Verdict(now, figures.as_of, figures.at, agreed=0)
        since = found.failing_since or now
        found = replace(found, at=now, figures_at=figures.at, of=figures.of, failing_since=since)
        store.put(deal, found, closed=stored.closed)
        raise
    store.put(deal, verdict, closed=stored.closed)
    return verdict


def judge(
    figures: StoredFigures,
    terms: Mapping[str, Any],
    facts: Iterable[Any],
    now: datetime,
    known: Mapping[str, str],
) -> Verdict:
    """The verdict on figures, from the terms and events as stored. What the second engine does not
    cover counts neither as agreed nor as a difference. `known` has the days of differences found
    before, by id."""
    content = figures.content
    first = {(name, what): value for name, what, value in content["figures"]}
    second = compute(terms, list(facts), figures.as_of, figures.known_at, content["readings"])
    agreed, differences = 0, list[dict[str, Any]]()
    left_out: dict[str, str] = {}
    for name in dict.fromkeys((*first, *second.figures)):
        head = name[0].partition("/")[0]
        if head not in second.heads:
            left_out[head] = second.not_covered.get(head, "the second engine does not compute it")
        elif first.get(name) == second.figures.get(name):
            agreed += 1
        else:
            trace = second.traces.get(name[0])
            lines = _LINES if len(differences) < _MOST else 0
            said = first.get(name), second.figures.get(name)
            own_id = _id(name, said)
            own = {
                "id": own_id,
                "since": known.get(own_id, figures.as_of.isoformat()),
                "name": list(name),
                "first": said[0],
                "second": said[1],
                "first_trace": content["why"].get(name[0], [])[:lines],
                "second_trace": trace()[:lines] if trace else [],
            }
            differences.append(own)
    return Verdict(
        at=now,
        as_of=figures.as_of,
        figures_at=figures.at,
        agreed=agreed,
        not_covered=json.dumps(left_out),
        differing=json.dumps(differences),
        of=figures.of,
    )


def _id(name: tuple[str, str], said: Sequence[str | None]) -> str:
    """The difference's own name: another day is another difference; an amount that grows is not."""
    days = [each for each in said if each is not None and _DAY.fullmatch(each)]
    return sha256(json.dumps([*name, *days]).encode()).hexdigest()[:16]


_DAY = re.compile(r"\d{4}-\d\d-\d\d")
