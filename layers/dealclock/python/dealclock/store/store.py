"""The table as a whole: six repositories over one table, each access pattern in one of them."""

from dealclock.store.approvals import Approvals
from dealclock.store.archive import AuditLog, Seen
from dealclock.store.claims import Claims
from dealclock.store.closings import Closings
from dealclock.store.deals import DealReads
from dealclock.store.deliveries import Deliveries
from dealclock.store.escalations import Escalating
from dealclock.store.facts import Facts
from dealclock.store.feeds import Feeds
from dealclock.store.glass import Glasses
from dealclock.store.handling import Handlings
from dealclock.store.links import PersonalLinks
from dealclock.store.loading import Loading
from dealclock.store.mails import Mails
from dealclock.store.notes import Notes
from dealclock.store.refreshes import Refreshes
from dealclock.store.renditions import Renditions
from dealclock.store.runs import RunLog
from dealclock.store.table import Table
from dealclock.store.teams import Teams
from dealclock.store.traffic import Traffic
from dealclock.store.versions import Versions
from dealclock.store.wakes import Wakes
from dealclock.store.watching import Watching


class Deals(DealReads, Loading, Teams, Facts, Versions, Closings):
    """Deals: their terms, teams and facts, each version of them, loading, closing."""


class Outbox(Deliveries, Claims, Refreshes, Traffic, Mails):
    """Deliveries: planned, claimed, settled; what stands in Slack; routes that are busy."""


class Archive(AuditLog, Renditions, Notes):
    """What was asked, changed, refused and sent, for good."""


class Responses(Handlings, Approvals, Escalating, Glasses, Seen):
    """What people did: acknowledgments, approvals, emergency access; what is to be escalated."""


class Runs(RunLog, Wakes, Watching):
    """When a deal was assessed and is to be next, completed sweeps, the watchdog's memory."""


class Links(PersonalLinks, Feeds):
    """Personal links and calendar feeds."""


class Store:
    """The repositories over one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.deals = Deals(table)
        self.outbox = Outbox(table)
        self.archive = Archive(table)
        self.responses = Responses(table)
        self.runs = Runs(table)
        self.links = Links(table)
