import assert from "node:assert/strict";
import test from "node:test";
import { directions, nearest, segments, tiers } from "../main/layout";
import { busiest, load, shade, UNKNOWN } from "../main/load";
import { Model } from "../main/model";
import { line, lines, packed, together } from "../main/raster";

const nodes = [{ name: "h1", host: true, tier: 0 }, { name: "h2", host: true, tier: 0 }, { name: "s1", host: false, tier: 1 }];
const links = [{ a: "h1", aPort: 1, b: "s1", bPort: 1, rateBps: 1e9 }, { a: "h2", aPort: 1, b: "s1", bPort: 2, rateBps: 1e9 }];

void test("hosts stand below, switches above", () => {
  assert.deepEqual([...tiers(nodes)], [0.25, 1, 0.75, 1, 0.5, 0]);
});

void test("a cable is found from either side, and only next to it", () => {
  const all = directions(nodes, links);
  const points = segments(all, tiers(nodes), (x) => 100 * x, (y) => 100 * y, 2);
  assert.equal(all.length, 4);
  const found = nearest(points, 37, 52, 8);
  assert.ok(found === 0 || found === 1, String(found));
  assert.equal(nearest(points, 5, 5, 8), -1);
});

void test("shades go from nothing to the most, and say what is not known", () => {
  assert.deepEqual([0, 0.001, 0.5, 1, NaN].map((value) => shade(value, 1, 4)), [0, 1, 3, 4, UNKNOWN]);
  assert.equal(shade(5, 0, 4), 0);
});

void test("the load of a link over time and over the whole run", () => {
  const model = new Model({
    nodes, links, series: [
      { metric: "utilisation", node: "s1", port: 2, startUs: 0, widthUs: 1, mean: [1, 0.5, 0, 0.5] },
      { metric: "marks", node: "s1", port: 2, queue: 0, startUs: 1, widthUs: 1, mean: [4e6] },
    ],
    queues: [{ switch: "s1", port: 2, peer: "h2", queue: 0, packets: 9, bytes: 900, trims: 1, marks: 4, drops: 0, maxPackets: 3, maxBytes: 300 }],
  }, "file");
  const all = directions(nodes, links);
  const at = all.findIndex((each) => each.from === "s1" && each.port === 2);

  const use = load(model, all, "utilisation", 4, 4);
  assert.equal(use.frames.count, 4);
  assert.deepEqual([0, 1, 2, 3].map((frame) => use.shades[frame * all.length + at]), [4, 3, 0, 3]);
  assert.equal(use.whole[at], 0.5);
  assert.equal(busiest(use.whole), at);
  assert.equal(busiest([0, NaN]), -1);
  const marks = load(model, all, "marks", 4, 4);
  assert.equal(marks.whole[at], 4);
  assert.equal(marks.mostWhole, 4);
  assert.deepEqual([0, 1, 2, 3].map((frame) => marks.shades[frame * all.length + at]), [0, 4, 0, 0]);
  assert.ok(Number.isNaN(marks.whole[0]), "a host's NIC counts no marks");
});

void test("what nobody counts of a queue is unknown, not nothing", () => {
  const row = { switch: "s1", port: 2, peer: "h2", packets: null, bytes: null, trims: 1, marks: 4, drops: null, maxPackets: null, maxBytes: null };
  const queues = [{ ...row, queue: 0 }, { ...row, queue: 1 }];
  const model = new Model({ nodes, links, series: [], queues }, "file");
  const all = directions(nodes, links);
  const at = all.findIndex((each) => each.from === "s1" && each.port === 2);

  assert.equal(load(model, all, "marks", 4, 4).whole[at], 8);
  assert.ok(Number.isNaN(load(model, all, "drops", 4, 4).whole[at]));
  assert.ok(Number.isNaN(load(model, all, "queue", 4, 4).whole[at]));
});

void test("lines are cut at the edge and never wrap around it", () => {
  const pixels = new Uint32Array(16);
  line(pixels, 4, 4, -10, 1.5, 10, 1.5, 7, false);
  assert.deepEqual([...pixels], [0, 0, 0, 0, 7, 7, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0]);
  line(pixels, 4, 4, 10, 10, 20, 20, 9, true);
  assert.ok(!pixels.includes(9));
});

void test("what is large lies on top, and nothing is not drawn", () => {
  const pixels = new Uint32Array(4);
  const points = Float32Array.from([0, 0, 3, 0, 0, 0, 3, 0, 0, 0, 3, 0]);
  lines(pixels, 4, 1, points, Uint8Array.from([2, 1, 0]), [0, 11, 22], false);
  assert.deepEqual([...pixels], [22, 22, 22, 22]);
  assert.equal(packed("#0102ff"), 0xffff0201);
});

void test("two directions as one have the larger shade", () => {
  assert.deepEqual([...together(Uint8Array.from([1, 3, UNKNOWN, 2]))], [3, 0, 2, 0]);
});
