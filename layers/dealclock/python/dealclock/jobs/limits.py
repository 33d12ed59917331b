"""The limits that deliveries rely on: how far clocks may be off, and how old a read may be.

Within these limits no alert is lost, and none is shown twice without being marked as a possible
duplicate. The simulation uses their full size; docs/alerts.md lists them.
"""

from datetime import timedelta

CLOCK_ERROR = timedelta(seconds=5)
"""By which the clock of any one worker may differ from the true time, either way."""

HISTORY_LAG = timedelta(seconds=10)
"""Within which a Slack conversation's history shows what was posted."""

INDEX_LAG = timedelta(seconds=10)
"""Within which an index of the table shows what was written."""

REQUEST_ON_ITS_WAY = timedelta(seconds=10)
"""For which a request whose answer was given up may still reach the other side."""

LOOK_AFTER = HISTORY_LAG + 2 * CLOCK_ERROR + REQUEST_ON_ITS_WAY
"""How long an unknown outcome rests before anyone looks it up or tries again.

The worker that writes it down and the one that reads it may be off by the most in opposite ways.
"""
