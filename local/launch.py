"""Brings the stack up on a running embedded AWS: deploys it, fills its secret, records where it is.

The stand-ins come first, because their ports are parameters of the deployment:

    with (
        state.run(ROOT, PARTS) as run,
        ...the stand-ins, each in its own `run.part(name)`...
        emulator.running(run.part("emulator")) as aws,
    ):
        stack = launch.launch(run, aws, Settings(slack_api_url=..., email_transport=...))

`.dealclock/stack.json` then describes the stack until the run ends.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from local.deploy import STACK, TEMPLATE, Deployed, deploy
from local.emulator import Emulator
from local.environments import CHECKOUT
from local.stack import Access, Stack
from local.state import Run

ROOT = CHECKOUT / ".dealclock"


@dataclass(frozen=True)
class Settings:
    """The settings of the local stack that differ from AWS."""

    slack_api_url: str
    email_transport: str
    email_from: str = "dealclock@example.com"
    signing_secret: str = field(default="local-signing-secret", repr=False)
    bot_token: str = field(default="xoxb-local", repr=False)

    def parameters(self) -> dict[str, str]:
        """The template's parameters; the rest keep their defaults.

        Schedules are off: the emulator knows neither their time zone nor their scheduled time, so
        the program that runs the stack invokes `sweep`.
        """
        return {
            "SlackApiUrl": self.slack_api_url,
            "EmailTransport": self.email_transport,
            "EmailFrom": self.email_from,
            "SchedulesState": "DISABLED",
        }


def launch(run: Run, emulator: Emulator, settings: Settings, template: Path = TEMPLATE) -> Stack:
    """Deploy `template` if it changed, fill the secret, write `stack.json`.

    Raises DeployFailedError with the reason of each resource that failed.
    """
    access = emulator.access
    deployed = deploy(access, emulator.folder, settings.parameters(), template)
    access.client("secretsmanager").put_secret_value(
        SecretId=deployed.outputs["SlackSecretArn"],
        SecretString=json.dumps(
            {"signing_secret": settings.signing_secret, "bot_token": settings.bot_token}
        ),
    )
    stack = _stack(run, access, deployed)
    _lead_here(stack)
    stack.write(run.stack_file)
    return stack


def _lead_here(stack: Stack) -> None:
    """Make the links in emails lead to this machine: AWS's own address does not resolve here."""
    if "WebAddress" not in stack.outputs:
        return
    client, here = stack.client("lambda"), stack.outputs["WebAddress"]
    for function in ("deliver", "slack"):
        name = stack.functions[function]
        environment = client.get_function_configuration(FunctionName=name)["Environment"]
        if environment["Variables"].get("DEALCLOCK_WEB_URL") != here:
            environment["Variables"]["DEALCLOCK_WEB_URL"] = here
            client.update_function_configuration(FunctionName=name, Environment=environment)


def _stack(run: Run, access: Access, deployed: Deployed) -> Stack:
    outputs = dict(deployed.outputs)
    if "WebAddress" in outputs:  # the trial stack of the tests has none
        outputs["WebAddress"] = _local_function_url(access, outputs["WebAddress"])
    functions = {
        _folder(output.removesuffix("FunctionName")): name
        for output, name in outputs.items()
        if output.endswith("FunctionName")
    }
    return Stack(
        access=access,
        run_id=run.run_id,
        name=STACK,
        table=outputs["TableName"],
        assess_queue_url=outputs["AssessQueueUrl"],
        delivery_queue_url=outputs["DeliveryQueueUrl"],
        functions=functions,
        slack_url=_local_function_url(access, outputs["SlackUrl"]),
        secret=outputs["SlackSecretArn"],
        outputs=outputs,
    )


def _local_function_url(access: Access, url: str) -> str:
    """The local address of a Function URL, by its id: AWS's own address does not resolve here."""
    identifier = (urlsplit(url).hostname or "").partition(".")[0]
    return f"{access.endpoint}/_aws/lambda-url/{identifier}/"


def _folder(name: str) -> str:
    """The folder of a function by its name in the template: MailEvents, mail_events."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
