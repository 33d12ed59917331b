"""A picture of a real alert, for the README: `python -m local.picture` after `make demo`.

Opens the HTML of one mail the demo kept in a headless Chromium, and cuts the picture where the mail
ends. The mail fetches nothing, so nothing is reached.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from local.environments import CHECKOUT
from local.mail import Mail, kept, read

PICTURE = CHECKOUT / "docs" / "pictures" / "alert.png"
SUBJECT = "REHEARSAL Granite-Story, clause 3(b), Mon Nov 1, 2004"
HEADLINE = "Notice to the Trustee: due today, Mon Nov 1, 2004"

_WIDTH = 720
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--hide-scrollbars",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-device-scale-factor=2",
]
# Leaves the page's own height where a dump of the page shows it.
_MEASURE = "<script>document.title = `height ${document.body.offsetHeight}`</script>"


def main() -> int:
    """Draw the picture; 1, with the reason, when the mail or a browser is missing."""
    browser = next(filter(None, map(shutil.which, _BROWSERS)), None)
    mail = _mail(CHECKOUT / ".dealclock" / "mail")
    if browser is None or mail is None:
        missing = f"no mail {SUBJECT!r}; run `make demo` first" if browser else "no Chromium here"
        print(f"There is {missing}.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        _draw(mail.html, browser, Path(folder))
    print(PICTURE.relative_to(CHECKOUT))
    return 0


def _mail(folder: Path) -> Mail | None:
    """The first mail kept of the alert."""
    mails = map(read, kept(folder))
    return next((m for m in mails if m.header("Subject") == SUBJECT and HEADLINE in m.html), None)


def _draw(html: str, browser: str, folder: Path) -> None:
    page = folder / "alert.html"
    page.write_text(f"{html}{_MEASURE}", encoding="utf-8")
    dumped = _run(browser, folder / "first", f"--window-size={_WIDTH},2000", "--dump-dom", page)
    found = re.search(r"<title>height (\d+)</title>", dumped)
    if found is None:
        raise RuntimeError(f"{browser} did not say how tall the mail is; got {dumped[:200]!r}.")
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    size = f"--window-size={_WIDTH},{found[1]}"
    _run(browser, folder / "second", size, f"--screenshot={PICTURE}", page)


def _run(browser: str, profile: Path, size: str, action: str, page: Path) -> str:
    """One start of the browser in an empty profile; what it printed."""
    command = [browser, *_FLAGS, f"--user-data-dir={profile}", size, action, page.as_uri()]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    return ran.stdout


if __name__ == "__main__":
    sys.exit(main())
