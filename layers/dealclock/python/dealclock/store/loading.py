"""Loading a deal: all of it becomes visible in one transaction, or nothing.

A transaction holds a hundred writes and a deal may have thousands of events, so the events are
written first and do not count yet (see snapshot.py):

    take STAGING --> events, 98 at a time --> commit: META, versions, directory, channel, name
         |                   |                   |
         +--- from here on, another load that takes STAGING makes this one fail unseen
"""

import secrets
from collections.abc import Iterator
from datetime import datetime

from dealclock.errors import ConflictError, LostError, TooNewError
from dealclock.facts.corrections import Families
from dealclock.facts.kinds import kinds_of
from dealclock.people.team import Team
from dealclock.records import record
from dealclock.store import keys
from dealclock.store.archive import entry
from dealclock.store.closings import OPEN, refuse_closed
from dealclock.store.content import Content, content
from dealclock.store.deal import (
    LISTED,
    META,
    Bundle,
    DirectoryEntry,
    LoadChanges,
    next_defaults,
    unchanged,
    woken,
)
from dealclock.store.facts import check, is_new, put
from dealclock.store.item import Item, M, StoredItem
from dealclock.store.members import DealsOfPeople, entries, members, rows
from dealclock.store.snapshot import Snapshot, snapshot
from dealclock.store.table import MAX_BATCH, ConditionFailedError, OvertakenError
from dealclock.store.write import (
    NEW,
    Append,
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
from dealclock.terms.terms import Terms
from dealclock.terms.versions import write_out_defaults


@record
class _Plan:
    """The current state, the content to write, and the changes."""

    bundle: Bundle
    current: Snapshot
    directory: StoredItem | None
    terms: Content
    team: Content
    defaults: str
    changes: LoadChanges

    @property
    def listed(self) -> DirectoryEntry | None:
        """The deal as it is listed; None if it is not, or cannot be read."""
        return next(entries([self.directory] if self.directory else ()), None)


class Loading(DealsOfPeople):
    """Loads deals."""

    def changes(self, bundle: Bundle) -> LoadChanges:
        """The changes that `load` would make; raises the same errors."""
        return self._plan(bundle).changes

    def load(self, bundle: Bundle, now: datetime, by: str) -> LoadChanges:
        """Load a new deal, or new versions of its terms and team and new events: all or nothing.

        Unchanged content is left alone; events that are only in the table stay, and so does the
        date of an existing rehearsal. A live deal's events are recorded at `now` by `by`, unless
        they have `recorded_at`; a rehearsal's are stored as given. Raises ConflictError,
        RefusedError for content that is too large, TryAgainError.
        """
        plan = self._plan(bundle)
        if plan.changes.nothing:
            return plan.changes
        token = secrets.token_hex(8)
        try:
            self._stage(plan, token, now, by)
            people, before = bundle.team.access, plan.listed
            found = self.within(rows(bundle.id, people, before.people if before else None))
            self._commit(*_commit(plan, token, now, by), *found)
        except ConditionFailedError:
            # Something changed meanwhile: another load, an event, or a deal that took the name or
            # the channel. A new plan raises the specific error.
            changes = self._plan(bundle).changes
            if changes.nothing:
                return changes
            raise OvertakenError("the deal changed while it was loading; load it again") from None
        return plan.changes

    def _stage(self, plan: _Plan, token: str, now: datetime, by: str) -> None:
        pk = keys.of_deal(plan.bundle.id)
        self._table.write(Put.at(pk, keys.STAGING, {"token": token}))
        new = [fact for fact in plan.bundle.facts if fact.id in plan.changes.new_facts]
        puts = [
            put(fact, plan.bundle.rehearsal, plan.current, place, now, by, batch=token)
            for place, fact in enumerate(new, start=1)
        ]
        # In every batch: an overtaken load must not overwrite the other load's events.
        ours = ConditionCheck(pk, keys.STAGING, Equals("token", token))
        # If another load committed before we took STAGING, the staged events that we read are now
        # its own: they may be overwritten only while the deal is unchanged.
        same = ConditionCheck(pk, keys.META, _unchanged(plan))
        size = MAX_BATCH - 2
        for start in range(0, len(puts), size):
            self._table.transact([ours, same, *puts[start : start + size]])

    def _plan(self, bundle: Bundle) -> _Plan:
        current = snapshot(self._table, bundle.id)
        _check_kind(bundle, current)
        if current.meta is not None:
            refuse_closed(current.meta)
        self._check_unused(keys.channel(bundle.team.channel.id), bundle, "Slack channel")
        self._check_unused(keys.name(bundle.team.code_name), bundle, "code name")
        for alias in bundle.team.aliases:
            self._check_unused(keys.name(alias), bundle, "alias")
        meta = current.meta
        terms_before, team_before = (meta.terms_version, meta.team_version) if meta else (0, 0)
        before = Families(stored.fact for stored in current.facts)
        kinds = kinds_of(bundle.terms)
        stored = self._stored_version(bundle.id, keys.terms(terms_before), Terms)
        _check_agreement(bundle, stored)
        current.refuse_unknown({*kinds, *(kinds_of(stored) if stored else ())})
        for each in current.facts:
            if each.fact.kind not in kinds:
                raise ConflictError(
                    f"event {each.fact.id} is recorded already, and these terms no longer declare "
                    f"its kind, {each.fact.kind}; declare it under events"
                )
        new: list[str] = []
        for fact in bundle.facts:
            if is_new(fact, current):
                check(fact, before, kinds)
                before.add(fact)
                new.append(fact.id)
        terms = write_out_defaults(bundle.terms)
        terms_same = stored is not None and write_out_defaults(stored) == terms
        team_same = self._stored_version(bundle.id, keys.team(team_before), Team) == bundle.team
        changes = LoadChanges(
            id=bundle.id,
            created=meta is None,
            terms=(terms_before, terms_before if terms_same else terms_before + 1),
            team=(team_before, team_before if team_same else team_before + 1),
            new_facts=tuple(new),
            known_facts=len(bundle.facts) - len(new),
        )
        directory = self._table.get(keys.DEALS, bundle.id)
        defaults = next_defaults(self._table.get(keys.of_deal(bundle.id), keys.team(team_before)))
        return _Plan(
            bundle, current, directory, content(terms), content(bundle.team), defaults, changes
        )

    def _stored_version(self, deal: str, key: str, model: type[M]) -> M | None:
        """A stored version, for comparison; None if it is unreadable."""
        row = self._table.get(keys.of_deal(deal), key)
        try:
            return row.model("content", model) if row else None
        except TooNewError:
            raise
        except LostError:
            return None

    def _check_unused(self, pk: str, bundle: Bundle, what: str) -> None:
        row = self._table.get(pk, keys.DEAL)
        if row is not None and row.text("deal") != bundle.id:
            name = pk.partition("#")[2]
            raise ConflictError(
                f"the {what} {name!r} is used by another deal; give a different one."
            )


def _check_kind(bundle: Bundle, current: Snapshot) -> None:
    if current.meta is None or current.meta.rehearsal == bundle.rehearsal:
        return
    kinds = ("live deal", "rehearsal")
    raise ConflictError(
        f"{bundle.id!r} was created as a {kinds[current.meta.rehearsal]} and cannot become a "
        f"{kinds[bundle.rehearsal]}; load the {kinds[bundle.rehearsal]} under another id."
    )


def _check_agreement(bundle: Bundle, stored: Terms | None) -> None:
    """Raise ConflictError for terms of another agreement: another title and another date."""
    if stored is None:
        return
    was, now = stored.agreement, bundle.terms.agreement
    if was.title != now.title and was.dated != now.dated:
        raise ConflictError(
            f"{bundle.id!r} was loaded with an agreement of another title and another date than "
            f"{now.title}, dated {now.dated}. Give these terms an id of their own; to correct "
            "both, load the title first, then the date."
        )


def _commit(plan: _Plan, token: str, now: datetime, by: str) -> Iterator[Write | Append]:
    bundle, changes = plan.bundle, plan.changes
    pk = keys.of_deal(bundle.id)
    yield _meta(plan, token)
    yield Delete(pk, keys.STAGING, Equals("token", token))
    written: Item = {"stored_at": now, "stored_by": by}
    versions = (
        (keys.terms, plan.terms, changes.terms),
        (keys.team, plan.team, changes.team),
    )
    for key, model, (before, after) in versions:
        if after != before:
            defaults = {"defaults": plan.defaults} if key is keys.team else {}
            yield Put.at(pk, key(after), {**model.attributes, **defaults, **written}, NEW)
    yield from _names(plan)
    detail = {"terms": changes.terms[1], "team": changes.team[1], "facts": len(changes.new_facts)}
    yield entry(bundle.id, "loaded", by, now, detail)


def _meta(plan: _Plan, token: str) -> Update:
    bundle, changes, meta = plan.bundle, plan.changes, plan.current.meta
    batches = plan.current.row.words("batches") if plan.current.row else frozenset()
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
        # `rehearsal` and the first `day` are written only here.
        created = META.changes(rehearsal=bundle.rehearsal, day=bundle.day)
        return Update(keys.of_deal(bundle.id), keys.META, {**new, **created}, NEW)
    return Update(keys.of_deal(bundle.id), keys.META, new, _unchanged(plan))


def _unchanged(plan: _Plan) -> Condition:
    """The condition that the deal has not changed since the plan, or still does not exist."""
    meta = plan.current.meta
    if meta is None:
        return NEW
    return all_of(Equals("rehearsal", plan.bundle.rehearsal), *unchanged(meta), OPEN)


def _names(plan: _Plan) -> Iterator[Write]:
    """The directory entry, and the items that reserve the channel, code name and aliases."""
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
        yield Put.at(pk, keys.DEAL, {"deal": deal}, ours)
    for pk in sorted(held - wanted):
        yield Delete(pk, keys.DEAL, ours)
    # The zone is written even if it is the default.
    apart: Item = {
        "channel": team.channel.id,
        "zone": listed.zone,
        "members": members(team.access),
    }
    yield Put.at(keys.DEALS, deal, {**LISTED.item(listed), **apart})
