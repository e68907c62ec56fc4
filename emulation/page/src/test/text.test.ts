import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { complete, type Journey } from "../main/data";
import { brief, bytes, decimals, measured, rate, shown, time } from "../main/format";
import { attempts } from "../main/hops";
import { arranged, type Column } from "../main/table";
import { verdict } from "../main/verdict";

void test("numbers have the unit that fits them", () => {
  assert.deepEqual([bytes(512), bytes(4096), bytes(3 * 2 ** 20), rate(5e10), time(12.5), time(2500)],
    ["512 B", "4.0 KiB", "3.0 MiB", "50.0 Gbps", "12.500 us", "2.500 ms"]);
  assert.deepEqual([brief(0.12345), brief(123.456), brief(12345.6)], ["0.123", "123.5", "12,346"]);
});

void test("a measured number keeps its digits", () => {
  assert.deepEqual([brief(1), brief(0.81), measured(1.0000045, 3), shown(1, 3)], ["1.000", "0.810", "1.000", "1"]);
  const summary = { ...complete({}).summary, status: "completed", flows: { count: 15, finished: 15 } };
  assert.equal(verdict({ ...summary, slowdown: { min: 0.95, median: 0.9820, p99: 1, max: 1.000045 } }).text,
    "All 15 flows finished: half within 0.982 times their fair ideal, the slowest in 1.000 times.");
  assert.equal(verdict({ ...summary, flows: { count: 1, finished: 1 }, slowdown: { min: 1.5, median: 1.5, p99: 1.5, max: 1.5 } }).text,
    "The flow finished in 1.500 times its fair ideal.");
});

void test("why a machine was late is said once", () => {
  const late = { ...complete({}).summary, status: "completed", timely: false, untimelyBecause: ["a switch was late"] };
  assert.equal(verdict(late).text, "All flows finished, but this machine did not keep time: a switch was late.");
  assert.equal(verdict({ ...late, cause: "this machine did not keep time: a switch was late" }).text,
    "All flows finished, but this machine did not keep time.");
});

void test("an axis tells its values apart", () => {
  assert.deepEqual([50, 1, 0.5, 0.025, 0.1 + 0.2, 2e-6].map(decimals), [0, 0, 1, 3, 1, 6]);
});

interface Row { readonly name: string; readonly value?: number }
const name: Column<Row> = { name: "name", value: (row) => row.name };
const value: Column<Row> = { name: "value", value: (row) => row.value };
const rows: Row[] = [{ name: "leaf10", value: 2 }, { name: "leaf2" }, { name: "leaf1", value: 5 }];
const names = (found: Row[]): string[] => found.map((row) => row.name);

void test("rows have every word that was searched for", () => {
  assert.deepEqual(names(arranged(rows, "leaf 1", (row) => row.name, null)), ["leaf10", "leaf1"]);
  assert.deepEqual(names(arranged(rows, "LEAF2", (row) => row.name, null)), ["leaf2"]);
});

void test("numbers in names count, and what is not known comes last either way", () => {
  assert.deepEqual(names(arranged(rows, "", undefined, { column: name, down: false })), ["leaf1", "leaf2", "leaf10"]);
  assert.deepEqual(names(arranged(rows, "", undefined, { column: value, down: true })), ["leaf1", "leaf10", "leaf2"]);
  assert.deepEqual(names(arranged(rows, "", undefined, { column: value, down: false })), ["leaf10", "leaf1", "leaf2"]);
});

void test("a journey tells what the command line tells", () => {
  const queue = { port: 5, queue: 0, depthPackets: 2, depthBytes: 8340, capacityPackets: 18 };
  const journey: Journey = {
    from: "h5", to: "h1", connection: 0, psn: 7, whole: true, events: [
      { timePs: 0, transmission: 1, event: "sent", host: "h5", bytes: 4170, entropy: 52068, again: false, window: { windowBytes: 111714, inFlightBytes: 4170 } },
      { timePs: 1, transmission: 1, event: "enteredSwitch", switch: "leaf2", port: 1, bytes: 4170, marked: false },
      { timePs: 1, transmission: 1, event: "lookup", table: "ingress.ipv4_lpm", hit: true, key: { "hdr.ipv4.dst_addr": "0xa000001" }, entry: "10.0.0.0/27 -> group 1" },
      { timePs: 1, transmission: 1, event: "action", action: "ingress.to_port", arguments: { port: "0x5" } },
      { timePs: 1, transmission: 1, event: "lookup", table: "tbl_smartt173", hit: false, key: {} },
      { timePs: 1, transmission: 1, event: "action", action: "smartt173", arguments: {} },
      { timePs: 9, transmission: 1, event: "leftSwitch", switch: "leaf2", waitedPs: 169000, bytes: 64, marked: false, trimmedFrom: 4170, after: queue },
      { timePs: 20, transmission: 2, event: "sent", host: "h5", bytes: 4170, entropy: 9, again: true, window: { windowBytes: 1, inFlightBytes: 2 } },
      { timePs: 30, transmission: 2, event: "reached", host: "h1", kind: "data", bytes: 4202, marked: true, signals: { "path.hops": 1, "hops[0].kbps": 40000000 } },
    ],
  };
  const [first, second] = attempts(journey);
  assert.equal(first.hops[0].text, "h5 sends 4,170 B with entropy 52068; window 111,714 B, 4,170 B in flight");
  assert.deepEqual(first.hops[1].lookups, [
    { table: "ingress.ipv4_lpm", key: "hdr.ipv4.dst_addr = 0xa000001", result: "hit 10.0.0.0/27 -> group 1", action: "ingress.to_port(port = 0x5)" },
  ]);
  assert.equal(first.hops[1].steps.length, 4);
  assert.equal(first.hops[2].text, "leaf2 sends it by port 5 after 0.169 us in queue 0, 64 B, TRIMMED from 4,170 B; 2 packets, 8,340 B behind it, room for 18 packets");
  assert.deepEqual([first.hops[1].loud, first.hops[2].loud], [false, true]);
  assert.equal(second.transmission, 2);
  assert.equal(second.hops[1].text, "h1 receives it, 4,202 B, marked; path.hops 1, hops[0].kbps 40,000,000");
});

void test("Maven and npm build with the same libraries", () => {
  const versions = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: { uplot: string }; devDependencies: { esbuild: string } };
  assert.ok(readFileSync("../../pom.xml", "utf8").includes("<uplot.version>" + versions.dependencies.uplot + "<"));
  assert.ok(readFileSync("../pom.xml", "utf8").includes("<esbuild.version>" + versions.devDependencies.esbuild + "<"));
});
