"""What moved between two assessments, instance by instance and figure by figure."""

from collections.abc import Container, Iterator, Mapping

from dealclock.engine.assessment import Assessment
from dealclock.engine.comparing.quantities import ABSENT, TOTAL, Name, depends_on, figures
from dealclock.engine.grounds import Step
from dealclock.records import record


@record
class Move:
    """One figure before and after; `ABSENT` where it does not arise.

    `existed` and `exists` say whether its instance was there before and is after: a default that
    runs on has no day to which it accrues. `readings` are those it depends on afterwards, or before
    when it is gone; `trace` the steps to it, of the same.
    """

    instance: str
    what: str
    before: str
    after: str
    existed: bool
    exists: bool
    readings: frozenset[str]
    trace: tuple[Step, ...]


@record
class Moves:
    """Figures that moved, and the instances that opened and that are no longer there."""

    moved: tuple[Move, ...]
    opened: tuple[str, ...]
    closed: tuple[str, ...]


def moves(before: Assessment, after: Assessment) -> Moves:
    """What `after` has otherwise than `before`."""
    earlier, later = figures(before), figures(after)
    there, now = _instances(earlier), _instances(later)
    return Moves(
        tuple(_moved(before, after, earlier, later, (there, now))),
        tuple(i for i in now if i not in there),
        tuple(i for i in there if i not in now),
    )


def _moved(
    before: Assessment,
    after: Assessment,
    earlier: Mapping[Name, str],
    later: Mapping[Name, str],
    instances: tuple[Container[str], Container[str]],
) -> Iterator[Move]:
    traces = {**_traces(before), **_traces(after)}
    for name in dict.fromkeys((*earlier, *later)):
        a, b = earlier.get(name, ABSENT), later.get(name, ABSENT)
        if a != b:
            there = depends_on(after, name)
            readings = depends_on(before, name) if there is None else there
            existed, exists = (name[0] in each for each in instances)
            trace = traces.get(name[0], ())
            yield Move(*name, a, b, existed, exists, readings or frozenset(), trace)


def _instances(named: Mapping[Name, str]) -> dict[str, None]:
    return dict.fromkeys(instance for instance, _ in named if instance != TOTAL[0])


def _traces(assessment: Assessment) -> dict[str, tuple[Step, ...]]:
    a = assessment
    owed = {o.instance: o.trace for o in a.obligations}
    windows = {w.instance: w.trace for w in a.windows}
    return {**owed, **windows, **{d.instance: d.trace for d in a.defaults}}
