"""Answering `/deal`: who asks is checked first, then what was asked is computed and told.

The asker's deals are read the same way whatever was asked, and a deal they may not see is answered
word for word like one that does not exist. Every command is in the archive before it is answered:
under the deal it was about, also when its asker may not see it, by ids alone. And so is every
answer, word for word, under the deal it tells of.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime

from dealclock import __version__
from dealclock.access.people import Action, may
from dealclock.days.errors import DaysError
from dealclock.render import answers, plain, upcoming
from dealclock.render.told import Told
from dealclock.render.view import View, matter
from dealclock.store import Kept, Listed, Rendition, Store, StoredDeal
from dealclock.usecases.assess_deal import assess_as_of
from dealclock.usecases.command import Asked, Command, Misunderstood, hint_for, shown, understand
from dealclock.usecases.own_day import known_by, own_day


def answer(command: Command, store: Store, now: datetime) -> Told:
    """What the asker is told, and nobody else."""
    listed = store.directory()
    here = store.deal_of_channel(command.channel)
    visible = [deal for deal in listed if _may_read(command.user, deal)]
    own = next((deal for deal in visible if deal.id == here), None)
    try:
        asked = understand(command.text, visible, own)
    except Misunderstood as error:
        store.audit(_turned_away_from(command, listed, here), "refused", command.user, now)
        told = answers.not_understood(str(error))
        store.keep(_kept(told, command, (), now), now)
        return told
    store.audit(asked.deal.id if asked.deal else None, f"asked {asked.verb}", command.user, now)
    deals = tuple(_read([asked.deal] if asked.deal else _of_all(asked, visible), store))
    try:
        told = _told(asked, deals, visible, now)
    except (Misunderstood, DaysError) as error:
        told = answers.not_understood(str(error))
    store.keep(_kept(told, command, deals, now, asked), now)
    return told


def apology(request: str) -> Told:
    """The answer when something went wrong that nobody foresaw; its log names the request."""
    return Told(preview="Dealclock", headline=f"Sorry, that did not work. Request {request}.")


def _may_read(user: str, deal: Listed) -> bool:
    return may(deal.people.of_slack(user), Action.READ, deal.people)


def _turned_away_from(command: Command, listed: Sequence[Listed], here: str | None) -> str | None:
    """The deal whose archive shows a refused command: the one it names, else its channel's."""
    words = {word.lower() for word in command.text.split()}
    return next((deal.id for deal in listed if deal.code_name.lower() in words), here)


def _of_all(asked: Asked, visible: Sequence[Listed]) -> Sequence[Listed]:
    """The deals that are read for a command which names none."""
    return visible if asked.verb == "next" else ()


def _kept(
    told: Told,
    command: Command,
    deals: Sequence[StoredDeal],
    now: datetime,
    asked: Asked | None = None,
) -> Kept:
    """The answer as it is archived. Of several deals there is no one day and no one version."""
    only = deals[0] if len(deals) == 1 else None
    today, known_at = _standing(only, now) if only else (None, now)
    return Kept(
        kind="answer",
        to=command.user,
        deals=tuple(deal.meta.id for deal in deals),
        about=asked.obligation or "" if asked else "",
        rendition=Rendition(
            text=plain.answer(told),
            terms_version=only.meta.terms_version if only else 0,
            team_version=only.meta.team_version if only else 0,
            engine=__version__,
            as_of=(asked.on if asked else None) or today,
            known_at=known_at,
        ),
    )


def _told(
    asked: Asked, deals: Sequence[StoredDeal], visible: Sequence[Listed], now: datetime
) -> Told:
    match asked.verb:
        case "help":
            return answers.help_text()
        case "list":
            return answers.deals([(deal.code_name, deal.rehearsal) for deal in visible])
        case "next":
            return upcoming.dates_ahead([_view(deal, now) for deal in deals], asked.days)
    (deal,) = deals
    match asked.verb:
        case "accrual":
            return answers.accrual(_view(deal, now, asked.on))
        case "explain":
            return _explained(_view(deal, now), asked.obligation)
        case _:
            return answers.status(_view(deal, now))


def _read(chosen: Sequence[Listed], store: Store) -> Iterator[StoredDeal]:
    """The deals of the directory, whose lines are written with the deals and never removed."""
    for listed in chosen:
        deal = store.deal(listed.id)
        if deal is not None:
            yield deal


def _explained(view: View, word: str | None) -> Told:
    """The steps behind what `word` names: an instance, or an id with one instance only."""
    known = answers.instances(view)
    if word is None:
        raise Misunderstood(f"Say which one to explain: {', '.join(known)}.")
    named = [i for i in known if i == word] or [i for i in known if i.startswith(f"{word}/")]
    found = matter(view, named[0]) if len(named) == 1 else None
    if found is not None:
        return answers.explain(view, found)
    if named:
        raise Misunderstood(f"There are several {shown(word)}; say which: {', '.join(named)}.")
    hint = hint_for(word, known)
    raise Misunderstood(f"There is no {shown(word)} to explain.{hint} Try: {', '.join(known)}.")


def _standing(deal: StoredDeal, now: datetime) -> tuple[date, datetime]:
    """The day the deal stands on, and the instant up to which it is known."""
    zone = deal.terms.agreement.time_zone
    return own_day(deal.meta.day, zone, now), known_by(deal.meta.day, zone, now)


def _view(deal: StoredDeal, now: datetime, as_of: date | None = None) -> View:
    """The deal as of a day, its own unless said, on everything known to it by now."""
    today, known_at = _standing(deal, now)
    return View(
        assessment=assess_as_of(deal, as_of or today, known_at),
        terms=deal.terms,
        terms_version=deal.meta.terms_version,
        team=deal.team,
        log=deal.log,
        rehearsal=deal.meta.rehearsal,
        today=today,
    )
