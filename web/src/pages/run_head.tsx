// SPDX-License-Identifier: MIT
// How a run stands, what can be done with it, and what was decided: the top of its page.
import type {JSX} from 'preact';
import {useState} from 'preact/hooks';
import {asRefused, canAct, client} from '../data/state';
import type {Forecast, Run, RunPage as Page} from '../data/types';
import {link} from '../lib/router';
import {say} from '../lib/say';
import {count, plural, short, span} from '../lib/time';
import {plain} from '../lib/visible';
import {save} from '../parts/log';
import {costOf, costTitle, nameOfRun} from '../parts/runline';
import {MachineIcon, Pill} from '../parts/state';
import {Copy, Mono, Text} from '../parts/text';
import {Ago, Took} from '../parts/when';
import {WorkspaceName} from './runs';

export function Head({page, lost, reload}: {page: Page; lost: boolean; reload: () => void}): JSX.Element {
  const {run} = page;
  const isLive = run.ended_at === null && run.state === 'running';
  return (
    <header class="run-head">
      <div class="row wrap">
        <Pill of={run.state} />
        <h1>
          <MachineIcon of={run.machine} />
          <Text of={nameOfRun(run)} />
        </h1>
        <span class="dim">
          {run.name ? `${run.machine} in ` : 'in '}
          <a href={link(['runs'], {workspace: run.workspace})}>
            <WorkspaceName id={run.workspace} />
          </a>
        </span>
        {lost && <span class="pill t-waiting">not live: connection lost</span>}
        <span class="grow" />
        <Actions page={page} reload={reload} />
      </div>
      <ul class="run-facts">
        <li>
          <span class="dim">started</span> <Ago at={run.started_at} />
        </li>
        <li>
          <span class="dim">took</span> <Took ms={run.duration_ms} since={isLive ? run.started_at : null} />
        </li>
        {run.spent.launches > 0 && (
          <li title={costTitle(run.spent)}>
            <span class="dim">cost</span> <span class="num">{costOf(run.spent)}</span> <span class="dim">· {plural(run.spent.launches, 'launch', 'launches')}</span>
            {run.spent.tokens > 0 && <span class="dim"> · {short(run.spent.tokens)} tokens</span>}
          </li>
        )}
        {page.forecast && <ToCome forecast={page.forecast} />}
        {page.tree.end && (
          <li title={page.tree.end}>
            <span class="dim">tree</span> <Mono of={page.tree.end.slice(0, 10)} />
          </li>
        )}
        {page.commit && (
          <li title={page.commit}>
            <span class="dim">commit</span> <Mono of={page.commit.slice(0, 10)} />
          </li>
        )}
        <li>
          <Mono of={run.run_id} class="dim" />
          <Copy text={run.run_id} what="the run id" />
        </li>
      </ul>
    </header>
  );
}

/** What it will probably still cost; of gates, how long they will take. */
function ToCome({forecast}: {forecast: Forecast}): JSX.Element {
  const {likely, most} = forecast;
  const money = most.launches > 0;
  return (
    <li title={`An estimate: ${plain(forecast.basis)}. At most ${money ? costOf(most) : span(most.wall_ms)}.`}>
      <span class="dim">to come</span> <span class="num">about {money ? costOf(likely) : span(likely.wall_ms)}</span>
    </li>
  );
}

function Actions({page, reload}: {page: Page; reload: () => void}): JSX.Element | null {
  const [told, setTold] = useState('');
  const {run} = page;
  if (!client().live) return null;
  const act = async (what: 'stop' | 'resume') => {
    setTold('Asking the server …');
    try {
      const done = await client()[what](run.workspace, run.run_id);
      setTold(done.what);
      say(done.what);
    } catch (error) {
      setTold(asRefused(error).message);
      say(asRefused(error).message);
    }
    reload();
  };
  return (
    <span class="row" role="group" aria-label="What can be done">
      {told && (
        <span class="dim" role="status">
          <Text of={told} />
        </span>
      )}
      {canAct.value && !page.question && page.actions.includes('resume') && (
        <button type="button" class="primary" onClick={() => void act('resume')}>
          Go on
        </button>
      )}
      {canAct.value && page.actions.includes('stop') && (
        <button type="button" onClick={() => void act('stop')}>
          Stop
        </button>
      )}
      <Downloads run={run} />
    </span>
  );
}

const reports: [string, string][] = [
  ['run.json', 'the run as JSON'],
  ['events.jsonl', 'its events, as stored'],
  ['report.md', 'a report'],
  ['junit.xml', 'JUnit'],
  ['bundle.md', 'the evidence bundle'],
];

function Downloads({run}: {run: Run}): JSX.Element {
  const [problem, setProblem] = useState('');
  const get = (name: string) => {
    setProblem('');
    save(client().report(run.workspace, run.run_id, name), `${run.run_id}-${name}`).catch((error) => setProblem(asRefused(error).message));
  };
  return (
    <details class="menu">
      <summary class="button">Save</summary>
      <div class="menu-list">
        {reports
          .filter(([name]) => (name === 'junit.xml' ? run.machine === 'verify' : name === 'bundle.md' ? run.machine === 'pipeline' : true))
          .map(([name, what]) => (
            <button type="button" onClick={() => get(name)}>
              <strong>{name}</strong> <span class="dim">{what}</span>
            </button>
          ))}
        {problem && (
          <p class="t-fail" role="alert">
            <Text of={problem} />
          </p>
        )}
      </div>
    </details>
  );
}

export function Verdict({page}: {page: Page}): JSX.Element | null {
  const {run} = page;
  const reasons = page.reasons.filter((reason) => reason !== '' && reason !== page.verdict);
  const waits = run.ended_at === null && run.waits_for !== '' && !page.question;
  if (!page.verdict && reasons.length === 0 && page.claims.length === 0 && !waits) return null;
  const tone = run.state === 'passed' ? 'pass' : run.state === 'failed' ? 'fail' : run.state === 'error' ? 'error' : run.state === 'running' ? 'running' : 'waiting';
  return (
    <section class={`verdict e-${tone}`} aria-label="Verdict">
      {page.verdict && (
        <p class="verdict-line">
          <Text of={page.verdict} />
        </p>
      )}
      {waits && (
        <p class="verdict-line">
          Waits for <Text of={run.waits_for} />
          {run.waits_until && (
            <>
              , <Ago at={run.waits_until} />
            </>
          )}
        </p>
      )}
      {reasons.length > 0 && (
        <ul class="reasons">
          {reasons.slice(0, 12).map((reason) => (
            <li class={reason.startsWith('  ') ? 'pre sub' : 'pre'}>
              <Text of={reason.trimStart()} />
            </li>
          ))}
          {reasons.length > 12 && <li class="dim">and {count(reasons.length - 12)} more, under Why</li>}
        </ul>
      )}
      {page.claims.length > 0 && <Claims claims={page.claims} top />}
      {page.next_action && (
        <p class="dim">
          next: <Text of={page.next_action.replaceAll('_', ' ')} />
        </p>
      )}
    </section>
  );
}

export function Claims({claims, top}: {claims: {claimed: string; observed: string}[]; top?: boolean}): JSX.Element {
  const Heading = top ? 'h2' : 'h3';
  return (
    <div class="claims">
      <Heading>
        Claims that evidence contradicts <span class="count">{claims.length}</span>
      </Heading>
      <div class="scroll" tabIndex={0} role="group" aria-label="Claims and observations">
        <table>
          <thead>
            <tr>
              <th scope="col">the agent said</th>
              <th scope="col">assay saw</th>
            </tr>
          </thead>
          <tbody>
            {claims.map((claim) => (
              <tr>
                <td class="pre claimed">
                  <Text of={claim.claimed} />
                </td>
                <td class="pre observed">
                  <Text of={claim.observed} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
