"""The answer to `/deal clause`: what the terms say under a clause, and the dates it makes."""

from collections.abc import Iterator

from dealclock.agreement.rules.rule import DefaultTerms, Rule
from dealclock.answers.compose import compose
from dealclock.messages import dates, status_lines, words
from dealclock.messages.message import Message, Section, listed, rows
from dealclock.messages.view import Matter, View, matters


def plain(clause: str) -> str:
    """A clause as it is compared: "Clause 3 (b)" is "3(b)"."""
    found = "".join(clause.lower().split())
    for word in ("clause", "section", "sec.", "§"):
        found = found.removeprefix(word)
    return found


def clauses(view: View) -> list[str]:
    """Every clause the terms name, each once, in their order."""
    rules = (rule.clause for rule in view.terms.provisions)
    defaults = (each.clause for each in view.terms.defaults())
    gaps = (each.clause for each in view.terms.not_modelled)
    odd = (each.clause for each in view.terms.inconsistencies)
    return list(dict.fromkeys((*rules, *defaults, *gaps, *odd)))


def under(clause: str, asked: str) -> bool:
    """Whether a clause is the one asked about or a part of it: 3(a)(ii) is a part of 3(a)."""
    found, wanted = plain(clause), plain(asked)
    return found == wanted or (bool(wanted) and found.startswith((f"{wanted}(", f"{wanted},")))


def clause(view: View, asked: str) -> Message:
    """The provisions under a clause in our own words, the dates they make, what is not computed."""
    rules = [r for r in view.terms.provisions if under(r.clause, asked)]
    defaults = [d for d in view.terms.defaults() if under(d.clause, asked)]
    made = [m for m in matters(view) if under(m.clause, asked)]
    gaps = [g for g in view.terms.not_modelled if under(g.clause, asked)]
    odd = [o for o in view.terms.inconsistencies if under(o.clause, asked)]
    names = [
        *map(in_a_line, rules),
        *(f"if not satisfied on time, becomes {d.title}" for d in defaults),
    ]
    what = "; ".join(names[:_FEW]) or "nothing is computed from it"
    more = f"; {len(names) - _FEW} more" if len(names) > _FEW else ""
    sections = (
        *(_rule(rule, view) for rule in rules),
        listed("Becomes a Registration Default", (_default(d) for d in defaults)),
        listed("Dates and amounts it produces now", (_line(m, view) for m in made)),
        listed("Not computed", (f"{words.clause(g.clause)}: {g.what}" for g in gaps)),
        listed("Inconsistencies in the documents", (f"{o.clause}: {o.what}" for o in odd)),
        Section(lines=("Summary for reference only; the Agreement controls.",)),
    )
    name = words.clause(asked)
    return compose(view, f"{name}: {what}{more}", sections, [m.grounds for m in made])


_FEW = 3


def _rule(rule: Rule, view: View) -> Section:
    return Section(
        title=f"{words.clause(rule.clause)}: {rule.title}",
        rows=rows(
            ("Who", view.party(rule.owed_by)),
            ("Does", rule.action),
            ("Measure", "; ".join(_measures(rule))),
        ),
    )


def in_a_line(rule: Rule) -> str:
    """What a provision asks for, and what it counts."""
    measures = "; ".join(_measures(rule))
    return f"{rule.title}: {rule.action.rstrip('.')}{f' ({measures})' if measures else ''}"


_MEASURES = (
    *("within", "after", "opens_after", "effective_for", "at_least", "limit_days"),
    *("extended_days", "ends_on_anniversary", "standard", "to"),
)


def _measures(rule: Rule) -> Iterator[str]:
    """What the provision counts, by the names the terms file gives it."""
    for name in _MEASURES:
        value = getattr(rule, name, None)
        if value is None or value == ():
            continue
        shown = words.listed(value) if isinstance(value, tuple) else str(value)
        yield f"{name.replace('_', ' ')} {shown}"


def _default(each: DefaultTerms) -> str:
    cured = each.cured_by.replace("-", " ")
    return f"{words.clause(each.clause)}: {each.title}; cured by {cured} ({each.id})"


def _line(m: Matter, view: View) -> str:
    return (
        f"{m.title}: {dates.describe_dates(m.part)}. "
        f"{status_lines.describe_status(m, view)} ({m.instance})"
    )
