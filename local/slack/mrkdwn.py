"""Slack's mrkdwn as HTML, as its clients show it; typed text never becomes HTML.

*bold* _italic_ ~strike~ `code` ```code``` > quote     • lists that a message draws itself
<https://x|label> <@U1> <#C1> <!here> <!date^1090411200^{date}|fallback>   &amp; &lt; &gt;
"""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from markupsafe import Markup, escape

_FENCE = re.compile(r"```\n?(.*?)\n?```", re.DOTALL)
# Code, text in angle brackets, a bare address.
_ASIDE = re.compile(r"`([^`\n]+)`|<([^<>\n]+)>|(https?://[^\s<>`]*[^\s<>`.,;:!?)'\"*_~])")
_EMOJI = re.compile(r":([a-z0-9_+-]+):")
_MARKS = {
    tag: re.compile(
        rf"(?<![\w{m}])[{m}](?=[^\s\u200b{m}])([^\n]+?)(?<=[^\s\u200b{m}])[{m}](?![\w{m}])"
    )
    for tag, m in (("strong", "*"), ("em", "_"), ("s", "~"))
}
_QUOTE = re.compile(r"^(?:&gt;|>) ?")
_BULLET = re.compile(r"^\s*[•◦▪] +")
_SAFE = re.compile(r"(?:https?://|mailto:)[^\s\"'<>]+", re.IGNORECASE)
_TOKEN = re.compile(r"\{(\w+)\}")
_SHAPES = {
    "date": "{d:%B} {d.day}, {d.year}",
    "date_long": "{d:%A}, {d:%B} {d.day}, {d.year}",
    "date_short": "{d:%b} {d.day}, {d.year}",
    "date_num": "{d:%Y-%m-%d}",
    "time": "{d:%H:%M}",
    "time_secs": "{d:%H:%M:%S}",
}
_PICTURED = {
    "white_check_mark": "✅",
    "warning": "⚠️",
    "bell": "🔔",
    "calendar": "📅",
    "hourglass_flowing_sand": "⏳",
    "lock": "🔒",
    "eyes": "👀",
    "x": "❌",
    "+1": "👍",
    "tada": "🎉",
}
ZONE = ZoneInfo("America/New_York")


def html(text: str, names: Mapping[str, str] | None = None, *, verbatim: bool = False) -> Markup:
    """The text as it is shown; `names` are those of users and channels by id.

    `verbatim`: bare addresses stay text, as Slack does on request.
    """
    known = names or {}
    parts = _FENCE.split(text.replace("\0", ""))
    shown = []
    for place, part in enumerate(parts):
        if place % 2:
            shown.append(Markup("<pre><code>{}</code></pre>").format(_unescaped(part)))
        elif stripped := part.strip("\n"):
            shown.extend(_blocks(stripped, known, verbatim))
    return Markup("").join(shown)


def plain(text: str) -> Markup:
    """Text without marks: lines unchanged, emoji in place of their names."""
    return Markup("<br>").join(escape(_EMOJI.sub(_picture, line)) for line in text.split("\n"))


def _blocks(text: str, names: Mapping[str, str], verbatim: bool) -> Iterator[Markup]:
    """Paragraphs, quotes and lists: consecutive lines of one kind are joined."""
    kinds = {"quote": _QUOTE, "list": _BULLET}
    run: list[Markup] = []
    last = "lines"
    for line in text.split("\n"):
        kind = next((name for name, mark in kinds.items() if mark.match(line)), "lines")
        if run and kind != last:
            yield _together(last, run)
            run = []
        mark = kinds.get(kind)
        run.append(_inline(mark.sub("", line, count=1) if mark else line, names, verbatim))
        last = kind
    yield _together(last, run)


def _together(kind: str, lines: list[Markup]) -> Markup:
    if kind == "list":
        items = Markup("").join(Markup("<li>{}</li>").format(line) for line in lines)
        return Markup("<ul>{}</ul>").format(items)
    tag = "blockquote" if kind == "quote" else "p"
    return Markup("<{}>{}</{}>").format(Markup(tag), Markup("<br>").join(lines), Markup(tag))  # noqa: S704


def _inline(line: str, names: Mapping[str, str], verbatim: bool) -> Markup:
    """One line. Code and links are set aside first: marks inside them do not count."""
    aside: list[Markup] = []

    def keep(match: re.Match[str]) -> str:
        code, angle, address = match.groups()
        if code is not None:
            aside.append(Markup("<code>{}</code>").format(_unescaped(code)))
        elif angle is not None:
            aside.append(_angle(angle, names))
        elif verbatim:
            return address
        else:
            aside.append(_link(address, address))
        return "\0"

    text = _ASIDE.sub(keep, line)
    return _marked(text, iter(aside))


def _marked(text: str, aside: Iterator[Markup]) -> Markup:
    """Emphasis, the outermost first; each \\0 is the next of what was set aside."""
    found = [(match.start(), tag, match) for tag, m in _MARKS.items() if (match := m.search(text))]
    if not found:
        pieces = text.split("\0")
        shown = [escape(_EMOJI.sub(_picture, _unescaped(pieces[0])))]
        for piece in pieces[1:]:
            shown += [next(aside), escape(_EMOJI.sub(_picture, _unescaped(piece)))]
        return Markup("").join(shown)
    start, tag, match = min(found, key=lambda each: each[0])
    before = _marked(text[:start], aside)
    inside = _marked(match[1], aside)
    after = _marked(text[match.end() :], aside)
    return Markup("{}<{}>{}</{}>{}").format(before, Markup(tag), inside, Markup(tag), after)  # noqa: S704


def _angle(inside: str, names: Mapping[str, str]) -> Markup:
    """A mention, a date or a link; anything else is shown as it was written."""
    target, _, label = inside.partition("|")
    if target.startswith("!date^"):
        return _date(target, label)
    if target[:1] in "@#!" and len(target) > 1:
        sign = "#" if target[0] == "#" else "@"
        name = names.get(target[1:], "") or label or target[1:]
        return Markup('<span class="mention">{}{}</span>').format(
            sign, _unescaped(name).lstrip("@#")
        )
    if _SAFE.fullmatch(_unescaped(target)):
        return _link(target, label or target.removeprefix("mailto:"))
    return escape(f"<{_unescaped(inside)}>")


def _link(target: str, label: str) -> Markup:
    return Markup('<a href="{}" target="_blank" rel="noopener noreferrer">{}</a>').format(
        _unescaped(target), _unescaped(label)
    )


def _date(target: str, fallback: str) -> Markup:
    """A moment in words, in the deal's time zone; its fallback if it cannot be read."""
    _, seconds, shape, *link = [*target.split("^"), "", ""][:4]
    if not seconds.isdecimal() or len(seconds) > 11 or not shape:
        return escape(_unescaped(fallback))
    at = datetime.fromtimestamp(int(seconds), UTC).astimezone(ZONE)
    said = _TOKEN.sub(lambda m: _formatted(m[1], at), _unescaped(shape))
    if link[0] and _SAFE.fullmatch(_unescaped(link[0])):
        return _link(link[0], said)
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(), said)


def _formatted(token: str, at: datetime) -> str:
    shape = _SHAPES.get(token.removesuffix("_pretty"))
    return shape.format(d=at) if shape else "{" + token + "}"


def _picture(match: re.Match[str]) -> str:
    return _PICTURED.get(match[1], match[0])


def _unescaped(text: str) -> str:
    """The text without Slack's three escapes; it is escaped again when shown."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
