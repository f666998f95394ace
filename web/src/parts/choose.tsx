// SPDX-License-Identifier: MIT
// Which workspace a page is about: the one in the address, else the newest that has gates to tell of, else the one with the newest run.
import type {ComponentChildren, JSX} from 'preact';
import {overview} from '../data/state';
import type {Workspace} from '../data/types';
import {amend, place} from '../lib/router';
import {Empty} from './frame';

export function chosenWorkspace(): Workspace | null {
  const all = overview.value?.workspaces ?? [];
  const asked = place.value.query.get('workspace');
  return all.find((one) => one.id === asked) ?? all.find((one) => one.verified !== null || one.newest?.machine === 'verify') ?? all[0] ?? null;
}

export function OfWorkspace({title, children, more}: {title: string; children: (workspace: Workspace) => ComponentChildren; more?: ComponentChildren}): JSX.Element {
  const workspace = chosenWorkspace();
  const all = overview.value?.workspaces ?? [];
  return (
    <>
      <header class="page-head">
        <h1>{title}</h1>
        {all.length > 0 && (
          <select aria-label="Workspace" value={workspace?.id} onChange={(event) => amend({workspace: event.currentTarget.value}, 'push')}>
            {all.map((one) => (
              <option value={one.id} title={one.path}>
                {one.name}
              </option>
            ))}
          </select>
        )}
        <span class="grow" />
        {more}
      </header>
      {workspace ? children(workspace) : overview.value ? <Empty title="No runs yet">A workspace appears here with its first run.</Empty> : <div class="skeleton" style={{minHeight: '200px'}} role="status" aria-label="loading" />}
    </>
  );
}
