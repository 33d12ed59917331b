"""The terms of a deal written in the general form: each older spelling as what it stands for.

    python -m tests.general.writing agreements/infocrossing-2004   print it
    python -m tests.general.writing                                write samples/ next to this file

The samples in samples/ are compared with what is written again, and loaded and asked like the deal.
"""

import sys
from pathlib import Path
from typing import Any, get_args

import yaml

from dealclock.files.source import parse_file
from dealclock.terms.general.obligation import ObligationProvision, ObligationTerms
from dealclock.terms.general.state import StateProvision, StateTerms
from dealclock.terms.rules.duties import FrequencyLimit, MinimumPeriod, Request, WindowBefore
from dealclock.terms.rules.rule import Rule
from dealclock.terms.rules.suspensions import Outage
from dealclock.terms.terms import Terms, read_terms

_AUTHORED: dict[type[Rule], type[Rule]] = {
    ObligationTerms: ObligationProvision,
    StateTerms: StateProvision,
}
"""The record that an author writes, where what a spelling expands to is another."""


_SPECIAL = (Outage, Request, WindowBefore, FrequencyLimit, MinimumPeriod)
"""Spelled types of which a part is computed apart from the obligation they expand to."""


def type_of(rule: Rule) -> str | None:
    """The type under which an author writes a provision in the general form; None while that form
    of it does not load.
    """
    model = _AUTHORED.get(type(rule), type(rule))
    words = get_args(model.model_fields["type"].annotation)
    return str(words[0]) if words else None


def written(rule: Rule, spelled: Rule) -> dict[str, Any]:
    """A provision of the general form as raw data, without what it has by default; as it is spelled
    while its general form does not load, or does not say all of it.
    """
    name = None if isinstance(spelled, _SPECIAL) else type_of(rule)
    shown = rule if name else spelled
    data = shown.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    for limit in data.get("limits", ()) if isinstance(shown, StateTerms) else ():
        if any(key.startswith("window ") for key in limit) and "lapse" in limit:
            limit["lapse"].setdefault("accrues", 1)  # which is 0 where an author writes nothing
    return {**data, "type": name or spelled.type}


def in_general_form(terms: Terms) -> dict[str, Any]:
    """The raw data of original terms with every provision in the general form.

    Raises ValueError for amended terms, whose amendments name the keys of their spellings.
    """
    if terms.amendments:
        raise ValueError("give terms without amendments; they name the keys of their spellings")
    data = terms.model_dump(mode="json", exclude_defaults=True)
    both = zip(terms.general, terms.provisions, strict=True)
    return {**data, "provisions": [written(rule, spelled) for rule, spelled in both]}


def text_of(terms: Terms) -> str:
    """The same as YAML text, its keys in the order of the models."""
    data = in_general_form(terms)
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=100)


SAMPLES = ("infocrossing-2004", "camden-letter-2002")
_HERE = Path(__file__).parent
_HEAD = "# %s in the general form; written by python -m tests.general.writing, not by hand.\n"


def sample_file(name: str) -> Path:
    """The committed general form of a sample."""
    return _HERE / "samples" / f"{name}.yaml"


def sample_text(name: str) -> str:
    """What its file has to hold."""
    terms = read_terms(parse_file(_HERE.parents[1] / "agreements" / name / "terms.yaml"))
    return _HEAD % name + text_of(terms)


if __name__ == "__main__":
    for folder in sys.argv[1:]:
        print(text_of(read_terms(parse_file(Path(folder) / "terms.yaml"))), end="")
    for name in SAMPLES if len(sys.argv) == 1 else ():
        sample_file(name).write_text(sample_text(name), encoding="utf-8")
