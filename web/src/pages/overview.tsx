// SPDX-License-Identifier: MIT
// All workspaces at a glance: what needs me, what runs, what failed, which trees are verified, what today costs.
import type {JSX} from 'preact';
import {changes, client, overview, useLoaded} from '../data/state';
import type {Overview, Run, Spending, Workspace} from '../data/types';
import {link} from '../lib/router';
import {count, plural, usd} from '../lib/time';
import {Spark} from '../parts/chart';
import {Card, Empty, Table} from '../parts/frame';
import {QuestionCard} from '../parts/question';
import {RunLine} from '../parts/runline';
import {StateIcon} from '../parts/state';
import {Mono, Path, Text} from '../parts/text';
import {Ago} from '../parts/when';

export function OverviewPage(): JSX.Element {
  const data = overview.value;
  const questions = useLoaded(() => client().questions(), [], [changes.value]);
  const spending = useLoaded(() => client().spending({days: 14}), []);
  if (!data) return <div class="skeleton" style={{minHeight: '300px'}} role="status" aria-label="loading" />;
  if (data.workspaces.length === 0) {
    return (
      <Empty title="No runs yet" top>
        Start one in a project of yours: <code>assay init</code>, then <code>assay verify</code>. It appears here by itself.
      </Empty>
    );
  }
  const waiting = questions.data?.questions ?? [];
  const others = data.waiting.filter((run) => !waiting.some((question) => question.run_id === run.run_id));
  return (
    <>
      <h1 class="hidden">Overview</h1>
      <Figures data={data} spending={spending.data} />
      {(waiting.length > 0 || others.length > 0) && (
        <Card id="needs-you" title="Needs you" count={waiting.length + others.length}>
          <div class="questions">
            {waiting.map((question) => (
              <QuestionCard key={`${question.run_id}/${question.gate_id}/${question.ordinal}`} question={question} withRun />
            ))}
          </div>
          {others.map((run) => (
            <RunLine key={run.run_id} run={run} workspaces={data.workspaces} />
          ))}
        </Card>
      )}
      <div class="columns">
        <Runs id="running" title="Running" runs={data.running} workspaces={data.workspaces} none="Nothing runs at the moment." />
        <Runs id="failed" title="Failed, and not mended since" runs={data.failed} workspaces={data.workspaces} none="Nothing has failed in the last seven days that a later run has not mended." />
      </div>
      <Workspaces data={data} />
    </>
  );
}

function Figures({data, spending}: {data: Overview; spending: Spending | null}): JSX.Element {
  const verified = data.workspaces.filter((workspace) => workspace.verified).length;
  const figures: {name: string; value: string; state: string; to: string; note: string}[] = [
    {name: 'running', value: count(data.running.length), state: data.running.length ? 'running' : 'pending', to: link(['runs'], {state: 'running'}), note: ''},
    {name: data.waiting.length === 1 ? 'needs you' : 'need you', value: count(data.waiting.length), state: data.waiting.length ? 'waiting' : 'pending', to: '#/questions', note: ''},
    {name: 'failed', value: count(data.failed.length), state: data.failed.length ? 'failed' : 'pending', to: link(['runs'], {state: 'failed'}), note: 'in 7 days'},
    {name: 'verified', value: `${count(verified)}/${count(data.workspaces.length)}`, state: verified ? 'passed' : 'pending', to: '#/trees', note: 'workspaces'},
  ];
  const days = dailyUsd(spending);
  return (
    <ul class="figures">
      {figures.map((figure) => (
        <li>
          <a href={figure.to}>
            <StateIcon of={figure.state} />
            <strong>{figure.value}</strong>
            <span>
              {figure.name} <span class="dim">{figure.note}</span>
            </span>
          </a>
        </li>
      ))}
      <li class="wide">
        <a href="#/cost">
          <strong>{usd(data.today.micro_usd / 1e6)}</strong>
          <span>
            today{data.today.unknown_cost > 0 && <span class="dim"> and what {plural(data.today.unknown_cost, 'launch', 'launches')} did not tell</span>}
          </span>
          {days.length > 0 && <Spark values={days} label={`Cost of the last ${days.length} days: ${days.map((value) => usd(value)).join(', ')}`} />}
        </a>
      </li>
    </ul>
  );
}

export function dailyUsd(spending: Spending | null, days = 14): number[] {
  if (!spending) return [];
  const sums = new Map<string, number>();
  for (const day of spending.days) sums.set(day.day, (sums.get(day.day) ?? 0) + day.spent.micro_usd / 1e6);
  const last = Date.now();
  return Array.from({length: days}, (_, at) => sums.get(new Date(last - (days - 1 - at) * 864e5).toISOString().slice(0, 10)) ?? 0);
}

function Runs({id, title, runs, workspaces, none}: {id: string; title: string; runs: Run[]; workspaces: Workspace[]; none: string}): JSX.Element {
  return (
    <Card id={id} title={title} count={runs.length || undefined} flush>
      {runs.length === 0 ? <p class="quiet">{none}</p> : runs.slice(0, 12).map((run) => <RunLine key={run.workspace + run.run_id} run={run} workspaces={workspaces} />)}
      {runs.length > 12 && (
        <p class="quiet">
          <a href={link(['runs'], {state: id === 'running' ? 'running' : 'failed'})}>and {count(runs.length - 12)} more</a>
        </p>
      )}
    </Card>
  );
}

function Workspaces({data}: {data: Overview}): JSX.Element {
  return (
    <Card id="workspaces" title="Workspaces" count={data.workspaces.length} flush>
      <Table label="Workspaces" heads={['Workspace', 'Newest run', 'Verified', {name: 'Runs', right: true}, {name: 'Today', right: true}, {name: 'More', hidden: true}]}>
            {data.workspaces.slice(0, 100).map((workspace) => (
              <WorkspaceRow key={workspace.id} workspace={workspace} />
            ))}
          </Table>
    </Card>
  );
}

function WorkspaceRow({workspace}: {workspace: Workspace}): JSX.Element {
  const newest = workspace.newest;
  return (
    <tr>
      <th scope="row">
        <a href={link(['runs'], {workspace: workspace.id})}>
          <strong>
            <Text of={workspace.name} />
          </strong>
        </a>
        <div class="dim small-text">
          <Path of={workspace.path} />
          {!workspace.exists && <span class="t-fail"> is gone</span>}
        </div>
      </th>
      <td>
        {newest && (
          <a class="row tight" href={link(['w', workspace.id, 'runs', newest.run_id])}>
            <StateIcon of={newest.state} label />
            <span>
              {newest.machine} <Ago at={newest.ended_at ?? newest.started_at} />
            </span>
          </a>
        )}
      </td>
      <td>
        {workspace.verified ? (
          <a class="row tight" href={link(['trees'], {workspace: workspace.id})}>
            <Mono of={workspace.verified.tree.slice(0, 10)} />
            <span class="dim">
              <Ago at={workspace.verified.at} />
            </span>
          </a>
        ) : (
          <span class="dim">never</span>
        )}
      </td>
      <td class="right num">{count(workspace.runs)}</td>
      <td class="right num">{usd(workspace.today.micro_usd / 1e6)}</td>
      <td class="right">
        <a href={link(['tests'], {workspace: workspace.id})}>tests</a>
      </td>
    </tr>
  );
}
