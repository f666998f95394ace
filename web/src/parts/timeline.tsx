// SPDX-License-Identifier: MIT
// Attempts as bars in time, on a canvas: 100,000 of them cost what the pixels cost. Zoom with the wheel and
// Ctrl, with + and -, or by dragging in the overview; the arrows go from bar to bar.
import type {JSX} from 'preact';
import {useEffect, useMemo, useRef, useState} from 'preact/hooks';
import type {AttemptRow, Bucket, Timeline as TimelineData} from '../data/types';
import {type Bar, firstAfter, type Lane, lanesOf, loadOf, tickStep} from '../lib/lanes';
import {say} from '../lib/say';
import {colour, colours} from '../lib/theme';
import {span} from '../lib/time';
import {plain} from '../lib/visible';

const rowHeight = 22;
const barHeight = 14;
const overviewHeight = 34;
const axisHeight = 20;
const tallest = 20 * rowHeight;
const bad = new Set(['fail', 'error']);

export interface Window {
  from: number;
  to: number;
}

interface Drawn {
  bars: readonly Bar[];
  lanes: Lane[];
  badOf: number[][]; // of each lane, the bars that must not be drawn over
  critical: Set<string>;
  criticalMs: number;
  buckets: Bucket[];
  load: Float64Array; // of the whole run, in equal parts
  from: number;
  to: number;
}

export const attemptKey = (row: {name: string; attempt: number}) => `${row.name}#${row.attempt}`;

function barOf(row: AttemptRow): Bar {
  return {
    id: attemptKey(row),
    group: row.step || row.name,
    label: row.attempt > 1 ? `${row.name} #${row.attempt}` : row.name,
    start: row.start_ms,
    end: row.start_ms + row.duration_ms,
    kind: row.state === 'passed' ? (row.is_agent ? 'agent' : 'pass') : row.state === 'failed' ? 'fail' : row.state === 'error' ? 'error' : row.state === 'running' ? 'running' : 'none',
  };
}

const loadSteps = 600;

/** `whole`: the first answer, about all of the run. `data`: the newest, about what is looked at. */
function prepare(whole: TimelineData, data: TimelineData): Drawn {
  const bars = data.attempts.map(barOf);
  const lanes = lanesOf(bars);
  const to = Math.max(1, whole.length_ms, data.to_ms);
  return {
    bars,
    lanes,
    badOf: lanes.map((lane) => lane.bars.filter((at) => bad.has(bars[at]!.kind))),
    critical: new Set(data.critical.map(attemptKey)),
    criticalMs: data.critical.reduce((sum, row) => sum + row.duration_ms, 0),
    buckets: bars.length > 0 ? [] : data.buckets,
    load: whole.buckets.length > 0 ? loadOfBuckets(whole.buckets, to) : loadOf(whole.attempts.map(barOf), 0, to, loadSteps),
    from: 0,
    to,
  };
}

function loadOfBuckets(buckets: readonly Bucket[], to: number): Float64Array {
  const load = new Float64Array(loadSteps);
  for (const bucket of buckets) {
    const first = Math.floor((bucket.from_ms / to) * loadSteps);
    const last = Math.max(first + 1, Math.ceil((bucket.to_ms / to) * loadSteps));
    const busy = bucket.busy_ms / Math.max(1, bucket.to_ms - bucket.from_ms);
    for (let at = first; at < Math.min(last, loadSteps); ++at) load[at] = busy;
  }
  return load;
}

export interface TimelineProps {
  whole: TimelineData;
  data: TimelineData;
  onWindow: (window: Window | null) => void;
  selected: string;
  onSelect: (name: string, attempt: number) => void;
  live: boolean;
  label: string;
}

export function Timeline({whole, data, onWindow, selected, onSelect: choose, live, label}: TimelineProps): JSX.Element {
  const drawn = useMemo(() => prepare(whole, data), [whole, data]);
  const bars = drawn.bars;
  const [view, setWindow] = useState<Window | null>(null); // null: all of it
  const setView = (window: Window | null) => {
    setWindow(window);
    onWindow(window);
  };
  const onSelect = (id: string) => {
    const cut = id.lastIndexOf('#');
    choose(id.slice(0, cut), Number(id.slice(cut + 1)));
  };
  const [critical, setCritical] = useState(false);
  const [hover, setHover] = useState<{at: number; x: number; y: number} | null>(null);
  const [width, setWidth] = useState(0);
  const [top, setTop] = useState(0);
  const [cursorId, setCursorId] = useState('');
  const cursor = useMemo(() => (cursorId === '' ? -1 : bars.findIndex((bar) => bar.id === cursorId)), [bars, cursorId]);
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const over = useRef<HTMLCanvasElement>(null);
  const gutter = width < 620 ? 0 : Math.min(190, Math.round(width * 0.18));
  const height = drawn.buckets.length > 0 ? 6 * rowHeight : Math.max(3 * rowHeight, Math.min(tallest, drawn.lanes.length * rowHeight));
  const shown = view ?? {from: drawn.from, to: drawn.to};

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = new ResizeObserver((entries) => setWidth(Math.floor(entries[0]!.contentRect.width)));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  const chosen = useMemo(() => bars.findIndex((bar) => bar.id === selected), [bars, selected]);
  const tint = colours.value;
  useEffect(() => {
    if (width === 0) return;
    const frame = requestAnimationFrame(() => {
      if (canvas.current) drawRows(canvas.current, drawn, shown, {width, height, gutter, top, chosen, cursor, critical, hover: hover?.at ?? -1});
      if (over.current) drawOverview(over.current, drawn, shown, width, gutter);
    });
    return () => cancelAnimationFrame(frame);
  }, [drawn, shown.from, shown.to, width, height, gutter, top, chosen, cursor, critical, hover?.at, tint]);

  // A live run that is looked at as a whole goes on being looked at as a whole.
  const zoom = (factor: number, middle = (shown.from + shown.to) / 2) => {
    const whole = drawn.to - drawn.from;
    const size = Math.min(whole, Math.max(1, (shown.to - shown.from) * factor));
    if (size >= whole * 0.999) return setView(null);
    const share = (middle - shown.from) / (shown.to - shown.from);
    const from = Math.min(Math.max(drawn.from, middle - size * share), drawn.to - size);
    setView({from, to: from + size});
  };
  const pan = (share: number) => {
    const size = shown.to - shown.from;
    const from = Math.min(Math.max(drawn.from, shown.from + size * share), drawn.to - size);
    if (view) setView({from, to: from + size});
  };
  const timeAt = (x: number) => shown.from + ((x - gutter) / Math.max(1, width - gutter)) * (shown.to - shown.from);
  const barAt = (x: number, y: number): number => {
    const row = Math.floor((y + top) / rowHeight);
    const lane = drawn.lanes[row];
    if (!lane || x < gutter) return -1;
    const slack = ((shown.to - shown.from) / Math.max(1, width - gutter)) * 3;
    const at = lane.bars[firstAfter(drawn.bars, lane.bars, timeAt(x) - slack)];
    return at !== undefined && drawn.bars[at]!.start <= timeAt(x) + slack ? at : -1;
  };

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const wheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        zoom(Math.exp(event.deltaY * 0.004), timeAt(event.clientX - element.getBoundingClientRect().left));
      } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        event.preventDefault();
        pan((event.deltaX || event.deltaY) / 800);
      }
    };
    element.addEventListener('wheel', wheel, {passive: false});
    return () => element.removeEventListener('wheel', wheel);
  });

  const drag = useRef<{x: number; window: Window; moved: boolean} | null>(null);
  const onDown = (event: PointerEvent) => {
    drag.current = {x: event.clientX, window: shown, moved: false};
    if (event.pointerType === 'mouse') (event.currentTarget as Element).setPointerCapture(event.pointerId);
  };
  const onMove = (event: PointerEvent) => {
    const rect = canvas.current!.getBoundingClientRect();
    const from = drag.current;
    if (from && event.buttons === 1 && (from.moved || Math.abs(event.clientX - from.x) > 4)) {
      from.moved = true;
      const size = from.window.to - from.window.from;
      const start = from.window.from - ((event.clientX - from.x) / Math.max(1, width - gutter)) * size;
      const kept = Math.min(Math.max(drawn.from, start), drawn.to - size);
      if (view) setView({from: kept, to: kept + size});
      setHover(null);
      return;
    }
    const at = barAt(event.clientX - rect.left, event.clientY - rect.top);
    setHover(at < 0 ? null : {at, x: event.clientX - rect.left, y: event.clientY - rect.top});
  };
  const onUp = (event: PointerEvent) => {
    const rect = canvas.current!.getBoundingClientRect();
    if (drag.current && !drag.current.moved) {
      const at = barAt(event.clientX - rect.left, event.clientY - rect.top);
      if (at >= 0) onSelect(drawn.bars[at]!.id);
    }
    drag.current = null;
  };

  const order = useMemo(() => drawn.bars.map((_, at) => at).sort((a, b) => drawn.bars[a]!.start - drawn.bars[b]!.start), [drawn]);
  const step = (by: number) => {
    if (order.length === 0) return;
    const now = order.indexOf(cursor >= 0 ? cursor : chosen);
    const at = order[Math.min(order.length - 1, Math.max(0, now < 0 ? 0 : now + by))]!;
    const bar = drawn.bars[at]!;
    setCursorId(bar.id);
    const row = drawn.lanes.findIndex((lane) => lane.bars.includes(at));
    const scroll = box.current?.querySelector('.tl-scroll');
    if (scroll && (row * rowHeight < top || (row + 1) * rowHeight > top + height)) scroll.scrollTop = (row - 3) * rowHeight;
    if (view && (bar.end < view.from || bar.start > view.to)) {
      const size = view.to - view.from;
      const from = Math.min(Math.max(drawn.from, bar.start - size / 4), drawn.to - size);
      setView({from, to: from + size});
    }
    say(`${plain(bar.label)}, ${bar.kind}, ${span(bar.end - bar.start)}`);
  };
  const onKey = (event: KeyboardEvent) => {
    const does: Record<string, () => void> = {
      ArrowRight: () => step(1),
      ArrowLeft: () => step(-1),
      '+': () => zoom(0.5),
      '=': () => zoom(0.5),
      '-': () => zoom(2),
      '0': () => setView(null),
      Enter: () => cursor >= 0 && onSelect(drawn.bars[cursor]!.id),
    };
    const run = does[event.key];
    if (!run || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };

  const hovered = hover ? drawn.bars[hover.at] : undefined;
  return (
    <div class="timeline" ref={box}>
      <div class="tl-tools">
        <span class="tl-sum">
          <strong>{whole.matching.toLocaleString('en-US')}</strong> {whole.matching === 1 ? 'attempt' : 'attempts'} in <strong>{span(drawn.to)}</strong>
          {view && <span class="dim"> · {data.matching.toLocaleString('en-US')} of them from +{span(shown.from)} to +{span(shown.to)}</span>}
          {live && <span class="live-dot" aria-hidden="true" />}
        </span>
        <span class="grow" />
        <button type="button" class="small" aria-pressed={critical} onClick={() => setCritical(!critical)} title="What the end had to wait for">
          Critical path {drawn.criticalMs > 0 && <span class="dim">{span(drawn.criticalMs)}</span>}
        </button>
        <div class="joined" role="group" aria-label="Zoom">
          <button type="button" class="small" aria-label="Zoom out" onClick={() => zoom(2)}>
            −
          </button>
          <button type="button" class="small" aria-label="Zoom in" onClick={() => zoom(0.5)}>
            +
          </button>
          <button type="button" class="small" onClick={() => setView(null)} disabled={!view}>
            Fit
          </button>
        </div>
      </div>
      <canvas ref={over} class="tl-overview" aria-hidden="true" onPointerDown={(event) => overviewDrag(event, drawn, gutter, width, setView)} />
      <div class="tl-scroll" onScroll={(event) => setTop((event.currentTarget as Element).scrollTop)}>
        <canvas
          ref={canvas}
          class="tl-canvas"
          tabIndex={0}
          role="application"
          aria-label={`${label}. Left and right arrows go from attempt to attempt, Enter opens one, plus and minus zoom. The table below has the same.`}
          onKeyDown={onKey}
          onPointerDown={onDown}
          onPointerMove={onMove}
          onPointerUp={onUp}
          onPointerLeave={() => setHover(null)}
          onDblClick={() => setView(null)}
          onBlur={() => setCursorId('')}
        />
        <div class="tl-spacer" style={{height: `${Math.max(0, drawn.lanes.length * rowHeight - height)}px`}} />
      </div>
      {hovered && hover && (
        <div class="tip" style={{left: `${Math.min(hover.x + 12, Math.max(0, width - 240))}px`, top: `${hover.y + overviewHeight + 74}px`}} aria-hidden="true">
          <strong>{plain(hovered.label)}</strong>
          <span>
            <i class={`swatch k-${hovered.kind}`} /> {hovered.kind} · {span(hovered.end - hovered.start)} · from +{span(hovered.start - drawn.from)}
          </span>
        </div>
      )}
    </div>
  );
}

interface Rows {
  width: number;
  height: number;
  gutter: number;
  top: number;
  chosen: number;
  cursor: number;
  critical: boolean;
  hover: number;
}

function sized(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const ratio = Math.min(3, devicePixelRatio || 1);
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const context = canvas.getContext('2d')!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

function kindColours(): Record<string, string> {
  const names: Record<string, string> = {};
  for (const kind of ['pass', 'fail', 'error', 'running', 'none', 'agent']) names[kind] = colour(`k-${kind}`);
  return names;
}

function drawRows(canvas: HTMLCanvasElement, drawn: Drawn, shown: Window, rows: Rows): void {
  const context = sized(canvas, rows.width, rows.height);
  const kinds = kindColours();
  const [ink, dim, rule, accent] = [colour('ink'), colour('dim'), colour('rule'), colour('accent')];
  const room = rows.width - rows.gutter;
  const scale = room / (shown.to - shown.from);
  context.font = `11px ${colour('sans') || 'sans-serif'}`;
  context.textBaseline = 'middle';
  drawTicks(context, drawn, shown, rows, scale, rule);
  if (drawn.buckets.length > 0) return drawBuckets(context, drawn, shown, rows, kinds, dim);
  const first = Math.floor(rows.top / rowHeight);
  const last = Math.min(drawn.lanes.length, first + Math.ceil(rows.height / rowHeight) + 1);
  for (let row = first; row < last; ++row) {
    const lane = drawn.lanes[row]!;
    const y = row * rowHeight - rows.top;
    const isNew = row === 0 || drawn.lanes[row - 1]!.group !== lane.group;
    if (isNew) {
      context.fillStyle = rule;
      context.fillRect(0, y, rows.width, 1);
    }
    context.save();
    context.beginPath();
    context.rect(rows.gutter, y, room, rowHeight);
    context.clip();
    context.globalAlpha = rows.critical ? 0.28 : 1;
    drawLane(context, drawn.bars, lane.bars, shown, scale, rows.gutter, y, kinds, ink);
    drawLane(context, drawn.bars, drawn.badOf[row]!, shown, scale, rows.gutter, y, kinds, ink);
    context.globalAlpha = 1;
    if (rows.critical) drawLane(context, drawn.bars, lane.bars.filter((at) => drawn.critical.has(drawn.bars[at]!.id)), shown, scale, rows.gutter, y, kinds, ink);
    for (const [at, line] of [[rows.hover, 1], [rows.chosen, 2], [rows.cursor, 2]] as const) {
      if (at < 0 || !laneHas(drawn.bars, lane.bars, at)) continue;
      const bar = drawn.bars[at]!;
      const x = rows.gutter + (bar.start - shown.from) * scale;
      context.strokeStyle = accent;
      context.lineWidth = line;
      context.strokeRect(x - 1.5, y + 2.5, Math.max(3, (bar.end - bar.start) * scale) + 3, rowHeight - 5);
    }
    context.restore();
    if (rows.gutter > 0 && isNew) {
      context.fillStyle = dim;
      context.fillText(fitted(context, plain(lane.group), rows.gutter - 12), 4, y + rowHeight / 2);
    }
  }
}

/** Too many to be shown one by one: how many were at work, and how much of what ended failed. */
function drawBuckets(context: CanvasRenderingContext2D, drawn: Drawn, shown: Window, rows: Rows, kinds: Record<string, string>, dim: string): void {
  const scale = (rows.width - rows.gutter) / (shown.to - shown.from);
  const most = Math.max(1e-9, ...drawn.buckets.map((bucket) => bucket.busy_ms / Math.max(1, bucket.to_ms - bucket.from_ms)));
  const floor = rows.height - 4;
  for (const bucket of drawn.buckets) {
    const x = rows.gutter + (bucket.from_ms - shown.from) * scale;
    const width = Math.max(1, (bucket.to_ms - bucket.from_ms) * scale);
    const tall = (bucket.busy_ms / Math.max(1, bucket.to_ms - bucket.from_ms) / most) * (floor - 18);
    const failed = bucket.attempts > 0 ? Math.max(bucket.failed > 0 ? 2 : 0, (bucket.failed / bucket.attempts) * tall) : 0;
    context.fillStyle = kinds['pass']!;
    context.fillRect(x, floor - tall, width, tall);
    context.fillStyle = kinds['fail']!;
    context.fillRect(x, floor - failed, width, failed);
  }
  context.fillStyle = dim;
  context.fillText('too many to be shown one by one: zoom in', rows.gutter + 6, 9);
}

function laneHas(bars: readonly Bar[], lane: readonly number[], at: number): boolean {
  const near = firstAfter(bars, lane, bars[at]!.start);
  return lane[near] === at || lane[near + 1] === at || lane[near - 1] === at;
}

/** Bars narrower than a pixel share one; the next to be drawn is the first of the next pixel. */
function drawLane(context: CanvasRenderingContext2D, bars: readonly Bar[], lane: readonly number[], shown: Window, scale: number, left: number, y: number, kinds: Record<string, string>, ink: string): void {
  const top = y + (rowHeight - barHeight) / 2;
  let at = firstAfter(bars, lane, shown.from);
  while (at < lane.length) {
    const bar = bars[lane[at]!]!;
    if (bar.start > shown.to) return;
    const x = left + (bar.start - shown.from) * scale;
    const width = (bar.end - bar.start) * scale;
    context.fillStyle = kinds[bar.kind] ?? kinds['none']!;
    if (width >= 4) {
      context.beginPath();
      context.roundRect(x, top, width - 0.5, barHeight, 2.5);
      context.fill();
      if (bar.kind === 'running') hatch(context, x, top, width);
      if (width > 46) label(context, bar.label, Math.max(x, left), x + width, y, ink);
      ++at;
    } else {
      context.fillRect(x, top, Math.max(1.5, width), barHeight);
      const next = firstAfter(bars, lane, shown.from + (Math.floor(x + Math.max(1, width)) + 0.5 - left) / scale);
      at = Math.max(at + 1, next);
    }
  }
}

function hatch(context: CanvasRenderingContext2D, x: number, top: number, width: number): void {
  context.save();
  context.clip();
  context.globalAlpha *= 0.25;
  context.strokeStyle = '#fff';
  context.lineWidth = 3;
  context.beginPath();
  for (let at = Math.max(x, -20); at < Math.min(x + width + barHeight, 8000); at += 10) {
    context.moveTo(at, top);
    context.lineTo(at - barHeight, top + barHeight);
  }
  context.stroke();
  context.restore();
}

function label(context: CanvasRenderingContext2D, text: string, from: number, to: number, y: number, _ink: string): void {
  context.fillStyle = colour('bar-ink');
  context.fillText(fitted(context, plain(text), to - from - 8), from + 4, y + rowHeight / 2 + 0.5);
}

function fitted(context: CanvasRenderingContext2D, text: string, room: number): string {
  const wide = text.length > 200 ? text.slice(0, 200) : text;
  if (context.measureText(wide).width <= room) return wide;
  let low = 0;
  let high = wide.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (context.measureText(`${wide.slice(0, middle)}…`).width <= room) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? '' : `${wide.slice(0, low)}…`;
}

function drawTicks(context: CanvasRenderingContext2D, drawn: Drawn, shown: Window, rows: Rows, scale: number, rule: string): void {
  const step = tickStep(shown.to - shown.from, (rows.width - rows.gutter) / 90);
  context.fillStyle = rule;
  for (let at = Math.ceil((shown.from - drawn.from) / step) * step; drawn.from + at <= shown.to; at += step) {
    context.fillRect(rows.gutter + (drawn.from + at - shown.from) * scale, 0, 1, rows.height);
  }
}

function drawOverview(canvas: HTMLCanvasElement, drawn: Drawn, shown: Window, width: number, gutter: number): void {
  const context = sized(canvas, width, overviewHeight + axisHeight);
  const room = width - gutter;
  const steps = drawn.load.length;
  const most = Math.max(1, ...drawn.load);
  context.fillStyle = colour('k-running');
  context.globalAlpha = 0.45;
  context.beginPath();
  context.moveTo(gutter, overviewHeight);
  for (let at = 0; at < steps; ++at) {
    const y = overviewHeight - (drawn.load[at]! / most) * (overviewHeight - 6);
    context.lineTo(gutter + (at / steps) * room, y);
    context.lineTo(gutter + ((at + 1) / steps) * room, y);
  }
  context.lineTo(gutter + room, overviewHeight);
  context.fill();
  context.globalAlpha = 1;
  context.fillStyle = colour('rule');
  context.fillRect(gutter, overviewHeight, room, 1);
  const whole = drawn.to - drawn.from;
  const [from, to] = [gutter + ((shown.from - drawn.from) / whole) * room, gutter + ((shown.to - drawn.from) / whole) * room];
  if (to - from < room - 1) {
    context.fillStyle = colour('accent');
    context.globalAlpha = 0.14;
    context.fillRect(from, 0, Math.max(2, to - from), overviewHeight);
    context.globalAlpha = 1;
    context.fillRect(from, 0, 1.5, overviewHeight);
    context.fillRect(to - 1.5, 0, 1.5, overviewHeight);
  }
  context.fillStyle = colour('dim');
  context.font = `11px ${colour('sans') || 'sans-serif'}`;
  context.textBaseline = 'middle';
  if (gutter > 0) context.fillText(`at most ${Math.ceil(most - 0.01)} at once`, 4, overviewHeight / 2);
  const step = tickStep(shown.to - shown.from, room / 90);
  for (let at = Math.ceil((shown.from - drawn.from) / step) * step; drawn.from + at <= shown.to; at += step) {
    const x = gutter + ((drawn.from + at - shown.from) / (shown.to - shown.from)) * room;
    const text = at === 0 ? '0' : `+${span(at)}`;
    if (x + context.measureText(text).width < width) context.fillText(text, x + 3, overviewHeight + axisHeight / 2 + 1);
  }
}

function overviewDrag(event: PointerEvent, drawn: Drawn, gutter: number, width: number, setView: (window: Window | null) => void): void {
  const canvas = event.currentTarget as HTMLCanvasElement;
  const left = canvas.getBoundingClientRect().left;
  const time = (x: number) => drawn.from + (Math.min(Math.max(0, x - left - gutter), width - gutter) / Math.max(1, width - gutter)) * (drawn.to - drawn.from);
  const begin = event.clientX;
  canvas.setPointerCapture(event.pointerId);
  const move = (moved: PointerEvent) => {
    if (Math.abs(moved.clientX - begin) < 4) return;
    const [a, b] = [time(begin), time(moved.clientX)];
    setView({from: Math.min(a, b), to: Math.max(a, b, Math.min(a, b) + 1)});
  };
  const up = () => {
    canvas.removeEventListener('pointermove', move);
    canvas.removeEventListener('pointerup', up);
    canvas.removeEventListener('pointercancel', up);
  };
  canvas.addEventListener('pointermove', move);
  canvas.addEventListener('pointerup', up);
  canvas.addEventListener('pointercancel', up);
}
