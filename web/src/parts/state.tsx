// SPDX-License-Identifier: MIT
// How something stands: always a shape, a colour and a word.
import type {JSX} from 'preact';

interface Look {
  tone: string;
  word: string;
  shape: JSX.Element;
}

const ring = <circle cx="8" cy="8" r="6.25" class="line" />;
const disc = <circle cx="8" cy="8" r="7" class="fill" />;

const shapes = {
  check: (
    <>
      {disc}
      <path d="m4.800 8.300 2.300 2.300 4.200-4.800" class="cut" />
    </>
  ),
  cross: (
    <>
      {disc}
      <path d="m5.400 5.400 5.200 5.200m0-5.200-5.200 5.200" class="cut" />
    </>
  ),
  bang: (
    <>
      <path d="M8 .900 15.500 14.500H.500Z" class="fill" />
      <path d="M8 5.800v4m0 1.900v.300" class="cut" />
    </>
  ),
  half: (
    <>
      {ring}
      <path d="M8 1.750a6.250 6.250 0 0 1 6.250 6.250" class="line spin" />
    </>
  ),
  ask: (
    <>
      {disc}
      <path d="M5.900 6.300a2.100 2.100 0 1 1 2.900 2c-.6.3-.8.6-.8 1.200m0 2v.300" class="cut" />
    </>
  ),
  pause: (
    <>
      {ring}
      <path d="M6.300 5.500v5m3.400-5v5" class="line" />
    </>
  ),
  broken: (
    <>
      <path d="M3.600 3.600a6.250 6.250 0 0 1 8.800 8.800m-2 1.400A6.250 6.250 0 0 1 2.200 5.600" class="line" />
      <path d="m5.500 5.500 5 5" class="line" />
    </>
  ),
  empty: ring,
  stop: (
    <>
      {ring}
      <path d="M4 12 12 4" class="line" />
    </>
  ),
  coin: (
    <>
      {disc}
      <path d="M9.900 5.900c-.4-.7-1-1-1.900-1-1.100 0-1.900.6-1.900 1.500 0 2.100 3.900 1.100 3.900 3.200 0 .9-.9 1.500-2 1.500-.9 0-1.700-.4-2-1.100M8 3.700v8.600" class="cut thin" />
    </>
  ),
};

const looks: Record<string, Look> = {
  running: {tone: 'running', word: 'running', shape: shapes.half},
  waiting: {tone: 'waiting', word: 'waits for you', shape: shapes.ask},
  parked: {tone: 'parked', word: 'parked', shape: shapes.pause},
  interrupted: {tone: 'interrupted', word: 'interrupted', shape: shapes.broken},
  passed: {tone: 'pass', word: 'passed', shape: shapes.check},
  failed: {tone: 'fail', word: 'failed', shape: shapes.cross},
  error: {tone: 'error', word: 'error', shape: shapes.bang},
  exhausted: {tone: 'exhausted', word: 'exhausted', shape: shapes.stop},
  cancelled: {tone: 'parked', word: 'cancelled', shape: shapes.stop},
  out_of_budget: {tone: 'exhausted', word: 'out of budget', shape: shapes.coin},
  pending: {tone: 'none', word: 'not yet', shape: shapes.empty},
  skipped: {tone: 'none', word: 'skipped', shape: shapes.stop},
};

function lookOf(state: string): Look {
  return looks[state] ?? {tone: 'none', word: state, shape: shapes.empty};
}

export const wordOf = (state: string) => lookOf(state).word;
export const toneOf = (state: string) => lookOf(state).tone;

/** Of gates, tasks, steps and attempts "waiting" means that their turn has not come. */
export const unitState = (state: string) => (state === 'waiting' ? 'pending' : state);

export function StateIcon({of, label}: {of: string; label?: boolean}): JSX.Element {
  const look = lookOf(of);
  return (
    <svg viewBox="0 0 16 16" class={`icon state t-${look.tone}`} {...(label ? {role: 'img', 'aria-label': look.word} : {'aria-hidden': 'true' as const})}>
      {label && <title>{look.word}</title>}
      {look.shape}
    </svg>
  );
}

export function Pill({of, word}: {of: string; word?: string}): JSX.Element {
  const look = lookOf(of);
  return (
    <span class={`pill t-${look.tone}`}>
      <StateIcon of={of} />
      {word ?? look.word}
    </span>
  );
}

const machineShapes: Record<string, string> = {
  verify: 'M8 1.500 13.500 3.500v4.200c0 3.300-2.300 5.600-5.500 6.800-3.200-1.200-5.500-3.500-5.500-6.800V3.500ZM5.500 8l1.900 1.900L10.800 6',
  loop: 'M12.900 6.300A5.300 5.300 0 0 0 3.300 5.500M3.100 9.700a5.300 5.300 0 0 0 9.600.800M3 2.500v3.300h3.300M13 13.500v-3.300H9.700',
  pipeline: 'M1.500 6h4v4h-4ZM10.500 1.500h4v4h-4ZM10.500 10.500h4v4h-4ZM5.500 8H8m0 0V3.500h2.500M8 8v4.500h2.500',
  goals: 'M8 14.200A6.200 6.200 0 1 0 8 1.800a6.200 6.200 0 0 0 0 12.400ZM8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  agent: 'M3 6h10v7H3ZM8 6V3m-1 0h2M6 9v1m4-1v1',
};

export function MachineIcon({of}: {of: string}): JSX.Element {
  return (
    <svg viewBox="0 0 16 16" class="icon machine" aria-hidden="true">
      <path d={machineShapes[of] ?? machineShapes['agent']!} class="line" />
    </svg>
  );
}
