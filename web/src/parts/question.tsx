// SPDX-License-Identifier: MIT
// A question with its files, a comment and its answers. Nothing is shown as answered before the server says so.
import type {JSX} from 'preact';
import {useState} from 'preact/hooks';
import {asRefused, canAct, client, server, useLoaded} from '../data/state';
import type {Question} from '../data/types';
import {link} from '../lib/router';
import {say} from '../lib/say';
import {bytes} from '../lib/time';
import {Await} from './frame';
import {StateIcon} from './state';
import {Mono, Path, Text} from './text';
import {Ago} from './when';

type Answering = {is: 'open'} | {is: 'sending'; option: string} | {is: 'done'; what: string} | {is: 'late'; what: string} | {is: 'failed'; what: string};

export function QuestionCard({question, withRun, top}: {question: Question; withRun?: boolean; top?: boolean}): JSX.Element {
  const [state, setState] = useState<Answering>({is: 'open'});
  const [comment, setComment] = useState('');
  const id = `q-${question.run_id}-${question.gate_id}-${question.ordinal}`;
  const send = async (option: string) => {
    setState({is: 'sending', option});
    try {
      const done = await client().answer(question.workspace, question.run_id, {gate_id: question.gate_id, ordinal: question.ordinal, option, ...(comment.trim() === '' ? {} : {comment})});
      setState({is: 'done', what: done.what});
      say(done.what);
    } catch (error) {
      const problem = asRefused(error);
      setState({is: problem.status === 409 ? 'late' : 'failed', what: problem.message});
      say(problem.message);
    }
  };
  const Heading = top ? 'h2' : 'h3';
  const settled = state.is === 'done' || state.is === 'late' || question.answered;
  return (
    <section class="question" aria-labelledby={id}>
      <header class="row">
        <StateIcon of="waiting" />
        <Heading id={id}>
          <Text of={question.question} />
        </Heading>
      </header>
      <p class="dim">
        {withRun && (
          <>
            <a href={link(['w', question.workspace, 'runs', question.run_id])}>
              <Text of={question.name || question.run_id} />
            </a>{' '}
            ·{' '}
          </>
        )}
        <Mono of={question.gate_id} /> · asked <Ago at={question.since} />
        {question.ordinal > 0 && <> · asked {question.ordinal + 1} times</>}
      </p>
      <div class="question-body">
      <div class="question-about">
      {question.context && (
        <p class="pre">
          <Text of={question.context} />
        </p>
      )}
      {question.files.map((path) => (
        <QuestionFile question={question} path={path} />
      ))}
      </div>
      {!settled && (
        <form class="answer" onSubmit={(event) => event.preventDefault()}>
          <label for={`${id}-comment`}>Comment {question.options.some((option) => option.takes_comment) ? '(goes to the next agents where the answer says so)' : '(is kept)'}</label>
          <textarea id={`${id}-comment`} rows={2} value={comment} onInput={(event) => setComment(event.currentTarget.value)} disabled={!canAct.value || state.is === 'sending'} dir="auto" />
          <ul class="options">
            {question.options.map((option) => (
              <li>
                <button type="button" class={option.is_default ? 'primary' : ''} disabled={!canAct.value || state.is === 'sending'} onClick={() => void send(option.id)}>
                  {state.is === 'sending' && state.option === option.id ? 'Asking the server …' : <Text of={option.label || option.id} />}
                </button>
                <span class="dim">
                  <Text of={option.description} />
                  {option.takes_comment && ' Takes your comment along.'}
                </span>
              </li>
            ))}
          </ul>
          {!client().live ? (
            <p class="note">An exported page: it cannot be answered here.</p>
          ) : !canAct.value ? (
            <p class="note">This server only shows. Answer with <code>assay pipeline approve</code>.</p>
          ) : (
            <p class="note">
              You answer as <Text of={server.value?.user ?? ''} />. The first answer holds.
            </p>
          )}
        </form>
      )}
      </div>
      <div role="status">
        {state.is === 'done' && (
          <p class="told t-pass">
            <StateIcon of="passed" /> <Text of={state.what} />
          </p>
        )}
        {state.is === 'late' && (
          <p class="told t-waiting">
            <StateIcon of="interrupted" /> Your answer was not taken: <Text of={state.what} />
          </p>
        )}
        {state.is === 'failed' && (
          <p class="told t-fail">
            <StateIcon of="failed" /> Not answered: <Text of={state.what} />
          </p>
        )}
        {state.is === 'open' && question.answered && <p class="told t-running">An answer lies there; the run has not taken it up yet.</p>}
      </div>
    </section>
  );
}

function QuestionFile({question, path}: {question: Question; path: string}): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <details class="file" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Path of={path} />
      </summary>
      {open && <FileBody workspace={question.workspace} run={question.run_id} path={path} />}
    </details>
  );
}

export function FileBody({workspace, run, path}: {workspace: string; run: string; path: string}): JSX.Element {
  const file = useLoaded(() => client().file(workspace, run, path), [workspace, run, path]);
  return (
    <Await of={file}>
      {(data) => (
        <>
          <pre class="file-text" tabIndex={0} dir="auto">
            <Text of={data.text} />
          </pre>
          <p class="note">
            {bytes(data.bytes)}
            {data.cut && ', more than is shown'}
          </p>
        </>
      )}
    </Await>
  );
}
