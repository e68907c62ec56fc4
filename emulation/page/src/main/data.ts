/** The data of a page, as ReportData.java writes it. Times are microseconds, sizes bytes, rates bits per second. */

export interface Live {
  readonly events: string;
  readonly report: string;
  readonly journey: string;
}

export interface Distribution {
  readonly min: number;
  readonly median: number;
  readonly p99: number;
  readonly max: number;
}

export interface RunEvent {
  readonly timeUs: number;
  readonly kind: string;
  readonly what: string;
  readonly where?: string;
}

export interface Job {
  readonly name: string;
  readonly ranks: number;
  readonly operations: number;
  readonly done: number;
  readonly finishUs: number | null;
  readonly computeUs: number | null;
  readonly communicationUs: number | null;
  readonly exposedUs: number | null;
  readonly sentBytes: number;
  readonly criticalPath?: { readonly steps: number; readonly computeUs: number; readonly messageUs: number; readonly slowedUs?: number };
}

export interface Collective {
  readonly job: string;
  readonly name: string;
  readonly kind: string;
  readonly algorithm: string;
  readonly ranks: number;
  readonly bytes: number;
  readonly startUs: number | null;
  readonly timeUs: number | null;
  readonly algorithmGBps: number | null;
  readonly busGBps: number | null;
}

export interface Summary {
  readonly name: string;
  readonly fabric: string;
  readonly topology: string;
  readonly workload: string;
  readonly scheme: string;
  readonly loadBalancer: string;
  readonly trimming: string;
  readonly constants: string;
  readonly seed: number;
  readonly dilation: number;
  readonly status: string;
  readonly message?: string;
  readonly flows?: { readonly count: number; readonly finished: number };
  readonly fctUs?: Distribution | null;
  readonly slowdown?: Distribution | null;
  readonly leastRtt?: Distribution | null;
  readonly rttJitterUs?: Distribution | null;
  readonly lastFinishUs?: number | null;
  readonly jain?: number | null;
  readonly trims?: number | null;
  readonly marks?: number | null;
  readonly drops?: number | null;
  readonly pauseFrames?: number;
  readonly retransmissions?: number | null;
  readonly timeouts?: number | null;
  readonly bytesDelivered?: number | null;
  readonly bytesVerified?: number | null;
  readonly skippedBytes?: number;
  readonly unknownEnds?: { readonly senders: number; readonly receivers: number };
  readonly reorderPeak?: { readonly packets: number; readonly host: string };
  readonly cause?: string;
  readonly packets?: { readonly unaccounted?: number; readonly dropped: Readonly<Record<string, number>> };
  readonly jobs?: readonly Job[];
  readonly collectives?: readonly Collective[];
  readonly schemes?: readonly {
    readonly scheme: string;
    readonly flows: number;
    readonly finished: number;
    readonly fctUs: Distribution | null;
    readonly slowdown: Distribution | null;
    readonly bytesDelivered: number;
  }[];
  readonly timely?: boolean | null;
  readonly untimelyBecause?: readonly string[];
  readonly events?: readonly RunEvent[];
  readonly packetHops?: number;
  readonly wallSeconds?: number;
  readonly cpuSeconds?: number;
  readonly peakRssBytes?: number;
}

export type Metric =
  | "cwnd" | "inflight" | "entropies" | "avoided" | "rtt" | "goodput" | "queue" | "trims" | "marks" | "drops" | "utilisation";

/** A value over time in bins of one width; null where nothing was measured. */
export interface Series {
  readonly metric: Metric;
  readonly flow?: number;
  readonly node?: string;
  readonly port?: number;
  readonly queue?: number;
  readonly startUs: number;
  readonly widthUs: number;
  readonly mean: readonly (number | null)[];
  readonly min?: readonly (number | null)[];
  readonly max?: readonly (number | null)[];
}

/** Which entropy values a flow has in flight, would use again and keeps out of use. */
export interface EntropyTrace {
  readonly flow: number;
  /** Time, and values of each of these in turn. */
  readonly looks: readonly (readonly [number, readonly number[], readonly number[], readonly number[]])[];
}

export interface FlowRow {
  readonly id: number;
  readonly src: string;
  readonly dst: string;
  readonly scheme: string;
  readonly bytes: number;
  readonly startUs: number;
  readonly fctUs?: number;
  readonly slowdown?: number;
  readonly idleSlowdown?: number;
  readonly idealUs: number;
  readonly idleUs?: number;
  readonly baseRttUs: number;
  readonly retransmissions?: number;
  readonly timeouts?: number;
  readonly trims?: number;
  readonly marks?: number;
}

export interface NetNode {
  readonly name: string;
  readonly host: boolean;
  readonly tier: number;
}

export interface NetLink {
  readonly a: string;
  readonly aPort: number;
  readonly b: string;
  readonly bPort: number;
  readonly rateBps: number;
  readonly condition?: "down" | "failed";
}

export interface QueueLimits {
  readonly node: string;
  readonly port: number;
  readonly queue: number;
  readonly kminBytes: number;
  readonly kmaxBytes: number;
  readonly capacityBytes: number;
}

export interface QueueRow {
  readonly switch: string;
  readonly port: number;
  readonly peer: string;
  readonly queue: number;
  readonly packets: number | null;
  readonly bytes: number | null;
  readonly trims: number;
  readonly marks: number;
  readonly drops: number | null;
  readonly maxPackets: number | null;
  readonly maxBytes: number | null;
}

export interface SizeGroup {
  readonly toBytes: number;
  readonly flows: number;
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
}

export interface Rank {
  readonly job: string;
  readonly rank: number;
  readonly host: string;
  readonly finishUs: number | null;
  readonly slowedUs?: number | null;
  readonly computeUs: number | null;
  readonly communicationUs: number | null;
  readonly exposedUs: number | null;
  readonly sentBytes: number;
}

export interface CriticalStep {
  readonly job: string;
  readonly step: number;
  readonly rank: number;
  readonly host: string;
  readonly place: string;
  readonly what: string;
  readonly startUs: number | null;
  readonly timeUs: number | null;
  readonly link: string;
}

/** What was run, beyond the summary's names. */
export interface Origin {
  readonly command?: string;
  readonly revision?: string;
  readonly settings: readonly { readonly key: string; readonly value: string; readonly normal: string }[];
}

export interface JourneyEvent {
  readonly timePs: number;
  readonly transmission: number;
  readonly event: string;
  readonly [field: string]: unknown;
}

export interface Journey {
  readonly from: string;
  readonly to: string;
  readonly connection: number;
  readonly psn: number;
  readonly whole: boolean;
  readonly events: readonly JourneyEvent[];
}

/** A journey that the page brings along, and the words that ask for it. */
export interface KeptJourney {
  readonly query: string;
  readonly journey: Journey;
}

export interface ReportData {
  readonly live?: boolean;
  readonly summary: Summary;
  readonly origin?: Origin;
  readonly measuredUs: readonly number[];
  readonly idealUs: readonly number[];
  readonly idleUs: readonly number[];
  readonly slowdownBySize: readonly SizeGroup[];
  readonly ranks: readonly Rank[];
  readonly criticalPath: readonly CriticalStep[];
  readonly flows: readonly FlowRow[];
  readonly seriesLeftOff: number;
  readonly series: readonly Series[];
  readonly entropies: readonly EntropyTrace[];
  readonly nodes: readonly NetNode[];
  readonly links: readonly NetLink[];
  readonly limits: readonly QueueLimits[];
  readonly queues: readonly QueueRow[];
  readonly journeys: readonly KeptJourney[];
}

/** How far a live run is. */
export interface Progress {
  readonly stage: string;
  readonly simulatedUs: number;
  readonly wallS: number;
  readonly fraction: number | null;
  readonly flowsDone: number;
  readonly flows: number;
  readonly goodputBps: number | null;
  readonly eventsPerS: number | null;
  readonly timely: boolean | null;
}

/** What a run that goes on has counted, under the names of its summary. */
export type Counts = Pick<Summary, "trims" | "marks" | "drops" | "pauseFrames" | "retransmissions" | "timeouts" | "bytesDelivered" | "bytesVerified" | "skippedBytes">;

/** Bins of a series from an index on. */
export type SeriesUpdate = Series & { readonly from: number };

/** Bins of a series by its number: the first bin, means, and where it has a range least and largest values. */
export type BinsUpdate = readonly [number, number, readonly (number | null)[], (readonly (number | null)[])?, (readonly (number | null)[])?];

/** What all flows of a live run do together: the sum of goodput, and quantiles with the shares of BAND_SHARES. */
export interface Overall {
  readonly metric: Metric;
  readonly startUs: number;
  readonly widthUs: number;
  readonly total?: readonly number[];
  readonly bands: readonly (readonly (number | null)[])[];
}

const NO_SUMMARY: Summary = {
  name: "run", fabric: "", topology: "", workload: "", scheme: "", loadBalancer: "", trimming: "",
  constants: "", seed: 0, dilation: 1, status: "running",
};

/** The data with every list there: what a run does not have yet is empty. */
export function complete(raw: Partial<ReportData>): ReportData {
  return {
    measuredUs: [], idealUs: [], idleUs: [], slowdownBySize: [], ranks: [], criticalPath: [], flows: [],
    seriesLeftOff: 0, series: [], entropies: [], nodes: [], links: [], limits: [], queues: [], journeys: [],
    ...raw, summary: { ...NO_SUMMARY, ...raw.summary },
  };
}
