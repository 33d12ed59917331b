"""`review`: the earliest filing after drafts went out, or the latest day to send them.

Asked with a day the drafts were `furnished`, a day of `filing`, or an obligation that the filing
is to meet (`before`). Told under the readings chosen, and safe under every reading.
"""

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

from dealclock.agreement.readings.all import ALL
from dealclock.agreement.rules.duties import MinimumPeriod
from dealclock.agreement.source import nearest
from dealclock.agreement.terms import Terms
from dealclock.days import day_words
from dealclock.days.cutoffs import working_days
from dealclock.engine.assess import assess
from dealclock.engine.conclusions import Obligation
from dealclock.engine.context import Context
from dealclock.engine.duties.reviews import NOT_DUE, ReviewDay, earliest, is_due, latest
from dealclock.engine.in_force import InForce
from dealclock.render import words
from dealclock.render.in_force import heading, told_version
from dealclock.render.json_parts import trace
from dealclock.render.layout import wrapped
from dealclock.render.view import LEGAL
from dealclock.usecases.questions.question import Detail, Json, NotAnsweredError, Query, Question

FORMAT = "dealclock-review/1"
_Find = Callable[[Context], ReviewDay]


def answer(asked: Query) -> Json:
    """The days of a review, each with its steps, the readings it rests on, and the safe day."""
    document = str(asked.details["document"])
    given = asked.in_force()
    rule = _rule(document, given.terms)
    found: Json = {
        **heading(FORMAT, given),
        "document": document,
        "review_required": rule is not None,
    }
    if rule is None:
        none = {"review": None, "earliest_filing": None, "latest_furnish": None}
        return {**found, "review_due": False, **none}
    found |= {"review": rule.id, "clause": rule.clause, "at_least": str(rule.at_least)}
    furnished, filing = asked.details.get("furnished"), asked.details.get("filing")
    owed = _before(asked) if asked.details.get("before") else None
    if owed is not None:
        filing = owed.due
    if not isinstance(furnished, date) and not isinstance(filing, date):
        raise NotAnsweredError(
            "review: no date to count from; give --furnished, --filing or --before"
        )
    owed_for = None if owed is None else owed.instance
    found |= _due(rule, owed_for, given)
    found["earliest_filing"] = found["latest_furnish"] = None
    filed: list[date] = []
    if isinstance(furnished, date):
        since = furnished
        first = _told(lambda c: earliest(rule, since, c), given, max)
        found["earliest_filing"] = first
        filed.append(date.fromisoformat(str(first["day"])))
    if isinstance(filing, date):
        on = filing
        found["filing"] = on.isoformat()
        found["latest_furnish"] = _told(lambda c: latest(rule, on, c), given, min)
        filed.append(on)
    found["notes"] = [note for day in filed for note in _closed(rule, day, given.terms)]
    if owed is not None:
        found["before"] = owed.instance
        found["conflict"] = _conflict(owed, found["latest_furnish"])
    return found


def _due(rule: MinimumPeriod, owed_for: str | None, given: InForce) -> Json:
    """Whether a review is due before the filing at all, and the readings that decide it."""
    context = given.context()
    due = is_due(rule, owed_for, context)
    return {"review_due": due, "review_due_readings": sorted(context.choices.consulted)}


def _rule(document: str, terms: Terms) -> MinimumPeriod | None:
    """The review a document's filing waits for; None for one that waits for none."""
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


def _closed(rule: MinimumPeriod, filing: date, terms: Terms) -> Iterator[str]:
    """That the channel of what the review goes ahead of does not work on the day of filing."""
    ahead = (p.channel for p in terms.provisions if p.id in rule.ahead_of and p.channel)
    for channel in (terms.named_channels[name] for name in dict.fromkeys(ahead)):
        if why := working_days(channel.calendar).closed_because(filing):
            yield f"{channel.spoken} is closed on {day_words.day(filing)} ({why})"


def _before(asked: Query) -> Obligation:
    name = str(asked.details["before"])
    found = assess(
        asked.terms, asked.log, asked.as_of, asked.known_at, asked.readings, compare=False
    )
    owed = found.obligation(name)
    if owed is None:
        known = [o.instance for o in found.obligations]
        raise NotAnsweredError(
            f"no obligation is named {name!r} as of {words.day(asked.as_of)}; there are "
            f"{', '.join(known)}.{nearest(name, known)}"
        )
    return owed


def _told(find: _Find, given: InForce, safest: Callable[[list[date]], date]) -> Json:
    """A day under the readings chosen, and the one that is safe under each other one alone."""
    context = given.context()
    chosen = find(context)
    readings = sorted(context.choices.consulted)
    others = [
        find(given.context({name: choice})).day for name in readings for choice in ALL[name].open
    ]
    return {
        "day": chosen.day.isoformat(),
        "safe": safest([chosen.day, *others]).isoformat(),
        "readings": readings,
        "trace": trace(chosen.trace),
    }


def _conflict(owed: Obligation, latest_furnish: Any) -> str | None:
    """That the drafts would have to go out before the time to do it began."""
    last = date.fromisoformat(latest_furnish["day"])
    if last >= owed.opens:
        return None
    return (
        f"drafts would have to go out by {day_words.day(last)}, before "
        f"{day_words.day(owed.opens)}, "
        f"when {owed.instance} arose"
    )


def render(answered: Json, width: int) -> Iterator[str]:
    """The days, each with what is safe and the steps to it."""
    found: dict[str, Any] = answered
    yield from told_version(found, width)
    if not found["review_required"]:
        kind = found["document"].replace("-", " ")
        yield from wrapped(f"This kind of filing needs no review ({kind}).", width)
        return
    yield from wrapped(f"Review of at least {found['at_least']} ({found['clause']})", width)
    if not found["review_due"]:
        yield from wrapped(f"{words.sentence(NOT_DUE)}. If you hold one:", width)
    for name, label in (
        ("earliest_filing", "Earliest filing"),
        ("latest_furnish", "Last day to furnish drafts"),
    ):
        if found[name] is not None:
            each = found[name]
            safe = "" if each["safe"] == each["day"] else f"; safe: {words.iso(each['safe'])}"
            yield from wrapped(f"{label}: {words.iso(each['day'])}{safe}", width, 2, 2)
            for step in each["trace"]:
                yield from wrapped(f"{step['says']}: {words.iso(step['day'])}", width, 4, 2)
    for note in found["notes"]:
        yield from wrapped(note, width, 2, 2)
    if found.get("conflict"):
        yield from wrapped(f"Conflict: {found['conflict']}", width)
    yield LEGAL


QUESTION = Question(
    "review",
    (
        Detail("document", "a review in the terms, or a kind of filing", "word", True, "DOCUMENT"),
        Detail("furnished", "the day drafts were furnished", "day"),
        Detail("filing", "the planned filing date", "day"),
        Detail(
            "before",
            "the obligation the filing satisfies, such as cure-window/F5",
            "word",
            shown="OBLIGATION",
        ),
    ),
    answer,
    render,
    "agreements/infocrossing-2004 --as-of 2004-11-20 --document amendment-filed "
    "--filing 2004-12-24",
)
