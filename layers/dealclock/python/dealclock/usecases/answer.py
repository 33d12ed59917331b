"""Answering `/deal`: who asks is checked first, then what was asked is computed and told.

The asker's deals are read the same way whatever was asked, and a deal they may not see is answered
word for word like one that does not exist. Every command is in the archive before it is answered.
"""

from collections.abc import Sequence
from datetime import date, datetime

from dealclock.access.people import Action, may
from dealclock.agreement.source import nearest
from dealclock.facts.log import day_of, end_of
from dealclock.render import answers
from dealclock.render.told import Told
from dealclock.render.view import View, matter
from dealclock.store import Listed, Store, StoredDeal
from dealclock.usecases.assess_deal import assess_as_of
from dealclock.usecases.command import (
    Asked,
    Command,
    Misunderstood,
    day_asked,
    days_asked,
    no_such_deal,
    shown,
    understand,
)

DAYS_AHEAD = 14


def answer(command: Command, store: Store, now: datetime) -> Told:
    """What the asker is told, and nobody else."""
    visible = [d for d in store.directory() if _may_read(command.user, d)]
    here = store.deal_of_channel(command.channel)
    own = next((d for d in visible if d.id == here), None)
    try:
        asked = understand(command.text, visible, own)
    except Misunderstood as error:
        store.audit(None, "command misunderstood", command.user, now)
        return answers.not_understood(str(error))
    store.audit(asked.deal.id if asked.deal else None, f"asked {asked.verb}", command.user, now)
    try:
        return _told(asked, visible, store, now)
    except Misunderstood as error:
        return answers.not_understood(str(error))


def _may_read(user: str, deal: Listed) -> bool:
    return may(deal.people.of_slack(user), Action.READ, deal.people)


def _told(asked: Asked, visible: Sequence[Listed], store: Store, now: datetime) -> Told:
    match asked.verb:
        case "help":
            return answers.help_text()
        case "list":
            return answers.deals([(d.code_name, d.rehearsal) for d in visible])
        case "next":
            days = days_asked(asked.rest, DAYS_AHEAD)
            chosen = [asked.deal] if asked.deal else list(visible)
            found = [deal for d in chosen if (deal := store.deal(d.id))]
            return answers.upcoming([_view(deal, now) for deal in found], days)
        case "accrual":
            deal = _deal(asked, visible, store, asked.rest[:1] if _names_a_deal(asked) else ())
            return answers.accrual(_view(deal, now, day_asked(asked.rest, _today(deal, now))))
        case "explain":
            return _explain(asked, visible, store, now)
        case _:
            return answers.status(_view(_deal(asked, visible, store, asked.rest), now))


def _names_a_deal(asked: Asked) -> bool:
    """Whether the first word left over stands where a deal's name would."""
    return bool(asked.rest) and asked.deal is None and asked.rest[0].lower() != "on"


def _deal(
    asked: Asked, visible: Sequence[Listed], store: Store, unknown: Sequence[str] = ()
) -> StoredDeal:
    """The deal asked about. Raises Misunderstood when a word names no deal, or none is named."""
    if unknown:
        raise no_such_deal(unknown[0], visible)
    found = store.deal(asked.deal.id) if asked.deal else None
    if found is None:
        raise no_such_deal(None, visible)
    return found


def _explain(asked: Asked, visible: Sequence[Listed], store: Store, now: datetime) -> Told:
    view = _view(_deal(asked, visible, store, asked.rest[:1] if asked.deal is None else ()), now)
    known = answers.instances(view)
    if len(asked.rest) != 1:
        raise Misunderstood(f"Say which one to explain: {', '.join(known)}.")
    word = asked.rest[0]
    named = [i for i in known if i == word] or [i for i in known if i.startswith(f"{word}/")]
    if len(named) != 1:
        hint = nearest(word, known)
        raise Misunderstood(f"There is no {shown(word)} to explain.{hint} Try: {', '.join(known)}.")
    found = matter(view, named[0])
    if found is None:  # every instance named has its matter
        raise no_such_deal(word, visible)
    return answers.explain(view, found)


def _today(deal: StoredDeal, now: datetime) -> date:
    """The deal's day: a rehearsal's own, else the day it is in the deal's zone."""
    return deal.meta.day or day_of(now, deal.terms.agreement.time_zone)


def _view(deal: StoredDeal, now: datetime, as_of: date | None = None) -> View:
    """The deal as of a day, its own unless said, on everything known to it by now."""
    zone = deal.terms.agreement.time_zone
    known_at = end_of(deal.meta.day, zone) if deal.meta.day else now
    return View(
        assessment=assess_as_of(deal, as_of or _today(deal, now), known_at),
        terms=deal.terms,
        terms_version=deal.meta.terms_version,
        team=deal.team,
        log=deal.log,
        rehearsal=deal.meta.rehearsal,
    )
