"""Records the golden transcript of the demo again, on purpose: `python -m tests.end_to_end.golden`.

Read the difference before committing it: it is what users will see.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.end_to_end.playing import at_home, played_on

FILE = Path(__file__).parent / "golden" / "transcript.txt"


def main() -> int:
    """Play the demo in a folder of its own and keep what it showed; 1 when it was not whole."""
    with tempfile.TemporaryDirectory() as folder, at_home(Path(folder) / "state") as house:
        shown = played_on(house, commands=True)
    if not shown.count.whole:
        print(f"not taken: not all that was planned arrived: {shown.count}", file=sys.stderr)
        return 1
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(shown.transcript, encoding="utf-8")
    print(f"\ntaken: {FILE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
