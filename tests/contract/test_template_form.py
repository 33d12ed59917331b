"""The template as text for people, accepted by AWS unchanged."""

import itertools
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contract.cloudformation import TEMPLATE, transformed, written

LINES = TEMPLATE.read_text().splitlines()


@pytest.mark.full  # `make check` lints the template as well
def test_cfn_lint_finds_nothing() -> None:
    linter = Path(sys.executable).with_name("cfn-lint")
    done = subprocess.run(
        [linter, "--format", "json", str(TEMPLATE)], capture_output=True, text=True, check=False
    )
    assert json.loads(done.stdout or "null") == [], done.stderr


def test_every_resource_has_a_comment_that_says_why() -> None:
    """Alarms of one kind follow each other under one comment."""
    names = written()["Resources"]
    unexplained, above = [], None
    for before, line in itertools.pairwise(LINES):
        name = line.strip().rstrip(":")
        if not (line.startswith("  ") and line[2:3].isalpha() and name in names):
            continue
        kind = names[name]["Type"]
        explained = before.startswith("  # ") and not before.startswith("  # ---")
        if not explained and not kind == above == "AWS::CloudWatch::Alarm":
            unexplained.append(name)
        above = kind
    assert unexplained == []


def test_yaml_has_no_anchors_because_cloudformation_accepts_none() -> None:
    for number, line in enumerate(LINES, start=1):
        assert not re.search(r":\s[&*]\w|<<:", line), f"line {number}: {line}"


def test_the_template_fits_into_one_upload() -> None:
    assert len(json.dumps(transformed())) < 1_000_000


@pytest.mark.parametrize("section", ["Parameters", "Outputs"])
def test_every_parameter_and_output_is_described(section: str) -> None:
    for name, each in written()[section].items():
        assert each["Description"].strip(), name


def test_only_slack_and_this_machine_ever_get_the_bot_token() -> None:
    allowed = re.compile(written()["Parameters"]["SlackApiUrl"]["AllowedPattern"])
    for address in ("https://slack.com/api/", "http://127.0.0.1:8123/api/"):
        assert allowed.match(address), address
    for address in (
        "http://slack.com/api/",
        "https://slack.com.example.com/api/",
        "http://127.0.0.1.example.com/api/",
        "https://slack.com/api/../x",
    ):
        assert not allowed.match(address), address
