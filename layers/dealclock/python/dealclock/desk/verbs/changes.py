"""`/deal changes`: what changed since a day, under the readings chosen over time."""

from dataclasses import replace

from dealclock.answers.changes import changes
from dealclock.desk.verb import DeskRequest, Reply, verb_of
from dealclock.engine.look import ReadingsChosen


def _answer(request: DeskRequest) -> Reply:
    since = request.read(request.given["from"], behind=True)
    look = replace(request.look(), readings_over_time=_chosen(request))
    return Reply(changes(look, from_=since.day).say(look), read=(since,))


def _chosen(request: DeskRequest) -> tuple[ReadingsChosen, ...]:
    """The readings chosen over time. A rehearsal's team has no place in the days it plays, and
    files have one team only."""
    if request.deal.meta.rehearsal or request.desk.of_files:
        return ()
    versions = request.services.store.deals.team_versions(request.deal.meta.id)
    return tuple(ReadingsChosen(version.stored_at, version.team.chosen) for version in versions)


VERB = replace(verb_of(changes), answer=_answer)
