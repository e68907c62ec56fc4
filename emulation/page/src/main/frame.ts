/*! smartt harness, Apache License 2.0. Contains uPlot 1.6.30, Copyright (c) 2022 Leon Sorokin, MIT License:
Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions: The above copyright notice and this permission notice shall be included in all copies or substantial portions
of the Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE. */
/** What is around every drawing of uPlot: a title, names, a way back from a zoom, a tip, a note in place of nothing. */
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { DASHES, onTheme, theme } from "./colours";
import { add, button, element, sized } from "./dom";
import { decimals, shown } from "./format";

const FAMILY = 'px system-ui, "Segoe UI", "DejaVu Sans", sans-serif';

export const font = (ratio = 1): string => String(sized("--small") * ratio) + FAMILY;

export const dashes = (dash: number | undefined, ratio = 1): number[] =>
  dash === undefined ? [] : DASHES[dash % DASHES.length].map((part) => part * ratio);

/** Numbers along an axis, with the digits that tell them apart. */
export const labels = (splits: readonly number[], apart: number): string[] =>
  splits.map((value) => value === null ? "" : shown(value, decimals(apart)));

export const axisLook = () => {
  const { soft, rule } = theme();
  return { stroke: soft, grid: { stroke: rule, width: 1 }, ticks: { stroke: rule, width: 1 }, font: font(), labelFont: font() };
};

export const X_SIZE = 2.4, X_LABEL_SIZE = 1.7, X_SPACE = 6;

/** A small picture of how something is drawn, in units of the screen. */
export const SAMPLE = { width: 28, height: 12 };

export function sample(parent: Element, paint: (ctx: CanvasRenderingContext2D) => void): void {
  const made = add(parent, "canvas");
  made.width = SAMPLE.width * devicePixelRatio;
  made.height = SAMPLE.height * devicePixelRatio;
  made.setAttribute("aria-hidden", "true");
  const ctx = made.getContext("2d")!;
  ctx.scale(devicePixelRatio, devicePixelRatio);
  paint(ctx);
}

export interface FrameContent {
  readonly title: string;
  readonly height: number;
  /** Draws anew: with the width and the colours of now. */
  readonly show: () => void;
  /** Shows all of the axes. */
  readonly whole: () => void;
  /** Goes on to the point before or after. */
  readonly step: (by: number) => void;
}

export class Frame {
  readonly head: HTMLElement;
  readonly names: HTMLElement;
  readonly area: HTMLElement;
  readonly tip = element("div", null, "tip");
  plot: uPlot | null = null;
  private readonly unit: HTMLElement;
  private readonly back: HTMLButtonElement;
  private readonly note: HTMLElement;

  constructor(parent: Element, private readonly content: FrameContent) {
    const box = add(parent, "figure", null, "chart");
    this.head = add(box, "figcaption");
    add(this.head, "span", content.title, "title");
    this.unit = add(this.head, "span", "", "unit");
    this.back = button(this.head, "whole axis", content.whole, "quiet");
    this.back.style.visibility = "hidden";
    this.names = add(box, "div", null, "names");
    this.names.hidden = true;
    this.area = add(box, "div", null, "plot");
    this.height = content.height * sized("--small") / 12;
    this.area.setAttribute("role", "img");
    this.area.tabIndex = 0;
    this.area.addEventListener("keydown", (event) => { this.key(event); });
    this.note = add(this.area, "p", "", "nothing");
    this.tip.hidden = true;
    onTheme(content.show);
    new ResizeObserver(() => {
      const width = this.area.clientWidth;
      if (width > 0 && this.plot?.width !== width) content.show();
    }).observe(this.area);
  }

  /** Takes away what was drawn. Returns the width for another drawing; 0 where there is none, or nothing to draw. */
  begin(names: readonly string[], why: string, zoomed: boolean): number {
    this.plot?.destroy();
    this.plot = null;
    this.tip.hidden = true;
    const nothing = names.length === 0;
    this.note.textContent = why;
    this.note.hidden = !nothing;
    this.area.setAttribute("aria-label", this.content.title + ": " + (nothing ? why : names.slice(0, 12).join(", ")));
    this.back.style.visibility = zoomed && !nothing ? "visible" : "hidden";
    return nothing ? 0 : this.area.clientWidth;
  }

  get height(): number {
    return parseFloat(this.area.style.height);
  }

  set height(pixels: number) {
    this.area.style.height = String(pixels) + "px";
  }

  get unitName(): string {
    return this.unit.textContent;
  }

  set unitName(name: string) {
    this.unit.textContent = name;
  }

  /** What a new drawing has to have in it. */
  ready(plot: uPlot): void {
    plot.over.appendChild(this.tip);
    plot.over.addEventListener("dblclick", this.content.whole);
  }

  /** Shows the tip next to a place in the drawing. */
  tipAt(plot: uPlot, left: number): void {
    const room = plot.over.clientWidth;
    const right = left > room / 2;
    this.tip.style.left = right ? "" : String(left + 12) + "px";
    this.tip.style.right = right ? String(room - left + 12) + "px" : "";
    this.tip.hidden = false;
  }

  private key(event: KeyboardEvent): void {
    if (!this.plot) return;
    if (event.key === "Escape") this.content.whole();
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.content.step(step);
  }
}
