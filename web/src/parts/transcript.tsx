// SPDX-License-Identifier: MIT
// What an agent said and did, moment by moment, as it goes on. All of it is what the agent wrote: claims.
import type {JSX} from 'preact';
import {useEffect, useRef, useState} from 'preact/hooks';
import type {AttemptId} from '../data/client';
import {asRefused, client} from '../data/state';
import type {Moment} from '../data/types';
import {usual} from '../lib/ansi';
import {useKeys} from '../lib/keys';
import {count, span} from '../lib/time';
import {Empty, Trouble} from './frame';
import {Coloured} from './log';

const page = 500;
const folded = 12; // lines of a moment before it is folded

export function TranscriptView({at, grown}: {at: AttemptId; grown: number}): JSX.Element {
  const [moments, setMoments] = useState<Moment[]>([]);
  const [all, setAll] = useState(0);
  const [growing, setGrowing] = useState(false);
  const [error, setError] = useState<{status: number; message: string; code: string} | null>(null);
  const [loaded, setLoaded] = useState(false);
  const [needle, setNeedle] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const key = `${at.workspace}/${at.run}/${at.name}/${at.attempt}`;
  const have = useRef(0);
  const loadMore = async () => {
    try {
      const next = await client().transcript(at, {first: have.current, limit: page});
      have.current = next.first + next.moments.length;
      setMoments((old) => [...old.slice(0, next.first), ...next.moments]);
      setAll(next.all);
      setGrowing(next.growing);
      setError(null);
    } catch (problem) {
      setError(asRefused(problem));
    } finally {
      setLoaded(true);
    }
  };
  useEffect(() => {
    have.current = 0;
    setMoments([]);
    setLoaded(false);
    void loadMore();
  }, [key]);
  useEffect(() => {
    if (!growing || have.current < all) return;
    const near = end.current ? end.current.getBoundingClientRect().top < innerHeight + 80 : false;
    const timer = setTimeout(() => void loadMore().then(() => near && end.current?.scrollIntoView({block: 'end'})), grown > 0 ? 200 : 2000);
    return () => clearTimeout(timer);
  }, [growing, grown, moments]);
  useKeys('Transcript', [{keys: '/', does: 'search in the transcript', run: () => field.current?.focus()}]);

  if (error && moments.length === 0) return <Trouble error={error} reload={() => void loadMore()} />;
  if (!loaded) return <div class="skeleton" style={{minHeight: '160px'}} role="status" aria-label="loading" />;
  if (moments.length === 0) return <Empty title="Nothing was said">The agent has written nothing that can be read as a transcript. The log has its bytes.</Empty>;
  const lower = needle.toLowerCase();
  const shown = needle === '' ? moments : moments.filter((moment) => moment.text.toLowerCase().includes(lower));
  return (
    <div class="transcript">
      <div class="log-tools">
        <input ref={field} type="search" class="grow" placeholder="Search in the transcript" aria-label="Search in the transcript" value={needle} onInput={(event) => setNeedle(event.currentTarget.value)} />
        <span class="num dim">
          {needle === '' ? `${count(all)} moments` : `${count(shown.length)} of ${count(moments.length)}`}
          {growing && <span class="live-dot" aria-hidden="true" />}
        </span>
      </div>
      <p class="note">Words of the agent: claims. What assay saw itself stands under Evidence.</p>
      <ol class="moments">
        {shown.map((moment, index) => (
          <MomentView key={needle === '' ? index : `${needle}${index}`} moment={moment} needle={needle} />
        ))}
      </ol>
      {moments.length < all && (
        <button type="button" onClick={() => void loadMore()}>
          Load {count(Math.min(page, all - moments.length))} more of {count(all - moments.length)}
        </button>
      )}
      <div ref={end} />
    </div>
  );
}

const names: Record<string, string> = {said: 'said', called: 'tool', returned: 'result', error: 'error', retried: 'retried', ended: 'ended', other: ''};

function MomentView({moment, needle}: {moment: Moment; needle: string}): JSX.Element {
  const lines = moment.text.split('\n');
  const long = lines.length > folded || moment.text.length > 3000;
  const [open, setOpen] = useState(moment.kind === 'said' || moment.kind === 'error');
  const cut = long && !open;
  const text = cut ? lines.slice(0, 4).join('\n').slice(0, 1200) : moment.text.slice(0, 200_000);
  return (
    <li class={`moment m-${moment.kind}`}>
      <span class="moment-kind">
        {names[moment.kind] ?? moment.kind}
        {moment.at_ms !== null && <span class="dim num">+{span(moment.at_ms)}</span>}
      </span>
      <div class="moment-text" dir="auto">
        <Coloured text={text} style={usual} needle={needle} />
        {long && (
          <button type="button" class="link" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'fold' : `… all ${count(lines.length)} lines`}
          </button>
        )}
      </div>
    </li>
  );
}
