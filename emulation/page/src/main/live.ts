/** Hears a run that goes on, by server-sent events; docs/internals/page.md has the contract. */
import type { BinsUpdate, Counts, EntropyTrace, FlowRow, Live, Overall, Progress, ReportData, RunEvent, SeriesUpdate } from "./data";
import type { Model } from "./model";

const MAX_RETRY_MS = 8_000;

/** Has other series come from now on: words as docs/internals/page.md has them. */
export type Want = (series: readonly string[]) => void;

/** Follows the run until it ends; goes on after a lost connection. */
export function follow(live: Live, model: Model, first: readonly string[]): Want {
  let retryMs = 500;
  let wanted = first.join(",");
  let open: EventSource | null = null;
  const connect = (): void => {
    const source = new EventSource(live.events + "?series=" + encodeURIComponent(wanted));
    open = source;
    const on = <T>(name: string, take: (value: T) => void): void => {
      source.addEventListener(name, (event: MessageEvent<string>) => {
        try {
          take(JSON.parse(event.data) as T);
        } catch (problem) {
          console.warn("event " + name + " cannot be read", problem);
        }
      });
    };
    source.onopen = () => {
      retryMs = 500;
      model.setConnection("open");
    };
    on<Partial<ReportData>>("snapshot", (data) => { model.replace(data); });
    on<Progress>("progress", (progress) => { model.setProgress(progress); });
    on<{ series: SeriesUpdate[] }>("samples", (update) => { model.takeSamples(update.series); });
    on<{ bins: BinsUpdate[] }>("bins", (update) => { model.takeBins(update.bins); });
    on<{ metrics: Overall[] }>("overall", (update) => { model.takeOverall(update.metrics); });
    on<{ entropies: EntropyTrace[] }>("entropies", (update) => { model.takeEntropies(update.entropies); });
    on<{ flows: FlowRow[] }>("flows", (update) => { model.takeFlows(update.flows); });
    on<Counts>("counts", (counts) => { model.takeCounts(counts); });
    on<{ events: RunEvent[] }>("runEvents", (update) => { model.takeEvents(update.events); });
    on<{ status: string }>("end", () => {
      // The last snapshot came with it.
      source.close();
      model.setConnection("ended");
    });
    source.onerror = () => {
      // The browser tries again by itself, unless the server refused.
      model.setConnection("lost");
      if (source.readyState === EventSource.CLOSED) {
        setTimeout(() => { if (open === source) connect(); }, retryMs);
        retryMs = Math.min(MAX_RETRY_MS, 2 * retryMs);
      }
    };
  };
  connect();
  return (series) => {
    const words = series.join(",");
    if (words === wanted) return;
    wanted = words;
    open?.close();
    connect();
  };
}
