"""The last moment to act by channel, and the last day for each method of notice, in words."""

from collections.abc import Iterator

from dealclock.engine.conclusions import HandOver, Obligation
from dealclock.messages import trace, words

_ZONE = "America/New_York"  # in which an addressee's hours are stated, as EDGAR's are


def render_lines(owed: Obligation) -> Iterator[str]:
    """The last practicable moment with the steps to it, and the last day for each method."""
    if owed.act_by is not None:
        moment = words.instant(owed.act_by, _ZONE)
        due = f"due {words.day(owed.due)} under the agreement"
        yield f"Act by {moment}, by {words.channel(owed.channel)}; {due}"
        yield from (f"   {line}" for line in trace.render_lines(owed.act_by_trace))
    yield from (_describe_method(step_or_method) for step_or_method in owed.methods)


def handover_verb(method: str) -> str:
    """What the sender does with a notice by that method: mails, sends or hands it over."""
    return "deliver" if method == "hand" else "send"


def _describe_method(method: HandOver) -> str:
    if method.last_day is None:
        return f"By {method.method}: too late"
    until = f", {words.clock(method.act_by, _ZONE)}" if method.act_by else ""
    needs = ", if receipt is acknowledged by then" if method.acknowledged else ""
    return (
        f"By {method.method}: {handover_verb(method.method)} by "
        f"{words.day(method.last_day)}{until}{needs}"
    )
