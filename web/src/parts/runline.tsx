// SPDX-License-Identifier: MIT
// A run in one or two lines.
import type {JSX} from 'preact';
import type {Run, Spent, Workspace} from '../data/types';
import {link} from '../lib/router';
import {plural, short, usd} from '../lib/time';
import {MachineIcon, StateIcon, wordOf} from './state';
import {Text} from './text';
import {Ago, Took} from './when';

export const runLink = (run: {workspace: string; run_id: string}) => link(['w', run.workspace, 'runs', run.run_id]);

/** "$1.50", "$1.50 + ?", "unknown": never a zero that nobody told. */
export function costOf(spent: Spent): string {
  if (spent.launches === 0) return '–';
  if (spent.unknown_cost === 0) return usd(spent.micro_usd / 1e6);
  return spent.micro_usd > 0 ? `${usd(spent.micro_usd / 1e6)} + ?` : 'unknown';
}

export function costTitle(spent: Spent): string {
  const unknown = spent.unknown_cost > 0 ? `; ${plural(spent.unknown_cost, 'launch', 'launches')} did not tell what they cost` : '';
  return `${plural(spent.launches, 'launch', 'launches')}, ${short(spent.tokens)} tokens, ${usd(spent.micro_usd / 1e6)}${unknown}`;
}

export const nameOfRun = (run: Run) => run.name || run.machine;

export function RunLine({run, workspaces}: {run: Run; workspaces: Workspace[]}): JSX.Element {
  const workspace = workspaces.find((one) => one.id === run.workspace);
  return (
    <a class="run-line" href={runLink(run)}>
      <StateIcon of={run.state} label />
      <span class="run-line-main">
        <span class="row tight">
          <MachineIcon of={run.machine} />
          <strong>
            <Text of={nameOfRun(run)} />
          </strong>
          <span class="dim">
            {run.name ? `${run.machine} in ` : 'in '}<Text of={workspace?.name ?? run.workspace} />
          </span>
        </span>
        {run.waits_for && (
          <span class="dim">
            waits for <Text of={run.waits_for} />
          </span>
        )}
      </span>
      <span class="run-line-end">
        <span>{run.state === 'running' ? <Took ms={run.duration_ms} since={run.started_at} /> : <Ago at={run.ended_at ?? run.started_at} />}</span>
        <span class="dim" title={costTitle(run.spent)}>
          {run.spent.launches > 0 ? costOf(run.spent) : wordOf(run.state)}
        </span>
      </span>
    </a>
  );
}
