/** Numbers and units as readers see them. */

export interface Unit {
  readonly name: string;
  readonly scale: number;
}

const countFormat = new Intl.NumberFormat("en");
const formats = new Map<number, Intl.NumberFormat>();

export const count = (n: number): string => countFormat.format(n);

function formatted(value: number, least: number, most: number): string {
  const key = least * 100 + most;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat("en", { minimumFractionDigits: least, maximumFractionDigits: most });
    formats.set(key, format);
  }
  return format.format(value);
}

/** Without zeros behind it: for axes and what somebody wrote. */
export const shown = (value: number, digits: number): string => formatted(value, 0, digits);

/** With all its digits behind the point, zeros included: a measured 1.000 is not the number 1. */
export const measured = (value: number, digits: number): string => formatted(value, digits, digits);

const sevenDigits = new Intl.NumberFormat("en", { maximumSignificantDigits: 7 });

/** All digits that a study's page has of a number. */
export const exact = (value: number): string => sevenDigits.format(value);

/** Digits behind the point that tell values so far apart from each other: 3 for 0.025. */
export function decimals(apart: number): number {
  let digits = 0;
  while (digits < 9 && Math.abs(apart - Number(apart.toFixed(digits))) > apart / 1000) digits++;
  return digits;
}

/** Of times in microseconds. */
export function timeUnit(mostUs: number): Unit {
  if (mostUs >= 1e6) return { name: "s", scale: 1e6 };
  if (mostUs >= 1e3) return { name: "ms", scale: 1e3 };
  return { name: "us", scale: 1 };
}

export function byteUnit(most: number): Unit {
  if (most >= 2 ** 40) return { name: "TiB", scale: 2 ** 40 };
  if (most >= 2 ** 30) return { name: "GiB", scale: 2 ** 30 };
  if (most >= 2 ** 20) return { name: "MiB", scale: 2 ** 20 };
  if (most >= 2 ** 10) return { name: "KiB", scale: 2 ** 10 };
  return { name: "B", scale: 1 };
}

export function rateUnit(mostBps: number): Unit {
  if (mostBps >= 1e12) return { name: "Tbps", scale: 1e12 };
  if (mostBps >= 1e9) return { name: "Gbps", scale: 1e9 };
  if (mostBps >= 1e6) return { name: "Mbps", scale: 1e6 };
  return { name: "kbps", scale: 1e3 };
}

export const percentUnit = (): Unit => ({ name: "%", scale: 0.01 });

export const plainUnit = (name: string) => (): Unit => ({ name, scale: 1 });

const withUnit = (n: number, unit: Unit, digits: number): string => measured(n / unit.scale, digits) + " " + unit.name;

export const bytes = (n: number): string => withUnit(n, byteUnit(n), n < 2 ** 10 ? 0 : 1);
export const rate = (bps: number): string => withUnit(bps, rateUnit(bps), 1);
export const time = (us: number): string => withUnit(us, timeUnit(Math.abs(us)), 3);

/** Four significant digits or so. */
export function brief(x: number): string {
  return Math.abs(x) >= 1000 ? count(Math.round(x)) : measured(x, Math.abs(x) >= 100 ? 1 : 3);
}

/** Numbers inside names count as numbers: leaf2 before leaf10. */
export const natural = new Intl.Collator("en", { numeric: true }).compare;
