"""Plots of results. Each draws into the axes that it is given, or into new ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, Optional

from .results import Run
from .tables import pyplot_module

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Colours that people with any colour vision tell apart (Okabe and Ito, 2008).
COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"]


def _axes(axes: "Optional[Axes]") -> Any:
    if axes is None:
        _, axes = pyplot_module().subplots(figsize=(6, 3.5), layout="constrained")
    axes.grid(True, alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    return axes


def cdf(
    runs: Mapping[str, Run], column: str = "slowdown", axes: "Optional[Axes]" = None
) -> "Axes":
    """The distribution of a column of ``flows.csv``, a line a run."""
    axes = _axes(axes)
    for number, (label, run) in enumerate(runs.items()):
        values = list(run.flows[column].dropna().sort_values())
        shares = [i / len(values) for i in range(len(values) + 1)] if values else []
        axes.step(
            values[:1] + values, shares, where="post", label=label, color=COLOURS[number % len(COLOURS)]
        )
    axes.set_xlabel(column)
    axes.set_ylabel("share of flows")
    axes.set_ylim(0, 1.02)
    axes.legend(frameon=False)
    return axes


def series(
    run: Run, metric: str, axes: "Optional[Axes]" = None, most: int = 6, **where: object
) -> "Axes":
    """A metric of ``samples.csv`` over time, a line a flow, queue or port.

    :param most: how many lines at most; the first ones are drawn
    :param where: columns and their values, such as ``flow=3``
    """
    axes = _axes(axes)
    found = run.series(metric, **where)
    subjects = ["flow", "node", "port", "queue"]
    groups = list(found.groupby(subjects, dropna=False, sort=False))
    for number, (key, bins) in enumerate(groups[:most]):
        names = [
            f"{name} {value:g}" if isinstance(value, float) else str(value)
            for name, value in zip(subjects, key)
            if value == value
        ]
        axes.step(
            bins["start_us"],
            bins["mean"],
            where="post",
            label=" ".join(names),
            color=COLOURS[number % len(COLOURS)],
        )
    unit = found["unit"].iloc[0] if len(found) else ""
    axes.set_xlabel("time (us)")
    axes.set_ylabel(f"{metric} ({unit})")
    if len(groups) > most:
        axes.set_title(f"{most} of {len(groups)}", fontsize="small", loc="right")
    axes.legend(frameon=False, fontsize="small")
    return axes


def slowdown_by_size(
    runs: Mapping[str, Run], column: str = "p99", axes: "Optional[Axes]" = None
) -> "Axes":
    """Slowdown by message size, a line a run: the plot of HPCC, Homa and DCQCN."""
    axes = _axes(axes)
    for number, (label, run) in enumerate(runs.items()):
        groups = run.table("slowdown_by_size")
        axes.plot(
            groups["to_bytes"],
            groups[column],
            marker="o",
            markersize=3,
            label=label,
            color=COLOURS[number % len(COLOURS)],
        )
    axes.set_xscale("log")
    axes.set_xlabel("message size (B)")
    axes.set_ylabel(f"{column} slowdown, idle network = 1")
    axes.legend(frameon=False)
    return axes
