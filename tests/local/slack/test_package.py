"""The stand-in is a package of its own: under another name, without this repository."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

from local.environments import CHECKOUT

FOLDER = CHECKOUT / "local" / "slack"


def test_it_imports_only_itself_and_what_its_own_project_names() -> None:
    allowed = {"markupsafe", "pydantic", "starlette", "uvicorn", *sys.stdlib_module_names}
    for file in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names.append(node.module or "")
            assert {each.partition(".")[0] for each in names} <= allowed, file.name


def test_a_copy_under_another_name_starts(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "another", ignore=shutil.ignore_patterns("__pycache__"))
    alone = {**os.environ, "PYTHONPATH": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, "-m", "another", "--help"],
        capture_output=True, text=True, check=True, env=alone, cwd=tmp_path,
    )  # fmt: skip
    assert "usage: python -m another" in ran.stdout
