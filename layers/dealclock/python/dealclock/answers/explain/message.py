"""One date or amount explained, in words: *Why this date?*, or how Additional Interest adds up."""

from collections.abc import Iterable
from dataclasses import replace

from dealclock.answers.assess import status as answers
from dealclock.answers.compose import amendment_used
from dealclock.answers.explain.result import ACCRUAL, ExplainResult, OtherInstance, list_others
from dealclock.messages import why
from dealclock.messages.message import Message, listed
from dealclock.messages.view import DealView, View, matters


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
