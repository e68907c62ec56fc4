/** The sentence on how a run ended. */
import type { Summary } from "./data";
import { count, measured } from "./format";

export function verdict(summary: Summary): { readonly text: string; readonly bad: boolean } {
  const flows = summary.flows;
  if (summary.status === "running") return { text: "The run goes on.", bad: false };
  if (summary.status === "planned") return { text: "This run was planned, not run.", bad: false };
  if (summary.status !== "completed") {
    return {
      text: "This run " + (summary.status === "interrupted" ? "was interrupted" : summary.status) + (summary.message ? ": " + summary.message : "") + ".",
      bad: true,
    };
  }
  if (summary.timely === false) {
    const why = summary.cause ? "" : ": " + (summary.untimelyBecause ?? []).join("; ");
    return { text: "All flows finished, but this machine did not keep time" + why + ".", bad: true };
  }
  const slow = summary.slowdown;
  if (flows?.count === 1) {
    return { text: "The flow finished" + (slow ? " in " + measured(slow.max, 3) + " times its fair ideal." : "."), bad: false };
  }
  return {
    text: "All " + count(flows?.count ?? 0) + " flows finished" +
      (slow ? ": half within " + measured(slow.median, 3) + " times their fair ideal, the slowest in " + measured(slow.max, 3) + " times." : "."),
    bad: false,
  };
}
