"""The default that an obligation becomes: when it occurs, accrues and is cured."""

from collections.abc import Iterator
from datetime import date, timedelta

from dealclock.engine.acts import Performance
from dealclock.engine.conclusions import UNNAMED, Conclusion, Default, Obligation
from dealclock.engine.context import Context
from dealclock.engine.plugins import plugin
from dealclock.engine.why import Step, Why
from dealclock.facts.vocabulary import CONFIRMED, DISPUTED
from dealclock.records import record
from dealclock.terms.day_language import ByReading
from dealclock.terms.general.obligation import LapseTerms


@record
class Failure:
    """What counts only within a period: the first day after the period, None if there is none, and
    its Section.

    `on` is the day of a failure with a time to cure, to which the default may relate back. It is
    None if the default does not.
    """

    period_ends: date | None
    clause: str
    on: date | None = None


def default_of(
    lapse: LapseTerms,
    instance: str,
    lapsed: Obligation,
    cure: Performance,
    context: Context,
    failure: Failure | None = None,
    came: Step | None = None,
    says: str = "not satisfied by then",
) -> Default | None:
    """The default that an obligation became once its last day had passed; None if it did not.

    It stops accruing once `cure` has a day, or when the period of `failure` ends. `came` is the
    step on whose day it occurred if that is not counted from the last day; `says` is what was not
    done by the last day.
    """
    arose_readings = lapsed.due_readings
    if came is not None and came.day is not None:
        arose = occurred = came.day
    elif not context.is_over(lapsed.due) or (cure.on and cure.on <= lapsed.due) or lapsed.waived:
        return None
    else:
        arose, how = occurs(lapse, lapsed.due, context)
        occurred = arose
        if arose_readings is not None and isinstance(lapse.occurs, ByReading):
            arose_readings |= {lapse.occurs.reading}
        if failure is not None and failure.on is not None and context.pick(lapse.relates_back):
            occurred = failure.on
            which = context.chosen(lapse.relates_back)
            how = f"on the day of the failure, to which it relates back{which}"
        came = Step(f"{says}: the default occurs {how}", lapse.clause, occurred)
    accrues_from = occurred + timedelta(days=context.pick(lapse.accrues))
    ends = [cure.on] if cure.on else []
    if failure and failure.period_ends and context.pick(lapse.stops_with_period):
        ends.append(failure.period_ends)
    stops_on = max(min(ends), accrues_from) if ends else None
    accrues_to = stops_on if ends and context.has_come(min(ends)) else None
    conclusion, concluded_by, word = _concluded(instance, context)
    put_aside = plugin().excuse((instance, lapsed.instance), arose, context)
    steps = [*lapsed.why.steps, came, *_begins(lapse, occurred, accrues_from, context)]
    if cure.on is not None:
        within = {stream.through_cure for stream in context.terms.bearing(lapse.id)}
        says = "cured"
        if len(within) == 1:
            includes = "includes" if within == {True} else "excludes"
            says = f"cured; {context.terms.interest} {includes} this day"
        steps.append(Step(says, lapse.clause, cure.on))
    elif accrues_to is not None and failure is not None:
        says = f"the period it protects ends; {context.terms.interest} stops"
        steps.append(Step(says, failure.clause, accrues_to))
    over = context.why(*cure.by, *cure.besides) if cure.on else context.why(absence=True)
    return Default(
        id=lapse.id,
        instance=instance,
        clause=lapse.clause,
        title=lapse.title,
        lapsed=lapsed.instance,
        occurred_on=occurred,
        arose_on=arose,
        accrues_from=accrues_from,
        accrues_to=accrues_to,
        stops_on=stops_on,
        done_on=cure.on,
        conclusion=conclusion,
        concluded_by=concluded_by,
        why=(lapsed.why | word | over | put_aside.why).with_steps(tuple(steps)),
        notes=put_aside.notes,
        waived=put_aside.in_force,
        arose_readings=arose_readings,
        closing=context.terms.dates.get(lapse.closing) if lapse.closing else None,
        accruing=context.terms.interest if context.terms.bearing(lapse.id) else "",
    )


_OCCURS = ("on its last day, as it ends", "the day after")


def occurs(lapse: LapseTerms, due: date, context: Context) -> tuple[date, str]:
    """The day a default occurs for an obligation due on `due`, and its description."""
    days = context.pick(lapse.occurs)
    how = _OCCURS[days] if days < len(_OCCURS) else f"{days} days after"
    return due + timedelta(days=days), how + context.chosen(lapse.occurs)


def _begins(
    lapse: LapseTerms, occurred: date, accrues_from: date, context: Context
) -> Iterator[Step]:
    """The step from which interest accrues, if a stream bears the default."""
    stream = next(iter(context.terms.bearing(lapse.id)), None)
    after = (accrues_from - occurred).days
    when = ("that day", "the day after")[after] if after < 2 else f"{after} days after"
    if stream is not None:
        runs = "interest accrues" if context.terms.securities else "accrual runs"
        yield Step(f"{runs} from and including {when}", stream.clause, accrues_from)


def _concluded(instance: str, context: Context) -> tuple[Conclusion, str | None, Why]:
    """The conclusion on a default: computed until a fact confirms or disputes it.

    The latest such fact decides; on the same day, the one recorded later.
    """
    words = context.about_any((CONFIRMED, DISPUTED), [instance])
    if not words:
        return Conclusion.COMPUTED, None, context.why()
    last = words[-1]
    conclusion = Conclusion.CONFIRMED if last.kind == CONFIRMED else Conclusion.DISPUTED
    by = f"{last.fact.recorded_by or UNNAMED}, {last.on.isoformat()}"
    return conclusion, by, context.why(last)
