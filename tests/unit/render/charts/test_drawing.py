"""Drawing: the same data gives the same bytes, small enough, as wide as a phone, and legible."""

import io
from dataclasses import replace
from datetime import date
from typing import Any

import matplotlib as mpl
import pytest
from PIL import Image

from dealclock.engine.interest.over_time import over_time
from dealclock.render.charts.accrual import accrual_chart
from dealclock.render.charts.drawing import draw_accrual, draw_timeline
from dealclock.render.charts.drawing.page import (
    DARK,
    LIGHT,
    MARGIN,
    ChartPage,
    Theme,
    width_of,
    wrapped,
)
from dealclock.render.charts.timeline import Fill, Group, Shape, timeline
from tests.unit.render.charts.looks import PUBLIC, look
from tests.unit.render.charts.test_timeline import crowded

FEBRUARY = date(2005, 2, 15)


def accrual(day: date, history: str, *, dark: bool) -> bytes:
    view, given = look(day, history)
    course = over_time(given, view.assessment)
    assert course is not None
    return draw_accrual(accrual_chart(view, course), dark=dark)


def opened(png: bytes) -> Image.Image:
    assert len(png) < 300_000
    image = Image.open(io.BytesIO(png))
    # 390 points at two pixels a point.
    assert image.width == 780
    return image.convert("RGB")


@pytest.mark.parametrize("dark", [False, True])
def test_a_timeline_is_as_wide_as_a_phone_and_small_even_when_crowded(dark: bool) -> None:
    ground = (22, 25, 29) if dark else (255, 255, 255)
    for view in (look(FEBRUARY)[0], crowded(60)):
        image = opened(draw_timeline(timeline(view), dark=dark))
        assert image.getpixel((2, 2)) == ground
        assert image.height < 3000


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("day", [FEBRUARY, date(2012, 10, 1)])
def test_the_accrual_steps_are_too(dark: bool, day: date) -> None:
    assert opened(accrual(day, PUBLIC, dark=dark)).height < 3000


def test_the_word_safe_stays_within_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the first day shown, at the left edge; and on the last."""
    lefts: list[float] = []
    real = ChartPage.text

    def text(page: ChartPage, x: float, y: float, says: str, *rest: Any, **how: Any) -> None:
        if says == "safe":
            wide = width_of(says, 9.5) if how.get("align") == "right" else 0
            lefts.append(x - wide)
        real(page, x, y, says, *rest, **how)

    monkeypatch.setattr(ChartPage, "text", text)
    chart = timeline(look(date(2005, 1, 19))[0])
    for safe in (chart.first, chart.last):
        marked = replace(chart.groups[0].rows[0], safe=safe)
        draw_timeline(replace(chart, groups=(Group("Windows", (marked,)),)))
    assert len(lefts) == 2
    assert min(lefts) >= MARGIN


def test_the_same_data_gives_the_same_bytes_whatever_this_machines_settings_are() -> None:
    chart = timeline(look(FEBRUARY)[0])
    first = draw_timeline(chart)
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "red", "savefig.dpi": 30}):
        assert draw_timeline(chart) == first
    assert b"matplotlib" not in first.lower()


def test_every_mark_and_every_span_has_a_form_of_its_own() -> None:
    from dealclock.render.charts.drawing.timeline import _FORMS, _HATCH

    assert len({_FORMS[shape] for shape in Shape}) == len(Shape)
    assert len({_HATCH[fill] for fill in Fill}) == len(Fill)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_every_ink_stands_off_every_ground_as_small_print_must(theme: Theme) -> None:
    # WCAG 2: 4.5 to 1 for text.
    for ink in (theme.ink, theme.soft, theme.alert, theme.calm):
        for ground in (theme.ground, theme.shade):
            assert contrast(ink, ground) >= 4.5, (ink, ground)


def test_lines_are_as_wide_as_they_may_be_and_lose_no_word() -> None:
    text = "Officers' certificate and opinion of counsel " + "W" * 80
    lines = list(wrapped(text, 200, 12))
    assert all(width_of(line, 12) <= 200 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_a_dollar_is_a_dollar_and_no_formula() -> None:
    assert width_of("$1 and $2", 12) > width_of("1 and 2", 12)


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
