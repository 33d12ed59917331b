"""The answer to `/deal next`: the dates ahead of one deal, or of all the asker is on."""

from collections.abc import Sequence
from datetime import date, timedelta

from dealclock.render import dated, words
from dealclock.render.told import OF_NO_DEAL, Section, Told, listed, rows, said
from dealclock.render.view import LEGAL, View

_MARKS = "HYPOTHETICAL: what is so marked rests on invented facts; explain names them."


def dates_ahead(views: Sequence[View], days: int) -> Told:
    """What falls due, opens or ends in the days ahead, the soonest first, whichever deal's it is.

    What was missed stands before it: it waits too. Both ends of the days are included.
    """
    late = [(v, each) for v in views for each in dated.missed(v)]
    found = [(v, each) for v in views for each in dated.ahead(v, _last(v, days))]
    found.sort(key=lambda pair: pair[1].on)
    rehearsed = bool(views) and all(v.rehearsal for v in views)
    banners = dict.fromkeys(b for v in views for b in v.banners(()))
    if any(each.grounds.hypothetical for _, each in (*late, *found)):
        banners[_MARKS] = None
    spans = {v.team.code_name: _span(v, days) for v in views}
    told = Told(
        preview=OF_NO_DEAL,
        headline=_counted(len(found), len(late), days, sorted(set(spans.values()))),
        banners=tuple(banners),
        sections=said(
            Section(rows=rows(*spans.items()) if len(set(spans.values())) > 1 else ()),
            listed("Missed, as computed", (_line(v, each, rehearsed) for v, each in late)),
            listed("Ahead", (_line(v, each, rehearsed) for v, each in found)),
        ),
        footnotes=(LEGAL,),
        more="/deal next DEAL",
    )
    # Beside a live deal each line says it, so that no live date looks rehearsed.
    return told.of_rehearsal() if rehearsed else told


def _last(view: View, days: int) -> date:
    return view.assessment.as_of + timedelta(days=days)


def _span(view: View, days: int) -> str:
    return f"{words.day(view.assessment.as_of)} to {words.day(_last(view, days))}"


def _counted(found: int, late: int, days: int, spans: Sequence[str]) -> str:
    """How many dates lie ahead; the first and last day looked at, when all deals share them."""
    what = words.number(found, "date") if found else "Nothing"
    when = f"the next {words.number(days, 'day')}" + (f", {spans[0]}" if len(spans) == 1 else "")
    return f"{what} in {when}{f'; {late} missed before' if late else ''}"


def _line(view: View, each: dated.Dated, rehearsed: bool) -> str:
    """A date with its deal, marked where the message as a whole does not say it."""
    marks = ["REHEARSAL"] if view.rehearsal and not rehearsed else []
    marks += ["HYPOTHETICAL"] if each.grounds.hypothetical else []
    marked = f" ({', '.join(marks)})" if marks else ""
    return f"{each.day}: {view.team.code_name}: {each.says}{marked}"
