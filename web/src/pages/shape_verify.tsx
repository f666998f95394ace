// SPDX-License-Identifier: MIT
// Gates by stage, and the one that is chosen.
import type {JSX} from 'preact';
import {useState} from 'preact/hooks';
import {client, useLoaded} from '../data/state';
import type {GateRow, RunPage, Stage, VerifyShape} from '../data/types';
import {count, span} from '../lib/time';
import {Await, Card, Facts} from '../parts/frame';
import {unitState} from '../parts/state';
import {Mono, Text} from '../parts/text';
import {AttemptList, CountsLine, Panel, Unit} from './shape_parts';

export function VerifyPicture({page, shape, selected, onPart}: {page: RunPage; shape: VerifyShape; selected: string; onPart: (id: string) => void}): JSX.Element {
  return (
    <Card id="shape" title="Gates" count={count(shape.counts.all)} more={<CountsLine counts={shape.counts} />}>
      <ol class="stages">
        {shape.stages.map((stage) => (
          <StageView page={page} stage={stage} alone={shape.stages.length === 1} selected={selected} onPart={onPart} />
        ))}
      </ol>
      {shape.left_out.length > 0 && (
        <p class="note">
          Left out by --only: <Text of={shape.left_out.join(', ')} />. A run that leaves gates out verifies no tree.
        </p>
      )}
    </Card>
  );
}

function StageView({page, stage, alone, selected, onPart}: {page: RunPage; stage: Stage; alone: boolean; selected: string; onPart: (id: string) => void}): JSX.Element {
  const [text, setText] = useState('');
  const hidden = stage.counts.all - stage.gates.length;
  const found = useLoaded(() => (text === '' ? Promise.resolve(null) : client().gates(page.run.workspace, page.run.run_id, {stage: stage.stage, text, limit: 100})), [text, stage.stage]);
  const gates = found.data?.gates ?? stage.gates;
  return (
    <li class="stage">
      {!alone && (
        <header class="row tight">
          <h3>Stage {stage.stage}</h3>
          <CountsLine counts={stage.counts} />
        </header>
      )}
      {hidden > 0 && (
        <p class="row tight">
          <input type="search" placeholder={`Find among ${count(stage.counts.all)}`} aria-label="Find a gate" value={text} onInput={(event) => setText(event.currentTarget.value)} />
          {text === '' && <span class="dim">{count(stage.gates.length)} shown, what failed or runs first</span>}
        </p>
      )}
      <div class={gates.length > 40 ? 'units many' : 'units'} {...(gates.length > 40 ? {tabIndex: 0, role: 'group', 'aria-label': `Gates of stage ${stage.stage}`} : {})}>
        {gates.map((gate) => (
          <Unit key={gate.unit} state={gate.state} selected={selected === gate.id} onClick={() => onPart(gate.id)} title={gate.command}>
            <span class="unit-main">
              <span class="unit-name">
                <Text of={gate.id} />
                {!gate.required && <span class="tag">optional</span>}
                {gate.reused && <span class="tag">reused</span>}
                {gate.reason && (
                  <span class="tag warn">
                    <Text of={gate.reason} />
                  </span>
                )}
                {gate.attempts > 1 && <span class="tag">×{gate.attempts}</span>}
              </span>
              <span class="dim unit-sub">{gate.summary ? <Text of={gate.summary} /> : <Text of={gate.command} />}</span>
              {gate.state === 'running' && gate.expected_ms !== null && <span class="dim unit-sub">took {span(gate.expected_ms)} last time</span>}
            </span>
          </Unit>
        ))}
      </div>
    </li>
  );
}

export function GatePanel({page, id, onClose, onAttempt}: {page: RunPage; id: string; onClose: () => void; onAttempt: (name: string, n: number) => void}): JSX.Element {
  const found = useLoaded(() => client().gates(page.run.workspace, page.run.run_id, {text: id, limit: 1000}), [id], [page.run.events]);
  const here = page.verify?.stages.flatMap((stage) => stage.gates).find((gate) => gate.id === id) ?? found.data?.gates.find((gate) => gate.id === id);
  const attempts = useLoaded(() => client().attempts(page.run.workspace, page.run.run_id, {name: id, limit: 100}), [id], [page.run.events]);
  return (
    <Panel title={id} state={here ? unitState(here.state) : 'pending'} onClose={onClose}>
      {here && <GateFacts gate={here} />}
      <Await of={attempts}>{(data) => <AttemptList rows={data.attempts.filter((row) => row.name === id)} onAttempt={onAttempt} />}</Await>
    </Panel>
  );
}

function GateFacts({gate}: {gate: GateRow}): JSX.Element {
  return (
    <Facts
      of={[
        ['Command', <Mono of={gate.command} class="block" />],
        ['Kind', <><Text of={gate.gate_type} />{gate.required ? ', required' : ', optional'}{gate.mutates && ', may write'}{gate.parallel && ', beside others'}</>],
        ['Reason', gate.reason && <Text of={gate.reason} />],
        ['Proved something', gate.state === 'waiting' || gate.state === 'running' ? '' : gate.effective ? 'yes' : <span class="t-error">no</span>],
        ['Tests', gate.tests >= 0 && count(gate.tests)],
        ['Took', gate.duration_ms !== null && <>{span(gate.duration_ms)}{gate.expected_ms !== null && <span class="dim"> · {span(gate.expected_ms)} last time</span>}</>],
        ['Tree', gate.tree && <Mono of={gate.tree} />],
      ]}
    />
  );
}
