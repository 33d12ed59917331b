"""The repositories over one table, each access pattern in one of them."""

from dealclock.store.archive import Archive
from dealclock.store.deals import Deals
from dealclock.store.digests import Digests
from dealclock.store.links import Links
from dealclock.store.outbox import Outbox
from dealclock.store.responses import Responses
from dealclock.store.runs import Runs
from dealclock.store.table import Table


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
        self.digests = Digests(table)
