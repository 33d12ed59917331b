"""`/deal timeline`: the facts and dates of a deal in order, from some days back unless asked."""

from dataclasses import replace
from datetime import timedelta

from dealclock.answers.timeline import DAYS_BACK, timeline
from dealclock.desk.verb import DeskRequest, Reply, verb_of

_ASKED = verb_of(timeline)


def _answer(request: DeskRequest) -> Reply:
    since = request.today - timedelta(days=DAYS_BACK)
    return _ASKED.answer(replace(request, given={"since": since, **request.given}))


VERB = replace(_ASKED, answer=_answer)
