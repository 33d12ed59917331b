"""A client of the control path, for the demo, the workbench and tests."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from .errors import ControlError


def port_of(state: Path, patience: float = 10.0) -> int:
    """The port a stand-in wrote into its folder, waited for up to `patience` seconds."""
    until = time.monotonic() + patience
    file = state / "port"
    while not file.exists():
        if time.monotonic() > until:
            raise ControlError(f"no port was written to {file} in {patience:g} s", 0)
        time.sleep(0.01)
    return int(file.read_text(encoding="ascii"))


@dataclass(frozen=True)
class StandIn:
    """A running stand-in; every method raises ControlError if it refuses or does not answer."""

    base_url: str

    @classmethod
    def at(cls, state: Path) -> "StandIn":
        """The stand-in of a folder, once it is up."""
        return cls(f"http://127.0.0.1:{port_of(state)}")

    @property
    def api_url(self) -> str:
        """The value for WebClient(base_url=...)."""
        return f"{self.base_url}/api/"

    def messages(self, channel: str) -> list[dict[str, Any]]:
        """A channel's current messages, oldest first; the channel by id or name."""
        found: list[dict[str, Any]] = self._get(f"channels/{quote(channel)}/messages")["messages"]
        return found

    def ephemerals(self, channel: str) -> list[dict[str, Any]]:
        """The messages shown to single members of a channel, oldest first, with `shown_to`."""
        found: list[dict[str, Any]] = self._get(f"channels/{quote(channel)}/ephemerals")["messages"]
        return found

    def shown(self, trigger: str) -> Iterator[dict[str, Any]]:
        """The messages for one member that answered the command with this trigger id, in order."""
        for record in self.records():
            if record["kind"] == "ephemeral" and record.get("trigger") == trigger:
                yield record["message"]

    def records(self, since: int = 0) -> list[dict[str, Any]]:
        """Everything that happened from record `since` on, itself included."""
        found: list[dict[str, Any]] = self._get(f"records?since={since}")["records"]
        return found

    def reset(self) -> None:
        """Delete all messages, and every fault."""
        self._send("DELETE", "records")

    def count(self) -> int:
        """How many records there are; `records(since)` gives them."""
        return int(self._get("health")["records"])

    def world(self) -> dict[str, Any]:
        """The workspace as it is now."""
        return self._get("world")

    def change(self, patch: dict[str, Any]) -> dict[str, Any]:
        """Merge a patch into the workspace: `{"channels": {"C1": {"is_archived": True}}}`."""
        return self._send("PATCH", "world", patch)

    def delete(self, channel: str, ts: str) -> None:
        """A person deletes a message."""
        self._send("DELETE", f"channels/{channel}/messages/{ts}")

    def fault(self, kind: str, **how: object) -> None:
        """Order a fault: times, method, channel, retry_after, seconds. See `faults.py`."""
        self._send("POST", "faults", {"kind": kind, **how})

    def faults(self) -> list[dict[str, Any]]:
        """The faults still ahead, each with its remaining calls."""
        found: list[dict[str, Any]] = self._get("faults")["faults"]
        return found

    def no_faults(self, kind: str | None = None) -> None:
        """Cancel the faults still ahead, or those of one kind."""
        self._send("DELETE", f"faults?kind={quote(kind)}" if kind else "faults")

    def say(self, user: str, channel: str, text: str, thread: str = "") -> dict[str, Any]:
        """Post a message as a person, in the thread of the message with the ts `thread` if any."""
        path = f"channels/{quote(channel)}/messages"
        where = {"thread_ts": thread} if thread else {}
        return self._send("POST", path, {"user": user, "text": text, **where})

    def tell(self, user: str, channel: str, text: str) -> dict[str, Any]:
        """Show one member of a channel a message of Slack itself, visible to no one else."""
        path = f"channels/{quote(channel)}/ephemerals"
        return self._send("POST", path, {"user": user, "text": text})

    def client(self, user: str) -> dict[str, Any]:
        """A person's conversations and open forms; see `client_view.client`."""
        return self._get(f"people/{quote(user)}")

    def conversation(self, user: str, channel: str) -> dict[str, Any]:
        """A conversation as a person sees it; see `client_view.conversation`."""
        return self._get(f"people/{quote(user)}/channels/{quote(channel)}")

    def file(self, user: str, file_id: str) -> bytes:
        """The bytes of a file that a person was shown."""
        return self._read("GET", f"people/{quote(user)}/files/{quote(file_id)}")

    def type_command(
        self, command: str, text: str, user: str, channel: str, client: str = ""
    ) -> dict[str, str]:
        """The form Slack would send for this command; `commands.send_command` sends it."""
        where = {"user": user, "channel": channel, **({"client": client} if client else {})}
        typed = {"command": command, "text": text, **where}
        return self._send("POST", "commands", typed)

    def answer(self, trigger: str, status: int, reply: dict[str, Any]) -> tuple[str, ...]:
        """Show an app's answer to a command; returns what Slack would refuse in it."""
        path = f"commands/{trigger}/answer"
        return tuple(self._send("POST", path, {"status": status, "reply": reply})["problems"])

    def do(self, kind: str, **what: object) -> dict[str, Any]:
        """The request of Slack for what a person does; see `simulated_clicks.body_of`."""
        return self._send("POST", "interactions", {"kind": kind, **what})

    def take(self, view: str, reply: dict[str, Any]) -> tuple[str, ...]:
        """Show an app's answer to a form; returns what Slack would refuse in it."""
        return tuple(self._send("POST", f"views/{view}/answer", {"reply": reply})["problems"])

    def views(self, user: str) -> list[dict[str, Any]]:
        """Every form shown to a person, as shown, the oldest first."""
        return [r["view"] for r in self.records() if r["kind"] == "view" and r["user"] == user]

    def home(self, user: str) -> dict[str, Any]:
        """A person's Home tab as last published; raises ControlError without one."""
        return self._get(f"people/{quote(user)}/home")

    def _get(self, path: str) -> dict[str, Any]:
        return self._send("GET", path)

    def _send(self, verb: str, path: str, body: object = None) -> dict[str, Any]:
        decoded: dict[str, Any] = json.loads(self._read(verb, path, body))
        return decoded

    def _read(self, verb: str, path: str, body: object = None) -> bytes:
        url = f"{self.base_url}/_stand_in/{path}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, method=verb)  # noqa: S310 - always http://127.0.0.1
        try:
            with urllib.request.urlopen(request, timeout=10) as response:  # noqa: S310
                content: bytes = response.read()
                return content
        except urllib.error.HTTPError as problem:
            with problem:
                said = problem.read().decode(errors="replace")
            raise ControlError(f"{verb} {path}: {said}", problem.code, _code(said)) from problem
        except OSError as problem:
            raise ControlError(f"no stand-in answers at {self.base_url}: {problem}", 0) from problem


def _code(said: str) -> str:
    try:
        error = json.loads(said).get("error", "")
    except (ValueError, AttributeError):
        return ""
    return error if isinstance(error, str) else ""
