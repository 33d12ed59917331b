"""A sample of each kind of screen, to ask a workspace whether it takes it; no deal is in any."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any, get_args

from dealclock.alerts.response_options import AlertAct
from dealclock.messages import slack
from dealclock.messages.message import Cell, DataChart, DataTable, Message, Section, rows
from dealclock.messages.slack_views import home, modals, parts
from dealclock.messages.tables import day_cell

TABLE, CHART = "an answer with a table", "an answer with a chart"
YOUNG = (TABLE, CHART)
"""The kinds that a workspace which refuses their young blocks is sent without these."""

_DAY = date(2004, 11, 1)
_SAMPLE = Message(
    preview="Sample, Section 3(b), Mon, Nov 1, 2004",
    headline="Trustee notice due today, Mon, Nov 1",
    banners=("Sample data",),
    sections=(Section(rows(("Owner", "Maria Lopez")), ("Section 3(b)",), "Sample"),),
    footnotes=("A computation, not legal advice.",),
    acts=get_args(AlertAct),
    deal="Sample",
)
_TABLE = DataTable("Sample", ("What", "Date"), ((Cell("Trustee notice"), day_cell(_DAY)),))
_CHART = DataChart("Sample", ("Oct 2004", "Nov 2004"), (("As chosen", (0, 833.33)),), "Month", "$")
_DEAL = home.DealLine("sample", "Sample", records=True)
_HOME = home.Home("Sample", ["Trustee notice"], ["Sample"], [_DEAL])


def samples() -> Mapping[str, Mapping[str, Any]]:
    """By the name of its kind, what Slack validates: the `blocks` of a message, or a `view`."""
    option = parts.option("sample", "Sample", "Sample")
    fields = {
        "day": parts.day(_DAY),
        "typed": parts.typed("Sample", 100, long=True),
        "one": parts.select([option], "sample"),
        "grouped": parts.grouped([("Sample", [option])], "sample"),
        "several": parts.several([option], ["sample"]),
    }
    form = [
        parts.strong("Sample"),
        *(parts.field(name, name, each, hint="Sample") for name, each in fields.items()),
        parts.DIVIDER,
        parts.context("Sample"),
    ]
    settled = replace(_SAMPLE, present="Trustee notice given Mon, Nov 1", acts=())
    answers = {"an answer": None, TABLE: _TABLE, CHART: _CHART}
    return {
        "an alert": {"blocks": list(slack.render_message(_SAMPLE, "sample").blocks)},
        "a settled alert": {"blocks": list(slack.render_message(settled, "sample").blocks)},
        "a reply in a thread": {"blocks": list(slack.render_reply(_SAMPLE).blocks)},
        **{
            name: {"blocks": slack.render_ephemeral(_with(drawn), tables=True)["blocks"]}
            for name, drawn in answers.items()
        },
        "an explanation": {"view": modals.why(_SAMPLE)},
        "a form": {"view": parts.modal("sample", "Sample", form, submit="Sample")},
        "the Home tab": {"view": home.view(_HOME)},
    }


def _with(drawn: DataTable | DataChart | None) -> Message:
    """The sample, with a part that is drawn."""
    return _SAMPLE if drawn is None else replace(_SAMPLE, sections=(_drawn(drawn),))


def _drawn(drawn: DataTable | DataChart) -> Section:
    return replace(_SAMPLE.sections[0], drawn=(drawn,))
