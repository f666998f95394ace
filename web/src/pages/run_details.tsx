// SPDX-License-Identifier: MIT
// Budgets, the check of the ledger, signature and attestation, and what a run was made of.
import type {JSX} from 'preact';
import {useState} from 'preact/hooks';
import {client, useLoaded} from '../data/state';
import type {Forecast, RunPage as Page, Spent} from '../data/types';
import {count, plural, short, span, usd} from '../lib/time';
import {Await, Card, Facts, Meter, Table} from '../parts/frame';
import {save} from '../parts/log';
import {costOf} from '../parts/runline';
import {StateIcon} from '../parts/state';
import {Mono, Text} from '../parts/text';
import {Ago} from '../parts/when';

function limitText(name: string, value: number): string {
  if (name.endsWith('wall_ms')) return span(value);
  if (name.endsWith('micro_usd')) return usd(value / 1e6);
  return count(value);
}

/** What a limit is about, in the words of what is spent. */
const spentOf = (name: string, spent: Spent) => spent[name.replace('per_day.', '') as keyof Spent] ?? 0;

export function Limits({limits, to_come}: {limits: Page['limits']; to_come?: Spent | undefined}): JSX.Element {
  return (
    <ul class="limits">
      {limits.map((limit) => {
        const more = to_come ? spentOf(limit.name, to_come) : 0;
        const label = `${limitText(limit.name, limit.used)} of ${limitText(limit.name, limit.limit)}${more > 0 ? `, about ${limitText(limit.name, more)} to come` : ''}`;
        return (
        <li>
          <span>{limit.name.replace('per_day.', '').replace('micro_usd', 'cost').replace('wall_ms', 'time').replace(/^./, (letter) => letter.toUpperCase())}{limit.name.startsWith('per_day.') && <span class="dim"> a day</span>}</span>
          <Meter value={limit.used} more={more} most={limit.limit} label={label} />
          <span class="num">
            {limitText(limit.name, limit.used)} <span class="dim">of {limitText(limit.name, limit.limit)}</span>
            {more > 0 && (limit.used + more > limit.limit ? <span class="t-waiting"> · will not do: about {limitText(limit.name, more)} to come</span> : <span class="dim"> · about {limitText(limit.name, more)} to come</span>)}
          </span>
        </li>
        );
      })}
    </ul>
  );
}

/** "$0.80, at most $1.20": what was not told before will not be known after either. */
function Coming({forecast}: {forecast: Forecast}): JSX.Element {
  const {likely, most} = forecast;
  const rows: [string, string, string][] = [];
  if (most.launches > 0) rows.push(['Cost', costOf(likely), costOf(most)], ['Tokens', short(likely.tokens), short(most.tokens)], ['Launches', count(likely.launches), count(most.launches)]);
  rows.push(['Time', span(likely.wall_ms), span(most.wall_ms)]);
  return (
    <>
      <h3>Probably still to come</h3>
      <Table label="Forecast" heads={[{name: 'What', hidden: true}, {name: 'likely', right: true}, {name: 'at most', right: true}]}>
        {rows.map(([name, one, other]) => (
          <tr>
            <th scope="row">{name}</th>
            <td class="right num">{one}</td>
            <td class="right num">{other}</td>
          </tr>
        ))}
      </Table>
      <p class="dim small-text">
        An estimate: <Text of={forecast.basis} />.
      </p>
    </>
  );
}

export function Details({page}: {page: Page}): JSX.Element {
  const {run} = page;
  return (
    <div class="columns">
      <Card id="budget" title="Budget and forecast">
        {page.limits.length === 0 ? <p class="quiet">No limit is set. <code>budgets:</code> in assay.yaml sets them.</p> : <Limits limits={page.limits} to_come={page.forecast?.likely} />}
        {page.forecast && <Coming forecast={page.forecast} />}
      </Card>
      <Proof workspace={run.workspace} run={run.run_id} ended={run.ended_at !== null} commit={page.commit} />
      <Card id="details" title="Details">
        <Facts
          of={[
            ['Isolation', page.isolation && <Text of={page.isolation} />],
            ['Tree at the start', page.tree.start && <Mono of={page.tree.start} />],
            ['Tree of the verdict', page.tree.end && <Mono of={page.tree.end} />],
            ['Changed meanwhile', page.tree.changed.length > 0 && <List of={page.tree.changed} />],
            ['By-products', page.tree.by_products.length > 0 && <List of={page.tree.by_products} />],
            ['Coordinators', count(run.coordinators)],
            ['Events', count(run.events)],
            ['Environment', page.environment.length > 0 && <span class="small-text">{page.environment.join(' ')}</span>],
          ]}
        />
      </Card>
    </div>
  );
}

export function List({of}: {of: string[]}): JSX.Element {
  const [all, setAll] = useState(false);
  return (
    <ul class="plain">
      {(all ? of : of.slice(0, 8)).map((item) => (
        <li>
          <Mono of={item} />
        </li>
      ))}
      {!all && of.length > 8 && (
        <li>
          <button type="button" class="link" onClick={() => setAll(true)}>
            {count(of.length - 8)} more
          </button>
        </li>
      )}
    </ul>
  );
}

function Proof({workspace, run, ended, commit}: {workspace: string; run: string; ended: boolean; commit: string}): JSX.Element {
  const [asked, setAsked] = useState(!client().live);
  return (
    <Card id="proof" title="Ledger and attestation">
      {!ended ? (
        <p class="quiet">A run is signed when it ends.</p>
      ) : !asked ? (
        <>
          <p class="quiet">Recomputes the chain of this run, its logs' digests and its signature, now.</p>
          <button type="button" onClick={() => setAsked(true)}>
            Check it
          </button>
        </>
      ) : (
        <Checked workspace={workspace} run={run} commit={commit} />
      )}
    </Card>
  );
}

function Checked({workspace, run, commit}: {workspace: string; run: string; commit: string}): JSX.Element {
  const checked = useLoaded(() => client().runLedger(workspace, run), [workspace, run]);
  return (
    <Await of={checked}>
      {(ledger) => (
        <>
          <p class={`told t-${ledger.sound ? 'pass' : 'fail'}`}>
            <StateIcon of={ledger.sound ? 'passed' : 'failed'} /> {ledger.sound ? `Sound: ${plural(ledger.events, 'event')} and ${plural(ledger.logs, 'log')} are what was written` : `${plural(ledger.fault_count, 'fault')}`}
          </p>
          {ledger.faults.map((fault) => (
            <p class="t-fail">
              {fault.seq > 0 && `event ${fault.seq}: `}
              <Text of={fault.what} />
            </p>
          ))}
          {ledger.seal ? (
            <Facts
              of={[
                ['Signed', <>as number {count(ledger.seal.number)}, <Ago at={ledger.seal.at} /></>],
                ['Outcome', <Text of={ledger.seal.outcome} />],
                ['Tree', ledger.seal.tree && <Mono of={ledger.seal.tree} />],
                ['Gates', ledger.seal.partial ? 'some were left out (--only)' : 'all'],
              ]}
            />
          ) : (
            <p class="dim">Not signed: it ended before there was a key.</p>
          )}
          {ledger.seal?.outcome === 'passed' && <Attested workspace={workspace} commit={commit} />}
        </>
      )}
    </Await>
  );
}

function Attested({workspace, commit}: {workspace: string; commit: string}): JSX.Element {
  const found = useLoaded(() => client().attestation(workspace, commit || undefined), [workspace, commit]);
  if (!found.data) return <></>;
  const {there, why, envelope} = found.data;
  if (!there) {
    return (
      <p class="dim">
        No attestation of {commit ? <Mono of={commit.slice(0, 10)} /> : 'HEAD'}: <Text of={why} />
      </p>
    );
  }
  return (
    <p class="row wrap">
      Attestation of <Mono of={found.data.commit.slice(0, 10)} />
      <button type="button" class="small" onClick={() => void save(Promise.resolve(new Blob([envelope], {type: 'application/json'})), 'attestation.json')}>
        Save (DSSE)
      </button>
    </p>
  );
}
