"""The scorecard of a congestion control of one's own."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional

from .launcher import PathLike, assignments, call
from .tables import pandas_module

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Property:
    """Something that must hold of every controller."""

    name: str
    held: bool
    detail: str


@dataclass(frozen=True)
class Score:
    """How one scheme did in one scenario; ``values`` are the keys of the JSON."""

    scenario: str
    scheme: str
    completed: bool
    values: Mapping[str, Any]


@dataclass(frozen=True)
class Scorecard:
    """What ``smartt scheme check`` found.

    :ivar verdict: ``passed``, ``failed``, ``refused``, ``timeout`` or ``crashed``
    :ivar message: the first reason; None if it passed
    :ivar json: all of it, as ``docs/extend/own-algorithm.md`` describes it
    """

    verdict: str
    message: Optional[str]
    scheme: Optional[str]
    properties: List[Property]
    scores: List[Score]
    json: Mapping[str, Any]

    @property
    def passed(self) -> bool:
        """Whether every property held and every scenario completed."""
        return self.verdict == "passed"

    @property
    def table(self) -> "pandas.DataFrame":
        """A row for each scenario and scheme."""
        return pandas_module().json_normalize([dict(score.values) for score in self.scores])


def check(
    file: PathLike,
    *,
    balancer: bool = False,
    settings: Optional[Mapping[str, object]] = None,
    scenarios: Optional[Iterable[str]] = None,
    beside: Optional[Iterable[str]] = None,
    time: Optional[str] = None,
    memory: Optional[str] = None,
) -> Scorecard:
    """Checks an algorithm's file; a bad candidate is a result and no error.

    :param balancer: whether it is a load balancer, not a congestion control
    :param settings: of the candidate's runs
    :param scenarios: names; all if left out
    :param beside: built-in ones that run the same
    :param time: longest time of the check, such as ``120s``
    :param memory: largest heap, such as ``1g``
    """
    arguments = ["scheme", "check", str(file), "--json"]
    if balancer:
        arguments.append("--lb")
    arguments += assignments("--set", dict(settings or {}))
    if scenarios is not None:
        arguments += ["--scenarios", ",".join(scenarios)]
    if beside is not None:
        arguments += ["--beside", ",".join(beside)]
    if time is not None:
        arguments += ["--time", time]
    if memory is not None:
        arguments += ["--memory", memory]
    return _card(json.loads(call(arguments)))


def _card(found: Dict[str, Any]) -> Scorecard:
    return Scorecard(
        verdict=found["verdict"],
        message=found["message"],
        scheme=found["scheme"],
        properties=[Property(one["name"], one["held"], one["detail"]) for one in found["properties"]],
        scores=[
            Score(one["scenario"], one["scheme"], one["completed"], one) for one in found["scores"]
        ],
        json=found,
    )
