// SPDX-License-Identifier: MIT
// What the pictures of all machines are made of.
import type {ComponentChildren, JSX} from 'preact';
import {client, useLoaded} from '../data/state';
import type {AttemptRow, RunPage, UnitState} from '../data/types';
import {count, span} from '../lib/time';
import {Shares} from '../parts/frame';
import {StateIcon, toneOf, unitState} from '../parts/state';
import {Text} from '../parts/text';
import {attemptKey} from '../parts/timeline';

export function Unit({state, selected, onClick, children, title}: {state: UnitState; selected: boolean; onClick: () => void; children: ComponentChildren; title?: string}): JSX.Element {
  return (
    <button type="button" class={`unit e-${toneOf(unitState(state))}`} aria-pressed={selected} onClick={onClick} title={title}>
      <StateIcon of={unitState(state)} label />
      {children}
    </button>
  );
}

export function CountsLine({counts}: {counts: {passed: number; failed: number; error: number; running: number; waiting: number; all: number}}): JSX.Element {
  const label = `${counts.passed} of ${counts.all} passed, ${counts.failed} failed, ${counts.error} error, ${counts.running} running, ${counts.waiting} to come`;
  return (
    <span class="row tight" title={label}>
      <Shares
        parts={[
          {tone: 'pass', n: counts.passed},
          {tone: 'fail', n: counts.failed},
          {tone: 'error', n: counts.error},
          {tone: 'running', n: counts.running},
          {tone: 'none', n: counts.waiting},
        ]}
        label={label}
      />
      <span class="num">
        {count(counts.passed)}
        <span class="dim">/{count(counts.all)}</span>
      </span>
    </span>
  );
}

export function Panel({title, state, onClose, children}: {title: ComponentChildren; state: string; onClose: () => void; children: ComponentChildren}): JSX.Element {
  return (
    <>
      <header class="panel-head">
        <StateIcon of={state} label />
        <h2>{typeof title === 'string' ? <Text of={title} /> : title}</h2>
        <span class="grow" />
        <button type="button" class="icon-button" aria-label="Close" title="Close (Escape)" onClick={onClose}>
          <svg viewBox="0 0 16 16" class="icon" aria-hidden="true">
            <path d="m4 4 8 8m0-8-8 8" class="line" />
          </svg>
        </button>
      </header>
      <div class="panel-body">{children}</div>
    </>
  );
}

export function AttemptList({rows, onAttempt}: {rows: AttemptRow[]; onAttempt: (name: string, n: number) => void}): JSX.Element {
  if (rows.length === 0) return <p class="quiet">Nothing was started for it yet.</p>;
  return (
    <>
      <h3>
        Attempts <span class="count">{rows.length}</span>
      </h3>
      <ul class="attempts">
        {rows.map((row) => (
          <li key={attemptKey(row)}>
            <button type="button" class={`unit e-${toneOf(unitState(row.state))}`} onClick={() => onAttempt(row.name, row.attempt)}>
              <StateIcon of={unitState(row.state)} label />
              <span class="unit-main">
                <span class="unit-name">
                  <Text of={row.name} />
                  {row.attempt > 1 && <span class="tag">#{row.attempt}</span>}
                  {row.role && <span class="tag"><Text of={row.role} /></span>}
                </span>
                <span class="dim unit-sub">
                  <Text of={row.outcome} />
                </span>
              </span>
              <span class="num dim">{span(row.duration_ms)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The attempts of a part: from what the timeline has, or asked for where the timeline only counts. */
export function PartAttempts({page, rows, many, text, fits, onAttempt}: {page: RunPage; rows: AttemptRow[]; many: boolean; text: string; fits: (row: AttemptRow) => boolean; onAttempt: (name: string, n: number) => void}): JSX.Element {
  const found = useLoaded(() => (many ? client().attempts(page.run.workspace, page.run.run_id, {text, limit: 1000}) : Promise.resolve(null)), [text, many], [page.run.events]);
  if (many && !found.data) return <></>;
  return <AttemptList rows={(found.data?.attempts ?? rows).filter(fits)} onAttempt={onAttempt} />;
}

export function Told({title, of, tone}: {title: string; of: string[]; tone?: string}): JSX.Element | null {
  if (of.length === 0) return null;
  return (
    <div class={tone ? `told-list t-${tone}` : 'told-list'}>
      <h3>
        {title} <span class="count">{of.length}</span>
      </h3>
      <ul>
        {of.slice(0, 50).map((line) => (
          <li class="pre">
            <Text of={line} />
          </li>
        ))}
      </ul>
    </div>
  );
}
