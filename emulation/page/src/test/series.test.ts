import assert from "node:assert/strict";
import test from "node:test";
import type { Series } from "../main/data";
import { entropyPoints } from "../main/lines";
import { distribution, framesOver, meanIn, peakIn, quantile, quantileBands, total, valueAt } from "../main/series";

const series = (startUs: number, widthUs: number, mean: (number | null)[], max?: (number | null)[]): Series =>
  ({ metric: "queue", node: "s", port: 1, queue: 0, startUs, widthUs, mean, ...(max ? { max, min: mean } : {}) });

void test("a value holds in its bin and nowhere else", () => {
  const one = series(10, 2, [5, null, 7]);
  assert.deepEqual([9.9, 10, 11.9, 12, 14, 16].map((us) => valueAt(one, us)), [null, 5, 5, null, 7, null]);
});

void test("the peak of a span is that of the bins it touches", () => {
  const one = series(0, 1, [1, 2, 3], [4, 9, 5]);
  assert.equal(peakIn(one, 0, 1), 4);
  assert.equal(peakIn(one, 0.5, 1.5), 9);
  assert.equal(peakIn(one, 5, 6), null);
});

void test("the mean of a span is by time, and 0 where nothing is", () => {
  const one = series(0, 1, [10, 20]);
  assert.equal(meanIn(one, 0.5, 1.5), 15);
  assert.equal(meanIn(one, 1, 3), 10);
});

void test("the sum over series keeps the amount", () => {
  const frames = framesOver([0, 4], 2);
  assert.deepEqual(frames, { fromUs: 0, widthUs: 2, count: 2 });
  assert.deepEqual(total([series(0, 1, [4, 4, 0, 0]), series(1, 2, [6])], frames), [7, 3]);
});

void test("frames are never narrower than asked for", () => {
  assert.deepEqual(framesOver([0, 10], 100, 2.5), { fromUs: 0, widthUs: 2.5, count: 4 });
});

void test("quantiles are by the nearest rank", () => {
  assert.deepEqual([0.01, 0.25, 0.5, 0.75, 0.99].map((share) => quantile([1, 2, 3, 4], share)), [1, 1, 2, 3, 4]);
});

void test("bands leave out who has no value", () => {
  const bands = quantileBands([series(0, 1, [1, 1]), series(0, 1, [3]), series(0, 1, [2])], { fromUs: 0, widthUs: 1, count: 3 });
  assert.deepEqual(bands[2], [2, 1, null]);
  assert.deepEqual(bands[4], [3, 1, null]);
});

void test("a distribution's percentiles are between the closest ranks", () => {
  const values = distribution([4, 1, 3, 2]);
  assert.equal(values?.median, 2.5);
  assert.ok(Math.abs((values?.p99 ?? 0) - 3.97) < 1e-9);
  assert.deepEqual([values?.min, values?.max], [1, 4]);
  assert.equal(distribution([]), null);
});

void test("entropy values of a state are points, and only one of their lines has its name", () => {
  const lines = entropyPoints({ flow: 3, looks: [[1, [7], [], [9]], [2, [7, 8], [5], []]] }, "h1-h2");
  assert.deepEqual(lines.filter((line) => !line.unnamed).map((line) => [line.label, line.y]),
    [["h1-h2, kept out of use", [9, null]], ["h1-h2, to be used again", [null, 5]], ["h1-h2, in flight", [7, 7]]]);
  assert.deepEqual(lines.filter((line) => line.unnamed).map((line) => line.y), [[null, 8]]);
});
