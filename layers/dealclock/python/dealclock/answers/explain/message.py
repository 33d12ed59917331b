"""One date or amount explained, in words: *Why this date?*, or how Additional Interest adds up."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from dealclock.agreement.rules.rule import Rule
from dealclock.alerts.gravity import rank
from dealclock.answers.assess import status as answers
from dealclock.answers.compose import amendment_used, compose
from dealclock.answers.explain.result import ACCRUAL, ExplainResult, OtherInstance, list_others
from dealclock.messages import why, words
from dealclock.messages.dates import is_always, is_over
from dealclock.messages.message import Message, listed
from dealclock.messages.status_lines import describe_status
from dealclock.messages.view import DealView, Matter, View, matters

_MOST = 7  # matches that are listed


def message(result: ExplainResult, deal: DealView) -> Message:
    """Every step to the figure, and each other instance with the same id."""
    view = View.with_assessment(deal, result.assessment)
    if result.instance == ACCRUAL:
        explained = answers.render_accrual(view)
    else:
        meant = next(m for m in matters(view) if m.instance == result.instance)
        others = list_others(result.assessment, view.terms, result.others)
        explained = with_others(why.render_explanation(view, meant), others)
    amended = amendment_used(result.assessment.terms.version, view.terms)
    return replace(explained, banners=(*amended, *explained.banners))


def with_others(
    message: Message, others: Iterable[OtherInstance], verb: str = "explain"
) -> Message:
    """The answer for the open instance, then each other one with that id and the command for it,
    which is the same in Slack and in a terminal.
    """
    lines = [f"{each.title}, {each.status}: {verb} {each.instance}" for each in others]
    if not lines:
        return message
    section = listed("This is the only one open. The others", lines)
    return replace(message, sections=(*message.sections, section))


def render_matches(view: View, typed: str, items: Sequence[Matter], verb: str) -> Message:
    """The items that the words fit, each with its status and what to type: open ones first, the
    gravest leading, then the rest, the latest leading, and last the duties always in effect."""
    waiting = [m for m in items if not is_over(m.part)]
    over = [m for m in items if is_over(m.part)]
    by_rank = sorted(waiting, key=lambda m: rank(m.part))
    by_day = sorted(over, key=lambda m: rank(m.part), reverse=True)
    first, *rest = ordered = sorted([*by_rank, *by_day], key=lambda m: is_always(m.part))
    lines = [
        f"{m.title}, {words.clause(m.clause)}: {describe_status(m, view.assessment)}. "
        f"/deal {verb} {m.instance}"
        for m in ordered
    ]
    *found, section = why.render_headline(first)
    return _list_matches(view, (*found, f"{len(rest)} more match {typed!r}", section), lines)


def of_provision(message: Message, view: View, rules: Sequence[Rule]) -> Message:
    """The answer about the Section of provisions, none of which has produced an item."""
    what = f"no {rules[0].title}" if len(rules) == 1 else "none of these"
    mark, name, _ = message.headline.partition(f"{view.team.code_name}: ")
    headline = f"{mark}{name}{what} has arisen, {words.clause(rules[0].clause)}"
    return replace(message, headline=headline)


def render_provisions(view: View, typed: str, rules: Sequence[Rule]) -> Message:
    """The provisions that the words fit, none of which has produced an item, each with what to
    type."""
    lines = [f"{r.title}, {words.clause(r.clause)}: /deal clause {r.clause}" for r in rules]
    return _list_matches(
        view, (f"{len(rules)} provisions match {typed!r}; none has arisen",), lines
    )


def _list_matches(view: View, headline: Sequence[str], lines: Sequence[str]) -> Message:
    left_out = len(lines) - _MOST
    more = [f"{left_out} more: type more words of a title"] if left_out > 0 else []
    return compose(view, headline, [listed("", [*lines[:_MOST], *more])], ())
