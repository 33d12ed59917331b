"""What people outside the deal's team are shown: conclusions a lead has confirmed, and no other."""

from dealclock.engine.conclusions import Conclusion, Obligation, Status
from dealclock.engine.found import Found

_AGAINST = (Status.MISSED, Status.MET_LATE)
"""Statuses that say a party did not do in time what it owed."""


def confirmed_only(found: Found) -> None:
    """Leave out every default that is not confirmed, and what says or shows that there is one.

    Done after each part, so that nothing accrues, is owed or is paid on what was left out.
    """
    found.defaults[:] = [d for d in found.defaults if d.conclusion is Conclusion.CONFIRMED]
    confirmed = {d.lapsed for d in found.defaults}
    found.obligations[:] = [o for o in found.obligations if _may_be_shown(o, confirmed)]
    found.windows[:] = [w for w in found.windows if w.status is not Status.OVERRUN]


def _may_be_shown(o: Obligation, confirmed: set[str]) -> bool:
    return o.status not in _AGAINST or o.instance in confirmed
