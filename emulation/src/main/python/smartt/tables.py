"""CSV files of the harness, as rows or as data frames."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, List

from .errors import MissingPackage, SmarttError

if TYPE_CHECKING:
    import pandas


def rows(file: Path) -> List[Dict[str, str]]:
    """The rows of a CSV file as text, by column."""
    _require(file)
    with file.open(newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def frame(file: Path) -> "pandas.DataFrame":
    """A CSV file as a data frame. Cells without a value are NaN.

    :raises MissingPackage: without pandas
    """
    _require(file)
    return pandas_module().read_csv(file)


def _require(file: Path) -> None:
    if not file.is_file():
        raise SmarttError(f"there is no {file.name} in {file.parent}")


def pandas_module() -> Any:
    """The package pandas, or an error that says what it is for."""
    try:
        import pandas as module
    except ImportError as e:
        raise MissingPackage("data frames need the package pandas; 'rows' works without") from e
    return module


def pyplot_module() -> Any:
    """matplotlib's pyplot, or an error that says what it is for."""
    try:
        import matplotlib.pyplot as module
    except ImportError as e:
        raise MissingPackage("plots need the package matplotlib") from e
    return module
