// SPDX-License-Identifier: MIT
// Every run: filter, page, choose with the keyboard, mark two and compare them.
import type {JSX} from 'preact';
import {useEffect, useRef, useState} from 'preact/hooks';
import {changes, client, overview, useLoaded} from '../data/state';
import type {Run, Runs} from '../data/types';
import {useKeys} from '../lib/keys';
import {amend, go, link, place} from '../lib/router';
import {count} from '../lib/time';
import {Spark} from '../parts/chart';
import {Await, Empty, Shares} from '../parts/frame';
import {costOf, costTitle, nameOfRun, runLink} from '../parts/runline';
import {MachineIcon, Pill, wordOf} from '../parts/state';
import {Mono, Text} from '../parts/text';
import {Ago, Took} from '../parts/when';

const states = ['running', 'waiting', 'parked', 'interrupted', 'passed', 'failed', 'error', 'exhausted', 'out_of_budget', 'cancelled'];
const machines = ['verify', 'loop', 'pipeline', 'goals', 'agent'];

export function RunsPage(): JSX.Element {
  const query = place.value.query;
  const [text, setText] = useState(query.get('text') ?? '');
  const field = useRef<HTMLInputElement>(null);
  const asked = {
    text: query.get('text') ?? '',
    state: query.get('state') ?? '',
    machine: query.get('machine') ?? '',
    workspace: query.get('workspace') ?? '',
    cursor: query.get('cursor') ?? '',
    limit: 50,
  };
  const found = useLoaded(() => client().runs(asked), [asked], [changes.value], true);
  const [marked, setMarked] = useState<Run[]>([]);
  useEffect(() => {
    if (text === asked.text) return;
    const timer = setTimeout(() => amend({text, cursor: ''}), 200);
    return () => clearTimeout(timer);
  }, [text]);
  useKeys('Runs', [{keys: '/', does: 'filter', run: () => field.current?.focus()}]);
  const isFiltered = asked.text || asked.state || asked.machine || asked.workspace;
  const clear = () => {
    setText('');
    go('#/runs');
  };
  return (
    <>
      <header class="page-head">
        <h1>Runs</h1>
        <span class="dim num" role="status">
          {found.data && `${count(found.data.matching)} ${isFiltered ? 'match' : 'in all'}`}
        </span>
        {found.data && <PassRate data={found.data} />}
        <span class="grow" />
        {marked.length > 0 && <CompareBar marked={marked} onClear={() => setMarked([])} />}
      </header>
      <form class="filters" role="search" aria-label="Filter runs" onSubmit={(event) => event.preventDefault()}>
        <input ref={field} type="search" class="grow" placeholder="Id, name or path  ( / )" aria-label="Id, name or path" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        <Choice label="State" value={asked.state} options={states.map((state) => [state, wordOf(state)])} onChange={(state) => amend({state, cursor: ''})} />
        <Choice label="Machine" value={asked.machine} options={machines.map((machine) => [machine, machine])} onChange={(machine) => amend({machine, cursor: ''})} />
        <Choice label="Workspace" value={asked.workspace} options={(overview.value?.workspaces ?? []).map((workspace) => [workspace.id, workspace.name])} onChange={(workspace) => amend({workspace, cursor: ''})} />
        {isFiltered && (
          <button type="button" onClick={clear}>
            Clear
          </button>
        )}
      </form>
      <Await of={found} height={400}>
        {(data) =>
          data.runs.length === 0 ? (
            <Empty title={isFiltered ? 'No run matches' : 'No runs yet'}>
              {isFiltered ? (
                <button type="button" onClick={clear}>
                  Show all runs
                </button>
              ) : (
                <>
                  <code>assay verify</code> in a project makes the first one.
                </>
              )}
            </Empty>
          ) : (
            <RunTable key={asked.cursor} data={data} busy={found.loading} marked={marked} setMarked={setMarked} cursor={asked.cursor} />
          )
        }
      </Await>
    </>
  );
}

/** How many of those that were decided passed, and how that went day by day. */
function PassRate({data}: {data: Runs}): JSX.Element | null {
  const {passed, failed} = data.tally;
  if (passed + failed === 0) return null;
  const share = (tally: {passed: number; failed: number}) => tally.passed / (tally.passed + tally.failed);
  const percent = (value: number) => `${Math.floor(value * 100)} %`;
  const days = data.days.map((day) => `${day.day}: ${percent(share(day))} of ${day.passed + day.failed}`).join(', ');
  return (
    <span class="row tight pass-rate">
      <Shares parts={[{tone: 'pass', n: passed}, {tone: 'fail', n: failed}]} label={`${count(passed)} passed, ${count(failed)} failed`} />
      <span class="num" title={`${count(passed)} passed, ${count(failed)} did not`}>
        {percent(share(data.tally))} passed
      </span>
      {data.days.length > 1 && <Spark values={data.days.map(share)} label={`Passed, by day: ${days}`} tone="pass" />}
    </span>
  );
}

function Choice({label, value, options, onChange}: {label: string; value: string; options: [string, string][]; onChange: (value: string) => void}): JSX.Element {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)} class={value ? 'is-set' : ''}>
      <option value="">{label}: all</option>
      {options.map(([id, name]) => (
        <option value={id}>{name}</option>
      ))}
    </select>
  );
}

function CompareBar({marked, onClear}: {marked: Run[]; onClear: () => void}): JSX.Element {
  return (
    <span class="row">
      <span class="dim">{marked.length} marked</span>
      {marked.length === 2 ? (
        <a class="button primary" href={compareLink(marked)}>
          Compare
        </a>
      ) : (
        <span class="dim">mark one more to compare</span>
      )}
      <button type="button" onClick={onClear}>
        Unmark
      </button>
    </span>
  );
}

/** The older one first: what changed since. */
function compareLink(marked: Run[]): string {
  const [a, b] = [...marked].sort((x, y) => (x.started_at < y.started_at ? -1 : 1));
  return link(['compare'], {a: `${a!.workspace}/${a!.run_id}`, b: `${b!.workspace}/${b!.run_id}`});
}

const same = (a: Run, b: Run) => a.run_id === b.run_id && a.workspace === b.workspace;

function RunTable({data, busy, marked, setMarked, cursor}: {data: Runs; busy: boolean; marked: Run[]; setMarked: (marked: Run[]) => void; cursor: string}): JSX.Element {
  const [at, setAt] = useState(-1);
  const body = useRef<HTMLTableSectionElement>(null);
  const longest = Math.max(1, ...data.runs.map((run) => run.duration_ms));
  const move = (by: number) => {
    const next = Math.min(data.runs.length - 1, Math.max(0, at + by));
    setAt(next);
    const row = body.current?.children[next];
    row?.scrollIntoView({block: 'nearest'});
    (row?.querySelector('a') as HTMLElement | null)?.focus({preventScroll: true});
  };
  const mark = (run: Run) => setMarked(marked.some((one) => same(one, run)) ? marked.filter((one) => !same(one, run)) : [...marked.slice(-1), run]);
  const next = () => data.next && amend({cursor: data.next}, 'push');
  useKeys('List', [
    {keys: 'j', does: 'next run', run: () => move(1)},
    {keys: 'k', does: 'run before', run: () => move(-1)},
    {keys: 'Enter', does: 'open it', run: () => data.runs[at] && go(runLink(data.runs[at]))},
    {keys: 'x', does: 'mark it to compare', run: () => data.runs[at] && mark(data.runs[at])},
    {keys: 'c', does: 'compare the two marked', run: () => marked.length === 2 && go(compareLink(marked))},
    {keys: ']', does: 'next page', run: next},
    {keys: '[', does: 'page before', run: () => cursor && history.back()},
  ]);
  return (
    <>
      <div class="scroll card" tabIndex={-1} aria-busy={busy}>
        <table class="list runs">
          <thead>
            <tr>
              <th scope="col">
                <span class="hidden">Marked</span>
              </th>
              <th scope="col">State</th>
              <th scope="col">Run</th>
              <th scope="col">Workspace</th>
              <th scope="col">Started</th>
              <th scope="col">Took</th>
              <th scope="col" class="right">
                Cost
              </th>
              <th scope="col" class="right">
                Events
              </th>
            </tr>
          </thead>
          <tbody ref={body}>
            {data.runs.map((run, index) => (
              <tr key={run.workspace + run.run_id} class={index === at ? 'at' : ''} onClick={() => setAt(index)}>
                <td>
                  <input type="checkbox" aria-label={`Mark ${run.run_id} to compare`} checked={marked.some((one) => same(one, run))} onChange={() => mark(run)} />
                </td>
                <td>
                  <Pill of={run.state} />
                </td>
                <td class="run-cell">
                  <a href={runLink(run)} onFocus={() => setAt(index)}>
                    <MachineIcon of={run.machine} />
                    <strong>
                      <Text of={nameOfRun(run)} />
                    </strong>
                  </a>
                  <div class="dim small-text">
                    {run.name && `${run.machine} `}<Mono of={run.run_id} />
                  </div>
                </td>
                <td>
                  <WorkspaceName id={run.workspace} />
                </td>
                <td>
                  <Ago at={run.started_at} />
                </td>
                <td>
                  <span class="took">
                    <Took ms={run.duration_ms} since={run.state === 'running' ? run.started_at : null} />
                    <span class="took-bar" aria-hidden="true">
                      <span style={{width: `${Math.max(1.5, (run.duration_ms / longest) * 100)}%`}} />
                    </span>
                  </span>
                </td>
                <td class="right num" title={costTitle(run.spent)}>
                  {costOf(run.spent)}
                </td>
                <td class="right num dim">{count(run.events)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <nav class="pager" aria-label="Pages">
        <button type="button" disabled={!cursor} onClick={() => history.back()}>
          ← Newer
        </button>
        <button type="button" disabled={!data.next} onClick={next}>
          Older →
        </button>
      </nav>
    </>
  );
}

export function WorkspaceName({id}: {id: string}): JSX.Element {
  const workspace = overview.value?.workspaces.find((one) => one.id === id);
  return (
    <span title={workspace?.path}>
      <Text of={workspace?.name ?? id} />
    </span>
  );
}
