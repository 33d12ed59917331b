"""Asks AWS's own command line whether `template.yaml` is valid, without leaving files.

python -m local.validate
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

from local import environments
from local.deploy import TEMPLATE
from local.emulator import REGION


def main() -> int:
    """`sam validate --lint` on the template; its output is shown when it refuses."""
    sam = environments.tool("sam") / "bin" / "sam"
    with tempfile.TemporaryDirectory() as home:
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("AWS_")},
            "__SAM_CLI_APP_DIR": home,  # else it keeps a file in the user's home
            "SAM_CLI_TELEMETRY": "0",
            "AWS_EC2_METADATA_DISABLED": "true",
        }
        command = [str(sam), "validate", "--lint", "--region", REGION]
        command += ["--template", str(TEMPLATE)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout + done.stderr, file=sys.stderr)
    else:
        print("template.yaml is a valid SAM template")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
