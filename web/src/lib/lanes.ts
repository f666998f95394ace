// SPDX-License-Identifier: MIT
// Bars in time: which row each stands in, and what was at work when.

export interface Bar {
  id: string;
  group: string; // bars of a group share rows
  label: string;
  start: number;
  end: number;
  kind: string; // its colour
}

export interface Lane {
  group: string;
  bars: number[]; // indices, by start; they do not overlap
}

/** Rows in order of the first start of their groups. A group has as many as overlap. */
export function lanesOf(bars: readonly Bar[]): Lane[] {
  const order = bars.map((_, at) => at).sort((a, b) => bars[a]!.start - bars[b]!.start || bars[a]!.end - bars[b]!.end);
  const groups = new Map<string, {lanes: Lane[]; ends: number[]}>();
  for (const at of order) {
    const bar = bars[at]!;
    let group = groups.get(bar.group);
    if (!group) groups.set(bar.group, (group = {lanes: [], ends: []}));
    let row = group.ends.findIndex((end) => end <= bar.start);
    if (row < 0) {
      row = group.lanes.length;
      group.lanes.push({group: bar.group, bars: []});
      group.ends.push(0);
    }
    group.lanes[row]!.bars.push(at);
    group.ends[row] = Math.max(bar.end, bar.start + 1e-6);
  }
  return [...groups.values()].flatMap((group) => group.lanes);
}

/** How many were at work, in `steps` equal parts of the time: means. */
export function loadOf(bars: readonly Bar[], from: number, to: number, steps: number): Float64Array {
  const load = new Float64Array(steps);
  const width = (to - from) / steps || 1;
  for (const bar of bars) {
    const first = Math.max(0, (bar.start - from) / width);
    const last = Math.min(steps, (bar.end - from) / width);
    for (let at = Math.floor(first); at < last; ++at) load[at]! += Math.min(at + 1, last) - Math.max(at, first);
  }
  return load;
}

/** The first index whose bar ends after `time`. Bars of a lane are in order. */
export function firstAfter(bars: readonly Bar[], lane: readonly number[], time: number): number {
  let low = 0;
  let high = lane.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bars[lane[middle]!]!.end <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Steps of a scale of times: 1, 2, 5 times a power of ten, then seconds, minutes and hours as people count them. */
export function tickStep(spanMs: number, room: number): number {
  const wanted = spanMs / Math.max(1, room);
  const nice = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 1.5e4, 3e4, 6e4, 12e4, 3e5, 6e5, 9e5, 18e5, 36e5, 72e5, 108e5, 216e5, 432e5, 864e5];
  return nice.find((step) => step >= wanted) ?? Math.ceil(wanted / 864e5) * 864e5;
}
