"""One fact, and reading a file of them."""

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationError,
)

from dealclock.errors import InvalidError, Problem
from dealclock.facts.corrections import Families, Family, retracts
from dealclock.facts.kind import DETAILS, FactKind
from dealclock.facts.kinds import KINDS, no_such_kind
from dealclock.facts.vocabulary import RELEASED
from dealclock.files import raw
from dealclock.files.refusals import AN_INSTANT, must_match
from dealclock.files.source import (
    DATE_TOO_LATE,
    LAST_YEAR,
    Day,
    GrowingModel,
    Model,
    Quantity,
    Slug,
    Source,
    Text,
    few,
    read,
    reject_numbers,
)

_FACT_ID = "use capitals, digits and hyphens, starting with a letter, such as F7"
FactId = Annotated[
    str, StringConstraints(max_length=30), AfterValidator(must_match(r"[A-Z][A-Z0-9-]*", _FACT_ID))
]
_IDS: TypeAdapter[str] = TypeAdapter(FactId)
_FromZero = Annotated[Quantity, Field(ge=0)]
Basis = Literal["deal record", "public record", "hypothetical"]
Method = Literal["hand", "fax", "telex", "courier", "mail", "e-mail"]
RECIPIENTS = ("trustee", "counterparty", "holder")
"""Who is outside the team; a Holder is named by `holder` next to it."""


def is_fact_id(value: object) -> bool:
    """Whether the text may be a fact's id."""
    try:
        _IDS.validate_python(value)
    except ValidationError:
        return False
    return True


def fact_id_from(content: str) -> str:
    """The id of a fact that no file names, derived from its content: the same content gives the
    same id.
    """
    digest = hashlib.sha256(content.encode()).digest()
    return f"R-{base64.b32encode(digest).decode()[:8]}"


def _aware(instant: datetime) -> datetime:
    if instant.tzinfo is None:
        raise ValueError(AN_INSTANT)
    if not 1 < instant.year <= LAST_YEAR:
        raise ValueError(DATE_TOO_LATE)
    return instant.astimezone(UTC)


def _a_time(text: str) -> str:
    if not re.fullmatch(r"([01]?\d|2[0-3]):[0-5]\d", text, re.ASCII):
        raise ValueError(_A_TIME)
    return text.zfill(5)


_A_TIME = "give a time of day in 24 hours, such as 09:30"
_NO_NUMBER = reject_numbers(_A_TIME)
Instant = Annotated[datetime, AfterValidator(_aware), reject_numbers(AN_INSTANT)]


def _one_or_several(value: object) -> object:
    if isinstance(value, str):
        return value
    names = tuple(value) if isinstance(value, list | tuple) else ()
    if all(isinstance(each, str) for each in names) and 1 < len(set(names)) == len(names) <= 20:
        return names
    raise ValueError("give what it is about: one name, or a list of 2 to 20 different names")


class NoticeDelivery(Model):
    """One delivery of a notice: to whom, how, and the day it was sent or handed over."""

    to: Slug
    method: Method
    on: Day
    acknowledged: Day | None = None


class ReleasedConclusion(Model):
    """A conclusion on the day it was released: everything of it that its recipient is shown.

    `status` is in words. `opens` and `closes` are the first and last day of a window, or since when
    something is owed; `done` is the day it was satisfied, over or cured. `accrues_to` is the first
    day without interest. `amount` is dollars.
    """

    title: Text
    clause: Text
    status: Text
    opens: Day | None = None
    due: Day | None = None
    closes: Day | None = None
    occurred: Day | None = None
    accrues_from: Day | None = None
    accrues_to: Day | None = None
    done: Day | None = None
    amount: _FromZero | None = None


class Fact(GrowingModel):
    """One event: never edited; a later one may correct it.

    `on` is the civil day it happened in the deal's zone; `recorded_at` when it was recorded,
    None in a file for "by the end of that day". `corrects` names the event it replaces. `about` is
    what it concerns: one name, or several of which it counts for each. `amount` is dollars of
    principal or money; `to` the Holder that Notes pass to, or the one of
    RECIPIENTS that a conclusion is released to, as `released` has it; `unadjusted` the number of
    shares before any adjustment, `ratio` how many shares are due for each of those; `target` a
    day the event names in addition to its own. `time` is the time of day it happened, in the deal's
    zone, where an hour of the agreement depends on it.
    """

    added = frozenset({"time"})

    id: FactId
    kind: str
    on: Day
    time: Annotated[str, AfterValidator(_a_time), _NO_NUMBER] | None = None
    basis: Basis = "deal record"
    recorded_by: Text | None = None
    recorded_at: Instant | None = None
    evidence: Text | None = None
    note: Text | None = None
    given: tuple[NoticeDelivery, ...] = ()
    about: Annotated[str | tuple[str, ...], BeforeValidator(_one_or_several)] | None = None
    lot: Slug | None = None
    holder: Slug | None = None
    to: Slug | None = None
    amount: _FromZero | None = None
    shares: _FromZero | None = None
    unadjusted: _FromZero | None = None
    ratio: Annotated[Quantity, Field(gt=0)] | None = None
    target: Day | None = None
    released: ReleasedConclusion | None = None
    corrects: FactId | None = None

    @property
    def abouts(self) -> tuple[str, ...]:
        """Everything it is about."""
        return (self.about,) if isinstance(self.about, str) else self.about or ()


class FactsFile(Model):
    """A file of events: its history note, and the events in it."""

    history: Text | None = None
    facts: Annotated[tuple[Fact, ...], Field(max_length=5000)] = ()


def read_facts(
    source: Source, before: Iterable[Fact] = (), kinds: Mapping[str, FactKind] = KINDS
) -> FactsFile:
    """The facts in a file (an empty file holds none); raises InvalidError with every problem.

    `before` are facts recorded earlier, which a fact of the file may correct or repeat; `kinds` are
    those of the deal.
    """
    file, problems = None, list[Problem]()
    try:
        file = read(source, FactsFile)
    except InvalidError as invalid:
        problems += invalid.problems
    each = map(_readable, raw.items(source.data, "facts"))
    problems += _problems(each, source, {fact.id: fact for fact in before}, kinds)
    if problems or file is None:
        raise InvalidError(problems)
    return file


_Readable = tuple[Fact, frozenset[object]]
"""The readable part of a fact, and the fields that do not hold the given values."""
_NOT_READ = {"id": "NOT-READ", "kind": "", "on": date.min}


def _readable(data: object) -> _Readable | None:
    """The readable part of a fact in a file; None where there is no fact."""
    try:
        return Fact.model_validate(data), frozenset()
    except ValidationError as error:
        refused = frozenset(e["loc"][0] for e in error.errors() if e["loc"])
    if not isinstance(data, dict):
        return None
    sound = {key: data[key] for key in Fact.model_fields if key in data and key not in refused}
    return Fact.model_validate({**_NOT_READ, **sound}), refused


def _problems(
    facts: Iterable[_Readable | None],
    source: Source,
    recorded: Mapping[str, Fact],
    kinds: Mapping[str, FactKind],
) -> Iterator[Problem]:
    seen = Families(recorded.values())
    in_file: set[str] = set()
    unread = False
    for i, readable in enumerate(facts):
        here = ("facts", i)
        if readable is None:
            unread = True
            continue
        fact, refused = readable
        if "id" in refused:
            unread = True
        elif fact.id in in_file:
            yield source.problem((*here, "id"), fact.id, "give each event its own id")
        known = fact.id in seen
        if "id" not in refused:
            in_file.add(fact.id)
            if fact.id in recorded:
                continue  # whether it says the same again is for the log to tell
        faults = list(list_faults(fact, seen, kinds))
        for field, wrong in faults:
            # It may correct a fact whose id could not be read.
            lost = unread and field == "corrects" and fact.corrects not in seen
            if not lost and field not in refused:
                yield source.problem((*here, field), getattr(fact, field) or None, wrong)
        if "id" not in refused and not known:
            refers = all(field != "corrects" for field, _ in faults)
            seen.add(fact if refers else fact.model_copy(update={"corrects": None}))


def list_faults(
    fact: Fact, before: Families[Fact], kinds: Mapping[str, FactKind] = KINDS
) -> Iterator[tuple[str, str]]:
    """Why `fact` cannot be added to the events recorded `before` it: (field, what is allowed).
    `kinds` are those of the deal.
    """
    kind = kinds.get(fact.kind)
    if kind is None:
        yield "kind", no_such_kind(fact.kind, kinds)
        return
    yield from _details(fact, kind)
    yield from _recipient(fact)
    for delivery in fact.given:
        if delivery.acknowledged is not None and delivery.acknowledged < delivery.on:
            yield "given", "give a receipt date no earlier than the date the notice was sent"
    if fact.corrects is not None:
        yield from _correction(fact, kind, before, kinds)
    elif kind.retracts:
        yield "corrects", "give the id of the event to retract"


_NEEDED = {
    "time": "needs the time of day it happened in time",
    "given": "needs its recipients, the method of delivery and the date",
    "about": "needs the default or obligation it is about",
    "lot": "needs the lot of Notes",
    "holder": "needs the Holder",
    "to": "needs the Holder who acquires the Notes",
    "amount": "needs the amount in dollars",
    "shares": "needs the number of shares",
    "unadjusted": "needs the number of shares before any adjustment",
    "ratio": "needs the number of shares due for each one before any adjustment",
    "target": "needs the date in target",
    "released": "needs the conclusion as released; run `dealclock release` to write it",
}


def _details(fact: Fact, kind: FactKind) -> Iterator[tuple[str, str]]:
    """Details that the kind requires and the fact lacks, or has and must not have."""
    for name in (*DETAILS, "time"):
        there = getattr(fact, name) not in (None, ())
        if name in kind.needs and not there and name == "about" and kind.id not in KINDS:
            required = f"about under events.{kind.id} in terms.yaml requires it"
            way_out = "without that key, it may name what it satisfies, and need not"
            yield name, f"{fact.kind} needs what it is about: {required}; {way_out}"
        elif name in kind.needs and not there:
            yield name, f"{fact.kind} {_NEEDED[name]}"
        elif name == "time" or (there and name == "about" and kind.names_instance):
            continue  # whether such an event satisfies that is for the terms to say
        elif there and name not in (*kind.needs, *kind.may):
            takes = few((*kind.needs, *kind.may), name, "no details")
            yield name, f"{fact.kind} has no {name}; it takes {takes}"


def _recipient(fact: Fact) -> Iterator[tuple[str, str]]:
    """What is wrong with the recipient of a released conclusion, if anything."""
    if fact.kind != RELEASED or fact.to is None:
        return
    if fact.to not in RECIPIENTS:
        yield "to", f"give one of {', '.join(RECIPIENTS)}"
    elif (fact.to == "holder") != (fact.holder is not None):
        yield "holder", "give the Holder with to: holder, and leave it out otherwise"


def _correction(
    fact: Fact, kind: FactKind, before: Families[Fact], kinds: Mapping[str, FactKind]
) -> Iterator[tuple[str, str]]:
    corrected = before.get(fact.corrects or "")
    if corrected is None:
        yield "corrects", "give the id of an event recorded before this one"
        return
    family = before.of(corrected.id)
    said = family.taken_by(corrected) or corrected
    if not kind.retracts and said.kind in kinds and said.kind != fact.kind:
        yield "corrects", f"a correction keeps its kind; {said.id} is {said.kind}"
    elif wrong := _not_to_be_corrected(corrected, kind, family):
        yield "corrects", wrong
    elif len(family.facts) > MOST_CORRECTIONS and not (kind.retracts and corrected is said):
        first = family.facts[0].id
        already = f"{first} has {MOST_CORRECTIONS} corrections and retractions already"
        yield "corrects", f"{already}; retract {first} and record the event again under a new id"


MOST_CORRECTIONS = 100
"""The corrections and retractions of one event after which it may only be retracted."""


def _not_to_be_corrected(corrected: Fact, kind: FactKind, family: "Family[Fact]") -> str | None:
    """Why a fact may no longer be corrected or retracted, and which may be instead; None if it may.

    An event that was corrected may be retracted: that retracts its corrections too.
    """
    first, stands, act = family.facts[0], family.stands, "retract" if kind.retracts else "correct"
    if corrected.id in family.gone:
        by = family.taker(corrected.id)
        back = "retracts it" if by is None or retracts(by) else "corrects it"
        again = (
            f", or correct {stands.id}, which is in effect" if stands and not kind.retracts else ""
        )
        name = by.id if by else first.id
        return f"{name} already {back}; retract {name} instead{again}"
    if retracts(corrected):
        return None
    if stands is None:
        by = family.taker(first.id)
        name = by.id if by else first.id
        return f"{name} retracts {first.id} and its corrections; first retract {name}"
    if stands is corrected or (kind.retracts and corrected is first):
        return None
    event = f", or {first.id} for the event itself" if kind.retracts else ""
    return f"{stands.id} already corrects it; {act} {stands.id} instead{event}"
