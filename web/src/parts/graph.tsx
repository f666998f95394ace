// SPDX-License-Identifier: MIT
// The shape of a pipeline: steps as nodes that can be chosen, routes as edges, laid out by dagre. Routes back
// have their loops and budgets on them.
import dagre from '@dagrejs/dagre';
import type {JSX} from 'preact';
import {useEffect, useMemo, useRef, useState} from 'preact/hooks';
import type {LoopBudget, Route, StepNode} from '../data/types';
import {plain} from '../lib/visible';
import {StateIcon, toneOf, unitState} from './state';

const nodeWidth = 156;
const nodeHeight = 48;

interface Edge {
  from: string;
  to: string;
  labels: string[];
  back: boolean;
  loop: string;
  points: {x: number; y: number}[];
}

interface Laid {
  nodes: {step: StepNode; x: number; y: number}[];
  edges: Edge[];
  width: number;
  height: number;
}

/** Routes between steps; those to an end of the run are told in the list, not drawn. */
function layout(steps: StepNode[], routes: Route[], down: boolean): Laid {
  const order = new Map(steps.map((step, at) => [step.id, at]));
  const edges = new Map<string, Edge>();
  for (const route of routes) {
    const [from, to] = [order.get(route.from), order.get(route.to)];
    if (from === undefined || to === undefined || from === to) continue;
    const key = `${route.from}\n${route.to}`;
    const edge = edges.get(key) ?? {from: route.from, to: route.to, labels: [], back: to < from, loop: '', points: []};
    const label = route.option || route.on;
    if (label !== 'pass' && !edge.labels.includes(label)) edge.labels.push(label);
    if (route.loop) edge.loop = route.loop;
    edges.set(key, edge);
  }
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({rankdir: down ? 'TB' : 'LR', nodesep: down ? 18 : 22, ranksep: down ? 30 : 38, edgesep: 12, marginx: 12, marginy: 12});
  graph.setDefaultEdgeLabel(() => ({}));
  for (const step of steps) graph.setNode(step.id, {width: nodeWidth, height: nodeHeight});
  for (const edge of edges.values()) {
    const near = (order.get(edge.to) ?? 0) - (order.get(edge.from) ?? 0) === 1;
    // Routes back are laid out as if they led forward, so that steps stay in their order.
    if (edge.back) graph.setEdge(edge.to, edge.from, {weight: 0, minlen: 1});
    else graph.setEdge(edge.from, edge.to, {weight: near ? 8 : 1});
  }
  dagre.layout(graph);
  for (const edge of edges.values()) {
    const laid = edge.back ? graph.edge(edge.to, edge.from) : graph.edge(edge.from, edge.to);
    edge.points = edge.back ? [...laid.points].reverse() : laid.points;
  }
  const size = graph.graph();
  return {
    nodes: steps.map((step) => ({step, x: graph.node(step.id).x, y: graph.node(step.id).y})),
    edges: [...edges.values()],
    width: size.width ?? 0,
    height: size.height ?? 0,
  };
}

/** Straight lines with round corners. */
function path(points: {x: number; y: number}[], radius: number): string {
  let text = `M${points[0]?.x ?? 0} ${points[0]?.y ?? 0}`;
  for (let at = 1; at < points.length - 1; ++at) {
    const [a, b, c] = [points[at - 1]!, points[at]!, points[at + 1]!];
    const cut = (p: {x: number; y: number}) => {
      const length = Math.hypot(p.x - b.x, p.y - b.y);
      const share = length === 0 ? 0 : Math.min(radius, length / 2) / length;
      return `${b.x + (p.x - b.x) * share} ${b.y + (p.y - b.y) * share}`;
    };
    text += `L${cut(a)}Q${b.x} ${b.y} ${cut(c)}`;
  }
  const last = points.at(-1);
  return last ? `${text}L${last.x} ${last.y}` : text;
}

/** Breaks what is too wide into rows, as a text is. Edges within a row keep their way; others go between rows. */
function fold(laid: Laid, width: number): Laid {
  const columns = [...new Set(laid.nodes.map((node) => Math.round(node.x)))].sort((a, b) => a - b);
  const pitch = columns.length > 1 ? Math.max(...columns.slice(1).map((x, at) => x - columns[at]!)) : laid.width;
  const perRow = Math.max(1, Math.floor((width - 24 - nodeWidth) / pitch) + 1);
  if (columns.length <= perRow) return laid;
  const rows = Math.ceil(columns.length / perRow);
  const even = Math.ceil(columns.length / rows); // rows of about the same length
  const gap = 44;
  const rowOf = (x: number) => Math.floor(columns.indexOf(Math.round(x)) / even);
  const left = (row: number) => columns[row * even]! - nodeWidth / 2 - 24;
  const shift = (row: number) => ({x: -left(row), y: row * (laid.height + gap)});
  const moved = new Map(laid.nodes.map((node) => [node.step.id, {step: node.step, x: node.x + shift(rowOf(node.x)).x, y: node.y + shift(rowOf(node.x)).y, row: rowOf(node.x)}]));
  const edges = laid.edges.map((edge) => {
    const [a, b] = [moved.get(edge.from)!, moved.get(edge.to)!];
    if (a.row === b.row) return {...edge, points: edge.points.map((point) => ({x: point.x + shift(a.row).x, y: point.y + shift(a.row).y}))};
    const between = Math.max(a.row, b.row) * (laid.height + gap) - gap / 2;
    if (edge.back) {
      const [sx, tx] = [a.x + 30, b.x - 30];
      return {...edge, points: [{x: sx, y: a.y - nodeHeight / 2}, {x: sx, y: between + 10}, {x: tx, y: between + 10}, {x: tx, y: b.y + nodeHeight / 2}]};
    }
    const [out, into] = [a.x + nodeWidth / 2, b.x - nodeWidth / 2];
    return {...edge, points: [{x: out, y: a.y}, {x: out + 14, y: a.y}, {x: out + 14, y: between - 6}, {x: into - 14, y: between - 6}, {x: into - 14, y: b.y}, {x: into, y: b.y}]};
  });
  return {nodes: [...moved.values()], edges, width: Math.min(laid.width, (even - 1) * pitch + nodeWidth + 52), height: rows * laid.height + (rows - 1) * gap};
}

export interface GraphProps {
  steps: StepNode[];
  routes: Route[];
  loops: LoopBudget[];
  at: string;
  selected: string;
  onSelect: (id: string) => void;
}

export function Graph({steps, routes, loops, at, selected, onSelect}: GraphProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const down = width > 0 && width < 560;
  const shape = JSON.stringify([steps.map((step) => step.id), routes]);
  const laid = useMemo(() => (width === 0 ? {nodes: [], edges: [], width: 0, height: 0} : down ? layout(steps, routes, true) : fold(layout(steps, routes, false), width)), [shape, down, down ? 0 : width]);
  const scale = laid.width === 0 ? 1 : Math.min(1, Math.max(0.7, (width - 2) / laid.width));
  const byId = new Map(steps.map((step) => [step.id, step]));
  return (
    <div class="graph" ref={box} tabIndex={0} role="group" aria-label={`Steps of the pipeline, ${steps.length} of them`}>
      {width > 0 && (
        <svg width={laid.width * scale} height={laid.height * scale} viewBox={`0 0 ${laid.width} ${laid.height}`}>
          <defs>
            {['', '-taken', '-back'].map((kind) => (
              <marker id={`arrow${kind}`} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse">
                <path d="M0 .500 8 4 0 7.500Z" class={`arrow${kind}`} />
              </marker>
            ))}
          </defs>
          {laid.edges.map((edge) => {
            const taken = !edge.back && (byId.get(edge.from)?.rounds ?? 0) > 0 && (byId.get(edge.to)?.rounds ?? 0) > 0 && edge.labels.length === 0;
            const loop = loops.find((one) => one.name === edge.loop);
            const middle = midpoint(edge.points);
            const kind = edge.back ? '-back' : taken ? '-taken' : '';
            const used = edge.back && loop && loop.used > 0;
            return (
              <g class={`edge ${edge.back ? 'back' : ''} ${taken ? 'taken' : ''} ${used ? 'used' : ''}`}>
                <path d={path(edge.points, 10)} marker-end={`url(#arrow${kind})`}>
                  <title>{plain(`${edge.from} to ${edge.to}${edge.labels.length ? `: ${edge.labels.join(', ')}` : ''}${loop ? `; loop ${loop.name}, ${loop.used} of ${loop.budget}` : ''}`)}</title>
                </path>
                {loop && edge.back && (
                  <g>
                    <rect x={middle.x - 19} y={middle.y - 9} width="38" height="18" rx="9" class="loop-badge" />
                    <text x={middle.x} y={middle.y + 4} class="loop-text">
                      ↺ {loop.used}/{loop.budget}
                    </text>
                  </g>
                )}
              </g>
            );
          })}
          {laid.nodes.map(({step, x, y}) => (
            <Node step={byId.get(step.id) ?? step} x={x} y={y} here={step.id === at} selected={step.id === selected} onSelect={onSelect} />
          ))}
        </svg>
      )}
    </div>
  );
}

function Node({step, x, y, here, selected, onSelect}: {step: StepNode; x: number; y: number; here: boolean; selected: boolean; onSelect: (id: string) => void}): JSX.Element {
  const state = unitState(step.state);
  const title = plain(step.title || step.id);
  const lines = title.length <= 17 ? [title] : split(title, 17);
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    onSelect(step.id);
  };
  return (
    <g
      class={`node t-${toneOf(state)} ${here ? 'here' : ''} ${selected ? 'selected' : ''}`}
      transform={`translate(${x - nodeWidth / 2} ${y - nodeHeight / 2})`}
      role="button"
      tabindex={0}
      aria-pressed={selected}
      data-here={here}
      data-step={step.id}
      onClick={() => onSelect(step.id)}
      onKeyDown={key}
    >
      <rect width={nodeWidth} height={nodeHeight} rx="8" class="box" />
      <svg x="9" y={nodeHeight / 2 - 8} width="16" height="16">
        <StateIcon of={state} label />
      </svg>
      {lines.map((line, at) => (
        <text x="33" y={lines.length === 1 ? 21 : 16 + at * 13} class="node-title">
          {line}{' '}
        </text>
      ))}
      <text x="33" y={lines.length === 1 ? 36 : 42} class="node-sub">
        {plain(step.id)} · {plain(step.role || step.kind)}
      </text>
      {step.rounds > 1 && (
        <g>
          <rect x={nodeWidth - 25} y={nodeHeight - 10} width="30" height="17" rx="8.5" class="round-badge" />
          <text x={nodeWidth - 10} y={nodeHeight + 2.5} class="round-text">
            ×{step.rounds}
          </text>
        </g>
      )}
    </g>
  );
}

/** Half way along. */
function midpoint(points: {x: number; y: number}[]): {x: number; y: number} {
  const lengths = points.slice(1).map((point, at) => Math.hypot(point.x - points[at]!.x, point.y - points[at]!.y));
  let rest = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (let at = 0; at < lengths.length; ++at) {
    const length = lengths[at]!;
    if (rest <= length) {
      const share = length === 0 ? 0 : rest / length;
      const [a, b] = [points[at]!, points[at + 1]!];
      return {x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share};
    }
    rest -= length;
  }
  return points[0] ?? {x: 0, y: 0};
}

function split(title: string, longest: number): string[] {
  const cut = title.lastIndexOf(' ', longest);
  const first = cut > 4 ? title.slice(0, cut) : title.slice(0, longest);
  const rest = title.slice(first.length).trim();
  return [first, rest.length > longest ? `${rest.slice(0, longest - 1)}…` : rest];
}
