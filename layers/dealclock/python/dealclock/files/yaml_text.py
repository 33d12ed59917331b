"""Data written as YAML, each number with the places it was given."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import yaml


class _Dumper(yaml.SafeDumper):
    """Writes decimals as plain numbers, and each value in full: files have no aliases."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        """Always."""
        return True


def _number(dumper: yaml.SafeDumper, value: Decimal) -> yaml.Node:
    text = str(value)
    return dumper.represent_scalar(f"tag:yaml.org,2002:{'float' if '.' in text else 'int'}", text)


_Dumper.add_representer(Decimal, _number)


def one_line(value: Any) -> str:
    """A value in one line."""
    text: str = yaml.dump(
        value, None, _Dumper, default_flow_style=True, sort_keys=False, width=10_000
    )
    return text.removesuffix("\n").removesuffix("\n...")


def lines(value: Any) -> Sequence[str]:
    """A value in lines, of at most 100 characters where its words allow it."""
    text: str = yaml.dump(value, None, _Dumper, sort_keys=False, width=100, allow_unicode=True)
    return text.rstrip().split("\n")
