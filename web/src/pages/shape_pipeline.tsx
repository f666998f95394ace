// SPDX-License-Identifier: MIT
// Steps as a graph with rounds, what the run has of tasks, checks, votes and answers, and the step that is chosen.
import type {JSX} from 'preact';
import {useState} from 'preact/hooks';
import type {AttemptRow, PipelineShape, RunPage} from '../data/types';
import {plural} from '../lib/time';
import {Card, Facts, Meter, Table} from '../parts/frame';
import {Graph} from '../parts/graph';
import {FileBody} from '../parts/question';
import {StateIcon, toneOf, unitState, wordOf} from '../parts/state';
import {Mono, Text} from '../parts/text';
import {Ago} from '../parts/when';
import {Panel, PartAttempts, Told} from './shape_parts';

export function PipelinePicture({page, shape, selected, onPart}: {page: RunPage; shape: PipelineShape; selected: string; onPart: (id: string) => void}): JSX.Element {
  const [bundle, setBundle] = useState(false);
  const done = shape.steps.filter((step) => step.state === 'passed').length;
  return (
    <>
      <Card
        id="shape"
        title="Steps"
        count={`${done} of ${shape.steps.length}`}
        more={
          <span class="row tight">
            {shape.confidence && (
              <span class={`tag ${shape.confidence === 'High' ? 'good' : 'warn'}`} title={shape.confidence_why}>
                confidence {shape.confidence}
              </span>
            )}
            {shape.phase && <span class="dim"><Text of={shape.phase} /></span>}
          </span>
        }
      >
        <Graph steps={shape.steps} routes={shape.routes} loops={shape.loops} at={page.run.ended_at === null ? shape.step : ''} selected={selected} onSelect={onPart} />
        {shape.confidence_why && (
          <p class="note">
            Confidence {shape.confidence}: <Text of={shape.confidence_why} />
          </p>
        )}
        {shape.jobs.length > 0 && page.run.ended_at === null && <Jobs shape={shape} />}
        {shape.loops.length > 0 && <Loops shape={shape} />}
      </Card>
      {(shape.contradicted.length > 0 || shape.known_issues.length > 0 || shape.gate_notes.length > 0) && (
        <Card id="notes" title="What assay noticed">
          {page.claims.length === 0 && <Told title="Claims that evidence contradicts" of={shape.contradicted} tone="fail" />}
          <Told title="Known issues" of={shape.known_issues} />
          <Told title="The last gate said" of={shape.gate_notes} />
        </Card>
      )}
      <div class="columns">
        {shape.tasks.length > 0 && <PipelineTasks shape={shape} />}
        {shape.checks.length > 0 && <Checks shape={shape} />}
        {shape.votes.length > 0 && <Votes shape={shape} />}
        {shape.approvals.length > 0 && <Approvals shape={shape} />}
      </div>
      {(shape.request || shape.bundle) && (
        <Card id="request" title="Request">
          <p class="pre clamp">
            <Text of={shape.request} />
          </p>
          {shape.bundle && (
            <details class="file" onToggle={(event) => setBundle(event.currentTarget.open)}>
              <summary>
                Evidence bundle <Mono of={shape.bundle} />
              </summary>
              {bundle && <FileBody workspace={page.run.workspace} run={page.run.run_id} path={shape.bundle} />}
            </details>
          )}
        </Card>
      )}
    </>
  );
}

function Jobs({shape}: {shape: PipelineShape}): JSX.Element {
  return (
    <div class="units jobs">
      {shape.jobs.map((job) => (
        <div class={`unit e-${toneOf(unitState(job.state))}`}>
          <StateIcon of={unitState(job.state)} label />
          <span class="unit-main">
            <span class="unit-name">
              <Text of={job.instance} />
              {job.focus && <span class="tag"><Text of={job.focus} /></span>}
              {job.launches > 1 && <span class="tag">×{job.launches}</span>}
            </span>
            <span class="dim unit-sub">
              <Text of={job.failure || job.step} />
            </span>
          </span>
        </div>
      ))}
    </div>
  );
}

function Loops({shape}: {shape: PipelineShape}): JSX.Element {
  return (
    <ul class="limits">
      {shape.loops.map((loop) => (
        <li>
          <span>
            Loop <Text of={loop.name} />
          </span>
          <Meter value={loop.used} most={loop.budget} label={`${loop.used} of ${loop.budget} used`} />
          <span class="num">
            {loop.used} <span class="dim">of {loop.budget}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function PipelineTasks({shape}: {shape: PipelineShape}): JSX.Element {
  return (
    <Card id="tasks" title="Tasks of the plan" count={shape.tasks.length} flush>
      <ul class="lines">
        {shape.tasks.map((task) => (
          <li>
            <StateIcon of={unitState(task.state)} label />
            <div class="grow">
              <strong>
                <Text of={task.id} />
              </strong>{' '}
              <Text of={task.title} /> <span class="dim">wave {task.wave}</span>
              {task.faults.map((fault) => (
                <p class="t-fail pre">
                  <Text of={fault} />
                </p>
              ))}
              {task.outside.length > 0 && <p class="t-fail">changed and not declared: {task.outside.map((path) => <><Mono of={path} /> </>)}</p>}
              {task.changed.length > 0 && <p class="dim small-text">changed {task.changed.map((path) => <><Mono of={path} /> </>)}</p>}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const checkState: Record<string, string> = {passed: 'passed', failed: 'failed', void: 'error', '': 'pending'};

function Checks({shape}: {shape: PipelineShape}): JSX.Element {
  return (
    <Card id="checks" title="Checks" count={shape.checks.length} flush>
      <Table label="Checks" heads={['Check', 'Before', 'After']}>
            {shape.checks.map((check) => (
              <tr title={check.command}>
                <th scope="row">
                  <Text of={check.name} />
                  {!check.required && <span class="tag">optional</span>}
                </th>
                <td>
                  <span class="row tight">
                    <StateIcon of={checkState[check.before] ?? 'pending'} /> {check.before || 'not run'}
                  </span>
                </td>
                <td>
                  <span class="row tight">
                    <StateIcon of={checkState[check.after] ?? 'pending'} /> {check.after || 'not run'}
                  </span>
                </td>
              </tr>
            ))}
          </Table>
    </Card>
  );
}

function Votes({shape}: {shape: PipelineShape}): JSX.Element {
  return (
    <Card id="votes" title="Votes" count={shape.votes.length} flush>
      <ul class="lines">
        {shape.votes.map((vote) => (
          <li>
            <StateIcon of={/^approve/i.test(vote.verdict) ? 'passed' : /block|reject/i.test(vote.verdict) ? 'failed' : 'error'} label />
            <div class="grow">
              <strong>
                <Text of={vote.verdict} />
              </strong>{' '}
              <span class="dim">
                <Text of={vote.instance || vote.focus} /> on <Text of={vote.scope} />, round {vote.round}
              </span>
              {vote.summary && (
                <p class="dim">
                  <Text of={vote.summary} />
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Approvals({shape}: {shape: PipelineShape}): JSX.Element {
  return (
    <Card id="approvals" title="Answers" count={shape.approvals.length} flush>
      <ul class="lines">
        {shape.approvals.map((approval) => (
          <li>
            <div class="grow">
              <strong>
                <Text of={approval.option} />
              </strong>{' '}
              <span class="dim">
                to <Text of={approval.gate_id} />, {approval.automatic ? 'nobody was asked' : <Text of={approval.by} />}, <Ago at={approval.at} />
              </span>
              {approval.comment && (
                <p class="pre">
                  <Text of={approval.comment} />
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function PartPanel({page, id, rows, many, onClose, onAttempt}: {page: RunPage; id: string; rows: AttemptRow[]; many: boolean; onClose: () => void; onAttempt: (name: string, n: number) => void}): JSX.Element {
  const shape = page.pipeline;
  const step = shape?.steps.find((one) => one.id === id);
  if (!shape || !step) {
    return (
      <Panel title={id} state="pending" onClose={onClose}>
        <p class="quiet">There is no such part.</p>
      </Panel>
    );
  }
  const routes = shape.routes.filter((route) => route.from === id);
  return (
    <Panel title={step.title || step.id} state={unitState(step.state)} onClose={onClose}>
      <Facts
        of={[
          ['State', wordOf(unitState(step.state))],
          ['Step', <><Text of={step.id} />, {step.kind}</>],
          ['Role', step.role && <Text of={step.role} />],
          ['Entered', step.rounds === 0 ? 'never' : plural(step.rounds, 'time')],
          ['Instances', step.instances.length > 0 && <Text of={step.instances.join(', ')} />],
        ]}
      />
      {routes.length > 0 && (
        <>
          <h3>Where it leads</h3>
          <ul class="plain">
            {routes.map((route) => (
              <li>
                <span class="tag"><Text of={route.option || route.on} /></span> → <Text of={shape.steps.find((one) => one.id === route.to)?.title ?? route.to} />
                {route.loop && <span class="dim"> by loop <Text of={route.loop} /></span>}
              </li>
            ))}
          </ul>
        </>
      )}
      <PartAttempts page={page} rows={rows} many={many} text={`${id}-`} fits={(row) => row.step === id} onAttempt={onAttempt} />
    </Panel>
  );
}
