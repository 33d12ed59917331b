"""The subcommands there are. Each is a module of this package with `add(subparsers)`, `run(args)`.

Only the module of the command that was given is imported, so that a command over files never
waits for AWS or Slack.
"""

from types import MappingProxyType

ON_FILES = MappingProxyType(
    {
        "assess": "everything true of a deal as of a day: what is owed, open, accrued",
        "explain": "one date or amount, step by step, with the days skipped and why",
        "check": "every problem of a deal's files at once",
        "init": "a commented blank deal to fill in",
    }
)

ON_A_STACK = MappingProxyType(
    {
        "load": "a deal, or its rehearsals, into the stack; --dry-run shows what would move",
        "record": "facts of a deal, each once",
        "rehearse": "play rehearsals day by day through the real sweep",
    }
)

ALL = MappingProxyType({**ON_FILES, **ON_A_STACK})
