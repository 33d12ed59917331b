"""When a notice is deemed given, and whether on time: the result and its computation.

A notice to several recipients is given when the last of them has it, and may go to each by its
own method. Every method is shown alongside, ranked by the day on which it would give the notice.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date

from dealclock.agreement.rules.duties import Notice
from dealclock.agreement.terms import Terms
from dealclock.answers.heading import Heading
from dealclock.answers.question import NotAnsweredError, needed, option
from dealclock.engine.comparing.quantities import ABSENT
from dealclock.engine.comparing.safe import over_all
from dealclock.engine.context import Context
from dealclock.engine.look import Look
from dealclock.engine.notices.deemed import DeemedDelivery, deemed_given
from dealclock.engine.why import Step
from dealclock.facts.fact import Fact, NoticeDelivery
from dealclock.facts.log import EffectiveFact
from dealclock.files.source import nearest


@dataclass(frozen=True, slots=True)
class DeemedQuery:
    """A notice sent on a day: by one method to all its recipients, or by one to each in order."""

    method: tuple[str, ...] = needed(
        "delivery method: hand, courier, mail, fax, telex or e-mail; one for all, or one "
        "for each recipient",
        shown="METHOD",
    )
    on: date = needed("the day it is handed over or sent")
    to: tuple[str, ...] = option(
        "recipients, as parties of the terms (default: those of a default notice)",
        shown="PARTY,PARTY",
        default=(),
    )
    acknowledged: date | None = option("the day receipt was acknowledged")
    due: date | None = option("the day by which it must be given")


@dataclass(frozen=True, slots=True)
class NoticeRecipient:
    """A recipient by its defined term, and the day it is deemed given the notice; None while it
    is not, with `notes` that say why."""

    id: str
    as_defined: str
    method: str
    deemed_given: date | None
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MethodOutcome:
    """The day a notice sent the same day by one method is deemed given.

    A method that needs an acknowledgment is assumed acknowledged that day. `latest` is the
    latest day over all readings, and `latest_under` the choices that give it.
    """

    id: str
    deemed_given: date | None
    latest: date | None
    latest_under: Mapping[str, str]
    in_time: bool | None
    in_time_under_all: bool | None
    needs_acknowledgement: bool


@dataclass(frozen=True, slots=True)
class DeemedResult:
    """The day a notice is given to all its recipients, and to each; None while it is not.

    `in_time` compares it with `due`, both days included, and is None without a due date;
    `in_time_under_all` does so for `latest`, as of `MethodOutcome`.
    """

    heading: Heading
    method: str
    on: date
    clause: str
    valid_method: bool
    deemed_given: date | None
    addressees: tuple[NoticeRecipient, ...]
    trace: tuple[Step, ...]
    latest: date | None
    latest_under: Mapping[str, str]
    due: date | None
    in_time: bool | None
    in_time_under_all: bool | None
    ranked: tuple[MethodOutcome, ...]
    readings: tuple[str, ...]


def answer(look: Look, request: DeemedQuery) -> DeemedResult:
    """The day a notice is deemed given to each recipient and to all, and by each other method.

    Raises NotAnsweredError for terms without such a provision, for recipients or methods that
    they do not have, and for an acknowledgment before the notice was sent.
    """
    terms, context = look.in_force, look.context()
    to = _recipients(request.to, terms)
    if not terms.deemed_notice:
        raise NotAnsweredError(
            f"the terms of {terms.id} have no deemed_notice, so no deemed date can be "
            "computed. Use a deal that has it."
        )
    methods = _methods(request.method, to, terms)
    if request.acknowledged is not None and request.acknowledged < request.on:
        raise NotAnsweredError(
            f"acknowledged {request.acknowledged} is before "
            f"{request.on}, when the notice was sent. "
            "Give a later day"
        )
    whole, each = _compute_given(methods, request.on, request.acknowledged, context)
    latest, latest_under = _latest(methods, look, request.on, request.acknowledged)
    return DeemedResult(
        heading=Heading.of(look),
        method=", ".join(dict.fromkeys(methods.values())),
        on=request.on,
        clause=terms.clauses.deemed_notice,
        valid_method=all(context.terms.deemed_notice[by].valid for by in methods.values()),
        deemed_given=whole.on,
        addressees=tuple(
            NoticeRecipient(t, context.terms.party_name(t), methods[t], own.on, own.notes)
            for t, own in each.items()
        ),
        trace=whole.trace,
        latest=latest,
        latest_under=latest_under,
        due=request.due,
        in_time=_in_time(whole.on, request.due),
        in_time_under_all=_in_time(latest, request.due),
        ranked=_rank_methods(request, to, look, context),
        readings=tuple(sorted(context.choices.in_all)),
    )


def _recipients(names: tuple[str, ...], terms: Terms) -> tuple[str, ...]:
    to = names
    if not to:
        addressees = {notice.to: notice.id for notice in terms.all_of(Notice)}
        if len(addressees) > 1:
            ids = ", ".join(addressees.values())
            raise NotAnsweredError(
                f"the notices of the terms go to different parties ({ids}); give to"
            )
        to = next(iter(addressees), tuple(terms.parties)[:1])
    for each in to:
        if each not in terms.parties:
            known = ", ".join(terms.parties)
            hint = nearest(each, terms.parties)
            raise NotAnsweredError(
                f"{each!r} is not a party of the terms; give one of {known}.{hint}"
            )
    return to


def _methods(names: tuple[str, ...], to: tuple[str, ...], terms: Terms) -> Mapping[str, str]:
    """The method by which it is sent to each recipient: one for all, or one for each in their
    order."""
    for method in names:
        if method not in terms.deemed_notice:
            known = ", ".join(terms.deemed_notice)
            hint = nearest(method, terms.deemed_notice)
            raise NotAnsweredError(
                f"the terms have no method {method!r}; give one of {known}.{hint}"
            )
    if len(names) not in (1, len(to)):
        raise NotAnsweredError(
            f"deemed is given {len(names)} methods, and goes to {', '.join(to)}; give one for "
            "all of them, or one for each in that order"
        )
    return dict(zip(to, names * len(to) if len(names) == 1 else names, strict=True))


def _compute_given(
    methods: Mapping[str, str], on: date, acknowledged: date | None, context: Context
) -> tuple[DeemedDelivery, Mapping[str, DeemedDelivery]]:
    """When a notice sent to each recipient by a method is deemed given to all, and to each."""
    fresh_context = context.fresh()
    sent = tuple(
        NoticeDelivery.model_validate(
            {"to": t, "method": by, "on": on, "acknowledged": acknowledged}
        )
        for t, by in methods.items()
    )
    fact = Fact.model_validate({"id": "ASKED", "kind": "asked", "on": on, "given": sent})
    notice = EffectiveFact.of(fact)
    each = {t: deemed_given([notice], (t,), fresh_context) for t in methods}
    return deemed_given([notice], tuple(methods), fresh_context), each


def _latest(
    methods: Mapping[str, str], look: Look, on: date, acknowledged: date | None
) -> tuple[date | None, Mapping[str, str]]:
    """The latest day the notice is deemed given over all readings it depends on, and those
    choices."""

    def ask(moved: Mapping[str, str]) -> tuple[str, Collection[str]]:
        context = look.context(moved)
        whole, _ = _compute_given(methods, on, acknowledged, context)
        return whole.on.isoformat() if whole.on else ABSENT, context.choices.in_all

    known = look.in_force.all_readings
    days = over_all(("deemed", "given"), look.used, ask, known).values
    latest = max((day for day in days if day != ABSENT), default=None)
    return (date.fromisoformat(latest), dict(days[latest])) if latest else (None, {})


def _in_time(day: date | None, due: date | None) -> bool | None:
    return None if due is None else day is not None and day <= due


def _rank_methods(
    request: DeemedQuery, to: tuple[str, ...], look: Look, context: Context
) -> tuple[MethodOutcome, ...]:
    """Every method, the one by which a notice sent the same day is given soonest first."""
    outcomes = []
    for method, rule in context.terms.deemed_notice.items():
        acknowledged = request.on if rule.needs_acknowledgement else None
        by = dict.fromkeys(to, method)
        whole, _ = _compute_given(by, request.on, acknowledged, context)
        latest, latest_under = _latest(by, look, request.on, acknowledged)
        outcomes.append(
            MethodOutcome(
                id=method,
                deemed_given=whole.on,
                latest=latest,
                latest_under=latest_under,
                in_time=_in_time(whole.on, request.due),
                in_time_under_all=_in_time(latest, request.due),
                needs_acknowledgement=rule.needs_acknowledgement,
            )
        )
    return tuple(
        sorted(outcomes, key=lambda m: (m.deemed_given is None, m.deemed_given or date.max))
    )
