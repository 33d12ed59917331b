"""The deal a person may act on. Of all others nothing is said: not even that they exist."""

from datetime import datetime

from dealclock.access.people import Action, Person
from dealclock.store import DirectoryEntry
from dealclock.usecases.desk.interactions.services import DeskServices
from dealclock.usecases.gate import asker

NOT_YOURS = "You have no access to this item."
"""The one answer about a deal that is not there and about one the person may not see."""


class NotAuthorizedError(Exception):
    """It is not for this person: the words are what they are told, the refusal is archived."""


def authorize(
    deal: str, user: str, action: Action, what: str, hands: DeskServices, now: datetime
) -> tuple[DirectoryEntry, Person]:
    """The deal with that id and who the user is on it, if they may do `action`; else
    NotAuthorizedError.

    `what` is what they wanted, for the archive.
    """
    who = asker(user, hands.services(now), hands.desk.members)
    line = hands.store.deals.line(deal)
    listed = line.at(now) if line else None
    person = listed.people.of_slack(user) if listed else None
    if listed is None or person is None or not who.may(Action.READ, listed):
        hands.store.archive.audit(listed.id if listed else None, f"refused {what}", user, now)
        raise NotAuthorizedError(NOT_YOURS)
    if not who.may(action, listed):
        hands.store.archive.audit(listed.id, f"refused {what}", user, now)
        raise NotAuthorizedError(
            f"Your role on {listed.code_name} does not allow that. Ask the deal's lead."
        )
    return listed, person


def authorized_deals(
    user: str, action: Action, hands: DeskServices, now: datetime
) -> list[DirectoryEntry]:
    """Every deal on which the user may do that today, by code name."""
    who = asker(user, hands.services(now), hands.desk.members)
    found = (each.at(now) for each in hands.store.deals.directory())
    return sorted((d for d in found if who.may(action, d)), key=lambda d: d.code_name)
