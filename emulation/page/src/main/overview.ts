/** How it goes, or went. */
import { Chart } from "./chart";
import { add, element } from "./dom";
import { brief, bytes, count, measured, rate, rateUnit, time, timeUnit } from "./format";
import { distribution, extent, framesOver, total, type Frames } from "./series";
import type { Distribution, Job, Summary } from "./data";
import { verdict } from "./verdict";
import type { Context, View } from "./view";

const FRAMES = 200;
const MOST_EVENTS = 1_000;

interface Tile {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
  /** The view that says more, and what to show there. */
  readonly go?: readonly [string, string];
}

const known = (n: number | null | undefined, show: (n: number) => string = count): string =>
  n === null || n === undefined ? "not known" : show(n);

const DROP_NAMES: Readonly<Record<string, string>> = {
  queueFull: "queue full", linkDown: "link down", linkLoss: "link loss", program: "program", ttl: "TTL",
  noPort: "no such port", kernel: "refused by the kernel", controller: "not taken by controllers",
};

/** What was dropped, by reason; nothing where nobody counted. */
export function dropReasons(summary: Summary): string {
  return Object.entries(summary.packets?.dropped ?? {}).filter(([, packets]) => packets > 0)
    .map(([key, packets]) => (DROP_NAMES[key] ?? key) + " " + count(packets)).join(", ");
}

/** The time of the job that ends last, which is what a user of jobs asks for first. */
function jobTiles(summary: Summary): Tile[] {
  const jobs = summary.jobs ?? [];
  const last = jobs.reduce<Job | null>((late, job) => ((job.finishUs ?? 0) > (late?.finishUs ?? 0) ? job : late), null);
  if (!last) return [];
  return [{ name: jobs.length > 1 ? "last job" : "job", value: known(last.finishUs, time), note: last.name, go: ["quality", ""] }];
}

export class OverviewView implements View {
  readonly id = "overview";
  readonly title = "Overview";
  private banner!: HTMLElement;
  private cause!: HTMLElement;
  private bar!: HTMLProgressElement;
  private stage!: HTMLElement;
  private tiles!: HTMLElement;
  private goodput!: Chart;
  private times!: HTMLElement;
  private events!: HTMLElement;
  private eventsTitle!: HTMLElement;
  private leftOff!: HTMLElement;

  constructor(private readonly context: Context) {}

  get question(): string {
    return this.context.model.connection === "file" ? "How did it go?" : "How does it go?";
  }

  build(parent: HTMLElement): void {
    this.banner = add(parent, "p", "", "verdict");
    this.cause = add(parent, "p", "", "cause");
    const line = add(parent, "div", null, "progress");
    this.bar = add(line, "progress");
    this.bar.max = 1;
    this.bar.setAttribute("aria-label", "how far the run is");
    this.stage = add(line, "span", "", "stage-name");
    line.hidden = this.context.model.connection === "file";
    this.tiles = add(parent, "div", null, "tiles");
    const columns = add(parent, "div", null, "columns");
    const left = add(columns, "div");
    this.goodput = new Chart(left, {
      title: "Goodput of all flows together", stepped: true, xUnit: timeUnit, yUnit: rateUnit, xLabel: "time",
      empty: "no goodput was recorded", height: 260,
    });
    this.leftOff = add(left, "p", "", "note alert");
    const right = add(columns, "div");
    add(right, "h3", "Times");
    this.times = add(right, "div", null, "wide");
    this.times.tabIndex = 0;
    this.eventsTitle = add(parent, "h3", "What happened");
    this.events = add(parent, "div", null, "scroll events");
    this.events.tabIndex = 0;
    this.events.setAttribute("role", "region");
    this.events.setAttribute("aria-label", "events of the run");
  }

  show(): void {
    const { model } = this.context;
    const { summary } = model.data;
    const said = verdict(summary);
    this.banner.textContent = said.text;
    this.banner.classList.toggle("bad", said.bad);
    this.cause.textContent = summary.cause ? "Cause: " + summary.cause + "." : "";
    this.cause.hidden = !summary.cause;
    this.showProgress();
    this.tiles.replaceChildren(...this.tilesOf(summary).map((tile) => this.tile(tile)));
    const { frames, sums } = this.goodputOver();
    const x = sums.map((_, i) => frames.fromUs + i * frames.widthUs);
    if (sums.length > 0) x.push(frames.fromUs + frames.count * frames.widthUs);
    this.goodput.set({ lines: [{ label: "goodput", colour: 0, x, y: sums.length === 0 ? [] : [...sums, sums[sums.length - 1]] }] });
    this.leftOff.textContent = model.data.seriesLeftOff > 0
      ? count(model.data.seriesLeftOff) + " series found no room and are missing here and in samples.csv: those that began last." : "";
    this.leftOff.hidden = model.data.seriesLeftOff === 0;
    this.showTimes(summary);
    this.showEvents(summary);
  }

  wants(): readonly string[] {
    return ["overall:goodput"];
  }

  /** Goodput of all flows; of a live run the server has summed it up. */
  private goodputOver(): { readonly frames: Frames; readonly sums: readonly number[] } {
    const { model } = this.context;
    const overall = model.overall("goodput");
    if (overall) {
      const sums = overall.total ?? [];
      return { frames: { fromUs: overall.startUs, widthUs: overall.widthUs, count: sums.length }, sums };
    }
    const series = model.of("goodput");
    const span = extent(series);
    // Bins of goodput are at least a round trip wide: finer frames would show their edges only.
    const narrowest = series.reduce((least, each) => Math.min(least, each.widthUs), Infinity);
    const frames = framesOver(span, FRAMES, Number.isFinite(narrowest) ? narrowest : 0);
    return { frames, sums: span ? total(series, frames) : [] };
  }

  private showProgress(): void {
    const { progress, connection } = this.context.model;
    if (connection === "file") return;
    if (progress?.fraction === null || progress?.fraction === undefined) this.bar.removeAttribute("value");
    else this.bar.value = progress.fraction;
    if (connection === "ended") this.bar.value = 1;
    this.stage.textContent = connection === "ended" ? "the run has ended"
      : connection === "lost" ? "connection lost, trying again"
      : progress ? progress.stage + ", " + time(progress.simulatedUs) + " of the experiment in " + measured(progress.wallS, 1) + " s" +
        (progress.eventsPerS === null ? "" : ", " + measured(progress.eventsPerS / 1e6, 2) + " million events a second")
      : "waiting for the run";
  }

  private tilesOf(summary: Summary): Tile[] {
    const { progress, connection } = this.context.model;
    const live = connection !== "file" && connection !== "ended" && progress !== null;
    const done = live ? progress.flowsDone : summary.flows?.finished ?? 0;
    const all = live ? progress.flows : summary.flows?.count ?? 0;
    const rates = live && progress.goodputBps !== null ? progress.goodputBps
      : summary.bytesDelivered && summary.lastFinishUs ? summary.bytesDelivered * 8e6 / summary.lastFinishUs : null;
    const slow = this.slowdown(summary);
    const timely = live ? progress.timely : summary.timely ?? null;
    return [
      ...jobTiles(summary),
      { name: "flows finished", value: count(done) + " of " + count(all), go: ["flows", ""] },
      { name: live ? "goodput now" : "goodput, mean", value: known(rates, rate) },
      { name: "slowdown, p99", value: slow ? brief(slow.p99) : "none yet", note: "over max-min fair", go: ["quality", ""] },
      { name: "trimmed", value: known(summary.trims), note: "packets", go: ["journey", "first=trimmed"] },
      { name: "marked", value: known(summary.marks), note: "packets", go: ["journey", "first=marked"] },
      { name: "dropped", value: known(summary.drops), note: dropReasons(summary) || "packets", go: ["journey", "first=dropped"] },
      { name: "retransmitted", value: known(summary.retransmissions), note: "packets", go: ["journey", "first=retransmitted"] },
      { name: "timeouts", value: known(summary.timeouts), note: summary.pauseFrames ? count(summary.pauseFrames) + " pause frames" : "" },
      ...(timely === null ? [] : [{ name: "kept time", value: timely ? "yes" : "no", note: "of this machine" }]),
    ];
  }

  /** Of a live run, of the flows that have finished since the last summary too. */
  private slowdown(summary: Summary): Distribution | null {
    const { connection, data } = this.context.model;
    if (connection === "file" || connection === "ended") return summary.slowdown ?? null;
    return distribution(data.flows.map((flow) => flow.slowdown).filter((value) => value !== undefined));
  }

  private tile(tile: Tile): HTMLElement {
    const go = tile.go;
    const made = go ? element("button", null, "tile") : element("div", null, "tile");
    if (go && made instanceof HTMLButtonElement) {
      made.type = "button";
      made.addEventListener("click", () => { this.context.go(go[0], go[1]); });
      made.dataset.go = go.join(":");
    }
    add(made, "span", tile.name, "name");
    add(made, "strong", tile.value);
    add(made, "span", tile.note ?? "", "more");
    return made;
  }

  private showTimes(summary: Summary): void {
    this.times.replaceChildren();
    const table = add(this.times, "table", null, "grid plain");
    const head = add(add(table, "thead"), "tr");
    for (const name of ["", "min", "median", "p99", "max"]) add(head, "th", name).scope = "col";
    const body = add(table, "tbody");
    const row = (name: string, values: Distribution | null | undefined, scale = 1): void => {
      const line = add(body, "tr");
      add(line, "th", name).scope = "row";
      for (const value of values ? [values.min, values.median, values.p99, values.max] : []) add(line, "td", brief(value / scale));
      if (!values) add(line, "td", "none yet").colSpan = 4;
    };
    const unit = timeUnit(summary.fctUs?.max ?? 0);
    row("completion time (" + unit.name + ")", summary.fctUs, unit.scale);
    row("slowdown (over max-min fair)", this.slowdown(summary));
    row("least RTT (over base)", summary.leastRtt);
    row("RTT jitter (us)", summary.rttJitterUs);
    const more: [string, string][] = [
      ["fairness (Jain)", known(summary.jain, (n) => n.toFixed(4))],
      ["payload delivered", known(summary.bytesDelivered, bytes)],
      ["payload verified", known(summary.bytesVerified, bytes)],
    ];
    if (summary.skippedBytes) {
      more.push(["payload of skipped time", bytes(summary.skippedBytes)]);
    }
    for (const [name, value] of more) {
      const line = add(body, "tr");
      add(line, "th", name).scope = "row";
      add(line, "td", value).colSpan = 4;
    }
  }

  private showEvents(summary: Summary): void {
    const events = summary.events ?? [];
    this.eventsTitle.hidden = this.events.hidden = events.length === 0;
    this.events.replaceChildren();
    if (events.length === 0) return;
    const unit = timeUnit(events.reduce((most, event) => Math.max(most, event.timeUs), 0));
    const table = add(this.events, "table", null, "grid plain");
    const head = add(add(table, "thead"), "tr");
    for (const name of ["time (" + unit.name + ")", "kind", "event"]) add(head, "th", name, "text").scope = "col";
    const body = add(table, "tbody");
    for (const event of events.slice(0, MOST_EVENTS)) {
      const line = add(body, "tr");
      add(line, "td", (event.timeUs / unit.scale).toFixed(3));
      add(line, "td", event.kind, "text");
      add(line, "td", event.what, "text");
    }
  }
}
