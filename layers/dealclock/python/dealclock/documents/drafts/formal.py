"""Dates, Sections and parties as formal US notices write them."""

from collections.abc import Iterable
from datetime import date, time

from dealclock.documents.letter import Letter, Value
from dealclock.documents.paper import Grid, blank
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Accrual, RateChange
from dealclock.messages import reading, unchecked_sections, words
from dealclock.messages.view import DealView
from dealclock.people.approval import WAITING
from dealclock.terms.terms import Terms, UnmodeledSection
from dealclock.terms.versions import ORIGINAL

_VIA = {
    "hand": "HAND DELIVERY",
    "courier": "OVERNIGHT COURIER",
    "mail": "US MAIL",
    "fax": "FACSIMILE",
    "e-mail": "EMAIL",
}


def day(value: date) -> str:
    """A date without its weekday: "October 28, 2004"."""
    return f"{value:%B} {value.day}, {value.year}"


def hour(value: time) -> str:
    """A time of day: "2:30 p.m."."""
    return f"{value.hour % 12 or 12}:{value:%M} {'a.m.' if value.hour < 12 else 'p.m.'}"


def lowered(says: str) -> str:
    """A sentence as part of another: "the Company learned of a misstatement"."""
    return says[:1].lower() + says[1:] if says.startswith(("The ", "A ", "An ")) else says


def rate(of: Accrual | RateChange) -> str:
    """A rate and its period: "0.25% per annum"."""
    return f"{words.percent(of.rate)} {per(of.per)}"


def per(span: str) -> str:
    """The period of a rate: "per annum", or the agreement's own span, "for each 30 days"."""
    return "per annum" if span == "a year" else span


def via(method: str) -> str:
    """A method of delivery as a VIA line names it: "OVERNIGHT COURIER"."""
    return _VIA.get(method, method.upper())


def delivery(method: str) -> str:
    """A method of delivery in a sentence: "overnight courier"."""
    return via(method).lower().replace("us ", "US ")


def agreement(terms: Terms, assessment: Assessment) -> str:
    """The agreement with its date and parties, and the amendment in effect: "the ... dated as of
    June 30, 2004, between ... and ... (the "Agreement")"."""
    about, in_force = terms.agreement, assessment.terms
    title, parties = _title_and_parties(terms)
    amended = ""
    if in_force.id != ORIGINAL:
        amended = f"as amended by {in_force.title}, effective {day(in_force.effective)}, "
    between = f", {parties}" if parties else ""
    return f'the {title} dated as of {day(about.dated)}{between} ({amended}the "Agreement")'


def short_agreement(terms: Terms) -> str:
    """The agreement with its date only, for a subject line."""
    title, _ = _title_and_parties(terms)
    return f"{title} dated as of {day(terms.agreement.dated)}"


def addressee(name: str, defined: str) -> tuple[str, ...]:
    """The lines of one addressee: a party by its name and capacity, or a class of Holders."""
    if name.startswith("the "):
        return (f"To {name}", blank("names and addresses of record"))
    return (f"{name}, as {defined}", blank("address for notices"), f"Attention: {blank('name')}")


def _title_and_parties(terms: Terms) -> tuple[str, str]:
    """A title that ends with the parties' names, split into the title and "between A and B"."""
    title, _, rest = terms.agreement.title.partition(", ")
    names = [party.name for party in terms.parties.values() if party.name in rest]
    if not any(rest.startswith(name) for name in names):
        return terms.agreement.title, ""
    pair = len(names) <= 2
    return title, f"{'between' if pair else 'among'} {rest}"


def not_checked(gaps: Iterable[UnmodeledSection], bullet: str = "") -> list[str]:
    """The Sections that the terms do not model, after a `bullet`; that none is listed proves
    nothing.
    """
    listed = [f"{bullet}{words.clause(n.clause)}: {n.what}" for n in gaps]
    return listed or [f"{unchecked_sections.NONE_LISTED}."]


def own_text(letter: Letter, view: DealView) -> tuple[str, ...]:
    """Below a paper whose text is the deal's own: its file, its version and who approved it."""
    if not letter.is_own:
        return ()
    by = f"approved by {found.name}" if (found := view.terms_approved) else WAITING
    version = f"terms version {view.terms_version}, {by}" if view.terms_version else "not loaded"
    return (f"This deal's own text: {letter.file}, {version}",)


def readings_used(questions: Iterable[str], view: DealView, annex: str = "") -> Value:
    """Each question with its choice and who chose it; `annex` names the file with all of them."""
    used = sorted(questions)
    if not used:
        return ["None: no open interpretation moves it."]
    choices = view.readings_used
    rows = tuple(
        (q, reading.describe_choice(q, choices[q], view.terms), _chosen(q, view)) for q in used
    )
    return (Grid(("Question", "Read as", "Chosen by"), rows, annex=annex),)


def _chosen(question: str, view: DealView) -> str:
    chosen = view.team.readings.get(question)
    if chosen is None or view.readings_used[question] != view.team.chosen[question]:
        return "default" if chosen is None else "this question alone"
    return f"{chosen.chosen_by}{', unverified' if view.chose_alone(question) else ''}"
