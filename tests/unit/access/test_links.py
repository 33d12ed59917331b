"""A secret is written in letters that survive, known by its form, and taken out of what is kept."""

import hashlib
import time

import pytest

from dealclock.access.links import HIDDEN, fingerprint, is_secret, redacted, secret_of

SECRET = secret_of(bytes(range(32)))


def test_256_bits_are_52_letters_that_need_no_escaping_in_a_path_or_an_address() -> None:
    # By hand, RFC 4648: the bytes 00 01 02 03 04 are the groups 0 0 0 16 4 0 24 4 of five bits.
    assert SECRET[:8] == "aaaqeaye"
    assert len(SECRET) == 52
    assert len(f"reply+{SECRET}") <= 64  # the most of an address before the @


def test_two_secrets_are_two_and_other_lengths_are_refused() -> None:
    assert secret_of(bytes(32)) != SECRET
    with pytest.raises(ValueError, match="given 31 random bytes; give 32"):
        secret_of(bytes(31))


def test_what_is_kept_of_a_secret_is_its_sha_256() -> None:
    assert fingerprint(SECRET) == hashlib.sha256(SECRET.encode()).hexdigest()


@pytest.mark.parametrize("text", ["", "a" * 51, "a" * 53, "A" * 52, "1" * 52, "a" * 51 + "\n"])
def test_what_is_not_of_the_form_is_no_secret(text: str) -> None:
    assert not is_secret(text)
    assert is_secret("a" * 52)


@pytest.mark.parametrize(
    "written",
    [
        f"https://web.example/a/{SECRET}",
        f"http://127.0.0.1:4566/_aws/lambda-url/abc/calendar/{SECRET}.ics",
        f"reply+{SECRET}@replies.example.com",
        f"REPLY+{SECRET.upper()}@replies.example.com",
        SECRET,
        f"https://web.example/a/{SECRET[:30]}=\n> {SECRET[30:]}",
    ],
)
def test_a_secret_is_taken_out_however_a_mail_program_writes_it(written: str) -> None:
    kept = redacted(f"See <{written}> there.")
    assert HIDDEN in kept
    assert (kept[:5], kept[-7:]) == ("See <", " there.")
    assert SECRET[:16] not in kept.lower()
    assert SECRET[-16:] not in kept.lower()


def test_words_stay_as_they_are() -> None:
    text = "We reply on Friday, at the latest; see https://issuer.example/a/page and call."
    assert redacted(text) == text


def test_a_long_text_is_read_once_through_whatever_is_in_it() -> None:
    began = time.process_time()
    for text in ("a" * 500_000, "/a/" * 200_000, "reply+aaaaaaaa\n" * 40_000, "a" * 51 + " "):
        redacted(text)
    assert time.process_time() - began < 5
    assert redacted("a" * 500) == "a" * 500
