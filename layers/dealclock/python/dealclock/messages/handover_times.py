"""Until when something can still be done, by its channel and by each method of notice, in words."""

from collections.abc import Iterator

from dealclock.engine.conclusions import HandOver, Obligation
from dealclock.messages import trace, words

_ZONE = "America/New_York"  # in which an addressee's hours are stated, as EDGAR's are


def lines(owed: Obligation) -> Iterator[str]:
    """The last practicable moment with the steps to it, and the last day for each method."""
    if owed.act_by is not None:
        moment = words.instant(owed.act_by, _ZONE)
        due = f"due {words.day(owed.due)} under the agreement"
        yield f"Act by {moment}, by {words.channel(owed.channel)}; {due}"
        yield from (f"   {line}" for line in trace.lines(owed.act_by_trace))
    yield from (_method(each) for each in owed.methods)


def doing(method: str) -> str:
    """What is done with a notice by that method."""
    return "deliver" if method == "hand" else "send"


def _method(each: HandOver) -> str:
    if each.last_day is None:
        return f"By {each.method}: too late"
    until = f", {words.clock(each.act_by, _ZONE)}" if each.act_by else ""
    needs = ", if receipt is acknowledged by then" if each.acknowledged else ""
    return f"By {each.method}: {doing(each.method)} by {words.day(each.last_day)}{until}{needs}"
