"""What a person does: clicks, forms, shortcuts and Home, sent to an app as Slack sends them."""

import contextlib
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from .client import StandIn
from .commands import post
from .errors import CommandAnswerRefusedError, CommandFailedError, CommandTimeoutError
from .reference import COMMAND_SECONDS
from .simulated_clicks import as_form


@dataclass(frozen=True)
class App:
    """An app at its address, and how requests to it are signed."""

    url: str
    signing_secret: str
    stand_in: StandIn
    limit: float = COMMAND_SECONDS

    def do(self, kind: str, **what: object) -> dict[str, Any]:
        """Send what a person does; returns what the app answered, {} for nothing.

        A form then shows the answer. Raises CommandTimeoutError, CommandFailedError without a 200,
        CommandAnswerRefusedError where Slack would refuse the answer, ControlError where no client
        allows it.
        """
        return self.send(kind, self.stand_in.do(kind, **what))

    def wake(self, patience: float = 60.0) -> None:
        """Start the function ahead of the first request; it refuses this one.

        A function that cannot be reached is ignored: the first request will report it.
        """
        with contextlib.suppress(CommandFailedError, CommandTimeoutError):
            post(self.url, "", "", "wake", patience)

    def send(self, kind: str, body: dict[str, Any], **headers: str) -> dict[str, Any]:
        """Send a request unchanged: sent a second time, it is Slack's retry."""
        event = kind == "home"
        text = json.dumps(body) if event else urlencode(as_form(body))
        content = "application/json" if event else "application/x-www-form-urlencoded"
        sent = {"Content-Type": content, **headers}
        status, _, answer = post(
            self.url, text, self.signing_secret, kind, self.limit, headers=sent
        )
        if status != 200:
            raise CommandFailedError(kind, f"{self.url} answered {status}", status)
        reply: dict[str, Any] = json.loads(answer) if answer.strip() else {}
        if kind == "submit":
            problems = self.stand_in.take(body["view"]["id"], reply)
            if problems:
                raise CommandAnswerRefusedError(kind, problems)
        return reply
