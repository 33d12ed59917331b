"""An agreement's terms: parties, securities, dates and provisions."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, StringConstraints, field_validator

from dealclock.days import cutoffs
from dealclock.days.fiscal import ends_a_month
from dealclock.days.markets import NAMES as KNOWN_CALENDARS
from dealclock.errors import ConflictError, DealclockError, InvalidError, Problem
from dealclock.files import raw
from dealclock.files.source import (
    Day,
    GrowingModel,
    Model,
    Percent,
    Quantity,
    Slug,
    Source,
    Text,
    control_characters,
    read,
)
from dealclock.terms import amendments
from dealclock.terms.amendments import Amendment
from dealclock.terms.channels import ChannelTerms, DeemedNotice
from dealclock.terms.day_language import DayTerms
from dealclock.terms.declarations import (
    DeclaredCalendar,
    DeclaredEvent,
    DeclaredReading,
    problems_with_readings,
)
from dealclock.terms.general.obligation import LapseTerms, ObligationTerms
from dealclock.terms.general.state import StateTerms
from dealclock.terms.general.stream import Payments, Stream
from dealclock.terms.indenture import Indenture, MonthDay
from dealclock.terms.key_names import read_keys
from dealclock.terms.named_days import problems_with_days
from dealclock.terms.readings import ALL, Reading
from dealclock.terms.references import day_in, problems_with_names, unknown
from dealclock.terms.rules.rule import ClosingDate, Kind, LotId, Rule
from dealclock.terms.source_text import SourceText
from dealclock.terms.spellings import Provision, expand, read_rule
from dealclock.terms.timeline import Inconsistency, TimelineEntry

R = TypeVar("R", bound=Rule)


OptionalText = Annotated[str, StringConstraints(max_length=500)]


class About(Model):
    """The agreement's title, date, governing law and time zone."""

    title: Text
    dated: Day
    governing_law: Text
    time_zone: str
    source: Text

    @field_validator("time_zone")
    @classmethod
    def _known(cls, zone: str) -> str:
        try:
            ZoneInfo(zone)
        except (ZoneInfoNotFoundError, ValueError):
            raise ValueError("give a time zone's IANA name, such as America/New_York") from None
        return zone


class Party(Model):
    """A party, or a class of parties, that owes or receives something."""

    name: Text
    as_defined: Text


class Lot(Model):
    """Notes issued together: their principal in dollars and when they were issued.

    `issued` is a date, or the kind of event that records it; without that event they are not
    issued. Nothing accrues on or after the day it `matures`, if set. `closings` are the dates of
    the agreement whose defaults affect the lot. If no lot names any, a lot belongs to its issue
    date, if a deadline runs from that date.
    """

    id: LotId
    name: Text
    cusip: str | None = None
    principal: Annotated[Quantity, Field(gt=0)]
    issued: Day | Kind
    matures: Day | None = None
    closings: tuple[ClosingDate, ...] = ()


class Clauses(GrowingModel):
    """Sections for everything but the provisions: Business Day, dates, notices, payment dates,
    waivers and other consents of Holders, and Days under names.

    Each is "" if the agreement has none. A named Day without a Section is cited by that of the
    provision that uses it.
    """

    added = frozenset({"days"})

    business_day: OptionalText = ""
    dates: Text
    deemed_notice: OptionalText = ""
    interest_payment_dates: OptionalText = ""
    waivers: OptionalText = ""
    days: dict[Slug, Text] = Field(default_factory=dict)


class UnmodeledSection(Model):
    """A Section that is not computed, so it is shown as not checked."""

    clause: Text
    what: Text


class Terms(GrowingModel):
    """An agreement's original terms, with their amendments.

    `versions` returns the terms as amended. An agreement without Notes has no `securities`,
    `coupon` or `indenture`. `fiscal_year_ends` is the last day of the Company's fiscal year; a
    frequency limit needs it. `roll` is where the Agreement puts a last day that is closed, of each
    period that does not say so itself; None where it is silent. `days` are Days under names.
    `readings` are those that the deal declares of its own text, `events` its own kinds of event,
    `calendars` its own calendars. `sources` are the Agreement's words behind Days and numbers, by
    their place. `letters` are the deal's own texts of letters, by name, which stand in files of
    their own.
    """

    added = frozenset({"readings", "events", "days", "sources", "calendars", "letters", "roll"})

    id: Slug
    agreement: About
    parties: dict[Slug, Party]
    securities: tuple[Lot, ...] = ()
    coupon: Percent | None = None
    indenture: Indenture | None = None
    calendar: Literal["federal-reserve", "gcl-24"]
    roll: Literal["next", "previous", "modified following"] | None = None
    clauses: Clauses
    dates: dict[Slug, Day]
    deemed_notice: dict[Slug, DeemedNotice] = Field(default_factory=dict)
    channels: Annotated[dict[Slug, ChannelTerms], Field(default_factory=dict)]
    provisions: Annotated[tuple[Provision, ...], Field(min_length=1)]
    fiscal_year_ends: MonthDay | None = None
    timeline: tuple[TimelineEntry, ...] = ()
    inconsistencies: tuple[Inconsistency, ...] = ()
    not_modelled: tuple[UnmodeledSection, ...] = ()
    amendments: tuple[Amendment, ...] = ()
    readings: dict[Slug, DeclaredReading] = Field(default_factory=dict)
    days: dict[Slug, DayTerms] = Field(default_factory=dict)
    events: dict[Slug, DeclaredEvent] = Field(default_factory=dict)
    calendars: dict[Slug, DeclaredCalendar] = Field(default_factory=dict)
    sources: dict[str, SourceText] = Field(default_factory=dict)
    letters: dict[Slug, str] = Field(default_factory=dict)

    @field_validator("calendars")
    @classmethod
    def _hide_none(cls, calendars: dict[Slug, DeclaredCalendar]) -> dict[Slug, DeclaredCalendar]:
        if hidden := calendars.keys() & set(KNOWN_CALENDARS):
            raise ValueError(f"{min(hidden)} is a calendar of every deal; give yours another name")
        return calendars

    @field_validator("fiscal_year_ends")
    @classmethod
    def _last_of_month(cls, day: MonthDay | None) -> MonthDay | None:
        if day is not None and not ends_a_month(day.month, day.day):
            raise ValueError("give the last day of a month")
        return day

    @field_validator("timeline")
    @classmethod
    def _unique_ids(cls, entries: tuple[TimelineEntry, ...]) -> tuple[TimelineEntry, ...]:
        if len({e.id for e in entries}) != len(entries):
            raise ValueError("give each entry its own id")
        return entries

    @property
    def indenture_sheet(self) -> Indenture:
        """The Indenture input sheet; raises DealclockError if the agreement has none."""
        if self.indenture is None:
            raise DealclockError(
                f"the terms of {self.id} have no indenture; add the Indenture input sheet."
            )
        return self.indenture

    def party_name(self, party: str) -> str:
        """A party's defined term, by its id; an unknown id is returned unchanged."""
        match = self.parties.get(party)
        return match.as_defined if match else party

    def all_of(self, kind: type[R]) -> Iterator[R]:
        """The provisions of one type, in the order the terms give them."""
        if kind not in self.by_type:
            self.by_type[kind] = [p for p in self.provisions if isinstance(p, kind)]
        return iter(self.by_type[kind])

    def provision(self, rule: R) -> R | None:
        """The provision of these terms with the id of `rule`, or None.

        An amendment never changes ids or types.
        """
        return self._by_id.get(rule.id)

    @cached_property
    def _by_id(self) -> dict[str, Any]:
        """The provisions by id."""
        return {p.id: p for p in self.provisions}

    @cached_property
    def general(self) -> tuple[Rule, ...]:
        """The provisions with older spellings expanded into the general types."""
        return tuple(map(expand, self.provisions))

    def _general_of(self, kind: type[R]) -> tuple[R, ...]:
        return tuple(rule for rule in self.general if isinstance(rule, kind))

    @cached_property
    def obligations(self) -> Mapping[str, ObligationTerms]:
        """The obligations in the general form, by id, in order."""
        return {rule.id: rule for rule in self._general_of(ObligationTerms)}

    @cached_property
    def states(self) -> Mapping[str, StateTerms]:
        """The states in the general form, by id, in order."""
        return {rule.id: rule for rule in self._general_of(StateTerms)}

    @cached_property
    def streams(self) -> tuple[Stream, ...]:
        """The streams in the general form, in order."""
        return self._general_of(Stream)

    @cached_property
    def payments(self) -> tuple[Payments, ...]:
        """The payments in the general form, in order."""
        return self._general_of(Payments)

    @property
    def limited_states(self) -> tuple[StateTerms, ...]:
        """The states that limits, or a time between two, do not always allow to begin."""
        return tuple(each for each in self.states.values() if each.limits or each.apart)

    @cached_property
    def by_type(self) -> dict[type, list[Any]]:
        """A cache of the provisions by type."""
        return {}

    @cached_property
    def named_channels(self) -> Mapping[str, cutoffs.Channel]:
        """Each channel under its name."""
        return {name: channel.to_channel(name) for name, channel in self.channels.items()}

    @property
    def base_names(self) -> Mapping[str, str]:
        """What interest accrues on, by the id in each segment: a lot's name, or the title of a
        stream with a base of its own.
        """
        streams = {rule.id: rule.title for rule in self.streams}
        return streams | {lot.id: lot.name for lot in self.securities}

    @property
    def bases(self) -> Mapping[str, str]:
        """What each amount is computed on, by the id in each segment: a lot's name, or what a base
        is called.
        """
        return {rule.id: rule.base_name for rule in self.streams} | {
            lot.id: lot.name for lot in self.securities
        }

    @property
    def interest(self) -> str:
        """What accrues, in a word: interest on securities, else an accrual."""
        return "interest" if self.securities else "accrual"

    def bearing(self, default: str) -> tuple[Stream, ...]:
        """The streams that bear the default with that id."""
        return tuple(each for each in self.streams if each.on_any_default or default in each.bears)

    def defaults(self) -> Iterator[LapseTerms]:
        """Every default that an unsatisfied provision can become, in provision order."""
        for rule in self.general:
            if isinstance(rule, ObligationTerms | StateTerms):
                yield from rule.defaults()

    @property
    def lapsing(self) -> Mapping[str, str]:
        """The provision that becomes each default if it is not satisfied, by the default's id."""
        rules = (r for r in self.general if isinstance(r, ObligationTerms | StateTerms))
        return {default.id: rule.id for rule in rules for default in rule.defaults()}

    @cached_property
    def all_readings(self) -> Mapping[str, Reading]:
        """Every reading by its id: those of every deal, then those the terms declare."""
        declared = {name: self.readings[name].reading(name) for name in sorted(self.readings)}
        return MappingProxyType({**ALL, **declared}) if declared else ALL

    def clauses_of(self, reading: Reading) -> str:
        """The Sections that a reading applies to, in the order it names them; "" if none."""
        if reading.clause:
            return reading.clause
        if reading.needs and not any(self._provisions_in(reading.needs)):
            return ""
        clauses: list[str] = []
        for where in reading.applies_to:
            if where in Clauses.model_fields:
                clauses += [clause] if (clause := getattr(self.clauses, where)) else []
            else:
                clauses += [p.clause for p in self._provisions_in(where)]
        return ", ".join(dict.fromkeys(clauses))

    def _provisions_in(self, where: str) -> Iterator[Rule]:
        """The provisions of a type, or with "TYPE.KEY" those that have that key."""
        kind, _, key = where.partition(".")
        of_kind = (p for p in self.provisions if p.type == kind)
        return (p for p in of_kind if not key or getattr(p, key, None))


def read_terms(source: Source) -> Terms:
    """The terms in a file; raises InvalidError with every problem, names included."""
    source, twice = read_keys(source, Terms)
    problems = [
        *twice,
        *_sections_of_no_day(source),
        *control_characters(source),
        *problems_with_names(source, Terms),
        *_amendment_problems(source),
        *problems_with_readings(source),
    ]
    try:
        terms = read(source, Terms)
    except InvalidError as invalid:
        problems += problems_with_days(_as_far_as_read(source.data), source, Terms)
        raise InvalidError([*invalid.problems, *problems]) from None
    problems += problems_with_days(terms, source, Terms)
    if problems:
        raise InvalidError(problems)
    return terms


def _sections_of_no_day(source: Source) -> Iterator[Problem]:
    """Sections of Days that the terms do not name."""
    days = [*map(str, raw.record(source.data, "days"))]
    for name in map(str, raw.record(raw.record(source.data, "clauses"), "days")):
        if name not in days:
            yield unknown(source, ("clauses", "days", name), name, "a name of days", days)


def _as_far_as_read(data: object) -> Terms:
    """What Days may name in raw terms that are refused; of a refused provision, its id alone."""
    days = {str(name): day_in(each) for name, each in raw.record(data, "days").items()}
    rules = enumerate(raw.records(data, "provisions"))
    known: dict[str, Any] = {
        "dates": {str(name): on for name, on in raw.record(data, "dates").items()},
        "days": {name: day for name, day in days.items() if day is not None},
        "provisions": tuple(read_rule(rule) or _by_id(rule, place) for place, rule in rules),
    }
    return Terms.model_construct(**known)


def _by_id(rule: raw.Record, place: int) -> Rule:
    known: dict[str, Any] = {"id": raw.slug(rule.get("id")) or f"provisions.{place}"}
    return Rule.model_construct(**known)


def _amendment_problems(source: Source) -> Iterator[Problem]:
    """Amendments with forbidden changes, or after which the terms are invalid."""
    problems = list(amendments.amendment_problems(source))
    original = replace(source, data=amendments.without_amendments(source.data))
    if problems or any(_problems_of(original)):
        yield from problems
    else:
        yield from problems_as_amended(source, _problems_of)


def problems_as_amended(
    source: Source, problems: Callable[[Source], Iterable[Problem]]
) -> Iterator[Problem]:
    """The problems of the terms after each amendment, at its line; that of an amendment that does
    not fit ends them.
    """
    data = source.data
    for place, amendment in amendments.by_effective_day(data):
        where = ("amendments", place, "changes")
        try:
            data = amendments.apply_amendment(data, amendment)
        except ConflictError as error:
            yield source.problem(where, "a change that does not fit the terms", str(error))
            return
        for p in problems(replace(source, data=data)):
            problem = source.problem(where, None, f"as amended, {p.at}: {p.allowed}")
            yield replace(problem, given=p.given)


def _problems_of(source: Source) -> Iterator[Problem]:
    yield from problems_with_names(source, Terms)
    try:
        yield from problems_with_days(read(source, Terms), source, Terms)
    except InvalidError as invalid:
        yield from invalid.problems
