/** The network on a canvas: links as pixels, nodes and failed links on top. Zooms, and finds what is pointed at. */
import { onTheme, theme } from "./colours";
import type { NetNode } from "./data";
import { add, sized } from "./dom";
import { type Direction, nearest, segments, tiers } from "./layout";
import { lines, packed, together } from "./raster";

const MARGIN = { left: 22, right: 22, top: 24, bottom: 34 };
const MOST_ZOOM = 60;
/** Up to so many lines a canvas strokes them fast enough. */
const FEW = 600;
/** From so many lines on, the two of a cable are one pixel apart at most: one is drawn. */
const MANY = 20_000;

export interface CanvasEvents {
  readonly over: (direction: number, node: number, x: number, y: number) => void;
  readonly pick: (direction: number) => void;
}

export class NetworkCanvas {
  readonly canvas: HTMLCanvasElement;
  private readonly places: Float32Array;
  private readonly points2: Float32Array;
  private points = new Float32Array(0);
  private shades: Uint8Array;
  private base: Uint32Array | null = null;
  private nodesLayer: HTMLCanvasElement | null = null;
  private image: ImageData | null = null;
  private pixels = new Uint32Array(0);
  private zoom = 1;
  private panX = 0;
  private picked = -1;
  private width = 0;
  private height = 0;
  private scheduled = false;
  /** How long drawing the last frame took, milliseconds. */
  drawMs = 0;

  constructor(
    parent: Element, private readonly nodes: readonly NetNode[], private readonly all: readonly Direction[],
    private readonly events: CanvasEvents,
  ) {
    this.canvas = add(parent, "canvas", null, "network");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.places = tiers(nodes);
    this.points2 = new Float32Array(2 * nodes.length);
    this.shades = new Uint8Array(all.length);
    new ResizeObserver(() => { this.resize(); }).observe(this.canvas);
    onTheme(() => { this.base = this.nodesLayer = null; this.later(); });
    this.listen();
  }

  set(shades: Uint8Array): void {
    this.shades = shades;
    this.later();
  }

  select(direction: number): void {
    this.picked = direction;
    this.later();
  }

  /** Spreads the network to the sides around a point, in pixels of the page; tiers stay where they are, so that all are seen. */
  zoomBy(factor: number, x = this.canvas.clientWidth / 2): void {
    const ratio = devicePixelRatio;
    const zoom = Math.max(1, Math.min(MOST_ZOOM, this.zoom * factor));
    const real = zoom / this.zoom;
    this.panX = x * ratio - (x * ratio - this.panX) * real;
    this.zoom = zoom;
    this.moved();
  }

  panBy(dx: number): void {
    this.panX += dx * devicePixelRatio;
    this.moved();
  }

  whole(): void {
    this.zoom = 1;
    this.panX = 0;
    this.moved();
  }

  private moved(): void {
    this.panX = Math.min(0, Math.max(this.width * (1 - this.zoom), this.panX));
    this.place();
    this.later();
  }

  private resize(): void {
    const width = Math.round(this.canvas.clientWidth * devicePixelRatio);
    const height = Math.round(this.canvas.clientHeight * devicePixelRatio);
    if (width === 0 || height === 0 || (width === this.width && height === this.height)) return;
    this.width = width;
    this.height = height;
    this.canvas.width = width;
    this.canvas.height = height;
    this.image = new ImageData(width, height);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.place();
    this.draw();
  }

  private place(): void {
    const ratio = devicePixelRatio;
    // Names stand above the first row and below the last, and are larger on a projector.
    const text = ratio * sized("--small") / 12;
    const toX = (x: number): number =>
      this.panX + this.zoom * (MARGIN.left * ratio + x * (this.width - (MARGIN.left + MARGIN.right) * ratio));
    const toY = (y: number): number =>
      MARGIN.top * text + y * (this.height - (MARGIN.top + MARGIN.bottom) * text);
    const apart = this.all.length > 2000 ? 0.7 * Math.min(4, this.zoom) : 3 * ratio;
    this.points = segments(this.all, this.places, toX, toY, apart) as Float32Array<ArrayBuffer>;
    for (let i = 0; i < this.nodes.length; i++) {
      this.points2[2 * i] = toX(this.places[2 * i]);
      this.points2[2 * i + 1] = toY(this.places[2 * i + 1]);
    }
    this.base = this.nodesLayer = null;
  }

  private later(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => {
      this.scheduled = false;
      this.draw();
    });
  }

  private draw(): void {
    if (!this.image) return;
    const began = performance.now();
    const look = theme();
    const thick = this.zoom > 4 || this.width > 2600;
    if (!this.base) {
      this.base = new Uint32Array(this.pixels.length).fill(packed(look.ground));
      lines(this.base, this.width, this.height, this.points, new Uint8Array(this.all.length).fill(1), [0, packed(look.nothing)], false);
    }
    this.pixels.set(this.base);
    const few = this.all.length <= FEW;
    if (!few) lines(this.pixels, this.width, this.height, this.points, this.all.length > MANY ? together(this.shades) : this.shades, [0, ...look.scale.map(packed)], thick);
    const ctx = this.canvas.getContext("2d")!;
    ctx.putImageData(this.image, 0, 0);
    if (few) this.stroke(ctx);
    this.drawFailed(ctx);
    this.nodesLayer ??= this.nodesOn(this.width, this.height);
    ctx.drawImage(this.nodesLayer, 0, 0);
    this.drawMs = performance.now() - began;
  }

  /** Few lines are drawn well, and thick. */
  private stroke(ctx: CanvasRenderingContext2D): void {
    const look = theme();
    ctx.lineWidth = 2.5 * devicePixelRatio * sized("--small") / 12;
    look.scale.forEach((colour, i) => {
      ctx.strokeStyle = colour;
      ctx.beginPath();
      for (let at = 0; at < this.all.length; at++) {
        if (this.shades[at] !== i + 1) continue;
        ctx.moveTo(this.points[4 * at], this.points[4 * at + 1]);
        ctx.lineTo(this.points[4 * at + 2], this.points[4 * at + 3]);
      }
      ctx.stroke();
    });
  }

  /** Failed links: dotted, with a cross in the middle. */
  private drawFailed(ctx: CanvasRenderingContext2D): void {
    const ratio = devicePixelRatio;
    const look = theme();
    ctx.strokeStyle = look.ink;
    this.all.forEach((each, i) => {
      if (!each.link.condition || each.fromIndex > each.toIndex) return;
      const [x1, y1, x2, y2] = this.points.subarray(4 * i, 4 * i + 4);
      const x = (x1 + x2) / 2, y = (y1 + y2) / 2, arm = 5 * ratio;
      ctx.lineWidth = 2 * ratio;
      ctx.setLineDash([2 * ratio, 4 * ratio]);
      ctx.beginPath();
      ctx.moveTo(x1, y1);
      ctx.lineTo(x2, y2);
      ctx.stroke();
      ctx.setLineDash([]);
      ctx.beginPath();
      ctx.moveTo(x - arm, y - arm);
      ctx.lineTo(x + arm, y + arm);
      ctx.moveTo(x + arm, y - arm);
      ctx.lineTo(x - arm, y + arm);
      ctx.stroke();
    });
    if (this.picked >= 0) {
      const [x1, y1, x2, y2] = this.points.subarray(4 * this.picked, 4 * this.picked + 4);
      ctx.lineWidth = 5 * ratio;
      ctx.globalAlpha = 0.5;
      ctx.strokeStyle = look.lines[0];
      ctx.beginPath();
      ctx.moveTo(x1, y1);
      ctx.lineTo(x2, y2);
      ctx.stroke();
      ctx.globalAlpha = 1;
    }
  }

  /** Nodes and their names, drawn once for every place and look. */
  private nodesOn(width: number, height: number): HTMLCanvasElement {
    const layer = document.createElement("canvas");
    layer.width = width;
    layer.height = height;
    this.drawNodes(layer.getContext("2d")!);
    return layer;
  }

  private drawNodes(ctx: CanvasRenderingContext2D): void {
    const ratio = devicePixelRatio;
    const look = theme();
    const font = sized("--small") * ratio;
    ctx.font = String(font) + 'px system-ui, "Segoe UI", "DejaVu Sans", sans-serif';
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    const rows = new Map<number, number[]>();
    this.nodes.forEach((node, i) => {
      const row = rows.get(node.tier);
      if (row) row.push(i);
      else rows.set(node.tier, [i]);
    });
    for (const row of rows.values()) {
      const room = row.length < 2 ? this.width : this.points2[2 * row[1]] - this.points2[2 * row[0]];
      const host = this.nodes[row[0]].host;
      const widest = row.reduce((most, i) => Math.max(most, this.nodes[i].name.length), 0) * 0.62 * font + 8 * ratio;
      const every = Math.max(1, Math.ceil(widest / room));
      const size = Math.max(1.2 * ratio, Math.min((host ? 0.42 : 0.5) * font, room * 0.3));
      for (const [place, i] of row.entries()) {
        const x = this.points2[2 * i], y = this.points2[2 * i + 1];
        if (x < -widest || x > this.width + widest || y < -font || y > this.height + font) continue;
        ctx.fillStyle = host ? look.soft : look.lines[0];
        if (host) {
          ctx.beginPath();
          ctx.arc(x, y, size, 0, 7);
          ctx.fill();
        } else {
          ctx.fillRect(x - size * 1.2, y - size * 0.8, size * 2.4, size * 1.6);
        }
        if (place % every !== 0 || x < 0 || x > this.width) continue;
        const label = this.nodes[i].name;
        const up = !host;
        const ty = up ? y - size - 0.75 * font : y + size + 0.83 * font;
        const half = ctx.measureText(label).width / 2;
        const tx = Math.max(half + 2, Math.min(this.width - half - 2, x));
        ctx.lineWidth = 3 * ratio;
        ctx.strokeStyle = look.ground;
        ctx.strokeText(label, tx, ty);
        ctx.fillStyle = look.ink;
        ctx.fillText(label, tx, ty);
      }
    }
  }

  /** What is at a point of the page: a node before a link. */
  private at(event: PointerEvent | MouseEvent): { direction: number; node: number } {
    const box = this.canvas.getBoundingClientRect();
    const x = (event.clientX - box.left) * devicePixelRatio, y = (event.clientY - box.top) * devicePixelRatio;
    const within = 8 * devicePixelRatio;
    let node = -1, least = within * within;
    for (let i = 0; i < this.nodes.length; i++) {
      const distance = (this.points2[2 * i] - x) ** 2 + (this.points2[2 * i + 1] - y) ** 2;
      if (distance < least) {
        least = distance;
        node = i;
      }
    }
    return { direction: node >= 0 ? -1 : nearest(this.points, x, y, within), node };
  }

  private listen(): void {
    let from: { x: number; y: number } | null = null;
    let dragged = false;
    this.canvas.addEventListener("pointerdown", (event) => {
      from = { x: event.clientX, y: event.clientY };
      dragged = false;
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (from && event.buttons > 0) {
        if (dragged || Math.hypot(event.clientX - from.x, event.clientY - from.y) > 4) {
          dragged = true;
          this.panBy(event.clientX - from.x);
          from = { x: event.clientX, y: event.clientY };
        }
        return;
      }
      const found = this.at(event);
      this.canvas.style.cursor = found.direction >= 0 ? "pointer" : "default";
      this.events.over(found.direction, found.node, event.offsetX, event.offsetY);
    });
    this.canvas.addEventListener("pointerleave", () => { this.events.over(-1, -1, 0, 0); });
    this.canvas.addEventListener("click", (event) => {
      from = null;
      if (dragged) return;
      const found = this.at(event);
      if (found.direction >= 0) this.events.pick(found.direction);
    });
    this.canvas.addEventListener("wheel", (event) => {
      // A plain wheel scrolls the page unless the network is zoomed in already.
      if (!event.ctrlKey && this.zoom === 1 && event.deltaY > 0) return;
      event.preventDefault();
      this.zoomBy(Math.exp(-event.deltaY / 400), event.offsetX);
    }, { passive: false });
    this.canvas.addEventListener("keydown", (event) => {
      const step = 60;
      const acts: Record<string, (() => void) | undefined> = {
        "+": () => { this.zoomBy(1.5); }, "=": () => { this.zoomBy(1.5); }, "-": () => { this.zoomBy(1 / 1.5); },
        "0": () => { this.whole(); }, ArrowLeft: () => { this.panBy(step); }, ArrowRight: () => { this.panBy(-step); },
      };
      const act = acts[event.key];
      if (act) {
        event.preventDefault();
        event.stopPropagation();
        act();
      }
    });
  }
}
