"""What is written is run: README.md and docs/ as doctests and programs, and the examples of all public docstrings."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import paiju

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "benches" / "README.md", *ROOT.glob("docs/**/*.md")]
)
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
MODULES = sorted({"paiju", *(m.name for m in pkgutil.walk_packages(paiju.__path__, "paiju."))} - {"paiju.cli.__main__"})


def blocks(page: Path) -> list[tuple[int, str, str]]:
    """The code blocks of a page: line, language, text."""
    text = page.read_text(encoding="utf-8")
    return [(text[: m.start()].count("\n") + 2, m[1], m[2]) for m in FENCE.finditer(text)]


def run(name: str, page: Path, globs: dict[str, object]) -> None:
    """Runs the sessions (pycon) and programs (python) of a page one after the other in the same names."""
    runner, parser = doctest.DocTestRunner(optionflags=FLAGS, verbose=False), doctest.DocTestParser()
    for line, language, text in blocks(page):
        if language == "pycon":
            report: list[str] = []
            test = parser.get_doctest(text, globs, name, str(page), line - 1)
            test.globs = globs
            runner.run(test, out=report.append, clear_globs=False)
            assert not report, f"{name}:{line}\n{''.join(report)}"
        elif language == "python":
            exec(compile("\n" * (line - 1) + text, str(page), "exec"), globs)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_pages(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run(page.name, page, {"__name__": "__page__"})


def test_the_readme_has_both_commands_and_a_tour():
    shell = [text for _, language, text in blocks(ROOT / "README.md") if language == "sh"]
    for last in ("paiju arena ", "python -m pytest"):
        lines = [line for text in shell for line in text.splitlines() if last in line]
        assert len(lines) == 1, f"README.md: one command with {last!r} wanted"
        assert lines[0].startswith("python3 -m venv .venv && .venv/bin/pip install ")
    assert sum(text.count(">>> ") for _, language, text in blocks(ROOT / "README.md") if language == "pycon") > 20


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
    files = [target for target in targets if "://" not in target]
    missing = [target for target in files if not (page.parent / target).exists()]
    assert not missing, f"{page.name}: {missing}"


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    module = importlib.import_module(name)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=FLAGS, verbose=False)
    for test in doctest.DocTestFinder(exclude_empty=True).find(module):
        runner.run(test, out=report.append)
    assert not report, "".join(report)


def test_public_docstrings_have_examples():
    """Every public function and class of a game, and the main doors of the package, show how they are used."""
    wanted = [paiju.Batch, paiju.Match, paiju.playouts, paiju.games]
    for game in paiju.games():
        play = paiju.module(game)
        wanted += [getattr(play, name) for name in ("cards", "classify", "beats", "legal", "deal")]
    without = [f"{thing.__module__}.{thing.__qualname__}" for thing in wanted if ">>>" not in (thing.__doc__ or "")]
    assert not without
