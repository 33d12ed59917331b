"""`/deal sale-notice`: when a Holder may sell, if its notice is given on a day in a way."""

from dataclasses import dataclass, replace

from dealclock.agreement.rules.duties import WindowRule
from dealclock.answers.question import NotAnsweredError
from dealclock.messages import dates, why, words
from dealclock.messages.message import Section
from dealclock.messages.view import matter
from dealclock.usecases.desk.typed_day import DayWords
from dealclock.usecases.desk.unreadable_command import NotFoundError, hint_for, shown
from dealclock.usecases.desk.verb import DeskRequest, Of, Reply, TypedWords, Verb, suppose_facts
from dealclock.usecases.desk.words import day_of, name_of, parted

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


def _answer(ask: DeskRequest) -> Reply:
    given: SaleNoticeArguments = ask.given
    terms = ask.deal.terms
    rules = tuple(terms.all_of(WindowRule))
    if len(rules) > 1:
        ids = ", ".join(rule.id for rule in rules)
        raise NotAnsweredError(
            f"These terms have several such notices: {ids}. Use what-if to suppose one."
        )
    rule = next(iter(rules), None)
    if rule is None:
        raise NotAnsweredError("These terms have no notice that opens a sale window.")
    if given.method not in terms.deemed_notice:
        known = ", ".join(terms.deemed_notice)
        hint = hint_for(given.method, terms.deemed_notice)
        said = shown(given.method)
        raise NotFoundError(f"The terms have no method {said}.{hint} They have {known}.")
    read = (ask.read(given.on),) if given.on else ()
    sent = read[0].day if read else ask.today
    needs = terms.deemed_notice[given.method].needs_acknowledgement
    acknowledged = {"acknowledged": sent.isoformat()} if needs else {}
    by = {"method": given.method, "on": sent.isoformat(), **acknowledged}
    fact = {
        "id": _FACT,
        "kind": rule.opened_by,
        "on": sent.isoformat(),
        "given": [{"to": to, **by} for to in rule.to],
    }
    view = suppose_facts(ask, [fact], max(sent, ask.today))
    found = matter(view, f"{rule.id}/{_FACT}")
    how = f"by {given.method} {words.day(sent)}{', acknowledged that day' if needs else ''}"
    if found is None:
        raise NotAnsweredError(f"A notice sent {how} opens no window: it is not deemed given.")
    told = why.render_explanation(view, found)
    first = (
        f"{view.team.code_name}: sales {dates.describe_dates(found.part)}, if notice is sent {how}"
    )
    headline = f"REHEARSAL: {first}" if view.rehearsal else first
    note = Section(lines=(_NOTE,))
    told = replace(told, headline=headline, sections=(*told.sections, note))
    return Reply(told, read=read)


VERB = Verb(
    "sale-notice",
    "sale-notice [DEAL] [on DATE] [by METHOD]",
    "when a Holder may sell if its notice is sent that way on that date; records nothing",
    Of.DEAL,
    _read,
    _answer,
    shareable=True,
    examples=("sale-notice", "sale-notice on 2005-01-21 by courier"),
)
