"""The embedded AWS (`ministack`), started from its own bare environment and stopped gracefully.

What matters about it, and the reason for each setting:
- Functions inherit its environment, so it gets an emptied one.
- It saves its state only on a graceful stop, so its folder is sealed only after one (`state.py`).
- With AUTH it enforces IAM for every call with the caller's own role, so a missing permission fails
  here as it would in AWS. It looks at the access key only, never at the signature, and `test` is
  always root: anyone who can open a socket on this machine can read it. Public samples only.
"""

from __future__ import annotations

import contextlib
import http.client
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from local import environments, processes, throttle
from local.deploy import UNFINISHED
from local.processes import HOST, Service
from local.stack import Access
from local.state import Part

REGION = "us-east-1"
PART = "emulator"
BRISK = Path(__file__).with_name("fast_emulator.py")


@dataclass(frozen=True)
class Emulator:
    """The running embedded AWS: how to reach it, and its folder."""

    access: Access
    folder: Path
    service: Service


@contextlib.contextmanager
def running(part: Part) -> Iterator[Emulator]:
    """The embedded AWS with the state kept in `part`, stopped and sealed when the block ends."""
    folder = part.folder
    python = environments.tool("emulator") / "bin" / "python"
    # Addresses inside the kept state (queue URLs) name the port, so it is kept where it can be.
    port = processes.free_port(folder / "port")
    access = Access(
        endpoint=f"http://{HOST}:{port}",
        region=REGION,
        access_key_id="test",
        secret_access_key="test",  # noqa: S106 - the emulator's own word for root, no secret
    )
    # Each worker of a function leaves its unpacked layers here.
    shutil.rmtree(folder / "tmp", ignore_errors=True)
    (folder / "tmp").mkdir()
    throttle.clear(folder)
    (folder / "port").write_text(str(port))

    def ended(graceful: bool) -> None:
        shutil.rmtree(folder / "tmp", ignore_errors=True)
        if graceful and not (folder / UNFINISHED).exists():
            part.seal()

    started = processes.start(
        "embedded AWS", python, f"{BRISK}:main", folder, _settings(folder, access)
    )
    with processes.running(started, lambda: _healthy(port), ended) as service:
        yield Emulator(access, folder, service)


def _settings(folder: Path, access: Access) -> dict[str, str]:
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": str(folder / "tmp"),
        "TMPDIR": str(folder / "tmp"),
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "PYTHONNOUSERSITE": "1",
        "BIND_HOST": HOST,
        "MINISTACK_HOST": HOST,  # the host name in the addresses it returns
        "GATEWAY_PORT": access.endpoint.rpartition(":")[2],
        "MINISTACK_REGION": access.region,
        "AUTH": "true",
        "AWS_ACCESS_KEY_ID": access.access_key_id,
        "AWS_SECRET_ACCESS_KEY": access.secret_access_key,
        "AWS_EC2_METADATA_DISABLED": "true",
        "PERSIST_STATE": "1",
        "STATE_DIR": str(folder / "state"),
        "S3_PERSIST": "1",
        "S3_DATA_DIR": str(folder / "s3"),
        "IOT_MTLS_ENABLED": "0",  # otherwise it listens on 0.0.0.0:8883
        "SFTP_ENABLED": "0",
        "LAMBDA_EXECUTOR": "local",
        "DOCKER_HOST": "unix:///nonexistent",  # nothing here is a container
        "LOG_LEVEL": "WARNING",
    }


def _healthy(port: int) -> bool:
    connection = http.client.HTTPConnection(HOST, port, timeout=2)
    try:
        connection.request("GET", "/_ministack/health")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()
