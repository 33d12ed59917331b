"""A verb of `/deal`: its words for help, the deals it is about, how it is read and answered."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from dealclock.access.outside import told_outside
from dealclock.access.people import Action
from dealclock.render.told import Told
from dealclock.render.view import View
from dealclock.store import Listed, Store, StoredDeal
from dealclock.usecases.approved import approvals_of
from dealclock.usecases.assess_deal import assess_as_of
from dealclock.usecases.checking import handled
from dealclock.usecases.gate import Asker, Members
from dealclock.usecases.own_day import known_by, own_day


class Of(StrEnum):
    """The deals a verb is about."""

    NOTHING = "nothing"  # no deal is read
    DEAL = "deal"  # one: named, or the channel's own
    DEALS = "deals"  # one when named or in its channel, else all the asker may see


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed beside the verb and the deal's name, to be read by the verb.

    `deal` is the one named or meant; `named` whether it was by its name. `words` are left as typed.
    """

    words: tuple[str, ...]
    deal: Listed | None
    named: bool
    visible: Sequence[Listed]


@dataclass(frozen=True, slots=True)
class Desk:
    """Where a verb looks things up and what it may set in motion.

    `members` says who may ask at all; without it whoever is on a deal's list may.
    """

    store: Store
    members: Members | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """What a verb answers: what it read from the words, the deals, who asks and when.

    `given` is what the verb's own `read` made of the words. Access to the deals was checked.
    """

    verb: str
    given: Any
    deals: tuple[StoredDeal, ...]
    visible: tuple[Listed, ...]
    user: str
    channel: str
    desk: Desk
    now: datetime
    asker: Asker | None = None

    @property
    def deal(self) -> StoredDeal:
        """The one deal it is about."""
        (deal,) = self.deals
        return deal

    def view(self, deal: StoredDeal | None = None, as_of: date | None = None) -> View:
        """A deal as of a day, its own unless said, on everything known to it by now."""
        found = deal or self.deal
        today, known_at = standing(found, self.now)
        approvals = approvals_of(found, self.desk.store)
        outside = self.outside(found)
        if outside:
            found = replace(found, log=told_outside(found.log, approvals))
        return View(
            assessment=assess_as_of(
                found, as_of or today, known_at, compare=not outside, outside=outside
            ),
            terms=found.terms,
            terms_version=found.meta.terms_version,
            team=found.team,
            log=found.log,
            rehearsal=found.meta.rehearsal,
            today=today,
            handled=handled(found, known_at, self.desk.store),
            approvals=approvals,
            outside=outside,
        )

    def outside(self, deal: StoredDeal) -> bool:
        """Whether the asker is told of the deal only what outsiders are."""
        listed = next((each for each in self.visible if each.id == deal.meta.id), None)
        if self.asker is None or listed is None:
            return False
        return self.asker.audience(listed) == "outside"


@dataclass(frozen=True, slots=True)
class Reply:
    """What the asker is told, and what is archived beside it.

    `about` is the instance it tells of, `as_of` the day where it is not the deal's own.
    """

    told: Told
    about: str = ""
    as_of: date | None = None


@dataclass(frozen=True, slots=True)
class Verb:
    """One subcommand.

    `usage` and `says` are its lines of help, on the first screen when `daily`. `read` makes of the
    words what `answer` is given; both raise Misunderstood. `action` is what the asker must be
    allowed to do with the deals.
    """

    name: str
    usage: str
    says: str
    of: Of
    read: Callable[[Typed], Any]
    answer: Callable[[Ask], Reply]
    daily: bool = False
    action: Action = Action.READ


def standing(deal: StoredDeal, now: datetime) -> tuple[date, datetime]:
    """The day the deal stands on, and the instant up to which it is known."""
    zone = deal.terms.agreement.time_zone
    return own_day(deal.meta.day, zone, now), known_by(deal.meta.day, zone, now)
