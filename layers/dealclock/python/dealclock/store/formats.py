"""Compatibility marks: which releases may read a stored or queued item.

    format   the FORMAT of the release that wrote the item
    needs    the lowest format that a release must know to read it correctly

A release that knows `needs` reads the item and ignores unknown fields; one that does not raises
TooNewError for that item only. Items written before these marks count as format 0.

A field or value that can change a date, an amount, access or an alert goes into SINCE with a new
FORMAT; ignoring an unknown suspension rule would silently give a wrong date. Anything else goes
into DESCRIPTIVE. An item needs only what it uses, so a deal without the new field stays readable
by the previous release. Names are stored names:

    Terms.provisions[deadline].within   a field of a model; of a provision, by its type
    Fact.kind=shelf-withdrawn           a value of such a field, or a key if it is a mapping
    DELIVERY.not_before                 an attribute of an item, by the kind of item
    DELIVERY.kind=invitation            a word in such an attribute, up to a colon
    Terms.provisions[obligation]        all names within it: whatever uses one of them uses it

tests/contract/formats fails for a new name that is in neither list.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel

from dealclock.terms.neutral_ids import CHOICES_SHOWN, KINDS_SHOWN

FORMAT = 3
"""The format of this release. Add one in a release that extends SINCE."""

FIRST = 1
"""The format needed by items that use nothing in SINCE."""

SINCE: Mapping[str, int] = {
    "DELIVERY.others": 2,
    "DELIVERY.carried_by": 2,
    "DELIVERY.left_out": 2,
    "DELIVERY.reply_to": 2,
    # A worker that does not know a kind of delivery takes it for an alert that is no longer true.
    "DELIVERY.kind=invitation": 2,
    "DELIVERY.kind=arithmetic": 3,
    # An older worker would send it by email.
    "DELIVERY.route=sms": 3,
    # Questions of the agreement that 0.1.0 did not ask, and their choices.
    "Team.readings=own-extension": 2,
    "Team.readings=repeated-request": 2,
    "Team.readings=request-before-holding": 2,
    "Team.readings=restated-holding": 2,
    "Team.readings=waiver-before-lapse": 2,
    **dict.fromkeys(
        (
            *("Team.readings.*.choice=ALREADY-NAMED", "Team.readings.*.choice=BINDS-BUYERS"),
            *("Team.readings.*.choice=EACH-REQUEST", "Team.readings.*.choice=FIRST-REQUEST"),
            *("Team.readings.*.choice=INCREASE-COUNTS", "Team.readings.*.choice=MARKS-DEFAULT"),
            *("Team.readings.*.choice=NEEDS-MAJORITY", "Team.readings.*.choice=NOT-ASKED"),
            "Team.readings.*.choice=OWN-DATE",
        ),
        2,
    ),
    "Terms.provisions[duty].asks_about": 2,
    "Terms.provisions[stop].or_advice": 2,
    "Terms.provisions[stop].or_advice.fact": 2,
    "Terms.provisions[stop].or_advice.of": 2,
    "Terms.provisions[stop].or_advice.to": 2,
    **dict.fromkeys(
        (f"Terms.provisions[{each}]" for each in ("obligation", "payments", "state", "stream")), 3
    ),
    "Terms.readings": 3,
    "Terms.events": 3,
    "Terms.days": 3,
    "Terms.clauses.days": 3,
    "Terms.calendars": 3,
    "Terms.sources": 3,
    "Terms.letters": 3,
    "Terms.amendments.changes.days": 3,
    "Terms.amendments.changes.events": 3,
    "Terms.roll": 3,
    "Terms.deemed_notice.*.by": 3,
    "Fact.time": 3,
    **dict.fromkeys((f"Fact.kind={each}" for each in KINDS_SHOWN.values()), 3),
    **dict.fromkeys((f"Team.readings.*.choice={each}" for each in CHOICES_SHOWN), 3),
    # A worker that does not know it would take it for a deal to assess.
    "CheckDeals.after": 3,
    "META.handed": 3,
    "ANSWER.to": 3,
    **dict.fromkeys((f"ANSWER.{each}" for each in ("act", "subject", "content", "at", "until")), 3),
    "APPROVAL.act": 3,
    "APPROVAL.at": 3,
}
"""Names with legal, access or alert effect added after FIRST, with their FORMAT."""

ADDED_TO_MANY: Mapping[str, int] = {
    **dict.fromkeys((".calendar", ".roll", ".first_day", ".clear", ".source"), 3),
    **dict.fromkeys(
        (f".unit={unit}" for unit in ("hours", "weeks", "months", "quarters", "years")), 3
    ),
}
"""How names end that were added to every provision and period of the terms and of the team."""
_MANY = ("Terms.provisions[", "Terms.indenture.", "Team.targets.")

DESCRIPTIVE: frozenset[str] = frozenset(
    {
        "DELIVERY.root_cause",
        "THREAD.day",
        "THREAD.deal",
        "THREAD.delivery",
        "Team.people.digest_by",
        "Team.people.invitations",
        "People.people.invitations",
        "Team.people.mobile",
        "People.people.mobile",
        "MOBILE.mark",
        "MOBILE.at",
        "DELIVERY.digest",
        "DELIVERY.correlation",
        "AUDIT.correlation",
        "DEAL.deal",
        "DEALS.members",
        "MEMBER.deal",
        *(f"MEMBERS.{each}" for each in ("after", "on", "until")),
        "META.paused_by",
        "Deliver.rank",
        "AUDIT.expires_at",
        "AUDIT.before",
        "AUDIT.token",
        "WATCH.unchecked",
        "WATCH.progress",
        "WATCH.looked_at",
        "WATCH.reported",
        *(f"VALUES.{each}" for each in ("as_of", "known_at", "terms_version", "body", "at", "of")),
        "VALUES.compared",
        *(f"VERDICT.{each}" for each in ("at", "as_of", "figures_at", "agreed", "of")),
        *(f"VERDICT.{each}" for each in ("not_covered", "differing", "failing_since")),
        *(f"SENT.{each}" for each in ("alerts", "before", "changing", "seen", "whole_since")),
        "ANSWER.note",
        "LINK.ref",
        "Team.mailbox",
        "Team.checks",
        *(f"Team.checks.*.{each}" for each in ("drafted_by", "checked_by", "on", "version")),
    }
)
"""Names added after release 0.1.0 that older releases may ignore."""

KEYS = frozenset({"PK", "SK", "GSI1PK", "GSI1SK", "GSI2PK", "GSI2SK"})
"""Key attributes, which every release reads."""

_WITH_WORDS = frozenset(name.partition("=")[0] for name in SINCE if "=" in name)

M = TypeVar("M", bound=BaseModel)
_ENDS = re.compile(r"[.\[=]")
_SHARED_PARTITIONS = frozenset({"DEAL", "PERSON", "AUDIT"})
"""Partitions that hold several kinds of item."""


def needs(names: Iterable[str]) -> int:
    """The lowest format that a reader must know for these names."""
    return max((since_of(name) for name in names), default=FIRST)


def since_of(name: str) -> int:
    """The format that a name needs: its own, or that of the name it is within."""
    while name and name not in SINCE:
        if name.startswith(_MANY):
            ended = (since for end, since in ADDED_TO_MANY.items() if name.endswith(end))
            if since := next(ended, None):
                return since
        name = name[: max(map(name.rfind, ".[="))] if _ENDS.search(name) else ""
    return SINCE.get(name, FIRST)


def kind_of(pk: str, sk: str) -> str:
    """The kind of an item from its keys, such as DELIVERY, TERMS or META."""
    partition = pk.partition("#")[0]
    return sk.partition("#")[0] if partition in _SHARED_PARTITIONS else partition


def needs_of_item(pk: str, sk: str, attributes: Mapping[str, object]) -> int:
    """The format that these attributes need; None is not written and needs nothing."""
    kind = kind_of(pk, sk)
    stored = {f"{kind}.{name}": value for name, value in attributes.items() if value is not None}
    words = (
        f"{name}={value.partition(':')[0]}"
        for name, value in stored.items()
        if name in _WITH_WORDS and isinstance(value, str)
    )
    return needs((*stored, *words))


def most_besides(kind: str, known: Iterable[str]) -> int:
    """The highest format that an item of a kind can need by other attributes than the known."""
    names = {f"{kind}.{name}" for name in known}
    mine = ((name.partition("=")[0], since) for name, since in SINCE.items())
    others = (since for name, since in mine if name.startswith(f"{kind}.") and name not in names)
    return max(others, default=FIRST)


def needs_of_model(*models: BaseModel) -> int:
    """The format that models need, from the fields and values they use."""
    extended = (model for model in models if has_new_names(type(model)))
    return needs(name for model in extended for name in names_used(model))


def has_new_names(model: type[BaseModel]) -> bool:
    """Whether SINCE has a name of this model; only then are its fields searched."""
    return any(name.startswith(f"{model.__name__}.") for name in SINCE)


def names_used(model: BaseModel, at: str = "") -> Iterator[str]:
    """The names that a model uses: its fields with non-default values, and those values."""
    path = at or type(model).__name__
    for name, field in type(model).model_fields.items():
        value = getattr(model, name)
        if field.is_required() or value != field.get_default(call_default_factory=True):
            yield f"{path}.{name}"
            yield from _values_used(value, f"{path}.{name}")


def _values_used(value: object, at: str) -> Iterator[str]:
    match value:
        case BaseModel():
            kind = type_of(type(value))
            yield from names_used(value, f"{at}[{kind}]" if kind else at)
        case Mapping():
            for key, child in value.items():
                yield f"{at}={key}"
                yield from _values_used(child, f"{at}.*")
        case list() | tuple() | set() | frozenset():
            for item in value:
                yield from _values_used(item, at)
        case str():
            yield f"{at}={value}"


def type_of(model: type[BaseModel]) -> str:
    """The value of a model's `type`, such as "deadline", the first if it has several; "" if it has
    no `type`.
    """
    field = model.model_fields.get("type")
    words: tuple[Any, ...] = getattr(field.annotation, "__args__", ()) if field else ()
    return str(words[0]) if words else ""


def needs_in(text: str) -> int:
    """The format that a JSON text declares in `needs`; 0 if none."""
    try:
        data = json.loads(text)
    except ValueError:
        return 0
    value = data.get("needs") if isinstance(data, dict) else None
    return value if isinstance(value, int) else 0


def load_model(model: type[M], text: str) -> M:
    """The model in a stored text. Unknown names are ignored; `needs` covers those that must not be.

    Files written by people are read strictly, elsewhere. Raises pydantic's ValidationError.
    """
    return model.model_validate_json(text, extra="ignore")
