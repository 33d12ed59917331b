"""What follows if an open item is missed: its possible default, the interest it adds, the notices.

The deal is assessed as of the first day after the item's last day, with nothing more recorded until
then; so the principal, the tiers and the chosen readings are those of that day.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from operator import attrgetter

from dealclock.days.day_counts import NAMES
from dealclock.engine.assess import examine
from dealclock.engine.conclusions import Accrual, Default, Obligation, Window
from dealclock.engine.context import ONE, Context
from dealclock.engine.findings import Findings
from dealclock.engine.interest import accrual
from dealclock.engine.look import Look
from dealclock.engine.money import ZERO, Money, between_of
from dealclock.records import record
from dealclock.terms.rules.duties import Notice
from dealclock.terms.rules.rule import Period


@record
class IfMissed:
    """What follows: the default and, in exact dollars, what it adds on its first day of interest.

    `at_once` is due at once; `adds` is for one counted day (`per` "a day"), or for one period of
    rates by whole periods; a range while the day count is unset. `already` are those dollars for
    the defaults that are open in any case. `notices` are the titles and times of the notices owed
    after it.
    """

    default: Default
    at_once: Fraction
    adds: Money
    already: Money
    per: str
    notices: tuple[tuple[str, Period], ...]


def if_missed(
    look: Look, part: Obligation | Window, defaults: Sequence[Default]
) -> IfMissed | None:
    """What follows if `part`, of an assessment with these defaults, is not satisfied in time.

    None if no default follows. Raises as `assess` does for the day after its last day.
    """
    last = part.due if isinstance(part, Obligation) else part.closes
    if not accrual.lacks_day_count(look.terms):
        return _on(last + ONE, look, part, defaults)
    each = {}
    for name in NAMES:
        counted = replace(look, terms=accrual.with_day_count(look.terms, name))
        found = _on(last + ONE, counted, part, defaults)
        if found is None:
            return None
        each[name] = found
    first = next(iter(each.values()))
    adds, already = (between_of(each, attrgetter(name)) for name in ("adds", "already"))
    return replace(first, adds=adds, already=already)


def _on(
    day: date, look: Look, part: Obligation | Window, defaults: Sequence[Default]
) -> IfMissed | None:
    """The same as of a day, or of the first day of interest if that is later."""
    context, found = examine(replace(look, as_of=day, known_at=look.instant))
    before = {d.instance for d in defaults}
    default = _follows(found, part, before)
    if default is None:
        return None
    if default.accrues_from > day:
        return _on(default.accrues_from, look, part, defaults)
    others = [d for d in found.defaults if d.instance in before]
    each = (others, [*others, default])
    without, with_it = (accrual.accrued_on(context.fresh(), defaults) for defaults in each)
    notices = tuple(_notices(default, found, context))
    if without is None or with_it is None:
        return IfMissed(default, ZERO, ZERO, ZERO, "a day", notices)
    already = _dollars(without)
    return IfMissed(
        default=default,
        at_once=with_it.exact - without.exact,
        adds=_dollars(with_it) - already,
        already=already,
        per="a day" if with_it.a_period is None else "a period",
        notices=notices,
    )


def _follows(found: Findings, part: Obligation | Window, before: Collection[str]) -> Default | None:
    """The default that `part` becomes: by its lapse, or, of a period with limits, by exceeding
    one."""
    for default in found.defaults:
        if isinstance(part, Obligation):
            if default.lapsed == part.instance:
                return default
        elif default.instance not in before:
            lapsed = next((o for o in found.obligations if o.instance == default.lapsed), None)
            if lapsed is not None and lapsed.id == part.id:
                return default
    return None


def _dollars(of: Accrual) -> Fraction:
    """The dollars of one counted day, or of one period."""
    return of.per_diem if of.a_period is None else of.a_period


def _notices(default: Default, found: Findings, context: Context) -> Iterator[tuple[str, Period]]:
    for rule in context.terms.all_of(Notice):
        if any((o.id, o.cause) == (rule.id, default.instance) for o in found.obligations):
            yield rule.title, rule.within
