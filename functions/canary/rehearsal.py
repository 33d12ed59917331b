"""A rehearsal deal through each function's own handler: swept, assessed, delivered, asked about.

All in memory (`imitation.py`): it reads and writes no table, and what would be sent is counted and
dropped. The days and dates that must be announced were worked out by hand.
"""

import hashlib
import hmac
import json
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from dealclock.alerts.outcome import State
from dealclock.alerts.slots import instant
from dealclock.channels.ses import TAG
from dealclock.desk.load import bundles, load
from dealclock.documents.deal_files import read_deal
from dealclock.jobs.queues import MakeFile, body_of
from dealclock.jobs.services import Services

from .imitation import SIGNING_SECRET, Imitation, imitated

DEAL = Path(__file__).with_name("deal")
LEAD, CHANNEL = "U0CANARY1", "C0CANARY2"
DAYS = (date(2026, 2, 12), date(2026, 2, 13), date(2026, 2, 17))
FILING, NOTICE = date(2026, 2, 13), date(2026, 2, 18)
# The statement is due 30 days after January 14: on Friday, February 13. It is not filed. The notice
# of the default is due two Business Days after Saturday, February 14, and Monday is a holiday.
ANNOUNCED = {
    (DAYS[0], "filing", FILING),
    (DAYS[1], "filing", FILING),
    (DAYS[2], "filing", FILING),
    (DAYS[2], "not-filed", None),
    (DAYS[2], "notice-of-default/not-filed", NOTICE),
}
MOST = 200  # messages from the queues; a release that goes round in a circle must be refused too


class WrongError(Exception):
    """The rehearsal came to another end than it must."""


def rehearse() -> None:
    """Play the days; raises WrongError, or what the release raises."""
    with imitated((LEAD, "U0CANARY2")) as there:
        services: Services = there.apps["sweep"].services
        (bundle,) = bundles(read_deal(DEAL, None), rehearsal=True)
        load(bundle, services, "canary")
        for day in DAYS:
            services.store.deals.rehearse_to(bundle.id, day, services.now(), "canary")
            scheduled = instant(day, "morning").isoformat()
            event = {"scheduled_time": scheduled, "slot": "morning", "rehearsal": True}
            _expect(bundle.id in there.call("sweep", event)["queued"], "the sweep queues the deal")
            _work(there)
        ended = services.store.outbox.of_deal(bundle.id)
        said = {
            (alert.day, alert.instance, alert.due)
            for each in ended
            for alert in each.delivery.alerts
        }
        _expect(said == ANNOUNCED, f"announced {sorted(map(str, said ^ ANNOUNCED))}")
        states = {each.state for each in ended} - {State.SENT, State.CARRIED}
        _expect(not states and there.mails and there.posts, "all is sent by Slack and by email")
        _expect(all(post["text"] and post["blocks"] for post in there.posts), "no post is empty")
        _ask(there, bundle.id, services)


def _expect(is_so: object, what: str) -> None:
    if not is_so:
        raise WrongError(what)


def _work(there: Imitation) -> None:
    """Hand on what is queued until nothing is."""
    for _ in range(MOST):
        for queue, function in (("assess", "assess"), ("delivery", "deliver")):
            waiting = there.queues[f"{queue}_queue_url"]
            if waiting:
                failed = there.call(function, _records(waiting.popleft()))["batchItemFailures"]
                _expect(not failed, f"{function} does its work")
        if not any(there.queues.values()):
            return
    raise WrongError("the queues are never empty")


def _records(body: str) -> dict[str, Any]:
    record = {"messageId": "1", "body": body, "attributes": {"MessageGroupId": "1"}}
    return {"Records": [{**record, "eventSource": "aws:sqs"}]}


def _ask(there: Imitation, deal: str, services: Services) -> None:
    """What people do with it, and the functions that look after it."""
    _expect("Canary-Rehearsal" in _slack(there, "status")["body"], "slack answers a command")

    (tag, page), *_ = map(_link, there.mails)
    _expect(_web(there, "GET", page)["statusCode"] == 200, "web shows an alert's page")
    done = _web(there, "POST", page, "act=acknowledge")
    _expect(done["statusCode"] == 200, "web has assess acknowledge")
    _work(there)

    mail = {"messageId": "mail", "tags": {TAG: [tag]}}
    bounced = {"eventType": "Bounce", "bounce": {"bounceType": "Permanent"}, "mail": mail}
    there.call("mail_events", {"Records": [{"Sns": {"Message": json.dumps(bounced)}}]})
    ended = {each.delivery.id: each.state for each in services.store.outbox.of_deal(deal)}
    _expect(ended[tag] is State.REFUSED, "mail_events records a bounce")
    _work(there)

    asked = MakeFile(
        kind="timeline", deal=deal, user=LEAD, as_of=DAYS[-1], known_at=_now(), request="canary"
    )
    failed = there.call("files", _records(body_of(asked)))["batchItemFailures"]
    later = there.queues["file_queue_url"]  # Slack took no file, so it is to be sent later
    _expect(not failed and later, "files draws a picture")

    watched = there.call("watchdog", {})
    _expect(not watched["unchecked"], f"the watchdog checks {watched['unchecked']}")
    verified = there.call("verify", {})
    _expect(
        not (verified["failed"] or verified["differing"]) and verified["compared"],
        f"the second engine agrees: {verified}",
    )


def _now() -> datetime:
    return datetime.now(UTC)


def _link(mail: bytes) -> tuple[str, str]:
    """The id of a delivery, and the path of the page that its email leads to."""
    message = message_from_bytes(mail, policy=default)
    body = message.get_body(("plain",))
    found = re.search(r"https://web\.example(/a/\S+)", body.get_content() if body else "")
    if found is None:
        raise WrongError("an email leads to its page")
    return str(message["Message-ID"]).strip("<>").partition("@")[0], found[1]


def _web(there: Imitation, method: str, path: str, form: str = "") -> Mapping[str, Any]:
    headers = {"host": "web.example", "content-type": "application/x-www-form-urlencoded"}
    context = {"domainName": "web.example", "http": {"method": method, "path": path}}
    event = {"rawPath": urlsplit(path).path, "headers": headers, "requestContext": context}
    answer: Mapping[str, Any] = there.call("web", {**event, "body": form})
    return answer


def _slack(there: Imitation, text: str) -> Mapping[str, Any]:
    """The answer to a command, signed as Slack signs it."""
    body = urlencode(
        {
            "command": "/deal",
            "text": text,
            "user_id": LEAD,
            "channel_id": CHANNEL,
            "team_id": "T0CANARY",
            "trigger_id": "1.1.canary",
            "response_url": "http://127.0.0.1:9/",
        }
    )
    at = str(int(_now().timestamp()))
    signed = hmac.new(SIGNING_SECRET.encode(), f"v0:{at}:{body}".encode(), hashlib.sha256)
    headers = {
        "content-type": "application/x-www-form-urlencoded",
        "x-slack-request-timestamp": at,
        "x-slack-signature": f"v0={signed.hexdigest()}",
    }
    context = {"http": {"method": "POST", "path": "/"}}
    answer: Mapping[str, Any] = there.call(
        "slack", {"headers": headers, "body": body, "requestContext": context}
    )
    return answer
