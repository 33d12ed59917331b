"""The Slack user of a request, and what they may do on a deal now: by its lists, or by emergency
access.
"""

from datetime import datetime
from typing import Protocol

from dealclock.jobs.services import Services
from dealclock.people.people import Action, Audience, may, open_deals
from dealclock.records import record
from dealclock.store import DirectoryEntry

_BY_GLASS = frozenset({Action.CONSULT, Action.READ})


class Members(Protocol):
    """Checks full membership of the workspace: `channels.membership.MembershipCheck`."""

    def refusal(self, user: str, now: datetime) -> str | None:
        """Why the user is refused everything; None for a full member."""


@record
class Asker:
    """A Slack user, and the deals that the user may read now by emergency access.

    `refused` is why the user may do nothing on any deal: a guest, or a member of another
    organization.
    """

    user: str
    glass: frozenset[str] = frozenset()
    refused: str | None = None

    def may(self, action: Action, listed: DirectoryEntry) -> bool:
        """Whether the asker may do it on the deal, whose lists apply today (`DirectoryEntry.at`).
        Emergency access allows only reading, and only to a present administrator who is not denied.
        """
        if self.refused is not None:
            return False
        person = listed.people.of_slack(self.user)
        if may(person, action, listed.people):
            return True
        by_glass = listed.id in self.glass and action in _BY_GLASS
        return by_glass and may(person, Action.BREAK, listed.people)

    def audience(self, listed: DirectoryEntry) -> Audience:
        """What the asker is shown of a deal: everything, or what an outsider is."""
        return "inside" if self.may(Action.READ, listed) else "outside"


def asker(user: str, services: Services, members: Members | None = None) -> Asker:
    """The user's access, by the same reads for everyone, so that the reads reveal nothing. A
    refusal of everything is archived before anything else is done.
    """
    now = services.now()
    refused = members.refusal(user, now) if members is not None else None
    if refused is not None:
        services.store.archive.audit(None, "refused asker", user, now, {"cause": refused})
    return Asker(user, open_deals(services.store.responses.emergency_access_of(user), now), refused)
