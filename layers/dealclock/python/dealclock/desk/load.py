"""Load a deal's files into the table; a dry run shows which dates and amounts would move."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime

from dealclock.alerts.gravity import gravest_first
from dealclock.documents.deal_files import DealFiles
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.changes import Changes as AssessedChanges
from dealclock.engine.changes import compare
from dealclock.engine.conclusions import Obligation
from dealclock.engine.contradictions import refuse_contradictions
from dealclock.engine.look import Look
from dealclock.errors import ConflictError, RefusedError
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog
from dealclock.jobs.deal_day import own_moment
from dealclock.jobs.plan.assess_deal import assess_as_of
from dealclock.jobs.plan.reassess_now import reassess_now
from dealclock.jobs.services import Services
from dealclock.records import record
from dealclock.store import Bundle, LoadChanges, Store


@record
class LoadResult:
    """The changes by loading one deal: versions, new facts, and the effect as of its own day.

    For a new deal `moved` is None and `watched` holds the obligations open as of its first day,
    the gravest first; otherwise `watched` is empty.
    """

    code_name: str
    as_of: date
    changes: LoadChanges
    moved: AssessedChanges | None
    watched: tuple[Obligation, ...]


def bundles(files: DealFiles, *, rehearsal: bool) -> list[Bundle]:
    """The bundles of a folder: its live deal, or every rehearsal its team lists.

    A live deal's facts are stamped when stored, so its file may not have recorded_at; a
    rehearsal's keep the file's instants, and it starts on the date of the agreement. Raises
    RefusedError.
    """
    if rehearsal:
        if not files.rehearsals:
            raise RefusedError(f"{files.folder} lists no rehearsals. Add them to its team.yaml.")
        day = files.terms.agreement.dated
        return [
            Bundle(r.id, files.terms, files.team.for_rehearsal(r), history.content.facts, day)
            for r, history in files.rehearsals
        ]
    refuse_stamped(files.history.content.facts)
    team = files.team.model_copy(update={"rehearsals": ()})
    return [Bundle(files.terms.id, files.terms, team, files.history.content.facts)]


def refuse_stamped(facts: Sequence[Fact]) -> None:
    """Raise ConflictError for facts of a live deal that have recorded_at."""
    stamped = [fact.id for fact in facts if fact.recorded_at is not None]
    if stamped:
        raise ConflictError(
            f"events {', '.join(stamped)} have recorded_at. Leave it out of a live deal; it is "
            "set when an event is recorded."
        )


def load_all(
    wanted: Sequence[Bundle],
    services: Services,
    by: str,
    *,
    dry_run: bool = False,
    over_desk: bool = False,
) -> list[LoadResult]:
    """Load several deals, or with `dry_run` only return what would change.

    An existing live deal that changes is queued to be assessed immediately; a new one waits for its
    first slot, a rehearsal for its day. Raises what `load` raises, before any deal is loaded.
    """
    if not over_desk:
        for bundle in wanted:
            _refuse_to_undo_desk_changes(bundle, services.store)
    previews = [load(bundle, services, by, dry_run=True) for bundle in wanted]
    if dry_run:
        return previews
    results = [load(bundle, services, by) for bundle in wanted]
    for bundle, loaded in zip(wanted, results, strict=True):
        changes = loaded.changes
        if not (bundle.rehearsal or changes.created or changes.nothing):
            reassess_now(bundle.id, services)
    return results


def _refuse_to_undo_desk_changes(bundle: Bundle, store: Store) -> None:
    """Raise ConflictError for a team that would undo settings changed in Slack since the last
    load.
    """
    before, after = store.deals.changes(bundle).team
    if before in (0, after):
        return
    settled: list[str] = []
    for version in store.deals.team_versions(bundle.id):
        settled = [*settled, version.settled] if version.settled else []
    if settled:
        raise ConflictError(
            f"the team of {bundle.team.code_name} was changed in Slack since the last load: "
            f"{', '.join(dict.fromkeys(settled))}. Copy the changes to team.yaml (see "
            f"`dealclock settings {bundle.team.code_name}`), or use --over-desk to overwrite "
            "them."
        )


def load(bundle: Bundle, services: Services, by: str, *, dry_run: bool = False) -> LoadResult:
    """Load one deal, or with `dry_run` only return what would change. Atomic.

    Raises the store's errors and those of assessing the deal, before anything is loaded.
    """
    now = services.now()
    before = services.store.deals.get(bundle.id)
    changes = services.store.deals.changes(bundle)
    day = before.meta.day if before else bundle.day
    zone = bundle.terms.agreement.time_zone
    as_of, known_at = own_moment(day, zone, now)
    recorded = before.log.facts if before else ()
    new = tuple(facts_to_store(bundle, changes, now))
    refuse_contradictions(bundle.terms, new, recorded)
    log = FactLog((*recorded, *new), zone)
    team = bundle.team.under(before.defaults if before else {})
    after = assess(
        Look(bundle.terms, log, as_of, known_at, team.chosen, team.targets), compare=False
    )
    moved = None
    if before:
        moved = compare(assess_as_of(before, as_of, known_at, compare=False), after)
    if not dry_run:
        changes = services.store.deals.load(bundle, now, by)
    watched = () if before else gravest_first(_open(after))
    return LoadResult(bundle.team.code_name, as_of, changes, moved, watched)


def facts_to_store(bundle: Bundle, changes: LoadChanges, now: datetime) -> Iterator[Fact]:
    """The bundle's new facts as they will be stored."""
    new = (fact for fact in bundle.facts if fact.id in changes.new_facts)
    return (as_stored(fact, now, rehearsal=bundle.rehearsal) for fact in new)


def as_stored(fact: Fact, now: datetime, *, rehearsal: bool) -> Fact:
    """A fact as it will be stored: a live deal's is recorded now."""
    return fact if rehearsal else fact.model_copy(update={"recorded_at": now})


def _open(assessment: Assessment) -> Iterator[Obligation]:
    return (o for o in assessment.obligations if o.is_open)
