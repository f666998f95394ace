// SPDX-License-Identifier: MIT
// What keys do. Pages add theirs while they are shown; two-key sequences begin with g.
import {useLayoutEffect} from 'preact/hooks';

export interface Key {
  keys: string; // "j", "g r", "?", "Enter"
  does: string;
  run: (event: KeyboardEvent) => void;
}

const layers: {title: string; keys: Key[]}[] = [];
let pending = '';
let timer = 0;

export function shownKeys(): {title: string; keys: Key[]}[] {
  return layers.filter((layer) => layer.keys.length > 0);
}

export function useKeys(title: string, keys: Key[]): void {
  // At once: the next key may come before the next frame.
  useLayoutEffect(() => {
    const layer = {title, keys};
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
    };
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

function find(keys: string): Key | undefined {
  for (let at = layers.length - 1; at >= 0; --at) {
    const key = layers[at]?.keys.find((one) => one.keys === keys);
    if (key) return key;
  }
  return undefined;
}

export function onKeyDown(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (document.querySelector('dialog[open]')) return;
  if (isTyping(event.target)) {
    if (event.key === 'Escape') (event.target as HTMLElement).blur();
    return;
  }
  // Enter and space belong to what has the focus.
  if ((event.key === 'Enter' || event.key === ' ') && event.target instanceof HTMLElement && /^(A|BUTTON|SUMMARY)$/.test(event.target.tagName)) return;
  const whole = pending === '' ? event.key : `${pending} ${event.key}`;
  clearTimeout(timer);
  pending = '';
  const key = find(whole);
  if (key) {
    event.preventDefault();
    key.run(event);
  } else if (event.key === 'g' && whole === 'g') {
    pending = 'g';
    timer = window.setTimeout(() => (pending = ''), 1500);
  }
}

export function startKeys(): void {
  addEventListener('keydown', onKeyDown);
}
