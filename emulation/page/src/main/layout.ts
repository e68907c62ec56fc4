/** Where nodes stand: a row a tier, hosts below. A fat tree needs no more. */
import type { NetLink, NetNode } from "./data";

/** Between 0 and 1 in both directions; x and y of node i are at 2i and 2i + 1. */
export function tiers(nodes: readonly NetNode[]): Float32Array {
  const rows = new Map<number, number[]>();
  nodes.forEach((node, i) => {
    const row = rows.get(node.tier);
    if (row) row.push(i);
    else rows.set(node.tier, [i]);
  });
  const order = [...rows.keys()].sort((a, b) => a - b);
  const places = new Float32Array(2 * nodes.length);
  order.forEach((tier, level) => {
    const row = rows.get(tier)!;
    row.forEach((node, i) => {
      places[2 * node] = (i + 0.5) / row.length;
      places[2 * node + 1] = order.length === 1 ? 0.5 : 1 - level / (order.length - 1);
    });
  });
  return places;
}

/** One direction of a cable. */
export interface Direction {
  readonly from: string;
  readonly port: number;
  readonly to: string;
  readonly fromIndex: number;
  readonly toIndex: number;
  readonly link: NetLink;
}

export function directions(nodes: readonly NetNode[], links: readonly NetLink[]): Direction[] {
  const index = new Map(nodes.map((node, i) => [node.name, i]));
  return links.flatMap((link): Direction[] => {
    const a = index.get(link.a), b = index.get(link.b);
    if (a === undefined || b === undefined) return [];
    return [
      { from: link.a, port: link.aPort, to: link.b, fromIndex: a, toIndex: b, link },
      { from: link.b, port: link.bPort, to: link.a, fromIndex: b, toIndex: a, link },
    ];
  });
}

/** The end points of each direction in pixels, the two of a cable a little apart. */
export function segments(
  all: readonly Direction[], places: Float32Array, toX: (x: number) => number, toY: (y: number) => number, apart: number,
): Float32Array {
  const points = new Float32Array(4 * all.length);
  all.forEach((each, i) => {
    const x1 = toX(places[2 * each.fromIndex]), y1 = toY(places[2 * each.fromIndex + 1]);
    const x2 = toX(places[2 * each.toIndex]), y2 = toY(places[2 * each.toIndex + 1]);
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const dx = -(y2 - y1) / length * apart, dy = (x2 - x1) / length * apart;
    points.set([x1 + dx, y1 + dy, x2 + dx, y2 + dy], 4 * i);
  });
  return points;
}

/** The segment next to a point, within a distance; -1 if there is none. */
export function nearest(points: Float32Array, x: number, y: number, within: number): number {
  let found = -1, least = within * within;
  for (let i = 0; i < points.length; i += 4) {
    const dx = points[i + 2] - points[i], dy = points[i + 3] - points[i + 1];
    const along = Math.max(0, Math.min(1, ((x - points[i]) * dx + (y - points[i + 1]) * dy) / (dx * dx + dy * dy || 1)));
    const ex = x - points[i] - along * dx, ey = y - points[i + 1] - along * dy;
    const distance = ex * ex + ey * ey;
    if (distance < least) {
      least = distance;
      found = i / 4;
    }
  }
  return found;
}
