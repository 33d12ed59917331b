"""The answer to `/deal timeline`: everything dated, in order."""

from collections.abc import Iterator
from datetime import date

from dealclock.render import words
from dealclock.render.answers import composed
from dealclock.render.desk.parts import Found, resting_on
from dealclock.render.message import Message, Section, listed
from dealclock.render.view import View


def timeline(view: View, found: Found, since: date | None) -> Message:
    """Dated facts and dates to come, before and after the deal's day, with where each is from."""
    moments = found["moments"]
    today = view.assessment.as_of.isoformat()
    past = [m for m in moments if m["first_day"] < today]
    ahead = [m for m in moments if m["first_day"] >= today]
    own = [m for m in moments if m["origin"] != "timeline"]
    mixed = not all(m["hypothetical"] for m in own)  # else the banner says it of all
    count = words.number(len(moments), "dated thing")
    from_when = f" since {words.day(since)}" if since else ""
    sections = (
        listed("So far", _lines(past, mixed=mixed)),
        listed("Today and ahead", _lines(ahead, mixed=mixed)),
        listed(
            "Inconsistencies in the documents",
            (f"{each['clause']}: {each['what']}" for each in found["inconsistencies"])
            if since is None
            else (),
        ),
        Section(lines=("For information only; nothing is computed from these dates.",)),
    )
    more = "/deal timeline since DATE"
    headline = f"{count}{from_when}, {len(ahead)} today or ahead"
    return composed(view, headline, sections, resting_on(moments), more=more)


def _lines(moments: list[Found], *, mixed: bool) -> Iterator[str]:
    for m in moments:
        when = words.loosely(m["first_day"], m["last_day"])
        yield f"{when}: {m['what']} ({_from(m, mixed=mixed)})"
        if m["inconsistent"]:
            yield f"INCONSISTENT: {m['inconsistent']}"


def _from(m: Found, *, mixed: bool) -> str:
    said = [m["origin"] if m["origin"] != "timeline" else m["source"]]
    said += [m["instance"]] if m["instance"] and m["origin"] != "timeline" else []
    said += ["HYPOTHETICAL"] if mixed and m["hypothetical"] else []
    return "; ".join(said)
