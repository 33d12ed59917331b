"""Every verb, in the order help lists them."""

from collections.abc import Mapping

from dealclock.answers.accrual import accrual
from dealclock.answers.catalog import FORMER_NAMES, QUESTIONS, UNLISTED, UNLISTED_ACTS
from dealclock.answers.count import count
from dealclock.answers.holders import holders
from dealclock.answers.payments import payments
from dealclock.answers.readings import readings
from dealclock.answers.section import section
from dealclock.answers.suspension import suspension
from dealclock.answers.usable import usable
from dealclock.answers.what_if import what_if
from dealclock.desk.act import find_act
from dealclock.desk.approve import approve
from dealclock.desk.close import close
from dealclock.desk.release import release
from dealclock.desk.respond import ack, decline, done, snooze
from dealclock.desk.settings import settings
from dealclock.desk.verb import Verb, verb_of
from dealclock.desk.verbs import (
    calendar,
    changes,
    correct,
    files,
    history,
    next_dates,
    record,
    status,
    timeline,
    why,
)
from dealclock.desk.verbs import list as list_deals
from dealclock.desk.verbs.help import help_verb
from dealclock.desk.verbs.share import share_verb

_ANSWERS = (
    # The twelve of the first screen; then the rest, by what they are about.
    next_dates.VERB,
    status.VERB,
    verb_of(count),
    verb_of(accrual),
    verb_of(payments),
    verb_of(suspension),
    verb_of(usable),
    record.VERB,
    verb_of(what_if),
    why.VERB,
    verb_of(section),
    history.VERB,
    # behind `help all`
    list_deals.VERB,
    changes.VERB,
    timeline.VERB,
    verb_of(readings),
    verb_of(holders),
    record.SALE_NOTICE,
    correct.VERB,
    files.PROOF,
    files.NOTICE,
    files.PICTURE,
    files.EXPORT,
    calendar.VERB,
    ack,
    snooze,
    done,
    decline,
    approve,
    release,
    settings,
    close,
    # of modules that no list names
    *(verb_of(QUESTIONS[name]) for name in UNLISTED if QUESTIONS[name].slash),
    *(find_act(name) for name in UNLISTED_ACTS),
)

_ALL = (*_ANSWERS, share_verb(_ANSWERS))

VERBS: Mapping[str, Verb] = {v.name: v for v in (*_ALL, help_verb(_ALL))}


def verb_named(name: str) -> Verb | None:
    """The verb of that name, in any case, or of that former name; None if there is none."""
    plain = name.lower()
    return VERBS.get(FORMER_NAMES.get(plain, plain))
