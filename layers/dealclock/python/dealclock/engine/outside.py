"""What people outside the deal's team are shown: conclusions a lead has confirmed, and no other."""

from dealclock.engine.conclusions import Conclusion, Obligation, Status
from dealclock.engine.findings import Findings

_AGAINST = (Status.MISSED, Status.MET_LATE)
"""Statuses that say a party did not do in time what it owed."""
_UNTOLD = frozenset({"outage with cure", "duty"})
"""Kinds that while they run say what outsiders were not told of yet: that the Prospectus cannot be
used, that the SEC has asked. So does every undated duty that a fact opened."""


def confirmed_only(found: Findings) -> None:
    """Leave out every default that is not confirmed, and what says or shows that there is one.

    Done after each part, so that nothing accrues, is owed or is paid on what was left out.
    """
    found.defaults[:] = [d for d in found.defaults if d.conclusion is Conclusion.CONFIRMED]
    confirmed = {d.lapsed for d in found.defaults}
    found.obligations[:] = [o for o in found.obligations if _may_be_shown(o, confirmed)]
    found.duties[:] = [d for d in found.duties if d.opens is None]
    found.windows[:] = [w for w in found.windows if w.status is not Status.OVERRUN]


def _may_be_shown(o: Obligation, confirmed: set[str]) -> bool:
    untold = o.kind in _UNTOLD and o.status is not Status.MET
    return o.instance in confirmed or not (untold or o.status in _AGAINST)
