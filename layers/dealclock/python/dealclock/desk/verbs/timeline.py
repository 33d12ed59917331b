"""`/deal timeline`: the facts and dates of a deal in order, from some days back unless asked."""

from datetime import timedelta

from dealclock.answers.timeline import DAYS_BACK, timeline
from dealclock.desk.verb import verb_of

VERB = verb_of(timeline, lambda request: {"since": request.today - timedelta(days=DAYS_BACK)})
