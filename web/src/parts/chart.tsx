// SPDX-License-Identifier: MIT
// Figures as pictures: charts with axes by uPlot, small strips as plain SVG. Each has its numbers beside it.
import type {JSX} from 'preact';
import {useEffect, useRef} from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import {colour, colours} from '../lib/theme';
import {clock, moment} from '../lib/time';

export interface Series {
  label: string;
  tone: string; // a custom property
  values: (number | null)[];
  bars?: boolean;
}

const dayOf = (tick: number) => new Date(tick * 1000).toISOString().slice(5, 10);

/** Days as 11-17 in UTC, as they are counted; within a day the clock. */
function dateOf(tick: number, ticks: number[]): string {
  const apart = ticks.length > 1 ? ticks[1]! - ticks[0]! : 86400;
  return apart >= 86400 ? dayOf(tick) : clock(tick * 1000).slice(0, 5);
}

/** Some of the days, so that their names have room; never a time between them. */
function someDays(days: number[], width: number): number[] {
  const every = Math.max(1, Math.ceil((days.length * 60) / Math.max(1, width)));
  return days.filter((_, at) => (days.length - 1 - at) % every === 0);
}

export function Chart({x, series, format, height, label}: {x: number[]; series: Series[]; format: (value: number) => string; height: number; label: string}): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const tint = colours.value;
  useEffect(() => {
    const element = box.current;
    if (!element || x.length === 0) return;
    const axis = {stroke: colour('dim'), grid: {stroke: colour('rule'), width: 1}, ticks: {stroke: colour('rule'), width: 1, size: 4}, font: '11px sans-serif'};
    const isBars = series.some((one) => one.bars);
    const step = x.length > 1 ? x[1]! - x[0]! : 86400;
    const options: uPlot.Options = {
      width: Math.max(200, element.clientWidth),
      height,
      padding: [8, 8, 0, 0],
      cursor: {y: false, points: {size: 6}},
      legend: {live: true},
      scales: {x: {time: true, range: (_, least, last) => (isBars ? [least - step / 2, last + step / 2] : [least, last])}, y: {range: (_, __, most) => [0, most > 0 ? most * 1.1 : 1]}},
      axes: [isBars ? {...axis, splits: (plot) => someDays(x, plot.bbox.width / devicePixelRatio), values: (_, ticks) => ticks.map(dayOf)} : {...axis, space: 70, values: (_, ticks) => ticks.map((tick) => dateOf(tick, ticks))}, {...axis, size: 64, values: (_, ticks) => ticks.map(format)}],
      series: [
        {label: isBars ? 'day' : 'at', value: (_, value) => (value === null ? '–' : isBars ? new Date(value * 1000).toISOString().slice(0, 10) : moment(value * 1000))},
        ...series.map((one): uPlot.Series => ({
          label: one.label,
          stroke: colour(one.tone),
          fill: one.bars ? colour(one.tone) : undefined,
          width: one.bars ? 0 : 1.75,
          points: {show: !one.bars && x.length < 40, size: 5},
          ...(one.bars ? {paths: uPlot.paths.bars!({size: [0.7, 48], radius: 0.12})} : {}),
          value: (_, value) => (value === null ? '–' : format(value)),
        })),
      ],
    };
    const plot = new uPlot(options, [x, ...series.map((one) => one.values)] as uPlot.AlignedData, element);
    const watch = new ResizeObserver(() => plot.setSize({width: Math.max(200, element.clientWidth), height}));
    watch.observe(element);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [x, series, height, tint]);
  return <div class="chart" ref={box} role="img" aria-label={label} style={{minHeight: `${height}px`}} />;
}

/** A line of few points, without axes. */
export function Spark({values, label, tone = 'accent'}: {values: number[]; label: string; tone?: string}): JSX.Element {
  const most = Math.max(1e-9, ...values);
  const width = 96;
  const height = 24;
  const bar = width / Math.max(1, values.length);
  return (
    <svg class="spark" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
      {values.map((value, at) => {
        const tall = value > 0 ? Math.max(1.5, (value / most) * (height - 2)) : 0.75;
        return <rect class={value > 0 ? `f-${tone}` : 'f-rule'} x={at * bar + 0.5} y={height - tall} width={Math.max(1, bar - 1)} height={tall} rx="0.5" />;
      })}
    </svg>
  );
}

/** Outcomes in their order: passed up, failed down, so that colour is not needed. */
export function Strip({outcomes, label}: {outcomes: {outcome: string; title: string}[]; label: string}): JSX.Element {
  const shown = outcomes.slice(-60);
  const step = 6;
  return (
    <svg class="strip" viewBox={`0 0 ${Math.max(1, shown.length) * step} 18`} style={{width: `${Math.max(1, shown.length) * step}px`}} role="img" aria-label={label}>
      {shown.map(({outcome, title}, at) => {
        const tone = outcome === 'passed' ? 'pass' : outcome === 'failed' ? 'fail' : outcome === 'error' ? 'error' : 'none';
        const [y, tall] = tone === 'pass' ? [0, 11] : tone === 'none' ? [7, 4] : [7, 11];
        return (
          <rect class={`f-${tone}`} x={at * step} y={y} width={step - 1.5} height={tall} rx="1">
            <title>{title}</title>
          </rect>
        );
      })}
    </svg>
  );
}
