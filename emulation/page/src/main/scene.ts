/** Panels of studies as shapes in the units of their axes. Nothing here knows the page. */
import { exact } from "./format";

export type Scale = "linear" | "logarithmic" | "powers_of_two";
type Point = readonly [number | null, number | null];

interface Lines {
  readonly kind: "lines";
  readonly x: string;
  readonly y: string;
  readonly xAxis: Scale;
  readonly yAxis: Scale;
  readonly curves: readonly { readonly label: string; readonly style: "line" | "marked" | "dashed" | "dots" | "thin"; readonly points: readonly Point[] }[];
}

interface Boxes {
  readonly kind: "boxes";
  readonly y: string;
  /** Lower whisker, lower quartile, median, upper quartile, upper whisker; and what is outside them. */
  readonly boxes: readonly { readonly label: string; readonly five: readonly number[]; readonly beyond: readonly number[] }[];
}

interface Bars {
  readonly kind: "bars";
  readonly x: string;
  readonly y: string;
  readonly groups: readonly string[];
  readonly bars: readonly { readonly label: string; readonly values: readonly (number | null)[] }[];
}

interface Samples {
  readonly kind: "samples";
  readonly x: string;
  /** Names of the places 0 on; none over a number. */
  readonly groups: readonly string[];
  /** A sample has its place, mean and half of the mean's interval, and the values of all its runs. */
  readonly series: readonly { readonly label: string; readonly samples: readonly { readonly mean: readonly [number, number, number]; readonly values: readonly number[] }[] }[];
}

export type DrawnPanel = { readonly title: string } & (Lines | Boxes | Bars | Samples);
/** As PanelJson writes it. */
export type Panel = DrawnPanel | { readonly title: string; readonly kind: "empty"; readonly why: string };

export type Shape =
  | { readonly kind: "line"; readonly points: readonly Point[]; readonly width: number; readonly dash: number }
  | { readonly kind: "mark"; readonly x: number; readonly y: number; readonly size: number; readonly open?: boolean }
  | { readonly kind: "interval"; readonly x: number; readonly low: number; readonly high: number }
  | { readonly kind: "box"; readonly x: number; readonly half: number; readonly five: readonly number[] }
  | { readonly kind: "bar"; readonly from: number; readonly to: number; readonly y: number };

/** What a pointer finds: a point, or the part of a chart that a bar or a box fills. */
export interface Spot {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  readonly text: () => readonly string[];
}

export interface Drawn {
  readonly label: string;
  /** Place in the palette; GREY for what was not measured. */
  readonly colour: number;
  readonly hidden: boolean;
  /** Among the names above the chart. */
  readonly named: boolean;
  readonly shapes: readonly Shape[];
  /** Found when they are asked for: a curve has a thousand. */
  readonly spots: () => Spot[];
}

export interface Axis {
  readonly title: string;
  readonly scale: Scale;
  readonly range: readonly [number, number];
  /** Of the places 0 on, in place of numbers. */
  readonly names?: readonly string[];
}

export interface Scene {
  readonly x: Axis;
  readonly y: Axis;
  readonly drawn: readonly Drawn[];
}

export const GREY = -1;
const DOTTED = 2;
/** What bars, or means, of a group take of its width together. */
const FILLED = { bars: 0.8, boxes: 0.3, samples: 0.6 };

/** Least and largest value; null of none. */
export function ends(values: Iterable<number | null>): [number, number] | null {
  let least = Infinity, most = -Infinity;
  for (const value of values) {
    if (value === null) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return least <= most ? [least, most] : null;
}

/** Where an axis of values begins: at 0 where that leaves most of the height to them, else at the least of them. */
export const lowest = (least: number, most: number): number => least >= 0 && least < 0.6 * most ? 0 : least;

/** An axis from end to end of its values, with a share of their distance left free at ends where no axis is. */
export function range(values: Iterable<number | null>, scale: Scale, from: (least: number, most: number) => number, free: number): [number, number] {
  const found = ends(values);
  if (!found) return scale === "linear" ? [0, 1] : [1, 10];
  const [least, most] = found;
  if (scale !== "linear") {
    const factor = Math.max((most / least) ** free, least < most ? 1.02 : 2);
    return [least / factor, most * factor];
  }
  if (least === most) return least === 0 ? [0, 1] : [least - 0.1 * Math.abs(least), least + 0.1 * Math.abs(least)];
  const start = from(least, most);
  const room = free * (most - start);
  return [least >= 0 ? Math.max(0, start - room) : start - room, most + room];
}

/** Round numbers of an axis, at most so many; by equal differences, or by digits of a power. */
export function ticks(scale: Scale, from: number, to: number, most: number): number[] {
  if (scale === "powers_of_two") {
    const first = Math.ceil(Math.log2(from) - 1e-9), last = Math.floor(Math.log2(to) + 1e-9);
    const step = Math.max(1, Math.ceil((last - first + 1) / most));
    if (last > first) return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => 2 ** (first + i * step));
  } else if (scale === "logarithmic") {
    const first = Math.floor(Math.log10(from) + 1e-9), last = Math.floor(Math.log10(to) + 1e-9);
    for (const digits of [[1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 2, 3, 5, 7], [1, 2, 5], [1, 3], [1]]) {
      const found: number[] = [];
      for (let power = first; power <= last; power++) {
        // Of two integers: 3 * 10 ** -1 is 0.30000000000000004.
        for (const digit of digits) found.push(power < 0 ? digit / 10 ** -power : digit * 10 ** power);
      }
      const within = found.filter((value) => value >= from * (1 - 1e-9) && value <= to * (1 + 1e-9));
      if (within.length < 2) break;
      if (within.length <= most) return within;
      if (digits.length === 1) return within.filter((_, i) => i % Math.ceil(within.length / most) === 0);
    }
  }
  const rough = (to - from) / Math.max(1, most), power = Math.floor(Math.log10(rough));
  for (const digit of [1, 2, 5, 10, 20]) {
    const [up, down] = power < 0 ? [digit, 10 ** -power] : [digit * 10 ** power, 1];
    const first = Math.ceil(from * down / up - 1e-9), last = Math.floor(to * down / up + 1e-9);
    if (last - first + 1 <= most || digit === 20) return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * up / down);
  }
  return [];
}

/** How names stand below an axis: as they are, in lines, or upwards; each that stays without room is empty. */
export interface Standing {
  readonly texts: readonly string[];
  readonly upwards: boolean;
}

export function standing(names: readonly string[], room: number, line: number, width: (text: string) => number): Standing {
  const fits = (text: string): boolean => width(text) <= room - 6;
  if (names.every(fits)) return { texts: names, upwards: false };
  const words = names.map((name) => name.split(" "));
  if (words.every((each) => each.length <= 3 && each.every(fits))) return { texts: words.map((each) => each.join("\n")), upwards: false };
  const every = Math.max(1, Math.ceil(line / room));
  const short = (name: string): string => name.length > 20 ? name.slice(0, 19) + "\u2026" : name;
  return { texts: names.map((name, i) => i % every === 0 ? short(name) : ""), upwards: true };
}

/** The spot next to a pointer, in pixels; null if none is so near. */
export function nearest(
  spots: readonly Spot[], x: number, y: number, within: number, toX: (value: number) => number, toY: (value: number) => number,
): Spot | null {
  let found: Spot | null = null, least = within * within;
  const outside = (at: number, a: number, b: number): number => Math.max(0, Math.min(a, b) - at, at - Math.max(a, b));
  for (const spot of spots) {
    const dx = outside(x, toX(spot.x[0]), toX(spot.x[1])), dy = outside(y, toY(spot.y[0]), toY(spot.y[1]));
    const distance = dx * dx + dy * dy;
    if (distance < least) {
      least = distance;
      found = spot;
    }
  }
  return found;
}

const at = (x: number, y: number, text: () => readonly string[]): Spot => ({ x: [x, x], y: [y, y], text });
const seen = <T extends { readonly hidden: boolean }>(drawn: readonly T[]): readonly T[] => drawn.some((each) => !each.hidden) ? drawn.filter((each) => !each.hidden) : drawn;
const groupAxis = (title: string, names: readonly string[]): Axis => ({ title, scale: "linear", range: [-0.5, names.length - 0.5], names });
const free = (least: number): number => least;

type Hidden = (series: number) => boolean;

function lines(panel: Lines, hidden: Hidden): Scene {
  let place = 0;
  const curves = panel.curves.map((curve, i) => ({ ...curve, hidden: hidden(i), points: curve.points.filter(([x, y]) => x !== null || y !== null) }));
  const drawn = curves.map((curve): Drawn => {
    const { label, style, points } = curve;
    const grey = style === "dashed" || style === "thin";
    const own = grey ? 0 : place++;
    const marked = style === "marked" || style === "dots" || points.length === 1;
    const whole = points.flatMap(([x, y]): [number, number][] => x === null || y === null ? [] : [[x, y]]);
    const line: Shape = { kind: "line", points, width: style === "thin" ? 1 : 2, dash: style === "thin" ? 0 : grey ? DOTTED : own };
    return {
      label, colour: grey ? GREY : own, hidden: curve.hidden, named: style !== "thin",
      shapes: [...(style === "dots" ? [] : [line]), ...(marked ? whole.map(([x, y]): Shape => ({ kind: "mark", x, y, size: 9 })) : [])],
      spots: () => whole.map(([x, y]) => at(x, y, () => [label, panel.x + ": " + exact(x), panel.y + ": " + exact(y)])),
    };
  });
  const visible = seen(curves).flatMap((curve) => curve.points);
  const marks = panel.curves.some((curve) => curve.style === "marked" || curve.style === "dots" || curve.points.length === 1);
  return {
    x: { title: panel.x, scale: panel.xAxis, range: range(visible.map(([x]) => x), panel.xAxis, free, marks ? 0.04 : 0.01) },
    y: { title: panel.y, scale: panel.yAxis, range: range(visible.map(([, y]) => y), panel.yAxis, lowest, 0.06) },
    drawn,
  };
}

function boxes(panel: Boxes): Scene {
  const names = ["lower whisker", "lower quartile", "median", "upper quartile", "upper whisker"];
  const drawn = panel.boxes.map(({ label, five, beyond }, i): Drawn => ({
    label, colour: i, hidden: false, named: false,
    shapes: [{ kind: "box", x: i, half: FILLED.boxes, five }, ...beyond.map((y): Shape => ({ kind: "mark", x: i, y, size: 5, open: true }))],
    spots: () => [
      ...beyond.map((y) => at(i, y, () => [label, exact(y)])),
      { x: [i - FILLED.boxes, i + FILLED.boxes], y: [five[0], five[4]], text: () => [label, ...names.map((name, k) => name + ": " + exact(five[k])).reverse()] },
    ],
  }));
  return {
    x: groupAxis("", panel.boxes.map((box) => box.label)),
    y: { title: panel.y, scale: "linear", range: range(panel.boxes.flatMap((box) => [...box.five, ...box.beyond]), "linear", lowest, 0.06) },
    drawn,
  };
}

function bars(panel: Bars, hidden: Hidden): Scene {
  const all = panel.bars.map((bar, colour) => ({ ...bar, colour, hidden: hidden(colour) }));
  const visible = seen(all);
  const width = FILLED.bars / visible.length;
  const drawn = all.map((bar): Drawn => {
    const left = (group: number): number => group - FILLED.bars / 2 + Math.max(0, visible.indexOf(bar)) * width;
    const there = bar.values.flatMap((y, group): [number, number][] => y === null ? [] : [[group, y]]);
    return {
      label: bar.label, colour: bar.colour, hidden: bar.hidden, named: true,
      shapes: there.map(([group, y]): Shape => ({ kind: "bar", from: left(group), to: left(group) + width, y })),
      spots: () => there.map(([group, y]): Spot => ({
        x: [left(group), left(group) + width], y: [0, y],
        text: () => [bar.label, panel.x + ": " + panel.groups[group], panel.y + ": " + exact(y)],
      })),
    };
  });
  const values = [0, ...visible.flatMap((bar) => bar.values)];
  return { x: groupAxis(panel.x, panel.groups), y: { title: panel.y, scale: "linear", range: range(values, "linear", lowest, 0.04) }, drawn };
}

/** Means with their intervals, every run as a point; the axis shows the values and not the way from 0. */
function samples(panel: Samples, hidden: Hidden): Scene {
  const { groups } = panel;
  const all = panel.series.map((one, colour) => ({ ...one, colour, hidden: hidden(colour) }));
  const visible = seen(all);
  const drawn = all.map((one): Drawn => {
    // Series of a group stand side by side.
    const aside = groups.length === 0 ? 0 : (Math.max(0, visible.indexOf(one)) - (visible.length - 1) / 2) * FILLED.samples / visible.length;
    const placed = one.samples.map(({ mean: [x, mean, half], values }) => ({ x: x + aside, mean, half, values, where: panel.x + ": " + (groups.length === 0 ? exact(x) : groups[x]) }));
    const line: Shape = { kind: "line", points: placed.map(({ x, mean }) => [x, mean]), width: 2, dash: one.colour };
    return {
      label: one.label, colour: one.colour, hidden: one.hidden, named: panel.series.length > 1,
      shapes: [
        ...(groups.length === 0 ? [line] : []),
        ...placed.flatMap(({ x, mean, half, values }): Shape[] => [
          ...(half > 0 ? [{ kind: "interval", x, low: mean - half, high: mean + half } as const] : []),
          ...(values.length > 1 ? values.map((y) => ({ kind: "mark", x, y, size: 5, open: true } as const)) : []),
          { kind: "mark", x, y: mean, size: 9 },
        ]),
      ],
      spots: () => placed.flatMap(({ x, mean, half, values, where }) => [
        at(x, mean, () => [one.label, where, (values.length > 1 ? "mean " : "") + exact(mean) + (half > 0 ? " \u00b1 " + exact(half) : "")]),
        ...(values.length > 1 ? values.map((y) => at(x, y, () => [one.label, where, exact(y)])) : []),
      ]),
    };
  });
  const shown = visible.flatMap((one) => one.samples);
  const heights = shown.flatMap(({ mean: [, mean, half], values }) => [mean - half, mean + half, ...values]);
  return {
    x: groups.length > 0 ? groupAxis(panel.x, groups)
      : { title: panel.x, scale: "linear", range: range(shown.map(({ mean }) => mean[0]), "linear", free, 0.04) },
    y: { title: "", scale: "linear", range: range(heights, "linear", free, 0.06) },
    drawn,
  };
}

/** The shapes of a panel, without those of series that are hidden in the arithmetic of axes and places. */
export function scene(panel: DrawnPanel, hidden: Hidden): Scene {
  switch (panel.kind) {
    case "lines": return lines(panel, hidden);
    case "boxes": return boxes(panel);
    case "bars": return bars(panel, hidden);
    case "samples": return samples(panel, hidden);
  }
}

/** Of spots that are drawn, in the order in which a key goes through them. */
export const spotsOf = (drawn: readonly Drawn[]): Spot[] => drawn.filter((each) => !each.hidden).flatMap((each) => each.spots());
