"""`/deal next`: the dates ahead, of one deal or of all the asker's."""

from dataclasses import replace

from dealclock.answers.next_dates import DAYS_AHEAD, dates_ahead, next_dates
from dealclock.answers.typed_words import UnreadableCommandError, shown
from dealclock.desk.across import dates_of_all_deals
from dealclock.desk.verb import DeskRequest, Reply, Scope, verb_of

_ASKED = verb_of(
    next_dates, lambda request: {"person": request.person.id if request.person else None}
)


def _answer(request: DeskRequest) -> Reply:
    given = request.given
    if request.deals:
        return _ASKED.answer(request)
    if "until" in given:
        raise UnreadableCommandError(
            f"To look ahead to {shown(given['until'].typed)}, name a deal: next DEAL friday."
        )
    deals, unknown = dates_of_all_deals(request, mine="all" not in given)
    days, by = given.get("days", DAYS_AHEAD), given.get("by", "")
    return Reply(dates_ahead(deals, days, by, unknown))


VERB = replace(_ASKED, scope=Scope.DEALS, answer=_answer)
