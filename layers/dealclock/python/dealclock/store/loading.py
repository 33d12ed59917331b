"""Loading a deal: all of it becomes visible in one transaction, or none of it.

A transaction holds a hundred writes and a deal may have thousands of facts, so the facts go first
and do not count yet (see snapshot.py):

    take STAGING --> facts, up to 98 at a time --> commit: META, versions, directory, channel, name
         |                   |                        |
         +--- from here on another load, that takes STAGING, makes this one fail before it shows
"""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from dealclock.agreement.terms import Terms
from dealclock.agreement.versions import write_out_defaults
from dealclock.store import keys
from dealclock.store.archive import entry
from dealclock.store.closings import OPEN, refuse_closed
from dealclock.store.content import Content, content
from dealclock.store.deal import LISTED, META, Bundle, DirectoryEntry, LoadChanges, woken
from dealclock.store.errors import DealConflict, OvertakenError, TooNew, Unreadable
from dealclock.store.facts import check, is_new, put
from dealclock.store.item import Item, M, StoredItem
from dealclock.store.snapshot import Snapshot, snapshot
from dealclock.store.table import MOST_IN_ONE, ConditionFailed, OnTable
from dealclock.store.versions import kept_defaults
from dealclock.store.write import (
    NEW,
    Condition,
    ConditionCheck,
    Delete,
    Equals,
    Put,
    Update,
    Write,
    all_of,
    any_of,
)
from dealclock.team.team import Team


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is there, what is to be written, and the difference."""

    bundle: Bundle
    seen: Snapshot
    directory: StoredItem | None
    terms: Content
    team: Content
    defaults: str
    changes: LoadChanges


class Loading(OnTable):
    """Deals, written."""

    def changes(self, bundle: Bundle) -> LoadChanges:
        """What `load` would change; raises what `load` would raise."""
        return self._plan(bundle).changes

    def load(self, bundle: Bundle, now: datetime, by: str) -> LoadChanges:
        """Load a new deal, or new versions of its terms and team and its new facts: all or nothing.

        What is in the table word for word is left alone; facts only in the table stay, and so does
        the day of a rehearsal that is there. A live deal's facts are recorded as told `now` by
        `by`, unless they say when; a rehearsal's stay as they are. Raises DealConflict,
        FactConflict, FactRefused, TooLarge, TryAgain.
        """
        plan = self._plan(bundle)
        if plan.changes.nothing:
            return plan.changes
        token = secrets.token_hex(8)
        try:
            self._stage(plan, token, now, by)
            self._table.transact(list(_commit(plan, token, now, by)))
        except ConditionFailed:
            # Someone wrote between our look and our commit: another load of the deal, a fact, or a
            # deal that took the name or the channel. A new look says which, by name if it can.
            again = self._plan(bundle).changes
            if again.nothing:
                return again
            raise OvertakenError("the deal changed while it was loading; load it again") from None
        return plan.changes

    def _stage(self, plan: _Plan, token: str, now: datetime, by: str) -> None:
        pk = keys.of_deal(plan.bundle.id)
        self._table.write(Put({"PK": pk, "SK": keys.STAGING, "token": token}))
        new = [fact for fact in plan.bundle.facts if fact.id in plan.changes.new_facts]
        puts = [
            put(fact, plan.bundle.rehearsal, plan.seen, place, now, by, batch=token)
            for place, fact in enumerate(new, start=1)
        ]
        # With every hundred: a load that was overtaken must not write over the other one's facts.
        ours = ConditionCheck(pk, keys.STAGING, Equals("token", token))
        # And a load that committed between our look and our taking STAGING has made the facts we
        # saw waiting its own: they may be written over only while the deal is as we saw it.
        unmoved = ConditionCheck(pk, keys.META, _unmoved(plan))
        room = MOST_IN_ONE - 2
        for start in range(0, len(puts), room):
            self._table.transact([ours, unmoved, *puts[start : start + room]])

    def _plan(self, bundle: Bundle) -> _Plan:
        seen = snapshot(self._table, bundle.id)
        _same_kind(bundle, seen)
        if seen.meta is not None:
            refuse_closed(seen.meta)
        self._free(keys.channel(bundle.team.channel.id), bundle, "Slack channel")
        self._free(keys.name(bundle.team.code_name), bundle, "code name")
        for alias in bundle.team.aliases:
            self._free(keys.name(alias), bundle, "alias")
        before = {kept.fact.id: kept.fact for kept in seen.facts}
        new: list[str] = []
        for fact in bundle.facts:
            if is_new(fact, seen):
                check(fact, before)
                before[fact.id] = fact
                new.append(fact.id)
        terms = write_out_defaults(bundle.terms)
        meta = seen.meta
        terms_before, team_before = (meta.terms_version, meta.team_version) if meta else (0, 0)
        kept = self._kept(bundle.id, keys.terms(terms_before), Terms)
        terms_same = kept is not None and write_out_defaults(kept) == terms
        team_same = self._kept(bundle.id, keys.team(team_before), Team) == bundle.team
        changes = LoadChanges(
            id=bundle.id,
            created=meta is None,
            terms=(terms_before, terms_before if terms_same else terms_before + 1),
            team=(team_before, team_before if team_same else team_before + 1),
            new_facts=tuple(new),
            known_facts=len(bundle.facts) - len(new),
        )
        directory = self._table.get(keys.DEALS, bundle.id)
        defaults = kept_defaults(self._table.get(keys.of_deal(bundle.id), keys.team(team_before)))
        return _Plan(
            bundle, seen, directory, content(terms), content(bundle.team), defaults, changes
        )

    def _kept(self, deal: str, key: str, model: type[M]) -> M | None:
        """A version as it is kept, to compare by what it says; None for one that cannot be read."""
        row = self._table.get(keys.of_deal(deal), key)
        try:
            return row.model("content", model) if row else None
        except TooNew:
            raise
        except Unreadable:
            return None

    def _free(self, pk: str, bundle: Bundle, what: str) -> None:
        row = self._table.get(pk, keys.DEAL)
        if row is not None and row.text("deal") != bundle.id:
            given = pk.partition("#")[2]
            raise DealConflict(
                f"the {what} {given!r} is used by another deal; give a different one."
            )


def _same_kind(bundle: Bundle, seen: Snapshot) -> None:
    if seen.meta is None or seen.meta.rehearsal == bundle.rehearsal:
        return
    kinds = ("live deal", "rehearsal")
    raise DealConflict(
        f"{bundle.id!r} was created as a {kinds[seen.meta.rehearsal]} and cannot become a "
        f"{kinds[bundle.rehearsal]}; load the {kinds[bundle.rehearsal]} under another id."
    )


def _commit(plan: _Plan, token: str, now: datetime, by: str) -> Iterator[Write]:
    bundle, changes = plan.bundle, plan.changes
    pk = keys.of_deal(bundle.id)
    yield _meta(plan, token)
    yield Delete(pk, keys.STAGING, Equals("token", token))
    written: Item = {"stored_at": now, "stored_by": by}
    versions = (
        (keys.terms, plan.terms, changes.terms),
        (keys.team, plan.team, changes.team),
    )
    for key, kept, (before, after) in versions:
        if after != before:
            item: Item = {"PK": pk, "SK": key(after), **kept.attributes}
            also = {"defaults": plan.defaults} if key is keys.team else {}
            yield Put({**item, **also, **written}, NEW)
    yield from _names(plan)
    detail = {"terms": changes.terms[1], "team": changes.team[1], "facts": len(changes.new_facts)}
    yield entry(bundle.id, "loaded", by, now, detail)


def _meta(plan: _Plan, token: str) -> Update:
    bundle, changes, meta = plan.bundle, plan.changes, plan.seen.meta
    batches = plan.seen.row.words("batches") if plan.seen.row else frozenset()
    new: Item = {
        **META.changes(
            code_name=bundle.team.code_name,
            terms_version=changes.terms[1],
            team_version=changes.team[1],
            fact_sequence=(meta.fact_sequence if meta else 0) + len(changes.new_facts),
        ),
        "batches": batches | {token} if changes.new_facts else batches or None,
        **woken(bundle.id, bundle.rehearsal),
    }
    if meta is None:
        # The flag and the first day are written here and by nothing else.
        created = META.changes(rehearsal=bundle.rehearsal, day=bundle.day)
        return Update(keys.of_deal(bundle.id), keys.META, {**new, **created}, NEW)
    return Update(keys.of_deal(bundle.id), keys.META, new, _unmoved(plan))


def _unmoved(plan: _Plan) -> Condition:
    """The deal is still as the plan saw it, or still is not there."""
    meta = plan.seen.meta
    if meta is None:
        return NEW
    return all_of(
        Equals("rehearsal", plan.bundle.rehearsal),
        Equals("fact_sequence", meta.fact_sequence),
        Equals("terms_version", meta.terms_version),
        Equals("team_version", meta.team_version),
        OPEN,
    )


def _names(plan: _Plan) -> Iterator[Write]:
    """The directory's line, and whose the channel, the code name and the aliases are."""
    team, deal = plan.bundle.team, plan.bundle.id
    listed = DirectoryEntry(
        deal,
        team.code_name,
        plan.bundle.rehearsal,
        team.access,
        plan.bundle.terms.agreement.time_zone,
        team.aliases,
    )
    ours = any_of(NEW, Equals("deal", deal))
    names = {keys.name(name) for name in (team.code_name, *team.aliases)}
    wanted = {keys.channel(team.channel.id), *names}
    held: set[str] = set()
    if plan.directory is not None:
        held = {keys.channel(plan.directory.text("channel"))}
        held.add(keys.name(plan.directory.text("code_name")))
        if "aliases" in plan.directory:
            held |= {keys.name(alias) for alias in plan.directory.texts("aliases")}
    for pk in sorted(wanted):
        yield Put({"PK": pk, "SK": keys.DEAL, "deal": deal}, ours)
    for pk in sorted(held - wanted):
        yield Delete(pk, keys.DEAL, ours)
    yield Put(
        {
            "PK": keys.DEALS,
            "SK": deal,
            **LISTED.item(listed),
            "channel": team.channel.id,
            "zone": listed.zone,  # written even where it is the one assumed without
        }
    )
