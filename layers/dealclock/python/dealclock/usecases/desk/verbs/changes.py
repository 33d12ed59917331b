"""`/deal changes`: what changed since a day, and because of what."""

from dealclock.answers.changes import QUESTION
from dealclock.answers.changes.result import ChangesQuery
from dealclock.answers.typed import TypedWords, UnreadableCommandError, day_of, parted
from dealclock.days.typed_day import DayWords
from dealclock.engine.look import ReadingsChosen
from dealclock.usecases.desk.verb import DeskRequest, Reply, Scope, Verb


def _read(typed: TypedWords) -> DayWords:
    day = day_of(parted(typed, "since"), "since", typed)
    if day is None:
        raise UnreadableCommandError(
            "Give a date: changes since 2004-11-01, or changes since last monday."
        )
    return day


def _answer(request: DeskRequest) -> Reply:
    since = request.read(request.given, behind=True)
    query = ChangesQuery(from_=since.day)
    return Reply(request.answer(QUESTION, query, chosen=_chosen(request)), read=(since,))


def _chosen(request: DeskRequest) -> tuple[ReadingsChosen, ...]:
    """The readings chosen over time. A rehearsal's team has no place in the days it plays, and
    files have one team only."""
    if request.deal.meta.rehearsal or request.desk.of_files:
        return ()
    versions = request.services.store.deals.team_versions(request.deal.meta.id)
    return tuple(ReadingsChosen(version.stored_at, version.team.chosen) for version in versions)


VERB = Verb(
    "changes",
    "changes [DEAL] since DATE",
    "what changed since a date (dates, amounts, statuses), and why",
    Scope.DEAL,
    _read,
    _answer,
    shareable=True,
    examples=("changes since 2005-01-10", "changes since last monday"),
)
