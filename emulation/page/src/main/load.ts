/** What each link carried, over all of a run or frame by frame, as shades. */
import type { QueueRow } from "./data";
import { percentUnit, byteUnit, plainUnit, type Unit } from "./format";
import type { Direction } from "./layout";
import { type Model, portKey } from "./model";
import { extent, framesOver, meanIn, peakIn, type Frames } from "./series";

export const MEASURES = ["utilisation", "queue", "marks", "trims", "drops"] as const;
export type Measure = (typeof MEASURES)[number];

export interface MeasureText {
  readonly name: string;
  readonly unit: (most: number) => Unit;
  /** Of a value over time. */
  readonly rateUnit: (most: number) => Unit;
}

const perSecond = (what: string) => (most: number): Unit =>
  most >= 1e6 ? { name: what + " per us", scale: 1e6 } : most >= 1e3 ? { name: what + " per ms", scale: 1e3 } : { name: what + " per s", scale: 1 };

export const TEXTS: Readonly<Record<Measure, MeasureText>> = {
  utilisation: { name: "utilisation", unit: percentUnit, rateUnit: percentUnit },
  queue: { name: "deepest queue", unit: byteUnit, rateUnit: byteUnit },
  marks: { name: "ECN marks", unit: plainUnit("packets"), rateUnit: perSecond("marks") },
  trims: { name: "trims", unit: plainUnit("packets"), rateUnit: perSecond("trims") },
  drops: { name: "drops", unit: plainUnit("packets"), rateUnit: perSecond("drops") },
};

/** Shades from 1 on; 0 is nothing, and this is not known. */
export const UNKNOWN = 255;

/** Values of all directions in one frame; NaN where not known. */
export interface Load {
  readonly frames: Frames;
  readonly most: number;
  readonly whole: Float32Array;
  readonly mostWhole: number;
  /** Shades, frame after frame. */
  readonly shades: Uint8Array;
  /** Whether there is anything over time. */
  readonly timed: boolean;
}

export function shade(value: number, most: number, steps: number): number {
  if (Number.isNaN(value)) return UNKNOWN;
  return value <= 0 || most <= 0 ? 0 : 1 + Math.min(steps - 1, Math.floor(steps * value / most));
}

type Count = number | null;

function both(a: Count, b: Count, of: (a: number, b: number) => number): Count {
  return a === null || b === null ? null : of(a, b);
}

const plus = (a: number, b: number): number => a + b;

/** Counts of the queues of each port together; null where nobody counts. */
export function portCounts(queues: readonly QueueRow[]): Map<string, QueueRow> {
  const sums = new Map<string, QueueRow>();
  for (const queue of queues) {
    const key = portKey(queue.switch, queue.port);
    const sum = sums.get(key);
    sums.set(key, sum ? {
      ...sum, packets: both(sum.packets, queue.packets, plus), bytes: both(sum.bytes, queue.bytes, plus),
      trims: sum.trims + queue.trims, marks: sum.marks + queue.marks, drops: both(sum.drops, queue.drops, plus),
      maxPackets: both(sum.maxPackets, queue.maxPackets, Math.max), maxBytes: both(sum.maxBytes, queue.maxBytes, Math.max),
    } : queue);
  }
  return sums;
}

export function load(model: Model, all: readonly Direction[], measure: Measure, steps: number, mostFrames: number): Load {
  const series = model.of(measure);
  const span = extent(model.of("utilisation")) ?? extent(series);
  const narrowest = series.reduce((least, each) => Math.min(least, each.widthUs), Infinity);
  const frames = framesOver(span, mostFrames, Number.isFinite(narrowest) ? narrowest / 2 : 0);
  const places = new Map(all.map((each, i) => [portKey(each.from, each.port), i]));
  const values = new Float32Array(frames.count * all.length);
  let most = measure === "utilisation" ? 1 : 0;
  const hosts = new Set(model.data.nodes.filter((node) => node.host).map((node) => node.name));
  for (const one of series) {
    const place = places.get(portKey(one.node ?? "", one.port ?? 0));
    if (place === undefined) continue;
    for (let frame = 0; frame < frames.count; frame++) {
      const from = frames.fromUs + frame * frames.widthUs;
      const value = measure === "queue" ? peakIn(one, from, from + frames.widthUs) ?? 0 : meanIn(one, from, from + frames.widthUs);
      const at = frame * all.length + place;
      values[at] = measure === "queue" ? Math.max(values[at], value) : values[at] + value;
      if (values[at] > most) most = values[at];
    }
  }
  const shades = new Uint8Array(values.length);
  for (let i = 0; i < values.length; i++) shades[i] = shade(values[i], most, steps);
  const whole = new Float32Array(all.length);
  const counts = portCounts(model.data.queues);
  all.forEach((each, i) => {
    if (measure === "utilisation") {
      const one = model.ofPort("utilisation", each.from, each.port);
      const sum = counts.get(portKey(each.from, each.port));
      whole[i] = one && span ? meanIn(one, span[0], span[1])
        : sum && span ? Math.min(1, (sum.bytes ?? NaN) * 8e6 / (each.link.rateBps * (span[1] - span[0]))) : hosts.has(each.from) ? 0 : sum ? NaN : 0;
    } else {
      const sum = counts.get(portKey(each.from, each.port));
      whole[i] = sum ? (measure === "queue" ? sum.maxBytes : sum[measure]) ?? NaN : hosts.has(each.from) ? NaN : 0;
    }
  });
  const mostWhole = whole.reduce((top, value) => value > top ? value : top, measure === "utilisation" ? 1 : 0);
  return { frames, most, whole, mostWhole, shades, timed: series.length > 0 };
}

/** The one with the largest value; -1 where none is known to be above nothing. */
export function busiest(values: ArrayLike<number>): number {
  let found = -1;
  for (let i = 0; i < values.length; i++) if (values[i] > (found < 0 ? 0 : values[found])) found = i;
  return found;
}
