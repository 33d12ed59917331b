"""What moved a date, and what mornings that nobody swept would have said, in words."""

from dealclock.alerts.alert import Alert, MovedBy
from dealclock.facts.corrections import retracts
from dealclock.facts.kinds import KINDS
from dealclock.render import words
from dealclock.render.view import View


def by(alert: Alert, view: View) -> str:
    """What moved the date last announced; "" where nothing is known of it."""
    return words.listed(_mover(m, view) for m in alert.moved_by) if alert.moved_by else ""


def passed(alert: Alert) -> str:
    """What would have been said on which mornings: "opened on Tue Jan 11, closing on ...".

    A run of mornings that say the same is told by its first and its last.
    """
    spans: list[tuple[str, str, str]] = []
    for each in alert.passed:
        said, day = words.listed(map(str, each.reasons)), words.day(each.day)
        if spans and spans[-1][0] == said:
            spans[-1] = (said, spans[-1][1], day)
        else:
            spans.append((said, day, day))
    told = (f"{said} on {a}" if a == b else f"{said} from {a} to {b}" for said, a, b in spans)
    first = alert.looked_from
    cut = f"; mornings before {words.day(first)} were not looked at" if first else ""
    return f"{'; '.join(told)}{cut}"


def _mover(each: MovedBy, view: View) -> str:
    match each.by:
        case "fact":
            fact = next((f for f in view.log.facts if f.id == each.id), None)
            if fact is None:
                return f"fact {each.id}"
            says = KINDS[fact.kind].says.rstrip(".")
            does = "takes back" if retracts(fact) else "corrects"
            takes = f", which {does} {fact.corrects}" if fact.corrects else ""
            return f"fact {each.id} ({says}, {words.day(fact.on)}){takes}"
        case "amendment":
            return f"the amendment {each.id}"
        case "terms":
            return f"version {each.id} of the terms"
        case "reading":
            chosen = view.assessment.readings.get(each.id, "the default")
            return f"the reading {each.id}, now {chosen}"
        case "days":
            return "the days that passed"
