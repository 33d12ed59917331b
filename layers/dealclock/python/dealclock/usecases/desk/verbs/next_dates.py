"""`/deal next`: the dates ahead, of one deal or of all the asker's."""

from dealclock.render import upcoming
from dealclock.usecases.desk.verb import Ask, Of, Reply, Typed, Verb
from dealclock.usecases.desk.words import count_of_days

DAYS_AHEAD = 14  # days that `next` looks ahead unless told
LONGEST_LOOK = 366


def _read(typed: Typed) -> int:
    return count_of_days(typed, DAYS_AHEAD, LONGEST_LOOK)


def _answer(ask: Ask) -> Reply:
    return Reply(upcoming.dates_ahead([ask.view(deal) for deal in ask.deals], ask.given))


VERB = Verb(
    "next",
    "next [DEAL] [DAYS]",
    f"the dates ahead, of one deal or all of yours; {DAYS_AHEAD} days unless you say",
    Of.DEALS,
    _read,
    _answer,
    daily=True,
)
