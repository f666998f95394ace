// SPDX-License-Identifier: MIT
// Why: what happened, what was decided, in the order it was. First what turned the run; all of it on request.
import type {JSX} from 'preact';
import {useEffect, useState} from 'preact/hooks';
import {asRefused, client} from '../data/state';
import type {Events, Explain, StepEvent} from '../data/types';
import {clock, count, parseTime} from '../lib/time';
import {Card, Trouble} from '../parts/frame';
import {Text} from '../parts/text';

export function Decisions({workspace, run, moved, onSubject}: {workspace: string; run: string; moved: number; onSubject: (subject: string) => void}): JSX.Element {
  const [brief, setBrief] = useState(true);
  const [steps, setSteps] = useState<StepEvent[]>([]);
  const [figures, setFigures] = useState({events: 0, matching: 0});
  const [next, setNext] = useState<string | null>(null);
  const [error, setError] = useState<{status: number; message: string; code: string} | null>(null);
  const load = async (cursor: string) => {
    try {
      const page = brief || client().live ? await client().explain(workspace, run, {brief, limit: 200, cursor}) : asExplained(await client().events(workspace, run, {}));
      setSteps((old) => (cursor === '' ? page.decisions : [...old, ...page.decisions]));
      setFigures({events: page.events, matching: page.matching});
      setNext(page.next);
      setError(null);
    } catch (problem) {
      setError(asRefused(problem));
    }
  };
  useEffect(() => {
    void load('');
  }, [workspace, run, brief, moved]);
  return (
    <Card
      id="why"
      title="Why"
      count={figures.matching || undefined}
      more={
        <div class="joined" role="group" aria-label="Which decisions">
          <button type="button" class="small" aria-pressed={brief} onClick={() => setBrief(true)}>
            What turned it
          </button>
          <button type="button" class="small" aria-pressed={!brief} onClick={() => setBrief(false)}>
            Every event
          </button>
        </div>
      }
      flush
    >
      {error && steps.length === 0 ? <Trouble error={error} reload={() => void load('')} /> : <StepList steps={steps} onSubject={onSubject} />}
      {steps.length === 0 && !error && <p class="quiet">{brief ? 'Nothing out of the ordinary so far.' : 'Nothing yet.'}</p>}
      {next !== null && (
        <button type="button" class="link pad" onClick={() => void load(next)}>
          {count(figures.matching - steps.length)} more
        </button>
      )}
    </Card>
  );
}

/** An exported page has all events, but only the brief explanation. */
function asExplained(all: Events): Pick<Explain, 'decisions' | 'events' | 'matching' | 'next'> {
  return {decisions: all.events, events: all.last, matching: all.events.length, next: null};
}

export function StepList({steps, onSubject}: {steps: StepEvent[]; onSubject?: (subject: string) => void}): JSX.Element {
  return (
    <ol class="steps">
      {steps.map((step) => (
        <li key={step.seq} class={step.weighty ? 'weighty' : ''}>
          <span class="step-no num" title={step.kind}>
            {step.seq}
          </span>
          <time class="step-at num dim" dateTime={step.at}>
            {clock(parseTime(step.at) ?? 0)}
          </time>
          <div class="step-text">
            {step.subject && onSubject && !step.happened.startsWith(step.subject) && (
              <button type="button" class="link" onClick={() => onSubject(step.subject)}>
                <Text of={step.subject} />
              </button>
            )}{' '}
            <span class="pre">
              {step.subject && onSubject && step.happened.startsWith(step.subject) ? (
                <>
                  <button type="button" class="link" onClick={() => onSubject(step.subject)}>
                    <Text of={step.subject} />
                  </button>
                  <Text of={step.happened.slice(step.subject.length)} />
                </>
              ) : (
                <Text of={step.happened} />
              )}
            </span>
            {step.decided && (
              <p class="decided pre">
                <span aria-hidden="true">→ </span>
                <Text of={step.decided} />
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
