"""`/deal next`: the dates ahead, of one deal or of all the asker's."""

from collections.abc import Mapping
from dataclasses import dataclass

from dealclock.render.in_brief import LONGEST_LOOK
from dealclock.render.upcoming import By, dates_ahead
from dealclock.usecases.desk.across import of_all, of_one
from dealclock.usecases.desk.misunderstood import Misunderstood, no_such_deal, shown
from dealclock.usecases.desk.verb import Ask, Of, Reply, Typed, Verb
from dealclock.usecases.desk.words import number, parted

DAYS_AHEAD = 14  # days that `next` looks ahead unless told


@dataclass(frozen=True, slots=True)
class Next:
    """How far to look, whether at what others answer for too, and how to group it."""

    days: int = DAYS_AHEAD
    mine: bool = True
    by: By = ""


def _read(typed: Typed) -> Next:
    parts = parted(typed, "by")
    words = [w for w in parts[""] if w.lower() not in ("all", "mine")]
    mine = not any(w.lower() == "all" for w in parts[""])
    for word in words:
        if word[0].isalpha() and word.lower() not in ("day", "days"):
            raise no_such_deal(word, typed.visible)
    return Next(number(words, LONGEST_LOOK) if words else DAYS_AHEAD, mine, _by(parts))


def _by(parts: Mapping[str, tuple[str, ...]]) -> By:
    given = " ".join(parts.get("by", ())).lower()
    match given:
        case "issuer" | "owner":
            return "issuer" if given == "issuer" else "owner"
        case "" if "by" not in parts:
            return ""
    raise Misunderstood(f"Nothing is grouped by {shown(given)}. Write by issuer, or by owner.")


def _answer(ask: Ask) -> Reply:
    given: Next = ask.given
    found = (of_one if ask.deals else of_all)(ask, mine=given.mine)
    return Reply(dates_ahead(found.deals, given.days, given.by, found.unknown))


VERB = Verb(
    "next",
    "next [DEAL] [DAYS] [all] [by issuer|owner]",
    f"the dates ahead that you answer for, of one deal or all of yours; {DAYS_AHEAD} days unless "
    "you say",
    Of.DEALS,
    _read,
    _answer,
    daily=True,
    shareable=True,
    examples=("next", "next 30 all by owner"),
)
