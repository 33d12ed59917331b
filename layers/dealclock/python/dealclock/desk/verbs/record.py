"""`/deal record` and `sale-notice`: the form by which an event is recorded, of the kind that is
said."""

from collections.abc import Collection, Mapping

from dealclock.answers.typed_words import (
    NOT_FOUND,
    TypedWords,
    UnreadableCommandError,
    day_first,
    day_of,
    hint_for,
    method_of,
    name_of,
    parted,
    shown,
)
from dealclock.days.typed_day import DayWords
from dealclock.desk.interactions.record_form import form_for
from dealclock.desk.verb import DeskRequest, Reply, Scope, Verb
from dealclock.errors import RefusedError
from dealclock.facts.kind import FactKind
from dealclock.facts.kinds import kinds_of, menu
from dealclock.messages import desk_replies
from dealclock.people.people import Action
from dealclock.records import record
from dealclock.store.closings import refuse_closed
from dealclock.terms.rules.duties import WindowRule


@record
class RecordArguments:
    """The words for the kind of event, the day it happened and how a notice was given, as far as
    they were typed."""

    kind: str
    when: DayWords | None
    method: str = ""


def _read(typed: TypedWords) -> RecordArguments:
    words = [w for w in typed.words if w.lower() != "on"]
    for start in range(len(words) + 1):
        when, rest = day_first(words[start:]) if start < len(words) else (None, ())
        if rest:
            continue
        if when is not None or start == len(words):
            return RecordArguments(" ".join(words[:start]), when)
    return RecordArguments(" ".join(words), None)


def _read_sale_notice(typed: TypedWords) -> RecordArguments:
    parts = parted(typed, "on", "by")
    method = name_of(parts["by"]).lower() if "by" in parts else ""
    return RecordArguments("", day_of(parts, "on", typed), method)


def _kind(typed_words: str, kinds: Mapping[str, FactKind]) -> str:
    """The kind meant: by its id, or by words that one id alone has; "" when none was typed."""
    name = "-".join(typed_words.lower().split())
    if not name or (name in kinds and not kinds[name].retracts):
        return name
    parts = name.split("-")[:8]
    near = [k for k in kinds if all(p in k for p in parts) and not kinds[k].retracts]
    if len(near) == 1:
        return near[0]
    some = f" Possible matches: {', '.join(near[:8])}." if near else hint_for(name, kinds)
    raise UnreadableCommandError(
        f"No single kind of event matches {shown(typed_words)}.{some} /deal record lists them all.",
        NOT_FOUND,
    )


def _answer(request: DeskRequest) -> Reply:
    refuse_closed(request.deal.meta)
    arguments: RecordArguments = request.given
    kind = _kind(arguments.kind, kinds_of(request.deal.terms))
    kinds_used = {k.id for _, kinds in menu(request.deal.terms) for k in kinds}
    if kind and kind not in kinds_used:
        raise UnreadableCommandError(
            f"The terms of {request.deal.meta.code_name} do not use {kind}. /deal record "
            "lists the kinds they use."
        )
    return _open(request, kind)


def _answer_sale_notice(request: DeskRequest) -> Reply:
    """The form of the notice that opens a sale window: its preview shows when a Holder may sell."""
    refuse_closed(request.deal.meta)
    rules = tuple(request.deal.terms.all_of(WindowRule))
    if len(rules) > 1:
        ids = ", ".join(rule.id for rule in rules)
        raise RefusedError(f"These terms have several such notices: {ids}. Use /deal record.")
    if not rules:
        raise RefusedError("These terms have no notice that opens a sale window.")
    kind, when = rules[0].opened_by, request.given.when
    if when and (day := request.read(when).day) > request.today:
        raise RefusedError(
            "Future events cannot be recorded. To see when a Holder may sell: /deal what-if "
            f"{kind} {day}."
        )
    return _open(request, kind)


def _method(typed: str, allowed: Collection[str]) -> str:
    """The method of delivery meant; raises NotFoundError for one that the terms do not have."""
    method = method_of(typed, allowed)
    if typed and method not in allowed:
        raise UnreadableCommandError(
            f"The terms have no method {shown(typed)}.{hint_for(typed, allowed)} They have "
            f"{', '.join(allowed)}.",
            NOT_FOUND,
        )
    return method


def _open(request: DeskRequest, kind: str) -> Reply:
    arguments: RecordArguments = request.given
    parsed = request.read(arguments.when, behind=True) if arguments.when else None
    view = form_for(
        request.actor,
        kind=kind,
        on=parsed.day if parsed else None,
        method=_method(arguments.method, request.deal.terms.deemed_notice),
    )
    message = desk_replies.render_form_opened(request.deal.meta.code_name, "record an event")
    return Reply(message, modal=view, read=(parsed,) if parsed else ())


VERB = Verb(
    "record [KIND] [DATE] [DEAL]",
    Scope.DEAL,
    _read,
    _answer,
    action=Action.RECORD,
    examples=("record", "record {deal} prospectus-unusable 2005-01-18"),
)
SALE_NOTICE = Verb(
    "sale-notice [DATE] [by METHOD] [DEAL]",
    Scope.DEAL,
    _read_sale_notice,
    _answer_sale_notice,
    action=Action.RECORD,
    examples=("sale-notice", "sale-notice 2005-01-18 by courier"),
)
