"""Finds and calls the launcher ``smartt``."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import List, Optional, Sequence, Union

from .errors import LauncherNotFound, RequestRefused

PathLike = Union[str, "os.PathLike[str]"]

#: Environment variable with the path of the launcher.
VARIABLE = "SMARTT"


def find_launcher() -> Path:
    """Returns the launcher: of ``$SMARTT``, on the ``PATH``, or of the checkout around this file.

    :raises LauncherNotFound: naming the three places
    """
    named = os.environ.get(VARIABLE)
    if named:
        path = Path(named)
        if path.is_file() and os.access(path, os.X_OK):
            return path.resolve()
        raise LauncherNotFound(f"${VARIABLE} is {named}, which is no program")
    on_path = shutil.which("smartt")
    if on_path:
        return Path(on_path)
    for folder in [*Path(__file__).resolve().parents, *Path.cwd().resolve().parents, Path.cwd()]:
        candidate = folder / "smartt"
        if candidate.is_file() and os.access(candidate, os.X_OK) and (folder / "mvnw").is_file():
            return candidate
    raise LauncherNotFound(
        f"there is no launcher 'smartt': set ${VARIABLE} to its path, put it on the PATH, or work"
        " in a checkout of the harness"
    )


def call(
    arguments: Sequence[str], *, accepted: Sequence[int] = (0, 1), cwd: Optional[PathLike] = None
) -> str:
    """Runs the launcher and returns its standard output.

    :param accepted: exit statuses that have a result; 1 is an experiment that failed
    :raises RequestRefused: with what it said on standard error
    """
    command: List[str] = [str(find_launcher()), *arguments]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd, check=False
    )
    if done.returncode not in accepted:
        raise RequestRefused(_reason(done.stderr, done.returncode), done.returncode)
    return done.stdout


def _reason(stderr: str, status: int) -> str:
    lines = [line for line in stderr.splitlines() if line.strip()]
    if not lines:
        return f"smartt ended with status {status} and no message"
    last = lines[-1]
    return last[len("smartt: ") :] if last.startswith("smartt: ") else last


def assignments(option: str, values: "dict[str, object]") -> List[str]:
    """Arguments ``option key=value`` for each of some settings."""
    arguments: List[str] = []
    for key, value in values.items():
        arguments += [option, f"{key}={text(value)}"]
    return arguments


def text(value: object) -> str:
    """A value as the harness writes it: ``true`` rather than ``True``."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
