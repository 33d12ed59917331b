"""Days as an agreement writes them, read from text or keys into small records.

    30 days after closing-date             a period after a date of the agreement, or before one
    due of effectiveness                   the last day of another item; also its opening
    5 trading days after first no-review   after the first event of a kind; `about it`, or `from` a
                                           Day, limits which
    2 business days after it by 17:00 New York
                                           an act after that hour counts the next Business Day
    48 hours before first pricing          hours, distinct over a change of clocks

DAY     DATE | NAME | it | its target, deemed, sent, received, accrual | never
        N UNIT after DAY | N UNIT before DAY | day after DAY | day before DAY
        first KIND [about it | from DAY] | last KIND [..] | target of first KIND [..]
        due of ITEM | opening of ITEM | start of STATE | end of STATE | DAY by HH:MM ZONE
        {after: DAY, for: PERIOD} | {before: DAY, for: PERIOD}
        {latest of: [DAY, ..]} | {earliest of: [..]} | {first known of: [..]} |
        {latest known of: [..]}
        {first: KIND or [KIND, ..], from: DAY, to: DAY, about: it} | {last: ..}
        {if: KIND [about it] or {first: ..}, then: DAY, else: DAY} | {its: deemed, to: [PARTY, ..]}
        {if in force: STATE, on: DAY, then: DAY, else: DAY}
        {if: {day: DAY, from: DAY, to: DAY}, then: DAY, else: DAY}
        {reading: ID, CHOICE: DAY, ..} | any of these keys with {by: HH:MM ZONE}

A NAME is one of the terms' `dates` or named `days`, or an item, for its last day. Both ends of
`from` and `to` are included. A state is in force on a future date only if its last day is known and
not before that date. In `then`, the start and end of STATE are those of what is in force on that
Day; elsewhere they are those of a state that begins once. Reading takes time in proportion to the
text; what nests too deeply is refused.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, time
from operator import itemgetter
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, GetCoreSchemaHandler, ValidationError
from pydantic_core import CoreSchema, InitErrorDetails, PydanticCustomError, core_schema

from dealclock.files.refusals import SLUG
from dealclock.files.source import DATE_TOO_LATE, LAST_YEAR, few, nearest
from dealclock.records import record
from dealclock.terms.neutral_ids import shown_choice
from dealclock.terms.rules.rule import Period, read_period

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Where = tuple[str | int, ...]

MOST_LEVELS = 20
"""How deeply Days may nest: far deeper than any agreement's sentence."""
_MOST_LETTERS = 500
_MOST_DAYS = 100


@record
class ByReading(Generic[T_co]):
    """A value that depends on a reading: the value under each of its choices."""

    reading: str
    options: tuple[tuple[str, T_co], ...]

    def __post_init__(self) -> None:
        # Stored keys are sorted: the same choices in another order are the same value.
        by_name = tuple(sorted(self.options, key=itemgetter(0)))
        object.__setattr__(self, "options", by_name)

    def of(self, choice: str) -> T_co:
        """The value under a choice, given by either of its names; raises KeyError if the terms give
        none.
        """
        found = dict(self.options)
        return found[choice if choice in found else shown_choice(self.reading, choice)]


R = TypeVar("R")


def values_of(value: T_co | ByReading[T_co]) -> tuple[T_co, ...]:
    """The values of a choice, or the value that is none."""
    if isinstance(value, ByReading):
        return tuple(each for _, each in value.options)
    return (value,)


def over_values(value: T_co | ByReading[T_co], of: Callable[[T_co], R]) -> R | ByReading[R]:
    """What a function makes of a value, or of each value of a choice."""
    if isinstance(value, ByReading):
        return ByReading(value.reading, tuple((name, of(each)) for name, each in value.options))
    return of(value)


@record
class FixedDay:
    """A date."""

    day: date


@record
class NamedDay:
    """A date or a Day that the terms name, or the last day of an item."""

    name: str


@record
class ItsDay:
    """A day of what opened the instance: its own day, or its `target`, or the day it was sent to,
    received by or deemed given to all of `to` (every addressee if empty), or the first day on which
    it accrues.
    """

    what: Literal["day", "target", "deemed", "sent", "received", "accrual"]
    to: tuple[str, ...] = ()


@record
class NeverDay:
    """A day that never comes."""


@record
class PeriodDay:
    """The day that lies a period after another, or before it."""

    base: "Day"
    period: Period
    before: bool = False


@record
class EventDay:
    """The day of the first event of certain kinds, or of the last; with `target`, the day it names.

    `about_it`: only events recorded about the instance. `since` and `until` are the first and last
    day on which it counts, both included.
    """

    kinds: tuple[str, ...]
    last: bool = False
    about_it: bool = False
    target: bool = False
    since: "Day | None" = None
    until: "Day | None" = None


@record
class PartOf:
    """The last day of an item, its first, or the day a state starts or ends: its last day, or the
    day of the event that ends it.
    """

    part: Literal["due", "opening", "start", "end"]
    of: str


Operator = Literal["latest of", "earliest of", "first known of", "latest known of"]


@record
class DayAmong:
    """One of several Days: the latest or earliest, or the first or latest that is known."""

    operator: Operator
    days: tuple["Day", ...]


@record
class InForceOn:
    """Whether a state is in force on a Day."""

    state: str
    on: "Day"


@record
class DayWithin:
    """Whether a Day is one of those from `since` to `until`, both included; either may be open."""

    day: "Day"
    since: "Day | None" = None
    until: "Day | None" = None


@record
class DayIf:
    """One Day if an event has happened, a state is in force on a Day, or a Day is within others;
    otherwise another.
    """

    happened: EventDay | InForceOn | DayWithin
    then: "Day"
    otherwise: "Day"


@record
class ByHour:
    """A Day with the hour by which an act must be done on it, in a time zone."""

    day: "Day"
    hour: time
    zone: str


Day = (
    FixedDay
    | NamedDay
    | ItsDay
    | NeverDay
    | PeriodDay
    | EventDay
    | PartOf
    | DayAmong
    | DayIf
    | ByHour
    | ByReading["Day"]
)


DayPart = Day | InForceOn | DayWithin
"""What a Day may depend on."""


def _refused(where: Where, given: object, instead: str) -> ValidationError:
    """A part of a Day that is refused: its place, the part, and what to give instead."""
    error = PydanticCustomError("value_error", "{error}", {"error": instead})
    details = InitErrorDetails(type=error, loc=where, input=given)
    return ValidationError.from_exception_data("Day", [details])


_SUCH_AS = (
    "give a Day, such as 2004-07-13, closing-date, 30 days after closing-date, "
    "2 business days after it, first KIND, due of ITEM"
)
DAY_KEYS: Mapping[str, tuple[str, ...]] = {
    "after": ("for",),
    "before": ("for",),
    "first": ("from", "to", "about"),
    "last": ("from", "to", "about"),
    "if": ("then", "else"),
    "if in force": ("on", "then", "else"),
    "its": ("to",),
    **dict.fromkeys(get_args(Operator), ()),
}
_ALL_KEYS = ("after", "before", "if", "if in force")
"""The keys that need every key that may stand with them."""
_ITS = ("target", "deemed", "sent", "received", "accrual")
_COUNTED = re.compile(r"(?:(\d+) ([a-z]+(?: [a-z]+)?)|day) (after|before) (?=\S)", re.IGNORECASE)
_EVENT = re.compile(r"(target of )?(first|last) (\S+)(?: (about it)| from (.+))?")
_PART = re.compile(r"(due|opening|start|end) of (\S+)")
_BY = re.compile(r"(.+) by (\d{1,2}:\d\d) (\S.*)", re.DOTALL)
_HOUR = re.compile(r"(\d{1,2}:\d\d) (\S.*)")
_SLUG = re.compile(r"[a-z][a-z0-9-]*")
_A_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_CITIES = {
    "New York": "America/New_York",
    "Chicago": "America/Chicago",
    "Denver": "America/Denver",
    "Los Angeles": "America/Los_Angeles",
    "London": "Europe/London",
}


def read_day(value: object) -> Day:
    """The Day that text or keys describe; raises ValidationError with each place refused."""
    return _read(value, (), 1)


def _read(value: object, where: Where, level: int) -> Day:
    if level > MOST_LEVELS:
        instead = f"Days nest at most {MOST_LEVELS} levels deep; name parts of it under days"
        raise _refused(where, "a Day that nests too deeply", instead)
    if isinstance(value, Mapping):
        return _read_keys(value, where, level)
    if isinstance(value, date):
        return FixedDay(_near(value, where))
    if isinstance(value, str):
        return _read_text(value, where, level)
    if isinstance(value, _DAYS):
        return value  # type: ignore[no-any-return]
    raise _refused(where, value, _SUCH_AS)


def _near(day: date, where: Where) -> date:
    if day.year > LAST_YEAR:
        raise _refused(where, day, DATE_TOO_LATE)
    return day


def _read_text(value: str, where: Where, level: int) -> Day:
    text = " ".join(value.split())
    if len(text) > _MOST_LETTERS:
        raise _refused(where, value, f"give a Day in at most {_MOST_LETTERS} letters")
    if match := _BY.fullmatch(text):
        hour, zone = _hour(f"{match[2]} {match[3]}", where)
        return ByHour(_read_text(match[1], where, level + 1), hour, zone)
    counts: list[tuple[Period, bool]] = []
    while match := _COUNTED.match(text):
        number, unit = match[1] or "1", match[2] or "days"
        counts.append((_period(f"{number} {unit}", where), match[3].lower() == "before"))
        text = text[match.end() :]
        if level + len(counts) > MOST_LEVELS:
            return _read(value, where, level + len(counts))
    day = _atom(text, value, where, level + len(counts))
    for period, before in reversed(counts):
        day = PeriodDay(day, period, before)
    return day


def _atom(text: str, value: object, where: Where, level: int) -> Day:
    """A Day in words that counts nothing."""
    if _A_DATE.fullmatch(text):
        try:
            return FixedDay(_near(date.fromisoformat(text), where))
        except ValueError:
            raise _refused(where, value, "give a date that exists") from None
    if text == "never":
        return NeverDay()
    if text == "it":
        return ItsDay("day")
    if text.startswith("its "):
        return ItsDay(_its(text[4:], where))
    if match := _PART.fullmatch(text):
        return PartOf(match[1], _slug(match[2], where))  # type: ignore[arg-type]
    if match := _EVENT.fullmatch(text):
        since = _read_text(match[5], where, level + 1) if match[5] else None
        if level + 1 > MOST_LEVELS:
            return _read(value, where, level + 1)
        kinds = (_slug(match[3], where),)
        return EventDay(kinds, match[2] == "last", bool(match[4]), bool(match[1]), since)
    if " " not in text:
        return NamedDay(_slug(text, where))
    raise _refused(where, value, _instead(text))


def _instead(text: str) -> str:
    """What to give instead of words that are no Day."""
    text = re.sub(r"^(?:within|(?:no|not) later than|on or before|by) ", "", text.lower())
    first, *_, last = text.split()
    if re.fullmatch(r"[a-z]+", first) and re.search(r" (?:after|before|from) ", text):
        if nearest(first, ("first", "last", "day", "start", "end", "due")):
            return f"{_SUCH_AS}.{nearest(first, ('first', 'last', 'day', 'start', 'end', 'due'))}"
        return "give the number in digits, then the unit: 30 days after closing-date"
    if re.match(r"\d+ ", text):
        return f"say after or before which day: {' '.join(text.split()[:2])} after {last}"
    name = "-".join(re.findall(r"[a-z0-9]+", text))
    return f"{_SUCH_AS}; a name has hyphens and no spaces: {name}"


def _its(word: str, where: Where) -> Any:
    if word not in _ITS:
        raise _refused(where, word, f"give its {', its '.join(_ITS)}.{nearest(word, _ITS)}")
    return word


def _slug(value: object, where: Where) -> str:
    if not isinstance(value, str) or not _SLUG.fullmatch(value) or len(value) > 60:
        raise _refused(where, value, SLUG)
    return value


def _slugs(value: object, where: Where) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        return (_slug(value, where),)
    if not value or len(value) > _MOST_DAYS:
        raise _refused(where, value, f"give one name or more, at most {_MOST_DAYS}")
    return tuple(_slug(word, (*where, n)) for n, word in enumerate(value))


def _hour(value: object, where: Where) -> tuple[time, str]:
    match = _HOUR.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise _refused(where, value, "give an hour with its place: 11:00 New York")
    zone = _CITIES.get(match[2], match[2])
    try:
        ZoneInfo(zone)
        hours, _, minutes = match[1].partition(":")
        return time(int(hours), int(minutes)), zone
    except (ZoneInfoNotFoundError, ValueError, OSError):
        cities = ", ".join(_CITIES)
        instead = f"give a time from 0:00 to 23:59 and {cities} or a zone such as Europe/Paris"
        raise _refused(where, value, instead) from None


def _period(value: object, where: Where) -> Period:
    try:
        return read_period(value)
    except ValidationError as refused:
        first = refused.errors()[0]
        if first["input"] == 0:
            instead = "give 1 or more; day 1 is the next day. For the day itself, name that day"
            raise _refused((*where, *first["loc"]), 0, instead) from None
        said = first.get("ctx", {}).get("error", first["msg"])
        raise _refused((*where, *first["loc"]), first["input"], str(said)) from None
    except ValueError as refused:
        raise _refused(where, value, str(refused)) from None


def _read_keys(data: Mapping[object, object], where: Where, level: int) -> Day:
    if "by" in data and "reading" not in data:
        hour, zone = _hour(data["by"], (*where, "by"))
        without = {key: value for key, value in data.items() if key != "by"}
        inner = without["day"] if set(without) == {"day"} else without
        return ByHour(_read(inner, where, level + 1), hour, zone)
    if "reading" in data:
        return read_choice(data, where, lambda value, at: _read(value, at, level + 1))
    named = [key for key in data if key in DAY_KEYS]
    main = str(named[0]) if len(named) == 1 else ""
    if not main:
        given = ", ".join(map(str, data)) or "no keys"
        instead = (
            f"give one of these keys: {few((*DAY_KEYS, 'reading'), str(next(iter(data), '')))}"
        )
        hint = "" if named else nearest(str(next(iter(data), "")), DAY_KEYS)
        raise _refused(where, given, f"{instead}.{hint}" if hint else instead)
    for key in data:
        if key != main and key not in DAY_KEYS[main]:
            may = ", ".join((main, *DAY_KEYS[main], "by"))
            hint = nearest(str(key), DAY_KEYS[main])
            raise _refused((*where, str(key)), key, f"allowed here: {may}.{hint}")
    return _of_keys(main, data, where, level)


def _of_keys(main: str, data: Mapping[object, object], where: Where, level: int) -> Day:
    """A Day of one operator, whose keys are known to be its own."""

    def day(key: str) -> Day:
        return _read(data[key], (*where, key), level + 1)

    def day_or_none(key: str) -> Day | None:
        return day(key) if key in data else None

    value, here = data[main], (*where, main)
    for key in DAY_KEYS[main] if main in _ALL_KEYS else ():
        if key not in data:
            raise _refused(where, "nothing", f"give {key!r}")
    match main:
        case "after" | "before":
            return PeriodDay(day(main), _period(data["for"], (*where, "for")), main == "before")
        case "first" | "last":
            if data.get("about", "it") != "it":
                raise _refused((*where, "about"), data["about"], "give it, or leave it out")
            kinds, since, until = _slugs(value, here), day_or_none("from"), day_or_none("to")
            return EventDay(
                kinds, main == "last", "about" in data, target=False, since=since, until=until
            )
        case "if" | "if in force":
            if main == "if in force":
                happened: EventDay | InForceOn | DayWithin = InForceOn(
                    _slug(value, here), day("on")
                )
            else:
                happened = _happened(value, here, level)
            return DayIf(happened, day("then"), day("else"))
        case "its":
            to = _slugs(data["to"], (*where, "to")) if "to" in data else ()
            return ItsDay(_its(str(value), here), to)
    if not isinstance(value, list | tuple) or not 0 < len(value) <= _MOST_DAYS:
        raise _refused(here, value, f"give a list of 1 to {_MOST_DAYS} Days")
    days = tuple(_read(each, (*here, n), level + 1) for n, each in enumerate(value))
    return DayAmong(main, days)  # type: ignore[arg-type]


def _happened(value: object, where: Where, level: int) -> EventDay | DayWithin:
    """What a Day depends on: KIND, KIND about it, the keys of the first event, or a Day with the
    first and the last of the days it may be among.
    """
    if isinstance(value, Mapping) and "day" in value and "by" not in value:
        return _within(value, where, level)
    if isinstance(value, Mapping):
        event = _read(value, where, level + 1)
        if isinstance(event, EventDay):
            return event
    kind, _, about = str(value).partition(" ")
    if isinstance(value, Mapping) or about not in ("", "about it"):
        instead = (
            "give a kind of event, KIND about it, {first: KIND, from: DAY, to: DAY}, or "
            "{day: DAY, from: DAY, to: DAY}"
        )
        raise _refused(where, value, instead)
    return EventDay((_slug(kind, where),), about_it=bool(about))


def _within(data: Mapping[object, object], where: Where, level: int) -> DayWithin:
    for key in data:
        if key not in ("day", "from", "to"):
            raise _refused((*where, str(key)), key, "allowed here: day, from, to")
    if len(data) == 1:
        raise _refused(where, data, "give the first day it may be, from, or the last, to")
    day, since, until = (
        _read(data[key], (*where, key), level + 1) if key in data else None
        for key in ("day", "from", "to")
    )
    return DayWithin(day or NeverDay(), since, until)


def read_choice(
    data: Mapping[object, object], where: Where, of: Callable[[object, Where], T]
) -> ByReading[T]:
    """A value for each choice of a reading; `of` reads each."""
    if len(data) < 3:
        instead = "give a value for each choice of the reading, two or more"
        raise _refused(where, data, instead)
    reading = _slug(data["reading"], (*where, "reading"))
    options = ((str(key), value) for key, value in data.items() if key != "reading")
    return ByReading(reading, tuple((key, of(value, (*where, key))) for key, value in options))


def write_day(day: Day) -> object:
    """The text or keys that read as the same Day."""
    match day:
        case FixedDay(on):
            return on.isoformat()
        case NamedDay(name):
            return name
        case ItsDay("day"):
            return "it"
        case ItsDay(what, to):
            return {"its": what, "to": list(to)} if to else f"its {what}"
        case NeverDay():
            return "never"
        case PartOf(part, of):
            return f"{part} of {of}"
        case EventDay():
            return _write_event(day)
        case ByReading(reading, options):
            return {"reading": reading, **{key: write_day(each) for key, each in options}}
    return _write_keys(day)


def _write_keys(day: PeriodDay | DayAmong | DayIf | ByHour) -> object:
    match day:
        case DayAmong(operator, days):
            return {operator: [write_day(each) for each in days]}
        case DayIf(happened, then, otherwise):
            either = {"then": write_day(then), "else": write_day(otherwise)}
            if isinstance(happened, InForceOn):
                return {"if in force": happened.state, "on": write_day(happened.on), **either}
            if isinstance(happened, DayWithin):
                ends = {"day": happened.day, "from": happened.since, "to": happened.until}
                return {"if": {k: write_day(v) for k, v in ends.items() if v}, **either}
            if happened == EventDay(happened.kinds[:1], about_it=happened.about_it):
                said = f"{happened.kinds[0]}{' about it' * happened.about_it}"
                return {"if": said, **either}
            return {"if": write_day(happened), **either}
        case ByHour(inner, hour, zone):
            return {"day": write_day(inner), "by": f"{hour:%H:%M} {zone}"}
    way, base = "before" if day.before else "after", write_day(day.base)
    if isinstance(base, str) and not day.period.model_fields_set - {"count", "unit"}:
        return f"{day.period.count} {day.period.unit} {way} {base}"
    return {way: base, "for": day.period.model_dump(mode="json")}


def _write_event(day: EventDay) -> object:
    which = "last" if day.last else "first"
    since = None if day.since is None else write_day(day.since)
    if len(day.kinds) == 1 and day.until is None and not (day.about_it and since):
        limit = " about it" if day.about_it else ""
        if since is None or isinstance(since, str):
            limit = limit if since is None else f" from {since}"
            return f"{'target of ' if day.target else ''}{which} {day.kinds[0]}{limit}"
    written: dict[str, object] = {which: list(day.kinds)}
    ends = {"from": since, "to": None if day.until is None else write_day(day.until)}
    written |= {key: value for key, value in ends.items() if value is not None}
    return {**written, "about": "it"} if day.about_it else written


def references(day: DayPart) -> Iterator[tuple[str, str]]:
    """Every name in a Day, for checks that it exists, after what it is of: a date, Day or item
    ("name"), an "item", a "state", a "kind", a "party" or a "calendar".
    """
    match day:
        case NamedDay(name):
            yield "name", name
        case ItsDay(_, to):
            yield from (("party", each) for each in to)
        case PartOf(part, of):
            yield "state" if part in ("start", "end") else "item", of
        case PeriodDay(_, Period(calendar=str(calendar))):
            yield "calendar", calendar
        case InForceOn(state):
            yield "state", state
        case EventDay(kinds):
            yield from (("kind", kind) for kind in kinds)
    for inner in parts_of(day):
        yield from references(inner)


def parts_of(day: DayPart) -> tuple[DayPart, ...]:
    """What a Day directly depends on, in the order written: Days, and what is asked of one."""
    if isinstance(day, ByReading):
        return values_of(day)
    values: list[Any] = [getattr(day, name) for name in day.__match_args__]
    listed = (each if isinstance(each, tuple) else (each,) for each in values)
    return tuple(each for some in listed for each in some if isinstance(each, _PARTS))


_DAYS: tuple[Any, ...] = (*(each for each in get_args(Day) if isinstance(each, type)), ByReading)
_PARTS = (*_DAYS, InForceOn, DayWithin)


class _DaySchema:
    """A field of a file model that holds a Day."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        written = core_schema.plain_serializer_function_ser_schema(write_day)
        return core_schema.no_info_plain_validator_function(read_day, serialization=written)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: object, handler: object) -> dict[str, Any]:
        """Text or keys, without the keys' names: `read_day` refuses those it does not know."""
        return {}


DayTerms = Annotated[Day, _DaySchema]
"""A Day in a file model."""
FromDay = Annotated[DayTerms | None, Field(alias="from")]
"""The first day, under the key `from`."""


class _ChoiceSchema:
    """A field of a file model that holds a value, or a value for each choice of a reading."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        plain = handler.generate_schema(get_args(source)[0])
        options = core_schema.dict_schema(core_schema.str_schema(), plain)

        def read(value: Mapping[object, object], inner: Any) -> ByReading[Any]:
            without = {key: each for key, each in value.items() if key != "reading"}
            valid = inner(without)
            return read_choice(value, (), lambda _, at: valid[at[-1]])

        def write(value: object, inner: Any) -> object:
            if isinstance(value, ByReading):
                return {"reading": value.reading, **{key: inner(v) for key, v in value.options}}
            return inner(value)

        choice = core_schema.no_info_wrap_validator_function(read, options)
        made = core_schema.is_instance_schema(ByReading)
        kinds = {_CHOICE: choice, _MADE: made, _PLAIN: plain}
        either = core_schema.tagged_union_schema(kinds, _tag)
        either["serialization"] = core_schema.wrap_serializer_function_ser_schema(
            write, schema=plain
        )
        return either


_CHOICE, _MADE, _PLAIN = "(choice)", "(made)", "(value)"


def _tag(value: object) -> str:
    if isinstance(value, ByReading):
        return _MADE
    return _CHOICE if isinstance(value, Mapping) and "reading" in value else _PLAIN


Chosen = Annotated[T | ByReading[T], _ChoiceSchema]
"""A value in a file model that may be a choice between values: `Chosen[int]`."""
