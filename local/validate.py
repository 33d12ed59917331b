"""Asks others whether the templates are right, without leaving files.

AWS's own command line says whether `template.yaml` is valid, and Checkov whether it and
`deployer.yaml` are safe.

python -m local.validate
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING

from local import environments
from local.deploy import TEMPLATE
from local.emulator import REGION

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

DEPLOYER = TEMPLATE.with_name("deployer.yaml")
ACCEPTED: Mapping[str, str] = {
    # A reservation takes concurrency from every other function of the account.
    "CKV_AWS_115 AssessFunction": "its queue starts at most ten at once",
    "CKV_AWS_115 CanaryFunction": "a deployment asks it once for each function",
    "CKV_AWS_115 DeliverFunction": "its queue starts at most two at once",
    "CKV_AWS_115 FilesFunction": "its queue starts at most five at once",
    "CKV_AWS_115 MailEventsFunction": "starts with the outcomes of our own emails, which are few",
    "CKV_AWS_115 VerifyFunction": "its schedule starts one every 15 minutes",
    "CKV_AWS_116": "what calls a function keeps what failed: a queue its dead letters, an event "
    "its destination on failure; a request over HTTP is refused to its sender, and the watchdog's "
    "next run sees the same",
    "CKV_AWS_18 ArchiveExports": "one role adds to it once a month, and a lock keeps what is there",
    "CKV_AWS_18 Artifacts": "code without deal data, which one role alone puts there",
    "CKV_AWS_109 WorkRole": "a key, a secret and settings of email have no name before they exist",
    "CKV_AWS_111 WorkRole": "as above; what the key encrypts is reached through services alone",
    "CKV_AWS_258 SlackFunctionUrl": "Slack does not sign for AWS; Addresses=rest-api has none",
    "CKV_AWS_258 WebFunctionUrl": "an email program cannot sign; the secret in a path gives access",
    "CKV_AWS_26 AlarmTopic": "an alarm names no deal, and one of a disabled key must arrive",
    "CKV_AWS_117": "functions call AWS, Slack and an address on the internet; nothing private is "
    "in a VPC, and its way out would cost more than all the rest and check nothing more",
    "CKV_AWS_173": "variables hold names and addresses, never a secret or deal content; Lambda "
    "encrypts them with its own key",
}
"""What Checkov refuses and we keep, by its check and the resource (none: every one), and why."""


def main() -> int:
    """Show what either refuses; 0 if neither does."""
    home = tempfile.TemporaryDirectory()
    with home as folder:
        refused = [*_invalid(folder), *_unsafe(folder)]
    print("\n".join(refused) if refused else "template.yaml is valid, and no check refuses it")
    return bool(refused)


def unexplained(failed: Iterable[str], accepted: Mapping[str, str] = ACCEPTED) -> list[str]:
    """What is refused without a reason to keep it, and each reason that nothing needs any more.

    What failed is the id of a check and the name of a resource, with a space between.
    """
    found = set(failed)
    kept = {each: next((k for k in (each, each.split()[0]) if k in accepted), "") for each in found}
    wrong = [f"{each}: refused, and no reason to keep it" for each, why in kept.items() if not why]
    unused = accepted.keys() - kept.values()
    return sorted([*wrong, *(f"{each}: nothing is refused for it; remove it" for each in unused)])


def _invalid(home: str) -> Iterable[str]:
    """What `sam validate --lint` says if it refuses the template."""
    command = ["validate", "--lint", "--region", REGION, "--template", str(TEMPLATE)]
    more = {"__SAM_CLI_APP_DIR": home, "SAM_CLI_TELEMETRY": "0"}  # else a file in the user's home
    done = _run("sam", command, more, home)
    if done.returncode:
        yield done.stdout + done.stderr


def _unsafe(home: str) -> Iterable[str]:
    """What Checkov refuses and `ACCEPTED` does not explain."""
    command = [
        "--file",
        TEMPLATE.name,
        DEPLOYER.name,
        "--framework",
        "cloudformation",
        "--skip-download",
    ]
    done = _run("checkov", [*command, "--output", "json"], {"LOG_LEVEL": "ERROR"}, home)
    try:
        results = json.loads(done.stdout)["results"]
        yield from (f"Checkov cannot read {each}" for each in results["parsing_errors"])
        failed = [(c["check_id"], c["resource"].split(".")[-1]) for c in results["failed_checks"]]
    except (ValueError, LookupError, TypeError):
        yield f"Checkov gave no result: {done.stdout[-2000:]}{done.stderr[-2000:]}"
        return
    yield from unexplained(map(" ".join, failed))


def _run(
    tool: str, command: list[str], more: Mapping[str, str], home: str
) -> subprocess.CompletedProcess[str]:
    own = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    return subprocess.run(
        [environments.tool(tool) / "bin" / tool, *command],
        cwd=TEMPLATE.parent,
        env={**own, "AWS_EC2_METADATA_DISABLED": "true", "HOME": home, **more},
        capture_output=True,
        text=True,
        check=False,
    )


if __name__ == "__main__":
    sys.exit(main())
