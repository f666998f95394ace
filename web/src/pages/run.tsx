// SPDX-License-Identifier: MIT
// One run, live: its shape, its attempts in time, why it was decided, and whatever is chosen beside it.
import type {JSX} from 'preact';
import {useEffect, useMemo, useRef, useState} from 'preact/hooks';
import {changed, changes, client, link as serverLink, useLoaded} from '../data/state';
import type {Run, RunPage as Page, Timeline as TimelineData} from '../data/types';
import {useKeys} from '../lib/keys';
import {amend, place} from '../lib/router';
import {say} from '../lib/say';
import {small} from '../lib/theme';
import {plural} from '../lib/time';
import {Await, Card} from '../parts/frame';
import {QuestionCard} from '../parts/question';
import {wordOf} from '../parts/state';
import {attemptKey, Timeline, type Window} from '../parts/timeline';
import {AttemptPanel} from './attempt';
import {Decisions} from './decisions';
import {AttemptTable, Progress} from './run_attempts';
import {Details} from './run_details';
import {Head, Verdict} from './run_head';
import {Shape} from './shape';
import {TaskPanel} from './shape_loop';
import {PartPanel} from './shape_pipeline';
import {GatePanel} from './shape_verify';

/** The run as it is, kept fresh by its stream. */
function useRun(workspace: string, run: string) {
  const [moved, setMoved] = useState(0);
  const [grown, setGrown] = useState(0);
  const [lost, setLost] = useState(false);
  const [row, setRow] = useState<Run | null>(null); // as the stream tells it, before the whole page is here
  const pace = useRef(250);
  const ask = async () => {
    const began = performance.now();
    const answer = await client().run(workspace, run);
    pace.current = Math.min(10_000, Math.max(250, 4 * (performance.now() - began)));
    return answer;
  };
  const loaded = useLoaded(ask, [workspace, run], [moved]);
  const page = loaded.data && row && row.run_id === run && row.events >= loaded.data.run.events ? {...loaded.data, run: row} : loaded.data;
  const state = page?.run.state;
  const last = useRef(0);
  last.current = page?.run.events ?? last.current;
  const over = page !== null && page.run.ended_at !== null;
  // A run that nobody coordinates has nothing to tell; the stream about all runs says when it goes on.
  const [resting, setResting] = useState(false);
  const change = changes.value;
  useEffect(() => {
    const about = changed.peek();
    if (change === 0 || (about && (about.run_id !== run || about.workspace !== workspace))) return;
    setResting(false);
    setMoved((n) => n + 1);
  }, [change]);
  useEffect(() => {
    if (!client().live || page === null || over || resting) return;
    // At once, and then four times a second at most; a run that is dear to tell is asked for less often.
    let timer = 0;
    let again = false;
    const soon = () => {
      if (timer !== 0) {
        again = true;
        return;
      }
      setMoved((n) => n + 1);
      timer = window.setTimeout(() => {
        timer = 0;
        if (again) {
          again = false;
          soon();
        }
      }, pace.current);
    };
    let quiet = 0;
    let wasLost = false;
    const following = client().followRun(workspace, run, last.current, {
      message: (message) => {
        if (message.event === 'log') {
          clearTimeout(quiet);
          quiet = window.setTimeout(() => setGrown((n) => n + 1), 60);
          return;
        }
        if (message.event === 'run') setRow(JSON.parse(message.data) as Run);
        if (message.event === 'over') {
          following.close();
          setResting(true);
        }
        soon();
      },
      link: (link) => {
        if (link === 'open' && wasLost) soon(); // what was missed
        wasLost = link === 'lost' || (wasLost && link !== 'open');
        setLost(link === 'lost');
      },
      refused: () => undefined,
    });
    return () => {
      clearTimeout(timer);
      clearTimeout(quiet);
      following.close();
    };
  }, [workspace, run, page === null, over, resting]);
  const before = useRef(state);
  useEffect(() => {
    if (before.current && state && before.current !== state) say(`The run ${wordOf(state)}`);
    before.current = state;
  }, [state]);
  return {loaded: {...loaded, data: page}, moved, grown, lost};
}

export function RunPage({workspace, run}: {workspace: string; run: string}): JSX.Element {
  const {loaded, moved, grown, lost} = useRun(workspace, run);
  return (
    <Await of={loaded} height={500} title={run}>
      {(page) => <Shown page={page} moved={moved} grown={grown} lost={lost && serverLink.value !== 'open'} reload={loaded.reload} />}
    </Await>
  );
}

function useTimeline(page: Page, moved: number) {
  const [window, setWindow] = useState<Window | null>(null);
  const [whole, setWhole] = useState<TimelineData | null>(null);
  const [data, setData] = useState<TimelineData | null>(null);
  const {workspace, run_id} = page.run;
  const number = useRef(0);
  useEffect(() => {
    const mine = ++number.current;
    const ask = async () => {
      const all = await client().timeline(workspace, run_id, {limit: 10000, buckets: 600});
      if (mine !== number.current) return;
      setWhole(all);
      if (!window) setData(all);
    };
    void ask().catch(() => undefined);
  }, [workspace, run_id, moved]);
  useEffect(() => {
    if (!whole) return;
    if (!window || whole.buckets.length === 0) return setData(whole);
    const timer = setTimeout(() => {
      client()
        .timeline(workspace, run_id, {from: Math.floor(window.from), to: Math.ceil(window.to), limit: 10000, buckets: 600})
        .then(setData, () => undefined);
    }, 120);
    return () => clearTimeout(timer);
  }, [window?.from, window?.to, whole]);
  return {whole, data, setWindow};
}

function Shown({page, moved, grown, lost, reload}: {page: Page; moved: number; grown: number; lost: boolean; reload: () => void}): JSX.Element {
  const {run} = page;
  const query = place.value.query;
  const at = query.get('at') ?? '';
  const attempt = Number(query.get('n') ?? '0');
  const partId = query.get('part') ?? '';
  const timeline = useTimeline(page, moved);
  const choose = (name: string, n: number) => amend({at: name, n, part: '', tab: ''}, 'push');
  const choosePart = (id: string) => amend({part: id, at: '', n: '', tab: ''}, 'push');
  const close = () => amend({at: '', n: '', part: '', tab: ''}, 'push');
  const rows = useMemo(() => [...(timeline.whole?.attempts ?? [])].sort((a, b) => a.start_ms - b.start_ms), [timeline.whole]);
  const move = (by: number) => {
    const now = rows.findIndex((row) => row.name === at && row.attempt === attempt);
    const next = rows[Math.min(rows.length - 1, Math.max(0, now + by))];
    if (next) amend({at: next.name, n: next.attempt, part: ''});
  };
  const toBad = async () => {
    const isBad = (row: {state: string}) => row.state === 'failed' || row.state === 'error';
    const ask = async (state: string) => (await client().attempts(run.workspace, run.run_id, {state, limit: 1})).attempts.find(isBad);
    const badOne = rows.find(isBad) ?? (await ask('failed')) ?? (await ask('error'));
    if (badOne) choose(badOne.name, badOne.attempt);
    else say('Nothing has failed');
  };
  useKeys('Run', [
    {keys: 'j', does: 'next attempt', run: () => move(1)},
    {keys: 'k', does: 'attempt before', run: () => move(-1)},
    {keys: '!', does: 'the first attempt that failed', run: () => void toBad().catch(() => undefined)},
    {keys: 'Escape', does: 'close what is chosen', run: close},
  ]);
  const isOpen = at !== '' || partId !== '';
  // On a small screen what is chosen covers the run: the focus goes there, and cannot get behind it.
  const covers = isOpen && small.value;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (covers) panel.current?.focus();
  }, [covers, at, partId]);
  const many = (timeline.whole?.buckets.length ?? 0) > 0;
  return (
    <div class={isOpen ? 'run-page split' : 'run-page'}>
      <div class="run-main" inert={covers}>
        <Head page={page} lost={lost} reload={reload} />
        {page.question && <QuestionCard key={`${page.question.gate_id}/${page.question.ordinal}`} question={page.question} top />}
        <Verdict page={page} />
        <Shape page={page} selected={partId} at={at} onPart={choosePart} onAttempt={choose} />
        <Card id="timeline" title="Timeline" flush more={<Progress page={page} />}>
          {timeline.whole && timeline.data ? (
            timeline.whole.matching === 0 ? (
              <p class="quiet">Nothing was started yet.</p>
            ) : (
              <>
                <Timeline
                  whole={timeline.whole}
                  data={timeline.data}
                  onWindow={timeline.setWindow}
                  selected={at ? attemptKey({name: at, attempt}) : ''}
                  onSelect={choose}
                  live={run.state === 'running'}
                  label={`Timeline of ${plural(timeline.whole.matching, 'attempt')}`}
                />
                <AttemptTable page={page} data={timeline.data} onAttempt={choose} at={at} attempt={attempt} />
              </>
            )
          ) : (
            <div class="skeleton" style={{minHeight: '140px'}} role="status" aria-label="loading" />
          )}
        </Card>
        <Decisions workspace={run.workspace} run={run.run_id} moved={moved} onSubject={(subject) => subjectChosen(subject, page, timeline.whole, choose, choosePart)} />
        <Details page={page} />
      </div>
      {isOpen && (
        <aside class="panel" aria-label="What is chosen" ref={panel} tabIndex={-1}>
          {at !== '' ? (
            <AttemptPanel key={`${at}#${attempt}`} id={{workspace: run.workspace, run: run.run_id, name: at, attempt}} grown={grown} moved={moved} onClose={close} onAttempt={choose} />
          ) : page.verify ? (
            <GatePanel page={page} id={partId} onClose={close} onAttempt={choose} />
          ) : page.loop ? (
            <TaskPanel page={page} id={partId} rows={rows} many={many} onClose={close} onAttempt={choose} />
          ) : (
            <PartPanel page={page} id={partId} rows={rows} many={many} onClose={close} onAttempt={choose} />
          )}
        </aside>
      )}
    </div>
  );
}

function subjectChosen(subject: string, page: Page, data: TimelineData | null, choose: (name: string, n: number) => void, choosePart: (id: string) => void): void {
  const row = data?.attempts.findLast((one) => one.name === subject);
  if (row) choose(row.name, row.attempt);
  else if (page.loop?.tasks.some((task) => task.id === subject) || page.pipeline?.steps.some((step) => step.id === subject)) choosePart(subject);
}
