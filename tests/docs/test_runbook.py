"""docs/operations.md has a section for every alarm: what it means, what to do, when it is over."""

import re
from pathlib import Path

import pytest

from dealclock.cli.commands import ALL
from tests.contract.cloudformation import named, of_type, transformed
from tests.docs.pages import page, sections

ALARMS = sorted(of_type("AWS::CloudWatch::Alarm"))
PARTS = ["Look first", "Run"]  # after "Means", where that is more than the table of alarms has


def runbook() -> dict[str, str]:
    """The sections about alarms, by their headings."""
    every = sections(page("operations.md"), 3)
    return {heading: text for heading, text in every.items() if heading.startswith("`")}


@pytest.mark.parametrize("alarm", ALARMS)
def test_every_alarm_has_its_runbook(alarm: str) -> None:
    found = [text for heading, text in runbook().items() if f"`{alarm}`" in heading]
    assert len(found) == 1, f"docs/operations.md must tell of {alarm} once"
    parts = re.findall(r"^- \*\*(.+?):\*\* \S", found[0], re.MULTILINE)
    assert parts in (PARTS, ["Means", *PARTS])


def test_an_alarms_email_says_what_to_type_and_which_section_to_read() -> None:
    for name, alarm in of_type("AWS::CloudWatch::Alarm").items():
        last = f". Run dealclock doctor; then docs/operations.md#{name.lower()}"
        assert alarm["AlarmDescription"].endswith(last), name


def test_the_cost_of_alarms_is_that_of_the_metrics_they_read() -> None:
    alarms = of_type("AWS::CloudWatch::Alarm").values()
    read = sum(sum("MetricStat" in m for m in a.get("Metrics", ())) or 1 for a in alarms)
    row = f"| {len(ALARMS)} alarms, which read {read} metrics at 0.10 | {read / 10:.2f} |"
    assert row in page("operations.md")


def test_every_section_of_the_page_that_a_message_names_exists() -> None:
    files = [p for room in ("layers", "local") for p in Path(room).rglob("*.py")]
    texts = (re.sub(r'"\s*f?"', "", path.read_text("utf-8")) for path in files)
    named = {each for text in texts for each in re.findall(r"/operations\.md, ([^.,;)]+)", text)}
    assert named
    assert named <= set(sections(page("operations.md"), 2))


def test_no_unknown_alarm_is_documented() -> None:
    items = [name for heading in runbook() for name in re.findall(r"`(\w+)`", heading)]
    assert sorted(items) == ALARMS


def test_every_command_of_the_runbook_exists() -> None:
    named = set(re.findall(r"`dealclock ([a-z]+)", page("operations.md")))
    assert named <= set(ALL)


# --- What the page names of the template ---------------------------------------------------------


def test_the_concurrency_that_the_page_asks_for_is_what_the_template_reserves() -> None:
    """AWS keeps 100 unreserved (Lambda's guide, "Configuring reserved concurrency")."""
    functions = of_type("AWS::Lambda::Function")
    given = [each.get("ReservedConcurrentExecutions") for each in functions.values()]
    reserved = sum(each["Fn::If"][1] for each in given if each)
    assert f"at least {reserved + 100}: the stack reserves {reserved}," in page("operations.md")
    described = transformed()["Parameters"]["ReserveConcurrency"]["Description"]
    assert f"{reserved} in all" in described
    assert f"below {reserved + 100}" in described


def test_every_output_and_parameter_that_the_page_names_exists() -> None:
    text, template = page("operations.md"), transformed()
    outputs = {_variable(name) for name in template["Outputs"]}
    variables = set(re.findall(r"\$\{?([A-Z][A-Z0-9_]+)", text))
    set_here = set(re.findall(r"^ *(?:export )?([A-Z][A-Z_]+)=", text, re.MULTILINE))
    assert variables - {"PATH", "PWD"} <= outputs | set_here
    assert set(re.findall(r"\(output (\w+)\)", text)) <= set(template["Outputs"])
    overrides = re.findall(r"sam deploy --stack-name(?:.*\\\n)?.*--parameter-overrides (.*)", text)
    named_here = {each for line in overrides for each in re.findall(r"(\w+)=", line)}
    table = set(re.findall(r"^\| `([A-Z]\w+)` \|", sections(text, 2)["Parameters"], re.MULTILINE))
    assert named_here <= set(template["Parameters"])
    assert table == set(template["Parameters"])


def _variable(output: str) -> str:
    """SlackSecretArn as SLACK_SECRET_ARN."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", output).upper()


def test_the_restored_table_gets_what_the_template_gives_it() -> None:
    text = sections(page("operations.md"), 2)["The restore drill"]
    table = named("Table")
    days = table["PointInTimeRecoverySpecification"]["RecoveryPeriodInDays"]
    assert f"PointInTimeRecoveryEnabled=true,RecoveryPeriodInDays={days}" in text
    assert f"AttributeName={table['TimeToLiveSpecification']['AttributeName']}" in text
    assert table["DeletionProtectionEnabled"]
    assert "--deletion-protection-enabled" in text
