"""The answers of the slash command. The first line of an answer is the answer."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from dealclock.engine.assessment import Obligation, Status, Window
from dealclock.render import amounts, reading, standing, trace, words
from dealclock.render.told import Section, Told, rows
from dealclock.render.view import LEGAL, Matter, View, matters

_PREVIEW = "Dealclock"

_HELP = (
    ("status [DEAL]", "where a deal stands: missed, due, open, accruing"),
    ("next [DEAL] [DAYS]", "what comes up, in your deals or in one; 14 days unless you say"),
    ("accrual [DEAL] [on DATE]", "Additional Interest: accrued, rate, next change"),
    ("explain [DEAL] OBLIGATION", "one date or amount, step by step"),
    ("list", "the deals you are on"),
    ("help", "this"),
)


def help_text() -> Told:
    """The commands there are."""
    return Told(
        preview=_PREVIEW,
        headline="Ask where a deal stands, and why",
        sections=(
            Section(rows=rows(*((f"/deal {usage}", says) for usage, says in _HELP))),
            Section(
                lines=(
                    "DEAL is a code name; in a deal's own channel it may be left out.",
                    "DATE is a day such as 2004-11-20 or Nov 20 2004.",
                    "Only you see the answers.",
                )
            ),
        ),
        footnotes=(LEGAL,),
    )


def deals(named: Sequence[tuple[str, bool]]) -> Told:
    """The deals the asker is on: code names, and which are rehearsals."""
    if not named:
        return Told(preview=_PREVIEW, headline="You are on no deal's list")
    lines = [f"{name}{', a rehearsal' if rehearsal else ''}" for name, rehearsal in named]
    count = words.number(len(lines), "deal")
    return Told(
        preview=_PREVIEW, headline=f"You are on {count}", sections=(Section(lines=tuple(lines)),)
    )


def not_understood(why: str) -> Told:
    """Words that could not be read: what was given, and what to give instead."""
    return Told(
        preview=_PREVIEW, headline="I did not understand that", sections=(Section(lines=(why,)),)
    )


def status(view: View) -> Told:
    """Where a deal stands on its day."""
    a = view.assessment
    missed = [o for o in a.obligations if o.status is Status.MISSED]
    waiting = [o for o in a.obligations if o.is_open and o not in missed]
    running = [w for w in a.windows if w.status is not Status.CLOSED]
    defaults = [standing.of_default(d) + f" ({d.instance})" for d in a.defaults]
    gaps = [f"{n.clause}: {n.what}" for n in a.not_checked]
    sections = (
        Section(title="Missed", lines=tuple(_due(o, view) for o in missed)),
        Section(title="Ahead", lines=tuple(_due(o, view) for o in _by_due(waiting))),
        Section(title="Windows", lines=tuple(_window(w) for w in running)),
        Section(title="Defaults", lines=tuple(defaults)),
        amounts.section(view) if a.defaults else Section(),
        Section(title="Facts no conclusion rests on", lines=a.unused_facts),
        Section(title="Not checked", lines=tuple(gaps)),
    )
    return _told(view, _standing(view, missed, waiting), sections)


def accrual(view: View) -> Told:
    """Additional Interest to but excluding the day."""
    a = view.assessment
    nothing = "Nothing has accrued" if not a.accrual.exact else ""
    headline = nothing or f"{words.dollars(a.accrual.exact)} accrued"
    sections = (
        amounts.section(view),
        Section(title="How it adds up", lines=tuple(amounts.segments(view))),
        Section(title="Computed defaults", lines=tuple(standing.of_default(d) for d in a.defaults)),
        Section(title="Other readings", lines=tuple(reading.used(view, "accrual"))),
    )
    return _told(view, f"{headline} as of {words.day(a.as_of)}", sections)


def upcoming(views: Sequence[View], days: int) -> Told:
    """What falls due or ends in the days ahead, deal by deal, the soonest first."""
    found = sorted(
        (on, f"{view.team.code_name}: {says}")
        for view in views
        for on, says in _ahead(view, view.assessment.as_of + timedelta(days=days))
    )
    span = words.number(days, "day")
    headline = f"{words.number(len(found), 'date')} in the next {span}"
    lines = tuple(f"{words.day(on)}: {says}" for on, says in found)
    banners = tuple(dict.fromkeys(b for v in views for b in v.banners(())))
    told = Told(
        preview=_PREVIEW,
        headline=headline if found else f"Nothing in the next {span}",
        banners=banners,
        sections=(Section(lines=lines),),
        footnotes=(LEGAL,),
    )
    return told.of_rehearsal() if any(v.rehearsal for v in views) else told


def explain(view: View, found: Matter) -> Told:
    """One obligation, window or default: where it stands, and every step to it."""
    sections = (
        Section(
            rows=rows(
                ("Status", standing.status(found, view)), ("Owner", view.owner(found.owed_by))
            )
        ),
        Section(title="Step by step", lines=tuple(trace.lines(found.trace))),
        Section(title="Readings", lines=tuple(reading.used(view, found.instance))),
        Section(title="Notes", lines=found.notes),
    )
    headline = f"{found.title}, {words.clause(found.clause)} ({found.instance})"
    return _told(view, headline, sections, [found.grounds])


def instances(view: View) -> list[str]:
    """Everything that can be explained, by instance."""
    return [m.instance for m in matters(view)]


def _told(view: View, headline: str, sections: Sequence[Section], grounds: object = None) -> Told:
    a = view.assessment
    everything = [o.grounds for o in a.obligations] + [w.grounds for w in a.windows]
    used = grounds if isinstance(grounds, list) else [*everything, *(d.grounds for d in a.defaults)]
    said = [s for s in sections if s.rows or s.lines]
    return view.marked(
        Told(
            preview=view.preview(None, a.as_of),
            headline=f"{view.team.code_name}: {headline}",
            banners=view.banners(used),
            sections=tuple(said),
            footnotes=view.footnotes(),
            more="/deal explain OBLIGATION",
        )
    )


def _standing(view: View, missed: Sequence[Obligation], waiting: Sequence[Obligation]) -> str:
    a = view.assessment
    parts = [f"{len(missed)} missed"] if missed else []
    if running := [d for d in a.defaults if d.is_open]:
        parts.append(f"{words.number(len(running), 'computed default')} open")
    if waiting:
        soonest = _by_due(waiting)[0]
        parts.append(f"next {soonest.title}, {words.day(soonest.due)}")
    return f"{'; '.join(parts) or 'nothing waits'} (as of {words.day(a.as_of)})"


def _by_due(obligations: Sequence[Obligation]) -> list[Obligation]:
    return sorted(obligations, key=lambda o: o.due)


def _due(o: Obligation, view: View) -> str:
    owner = view.team.owner_of(o.owed_by)[0].name
    amount = f", {words.dollars(o.amount)}" if o.amount is not None else ""
    return (
        f"{words.day(o.due)}: {o.title}{amount}, {words.clause(o.clause)}, {owner} ({o.instance})"
    )


def _window(w: Window) -> str:
    dates = f"{words.day(w.opens)} to {words.day(w.closes)}"
    return f"{w.title}, {dates}. {standing.of_window(w)} ({w.instance})"


def _ahead(view: View, until: date) -> Iterator[tuple[date, str]]:
    a = view.assessment
    for o in a.obligations:
        if o.is_open and a.as_of <= o.due <= until:
            yield o.due, f"{o.title} due ({o.instance})"
    for w in a.windows:
        if w.ended_on is None and a.as_of < w.opens <= until:
            yield w.opens, f"{w.title} opens ({w.instance})"
        if w.ended_on is None and a.as_of <= w.closes <= until:
            yield w.closes, f"{w.title}: last day ({w.instance})"
    change = a.accrual.next_change
    if change is not None and change.on <= until:
        yield change.on, f"the rate becomes {words.percent(change.rate)} a year"
