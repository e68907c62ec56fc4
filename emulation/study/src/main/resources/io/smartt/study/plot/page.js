"use strict";
const figures = JSON.parse(document.getElementById("data").textContent);

// Okabe and Ito's palette, in the order of the PNG and SVG files.
const dark = matchMedia("(prefers-color-scheme: dark)").matches;
const INK = dark ? "#e6edf3" : "#1f2328", FAINT = dark ? "#30363d" : "#eaeef2", QUIET = dark ? "#9aa4af" : "#57606a";
const PALETTE = dark
  ? ["#58a6dd", "#f0883e", "#2fc495", "#e09cc4", "#f0b92e", "#8fd0f5", "#ffffff", "#c9bc2c"]
  : ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8a7f00"];
const DASHES = ["solid", [9, 4], [2, 3], [9, 4, 2, 4], [14, 4], [5, 3], "solid", [2, 6]];
const MARKS = ["circle", "rect", "triangle", "diamond", "pin", "arrow", "roundRect", "emptyCircle"];

const text = { color: INK, fontSize: 12 };
const shown = (value) => value === null || value === undefined ? "-" :
  value.toLocaleString("en", { maximumFractionDigits: Math.abs(value) < 10 ? 3 : Math.abs(value) < 100 ? 1 : 0 });

/** With the digits of values that differ by little. */
const fine = (value) => value.toLocaleString("en", { maximumSignificantDigits: 6 });

function axis(type, name, more) {
  return Object.assign({
    type, name, nameLocation: "middle", nameTextStyle: text,
    axisLabel: Object.assign({ formatter: type === "category" ? undefined : shown }, text),
    axisLine: { show: true, onZero: false, lineStyle: { color: QUIET } }, splitLine: { lineStyle: { color: FAINT } },
  }, more);
}

function base(panel, legend) {
  return {
    animation: false, color: PALETTE,
    title: { text: panel.title, left: "center", top: 0, textStyle: { fontSize: 14, color: INK } },
    toolbox: { right: 8, top: 0, feature: { dataZoom: {}, restore: {}, saveAsImage: {} } },
    legend: legend ? { type: "scroll", bottom: 0, itemWidth: 34, textStyle: text } : undefined,
    grid: { left: 72, right: 24, top: 36, bottom: legend ? 76 : 52 },
  };
}

const SCALES = { linear: ["value", {}], logarithmic: ["log", { logBase: 10 }], powers_of_two: ["log", { logBase: 2 }] };

/** From 0 where that leaves most of the height to the curves. */
function lowest(values) {
  const all = values.filter((value) => value !== null);
  const least = all.reduce((a, b) => Math.min(a, b), Infinity);
  const most = all.reduce((a, b) => Math.max(a, b), -Infinity);
  return least >= 0 && least < 0.6 * most ? 0 : undefined;
}

const draw = {
  lines(panel) {
    let place = 0;
    const [xType, xMore] = SCALES[panel.xAxis];
    const [yType, yMore] = SCALES[panel.yAxis];
    const series = panel.curves.map((curve) => {
      const ideal = curve.style === "dashed";
      const own = ideal ? 0 : place++;
      return {
        name: curve.label, type: "line", data: curve.points, color: ideal ? QUIET : PALETTE[own % 8],
        showSymbol: curve.style === "marked" || curve.points.length === 1,
        symbol: MARKS[own % 8], symbolSize: 9,
        lineStyle: { width: 2, type: ideal ? [2, 4] : DASHES[own % 8] },
      };
    });
    return Object.assign(base(panel, true), {
      tooltip: { trigger: "item", confine: true, formatter: (p) => echarts.format.encodeHTML(p.seriesName) + "<br>" +
        echarts.format.encodeHTML(panel.x) + ": " + shown(p.value[0]) + "<br>" +
        echarts.format.encodeHTML(panel.y) + ": " + shown(p.value[1]) },
      xAxis: axis(xType, panel.x, Object.assign({ nameGap: 28, scale: true, splitLine: { show: false } }, xMore)),
      yAxis: axis(yType, panel.y, Object.assign({ nameGap: 52, scale: true, min: yType === "log" ? undefined :
        lowest(panel.curves.flatMap((curve) => curve.points.map((point) => point[1]))) }, yMore)),
      series,
    });
  },

  boxes(panel) {
    return Object.assign(base(panel, false), {
      tooltip: { confine: true, formatter: (p) => {
        const box = panel.boxes[p.dataIndex];
        return p.seriesType === "scatter" ? shown(p.value[1]) : echarts.format.encodeHTML(box.label) + "<br>" +
          ["whisker", "quartile", "median", "quartile", "whisker"].map((name, i) => name + " " + shown(box.five[i])).reverse().join("<br>");
      } },
      xAxis: axis("category", "", { data: panel.boxes.map((box) => box.label) }),
      yAxis: axis("value", panel.y, { nameGap: 52, scale: true,
        min: lowest(panel.boxes.flatMap((box) => box.five.concat(box.beyond))) }),
      series: [
        { type: "boxplot", boxWidth: [20, 70], data: panel.boxes.map((box, i) =>
          ({ value: box.five, itemStyle: { color: PALETTE[i % 8] + "55", borderColor: PALETTE[i % 8], borderWidth: 2 } })) },
        { type: "scatter", symbolSize: 5, data: panel.boxes.flatMap((box, i) =>
          box.beyond.map((value) => ({ value: [i, value], itemStyle: { color: PALETTE[i % 8] } }))) },
      ],
    });
  },

  bars(panel) {
    return Object.assign(base(panel, true), {
      tooltip: { confine: true, valueFormatter: shown },
      xAxis: axis("category", panel.x, { nameGap: 28, data: panel.groups }),
      yAxis: axis("value", panel.y, { nameGap: 52, min: 0 }),
      series: panel.bars.map((bar, i) => ({
        name: bar.label, type: "bar", data: bar.values, color: PALETTE[i % 8],
        label: { show: true, position: "top", formatter: (p) => shown(p.value), fontSize: 11, color: INK },
      })),
    });
  },

  /** Means with their intervals, every run as a point; the axis shows the values and not the way from 0. */
  samples(panel) {
    const groups = panel.groups;
    const many = panel.series.length;
    const series = panel.series.flatMap((one, i) => {
      const color = PALETTE[i % 8];
      // Series of a group stand side by side.
      const at = (x) => groups.length === 0 ? x : x + (i - (many - 1) / 2) * 0.6 / many;
      const means = one.samples.map(({ mean: [x, mean, half] }) => [at(x), mean, mean - half, mean + half]);
      return [
        { name: one.label, type: "line", data: means.map(([x, mean]) => [x, mean]), color, symbol: MARKS[i % 8], symbolSize: 10,
          lineStyle: { width: groups.length === 0 ? 2 : 0, type: DASHES[i % 8] } },
        { name: one.label, type: "custom", color, data: means, encode: { x: 0, y: [2, 3] }, tooltip: { show: false },
          renderItem: (_, api) => {
            const [x, low] = api.coord([api.value(0), api.value(2)]), high = api.coord([api.value(0), api.value(3)])[1];
            const bar = (x1, y1, x2, y2) => ({ type: "line", shape: { x1, y1, x2, y2 }, style: { stroke: color, lineWidth: 2 } });
            return { type: "group", children: low === high ? [] : [bar(x, low, x, high), bar(x - 6, low, x + 6, low), bar(x - 6, high, x + 6, high)] };
          } },
        { name: one.label, type: "scatter", color, symbolSize: 6, itemStyle: { opacity: 0.6 },
          data: one.samples.flatMap(({ mean: [x], values }) => values.map((value) => [at(x), value])) },
      ];
    });
    const named = (value) => groups.length === 0 ? shown(value) : groups[Math.round(value)] ?? "";
    return Object.assign(base(panel, many > 1), {
      tooltip: { trigger: "item", confine: true, formatter: (p) => echarts.format.encodeHTML(p.seriesName) + "<br>" +
        echarts.format.encodeHTML(panel.x + ": " + named(p.value[0])) + "<br>" + (p.seriesType === "line" ? "mean " : "") + shown(p.value[1]) },
      xAxis: groups.length === 0 ? axis("value", panel.x, { nameGap: 28, scale: true, splitLine: { show: false } }) : [
        { type: "value", min: -0.5, max: groups.length - 0.5, show: false },
        axis("category", panel.x, { nameGap: 28, data: groups, position: "bottom" }),
      ],
      yAxis: axis("value", "", { scale: true, axisLabel: Object.assign({ formatter: fine }, text) }),
      series,
    });
  },

  empty: (panel) => Object.assign(base(panel, false), { graphic: { type: "text", left: "center", top: "middle", style: { text: panel.why, fill: INK } } }),
};

const charts = [];
for (const [name, panels] of Object.entries(figures)) {
  const place = document.querySelector(`[data-figure="${name}"]`);
  // All boxes before the first chart: a chart takes the width that its box has then.
  const boxes = panels.map((panel) => {
    const box = place.appendChild(document.createElement("div"));
    box.className = "chart";
    box.setAttribute("role", "img");
    box.setAttribute("aria-label", panel.title);
    return box;
  });
  panels.forEach((panel, i) => {
    const made = echarts.init(boxes[i]);
    made.setOption(draw[panel.kind](panel));
    charts.push(made);
  });
}
window.addEventListener("resize", () => charts.forEach((each) => each.resize()));
