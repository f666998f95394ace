// SPDX-License-Identifier: MIT
// Goals with their gaps; an agent with its outcome.
import type {JSX} from 'preact';
import type {AgentShape, GoalsShape} from '../data/types';
import {Card, Facts, Meter} from '../parts/frame';
import {StateIcon} from '../parts/state';
import {Text} from '../parts/text';
import {List} from './run_details';

const scoreState: Record<string, string> = {pass: 'passed', partial: 'error', fail: 'failed'};

const findingState: Record<string, string> = {met: 'passed', gap: 'failed', unchecked: 'pending'};

export function GoalsPicture({shape}: {shape: GoalsShape}): JSX.Element {
  return (
    <Card id="shape" title="Goals" count={shape.tasks.length} more={<span class="dim"><Text of={(shape.status || shape.step).replaceAll('_', ' ')} /></span>}>
      <ul class="goal-tasks">
        {shape.tasks.map((task) => {
          const met = task.findings.filter((finding) => finding.status === 'met').length;
          return (
            <li>
              <details open={task.score !== 'pass' && shape.tasks.length < 20}>
                <summary>
                  <StateIcon of={scoreState[task.score] ?? 'pending'} label />
                  <strong>
                    <Text of={task.id} />
                  </strong>{' '}
                  <Text of={task.title} />
                  <span class="grow" />
                  <Meter value={met} most={task.findings.length} tone="pass" label={`${met} of ${task.findings.length} met`} />
                  <span class="num">
                    {met}
                    <span class="dim">/{task.findings.length}</span>
                  </span>
                </summary>
                <ul class="lines">
                  {task.findings.map((finding) => (
                    <li>
                      <StateIcon of={findingState[finding.status] ?? 'pending'} label />
                      <div class="grow">
                        <span class="tag"><Text of={finding.type} /></span> <Text of={finding.item} />
                        {finding.detail && (
                          <p class="dim pre">
                            <Text of={finding.detail} />
                          </p>
                        )}
                      </div>
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          );
        })}
      </ul>
      {shape.gaps.length > 0 && (
        <div class="claims gaps">
          <h3>
            Gaps <span class="count">{shape.gaps.length}</span>
          </h3>
          <div class="scroll" tabIndex={0} role="group" aria-label="Gaps">
            <table>
              <thead>
                <tr>
                  <th scope="col">gap</th>
                  <th scope="col">expected</th>
                  <th scope="col">found</th>
                </tr>
              </thead>
              <tbody>
                {shape.gaps.map((gap) => (
                  <tr>
                    <td>
                      <Text of={gap.task} /> · <Text of={gap.item} />
                    </td>
                    <td class="pre">
                      <Text of={gap.expected} />
                    </td>
                    <td class="pre observed">
                      <Text of={gap.actual} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
    </Card>
  );
}

export function AgentPicture({shape}: {shape: AgentShape; onAttempt: (name: string, n: number) => void}): JSX.Element {
  return (
    <Card id="shape" title="Agent">
      <Facts
        of={[
          ['Role', shape.role && <Text of={shape.role} />],
          ['Outcome', <Text of={shape.outcome || shape.step} />],
          ['Decided by', shape.rule && <Text of={shape.rule} />],
          ['Because', shape.reason && <Text of={shape.reason} />],
          ['Files changed', shape.files_changed.length > 0 && <List of={shape.files_changed} />],
          ['Commits', shape.commits.length > 0 && <List of={shape.commits} />],
        ]}
      />
    </Card>
  );
}
