/** What did this flow do? */
import { AxisGroup, Chart, swatch } from "./chart";
import { onTheme } from "./colours";
import { add, button } from "./dom";
import { bytes, byteUnit, count, plainUnit, rateUnit, time, timeUnit } from "./format";
import { bandLines, bands, entropyPoints, measurements, steps } from "./lines";
import { extent, framesOver } from "./series";
import { Table } from "./table";
import type { FlowRow, Metric } from "./data";
import type { Context, View } from "./view";

const MOST_CHOSEN = 8;
const FRAMES = 160;

interface Panel {
  readonly metric: Metric;
  readonly chart: Chart;
}

export class FlowsView implements View {
  readonly id = "flows";
  readonly title = "Flows";
  readonly question = "What did this flow do?";
  private readonly chosen: number[] = [];
  private readonly colours = new Map<number, number>();
  private readonly group = new AxisGroup();
  private panels: Panel[] = [];
  private values!: Chart;
  private chips!: HTMLElement;
  private table!: Table<FlowRow>;
  private flowsShown: unknown = null;

  constructor(private readonly context: Context) {}

  build(parent: HTMLElement): void {
    this.chips = add(parent, "div", null, "chips");
    const grid = add(parent, "div", null, "charts");
    const panel = (metric: Metric, title: string, unit: typeof rateUnit): void => {
      this.panels.push({
        metric, chart: new Chart(grid, {
          title, stepped: true, group: this.group, xUnit: timeUnit, yUnit: unit, xLabel: "time",
          empty: "not recorded", height: 220, legend: true,
        }),
      });
    };
    panel("goodput", "Goodput", rateUnit);
    panel("cwnd", "Congestion window", byteUnit);
    panel("rtt", "Round-trip time", timeUnit);
    panel("inflight", "In flight", byteUnit);
    panel("entropies", "Entropies to be used again", plainUnit("entropies"));
    panel("avoided", "Entropies kept out of use", plainUnit("entropies"));
    this.values = new Chart(grid, {
      title: "Entropy values of one flow", group: this.group, xUnit: timeUnit, yUnit: plainUnit("entropy"), xLabel: "time",
      empty: "choose a flow: that of the last one chosen is drawn", height: 220, legend: true,
    });
    add(parent, "p", "Lines are means of time bins, with a band from the least to the largest value of each bin. Goodput is payload that ACKs newly cover. " +
      "Drag over a chart to zoom all; Escape, a double click or 'whole axis' leads back.", "note");
    add(parent, "h3", "All flows");
    const optional = (name: string, value: (row: FlowRow) => number | undefined, show: (n: number) => string, missing = "") =>
      ({ name, value, show, missing });
    this.table = new Table<FlowRow>(parent, {
      label: "Flows: host, scheme or number", height: 460,
      search: (row) => row.src + "-" + row.dst + " " + row.scheme + " " + String(row.id),
      columns: [
        { name: "flow", value: (row) => row.src + "-" + row.dst },
        { name: "number", value: (row) => row.id },
        ...((this.context.model.data.summary.schemes?.length ?? 0) > 0 ? [{ name: "scheme", value: (row: FlowRow) => row.scheme }] : []),
        optional("size", (row) => row.bytes, bytes), optional("start", (row) => row.startUs, time),
        optional("completion", (row) => row.fctUs, time, "unfinished"), optional("fair ideal", (row) => row.idealUs, time),
        optional("slowdown", (row) => row.slowdown, (n) => n.toFixed(3)),
        optional("over idle", (row) => row.idleSlowdown, (n) => n.toFixed(3)),
        optional("sent again", (row) => row.retransmissions, count), optional("timeouts", (row) => row.timeouts, count),
        optional("trims", (row) => row.trims, count), optional("ECN echoes", (row) => row.marks, count),
      ],
      sortBy: { column: (this.context.model.data.summary.schemes?.length ?? 0) > 0 ? 7 : 6, down: true },
      onPick: (row) => { this.toggle(row.id); }, picked: (row) => this.chosen.includes(row.id),
      note: () => {
        const { flows, summary } = this.context.model.data;
        return summary.flows && flows.length < summary.flows.count
          ? "The slowest of " + count(summary.flows.count) + " flows; flows.csv has all." : "Click a row to add its lines.";
      },
    });
    onTheme(() => { this.showChips(); });
  }

  show(): void {
    const { model } = this.context;
    if (this.flowsShown !== model.data.flows) {
      this.flowsShown = model.data.flows;
      this.table.set(model.data.flows);
    }
    this.draw();
  }

  wants(): readonly string[] {
    return this.chosen.length === 0 ? this.panels.map(({ metric }) => "overall:" + metric) : this.chosen.map((id) => "flow:" + String(id));
  }

  open(argument: string): void {
    const row = this.context.model.data.flows.find((flow) => String(flow.id) === argument || flow.src + "-" + flow.dst === argument);
    if (row && !this.chosen.includes(row.id)) this.toggle(row.id);
  }

  key(event: KeyboardEvent): boolean {
    if (event.key !== "/") return false;
    this.table.searchBox?.focus();
    return true;
  }

  private toggle(id: number): void {
    const at = this.chosen.indexOf(id);
    if (at >= 0) {
      this.chosen.splice(at, 1);
      this.colours.delete(id);
    } else {
      if (this.chosen.length >= MOST_CHOSEN) this.colours.delete(this.chosen.shift()!);
      this.chosen.push(id);
      const taken = new Set(this.colours.values());
      for (let colour = 0; colour < MOST_CHOSEN; colour++) {
        if (!taken.has(colour)) {
          this.colours.set(id, colour);
          break;
        }
      }
    }
    this.group.zoom = null;
    this.context.wantsChanged();
    this.table.refresh();
    this.draw();
  }

  private name(id: number): string {
    const row = this.context.model.flow(id);
    return row ? row.src + "-" + row.dst + " (" + String(id) + ")" : "flow " + String(id);
  }

  private showChips(): void {
    this.chips.replaceChildren();
    if (this.chosen.length === 0) {
      add(this.chips, "span", "All flows: median, half and nearly all of them at each time. Choose flows in the table below, or ", "note");
      button(this.chips, "the slowest three", () => {
        const slowest = [...this.context.model.data.flows].sort((a, b) => (b.slowdown ?? Infinity) - (a.slowdown ?? Infinity)).slice(0, 3);
        for (const row of slowest) this.toggle(row.id);
      });
      return;
    }
    for (const id of this.chosen) {
      const chip = add(this.chips, "span", null, "chip");
      const colour = this.colours.get(id) ?? 0;
      swatch(chip, { colour, dash: colour });
      add(chip, "span", this.name(id));
      const row = this.context.model.flow(id);
      if (row) {
        button(chip, "packet", () => { this.context.go("journey", "flow=" + row.src + "-" + row.dst + "&nth=1"); })
          .setAttribute("aria-label", "journey of a packet of " + this.name(id));
      }
      button(chip, "\u00d7", () => { this.toggle(id); }).setAttribute("aria-label", "remove " + this.name(id));
    }
    button(this.chips, "all flows", () => {
      for (const id of [...this.chosen]) this.toggle(id);
    });
  }

  private draw(): void {
    const { model } = this.context;
    this.showChips();
    const overall = model.overall("cwnd") ?? model.overall("goodput");
    const span: [number, number] | null = overall ? [overall.startUs, overall.startUs + overall.bands[0].length * overall.widthUs]
      : extent(model.of("cwnd")) ?? extent(model.of("goodput"));
    this.group.whole = this.chosen.length === 0 ? span
      : extent(this.chosen.flatMap((id) => this.panels.flatMap(({ metric }) => model.ofFlow(metric, id) ?? [])));
    // That of the flow chosen last: points of several could not be told apart.
    const last = this.chosen.at(-1);
    const trace = last === undefined ? undefined : model.entropies(last);
    this.values.set(last === undefined ? { lines: [] } : {
      lines: trace ? entropyPoints(trace, this.name(last)) : [],
      why: "none kept of " + this.name(last) + ": its load balancer has no values, or there are many flows and this one is not among those that were looked at",
    });
    for (const { metric, chart } of this.panels) {
      if (this.chosen.length === 0) {
        const together = model.overall(metric);
        if (together) {
          const count = together.bands[0].length;
          chart.set({ lines: count === 0 ? [] : bandLines(together.bands, { fromUs: together.startUs, widthUs: together.widthUs, count }) });
          continue;
        }
        const all = model.of(metric);
        const narrowest = all.reduce((least, each) => Math.min(least, each.widthUs), Infinity);
        chart.set({ lines: bands(all, framesOver(span, FRAMES, Number.isFinite(narrowest) ? narrowest : 0)) });
        continue;
      }
      const lines = this.chosen.flatMap((id) => {
        const series = model.ofFlow(metric, id);
        return series ? [(metric === "rtt" ? measurements : steps)(series, this.name(id), this.colours.get(id) ?? 0)] : [];
      });
      const bases = metric === "rtt" ? new Set(this.chosen.flatMap((id) => model.flow(id)?.baseRttUs ?? [])) : new Set<number>();
      chart.set({ lines, limits: [...bases].map((us) => ({ label: "base RTT", y: us })) });
    }
  }
}
