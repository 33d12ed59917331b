"""Loading a deal's files into the table, after showing which dates and amounts would move."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime

from dealclock.engine.assess import assess
from dealclock.engine.assessment import Difference
from dealclock.engine.differences import differences
from dealclock.errors import DealclockError
from dealclock.facts.log import day_of
from dealclock.store import Bundle, Changes, Store, StoredDeal
from dealclock.usecases.deal_files import DealFiles


class CannotLoad(DealclockError):
    """Files that are valid but cannot be loaded as asked."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What loading one deal changes: versions, new facts, and each date and amount that moves."""

    code_name: str
    as_of: date
    changes: Changes
    moved: tuple[Difference, ...]


def bundles(files: DealFiles, *, rehearsal: bool) -> list[Bundle]:
    """What a folder holds to load: its live deal, or every rehearsal its team lists.

    A live deal's facts are stamped when they are recorded, so a file may not say when they were;
    a rehearsal's keep the instants of its file and begin on the day of the agreement. Raises
    CannotLoad.
    """
    if rehearsal:
        if not files.rehearsals:
            raise CannotLoad(f"{files.folder} lists no rehearsals; add them to its team.yaml.")
        day = files.terms.agreement.dated
        return [
            Bundle(r.id, files.terms, files.team.for_rehearsal(r), history.content.facts, day)
            for r, history in files.rehearsals
        ]
    stamped = [f.id for f in files.history.content.facts if f.recorded_at is not None]
    if stamped:
        raise CannotLoad(
            f"facts {', '.join(stamped)} say when they were recorded; leave recorded_at out of a "
            "live deal's facts: the table stamps each when it is loaded."
        )
    team = files.team.model_copy(update={"rehearsals": ()})
    return [Bundle(files.terms.id, files.terms, team, files.history.content.facts)]


def load(bundle: Bundle, store: Store, now: datetime, by: str, *, dry_run: bool = False) -> Loaded:
    """Load one deal, or with `dry_run` only say what would change. All of it, or nothing."""
    before = store.deal(bundle.id)
    changes = store.changes(bundle) if dry_run else store.load(bundle, now, by)
    own_day = before.meta.day if before else bundle.day
    as_of = own_day or day_of(now, bundle.terms.agreement.time_zone)
    moved = _moved(before, bundle, as_of, now) if before else ()
    return Loaded(bundle.team.code_name, as_of, changes, tuple(moved))


def _moved(before: StoredDeal, bundle: Bundle, as_of: date, now: datetime) -> Iterator[Difference]:
    """Each date and amount that the new versions and facts give otherwise, as of a day."""
    here = assess(before.terms, before.log, as_of, now, before.team.chosen, compare=False)
    known = {f.id for f in before.log.facts}
    new = [f for f in bundle.facts if f.id not in known]
    if not bundle.rehearsal:
        new = [f.model_copy(update={"recorded_at": now}) for f in new]
    log = replace(before.log, facts=(*before.log.facts, *new))
    there = assess(bundle.terms, log, as_of, now, bundle.team.chosen, compare=False)
    return differences(here, there, "load", bundle.id)
