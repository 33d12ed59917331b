"""`dealclock schema`: the JSON Schema of terms.yaml, which tests/docs/schema.py makes."""

import argparse
from importlib.resources import files
from pathlib import Path

from dealclock.cli import file_command, terminal
from dealclock.cli.parser import Parser


def add(parser: Parser) -> None:
    """The command and its options."""
    parser.describe(
        "Print the JSON Schema of terms.yaml, or write it next to the file: an editor then "
        "describes each key, suggests keys and values, and marks what does not exist.",
        "--to deals/granite/terms.schema.json",
    )
    parser.add_argument("--to", metavar="FILE", type=Path, help="file to write (default: print)")


def run(args: argparse.Namespace) -> int:
    """Print the schema, or write it."""
    content = (files("dealclock.cli") / "terms.schema.json").read_bytes()
    if args.to is None:
        terminal.say(content.decode().rstrip())
    else:
        file_command.write_bytes(content, args.to)
        terminal.say(f"{args.to}: the JSON Schema of terms.yaml")
    return 0
