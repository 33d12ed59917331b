"""The table as a whole: every access pattern over one `Table`."""

from dealclock.store.approvals import Approvals
from dealclock.store.archive import Archive, Seen
from dealclock.store.claims import Claims
from dealclock.store.closings import Closings
from dealclock.store.deals import Deals
from dealclock.store.deliveries import Deliveries
from dealclock.store.escalations import Escalating
from dealclock.store.facts import Facts
from dealclock.store.feeds import Feeds
from dealclock.store.glass import Glasses
from dealclock.store.handling import Handlings
from dealclock.store.links import Links
from dealclock.store.loading import Loading
from dealclock.store.mails import Mails
from dealclock.store.notes import Notes
from dealclock.store.refreshes import Refreshes
from dealclock.store.renditions import Renditions
from dealclock.store.runs import Runs
from dealclock.store.teams import Teams
from dealclock.store.traffic import Traffic
from dealclock.store.versions import Versions
from dealclock.store.wakes import Wakes
from dealclock.store.watching import Watching


class Store(
    Deals,
    Loading,
    Teams,
    Facts,
    Deliveries,
    Claims,
    Closings,
    Refreshes,
    Traffic,
    Mails,
    Wakes,
    Runs,
    Handlings,
    Approvals,
    Versions,
    Glasses,
    Escalating,
    Renditions,
    Watching,
    Links,
    Notes,
    Feeds,
    Archive,
    Seen,
):
    """`Store(table)`: every access pattern over one `Table`, which the caller makes."""
