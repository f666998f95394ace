// SPDX-License-Identifier: MIT
// Times that go on: "3 min ago", "1m 20s" and counting.
import type {JSX} from 'preact';
import {now, tick} from '../data/state';
import {ago, moment, parseTime, span} from '../lib/time';

export function Ago({at}: {at: string | null}): JSX.Element {
  const ms = parseTime(at);
  if (ms === null) return <span class="dim">–</span>;
  void tick.value;
  return (
    <time dateTime={at ?? ''} title={moment(ms)}>
      {ago(now() - ms)}
    </time>
  );
}

export function Took({ms, since}: {ms: number; since?: string | null}): JSX.Element {
  const start = parseTime(since ?? null);
  if (start === null) return <span class="num">{span(ms)}</span>;
  void tick.value;
  return <span class="num">{span(Math.max(ms, now() - start))}</span>;
}
