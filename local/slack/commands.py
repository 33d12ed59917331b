"""A typed slash command: the request Slack sends an app, and its answer, checked and shown."""

import hashlib
import hmac
import http.client
import json
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

from .client import StandIn
from .errors import CommandAnswerRefusedError, CommandFailedError, CommandTimeoutError
from .reference import COMMAND_SECONDS
from .replies import reply_problems


@dataclass(frozen=True)
class CommandReply:
    """What the user saw: the answer, or where that is empty, what came first to the response URL.

    With an empty `text` and no `blocks`, acknowledged and nothing shown.

    `seconds` is how long the app took; `form` is what was sent to it.
    """

    status: int
    response_type: str
    text: str
    blocks: tuple[dict[str, Any], ...]
    seconds: float
    form: dict[str, str]


def signature_headers(signing_secret: str, body: str, at: int) -> dict[str, str]:
    """Slack's v0 signature of a body sent at a Unix second."""
    base = f"v0:{at}:{body}".encode()
    digest = hmac.new(signing_secret.encode(), base, hashlib.sha256).hexdigest()
    return {"X-Slack-Request-Timestamp": str(at), "X-Slack-Signature": f"v0={digest}"}


def send_command(
    url: str,
    signing_secret: str,
    command: str,
    text: str,
    user: str,
    channel: str,
    *,
    stand_in: StandIn,
    limit: float = COMMAND_SECONDS,
    client: str = "",
) -> CommandReply:
    """Type `command text` as `user` in `channel` (ids or names) and wait for the app at `url`.

    A form it opens is shown in the browser `client`, in any if "". The answer is checked as Slack
    checks it and then shown in the stand-in. Raises CommandTimeoutError after `limit` seconds,
    CommandFailedError without a 200, CommandAnswerRefusedError if Slack would not show the answer,
    ControlError for an unknown user or channel.
    """
    form = stand_in.type_command(command, text, user, channel, client)
    body = urlencode(form)
    started = time.monotonic()
    status, content_type, answer = post(url, body, signing_secret, command, limit)
    seconds = time.monotonic() - started
    if seconds > limit:
        raise CommandTimeoutError(command, limit)
    if status != 200:
        raise CommandFailedError(command, f"{url} answered {status}", status)
    reply = _reply(command, content_type, answer)
    problems = (*reply_problems(reply), *stand_in.answer(form["trigger_id"], status, reply))
    if problems:
        raise CommandAnswerRefusedError(command, tuple(dict.fromkeys(problems)))
    if not reply.get("text") and not reply.get("blocks"):
        reply = next(stand_in.shown(form["trigger_id"]), reply)
    return CommandReply(
        status,
        reply.get("response_type", "ephemeral"),
        reply.get("text", ""),
        tuple(reply.get("blocks", ())),
        seconds,
        form,
    )


def post(
    url: str,
    body: str,
    signing_secret: str,
    command: str,
    limit: float,
    *,
    headers: dict[str, str] | None = None,
) -> tuple[int, str, str]:
    """Send one signed request; the status, the content type and the body of the answer."""
    parts = urlsplit(url)
    sent = {
        "Content-Type": "application/x-www-form-urlencoded",
        "User-Agent": "Slackbot 1.0 (+https://api.slack.com/robots)",
        "Accept": "application/json,*/*",
        **signature_headers(signing_secret, body, int(time.time())),
        **(headers or {}),
    }
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=limit)
    try:
        connection.request("POST", path, body, sent)
        response = connection.getresponse()
        answer = response.read().decode(errors="replace")
        return response.status, response.headers.get("Content-Type", ""), answer
    except TimeoutError as problem:
        raise CommandTimeoutError(command, limit) from problem
    except (OSError, http.client.HTTPException) as problem:
        raise CommandFailedError(command, f"{url}: {problem!r}", None) from problem
    finally:
        connection.close()


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
