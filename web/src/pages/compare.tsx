// SPDX-License-Identifier: MIT
// Two runs side by side: what is better, worse, only in one.
import type {JSX} from 'preact';
import {useState} from 'preact/hooks';
import {client, useLoaded} from '../data/state';
import type {Compare, Compared, Run, Side} from '../data/types';
import {go, link, place} from '../lib/router';
import {count, plural, span} from '../lib/time';
import {Await, Card, Empty, Table} from '../parts/frame';
import {costOf, nameOfRun, runLink} from '../parts/runline';
import {Pill, StateIcon, unitState} from '../parts/state';
import {Mono, Text} from '../parts/text';
import {Ago} from '../parts/when';
import {List} from './run_details';

export function ComparePage(): JSX.Element {
  const query = place.value.query;
  const [a, b] = [query.get('a') ?? '', query.get('b') ?? ''];
  const compared = useLoaded(() => (a && b ? client().compare(a, b) : Promise.resolve(null)), [a, b]);
  return (
    <>
      <header class="page-head">
        <h1>Compare</h1>
        <span class="grow" />
        {a && b && (
          <button type="button" onClick={() => go(link(['compare'], {a: b, b: a}))}>
            Swap
          </button>
        )}
      </header>
      {a && b ? (
        <Await of={compared}>{(data) => data && <Shown data={data} />}</Await>
      ) : (
        <Empty title="Which two?">
          Mark two runs in <a href="#/runs">the list</a> with x, then press c.
        </Empty>
      )}
    </>
  );
}

function Head({run, side, verdict, tree}: {run: Run; side: string; verdict: string; tree: string}): JSX.Element {
  return (
    <section class="card side" aria-label={`Run ${side}`}>
      <div class="card-body">
        <p class="row wrap">
          <span class="side-name">{side}</span>
          <Pill of={run.state} />
          <a href={runLink(run)}>
            <strong>
              <Text of={nameOfRun(run)} />
            </strong>
          </a>
          <span class="dim">
            {run.machine}, <Ago at={run.started_at} />
          </span>
        </p>
        <p class="dim">
          took {span(run.duration_ms)} · {costOf(run.spent)} {tree && <>· tree <Mono of={tree.slice(0, 10)} /></>}
        </p>
        <p class="pre clamp">
          <Text of={verdict} />
        </p>
      </div>
    </section>
  );
}

const tones: Record<string, string> = {better: 'pass', worse: 'fail', only_a: 'waiting', only_b: 'running', other: 'waiting', same: 'none'};
const words: Record<string, string> = {better: 'better', worse: 'worse', only_a: 'only in A', only_b: 'only in B', other: 'differs', same: 'same'};

function Shown({data}: {data: Compare}): JSX.Element {
  const [all, setAll] = useState(false);
  const differs = data.units.filter((unit) => unit.change !== 'same');
  const shown = all ? data.units : differs;
  return (
    <>
      <div class="columns">
        <Head run={data.a} side="A" verdict={data.verdict_a} tree={data.tree_a} />
        <Head run={data.b} side="B" verdict={data.verdict_b} tree={data.tree_b} />
      </div>
      {data.tree_a && data.tree_a === data.tree_b && <p class="note">Both are about the same tree: what differs, differs for another reason.</p>}
      <Card
        id="units"
        title="What differs"
        count={differs.length}
        flush
        more={
          <label class="row tight">
            <input type="checkbox" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} /> also the {plural(data.same, 'part')} that did not change
          </label>
        }
      >
        {shown.length === 0 ? (
          <p class="quiet">Nothing differs.</p>
        ) : (
          <Table label="Differences" heads={['Part', 'A', 'B', 'Change', {name: 'Time', right: true}]}>
                {shown.map((unit) => (
                  <Row key={unit.id} unit={unit} />
                ))}
              </Table>
        )}
      </Card>
      <div class="columns">
        {data.broken_tests.length > 0 && (
          <Card id="broken" title="Tests that broke" count={data.broken_tests.length}>
            <List of={data.broken_tests} />
          </Card>
        )}
        {data.fixed_tests.length > 0 && (
          <Card id="fixed" title="Tests that were mended" count={data.fixed_tests.length}>
            <List of={data.fixed_tests} />
          </Card>
        )}
      </div>
    </>
  );
}

function Row({unit}: {unit: Compared}): JSX.Element {
  return (
    <tr>
      <th scope="row">
        <Text of={unit.id} />
        {unit.title && unit.title !== unit.id && (
          <div class="dim small-text">
            <Text of={unit.title} />
          </div>
        )}
      </th>
      <td>
        <SideView side={unit.a} />
      </td>
      <td>
        <SideView side={unit.b} />
      </td>
      <td>
        <span class={`tag t-${tones[unit.change] ?? 'none'}`}>{words[unit.change] ?? unit.change}</span>
      </td>
      <td class="right num">{delta(unit.a.duration_ms, unit.b.duration_ms)}</td>
    </tr>
  );
}

function delta(a: number | null, b: number | null): string {
  if (a === null || b === null) return '';
  const by = b - a;
  if (Math.abs(by) < 1) return '±0';
  return `${by > 0 ? '+' : '−'}${span(Math.abs(by))}`;
}

function SideView({side}: {side: Side}): JSX.Element {
  if (!side.state) return <span class="dim">–</span>;
  return (
    <span class="row tight wrap">
      <StateIcon of={unitState(side.state)} /> {side.state}
      {side.reason && <span class="tag warn"><Text of={side.reason} /></span>}
      <span class="dim num">
        {span(side.duration_ms)}
        {side.tests >= 0 && `, ${count(side.tests)} tests`}
        {side.attempts > 1 && `, ×${side.attempts}`}
      </span>
    </span>
  );
}
