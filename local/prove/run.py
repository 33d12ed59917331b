"""Doing the steps in order, and storing what came of each, so that a run can be continued."""

from __future__ import annotations

import getpass
import json
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import dealclock
from dealclock.errors import DealclockError
from dealclock.jobs.operate.failures import without_data
from local.environments import CHECKOUT, LocalError
from local.prove import report
from local.prove.failed import FailedError, SkippedError
from local.prove.place import Place
from local.prove.report import Result
from local.prove.steps import STEPS, Proof, Step

STATE, REPORT = "state.json", "report.md"


def run(place: Place, steps: Sequence[Step] = STEPS) -> int:
    """Do the steps that have not passed yet; 0 if none failed.

    The report is written after each step. When what was made is deleted, the next run starts over.
    """
    file = place.folder / STATE
    proof, results = _stored(place, file)
    for step in steps:
        if step.name in results and results[step.name].state == "passed":
            print(f"{step.title}: passed before")
            continue
        print(f"\n{step.title} ...", flush=True)
        result = _result(step, proof, results)
        results[step.name] = result
        _store(file, proof, results)
        text = report.write(
            _versions(place, proof), _titles(steps), results, _private(place, proof)
        )
        (place.folder / REPORT).write_text(text, encoding="utf-8")
        print(f"  {result.state}: {result.seen}", flush=True)
    if not proof.made and results.get("clean", Result("skipped", "", "", 0)).state == "passed":
        file.unlink(missing_ok=True)
    print(f"\nThe report, with nothing that names you: {_shown(place.folder / REPORT)}")
    return int(any(each.state == "failed" for each in results.values()))


def _result(step: Step, proof: Proof, results: Mapping[str, Result]) -> Result:
    began = datetime.now(UTC)

    def result(state: str, seen: str) -> Result:
        seconds = round((datetime.now(UTC) - began).total_seconds())
        if proof.place.stand_in and step.stand_in and state == "passed":
            seen = f"local stand-in ({step.stand_in}): {seen}"
        return Result(state, seen, report.minute(began), seconds)  # type: ignore[arg-type]

    for name in step.needs:
        if name not in results or results[name].state != "passed":
            title = next(each.title for each in STEPS if each.name == name)
            return result("skipped", f'it needs "{title}" first')
    if step.asks and not proof.place.agrees(step.asks):
        return result("skipped", "the person who ran it did not want it")
    try:
        return result("passed", step.work(proof))
    except SkippedError as why:
        return result("skipped", str(why))
    except (FailedError, DealclockError, LocalError) as why:
        return result("failed", str(why))
    except Exception as why:  # noqa: BLE001 - one step must not end the others
        return result("failed", str(without_data(why)))


def _private(place: Place, proof: Proof) -> set[str]:
    """What must not be published: what was given and typed, what the stack calls its parts."""
    given = {str(each) for each in vars(place.given).values()}
    here = {str(CHECKOUT), str(place.folder), str(Path.home()), getpass.getuser()}
    return {*proof.private, *place.secrets, *given, *here} - {"dealclock"}  # names no one


def _titles(steps: Sequence[Step]) -> Sequence[tuple[str, str]]:
    return [(step.name, step.title) for step in steps]


def _stored(place: Place, file: Path) -> tuple[Proof, dict[str, Result]]:
    """The run as it was left, or a new one; after an upgrade, each step is done again."""
    now = datetime.now(UTC)
    fresh = Proof(place, f"r{now:%m%d%H%M%S}", now)
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return fresh, {}
    fresh.made.update(kept["made"])
    if kept["release"] != _release():
        return fresh, {}
    proof = Proof(place, kept["tag"], datetime.fromisoformat(kept["began"]), fresh.made)
    proof.private.update(kept["private"])
    return proof, {name: Result(**each) for name, each in kept["results"].items()}


def _store(file: Path, proof: Proof, results: Mapping[str, Result]) -> None:
    """Store what is needed to go on; it has names of the stack, and no token."""
    content = {
        "release": _release(),
        "tag": proof.tag,
        "began": proof.began.isoformat(),
        "made": sorted(proof.made),
        "private": sorted(each for each in proof.private if not each.startswith("xox")),
        "results": {name: each.stored() for name, each in results.items()},
    }
    file.write_text(json.dumps(content, indent=1), encoding="utf-8")


def _release() -> str:
    return f"{dealclock.__version__}, commit {_said('git', 'rev-parse', '--short=10', 'HEAD')}"


def _versions(place: Place, proof: Proof) -> Mapping[str, str]:
    packages = ", ".join(f"{name} {version(name)}" for name in ("boto3", "slack-sdk"))
    sam = "" if place.stand_in else f", {_said('sam', '--version')}"
    return {
        "release": _release(),
        "where": place.where,
        "with": f"Python {sys.version.split()[0]}, {packages}{sam}",
        "begun": f"{report.minute(proof.began)} UTC",
    }


def _said(*command: str) -> str:
    if shutil.which(command[0]) is None:
        return "unknown"
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def _shown(path: Path) -> Path:
    return path.relative_to(CHECKOUT) if path.is_relative_to(CHECKOUT) else path


def plan(steps: Sequence[Step] = STEPS) -> Iterator[str]:
    """What a run does, a line for each step."""
    for place, step in enumerate(steps, 1):
        yield f"{place:>3}. {step.title}"
        if step.asks:
            yield textwrap.indent(textwrap.fill(f"Asks: {step.asks}", 90), "     ")
