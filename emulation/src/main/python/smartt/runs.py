"""Runs one experiment."""

from __future__ import annotations

import itertools
import os
import time
from pathlib import Path
from typing import List, Mapping, Optional

from .launcher import PathLike, assignments, call
from .results import Run

_numbers = itertools.count(1)


def run(
    *,
    profile: Optional[str] = None,
    topology: Optional[str] = None,
    workload: Optional[str] = None,
    scheme: Optional[str] = None,
    lb: Optional[str] = None,
    trimming: Optional[str] = None,
    constants: Optional[str] = None,
    seed: Optional[int] = None,
    settings: Optional[Mapping[str, object]] = None,
    capture: bool = False,
    out: Optional[PathLike] = None,
    force: bool = False,
) -> Run:
    """Runs an experiment to its end.

    Arguments are the options of ``smartt run``; those that are left out have its defaults.

    :param settings: more settings by key, as ``--set`` takes them
    :param out: the run folder; by default a new one under ``runs``
    :returns: the run, completed or not
    :raises smartt.RequestRefused: if the experiment cannot be, naming why
    """
    options = {
        "--profile": profile,
        "--topology": topology,
        "--workload": workload,
        "--scheme": scheme,
        "--lb": lb,
        "--trimming": trimming,
        "--constants": constants,
        "--seed": seed,
    }
    folder = new_folder() if out is None else Path(out)
    arguments: List[str] = ["run", "--json", "--out", str(folder)]
    for option, value in options.items():
        if value is not None:
            arguments += [option, str(value)]
    arguments += assignments("--set", dict(settings or {}))
    if capture:
        arguments.append("--capture")
    if force:
        arguments.append("--force")
    call(arguments)
    return Run(folder)


def new_folder() -> Path:
    """A folder under ``runs`` that no other call has."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    return Path("runs") / f"{stamp}-python-{os.getpid()}-{next(_numbers)}"
