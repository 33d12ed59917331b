"""Holds the trial stack up until it is told to end, as a program started in a terminal would.

python -m tests.local.holding FOLDER
"""

import sys
import time
from pathlib import Path

from local import emulator, launch, state

TRIAL = Path(__file__).with_name("trial") / "template.yaml"
SETTINGS = launch.Settings(
    slack_api_url="http://127.0.0.1:9/api/", email_transport="smtp://127.0.0.1:9"
)


def main(root: Path) -> None:
    with (
        state.run(root, [emulator.PART]) as run,
        emulator.running(run.part(emulator.PART)) as aws,
    ):
        stack = launch.launch(run, aws, SETTINGS, TRIAL)
        stack.invoke("first", {})
        print("holding", flush=True)
        time.sleep(300)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
