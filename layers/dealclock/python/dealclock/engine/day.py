"""The Days of the terms as dates, with the reasons for each (terms/day_language.py).

A Day that is not known yet is a value too: the earliest of several ignores it, and the latest is
not known while one of them is not. A choice between Days consults its reading only if they differ.

Each value keeps the values it was made of. Its steps are that tree in order, in one table of
sentences; another item's day is one step, since that item has its own.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from dealclock.days.calendars import Calendar
from dealclock.days.counting import Count
from dealclock.days.periods import hours_from
from dealclock.engine.context import ONE, Context
from dealclock.engine.notices.deemed import deemed_given, received_on, valid
from dealclock.engine.why import NOTHING, Step, Why
from dealclock.errors import RefusedError
from dealclock.facts.kinds import what_happened
from dealclock.facts.log import EffectiveFact
from dealclock.records import record
from dealclock.terms.day_language import (
    ByHour,
    ByReading,
    Day,
    DayAmong,
    DayIf,
    DayWithin,
    EventDay,
    FixedDay,
    InForceOn,
    ItsDay,
    NamedDay,
    PartOf,
    PeriodDay,
)
from dealclock.terms.rules.rule import Period
from dealclock.terms.terms import Terms


def named_in(event: EffectiveFact | None, what: str | None) -> str:
    """The "lot" or the "holder" that an event names; "" if it names none."""
    named = getattr(event.fact, what) if event is not None and what is not None else None
    return named or ""


@record
class Instance:
    """One instance of an item, and what its Days call "it": the event, or the day, that opened it.

    `names` are the ids by which an event may be recorded about it, `cause` the id of what opened
    it; `title` and `clause` are of what opened it if it is no event. `accrual` is the first day on
    which that accrues. `of` is the lot or Holder it is of, as ("lot", id), if no event names one;
    `in_force` are days that tell the occurrences of states apart, `why` that of `it`.
    """

    id: str
    names: tuple[str, ...] = ()
    it: date | None = None
    event: EffectiveFact | None = None
    accrual: date | None = None
    cause: str = ""
    title: str = ""
    clause: str = ""
    of: tuple[str, str] | None = None
    in_force: tuple[tuple[str, date], ...] = ()
    why: Why = NOTHING

    def named(self, what: str | None) -> str:
        """The "lot" or the "holder" it is of; "" if none."""
        if self.of is not None and self.of[0] == what:
            return self.of[1]
        return named_in(self.event, what)


@record
class DayValue:
    """A Day as a date, None if it is not known, and what it was made of.

    `operator` is the key of its sentence and `of` the name in it; `parts` are the values it was
    made of, `event` the event whose day it is, `steps` those by which it was delivered, `count` how
    a `period` was counted. `moment` is the hour by which an act must be done on that day, or the
    hour it was counted to.
    """

    day: date | None
    operator: str
    of: str = ""
    parts: tuple["DayValue", ...] = ()
    event: EffectiveFact | None = None
    count: Count | None = None
    period: Period | None = None
    moment: datetime | None = None
    clause: str = ""
    why: Why = NOTHING
    steps: tuple[Step, ...] = ()

    @property
    def act(self) -> EffectiveFact | None:
        """The event that happened on the day; None if it only names the day or was given later."""
        happened = self.event is not None and self.event.on == self.day
        return self.event if happened and self.operator not in _NAMED else None


_NAMED = ("target", "its target")
ItemDay = Callable[[Context, str, Instance], DayValue | None]
_ITEM_DAYS: dict[str, ItemDay] = {}


def answers(part: str) -> Callable[[ItemDay], ItemDay]:
    """Mark the function that gives the `due`, `opening`, `start` or `end` of items, by id, for an
    instance; it returns None for an item that has none. That of "in force" gives the day
    itself on which the instance asks whether a state is in force, if it is; that of "deemed" gives
    as its `parts` the days on which events of a kind are deemed to have happened: about the
    instance or, without an `id`, all.
    """

    def add(of: ItemDay) -> ItemDay:
        _ITEM_DAYS[part] = of
        return of

    return add


def day_of(context: Context, day: Day, instance: Instance) -> DayValue:
    """The date of a Day for an instance, as of the day of the context."""
    match day:
        case FixedDay(on):
            return DayValue(on, "date")
        case NamedDay(name):
            return _named(context, name, instance)
        case ItsDay():
            return _its(context, day, instance)
        case PartOf(part, of):
            return _of_item(context, part, of, instance)
        case EventDay():
            return _of_event(context, day, instance)
        case PeriodDay():
            return _counted(context, day, instance)
        case DayAmong(operator, days):
            return _among(operator, [day_of(context, each, instance) for each in days])
        case DayIf():
            return _if(context, day, instance)
        case ByHour():
            return _by_hour(context, day, instance)
        case ByReading():
            return _chosen(context, day, instance)
    return DayValue(None, "never")


def _named(context: Context, name: str, instance: Instance) -> DayValue:
    """A date of the terms, a Day that they name, or the last day of an item."""
    if (on := context.terms.dates.get(name)) is not None:
        return DayValue(on, "named", name)
    named: Day | None = context.terms.days.get(name)
    if named is not None:
        value = day_of(context, named, instance)
        return replace(value, clause=value.clause or context.terms.clauses.days.get(name, ""))
    return _of_item(context, "due", name, instance)


def _of_item(context: Context, part: str, item: str, instance: Instance) -> DayValue:
    found = _ITEM_DAYS[part](context, item, instance)
    return DayValue(None, part, item) if found is None else found


def _if(context: Context, day: DayIf, instance: Instance) -> DayValue:
    """The Day for what has happened; if a state is in force on a day, its start and end are then
    those of the occurrence in force.
    """
    if isinstance(day.happened, InForceOn):
        asked, state = day_of(context, day.happened.on, instance), day.happened.state
        found = DayValue(None, "in force", state, (asked,))
        if asked.day is not None:
            instance = replace(instance, in_force=((state, asked.day), *instance.in_force))
            found = _of_item(context, "in force", state, instance)
    elif isinstance(day.happened, DayWithin):
        found = _within(context, day.happened, instance)
    else:
        found = _of_event(context, day.happened, instance)
    holds = found.day is not None and found.operator != "not within"
    chosen = day_of(context, day.then if holds else day.otherwise, instance)
    said_anyway = found.day is None or _rests_on(chosen, found)
    parts = (chosen,) if said_anyway else (found, chosen)
    return DayValue(chosen.day, "if", "", parts, chosen.act, moment=chosen.moment)


def _rests_on(value: DayValue, event: DayValue) -> bool:
    """Whether a Day is counted from the same event, so that its steps say that it happened."""
    same = (value.operator, value.day, value.event) == (event.operator, event.day, event.event)
    counted = value.operator in (*_BASES, "if") and any(_rests_on(p, event) for p in value.parts)
    return (same and not value.parts) or counted


def _within(context: Context, asked: DayWithin, instance: Instance) -> DayValue:
    """A Day with the first and the last of the days it may be among; not known while one is not."""
    since, until = asked.since, asked.until
    parts = [day_of(context, each, instance) for each in (asked.day, since, until) if each]
    days = [part.day for part in parts if part.day is not None]
    if len(days) < len(parts):
        return DayValue(None, "within", "", tuple(parts))
    first, last = days[1] if since else days[0], days[-1] if until else days[0]
    operator = "within" if first <= days[0] <= last else "not within"
    return DayValue(days[0], operator, "", tuple(parts))


def _its(context: Context, day: ItsDay, instance: Instance) -> DayValue:
    event = instance.event
    if day.what == "day":
        on = instance.it if instance.it is not None or event is None else event.on
        at = DayValue(on, "it", instance.title, event=event, clause=instance.clause)
        return replace(at, why=instance.why)
    if day.what == "accrual":
        return DayValue(instance.accrual, "it", instance.title, clause=instance.clause)
    if event is None:
        return DayValue(None, f"its {day.what}")
    context.use(event)
    if day.what == "target":
        return DayValue(event.fact.target, "its target", event=event)
    to = day.to or tuple(dict.fromkeys(each.to for each in event.fact.given))
    if day.what == "deemed":
        given = deemed_given([event], to, context)
        return DayValue(given.on, "its deemed", event=event, steps=given.trace)
    on = _all_of(event, to, context, received=day.what == "received")
    return DayValue(on, f"its {day.what}", event=event)


def _all_of(
    event: EffectiveFact, to: Sequence[str], context: Context, *, received: bool
) -> date | None:
    """The day by which a notice had been sent to all of some addressees, or received by all."""
    days = []
    for addressee in to:
        given = [g for g in event.fact.given if g.to == addressee and valid(g, context)]
        on = [received_on(each, context) if received else each.on for each in given]
        days.append(min((day for day in on if day is not None), default=None))
    return None if not days or None in days else max(day for day in days if day is not None)


def _of_event(context: Context, day: EventDay, instance: Instance) -> DayValue:
    """The day of the first event of the kinds, or of the last; where `since` or `until` is given
    and not known, none counts.
    """
    ends = [day_of(context, each, instance) for each in (day.since, day.until) if each is not None]
    kind = day.kinds[0]
    if any(end.day is None for end in ends):
        return DayValue(None, "event", kind, tuple(ends))
    since = (ends[0].day if day.since is not None else None) or date.min
    until = (ends[-1].day if day.until is not None else None) or date.max
    found = [
        event
        for each in day.kinds
        for event in _events(context, each, day, instance)
        if since <= event.on <= until
    ]
    which = max if day.last else min
    event = which(found, key=context.known.place, default=None)
    if not day.target:
        of = instance if day.about_it else Instance("")
        deemed = (
            each for named in day.kinds for each in _of_item(context, "deemed", named, of).parts
        )
        within = [each for each in deemed if each.day and since <= each.day <= until]
        value = which(within, key=_order, default=None)
        if value and value.day and (event is None or event.on != which(event.on, value.day)):
            return value
    context.use(event)
    on = None if event is None else event.fact.target if day.target else event.on
    return DayValue(on, "target" if day.target else "event", kind, tuple(ends), event)


def _events(
    context: Context, kind: str, day: EventDay, instance: Instance
) -> Sequence[EffectiveFact]:
    if not day.about_it:
        return context.facts(kind)
    found = context.about_any((kind,), (*instance.names, instance.id))
    if instance.of is not None:
        what, name = instance.of
        found += (e for e in context.facts(kind) if getattr(e.fact, what) == name)
    return found


def _counted(context: Context, day: PeriodDay, instance: Instance) -> DayValue:
    base = day_of(context, day.base, instance)
    way, period = "before" if day.before else "after", day.period
    if base.day is None:
        return DayValue(None, way, str(period), (base,))
    if period.unit == "hours":
        moment = hours_from(
            _moment(base, base.day, context), -period.count if day.before else period.count
        )
        return DayValue(moment.date(), f"hours {way}", str(period), (base,), moment=moment)
    start = base.day
    act = base.act if base.moment is not None else None
    if act is not None:
        days = context.open_days(period) if period.counts_open_days else context.calendar
        start = acted_on(context, act, base.moment, days)
        start = days.first_open_on_or_after(start) if period.counts_open_days else start
    count = (context.before if day.before else context.after)(start, period)
    return DayValue(count.result, way, str(period), (base,), count=count, period=period)


def _by_hour(context: Context, day: ByHour, instance: Instance) -> DayValue:
    base = day_of(context, day.day, instance)
    if base.day is None:
        return base
    moment = datetime.combine(base.day, day.hour, ZoneInfo(day.zone))
    return DayValue(base.day, "by hour", "", (base,), base.act, moment=moment)


def _moment(value: DayValue, on: date, context: Context) -> datetime:
    """The moment of a Day: its own hour, the hour recorded for its event, or else the start of the
    day, the earliest that it can be.
    """
    if value.moment is not None:
        return value.moment
    zone = ZoneInfo(context.terms.agreement.time_zone)
    hour = None if value.act is None else hour_of(value.act)
    return datetime.combine(on, hour or time(), zone)


def hour_of(event: EffectiveFact) -> time | None:
    """The time of day recorded for an event, in the deal's zone; None if none is."""
    return None if event.fact.time is None else time.fromisoformat(event.fact.time)


def _among(operator: str, values: Sequence[DayValue]) -> DayValue:
    known = [value for value in values if value.day is not None]
    found: DayValue | None = None
    if known and operator == "first known of":
        found = known[0]
    elif known and (operator != "latest of" or len(known) == len(values)):
        found = (min if operator == "earliest of" else max)(known, key=_order)
    if found is None:
        return DayValue(None, operator, "", tuple(values))
    return DayValue(found.day, operator, "", tuple(values), found.act, moment=found.moment)


def _order(value: DayValue) -> tuple[date, float]:
    """By day, then by hour: a day without one lasts until its end."""
    return value.day or date.max, float("inf") if value.moment is None else value.moment.timestamp()


def _chosen(context: Context, day: ByReading[Day], instance: Instance) -> DayValue:
    """The Day under the chosen reading, which is consulted only if another choice gives another.

    An option that cannot be computed differs from every other.
    """
    values: list[DayValue] = []
    own = context.apart()
    for _, option in day.options:
        try:
            values.append(day_of(own, option, instance))
        except RefusedError:
            break
    alike = len({(value.day, value.moment) for value in values}) == 1
    if alike and len(values) == len(day.options):
        context.choices.join(own.choices)
        return values[0]
    context.choices.trail.add(own.choices.trail)
    return day_of(context, context.option(day), instance)


def runs_on_the_clock(value: DayValue) -> bool:
    """Whether the moment of a Day is the end of a number of hours, not an hour of each day."""
    if value.moment is None or value.operator.startswith("hours"):
        return value.moment is not None
    return any(part.moment == value.moment and runs_on_the_clock(part) for part in value.parts)


def acted_on(
    context: Context,
    event: EffectiveFact,
    by: datetime | None,
    days: Calendar | None = None,
    *,
    on_the_clock: bool = False,
) -> date:
    """The day on which an act counts: its own, in the zone of the hour `by` which such an act must
    be done; or the next Business Day, or open day of `days`, if it was done after that hour.

    If the hours run `on_the_clock`, an act before they end is in time at any hour of its day.
    """
    hour = hour_of(event)
    if by is None or hour is None:
        return event.on
    zone = ZoneInfo(context.terms.agreement.time_zone)
    done = datetime.combine(event.on, hour, zone).astimezone(by.tzinfo)
    in_time = done <= by or done.date() > by.date() if on_the_clock else done.time() <= by.time()
    if in_time:
        return done.date()
    return (days or context.calendar).first_open_on_or_after(done.date() + ONE)


# A Day's steps.

_SENTENCES = {
    "never": "never",
    "date": "this day",
    "named": "{of}",
    "it": "{event}",
    "its target": "{event}",
    "its deemed": "{event}: deemed given",
    "its sent": "{event}: sent",
    "its received": "{event}: received",
    "event": "{event}",
    "target": "{event}: the day it names",
    "due": "the last day of {of}",
    "opening": "the first day of {of}",
    "in force": "{of} is in force",
    "within": "within the time asked about",
    "not within": "not within the time asked about",
    "start": "{of} starts",
    "end": "{of} ends",
    "deemed": "{event}: deemed, since a right to prevent it passed unused",
    "after": "{of} after it",
    "renewed": "{of} more, renewed by itself",
    "before": "{of} before it",
    "hours after": "{of} after it, until {hour}",
    "hours before": "{of} before it, until {hour}",
    "by hour": "until {hour}",
    "latest of": "the latest of these",
    "earliest of": "the earliest of these that are known",
    "first known of": "the first of these that is known",
    "latest known of": "the latest of these that are known",
}
NOT_RECEIVED = "record its receipt: acknowledged, the day of receipt, in given"
_BASES = ("after", "before")
_COMPARED = ("latest of", "earliest of", "first known of", "latest known of")


def steps_of(value: DayValue, clause: str, context: Context, last: str = "") -> tuple[Step, ...]:
    """How a Day was counted, one step after another; `last` says what the last step's day is."""
    return tuple(_steps(value, clause, context, f": {last}" if last else ""))


def _steps(
    value: DayValue, clause: str, context: Context, suffix: str, *, excluded: bool = False
) -> Iterator[Step]:
    compared = value.operator in _COMPARED
    clause = value.clause or clause
    if compared and excluded:
        yield from _steps(_found_in(value), clause, context, suffix, excluded=True)
        return
    for part in value.parts:
        chosen = value.operator == "if" and part is value.parts[-1]
        inner = suffix if (compared and part.parts) or chosen else ""
        inside = excluded if value.operator == "if" else value.operator in _BASES
        yield from _steps(part, clause, context, inner, excluded=inside)
    yield from value.steps
    if value.operator == "if":
        return
    text = sentence(value, context.terms)
    if excluded and not value.parts:
        text += f"{';' if value.event else ','} itself not counted"
    where = context.terms.clauses.dates if value.operator == "named" else clause
    said = suffix if value.day else ", not known yet"
    if value.operator == "its received" and value.day is None:
        said += f"; {NOT_RECEIVED}"
    yield Step(f"{text}{said}", where, value.day, value.count)


def _found_in(value: DayValue) -> DayValue:
    """The one of several values whose day theirs is, or the first."""
    return next((part for part in value.parts if part.day == value.day), value.parts[0])


def sentence(value: DayValue, terms: Terms) -> str:
    """What a Day is, in words, without its date."""
    hour = "" if value.moment is None else f"{value.moment:%H:%M %Z}"
    of = value.of.replace("-", " ").title() if value.operator == "named" else value.of
    return _SENTENCES[value.operator].format(of=of, hour=hour, event=_said(value, terms))


def _said(value: DayValue, terms: Terms) -> str:
    if value.event is None and value.operator == "it":
        return value.of or "this day"
    return what_happened(value.event.kind if value.event is not None else value.of, terms)
