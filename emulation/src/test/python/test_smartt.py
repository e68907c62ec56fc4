"""Tests of the package ``smartt`` against a launcher that the tests write."""

from __future__ import annotations

import json
import os
import stat
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path
from unittest import mock

import smartt

FAKE = """\
#!{python}
import json, pathlib, sys
arguments = sys.argv[1:]
pathlib.Path({log!r}).write_text(json.dumps(arguments))
def value(option):
    return arguments[arguments.index(option) + 1]
{body}
"""

RUN = """\
out = pathlib.Path(value("--out"))
out.mkdir(parents=True)
summary = {"status": "completed", "fctUs": {"p99": 12.5}, "timely": None}
(out / "summary.json").write_text(json.dumps(summary))
(out / "flows.csv").write_text("flow,src,slowdown\\r\\n1,h1,1.5\\r\\n2,h2,\\r\\n")
print(json.dumps(summary))
"""


class WithLauncher(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.log = self.folder / "arguments.json"

    def launcher(self, body: str) -> None:
        file = self.folder / "launcher"
        file.write_text(
            FAKE.format(python=sys.executable, log=str(self.log), body=textwrap.dedent(body))
        )
        file.chmod(file.stat().st_mode | stat.S_IXUSR)
        patch = mock.patch.dict(os.environ, {"SMARTT": str(file)})
        patch.start()
        self.addCleanup(patch.stop)

    def arguments(self) -> list:
        return json.loads(self.log.read_text())


class RunTest(WithLauncher):
    def test_arguments_and_results(self) -> None:
        self.launcher(RUN)
        out = self.folder / "run"
        run = smartt.run(
            scheme="swift", seed=3, settings={"link.loss": 0.5, "host.phases": True}, out=out
        )
        self.assertEqual(
            self.arguments(),
            ["run", "--json", "--out", str(out), "--scheme", "swift", "--seed", "3"]
            + ["--set", "link.loss=0.5", "--set", "host.phases=true"],
        )
        self.assertTrue(run.completed)
        self.assertEqual(run.measure("fctUs.p99"), 12.5)
        self.assertEqual(run.rows("flows")[1], {"flow": "2", "src": "h2", "slowdown": ""})
        with self.assertRaisesRegex(smartt.SmarttError, "no number 'fctUs'"):
            run.measure("fctUs")
        with self.assertRaisesRegex(smartt.SmarttError, "there is no jobs.csv"):
            run.rows("jobs")

    def test_refusal_has_the_message(self) -> None:
        self.launcher("print('smartt: no such scheme', file=sys.stderr); sys.exit(2)")
        with self.assertRaisesRegex(smartt.RequestRefused, "^no such scheme$") as refused:
            smartt.run(scheme="x", out=self.folder / "run")
        self.assertEqual(refused.exception.status, 2)

    def test_a_folder_that_is_no_run(self) -> None:
        with self.assertRaisesRegex(smartt.SmarttError, "no run folder"):
            smartt.Run(self.folder)


class FrameTest(WithLauncher):
    def test_a_cell_without_a_value_is_nan(self) -> None:
        try:
            import pandas
        except ImportError:
            self.skipTest("no pandas")
        self.launcher(RUN)
        flows = smartt.run(out=self.folder / "run").flows
        self.assertEqual(list(flows["slowdown"].isna()), [False, True])
        self.assertIsInstance(flows, pandas.DataFrame)

    def test_without_pandas_the_error_says_what_for(self) -> None:
        self.launcher(RUN)
        run = smartt.run(out=self.folder / "run")
        with mock.patch.dict(sys.modules, {"pandas": None}):
            with self.assertRaisesRegex(smartt.MissingPackage, "pandas"):
                run.table("flows")


class SweepTest(WithLauncher):
    BODY = """\
    import shutil
    out = pathlib.Path(value("--out"))
    (out / "runs").mkdir(parents=True)
    shutil.copy(arguments[1], out / "request.json")
    (out / "sweep.csv").write_text("scheme,status\\r\\nswift,completed\\r\\n")
    (out / "candidates.csv").write_text("rank\\r\\n0\\r\\n")
    """

    def test_values_with_commas_are_one_value(self) -> None:
        self.launcher(self.BODY)
        out = self.folder / "sweep"
        found = smartt.sweep(
            {"topology": ["leafspine,2,2,4"], "seed": "1..3"},
            settings={"capture": False},
            out=out,
            jobs=1,
        )
        self.assertEqual(
            json.loads((out / "request.json").read_text()),
            {"capture": "false", "vary": {"topology": ["leafspine,2,2,4"], "seed": ["1..3"]}},
        )
        self.assertEqual(found.rows(), [{"scheme": "swift", "status": "completed"}])
        self.assertEqual(list(found), [])

    def test_search(self) -> None:
        self.launcher(self.BODY)
        out = self.folder / "search"
        found = smartt.search(
            {"scheme": ["smartt", "Mine.java"]},
            minimise="fctUs.p99",
            by="halving",
            over={"seed": [1, 2]},
            candidates=9,
            out=out,
        )
        request = json.loads((out / "request.json").read_text())
        self.assertEqual(
            request["search"], {"minimise": "fctUs.p99", "by": "halving", "candidates": "9"}
        )
        self.assertEqual(request["over"], {"seed": ["1", "2"]})
        self.assertIsNone(found.best)

    def test_an_objective_is_needed(self) -> None:
        with self.assertRaisesRegex(smartt.SmarttError, "one objective"):
            smartt.search({"seed": [1]}, out="x")


class ScorecardTest(WithLauncher):
    def test_a_bad_candidate_is_a_result(self) -> None:
        self.launcher(
            """\
            print(json.dumps({"verdict": "timeout", "message": "slow", "scheme": None,
                              "properties": [], "scores": [], "api": 1}))
            sys.exit(1)
            """
        )
        card = smartt.check("Mine.java", beside=["swift"], time="9s")
        self.assertFalse(card.passed)
        self.assertEqual(card.message, "slow")
        self.assertEqual(
            self.arguments(),
            ["scheme", "check", "Mine.java", "--json", "--beside", "swift", "--time", "9s"],
        )


class LauncherTest(unittest.TestCase):
    def test_a_wrong_variable_is_named(self) -> None:
        with mock.patch.dict(os.environ, {"SMARTT": "/no/such/program"}):
            with self.assertRaisesRegex(smartt.LauncherNotFound, "/no/such/program"):
                smartt.find_launcher()

    def test_the_checkout_around_the_package(self) -> None:
        with mock.patch.dict(os.environ, {"PATH": ""}):
            os.environ.pop("SMARTT", None)
            self.assertEqual(smartt.find_launcher().name, "smartt")


if __name__ == "__main__":
    unittest.main()
