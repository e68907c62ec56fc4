/** Charts on uPlot: lines and bands over time or another axis, linked cursors, limits with names. */
import uPlot from "uplot";
import { lineColour, theme } from "./colours";
import { add, element, sized } from "./dom";
import { measured, shown, type Unit } from "./format";
import { axisLook, dashes, font, Frame, labels, sample, SAMPLE, X_LABEL_SIZE, X_SIZE, X_SPACE } from "./frame";

export type Values = readonly (number | null | undefined)[];

/** A line, and the band around it where there is one. */
export interface Line {
  readonly label: string;
  /** Place in the palette. */
  readonly colour: number;
  readonly x: readonly number[];
  readonly y: Values;
  readonly low?: Values;
  readonly high?: Values;
  readonly dash?: number;
  readonly width?: number;
  readonly points?: boolean;
  /** Size of points in place of a line. */
  readonly dots?: number;
  /** Neither among the names nor next to the cursor: another one stands for it. */
  readonly unnamed?: boolean;
  /** From point to point, in a chart of steps. */
  readonly straight?: boolean;
}

/** A horizontal line with a name. */
export interface Limit {
  readonly label: string;
  readonly y: number;
}

export interface ChartContent {
  readonly lines: readonly Line[];
  readonly limits?: readonly Limit[];
  /** Room is left for it, should no line reach it. */
  readonly atLeast?: number;
  /** Why there is no line, if there is none; otherwise what is always said then. */
  readonly why?: string;
}

export interface ChartOptions {
  readonly title: string;
  readonly height?: number;
  readonly xUnit: (most: number) => Unit;
  readonly yUnit: (most: number) => Unit;
  readonly xLabel: string;
  readonly stepped?: boolean;
  readonly logX?: boolean;
  readonly logY?: boolean;
  readonly group?: AxisGroup;
  /** Said where there is nothing to draw. */
  readonly empty: string;
  /** Names the lines above the chart; where nothing else does. */
  readonly legend?: boolean;
  /** Where a click was, on the x axis. */
  readonly onPick?: (x: number) => void;
}

/** Charts that share their horizontal axis: zoom and cursor of one are those of all. */
export class AxisGroup {
  readonly sync = uPlot.sync("group" + String(Math.random()));
  zoom: [number, number] | null = null;
  /** What is shown without a zoom; empty for what each chart has. */
  whole: [number, number] | null = null;
  private readonly charts: Chart[] = [];

  join(chart: Chart): void {
    this.charts.push(chart);
  }

  set(zoom: [number, number] | null): void {
    this.zoom = zoom;
    this.charts.forEach((chart) => { chart.show(); });
  }
}

/** A piece of a line as a chart draws it, for its name. */
export function swatch(parent: HTMLElement, line: Pick<Line, "colour" | "dash" | "dots" | "width">): void {
  const { width, height } = SAMPLE;
  sample(parent, (ctx) => {
    ctx.strokeStyle = ctx.fillStyle = lineColour(line.colour);
    ctx.beginPath();
    if (line.dots !== undefined) {
      ctx.arc(width / 2, height / 2, line.dots / 2, 0, 2 * Math.PI);
      ctx.fill();
    } else if (line.width === 0) {
      ctx.globalAlpha = 0.4;
      ctx.fillRect(0, 0, width, height);
    } else {
      ctx.lineWidth = 2;
      ctx.setLineDash(dashes(line.dash));
      ctx.moveTo(0, height / 2);
      ctx.lineTo(width, height / 2);
      ctx.stroke();
    }
  });
}

export class Chart {
  private readonly frame: Frame;
  private content: ChartContent = { lines: [] };
  private zoom: [number, number] | null = null;

  constructor(parent: Element, private readonly options: ChartOptions) {
    this.frame = new Frame(parent, {
      title: options.title, height: options.height ?? 240, show: () => { this.show(); }, whole: () => { this.zoomTo(null); },
      step: (by) => { this.step(by); },
    });
    options.group?.join(this);
    this.show();
  }

  set(content: ChartContent): void {
    this.content = content;
    this.show();
  }

  private zoomTo(zoom: [number, number] | null): void {
    if (this.options.group) {
      this.options.group.set(zoom);
    } else {
      this.zoom = zoom;
      this.show();
    }
  }

  /** Draws it anew: with the lines, the width and the colours of now. */
  show(): void {
    const { lines, limits = [], why = this.options.empty } = this.content;
    const drawn = lines.filter((line) => line.x.length > 0);
    const named = drawn.filter((line) => !line.unnamed);
    this.nameLines(named);
    const zoom = this.options.group ? this.options.group.zoom : this.zoom;
    const width = this.frame.begin(drawn.length === 0 ? [] : named.map((line) => line.label), why, zoom !== null);
    if (width > 0) this.frame.plot = this.draw(drawn, limits, width, zoom ?? this.options.group?.whole ?? null);
  }

  private nameLines(lines: readonly Line[]): void {
    if (!this.options.legend) return;
    this.frame.names.hidden = false;
    this.frame.names.replaceChildren(...lines.map((line) => {
      const made = element("span");
      swatch(made, line);
      made.append(line.label);
      return made;
    }));
  }

  private draw(lines: readonly Line[], limits: readonly Limit[], width: number, zoom: [number, number] | null): uPlot {
    const look = theme();
    const text = sized("--small");
    const most = (pick: (line: Line) => Values): number => {
      let top = 0;
      for (const line of lines) for (const value of pick(line)) if (typeof value === "number" && value > top) top = value;
      return top;
    };
    const xUnit = this.options.xUnit(most((line) => line.x));
    const top = Math.max(most((line) => line.high ?? line.y), this.content.atLeast ?? 0, ...limits.map((limit) => limit.y));
    const yUnit = this.options.yUnit(top);
    this.frame.unitName = yUnit.name;
    const columns: uPlot.Series[] = [{}];
    const bands: uPlot.Band[] = [];
    const tables: uPlot.AlignedData[] = [];
    const stepped = uPlot.paths.stepped!({ align: 1 }), linear = uPlot.paths.linear!();
    const at: number[] = [];
    for (const line of lines) {
      const colour = lineColour(line.colour);
      const path = this.options.stepped && !line.straight ? stepped : linear;
      const scaled = (values: Values): (number | null | undefined)[] =>
        values.map((value) => typeof value === "number" ? value / yUnit.scale : value);
      const table: (readonly (number | null | undefined)[])[] = [line.x.map((x) => x / xUnit.scale), scaled(line.y)];
      at.push(columns.length);
      columns.push({
        label: line.label, stroke: colour, width: line.width ?? 1.75, spanGaps: false, paths: line.dots === undefined ? path : () => null,
        dash: dashes(line.dash),
        points: { show: line.points ?? line.dots !== undefined, size: line.dots ?? 7, fill: colour, ...(line.dots === undefined ? {} : { width: 0 }) },
      });
      if (line.low && line.high) {
        table.push(scaled(line.high), scaled(line.low));
        const edge: uPlot.Series = { width: 0, stroke: "transparent", paths: path, points: { show: false } };
        bands.push({ series: [columns.length, columns.length + 1], fill: colour + (line.width === 0 ? "55" : look.dark ? "40" : "30") });
        columns.push(edge, { ...edge });
      }
      tables.push(table as uPlot.AlignedData);
    }
    const data = uPlot.join(tables, tables.map((table) => table.map(() => 1)));
    const axis = {
      ...axisLook(), values: (_: uPlot, splits: number[], _axis: number, _space: number, apart: number) => labels(splits, apart),
    };
    const margin = this.options.logY ? 1.3 : 1.06;
    const range = (least: number, largest: number): uPlot.Range.MinMax =>
      largest > least ? [least, largest] : [Math.max(0, least * 0.9 - 1e-9), largest * 1.1 + 1e-9];
    return new uPlot({
      width, height: this.frame.height,
      legend: { show: false },
      padding: [10, 14, 0, 0],
      cursor: {
        drag: { x: true, y: false, setScale: false }, points: { size: 7 },
        ...(this.options.group ? { sync: { key: this.options.group.sync.key, setSeries: false } } : {}),
      },
      scales: {
        x: {
          time: false, distr: this.options.logX ? 3 : 1,
          range: (_, least, largest) => zoom ? [zoom[0] / xUnit.scale, zoom[1] / xUnit.scale] : range(least, largest),
        },
        y: {
          distr: this.options.logY ? 3 : 1,
          range: (_, least) => this.options.logY
            ? [Math.min(1, least / 1.2), Math.max(top / yUnit.scale * margin, 2)] : [0, top > 0 ? top / yUnit.scale * margin : 1],
        },
      },
      axes: [
        { ...axis, label: this.options.xLabel + " (" + xUnit.name + ")", size: X_SIZE * text, labelSize: X_LABEL_SIZE * text, space: X_SPACE * text },
        { ...axis, size: 4.7 * text },
      ],
      series: columns,
      bands,
      hooks: {
        setSelect: [(plot) => {
          if (plot.select.width < 4) return;
          const from = plot.posToVal(plot.select.left, "x") * xUnit.scale;
          const to = plot.posToVal(plot.select.left + plot.select.width, "x") * xUnit.scale;
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          this.zoomTo([from, to]);
        }],
        setCursor: [(plot) => { this.point(plot, lines, at, xUnit, yUnit); }],
        draw: [(plot) => { this.drawLimits(plot, limits, yUnit); }],
        ready: [(plot) => {
          this.frame.ready(plot);
          const pick = this.options.onPick;
          if (pick) {
            plot.over.addEventListener("click", () => {
              if (plot.cursor.left !== undefined && plot.cursor.left >= 0) pick(plot.posToVal(plot.cursor.left, "x") * xUnit.scale);
            });
          }
        }],
      },
    }, data, this.frame.area);
  }

  /** The values under the cursor, next to it. */
  private point(plot: uPlot, lines: readonly Line[], at: readonly number[], xUnit: Unit, yUnit: Unit): void {
    const { tip } = this.frame;
    const index = plot.cursor.idx;
    if (index === null || index === undefined || (plot.cursor.left ?? -1) < 0) {
      tip.hidden = true;
      return;
    }
    tip.replaceChildren();
    add(tip, "div", shown(plot.data[0][index], 4) + " " + xUnit.name, "when");
    let rows = 0;
    lines.forEach((line, i) => {
      if (line.unnamed) return;
      const column = at[i];
      const back = (column: number): number | null => {
        // A line of wide bins has no point of its own where others have one: its step goes on.
        for (let k = index; k >= 0 && k > index - 400; k--) {
          const value = plot.data[column][k];
          if (value !== undefined) return value;
          if (!this.options.stepped || line.straight) return null;
        }
        return null;
      };
      const value = back(column);
      if (value === null || rows++ > 11) return;
      const range = line.low ? " (" + measured(back(column + 2) ?? 0, 2) + " to " + measured(back(column + 1) ?? 0, 2) + ")" : "";
      const row = add(tip, "div");
      add(row, "i").style.background = lineColour(line.colour);
      row.append(line.label + ": " + measured(value, 3) + " " + yUnit.name + range);
    });
    tip.hidden = rows === 0;
    if (rows > 0) this.frame.tipAt(plot, plot.cursor.left ?? 0);
  }

  private drawLimits(plot: uPlot, limits: readonly Limit[], yUnit: Unit): void {
    const look = theme();
    const ctx = plot.ctx;
    ctx.save();
    ctx.strokeStyle = look.soft;
    ctx.fillStyle = look.ink;
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([5 * devicePixelRatio, 4 * devicePixelRatio]);
    ctx.font = font(devicePixelRatio);
    ctx.textAlign = "right";
    // From the top down, so that names of limits close together stand apart.
    let below = -Infinity;
    const sorted = [...limits].sort((a, b) => b.y - a.y);
    for (const limit of sorted) {
      const y = plot.valToPos(limit.y / yUnit.scale, "y", true);
      if (y < plot.bbox.top || y > plot.bbox.top + plot.bbox.height) continue;
      ctx.beginPath();
      ctx.moveTo(plot.bbox.left, y);
      ctx.lineTo(plot.bbox.left + plot.bbox.width, y);
      ctx.stroke();
      const at = Math.max(y - 4 * devicePixelRatio, below);
      below = at + 14 * devicePixelRatio;
      ctx.save();
      ctx.setLineDash([]);
      ctx.lineWidth = 4 * devicePixelRatio;
      ctx.strokeStyle = look.ground;
      ctx.strokeText(limit.label, plot.bbox.left + plot.bbox.width - 4 * devicePixelRatio, at);
      ctx.restore();
      ctx.fillText(limit.label, plot.bbox.left + plot.bbox.width - 4 * devicePixelRatio, at);
    }
    ctx.restore();
  }

  private step(by: number): void {
    const { plot } = this.frame;
    if (!plot) return;
    const index = Math.max(0, Math.min(plot.data[0].length - 1, (plot.cursor.idx ?? -1) + by));
    plot.setCursor({ left: plot.valToPos(plot.data[0][index], "x"), top: 10 });
  }
}
