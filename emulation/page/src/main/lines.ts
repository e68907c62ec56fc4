/** Series as lines of a chart. */
import type { Line } from "./chart";
import type { EntropyTrace, Series } from "./data";
import { endUs, quantileBands, type Frames } from "./series";

const withEnd = (values: readonly (number | null)[]): (number | null)[] =>
  values.length === 0 ? [] : [...values, values[values.length - 1]];

/** The mean of each bin as a step to its end, with a band from least to largest. */
export function steps(series: Series, label: string, colour: number): Line {
  const x = series.mean.map((_, i) => series.startUs + i * series.widthUs);
  x.push(endUs(series));
  return {
    label, colour, dash: colour, x, y: withEnd(series.mean),
    ...(series.min && series.max ? { low: withEnd(series.min), high: withEnd(series.max) } : {}),
  };
}

/** Measurements at the middle of their bins, joined across bins without one. */
export function measurements(series: Series, label: string, colour: number): Line {
  const kept = series.mean.flatMap((value, i) => value === null ? [] : [i]);
  const of = (values: readonly (number | null)[]): (number | null)[] => kept.map((i) => values[i]);
  return {
    label, colour, dash: colour, straight: true, x: kept.map((i) => series.startUs + (i + 0.5) * series.widthUs), y: of(series.mean),
    ...(series.min && series.max ? { low: of(series.min), high: of(series.max) } : {}),
  };
}

const STATES = [
  { label: "in flight", colour: 7, dots: 4 }, { label: "to be used again", colour: 0, dots: 6 }, { label: "kept out of use", colour: 1, dots: 8 },
];

/** Entropy values as points: a line has one value of each look, and the first of a state has its name. */
export function entropyPoints(trace: EntropyTrace, name: string): Line[] {
  const x = trace.looks.map(([timeUs]) => timeUs);
  return STATES.flatMap(({ label, colour, dots }, state) => {
    const values = trace.looks.map((look) => look[state + 1] as readonly number[]);
    const most = values.reduce((count, each) => Math.max(count, each.length), 0);
    return Array.from({ length: most }, (_, i) => ({
      label: name + ", " + label, colour, x, y: values.map((each) => each[i] ?? null), dots, straight: true, unnamed: i > 0,
    }));
  }).reverse();
}

/** Median over flows, with bands of half and of nearly all of them. */
export function bands(all: readonly Series[], frames: Frames): Line[] {
  if (all.length === 0) return [];
  return bandLines(quantileBands(all, frames), frames);
}

/** The same of quantiles that are known. */
export function bandLines(quantiles: readonly (readonly (number | null)[])[], frames: Frames): Line[] {
  const [p1, p25, p50, p75, p99] = quantiles;
  const x = p50.map((_, i) => frames.fromUs + i * frames.widthUs);
  x.push(frames.fromUs + frames.count * frames.widthUs);
  return [
    { label: "1st to 99th percentile", colour: 5, x, y: withEnd(p99), low: withEnd(p1), high: withEnd(p99), width: 0 },
    { label: "half of the flows", colour: 0, x, y: withEnd(p75), low: withEnd(p25), high: withEnd(p75), width: 0 },
    { label: "median", colour: 0, x, y: withEnd(p50), width: 2.25 },
  ];
}
