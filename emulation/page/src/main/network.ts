/** Where does it hurt? */
import { NetworkCanvas } from "./canvas";
import { AxisGroup, Chart } from "./chart";
import { onTheme, theme } from "./colours";
import { add, button, element } from "./dom";
import { bytes, byteUnit, count, measured, percentUnit, rate, timeUnit, type Unit } from "./format";
import { directions, type Direction } from "./layout";
import { busiest, load, MEASURES, portCounts, shade, TEXTS, UNKNOWN, type Load, type Measure } from "./load";
import { steps } from "./lines";
import { portKey } from "./model";
import { extent } from "./series";
import { Table } from "./table";
import type { Context, View } from "./view";

const MOST_FRAMES = 120;
const PLAY_SECONDS = 8;
const SCALE_STEPS = 7;

interface Row {
  readonly index: number;
  readonly name: string;
  readonly value: number;
}

export class NetworkView implements View {
  readonly id = "network";
  readonly title = "Network";
  readonly question = "Where does it hurt?";
  private measure: Measure = "utilisation";
  /** The frame that is shown; -1 for the whole run. */
  private frame = -1;
  private playing = 0;
  private all: Direction[] = [];
  private loaded: Load | null = null;
  private loadedFor = "";
  private linksShown: unknown = null;
  private chosen = -1;
  /** Whether a link has been chosen before, by the page or its reader. */
  private opened = false;
  private box!: HTMLElement;
  private canvas: NetworkCanvas | null = null;
  private readonly tip = element("div", null, "tip");
  private select!: HTMLSelectElement;
  private slider!: HTMLInputElement;
  private when!: HTMLElement;
  private play!: HTMLButtonElement;
  private whole!: HTMLButtonElement;
  private legend!: HTMLElement;
  private failed!: HTMLElement;
  private table!: Table<Row>;
  private detail!: HTMLElement;
  private depth!: Chart;
  private use!: Chart;
  private counts!: HTMLElement;
  private timeTitle!: HTMLElement;
  private linkAxis!: AxisGroup;

  constructor(private readonly context: Context) {}

  build(parent: HTMLElement): void {
    const bar = add(parent, "div", null, "bar");
    const label = add(bar, "label", "Colour by ");
    this.select = add(label, "select");
    for (const measure of MEASURES) add(this.select, "option", TEXTS[measure].name).value = measure;
    this.select.addEventListener("change", () => {
      this.measure = this.select.value as Measure;
      this.context.wantsChanged();
      this.show();
    });
    this.legend = add(bar, "span", null, "legend");
    const zoom = add(bar, "span", null, "zoom");
    button(zoom, "+", () => this.canvas?.zoomBy(1.5)).setAttribute("aria-label", "zoom in");
    button(zoom, "\u2212", () => this.canvas?.zoomBy(1 / 1.5)).setAttribute("aria-label", "zoom out");
    button(zoom, "all", () => this.canvas?.whole()).title = "shows the whole network";
    const scrub = add(parent, "div", null, "bar scrub");
    this.whole = button(scrub, "whole run", () => { this.stop(); this.to(-1); });
    this.play = button(scrub, "\u25b6 play", () => { this.toggle(); });
    this.slider = add(scrub, "input");
    this.slider.type = "range";
    this.slider.min = "0";
    this.slider.value = "0";
    this.slider.setAttribute("aria-label", "time");
    this.slider.addEventListener("input", () => { this.stop(); this.to(Number(this.slider.value)); });
    this.when = add(scrub, "output", "", "when");
    this.box = add(parent, "div", null, "stage");
    this.tip.hidden = true;
    this.failed = add(parent, "p", "", "note");
    const under = add(parent, "div", null, "columns");
    const left = add(under, "div");
    this.timeTitle = add(left, "h3");
    this.table = new Table<Row>(left, {
      label: "Links, one row a direction", height: 320, search: (row) => row.name, sortBy: { column: 1, down: true },
      columns: [
        { name: "link", value: (row) => row.name },
        { name: "value", value: (row) => Number.isNaN(row.value) ? null : row.value, show: (value) => this.text(value), missing: "not known" },
      ],
      onPick: (row) => { this.pick(row.index); }, picked: (row) => row.index === this.chosen,
    });
    this.detail = add(under, "div");
    add(this.detail, "h3", "One link");
    this.counts = add(this.detail, "p", "Click a link, here or in the table, for its queues.", "note");
    const group = new AxisGroup();
    this.linkAxis = group;
    this.depth = new Chart(this.detail, {
      title: "Queue depth", group, stepped: true, xUnit: timeUnit, yUnit: byteUnit, xLabel: "time", empty: "nothing waited, or no link is chosen", height: 200, legend: true,
      onPick: (us) => { this.toTime(us); },
    });
    this.use = new Chart(this.detail, {
      title: "Utilisation", group, stepped: true, xUnit: timeUnit, yUnit: percentUnit, xLabel: "time", empty: "nothing was sent, or no link is chosen", height: 170,
      onPick: (us) => { this.toTime(us); },
    });
    onTheme(() => { this.drawLegend(); });
  }

  show(): void {
    const data = this.context.model.data;
    if (this.linksShown !== data.links) {
      this.linksShown = data.links;
      this.all = directions(data.nodes, data.links);
      this.chosen = -1;
      this.makeCanvas();
      this.nameFailed();
    }
    const key = this.measure + "/" + String(this.context.model.version);
    if (this.loadedFor !== key) {
      const atEnd = this.loaded !== null && this.frame === this.loaded.frames.count - 1;
      this.loaded = load(this.context.model, this.all, this.measure, SCALE_STEPS, MOST_FRAMES);
      this.loadedFor = key;
      const last = this.loaded.frames.count - 1;
      this.slider.max = String(last);
      if (this.frame > last || (atEnd && this.context.model.connection === "open")) this.frame = last;
    }
    this.slider.disabled = this.play.disabled = !this.loaded!.timed && this.measure !== "utilisation";
    this.draw(true);
    const first = this.opened ? -1 : busiest(this.loaded!.whole);
    if (first >= 0) this.choose(first);
    else this.showLink();
  }

  wants(): readonly string[] {
    const each = this.chosen < 0 ? undefined : this.all[this.chosen];
    return [this.measure, ...(each ? ["port:" + each.from + ":" + String(each.port)] : [])];
  }

  open(argument: string): void {
    const [node, port] = argument.split(":");
    const found = this.all.findIndex((each) => each.from === node && each.port === Number(port));
    if (found >= 0) this.choose(found);
  }

  key(event: KeyboardEvent): boolean {
    if (event.key === " ") {
      this.toggle();
      return true;
    }
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      this.stop();
      this.to(Math.max(0, Math.min((this.loaded?.frames.count ?? 1) - 1, this.frame + (event.key === "ArrowLeft" ? -1 : 1))));
      return true;
    }
    return false;
  }

  /** What drawing a frame took last, for measurements. */
  get drawMs(): number {
    return this.canvas?.drawMs ?? 0;
  }

  private makeCanvas(): void {
    this.box.replaceChildren();
    const hosts = this.context.model.data.nodes.filter((node) => node.host).length;
    this.canvas = new NetworkCanvas(this.box, this.context.model.data.nodes, this.all, {
      over: (direction, node, x, y) => { this.point(direction, node, x, y); },
      pick: (direction) => { this.pick(direction); },
    });
    this.canvas.canvas.setAttribute("aria-label", "Network of " + count(hosts) + " hosts and " +
      count(this.context.model.data.nodes.length - hosts) + " switches; the table below has the values of its links. Plus, minus and arrows move it.");
    this.box.appendChild(this.tip);
  }

  private nameFailed(): void {
    const broken = this.context.model.data.links.filter((link) => link.condition).map((link) =>
      link.a + "-" + link.b + " " + (link.condition === "down" ? "was down" : "failed while traffic ran"));
    this.failed.textContent = "Each cable is two lines, one a direction; the table has both." + (broken.length === 0 ? "" : " Dotted, with a cross: " +
      broken.slice(0, 8).join(", ") + (broken.length > 8 ? " and " + String(broken.length - 8) + " more" : "") + ".");
  }

  private to(frame: number): void {
    this.frame = frame;
    this.draw(this.playing === 0);
  }

  private toTime(us: number): void {
    const frames = this.loaded?.frames;
    if (!frames) return;
    this.stop();
    this.to(Math.max(0, Math.min(frames.count - 1, Math.floor((us - frames.fromUs) / frames.widthUs))));
  }

  private toggle(): void {
    if (this.playing !== 0) {
      this.stop();
      this.draw(true);
      return;
    }
    const frames = this.loaded?.frames.count ?? 0;
    if (frames < 2) return;
    if (this.frame >= frames - 1) this.frame = -1;
    const from = Math.max(0, this.frame);
    const began = performance.now();
    const step = (now: number): void => {
      if (this.playing === 0) return;
      const frame = from + Math.floor((now - began) / 1000 * frames / PLAY_SECONDS);
      if (frame >= frames - 1 || !this.box.isConnected || this.box.clientWidth === 0) {
        this.stop();
        this.to(frames - 1);
        return;
      }
      if (frame !== this.frame) this.to(frame);
      this.playing = requestAnimationFrame(step);
    };
    this.play.textContent = "\u23f8 pause";
    this.playing = requestAnimationFrame(step);
  }

  private stop(): void {
    if (this.playing !== 0) cancelAnimationFrame(this.playing);
    this.playing = 0;
    this.play.textContent = "\u25b6 play";
  }

  private shades(): Uint8Array {
    const loaded = this.loaded!;
    if (this.frame >= 0) return loaded.shades.subarray(this.frame * this.all.length, (this.frame + 1) * this.all.length);
    return Uint8Array.from(loaded.whole, (value) => shade(value, loaded.mostWhole, SCALE_STEPS));
  }

  private draw(withTable: boolean): void {
    const loaded = this.loaded;
    if (!loaded || !this.canvas) return;
    const { frames } = loaded;
    this.canvas.set(this.shades());
    const from = frames.fromUs + this.frame * frames.widthUs;
    const unit = timeUnit(frames.fromUs + frames.count * frames.widthUs);
    this.when.textContent = this.frame < 0 ? "whole run" :
      measured(from / unit.scale, 3) + " to " + measured((from + frames.widthUs) / unit.scale, 3) + " " + unit.name;
    this.whole.setAttribute("aria-pressed", String(this.frame < 0));
    this.slider.value = String(Math.max(0, this.frame));
    if (!withTable) return;
    this.drawLegend();
    this.timeTitle.textContent = TEXTS[this.measure].name + " of links, " + this.when.textContent;
    this.timeTitle.textContent = this.timeTitle.textContent.charAt(0).toUpperCase() + this.timeTitle.textContent.slice(1);
    this.table.set(this.all.map((each, index) => ({ index, name: this.nameOf(each), value: this.valueOf(index) })));
  }

  /** Of the whole run, or at the frame: exact there, not the shade. */
  private valueOf(index: number): number {
    const loaded = this.loaded!;
    if (this.frame < 0) return loaded.whole[index];
    const shadeOf = loaded.shades[this.frame * this.all.length + index];
    if (shadeOf === UNKNOWN) return NaN;
    const each = this.all[index];
    const middle = loaded.frames.fromUs + (this.frame + 0.5) * loaded.frames.widthUs;
    const { model } = this.context;
    if (this.measure === "utilisation") return at(model.ofPort("utilisation", each.from, each.port), middle);
    let value = at(model.ofPort(this.measure, each.from, each.port), middle);
    for (let queue = 0; queue < 8; queue++) {
      const one = at(model.ofQueue(this.measure, each.from, each.port, queue), middle);
      value = this.measure === "queue" ? Math.max(value, one) : value + one;
    }
    return value;
  }

  private unit(): Unit {
    const loaded = this.loaded!;
    return this.frame < 0 ? TEXTS[this.measure].unit(loaded.mostWhole) : TEXTS[this.measure].rateUnit(loaded.most);
  }

  private text(value: number): string {
    const unit = this.unit();
    return measured(value / unit.scale, unit.name === "%" ? 1 : 2) + " " + unit.name;
  }

  private nameOf(each: Direction): string {
    return each.from + " port " + String(each.port) + " to " + each.to;
  }

  private drawLegend(): void {
    if (!this.loaded) return;
    const most = this.frame < 0 ? this.loaded.mostWhole : this.loaded.most;
    this.legend.replaceChildren();
    if (most === 0) {
      add(this.legend, "span", "none on any link");
      return;
    }
    add(this.legend, "span", "0");
    const scale = add(this.legend, "span", null, "scale");
    for (const colour of [theme().nothing, ...theme().scale]) add(scale, "i").style.background = colour;
    add(this.legend, "span", this.text(most));
  }

  private point(direction: number, node: number, x: number, y: number): void {
    this.tip.hidden = direction < 0 && node < 0;
    if (this.tip.hidden) return;
    this.tip.replaceChildren();
    if (node >= 0) {
      add(this.tip, "div", this.context.model.data.nodes[node].name, "when");
    } else {
      const each = this.all[direction];
      add(this.tip, "div", this.nameOf(each), "when");
      add(this.tip, "div", rate(each.link.rateBps) + (each.link.condition ? ", " + each.link.condition : ""));
      const value = this.valueOf(direction);
      add(this.tip, "div", TEXTS[this.measure].name + ": " + (Number.isNaN(value) ? "not known" : this.text(value)));
    }
    const right = x > this.box.clientWidth / 2;
    this.tip.style.left = right ? "" : String(x + 14) + "px";
    this.tip.style.right = right ? String(this.box.clientWidth - x + 14) + "px" : "";
    this.tip.style.top = String(Math.min(y + 10, this.box.clientHeight - 90)) + "px";
  }

  private pick(index: number): void {
    this.choose(this.chosen === index ? -1 : index);
  }

  private choose(index: number): void {
    this.opened = true;
    this.chosen = index;
    this.context.wantsChanged();
    this.canvas?.select(this.chosen);
    this.table.refresh();
    this.showLink();
  }

  private showLink(): void {
    const { model } = this.context;
    if (this.chosen < 0) {
      this.counts.textContent = "Click a link, here or in the table, for its queues.";
      this.depth.set({ lines: [] });
      this.use.set({ lines: [] });
      return;
    }
    const each = this.all[this.chosen];
    const sum = portCounts(model.data.queues.filter((queue) => queue.switch === each.from && queue.port === each.port))
      .get(portKey(each.from, each.port));
    const numbers = [...new Set(model.of("queue").filter((one) => one.node === each.from && one.port === each.port).map((one) => one.queue ?? 0))];
    const limits = [...numbers, 0].map((queue) => model.limits(each.from, each.port, queue)).find((one) => one !== undefined);
    this.counts.textContent = this.nameOf(each) + ", " + rate(each.link.rateBps) + ": " + (sum
      ? [
        sum.packets === null || sum.bytes === null ? "" : count(sum.packets) + " packets (" + bytes(sum.bytes) + ")",
        count(sum.marks) + " marked", count(sum.trims) + " trimmed",
        sum.drops === null ? "drops not counted" : count(sum.drops) + " dropped",
        sum.maxBytes === null ? "" : "deepest " + bytes(sum.maxBytes),
      ].filter((part) => part).join(", ") + "."
      : "the NIC of a host; its queue is not counted.") +
      (limits ? " Kmin " + bytes(limits.kminBytes) + ", Kmax " + bytes(limits.kmaxBytes) + ", capacity " + bytes(limits.capacityBytes) + "." : "");
    const lines = numbers.sort((a, b) => a - b).map((queue, i) =>
      steps(model.ofQueue("queue", each.from, each.port, queue)!, "queue " + String(queue), i));
    const used = model.ofPort("utilisation", each.from, each.port);
    this.linkAxis.whole = extent([...(used ? [used] : []), ...numbers.flatMap((queue) => model.ofQueue("queue", each.from, each.port, queue) ?? [])]);
    this.depth.set({
      lines, limits: limits ? [
        { label: "Kmin", y: limits.kminBytes }, { label: "Kmax", y: limits.kmaxBytes }, { label: "capacity", y: limits.capacityBytes },
      ] : [],
    });
    this.use.set({ lines: used ? [steps(used, "utilisation", 0)] : [], atLeast: 1 });
  }
}

function at(series: Parameters<typeof steps>[0] | undefined, us: number): number {
  if (!series) return 0;
  const bin = Math.floor((us - series.startUs) / series.widthUs);
  return series.mean[bin] ?? 0;
}

