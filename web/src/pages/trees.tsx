// SPDX-License-Identifier: MIT
// What is known about the files of a workspace as they are now, gate by gate; the ledger behind it; an attestation.
import type {JSX} from 'preact';
import {useState} from 'preact/hooks';
import {client, endings, useLoaded} from '../data/state';
import type {TreeStatus, Workspace} from '../data/types';
import {link} from '../lib/router';
import {ago, count, plural} from '../lib/time';
import {OfWorkspace} from '../parts/choose';
import {Await, Card, Facts, Table} from '../parts/frame';
import {save} from '../parts/log';
import {StateIcon} from '../parts/state';
import {Copy, Mono, Text} from '../parts/text';
import {List} from './run_details';

const freshness: Record<string, [string, string]> = {
  FRESH: ['passed', 'Every required gate passed on this very tree'],
  FAILED: ['failed', 'A required gate failed on this tree'],
  STALE: ['interrupted', 'Results are about another tree'],
  NONE: ['pending', 'There is no result that counts'],
};

export function TreesPage(): JSX.Element {
  return (
    <OfWorkspace title="Tree">
      {(workspace) => (
        <div key={workspace.id} class="stack">
          <Status workspace={workspace} />
          <div class="columns">
            <Ledger workspace={workspace} />
            <Attestation workspace={workspace} />
          </div>
        </div>
      )}
    </OfWorkspace>
  );
}

function Status({workspace}: {workspace: Workspace}): JSX.Element {
  const status = useLoaded(() => client().status(workspace.id), [workspace.id], [endings.value]);
  return (
    <Card
      id="status"
      title="The files as they are now"
      more={
        <button type="button" class="small" disabled={status.loading} onClick={status.reload}>
          {status.loading ? 'Reading …' : 'Look again'}
        </button>
      }
    >
      <Await of={status} height={200}>
        {(data) => <StatusView workspace={workspace} data={data} />}
      </Await>
    </Card>
  );
}

function StatusView({workspace, data}: {workspace: Workspace; data: TreeStatus}): JSX.Element {
  const [state, words] = freshness[data.state] ?? ['pending', data.state];
  return (
    <>
      <p class="big-state">
        <StateIcon of={state} /> <strong>{data.state}</strong> <span>{words}</span>
      </p>
      <Facts
        of={[
          ['Tree', <span class="row tight"><Mono of={data.tree} /><Copy text={data.tree} what="the tree" /></span>],
          ['Newest run behind it', data.run_id && <a href={link(['w', workspace.id, 'runs', data.run_id])}><Mono of={data.run_id} /></a>],
          ['Changed since a run looked', data.changed.length > 0 && <List of={data.changed} />],
        ]}
      />
      <Table label="Gates of this tree" heads={['Gate', 'State', 'Run', 'Why']}>
            {data.gates.map((gate) => (
              <tr key={gate.id}>
                <th scope="row">
                  <Text of={gate.id} />
                </th>
                <td>
                  <span class="row tight">
                    <StateIcon of={freshness[gate.state]?.[0] ?? 'pending'} /> {gate.state}
                  </span>
                </td>
                <td>
                  {gate.run_id && (
                    <a href={link(['w', workspace.id, 'runs', gate.run_id], {part: gate.id})}>
                      {gate.age_ms === null ? 'look' : ago(gate.age_ms)}
                    </a>
                  )}
                </td>
                <td>
                  <Text of={gate.why} />
                </td>
              </tr>
            ))}
          </Table>
      {data.state !== 'FRESH' && (
        <p class="note">
          <code>assay verify</code> in this workspace brings it up to date.
        </p>
      )}
    </>
  );
}

function Ledger({workspace}: {workspace: Workspace}): JSX.Element {
  const [asked, setAsked] = useState(0);
  const ledger = useLoaded(() => (asked === 0 ? Promise.resolve(null) : client().ledger(workspace.id)), [workspace.id, asked]);
  return (
    <Card id="ledger" title="Ledger">
      {asked === 0 ? (
        <>
          <p class="quiet">Recomputes every chain, every log's digest and every signature of this workspace. It takes a moment.</p>
          <button type="button" onClick={() => setAsked(1)}>
            Check the ledger
          </button>
        </>
      ) : (
        <Await of={ledger}>
          {(data) =>
            data && (
              <>
                <p class={`told t-${data.sound ? 'pass' : 'fail'}`} role="status">
                  <StateIcon of={data.sound ? 'passed' : 'failed'} /> {data.sound ? 'Sound' : plural(data.fault_count, 'fault')}
                </p>
                <Facts
                  of={[
                    ['Runs', count(data.runs)],
                    ['Events', count(data.events)],
                    ['Logs', <>{count(data.logs)}{data.pruned > 0 && <span class="dim">, {count(data.pruned)} pruned</span>}</>],
                    ['Signed ends', <>{count(data.sealed)}{data.unsealed > 0 && <span class="dim">, {count(data.unsealed)} from before there was a key</span>}</>],
                  ]}
                />
                <ul class="lines">
                  {data.faults.map((fault) => (
                    <li class="t-fail">
                      <div>
                        {fault.run_id && <a href={link(['w', workspace.id, 'runs', fault.run_id])}><Mono of={fault.run_id} /></a>} {fault.seq > 0 && `event ${fault.seq}: `}
                        <Text of={fault.what} />
                      </div>
                    </li>
                  ))}
                </ul>
                <button type="button" class="small" onClick={() => setAsked(asked + 1)}>
                  Check again
                </button>
              </>
            )
          }
        </Await>
      )}
    </Card>
  );
}

function Attestation({workspace}: {workspace: Workspace}): JSX.Element {
  const [commit, setCommit] = useState('HEAD');
  const [asked, setAsked] = useState('HEAD');
  const found = useLoaded(() => client().attestation(workspace.id, asked), [workspace.id, asked]);
  return (
    <Card id="attestation" title="Attestation of a commit">
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(commit || 'HEAD');
        }}
      >
        <input class="grow" aria-label="Commit" value={commit} onInput={(event) => setCommit(event.currentTarget.value)} />
        <button type="submit">Ask</button>
      </form>
      <Await of={found}>
        {(data) =>
          data.there ? (
            <>
              <p class="told t-pass">
                <StateIcon of="passed" /> A signed run of all gates passed on the tree of <Mono of={data.commit.slice(0, 12)} />
              </p>
              <p class="row">
                <a href={link(['w', workspace.id, 'runs', data.run_id])}>the run</a>
                <button type="button" class="small" onClick={() => void save(Promise.resolve(new Blob([data.envelope], {type: 'application/json'})), `${data.commit.slice(0, 12)}.dsse.json`)}>
                  Save (DSSE, in-toto)
                </button>
              </p>
            </>
          ) : (
            <p class="quiet">
              None: <Text of={data.why} />
            </p>
          )
        }
      </Await>
    </Card>
  );
}
