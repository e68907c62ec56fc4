/** What was it? */
import { add, copyable, facts } from "./dom";
import { bytes, count, measured } from "./format";
import { Table } from "./table";
import type { Context, View } from "./view";

/** Names, each with what is in it. */
type Files = readonly (readonly [string, string])[];

/** Files that a run leaves next to its page. */
const FILES: Files = [
  ["summary.json", "the numbers of this page"], ["experiment.yaml", "all that is needed to run it again"],
  ["flows.csv", "every flow"], ["samples.csv", "every value over time"], ["switches.csv", "every queue"],
  ["events.csv", "what happened"], ["slowdown_by_size.csv", "slowdown by message size"],
];

/** The run's folder, where the page was opened from it. */
export function folder(place: Location): string {
  if (place.protocol !== "file:") return "RUN";
  const path = decodeURIComponent(place.pathname);
  return path.slice(0, path.lastIndexOf("/")) || "RUN";
}

/** A word that a shell takes as it is. */
export const quoted = (word: string): string => /^[\w@%+=:,./-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'";

export class AboutView implements View {
  readonly id = "about";
  readonly title = "Run";
  readonly question = "What was it?";
  private box!: HTMLElement;
  private shownData: unknown = null;

  constructor(private readonly context: Context) {}

  build(parent: HTMLElement): void {
    this.box = add(parent, "div");
  }

  show(): void {
    const { data, connection } = this.context.model;
    if (this.shownData === data) return;
    this.shownData = data;
    const { summary, origin } = data;
    this.box.replaceChildren();
    const columns = add(this.box, "div", null, "columns");
    const left = add(columns, "div");
    add(left, "h3", "Experiment");
    facts(left, [
      ["name", summary.name], ["fabric", summary.fabric], ["topology", summary.topology], ["workload", summary.workload],
      ["congestion control", summary.scheme], ["load balancer", summary.loadBalancer], ["trimming", summary.trimming],
      ["constants", summary.constants], ["seed", String(summary.seed)], ...(summary.dilation === 1 ? [] : [["dilation", String(summary.dilation)] as const]),
      ["harness", origin?.revision ?? "not known"],
    ]);
    if (origin?.command) {
      add(left, "h3", "Command");
      copyable(left, origin.command, "the command");
    }
    add(left, "h3", "The same again");
    copyable(left, "smartt run --experiment " + quoted(folder(location)), "the command");
    const right = add(columns, "div");
    add(right, "h3", "What it cost");
    facts(right, [
      ["packet hops", count(summary.packetHops ?? 0)], ["wall time", measured(summary.wallSeconds ?? 0, 2) + " s"],
      ["CPU time", measured(summary.cpuSeconds ?? 0, 2) + " s"], ["peak memory", bytes(summary.peakRssBytes ?? 0)],
      ["network", count(data.nodes.filter((node) => node.host).length) + " hosts, " + count(data.nodes.filter((node) => !node.host).length) +
        " switches, " + count(data.links.length) + " cables"],
      ...(summary.reorderPeak ? [["reorder peak", count(summary.reorderPeak.packets) + " packets, " + summary.reorderPeak.host] as const] : []),
      ...(summary.packets?.unaccounted ? [["unaccounted for", count(summary.packets.unaccounted) + " packets"] as const] : []),
    ]);
    if (connection === "file") {
      add(right, "h3", "Files");
      const list = add(right, "ul", null, "files");
      const where = (found: readonly unknown[] | undefined, files: Files): Files => found?.length ? files : [];
      for (const [name, what] of [
        ...FILES,
        ...where(data.entropies, [["entropies.csv", "path selectors' entropy values"]]),
        ...where(summary.jobs, [["jobs.csv", "jobs"], ["ranks.csv", "ranks"], ["critical_path.csv", "critical paths"]]),
        ...where(summary.collectives, [["collectives.csv", "collectives"]]),
      ]) {
        const line = add(list, "li");
        add(line, "a", name).href = "./" + name;
        line.append(": " + what);
      }
    }
    add(this.box, "h3", "Settings that differ from their defaults");
    const settings = origin?.settings ?? [];
    if (settings.length === 0) {
      add(this.box, "p", origin ? "None." : "Not known.", "note");
    } else {
      new Table(this.box, {
        label: "Settings", height: 360, search: settings.length > 12 ? (row): string => row.key + " " + row.value : undefined,
        columns: [{ name: "setting", value: (row: (typeof settings)[number]) => row.key }, { name: "here", value: (row) => row.value }, { name: "default", value: (row) => row.normal }],
      }).set(settings);
    }
    if ((summary.schemes?.length ?? 0) > 0) {
      add(this.box, "h3", "Schemes side by side");
      new Table(this.box, {
        label: "Schemes", columns: [
          { name: "scheme", value: (row: NonNullable<typeof summary.schemes>[number]) => row.scheme }, { name: "flows", value: (row) => row.flows, show: count },
          { name: "finished", value: (row) => row.finished, show: count }, { name: "slowdown, median", value: (row) => row.slowdown?.median ?? null, show: (n) => n.toFixed(3) },
          { name: "slowdown, p99", value: (row) => row.slowdown?.p99 ?? null, show: (n) => n.toFixed(3) }, { name: "delivered", value: (row) => row.bytesDelivered, show: bytes },
        ],
      }).set(summary.schemes ?? []);
    }
  }
}
