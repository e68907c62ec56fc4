/** What happened to this packet? */
import { folder, quoted } from "./about";
import { add, copyable, element } from "./dom";
import { count } from "./format";
import { attempts } from "./hops";
import type { Journey, Live } from "./data";
import type { Context, View } from "./view";

const FATES = ["trimmed", "marked", "dropped", "retransmitted", "slowest"] as const;

/** The options of smartt journey that a query stands for. */
export function options(query: string): string {
  const words = new URLSearchParams(query);
  const first = words.get("first");
  return first ? "--first " + quoted(first)
    : ["flow", "psn", "nth"].flatMap((name) => words.has(name) ? ["--" + name + " " + quoted(words.get(name) ?? "")] : []).join(" ");
}

/** The same query in one spelling. */
export function canonical(query: string): string {
  const words = [...new URLSearchParams(query)].filter(([, value]) => value !== "").sort(([a], [b]) => a < b ? -1 : 1);
  return new URLSearchParams(words).toString();
}

export class JourneyView implements View {
  readonly id = "journey";
  readonly title = "Journey";
  readonly question = "What happened to this packet?";
  private fate!: HTMLSelectElement;
  private flow!: HTMLInputElement;
  private which!: HTMLSelectElement;
  private number!: HTMLInputElement;
  private result!: HTMLElement;
  private query = "";
  private asked = 0;

  constructor(private readonly context: Context, private readonly live: Live | null) {}

  build(parent: HTMLElement): void {
    const form = add(parent, "form", null, "bar");
    const first = add(form, "label", "The ");
    this.fate = add(first, "select");
    add(this.fate, "option", "packet by its number").value = "";
    for (const fate of FATES) add(this.fate, "option", fate === "slowest" ? "slowest packet" : "first packet that was " + fate).value = fate;
    this.fate.value = "trimmed";
    const flow = add(form, "label", "of flow ");
    this.flow = add(flow, "input");
    this.flow.size = 12;
    this.flow.placeholder = "h9-h1";
    const number = add(form, "label", "with ");
    this.which = add(number, "select");
    this.which.setAttribute("aria-label", "which number");
    add(this.which, "option", "place in the flow").value = "nth";
    add(this.which, "option", "sequence number").value = "psn";
    this.number = add(number, "input");
    this.number.type = "number";
    this.number.min = "0";
    this.number.setAttribute("aria-label", "number");
    this.number.style.width = "9em";
    const ask = add(form, "button", "show");
    ask.type = "submit";
    const toggle = (): void => { flow.hidden = number.hidden = this.fate.value !== ""; };
    this.fate.addEventListener("change", toggle);
    toggle();
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.context.go("journey", this.fate.value ? "first=" + this.fate.value
        : "flow=" + this.flow.value + "&" + this.which.value + "=" + this.number.value);
    });
    this.result = add(parent, "div", null, "journey");
    this.result.setAttribute("aria-live", "polite");
  }

  show(): void {
    if (this.query === "") {
      const kept = this.context.model.data.journeys[0];
      if (kept) this.context.go("journey", kept.query);
      else this.open("first=" + this.fate.value);
    }
  }

  open(argument: string): void {
    if (argument === "" || argument === this.query) return;
    this.query = argument;
    const words = new URLSearchParams(argument);
    this.fate.value = words.get("first") ?? "";
    this.fate.dispatchEvent(new Event("change"));
    this.flow.value = words.get("flow") ?? this.flow.value;
    this.which.value = words.has("psn") ? "psn" : "nth";
    this.number.value = words.get("psn") ?? words.get("nth") ?? "1";
    const kept = this.context.model.data.journeys.find((one) => canonical(one.query) === canonical(argument));
    if (kept) this.draw(kept.journey);
    else if (this.live) void this.ask(this.live, argument);
    else this.drawCommand();
  }

  private async ask(live: Live, query: string): Promise<void> {
    const number = ++this.asked;
    this.result.replaceChildren(element("p", "The experiment is run again to follow the packet\u2026", "note"));
    let said: string;
    try {
      const answer = await fetch(live.journey + "?" + canonical(query), { cache: "no-store" });
      const body = await answer.json() as Journey | { readonly error: string };
      if (number !== this.asked) return;
      if (!("error" in body)) {
        this.draw(body);
        return;
      }
      said = body.error;
    } catch {
      said = "the server of this page does not answer any more";
    }
    if (number !== this.asked) return;
    this.result.replaceChildren(element("p", said.charAt(0).toUpperCase() + said.slice(1) + ".", "verdict bad"));
    this.drawCommand(false);
  }

  private drawCommand(alone = true): void {
    if (alone) this.result.replaceChildren();
    const { fabric } = this.context.model.data.summary;
    if (fabric !== "" && fabric !== "virtual") {
      add(this.result, "p", "It ran on fabric '" + fabric + "', where no packet comes a second time; journeys are of fabric 'virtual'.", "note");
      return;
    }
    add(this.result, "p", "This runs the experiment again, the same to the packet, and shows the journey hop by hop:", "note");
    const command = "smartt journey " + quoted(folder(location)) + " " + options(this.query);
    copyable(this.result, command, "the command");
    add(this.result, "p", "This writes a page with the journey in it:", "note");
    copyable(this.result, command + " --out journey.html", "the command for a page");
  }

  private draw(journey: Journey): void {
    this.result.replaceChildren();
    add(this.result, "h3", journey.from + " to " + journey.to + ", connection " + String(journey.connection) + ", packet " + String(journey.psn));
    if (!journey.whole) add(this.result, "p", "The run ended before the sender heard that it arrived.", "note alert");
    for (const attempt of attempts(journey)) {
      add(this.result, "h4", "Transmission " + String(attempt.transmission));
      const list = add(this.result, "ol", null, "hops");
      let last: number | null = null;
      for (const hop of attempt.hops) {
        const line = add(list, "li", null, hop.kind + (hop.loud ? " loud" : ""));
        const when = add(line, "span", (hop.timePs / 1e6).toFixed(6) + " us", "when");
        if (last !== null) when.title = count(hop.timePs - last) + " ps after the one before";
        last = hop.timePs;
        const what = add(line, "div");
        add(what, "span", hop.text, "what");
        if (hop.lookups.length > 0) {
          const wide = add(what, "div", null, "wide");
          wide.tabIndex = 0;
          wide.setAttribute("role", "region");
          wide.setAttribute("aria-label", "tables of the P4 program");
          const table = add(wide, "table", null, "grid plain lookups");
          const head = add(add(table, "thead"), "tr");
          for (const name of ["table", "key", "result", "action"]) add(head, "th", name).scope = "col";
          const body = add(table, "tbody");
          for (const lookup of hop.lookups) {
            const row = add(body, "tr");
            for (const text of [lookup.table, lookup.key, lookup.result, lookup.action]) add(row, "td", text, "text");
          }
        }
        if (hop.steps.length > 0) this.drawSteps(what, hop.steps);
      }
    }
  }

  private drawSteps(parent: Element, steps: readonly string[]): void {
    const more = add(parent, "details");
    add(more, "summary", "all " + count(steps.length) + " steps of the program");
    more.addEventListener("toggle", () => {
      if (more.open && more.childElementCount === 1) {
        const pre = add(more, "pre", steps.join("\n"));
        pre.tabIndex = 0;
      }
    });
  }
}

