"""Used in place of the library: reaches the function only through a layer."""


def signed(text: str, token: str) -> str:
    return f"{text} by {token}"
