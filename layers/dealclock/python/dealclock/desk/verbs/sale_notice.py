"""`/deal sale-notice`: when a Holder may sell, if its notice is given on a day in a way."""

from dataclasses import dataclass, replace

from dealclock.answers.typed_words import (
    NOT_FOUND,
    TypedWords,
    UnreadableCommandError,
    day_of,
    hint_for,
    method_of,
    name_of,
    parted,
    shown,
)
from dealclock.days.typed_day import DayWords
from dealclock.desk.verb import DeskRequest, Reply, Scope, Verb, suppose_facts
from dealclock.errors import RefusedError
from dealclock.messages import dates, why, words
from dealclock.messages.message import REHEARSAL, Section, first_line
from dealclock.messages.view import matter
from dealclock.terms.rules.duties import WindowRule

_FACT = "IF-NOTICE"
_NOTE = "Nothing was recorded. To check whether Holders may sell on a date: /deal usable on DATE."


@dataclass(frozen=True, slots=True)
class SaleNoticeArguments:
    """The day a notice would be sent, today unless said, and how."""

    on: DayWords | None
    method: str


def _read(typed: TypedWords) -> SaleNoticeArguments:
    parts = parted(typed, "on", "by")
    method = name_of(parts["by"]).lower() if "by" in parts else "hand"
    return SaleNoticeArguments(day_of(parts, "on", typed), method)


def _answer(request: DeskRequest) -> Reply:
    arguments: SaleNoticeArguments = request.given
    terms = request.deal.terms
    rules = tuple(terms.all_of(WindowRule))
    if len(rules) > 1:
        ids = ", ".join(rule.id for rule in rules)
        raise RefusedError(
            f"These terms have several such notices: {ids}. Use what-if to suppose one."
        )
    rule = next(iter(rules), None)
    if rule is None:
        raise RefusedError("These terms have no notice that opens a sale window.")
    method = method_of(arguments.method, terms.deemed_notice)
    if method not in terms.deemed_notice:
        methods = ", ".join(terms.deemed_notice)
        hint = hint_for(arguments.method, terms.deemed_notice)
        typed_method = shown(arguments.method)
        raise UnreadableCommandError(
            f"The terms have no method {typed_method}.{hint} They have {methods}.", NOT_FOUND
        )
    days = (request.read(arguments.on),) if arguments.on else ()
    sent_on = days[0].day if days else request.today
    needs = terms.deemed_notice[method].needs_acknowledgement
    acknowledged = {"acknowledged": sent_on.isoformat()} if needs else {}
    delivery = {"method": method, "on": sent_on.isoformat(), **acknowledged}
    fact = {
        "id": _FACT,
        "kind": rule.opened_by,
        "on": sent_on.isoformat(),
        "given": [{"to": to, **delivery} for to in rule.to],
    }
    view = suppose_facts(request, [fact], max(sent_on, request.today))
    window = matter(view, f"{rule.id}/{_FACT}")
    method_words = f"by {method} {words.day(sent_on)}{', acknowledged that day' if needs else ''}"
    if window is None:
        raise RefusedError(f"A notice sent {method_words} opens no window: it is not deemed given.")
    message = why.render_explanation(view, window)
    how = f"by {method} {view.near(sent_on)}"
    headline = first_line(
        f"{view.team.code_name}: ",
        (f"sales {dates.describe_dates(window.part)} if notice is sent {how}",),
        rehearsal=view.rehearsal,
    )
    headline = f"{REHEARSAL}: {headline}" if view.rehearsal else headline
    note = Section(lines=(_NOTE,))
    message = replace(message, headline=headline, sections=(*message.sections, note))
    return Reply(message, read=days)


VERB = Verb(
    "sale-notice",
    "sale-notice [DEAL] [on DATE] [by METHOD]",
    "when a Holder may sell if its notice is sent that way on that date; records nothing",
    Scope.DEAL,
    _read,
    _answer,
    shareable=True,
    examples=("sale-notice", "sale-notice on 2005-01-21 by courier"),
)
