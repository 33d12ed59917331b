"""`/deal status`: where a deal stands; outside its team, what was delivered or released."""

from dataclasses import replace

from dealclock.answers.status import status
from dealclock.desk.verb import DeskRequest, Reply, verb_of
from dealclock.people.people import Action

_ASKED = verb_of(status)


def _answer(request: DeskRequest) -> Reply:
    to = request.recipient(request.deal)
    return Reply(request.shown_outside(to)) if to is not None else _ASKED.answer(request)


VERB = replace(_ASKED, action=Action.CONSULT, answer=_answer)
