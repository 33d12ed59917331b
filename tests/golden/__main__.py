"""`make golden`: write the golden files again from the tests that hand their messages over.

Refuses when a date, an amount, a person, a Section or any other value (`values.py`) changed in a
message, unless its kind is named by `--changed`; and always where `CI` is set.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.golden.regenerate import Messages, changed_values, refused
from tests.golden.wording import MESSAGES, RECORD, read_messages, write_sections

TESTS = Path("tests")
_FEW = 3  # test files that are run sooner in one process than in several


class NotRecordedError(Exception):
    """The tests did not hand over messages that could be approved."""


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when the files are as the tests have them now; 1 when writing them is refused."""
    asked = _arguments(arguments)
    if os.environ.get("CI"):
        print("golden files are written by a person, not where CI is set", file=sys.stderr)
        return 1
    before = read_messages(asked.messages)
    unknown = sorted({*asked.changed} - {*before})
    if unknown:
        print(f"--changed: no golden file of {', '.join(unknown)}", file=sys.stderr)
        return 1
    try:
        after = record(asked.tests or [str(TESTS)])
    except NotRecordedError as error:
        print(error, file=sys.stderr)
        return 1
    if asked.tests:
        after = {
            kind: {**before.get(kind, {}), **after.get(kind, {})} for kind in {*before, *after}
        }
    unasked = refused(changed_values(before, after), asked.changed)
    if unasked:
        kinds = " ".join(f"--changed {kind}" for kind in sorted({c.kind for c in unasked}))
        print(*unasked, sep="\n", file=sys.stderr)
        print(
            f"Values changed, not words alone: nothing is written. If they are right: make golden "
            f'ARGS="{kinds}"',
            file=sys.stderr,
        )
        return 1
    _write(asked.messages, before, after)
    return 0


def record(paths: Sequence[str]) -> dict[str, dict[str, str]]:
    """What the tests under some paths hand over, by kind and heading.

    Raises NotRecordedError when a test fails for another reason than its words, or two tests of one
    name hand over different messages of a kind.
    """
    files = [
        str(path)
        for given in map(Path, paths)
        for path in ([given] if given.is_file() else sorted(given.rglob("test_*.py")))
        if "tests.golden.wording" in path.read_text(encoding="utf-8")
    ]
    if not files:
        raise NotRecordedError(f"no test under {' '.join(paths)} hands over a message")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pytest", "-q", "--tb=short", "-p", "no:cacheprovider"]
        # What looks at the files as they are, which these are about to replace.
        command += ["--deselect", "tests/golden/test_wording.py"]
        ended = subprocess.run(
            [*command, "-n", "auto" if len(files) > _FEW else "0", *files],
            # A test file outside the checkout does not have its settings, which say where to look.
            env={**os.environ, RECORD: folder, "PYTHONPATH": os.pathsep.join(sys.path)},
            check=False,
        )
        if ended.returncode:
            raise NotRecordedError("a test fails for another reason than words: nothing is written")
        return _read(Path(folder))


def _read(folder: Path) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            kind, heading, said = json.loads(line)
            if found.setdefault(kind, {}).setdefault(heading, said) != said:
                raise NotRecordedError(
                    f"{kind}, {heading!r}: two different messages; give each a variant"
                )
    return found


def _write(folder: Path, before: Messages, after: Messages) -> None:
    for kind in sorted({*before, *after}):
        path = folder / f"{kind}.txt"
        if kind not in after:
            path.unlink()
            print(f"removed {kind}")
        elif before.get(kind) != after[kind]:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(write_sections(after[kind]), encoding="utf-8")
            print(f"written {kind}")


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("tests", nargs="*", help="tests to take messages from; all when left out")
    parser.add_argument(
        "--changed",
        action="append",
        default=[],
        metavar="KIND",
        help="a kind of message in which values may change, such as alert/payment",
    )
    parser.add_argument("--messages", type=Path, default=MESSAGES, help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
