"""A client of the control path, for the demo, the workbench and tests."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import ControlError

if TYPE_CHECKING:
    from .control import Control as _Calls
else:
    _Calls = object


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
class StandIn(_Calls):
    """A running stand-in, with the methods of `control.Control`; each raises ControlError if it
    refuses or does not answer.
    """

    base_url: str

    @classmethod
    def at(cls, state: Path) -> "StandIn":
        """The stand-in of a folder, once it is up."""
        return cls(f"http://127.0.0.1:{port_of(state)}")

    @property
    def api_url(self) -> str:
        """The value for WebClient(base_url=...)."""
        return f"{self.base_url}/api/"

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Callable[..., Any]:
            """A method of the control path."""
            if name.startswith("_"):
                raise AttributeError(name)
            return lambda *given, **named: self._call(name, {"given": given, "named": named})

    def _call(self, name: str, arguments: object) -> Any:
        url, data = f"{self.base_url}/_stand_in/{name}", json.dumps(arguments).encode()
        request = urllib.request.Request(url, data)  # noqa: S310 - always http://127.0.0.1
        try:
            with urllib.request.urlopen(request, timeout=10) as response:  # noqa: S310
                content: bytes = response.read()
                as_json = response.headers.get_content_type() == "application/json"
                return json.loads(content) if as_json else content
        except urllib.error.HTTPError as problem:
            with problem:
                said = problem.read().decode(errors="replace")
            raise ControlError(f"{name}: {said}", problem.code, _code(said)) from problem
        except OSError as problem:
            raise ControlError(f"no stand-in answers at {self.base_url}: {problem}", 0) from problem


def _code(said: str) -> str:
    try:
        error = json.loads(said).get("error", "")
    except (ValueError, AttributeError):
        return ""
    return error if isinstance(error, str) else ""
