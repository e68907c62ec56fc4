/** A packet's journey as sentences, and the steps of P4 programs between them. Nothing here knows the page. */
import type { Journey, JourneyEvent } from "./data";
import { count, measured } from "./format";

export interface Lookup {
  readonly table: string;
  readonly key: string;
  readonly result: string;
  readonly action: string;
}

/** Something that happened, and what the P4 program did before the next thing. */
export interface Hop {
  readonly timePs: number;
  readonly text: string;
  readonly kind: string;
  /** What readers look for: trimmed, marked, dropped. */
  readonly loud: boolean;
  readonly lookups: readonly Lookup[];
  readonly steps: readonly string[];
}

/** One transmission of the packet. */
export interface Attempt {
  readonly transmission: number;
  readonly hops: readonly Hop[];
}

const PACKET_EVENTS = new Set(["sent", "lostOnLink", "enteredSwitch", "queued", "dropped", "leftSwitch", "reached", "answered", "heard"]);

type Fields = Readonly<Record<string, unknown>>;

const number = (value: unknown): string => typeof value === "number" ? count(value) : "?";
const word = (value: unknown): string => typeof value === "string" || typeof value === "number" ? String(value) : "?";
const fields = (value: unknown): Fields => typeof value === "object" && value !== null ? value as Fields : {};
const list = (value: unknown): readonly unknown[] => Array.isArray(value) ? value : [];
const pairs = (value: unknown): string => Object.entries(fields(value)).map(([name, one]) => name + " = " + word(one)).join(", ");

function depth(queue: Fields, where: string): string {
  const room = [
    ...(queue.capacityPackets === undefined ? [] : [number(queue.capacityPackets) + " packets"]),
    ...(queue.capacityBytes === undefined ? [] : [number(queue.capacityBytes) + " B"]),
  ];
  return number(queue.depthPackets) + " packets, " + number(queue.depthBytes) + " B " + where + ", room for " + (room.length === 0 ? "any" : room.join(" and "));
}

/** One sentence; the P4 program's events have none. */
export function sentence(event: JourneyEvent): string {
  const window = fields(event.window), before = fields(event.before), after = fields(event.after);
  switch (event.event) {
    case "sent":
      return word(event.host) + " sends " + (event.again === true ? "it again (transmission " + String(event.transmission) + "), " : "") +
        number(event.bytes) + " B with entropy " + word(event.entropy) + "; window " + number(window.windowBytes) + " B, " + number(window.inFlightBytes) + " B in flight";
    case "lostOnLink":
      return "LOST on the link from " + word(event.from) + ": the link was down or lost it";
    case "enteredSwitch":
      return word(event.switch) + " takes it in by port " + word(event.port) + ", " + number(event.bytes) + " B" + (event.marked === true ? ", marked before" : "");
    case "queued":
      return "queue " + word(before.queue) + " of port " + word(before.port) + " takes " + number(event.bytes) + " B of it; " + depth(before, "before it");
    case "dropped": {
      const queue = event.queue === undefined ? null : fields(event.queue);
      return "DROPPED (" + word(event.reason) + ")" + (queue ? ": queue " + word(queue.queue) + " of port " + word(queue.port) + " has no room, " + depth(queue, "in it") : "");
    }
    case "leftSwitch":
      return word(event.switch) + " sends it by port " + word(after.port) + " after " + measured(Number(event.waitedPs) / 1e6, 3) + " us in queue " + word(after.queue) + ", " +
        number(event.bytes) + " B" + (event.trimmedFrom === undefined ? "" : ", TRIMMED from " + number(event.trimmedFrom) + " B") +
        (event.marked === true ? ", MARKED (ECN CE)" : "") + "; " + depth(after, "behind it");
    case "reached":
      return word(event.host) + " receives it, " + number(event.bytes) + " B" + (event.kind === "trimmed" ? ", trimmed" : "") + (event.marked === true ? ", marked" : "") +
        Object.entries(fields(event.signals)).map(([name, value], at) => (at === 0 ? "; " : ", ") + name + " " + number(value)).join("");
    case "answered":
      return word(event.host) + " answers with " + (event.kind === "nack" ? "a NACK" : "an ACK") + (event.refusal === undefined ? "" : ": " + word(event.refusal)) +
        (event.mark === true ? ", which says that it was marked" : "");
    case "heard":
      return word(event.host) + " hears it: window " + number(before.windowBytes) + " \u2192 " + number(after.windowBytes) + " B, in flight " +
        number(before.inFlightBytes) + " \u2192 " + number(after.inFlightBytes) + " B";
    default:
      return "";
  }
}

const changes = (event: JourneyEvent): string => {
  const all = list(event.changes).map((one) => {
    const change = fields(one);
    return word(change.field) + " " + word(change.before) + " \u2192 " + word(change.after);
  });
  return all.length === 0 ? "" : "  [" + all.join(", ") + "]";
};

/** A step of a P4 program. */
export function step(event: JourneyEvent): string {
  const source = event.source === undefined ? "" : "  (" + word(event.source) + ")";
  switch (event.event) {
    case "state": return "parser state " + word(event.state) + source;
    case "extract": return "extracts " + word(event.header) + ": " + pairs(event.fields) + source;
    case "parsed": return "parser ends after " + number(event.bytes) + " B: " + word(event.error);
    case "checksum": return "checksum " + word(event.field) + (event.right === null ? " is not due" : event.right === true ? " is right" : " is WRONG");
    case "condition": return "condition " + word(event.text) + " is " + String(event.holds === true) + source;
    case "lookup": return "table " + word(event.table) + " (" + pairs(event.key) + "): " + (event.hit === true ? "hit " + word(event.entry) : "miss") + source;
    case "action": return "action " + word(event.action) + "(" + pairs(event.arguments) + ")" + source;
    case "step": return word(event.text) + changes(event) + source;
    case "checksumUpdate": return "checksums updated" + changes(event);
    case "parserAssign": return "parser assigns" + changes(event);
    case "deparse": return "deparses " + list(event.headers).map(word).join(", ");
    default: return event.event;
  }
}

/** Tables that the compiler made of single statements say nothing to a reader. */
const madeUp = (table: string): boolean => /^tbl_/.test(table);

export function attempts(journey: Journey): Attempt[] {
  const made: { transmission: number; hops: Hop[] }[] = [];
  let lookups: Lookup[] = [], steps: string[] = [];
  let open: Lookup | null = null;
  for (const event of journey.events) {
    if (made.length === 0 || made[made.length - 1].transmission !== event.transmission) made.push({ transmission: event.transmission, hops: [] });
    const { hops } = made[made.length - 1];
    if (PACKET_EVENTS.has(event.event)) {
      const text = sentence(event);
      lookups = [];
      steps = [];
      open = null;
      hops.push({ timePs: event.timePs, text, kind: event.event, loud: /[A-Z]{4,}/.test(text), lookups, steps });
      continue;
    }
    steps.push(step(event));
    if (event.event === "lookup") {
      open = { table: word(event.table), key: pairs(event.key), result: event.hit === true ? "hit " + word(event.entry) : "miss", action: "" };
      if (madeUp(open.table)) open = null;
      else lookups.push(open);
    } else if (event.event === "action" && open) {
      lookups[lookups.length - 1] = { ...open, action: word(event.action) + "(" + pairs(event.arguments) + ")" };
      open = null;
    }
  }
  return made;
}
