"""Builds the layers of packages from their locks: for AWS (`make build`), and for this machine.

    python -m local.build            build/layers/..., for Lambda: arm64, Python 3.13
    python -m local.build host       build/host/layers/..., for the embedded AWS
    python -m local.build sbom       build/sbom-LAYER.json, what each layer is made of (CycloneDX)
    python -m local.build audit      ask PyPI's advisories whether a package has a known weakness

`dependencies` has what every function needs, `files` what only functions/files needs to draw
pictures and write documents: its packages are larger than all the others.

The embedded AWS runs functions on its own interpreter whatever `Runtime` says, so it needs compiled
packages of this machine. Both come from the same lock, by hash, and only from wheels: nothing is
built, so any host can build for Lambda, and the same lock always gives the same files. The layers
for Lambda, the library and the functions are compiled to bytecode last (bytecode.py).
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from local import bytecode, environments
from local.environments import LocalError

BUILD = environments.CHECKOUT / "build"
LOCK = BUILD / "lock"


@dataclass(frozen=True)
class Layer:
    """A layer of packages: its lock, and where it is assembled for Lambda and for this machine.

    `checkout` is the folder of the release that has it.
    """

    name: str
    checkout: Path = environments.CHECKOUT

    @property
    def lock(self) -> Path:
        """The lock of its packages, pinned with hashes."""
        return self.checkout / "layers" / self.name / "requirements.txt"

    @property
    def folder(self) -> Path:
        """Its folder for Lambda, as the template names it."""
        return self.checkout / "build" / "layers" / self.name

    @property
    def host(self) -> Path:
        """Its folder for this machine."""
        return self.checkout / "build" / "host" / "layers" / self.name


DEPENDENCIES, FILES = Layer("dependencies"), Layer("files")
LAYERS = (DEPENDENCIES, FILES)
LIBRARY = environments.CHECKOUT / "layers" / "dealclock"

# AWS: a function and all its layers together, unpacked.
LAMBDA_LIMIT = 250 * 1024 * 1024
# Lambda's Python 3.13 runs on Amazon Linux 2023, with C library 2.34; wheels for 2.28 run.
LAMBDA_PLATFORM = ["--python-platform", "aarch64-manylinux_2_28"]
LAMBDA_PLATFORM += ["--python-version", bytecode.VERSION]

# Not needed to run: the packages' own tests, caches, the installer's scripts and its lock.
LEFT_OUT = ("__pycache__", "tests", "bin", ".lock")
# Records when and from where a package was installed, so it would differ from build to build.
LEFT_OUT_OF_METADATA = ("INSTALLER", "REQUESTED", "RECORD", "direct_url.json", "uv_cache.json")


def lambda_layers() -> tuple[Path, ...]:
    """Rebuild each layer for Lambda and return their folders.

    Raises LocalError when a package has no wheel for Lambda.
    """
    with environments.alone(LOCK):
        for layer in LAYERS:
            assemble(layer, layer.folder, LAMBDA_PLATFORM)
    return tuple(layer.folder for layer in LAYERS)


def check_size(layers: Sequence[Path]) -> None:
    """Raise LocalError when the layers together are too large for Lambda."""
    size = sum(map(size_of, layers))
    if size > LAMBDA_LIMIT:
        raise LocalError(
            f"the layers are {_megabytes(size)}; Lambda takes {_megabytes(LAMBDA_LIMIT)} for a "
            "function and all its layers: take a package out of layers/dependencies or layers/files"
        )


def host_layer(layer: Layer = DEPENDENCIES) -> Path:
    """A layer for the embedded AWS on this machine, built when its lock or interpreter is new."""
    python = environments.tool("emulator") / "bin" / "python"
    wanted = hashlib.sha256(layer.lock.read_bytes() + str(python).encode()).hexdigest()
    stamp = layer.host.with_name(f"{layer.name}.lock")
    with environments.alone(LOCK):
        if not stamp.exists() or stamp.read_text() != wanted:
            stamp.unlink(missing_ok=True)
            assemble(layer, layer.host, ["--python", str(python)])
            stamp.write_text(wanted)
    return layer.host


def assemble(layer: Layer, folder: Path, platform: Sequence[str]) -> None:
    """Install a layer's lock into `folder` for a platform, as Lambda wants a layer laid out.

    Raises LocalError with the installer's message.
    """
    shutil.rmtree(folder, ignore_errors=True)
    python = folder / "python"  # where Lambda looks inside a layer
    python.mkdir(parents=True)
    command = [str(environments.uv()), "pip", "install", "--quiet", "--target", str(python)]
    command += ["--only-binary", ":all:", "--require-hashes", "--no-deps", "--link-mode", "copy"]
    command += [*platform, "-r", str(layer.lock)]
    bare = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    done = subprocess.run(command, env=bare, capture_output=True, text=True, check=False)
    if done.returncode:
        raise LocalError(f"{folder} could not be built:\n{done.stderr.strip()}")
    _strip(python)


def bill_of(layer: Layer, folder: Path) -> Path:
    """Write what a layer is made of, each package with its hashes, as CycloneDX's JSON; the same
    lock always gives the same file.

    Raises LocalError with the writer's message.
    """
    bill = folder / f"sbom-{layer.name}.json"
    folder.mkdir(parents=True, exist_ok=True)
    writer = environments.tool("audit") / "bin" / "cyclonedx-py"
    pyproject = environments.CHECKOUT / "pyproject.toml"
    command = [str(writer), "requirements", "--pyproject", str(pyproject), "--output-reproducible"]
    command += ["--output-file", str(bill), str(layer.lock)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise LocalError(f"{bill} could not be written:\n{done.stderr.strip()}")
    return bill


def audit() -> int:
    """Say which locked packages have a known weakness; the exit code is 0 if none has."""
    command = [str(environments.tool("audit") / "bin" / "pip-audit"), "--disable-pip"]
    command += ["--require-hashes", "--strict", "--progress-spinner", "off"]
    locks = [part for layer in LAYERS for part in ("--requirement", str(layer.lock))]
    return subprocess.run([*command, *locks], check=False).returncode


def files_of(folder: Path) -> Iterator[Path]:
    """Every file of a folder in one fixed order, without compiled files."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            yield path


def size_of(folder: Path) -> int:
    """The bytes of the files in a folder, compiled ones included."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _strip(python: Path) -> None:
    for path in sorted(python.rglob("*"), reverse=True):
        metadata = path.parent.suffix == ".dist-info" and path.name in LEFT_OUT_OF_METADATA
        if not metadata and path.name not in LEFT_OUT:
            continue
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def _megabytes(size: int) -> str:
    return f"{size / 1024 / 1024:.1f} MB"


def main(arguments: Sequence[str]) -> int:
    """Build the layers named, and print the size of each."""
    started = time.monotonic()
    try:
        if "sbom" in arguments:
            for bill in (bill_of(each, BUILD) for each in LAYERS):
                print(f"  {bill.relative_to(environments.CHECKOUT)}")
            return 0
        if "audit" in arguments:
            return audit()
        if "host" in arguments:
            built, compiled = tuple(map(host_layer, LAYERS)), True
        else:
            built = lambda_layers()
            compiled = bytecode.deployed((*built, LIBRARY))
            check_size((*built, LIBRARY))
    except LocalError as failure:
        print(f"build: {failure}", file=sys.stderr)
        return 1
    layers = (*built, LIBRARY)
    for layer in layers:
        shown = layer.relative_to(environments.CHECKOUT)
        print(f"  {shown!s:<32} {_megabytes(size_of(layer)):>9}")
    total = sum(size_of(layer) for layer in layers)
    print(f"  {'of 250 MB that Lambda takes':<32} {_megabytes(total):>9}")
    if not compiled:
        print(
            f"  not compiled, since this machine has no Python {bytecode.VERSION}: a cold start "
            "takes twice as long"
        )
    print(f"  ({time.monotonic() - started:.1f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
