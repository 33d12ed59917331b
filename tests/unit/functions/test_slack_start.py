"""Modules loaded by functions/slack: at start, on a refusal, and for a signed request."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tests.unit.functions.conftest import CHECKOUT, SIGNING_SECRET
from tests.unit.functions.test_slack import signed

# Costly to import, and not needed to refuse a request.
NOT_AT_START = (
    "pydantic",
    "pydantic_core",
    "yaml",
    "jinja2",
    "reportlab",
    "icalendar",
    "dealclock.terms",
    "dealclock.engine",
    "dealclock.store",
)
# In another process, since this one has imported everything. AWS returns the secret, and an error
# for any other call.
START = """
import json, sys
import botocore.client
from botocore.exceptions import ClientError
from types import SimpleNamespace

def call(client, operation, given):
    if operation == "GetSecretValue":
        return {"SecretString": sys.argv[1]}
    raise ClientError({"Error": {"Code": "InternalServerError"}}, operation)

botocore.client.BaseClient._make_api_call = call
import app
context = SimpleNamespace(function_name="f", memory_limit_in_mb=1769,
    invoked_function_arn="arn:aws:lambda:us-east-1:123456789012:function:f", aws_request_id="r",
    get_remaining_time_in_millis=lambda: 10_000)
loaded = [sorted(sys.modules)]
status = []
for event in json.loads(sys.argv[2]):
    status.append(app.handler(event, context)["statusCode"])
    loaded.append(sorted(sys.modules))
print(json.dumps([status, loaded]))
"""


def started(*events: dict[str, Any]) -> tuple[list[int], list[set[str]]]:
    """The status of each request, and the modules loaded at the start and after each."""
    secret = json.dumps({"signing_secret": SIGNING_SECRET, "bot_token": "xoxb-tests"})
    names = ("TABLE", "ASSESS_QUEUE_URL", "DELIVERY_QUEUE_URL", "FILE_QUEUE_URL", "SLACK_SECRET")
    done = subprocess.run(
        [sys.executable, "-c", START, secret, json.dumps(events)],
        capture_output=True,
        text=True,
        check=True,
        cwd=CHECKOUT / "functions" / "slack",
        env={
            **{f"DEALCLOCK_{name}": "https://example" for name in names},
            "PYTHONPATH": str(CHECKOUT / "layers" / "dealclock" / "python"),
            "PATH": os.environ["PATH"],
            "AWS_DEFAULT_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": "tests",
            "AWS_SECRET_ACCESS_KEY": "tests",
            "POWERTOOLS_METRICS_NAMESPACE": "Dealclock",
            "POWERTOOLS_SERVICE_NAME": "tests",
        },
    )
    status, loaded = json.loads(done.stdout.splitlines()[-1])
    return status, [set(modules) for modules in loaded]


@pytest.fixture(scope="module")
def stages() -> list[set[str]]:
    forged = signed(secret="another")
    status, loaded = started(forged, signed("help"))
    assert status == [401, 200]
    return loaded


@pytest.mark.parametrize("name", NOT_AT_START)
def test_a_start_does_not_load_the_desk(stages: list[set[str]], name: str) -> None:
    assert name not in stages[0]


@pytest.mark.parametrize("name", NOT_AT_START)
def test_a_forged_request_does_not_load_the_desk(stages: list[set[str]], name: str) -> None:
    assert name not in stages[1]


def test_a_signed_request_is_answered_by_the_desk(stages: list[set[str]]) -> None:
    assert {"pydantic", "dealclock.engine", "dealclock.store"} <= stages[2]


@pytest.mark.parametrize("name", ["jinja2", "docx", "reportlab", "icalendar"])
def test_modules_that_slack_answers_do_not_need_are_not_loaded(
    stages: list[set[str]], name: str
) -> None:
    assert name not in stages[2]


def test_the_list_names_existing_modules() -> None:
    library = CHECKOUT / "layers" / "dealclock" / "python"
    for name in NOT_AT_START:
        if name.startswith("dealclock."):
            assert (library / name.replace(".", "/")).is_dir()
