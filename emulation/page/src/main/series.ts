/** Arithmetic on series of bins. Nothing here knows the page. */
import type { Distribution, Series } from "./data";

export const endUs = (series: Series): number => series.startUs + series.mean.length * series.widthUs;

export function largest(numbers: Iterable<number | null>): number {
  let most = 0;
  for (const n of numbers) if (n !== null && n > most) most = n;
  return most;
}

/** As the summary has it, with percentiles that interpolate between the two closest ranks; null of no values. */
export function distribution(values: readonly number[]): Distribution | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const at = (share: number): number => {
    const rank = share * (sorted.length - 1), below = Math.floor(rank);
    return sorted[below] + (rank - below) * (sorted[Math.min(below + 1, sorted.length - 1)] - sorted[below]);
  };
  return { min: sorted[0], median: at(0.5), p99: at(0.99), max: sorted[sorted.length - 1] };
}

/** From the first to the last instant of some series; null if there are none. */
export function extent(all: Iterable<Series>): [number, number] | null {
  let from = Infinity, to = -Infinity;
  for (const series of all) {
    from = Math.min(from, series.startUs);
    to = Math.max(to, endUs(series));
  }
  return from < to ? [from, to] : null;
}

/** The value of the bin at an instant; null where nothing was measured or outside. */
export function valueAt(series: Series, us: number, values: readonly (number | null)[] = series.mean): number | null {
  const bin = Math.floor((us - series.startUs) / series.widthUs);
  return bin < 0 || bin >= values.length ? null : values[bin] ?? null;
}

/** The largest value of the bins that overlap a span; null if none does. */
export function peakIn(series: Series, fromUs: number, toUs: number): number | null {
  const values = series.max ?? series.mean;
  const first = Math.max(0, Math.floor((fromUs - series.startUs) / series.widthUs));
  const last = Math.min(values.length - 1, Math.ceil((toUs - series.startUs) / series.widthUs) - 1);
  let most: number | null = null;
  for (let i = first; i <= last; i++) {
    const value = values[i];
    if (value !== null && (most === null || value > most)) most = value;
  }
  return most;
}

/** The mean over a span by time; where a series has no bin its value counts as 0. */
export function meanIn(series: Series, fromUs: number, toUs: number): number {
  const first = Math.max(0, Math.floor((fromUs - series.startUs) / series.widthUs));
  const last = Math.min(series.mean.length - 1, Math.ceil((toUs - series.startUs) / series.widthUs) - 1);
  let sum = 0;
  for (let i = first; i <= last; i++) {
    const start = series.startUs + i * series.widthUs;
    const overlap = Math.min(toUs, start + series.widthUs) - Math.max(fromUs, start);
    if (overlap > 0) sum += (series.mean[i] ?? 0) * overlap;
  }
  return sum / (toUs - fromUs);
}

/** Evenly spaced spans over a time. */
export interface Frames {
  readonly fromUs: number;
  readonly widthUs: number;
  readonly count: number;
}

export function framesOver(span: readonly [number, number] | null, most: number, leastWidthUs = 0): Frames {
  if (!span) return { fromUs: 0, widthUs: 1, count: 1 };
  const width = Math.max((span[1] - span[0]) / most, leastWidthUs, 1e-3);
  return { fromUs: span[0], widthUs: width, count: Math.max(1, Math.min(most, Math.ceil((span[1] - span[0]) / width - 1e-9))) };
}

/** A value of a sorted list by its rank, between 0 and 1, by the nearest rank. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.max(0, Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1))];
}

export const BAND_SHARES = [0.01, 0.25, 0.5, 0.75, 0.99] as const;

/** Quantiles over all series that have a value, frame by frame: one list of values a share. */
export function quantileBands(all: readonly Series[], frames: Frames): (number | null)[][] {
  const bands: (number | null)[][] = BAND_SHARES.map(() => []);
  const values = new Float64Array(all.length);
  for (let frame = 0; frame < frames.count; frame++) {
    const middle = frames.fromUs + (frame + 0.5) * frames.widthUs;
    let n = 0;
    for (const series of all) {
      const value = valueAt(series, middle);
      if (value !== null) values[n++] = value;
    }
    const sorted = values.subarray(0, n).sort();
    BAND_SHARES.forEach((share, i) => bands[i].push(n === 0 ? null : quantile(sorted, share)));
  }
  return bands;
}

/** The sum of all series, frame by frame. */
export function total(all: readonly Series[], frames: Frames): number[] {
  const sums = new Array<number>(frames.count).fill(0);
  for (const series of all) {
    const first = Math.max(0, Math.floor((series.startUs - frames.fromUs) / frames.widthUs));
    const last = Math.min(frames.count - 1, Math.ceil((endUs(series) - frames.fromUs) / frames.widthUs) - 1);
    for (let frame = first; frame <= last; frame++) {
      const from = frames.fromUs + frame * frames.widthUs;
      sums[frame] += meanIn(series, from, from + frames.widthUs);
    }
  }
  return sums;
}
