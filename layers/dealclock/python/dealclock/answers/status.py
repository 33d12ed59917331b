"""Where a deal stands: what is overdue, ahead and open; and the help of `/deal`."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from dealclock.alerts.gravity import gravest_first
from dealclock.answers.ask import Answer, Slash, answer
from dealclock.answers.catalog import FIRST_SCREEN
from dealclock.answers.compose import assessed, compose
from dealclock.answers.keys import KEYS
from dealclock.answers.suspension import limits_in_words
from dealclock.answers.typed_words import nothing
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Item, Obligation, Status
from dealclock.engine.look import Look
from dealclock.messages import amounts, approvals, dates, shares, unchecked_sections, words
from dealclock.messages.message import (
    OF_NO_DEAL,
    Message,
    Section,
    listed,
    rows,
    with_content,
)
from dealclock.messages.status_lines import count_open, describe_agreement, with_not_computed
from dealclock.messages.view import LEGAL, View


def render_help() -> Message:
    """The twelve commands for people, by what they are about."""
    groups = (
        Section(title=group, rows=rows(*((f"/deal {name}", says) for name, says in of.items())))
        for group, of in FIRST_SCREEN.items()
    )
    return Message(
        preview=OF_NO_DEAL,
        headline=_ASK,
        sections=(*groups, Section(lines=_BRIEFLY)),
        footnotes=(LEGAL,),
        more="/deal help all",
    )


def render_help_all(verbs: Iterable[tuple[str, str]]) -> Message:
    """The verbs, each with its usage and help."""
    return Message(
        preview=OF_NO_DEAL,
        headline=_ASK,
        sections=(
            Section(rows=rows(*((f"/deal {usage}", says) for usage, says in verbs))),
            Section(lines=(*_WORDS, *_IN_FULL)),
        ),
        footnotes=(LEGAL,),
        more="/deal help COMMAND",
    )


def render_verb_help(usage: str, says: str, examples: Sequence[str]) -> Message:
    """One verb: its usage, its help, and examples that work in a deal's own channel."""
    return Message(
        preview=OF_NO_DEAL,
        headline=f"/deal {usage}",
        sections=with_content(
            Section(lines=(words.sentence(says),)),
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
_ASK = "Ask about a deal's status, dates and amounts"
_BRIEFLY = (
    "Name a deal anywhere, such as /deal accrual Granite; not needed in its own channel.",
    "Other words are understood too: /deal unpaid, or an item by its name, as /deal certificate.",
    "Only you see the answers. One command, with examples: /deal help count",
)


@answer(
    form="dealclock-assessment/2",
    example="agreements/infocrossing-2004 --facts histories/story.yaml --as-of 2005-01-20",
    keys=KEYS,
    slash=Slash(
        "status [DEAL]",
        examples=("status", "status {deal}"),
        read=nothing,
    ),
)
def status(look: Look) -> Answer:
    """The assessment of a deal, and what is overdue, ahead and open in words."""
    found = assessed(look)
    return Answer(found, lambda view: render_status(View.with_assessment(view, found)))


def render_status(view: View) -> Message:
    """The status of a deal on the view's day."""
    a = view.assessment
    open_windows = gravest_first(w for w in a.windows if w.status is not Status.CLOSED)
    defaults = listed(
        words.of_defaults(view.terms), map(dates.render_default, gravest_first(a.defaults))
    )
    accrues = any(d.is_open for d in a.defaults)
    sections = (
        defaults if accrues else Section(),
        listed("Overdue", map(_date_line, dates.list_overdue(view))),
        listed(
            "Ahead",
            (
                _date_line(dates.render_obligation(o, view))
                for o in gravest_first(dates.list_open(view))
            ),
        ),
        listed("Windows", (dates.render_window(w, view) for w in open_windows)),
        *_limits(view),
        Section() if accrues else defaults,
        amounts.render_section(view) if a.defaults or a.accrual.accrued else Section(),
        listed("Waivers, extensions and amendments", map(describe_agreement, a.agreed)),
        listed("Shares owed, no date stated", shares.render_lines(view)),
        listed("Contradictory events", (c.text for c in a.contradictions)),
        listed("Events not used in any conclusion", _list_unused_events(a)),
        listed("Awaiting second approval", approvals.render_lines(view)),
        listed("Not checked", unchecked_sections.render_lines(a.not_checked)),
    )
    parts: tuple[Item, ...] = (*a.obligations, *a.windows, *a.defaults)
    owed = (g for each in a.true_ups for g in each.every_why)
    return compose(
        view,
        summarize(view),
        (Section(rows=rows(("As of", words.day(a.as_of))), lines=view.assurance), *sections),
        (*(each.why for each in parts), *owed),
    )


def _limits(view: View) -> Iterator[Section]:
    """What the limits of each state leave, under what a day of it is called, or its title."""
    found: dict[str, list[str]] = {}
    for each in view.assessment.budgets:
        if each.is_drawn_on:
            day = view.terms.states[each.id].day_called
            of = f"{words.sentence(day)}s" if each.limits and day != "day" else each.title
            found.setdefault(of, []).extend(limits_in_words(each))
    yield from (listed(of, lines) for of, lines in found.items())


def _list_unused_events(a: Assessment) -> Iterator[str]:
    """Each unused event, with why no conclusion rests on it, where that is known."""
    for fact in a.unused_facts:
        why = a.unused_because.get(fact)
        yield f"{fact}: {why}" if why else fact


def _date_line(date: dates.DateLine) -> str:
    return f"{date.day}: {date.text}"


def summarize(view: View) -> Sequence[str]:
    """A deal in a line's parts, the gravest first: open defaults and what is unpaid, what is
    overdue and due today, the next payment, and the next date; else the window that is open."""
    waiting, payment = dates.list_open(view), amounts.next_payment(view)
    late = [o for o in view.assessment.obligations if o.status is Status.MISSED]
    running = [d for d in view.assessment.defaults if d.is_open]
    unpaid = amounts.describe_unpaid(view, or_nothing=True)
    parts = [f"{count_open(running)}, {unpaid}"] if running else []
    if view.assessment.owed.unpaid and not running:
        parts.append(unpaid)
    if today := [o for o in waiting if o.status is Status.DUE_TODAY]:
        parts.append(f"{_name(today)} due today")
    if late:
        parts.append(f"{len(late) if running else _name(late)} overdue")
    later = [o for o in waiting if o.status is not Status.DUE_TODAY and o != payment]
    ahead = [_next(o, view) for o in later[:1]]
    if payment is not None and payment.status is Status.UPCOMING and payment.money:
        paid = f"{words.amount(amounts.amount_still_due(payment))} payable {view.near(payment.due)}"
        if parts[:1] == [f"{words.amount(amounts.amount_still_due(payment))} unpaid"]:
            parts[0] += f", payable {view.near(payment.due)}"
            return with_not_computed([*parts, *ahead], list_all_not_computed(view.assessment))
        ahead = [*ahead, paid] if later and later[0].due < payment.due else [paid, *ahead]
    found = [*parts, *ahead] or [*_window_open(view)] or ["no date is open"]
    return with_not_computed(found, list_all_not_computed(view.assessment))


def list_all_not_computed(a: Assessment) -> list[str]:
    """What the waivers and extensions of an assessment change that is not computed."""
    return [each.not_computed for each in a.agreed if each.not_computed]


def _name(owed: Sequence[Obligation]) -> str:
    """The gravest by its title, and how many more there are."""
    first, *others = gravest_first(owed)
    return first.title + (f" and {len(others)} more" if others else "")


def _next(o: Obligation, view: View) -> str:
    clock = words.stops(o.days_left) if o.stopped_since else view.near(o.due)
    return f"next {amounts.name_with_amount(o)}, {clock}"


def _window_open(view: View) -> Iterator[str]:
    """The open window that ends first, and when."""
    found = [w for w in view.assessment.windows if w.done_on is None and w.status in _OPEN]
    for w in sorted(found, key=lambda w: w.last_day or date.max)[:1]:
        until = "without a last day yet" if w.is_open_ended else f"through {view.near(w.closes)}"
        yield f"{w.title} open {until}"


_OPEN = (Status.OPEN, Status.LAST_DAY)
