"""Every verb, in the order help lists them."""

from collections.abc import Mapping

from dealclock.usecases.desk.verb import Verb
from dealclock.usecases.desk.verbs import (
    accrual,
    changes,
    count,
    explain,
    next_dates,
    payments,
    status,
    suspension,
    what_if,
)
from dealclock.usecases.desk.verbs import list as list_deals
from dealclock.usecases.desk.verbs.help import help_verb

_ALL = (
    # The nine of the first screen; then the rest, by what they are about.
    next_dates.VERB,
    status.VERB,
    accrual.VERB,
    payments.VERB,
    suspension.VERB,
    what_if.VERB,
    count.VERB,
    # behind `help more`
    explain.VERB,
    changes.VERB,
    list_deals.VERB,
)

VERBS: Mapping[str, Verb] = {v.name: v for v in (*_ALL, help_verb(_ALL))}
