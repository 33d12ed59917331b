"""The sockets: one listener on 127.0.0.1, and connections that can be cut on purpose."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

OPEN: dict[tuple[str, int], asyncio.Transport] = {}


class CuttableProtocol(H11Protocol):
    """HTTP as uvicorn speaks it, with each connection kept by the address of its client."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Register the connection."""
        super().connection_made(transport)
        OPEN[transport.get_extra_info("peername")] = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        OPEN.pop(self.transport.get_extra_info("peername"), None)
        super().connection_lost(exc)


async def cut(client: tuple[str, int]) -> None:
    """Drop a client's connection without a byte of answer."""
    transport = OPEN.get(client)
    if transport is not None:
        transport.abort()
    await asyncio.sleep(0)  # lets uvicorn see that it is gone before anything is sent


class _Server(uvicorn.Server):
    """Uvicorn that announces its port once it is up, and ends with 0 on a signal."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[int], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then announce the port."""
        await super().startup(sockets)
        for each in sockets or ():
            self._ready(each.getsockname()[1])

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on SIGTERM and SIGINT, without raising them again afterwards."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, setattr, self, "should_exit", True)
        yield


def serve(app: ASGIApp, port: int, ready: Callable[[int], None]) -> None:
    """Serve on 127.0.0.1 until SIGTERM or SIGINT; `ready` gets the port once it is up.

    Port 0 takes a free one. Connections still open are given one second to end.
    """
    config = uvicorn.Config(
        app,
        http=CuttableProtocol,
        ws="none",
        lifespan="off",
        log_config=None,  # an access log would contain messages
        timeout_graceful_shutdown=1,
    )
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        asyncio.run(_Server(config, ready).serve(sockets=[listener]))


def run(app: ASGIApp, port: int, port_file: Path) -> None:
    """Serve as `serve` does; `port_file` has the port meanwhile."""
    try:
        serve(app, port, lambda taken: announce(taken, port_file))
    finally:
        port_file.unlink(missing_ok=True)


def announce(port: int, port_file: Path) -> None:
    """Write the port into a file."""
    new = port_file.with_suffix(".new")
    new.write_text(f"{port}\n", encoding="ascii")
    new.replace(port_file)  # a reader sees the whole port or none
