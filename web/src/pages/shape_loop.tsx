// SPDX-License-Identifier: MIT
// Tasks with their groups and the layers between claim and tick, and the one that is chosen.
import type {JSX} from 'preact';
import type {AttemptRow, LoopShape, LoopTask, RunPage} from '../data/types';
import {count} from '../lib/time';
import {Card, Facts, Meter} from '../parts/frame';
import {StateIcon, unitState} from '../parts/state';
import {Mono, Text} from '../parts/text';
import {Panel, PartAttempts, Told, Unit} from './shape_parts';

/** Tasks that run side by side stand side by side. */
export function blocksOf(tasks: LoopTask[]): LoopTask[][] {
  const blocks: LoopTask[][] = [];
  for (const task of tasks) {
    const last = blocks.at(-1);
    if (last && task.group !== null && last[0]!.group === task.group) last.push(task);
    else blocks.push([task]);
  }
  return blocks;
}

export const partOf = (task: LoopTask) => task.id || `#${task.key}`;

export function LoopPicture({shape, selected, onPart}: {shape: LoopShape; selected: string; onPart: (id: string) => void}): JSX.Element {
  const names = new Map(shape.tasks.map((task) => [task.key, partOf(task)]));
  let phase = '';
  return (
    <Card
      id="shape"
      title="Tasks"
      count={`${shape.done} of ${shape.tasks.length}`}
      more={
        <span class="row tight">
          <Meter value={shape.done} most={shape.tasks.length} tone="pass" label={`${shape.done} of ${shape.tasks.length} done`} />
          {shape.step && <span class="dim"><Text of={shape.step} /></span>}
        </span>
      }
    >
      <ol class="tasks">
        {blocksOf(shape.tasks).map((block) => {
          const heading = block[0]!.phase !== phase ? (phase = block[0]!.phase) : '';
          return (
            <>
              {heading && (
                <li class="phase">
                  <Text of={heading} />
                </li>
              )}
              <li class={block.length > 1 ? 'group' : ''}>
                {block.length > 1 && <span class="group-label">{block.length} side by side</span>}
                {block.map((task) => (
                  <TaskUnit key={task.key} task={task} names={names} selected={selected === partOf(task)} onPart={onPart} />
                ))}
              </li>
            </>
          );
        })}
      </ol>
      <Told title="Remarks" of={shape.remarks} />
      <Told title="Somebody touched the list" of={shape.tampering} tone="fail" />
      {shape.pull_request && (
        <p>
          Pull request: <Mono of={shape.pull_request} />
        </p>
      )}
    </Card>
  );
}

function TaskUnit({task, names, selected, onPart}: {task: LoopTask; names: Map<number, string>; selected: boolean; onPart: (id: string) => void}): JSX.Element {
  return (
    <Unit state={task.state} selected={selected} onClick={() => onPart(partOf(task))} title={task.title}>
      <span class="unit-main">
        <span class="unit-name inline">
          <span class="num dim"><Text of={task.id} /></span> <Text of={task.title} />
        </span>
        <span class="unit-tags">
          {task.fixes !== null && <span class="tag warn">fix for {names.get(task.fixes) ?? task.fixes}</span>}
          {task.markers.map((marker) => (
            <span class="tag">
              <Text of={marker} />
            </span>
          ))}
          {task.taken_over && <span class="tag">ticked before</span>}
          {task.launches > 1 && <span class="tag">×{task.launches}</span>}
          {task.proof && <span class="tag">{task.proof}</span>}
          {task.step && <span class="tag live">{task.step}</span>}
        </span>
        {task.last_failure && task.state !== 'passed' && (
          <span class="t-fail unit-sub">
            <Text of={task.last_failure.split('\n')[0]!} />
          </span>
        )}
      </span>
      {task.layers.length > 0 && (
        <span class="layers" aria-label={`Layers: ${task.layers.map((layer) => `${layer.name} ${layer.status}`).join(', ')}`} role="img">
          {task.layers.map((layer) => (
            <span class={`layer t-${layer.status === 'passed' ? 'pass' : layer.status === 'failed' ? 'fail' : 'none'}`} title={`${layer.name}: ${layer.status}`} />
          ))}
        </span>
      )}
    </Unit>
  );
}

export function TaskPanel({page, id, rows, many, onClose, onAttempt}: {page: RunPage; id: string; rows: AttemptRow[]; many: boolean; onClose: () => void; onAttempt: (name: string, n: number) => void}): JSX.Element {
  const task = page.loop?.tasks.find((one) => partOf(one) === id);
  if (!task) {
    return (
      <Panel title={id} state="pending" onClose={onClose}>
        <p class="quiet">There is no such task.</p>
      </Panel>
    );
  }
  return (
    <Panel title={`${task.id} ${task.title}`} state={unitState(task.state)} onClose={onClose}>
      {task.layers.length > 0 && (
        <ol class="layer-list" aria-label="What stands between a claim and the tick">
          {task.layers.map((layer) => (
            <li>
              <StateIcon of={layer.status} label />
              <strong><Text of={layer.name} /></strong>
              <span class="dim pre">
                <Text of={layer.why} />
              </span>
            </li>
          ))}
        </ol>
      )}
      <Facts
        of={[
          ['Now', task.step],
          ['Last failure', task.last_failure && <span class="pre t-fail"><Text of={task.last_failure} /></span>],
          ['Agents started', count(task.launches)],
          ['Reviews without approval', task.reviews > 0 && count(task.reviews)],
          ['Proof', task.proof],
          ['Commit', task.commit && <Mono of={task.commit} />],
          ['Tree', task.tree && <Mono of={task.tree} />],
        ]}
      />
      <PartAttempts page={page} rows={rows} many={many} text={`${task.id}-`} fits={(row) => task.attempts.includes(row.name)} onAttempt={onAttempt} />
    </Panel>
  );
}
