// SPDX-License-Identifier: MIT
// A log of any size: only the lines in sight are in the page. Search is the server's; n and N go from hit to
// hit, f to the failure, G to the end.
import type {JSX} from 'preact';
import {useEffect, useLayoutEffect, useMemo, useRef, useState} from 'preact/hooks';
import type {AttemptId} from '../data/client';
import {asRefused, client} from '../data/state';
import type {LogHead} from '../data/types';
import {ansi, bare, type Style} from '../lib/ansi';
import {useKeys} from '../lib/keys';
import {lineShown, LogPieces, looksFailed} from '../lib/logpieces';
import {say} from '../lib/say';
import {bytes, count} from '../lib/time';
import {visible} from '../lib/visible';
import {Empty, Trouble} from './frame';

const rowHeight = 19;
const tallestPage = 8_000_000; // browsers end somewhere above ten million pixels

interface Hit {
  line: number;
  text: string;
}

export function LogView({at, head, grown}: {at: AttemptId; head: LogHead; grown: number}): JSX.Element {
  const [version, setVersion] = useState(0);
  const [error, setError] = useState<{status: number; message: string; code: string} | null>(null);
  const [top, setTop] = useState(0);
  const [room, setRoom] = useState(400);
  const [text, setText] = useState('');
  const [hits, setHits] = useState<{hits: Hit[]; matching: number; at: number} | null>(null);
  const [failure, setFailure] = useState(-1);
  const [sticky, setSticky] = useState(head.growing);
  const [whole, setWhole] = useState<number | null>(null); // a line that is read in a window of its own
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const key = `${at.workspace}/${at.run}/${at.name}/${at.attempt}`;
  const pieces = useMemo(() => new LogPieces((query) => client().log(at, query), () => setVersion((n) => n + 1)), [key]);

  const rows = Math.ceil(room / rowHeight);
  const real = pieces.lines * rowHeight + 12;
  const height = Math.min(real, tallestPage);
  const most = Math.max(0, height - room);
  const firstOf = (pixel: number) => (real <= tallestPage ? pixel / rowHeight : most === 0 ? 0 : (pixel / most) * Math.max(0, pieces.lines - rows + 1));
  const pixelOf = (line: number) => (real <= tallestPage ? line * rowHeight : (line / Math.max(1, pieces.lines - rows + 1)) * most);

  // Where to go is kept until the page is tall enough to go there.
  const goal = useRef(-1);
  const [asks, setAsks] = useState(0);
  const scrollTo = (line: number) => {
    goal.current = line;
    setAsks((n) => n + 1);
  };
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || goal.current < 0 || pieces.lines === 0) return;
    element.scrollTop = Math.max(0, Math.min(pixelOf(Math.max(0, goal.current - Math.floor(rows * 0.3))), most + rowHeight));
    setTop(element.scrollTop);
    goal.current = -1;
  }, [asks, height, room]);
  const toEnd = () => {
    setSticky(true);
    requestAnimationFrame(() => box.current && (box.current.scrollTop = box.current.scrollHeight));
  };
  const toFailure = async () => {
    if (head.failure_at === null) return;
    const line = await pieces.lineAt(head.failure_at);
    setSticky(false);
    setFailure(line);
    scrollTo(line);
    say(`Failure at line ${line + 1}`);
  };

  useEffect(() => {
    let old = false;
    setFailure(-1);
    setHits(null);
    if (!head.there) return;
    pieces.open().then(
      () => {
        if (old) return;
        setError(null);
        if (head.growing) toEnd();
        else if (head.failure_at !== null) void toFailure();
      },
      (problem) => !old && setError(asRefused(problem)),
    );
    return () => {
      old = true;
    };
  }, [pieces, head.there]);

  // Grows: the stream says so, and every other second in case it does not.
  useEffect(() => {
    if (!head.growing && !pieces.growing) return;
    let busy = false;
    const look = () => {
      if (busy || document.hidden) return;
      busy = true;
      void pieces.more().catch(() => undefined).finally(() => (busy = false));
    };
    look();
    const timer = setInterval(look, 2000);
    return () => clearInterval(timer);
  }, [pieces, head.growing, grown]);

  useEffect(() => {
    if (sticky && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [pieces.lines, sticky, version]);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setRoom(element.clientHeight));
    watch.observe(element);
    // Where many lines share a pixel the wheel still goes line by line.
    const wheel = (event: WheelEvent) => {
      if (real <= tallestPage || event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      event.preventDefault();
      const line = firstOf(element.scrollTop) + event.deltaY / rowHeight;
      element.scrollTop = pixelOf(Math.max(0, line));
    };
    element.addEventListener('wheel', wheel, {passive: false});
    return () => {
      watch.disconnect();
      element.removeEventListener('wheel', wheel);
    };
  }, [pieces, real > tallestPage, pieces.lines]);

  useEffect(() => {
    if (text === '') return setHits(null);
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const found = await client().logSearch(at, {text, limit: 1000}, abort.signal);
        show(found.hits.map((hit) => ({line: hit.line - 1, text: hit.text})), found.matching);
      } catch (problem) {
        if (abort.signal.aborted) return;
        if (asRefused(problem).status === 404) {
          const here = pieces.searchHere(text, 1000);
          show(here, here.length);
        }
      }
    }, 200);
    const show = (found: Hit[], matching: number) => {
      if (abort.signal.aborted) return;
      const first = firstOf(box.current?.scrollTop ?? 0);
      const next = Math.max(0, found.findIndex((hit) => hit.line >= first));
      setHits({hits: found, matching, at: next});
      say(matching === 0 ? 'No line has it' : `${count(matching)} lines`);
      if (found[next]) {
        setSticky(false);
        scrollTo(found[next].line);
      }
    };
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [text, pieces]);

  const step = (by: number) => {
    if (!hits || hits.hits.length === 0) return;
    const next = (hits.at + by + hits.hits.length) % hits.hits.length;
    setHits({...hits, at: next});
    setSticky(false);
    scrollTo(hits.hits[next]!.line);
    say(`Line ${hits.hits[next]!.line + 1}`);
  };
  useKeys('Log', [
    {keys: '/', does: 'search in the log', run: () => field.current?.focus()},
    {keys: 'n', does: 'next line that has it', run: () => step(1)},
    {keys: 'N', does: 'the one before', run: () => step(-1)},
    {keys: 'f', does: 'jump to the failure', run: () => void toFailure()},
    {keys: 'G', does: 'to the end of the log, and follow it', run: toEnd},
  ]);

  if (!head.there) return <Empty title="No log">It was pruned, or there never was one. Its digest stays in the ledger.</Empty>;
  if (error) return <Trouble error={error} reload={() => void pieces.open().then(() => setError(null)).catch(() => undefined)} />;

  const first = Math.max(0, Math.floor(firstOf(top)));
  const last = Math.min(pieces.lines, first + rows + 2);
  const offset = real <= tallestPage ? first * rowHeight : top;
  const current = hits?.hits[hits.at]?.line ?? -1;
  const hitLines = new Set(hits?.hits.map((hit) => hit.line));
  return (
    <div class="log">
      <div class="log-tools">
        <input
          ref={field}
          type="search"
          class="grow"
          placeholder="Search in the log"
          aria-label="Search in the log"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && step(event.shiftKey ? -1 : 1)}
        />
        {hits && (
          <span class="num" role="status">
            {hits.matching === 0 ? 'nothing' : `${count(hits.at + 1)} of ${count(hits.matching)}`}
          </span>
        )}
        {hits && hits.matching > 0 && (
          <div class="joined">
            <button type="button" class="small" aria-label="The line before that has it" onClick={() => step(-1)}>
              ↑
            </button>
            <button type="button" class="small" aria-label="The next line that has it" onClick={() => step(1)}>
              ↓
            </button>
          </div>
        )}
        {head.failure_at !== null && (
          <button type="button" class="small" onClick={() => void toFailure()}>
            To the failure
          </button>
        )}
        <button type="button" class="small" aria-pressed={sticky} onClick={() => (sticky ? setSticky(false) : toEnd())}>
          {pieces.growing ? 'Follow' : 'To the end'}
        </button>
        <SaveLog at={at} />
      </div>
      <div class="log-sum dim">
        {count(pieces.lines)} lines · {bytes(pieces.size)}
        {pieces.growing && (
          <>
            {' '}
            · grows <span class="live-dot" aria-hidden="true" />
          </>
        )}
        {head.truncated && ' · the middle was too long and was left out'}
        {!client().live && (pieces.pieces[0]?.from ?? 0) > 0 && ' · only its end is part of this page'}
      </div>
      <div
        class="log-box"
        ref={box}
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={`Log, ${pieces.lines} lines`}
        onScroll={(event) => {
          const element = event.currentTarget;
          setTop(element.scrollTop);
          if (element.scrollTop + element.clientHeight < element.scrollHeight - 40) setSticky(false);
        }}
      >
        <div class="log-space" style={{height: `${height}px`}}>
          <div class="log-rows" style={{transform: `translateY(${offset}px)`}}>
            {Array.from({length: Math.max(0, last - first)}, (_, index) => {
              const line = first + index;
              return (
                <Row
                  key={line}
                  line={line}
                  text={pieces.line(line)}
                  style={pieces.styleAt(line)}
                  mark={line === current ? 'current' : hitLines.has(line) ? 'hit' : line === failure ? 'failure' : ''}
                  needle={text}
                  onWhole={() => setWhole(line)}
                />
              );
            })}
          </div>
        </div>
      </div>
      {whole !== null && <WholeLine line={whole} text={pieces.line(whole) ?? ''} onClose={() => setWhole(null)} />}
    </div>
  );
}

function SaveLog({at}: {at: AttemptId}): JSX.Element | null {
  if (!client().live) return null;
  return (
    <button type="button" class="small" onClick={() => void save(client().rawLog(at), `${at.name}-attempt${at.attempt}.log`)}>
      Save
    </button>
  );
}

/** Hands bytes to the browser as a file. */
export async function save(blob: Promise<Blob> | null, name: string): Promise<void> {
  if (!blob) return;
  const url = URL.createObjectURL(await blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

interface RowProps {
  line: number;
  text: string | undefined;
  style: Style;
  mark: string;
  needle: string;
  onWhole: () => void;
}

function Row({line, text, style, mark, needle, onWhole}: RowProps): JSX.Element {
  const cut = text !== undefined && text.length > lineShown;
  const shown = text === undefined ? '' : cut ? text.slice(0, lineShown) : text.endsWith('\r') ? text.slice(0, -1) : text;
  const tone = text !== undefined && looksFailed(bare(shown)) ? 'bad' : '';
  return (
    <div class={`log-row ${mark} ${tone}`}>
      <span class="log-no" aria-hidden="true">
        {line + 1}
      </span>
      <bdi dir="ltr" class={text === undefined ? 'log-text dim' : 'log-text'}>
        {text === undefined ? '…' : <Coloured text={shown} style={style} needle={needle} />}
      </bdi>
      {cut && (
        <button type="button" class="link" onClick={onWhole}>
          … {count(text.length - lineShown)} more characters
        </button>
      )}
    </div>
  );
}

/** The text in its colours, what cannot be seen by name, and what was searched for marked. */
export function Coloured({text, style, needle = ''}: {text: string; style: Style; needle?: string}): JSX.Element {
  return (
    <>
      {ansi(text, style).runs.map((run) => {
        const inner = visible(run.text).map((piece) => (piece.escaped ? <span class="esc">{piece.text}</span> : <Marked text={piece.text} needle={needle} />));
        return run.classes === '' ? inner : <span class={run.classes}>{inner}</span>;
      })}
    </>
  );
}

function Marked({text, needle}: {text: string; needle: string}): JSX.Element {
  if (needle === '') return <>{text}</>;
  const lower = text.toLowerCase();
  const wanted = needle.toLowerCase();
  const parts: (string | JSX.Element)[] = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0 && parts.length < 200; at = lower.indexOf(wanted, from)) {
    parts.push(text.slice(from, at), <mark>{text.slice(at, at + needle.length)}</mark>);
    from = at + needle.length;
  }
  parts.push(text.slice(from));
  return <>{parts}</>;
}

const pageShown = 100_000;

function WholeLine({line, text, onClose}: {line: number; text: string; onClose: () => void}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [page, setPage] = useState(0);
  const pages = Math.ceil(text.length / pageShown);
  useEffect(() => dialog.current?.showModal(), []);
  const from = page * pageShown;
  return (
    <dialog ref={dialog} class="wide" aria-labelledby="whole-title" onClose={onClose}>
      <header class="card-head">
        <h2 id="whole-title">
          Line {count(line + 1)}, {count(text.length)} characters
        </h2>
        <div class="row">
          {pages > 1 && (
            <>
              <button type="button" class="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
                Back
              </button>
              <span class="num">
                {page + 1} of {pages}
              </span>
              <button type="button" class="small" disabled={page === pages - 1} onClick={() => setPage(page + 1)}>
                On
              </button>
            </>
          )}
          <button type="button" class="small" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
      </header>
      <pre class="whole" tabIndex={0}>
        {visible(bare(text.slice(from, from + pageShown))).map((piece) => (piece.escaped ? <span class="esc">{piece.text}</span> : piece.text))}
      </pre>
    </dialog>
  );
}
