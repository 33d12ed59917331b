"""What the special rules of some agreements add to the general ones.

General code asks here and names no special rule: what moves or excuses an obligation, what excuses
a default, what amounts do not take into account, what of a payment is not owed. The plug-ins are
listed in `special`, which registers them when the pass is imported; asking without them is an
error, never a silent no.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import date
from fractions import Fraction

from dealclock.agreement.versions import Version
from dealclock.engine.agreements import Agreement
from dealclock.engine.conclusions import Default, Status
from dealclock.engine.context import NOTHING, Context, status_of
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Grounds, Step, joined
from dealclock.engine.payments.buckets import Bucket
from dealclock.errors import EngineError
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
    of: str | None
    answers: bool
    becomes: str


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
    grounds: Grounds = NOTHING


Contrary = tuple[EffectiveFact, str]
"""An event that cannot be true alongside those before it, and why."""


@record
class Plugin:
    """The offers of one special rule; those it does not make are left out."""

    moves: Callable[[CountedDueDay, Context], ExtendedDueDay] | None = None
    excuses: Callable[[tuple[str, ...], date, Context], DefaultExcuse] | None = None
    not_in_amounts: Callable[[Collection[Default], Context], tuple[str, ...]] | None = None
    barred: Callable[[Bucket, Findings, Context], Fraction] | None = None
    agreements: Callable[[Context, Findings, Sequence[Version]], Iterator[Agreement]] | None = None
    contradictions: Callable[[Context, Findings], Iterator[Contrary]] | None = None


_REGISTERED: list[Plugin] = []


def register(plugins: Sequence[Plugin]) -> None:
    """Take the plug-ins whose offers count from now on, instead of those before."""
    _REGISTERED[:] = plugins


def registered() -> Sequence[Plugin]:
    """The plug-ins; raises EngineError if none was registered."""
    if not _REGISTERED:
        raise EngineError("no special rules are registered; import dealclock.engine.special.")
    return _REGISTERED


def extended(
    instance: str,
    due: date,
    clause: str,
    context: Context,
    *,
    of: str | None = None,
    answers: bool = False,
    becomes: str = "",
) -> ExtendedDueDay:
    """The day an obligation is due after all that moves or excuses it; the arguments as in
    `CountedDueDay`.
    """
    owed = CountedDueDay(instance, due, clause, of, answers, becomes)
    for plugin in registered():
        if plugin.moves is not None:
            return plugin.moves(owed, context)
    return ExtendedDueDay(due)


def excuse(instances: tuple[str, ...], arose_on: date, context: Context) -> DefaultExcuse:
    """What excuses a default that arose on a day, or the obligation that lapsed into it."""
    found = [p.excuses(instances, arose_on, context) for p in registered() if p.excuses]
    return DefaultExcuse(
        in_force=any(each.in_force for each in found),
        notes=tuple(note for each in found for note in each.notes),
        grounds=joined(each.grounds for each in found),
    )


def not_in_amounts(defaults: Collection[Default], context: Context) -> tuple[str, ...]:
    """Notes on what the amounts of these defaults do not take into account."""
    offers = (p.not_in_amounts for p in registered() if p.not_in_amounts)
    return tuple(note for offer in offers for note in offer(defaults, context))


def barred(bucket: Bucket, found: Findings, context: Context) -> Fraction:
    """The exact dollars of a payment that are of recorded Holders not entitled to it."""
    offers = (p.barred for p in registered() if p.barred)
    return sum((offer(bucket, found, context) for offer in offers), Fraction(0))


def agreements(
    context: Context, found: Findings, amendments: Sequence[Version]
) -> Iterator[Agreement]:
    """Everything agreed on record, with what of it is not computed."""
    for plugin in registered():
        if plugin.agreements is not None:
            yield from plugin.agreements(context, found, amendments)


def contradictions(context: Context, found: Findings) -> Iterator[Contrary]:
    """What cannot be true of the events in the plug-ins' own subjects."""
    for plugin in registered():
        if plugin.contradictions is not None:
            yield from plugin.contradictions(context, found)
