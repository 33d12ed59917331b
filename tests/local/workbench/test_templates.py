"""The templates of the pages: what one fills is offered by what it extends, once."""

from __future__ import annotations

import re

import pytest

from local.workbench.pages import _TEMPLATES

_BLOCK, _EXTENDS = re.compile(r"{% block (\w+) %}"), re.compile(r'{% extends "([^"]+)" %}')


def names() -> list[str]:
    assert _TEMPLATES.loader
    return _TEMPLATES.loader.list_templates()


def source(name: str) -> str:
    assert _TEMPLATES.loader
    return _TEMPLATES.loader.get_source(_TEMPLATES, name)[0]


@pytest.mark.parametrize("name", names())
def test_a_template_can_be_read(name: str) -> None:
    assert _TEMPLATES.get_template(name).name == name


def leaves() -> list[str]:
    """The templates of whole pages: what they extend may offer blocks of its own."""
    extended = {found[1] for each in names() if (found := _EXTENDS.search(source(each)))}
    return [each for each in names() if _EXTENDS.search(source(each)) and each not in extended]


@pytest.mark.parametrize("name", leaves())
def test_what_a_page_fills_is_offered_above_it(name: str) -> None:
    """Where nothing offers it, its part of the page is lost without a word."""
    offered: set[str] = set()
    above = _EXTENDS.search(source(name))
    while above:
        offered |= {*_BLOCK.findall(source(above[1]))}
        above = _EXTENDS.search(source(above[1]))
    assert {*_BLOCK.findall(source(name))} <= offered
