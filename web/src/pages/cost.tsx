// SPDX-License-Identifier: MIT
// What agents cost, day by day, against the budget. What nobody told is never counted as nothing.
import type {JSX} from 'preact';
import {useMemo} from 'preact/hooks';
import {client, endings, overview, useLoaded} from '../data/state';
import type {Spending} from '../data/types';
import {amend, place} from '../lib/router';
import {count, plural, short, span, usd} from '../lib/time';
import {Chart, type Series} from '../parts/chart';
import {Await, Card, Empty, Table} from '../parts/frame';
import {costOf, costTitle, RunLine} from '../parts/runline';
import {Text} from '../parts/text';
import {Limits} from './run_details';

const measures: Record<string, {title: string; of: (spent: Spending['days'][number]['spent']) => number; format: (value: number) => string}> = {
  usd: {title: 'Cost', of: (spent) => spent.micro_usd / 1e6, format: (value) => (value >= 10 ? `$${Math.round(value)}` : `$${value.toFixed(2)}`)},
  tokens: {title: 'Tokens', of: (spent) => spent.tokens, format: short},
  launches: {title: 'Launches', of: (spent) => spent.launches, format: (value) => count(Math.round(value))},
  time: {title: 'Time', of: (spent) => spent.wall_ms, format: (value) => span(value)},
};

export function CostPage(): JSX.Element {
  const query = place.value.query;
  const workspace = query.get('workspace') ?? '';
  const days = Number(query.get('days') ?? '30') || 30;
  const measure = query.get('measure') ?? 'usd';
  const spending = useLoaded(() => client().spending({days, workspace}), [days, workspace], [endings.value]);
  const all = overview.value?.workspaces ?? [];
  return (
    <>
      <header class="page-head">
        <h1>Cost</h1>
        <select aria-label="Workspace" value={workspace} onChange={(event) => amend({workspace: event.currentTarget.value})}>
          <option value="">all workspaces</option>
          {all.map((one) => (
            <option value={one.id}>{one.name}</option>
          ))}
        </select>
        <select aria-label="Days" value={days} onChange={(event) => amend({days: event.currentTarget.value})}>
          {[7, 30, 90, 365].map((n) => (
            <option value={n}>{n} days</option>
          ))}
        </select>
      </header>
      <Await of={spending} height={300}>
        {(data) => <Shown data={data} days={days} measure={measure} workspace={workspace} />}
      </Await>
    </>
  );
}

function Shown({data, days, measure, workspace}: {data: Spending; days: number; measure: string; workspace: string}): JSX.Element {
  const by = measures[measure] ?? measures['usd']!;
  const {x, series, rows} = useMemo(() => daily(data, days, by.of), [data, days, measure]);
  const sum = data.days.reduce((total, day) => ({launches: total.launches + day.spent.launches, tokens: total.tokens + day.spent.tokens, usd: total.usd + day.spent.micro_usd / 1e6, unknown: total.unknown + day.spent.unknown_cost}), {launches: 0, tokens: 0, usd: 0, unknown: 0});
  const all = overview.value?.workspaces ?? [];
  if (sum.launches === 0) return <Empty title={`No agent was started in ${days} days`}>Verify runs cost nothing: they start no agents.</Empty>;
  return (
    <>
      <ul class="figures">
        <li class="wide">
          <div>
            <strong>{usd(sum.usd)}</strong>
            <span>
              in {days} days{sum.unknown > 0 && <span class="dim"> and what {plural(sum.unknown, 'launch', 'launches')} did not tell</span>}
            </span>
          </div>
        </li>
        <li>
          <div>
            <strong>{count(sum.launches)}</strong>
            <span>launches</span>
          </div>
        </li>
        <li>
          <div>
            <strong>{short(sum.tokens)}</strong>
            <span>tokens</span>
          </div>
        </li>
        {data.to_come_of > 0 && data.to_come.launches > 0 && (
          <li class="wide">
            <div>
              <strong>about {costOf(data.to_come)}</strong>
              <span title={costTitle(data.to_come)}>still to come, of {plural(data.to_come_of, 'run')} that {data.to_come_of === 1 ? 'goes' : 'go'} on</span>
            </div>
          </li>
        )}
      </ul>
      <Card
        id="by-day"
        title="By day"
        more={
          <div class="joined" role="group" aria-label="Measure">
            {Object.entries(measures).map(([id, one]) => (
              <button type="button" class="small" aria-pressed={id === measure} onClick={() => amend({measure: id})}>
                {one.title}
              </button>
            ))}
          </div>
        }
      >
        <Chart x={x} series={series} format={by.format} height={240} label={`${by.title} by day, ${days} days`} />
        <details class="as-table">
          <summary>The same as a table</summary>
          <Table label="Spending by day" heads={['Day (UTC)', 'Workspace', {name: 'Cost', right: true}, {name: 'Tokens', right: true}, {name: 'Launches', right: true}, {name: 'Time', right: true}]}>
                {rows.map((day) => (
                  <tr>
                    <th scope="row">{day.day}</th>
                    <td>
                      <Text of={all.find((one) => one.id === day.workspace)?.name ?? day.workspace} />
                    </td>
                    <td class="right num" title={costTitle(day.spent)}>{costOf(day.spent)}</td>
                    <td class="right num">{short(day.spent.tokens)}</td>
                    <td class="right num">{count(day.spent.launches)}</td>
                    <td class="right num">{span(day.spent.wall_ms)}</td>
                  </tr>
                ))}
              </Table>
        </details>
      </Card>
      <div class="columns">
        <Card id="budgets" title="Budgets">
          {data.limits.length > 0 ? <Limits limits={data.limits} to_come={data.to_come} /> : <p class="quiet">{workspace ? 'This workspace sets no budget for a day.' : 'Choose a workspace to see its budgets.'}</p>}
        </Card>
        <Card id="dearest" title="Dearest runs" count={data.dearest.length} flush>
          {data.dearest.map((run) => (
            <RunLine key={run.run_id} run={run} workspaces={all} />
          ))}
        </Card>
      </div>
    </>
  );
}

function daily(data: Spending, days: number, of: (spent: Spending['days'][number]['spent']) => number): {x: number[]; series: Series[]; rows: Spending['days']} {
  const sums = new Map<string, number>();
  for (const day of data.days) sums.set(day.day, (sums.get(day.day) ?? 0) + of(day.spent));
  const today = Math.floor(Date.now() / 864e5);
  const list = Array.from({length: days}, (_, at) => today - (days - 1 - at));
  return {
    x: list.map((day) => day * 86400),
    series: [{label: 'a day', tone: 'k-running', bars: true, values: list.map((day) => sums.get(new Date(day * 864e5).toISOString().slice(0, 10)) ?? 0)}],
    rows: [...data.days].reverse(),
  };
}
