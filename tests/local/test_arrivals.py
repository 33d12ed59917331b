"""What arrived is drawn without what differs from one run to the next."""

from pathlib import Path

import pytest

from dealclock.access.links import HIDDEN, secret_of
from local.arrivals import _as_archived
from local.mail import Mail

SECRET = secret_of(bytes(range(32)))


@pytest.mark.parametrize(
    "link",
    [
        f"https://web.example/a/{SECRET}",
        f"http://127.0.0.1:4566/_aws/lambda-url/abc/calendar/{SECRET}.ics",
    ],
)
def test_a_personal_link_is_taken_out_of_an_email(link: str) -> None:
    mail = Mail(Path("1.eml"), "", (), (), f"Due.\nAcknowledge: {link}\nMore.\n", "", ())
    assert _as_archived(mail).text == f"Due.\nAcknowledge: {HIDDEN}\nMore.\n"


def test_other_words_and_addresses_stay() -> None:
    text = "See https://issuer.example/a/page and call."
    assert _as_archived(Mail(Path("1.eml"), "", (), (), text, "", ())).text == text
