"""`deemed`: when a notice is deemed given by each method, and whether on time.

A notice to several recipients is given when the last of them has it, and may go to each by its
own method. Every method is shown alongside, ranked by the day on which it would give the notice.
"""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Annotated

from dealclock.answers.ask import Answer, answer
from dealclock.answers.compose import compose, terms_used
from dealclock.answers.heading import heading
from dealclock.engine.assessment import ABSENT
from dealclock.engine.comparing.safe import over_all
from dealclock.engine.context import Context
from dealclock.engine.look import Look
from dealclock.engine.notices.deemed import DeemedDelivery, deemed_given
from dealclock.engine.why import Step
from dealclock.errors import RefusedError
from dealclock.facts.fact import Fact
from dealclock.facts.log import EffectiveFact
from dealclock.files.source import nearest
from dealclock.messages import words
from dealclock.messages.message import Message, Section, listed, rows
from dealclock.messages.view import DealView
from dealclock.records import record
from dealclock.terms.rules.duties import Notice
from dealclock.terms.terms import Terms


@record
class Outcome:
    """When a notice sent by these methods is deemed given to all; None while it is not.

    `latest` is the latest day over all readings, and `latest_under` the choices that give it.
    `in_time` compares the day with `due`, both days included, and is None without a due date;
    `in_time_under_all` does so for `latest`. `acknowledged`: the day of the acknowledgment.
    """

    method: str
    acknowledged: date | None
    given: DeemedDelivery
    latest: date | None
    latest_under: Mapping[str, str]
    due: date | None

    @property
    def in_time(self) -> bool | None:
        """Whether it is given by the due date."""
        return _in_time(self.given.on, self.due)

    @property
    def in_time_under_all(self) -> bool | None:
        """Whether it is given by the due date under every reading."""
        return _in_time(self.latest, self.due)


def _in_time(day: date | None, due: date | None) -> bool | None:
    return None if due is None else day is not None and day <= due


@answer(
    example="agreements/infocrossing-2004 --as-of 2004-11-20 --method mail --on 2004-11-20",
    keys={
        Outcome: (
            "id=method deemed_given=given.on latest latest_under in_time in_time_under_all",
            ("needs_acknowledgement", lambda each: each.acknowledged is not None),
        )
    },
)
def deemed(
    look: Look,
    method: Annotated[
        tuple[str, ...],
        "delivery method: hand, courier, mail, fax, telex or e-mail; one for all, or one "
        "for each recipient",
        "METHOD",
    ],
    on: Annotated[date, "the day it is handed over or sent"],
    to: Annotated[
        tuple[str, ...],
        "recipients, as parties of the terms (default: those of a default notice)",
        "PARTY,PARTY",
    ] = (),
    acknowledged: Annotated[date | None, "the day receipt was acknowledged"] = None,
    due: Annotated[date | None, "the day by which it must be given"] = None,
) -> Answer:
    """The day a notice is deemed given to each recipient and to all, and by each other method.

    It is sent by one method to all its recipients, or by one to each in order. A method among the
    others that needs an acknowledgment is assumed acknowledged the day it is sent. Raises
    RefusedError for terms without such a provision, for recipients or methods that they do not
    have, and for an acknowledgment before the notice was sent.
    """
    context = look.context()
    terms = context.terms
    methods = _methods(method, to, terms)
    if acknowledged is not None and acknowledged < on:
        raise RefusedError(
            f"acknowledged {acknowledged} is before {on}, when the notice was sent. "
            "Give a later day"
        )
    own = _outcome(methods, on, acknowledged, due, look, context)
    notice = _sent(methods, on, acknowledged)
    each = {party: deemed_given([notice], (party,), context) for party in methods}
    ranked = [
        _outcome(
            dict.fromkeys(methods, way),
            on,
            on if rule.needs_acknowledgement else None,
            due,
            look,
            context,
        )
        for way, rule in terms.deemed_notice.items()
    ]
    ranked.sort(key=lambda other: other.given.on or date.max)
    given, name = own.given.on, terms.party_name
    body = {
        **heading(look),
        "method": own.method,
        "on": on,
        "clause": terms.clauses.deemed_notice,
        "valid_method": all(terms.deemed_notice[by].valid for by in methods.values()),
        "deemed_given": given,
        "addressees": [
            {
                "id": party,
                "as_defined": name(party),
                "method": methods[party],
                "deemed_given": its.on,
                "notes": its.notes,
            }
            for party, its in each.items()
        ],
        "trace": own.given.trace,
        "latest": own.latest,
        "latest_under": own.latest_under,
        "due": due,
        "in_time": own.in_time,
        "in_time_under_all": own.in_time_under_all,
        "ranked": ranked,
        "readings": sorted(context.choices.in_all),
    }

    def say(view: DealView) -> Message:
        recipients = (
            (f"The {name(party)}", _given(its) + _by(methods[party], own.method))
            for party, its in each.items()
        )
        steps = [_step(step) for step in own.given.trace]
        notes = [words.sentence(note) for its in each.values() for note in its.notes]
        sections = (
            Section(
                rows=rows(
                    *recipients,
                    ("Due", f"{words.day(due)}, {_on_time(own)}" if due else ""),
                    ("At the latest", _latest(own)),
                )
            ),
            listed("How the notice is counted", (*steps, *dict.fromkeys(notes))),
            listed("By each method, sent the same day", map(_ranked, ranked)),
        )
        by = words.listed(own.method.split(", "))
        headline = [
            f"deemed given {view.near(given)}" if given else f"not given by {by} alone",
            *([_on_time(own)] if due else []),
            f"sent{f' by {by}' if given else ''} {view.near(on)}",
        ]
        if own.latest and own.latest != given:
            headline.append(f"{view.near(own.latest)} under another reading")
        return compose(view, headline, sections, (), banners=terms_used(look))

    return Answer(body, say)


def day_given(look: Look, method: str, on: date) -> date | None:
    """The day a notice sent by this method is deemed given, None if it is not; raises what `deemed`
    does."""
    context = look.context()
    methods = _methods((method,), (), context.terms)
    return deemed_given([_sent(methods, on, None)], tuple(methods), context).on


def _methods(names: tuple[str, ...], to: tuple[str, ...], terms: Terms) -> Mapping[str, str]:
    """The method by which it is sent to each recipient: one for all, or one for each in their
    order."""
    to = to or _recipients(terms)
    for each in to:
        if each not in terms.parties:
            known = ", ".join(terms.parties)
            hint = nearest(each, terms.parties)
            raise RefusedError(f"{each!r} is not a party of the terms; give one of {known}.{hint}")
    if not terms.deemed_notice:
        raise RefusedError(
            f"the terms of {terms.id} have no deemed_notice, so no deemed date can be "
            "computed. Use a deal that has it."
        )
    for method in names:
        if method not in terms.deemed_notice:
            known = ", ".join(terms.deemed_notice)
            hint = nearest(method, terms.deemed_notice)
            raise RefusedError(f"the terms have no method {method!r}; give one of {known}.{hint}")
    if len(names) not in (1, len(to)):
        raise RefusedError(
            f"deemed is given {len(names)} methods, and goes to {', '.join(to)}; give one for "
            "all of them, or one for each in that order"
        )
    return dict(zip(to, names * len(to) if len(names) == 1 else names, strict=True))


def _recipients(terms: Terms) -> tuple[str, ...]:
    """The party that the notices of the terms go to; of terms without notices, the first party."""
    addressees = {notice.to: notice.id for notice in terms.all_of(Notice)}
    if len(addressees) > 1:
        ids = ", ".join(addressees.values())
        raise RefusedError(f"the notices of the terms go to different parties ({ids}); give to")
    return next(iter(addressees), tuple(terms.parties)[:1])


def _sent(methods: Mapping[str, str], on: date, acknowledged: date | None) -> EffectiveFact:
    """A notice sent to each recipient by its method."""
    given = [
        {"to": to, "method": by, "on": on, "acknowledged": acknowledged}
        for to, by in methods.items()
    ]
    fact = {"id": "ASKED", "kind": "asked", "on": on, "given": given}
    return EffectiveFact.of(Fact.model_validate(fact))


def _outcome(
    methods: Mapping[str, str],
    on: date,
    acknowledged: date | None,
    due: date | None,
    look: Look,
    context: Context,
) -> Outcome:
    notice, to = [_sent(methods, on, acknowledged)], tuple(methods)

    def ask(moved: Mapping[str, str]) -> tuple[str, Collection[str]]:
        there = look.context(moved)
        day = deemed_given(notice, to, there).on
        return day.isoformat() if day else ABSENT, there.choices.in_all

    known = look.in_force.all_readings
    days = over_all(("deemed", "given"), look.readings_used, ask, known).values
    latest = max((day for day in days if day != ABSENT), default=None)
    return Outcome(
        method=", ".join(dict.fromkeys(methods.values())),
        acknowledged=acknowledged,
        given=deemed_given(notice, to, context),
        latest=date.fromisoformat(latest) if latest else None,
        latest_under=days[latest] if latest else {},
        due=due,
    )


def _ranked(each: Outcome) -> str:
    needs = ", if acknowledged that day" if each.acknowledged else ""
    latest = f", at the latest {_latest(each)}" if _latest(each) else ""
    late = f", {_on_time(each)}" if each.due and each.given.on else ""
    return f"{each.method}: {_given(each.given)}{needs}{latest}{late}"


def _given(delivery: DeemedDelivery) -> str:
    return f"given {words.day(delivery.on)}" if delivery.on else "not given"


def _by(method: str, all_by: str) -> str:
    return f", by {method}" if method != all_by else ""


def _latest(outcome: Outcome) -> str:
    """The latest day it is deemed given under any reading, where that is another day."""
    if outcome.latest in (None, outcome.given.on):
        return ""
    under = words.listed(f"{q}={choice}" for q, choice in outcome.latest_under.items())
    return f"{words.day(outcome.latest)} under {under}"


def _on_time(outcome: Outcome) -> str:
    if outcome.given.on is None or not outcome.in_time:
        return "not on time"
    return "on time" if outcome.in_time_under_all else "on time here, but not under every reading"


def _step(step: Step) -> str:
    days = step.count.skipped if step.count else ()
    skipped = [f"{words.day(d.day)} ({d.closed})" for d in days]
    return f"{words.step(step)}{f'; skipped {words.listed(skipped)}' if skipped else ''}"
