/** A panel of a study, drawn on the axes of uPlot. */
import uPlot from "uplot";
import { lineColour, theme } from "./colours";
import { button, element, sized } from "./dom";
import { brief } from "./format";
import { axisLook, dashes, font, Frame, labels, sample, SAMPLE, X_LABEL_SIZE, X_SIZE, X_SPACE } from "./frame";
import { GREY, nearest, scene, spotsOf, standing, ticks, type Axis, type Drawn, type Panel, type Scene, type Shape, type Spot, type Standing } from "./scene";

const HEIGHT = 290;
/** How far a pointer is from what it means, at most. */
const REACH = 60;
const UPWARDS = 60;
/** From line to line of a name, in sizes of text. */
const LINE = 1.2;
const MARKS = ["circle", "square", "up", "diamond", "down", "cross", "plus", "flat"] as const;

type Zoom = Readonly<Record<"x" | "y", readonly [number, number]>>;

/** Places in a drawing, in units of the screen. */
interface Places {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

const ink = (colour: number): string => colour === GREY ? theme().soft : lineColour(colour);

/** The width of the widest line. */
function widest(texts: readonly string[]): number {
  const ctx = element("canvas").getContext("2d")!;
  ctx.font = font();
  return Math.max(0, ...texts.flatMap((text) => text.split("\n")).map((line) => ctx.measureText(line).width));
}

function mark(ctx: CanvasRenderingContext2D, place: number, x: number, y: number, size: number): void {
  const half = size / 2, kind = MARKS[Math.max(0, place) % MARKS.length];
  ctx.beginPath();
  if (kind === "circle") {
    ctx.arc(x, y, half, 0, 2 * Math.PI);
  } else if (kind === "square" || kind === "flat") {
    const height = kind === "flat" ? half / 2 : half * 0.9;
    ctx.rect(x - half * 0.9, y - height, half * 1.8, 2 * height);
  } else if (kind === "cross" || kind === "plus") {
    const [a, b] = kind === "cross" ? [half * 0.8, half * 0.8] : [half, 0];
    ctx.moveTo(x - a, y - b);
    ctx.lineTo(x + a, y + b);
    ctx.moveTo(x + b, y - a);
    ctx.lineTo(x - b, y + a);
    ctx.stroke();
  } else {
    const points = kind === "diamond" ? [[0, -1.1], [1.1, 0], [0, 1.1], [-1.1, 0]] : kind === "up" ? [[0, -1], [1, 0.8], [-1, 0.8]] : [[0, 1], [1, -0.8], [-1, -0.8]];
    points.forEach(([dx, dy]) => { ctx.lineTo(x + dx * half, y + dy * half); });
    ctx.closePath();
  }
  ctx.fill();
}

function paint(ctx: CanvasRenderingContext2D, shape: Shape, colour: number, { x, y }: Places): void {
  const { ground } = theme();
  ctx.strokeStyle = ctx.fillStyle = ink(colour);
  ctx.lineWidth = 2;
  ctx.setLineDash([]);
  const path = (points: readonly (readonly [number, number])[]): void => {
    ctx.beginPath();
    points.forEach(([px, py], i) => { if (i % 2 === 0) ctx.moveTo(px, py); else ctx.lineTo(px, py); });
    ctx.stroke();
  };
  switch (shape.kind) {
    case "line": {
      ctx.lineWidth = shape.width;
      ctx.setLineDash(dashes(shape.dash));
      ctx.beginPath();
      let drawing = false;
      for (const [px, py] of shape.points) {
        if (px === null || py === null) drawing = false;
        else if (drawing) ctx.lineTo(x(px), y(py));
        else {
          ctx.moveTo(x(px), y(py));
          drawing = true;
        }
      }
      ctx.stroke();
      break;
    }
    case "mark":
      if (shape.open) {
        ctx.lineWidth = 1.5;
        ctx.fillStyle = ground;
        ctx.beginPath();
        ctx.arc(x(shape.x), y(shape.y), shape.size / 2, 0, 2 * Math.PI);
        ctx.fill();
        ctx.stroke();
      } else {
        mark(ctx, colour, x(shape.x), y(shape.y), shape.size);
      }
      break;
    case "interval": {
      const at = x(shape.x), low = y(shape.low), high = y(shape.high);
      path([[at, low], [at, high], [at - 6, low], [at + 6, low], [at - 6, high], [at + 6, high]]);
      break;
    }
    case "box": {
      const at = x(shape.x), half = Math.min(35, x(shape.x + shape.half) - at);
      const [least, lower, median, upper, most] = shape.five.map(y);
      ctx.save();
      ctx.globalAlpha = 0.33;
      ctx.fillRect(at - half, upper, 2 * half, lower - upper);
      ctx.restore();
      ctx.strokeRect(at - half, upper, 2 * half, lower - upper);
      path([
        [at, least], [at, lower], [at, upper], [at, most], [at - half / 2, least], [at + half / 2, least],
        [at - half / 2, most], [at + half / 2, most], [at - half, median], [at + half, median],
      ]);
      break;
    }
    case "bar":
      ctx.fillRect(x(shape.from) + 0.5, y(shape.y), x(shape.to) - x(shape.from) - 1, y(0) - y(shape.y));
      break;
  }
}

/** The number of a bar on top of it: upwards on a narrow one, not at all where lines of text are wider. */
function value(ctx: CanvasRenderingContext2D, shape: Shape, { x, y }: Places): void {
  if (shape.kind !== "bar") return;
  const text = brief(shape.y), wide = x(shape.to) - x(shape.from), line = sized("--small");
  if (wide < line) return;
  ctx.save();
  ctx.fillStyle = theme().ink;
  ctx.textBaseline = "middle";
  ctx.translate((x(shape.from) + x(shape.to)) / 2, y(shape.y) - 3);
  if (ctx.measureText(text).width <= wide) {
    ctx.textAlign = "center";
    ctx.fillText(text, 0, -line / 2);
  } else {
    ctx.textAlign = "left";
    ctx.rotate(-Math.PI / 2);
    ctx.fillText(text, 0, 0);
  }
  ctx.restore();
}

export class Figure {
  private readonly frame: Frame;
  private readonly hidden = new Set<number>();
  private readonly spot = element("div", null, "spot");
  private readonly picture: HTMLButtonElement;
  private zoom: Zoom | null = null;
  private spots: readonly Spot[] | null = null;
  private stepped = -1;

  constructor(parent: Element, private readonly panel: Panel) {
    this.frame = new Frame(parent, {
      title: panel.title, height: HEIGHT, show: () => { this.show(); }, whole: () => { this.zoomTo(null); }, step: (by) => { this.step(by); },
    });
    this.picture = button(this.frame.head, "save", () => { this.save(); }, "quiet");
    this.picture.setAttribute("aria-label", "save " + panel.title + " as an image");
    this.show();
  }

  private zoomTo(zoom: Zoom | null): void {
    this.zoom = zoom;
    this.show();
  }

  private show(): void {
    const { panel, frame } = this;
    this.spots = null;
    this.stepped = -1;
    this.spot.hidden = true;
    this.picture.hidden = panel.kind === "empty";
    if (panel.kind === "empty") {
      frame.begin([], panel.why, false);
      return;
    }
    const drawn = scene(panel, (series) => this.hidden.has(series));
    const labelled = drawn.drawn.filter((each) => each.named);
    this.nameSeries(drawn.drawn);
    const names = labelled.length > 0 ? labelled.map((each) => each.label) : drawn.x.names ?? drawn.drawn.map((each) => each.label);
    frame.unitName = drawn.y.title;
    const width = frame.begin(names.length > 0 ? names : [panel.title], "", this.zoom !== null);
    if (width > 0) frame.plot = this.draw(drawn, width);
  }

  /** Names that hide and show their series. */
  private nameSeries(drawn: readonly Drawn[]): void {
    const { names } = this.frame;
    // The one that was pressed keeps the keyboard.
    const pressed = [...names.children].indexOf(document.activeElement!);
    names.hidden = !drawn.some((each) => each.named);
    names.replaceChildren(...drawn.flatMap((each, i) => {
      if (!each.named) return [];
      const made = element("button", null, "quiet");
      made.type = "button";
      made.setAttribute("aria-pressed", String(!each.hidden));
      made.addEventListener("click", () => {
        if (!this.hidden.delete(i)) this.hidden.add(i);
        this.show();
      });
      sample(made, (ctx) => { this.example(ctx, each); });
      made.append(each.label);
      return [made];
    }));
    if (pressed >= 0) (names.children[pressed] as HTMLElement | undefined)?.focus();
  }

  /** What a series looks like, in a place of the size of a sample. */
  private example(ctx: CanvasRenderingContext2D, each: Drawn): void {
    const { width, height } = SAMPLE;
    const places: Places = { x: (x) => x * width, y: (y) => height - y * height };
    for (const kind of ["line", "bar", "mark"] as const) {
      const shape = each.shapes.find((one) => one.kind === kind && !(one.kind === "mark" && one.open));
      if (shape?.kind === "line") paint(ctx, { ...shape, points: [[0, 0.5], [1, 0.5]] }, each.colour, places);
      if (shape?.kind === "bar") paint(ctx, { kind: "bar", from: 0.2, to: 0.8, y: 1 }, each.colour, places);
      if (shape?.kind === "mark") paint(ctx, { ...shape, x: 0.5, y: 0.5 }, each.colour, places);
    }
  }

  private draw({ x, y, drawn }: Scene, width: number): uPlot {
    const text = sized("--small");
    const visible = drawn.filter((each) => !each.hidden);
    const bars = visible.some((each) => each.shapes.some((shape) => shape.kind === "bar"));
    const at = this.zoom ?? { x: x.range, y: y.range };
    const scale = (axis: Axis, range: readonly [number, number]): uPlot.Scale =>
      ({ time: false, distr: axis.scale === "linear" ? 1 : 3, range: () => [range[0], range[1]] });
    const numbers = (axis: Axis, space: number): uPlot.Axis => ({
      ...axisLook(),
      splits: (plot, _, from, to) => ticks(axis.scale, from, to, Math.max(2, Math.floor((axis === x ? plot.width : plot.height) / space))),
      filter: (_, splits) => splits,
      values: (_, splits) => axis.scale === "linear" ? labels(splits, splits[1] - splits[0]) : splits.flatMap((split) => labels([split], split)),
    });
    const xLook = { label: x.title, labelSize: x.title === "" ? 0 : X_LABEL_SIZE * text };
    // Of the axis of values; both axes want to know the other's size first.
    const left = 3.5 * text;
    const room = (width - left) / (at.x[1] - at.x[0]);
    const stands = standing(x.names ?? [], room, LINE * text, (name) => widest([name]));
    const wide = widest(stands.texts), slope = UPWARDS / 180 * Math.PI;
    const lines = Math.max(1, ...stands.texts.map((name) => name.split("\n").length));
    const below = (X_SIZE - LINE) * text + (stands.upwards ? wide * Math.sin(slope) + text : lines * LINE * text);
    this.frame.height = HEIGHT * text / 12 + below;
    return new uPlot({
      width, height: this.frame.height, legend: { show: false },
      // The first name that goes upwards begins left of all of the chart.
      padding: [bars ? 4 * text : 10, 14, 0, stands.upwards ? Math.max(0, wide * Math.cos(slope) - left - room / 2) : 0],
      cursor: { drag: { x: true, y: true, uni: 20, setScale: false }, points: { show: false }, x: false, y: false },
      scales: { x: scale(x, at.x), y: scale(y, at.y) },
      axes: [
        x.names ? { ...this.nameAxis(x.names, stands, below), ...xLook } : { ...numbers(x, X_SPACE * text), ...xLook, size: X_SIZE * text },
        { ...numbers(y, 3 * text), size: (_, values) => widest((values as string[] | null) ?? []) + 1.7 * text },
      ],
      series: [{}, { scale: "y", points: { show: false } }],
      hooks: {
        setSelect: [(plot) => { this.select(plot); }],
        setCursor: [(plot) => { this.point(plot, drawn); }],
        draw: [(plot) => { this.paint(plot, visible); }],
        ready: [(plot) => {
          this.frame.ready(plot);
          plot.over.appendChild(this.spot);
        }],
      },
    }, [[at.x[0], at.x[1]], [null, null]], this.frame.area);
  }

  /** An axis of names: wrapped, or upwards, where they have no room. */
  private nameAxis(names: readonly string[], { texts, upwards }: Standing, size: number): uPlot.Axis {
    return {
      ...axisLook(), lineGap: LINE, grid: { show: false },
      splits: (_plot, _axis, min, max) => names.map((_, i) => i).filter((i) => i >= min && i <= max),
      filter: (_, splits) => splits,
      values: (_, splits) => splits.map((i) => texts[i]),
      rotate: upwards ? UPWARDS : 0,
      size,
    };
  }

  private paint(plot: uPlot, drawn: readonly Drawn[]): void {
    const { ctx, bbox } = plot;
    const ratio = devicePixelRatio;
    const places: Places = { x: (x) => plot.valToPos(x, "x", true) / ratio, y: (y) => plot.valToPos(y, "y", true) / ratio };
    ctx.save();
    ctx.scale(ratio, ratio);
    ctx.font = font();
    ctx.save();
    ctx.beginPath();
    // A mark at an end of an axis is seen whole.
    ctx.rect(bbox.left / ratio - 6, bbox.top / ratio - 6, bbox.width / ratio + 12, bbox.height / ratio + 12);
    ctx.clip();
    for (const each of drawn) for (const shape of each.shapes) paint(ctx, shape, each.colour, places);
    ctx.restore();
    if (!this.zoom) for (const each of drawn) for (const shape of each.shapes) value(ctx, shape, places);
    ctx.restore();
  }

  private select(plot: uPlot): void {
    const { left, top, width, height } = plot.select;
    if (width < 4 || height < 4) return;
    const x = (at: number): number => plot.posToVal(at, "x"), y = (at: number): number => plot.posToVal(at, "y");
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.zoomTo({ x: [x(left), x(left + width)], y: [y(top + height), y(top)] });
  }

  private point(plot: uPlot, drawn: readonly Drawn[]): void {
    const { left = -1, top = -1 } = plot.cursor;
    this.spots ??= spotsOf(drawn);
    const found = left < 0 ? null : nearest(this.spots, left, top, REACH, (x) => plot.valToPos(x, "x"), (y) => plot.valToPos(y, "y"));
    this.tell(plot, found);
  }

  private tell(plot: uPlot, found: Spot | null): void {
    const { tip } = this.frame;
    tip.hidden = this.spot.hidden = found === null;
    if (!found) return;
    tip.replaceChildren(...found.text().map((line, i) => element("div", line, i === 0 ? "when" : "")));
    const x = plot.valToPos((found.x[0] + found.x[1]) / 2, "x"), y = plot.valToPos(found.y[1], "y");
    this.spot.style.left = String(x) + "px";
    this.spot.style.top = String(y) + "px";
    this.frame.tipAt(plot, x);
  }

  private step(by: number): void {
    const { plot } = this.frame;
    if (!plot || this.panel.kind === "empty") return;
    this.spots ??= spotsOf(scene(this.panel, (series) => this.hidden.has(series)).drawn);
    if (this.spots.length === 0) return;
    this.stepped = Math.max(0, Math.min(this.spots.length - 1, this.stepped + by));
    this.tell(plot, this.spots[this.stepped]);
  }

  /** Writes the chart as a PNG file, with its title and names. */
  private save(): void {
    const { plot, names } = this.frame;
    if (!plot) return;
    const ratio = devicePixelRatio, line = 1.8 * sized("--small") * ratio;
    const entries = [...names.children].filter((each) => each.getAttribute("aria-pressed") === "true");
    const made = element("canvas");
    const ctx = made.getContext("2d")!;
    ctx.font = font(ratio);
    // Names go on in another line where one is full.
    let right = 0, row = 1;
    const places = entries.map((entry) => {
      const wide = ctx.measureText(entry.textContent).width + (SAMPLE.width + 22) * ratio;
      if (right > 0 && right + wide > plot.ctx.canvas.width) {
        right = 0;
        row++;
      }
      right += wide;
      return { entry, x: right - wide + 8 * ratio, y: row * line };
    });
    const above = (entries.length > 0 ? row + 1 : 1) * line;
    made.width = plot.ctx.canvas.width;
    made.height = plot.ctx.canvas.height + above;
    ctx.fillStyle = theme().ground;
    ctx.fillRect(0, 0, made.width, made.height);
    ctx.fillStyle = theme().ink;
    ctx.textBaseline = "middle";
    ctx.font = "bold " + font(ratio);
    ctx.fillText([this.panel.title, this.frame.unitName].filter((part) => part !== "").join(", "), 8 * ratio, line / 2);
    ctx.font = font(ratio);
    for (const { entry, x, y } of places) {
      ctx.drawImage(entry.querySelector("canvas")!, x, y + (line - SAMPLE.height * ratio) / 2);
      ctx.fillText(entry.textContent, x + (SAMPLE.width + 6) * ratio, y + line / 2);
    }
    ctx.drawImage(plot.ctx.canvas, 0, above);
    made.toBlob((blob) => {
      if (!blob) return;
      const link = element("a");
      link.href = URL.createObjectURL(blob);
      link.download = this.panel.title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") + ".png";
      link.click();
      URL.revokeObjectURL(link.href);
    });
  }
}
