"""What one run left."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, List, Optional

from . import tables
from .errors import SmarttError
from .launcher import PathLike

if TYPE_CHECKING:
    import pandas


class Run:
    """A run folder.

    :ivar folder: its path
    :ivar summary: content of ``summary.json``
    """

    def __init__(self, folder: PathLike) -> None:
        self.folder = Path(folder)
        file = self.folder / "summary.json"
        if not file.is_file():
            raise SmarttError(f"{self.folder} is no run folder: it has no summary.json")
        self.summary: Dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))

    @property
    def status(self) -> str:
        """``completed``, ``failed``, ``interrupted``, ``planned`` or ``running``."""
        return str(self.summary.get("status"))

    @property
    def completed(self) -> bool:
        """Whether every flow finished and every byte was right."""
        return self.status == "completed"

    @property
    def message(self) -> Optional[str]:
        """Why it did not complete."""
        return self.summary.get("message")

    @property
    def report(self) -> Path:
        """The page ``report.html``."""
        return self.folder / "report.html"

    def measure(self, key: str) -> float:
        """A number of the summary, with dots between keys: ``fctUs.p99``.

        :raises SmarttError: if the run has no such number
        """
        node: Any = self.summary
        for part in key.split("."):
            node = node.get(part) if isinstance(node, dict) else None
        if isinstance(node, bool) or not isinstance(node, (int, float)):
            raise SmarttError(f"{self.folder}: the summary has no number '{key}'")
        return float(node)

    def rows(self, name: str) -> List[Dict[str, str]]:
        """The rows of a table as text, for example of ``flows``; needs no other package."""
        return tables.rows(self.folder / f"{name}.csv")

    def table(self, name: str) -> "pandas.DataFrame":
        """A table of the folder by name, as ``docs/use/results.md`` lists them."""
        return tables.frame(self.folder / f"{name}.csv")

    @property
    def flows(self) -> "pandas.DataFrame":
        """A row a flow."""
        return self.table("flows")

    @property
    def samples(self) -> "pandas.DataFrame":
        """Series over time."""
        return self.table("samples")

    @property
    def switches(self) -> "pandas.DataFrame":
        """A row a queue."""
        return self.table("switches")

    @property
    def events(self) -> "pandas.DataFrame":
        """What happened to the run."""
        return self.table("events")

    def series(self, metric: str, **where: object) -> "pandas.DataFrame":
        """The bins of one metric, such as ``cwnd``; ``where`` are columns and their values."""
        found = self.samples
        found = found[found["metric"] == metric]
        for column, value in where.items():
            found = found[found[column] == value]
        return found

    def __repr__(self) -> str:
        return f"Run({str(self.folder)!r}, {self.status})"
