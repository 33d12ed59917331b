"""What a person does, sent to an app as Slack sends it: commands, clicks, forms, Home."""

import contextlib
import hashlib
import hmac
import http.client
import json
import time
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode, urlsplit

from .client import StandIn
from .errors import CommandAnswerRefusedError, CommandFailedError, CommandTimeoutError
from .reference import COMMAND_SECONDS
from .replies import reply_problems

FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class CommandReply:
    """What the user saw: the answer, or where that is empty, what came first to the response URL.

    With an empty `text` and no `blocks`, acknowledged and nothing shown.

    `form` is what was sent to it.
    """

    response_type: str
    text: str
    blocks: tuple[dict[str, Any], ...]
    form: dict[str, str]

    @property
    def message(self) -> dict[str, Any]:
        """It as a message."""
        return {"text": self.text, "blocks": list(self.blocks)}


@dataclass(frozen=True)
class App:
    """An app at its address, and how requests to it are signed."""

    url: str
    signing_secret: str
    stand_in: StandIn
    limit: float = COMMAND_SECONDS

    def type(
        self, command: str, text: str, user: str, channel: str, client: str = ""
    ) -> CommandReply:
        """Type `command text` as `user` in `channel` (ids or names) and wait for the answer.

        A form it opens is shown in the browser `client`, in any if "". The answer is checked as
        Slack checks it and then shown in the stand-in. Raises CommandTimeoutError after `limit`
        seconds, CommandFailedError without a 200, CommandAnswerRefusedError if Slack would not show
        the answer, ControlError for an unknown user or channel.
        """
        form = self.stand_in.type_command(command, text, user, channel, client)
        started = time.monotonic()
        content_type, answer = self._post(command, urlencode(form))
        if time.monotonic() - started > self.limit:
            raise CommandTimeoutError(command, self.limit)
        reply, trigger = _reply(command, content_type, answer), form["trigger_id"]
        problems = (*reply_problems(reply), *self.stand_in.answer(trigger, reply))
        if problems:
            raise CommandAnswerRefusedError(command, tuple(dict.fromkeys(problems)))
        if not reply.get("text") and not reply.get("blocks"):
            reply = next(iter(self.stand_in.shown(trigger)), reply)
        shown, blocks = reply.get("text", ""), tuple(reply.get("blocks", ()))
        return CommandReply(reply.get("response_type", "ephemeral"), shown, blocks, form)

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
            replace(self, signing_secret="", limit=patience).send("wake", {})

    def send(self, kind: str, body: dict[str, Any], **headers: str) -> dict[str, Any]:
        """Send a request unchanged: sent a second time, it is Slack's retry."""
        event = kind == "home"
        text = json.dumps(body) if event else urlencode({"payload": json.dumps(body)})
        _, answer = self._post(kind, text, "application/json" if event else FORM, headers)
        reply: dict[str, Any] = json.loads(answer) if answer.strip() else {}
        if kind == "submit" and (problems := self.stand_in.take(body["view"]["id"], reply)):
            raise CommandAnswerRefusedError(kind, tuple(problems))
        return reply

    def _post(
        self, what: str, body: str, kind: str = FORM, more: dict[str, str] | None = None
    ) -> tuple[str, str]:
        """Send one signed request; the content type and the body of its answer."""
        parts = urlsplit(self.url)
        sent = {
            "Content-Type": kind,
            "User-Agent": "Slackbot 1.0 (+https://api.slack.com/robots)",
            "Accept": "application/json,*/*",
            **signature_headers(self.signing_secret, body, int(time.time())),
            **(more or {}),
        }
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection = http.client.HTTPConnection(
            parts.hostname or "", parts.port, timeout=self.limit
        )
        try:
            connection.request("POST", path, body, sent)
            response = connection.getresponse()
            answer = response.read().decode(errors="replace")
        except TimeoutError as problem:
            raise CommandTimeoutError(what, self.limit) from problem
        except (OSError, http.client.HTTPException) as problem:
            raise CommandFailedError(what, f"{self.url}: {problem!r}", None) from problem
        finally:
            connection.close()
        if response.status != 200:
            raise CommandFailedError(
                what, f"{self.url} answered {response.status}", response.status
            )
        return response.headers.get("Content-Type", ""), answer


def signature_headers(signing_secret: str, body: str, at: int) -> dict[str, str]:
    """Slack's v0 signature of a body sent at a Unix second."""
    base = f"v0:{at}:{body}".encode()
    digest = hmac.new(signing_secret.encode(), base, hashlib.sha256).hexdigest()
    return {"X-Slack-Request-Timestamp": str(at), "X-Slack-Signature": f"v0={digest}"}


def _reply(command: str, content_type: str, answer: str) -> dict[str, Any]:
    """The answer as an object: JSON if it says it is, else its text."""
    if not answer.strip():
        return {}
    if not content_type.startswith("application/json"):
        return {"text": answer}
    try:
        decoded = json.loads(answer)
    except ValueError as problem:
        raise CommandAnswerRefusedError(command, (f"not JSON: {problem}",)) from problem
    if not isinstance(decoded, dict):
        raise CommandAnswerRefusedError(command, ("not a JSON object",))
    return decoded
