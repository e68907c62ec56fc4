import "./page.css";
import { AboutView } from "./about";
import { nextTheme } from "./colours";
import type { Live, ReportData } from "./data";
import { add, button } from "./dom";
import { FlowsView } from "./flows";
import { JourneyView } from "./journey";
import { follow, type Want } from "./live";
import { Model } from "./model";
import { NetworkView } from "./network";
import { OverviewView } from "./overview";
import { QualityView } from "./quality";
import type { Context, View } from "./view";

/** Between two drawings of a live run: often enough to follow, seldom enough to point at something. */
const REDRAW_MS = 250;
/** A drawing that takes long comes seldom: most of the time is the user's. */
const SHARE = 5;

interface Place {
  readonly view: View;
  readonly section: HTMLElement;
  readonly link: HTMLAnchorElement;
  built: boolean;
}

class Shell {
  private readonly places: Place[];
  private current: Place | null = null;
  private drawnVersion = -1;
  private pending = 0;
  /** What the last drawing took. */
  private drawMs = 0;
  private want: Want | null = null;
  private readonly name: HTMLElement;
  private readonly what: HTMLElement;
  private readonly state: HTMLElement;

  constructor(private readonly model: Model, live: Live | null) {
    const context: Context = {
      model, wantsChanged: () => { this.wantsChanged(); }, go: (view, argument) => { location.hash = argument ? view + "/" + encodeURIComponent(argument) : view; },
    };
    const header = add(document.body, "header");
    const top = add(header, "div", null, "top");
    this.name = add(top, "h1");
    this.state = add(top, "span", "", "state");
    this.state.setAttribute("role", "status");
    const look = button(top, "colours: auto", () => { look.textContent = "colours: " + nextTheme(); }, "quiet");
    this.what = add(header, "p");
    const nav = add(header, "nav");
    nav.setAttribute("aria-label", "views");
    const main = add(document.body, "main");
    const views: View[] = [
      new OverviewView(context), new NetworkView(context), new FlowsView(context), new QualityView(context),
      new AboutView(context), new JourneyView(context, live),
    ];
    this.places = views.map((view, i): Place => {
      const link = add(nav, "a", view.title);
      link.href = "#" + view.id;
      link.title = view.question + " (key " + String(i + 1) + ")";
      const section = add(main, "section");
      section.id = "view-" + view.id;
      section.hidden = true;
      section.setAttribute("aria-label", view.title);
      return { view, section, link, built: false };
    });
    add(document.body, "footer", "Keys: 1 to 6 choose a view, / searches flows, space plays the network, arrows step through time and along charts.");
    addEventListener("hashchange", () => { this.follow(); });
    addEventListener("keydown", (event) => { this.key(event); });
    document.addEventListener("visibilitychange", () => { this.later(); });
    model.onChange(() => { this.later(); });
    this.follow();
  }

  /** Shows what the address names. */
  private follow(): void {
    const [id, ...rest] = location.hash.slice(1).split("/");
    const place = this.places.find((each) => each.view.id === id) ?? this.places[0];
    if (this.current !== place) {
      for (const each of this.places) {
        each.section.hidden = each !== place;
        if (each === place) each.link.setAttribute("aria-current", "page");
        else each.link.removeAttribute("aria-current");
      }
      this.current = place;
      if (!place.built) {
        place.built = true;
        add(place.section, "h2", place.view.question);
        place.view.build(place.section);
      }
    }
    this.wantsChanged();
    if (rest.length > 0) place.view.open?.(decodeURIComponent(rest.join("/")));
    this.draw();
  }

  private wants(): readonly string[] {
    return this.current?.view.wants?.() ?? [];
  }

  /** Has the server send what is looked at, and nothing else. */
  private wantsChanged(): void {
    this.want?.(this.wants());
  }

  /** Hears a run that goes on. */
  hear(live: Live): void {
    this.want = follow(live, this.model, this.wants());
  }

  private later(): void {
    if (this.pending !== 0 || document.hidden) return;
    this.pending = window.setTimeout(() => {
      this.pending = 0;
      if (this.drawnVersion !== this.model.version) this.draw();
    }, Math.max(REDRAW_MS, SHARE * this.drawMs));
  }

  private draw(): void {
    const began = performance.now();
    this.drawnVersion = this.model.version;
    const { summary } = this.model.data;
    document.title = summary.name + " - smartt";
    this.name.textContent = summary.name;
    this.what.textContent = summary.topology === "" ? "" : [
      summary.workload + " on " + summary.topology, summary.fabric + " fabric", summary.scheme + " with " + summary.loadBalancer,
      "trimming " + summary.trimming, "constants " + summary.constants, "seed " + String(summary.seed),
      ...(summary.dilation === 1 ? [] : ["dilation " + String(summary.dilation)]),
    ].join(", ");
    const { connection } = this.model;
    this.state.textContent = connection === "open" ? "live" : connection === "lost" ? "connection lost"
      : connection === "waiting" ? "waiting" : summary.status;
    this.state.dataset.state = connection === "file" || connection === "ended" ? summary.status : connection;
    this.current?.view.show();
    this.drawMs = performance.now() - began;
  }

  private key(event: KeyboardEvent): void {
    const target = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return;
    const place = /^[1-9]$/.test(event.key) ? this.places[Number(event.key) - 1] : undefined;
    if (place) {
      location.hash = place.view.id;
    } else if (event.key === "/" && this.current?.view.id !== "flows") {
      location.hash = "flows";
      setTimeout(() => this.current?.view.key?.(event), 0);
      event.preventDefault();
    } else if (!(event.key === " " && target instanceof HTMLElement && target.closest("button, a, summary, [tabindex]")) && this.current?.view.key?.(event)) {
      event.preventDefault();
    }
  }
}

const island = JSON.parse(document.getElementById("data")!.textContent) as Partial<ReportData> & { readonly live?: Live | boolean };
if (typeof island.live === "object") {
  const live = island.live;
  const model = new Model({}, "waiting");
  // All that there is comes as the first event.
  new Shell(model, live).hear(live);
} else {
  new Shell(new Model(island as Partial<ReportData>, "file"), null);
}
