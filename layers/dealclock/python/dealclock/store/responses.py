"""People's responses and approvals, escalations, emergency access and handled requests."""

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from operator import attrgetter

from dealclock.errors import NotFoundError
from dealclock.people.acts import Act
from dealclock.people.links import fingerprint
from dealclock.people.people import Glass, Person
from dealclock.store import keys
from dealclock.store.acts import APPROVAL, act_in, response_item
from dealclock.store.archive import entry
from dealclock.store.closings import OPEN, refuse_closed
from dealclock.store.codec import Codec
from dealclock.store.deal import META, Meta, woken
from dealclock.store.item import Item, Value
from dealclock.store.snapshot import meta_in
from dealclock.store.table import TRIES, OnTable, OvertakenError
from dealclock.store.write import (
    ALWAYS,
    NEW,
    PRESENT,
    Absent,
    AtMost,
    Condition,
    Equals,
    Put,
    Update,
    all_of,
    any_of,
)


def count_unchanged(name: str, count: int) -> Condition:
    """The condition that the deal has exactly `count` responses, or approvals, by attribute."""
    return Equals(name, count) if count else all_of(PRESENT, Absent(name))


def _counted(meta: Meta, name: str, **changes: Value | None) -> Update:
    """The write of one more response, or approval, to a deal that is open and has no other since
    `meta` was read, with other changes.
    """
    count: int = getattr(meta, name)
    same = all_of(count_unchanged(name, count), OPEN)
    more = META.changes(**{name: count + 1})
    return Update(keys.of_deal(meta.id), keys.META, {**more, **changes}, same)


_ACCESS_TTL = timedelta(days=2)  # stored with the person after it ends

GLASS = Codec(Glass)


class Responses(OnTable):
    """Acknowledgments, approvals, emergency access, escalations, and handled requests."""

    def of_deal(self, deal: str) -> tuple[Act, ...]:
        """Every response to a deal's alerts, in chronological order."""
        rows = self._rows(keys.of_deal(deal), keys.response(""))
        return tuple(sorted(map(act_in, rows), key=attrgetter("at")))

    def respond(
        self,
        deal: str,
        decide: Callable[[tuple[Act, ...]], tuple[Act, bool]],
        now: datetime,
        by: str,
    ) -> tuple[Act, bool]:
        """Append what `decide` returns for the responses so far; it is called again if overtaken.

        With the response is whether it was already recorded; then nothing is written.

        The next check assesses the deal and finds when the response expires. `by` is the caller,
        for the audit trail. Raises NotFoundError, OvertakenError, and what `decide` raises.
        """
        pk = keys.of_deal(deal)
        for _ in range(TRIES):
            meta = self._open(deal)
            done, already = decided = decide(self.of_deal(deal))
            if already:
                return decided
            changes = woken(deal, meta.rehearsal)
            if done.to:
                owners = {**meta.owners, done.subject: done.to}
                handed = tuple(f"{name} {person}" for name, person in owners.items())
                changes = {**changes, **META.changes(handed=handed)}
            detail: dict[str, str | int] = {
                "instance": done.subject,
                "person": done.by,
                "revision": int(done.content),
                "until": done.until.isoformat() if done.until else "",
                **({"to": done.to, "why": done.note} if done.to else {}),
            }
            sk = keys.response(f"{done.subject}#{keys.instant(done.at)}#{meta.handled + 1:06d}")
            # If not, someone else responded meanwhile, or our own write succeeded and its response
            # was lost: read again.
            if self._tried(
                Put.at(pk, sk, response_item(done), NEW),
                _counted(meta, "handled", **changes),
                entry(deal, done.action, by, now, detail),
            ):
                return decided
        raise OvertakenError("other responses to the deal's alerts kept being recorded; try again")

    def _open(self, deal: str) -> Meta:
        """The status of an open deal; raises NotFoundError, ConflictError."""
        row = self._table.get(keys.of_deal(deal), keys.META)
        if row is None:
            raise NotFoundError(f"there is no deal {deal!r}; load it first.")
        meta = meta_in(deal, row)
        refuse_closed(meta)
        return meta

    def approvals(self, deal: str) -> tuple[Act, ...]:
        """Every approval of a deal, in chronological order."""
        rows = self._rows(keys.of_deal(deal), keys.approval(""))
        return tuple(sorted(map(act_in, rows), key=attrgetter("at")))

    def approve(self, deal: str, approval: Act, by: str) -> Act | None:
        """Append an approval; returns the existing one, or None. `by` is for the audit trail.

        Raises NotFoundError, ConflictError, OvertakenError.
        """
        pk, sk = keys.of_deal(deal), keys.approval(f"{approval.subject}#{approval.content}")
        for _ in range(TRIES):
            meta = self._open(deal)
            existing = self._table.get(pk, sk)
            if existing is not None:
                return act_in(existing)
            detail: dict[str, str | int] = {
                "subject": approval.subject,
                "person": approval.by,
            }
            # If not, someone approved meanwhile, or our own write succeeded and its response was
            # lost: read again.
            if self._tried(
                Put.at(pk, sk, APPROVAL.item(approval), NEW),
                _counted(meta, "approved"),
                entry(deal, "approved", by, approval.at, detail),
            ):
                return None
        raise OvertakenError("other approvals of the deal kept being recorded; try again")

    def to_escalate(self, rehearsal: bool, by: datetime) -> tuple[tuple[str, datetime], ...]:
        """The live deals, or rehearsals, with an escalation due by an instant (included): each with
        the instant of its next one.
        """
        last = f"{keys.instant(by)}$"  # sorts after every key of that instant
        rows = self._table.query(keys.escalations(rehearsal), "0", last, index=keys.WAKE_INDEX)
        return tuple(
            (
                keys.deal_in(row.text("PK")),
                datetime.fromisoformat(row.text("GSI1SK").partition("#")[0]),
            )
            for row in rows
        )

    def set_escalation(
        self, deal: str, rehearsal: bool, at: datetime | None, known_at: datetime
    ) -> bool:
        """Set the deal's next escalation, None for none.

        False if a run with a later `known_at` already set it on a live deal, since a late repeat
        knows less. A rehearsal may go back, so its last write counts.
        """
        item: Item = {
            "known_at": known_at,
            **(keys.escalation(rehearsal, at, deal) if at is not None else {}),
        }
        latest = ALWAYS if rehearsal else any_of(NEW, AtMost("known_at", known_at))
        return self._wrote(Put.at(keys.of_deal(deal), keys.ESCALATE, item, latest))

    def grant_emergency_access(self, glass: Glass, by: str) -> None:
        """Grant emergency access, with an audit entry. `by` is the caller."""
        item = GLASS.item(glass)
        at = keys.instant(glass.since)
        expires = int((glass.until + _ACCESS_TTL).timestamp())
        granted = (
            (glass.deal, glass.slack, item),
            (keys.person(glass.slack), glass.deal, {**item, "expires_at": expires}),
        )
        puts = [
            Put.at(keys.of_deal(holder), keys.emergency_access(f"{at}#{other}"), attributes, NEW)
            for holder, other, attributes in granted
        ]
        detail = {"person": glass.person, "until": keys.instant(glass.until), "why": glass.why}
        audited = entry(glass.deal, "broke the glass", by, glass.since, detail)
        self._commit(*puts, audited)

    def emergency_access_of(self, slack: str) -> tuple[Glass, ...]:
        """The user's recent emergency accesses to any deal, in one query."""
        return self.emergency_access_to(keys.person(slack))

    def emergency_access_to(self, deal: str) -> tuple[Glass, ...]:
        """Every emergency access to the deal, oldest first."""
        return tuple(map(GLASS.read, self._rows(keys.of_deal(deal), keys.emergency_access(""))))

    def prove_mobile(self, deal: str, person: Person, by: str, now: datetime) -> None:
        """Record that the person gets what is sent to the number, with an audit entry."""
        proved: Item = {"mark": fingerprint(person.mobile or ""), "at": now}
        self._commit(
            Put.at(keys.of_deal(deal), keys.mobile(person.id), proved),
            entry(deal, "proved a mobile number", by, now, {"person": person.id}),
        )

    def has_proved_mobile(self, deal: str, person: Person | None) -> bool:
        """Whether the person has proved the number that the team now has."""
        if person is None or person.mobile is None:
            return False
        row = self._table.get(keys.of_deal(deal), keys.mobile(person.id))
        return row is not None and row.text("mark") == fingerprint(person.mobile)

    def put_key(self, key: str, now: datetime, ttl: timedelta) -> bool:
        """Record a key for `ttl`; True if new or expired, for exactly one of several callers.

        DynamoDB may remove expired items days later, so an expired key counts as missing.
        """
        token = secrets.token_hex(8)
        gone = any_of(NEW, AtMost("expires_at", int(now.timestamp())))
        if self._wrote(_key(key, token, now + ttl, gone)):
            return True
        # The client repeats a write whose response was lost, and then finds its own item.
        existing = self._table.get(keys.request(key), keys.SEEN)
        return existing is not None and existing.text("token") == token

    def has_key(self, key: str, now: datetime) -> bool:
        """Whether the key is recorded and has not expired."""
        existing = self._table.get(keys.request(key), keys.SEEN)
        return existing is not None and existing.number("expires_at") > int(now.timestamp())

    def drop_key(self, key: str, now: datetime) -> None:
        """Forget the key, because its request certainly had no effect."""
        self._table.write(_key(key, "", now))


def _key(key: str, token: str, until: datetime, when: Condition = ALWAYS) -> Put:
    item: Item = {"token": token, "expires_at": int(until.timestamp())}
    return Put.at(keys.request(key), keys.SEEN, item, when)
