"""What the second engine compares, and what it found: a deal's figures as its latest run stored
them, what it computes them from, and its verdict.
"""

import base64
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import field
from datetime import date, datetime
from typing import Any

from dealclock.errors import TooNewError
from dealclock.records import record
from dealclock.store import keys
from dealclock.store.codec import Codec
from dealclock.store.item import Item, StoredItem
from dealclock.store.table import OnTable
from dealclock.store.write import NEW, AtMost, Put, any_of


@record
class StoredFigures:
    """The figures of a run, and what they rest on. `body` is JSON, packed: `figures` has those of
    each instance, `why` how each was found, `readings` those chosen. `of` is the deal's version.
    `compared` is what other readings change, compressed too; "" if an earlier release stored it.
    """

    as_of: date
    known_at: datetime
    terms_version: int
    body: str
    at: datetime
    of: str = ""
    compared: str = ""

    @property
    def content(self) -> Mapping[str, Any]:
        """What `body` holds."""
        found: Mapping[str, Any] = json.loads(decompressed(self.body))
        return found


def packed(content: Mapping[str, Any]) -> str:
    """Content as the `body` of figures: JSON, compressed, as text."""
    return compressed(json.dumps(content, sort_keys=True, separators=(",", ":")))


def compressed(text: str) -> str:
    """A text compressed, as text."""
    return base64.b64encode(zlib.compress(text.encode())).decode()


def decompressed(text: str) -> str:
    """The text that was compressed."""
    return zlib.decompress(base64.b64decode(text)).decode()


@record
class Verdict:
    """What computing a deal's figures again found: how many agree, and as JSON, those that are not
    covered by item with the reason, and those that differ with how each engine found its own.

    `figures_at` is when the figures were stored, `at` when they were compared; `of` is what they
    are of, as in StoredFigures. `failing_since`: the second engine has failed since then, and the
    rest is what it found before.
    """

    at: datetime
    as_of: date
    figures_at: datetime
    agreed: int
    not_covered: str = "{}"
    differing: str = "[]"
    of: str = ""
    failing_since: datetime | None = None

    @property
    def differences(self) -> list[dict[str, Any]]:
        """Each figure that differs: its `name`, `first` and `second`, their traces, the day `since`
        it was found, and an `id` that another difference does not have."""
        found: list[dict[str, Any]] = json.loads(self.differing)
        return found

    @property
    def left_out(self) -> dict[str, str]:
        """What is not covered, by item, with the reason."""
        found: dict[str, str] = json.loads(self.not_covered)
        return found


VALUES = Codec(StoredFigures)
VERDICT = Codec(Verdict)


@record
class DealTexts:
    """A deal's terms and events as stored, and whether it is closed."""

    terms: str
    facts: tuple[str, ...] = field(default=())
    closed: bool = False


class Verdicts(OnTable):
    """Figures of runs and the verdicts on them, each in the index of what is to be compared."""

    def put_figures(self, deal: str, figures: StoredFigures) -> bool:
        """Store a run's figures; False if those of a later run are stored."""
        item: Item = {**VALUES.item(figures), **keys.compared("VALUES", figures.at, figures.at)}
        latest = any_of(NEW, AtMost("at", figures.at))
        return self._wrote(Put.at(keys.of_deal(deal), keys.VALUES, item, latest))

    def figures(self, deal: str) -> StoredFigures | None:
        """The figures of the deal's latest run."""
        row = self._table.get(keys.of_deal(deal), keys.VALUES)
        return VALUES.read(row) if row else None

    def not_compared(self, since: datetime) -> tuple[str, ...]:
        """The deals whose figures were stored since an instant and have no verdict yet."""
        first = keys.instant(since)
        done = {
            (row.text("PK").partition("#")[2], row.text("GSI1SK").partition("#")[2])
            for kind in ("AGREED", "DIFFERS", "CLOSED")
            for row in self._compared(kind, first, "~")
        }
        stored = (
            (keys.deal_in(row.text("PK")), row.text("GSI1SK").partition("#")[2])
            for row in self._compared("VALUES", first, "~")
        )
        return tuple(deal for deal, at in stored if (deal, at) not in done)

    def stored(self, deal: str, terms_version: int) -> DealTexts | None:
        """The deal's events that count, in the order recorded, and a version of its terms."""
        rows = list(self._table.query(keys.of_deal(deal), keys.fact(""), keys.META))
        terms = self._table.get(keys.of_deal(deal), keys.terms(terms_version))
        if not rows or rows[-1].text("SK") != keys.META or terms is None:
            return None
        meta = rows.pop()
        counted = meta.words("batches")
        facts = [r for r in rows if "batch" not in r or r.text("batch") in counted]
        facts.sort(key=lambda row: row.number("sequence"))
        texts = tuple(row.text("content") for row in facts)
        return DealTexts(terms.text("content"), texts, "closed" in meta)

    def put(self, deal: str, verdict: Verdict, *, closed: bool = False) -> None:
        """Store the deal's verdict instead of the one before; that of a closed deal is final."""
        kind = "DIFFERS" if verdict.differences else "AGREED"
        kind = "CLOSED" if closed else "FAILING" if verdict.failing_since else kind
        listed = keys.compared(kind, verdict.at, verdict.figures_at)
        item: Item = {**VERDICT.item(verdict), **listed}
        self._table.write(Put.at(keys.verdict(deal), keys.VERDICT, item))

    def get(self, deal: str) -> Verdict | None:
        """The latest verdict on the deal's figures; None if there is none that can be read."""
        row = self._table.get(keys.verdict(deal), keys.VERDICT)
        try:
            return VERDICT.read(row) if row else None
        except TooNewError:
            return None

    def differing(self) -> tuple[str, ...]:
        """The deals of which figures differ, or could not be computed again."""
        return (*self._deals("DIFFERS", "~"), *self._deals("FAILING", "~"))

    def before(self, kind: str, until: datetime, most: int) -> tuple[str, ...]:
        """At most `most` deals whose verdicts are older than an instant, and AGREED, DIFFERS or
        FAILING.
        """
        return tuple(self._deals(kind, keys.instant(until), most))

    def _deals(self, kind: str, last: str, most: int | None = None) -> Iterator[str]:
        for row in self._compared(kind, "0", last, most):
            yield row.text("PK").partition("#")[2]

    def _compared(
        self, kind: str, first: str, last: str, most: int | None = None
    ) -> Iterator[StoredItem]:
        pk = f"{keys.COMPARED}#{kind}"
        return self._table.query(pk, first, last, index=keys.WAKE_INDEX, limit=most)
