"""Sweeps, and searches for the best settings."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Mapping, Optional, Union

from . import tables
from .errors import SmarttError
from .launcher import PathLike, call, text
from .results import Run

if TYPE_CHECKING:
    import pandas

#: Values of a setting: a list, or a text such as ``1..5`` or ``log 0.01..1``.
Values = Union[str, Iterable[object]]


class Sweep:
    """The folder of a sweep.

    :ivar folder: its path
    """

    def __init__(self, folder: PathLike) -> None:
        self.folder = Path(folder)
        if not (self.folder / "sweep.csv").is_file():
            raise SmarttError(f"{self.folder} is no sweep's folder: it has no sweep.csv")

    @property
    def table(self) -> "pandas.DataFrame":
        """A row a run."""
        return tables.frame(self.folder / "sweep.csv")

    @property
    def means(self) -> "pandas.DataFrame":
        """A row for each combination: means over seeds with 95 % intervals."""
        return tables.frame(self.folder / "means.csv")

    def rows(self, name: str = "sweep") -> List[Dict[str, str]]:
        """The rows of a table as text; needs no other package."""
        return tables.rows(self.folder / f"{name}.csv")

    def __iter__(self) -> Iterator[Run]:
        """The runs that have ended, by the name of their folder."""
        for folder in sorted((self.folder / "runs").iterdir()):
            if (folder / "summary.json").is_file():
                yield Run(folder)


class Search(Sweep):
    """The folder of a search."""

    def __init__(self, folder: PathLike) -> None:
        super().__init__(folder)
        if not (self.folder / "candidates.csv").is_file():
            raise SmarttError(f"{self.folder} is no search's folder: it has no candidates.csv")

    @property
    def candidates(self) -> "pandas.DataFrame":
        """The default, then a row a candidate, the best first."""
        return tables.frame(self.folder / "candidates.csv")

    @property
    def best(self) -> Optional[Path]:
        """The winner's profile, for ``run(profile=...)``; None if no candidate completed."""
        file = self.folder / "best.yaml"
        return file if file.is_file() else None

    @property
    def comparison(self) -> Path:
        """The page with the winner's report next to the default's."""
        return self.folder / "comparison.html"


def sweep(
    vary: Mapping[str, Values],
    *,
    out: PathLike,
    profile: Optional[str] = None,
    settings: Optional[Mapping[str, object]] = None,
    jobs: Optional[int] = None,
    reports: bool = False,
    force: bool = False,
) -> Sweep:
    """Runs every combination of some settings; goes on where an earlier call stopped.

    :param vary: values by key; the last key varies fastest
    :param out: the sweep's folder
    """
    request = _request(profile, settings)
    request["vary"] = _values(vary)
    _call(request, out, jobs, reports, force)
    return Sweep(out)


def search(
    vary: Mapping[str, Values],
    *,
    out: PathLike,
    minimise: Optional[str] = None,
    maximise: Optional[str] = None,
    by: str = "random",
    over: Optional[Mapping[str, Values]] = None,
    candidates: Optional[int] = None,
    eta: Optional[int] = None,
    seed: Optional[int] = None,
    limit: Optional[str] = None,
    profile: Optional[str] = None,
    settings: Optional[Mapping[str, object]] = None,
    jobs: Optional[int] = None,
    reports: bool = False,
    force: bool = False,
) -> Search:
    """Searches for the settings with the least or largest measure.

    :param minimise: a number of ``summary.json``, such as ``fctUs.p99``
    :param maximise: the same, where more is better; one of the two
    :param by: ``random``, ``grid`` or ``halving``
    :param over: what each candidate is tried on: seeds and scenarios
    :param limit: longest time of a run, such as ``120s``
    """
    if (minimise is None) == (maximise is None):
        raise SmarttError("a search has one objective: minimise or maximise")
    request = _request(profile, settings)
    plan = {
        "minimise": minimise,
        "maximise": maximise,
        "by": by,
        "candidates": candidates,
        "eta": eta,
        "seed": seed,
        "limit": limit,
    }
    request["search"] = {key: str(value) for key, value in plan.items() if value is not None}
    request["vary"] = _values(vary)
    if over:
        request["over"] = _values(over)
    _call(request, out, jobs, reports, force)
    return Search(out)


def _request(
    profile: Optional[str], settings: Optional[Mapping[str, object]]
) -> Dict[str, Any]:
    request: Dict[str, Any] = {"profile": profile} if profile else {}
    request.update({key: text(value) for key, value in (settings or {}).items()})
    return request


def _values(values: Mapping[str, Values]) -> Dict[str, List[str]]:
    return {
        key: [items] if isinstance(items, str) else [text(item) for item in items]
        for key, items in values.items()
    }


def _call(
    request: Dict[str, Any], out: PathLike, jobs: Optional[int], reports: bool, force: bool
) -> None:
    with tempfile.TemporaryDirectory(prefix="smartt") as scratch:
        # JSON is YAML. Values with commas need no other separator there.
        file = Path(scratch) / "sweep.yaml"
        file.write_text(json.dumps(request, indent=2), encoding="utf-8")
        arguments = ["sweep", str(file), "--out", str(out)]
        if jobs is not None:
            arguments += ["--jobs", str(jobs)]
        if reports:
            arguments.append("--reports")
        if force:
            arguments.append("--force")
        call(arguments)
