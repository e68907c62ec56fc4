import assert from "node:assert/strict";
import test from "node:test";
import { ends, lowest, nearest, range, scene, spotsOf, standing, ticks, GREY, type DrawnPanel, type Shape } from "../main/scene";

type Hidden = (series: number) => boolean;
const all: Hidden = () => false;
const close = (found: readonly number[], wanted: readonly number[]): void => {
  assert.equal(found.length, wanted.length);
  found.forEach((value, i) => { assert.ok(Math.abs(value - wanted[i]) < 1e-9 * Math.max(1, Math.abs(wanted[i])), `${found.join()} is not ${wanted.join()}`); });
};
const shapes = (panel: DrawnPanel, hidden: Hidden = all): (readonly Shape[])[] => scene(panel, hidden).drawn.map((each) => each.shapes);

void test("an axis begins at 0 where that leaves most of its height to the values", () => {
  assert.deepEqual([lowest(0, 10), lowest(5, 10), lowest(6, 10), lowest(-5, 10)], [0, 0, 6, -5]);
  close(range([4, null, 10], "linear", lowest, 0.1), [0, 11]);
  close(range([8, 10], "linear", lowest, 0.1), [7.8, 10.2]);
});

void test("room is left for marks, and not below 0 where no value is", () => {
  const least = (value: number): number => value;
  close(range([0.1, 10.1], "linear", least, 0.05), [0, 10.6]);
  close(range([-1, 9], "linear", least, 0.1), [-2, 10]);
  close(range([10, 1000], "logarithmic", least, 0.5), [1, 10_000]);
});

void test("an axis of one value, or of none, still has two ends", () => {
  const least = (value: number): number => value;
  for (const values of [[], [null], [0], [7], [-7]]) {
    const [from, to] = range(values, "linear", least, 0.05);
    assert.ok(from < to);
    assert.ok(values.every((value) => value === null || (from <= value && value <= to)));
  }
  const [from, to] = range([8], "powers_of_two", least, 0.05);
  assert.ok(0 < from && from < 8 && 8 < to);
  assert.equal(ends([null]), null);
});

void test("ticks are round numbers, as many as there is room for", () => {
  close(ticks("linear", 0, 103, 6), [0, 20, 40, 60, 80, 100]);
  close(ticks("linear", 0.926, 1.004, 4), [0.94, 0.96, 0.98, 1]);
  close(ticks("linear", 0.926, 1.004, 3), [0.95, 1]);
  close(ticks("linear", -3, 3, 4), [-2, 0, 2]);
  close(ticks("powers_of_two", 4000, 70_000, 9), [4096, 8192, 16_384, 32_768, 65_536]);
  close(ticks("powers_of_two", 1, 1024, 6), [1, 4, 16, 64, 256, 1024]);
  close(ticks("logarithmic", 20, 900, 5), [20, 50, 100, 200, 500]);
  close(ticks("logarithmic", 1e-3, 1e3, 4), [1e-3, 1e-1, 1e1, 1e3]);
  assert.deepEqual(ticks("logarithmic", 0.09, 0.31, 9), [0.09, 0.1, 0.2, 0.3]);
});

void test("a logarithmic axis within one digit has ticks as well", () => {
  close(ticks("logarithmic", 11, 14, 4), [11, 12, 13, 14]);
  close(ticks("powers_of_two", 5, 7, 3), [5, 6, 7]);
});

void test("names are wrapped, then go upwards, then leave some out", () => {
  const width = (text: string): number => 10 * text.length;
  assert.deepEqual(standing(["ab", "cd"], 30, 12, width), { texts: ["ab", "cd"], upwards: false });
  assert.deepEqual(standing(["ab cd", "e"], 30, 12, width), { texts: ["ab\ncd", "e"], upwards: false });
  assert.deepEqual(standing(["abcdef", "e"], 30, 12, width), { texts: ["abcdef", "e"], upwards: true });
  assert.deepEqual(standing(["abcdef", "e", "f"], 8, 12, width), { texts: ["abcdef", "", "f"], upwards: true });
});

const curve = (label: string, style: "line" | "marked" | "dashed" | "dots" | "thin", points: (readonly [number | null, number | null])[]) => ({ label, style, points });

void test("what was not measured has no place in the palette", () => {
  const panel: DrawnPanel = {
    title: "t", kind: "lines", x: "size", y: "time", xAxis: "powers_of_two", yAxis: "linear", curves: [
      curve("ideal", "dashed", [[1, 1], [2, 2]]), curve("a", "marked", [[1, 3], [2, null], [4, 5]]), curve("part", "thin", [[1, 2], [2, 2]]), curve("b", "dots", [[1, 4], [2, 4]]),
    ],
  };
  const { drawn } = scene(panel, all);

  assert.deepEqual(drawn.map((each) => [each.colour, each.named]), [[GREY, true], [0, true], [GREY, false], [1, true]]);
  assert.deepEqual(drawn.map((each) => each.shapes.map((shape) => shape.kind)), [["line"], ["line", "mark", "mark"], ["line"], ["mark", "mark"]]);
  assert.deepEqual(drawn[1].spots()[1].text(), ["a", "size: 4", "time: 5"]);
});

void test("an axis is of the series that are seen, and a series keeps its colour", () => {
  const panel: DrawnPanel = {
    title: "t", kind: "lines", x: "x", y: "y", xAxis: "linear", yAxis: "linear", curves: [curve("a", "line", [[0, 1000], [9, 1000]]), curve("b", "line", [[0, 0], [9, 1]])],
  };
  const only = scene(panel, (series) => series === 0);

  close(only.y.range, [0, 1.06]);
  assert.deepEqual(only.drawn.map((each) => [each.hidden, each.colour]), [[true, 0], [false, 1]]);
  assert.equal(spotsOf(only.drawn).length, 2);
});

void test("a box has its five numbers, and points beyond its whiskers", () => {
  const panel: DrawnPanel = { title: "t", kind: "boxes", y: "us", boxes: [{ label: "a", five: [1, 2, 3, 4, 5], beyond: [100] }] };
  const { x, y, drawn } = scene(panel, all);

  assert.deepEqual(x.names, ["a"]);
  close(x.range, [-0.5, 0.5]);
  close(y.range, [0, 106]);
  assert.deepEqual(drawn[0].shapes, [{ kind: "box", x: 0, half: 0.3, five: [1, 2, 3, 4, 5] }, { kind: "mark", x: 0, y: 100, size: 5, open: true }]);
  assert.deepEqual(drawn[0].spots().map((spot) => spot.text()), [
    ["a", "100"], ["a", "upper whisker: 5", "upper quartile: 4", "median: 3", "lower quartile: 2", "lower whisker: 1"],
  ]);
});

void test("bars of a group stand side by side, and share the place of one that is hidden", () => {
  const panel: DrawnPanel = {
    title: "t", kind: "bars", x: "k", y: "us", groups: ["4", "8"], bars: [{ label: "a", values: [1, null] }, { label: "b", values: [2, 3] }],
  };
  const places = (found: readonly Shape[]): number[] => found.flatMap((shape) => shape.kind === "bar" ? [shape.from, shape.to, shape.y] : []);
  const [a, b] = shapes(panel).map(places);

  close(a, [-0.4, 0, 1]);
  close(b, [0, 0.4, 2, 1, 1.4, 3]);
  close(places(shapes(panel, (series) => series === 0)[1]), [-0.4, 0.4, 2, 0.6, 1.4, 3]);
  assert.deepEqual(scene(panel, all).drawn[1].spots()[1].text(), ["b", "k: 8", "us: 3"]);
  assert.equal(scene(panel, all).y.range[0], 0);
});

void test("a mean has its interval, and every run is a point", () => {
  const panel: DrawnPanel = { title: "t", kind: "samples", x: "k", groups: [], series: [{ label: "sw", samples: [{ mean: [4, 100, 2], values: [99, 101] }, { mean: [8, 90, 0], values: [90] }] }] };
  const { y, drawn } = scene(panel, all);

  assert.deepEqual(drawn[0].shapes.slice(1), [
    { kind: "interval", x: 4, low: 98, high: 102 }, { kind: "mark", x: 4, y: 99, size: 5, open: true }, { kind: "mark", x: 4, y: 101, size: 5, open: true },
    { kind: "mark", x: 4, y: 100, size: 9 }, { kind: "mark", x: 8, y: 90, size: 9 },
  ]);
  assert.deepEqual(drawn[0].spots().map((spot) => spot.text().at(-1)), ["mean 100 \u00b1 2", "99", "101", "90"]);
  // The axis shows the difference, and not the way from 0.
  assert.ok(y.range[0] > 80);
});

void test("means of a group stand side by side, without a line from group to group", () => {
  const series = (label: string) => ({ label, samples: [{ mean: [1, 5, 0] as const, values: [5] }] });
  const panel: DrawnPanel = { title: "t", kind: "samples", x: "scheme", groups: ["smartt", "swift"], series: [series("old"), series("new")] };
  const { x, drawn } = scene(panel, all);

  assert.deepEqual(x.names, ["smartt", "swift"]);
  assert.deepEqual(drawn.flatMap((each) => each.shapes.map((shape) => shape.kind === "mark" ? shape.x.toFixed(2) : shape.kind)), ["0.85", "1.15"]);
  assert.deepEqual(drawn[0].spots()[0].text(), ["old", "scheme: swift", "5"]);
});

void test("a pointer finds the next point, the bar that it is on, and nothing far away", () => {
  const spot = (x: readonly [number, number], y: readonly [number, number], name: string) => ({ x, y, text: () => [name] });
  const spots = [spot([0, 0], [0, 0], "point"), spot([5, 10], [0, 50], "bar")];
  const found = (x: number, y: number): string | undefined => nearest(spots, x, y, 8, (value) => value, (value) => 100 - value)?.text()[0];

  assert.deepEqual([found(1, 97), found(7, 60), found(12, 100), found(40, 100), found(7, 20)], ["point", "bar", "bar", undefined, undefined]);
});
