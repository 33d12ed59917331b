"""docs/operations.md has a section for every alarm: what it means, what to do, when it is over."""

import re

import pytest

from dealclock.cli.commands import ALL
from tests.contract.cloudformation import of_type
from tests.docs.pages import page, sections

ALARMS = sorted(of_type("AWS::CloudWatch::Alarm"))
PARTS = ["Means", "Look first", "Run", "Over when"]


def runbook() -> dict[str, str]:
    """The sections about alarms, by their headings."""
    every = sections(page("operations.md"), 3)
    return {heading: text for heading, text in every.items() if heading.startswith("`")}


@pytest.mark.parametrize("alarm", ALARMS)
def test_every_alarm_has_its_runbook(alarm: str) -> None:
    found = [text for heading, text in runbook().items() if f"`{alarm}`" in heading]
    assert len(found) == 1, f"docs/operations.md must tell of {alarm} once"
    assert re.findall(r"^- \*\*(.+?):\*\* \S", found[0], re.MULTILINE) == PARTS


def test_no_unknown_alarm_is_documented() -> None:
    items = [name for heading in runbook() for name in re.findall(r"`(\w+)`", heading)]
    assert sorted(items) == ALARMS


def test_every_command_of_the_runbook_exists() -> None:
    named = set(re.findall(r"`dealclock ([a-z]+)", page("operations.md")))
    assert named <= set(ALL)
