// SPDX-License-Identifier: MIT
// One attempt: what assay saw, what the agent claims, its log or transcript, what it changed, what was decided.
import type {JSX} from 'preact';
import {useState} from 'preact/hooks';
import type {AttemptId} from '../data/client';
import {client, useLoaded} from '../data/state';
import type {AttemptPage, Talk} from '../data/types';
import {usual} from '../lib/ansi';
import {useKeys} from '../lib/keys';
import {amend, place} from '../lib/router';
import {bytes, count, plural, short, span, usd} from '../lib/time';
import {DiffView} from '../parts/diff';
import {Await, Facts, type Tab, TabPanel, Tabs} from '../parts/frame';
import {Coloured, LogView} from '../parts/log';
import {StateIcon, unitState} from '../parts/state';
import {Mono, Text} from '../parts/text';
import {TranscriptView} from '../parts/transcript';
import {Ago} from '../parts/when';
import {StepList} from './decisions';
import {List} from './run_details';
import {Claims} from './run_head';
import {Panel} from './shape_parts';

export function AttemptPanel({id, grown, moved, onClose, onAttempt}: {id: AttemptId; grown: number; moved: number; onClose: () => void; onAttempt: (name: string, n: number) => void}): JSX.Element {
  const [wide, setWide] = useState(false);
  const loaded = useLoaded(() => client().attempt(id), [id], [moved]);
  const data = loaded.data;
  const tabs: Tab[] = [
    {id: 'evidence', title: 'Evidence'},
    ...(data?.log.readable ? [{id: 'transcript', title: 'Transcript'}] : []),
    {id: 'log', title: 'Log'},
    {id: 'changes', title: 'Changes', count: data?.files_changed.length},
    ...(data?.log.has_prompt ? [{id: 'prompt', title: 'Prompt'}] : []),
    {id: 'why', title: 'Why', count: data?.decisions.length},
  ];
  const asked = place.value.query.get('tab') ?? '';
  const tab = tabs.some((one) => one.id === asked) ? asked : 'evidence';
  const go = (to: string) => amend({tab: to === 'evidence' ? '' : to});
  useKeys('Attempt', [
    ...tabs.map((one, at) => ({keys: String(at + 1), does: `${one.title}`, run: () => go(one.id)})),
    {keys: 'w', does: 'wide or narrow', run: () => setWide(!wide)},
    {keys: 'l', does: 'its log', run: () => go('log')},
  ]);
  return (
    <div class={wide ? 'panel-inner wide' : 'panel-inner'}>
      <Panel
        title={
          <>
            <Text of={id.name} />
            {id.attempt > 1 && <span class="dim"> #{id.attempt}</span>}
          </>
        }
        state={data ? unitState(data.attempt.state) : 'pending'}
        onClose={onClose}
      >
        <div class="row wrap attempt-line">
          {data && (
            <span class="dim">
              <Text of={data.attempt.outcome || data.attempt.kind} />
            </span>
          )}
          {data && data.others.length > 1 && (
            <span class="joined" role="group" aria-label="Attempts">
              {data.others.map((n) => (
                <button type="button" class="small" aria-pressed={n === id.attempt} onClick={() => onAttempt(id.name, n)}>
                  #{n}
                </button>
              ))}
            </span>
          )}
          <span class="grow" />
          <button type="button" class="small only-wide" aria-pressed={wide} onClick={() => setWide(!wide)} title="Wide or narrow (w)">
            {wide ? 'Narrow' : 'Wide'}
          </button>
        </div>
        <Tabs tabs={tabs} at={tab} onGo={go} label="attempt" />
        <TabPanel label="attempt" at={tab}>
          <Await of={loaded} height={240}>
            {(page) =>
              tab === 'log' ? (
                <LogView at={id} head={page.log} grown={grown} />
              ) : tab === 'transcript' ? (
                <TranscriptView at={id} grown={grown} />
              ) : tab === 'changes' ? (
                <Changes id={id} page={page} />
              ) : tab === 'prompt' ? (
                <Prompt id={id} />
              ) : tab === 'why' ? (
                <Why page={page} />
              ) : (
                <Evidence page={page} onLog={() => go('log')} />
              )
            }
          </Await>
        </TabPanel>
      </Panel>
    </div>
  );
}

function Why({page}: {page: AttemptPage}): JSX.Element {
  if (page.decisions.length === 0) return <p class="quiet">Nothing was decided because of it yet.</p>;
  return <StepList steps={page.decisions} />;
}

function Evidence({page, onLog}: {page: AttemptPage; onLog: () => void}): JSX.Element {
  const row = page.attempt;
  const tests = row.tests >= 0;
  return (
    <>
      {page.claims.length > 0 && <Claims claims={page.claims} />}
      {page.excerpt.length > 0 && (
        <div class="excerpt">
          <header class="row">
            <h3>The useful lines</h3>
            <span class="grow" />
            <button type="button" class="small" onClick={onLog}>
              In the log
            </button>
          </header>
          <pre tabIndex={0}>
            {page.excerpt.map((line) => (
              <div>
                <Coloured text={line} style={usual} />
              </div>
            ))}
          </pre>
        </div>
      )}
      {page.failed_tests.length > 0 && (
        <>
          <h3>
            Tests that failed <span class="count">{page.failed_tests.length}</span>
          </h3>
          <List of={page.failed_tests} />
        </>
      )}
      <Facts
        of={[
          ['Ended', row.kind ? <>{row.kind}{row.exit_code !== null && <>, exit <strong class="num">{row.exit_code}</strong></>}{page.signal > 0 && <>, signal {page.signal}</>}</> : <span class="t-running">it runs</span>],
          ['Detail', page.detail && <span class="pre"><Text of={page.detail} /></span>],
          ['Command', page.command && <Mono of={page.command} class="block" />],
          ['In', page.cwd && <Mono of={page.cwd} />],
          ['Tree', page.tree && <Mono of={page.tree} />],
          ['Started', <><Ago at={row.started_at} />, took {span(row.duration_ms)}</>],
          ['Tests', tests && <>{plural(row.tests, 'test')} ran{row.tests_failed > 0 && <span class="t-fail">, {count(row.tests_failed)} failed</span>}{page.tests_skipped > 0 && <>, {count(page.tests_skipped)} skipped</>}{page.tally_source && <span class="dim"> · counted by <Text of={page.tally_source} /></span>}</>],
          ['Missing', page.missing && <span class="t-error"><Text of={page.missing} /></span>],
          ['From a cache', page.cache_marker && <span class="pre"><Text of={page.cache_marker} /></span>],
          ['Worth a retry', page.transient && <span class="pre"><Text of={page.transient} /></span>],
          ['Failed inside', page.lost_failures.length > 0 && <List of={page.lost_failures} />],
          ['Left behind', page.orphans.length > 0 && <List of={page.orphans} />],
          ['Used', (page.user_ms > 0 || page.max_rss_kib > 0) && <>{span(page.user_ms)} user, {span(page.system_ms)} system, {bytes(page.max_rss_kib * 1024)} memory</>],
          ['Output', <>{bytes(page.log.bytes)}{page.log.truncated && ', the middle was left out'}</>],
          ['Digest', page.log.sha256 && <Mono of={page.log.sha256} class="small-text" />],
        ]}
      />
      {page.talk && <TalkView talk={page.talk} page={page} />}
    </>
  );
}

/** What the agent says of itself beside what assay saw: two columns, and it is told which is which. */
function TalkView({talk, page}: {talk: Talk; page: AttemptPage}): JSX.Element {
  const unseen = talk.edited.filter((path) => page.files_changed.length > 0 && !page.files_changed.includes(path));
  return (
    <>
      <h3>What the agent says of itself</h3>
      <p class="note">Claims. None of this has raised a verdict.</p>
      <Facts
        of={[
          ['Program', <><Text of={talk.program} /> {talk.model && <span class="dim">· <Text of={talk.model} /></span>}</>],
          ['Turns', talk.turns > 0 && count(talk.turns)],
          ['Tokens', (talk.input_tokens > 0 || talk.output_tokens > 0) && <>{short(talk.input_tokens)} in, {short(talk.output_tokens)} out{talk.cached_tokens > 0 && <span class="dim"> · {short(talk.cached_tokens)} cached</span>}</>],
          ['Cost', talk.micro_usd === null ? 'unknown' : <>{usd(talk.micro_usd / 1e6)}{talk.cost_computed && <span class="dim"> · from tokens and prices</span>}</>],
          ['Its end', <><Text of={talk.ending || 'none'} />{talk.stop_reason && <span class="dim"> · <Text of={talk.stop_reason} /></span>}</>],
          ['Needs first', talk.remedy && <span class="t-waiting"><Text of={talk.remedy} /></span>],
        ]}
      />
      {talk.final_text && (
        <blockquote class="pre" dir="auto">
          <Text of={talk.final_text.slice(0, 20000)} />
        </blockquote>
      )}
      {talk.commands.length > 0 && (
        <>
          <h3>
            Commands it says it ran <span class="count">{talk.commands.length}</span>
          </h3>
          <ul class="lines compact">
            {talk.commands.slice(0, 200).map((command) => (
              <li>
                <StateIcon of={command.denied ? 'cancelled' : command.failed ? 'failed' : command.exit_code === null ? 'pending' : 'passed'} label />
                <Mono of={command.command} class="grow" />
                <span class="dim num">{command.denied ? 'denied' : command.exit_code === null ? 'not told' : `exit ${command.exit_code}`}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {talk.edited.length > 0 && (
        <>
          <h3>
            Files it says it changed <span class="count">{talk.edited.length}</span>
          </h3>
          <List of={talk.edited} />
          {unseen.length > 0 && (
            <p class="t-fail">
              assay did not see a change in <Text of={unseen.slice(0, 10).join(', ')} />
            </p>
          )}
        </>
      )}
      {[...talk.denials.map((line) => `denied: ${line}`), ...talk.errors].map((line) => (
        <p class="t-fail pre">
          <Text of={line} />
        </p>
      ))}
    </>
  );
}

function Changes({id, page}: {id: AttemptId; page: AttemptPage}): JSX.Element {
  const diff = useLoaded(() => client().diff(id), [id]);
  return (
    <Await of={diff}>
      {(data) => (
        <>
          <DiffView diff={data} />
          {!data.known && data.files.length === 0 && page.files_changed.length > 0 && (
            <>
              <h3>Files that changed, as assay saw</h3>
              <List of={page.files_changed} />
            </>
          )}
        </>
      )}
    </Await>
  );
}

function Prompt({id}: {id: AttemptId}): JSX.Element {
  const prompt = useLoaded(() => client().prompt(id), [id]);
  return (
    <Await of={prompt}>
      {(data) => (
        <>
          <p class="note">
            What the agent was told: {bytes(data.bytes)}
            {data.cut && ', more than is shown'}
          </p>
          <pre class="file-text" tabIndex={0} dir="auto">
            <Text of={data.text} />
          </pre>
        </>
      )}
    </Await>
  );
}
