"""The engine's answer on a state and what it stops, and the second engine's."""

from collections.abc import Iterator
from datetime import date, timedelta

from dealclock.engine.assessment import Assessment
from dealclock.second.deals import Deal
from dealclock.second.obligations import lapses, obligations
from dealclock.second.states import occurrences, state_lapses
from tests.unit.engine.second.agreements.comparing_terms import both
from tests.unit.engine.second.agreements.drawing_terms import DrawnTerms

ONE = timedelta(days=1)


def compared_states(drawn: DrawnTerms) -> list[str]:
    """What the two answer differently."""
    return list(_differences(*both(drawn)))


def _differences(theirs: Assessment, deal: Deal) -> Iterator[str]:
    """The days in force, the defaults of limits by their days, and the obligations stopped."""
    shown = [(w.opens, w.done_on) for w in theirs.windows if w.id == "stop"]
    runs = [(run.first, run.over) for run in occurrences(deal, "stop")]
    engine, second = _days(shown, deal), _days(runs, deal)
    if engine != second:
        yield f"in force: engine alone {engine - second}, second alone {second - engine}"
    found = obligations(deal)
    own = lapses(deal, found)
    by_limits = sorted(
        (d.id, d.occurred_on, d.accrues_from, str(d.accrues_to))
        for d in state_lapses(deal).values()
    )
    their_limits = sorted(
        (d.id, d.occurred_on, d.accrues_from, str(d.accrues_to))
        for d in theirs.defaults
        if d.id.startswith("too-")
    )
    if their_limits != by_limits:
        yield f"limits: engine {their_limits}, second {by_limits}"
    cures = {
        o.instance: (None if o.status.value == "excused" else o.due, o.status.value, o.done_on)
        for o in theirs.obligations
        if o.id == "cure"
    }
    counted = {
        name: (each.due.day if each.due else None, each.status(deal.as_of), each.done_on)
        for name, each in found.items()
    }
    # What is done on the first day of a stop is in time, whatever day is shown as its last.
    firsts = {first for first, _ in runs}
    for name in [name for name, each in found.items() if each.done_on in firsts]:
        cures[name] = counted[name] = (None, cures[name][1], cures[name][2])
    if cures != counted:
        yield f"obligations: engine {cures}, second {counted}"
    not_cured = {
        d.instance: (d.occurred_on, d.done_on) for d in theirs.defaults if d.id == "not-cured"
    }
    if not_cured != {name: (d.occurred_on, d.cured_on) for name, d in own.items()}:
        yield f"not cured: engine {not_cured}, second {own}"


def _days(spans: list[tuple[date, date | None]], deal: Deal) -> set[date]:
    """The days of spans by the day of asking."""
    found: set[date] = set()
    for first, over in spans:
        on = first
        while on <= deal.as_of and (over is None or on < over):
            found.add(on)
            on += ONE
    return found
