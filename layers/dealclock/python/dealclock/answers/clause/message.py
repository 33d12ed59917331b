"""The answer to `/deal clause`: what the terms say under a Section, and the dates that come from
it."""

from collections.abc import Iterator

from dealclock.agreement.rules.rule import DefaultTerms, Rule
from dealclock.answers.compose import compose
from dealclock.messages import dates, status_lines, words
from dealclock.messages.message import Message, Section, listed, rows
from dealclock.messages.view import Matter, View, matters


def normalize(clause: str) -> str:
    """A Section as it is compared: "Clause 3 (b)" is "3(b)"."""
    text = "".join(clause.lower().split())
    for word in ("clause", "section", "sec.", "§"):
        text = text.removeprefix(word)
    return text


def list_sections(view: View) -> list[str]:
    """Every Section the terms name, each once, in their order."""
    rules = (rule.clause for rule in view.terms.provisions)
    defaults = (each.clause for each in view.terms.defaults())
    gaps = (each.clause for each in view.terms.not_modelled)
    odd = (each.clause for each in view.terms.inconsistencies)
    return list(dict.fromkeys((*rules, *defaults, *gaps, *odd)))


def is_within(clause: str, section: str) -> bool:
    """Whether a clause is that Section or within it: 3(a)(ii) is within 3(a)."""
    normalized, wanted = normalize(clause), normalize(section)
    return normalized == wanted or (
        bool(wanted) and normalized.startswith((f"{wanted}(", f"{wanted},"))
    )


def render_section(view: View, section: str) -> Message:
    """The provisions under a Section in our own words, their dates, and what is not computed."""
    rules = [r for r in view.terms.provisions if is_within(r.clause, section)]
    defaults = [d for d in view.terms.defaults() if is_within(d.clause, section)]
    arising = [m for m in matters(view) if is_within(m.clause, section)]
    gaps = [g for g in view.terms.not_modelled if is_within(g.clause, section)]
    odd = [o for o in view.terms.inconsistencies if is_within(o.clause, section)]
    names = [
        *map(summarize_rule, rules),
        *(f"if not satisfied on time, becomes {d.title}" for d in defaults),
    ]
    what = "; ".join(names[:_FEW]) or "nothing is computed from it"
    more = f"; {len(names) - _FEW} more" if len(names) > _FEW else ""
    sections = (
        *(_describe_rule(rule, view) for rule in rules),
        listed("Becomes a Registration Default", (_describe_default(d) for d in defaults)),
        listed("Dates and amounts it produces now", (_describe_matter(m, view) for m in arising)),
        listed("Not computed", (f"{words.clause(g.clause)}: {g.what}" for g in gaps)),
        listed("Inconsistencies in the documents", (f"{o.clause}: {o.what}" for o in odd)),
        Section(lines=("Summary for reference only; the Agreement controls.",)),
    )
    name = words.clause(section)
    return compose(view, f"{name}: {what}{more}", sections, [m.grounds for m in arising])


_FEW = 3


def _describe_rule(rule: Rule, view: View) -> Section:
    return Section(
        title=f"{words.clause(rule.clause)}: {rule.title}",
        rows=rows(
            ("Who", view.party(rule.owed_by)),
            ("Does", rule.action),
            ("Measure", "; ".join(_list_measures(rule))),
        ),
    )


def summarize_rule(rule: Rule) -> str:
    """What a provision requires, and what it counts."""
    measures = "; ".join(_list_measures(rule))
    return f"{rule.title}: {rule.action.rstrip('.')}{f' ({measures})' if measures else ''}"


_MEASURES = (
    *("within", "after", "opens_after", "effective_for", "at_least", "limit_days"),
    *("extended_days", "ends_on_anniversary", "standard", "to"),
)


def _list_measures(rule: Rule) -> Iterator[str]:
    """What the provision counts, by the names the terms file gives it."""
    for name in _MEASURES:
        value = getattr(rule, name, None)
        if value is None or value == ():
            continue
        shown = words.listed(value) if isinstance(value, tuple) else str(value)
        yield f"{name.replace('_', ' ')} {shown}"


def _describe_default(each: DefaultTerms) -> str:
    cured = each.cured_by.replace("-", " ")
    return f"{words.clause(each.clause)}: {each.title}; cured by {cured} ({each.id})"


def _describe_matter(m: Matter, view: View) -> str:
    return (
        f"{m.title}: {dates.describe_dates(m.part)}. "
        f"{status_lines.describe_status(m, view)} ({m.instance})"
    )
