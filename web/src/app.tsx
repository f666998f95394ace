// SPDX-License-Identifier: MIT
// The frame around all pages: navigation, the state of the link, help, and which page is shown.
import type {JSX} from 'preact';
import {useEffect, useRef, useState} from 'preact/hooks';
import {hurry, link as serverLink, nextTry, overview, refused, server, startFollowing, tick} from './data/state';
import {askOthers, keep, token as ours} from './data/token';
import {shownKeys, useKeys} from './lib/keys';
import {go, place} from './lib/router';
import {said} from './lib/say';
import {nextTheme, theme} from './lib/theme';
import {ComparePage} from './pages/compare';
import {CostPage} from './pages/cost';
import {OverviewPage} from './pages/overview';
import {QuestionsPage} from './pages/questions';
import {RunPage} from './pages/run';
import {RunsPage} from './pages/runs';
import {TestsPage} from './pages/tests';
import {TreesPage} from './pages/trees';
import {Empty} from './parts/frame';

const nav: {path: string; title: string; key: string}[] = [
  {path: '', title: 'Overview', key: 'o'},
  {path: 'runs', title: 'Runs', key: 'r'},
  {path: 'questions', title: 'Questions', key: 'q'},
  {path: 'tests', title: 'Tests', key: 't'},
  {path: 'trees', title: 'Tree', key: 'e'},
  {path: 'cost', title: 'Cost', key: 'c'},
  {path: 'compare', title: 'Compare', key: 'd'},
];

export function App({only}: {only: {workspace: string; run: string; made_at: string} | null}): JSX.Element {
  const [help, setHelp] = useState(false);
  const main = useRef<HTMLElement>(null);
  const path = place.value.path;
  useKeys('Everywhere', [
    {keys: '?', does: 'this help', run: () => setHelp(true)},
    {keys: 'T', does: 'light, dark or as the system', run: nextTheme},
    ...(only ? [] : nav.map((entry) => ({keys: `g ${entry.key}`, does: entry.title.toLowerCase(), run: () => go(`#/${entry.path}`)}))),
  ]);
  const here = only ? `run ${only.run}` : path[0] === 'w' ? `run ${path[3] ?? ''}` : (nav.find((entry) => entry.path === (path[0] ?? ''))?.title ?? 'assay');
  useEffect(() => {
    const waiting = overview.value?.waiting.length ?? 0;
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${here} · assay`;
  });
  // A new page begins at its top, and a screen reader hears its name.
  const whole = path.join('/');
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    scrollTo(0, 0);
    main.current?.focus({preventScroll: true});
  }, [whole]);
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        To the content
      </a>
      <header class="top">
        <a class="brand" href={only ? '#' : '#/'}>
          <svg viewBox="0 0 16 16" class="icon" aria-hidden="true">
            <path d="M8 1 15 14H1Z" class="fill" />
            <path d="m5.400 9.600 2 2 3.400-4" class="cut" />
          </svg>
          assay
        </a>
        {!only && <Nav />}
        <span class="grow" />
        {only ? <span class="dim small-text">exported {only.made_at.slice(0, 16).replace('T', ' ')}</span> : <LinkState />}
        <button type="button" class="icon-button" onClick={nextTheme} aria-label={`Colours: ${theme.value}`} title={`Colours: ${theme.value} (T)`}>
          <svg viewBox="0 0 16 16" class="icon" aria-hidden="true">
            <circle cx="8" cy="8" r="6.250" class="line" />
            <path d={theme.value === 'light' ? 'M8 4.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7Z' : theme.value === 'dark' ? 'M8 1.750a6.250 6.250 0 0 0 0 12.500Z' : 'M8 1.750a6.250 6.250 0 0 1 0 12.500Z'} class="fill" />
          </svg>
        </button>
        <button type="button" class="icon-button" onClick={() => setHelp(true)} aria-label="Keys" title="Keys (?)">
          ?
        </button>
      </header>
      {!only && <Lost />}
      <main id="main" ref={main} tabIndex={-1}>
        {refused.value !== 0 ? <Locked /> : only ? <RunPage workspace={only.workspace} run={only.run} /> : <Page path={path} />}
      </main>
      <footer class="foot dim">
        assay {server.value?.version ?? ''} {server.value?.read_only && '· only shows'}
        <span class="grow" />
        <span>
          <kbd>?</kbd> keys
        </span>
      </footer>
      {help && <Help onClose={() => setHelp(false)} />}
      <div class="hidden" role="status" aria-live="polite">
        {said.value}
      </div>
    </>
  );
}

function Page({path}: {path: string[]}): JSX.Element {
  const [first, workspace, runs, run] = path;
  if (first === undefined) return <OverviewPage />;
  if (first === 'runs' && path.length === 1) return <RunsPage />;
  if (first === 'w' && runs === 'runs' && workspace && run) return <RunPage key={`${workspace}/${run}`} workspace={workspace} run={run} />;
  if (first === 'questions') return <QuestionsPage />;
  if (first === 'tests') return <TestsPage />;
  if (first === 'trees') return <TreesPage />;
  if (first === 'cost') return <CostPage />;
  if (first === 'compare') return <ComparePage />;
  return (
    <Empty title="There is no such page" top>
      <a class="button" href="#/">
        To the overview
      </a>
    </Empty>
  );
}

function Nav(): JSX.Element {
  const at = place.value.path[0] === 'w' ? 'runs' : (place.value.path[0] ?? '');
  const waiting = overview.value?.waiting.length ?? 0;
  return (
    <nav class="nav" aria-label="Main">
      {nav.map((entry) => (
        <a href={`#/${entry.path}`} aria-current={entry.path === at ? 'page' : undefined}>
          {entry.title}
          {entry.path === 'questions' && waiting > 0 && (
            <span class="badge" aria-label={`${waiting} waiting`}>
              {waiting}
            </span>
          )}
        </a>
      ))}
    </nav>
  );
}

function LinkState(): JSX.Element {
  const state = serverLink.value;
  const word = state === 'open' ? 'live' : state === 'connecting' ? 'connecting' : state === 'lost' ? 'lost' : 'closed';
  return (
    <span class={`link-state s-${state}`} title={state === 'open' ? 'What changes is shown at once' : 'Not connected'}>
      <span class="link-dot" aria-hidden="true" />
      <span class="link-word">{word}</span>
    </span>
  );
}

function Lost(): JSX.Element | null {
  if (serverLink.value !== 'lost' || refused.value !== 0) return null;
  void tick.value;
  const seconds = Math.max(0, Math.ceil((nextTry.value - Date.now()) / 1000));
  return (
    <div class="banner" role="alert">
      <strong>Connection lost.</strong> <span>What you see may be old. {seconds > 0 ? `Next try in ${seconds} s.` : 'Trying …'}</span>
      <button type="button" class="small" onClick={hurry}>
        Try now
      </button>
    </div>
  );
}

function Locked(): JSX.Element {
  const [token, setToken] = useState('');
  const enter = (value: string) => {
    keep(value);
    refused.value = 0;
    startFollowing();
  };
  const open = (event: Event) => {
    event.preventDefault();
    // What was copied may be the whole address.
    enter(token.trim().replace(/^.*[#&?]token=/, ''));
  };
  // A tab that was opened since may know the token of a server that was started anew.
  useEffect(() => {
    const ask = () => void askOthers(ours.peek()).then((found) => found !== '' && enter(found));
    const timer = setInterval(ask, 2000);
    ask();
    return () => clearInterval(timer);
  }, []);
  return (
    <div class="trouble" role="alert">
      <h1 class="empty-title">This page has no valid token</h1>
      <p>
        <code>assay web</code> prints an address with a token in it: open that one, or put it here. A server that was started anew has a new token; a tab that has it lets this one in.
      </p>
      <form class="row" onSubmit={open}>
        <input type="password" class="grow" aria-label="Token" placeholder="Token" autocomplete="off" value={token} onInput={(event) => setToken(event.currentTarget.value)} />
        <button type="submit" class="primary" disabled={token.trim() === ''}>
          Open
        </button>
      </form>
    </div>
  );
}

function Help({onClose}: {onClose: () => void}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="help-title" onClose={onClose}>
      <header class="card-head">
        <h2 id="help-title">Keys</h2>
        <button type="button" class="small" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </header>
      <div class="help">
        {shownKeys()
          .reverse()
          .map((layer) => (
            <section>
              <h3>{layer.title}</h3>
              <dl>
                {layer.keys.map((key) => (
                  <div>
                    <dt>
                      {key.keys.split(' ').map((one) => (
                        <kbd>{one}</kbd>
                      ))}
                    </dt>
                    <dd>{key.does}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
    </dialog>
  );
}

