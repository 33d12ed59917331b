"""The answers of the slash command. The first line of an answer is the answer."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from dealclock.answers.compose import compose
from dealclock.answers.suspension.limits import lines
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Default, Obligation, Status, Window
from dealclock.messages import (
    amounts,
    approvals,
    dates,
    reading,
    shares,
    unchecked_sections,
    words,
)
from dealclock.messages.message import (
    OF_NO_DEAL,
    Message,
    MessageRow,
    Section,
    listed,
    rows,
    with_content,
)
from dealclock.messages.status_lines import describe_agreement
from dealclock.messages.view import LEGAL, View, matters


def help_text(verbs: Sequence[tuple[str, str]], *, whole: bool) -> Message:
    """The verbs, each with its usage and what it says; all of them when `whole`."""
    return Message(
        preview=OF_NO_DEAL,
        headline="Ask about a deal's status, dates and amounts",
        sections=(
            Section(rows=rows(*((f"/deal {usage}", says) for usage, says in verbs))),
            Section(lines=(*_WORDS, *(_IN_FULL if whole else _BRIEFLY))),
        ),
        footnotes=(LEGAL,),
        more="/deal help COMMAND",
    )


def help_one(usage: str, says: str, examples: Sequence[str]) -> Message:
    """One verb: how it is written, what it says, examples that work in a deal's own channel."""
    return Message(
        preview=OF_NO_DEAL,
        headline=f"/deal {usage}: {says}",
        sections=with_content(
            listed("Examples", (f"/deal {each}" for each in examples)),
            Section(lines=(*_WORDS, *_IN_FULL)),
        ),
        footnotes=(LEGAL,),
    )


_WORDS = (
    "DEAL is a code name, an alias, or its first letters. Leave it out in the deal's own channel.",
    "DATE can be 2004-11-20, Nov 20, next friday, +5bd, in 2 weeks, end of month.",
    "OBLIGATION is the name in brackets at the end of a line of status or next.",
)
_IN_FULL = (
    "A date without a year is the next one ahead; 3/4 is March 4; next friday is in next week.",
    "Answers show each date in full, with its weekday. Only you see them.",
)
_BRIEFLY = (
    "Only you see the answers.",
    "More: /deal help more",
    "One command, with examples: /deal help count",
)


def deals(named: Sequence[tuple[str, bool, bool]]) -> Message:
    """The deals the asker is on: code names, which are rehearsals, and which are closed."""
    if not named:
        return Message(preview=OF_NO_DEAL, headline="You are not on any deal's list")
    lines = [
        f"• {name}{', a rehearsal' * rehearsal}{', closed' * closed}"
        for name, rehearsal, closed in named
    ]
    count = words.number(len(lines), "deal")
    return Message(
        preview=OF_NO_DEAL, headline=f"You are on {count}", sections=(Section(lines=tuple(lines)),)
    )


def not_understood(headline: str, why: str) -> Message:
    """Words that could not be read: of which sort, what was given, and what to give instead."""
    return Message(preview=OF_NO_DEAL, headline=headline, sections=(Section(lines=(why,)),))


def cannot(why: str) -> Message:
    """What was understood and cannot be answered or done, and why."""
    return Message(
        preview=OF_NO_DEAL,
        headline="No answer",
        sections=(Section(lines=(words.sentence(why),)),),
    )


def not_opened() -> Message:
    """A form that Slack did not open; a trigger lives three seconds, so it is typed again."""
    return Message(
        preview=OF_NO_DEAL,
        headline="The form could not be opened. Type the command again.",
    )


def form_opened(code_name: str, to_do: str) -> Message:
    """Beside a form that opens: what it is for."""
    return Message(preview=OF_NO_DEAL, headline=f"{code_name}: {to_do} in the form that opens.")


def not_allowed(verb: str, code_name: str) -> Message:
    """A verb that needs another role than the asker has on a deal they may see."""
    instead = "Ask the deal's lead for another role."
    return Message(
        preview=OF_NO_DEAL,
        headline=f"Your role on {code_name} does not allow {verb}",
        sections=(Section(lines=(instead,)),),
    )


def not_found() -> Message:
    """The one answer to people outside a deal's team for anything not shown to them: the same
    for what there is and for what there is not, so it repeats nothing that was typed."""
    instead = (
        "You can use `/deal status DEAL`, which shows what was delivered or released to you, and "
        "`/deal list`, which lists your deals."
    )
    return Message(preview=OF_NO_DEAL, headline="Not found", sections=(Section(lines=(instead,)),))


def echoed(message: Message, read: Iterable[tuple[str, date, str]]) -> Message:
    """The answer with each day it took from words told back in full, before all else.

    Each with what was typed and the rule it was read by, "" where none was needed. A date typed in
    full, which the first line tells already, needs no telling back.
    """
    shown = tuple(
        MessageRow(f"{typed!r} means", f"{words.day(day)}{f', {rule}' if rule else ''}")
        for typed, day, rule in read
        if rule or words.day(day) not in message.headline
    )
    return replace(message, sections=(Section(rows=shown), *message.sections)) if shown else message


def status(view: View) -> Message:
    """Where a deal stands on its day."""
    a = view.assessment
    running = [w for w in a.windows if w.status is not Status.CLOSED]
    sections = (
        listed("Overdue", map(_line, dates.list_overdue(view))),
        listed("Ahead", (_line(dates.render_obligation(o, view)) for o in dates.list_open(view))),
        listed("Windows", (dates.render_window(w, view) for w in running)),
        listed("Suspended days", (line for b in a.budgets if b.is_drawn_on for line in lines(b))),
        listed("Registration Defaults", map(dates.render_default, a.defaults)),
        amounts.render_section(view) if a.defaults else Section(),
        listed("Waivers, extensions and amendments", map(describe_agreement, a.agreed)),
        listed("Shares owed, no date stated", shares.render_lines(view)),
        listed("Contradictory events", (c.says for c in a.contradictions)),
        listed("Events not used in any conclusion", _unused(a)),
        listed("Awaiting second approval", approvals.render_lines(view)),
        listed("Not checked", unchecked_sections.render_lines(a.not_checked)),
    )
    parts: tuple[Obligation | Window | Default, ...] = (*a.obligations, *a.windows, *a.defaults)
    owed = (g for each in a.true_ups for g in each.all_grounds)
    return compose(
        view,
        f"{glance(view)} (as of {words.day(a.as_of)})",
        sections,
        (*(each.grounds for each in parts), *owed),
    )


def _unused(a: Assessment) -> Iterator[str]:
    """Each such fact, with why nothing rests on it, where that is known."""
    for fact in a.unused_facts:
        why = a.unused_because.get(fact)
        yield f"{fact}: {why}" if why else fact


def accrual(view: View, if_cured: date | None = None, *, under_all: bool = False) -> Message:
    """Additional Interest to but excluding the day; of a future day, a projection.

    `if_cured` is the day of a cure that the view supposes. `under_all`: the first line is what is
    unpaid over all readings together, and the view is of an assessment made `together`.
    """
    a = view.assessment
    if not a.accrual.clause:
        return compose(view, "these terms have no Additional Interest", (), ())
    to_come = view.today is not None and a.as_of > view.today
    supposed = f" if all is cured {words.day(if_cured)}" if if_cured else ""
    headline = amounts.render_headline(view, f"{', projected' * to_come}{supposed}")
    if under_all:
        headline = amounts.describe_range(view)
    sections = (
        amounts.render_section(view),
        listed("How it adds up", (*map(words.step, a.accrual.trace), *amounts.list_segments(view))),
        listed("Registration Defaults", map(dates.render_default, a.defaults)),
        _sure(
            reading.list_readings_used(view, "accrual"),
            (),
            view,
            a.accrual.clause,
            about_money=True,
        ),
        Section(lines=("Nothing was recorded.",) if if_cured else ()),
    )
    used = [*amounts.list_grounds(view), *(d.grounds for d in a.defaults)]
    return compose(view, headline, sections, used)


def instances(view: View) -> list[str]:
    """Everything that can be explained, by instance."""
    return [m.instance for m in matters(view)]


def _sure(
    readings: Iterable[str],
    notes: Iterable[str],
    view: View,
    clause: str,
    *,
    about_money: bool = False,
) -> Section:
    """How sure it is: the readings that matter, the notes, what was not checked."""
    return Section(
        rows=rows(
            *(("Reading", line) for line in readings),
            ("Note", words.sentence("; ".join(notes))),
            (
                "Not checked",
                unchecked_sections.render_lines_near(view, clause, about_money=about_money),
            ),
        )
    )


def _line(each: dates.DateLine) -> str:
    return f"{each.day}: {each.says}"


def glance(view: View) -> str:
    """A deal in one line: what was missed, is due today, accrues, and what comes next."""
    late, waiting = dates.list_overdue(view), dates.list_open(view)
    parts = [f"{len(late)} overdue"] if late else []
    if today := [o.title for o in waiting if o.status is Status.DUE_TODAY]:
        parts.append(f"{words.listed(today)} due today")
    if running := [d for d in view.assessment.defaults if d.is_open]:
        parts.append(f"{words.number(len(running), 'possible default')} open")
    if running or view.assessment.owed.unpaid:
        parts.append(amounts.describe_unpaid(view))
    if later := [o for o in waiting if o.status is not Status.DUE_TODAY]:
        parts.append(f"next {later[0].title}, {words.day(later[0].due)}")
    return "; ".join(parts) or "nothing due"
