"""What people did about a deal, and what waits for them to do it."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from dealclock.access.approval import Approval, ApprovalNeeded, Subject
from dealclock.access.people import Glass
from dealclock.alerts.responses import AlertResponse
from dealclock.store import keys
from dealclock.store.archive import entry
from dealclock.store.closings import OPEN, refuse_closed
from dealclock.store.codec import Codec, Text
from dealclock.store.deal import META, Meta, woken
from dealclock.store.errors import NoSuchDeal, OvertakenError
from dealclock.store.item import Item
from dealclock.store.snapshot import meta_in
from dealclock.store.table import TRIES, ConditionFailed, OnTable
from dealclock.store.write import (
    NEW,
    THERE,
    Absent,
    AtMost,
    Condition,
    Equals,
    Put,
    Update,
    all_of,
    any_of,
)


@dataclass(frozen=True, slots=True)
class ResponseRecord:
    """What was done, and whether it was there before: then nothing was written."""

    handled: AlertResponse
    already: bool


HANDLED = Codec(AlertResponse, names={"at": "done_at", "until": "until_day"})


def unhandled_since(count: int) -> Condition:
    """Nobody has done anything with the deal's alerts since `count` things were done."""
    if count == 0:
        return all_of(THERE, Absent("handled"))
    return Equals("handled", count)


def _written(deal: str, done: AlertResponse, number: int) -> Item:
    return {
        "PK": keys.of_deal(deal),
        "SK": keys.handled(f"{done.instance}#{keys.instant(done.at)}#{number:06d}"),
        **HANDLED.item(done),
    }


def _subject(text: str) -> Subject:
    found = Subject.parse(text)
    if found is None:
        raise ValueError("no subject")
    return found


AWAITED = Codec(ApprovalNeeded, required=("content",), texts={Subject: Text(str, _subject)})

APPROVAL = Codec(Approval, names={"at": "approved_at"}, parts={"of": AWAITED})


def _counted(count: int) -> Condition:
    if count == 0:
        return all_of(THERE, Absent("approved"), OPEN)
    return all_of(Equals("approved", count), OPEN)


def _name(of: ApprovalNeeded) -> str:
    return f"{of.subject}#{of.content}"


@dataclass(frozen=True, slots=True)
class ToEscalate:
    """A deal, and the instant at which its next escalation is due."""

    deal: str
    at: datetime


_KEPT = timedelta(days=2)  # with the person, after it is over

GLASS = Codec(Glass)


class Responses(OnTable):
    """Acknowledgments, approvals, emergency access, escalations, and requests that came before."""

    def of_deal(self, deal: str) -> tuple[AlertResponse, ...]:
        """Everything done with a deal's alerts, in the order it was done."""
        rows = self._table.query(keys.of_deal(deal), keys.handled(""), keys.handled("~"))
        return tuple(sorted(map(HANDLED.read, rows), key=lambda h: h.at))

    def respond(
        self,
        deal: str,
        decide: Callable[[tuple[AlertResponse, ...]], ResponseRecord],
        now: datetime,
        by: str,
    ) -> ResponseRecord:
        """Append what `decide` makes of everything done before; it is asked again when overtaken.

        The deal is looked at by the next sweep, which finds the day the answer runs out. `by` is
        who asked, for the archive. Raises NoSuchDeal, Overtaken, and what `decide` raises.
        """
        pk = keys.of_deal(deal)
        for _ in range(TRIES):
            meta = self._open(deal)
            kept = decide(self.of_deal(deal))
            if kept.already:
                return kept
            done = kept.handled
            number = meta.handled + 1
            changes = {**META.changes(handled=number), **woken(deal, meta.rehearsal)}
            detail: dict[str, str | int] = {
                "instance": done.instance,
                "person": done.by,
                "revision": done.revision,
                "until": done.until.isoformat() if done.until else "",
            }
            try:
                self._table.transact(
                    [
                        Put(_written(deal, done, number), NEW),
                        Update(pk, keys.META, changes, all_of(unhandled_since(meta.handled), OPEN)),
                        entry(deal, done.action, by, now, detail),
                    ]
                )
            except (ConditionFailed, OvertakenError):
                # Someone else acted between our look and our write, or our own write arrived and
                # its answer was lost: a new look can tell.
                continue
            return kept
        raise OvertakenError("other responses to the deal's alerts kept being recorded; try again")

    def _open(self, deal: str) -> Meta:
        """What the deal is; raises NoSuchDeal, DealClosed."""
        row = self._table.get(keys.of_deal(deal), keys.META)
        if row is None:
            raise NoSuchDeal(f"there is no deal {deal!r}; load it first.")
        meta = meta_in(deal, row)
        refuse_closed(meta)
        return meta

    def approvals(self, deal: str) -> tuple[Approval, ...]:
        """Every approval of a deal, in the order given."""
        rows = self._table.query(keys.of_deal(deal), keys.approval(""), keys.approval("~"))
        return tuple(sorted(map(APPROVAL.read, rows), key=lambda a: a.at))

    def approve(self, deal: str, approval: Approval, by: str) -> Approval | None:
        """Append it; the one that was there before, where there was. `by` asked, for the archive.

        Raises NoSuchDeal, Overtaken.
        """
        pk, sk = keys.of_deal(deal), keys.approval(_name(approval.of))
        for _ in range(TRIES):
            count = self._open(deal).approved
            there = self._table.get(pk, sk)
            if there is not None:
                return APPROVAL.read(there)
            detail: dict[str, str | int] = {
                "subject": str(approval.of.subject),
                "person": approval.by,
            }
            try:
                self._table.transact(
                    [
                        Put({"PK": pk, "SK": sk, **APPROVAL.item(approval)}, NEW),
                        Update(pk, keys.META, META.changes(approved=count + 1), _counted(count)),
                        entry(deal, "approved", by, approval.at, detail),
                    ]
                )
            except (ConditionFailed, OvertakenError):
                # Somebody approved between our look and our write, or our own write arrived and
                # its answer was lost: a new look can tell.
                continue
            return None
        raise OvertakenError("other approvals of the deal kept being recorded; try again")

    def to_escalate(self, rehearsal: bool, by: datetime) -> tuple[ToEscalate, ...]:
        """The live deals, or rehearsals, with something to escalate by an instant (included)."""
        last = f"{keys.instant(by)}$"  # sorts after every key of that instant
        rows = self._table.query(keys.escalations(rehearsal), "0", last, index=keys.WAKE_INDEX)
        return tuple(
            ToEscalate(
                keys.deal_in(row.text("PK")),
                datetime.fromisoformat(row.text("GSI1SK").partition("#")[0]),
            )
            for row in rows
        )

    def set_escalation(
        self, deal: str, rehearsal: bool, at: datetime | None, known_at: datetime
    ) -> bool:
        """Note when the deal is to be escalated next, None for never as far as is known.

        False when a run of a later `known_at` has spoken on a live deal: an earlier one, repeated
        late, knows less. A rehearsal may go back, so there the last word counts.
        """
        item: Item = {
            "PK": keys.of_deal(deal),
            "SK": keys.ESCALATE,
            "known_at": known_at,
            **(keys.escalation(rehearsal, at, deal) if at is not None else {}),
        }
        latest = any_of(NEW, AtMost("known_at", known_at))
        try:
            self._table.write(Put(item) if rehearsal else Put(item, latest))
        except ConditionFailed:
            return False
        return True

    def grant_emergency_access(self, glass: Glass, by: str) -> None:
        """Let the person read, with an audit entry. `by` is who asked."""
        item = GLASS.item(glass)
        at = keys.instant(glass.since)
        of_deal: Item = {
            "PK": keys.of_deal(glass.deal),
            "SK": keys.glass(f"{at}#{glass.slack}"),
            **item,
        }
        of_person: Item = {
            "PK": keys.of_deal(keys.person(glass.slack)),
            "SK": keys.glass(f"{at}#{glass.deal}"),
            **item,
            "expires_at": int((glass.until + _KEPT).timestamp()),
        }
        detail = {"person": glass.person, "until": keys.instant(glass.until), "why": glass.why}
        audited = entry(glass.deal, "broke the glass", by, glass.since, detail)
        self._table.transact([Put(of_deal, NEW), Put(of_person, NEW), audited])

    def emergency_access_of(self, slack: str) -> tuple[Glass, ...]:
        """The user's recent emergency accesses, of any deal; one query for every user."""
        return self._glass(keys.of_deal(keys.person(slack)))

    def emergency_access_to(self, deal: str) -> tuple[Glass, ...]:
        """Every time the deal's glass was broken, the first one first."""
        return self._glass(keys.of_deal(deal))

    def _glass(self, pk: str) -> tuple[Glass, ...]:
        rows = self._table.query(pk, keys.glass(""), keys.glass("~"))
        return tuple(map(GLASS.read, rows))

    def put_key(self, key: str, now: datetime, ttl: timedelta) -> bool:
        """True when the key is new or has expired; of many callers, exactly one gets True.

        It is kept for `ttl`.

        DynamoDB removes expired items when it pleases, up to days later, so an expired one that
        is still there counts as gone.
        """
        token = secrets.token_hex(8)
        item: Item = {
            "PK": keys.seen(key),
            "SK": keys.SEEN,
            "token": token,
            "expires_at": int((now + ttl).timestamp()),
        }
        gone = any_of(NEW, AtMost("expires_at", int(now.timestamp())))
        try:
            self._table.write(Put(item, gone))
        except ConditionFailed:
            # The client repeats a write whose answer was lost, and then meets its own item.
            there = self._table.get(keys.seen(key), keys.SEEN)
            return there is not None and there.text("token") == token
        return True

    def has_key(self, key: str, now: datetime) -> bool:
        """Whether the key was met and is still remembered."""
        there = self._table.get(keys.seen(key), keys.SEEN)
        return there is not None and there.number("expires_at") > int(now.timestamp())

    def drop_key(self, key: str, now: datetime) -> None:
        """Let the key count as never met, since what it stood for certainly did not happen."""
        gone: Item = {
            "PK": keys.seen(key),
            "SK": keys.SEEN,
            "token": "",
            "expires_at": int(now.timestamp()),
        }
        self._table.write(Put(gone))
