"""Drawing: SVG that fetches and runs nothing, text apart and on the page, marks on their days.
their days, and the same bytes for the same data."""

import io
import re
import subprocess
import sys
from dataclasses import replace
from datetime import date
from typing import Any

import pypdfium2
import pytest
from pypdf import PdfReader

from dealclock.documents.charts.chart import Fill, Shape
from dealclock.documents.charts.drawing import draw
from dealclock.documents.charts.drawing.letters import UNKNOWN, drawable, width_of, wrapped
from dealclock.documents.charts.drawing.page import DARK, LIGHT, ChartPage, Place, Theme
from dealclock.documents.charts.drawing.timeline import _HATCHES, _SIGNS
from dealclock.documents.charts.timeline import timeline
from dealclock.documents.pdf import drawable as drawn
from dealclock.documents.pdf_picture import picture_pdf
from local.fonts import FOLDER
from tests.unit.documents.charts.looks import PUBLIC, look
from tests.unit.documents.charts.samples import (
    FEBRUARY,
    HOSTILE,
    NAMES,
    NOVEMBER,
    accrual,
    sample,
    with_rows,
)
from tests.unit.documents.charts.svg import (
    ALLOWED,
    NAMESPACE,
    advance,
    elements,
    font,
    inks,
    overlapping,
    says,
    tree,
)

WEIGHTS = ("regular", "bold")
SCALE = 3


@pytest.mark.full
@pytest.mark.parametrize("name", NAMES)
def test_a_picture_has_only_shapes_and_text_and_runs_or_fetches_nothing(name: str) -> None:
    svg = draw(sample(name))
    for element in tree(svg).iter():
        tag = element.tag.removeprefix(NAMESPACE)
        assert tag in ALLOWED
        assert set(element.attrib) <= ALLOWED[tag], tag
    patterns = {each.attrib["id"] for each in elements(svg, "pattern")}
    assert set(re.findall(r"url\((.*?)\)", svg)) <= {f"#{each}" for each in patterns}
    assert "://" not in svg.removeprefix('<svg xmlns="http://www.w3.org/2000/svg"')


def test_typed_text_is_text_and_not_markup() -> None:
    chart = replace(
        with_rows(timeline(look(NOVEMBER)), title=HOSTILE), headline=HOSTILE, title=HOSTILE
    )
    svg = draw(chart)
    assert {each.tag.removeprefix(NAMESPACE) for each in tree(svg).iter()} <= set(ALLOWED)
    assert [each.text for each in elements(svg, "title")] == [HOSTILE]
    assert HOSTILE.replace(" ", "") in "".join(says(svg)).replace(" ", "")
    assert HOSTILE.replace(" ", "") in pdf_text(picture_pdf(svg)).replace("\n", "").replace(" ", "")


@pytest.mark.full
@pytest.mark.parametrize("name", NAMES)
def test_no_text_overlaps_another_or_leaves_the_page(name: str) -> None:
    svg = draw(sample(name))
    assert overlapping(svg) == []
    height = float(tree(svg).attrib["height"])
    assert inks(svg)
    for ink in inks(svg):
        assert ink.left >= 13, ink
        # 390 points, and a margin of 14.
        assert ink.right <= 377, ink
        assert ink.top >= 10, ink
        assert ink.bottom <= height - 10, ink


def test_each_payment_has_its_mark_even_when_they_are_close_together() -> None:
    chart = sample("close together")
    shown = says(draw(chart))
    for payment in chart.groups[1].rows:
        # On the line, and before its words.
        assert shown.count(payment.label) == 2


def test_a_label_without_a_free_place_is_left_out() -> None:
    page = ChartPage(LIGHT, "")
    assert page.label("first", 10, [Place(50, 50)])
    assert not page.label("second", 10, [Place(52, 52), Place(370, 90), Place(5, 90)])
    assert page.label("third", 10, [Place(52, 52), Place(52, 90)])
    assert says(page.svg()) == ["first", "third"]


def test_marks_are_on_their_days() -> None:
    # 184 days from August 20, 2004 to February 20, 2005, on 362 points from 14 to 376.
    svg = draw(timeline(look(NOVEMBER)))
    # November 1 is 73 days on, January 18 is 151.
    assert [float(each.attrib["cx"]) for each in elements(svg, "circle")] == [
        pytest.approx(14 + 362 * 151 / 184, abs=0.01),
        pytest.approx(14 + 362 * 73 / 184, abs=0.01),
    ]
    # The default began on October 28, 69 days on, and reaches to the edge.
    (bar,) = (each for each in elements(svg, "rect") if each.get("fill") == "url(#crossed-alert)")
    left, wide = float(bar.attrib["x"]), float(bar.attrib["width"])
    assert left == pytest.approx(14 + 362 * 69 / 184, abs=0.01)
    assert left + wide == pytest.approx(376, abs=0.01)
    # Today, November 20, is 92 days on: the middle.
    dashed = [each for each in elements(svg, "polyline") if "stroke-dasharray" in each.attrib]
    assert {each.attrib["points"].partition(",")[0] for each in dashed} == {"195"}


def test_the_accrued_amount_reaches_its_height_on_its_day() -> None:
    svg = draw(accrual(FEBRUARY))
    (line,) = (each for each in elements(svg, "polyline") if each.get("stroke-width") == "2.6")
    points = [tuple(map(float, p.split(","))) for p in line.attrib["points"].split()]
    (low,) = (each.bottom for each in inks(svg) if each.says == "$6,000")
    (high,) = (each.bottom for each in inks(svg) if each.says == "$24,000")
    # From the first day at the left edge, to the last one ten points before the right margin.
    assert (points[0][0], points[-1][0]) == (14, 366)
    # $17,500 of $24,000 is 35 parts of 48 up from nothing, which is $6,000 beneath $6,000.
    bottom = points[0][1]
    assert (bottom - points[-1][1]) / ((low - high) / 18_000 * 24_000) == pytest.approx(35 / 48)


def test_the_most_important_text_is_the_largest_and_the_first() -> None:
    for chart in (timeline(look(NOVEMBER)), accrual(date(2007, 10, 1), PUBLIC)):
        texts = elements(draw(replace(chart, frame=replace(chart.frame, banners=()))), "text")
        sizes = [float(each.attrib["font-size"]) for each in texts]
        assert sizes[0] == max(sizes)
        assert sizes.count(sizes[0]) == 1
        assert texts[0].text == chart.headline


def test_the_same_data_gives_the_same_bytes() -> None:
    svg = draw(timeline(look(FEBRUARY)))
    assert draw(timeline(look(FEBRUARY))) == svg
    assert picture_pdf(svg) == picture_pdf(svg)


def test_every_mark_and_every_span_has_its_own_shape() -> None:
    assert len({_SIGNS[shape] for shape in Shape}) == len(Shape)
    assert len({_HATCHES[fill] for fill in Fill}) == len(Fill)


@pytest.mark.parametrize("weight", WEIGHTS)
def test_the_fonts_have_every_character_of_western_names(weight: str) -> None:
    has = set(font(weight).getBestCmap())
    # Basic Latin, Latin-1 and Latin Extended-A, without control characters.
    wanted = {point for point in range(0x20, 0x180) if not 0x7F <= point <= 0x9F}
    assert wanted - has == set()
    assert {ord(each) for each in "–—‘’“”•…€™№−≤≥½ŞșțŁőẞ\ufffd"} - has == set()


@pytest.mark.parametrize("weight", WEIGHTS)
def test_no_text_is_wider_than_it_was_measured(weight: str) -> None:
    for text in (
        "Registration Default, §3(a)(iii) Łódź",
        "Hamburgefonstiv AVAT To fi $1,111.00 - 2004",
        "Officers' certificate and opinion of counsel",
        "QUALIFICATION OOO GGG Ωθ ЖЩ — 100%",
    ):
        assert width_of(text, 12, bold=weight == "bold") >= advance(text, 12, weight)


def test_the_two_weights_have_the_same_characters() -> None:
    regular, bold = (set(font(weight).getBestCmap()) for weight in WEIGHTS)
    assert regular == bold


def test_the_font_license_is_included() -> None:
    assert "Bitstream Vera Fonts Copyright" in (FOLDER / "LICENSE.txt").read_text(encoding="utf-8")


def test_a_character_that_cannot_be_shown_is_replaced_and_never_dropped() -> None:
    assert drawable("株A\u202eB\x00") == f"株A{UNKNOWN}B{UNKNOWN}"
    # As one character, or as a letter and its accent.
    assert drawable("Ange\u0301lique") == "Angélique"
    svg = draw(with_rows(timeline(look(NOVEMBER)), title="株 & Söhne"))
    assert "株 & Söhne" in says(svg)
    assert "[U+682A] & Söhne" in pdf_text(picture_pdf(svg))  # the embedded fonts have no such sign


@pytest.mark.full
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", ["february", "accrual", "years"])
def test_the_pdf_is_one_page_of_the_same_size_with_every_text(name: str, dark: bool) -> None:
    svg = draw(sample(name), dark=dark)
    pdf = picture_pdf(svg)
    assert len(pdf) < 500_000
    page, *others = PdfReader(io.BytesIO(pdf)).pages
    assert not others
    assert float(page.mediabox.width) == 390
    assert float(page.mediabox.height) == float(tree(svg).attrib["height"])
    shown = "".join(pdf_text(pdf).split())
    for each in says(svg):
        assert "".join(drawn(each).split()) in shown


@pytest.mark.parametrize("name", ["february", "november"])
def test_the_pdf_looks_like_the_picture(name: str) -> None:
    image = look_of(picture_pdf(draw(sample(name))))
    assert image.getpixel((2, 2)) == (255, 255, 255)
    colors = dict.fromkeys(color for _, color in image.getcolors(maxcolors=1 << 24) or ())
    for ink in (LIGHT.ink, LIGHT.alert, LIGHT.calm, LIGHT.shade):
        assert tuple(bytes.fromhex(ink[1:])) in colors, ink
    dark = look_of(picture_pdf(draw(sample(name), dark=True)))
    assert dark.getpixel((2, 2)) == tuple(bytes.fromhex(DARK.ground[1:]))


def test_a_text_over_lines_is_outlined_in_the_ground_and_filled_in_its_ink() -> None:
    page = ChartPage(LIGHT, "")
    page.y = 60
    page.line([(0, 30), (390, 30)], LIGHT.alert, 12)
    page.text(195, 25, "l", 12, align="center", over=True)
    image = look_of(picture_pdf(page.svg()))
    row = [image.getpixel((x, 30 * SCALE)) for x in range(190 * SCALE, 200 * SCALE)]
    assert row.count((255, 255, 255)) >= 4  # its outline
    assert min(row) < (60, 60, 60)
    assert row[0] == row[-1] == tuple(bytes.fromhex(LIGHT.alert[1:]))


def test_a_hatching_is_drawn_inside_its_shape_only() -> None:
    page = ChartPage(LIGHT, "")
    page.y = 100
    page.box(100, 40, 60, 30, "alert", "slanted")
    image = look_of(picture_pdf(page.svg()))
    tinted = [
        any(image.getpixel((x * SCALE + n, 55 * SCALE)) != (255, 255, 255) for n in range(SCALE))
        for x in range(390)
    ]
    assert any(tinted[102:158])
    assert not all(tinted[102:158])
    assert not any((*tinted[:98], *tinted[162:]))


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_every_ink_has_the_contrast_of_small_print_on_every_background(theme: Theme) -> None:
    # WCAG 2: 4.5 to 1 for text.
    for ink in (theme.ink, theme.soft, theme.alert, theme.calm):
        for ground in (theme.ground, theme.shade):
            assert contrast(ink, ground) >= 4.5, (ink, ground)


def test_lines_are_as_wide_as_allowed_and_lose_no_word() -> None:
    text = "Officers' certificate and opinion of counsel " + "W" * 80
    lines = list(wrapped(text, 200, 12))
    assert all(width_of(line, 12) <= 200 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_a_picture_is_drawn_without_the_pdf_library() -> None:
    program = "import sys, dealclock.documents.pictures; print(*sys.modules)"
    path = {"PYTHONPATH": "layers/dealclock/python"}
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=path
    )
    loaded = set(ran.stdout.split())
    assert "dealclock.documents.charts.drawing" in loaded
    assert {"reportlab", "PIL", "numpy", "fontTools", "boto3"} & loaded == set()


def pdf_text(pdf: bytes) -> str:
    (page,) = PdfReader(io.BytesIO(pdf)).pages
    return str(page.extract_text())


def look_of(pdf: bytes) -> Any:
    """The page as pixels, SCALE a point."""
    return pypdfium2.PdfDocument(pdf)[0].render(scale=SCALE).to_pil().convert("RGB")


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(color: str) -> float:
    parts = [int(color[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
