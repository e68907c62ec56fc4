// The live page against a server that tells a run of its own: what a report has, event by event. Usage: node live.mjs REPORT.html
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const page = readFileSync(process.argv[2], "utf8");
const begin = '<script id="data" type="application/json">';
const from = page.indexOf(begin) + begin.length, to = page.indexOf("</script>", from);
const report = JSON.parse(page.slice(from, to));
const live = { live: { events: "api/events", report: "api/report", journey: "api/journey" } };
const html = page.slice(0, from) + JSON.stringify(live) + page.slice(to);
let running = { ...report, live: true, series: [], flows: [], measuredUs: [], summary: { ...report.summary, status: "running", events: [], slowdown: null } };

const streams = [];
const send = (event, data) => { for (const stream of streams) stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`); };
const asked = [];
const server = createServer((request, response) => {
  const path = new URL(request.url, "http://x").pathname;
  asked.push(request.url);
  if (path === "/") response.setHeader("content-type", "text/html").end(html);
  else if (path === "/api/report") response.setHeader("content-type", "application/json").end(JSON.stringify(running));
  else if (path === "/api/events") {
    response.writeHead(200, { "content-type": "text/event-stream" });
    streams.length = 0; // the page hears one stream at a time
    response.write(`event: snapshot\ndata: ${JSON.stringify(running)}\n\n`);
    streams.push(response);
  } else if (path === "/api/journey") response.setHeader("content-type", "application/json").end(JSON.stringify({ error: "no packet of the run was dropped" }));
  else response.writeHead(404).end();
});
await new Promise((done) => { server.listen(0, "127.0.0.1", done); });

const faults = [];
const check = (holds, what) => { if (!holds) faults.push(what); };
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  const tab = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  tab.setDefaultTimeout(20_000);
  tab.on("console", (message) => { if (message.type() === "error" && !message.text().includes("favicon")) faults.push(message.text()); });
  tab.on("pageerror", (error) => faults.push(error.message));
  await tab.goto(`http://127.0.0.1:${server.address().port}/`);
  await tab.waitForFunction(() => document.querySelector(".state").textContent === "live");
  const progress = (fraction) => ({
    stage: "traffic", simulatedUs: 600 * fraction, wallS: 2 * fraction, fraction, flowsDone: Math.floor(15 * fraction), flows: 15, goodputBps: 4.2e10, eventsPerS: 3e6, timely: null,
  });
  send("progress", progress(0.1));
  await tab.waitForFunction(() => document.querySelector("progress").value === 0.1);
  // From here on nothing may move but the drawings.
  await tab.evaluate(() => {
    globalThis.shifts = 0;
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) globalThis.shifts += entry.value; }).observe({ type: "layout-shift" });
  });
  const width = (series) => series.mean.length;
  for (let step = 1; step <= 10; step++) {
    const part = (values, a, b) => values?.slice(a, b);
    send("samples", { series: report.series.map((one) => {
      const a = Math.floor(width(one) * (step - 1) / 10), b = Math.floor(width(one) * step / 10);
      return { ...one, from: a, mean: part(one.mean, a, b), ...(one.min ? { min: part(one.min, a, b), max: part(one.max, a, b) } : {}) };
    }) });
    send("progress", progress(step / 10));
    await new Promise((done) => setTimeout(done, 100));
  }
  running = { ...running, series: report.series, flows: report.flows };
  send("flows", { flows: report.flows });
  send("counts", { trims: 123456, marks: 2, drops: 3, retransmissions: 4, timeouts: 5 });
  await tab.waitForFunction(() => document.querySelector(".tiles").innerText.includes("123,456"));
  send("runEvents", { events: [{ timeUs: 5, kind: "link-down", what: "leaf1-spine1 went down" }] });
  await tab.waitForFunction(() => document.body.innerText.includes("leaf1-spine1 went down"));
  const shown = await tab.evaluate(() => ({ text: document.body.innerText, shifts: globalThis.shifts }));
  check(shown.text.includes("15 of 15"), "flows done are not shown");
  // A summary comes with a snapshot only; the tile has the flows' own values before.
  const slowest = Math.max(...report.flows.map((flow) => flow.slowdown ?? 0));
  const tile = Number(await tab.evaluate(() => document.querySelector('[data-go="quality:"] strong').textContent));
  check(tile > 0.9 * slowest && tile <= slowest, `slowdown, p99 is ${tile}, and the slowest flow has ${slowest}`);
  check(shown.text.includes("42.0 Gbps"), "goodput is not shown");
  check(shown.shifts < 0.02, `the page moved by ${shown.shifts} while live`);
  await tab.keyboard.press("3");
  await tab.waitForFunction(() => document.querySelectorAll("#view-flows canvas").length >= 4 && document.body.innerText.includes("15 rows"));
  check(asked.includes("/api/events?series=overall%3Agoodput"), "the first view asked for other series: " + asked.join(" "));
  // The page asks a moment after it has drawn.
  const all = () => asked.some((path) => path.endsWith("overall%3Agoodput%2Coverall%3Acwnd%2Coverall%3Artt%2Coverall%3Ainflight%2Coverall%3Aentropies%2Coverall%3Aavoided"));
  for (let look = 0; look < 100 && !all(); look++) await new Promise((done) => setTimeout(done, 50));
  check(all(), "flows asked for other series: " + asked.join(" "));
  await tab.evaluate(() => { globalThis.shifts = 0; });
  const bands = [1, 2, 3, 4, 5].map((n) => new Array(20).fill(n * 1e9));
  send("overall", { metrics: ["goodput", "cwnd", "rtt", "inflight"].map((metric) => ({ metric, startUs: 0, widthUs: 10, total: bands[4], bands })) });
  await new Promise((done) => setTimeout(done, 600));
  const moved = await tab.evaluate(() => globalThis.shifts);
  check(moved < 0.02, `flows moved by ${moved} while live`);
  await tab.keyboard.press("2");
  await tab.waitForSelector(".scrub", { state: "visible" });
  await tab.keyboard.press(" ");
  await tab.waitForFunction(() => /pause/.test(document.querySelector(".scrub").innerText));
  await tab.keyboard.press("1");
  await tab.click('[data-go="journey:first=dropped"]');
  await tab.waitForFunction(() => document.body.innerText.includes("No packet of the run was dropped."));
  check(asked.includes("/api/journey?first=dropped"), "the journey was not asked for: " + asked.join(" "));
  send("snapshot", { ...report, live: true });
  send("end", { status: "completed" });
  await tab.waitForFunction(() => document.querySelector(".state").textContent === "completed");
} catch (problem) {
  faults.push(String(problem.stack));
} finally {
  await browser.close();
  for (const stream of streams) stream.end();
  server.close();
}
console.log(faults.length === 0 ? "live: no faults" : faults.join("\n"));
process.exit(faults.length === 0 ? 0 : 1);
