"""Which releases may read what is kept or queued: the marks each item carries, and what they mean.

    format   what the release that wrote the item knew: FORMAT
    needs    the least that a release must know to read it rightly

A release that knows `needs` reads the item and ignores fields it has no name for; one that does not
raises TooNew for that item and for nothing else. Items from before the marks count as format 0.

A field or a word that can change a date, an amount, who may read or whom to alert goes into SINCE,
and FORMAT with it; ignoring an unknown suspension rule would give a wrong date in silence. Anything
else goes into DESCRIPTIVE. An item needs only what it uses, so a deal without the new field stays
readable by the release before. Names are those of what is stored:

    Terms.provisions[deadline].within   a field of a model; of a provision, by its type
    Fact.kind=shelf-withdrawn           a word in such a field; a key, where the field has keys
    DELIVERY.not_before                 an attribute of an item, by the kind of item

tests/contract/formats fails for a name that is in neither and that the newest release did not know.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel

FORMAT = 2
"""What this release knows. Raised by one in a release that adds to SINCE."""

FIRST = 1
"""What every item needs that uses nothing of SINCE."""

SINCE: Mapping[str, int] = {
    "DELIVERY.others": 2,
    "DELIVERY.carried_by": 2,
    "DELIVERY.left_out": 2,
    "DELIVERY.reply_to": 2,
}
"""What has legal, access or alert effect and came after FIRST, with the FORMAT it came with."""

DESCRIPTIVE: frozenset[str] = frozenset(
    {
        "DELIVERY.root_cause",
        "THREAD.day",
        "THREAD.deal",
        "THREAD.delivery",
        "Team.people.digest_by",
        "Team.people.invitations",
        "People.people.invitations",
        "DELIVERY.digest",
        "DEAL.deal",
        "ANSWER.note",
        "LINK.ref",
        "Team.mailbox",
    }
)
"""What came after release 0.1.0 and may be ignored: it changes no date, amount, reader or alert."""

KEYS = frozenset({"PK", "SK", "GSI1PK", "GSI1SK", "GSI2PK", "GSI2SK"})
"""Attributes that every release reads, for any needs of the item: they say which item it is."""

M = TypeVar("M", bound=BaseModel)
_SHARED = frozenset({"DEAL", "PERSON", "AUDIT"})
"""Partitions that hold several kinds of item."""


def needs(names: Iterable[str]) -> int:
    """The least format a reader must know for these names."""
    return max((SINCE[name] for name in names if name in SINCE), default=FIRST)


def kind_of(pk: str, sk: str) -> str:
    """The kind of an item, by its keys: DELIVERY, TERMS, META; of a shared partition, by SK."""
    partition = pk.partition("#")[0]
    return sk.partition("#")[0] if partition in _SHARED else partition


def needs_of_item(pk: str, sk: str, attributes: Mapping[str, object]) -> int:
    """What the attributes given need; None is not written and needs nothing."""
    kind = kind_of(pk, sk)
    return needs(f"{kind}.{name}" for name, value in attributes.items() if value is not None)


def needs_of_model(*models: BaseModel) -> int:
    """What a model needs, by every field that says something and every word in it."""
    changed = (model for model in models if has_changed(type(model)))
    return needs(name for model in changed for name in used(model))


def has_changed(model: type[BaseModel]) -> bool:
    """Whether a name of SINCE is one of this model's; only then is a whole model searched."""
    return any(name.startswith(f"{model.__name__}.") for name in SINCE)


def used(model: BaseModel, at: str = "") -> Iterator[str]:
    """The names a model uses: its fields that are not as by default, and the words in them."""
    here = at or type(model).__name__
    for name, field in type(model).model_fields.items():
        value = getattr(model, name)
        if field.is_required() or value != field.get_default(call_default_factory=True):
            yield f"{here}.{name}"
            yield from _said(value, f"{here}.{name}")


def _said(value: object, at: str) -> Iterator[str]:
    match value:
        case BaseModel():
            kind = type_of(type(value))
            yield from used(value, f"{at}[{kind}]" if kind else at)
        case Mapping():
            for key, each in value.items():
                yield f"{at}={key}"
                yield from _said(each, f"{at}.*")
        case list() | tuple() | set() | frozenset():
            for each in value:
                yield from _said(each, at)
        case str():
            yield f"{at}={value}"


def type_of(model: type[BaseModel]) -> str:
    """The word that distinguishes one of several models, such as "deadline"; "" without."""
    field = model.model_fields.get("type")
    words: tuple[Any, ...] = getattr(field.annotation, "__args__", ()) if field else ()
    return str(words[0]) if len(words) == 1 else ""


def needs_in(text: str) -> int:
    """What a text of JSON says that it needs; 0 where it says nothing."""
    try:
        data = json.loads(text)
    except ValueError:
        return 0
    found = data.get("needs") if isinstance(data, dict) else None
    return found if isinstance(found, int) else 0


def kept(model: type[M], text: str) -> M:
    """The model in a kept text. A name it does not know is ignored: what must not be is in `needs`.

    Files that people write are read strictly, elsewhere. Raises pydantic's ValidationError.
    """
    return model.model_validate_json(text, extra="ignore")
