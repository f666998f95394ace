// SPDX-License-Identifier: MIT
// Everything that waits for a person, and what waits for a time.
import type {JSX} from 'preact';
import {changes, client, overview, useLoaded} from '../data/state';
import {Await, Card, Empty} from '../parts/frame';
import {QuestionCard} from '../parts/question';
import {RunLine} from '../parts/runline';

export function QuestionsPage(): JSX.Element {
  const questions = useLoaded(() => client().questions(), [], [changes.value]);
  const parked = useLoaded(() => client().runs({state: 'parked', limit: 50}), [], [changes.value]);
  const workspaces = overview.value?.workspaces ?? [];
  return (
    <>
      <header class="page-head">
        <h1>Questions</h1>
      </header>
      <Await of={questions}>
        {(data) => {
          const others = (overview.value?.waiting ?? []).filter((run) => !data.questions.some((question) => question.run_id === run.run_id));
          if (data.questions.length + others.length === 0) return <Empty title="Nobody waits for you">Questions of pipelines appear here by themselves, and on the overview.</Empty>;
          return (
            <>
              <div class="questions">
                {data.questions.map((question) => (
                  <QuestionCard key={`${question.run_id}/${question.gate_id}/${question.ordinal}`} question={question} withRun top />
                ))}
              </div>
              {others.length > 0 && (
                <Card id="others" title="Runs that wait for somebody" count={others.length} flush>
                  {others.map((run) => (
                    <RunLine key={run.run_id} run={run} workspaces={workspaces} />
                  ))}
                </Card>
              )}
            </>
          );
        }}
      </Await>
      {parked.data && parked.data.runs.length > 0 && (
        <Card id="parked" title="Parked until a time" count={parked.data.matching} flush>
          {parked.data.runs.map((run) => (
            <RunLine key={run.run_id} run={run} workspaces={workspaces} />
          ))}
        </Card>
      )}
    </>
  );
}
