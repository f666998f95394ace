// SPDX-License-Identifier: MIT
// Tests by name: which fail, flake, are slow or gone, what became of each, and the list of known failures.
import type {JSX} from 'preact';
import {useEffect, useRef, useState} from 'preact/hooks';
import {client, endings, useLoaded} from '../data/state';
import type {KnownFailures, Test, TestHistory, Workspace} from '../data/types';
import {useKeys} from '../lib/keys';
import {amend, link, place} from '../lib/router';
import {ago, count, moment, parseTime, plural, span} from '../lib/time';
import {Chart, Strip} from '../parts/chart';
import {OfWorkspace} from '../parts/choose';
import {Await, Card, Empty, Facts, Shares, Table, TabPanel, Tabs} from '../parts/frame';
import {StateIcon} from '../parts/state';
import {Mono, Text} from '../parts/text';
import {Ago} from '../parts/when';

const outcomes: Record<string, string> = {passed: 'passed', failed: 'failed', error: 'error', skipped: 'skipped'};

export function TestsPage(): JSX.Element {
  return <OfWorkspace title="Tests">{(workspace) => <Tests key={workspace.id} workspace={workspace} />}</OfWorkspace>;
}

function Tests({workspace}: {workspace: Workspace}): JSX.Element {
  const query = place.value.query;
  const which = query.get('which') ?? 'failing';
  const glob = query.get('test') ?? '';
  const cursor = query.get('cursor') ?? '';
  const [text, setText] = useState(glob.replace(/^\*|\*$/g, ''));
  const field = useRef<HTMLInputElement>(null);
  const known = which === 'known';
  const tests = useLoaded(() => (known ? Promise.resolve(null) : client().tests(workspace.id, {which, test: glob, trees: true, limit: 100, cursor})), [workspace.id, which, glob, cursor], [endings.value], true);
  const [sums, setSums] = useState({remembered: 0, failing: 0, flaky: 0, gone: 0});
  useEffect(() => {
    if (tests.data) setSums(tests.data);
  }, [tests.data]);
  useEffect(() => {
    const wanted = text === '' ? '' : /[*?]/.test(text) ? text : `*${text}*`;
    if (wanted === glob) return;
    const timer = setTimeout(() => amend({test: wanted, cursor: ''}), 250);
    return () => clearTimeout(timer);
  }, [text]);
  useKeys('Tests', [{keys: '/', does: 'filter by name', run: () => field.current?.focus()}]);
  const chosen = query.get('name');
  return (
    <>
      <Tabs
        label="tests"
        at={which}
        onGo={(id) => amend({which: id, cursor: '', name: '', gate: ''}, 'push')}
        tabs={[
          {id: 'failing', title: 'Failing', count: sums.failing},
          {id: 'flaky', title: 'Flaky', count: sums.flaky},
          {id: 'slow', title: 'Slow'},
          {id: 'known', title: 'Known failures'},
          {id: 'gone', title: 'Gone', count: sums.gone},
          {id: 'all', title: 'All', count: sums.remembered},
        ]}
      />
      <TabPanel label="tests" at={which}>
        {known ? (
          <Known workspace={workspace} />
        ) : (
          <>
            <form class="filters" role="search" aria-label="Filter tests" onSubmit={(event) => event.preventDefault()}>
              <input ref={field} type="search" class="grow" placeholder="Name of a test; * and ? stand for others  ( / )" aria-label="Name of a test" value={text} onInput={(event) => setText(event.currentTarget.value)} />
            </form>
            {chosen && <OneTest workspace={workspace} gate={query.get('gate') ?? ''} test={chosen} />}
            <Await of={tests} height={300}>
              {(data) =>
                data === null ? null : data.tests.length === 0 ? (
                  <Empty title={glob ? 'No test has this name' : (none[which] ?? 'None')}>
                    {data.remembered === 0 && 'No gate has named a test yet: names come from the output or the report of test runners.'}
                    {glob && (
                      <button type="button" onClick={() => setText('')}>
                        Show all
                      </button>
                    )}
                  </Empty>
                ) : (
                  <>
                    <TestTable tests={data.tests} which={which} />
                    <nav class="pager" aria-label="Pages">
                      <button type="button" disabled={!cursor} onClick={() => history.back()}>
                        ← Back
                      </button>
                      <span class="dim num">{count(data.matching)} in all</span>
                      <button type="button" disabled={!data.next} onClick={() => amend({cursor: data.next}, 'push')}>
                        On →
                      </button>
                    </nav>
                  </>
                )
              }
            </Await>
          </>
        )}
      </TabPanel>
    </>
  );
}

const none: Record<string, string> = {
  failing: 'No test fails',
  flaky: 'No test flakes',
  slow: 'No test has told its time',
  gone: 'No test is gone',
  all: 'No test is remembered',
};

function TestTable({tests, which}: {tests: Test[]; which: string}): JSX.Element {
  const longest = Math.max(1, ...tests.map((test) => test.duration_ms ?? 0));
  return (
    <Table label="Tests" card heads={['Last', 'Test', 'On the newest trees', 'Passed', which === 'slow' ? 'Took' : 'Seen']}>
          {tests.map((test) => (
            <tr key={`${test.gate}\n${test.test}`}>
              <td>
                <span class="row tight">
                  <StateIcon of={outcomes[test.outcome] ?? 'pending'} /> {test.outcome}
                </span>
              </td>
              <th scope="row">
                <a href={link(place.value.path, {...Object.fromEntries(place.value.query), name: test.test, gate: test.gate})}>
                  <Text of={test.test} />
                </a>
                <div class="dim small-text">
                  gate <Text of={test.gate} />
                  {test.flaky && <span class="tag warn">flaky</span>}
                  {test.gone && <span class="tag">gone</span>}
                </div>
              </th>
              <td>
                <Strip
                  outcomes={[...test.trees].reverse().map((tree) => ({outcome: tree.passed && tree.failed ? 'error' : tree.outcome, title: `${tree.outcome} on ${(tree.tree ?? '').slice(0, 10)}, ${moment(parseTime(tree.at) ?? 0)}${tree.passed && tree.failed ? ', both ways' : ''}`}))}
                  label={`Outcomes on the newest ${test.trees.length} trees, oldest first: ${[...test.trees].reverse().map((tree) => tree.outcome).join(', ')}`}
                />
              </td>
              <td>
                <span class="row tight">
                  <Shares parts={[{tone: 'pass', n: test.passes}, {tone: 'fail', n: test.failures}]} label={`${test.passes} passed, ${test.failures} failed`} />
                  <span class="num">
                    {test.passes + test.failures > 0 ? Math.round((100 * test.passes) / (test.passes + test.failures)) : 0} %<span class="dim"> of {count(test.passes + test.failures)}</span>
                  </span>
                </span>
              </td>
              <td>
                {which === 'slow' ? (
                  <span class="took">
                    <span class="num">{span(test.duration_ms)}</span>
                    <span class="took-bar" aria-hidden="true">
                      <span style={{width: `${((test.duration_ms ?? 0) / longest) * 100}%`}} />
                    </span>
                  </span>
                ) : (
                  <Ago at={test.last_seen} />
                )}
              </td>
            </tr>
          ))}
        </Table>
  );
}

function OneTest({workspace, gate, test}: {workspace: Workspace; gate: string; test: string}): JSX.Element {
  const history = useLoaded(() => client().testHistory(workspace.id, gate, test), [workspace.id, gate, test]);
  return (
    <Card
      id="one-test"
      title={<Text of={test} />}
      more={
        <button type="button" class="small" onClick={() => amend({name: '', gate: ''}, 'push')}>
          Close
        </button>
      }
    >
      <Await of={history}>{(data) => <History workspace={workspace} data={data} />}</Await>
    </Card>
  );
}

function History({workspace, data}: {workspace: Workspace; data: TestHistory}): JSX.Element {
  const timed = data.runs.filter((run) => run.duration_ms !== null);
  const last = data.runs.slice(-60);
  return (
    <>
      <Facts
        of={[
          ['Gate', <Text of={data.test.gate} />],
          ['Passed', `${count(data.test.passes)} of ${count(data.test.passes + data.test.failures)}`],
          ['Flaky', data.test.flaky && 'both ways on one tree'],
          ['Last passed', data.test.last_passed && <Ago at={data.test.last_passed} />],
          ['Last failed', data.test.last_failed && <Ago at={data.test.last_failed} />],
          ['Longest', data.test.longest_ms !== null && span(data.test.longest_ms)],
        ]}
      />
      <h3>
        Run by run <span class="count">{data.runs.length}</span>
      </h3>
      <Strip outcomes={data.runs.map((run) => ({outcome: run.outcome, title: `${run.outcome}, ${moment(parseTime(run.at) ?? 0)}`}))} label={`${data.runs.filter((run) => run.outcome === 'passed').length} of ${data.runs.length} runs passed`} />
      {timed.length > 1 && (
        <Chart
          x={timed.map((run) => (parseTime(run.at) ?? 0) / 1000)}
          series={[{label: 'took', tone: 'accent', values: timed.map((run) => run.duration_ms)}]}
          format={(value) => span(value)}
          height={140}
          label={`How long it took in ${timed.length} runs`}
        />
      )}
      <details class="as-table">
        <summary>The same as a table</summary>
        <Table label="Runs of this test" heads={['Outcome', 'When', 'Tree', 'Took', 'Run']}>
              {[...last].reverse().map((run) => (
                <tr>
                  <td>
                    <span class="row tight">
                      <StateIcon of={outcomes[run.outcome] ?? 'pending'} /> {run.outcome}
                    </span>
                  </td>
                  <td>
                    <Ago at={run.at} />
                  </td>
                  <td>
                    <Mono of={run.tree.slice(0, 10)} />
                  </td>
                  <td class="num">{span(run.duration_ms)}</td>
                  <td>
                    <a href={link(['w', workspace.id, 'runs', run.run_id])}>
                      <Mono of={run.run_id} />
                    </a>
                  </td>
                </tr>
              ))}
            </Table>
      </details>
    </>
  );
}

function Known({workspace}: {workspace: Workspace}): JSX.Element {
  const known = useLoaded(() => client().knownFailures(workspace.id), [workspace.id]);
  return (
    <Await of={known}>
      {(data) =>
        data.failures.length === 0 ? (
          <Empty title={data.file ? 'The list is empty' : 'No list of known failures'}>
            {data.file ? <Mono of={data.file} /> : <>A list says which failures are known, why, and until when: <code>verify.known_failures</code> in assay.yaml.</>}
          </Empty>
        ) : (
          <KnownTable data={data} />
        )
      }
    </Await>
  );
}

function KnownTable({data}: {data: KnownFailures}): JSX.Element {
  const expired = data.failures.filter((failure) => failure.expired).length;
  return (
    <Card id="known" title="Known failures" count={data.failures.length} flush more={<Mono of={data.file} />}>
      {expired > 0 && (
        <p class="told t-fail pad">
          <StateIcon of="failed" /> {plural(expired, 'line')} {expired === 1 ? 'has' : 'have'} expired and {expired === 1 ? 'blocks' : 'block'} now.
        </p>
      )}
      <Table label="Known failures" heads={['Test', 'Until', 'Why', 'Whose']}>
            {data.failures.map((failure) => {
              const until = parseTime(failure.until);
              return (
                <tr>
                  <th scope="row">
                    <Mono of={failure.test} />
                  </th>
                  <td>
                    <span class={failure.expired ? 't-fail' : ''}>
                      <Text of={failure.until || 'for ever'} />
                    </span>
                    {until !== null && <div class="dim small-text">{failure.expired ? 'expired' : ago(Date.now() - until)}</div>}
                  </td>
                  <td>
                    <Text of={failure.reason} />
                  </td>
                  <td>
                    <Text of={failure.owner} />
                  </td>
                </tr>
              );
            })}
          </Table>
    </Card>
  );
}
