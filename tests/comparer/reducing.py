"""Shrinking a deal on which two engines differ to the smallest that still shows it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta

from dealclock.facts.fact import Fact
from tests.comparer.deal import Deal

Differs = Callable[[Deal], bool]
ONE = timedelta(days=1)
MOST_TRIES = 2000


def reduced(deal: Deal, differs: Differs) -> Deal:
    """The smallest deal found that still differs: events, readings and changes of terms dropped one
    at a time, then days moved nearer to the day before them.

    Raises ValueError for a deal that does not differ.
    """
    if not differs(deal):
        raise ValueError("this deal does not differ, so there is nothing to reduce.")
    tries = 0
    smaller = True
    while smaller:
        smaller = False
        for candidate in _candidates(deal):
            tries += 1
            if tries > MOST_TRIES:
                return deal
            if _is_smaller(candidate, deal) and _tried(candidate, differs):
                deal, smaller = candidate, True
                break
    return deal


def _tried(candidate: Deal, differs: Differs) -> bool:
    try:
        return differs(candidate)
    except Exception:  # noqa: BLE001 - terms or events that cannot be read are no candidate
        return False


def _candidates(deal: Deal) -> Iterator[Deal]:
    for n in range(len(deal.changes)):
        yield replace(deal, changes=(*deal.changes[:n], *deal.changes[n + 1 :]))
    half = len(deal.facts) // 2
    if half > 2:
        yield _of(deal, deal.facts[:half])
        yield _of(deal, deal.facts[half:])
    for each in reversed(deal.facts):
        yield _of(deal, tuple(f for f in deal.facts if f is not each))
    for name in deal.readings:
        yield replace(deal, readings={k: v for k, v in deal.readings.items() if k != name})
    if deal.known_at is not None:
        yield replace(deal, known_at=None)
    yield from _plainer(deal)
    yield from _moved(deal)


def _of(deal: Deal, facts: tuple[Fact, ...]) -> Deal:
    """The deal with those events that correct nothing or one of these."""
    there = {f.id for f in facts}
    while True:
        left = tuple(f for f in facts if f.corrects is None or f.corrects in there)
        if len(left) == len(facts):
            return replace(deal, facts=left)
        facts, there = left, {f.id for f in left}


def _plainer(deal: Deal) -> Iterator[Deal]:
    """An event without the instant it was recorded."""
    for n, each in enumerate(deal.facts):
        if each.recorded_at is not None:
            yield _with(deal, n, each.model_copy(update={"recorded_at": None}))


def _moved(deal: Deal) -> Iterator[Deal]:
    """The day asked, then each event, nearer to what comes before it."""
    before = max((f.on for f in deal.facts if f.on <= deal.as_of), default=None)
    if before is not None:
        gap = (deal.as_of - before).days
        for days in _nearer(gap):
            yield replace(deal, as_of=before + days * ONE)
    for n, each in enumerate(deal.facts):
        earlier = [f.on for f in deal.facts if f.on < each.on]
        start = max(earlier, default=deal.terms.agreement.dated)
        for days in _nearer((each.on - start).days):
            shift = start + days * ONE - each.on
            given = tuple(
                g.model_copy(update={"on": g.on + shift, "acknowledged": None}) for g in each.given
            )
            yield _with(deal, n, each.model_copy(update={"on": each.on + shift, "given": given}))


def _nearer(gap: int) -> list[int]:
    """Smaller gaps to try, the smallest first."""
    return sorted({1, gap // 2, gap - 1} - {0} & set(range(1, max(gap, 1)))) if gap > 1 else []


def _with(deal: Deal, n: int, changed: Fact) -> Deal:
    return replace(deal, facts=(*deal.facts[:n], changed, *deal.facts[n + 1 :]))


def _is_smaller(one: Deal, other: Deal) -> bool:
    return _size(one) < _size(other)


def _size(deal: Deal) -> tuple[int, ...]:
    first = deal.terms.agreement.dated if not deal.facts else min(f.on for f in deal.facts)
    return (
        len(deal.changes),
        len(deal.facts),
        len(deal.readings),
        deal.known_at is not None,
        sum(f.recorded_at is not None for f in deal.facts),
        (deal.as_of - first).days + sum((f.on - first).days for f in deal.facts),
    )
