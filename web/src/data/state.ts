// SPDX-License-Identifier: MIT
// What the whole page shares: the client, the link to the server, and what changed last.
import {computed, signal} from '@preact/signals';
import {useEffect, useRef, useState} from 'preact/hooks';
import {say} from '../lib/say';
import type {Client} from './client';
import type {Following, Link} from './sse';
import {Refused} from './transport';
import type {Overview, RunChanged, Server} from './types';

let theClient: Client | null = null;
export function setClient(client: Client): void {
  theClient = client;
}
export function client(): Client {
  if (!theClient) throw new Error('there is no client yet');
  return theClient;
}

export const server = signal<Server | null>(null);
export const link = signal<Link>('connecting');
export const nextTry = signal(0); // when the link is tried again, by our clock
export const refused = signal(0); // 401, 403: the token is not ours
export const overview = signal<Overview | null>(null);
/** Of the newest change to any run; lists load anew when it moves. */
export const changes = signal(0);
/** Of the newest that brought a run to rest: what is dear to ask waits for those. */
export const endings = signal(0);
/** The run it was about. */
export const changed = signal<RunChanged | null>(null);
export const canAct = computed(() => client().live && server.value !== null && !server.value.read_only);

/** By the clock of the server, as far as we know it. */
let skew = 0;
export const now = () => Date.now() + skew;
export const tick = signal(0); // every second

const words: Record<string, string> = {
  waiting: 'waits for you',
  passed: 'passed',
  failed: 'failed',
  error: 'ended with an error',
  exhausted: 'is exhausted',
  out_of_budget: 'is out of budget',
  interrupted: 'was interrupted',
};

let following: Following | null = null;
let loading = false;
let again = false;

export async function loadOverview(): Promise<void> {
  if (loading) {
    again = true;
    return;
  }
  loading = true;
  try {
    const fresh = await client().overview();
    overview.value = fresh;
    server.value = fresh.server;
    refused.value = 0;
    skew = (Date.parse(fresh.server.now) || Date.now()) - Date.now();
  } catch (error) {
    if (error instanceof Refused && (error.status === 401 || error.status === 403)) refused.value = error.status;
  } finally {
    loading = false;
    if (again) {
      again = false;
      setTimeout(() => void loadOverview(), 150);
    }
  }
}

let ticking = false;

function startTicking(): void {
  if (ticking) return;
  ticking = true;
  window.setInterval(() => {
    tick.value = tick.peek() + 1;
  }, 1000);
  // A tab that nobody sees has no stream; its title still tells what waits.
  window.setInterval(() => document.hidden && client().live && refused.peek() === 0 && void loadOverview(), 30000);
}

export function startFollowing(): void {
  startTicking();
  if (!client().live) {
    link.value = 'closed';
    return;
  }
  following?.close();
  void loadOverview();
  following = client().followAll({
    message: (message) => {
      if (message.event !== 'run') return;
      const about = JSON.parse(message.data) as RunChanged;
      tellChange(about);
      changed.value = about;
      if (about.state !== 'running') endings.value = endings.peek() + 1;
      changes.value = changes.peek() + 1;
      void loadOverview();
    },
    link: (state, wait) => {
      const before = link.peek();
      if (state === 'open' && before === 'lost') {
        say('Connected again');
        void loadOverview();
        changes.value = changes.peek() + 1;
      }
      if (state === 'lost' && before === 'open') say('Connection lost');
      link.value = state;
      nextTry.value = Date.now() + wait;
    },
    refused: (status) => {
      if (status === 401 || status === 403) refused.value = status;
    },
  });
}

export function hurry(): void {
  following?.hurry();
}

const lastState = new Map<string, string>();
function tellChange(run: RunChanged): void {
  const id = `${run.workspace}/${run.run_id}`;
  if (lastState.get(id) !== run.state && words[run.state]) say(`${run.machine} ${run.run_id.slice(-6)} ${words[run.state]}`);
  lastState.set(id, run.state);
}

export interface Loaded<T> {
  data: T | null;
  error: Refused | null;
  loading: boolean;
  reload: () => void;
}

/** Loads, and loads anew whenever one of `on` or `fresh` changes. What was there stays until the new is, unless `on` is about something else; `keep`: then too. */
export function useLoaded<T>(load: () => Promise<T>, on: unknown[], fresh: unknown[] = [], keep = false): Loaded<T> {
  const [state, setState] = useState<{data: T | null; error: Refused | null; loading: boolean}>({data: null, error: null, loading: true});
  const [round, setRound] = useState(0);
  const number = useRef(0);
  const key = JSON.stringify(on);
  const lastKey = useRef(key);
  useEffect(() => {
    const mine = ++number.current;
    const isOther = lastKey.current !== key;
    lastKey.current = key;
    setState((old) => ({data: isOther && !keep ? null : old.data, error: null, loading: true}));
    load().then(
      (data) => number.current === mine && setState({data, error: null, loading: false}),
      (error: unknown) => number.current === mine && setState((old) => ({data: old.data, error: asRefused(error), loading: false})),
    );
    return () => {
      ++number.current;
    };
  }, [key, round, ...fresh]);
  return {...state, reload: () => setRound((n) => n + 1)};
}

export function asRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  return new Refused(0, [{code: 'page', field: '', what: error instanceof Error ? error.message : String(error)}]);
}
