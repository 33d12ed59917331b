"""Computing a deal's figures again by the second engine: the verdict on those that a run stored.

Off the path of alerts: it reads the table, writes the verdict, and stops nothing. It finds its work
by itself: figures of a run since the last verdict, and each verdict again after a while.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import shuffle
from typing import Any

from dealclock.jobs.operate.failures import without_data
from dealclock.second.figures import compute
from dealclock.store.verdicts import StoredFigures, Verdict, Verdicts

RECENT, AGAIN = timedelta(days=3), timedelta(days=7)
"""How long figures are looked for, and after how long a verdict is made again."""
AT_ONCE = 50
"""How many verdicts of each kind are made again in one run."""
_LINES = 40
"""The most lines of a trace in a verdict."""


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
    deals = [*_new(store, now)]
    shuffle(deals)
    again = [deal for deal in store.before(now - AGAIN, AT_ONCE) if deal not in deals]
    for deal in (*deals, *again):
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


def _new(store: Verdicts, now: datetime) -> Iterator[str]:
    """The deals with figures that have no verdict yet."""
    for deal in store.figures_since(now - RECENT):
        figures, verdict = store.figures(deal), store.get(deal)
        if figures and (verdict is None or verdict.figures_at != figures.at):
            yield deal


def verify_deal(deal: str, store: Verdicts, now: datetime) -> Verdict | None:
    """Compare one deal's figures and store the verdict; None if it has none."""
    figures = store.figures(deal)
    stored = store.stored(deal, figures.terms_version) if figures else None
    if figures is None or stored is None:
        return None
    verdict = judge(figures, json.loads(stored.terms), map(json.loads, stored.facts), now)
    store.put(deal, verdict, again=not stored.closed)
    return verdict


def judge(
    figures: StoredFigures, terms: Mapping[str, Any], facts: Iterator[Any], now: datetime
) -> Verdict:
    """The verdict on figures, from the terms and events as stored. What the second engine does not
    cover counts neither as agreed nor as a difference."""
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
            own = {
                "name": list(name),
                "first": first.get(name),
                "second": second.figures.get(name),
                "first_trace": content["why"].get(name[0], [])[:_LINES],
                "second_trace": trace()[:_LINES] if trace else [],
            }
            differences.append(own)
    return Verdict(
        at=now,
        as_of=figures.as_of,
        figures_at=figures.at,
        agreed=agreed,
        not_covered=json.dumps(left_out),
        differing=json.dumps(differences[:_LINES]),
    )
