// SPDX-License-Identifier: MIT
// What pages are made of: cards, empty and failed places with a way out, tabs, meters.
import type {ComponentChildren, JSX} from 'preact';
import {type Loaded, refused} from '../data/state';
import {Text} from './text';

export function Card({title, count, more, children, id, flush}: {title: ComponentChildren; count?: ComponentChildren; more?: ComponentChildren; children: ComponentChildren; id?: string; flush?: boolean}): JSX.Element {
  return (
    <section class={flush ? 'card flush' : 'card'} aria-labelledby={id ? `${id}-title` : undefined} id={id}>
      <header class="card-head">
        <h2 id={id ? `${id}-title` : undefined}>
          {title}
          {count !== undefined && <span class="count">{count}</span>}
        </h2>
        {more && <div class="card-more">{more}</div>}
      </header>
      <div class="card-body">{children}</div>
    </section>
  );
}

export function Empty({title, children, top}: {title: string; children?: ComponentChildren; top?: boolean}): JSX.Element {
  const Title = top ? 'h1' : 'p';
  return (
    <div class="empty">
      <Title class="empty-title">{title}</Title>
      {children && <div class="empty-more">{children}</div>}
    </div>
  );
}

export function Trouble({error, reload}: {error: {status: number; message: string; code: string}; reload?: () => void}): JSX.Element {
  const title = error.status === 0 ? 'No answer' : error.status === 404 ? 'Not found' : error.status === 401 ? 'This page has no valid token' : `The server says no (${error.status})`;
  return (
    <div class="trouble" role="alert">
      <p class="empty-title">{title}</p>
      <p>
        <Text of={error.message} />
      </p>
      <p class="row">
        {reload && (
          <button type="button" onClick={reload}>
            Try again
          </button>
        )}
        <a class="button" href="#/">
          To the overview
        </a>
      </p>
    </div>
  );
}

/** What is loading, what went wrong, or what is there. */
export function Await<T>({of, children, height, title}: {of: Loaded<T>; children: (data: T) => ComponentChildren; height?: number; title?: string}): JSX.Element {
  if (of.data !== null) return <>{children(of.data)}</>;
  const heading = title !== undefined && <h1 class="hidden">{title}</h1>;
  if (of.error && refused.value === 0) {
    return (
      <>
        {heading}
        <Trouble error={of.error} reload={of.reload} />
      </>
    );
  }
  return <div class="skeleton" style={{minHeight: `${height ?? 120}px`}} aria-busy="true" aria-label="loading" role="status" />;
}

export interface Tab {
  id: string;
  title: ComponentChildren;
  count?: number;
}

export function Tabs({tabs, at, onGo, label}: {tabs: Tab[]; at: string; onGo: (id: string) => void; label: string}): JSX.Element {
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const now = tabs.findIndex((tab) => tab.id === at);
    const next = tabs[(now + step + tabs.length) % tabs.length]!;
    onGo(next.id);
    requestAnimationFrame(() => document.getElementById(`tab-${label}-${next.id}`)?.focus());
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map((tab) => (
        <button type="button" role="tab" id={`tab-${label}-${tab.id}`} aria-selected={tab.id === at} aria-controls={tab.id === at ? `panel-${label}` : undefined} tabIndex={tab.id === at ? 0 : -1} onClick={() => onGo(tab.id)}>
          {tab.title}
          {tab.count !== undefined && tab.count > 0 && <span class="count">{tab.count}</span>}
        </button>
      ))}
    </div>
  );
}

export function TabPanel({label, at, children}: {label: string; at: string; children: ComponentChildren}): JSX.Element {
  return (
    <div role="tabpanel" id={`panel-${label}`} aria-labelledby={`tab-${label}-${at}`} class="tab-panel">
      {children}
    </div>
  );
}

/** A share as a bar with its numbers beside it. */
/** How much of a limit is used; `more`: what will probably come on top of it. */
export function Meter({value, most, more = 0, tone, label}: {value: number; most: number; more?: number; tone?: string; label: string}): JSX.Element {
  const share = most > 0 ? Math.min(1, value / most) : 0;
  const next = most > 0 ? Math.min(1 - share, more / most) : 0;
  const shade = `t-${tone ?? (share >= 1 ? 'fail' : share > 0.8 || (most > 0 && value + more > most) ? 'waiting' : 'running')}`;
  return (
    <span class="meter" role="img" aria-label={label}>
      <span class={`meter-fill ${shade}`} style={{width: `${share * 100}%`}} />
      {next > 0 && <span class={`meter-fill meter-next ${shade}`} style={{width: `${next * 100}%`}} />}
    </span>
  );
}

/** Parts of a whole in one bar: passed, failed, ... */
export function Shares({parts, label}: {parts: {tone: string; n: number}[]; label: string}): JSX.Element {
  const all = parts.reduce((sum, part) => sum + part.n, 0);
  return (
    <span class="shares" role="img" aria-label={label}>
      {all > 0 && parts.filter((part) => part.n > 0).map((part) => <span class={`t-${part.tone}`} style={{flexGrow: part.n}} />)}
    </span>
  );
}

export function Facts({of}: {of: [string, ComponentChildren][]}): JSX.Element {
  return (
    <dl class="facts">
      {of
        .filter(([, value]) => value !== '' && value !== null && value !== undefined && value !== false)
        .map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

export type Head = string | {name: string; right?: boolean; hidden?: boolean};

/** Rows under their names; wider than the window it is scrolled by itself. */
export function Table({label, heads, card, children}: {label: string; heads: Head[]; card?: boolean; children: ComponentChildren}): JSX.Element {
  return (
    <div class={card ? 'scroll card' : 'scroll'} tabIndex={0} role="group" aria-label={label}>
      <table class="list">
        <thead>
          <tr>
            {heads.map((head) => {
              const {name, right, hidden} = typeof head === 'string' ? {name: head, right: false, hidden: false} : head;
              return (
                <th scope="col" class={right ? 'right' : undefined}>
                  {hidden ? <span class="hidden">{name}</span> : name}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
