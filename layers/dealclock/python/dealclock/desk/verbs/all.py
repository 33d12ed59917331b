"""Every verb, in the order help lists them."""

from collections.abc import Mapping

from dealclock.answers.clause import clause
from dealclock.answers.count import count
from dealclock.answers.holders import holders
from dealclock.answers.payments import payments
from dealclock.answers.readings import readings
from dealclock.answers.suspension import suspension
from dealclock.answers.usable import usable
from dealclock.desk.verb import Verb, verb_of
from dealclock.desk.verbs import (
    accrual,
    approve,
    calendar,
    changes,
    close,
    correct,
    explain,
    files,
    history,
    next_dates,
    record,
    release,
    respond,
    sale_notice,
    settings,
    status,
    timeline,
    what_if,
)
from dealclock.desk.verbs import list as list_deals
from dealclock.desk.verbs.help import help_verb
from dealclock.desk.verbs.share import share_verb

_ANSWERS = (
    # The nine of the first screen; then the rest, by what they are about.
    next_dates.VERB,
    status.VERB,
    accrual.VERB,
    verb_of(payments),
    verb_of(suspension),
    what_if.VERB,
    verb_of(count),
    record.VERB,
    files.PROOF,
    # behind `help more`
    list_deals.VERB,
    verb_of(usable),
    sale_notice.VERB,
    verb_of(clause),
    explain.VERB,
    changes.VERB,
    verb_of(readings),
    timeline.VERB,
    verb_of(holders),
    history.VERB,
    correct.VERB,
    files.NOTICE,
    files.PICTURE,
    files.EXPORT,
    calendar.VERB,
    respond.ACK,
    respond.SNOOZE,
    respond.DONE,
    respond.DECLINE,
    approve.VERB,
    release.VERB,
    settings.VERB,
    close.VERB,
)

_ALL = (*_ANSWERS, share_verb(_ANSWERS))

VERBS: Mapping[str, Verb] = {v.name: v for v in (*_ALL, help_verb(_ALL))}
