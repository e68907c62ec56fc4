"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const summary = data.summary;

// Okabe and Ito's palette without its yellow, which is too faint on white.
const PALETTE = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#7f7f7f"];
// One hue from light to dark: reads the same for every kind of colour vision.
const SCALE = ["#fdd49e", "#fdbb84", "#fc8d59", "#ef6548", "#d7301f", "#b30000", "#7f0000"];
const NOTHING = "#c9ced4";
const MAX_ROWS = 1000;

const byId = (id) => document.getElementById(id);

function element(tag, text, className) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

const count = (n) => n.toLocaleString("en");

function timeUnit(maxUs) {
  if (maxUs >= 1e6) return { name: "s", us: 1e6 };
  if (maxUs >= 1e3) return { name: "ms", us: 1e3 };
  return { name: "us", us: 1 };
}

function byteUnit(maxBytes) {
  if (maxBytes >= 1 << 20) return { name: "MiB", bytes: 1 << 20 };
  if (maxBytes >= 1 << 10) return { name: "KiB", bytes: 1 << 10 };
  return { name: "B", bytes: 1 };
}

const shown = (value, digits) => value.toLocaleString("en", { maximumFractionDigits: digits });

function bytes(n) {
  const unit = byteUnit(n);
  return shown(n / unit.bytes, 1) + " " + unit.name;
}

const largest = (numbers) => numbers.reduce((a, b) => Math.max(a, b), 0);

const smallest = (numbers) => numbers.reduce((a, b) => Math.min(a, b), Infinity);

// Numbers inside names count as numbers: leaf2 before leaf10.
const natural = new Intl.Collator("en", { numeric: true }).compare;

/* ---- head and summary ---- */

function head() {
  byId("name").textContent = summary.name;
  byId("what").textContent = [
    summary.workload + " on " + summary.topology,
    summary.fabric + " fabric",
    summary.scheme + " with " + summary.loadBalancer,
    "trimming " + summary.trimming,
    "constants " + summary.constants,
    "seed " + summary.seed,
  ].concat(summary.dilation === 1 ? [] : ["dilation " + summary.dilation]).join(", ");
  if (summary.status !== "completed") {
    byId("status").hidden = false;
    byId("status").textContent = "This run " +
      (summary.status === "interrupted" ? "was interrupted" : summary.status) +
      (summary.message ? ": " + summary.message : "") + ".";
  }
}

/* What happened to the run: nothing is shown of one to which nothing did. */
function history() {
  const late = summary.timely === false;
  if (!late && summary.events.length === 0) return;
  byId("history").hidden = false;
  if (late) {
    byId("timely").hidden = false;
    byId("timely").textContent = "This machine did not keep time: " + summary.untimelyBecause.join("; ") + ".";
  }
  const unit = timeUnit(largest(summary.events.map((event) => event.timeUs)));
  const table = byId("events");
  if (summary.events.length > 0) row(table, ["time (" + unit.name + ")", "kind", "event"], "th");
  summary.events.slice(0, MAX_ROWS).forEach((event) =>
    row(table, [(event.timeUs / unit.us).toFixed(3), event.kind, event.what]));
}

function row(table, cells, tag) {
  const line = table.appendChild(element("tr"));
  cells.forEach((cell, i) => line.appendChild(element(tag || "td", cell, i === 0 ? "text" : "")));
}

function summaryTables() {
  const table = byId("distributions");
  const unit = timeUnit(summary.fctUs ? summary.fctUs.max : 0);
  const digits = (x) => x >= 1000 ? count(Math.round(x)) : x.toFixed(x >= 100 ? 1 : 3);
  const four = (values, scale) =>
    values ? ["min", "median", "p99", "max"].map((key) => digits(values[key] / scale)) : ["-", "-", "-", "-"];
  row(table, ["", "min", "median", "p99", "max"], "th");
  row(table, ["completion time (" + unit.name + ")"].concat(four(summary.fctUs, unit.us)));
  row(table, ["slowdown (measured / max-min fair ideal)"].concat(four(summary.slowdown, 1)));
  const counts = byId("counts");
  const flows = summary.flows;
  [
    ["flows finished", count(flows.finished) + " of " + count(flows.count)],
    ["fairness (Jain, throughput)", summary.jain === null ? "-" : summary.jain.toFixed(4)],
    ["payload delivered", bytes(summary.bytesDelivered)],
    ["payload verified", bytes(summary.bytesVerified)],
    ["trims", count(summary.trims)],
    ["ECN marks", count(summary.marks)],
    ["drops", summary.drops === null ? "-" : count(summary.drops)],
    ...dropReasons(summary),
    ...(summary.packets && summary.packets.unaccounted
      ? [["unaccounted for", count(summary.packets.unaccounted) + " packets"]] : []),
    ...(summary.pauseFrames ? [["pause frames", count(summary.pauseFrames)]] : []),
    ["retransmissions", count(summary.retransmissions)],
    ["timeouts", count(summary.timeouts)],
    ["packet hops", count(summary.packetHops)],
    ["wall time", summary.wallSeconds.toFixed(2) + " s"],
    ["CPU time", summary.cpuSeconds.toFixed(2) + " s"],
    ["peak memory", bytes(summary.peakRssBytes)],
  ].forEach((cells) => row(counts, cells));
}

/* A row for each reason for which packets were dropped; none where nobody counted. */
function dropReasons(summary) {
  const names = {
    queueFull: "queue full", linkDown: "link down", linkLoss: "link loss", program: "program", ttl: "TTL",
    noPort: "no such port", kernel: "refused by the kernel",
  };
  return Object.entries(summary.packets ? summary.packets.dropped : {})
    .filter(([, packets]) => packets)
    .map(([key, packets]) => ["\u2013 " + names[key], count(packets)]);
}

/* ---- charts ---- */

const charts = [];

function chart(id) {
  const made = echarts.init(byId(id));
  charts.push(made);
  return made;
}

window.addEventListener("resize", () => charts.forEach((each) => each.resize()));

const axisText = { color: "#1f2328", fontSize: 12 };

function axis(name, more) {
  return Object.assign({
    type: "value", name, nameLocation: "middle", nameTextStyle: axisText, axisLabel: axisText,
    axisLine: { show: true, lineStyle: { color: "#57606a" } }, splitLine: { lineStyle: { color: "#eaeef2" } },
  }, more);
}

const toolbox = {
  right: 8, top: 0,
  feature: { dataZoom: { yAxisIndex: false }, restore: {}, saveAsImage: {} },
};

function cdf() {
  const unit = timeUnit(largest(data.measuredUs.concat(data.idealUs)));
  const steps = (sorted) => sorted.length === 0 ? [] :
    [[sorted[0] / unit.us, 0]].concat(sorted.map((us, i) => [us / unit.us, (i + 1) / sorted.length]));
  const line = (name, values, color, type) => ({
    name, type: "line", step: "end", showSymbol: false, data: steps(values), color,
    lineStyle: { width: 2, type }, tooltip: { valueFormatter: (y) => (100 * y).toFixed(1) + " %" },
  });
  const all = data.measuredUs.concat(data.idealUs);
  const most = largest(all), least = all.length === 0 ? 0 : smallest(all);
  const room = (most - least || most) * 0.05;
  chart("cdf").setOption({
    animation: false, toolbox,
    legend: { top: 0, left: 8, textStyle: axisText },
    grid: { left: 64, right: 24, top: 36, bottom: 52 },
    tooltip: { trigger: "item", formatter: (p) => p.seriesName + "<br>" + shown(p.value[0], 3) + " " +
      unit.name + ": " + shown(100 * p.value[1], 1) + " % of flows" },
    xAxis: axis("completion time (" + unit.name + ")", {
      nameGap: 30, min: Math.max(0, least - room) / unit.us, max: (most + room) / unit.us,
      axisLabel: Object.assign({ showMinLabel: false, showMaxLabel: false, formatter: (x) => shown(x, 3) }, axisText),
    }),
    yAxis: axis("share of flows", { nameGap: 40, min: 0, max: 1 }),
    series: [line("measured", data.measuredUs, PALETTE[0], "solid"), line("ideal", data.idealUs, PALETTE[1], "dashed")],
  });
}

/** Slowdown against an idle network by message size; nothing where all messages have one size. */
function slowdownBySize() {
  const groups = data.slowdownBySize;
  if (groups.length < 2) return;
  byId("by-size").hidden = false;
  const line = (key, name, i) => ({
    name, type: "line", symbolSize: 6, color: PALETTE[i], lineStyle: { width: 2, type: ["solid", "dashed", "dotted"][i] },
    data: groups.map((group) => [group.toBytes, group[key], group.flows]),
  });
  const logarithmic = { type: "log", logBase: 10 };
  chart("sizes").setOption({
    animation: false, toolbox,
    legend: { top: 0, left: 8, textStyle: axisText },
    grid: { left: 64, right: 24, top: 36, bottom: 52 },
    tooltip: { trigger: "item", formatter: (p) => p.seriesName + "<br>up to " + bytes(p.value[0]) + ": " +
      shown(p.value[1], 3) + "<br>" + count(p.value[2]) + " flows" },
    xAxis: axis("message size", Object.assign({ nameGap: 30, min: groups[0].toBytes,
      max: groups[groups.length - 1].toBytes,
      axisLabel: Object.assign({ formatter: (x) => bytes(x) }, axisText) }, logarithmic)),
    yAxis: axis("slowdown", Object.assign({ nameGap: 40 }, logarithmic)),
    series: [line("median", "median", 0), line("p95", "95th percentile", 1), line("p99", "99th percentile", 2)],
  });
}

/**
 * A drop-down that adds series, and a chip with its colour for each that is shown. A series keeps its
 * colour while it is shown, so that charts side by side agree.
 */
function chooser(id, prompt, options, chosen, changed) {
  const box = byId(id);
  const colours = new Map();
  const update = () => {
    for (const key of colours.keys()) if (!chosen.includes(key)) colours.delete(key);
    for (const key of chosen) {
      if (!colours.has(key)) {
        colours.set(key, PALETTE.find((colour) => ![...colours.values()].includes(colour)));
      }
    }
    box.replaceChildren();
    const select = box.appendChild(element("select"));
    select.setAttribute("aria-label", prompt);
    select.appendChild(element("option", chosen.length < PALETTE.length ? prompt : "remove one to add another"));
    options.filter((option) => !chosen.includes(option.key)).forEach((option) => {
      const made = select.appendChild(element("option", option.label));
      made.value = option.key;
    });
    select.disabled = chosen.length >= PALETTE.length || options.length === chosen.length;
    select.addEventListener("change", () => { chosen.push(select.value); update(); });
    for (const key of chosen) {
      const chip = box.appendChild(element("span", undefined, "chip"));
      chip.appendChild(element("i")).style.background = colours.get(key);
      chip.appendChild(element("span", options.find((option) => option.key === key).label));
      const remove = chip.appendChild(element("button", "\u00d7"));
      remove.setAttribute("aria-label", "remove");
      remove.addEventListener("click", () => { chosen.splice(chosen.indexOf(key), 1); update(); });
    }
    changed(chosen.map((key) => ({ key, colour: colours.get(key) })));
  };
  update();
}

/** When the last bin of a series ends. */
const endUs = (series) => series.startUs + series.mean.length * series.widthUs;

/** The mean of each bin from its start to its end, with what the tooltip shows; a gap where nothing was measured. */
function steps(series, unit, time) {
  const points = [];
  series.mean.forEach((mean, i) => {
    if (mean === null) {
      points.push([null, null]);
      return;
    }
    const from = series.startUs + i * series.widthUs;
    const range = series.min ? [series.min[i] / unit.scale, series.max[i] / unit.scale] : [];
    points.push([from / time.us, mean / unit.scale].concat(range));
    points.push([(from + series.widthUs) / time.us, mean / unit.scale].concat(range));
  });
  return points;
}

/** A rectangle from the least to the largest value of each bin. */
function band(line, unit, time) {
  const bins = [];
  line.series.mean.forEach((mean, i) => {
    if (mean === null || line.series.min[i] === line.series.max[i]) return;
    const from = line.series.startUs + i * line.series.widthUs;
    bins.push([from / time.us, (from + line.series.widthUs) / time.us,
      line.series.min[i] / unit.scale, line.series.max[i] / unit.scale]);
  });
  return {
    name: line.label, type: "custom", clip: true, silent: true, z: 1, data: bins, encode: { x: [0, 1], y: [2, 3] },
    renderItem: (params, api) => {
      const high = api.coord([api.value(0), api.value(3)]), low = api.coord([api.value(1), api.value(2)]);
      return {
        type: "rect", style: { fill: line.colour, opacity: 0.18 },
        shape: { x: high[0], y: high[1], width: Math.max(1, low[0] - high[0]), height: Math.max(1, low[1] - high[1]) },
      };
    },
  };
}

/**
 * Means over time as steps, with a band from least to largest. The value axis has the unit that fits the largest
 * value shown, the time axis fits the series shown.
 */
function timeChart(made, title, lines, unitOf, marks) {
  const most = largest(lines.map((line) => largest(line.series.max || line.series.mean)));
  const unit = unitOf(most);
  const from = lines.length === 0 ? 0 : smallest(lines.map((line) => line.series.startUs));
  const to = Math.max(from + 1e-3, largest(lines.map((line) => endUs(line.series))));
  const time = timeUnit(to);
  const tip = (shownLines) => {
    const drawn = shownLines.filter((p) => p.seriesType === "line" && p.value[1] !== null && p.value[1] !== undefined);
    if (drawn.length === 0) return "";
    return shown(drawn[0].axisValue, 4) + " " + time.name + drawn.map((p) => "<br>" + p.marker + p.seriesName + ": " +
      shown(p.value[1], 3) + " " + unit.name +
      (p.value.length > 2 ? " (" + shown(p.value[2], 3) + " to " + shown(p.value[3], 3) + ")" : "")).join("");
  };
  made.setOption({
    animation: false, toolbox,
    title: { text: title, left: 8, top: 0, textStyle: { fontSize: 13, color: "#1f2328" } },
    grid: { left: 64, right: 24, top: 36, bottom: 52 },
    tooltip: { trigger: "axis", confine: true, formatter: tip },
    xAxis: axis("time (" + time.name + ")", { nameGap: 30, min: from / time.us, max: to / time.us,
      axisLabel: Object.assign({ showMinLabel: false, showMaxLabel: false, hideOverlap: true,
        formatter: (x) => shown(x, 3) }, axisText) }),
    yAxis: axis(unit.name, { nameGap: 44, min: 0, max: unit.max,
      axisLabel: Object.assign({ showMaxLabel: unit.max === undefined || unit.max === 100 }, axisText) }),
    series: lines.map((line, i) => ({
      name: line.label, type: "line", showSymbol: false, color: line.colour, z: 2,
      lineStyle: { width: 1.5 }, encode: { x: 0, y: 1 }, data: steps(line.series, unit, time),
      markLine: i === 0 && marks ? marks(unit) : undefined,
    })).concat(lines.filter((line) => line.series.min).map((line) => band(line, unit, time))),
  }, true);
}

/** Horizontal lines with a name each. */
const limitLines = (values) => ({
  silent: true, symbol: "none", lineStyle: { color: "#57606a", type: "dashed" },
  label: { position: "insideEndTop", formatter: "{b}", color: "#1f2328", backgroundColor: "#ffffffcc", padding: 2 },
  data: values,
});

const bytesAxis = (most) => { const unit = byteUnit(most); return { name: unit.name, scale: unit.bytes }; };
const timeAxis = (most) => { const unit = timeUnit(most); return { name: unit.name, scale: unit.us }; };
const rateAxis = (most) => most >= 1e9 ? { name: "Gbps", scale: 1e9 } : most >= 1e6 ? { name: "Mbps", scale: 1e6 } :
  { name: "kbps", scale: 1e3 };
const shareAxis = () => ({ name: "% of the link", scale: 0.01, max: 100 });

function flowsOverTime() {
  const rows = new Map(data.flows.map((flow) => [flow.id, flow]));
  const series = (metric) =>
    new Map(data.series.filter((s) => s.metric === metric).map((s) => [String(s.flow), s]));
  const goodputs = series("goodput"), cwnds = series("cwnd"), rtts = series("rtt");
  const keys = [...new Set([...cwnds.keys(), ...rtts.keys(), ...goodputs.keys()])];
  const label = (key) => {
    const flow = rows.get(Number(key));
    return flow ? "flow " + key + ": " + flow.src + " to " + flow.dst : "flow " + key;
  };
  const bySpeed = keys.filter((key) => rows.has(Number(key)))
    .sort((a, b) => (rows.get(Number(a)).slowdown || Infinity) - (rows.get(Number(b)).slowdown || Infinity));
  const chosen = [...new Set([bySpeed[0], bySpeed[bySpeed.length >> 1], bySpeed[bySpeed.length - 1]])]
    .filter((key) => key !== undefined);
  const goodput = chart("goodput"), cwnd = chart("cwnd"), rtt = chart("rtt");
  chooser("flow-chooser", "add a flow", keys.map((key) => ({ key, label: label(key) })), chosen, (now) => {
    const lines = (from) => now.filter((each) => from.has(each.key))
      .map((each) => ({ label: label(each.key), colour: each.colour, series: from.get(each.key) }));
    timeChart(goodput, "goodput", lines(goodputs), rateAxis);
    timeChart(cwnd, "congestion window", lines(cwnds), bytesAxis);
    const bases = now.map((each) => rows.get(Number(each.key))).filter((flow) => flow).map((flow) => flow.baseRttUs);
    timeChart(rtt, "round-trip time", lines(rtts), timeAxis, (unit) =>
      limitLines([...new Set(bases)].map((us) => ({ name: "base RTT", yAxis: us / unit.scale }))));
  });
  if (data.seriesLeftOff > 0) {
    byId("series-note").hidden = false;
    byId("series-note").textContent = count(data.seriesLeftOff) + " series found no room and are missing here and in " +
      "samples.csv: those of the flows, queues and links that began last.";
  }
}

const peers = new Map();
data.links.forEach((link) => {
  peers.set(link.a + "/" + link.aPort, link.b);
  peers.set(link.b + "/" + link.bPort, link.a);
});
const portName = (node, port) => {
  const peer = peers.get(node + "/" + port);
  return node + " port " + port + (peer ? " to " + peer : "");
};

/** A chart of the series of one metric, which has the three with the largest mean at first. */
function seriesOverTime(metric, ids, prompt, title, keyOf, labelOf, unitOf, marks) {
  const options = data.series.filter((s) => s.metric === metric).map((s) =>
    ({ key: keyOf(s), label: labelOf(s), series: s, most: s.mean.reduce((a, b) => a + b, 0) * s.widthUs }));
  const chosen = [...options].sort((a, b) => b.most - a.most).slice(0, 3).map((option) => option.key);
  options.sort((a, b) => natural(a.key, b.key));
  const made = chart(ids.chart);
  chooser(ids.chooser, prompt, options, chosen, (now) => {
    const lines = now.map((each) => {
      const option = options.find((o) => o.key === each.key);
      return { label: option.label, colour: each.colour, series: option.series };
    });
    timeChart(made, title, lines, unitOf(lines), marks && marks(lines));
  });
}

function queuesOverTime() {
  const limits = new Map(data.limits.map((each) => [each.node + "/" + each.port + "/" + each.queue, each]));
  const keyOf = (s) => s.node + "/" + s.port + "/" + s.queue;
  const of = (lines) => lines.map((line) => limits.get(keyOf(line.series))).filter((each) => each);
  // Room for the capacity of what is shown, for a queue that is seldom full has its limit above the line.
  const unitOf = (lines) => (most) => {
    const all = of(lines).map((each) => each.capacityBytes);
    const top = Math.max(most, largest(all));
    const unit = byteUnit(top);
    return { name: unit.name, scale: unit.bytes, max: all.length === 0 ? undefined : 1.08 * top / unit.bytes };
  };
  const marks = (lines) => (unit) => {
    const named = new Map();
    of(lines).forEach((each) => [["Kmin", each.kminBytes], ["Kmax", each.kmaxBytes], ["capacity", each.capacityBytes]]
      .forEach(([name, value]) => named.set(name + value, { name, yAxis: value / unit.scale })));
    return limitLines([...named.values()]);
  };
  seriesOverTime("queue", { chart: "depth", chooser: "queue-chooser" }, "add a queue", "queue depth", keyOf,
    (s) => portName(s.node, s.port) + ", queue " + s.queue, unitOf, marks);
}

function linksOverTime() {
  seriesOverTime("utilisation", { chart: "load", chooser: "port-chooser" }, "add a link", "utilisation",
    (s) => s.node + "/" + s.port, (s) => portName(s.node, s.port), () => shareAxis);
}

/* ---- network ---- */

function layout() {
  const tiers = new Map();
  data.nodes.forEach((node) => {
    if (!tiers.has(node.tier)) tiers.set(node.tier, []);
    tiers.get(node.tier).push(node);
  });
  const top = largest([...tiers.keys()]);
  const places = new Map();
  tiers.forEach((nodes, tier) => nodes.forEach((node, i) =>
    places.set(node.name, { x: (i + 0.5) * 1150 / nodes.length, y: (top - tier) * 380 / Math.max(1, top) })));
  return places;
}

function network() {
  const values = [["trims", "trims"], ["marks", "ECN marks"], ["drops", "drops"], ["packets", "packets sent"]];
  const ports = new Map();
  for (const queue of data.queues) {
    const key = queue.switch + "/" + queue.port;
    const sum = ports.get(key) || { trims: 0, marks: 0, drops: 0, packets: 0 };
    values.forEach(([name]) => { sum[name] += queue[name]; });
    ports.set(key, sum);
  }
  const select = byId("link-value");
  values.forEach(([name, label]) => { select.appendChild(element("option", label)).value = name; });
  select.value = (values.find(([name]) => data.queues.some((queue) => queue[name] > 0)) || values[0])[0];
  const places = layout();
  const crowd = Math.max(1, data.nodes.length);
  const directions = data.links.flatMap((link) => [
    { from: link.a, port: link.aPort, to: link.b, rate: link.rateBps, condition: link.condition },
    { from: link.b, port: link.bPort, to: link.a, rate: link.rateBps, condition: link.condition },
  ]);
  // Every n-th host has its name, so that names have room; the tooltip of each node has it too.
  const hosts = data.nodes.filter((node) => node.host).map((node) => node.name);
  const widest = largest(hosts.map((name) => name.length)) * 7 + 6;
  const thin = () => Math.max(1, Math.ceil(hosts.length * widest / Math.max(1, byId("network").clientWidth - 120)));
  const broken = data.links.filter((link) => link.condition).map((link) => link.a + "-" + link.b + " " +
    (link.condition === "down" ? "was down" : "failed while traffic ran"));
  if (broken.length > 0) {
    byId("failed-note").textContent = " Dotted black: " + broken.slice(0, 8).join(", ") +
      (broken.length > 8 ? " and " + (broken.length - 8) + " more" : "") + ".";
  }
  const made = chart("network");
  const draw = () => {
    const name = select.value;
    const most = largest([...ports.values()].map((sum) => sum[name]));
    const colour = (n) => n === 0 ? NOTHING : SCALE[Math.min(SCALE.length - 1, Math.floor(SCALE.length * n / most))];
    const every = thin();
    const named = new Set(hosts.filter((name, i) => i % every === 0));
    const tip = (each, sum) => [each.from + " port " + each.port + " to " + each.to + " (" + shown(each.rate / 1e9, 3) + " Gbps)"]
      .concat(each.condition ? [each.condition === "down" ? "down" : "failed while traffic ran"] : [])
      .concat(sum ? values.map(([key, label]) => label + ": " + count(sum[key])) : ["host NIC: not counted"]).join("<br>");
    made.setOption({
      animation: false, tooltip: { confine: true },
      series: [{
        type: "graph", layout: "none", roam: true, left: 60, right: 60, top: 30, bottom: 40,
        edgeSymbol: crowd > 100 ? "none" : ["none", "arrow"], edgeSymbolSize: 6,
        data: data.nodes.map((node) => ({
          name: node.name, x: places.get(node.name).x, y: places.get(node.name).y,
          symbol: node.host ? "circle" : "roundRect",
          symbolSize: node.host ? (crowd > 200 ? 4 : 14) : crowd > 200 ? [12, 10] : [54, 24],
          itemStyle: { color: node.host ? "#ffffff" : "#dbe9f6", borderColor: "#57606a", borderWidth: 1 },
          label: { show: node.host ? named.has(node.name) : crowd <= 200, position: node.host ? "bottom" : "inside", color: "#1f2328", fontSize: 12, formatter: node.name },
          tooltip: { formatter: () => node.name },
        })),
        links: directions.map((each) => {
          const sum = ports.get(each.from + "/" + each.port);
          const n = sum ? sum[name] : 0;
          return {
            source: each.from, target: each.to, value: n,
            lineStyle: each.condition ? { color: "#000000", width: 2, type: "dotted", opacity: 1, curveness: 0.07 } :
              { color: colour(n), width: n === 0 ? 1 : crowd > 200 ? 1.5 : 3, opacity: 1, curveness: 0.07 },
            tooltip: { formatter: () => tip(each, sum) },
          };
        // Drawn last, the counted ones stay on top.
        }).sort((a, b) => a.value - b.value),
      }],
    });
    const scale = byId("link-scale");
    scale.replaceChildren();
    if (most === 0) {
      scale.textContent = "none on any link";
      return;
    }
    scale.appendChild(element("span", "0 grey, 1"));
    scale.appendChild(element("i")).style.background = "linear-gradient(to right, " + SCALE.join(", ") + ")";
    scale.appendChild(element("span", count(most)));
  };
  select.addEventListener("change", draw);
  window.addEventListener("resize", draw);
  draw();
}

/* ---- tables ---- */

function sortable(id, columns, rowsOf) {
  const table = byId(id);
  let by = null, down = true;
  const draw = () => {
    const rows = [...rowsOf()];
    if (by) {
      const missing = (value) => value === undefined ? Infinity : value;
      rows.sort((a, b) => {
        const x = missing(a[by.key]), y = missing(b[by.key]);
        return (by.text ? natural(x, y) : x - y) * (down ? -1 : 1) || 0;
      });
    }
    table.replaceChildren();
    const line = table.appendChild(element("thead")).appendChild(element("tr"));
    columns.forEach((column) => {
      const th = line.appendChild(element("th", undefined, column.text ? "text" : ""));
      const button = th.appendChild(element("button", column.name));
      if (column === by) th.setAttribute("aria-sort", down ? "descending" : "ascending");
      button.addEventListener("click", () => {
        down = by === column ? !down : !column.text;
        by = column;
        draw();
      });
    });
    const body = table.appendChild(element("tbody"));
    rows.slice(0, MAX_ROWS).forEach((each) => {
      const tr = body.appendChild(element("tr"));
      columns.forEach((column) => {
        const value = each[column.key];
        const text = value === undefined ? "unfinished" : column.show ? column.show(value) : String(value);
        tr.appendChild(element("td", text, column.text ? "text" : ""));
      });
    });
    byId(id + "-note").textContent =
      rows.length > MAX_ROWS ? "The first " + count(MAX_ROWS) + " of " + count(rows.length) + " are shown." : "";
  };
  draw();
  return draw;
}

function queueTable() {
  const number = (key, name, show) => ({ key, name, show: show || count });
  const idle = byId("idle-queues");
  const draw = sortable("queues", [
    { key: "switch", name: "switch", text: true }, number("port", "port", String),
    { key: "peer", name: "to", text: true }, number("queue", "queue", String),
    number("packets", "packets sent"), number("bytes", "bytes sent", bytes), number("trims", "trims"),
    number("marks", "ECN marks"), number("drops", "drops"), number("maxPackets", "deepest (packets)"),
    number("maxBytes", "deepest (bytes)", bytes),
  ], () => data.queues.filter((queue) => idle.checked || queue.packets + queue.drops > 0));
  idle.addEventListener("change", draw);
}

function flowTable() {
  const unit = timeUnit(largest(data.measuredUs.concat(data.idealUs)));
  const time = (us) => (us / unit.us).toFixed(3);
  sortable("flows", [
    { key: "id", name: "flow" }, { key: "src", name: "from", text: true }, { key: "dst", name: "to", text: true },
    { key: "bytes", name: "size", show: bytes }, { key: "startUs", name: "start (" + unit.name + ")", show: time },
    { key: "fctUs", name: "completion (" + unit.name + ")", show: time },
    { key: "idealUs", name: "ideal (" + unit.name + ")", show: time },
    { key: "slowdown", name: "slowdown", show: (x) => x.toFixed(3) },
    { key: "retransmissions", name: "retransmissions", show: count }, { key: "timeouts", name: "timeouts", show: count },
    { key: "trims", name: "trims", show: count }, { key: "marks", name: "ECN echoes", show: count },
  ], () => data.flows);
  if (data.flows.length < summary.flows.count) {
    byId("flows-note").textContent = "The " + count(data.flows.length) + " slowest of " + count(summary.flows.count) +
      " flows; flows.csv has all.";
  }
}

/** What became of the jobs of a schedule; nothing for other traffic. */
function jobs() {
  const all = summary.jobs || [];
  if (all.length === 0) return;
  byId("job-section").hidden = false;
  const unit = timeUnit(largest(all.map((job) => job.finishUs || 0)));
  const time = (us) => us === null || us === undefined ? "" : (us / unit.us).toFixed(3);
  const timed = (key, name) => ({ key, name: name + " (" + unit.name + ")", show: time });
  sortable("jobs", [
    { key: "name", name: "job", text: true }, { key: "ranks", name: "ranks", show: count },
    { key: "operations", name: "operations", show: count }, { key: "done", name: "done", show: count },
    timed("finishUs", "time"), timed("computeUs", "computing"), timed("communicationUs", "communicating"),
    timed("exposedUs", "exposed"), { key: "sentBytes", name: "sent", show: bytes },
    timed("pathComputeUs", "critical path, computing"), timed("pathMessageUs", "critical path, messages"),
  ], () => all.map((job) => Object.assign({
    pathComputeUs: (job.criticalPath || {}).computeUs, pathMessageUs: (job.criticalPath || {}).messageUs }, job)));
  sortable("ranks", [
    { key: "job", name: "job", text: true }, { key: "rank", name: "rank" }, { key: "host", name: "host", text: true },
    timed("finishUs", "time"), timed("computeUs", "computing"), timed("communicationUs", "communicating"),
    timed("exposedUs", "exposed"), { key: "sentBytes", name: "sent", show: bytes },
  ], () => data.ranks);
  sortable("critical", [
    { key: "job", name: "job", text: true }, { key: "step", name: "step" }, { key: "rank", name: "rank" },
    { key: "host", name: "host", text: true }, { key: "place", name: "place", text: true },
    { key: "what", name: "operation", text: true }, timed("startUs", "from"), timed("timeUs", "takes"),
    { key: "link", name: "next waits for", text: true },
  ], () => data.criticalPath);
}

function collectives() {
  const all = summary.collectives || [];
  if (all.length === 0) return;
  byId("collective-section").hidden = false;
  const unit = timeUnit(largest(all.map((one) => one.timeUs || 0)));
  const time = (us) => us === null ? "" : (us / unit.us).toFixed(3);
  const rate = (x) => x === null ? "" : x.toFixed(3);
  sortable("collectives", [
    { key: "job", name: "job", text: true }, { key: "name", name: "name", text: true },
    { key: "kind", name: "operation", text: true }, { key: "algorithm", name: "algorithm", text: true },
    { key: "ranks", name: "ranks", show: count }, { key: "bytes", name: "size", show: bytes },
    { key: "startUs", name: "from (" + unit.name + ")", show: time }, { key: "timeUs", name: "time (" + unit.name + ")", show: time },
    { key: "algorithmGBps", name: "algorithm (GB/s)", show: rate }, { key: "busGBps", name: "bus (GB/s)", show: rate },
  ], () => all);
}

head();
history();
summaryTables();
cdf();
slowdownBySize();
jobs();
collectives();
flowsOverTime();
queuesOverTime();
linksOverTime();
network();
queueTable();
flowTable();
