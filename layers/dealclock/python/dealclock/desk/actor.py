"""A person who acts on a deal: every act, form and button is carried out as one."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime

from dealclock.answers.typed_words import UnreadableCommandError
from dealclock.engine.assessment import Assessment
from dealclock.errors import DealclockError, RefusedError
from dealclock.files.source import nearest
from dealclock.jobs.deal_day import deal_now
from dealclock.jobs.plan.assess_deal import assess_as_of
from dealclock.jobs.services import Services
from dealclock.messages import words
from dealclock.people.people import Action, People, Person, who_may
from dealclock.records import record
from dealclock.store import Store, StoredDeal

_LONGEST_ECHO = 80  # characters of what was given, in the archive
PAGES = "web"
"""Who asked, in the archive, where no person did: a page or a feed by its link."""


@record
class Actor:
    """A person who acts on a deal: the deal as it is stored, the id the person was named by, and
    the login, for the archive.
    """

    deal: StoredDeal
    named: str
    services: Services
    by: str

    @property
    def now(self) -> datetime:
        """The current instant."""
        return self.services.now()

    @property
    def today(self) -> date:
        """The deal's own day."""
        return deal_now(self.deal, self.now)[0]

    def assessment(self) -> Assessment:
        """The deal assessed as of its own day, under its own readings alone."""
        return assess_as_of(self.deal, *deal_now(self.deal, self.now), compare=False)

    @property
    def store(self) -> Store:
        """The table."""
        return self.services.store

    @property
    def people(self) -> People:
        """The people on the deal's lists today, and the lists."""
        return self.deal.at(self.now).team.access

    @property
    def person(self) -> Person:
        """The person; raises RefusedError for a name that is not on the team."""
        return self.allowed(None)

    def allowed(self, action: Action | None) -> Person:
        """The person, who may do that; raises RefusedError with the people who may."""
        people, name = self.people, self.deal.meta.code_name
        person = people.person(self.named)
        able = who_may(action or Action.READ, people)
        ids = [p.id for p in able]
        if person is None or people.denies(person.id):
            given = ", ".join(ids) or _NO_ONE
            raise RefusedError(
                f"{self.named!r} is not on the team of {name}. Give the id of a person who may do "
                f"that: {given}.{nearest(self.named, ids)}"
            )
        if action and person not in able:
            names = words.listed([f"{p.name} ({p.id})" for p in able] or [_NO_ONE])
            role = f"{'an' if person.role[0] in 'ae' else 'a'} {person.role}"
            raise RefusedError(
                f"{person.name} is {role} of {name} and cannot {_DOING.get(action, action)}. "
                f"These people can: {names}."
            )
        return person

    @contextmanager
    def archiving_refusals(self, act: str, subject: object) -> Iterator[None]:
        """Archive that an act was refused, with the person and what it was about."""
        try:
            yield
        except UnreadableCommandError:  # nothing was asked for
            raise
        except DealclockError:
            given = {"person": self.named, "subject": str(subject)}
            detail = {name: value[:_LONGEST_ECHO] for name, value in given.items()}
            self.store.archive.audit(self.deal.meta.id, f"refused {act}", self.by, self.now, detail)
            raise


_DOING: Mapping[Action, str] = {
    Action.CONCLUDE: "confirm, dispute or release",
    Action.HANDLE: "respond to alerts",
    Action.SETTLE: "change settings or close it",
    Action.BREAK: "use emergency access",
}
"""What a person without the right cannot do, where its name does not say it."""
_NO_ONE = "no one yet; give a person a role that may do it"
