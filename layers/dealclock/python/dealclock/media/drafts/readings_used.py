"""The readings that figures are computed by, as a table of a paper."""

from collections.abc import Iterable

from dealclock.media.drafts.sheet import Block, Grid, Lines
from dealclock.messages import reading
from dealclock.messages.view import DealView


def readings_used(questions: Iterable[str], view: DealView, annex: str = "") -> Block:
    """Each question with its choice and who chose it; `annex` has all where there is no room."""
    used = sorted(questions)
    if not used:
        return Lines(("None: no open interpretation moves it.",))
    choices = view.readings
    rows = tuple((q, reading.choice(q, choices[q]), _chosen(q, view)) for q in used)
    return Grid(("Question", "Read as", "Chosen by"), rows, annex=annex)


def _chosen(question: str, view: DealView) -> str:
    chosen = view.team.readings.get(question)
    if chosen is None or view.readings[question] != chosen.choice:
        return "no one: the default" if chosen is None else "this question alone"
    return f"{chosen.chosen_by}{', unverified' if view.chose_alone(question) else ''}"
