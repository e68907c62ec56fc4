/** How good is it? */
import { Chart, type Line } from "./chart";
import { add } from "./dom";
import { bytes, byteUnit, count, natural, percentUnit, plainUnit, time, timeUnit } from "./format";
import { Table, type Column } from "./table";
import type { Collective, CriticalStep, FlowRow, Job, Rank } from "./data";
import type { Context, View } from "./view";

/** Shares of sorted values, as steps upwards. */
export function shares(values: readonly number[], label: string, colour: number): Line {
  const sorted = [...values].sort((a, b) => a - b);
  const x: number[] = [], y: number[] = [];
  sorted.forEach((value, i) => {
    // Points of one value are one step.
    if (x[x.length - 1] === value) y[y.length - 1] = (i + 1) / sorted.length;
    else {
      if (x.length === 0) {
        x.push(value * (1 - 1e-9));
        y.push(0);
      }
      x.push(value);
      y.push((i + 1) / sorted.length);
    }
  });
  return { label, colour, dash: colour, x, y, width: 2 };
}

const given = (values: readonly (number | undefined)[]): number[] => values.filter((value) => value !== undefined);

export class QualityView implements View {
  readonly id = "quality";
  readonly title = "Quality";
  readonly question = "How good is it?";
  private times!: Chart;
  private slowdowns!: Chart;
  private sizes!: Chart;
  private sizesBox!: HTMLElement;
  private jobsBox!: HTMLElement;
  private legends: HTMLElement[] = [];
  private shownData: unknown = null;

  constructor(private readonly context: Context) {}

  build(parent: HTMLElement): void {
    const grid = add(parent, "div", null, "charts");
    const one = (host: Element, options: ConstructorParameters<typeof Chart>[1]): Chart => {
      const box = add(host, "div");
      const chart = new Chart(box, options);
      this.legends.push(add(box, "p", "", "note"));
      return chart;
    };
    this.times = one(grid, {
      title: "Completion times: share of flows", stepped: true, xUnit: timeUnit, yUnit: percentUnit, xLabel: "completion time", empty: "no flow finished", height: 300, legend: true,
    });
    this.slowdowns = one(grid, {
      title: "Slowdown: share of flows", stepped: true, xUnit: plainUnit("times"), yUnit: percentUnit, xLabel: "slowdown", empty: "no flow finished", height: 300, legend: true,
    });
    this.sizesBox = add(parent, "div");
    this.sizes = one(this.sizesBox, {
      title: "Slowdown by message size, over an idle network", xUnit: byteUnit, yUnit: plainUnit("times"), xLabel: "message size", empty: "all messages have one size",
      logX: true, logY: true, height: 280, legend: true,
    });
    this.jobsBox = add(parent, "div");
  }

  show(): void {
    const { data } = this.context.model;
    if (this.shownData === data) return;
    this.shownData = data;
    const measured = data.measuredUs.length > 0 ? data.measuredUs : given(data.flows.map((flow) => flow.fctUs));
    const line = (values: readonly number[], label: string, colour: number): Line[] => values.length === 0 ? [] : [shares(values, label, colour)];
    this.times.set({
      lines: [...line(measured, "measured", 0), ...line(data.idealUs, "max-min fair ideal", 1), ...line(data.idleUs, "alone in an idle network", 2)], atLeast: 1,
    });
    this.slowdowns.set({
      lines: [
        ...line(given(data.flows.map((flow: FlowRow) => flow.slowdown)), "over max-min fair", 1),
        ...line(given(data.flows.map((flow: FlowRow) => flow.idleSlowdown)), "over an idle network", 2),
      ], atLeast: 1,
    });
    const groups = data.slowdownBySize;
    this.sizesBox.hidden = groups.length < 2;
    const sizes = groups.map((group) => group.toBytes);
    this.sizes.set({
      lines: groups.length < 2 ? [] : (["median", "p95", "p99"] as const).map((key, i) => ({
        label: key === "median" ? key : key.slice(1) + "th percentile", colour: i, dash: i, x: sizes, y: groups.map((group) => group[key]), points: true,
      })),
    });
    const words = [
      "The fair ideal is each flow's time where all share links max-min fairly.",
      "Over the fair ideal a lucky flow is below 1. Over an idle network it is the literature's FCT slowdown." +
        (data.flows.length < (data.summary.flows?.count ?? 0) ? " Of the slowest " + count(data.flows.length) + " flows." : ""),
      "Each point is a group of messages of like size, at its largest.",
    ];
    this.legends.forEach((legend, i) => { legend.textContent = words[i]; });
    this.showJobs();
  }

  private showJobs(): void {
    const { summary, ranks, criticalPath } = this.context.model.data;
    this.jobsBox.replaceChildren();
    const timed = <T>(name: string, value: (row: T) => number | null | undefined): Column<T> => ({ name, value, show: time });
    const counted = <T>(name: string, value: (row: T) => number | null | undefined): Column<T> => ({ name, value, show: count });
    const sized = <T>(name: string, value: (row: T) => number | null | undefined): Column<T> => ({ name, value, show: bytes });
    const section = <T>(title: string, rows: readonly T[], search: (row: T) => string, columns: Column<T>[], note = ""): void => {
      if (rows.length === 0) return;
      add(this.jobsBox, "h3", title);
      new Table<T>(this.jobsBox, { label: title, columns, search, height: 320, note: () => note }).set(rows);
    };
    const jobs = [...(summary.jobs ?? [])].sort((a, b) => natural(a.name, b.name));
    section<Job>("Jobs", jobs, (job) => job.name, [
      { name: "job", value: (job) => job.name }, counted("ranks", (job) => job.ranks), counted("operations", (job) => job.operations),
      counted("done", (job) => job.done), timed("time", (job) => job.finishUs), timed("computing", (job) => job.computeUs),
      timed("communicating", (job) => job.communicationUs), timed("exposed", (job) => job.exposedUs), sized("sent", (job) => job.sentBytes),
      timed("critical path, computing", (job) => job.criticalPath?.computeUs), timed("critical path, messages", (job) => job.criticalPath?.messageUs), timed("critical path, slowed", (job) => job.criticalPath?.slowedUs),
    ], "Exposed is communication while the rank computes nothing. Times are means over ranks.");
    section<Collective>("Collectives", summary.collectives ?? [], (one) => one.job + " " + one.name + " " + one.kind, [
      { name: "collective", value: (one) => one.name }, { name: "job", value: (one) => one.job }, { name: "operation", value: (one) => one.kind },
      { name: "algorithm", value: (one) => one.algorithm }, counted("ranks", (one) => one.ranks), sized("size", (one) => one.bytes),
      timed("from", (one) => one.startUs), timed("time", (one) => one.timeUs),
      { name: "algorithm (GB/s)", value: (one) => one.algorithmGBps, show: (n) => n.toFixed(3) },
      { name: "bus (GB/s)", value: (one) => one.busGBps, show: (n) => n.toFixed(3) },
    ], "Bandwidths are those of nccl-tests: size over time, and that times the factor of the operation.");
    section<Rank>("Ranks", ranks, (rank) => rank.job + " " + rank.host, [
      { name: "job", value: (rank) => rank.job }, { name: "rank", value: (rank) => rank.rank }, { name: "host", value: (rank) => rank.host },
      timed("time", (rank) => rank.finishUs), timed("computing", (rank) => rank.computeUs), timed("of that, slowed", (rank) => rank.slowedUs), timed("communicating", (rank) => rank.communicationUs),
      timed("exposed", (rank) => rank.exposedUs), sized("sent", (rank) => rank.sentBytes),
    ]);
    section<CriticalStep>("Critical path", criticalPath, (step) => step.job + " " + step.host + " " + step.what, [
      { name: "job", value: (step) => step.job }, { name: "step", value: (step) => step.step }, { name: "rank", value: (step) => step.rank },
      { name: "host", value: (step) => step.host }, { name: "place", value: (step) => step.place }, { name: "operation", value: (step) => step.what },
      timed("from", (step) => step.startUs), timed("takes", (step) => step.timeUs), { name: "next waits for", value: (step) => step.link },
    ], "From the last operation back to what it waited for last. The times of a job's steps add up to its time.");
  }
}
