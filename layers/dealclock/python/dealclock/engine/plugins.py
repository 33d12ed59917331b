"""What the special rules of some agreements add to the general ones.

General code asks here and names no special rule: what moves or excuses an obligation, what excuses
a default, what amounts do not take into account, what of a payment is not owed. The answers are
those of `special`, which registers them when the pass is imported; asking without them is an error,
never a silent no.
"""

from collections.abc import Callable, Collection, Iterator
from datetime import date
from fractions import Fraction

from dealclock.engine.conclusions import Agreement, Default, Status
from dealclock.engine.context import Context, status_of
from dealclock.engine.findings import Findings
from dealclock.engine.payments.buckets import Bucket
from dealclock.engine.why import NOTHING, Step, Why
from dealclock.errors import DealclockError
from dealclock.facts.log import EffectiveFact
from dealclock.records import record


@record
class CountedDueDay:
    """An obligation as counted, before anything that was agreed on it.

    `of` is the Holder that alone owes it, or to which alone it is owed; `answers` if that Holder
    owes it. `becomes` is the default it lapses into, "" for none.
    """

    instance: str
    due: date
    clause: str
    of: str | None = None
    answers: bool = False
    becomes: str = ""


@record
class ExtendedDueDay:
    """The due day after what was agreed, its facts and steps, and notes on what has no effect.

    `waived_by` is the waiver that excuses the obligation altogether, None if none does.
    """

    due: date
    facts: tuple[EffectiveFact, ...] = ()
    steps: tuple[Step, ...] = ()
    notes: tuple[str, ...] = ()
    waived_by: EffectiveFact | None = None

    def status(self, met_on: date | None, context: Context) -> Status:
        """The status of the obligation: excused if it was waived and not done."""
        if self.waived_by is None:
            return status_of(self.due, met_on, context)
        return Status.MET if met_on is not None and context.has_come(met_on) else Status.EXCUSED


@record
class DefaultExcuse:
    """What excuses a default: whether anything does for all Holders now, and a note on each."""

    in_force: bool = False
    notes: tuple[str, ...] = ()
    why: Why = NOTHING


Contrary = tuple[EffectiveFact, str]
"""An event that cannot be true alongside those before it, and why."""


@record
class Plugin:
    """What the special rules answer to general code.

    `extended` is the day an obligation is due after all that moves or excuses it; `excuse` what
    excuses a default of these instances that arose on a day, or the obligation that lapsed into it;
    `not_in_amounts` are notes on what the amounts of defaults do not take into account; `barred`
    the exact dollars of a payment that are of recorded Holders not entitled to it; `agreements`
    everything agreed on record, with what of it is not computed; `contradictions` what cannot be
    true of the events in their own subjects.
    """

    extended: Callable[[CountedDueDay, Context], ExtendedDueDay]
    excuse: Callable[[tuple[str, ...], date, Context], DefaultExcuse]
    not_in_amounts: Callable[[Collection[Default], Context], tuple[str, ...]]
    barred: Callable[[Bucket, Findings, Context], Fraction]
    agreements: Callable[[Context, Findings], Iterator[Agreement]]
    contradictions: Callable[[Context, Findings], Iterator[Contrary]]


_REGISTERED: list[Plugin] = []


def register(offered: Plugin) -> None:
    """Take the answers that count from now on, instead of those before."""
    _REGISTERED[:] = [offered]


def plugin() -> Plugin:
    """The answers of the special rules; raises DealclockError if none were registered."""
    if not _REGISTERED:
        raise DealclockError("no special rules are registered; import dealclock.engine.special.")
    return _REGISTERED[0]
