/** Colours of lines and links, in light and dark. */

export interface Theme {
  readonly dark: boolean;
  readonly ink: string;
  readonly soft: string;
  readonly rule: string;
  readonly ground: string;
  readonly nothing: string;
  /** Lines: Okabe and Ito's palette, without what is too faint on the ground. */
  readonly lines: readonly string[];
  /** From little to much: one direction of lightness, which reads the same for every kind of colour vision. */
  readonly scale: readonly string[];
}

const LIGHT: Theme = {
  dark: false, ink: "#1f2328", soft: "#57606a", rule: "#d8dee4", ground: "#ffffff", nothing: "#d0d4d9",
  lines: ["#0072b2", "#d55e00", "#00795a", "#b0517f", "#a66f00", "#2a86bd", "#000000", "#8a7f00"],
  scale: ["#fdd49e", "#fdbb84", "#fc8d59", "#ef6548", "#d7301f", "#b30000", "#7f0000"],
};

const DARK: Theme = {
  dark: true, ink: "#e6edf3", soft: "#9aa5b1", rule: "#30363d", ground: "#0d1117", nothing: "#3a424c",
  lines: ["#56b4e9", "#e8833a", "#2fc79a", "#e39bc4", "#f0c040", "#8fa8ff", "#ffffff", "#c9bc2c"],
  scale: ["#6b2d7a", "#9c2e7f", "#c9406d", "#ee6a5a", "#fb9a5c", "#fdc983", "#fcf6bd"],
};

/** Lines differ by more than colour. */
export const DASHES: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [9, 3, 2, 3], [4, 4], [12, 4], [1, 4], [7, 2, 1, 2, 1, 2]];

const preference = matchMedia("(prefers-color-scheme: dark)");
const listeners: (() => void)[] = [];
let chosen: "auto" | "light" | "dark" = "auto";

export function theme(): Theme {
  return chosen === "dark" || (chosen === "auto" && preference.matches) ? DARK : LIGHT;
}

/** A line's colour, by its place in the palette. */
export const lineColour = (place: number): string => theme().lines[place % theme().lines.length];

/** Calls when what is drawn has to be drawn again in other colours. */
export function onTheme(listener: () => void): void {
  listeners.push(listener);
}

/** Goes on to the next of: as the machine has it, light, dark. */
export function nextTheme(): string {
  chosen = chosen === "auto" ? "light" : chosen === "light" ? "dark" : "auto";
  document.documentElement.dataset.theme = chosen;
  listeners.forEach((listener) => { listener(); });
  return chosen;
}

preference.addEventListener("change", () => { listeners.forEach((listener) => { listener(); }); });
