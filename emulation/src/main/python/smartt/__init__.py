"""Runs experiments of the SMaRTT harness and reads what they leave.

The package calls the launcher ``smartt``. It needs the standard library alone; data frames need
pandas, plots need matplotlib too.
"""

from . import plots
from .errors import LauncherNotFound, MissingPackage, RequestRefused, SmarttError
from .launcher import find_launcher
from .results import Run
from .runs import run
from .scorecards import Property, Score, Scorecard, check
from .sweeps import Search, Sweep, search, sweep

__all__ = [
    "LauncherNotFound",
    "MissingPackage",
    "Property",
    "RequestRefused",
    "Run",
    "Score",
    "Scorecard",
    "Search",
    "SmarttError",
    "Sweep",
    "check",
    "find_launcher",
    "plots",
    "run",
    "search",
    "sweep",
]
