"""The earliest filing date after drafts went out, or the last day to send them: the result and its
computation.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date

from dealclock.agreement.rules.duties import MinimumPeriod
from dealclock.agreement.terms import Terms
from dealclock.answers.heading import Heading
from dealclock.answers.question import NotAnsweredError, needed, option
from dealclock.days import day_words
from dealclock.days.cutoffs import working_days
from dealclock.engine.assess import assess
from dealclock.engine.conclusions import Obligation
from dealclock.engine.context import Context, LastDay
from dealclock.engine.in_force import InForce
from dealclock.engine.query import Query
from dealclock.engine.special.reviews import earliest, is_due, latest
from dealclock.engine.why import NOTHING, Step, Why
from dealclock.files.source import nearest
from dealclock.messages import words


@dataclass(frozen=True, slots=True)
class ReviewQuery:
    """A document with the day its drafts were furnished, the day of its filing, or the obligation
    that the filing is to satisfy."""

    document: str = needed("a review in the terms, or a kind of filing", shown="DOCUMENT")
    furnished: date | None = option("the day drafts were furnished")
    filing: date | None = option("the planned filing date")
    before: str | None = option(
        "the obligation the filing satisfies, such as cure-window/F5", shown="OBLIGATION"
    )


@dataclass(frozen=True, slots=True)
class ReviewDate:
    """A day under the chosen readings, and the day that is safe if any one reading is changed."""

    day: date
    safe: date
    readings: tuple[str, ...]
    trace: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class ReviewResult:
    """The days of a review; all None for a filing that needs none.

    `review_due`: whether a review is due before the filing at all, and the readings that decide it.
    `filing` is the filing date asked about, or the due date of `before`. `conflict`: the drafts
    would have to go out before that obligation arose. `why` is that of its date.
    """

    heading: Heading
    document: str
    review_required: bool
    review: str | None = None
    clause: str | None = None
    at_least: str | None = None
    review_due: bool = False
    review_due_readings: tuple[str, ...] = ()
    earliest_filing: ReviewDate | None = None
    latest_furnish: ReviewDate | None = None
    filing: date | None = None
    notes: tuple[str, ...] = ()
    before: str | None = None
    conflict: str | None = None
    why: Why = NOTHING


def answer(query: Query, request: ReviewQuery) -> ReviewResult:
    """The days of a review, each with its steps, the readings it rests on, and the safe day.

    Raises NotAnsweredError for an unknown document or obligation, and if no date to count from is
    given.
    """
    in_force = query.in_force()
    heading, rule = Heading.of(in_force), _rule(request.document, in_force.terms)
    if rule is None:
        return ReviewResult(heading, request.document, review_required=False)
    owed = _owed(query, request.before) if request.before else None
    furnished, filing = request.furnished, owed.due if owed else request.filing
    if furnished is None and filing is None:
        raise NotAnsweredError(
            "review: no date to count from; give --furnished, --filing or --before"
        )
    first = last = None
    if furnished is not None:
        since = furnished
        first = _counted(lambda c: earliest(rule, since, c), in_force, max)
    if filing is not None:
        on = filing
        last = _counted(lambda c: latest(rule, on, c), in_force, min)
    context = in_force.context()
    due = is_due(rule, owed.instance if owed else None, context)
    filed = [day for day in (first.day if first else None, filing) if day is not None]
    return ReviewResult(
        heading=heading,
        document=request.document,
        review_required=True,
        review=rule.id,
        clause=rule.clause,
        at_least=str(rule.at_least),
        review_due=due,
        review_due_readings=tuple(sorted(context.choices.consulted)),
        earliest_filing=first,
        latest_furnish=last,
        filing=filing,
        notes=tuple(note for day in filed for note in _closed(rule, day, in_force.terms)),
        before=owed.instance if owed else None,
        conflict=_conflict(owed, last.day) if owed and last else None,
        why=owed.why if owed else NOTHING,
    )


def _rule(document: str, terms: Terms) -> MinimumPeriod | None:
    """The review that a document's filing waits for; None if it waits for none."""
    rules = list(terms.all_of(MinimumPeriod))
    by_kind = {kind: rule for rule in rules for kind in rule.before}
    several = [rule.id for rule in rules if document in rule.before]
    if len(several) > 1:
        raise NotAnsweredError(
            f"several reviews precede a {document}; give one of {', '.join(several)}"
        )
    by_id = {rule.id: rule for rule in rules}
    found = by_id.get(document) or by_kind.get(document)
    exempt = [kind for rule in rules for kind in rule.exempt]
    if found is None and document not in exempt:
        known = [*by_id, *by_kind, *exempt]
        raise NotAnsweredError(
            f"no document is named {document!r}; give a review or a kind of filing: "
            f"{', '.join(dict.fromkeys(known))}.{nearest(document, known)}"
        )
    return found


def _owed(query: Query, name: str) -> Obligation:
    found = assess(
        Query(query.terms, query.log, query.as_of, query.known_at, query.readings), compare=False
    )
    owed = found.obligation(name)
    if owed is None:
        known = [o.instance for o in found.obligations]
        raise NotAnsweredError(
            f"no obligation is named {name!r} as of {words.day(query.as_of)}; there are "
            f"{', '.join(known)}.{nearest(name, known)}"
        )
    return owed


def _counted(
    find: Callable[[Context], LastDay], in_force: InForce, safest: Callable[[list[date]], date]
) -> ReviewDate:
    context = in_force.context()
    chosen = find(context)
    readings, known = sorted(context.choices.consulted), context.terms.all_readings
    moved = [{name: choice} for name in readings for choice in known[name].open]
    others = [find(in_force.context(each)).day for each in moved]
    return ReviewDate(chosen.day, safest([chosen.day, *others]), tuple(readings), chosen.trace)


def _closed(rule: MinimumPeriod, filing: date, terms: Terms) -> Iterator[str]:
    """A note for each channel of what the review precedes that is closed on the filing date."""
    ahead = (p.channel for p in terms.provisions if p.id in rule.ahead_of and p.channel)
    for channel in (terms.named_channels[name] for name in dict.fromkeys(ahead)):
        if why := working_days(channel.calendar).closed_because(filing):
            yield f"{channel.label} is closed on {day_words.day(filing)} ({why})"


def _conflict(owed: Obligation, last: date) -> str | None:
    """The note that the drafts would have to go out before the obligation arose; None if not."""
    if last >= owed.opens:
        return None
    return (
        f"drafts would have to go out by {day_words.day(last)}, before "
        f"{day_words.day(owed.opens)}, when {owed.instance} arose"
    )
