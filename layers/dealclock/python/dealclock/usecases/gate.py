"""Who asks in Slack, and what of a deal they may do now: by its lists, or by broken glass."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from dealclock.access.people import Action, Audience, may, open_deals
from dealclock.store import DirectoryEntry
from dealclock.usecases.services import Services

_BY_GLASS = frozenset({Action.CONSULT, Action.READ})


class Members(Protocol):
    """Who is a full member of the workspace: `channels.membership.MembershipCheck`."""

    def refusal(self, user: str, now: datetime) -> str | None:
        """Why the user may ask nothing; None for a full member."""


@dataclass(frozen=True, slots=True)
class Asker:
    """A Slack user, and the deals whose glass the user broke and may read now.

    `refused` says why the user may do nothing with any deal: a guest, another organization's.
    """

    user: str
    glass: frozenset[str] = frozenset()
    refused: str | None = None

    def may(self, action: Action, listed: DirectoryEntry) -> bool:
        """Whether the asker may do it with the deal, whose lists hold today (`DirectoryEntry.at`).

        Broken glass lets read, and only an administrator of today who is not denied.
        """
        if self.refused is not None:
            return False
        person = listed.people.of_slack(self.user)
        if may(person, action, listed.people):
            return True
        by_glass = listed.id in self.glass and action in _BY_GLASS
        return by_glass and may(person, Action.BREAK, listed.people)

    def audience(self, listed: DirectoryEntry) -> Audience:
        """What the asker is shown of a deal: all of it, or only what outsiders are."""
        return "inside" if self.may(Action.READ, listed) else "outside"


def asker(user: str, services: Services, members: Members | None = None) -> Asker:
    """Who asks; the same look-ups for everyone, so that nothing shows in the reads.

    A person who may ask nothing is in the archive before anything else is done.
    """
    now = services.now()
    refused = members.refusal(user, now) if members is not None else None
    if refused is not None:
        services.store.archive.audit(None, "refused asker", user, now, {"cause": refused})
    return Asker(user, open_deals(services.store.responses.emergency_access_of(user), now), refused)
