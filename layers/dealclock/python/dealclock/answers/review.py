"""`review`: the earliest filing date after drafts went out, or the last day to send them."""

from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from typing import Annotated

from dealclock.answers.ask import Answer, answer
from dealclock.answers.compose import compose, terms_used
from dealclock.answers.heading import heading
from dealclock.days import day_words
from dealclock.days.markets import calendar_of
from dealclock.engine.assess import assess
from dealclock.engine.conclusions import Obligation
from dealclock.engine.context import Context, LastDay
from dealclock.engine.look import Look
from dealclock.engine.special.reviews import NOT_DUE, earliest, is_due, latest
from dealclock.engine.why import NOTHING, Step
from dealclock.errors import RefusedError
from dealclock.files.source import nearest
from dealclock.messages import words
from dealclock.messages.message import Message, Section, rows
from dealclock.messages.view import DealView
from dealclock.records import record
from dealclock.terms.rules.duties import MinimumPeriod
from dealclock.terms.terms import Terms


@record
class ReviewDate:
    """A day under the chosen readings, and the day that is safe if any one reading is changed."""

    day: date
    safe: date
    readings: tuple[str, ...]
    trace: tuple[Step, ...]


@answer(
    example="agreements/infocrossing-2004 --as-of 2004-11-20 --document amendment-filed "
    "--filing 2004-12-24"
)
def review(
    look: Look,
    document: Annotated[str, "a review in the terms, or a kind of filing", "DOCUMENT"],
    furnished: Annotated[date | None, "the day drafts were furnished"] = None,
    filing: Annotated[date | None, "the planned filing date"] = None,
    before: Annotated[
        str | None, "the obligation the filing satisfies, such as cure-window/F5", "OBLIGATION"
    ] = None,
) -> Answer:
    """The days of a review, each with its steps, the readings it rests on, and the safe day; all
    None for a filing that needs none.

    The filing date is the due date of `before`, where that is given. `review_due` is whether a
    review is due before the filing at all, with the readings that decide it. `conflict`: the drafts
    would have to go out before that obligation arose. Raises RefusedError for an unknown
    document or obligation, and if no date to count from is given.
    """
    rule = _rule(document, look.in_force)
    if rule is None:  # no day counts
        filing = furnished = before = None
    owed = _owed(look, before) if before else None
    filing = owed.due if owed else filing
    if rule and furnished is None and filing is None:
        raise RefusedError("review: no date to count from; give --furnished, --filing or --before")
    context, why = look.context(), owed.why if owed else NOTHING
    due = rule is not None and is_due(rule, owed.instance if owed else None, context)
    first = rule and furnished and _counted(partial(earliest, rule, furnished), look, max)
    last = rule and filing and _counted(partial(latest, rule, filing), look, min)
    filed = [day for day in (first.day if first else None, filing) if day]
    notes = [note for day in filed for note in _closed(rule, day, look.in_force)] if rule else []
    conflict = _conflict(owed, last.day) if owed and last else None
    body = {
        **heading(look),
        "document": document,
        "review_required": rule is not None,
        "review": rule and rule.id,
        "clause": rule and rule.clause,
        "at_least": rule and str(rule.at_least),
        "review_due": due,
        "review_due_readings": sorted(context.choices.consulted),
        "earliest_filing": first,
        "latest_furnish": last,
        "filing": filing,
        "notes": notes,
        "before": owed and owed.instance,
        "conflict": conflict,
        "grounds": why,
    }

    def say(view: DealView) -> Message:
        titled = (("Earliest filing", first), ("Last day to furnish drafts", last))
        days = [(title, found) for title, found in titled if found]
        not_due = [f"{words.sentence(NOT_DUE)}."] if rule and not due else []
        period = f"at least {rule.at_least}" if rule else ""
        sections = (
            Section(
                rows=rows(("Review", period), ("Conflict", conflict or "")),
                lines=(*not_due, *notes),
            ),
            *(_section(title, found) for title, found in days),
        )
        if rule:
            earlier, *others = (f"{title.lower()} {view.near(each.day)}" for title, each in days)
            start = "" if due else "no review is due yet; if you hold one: "
            headline = [f"{start}{earlier}", *others, words.clause(rule.clause)]
        else:
            headline = [f"this kind of filing needs no review ({document.replace('-', ' ')})"]
        return compose(view, headline, sections, [why], banners=terms_used(look))

    return Answer(body, say)


def _section(title: str, found: ReviewDate) -> Section:
    safe = words.day(found.safe) if found.safe != found.day else ""
    return Section(
        title=f"{title}: {words.day(found.day)}",
        rows=rows(("Safe under every reading", safe)),
        lines=tuple(f"• {words.step(step)}" for step in found.trace),
    )


def _rule(document: str, terms: Terms) -> MinimumPeriod | None:
    """The review that a document's filing waits for; None if it waits for none."""
    rules = list(terms.all_of(MinimumPeriod))
    by_kind = {kind: rule for rule in rules for kind in rule.before}
    several = [rule.id for rule in rules if document in rule.before]
    if len(several) > 1:
        raise RefusedError(
            f"several reviews precede a {document}; give one of {', '.join(several)}"
        )
    by_id = {rule.id: rule for rule in rules}
    found = by_id.get(document) or by_kind.get(document)
    exempt = [kind for rule in rules for kind in rule.exempt]
    if found is None and document not in exempt:
        known = [*by_id, *by_kind, *exempt]
        raise RefusedError(
            f"no document is named {document!r}; give a review or a kind of filing: "
            f"{', '.join(dict.fromkeys(known))}.{nearest(document, known)}"
        )
    return found


def _owed(look: Look, name: str) -> Obligation:
    found = assess(look, compare=False)
    owed = found.obligation(name)
    if owed is None:
        known = [o.instance for o in found.obligations]
        raise RefusedError(
            f"no obligation is named {name!r} as of {words.day(look.as_of)}; there are "
            f"{', '.join(known)}.{nearest(name, known)}"
        )
    return owed


def _counted(
    find: Callable[[Context], LastDay], look: Look, safest: Callable[[list[date]], date]
) -> ReviewDate:
    context = look.context()
    chosen = find(context)
    readings, known = sorted(context.choices.consulted), context.terms.all_readings
    moved = [{name: choice} for name in readings for choice in known[name].open]
    others = [find(look.context(each)).day for each in moved]
    return ReviewDate(chosen.day, safest([chosen.day, *others]), tuple(readings), chosen.trace)


def _closed(rule: MinimumPeriod, filing: date, terms: Terms) -> Iterator[str]:
    """A note for each channel of what the review precedes that is closed on the filing date."""
    ahead = (p.channel for p in terms.provisions if p.id in rule.ahead_of and p.channel)
    for channel in (terms.named_channels[name] for name in dict.fromkeys(ahead)):
        if why := calendar_of(channel.calendar).closed_because(filing):
            yield f"{channel.label} is closed on {day_words.day(filing)} ({why})"


def _conflict(owed: Obligation, last: date) -> str | None:
    """The note that the drafts would have to go out before the obligation arose; None if not."""
    if last >= owed.opens:
        return None
    return (
        f"drafts would have to go out by {day_words.day(last)}, before "
        f"{day_words.day(owed.opens)}, when {owed.instance} arose"
    )
