"""What was asked, changed, refused and sent. Nothing here changes or removes an entry."""

import hashlib
import json
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, get_args

from dealclock.alerts.delivery import Route, State
from dealclock.store import keys
from dealclock.store.codec import Codec
from dealclock.store.delivery import RENDITION, DeliveryKey, Rendition, state
from dealclock.store.item import Item, StoredItem
from dealclock.store.table import OnTable
from dealclock.store.write import NEW, Put

Kind = Literal["message", "mail", "update", "answer", "file"]

_SEALED = (
    *("SK", "kind", "to", "about", "deals", "text", "sha256", "as_of", "known_at"),
    *("terms_version", "team_version", "engine", "rendered_at"),
)


@dataclass(frozen=True, slots=True)
class ArchiveEntry:
    """A rendition to keep beside no claim: an update of a message, an answer, or the words of a
    file that was given.

    `to` is a route, or the Slack user who asked; `about` the obligation instance, of a post with
    several all of them with spaces between, "" for none; `deals` the ids of the deals it tells of.
    `rendition` must say its `as_of`.
    """

    kind: Kind
    to: str
    deals: tuple[str, ...]
    rendition: Rendition
    about: str = ""


KEPT = Codec(ArchiveEntry, required=("about",), parts={"rendition": RENDITION})


@dataclass(frozen=True, slots=True)
class ArchivedMessage:
    """A rendition as it is read back.

    `state`, `ended_at` and `cause` are of the delivery it was made for, None without one;
    `wrong` says why it does not verify, "" when it does.
    """

    kind: Kind
    to: str
    about: str
    text: str
    as_of: date | None
    known_at: datetime | None
    terms_version: int
    team_version: int
    engine: str
    at: datetime
    state: State | None
    ended_at: datetime | None
    cause: str | None
    wrong: str

    def is_about(self, instance: str) -> bool:
        """Whether it covers the obligation instance, alone or with others."""
        return instance in self.about.split(" ")


TOLD = Codec(
    ArchivedMessage,
    apart=("kind", "to", "about", "state", "ended_at", "cause", "wrong"),
    names={"at": "rendered_at"},
)


def item(kept: ArchiveEntry, key: str, now: datetime) -> Item:
    """The item of a rendition: its words, what they were made from, and both hashes.

    What tells of one deal is kept with the deal, anything else in the archive of no deal.
    """
    written: Item = {
        "PK": keys.of_deal(kept.deals[0]) if len(kept.deals) == 1 else keys.AUDIT,
        "SK": key,
        **KEPT.item(kept),
        "sha256": of_words(kept.rendition.text),
        "rendered_at": now,
    }
    return {**written, "seal": seal(written)}


def of_words(text: str) -> str:
    """The hash of the words alone."""
    return hashlib.sha256(text.encode()).hexdigest()


def seal(kept: Mapping[str, object]) -> str:
    """The hash of everything that is kept of a rendition."""
    written = [_plain(kept.get(name)) for name in _SEALED]
    return hashlib.sha256(json.dumps(written).encode()).hexdigest()


def kind_of(route: Route) -> Kind:
    """What a delivery by that route is: a message, or a mail."""
    return "mail" if route.kind == "email" else "message"


def _plain(value: object) -> object:
    match value:
        case datetime():
            return keys.instant(value)
        case date():
            return value.isoformat()
        case tuple():
            return [str(each) for each in value]
        case _:
            return value


def _delivery_of(row: StoredItem) -> str:
    """The key of the delivery a rendition was made for; of none, a key there is not."""
    _, day, delivery, _ = row.text("SK").split("#", 3)
    return keys.delivery(date.fromisoformat(day), delivery)


def _last_of_each(own: list[StoredItem]) -> dict[str, str]:
    """The sort key of the latest rendition of each delivery."""
    latest: dict[str, StoredItem] = {}
    for row in own:
        key = _delivery_of(row)
        if key not in latest or row.instant("rendered_at") >= latest[key].instant("rendered_at"):
            latest[key] = row
    return {key: row.text("SK") for key, row in latest.items()}


def _read(row: StoredItem, delivery: StoredItem | None, wrong: str) -> ArchivedMessage:
    ended = delivery is not None and "told_at" in delivery
    to = row.text("to") if "to" in row else ""
    about = row.text("about") if "about" in row else ""
    if delivery is not None:
        to, about = to or delivery.text("route"), about or delivery.text("instance")
    return TOLD.read(
        row,
        kind=_kind(row, delivery),
        to=to,
        about=about,
        state=state(delivery) if delivery else None,
        ended_at=delivery.instant("told_at") if delivery and ended else None,
        cause=delivery.text("cause") if delivery and "cause" in delivery else None,
        wrong=wrong,
    )


def _kind(row: StoredItem, delivery: StoredItem | None) -> Kind:
    given = row.text("kind") if "kind" in row else ""
    kinds: tuple[Kind, ...] = get_args(Kind)
    for kind in kinds:
        if given == kind:
            return kind
    return kind_of(Route.parse(delivery.text("route"))) if delivery else "message"


def _wrong(row: StoredItem, delivery: StoredItem | None, last: Mapping[str, str]) -> str:
    """Why a rendition is not what was kept, as far as it can be seen."""
    if of_words(row.text("text")) != row.text("sha256"):
        return "its text differs from the text archived"
    if "seal" in row and seal(_sealed(row)) != row.text("seal"):
        if row.is_of_later_release:
            return "it was archived by a newer release, and only that release can check its sources"
        return "its sources differ from those archived"
    newest = last.get(_delivery_of(row)) == row.text("SK")
    witness = delivery is not None and newest and "rendition_sha256" in delivery
    if delivery and witness and delivery.text("rendition_sha256") != row.text("sha256"):
        return "its delivery record has a different text"
    return ""


def _sealed(row: StoredItem) -> dict[str, object]:
    found: dict[str, object] = {}
    for name in _SEALED:
        if name in row:
            match name:
                case "terms_version" | "team_version":
                    found[name] = row.number(name)
                case "deals":
                    found[name] = row.texts(name)
                case _:
                    found[name] = row.text(name)
    return found


@dataclass(frozen=True, slots=True)
class Note:
    """What a person wrote about an obligation instance.

    `clause` is that of the alert replied to; `attachments` counts what came along and was not kept.
    """

    id: str
    instance: str
    clause: str
    person: str
    at: datetime
    text: str
    attachments: int = 0


NOTE = Codec(Note, apart=("id",), names={"at": "noted_at"}, required=("attachments",))


def _about(notes: Iterable[Note], instance: str | None) -> Iterable[Note]:
    return (note for note in notes if instance is None or note.instance == instance)


def _note(row: StoredItem) -> Note:
    return NOTE.read(row, id=row.text("SK").partition("#")[2])


Detail = Mapping[str, str | int]


def entry(
    deal: str | None, what: str, who: str, now: datetime, detail: Detail | None = None
) -> Put:
    """An audit entry, to be written in the transaction of the change it tells of."""
    return Put(
        {
            "PK": keys.of_deal(deal) if deal else keys.AUDIT,
            "SK": f"AUDIT#{keys.instant(now)}#{secrets.token_hex(8)}",
            "what": what,
            "who": who,
            "at": now,
            "detail": json.dumps(dict(detail or {}), sort_keys=True),
        },
        NEW,
    )


class Archive(OnTable):
    """Audit entries, messages as they were sent, and notes that earlier releases filed."""

    def audit(
        self, deal: str | None, what: str, who: str, now: datetime, detail: Detail | None = None
    ) -> None:
        """Append an entry, to a deal's archive or to the one for what concerns no deal."""
        self._table.write(entry(deal, what, who, now, detail))

    def add_message(self, kept: ArchiveEntry, now: datetime) -> None:
        """Archive what is about to be said; when it raises, nothing must be said."""
        name = f"{kept.kind}-{keys.instant(now)}"
        day = kept.rendition.as_of or now.date()
        key = keys.rendition(day, name, secrets.token_hex(8))
        self._table.write(Put(item(kept, key, now), NEW))

    def messages(self, deal: str) -> tuple[ArchivedMessage, ...]:
        """Every message about a deal, in the order it was made."""
        sent = {row.text("SK"): row for row in self._rows(keys.of_deal(deal), "DELIVERY#")}
        own = list(self._rows(keys.of_deal(deal), "RENDITION#"))
        last = _last_of_each(own)
        beside = [r for r in self._rows(keys.AUDIT, "RENDITION#") if deal in r.texts("deals")]
        found = []
        for row in (*own, *beside):
            delivery = sent.get(_delivery_of(row))
            wrong = _wrong(row, delivery, last)
            found.append(_read(row, delivery or self._of_person(row), wrong))
        return tuple(sorted(found, key=lambda told: told.at))

    def messages_of(self, key: DeliveryKey) -> tuple[ArchivedMessage, ...]:
        """What one delivery of a deal told, in the order it was made: what was sent, and each time
        it was brought up to date."""
        pk, prefix = keys.of_deal(key.deal), keys.rendition(key.day, key.id, "")
        delivery = self._table.get(pk, keys.delivery(key.day, key.id))
        own = list(self._rows(pk, prefix))
        last = _last_of_each(own)
        found = (_read(row, delivery, _wrong(row, delivery, last)) for row in own)
        return tuple(sorted(found, key=lambda told: told.at))

    def _of_person(self, row: StoredItem) -> StoredItem | None:
        """The delivery of a digest, which is kept with its reader; None for what is no digest."""
        kind, _, reader = (row.text("to") if "to" in row else "").partition(":")
        if kind not in ("email", "dm"):
            return None
        return self._table.get(keys.of_deal(keys.person(reader)), _delivery_of(row))

    def _rows(self, pk: str, prefix: str) -> Iterator[StoredItem]:
        return self._table.query(pk, prefix, f"{prefix}~")

    def note(self, deal: str, note_id: str) -> Note | None:
        """One note of a deal."""
        row = self._table.get(keys.of_deal(deal), keys.note(note_id))
        return _note(row) if row else None

    def notes(self, deal: str, instance: str | None = None) -> tuple[Note, ...]:
        """Everything filed of a deal, or of one instance, in the order it came."""
        rows = self._table.query(keys.of_deal(deal), keys.note(""), keys.note("~"))
        return tuple(sorted(_about(map(_note, rows), instance), key=lambda note: note.at))
