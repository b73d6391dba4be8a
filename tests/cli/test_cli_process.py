"""The installed command as a process of its own: entry point, streams, signals, and a system without the extra."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import paiju

PAIJU = shutil.which("paiju", path=os.path.dirname(sys.executable))
MODULE = [sys.executable, "-c", "import sys; from paiju.cli import main; sys.exit(main())"]


def call(*args: str, typed: str | bytes = "", **env: str) -> subprocess.CompletedProcess[str]:
    typed = typed if isinstance(typed, bytes) else typed.encode()
    environment = {**os.environ, "PYTHONUTF8": "1", **env}
    done = subprocess.run([*MODULE, *args], input=typed, capture_output=True, timeout=120, env=environment, check=False)
    return subprocess.CompletedProcess(args, done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.skipif(PAIJU is None, reason="paiju is not installed as a command here")
def test_the_installed_command() -> None:
    done = subprocess.run([str(PAIJU), "--version"], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"paiju {paiju.__version__}\n", "")


@pytest.mark.parametrize("args", [("--lang", "zh", "games"), ("games", "--lang", "zh"), ("games", "--lang=zh")])
def test_the_language_may_stand_anywhere(args: tuple[str, ...]) -> None:
    done = call(*args)
    assert done.returncode == 0
    assert "大老二" in done.stdout


def test_the_language_may_come_from_the_environment() -> None:
    assert "大老二" in call("games", PAIJU_LANG="zh").stdout
    assert "Big Two" in call("games", "--lang", "en", PAIJU_LANG="zh").stdout
    assert "离开" in call("play", "bigtwo", PAIJU_LANG="zh").stdout


@pytest.mark.parametrize(
    ("args", "want"), [(("games", "--lang", "fr"), "'fr' is no language"), (("games", "--lang"), "is no language")]
)
def test_unknown_languages(args: tuple[str, ...], want: str) -> None:
    done = call(*args)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert want in done.stderr


def test_wrong_input_in_a_process() -> None:
    done = call("classify", "bigtwo", "3c 3x")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == 'paiju: "x" is no suit (c d h s) at position 4\n'


def test_a_scripted_game(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    done = call("play", "bigtwo", "--seed", "3", "--record", str(path), typed="#1\n" * 60)
    assert (done.returncode, done.stderr) == (0, "")
    assert paiju.Record.load(path).verify() is None
    assert call("verify", str(path)).stdout.startswith("ok: bigtwo, 1 deals")


def test_input_that_is_no_text() -> None:
    done = call("play", "bigtwo", typed=b"\xff\xfe\n")
    assert (done.returncode, done.stderr) == (2, "paiju: the input is not UTF-8 text\n")


def test_arguments_that_are_no_text() -> None:
    for args in ([b"classify", b"bigtwo", b"\xff"], [b"show", b"\xff"], [b"play", b"\xff"], [b"\xff"]):
        done = subprocess.run([*MODULE, *args], capture_output=True, timeout=60, check=False)
        assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1), done.stderr


def test_an_output_that_cannot_show_chinese() -> None:
    done = call("games", "--lang", "zh", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0
    assert "bigtwo" in done.stdout


def test_a_reader_that_leaves(tmp_path: Path, record: Path) -> None:
    command = subprocess.Popen([*MODULE, "show", str(record)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert command.stdout is not None
    assert command.stderr is not None
    command.stdout.close()
    with command.stderr as stream:
        assert b"Traceback" not in stream.read()
    command.wait(60)


@pytest.mark.parametrize("missing", ["typer", "rich"])
@pytest.mark.parametrize(("lang", "words"), [("en", "the command line needs typer and rich"), ("zh", "命令行需要")])
def test_without_the_extra(missing: str, lang: str, words: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; from paiju.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", code, "games", "--lang", lang],
        capture_output=True,
        timeout=60,
        check=False,
    )
    line = done.stderr.decode()
    assert (done.returncode, done.stdout, line.count("\n")) == (2, b"", 1)
    assert words in line
    assert "pip install 'paiju[cli]'" in line


def test_a_person_without_the_extra() -> None:
    code = "import sys; sys.modules['rich'] = None; import paiju\ntry: paiju.agents.make('human', 'bigtwo')\n"
    code += "except paiju.PaijuError as error: print(error)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert "pip install 'paiju[cli]'" in done.stdout, done.stderr


@pytest.mark.skipif(os.name == "nt", reason="no process groups")
@pytest.mark.parametrize(
    "args",
    [
        ("simulate", "bigtwo", "--deals", "200000000"),
        ("simulate", "bigtwo", "--deals", "1000000", "--agents", "greedy"),
        ("arena", "bigtwo", "--deals", "1000000", "--threads", "2"),
        ("perft", "bigtwo", "--depth", "40"),
    ],
    ids=["threads", "loop", "processes", "perft"],
)
def test_ctrl_c(args: tuple[str, ...]) -> None:
    command = subprocess.Popen(
        [*MODULE, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, text=True
    )
    time.sleep(2.5)
    assert command.poll() is None
    os.killpg(command.pid, signal.SIGINT)  # as a terminal does: every process of the group
    out, err = command.communicate(timeout=30)
    assert (command.returncode, out, err) == (130, "", "paiju: interrupted\n")


@pytest.mark.skipif(os.name == "nt", reason="no process groups")
def test_ctrl_c_while_playing_keeps_the_record(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    command = subprocess.Popen(
        [*MODULE, "play", "bigtwo", "--seed", "3", "--record", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert command.stdin is not None
    command.stdin.write(b"#1\n")
    command.stdin.flush()
    time.sleep(2.5)
    os.killpg(command.pid, signal.SIGINT)
    _, err = command.communicate(timeout=30)
    assert (command.returncode, err) == (130, b"paiju: interrupted\n")
    record = paiju.Record.load(path)
    assert record.verify() is None
    assert len(record.deals[0].actions) > 0
