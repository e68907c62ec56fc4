/** The run that the page shows: its data, and what a live run changes in it. */
import {
  complete, type BinsUpdate, type Counts, type EntropyTrace, type FlowRow, type Metric, type NetLink, type Overall, type Progress, type QueueLimits, type ReportData,
  type RunEvent, type Series, type SeriesUpdate,
} from "./data";

/** Whether the page hears of a run that goes on. */
export type Connection = "file" | "waiting" | "open" | "lost" | "ended";

const PART = "/";

export const portKey = (node: string, port: number): string => node + PART + String(port);

export function seriesKey(series: Series): string {
  const subject = series.flow === undefined
    ? series.node + PART + String(series.port) + PART + (series.queue === undefined ? "" : String(series.queue))
    : String(series.flow);
  return series.metric + PART + subject;
}

/** A series with the bins of an update in place of its own from the update's first on. */
export function updated(old: Series | undefined, update: SeriesUpdate): Series {
  const same = old?.widthUs === update.widthUs && old.startUs === update.startUs;
  const join = (before: readonly (number | null)[] | undefined, after: readonly (number | null)[]): (number | null)[] => {
    const kept = same && before ? before.slice(0, update.from) : [];
    while (kept.length < update.from) kept.push(null);
    return kept.concat(after);
  };
  return {
    ...update,
    mean: join(old?.mean, update.mean),
    ...(update.min ? { min: join(old?.min, update.min) } : {}),
    ...(update.max ? { max: join(old?.max, update.max) } : {}),
  };
}

/** What is the same as before stays the same object: views draw it anew only where it is not. */
function kept<T>(before: readonly T[], now: readonly T[]): readonly T[] {
  return before.length === now.length && JSON.stringify(before) === JSON.stringify(now) ? before : now;
}

export class Model {
  data: ReportData;
  progress: Progress | null = null;
  connection: Connection;
  /** Counts changes, so that views know whether what they computed still holds. */
  version = 0;
  private readonly listeners: (() => void)[] = [];
  private series = new Map<string, Series>();
  /** Names of series in the order in which the server showed them first. */
  private numbered: string[] = [];
  private together = new Map<Metric, Overall>();
  private metrics = new Map<Metric, Series[]>();
  private flowsById: Map<number, FlowRow> | null = null;
  private peers: Map<string, { readonly name: string; readonly link: NetLink }> | null = null;
  private limitsByQueue: Map<string, QueueLimits> | null = null;

  constructor(raw: Partial<ReportData>, connection: Connection) {
    this.data = complete(raw);
    this.connection = connection;
    this.index();
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** All of the run as it is now. */
  replace(raw: Partial<ReportData>): void {
    const now = complete(raw);
    this.data = { ...now, nodes: kept(this.data.nodes, now.nodes), links: kept(this.data.links, now.links), limits: kept(this.data.limits, now.limits) };
    this.together.clear();
    this.index();
    this.changed();
  }

  setProgress(progress: Progress): void {
    this.progress = progress;
    this.changed();
  }

  setConnection(connection: Connection): void {
    this.connection = connection;
    this.changed();
  }

  takeSamples(updates: readonly SeriesUpdate[]): void {
    for (const update of updates) {
      const key = seriesKey(update);
      if (!this.series.has(key)) this.numbered.push(key);
      this.series.set(key, updated(this.series.get(key), update));
    }
    this.metrics.clear();
    this.changed();
  }

  takeBins(updates: readonly BinsUpdate[]): void {
    for (const [number, from, mean, min, max] of updates) {
      const key = this.numbered[number];
      const old = this.series.get(key);
      if (old) this.series.set(key, updated(old, { ...old, from, mean, ...(min && max ? { min, max } : {}) }));
    }
    this.metrics.clear();
    this.changed();
  }

  takeOverall(metrics: readonly Overall[]): void {
    for (const one of metrics) this.together.set(one.metric, one);
    this.changed();
  }

  /** What all flows do together, where the server says that in place of each flow's series. */
  overall(metric: Metric): Overall | undefined {
    return this.together.get(metric);
  }

  takeEntropies(traces: readonly EntropyTrace[]): void {
    const taken = new Set(traces.map(({ flow }) => flow));
    this.data = { ...this.data, entropies: [...this.data.entropies.filter(({ flow }) => !taken.has(flow)), ...traces] };
    this.changed();
  }

  /** Which entropy values a flow used; empty where nobody recorded it. */
  entropies(flow: number): EntropyTrace | undefined {
    return this.data.entropies.find((trace) => trace.flow === flow);
  }

  takeFlows(rows: readonly FlowRow[]): void {
    const all = new Map(this.flowMap());
    for (const row of rows) all.set(row.id, row);
    this.data = { ...this.data, flows: [...all.values()] };
    this.flowsById = all;
    this.changed();
  }

  takeCounts(counts: Counts): void {
    this.data = { ...this.data, summary: { ...this.data.summary, ...counts } };
    this.changed();
  }

  takeEvents(events: readonly RunEvent[]): void {
    const summary = this.data.summary;
    this.data = { ...this.data, summary: { ...summary, events: [...(summary.events ?? []), ...events] } };
    this.changed();
  }

  of(metric: Metric): readonly Series[] {
    let all = this.metrics.get(metric);
    if (!all) {
      all = [...this.series.values()].filter((series) => series.metric === metric);
      this.metrics.set(metric, all);
    }
    return all;
  }

  ofFlow(metric: Metric, flow: number): Series | undefined {
    return this.series.get(metric + PART + String(flow));
  }

  ofPort(metric: Metric, node: string, port: number): Series | undefined {
    return this.series.get(metric + PART + portKey(node, port) + PART);
  }

  ofQueue(metric: Metric, node: string, port: number, queue: number): Series | undefined {
    return this.series.get(metric + PART + portKey(node, port) + PART + String(queue));
  }

  flow(id: number): FlowRow | undefined {
    return this.flowMap().get(id);
  }

  private flowMap(): Map<number, FlowRow> {
    this.flowsById ??= new Map(this.data.flows.map((row) => [row.id, row]));
    return this.flowsById;
  }

  /** Who is at the far end of a port. */
  peer(node: string, port: number): string | undefined {
    return this.end(node, port)?.name;
  }

  link(node: string, port: number): NetLink | undefined {
    return this.end(node, port)?.link;
  }

  private end(node: string, port: number): { readonly name: string; readonly link: NetLink } | undefined {
    if (!this.peers) {
      this.peers = new Map();
      for (const link of this.data.links) {
        this.peers.set(portKey(link.a, link.aPort), { name: link.b, link });
        this.peers.set(portKey(link.b, link.bPort), { name: link.a, link });
      }
    }
    return this.peers.get(portKey(node, port));
  }

  limits(node: string, port: number, queue: number): QueueLimits | undefined {
    this.limitsByQueue ??= new Map(
      this.data.limits.map((each) => [portKey(each.node, each.port) + PART + String(each.queue), each]));
    return this.limitsByQueue.get(portKey(node, port) + PART + String(queue));
  }

  private index(): void {
    this.series = new Map(this.data.series.map((each) => [seriesKey(each), each]));
    this.numbered = this.data.series.map(seriesKey);
    this.metrics.clear();
    this.flowsById = null;
    this.peers = null;
    this.limitsByQueue = null;
  }

  private changed(): void {
    this.version++;
    this.listeners.forEach((listener) => { listener(); });
  }
}
