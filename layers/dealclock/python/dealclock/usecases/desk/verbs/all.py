"""Every verb, in the order help lists them."""

from collections.abc import Mapping

from dealclock.usecases.desk.verb import Verb
from dealclock.usecases.desk.verbs import accrual, explain, next_dates, status
from dealclock.usecases.desk.verbs import list as list_deals
from dealclock.usecases.desk.verbs.help import help_verb

_ALL = (
    next_dates.VERB,
    status.VERB,
    accrual.VERB,
    explain.VERB,
    list_deals.VERB,
)

VERBS: Mapping[str, Verb] = {v.name: v for v in (*_ALL, help_verb(_ALL))}
