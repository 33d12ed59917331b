"""Functions: their runtime, settings, logs, and imports."""

import json
import os
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import yaml

from dealclock.jobs.operate.before_deploy import RESERVED
from local import build, environments
from tests.contract.cloudformation import (
    CHECKOUT,
    FUNCTIONS,
    many,
    named,
    of_type,
    policy_of,
    target,
    transformed,
    written,
)

_WRITTEN = yaml.safe_load((Path(__file__).parent / "settings.yaml").read_text(encoding="utf-8"))
SETTINGS = {name: set(_WRITTEN[name]) for name in FUNCTIONS}
SHARED_SETTINGS = set(_WRITTEN["shared"])
SAMPLE: dict[str, str] = _WRITTEN["sample"]
"""A value of each setting."""


def test_these_are_all_the_functions() -> None:
    assert sorted(of_type("AWS::Lambda::Function")) == sorted(FUNCTIONS.values())


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_function_runs_python_3_13_on_arm(function: str) -> None:
    properties = named(FUNCTIONS[function])
    assert properties["Runtime"] == "python3.13"
    assert properties["Architectures"] == ["arm64"]
    assert properties["Handler"] == (
        "canary.app.handler" if function == "canary" else "app.handler"
    )


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_function_is_its_folder_and_the_two_layers(function: str) -> None:
    """The canary is all of them, since it plays each."""
    resources = written()["Resources"]
    own = "" if function == "canary" else f"{function}/"
    assert resources[FUNCTIONS[function]]["Properties"]["CodeUri"] == f"functions/{own}"
    assert written()["Globals"]["Function"]["Layers"] == [
        {"Ref": "DealclockLayer"},
        {"Ref": "DependenciesLayer"},
    ]
    assert resources["DealclockLayer"]["Properties"]["ContentUri"] == "layers/dealclock"
    assert resources["DependenciesLayer"]["Properties"]["ContentUri"] == "build/layers/dependencies"
    assert resources["FilesLayer"]["Properties"]["ContentUri"] == "build/layers/files"


@pytest.mark.parametrize("function", FUNCTIONS)
def test_only_the_files_function_has_the_drawing_and_document_packages(function: str) -> None:
    """And the canary, which plays it."""
    layers = [target(each) for each in named(FUNCTIONS[function])["Layers"]]
    own = ["FilesLayer"] if function in ("files", "canary") else []
    files_layers = [name for name in layers if name.startswith("FilesLayer")]
    assert len(layers) == 2 + len(own)
    assert len(files_layers) == len(own)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_function_gets_only_the_settings_it_needs(function: str) -> None:
    variables = named(FUNCTIONS[function])["Environment"]["Variables"]
    assert set(variables) == SETTINGS[function] | SHARED_SETTINGS
    assert variables["POWERTOOLS_METRICS_NAMESPACE"] == "Dealclock"


@pytest.mark.parametrize("function", FUNCTIONS)
def test_two_stacks_in_one_account_do_not_share_metrics(function: str) -> None:
    """And all functions of a stack do: each would have to be paid for."""
    variables = named(FUNCTIONS[function])["Environment"]["Variables"]
    assert variables["POWERTOOLS_SERVICE_NAME"] == {"Ref": "AWS::StackName"}


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_functions_log_is_encrypted_and_expires(function: str) -> None:
    group = named(target(named(FUNCTIONS[function])["LoggingConfig"]["LogGroup"]))
    assert group == {
        "LogGroupName": {"Fn::Sub": f"/dealclock/${{AWS::StackName}}/{function}"},
        "RetentionInDays": {"Ref": "LogRetentionDays"},
        "KmsKeyId": {"Fn::GetAtt": ["DataKey", "Arn"]},
    }


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_function_waits_for_its_permissions(function: str) -> None:
    """And for the canary, which must be of the release that it is asked about."""
    resource = written()["Resources"][FUNCTIONS[function]]
    canary = ["CanaryFunction"] if function != "canary" else []
    assert many(resource["DependsOn"]) == [policy_of(function), *canary]


def test_two_addresses_are_public_slacks_by_signature_and_webs_by_the_secret_in_each() -> None:
    urls = {target(url["TargetFunctionArn"]): url for url in of_type("AWS::Lambda::Url").values()}
    assert sorted(urls) == ["SlackFunction", "WebFunction"]
    assert {url["AuthType"] for url in urls.values()} == {"NONE"}
    assert not any("Cors" in url for url in urls.values())


@pytest.mark.parametrize("function", ["DeliverFunction", "SlackFunction"])
def test_links_lead_to_the_web_function_unless_another_address_is_given(function: str) -> None:
    variables = named(function)["Environment"]["Variables"]
    assert variables["DEALCLOCK_WEB_URL"] == {
        "Fn::If": [
            "WebUrlGiven",
            {"Ref": "WebUrl"},
            {"Fn::If": ["ThroughApi", API, {"Fn::GetAtt": ["WebFunctionUrl", "FunctionUrl"]}]},
        ]
    }


API = {"Fn::Sub": "https://${Api}.execute-api.${AWS::Region}.${AWS::URLSuffix}/live/"}


def test_a_rest_api_takes_the_place_of_the_public_addresses_and_never_stands_beside_them() -> None:
    resources = transformed()["Resources"]
    through = {name: each.get("Condition") for name, each in resources.items()}
    urls = {n for n, each in resources.items() if each["Type"] == "AWS::Lambda::Url"}
    assert {through[n] for n in {*urls, *(n for n in through if "Public" in n)}} == {
        "ThroughFunctionUrls"
    }
    api = {n for n, each in resources.items() if n.startswith("Api")}
    assert {through[n] for n in api} == {"ThroughApi", "ThroughFirewall"}
    conditions = transformed()["Conditions"]
    assert conditions["ThroughFunctionUrls"] == {"Fn::Not": [{"Condition": "ThroughApi"}]}
    assert transformed()["Parameters"]["Addresses"]["Default"] == "function-urls"
    # Slack signs bytes, and a path is a secret: nothing may change the one or write the other.
    assert named("Api")["BinaryMediaTypes"] == ["*/*"]
    stage = named("ApiStage")
    assert not {"AccessLogSetting", "TracingEnabled"} & set(stage)
    assert not any("LoggingLevel" in each for each in stage["MethodSettings"])
    for name in ("Slack", "Web"):
        allowed = named(f"Api{name}Permission")
        assert allowed["Principal"] == "apigateway.amazonaws.com"
        assert "${Api}/live/" in allowed["SourceArn"]["Fn::Sub"]
        [_, names] = named(f"Api{name}Method")["Integration"]["Uri"]["Fn::Sub"]
        assert target(names["Alias"]) == target(allowed["FunctionName"]) == f"{name}Function"
    firewall = named("ApiFirewall")
    assert firewall["WebACLArn"] == {"Ref": "WebAclArn"}


def test_public_functions_and_functions_that_must_run_alone_reserve_concurrency() -> None:
    aside = {
        name: properties["ReservedConcurrentExecutions"]["Fn::If"][:2]
        for name, properties in of_type("AWS::Lambda::Function").items()
        if "ReservedConcurrentExecutions" in properties
    }
    assert aside == {
        "SweepFunction": ["ConcurrencyReserved", 1],
        "SlackFunction": ["ConcurrencyReserved", 10],
        "WatchdogFunction": ["ConcurrencyReserved", 1],
        "WebFunction": ["ConcurrencyReserved", 5],
    }
    assert sum(number for _, number in aside.values()) == RESERVED


# --- Imports ----------------------------------------------------------------------------------

IMPORT = """
import json, sys
function, library, packages = sys.argv[1:]
standard = list(sys.path)
sys.path[:0] = [function, library, packages]
import app
assert callable(app.handler), "app.handler is what the template names"
strangers = sorted(
    f"{name}: {module.__file__}"
    for name, module in list(sys.modules.items())
    if getattr(module, "__file__", None)
    and not module.__file__.startswith((function, library, packages, *standard))
)
print(json.dumps(strangers))
"""


class _Secrets(BaseHTTPRequestHandler):
    """Secrets Manager with one secret in it, which a function may read while it is imported."""

    def do_POST(self) -> None:
        secret = json.dumps({"signing_secret": "a test's", "bot_token": "xoxb-a-test"})
        answer = json.dumps({"ARN": SAMPLE["DEALCLOCK_SLACK_SECRET"], "SecretString": secret})
        self.send_response(200)
        self.send_header("Content-Type", "application/x-amz-json-1.1")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer.encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        pass


@pytest.fixture(scope="module")
def secrets() -> Iterator[str]:
    """The address of that Secrets Manager."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Secrets) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        serving.join()


# Three load every package that any function loads. Each import is a process that takes a second.
IMPORTED = [
    pytest.param(name, marks=() if name in ("deliver", "files", "slack") else pytest.mark.full)
    for name in FUNCTIONS
]


@pytest.mark.parametrize("function", IMPORTED)
def test_a_function_imports_with_only_its_layers(function: str, secrets: str) -> None:
    """The interpreter has the standard library alone; the packages are the ones built for it."""
    interpreter = environments.tool("emulator") / "bin" / "python"
    paths = [
        CHECKOUT / "functions" / function,
        CHECKOUT / "layers" / "dealclock" / "python",
        build.host_layer() / "python",
    ]
    aws = {
        "AWS_ACCESS_KEY_ID": "a-test",
        "AWS_SECRET_ACCESS_KEY": "a-test",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_ENDPOINT_URL_SECRETS_MANAGER": secrets,
    }
    environment = {name: SAMPLE[name] for name in SETTINGS[function] | SHARED_SETTINGS}
    done = subprocess.run(
        [interpreter, "-I", "-S", "-B", "-c", IMPORT, *map(str, paths)],
        env={"PATH": os.defpath, **aws, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == []
