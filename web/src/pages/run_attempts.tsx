// SPDX-License-Identifier: MIT
// The attempts of a run as figures and as a table: what the timeline shows as a picture.
import type {JSX} from 'preact';
import {useState} from 'preact/hooks';
import {client, useLoaded} from '../data/state';
import type {RunPage as Page, Timeline as TimelineData} from '../data/types';
import {count, span, usd} from '../lib/time';
import {Shares, Table} from '../parts/frame';
import {StateIcon, unitState, wordOf} from '../parts/state';
import {Text} from '../parts/text';
import {attemptKey} from '../parts/timeline';

export function Progress({page}: {page: Page}): JSX.Element {
  const n = page.attempts;
  const label = `${n.passed} passed, ${n.failed} failed, ${n.error} error, ${n.running} running`;
  return (
    <span class="row tight" title={label}>
      <Shares parts={[{tone: 'pass', n: n.passed}, {tone: 'fail', n: n.failed}, {tone: 'error', n: n.error}, {tone: 'running', n: n.running}]} label={label} />
      <span class="num">
        {count(n.passed)} <span class="dim">passed</span>
        {n.failed > 0 && (
          <>
            {' '}
            · <span class="t-fail">{count(n.failed)} failed</span>
          </>
        )}
        {n.error > 0 && (
          <>
            {' '}
            · <span class="t-error">{count(n.error)} error</span>
          </>
        )}
        {n.running > 0 && (
          <>
            {' '}
            · <span class="t-running">{count(n.running)} running</span>
          </>
        )}
      </span>
    </span>
  );
}

const tableRows = 200;

export function AttemptTable({page, data, onAttempt, at, attempt}: {page: Page; data: TimelineData; onAttempt: (name: string, n: number) => void; at: string; attempt: number}): JSX.Element {
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState(tableRows);
  const [critical, setCritical] = useState(false);
  const many = data.attempts.length === 0;
  const rows = critical || many ? data.critical : data.attempts;
  return (
    <details class="as-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The same as a table</summary>
      {open && (
        <>
          <div class="row pad">
            <label class="row tight">
              <input type="checkbox" checked={critical || many} disabled={many} onChange={(event) => setCritical(event.currentTarget.checked)} /> only the critical path
            </label>
            {many && <span class="dim">Too many for a table: zoom in, or look for one by name.</span>}
            {many && <FindAttempt page={page} onAttempt={onAttempt} />}
          </div>
          <Table label="Attempts" heads={['State', 'Attempt', {name: 'Start', right: true}, {name: 'Took', right: true}, 'Outcome', {name: 'Cost', right: true}]}>
                {rows.slice(0, shown).map((row) => (
                  <tr key={attemptKey(row)} class={row.name === at && row.attempt === attempt ? 'at' : ''}>
                    <td>
                      <span class="row tight">
                        <StateIcon of={unitState(row.state)} /> {wordOf(unitState(row.state))}
                      </span>
                    </td>
                    <td>
                      <button type="button" class="link" onClick={() => onAttempt(row.name, row.attempt)}>
                        <Text of={row.name} />
                        {row.attempt > 1 && ` #${row.attempt}`}
                      </button>
                    </td>
                    <td class="right num">+{span(row.start_ms)}</td>
                    <td class="right num">{span(row.duration_ms)}</td>
                    <td>
                      <Text of={row.outcome} />
                    </td>
                    <td class="right num">{row.is_agent ? (row.micro_usd === null ? 'unknown' : usd(row.micro_usd / 1e6)) : ''}</td>
                  </tr>
                ))}
              </Table>
          {rows.length > shown && (
            <button type="button" class="link pad" onClick={() => setShown(shown + 5 * tableRows)}>
              {count(rows.length - shown)} more
            </button>
          )}
        </>
      )}
    </details>
  );
}

function FindAttempt({page, onAttempt}: {page: Page; onAttempt: (name: string, n: number) => void}): JSX.Element {
  const [text, setText] = useState('');
  const found = useLoaded(() => (text === '' ? Promise.resolve(null) : client().attempts(page.run.workspace, page.run.run_id, {text, limit: 20})), [text]);
  return (
    <span class="find">
      <input type="search" placeholder="Name of an attempt" aria-label="Name of an attempt" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      {found.data && (
        <span class="row wrap">
          {found.data.attempts.map((row) => (
            <button type="button" class="chip" onClick={() => onAttempt(row.name, row.attempt)}>
              <StateIcon of={unitState(row.state)} /> <Text of={row.name} />
            </button>
          ))}
          <span class="dim">{count(found.data.matching)} match</span>
        </span>
      )}
    </span>
  );
}
