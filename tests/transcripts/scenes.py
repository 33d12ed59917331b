"""Scenes in text files: what is typed, on which files; the answers are in the golden files.

    === a payment without an amount is pointed out
    copy agreements/infocrossing-2004 granite
    edit granite/histories/story.yaml
    @@
    -     amount: "15416.67"
    $ dealclock check granite

A command may end in ` | defaults>default-ii>occurred_on`: those parts of its JSON. `copy` a file or
folder, `remove` a file, `write` one from the lines after `| `, or `edit` it: the lines after `- `,
which stand there once, become those after `+ `.
"""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Scene:
    """Its name, and its steps: a first line, and the lines that belong to it."""

    name: str
    steps: tuple[tuple[str, list[str]], ...]

    def __str__(self) -> str:
        return self.name


HERE = Path(__file__).parent


def all_scenes(folder: str) -> list[tuple[str, Scene]]:
    """The scenes of every file of a folder here, each with the name of its file."""
    files = sorted((HERE / folder).glob("*.txt"))
    return [(file.stem, scene) for file in files for scene in read_scenes(file)]


def read_scenes(path: Path) -> list[Scene]:
    """The scenes of a file, in order. Raises ValueError where a name stands twice."""
    found: dict[str, list[tuple[str, list[str]]]] = {}
    steps: list[tuple[str, list[str]]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("=== "):
            name = line.removeprefix("=== ")
            if name in found:
                raise ValueError(f"{path.name} has two scenes named {name!r}")
            steps = found.setdefault(name, [])
        elif line[:2] in ("| ", "- ", "+ ", "@@") or line == "|":
            steps[-1][1].append(line)
        elif line and not line.startswith("#"):
            steps.append((line, []))
    return [Scene(name, tuple(steps)) for name, steps in found.items()]


def change_files(step: str, lines: list[str]) -> None:
    """Carry out a step that changes files, in the working directory."""
    done, _, given = step.partition(" ")
    source, _, name = given.partition(" ")
    file = Path(name or given)
    match done:
        case "copy":
            copy = shutil.copytree if Path(source).is_dir() else shutil.copy
            copy(source, file)
        case "remove":
            file.unlink()
        case "write":
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("".join(f"{line[2:]}\n" for line in lines), encoding="utf-8")
        case "edit":
            text = "\n" + file.read_text(encoding="utf-8")
            for old, new in _hunks(lines):
                assert text.count(f"\n{old}") == 1, f"not once in {file}: {old}"
                text = text.replace(f"\n{old}", f"\n{new}")
            file.write_text(text[1:], encoding="utf-8")
        case _:
            raise ValueError(f"no such step: {step}")


def _hunks(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Each change of an edit: the whole lines to find, and those to put in their place."""
    for hunk in "\n".join(lines).removeprefix("@@\n").split("\n@@\n"):
        yield tuple(
            "".join(f"{each[2:]}\n" for each in hunk.split("\n") if each[0] == sign)
            for sign in "-+"
        )  # type: ignore[misc]
