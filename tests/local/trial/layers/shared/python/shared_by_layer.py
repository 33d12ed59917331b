"""Stands in for the library: reaches the function through a layer and in no other way."""


def signed(text: str, token: str) -> str:
    return f"{text} by {token}"
