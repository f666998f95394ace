// SPDX-License-Identifier: MIT
// The token of this page: how it comes here, who else is told, and where it is kept. It is in no address that a
// browser sends, and leaves the address bar at once.
import {signal} from '@preact/signals';

const key = 'assay-token';
/** A new tab asks the others of this very server; nobody else hears it. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('assay-token');
const patience = 150;

export const token = signal('');

export function keep(value: string): void {
  token.value = value;
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // it is lost with this page then
  }
}

function kept(): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** What the fragment says of it, taken out of the address; the rest of the fragment stays. */
export function fromFragment(hash: string): {token: string; once: string; rest: string} {
  const of = (name: string) => {
    const found = new RegExp(`(?:^#|[#&?/])${name}=([^&#]+)`).exec(hash);
    try {
      return found?.[1] ? decodeURIComponent(found[1]) : '';
    } catch {
      return '';
    }
  };
  const rest = hash.replace(/([#&?])(?:token|once)=[^&#]+&?/g, '$1').replace(/[?&#]+$/, '');
  return {token: of('token'), once: of('once'), rest};
}

/** A code that was good once, against the token. */
async function enter(code: string): Promise<string> {
  try {
    const answer = await fetch('/api/v1/enter', {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify({code}), credentials: 'same-origin', redirect: 'error'});
    return answer.ok ? ((await answer.json()) as {token: string}).token : '';
  } catch {
    return '';
  }
}

/** What another tab of the same server has; '': none answers. `not`: what is known to be no good. */
export function askOthers(not = ''): Promise<string> {
  if (!channel) return Promise.resolve('');
  return new Promise((resolve) => {
    const done = (value: string) => {
      clearTimeout(timer);
      channel.removeEventListener('message', hear);
      resolve(value);
    };
    const hear = (event: MessageEvent<{has?: string}>) => {
      if (typeof event.data?.has === 'string' && event.data.has !== '' && event.data.has !== not) done(event.data.has);
    };
    const timer = setTimeout(() => done(''), patience);
    channel.addEventListener('message', hear);
    channel.postMessage({wants: true});
  });
}

export async function startToken(): Promise<void> {
  const given = fromFragment(location.hash);
  if (given.token !== '' || given.once !== '') history.replaceState(null, '', `${location.pathname}${location.search}${given.rest}`);
  channel?.addEventListener('message', (event: MessageEvent<{wants?: boolean}>) => {
    if (event.data?.wants === true && token.value !== '') channel.postMessage({has: token.value});
  });
  if (given.token !== '') return keep(given.token);
  const fresh = given.once !== '' ? await enter(given.once) : '';
  const mine = fresh || kept() || (await askOthers());
  if (mine !== '') keep(mine);
}
