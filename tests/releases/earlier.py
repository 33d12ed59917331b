"""The earlier releases as real code: their commits, and each one's folder with its own packages."""

import io
import os
import shutil
import subprocess
import tarfile
from pathlib import Path

from local import build, environments
from local.environments import CHECKOUT, LocalError

# 0.1.0 ended with the last commit of that number. 0.2.0 is as the issue that made it left it; later
# commits still have its number, but were work on 0.3.0.
COMMITS = {
    "0.1.0": "aaafeac28c0afae3ada19576379b9a56e8182572",
    "0.2.0": "fcebd2e77ec5111f5faacc454b1508923fb3660f",
}
TODAY = "today"
_PARTS = ("agreements", "functions", "layers", "template.yaml")


def folder(release: str) -> Path:
    """The folder of a release, its packages installed from its own locks; the checkout for TODAY.

    Made once and kept in the cache. Raises LocalError where the checkout has no such commit.
    """
    if release == TODAY:
        return _with_packages(CHECKOUT)
    commit = COMMITS[release]
    place = environments.cache() / f"release-{release}-{commit[:12]}"
    with environments.alone(environments.cache() / "releases.lock"):
        if not (place / "complete").exists():
            shutil.rmtree(place, ignore_errors=True)
            _extract(release, commit, place)
            (place / "complete").touch()
    return _with_packages(place)


def _with_packages(place: Path) -> Path:
    for layer in build.LAYERS:
        build.host_layer(build.Layer(layer.name, place))
    return place


def _extract(release: str, commit: str, place: Path) -> None:
    command = ["git", "archive", commit, *_PARTS]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, check=False)
    if done.returncode:
        raise LocalError(
            f"release {release} is commit {commit}, which this checkout does not have. Its code is "
            "played against today's, so fetch the whole history: git fetch --unshallow"
        )
    place.mkdir(parents=True)
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(place, filter="data")


def dealclock(release: str, stack: Path, *words: str) -> str:
    """What a release's own command line prints about a running stack; raises LocalError if it
    fails.
    """
    place = folder(release)
    packages = build.Layer("dependencies", place).host / "python"
    python = environments.tool("emulator") / "bin" / "python"
    environment = {
        "PATH": os.defpath,
        "USER": "operator",
        "PYTHONPATH": f"{place / 'layers' / 'dealclock' / 'python'}:{packages}",
    }
    command = [str(python), "-m", "dealclock.cli", *words, "--stack", str(stack)]
    done = subprocess.run(
        command, env=environment, cwd=place, capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = f"{done.stdout}\n{done.stderr}"
        raise LocalError(f"{release}: dealclock {' '.join(words)} failed:\n{said}")
    return done.stdout
