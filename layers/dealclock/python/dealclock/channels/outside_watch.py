"""The outside watch: an address that expects a call each morning, and raises an alarm without one.

Compatible with Healthchecks: a POST to the address, or to `/fail` under it, with a run id.
"""

from datetime import date
from http.client import HTTPException
from typing import Any
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener
from uuid import NAMESPACE_URL, uuid5

from dealclock.errors import TryAgainError

SECONDS = 5  # of the watchdog's five minutes


class _SameAddressOnly(HTTPRedirectHandler):
    """The address is a secret: it is given to no one else."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def call(url: str, day: date, body: str, *, failed: bool = False) -> None:
    """Report a morning as complete, or as failed. `url` is https, or on this machine.

    Raises TryAgainError, which does not say the address.
    """
    run = uuid5(NAMESPACE_URL, f"dealclock/{day.isoformat()}")
    if not url.startswith(("https://", "http://127.0.0.1:")):
        raise TryAgainError("the outside watch has no https address")
    address = f"{url.rstrip('/')}{'/fail' if failed else ''}?rid={run}"
    try:
        request = Request(address, data=body.encode(), method="POST")  # noqa: S310 - see above
        with build_opener(ProxyHandler({}), _SameAddressOnly).open(
            request, timeout=SECONDS
        ) as answer:
            status = answer.status
    except (OSError, HTTPException, ValueError) as error:
        status = getattr(error, "code", None) or type(error).__name__
    if status != 200:
        raise TryAgainError(f"the outside watch was called and answered {status}")
