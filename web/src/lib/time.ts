// SPDX-License-Identifier: MIT
// Times, spans, sizes and money in few characters.

export function span(ms: number | null | undefined): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms) || ms < 0) return '–';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const s = ms / 1000;
  if (s < 10) return `${s.toFixed(1)} s`;
  if (s < 60) return `${Math.floor(s)} s`;
  const m = Math.floor(s / 60);
  if (m < 60) return `${m}m ${String(Math.floor(s % 60)).padStart(2, '0')}s`;
  const h = Math.floor(m / 60);
  if (h < 48) return `${h}h ${String(m % 60).padStart(2, '0')}m`;
  return `${Math.floor(h / 24)} d`;
}

export function ago(ms: number): string {
  if (ms < 0) return `in ${rough(-ms)}`;
  if (ms < 5000) return 'just now';
  return `${rough(ms)} ago`;
}

function rough(ms: number): string {
  const s = Math.round(ms / 1000);
  if (s < 60) return `${s} s`;
  const m = Math.round(s / 60);
  if (m < 60) return `${m} min`;
  const h = Math.round(m / 60);
  if (h < 36) return `${h} h`;
  return `${Math.round(h / 24)} d`;
}

export function parseTime(text: string | null | undefined): number | null {
  if (!text) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}

const two = (n: number) => String(n).padStart(2, '0');

export function clock(ms: number): string {
  const d = new Date(ms);
  return `${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}`;
}

export function day(ms: number): string {
  const d = new Date(ms);
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`;
}

export function moment(ms: number): string {
  return `${day(ms)} ${clock(ms)}`;
}

export function bytes(n: number): string {
  if (n < 1024) return `${n} B`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  let at = -1;
  do {
    n /= 1024;
    ++at;
  } while (n >= 1024 && at < units.length - 1);
  return `${n < 10 ? n.toFixed(1) : Math.round(n)} ${units[at]}`;
}

export function count(n: number): string {
  return n.toLocaleString('en-US');
}

/** 12,300 as 12.3k: where there is little room. */
export function short(n: number): string {
  if (n < 1000) return String(n);
  if (n < 1e6) return `${trim(n / 1e3)}k`;
  return `${trim(n / 1e6)}M`;
}

const trim = (n: number) => (n < 10 ? n.toFixed(1).replace(/\.0$/, '') : String(Math.round(n)));

export function usd(n: number | null | undefined): string {
  if (n === null || n === undefined) return 'unknown';
  if (n === 0) return '$0';
  if (n < 0.01) return '<$0.01';
  return n < 1000 ? `$${n.toFixed(2)}` : `$${Math.round(n).toLocaleString('en-US')}`;
}

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}
