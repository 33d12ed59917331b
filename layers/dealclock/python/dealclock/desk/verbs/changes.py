"""`/deal changes`: what changed since a day, under the readings chosen over time."""

from collections.abc import Mapping

from dealclock.answers.changes import changes
from dealclock.desk.verb import DeskRequest, verb_of
from dealclock.engine.look import ReadingsChosen


def _chosen(request: DeskRequest) -> Mapping[str, object]:
    """The readings chosen over time. A rehearsal's team has no place in the days it plays, and
    files have one team only."""
    if request.deal.meta.rehearsal or request.desk.of_files:
        return {}
    versions = request.services.store.deals.team_versions(request.deal.meta.id)
    return {"chosen": [ReadingsChosen(each.stored_at, each.team.chosen) for each in versions]}


VERB = verb_of(changes, _chosen)
