"""A secret uses letters that survive email and URLs, and is recognized by its form."""

import hashlib

import pytest

from dealclock.people.links import fingerprint, is_secret, secret_of

SECRET = secret_of(bytes(range(32)))


def test_256_bits_are_52_letters_that_need_no_escaping_in_a_path() -> None:
    # By hand, RFC 4648: the bytes 00 01 02 03 04 are the groups 0 0 0 16 4 0 24 4 of five bits.
    assert SECRET[:8] == "aaaqeaye"
    assert len(SECRET) == 52


def test_two_secrets_differ_and_other_lengths_are_refused() -> None:
    assert secret_of(bytes(32)) != SECRET
    with pytest.raises(ValueError, match="given 31 random bytes; give 32"):
        secret_of(bytes(31))


def test_only_the_sha_256_of_a_secret_is_stored() -> None:
    assert fingerprint(SECRET) == hashlib.sha256(SECRET.encode()).hexdigest()


@pytest.mark.parametrize("text", ["", "a" * 51, "a" * 53, "A" * 52, "1" * 52, "a" * 51 + "\n"])
def test_text_not_in_the_form_is_no_secret(text: str) -> None:
    assert not is_secret(text)
    assert is_secret("a" * 52)
