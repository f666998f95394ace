// SPDX-License-Identifier: MIT
// Text of others: always text, isolated in its direction, with what cannot be seen shown by name.
import type {JSX} from 'preact';
import {useState} from 'preact/hooks';
import {visible} from '../lib/visible';

export function Text({of, class: name}: {of: string; class?: string}): JSX.Element {
  return (
    <bdi dir="auto" class={name}>
      {visible(of).map((piece) => (piece.escaped ? <span class="esc">{piece.text}</span> : piece.text))}
    </bdi>
  );
}

/** An id, a path or a command. */
export function Mono({of, class: name = ''}: {of: string; class?: string}): JSX.Element {
  return (
    <code class={name}>
      <Text of={of} />
    </code>
  );
}

/** A long name whose end matters as much as its beginning. */
export function Path({of}: {of: string}): JSX.Element {
  const cut = of.replace(/\/+$/, '').lastIndexOf('/');
  return (
    <span class="path" title={of}>
      {cut > 0 && (
        <span class="path-head">
          <Text of={of.slice(0, cut + 1)} />
        </span>
      )}
      <span class="path-tail">
        <Text of={of.slice(cut + 1)} />
      </span>
    </span>
  );
}

export function Copy({text, what}: {text: string; what: string}): JSX.Element {
  const [done, setDone] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      setTimeout(() => setDone(false), 1500);
    } catch {
      setDone(false);
    }
  };
  return (
    <button type="button" class="icon-button" aria-label={`Copy ${what}`} title={`Copy ${what}`} onClick={copy}>
      <svg viewBox="0 0 16 16" class="icon" aria-hidden="true">
        {done ? <path d="m3 8.5 3.2 3.2L13 5" class="line" /> : <path d="M5.5 5.5V3h7.5v7.5h-2.500M3 5.500h7.500V13H3Z" class="line" />}
      </svg>
    </button>
  );
}
