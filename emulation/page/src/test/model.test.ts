import assert from "node:assert/strict";
import test from "node:test";
import type { Series, SeriesUpdate } from "../main/data";
import { Model, seriesKey, updated } from "../main/model";

const series = (mean: (number | null)[], more: Partial<Series> = {}): Series =>
  ({ metric: "goodput", flow: 1, startUs: 0, widthUs: 1, mean, ...more });
const update = (from: number, mean: (number | null)[], more: Partial<Series> = {}): SeriesUpdate => ({ ...series(mean, more), from });

void test("bins of an update replace those from its first on", () => {
  assert.deepEqual(updated(series([1, 2, 3]), update(2, [7, 8])).mean, [1, 2, 7, 8]);
});

void test("an update of another width begins anew", () => {
  assert.deepEqual(updated(series([1, 2, 3]), update(0, [5], { widthUs: 2 })).mean, [5]);
});

void test("bins that were missed are not known", () => {
  assert.deepEqual(updated(undefined, update(2, [5])).mean, [null, null, 5]);
});

void test("least and largest follow the mean", () => {
  const made = updated(series([1, 2], { min: [0, 1], max: [2, 3] }), update(1, [9], { min: [8], max: [10] }));
  assert.deepEqual([made.min, made.max], [[0, 8], [2, 10]]);
});

void test("a flow, a queue and a port have series of their own", () => {
  const keys = [
    series([]), series([], { flow: 11 }), series([], { flow: undefined, node: "s1", port: 1 }),
    series([], { flow: undefined, node: "s1", port: 1, queue: 0 }), series([], { metric: "rtt" }),
  ].map(seriesKey);
  assert.equal(new Set(keys).size, keys.length);
});

void test("live events change the run and are told", () => {
  const model = new Model({}, "waiting");
  let told = 0;
  model.onChange(() => { told++; });
  model.replace({ series: [series([1])], flows: [{ id: 1, src: "h1", dst: "h2", scheme: "smartt", bytes: 1, startUs: 0, idealUs: 1, baseRttUs: 1 }] });
  model.takeSamples([update(1, [2])]);
  model.takeFlows([{ id: 1, src: "h1", dst: "h2", scheme: "smartt", bytes: 1, startUs: 0, idealUs: 1, baseRttUs: 1, fctUs: 5 }]);
  model.takeEvents([{ timeUs: 1, kind: "link-down", what: "s1-s2 went down" }]);

  assert.equal(told, 4);
  assert.deepEqual(model.ofFlow("goodput", 1)?.mean, [1, 2]);
  assert.equal(model.of("goodput").length, 1);
  assert.equal(model.flow(1)?.fctUs, 5);
  assert.equal(model.data.flows.length, 1);
  assert.equal(model.data.summary.events?.length, 1);
});

void test("bins come by the number of their series", () => {
  const model = new Model({}, "waiting");
  model.replace({ series: [series([1, 2], { metric: "cwnd", min: [0, 1], max: [2, 3] })] });
  model.takeSamples([update(0, [5], { flow: 2 })]);
  model.takeBins([[1, 1, [6, 7]], [0, 1, [3, 4], [2, 3], [4, 5]], [9, 0, [1]]]);

  assert.deepEqual(model.ofFlow("goodput", 2)?.mean, [5, 6, 7]);
  const cwnd = model.ofFlow("cwnd", 1);
  assert.deepEqual([cwnd?.mean, cwnd?.min, cwnd?.max], [[1, 3, 4], [0, 2, 3], [2, 4, 5]]);
});

void test("a snapshot of the same network leaves its objects, and forgets what flows did together", () => {
  const net = (): { links: { a: string; aPort: number; b: string; bPort: number; rateBps: number }[] } =>
    ({ links: [{ a: "s1", aPort: 3, b: "h1", bPort: 1, rateBps: 1 }] });
  const model = new Model(net(), "waiting");
  const links = model.data.links;
  model.takeOverall([{ metric: "cwnd", startUs: 0, widthUs: 1, bands: [[1], [2], [3], [4], [5]] }]);
  assert.equal(model.overall("cwnd")?.bands[2][0], 3);
  model.replace(net());
  assert.equal(model.data.links, links);
  assert.equal(model.overall("cwnd"), undefined);
});

void test("ports know who is at their far end", () => {
  const model = new Model({ links: [{ a: "s1", aPort: 3, b: "h1", bPort: 1, rateBps: 1 }] }, "file");
  assert.equal(model.peer("s1", 3), "h1");
  assert.equal(model.peer("h1", 1), "s1");
  assert.equal(model.peer("s1", 4), undefined);
});

void test("entropy values of a flow are replaced as a whole", () => {
  const model = new Model({ entropies: [{ flow: 1, looks: [] }, { flow: 2, looks: [] }] }, "waiting");
  model.takeEntropies([{ flow: 2, looks: [[5, [1], [], []]] }]);
  assert.equal(model.entropies(2)?.looks.length, 1);
  assert.equal(model.entropies(1)?.looks.length, 0);
  assert.equal(model.entropies(3), undefined);
});
