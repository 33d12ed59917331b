"""The audit trail and the archive of messages. Entries are never changed or removed."""

import hashlib
import json
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from operator import attrgetter
from typing import Literal, get_args

from dealclock.alerts.delivery import Route
from dealclock.alerts.outcome import State
from dealclock.correlation import CORRELATION
from dealclock.errors import LostError
from dealclock.people.acts import Note
from dealclock.records import record
from dealclock.store import keys
from dealclock.store.codec import Codec
from dealclock.store.delivery import RENDITION, DeliveryKey, Rendition, state
from dealclock.store.item import Item, StoredItem
from dealclock.store.table import OnTable
from dealclock.store.write import NEW, Append, Put

DAILY_KEPT = timedelta(days=400)

_LINKED_SINCE = 3  # the format of the first release whose audit entries are linked
ARCHIVED = "archived"
"""How the audit entry of a message begins; its kind follows."""
Kind = Literal["message", "mail", "update", "answer", "file"]

_SEALED = (
    *("SK", "kind", "to", "about", "deals", "text", "sha256", "as_of", "known_at"),
    *("terms_version", "team_version", "engine", "rendered_at"),
)


@record
class ArchiveEntry:
    """A message to archive outside a claim: an update, an answer, or the text of a delivered file.

    `to` is a route, or the Slack user who asked; `about` the obligation instances, separated by
    spaces, "" for none; `deals` the ids of the deals covered. `rendition` must have its `as_of`.
    """

    kind: Kind
    to: str
    deals: tuple[str, ...]
    rendition: Rendition
    about: str = ""


ARCHIVE_ENTRY = Codec(ArchiveEntry, required=("about",), parts={"rendition": RENDITION})


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedMessage(Rendition):
    """A message read from the archive: what was sent, to whom, and what became of it.

    `state`, `ended_at` and `cause` are those of its delivery, None without one; `wrong` is why
    verification failed, "" if it passed.
    """

    kind: Kind
    to: str
    about: str
    at: datetime
    state: State | None
    ended_at: datetime | None
    cause: str | None
    wrong: str

    def is_about(self, instance: str) -> bool:
        """Whether it covers the obligation instance."""
        return instance in self.about.split(" ")


ARCHIVED_MESSAGE = Codec(
    ArchivedMessage,
    apart=("kind", "state", "ended_at", "cause", "wrong", *RENDITION.apart),
    names={"at": "rendered_at"},
)


def archived(message: ArchiveEntry, key: str, now: datetime) -> tuple[Put, Append]:
    """The writes of a message: its text, its sources and both hashes, and the audit entry that
    holds the second one in its chain.

    It is stored with the deal if it covers exactly one, otherwise in the general archive.
    """
    attributes: Item = {
        "PK": keys.of_deal(message.deals[0]) if len(message.deals) == 1 else keys.AUDIT,
        "SK": key,
        **ARCHIVE_ENTRY.item(message),
        "sha256": text_hash(message.rendition.text),
        "rendered_at": now,
    }
    sealed, deal = seal(attributes), message.deals[0] if len(message.deals) == 1 else None
    link = {"message": key, "seal": sealed}
    added = entry(deal, f"{ARCHIVED} {message.kind}", message.to, now, link)
    return Put({**attributes, "seal": sealed}, NEW), added


def text_hash(text: str) -> str:
    """The SHA-256 of the text alone."""
    return hashlib.sha256(text.encode()).hexdigest()


def seal(message: Mapping[str, object]) -> str:
    """The SHA-256 of every archived attribute of a message."""
    values = [_to_json(message.get(name)) for name in _SEALED]
    return hashlib.sha256(json.dumps(values).encode()).hexdigest()


def kind_of(route: Route) -> Kind:
    """The kind of message sent by a route: "mail" by email, otherwise "message"."""
    return "mail" if route.kind == "email" else "message"


def _to_json(value: object) -> object:
    match value:
        case datetime():
            return keys.instant(value)
        case date():
            return value.isoformat()
        case tuple():
            return [str(part) for part in value]
        case _:
            return value


def _delivery_of(row: StoredItem) -> str:
    """The key of a message's delivery; a key that does not exist if it has none."""
    _, day, delivery, _ = row.text("SK").split("#", 3)
    return keys.delivery(date.fromisoformat(day), delivery)


def _latest_keys(rows: list[StoredItem]) -> dict[str, str]:
    """The sort key of the latest message of each delivery."""
    by_time = sorted(rows, key=lambda row: row.instant("rendered_at"))
    return {_delivery_of(row): row.text("SK") for row in by_time}


def _read(row: StoredItem, delivery: StoredItem | None, wrong: str) -> ArchivedMessage:
    ended = delivery is not None and "told_at" in delivery
    return ARCHIVED_MESSAGE.read(
        row,
        kind=_kind(row, delivery),
        state=state(delivery) if delivery else None,
        ended_at=delivery.instant("told_at") if delivery and ended else None,
        cause=delivery.text("cause") if delivery and "cause" in delivery else None,
        wrong=wrong,
    )


def _kind(row: StoredItem, delivery: StoredItem | None) -> Kind:
    name = row.text("kind")
    kinds: tuple[Kind, ...] = get_args(Kind)
    for kind in kinds:
        if name == kind:
            return kind
    return kind_of(Route.parse(delivery.text("route"))) if delivery else "message"


def _mismatch(row: StoredItem, delivery: StoredItem | None, last: Mapping[str, str]) -> str:
    """Why a message differs from what was archived, "" if no difference is detectable."""
    if text_hash(row.text("text")) != row.text("sha256"):
        return "its text differs from the text archived"
    if seal(_sealed_values(row)) != row.text("seal"):
        if row.is_of_later_release:
            return "it was archived by a newer release, and only that release can check its sources"
        return "its sources differ from those archived"
    is_latest = last.get(_delivery_of(row)) == row.text("SK")
    comparable = delivery is not None and is_latest and "rendition_sha256" in delivery
    if delivery and comparable and delivery.text("rendition_sha256") != row.text("sha256"):
        return "its delivery record has a different text"
    return ""


def _sealed_values(row: StoredItem) -> dict[str, object]:
    values: dict[str, object] = {}
    for name in _SEALED:
        if name in row:
            match name:
                case "terms_version" | "team_version":
                    values[name] = row.number(name)
                case "deals":
                    values[name] = row.texts(name)
                case _:
                    values[name] = row.text(name)
    return values


NOTE = Codec(Note, apart=("id",), names={"at": "noted_at"}, required=("attachments",))


def _note(row: StoredItem) -> Note:
    return NOTE.read(row, id=row.text("SK").partition("#")[2])


Detail = Mapping[str, str | int]


@record
class AuditEntry:
    """An audit entry: what was done, by whom and when. `detail` is JSON; `correlation` the id of
    the request or check that it was part of.
    """

    what: str
    who: str
    at: datetime
    detail: str
    correlation: str = ""


AUDIT_ENTRY = Codec(AuditEntry)


def entry(
    deal: str | None, what: str, who: str, now: datetime, detail: Detail | None = None
) -> Append:
    """An audit entry, to be written in the same transaction as the change it records."""
    text = json.dumps(dict(detail or {}), sort_keys=True)
    cause = {"correlation": CORRELATION.get()} if CORRELATION.get() else {}
    item: Item = {"what": what, "who": who, "at": now, "detail": text, **cause}
    return Append(keys.of_deal(deal) if deal else keys.AUDIT, item)


@record
class ChainCheck:
    """A chain of audit entries: how many it has, the SHA-256 of the last, "" for none, and a
    sentence on each entry or message that was removed, replaced or added since.
    """

    count: int
    head: str
    wrong: tuple[str, ...]


class Archive(OnTable):
    """Audit entries, sent messages, and notes stored by earlier releases."""

    def audit(
        self, deal: str | None, what: str, who: str, now: datetime, detail: Detail | None = None
    ) -> None:
        """Append an audit entry to a deal's archive, or to the general one."""
        self._commit(entry(deal, what, who, now, detail))

    def audit_daily(
        self, deal: str | None, what: str, who: str, now: datetime, detail: Detail
    ) -> None:
        """The same, once a day (UTC) for the same detail: for what anybody on the internet can
        cause, as often as they like. An entry outside any deal expires after DAILY_KEPT, and is
        therefore in no chain; that of a deal may be there twice if requests come at once.
        """
        day = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        added = entry(deal, what, who, now, detail)
        name = text_hash(f"{what}\n{who}\n{added.item['detail']}")[:16]
        mark = f"AUDIT#{keys.instant(day)}#{name}"
        kept = DAILY_KEPT if deal is None else timedelta(days=2)
        expires = {"expires_at": int((now + kept).timestamp())}
        if deal is None:
            self._wrote(Put.at(keys.AUDIT, mark, {**added.item, **expires}, NEW))
        elif self._table.get(seen := keys.request(f"{deal}/{mark}"), keys.SEEN) is None:
            self._commit(added)
            self._table.write(Put.at(seen, keys.SEEN, {"token": "", **expires}))

    def entries(self, deal: str) -> Iterator[AuditEntry]:
        """Every audit entry of a deal, in the order of their keys."""
        return map(AUDIT_ENTRY.read, self._rows(keys.of_deal(deal), "AUDIT#"))

    def add_message(self, message: ArchiveEntry, now: datetime) -> None:
        """Archive a message before it is sent; if this raises, it must not be sent."""
        name = f"{message.kind}-{keys.instant(now)}"
        day = message.rendition.as_of or now.date()
        key = keys.rendition(day, name, secrets.token_hex(8))
        self._commit(*archived(message, key, now))

    def messages(self, deal: str) -> tuple[ArchivedMessage, ...]:
        """Every message about a deal, in chronological order."""
        sent = {row.text("SK"): row for row in self._rows(keys.of_deal(deal), "DELIVERY#")}
        own = list(self._rows(keys.of_deal(deal), "RENDITION#"))
        last = _latest_keys(own)
        general = [r for r in self._rows(keys.AUDIT, "RENDITION#") if deal in r.texts("deals")]
        messages = []
        for row in (*own, *general):
            delivery = sent.get(_delivery_of(row))
            wrong = _mismatch(row, delivery, last)
            messages.append(_read(row, delivery or self._digest_delivery(row), wrong))
        return tuple(sorted(messages, key=attrgetter("at")))

    def messages_of(self, key: DeliveryKey) -> tuple[ArchivedMessage, ...]:
        """The messages of one delivery, in chronological order: the one sent, and each update."""
        pk, prefix = keys.of_deal(key.deal), keys.rendition(key.day, key.id, "")
        delivery = self._table.get(*key.at)
        own = list(self._rows(pk, prefix))
        last = _latest_keys(own)
        messages = (_read(row, delivery, _mismatch(row, delivery, last)) for row in own)
        return tuple(sorted(messages, key=attrgetter("at")))

    def check(self, deal: str | None, noted: tuple[int, str] | None = None) -> ChainCheck:
        """Check every link of a deal's archive, or of the general one, and its messages.

        `noted` is the number and the hash of an entry as an earlier check gave it: one that was
        rewritten together with all that follow is found only by that. Entries of 0.1.0 and 0.2.0
        have no links.
        """
        pk, wrong, seals = keys.of_deal(deal) if deal else keys.AUDIT, [], {}
        number, head, after = 0, "", "the beginning"
        for row in self._table.query(pk, *keys.CHAIN):
            try:
                this, at, what = keys.number_of(row.text("SK")), row.text("at"), row.text("what")
                before, detail = row.text("before"), json.loads(row.text("detail"))
            except (LostError, ValueError):
                wrong.append(f"{row.text('SK')}, after {after}, is unreadable: it was replaced")
                number, head = keys.number_of(row.text("SK")), row.sha256
                continue
            if this != number + 1:
                gone = (
                    f"entries {number + 1} to {this - 1}"
                    if this - number > 2
                    else f"entry {this - 1}"
                )
                wrong.append(f"{gone} between {after} and {at}: removed")
            elif before != head:
                wrong.append(
                    f"entry {number}, {after}: replaced, since entry {this} is linked to another"
                )
            if what.startswith(f"{ARCHIVED} "):
                seals[detail["message"]] = (detail["seal"], at)
            number, head, after = this, row.sha256, at
            if noted and noted[0] == this and noted[1] != head:
                wrong.append(
                    f"entry {this}, {at}: replaced, since it had another hash when it was noted"
                )
        if noted and noted[0] > number:
            wrong.append(f"entries {number + 1} to {noted[0]} after {after}: removed")
        for row in self._rows(pk, "RENDITION#"):
            key = row.text("SK")
            expected, at = seals.pop(key, ("", row.text("rendered_at")))
            if not expected and row.format >= _LINKED_SINCE:
                wrong.append(f"message {key}, {at}: added without an entry")
            elif expected and row.text("seal") != expected:  # else `_mismatch` compares it
                wrong.append(f"message {key}, {at}: replaced")
        wrong += (f"message {key}, {at}: removed" for key, (_, at) in seals.items())
        return ChainCheck(number, head, tuple(wrong))

    def _digest_delivery(self, row: StoredItem) -> StoredItem | None:
        """The delivery of a digest, stored with its reader; None for other messages."""
        kind, _, reader = row.text("to").partition(":")
        if kind not in ("email", "dm"):
            return None
        return self._table.get(keys.of_deal(keys.person(reader)), _delivery_of(row))

    def note(self, deal: str, note_id: str) -> Note | None:
        """One note of a deal."""
        row = self._table.get(keys.of_deal(deal), keys.note(note_id))
        return _note(row) if row else None

    def notes(self, deal: str, instance: str | None = None) -> tuple[Note, ...]:
        """The notes of a deal, or of one instance, in chronological order."""
        notes = map(_note, self._rows(keys.of_deal(deal), keys.note("")))
        wanted = (note for note in notes if instance in (None, note.instance))
        return tuple(sorted(wanted, key=attrgetter("at")))
