// SPDX-License-Identifier: MIT
// Where we are: the fragment of the address, "#/runs?status=failed". It works from a server and from a file,
// and never leaves the machine in a request.
import {computed, signal} from '@preact/signals';

export interface Place {
  path: string[];
  query: URLSearchParams;
}

export function parsePlace(fragment: string): Place {
  const text = fragment.replace(/^#\/?/, '');
  const cut = text.indexOf('?');
  const path = (cut < 0 ? text : text.slice(0, cut)).split('/').filter((part) => part !== '').map(decoded);
  return {path, query: new URLSearchParams(cut < 0 ? '' : text.slice(cut + 1))};
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** link(['runs', id], {at: 'unit'}): what is undefined or empty is left out. */
export function link(path: string[], query: Record<string, string | number | undefined | null> = {}): string {
  const words = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') words.set(key, String(value));
  }
  const tail = words.toString();
  return `#/${path.map(encodeURIComponent).join('/')}${tail ? `?${tail}` : ''}`;
}

const fragment = signal(typeof location === 'undefined' ? '' : location.hash);
export const place = computed(() => parsePlace(fragment.value));

export function go(to: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', to);
  else history.replaceState(null, '', to);
  fragment.value = location.hash;
}

/** The same place with other words in its query. */
export function amend(query: Record<string, string | number | undefined | null>, how: 'push' | 'replace' = 'replace'): void {
  const now = place.peek();
  go(link(now.path, {...Object.fromEntries(now.query), ...query}), how);
}

export function startRouter(): void {
  const look = () => {
    fragment.value = location.hash;
  };
  addEventListener('hashchange', look);
  addEventListener('popstate', look);
  look();
}
