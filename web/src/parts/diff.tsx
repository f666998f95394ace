// SPDX-License-Identifier: MIT
// What an attempt changed, file by file.
import type {JSX} from 'preact';
import {useMemo, useState} from 'preact/hooks';
import type {Diff, DiffFile} from '../data/types';
import {count} from '../lib/time';
import {Empty, Shares} from './frame';
import {Mono, Path, Text} from './text';

export interface DiffLine {
  kind: 'hunk' | 'add' | 'del' | 'same';
  old: number;
  now: number;
  text: string;
}

/** Lines of a unified patch with their numbers in both files. */
export function readPatch(patch: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let [old, now] = [0, 0];
  for (const line of patch.replace(/\n$/, '').split('\n')) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (hunk) {
      [old, now] = [Number(hunk[1]), Number(hunk[2])];
      lines.push({kind: 'hunk', old: 0, now: 0, text: line});
    } else if (line.startsWith('+')) {
      lines.push({kind: 'add', old: 0, now: now++, text: line.slice(1)});
    } else if (line.startsWith('-')) {
      lines.push({kind: 'del', old: old++, now: 0, text: line.slice(1)});
    } else if (line.startsWith(' ') || line === '') {
      lines.push({kind: 'same', old: old++, now: now++, text: line.slice(1)});
    } else {
      lines.push({kind: 'hunk', old: 0, now: 0, text: line});
    }
  }
  return lines;
}

export function DiffView({diff}: {diff: Diff}): JSX.Element {
  const added = diff.files.reduce((sum, file) => sum + file.added, 0);
  const removed = diff.files.reduce((sum, file) => sum + file.removed, 0);
  if (!diff.known && diff.files.length === 0) {
    return (
      <Empty title="What it changed is not known">
        <Text of={diff.why} />
      </Empty>
    );
  }
  if (diff.files.length === 0) return <Empty title="It changed nothing" />;
  return (
    <div class="diff">
      <p class="row">
        <strong>{count(diff.files.length)}</strong> {diff.files.length === 1 ? 'file' : 'files'}
        <span class="num t-pass">+{count(added)}</span>
        <span class="num t-fail">−{count(removed)}</span>
        <Shares parts={[{tone: 'pass', n: added}, {tone: 'fail', n: removed}]} label={`${added} lines added, ${removed} removed`} />
        {diff.from && (
          <span class="dim">
            <Mono of={diff.from.slice(0, 10)} /> … <Mono of={diff.to.slice(0, 10)} />
          </span>
        )}
      </p>
      {!diff.known && (
        <p class="note">
          <Text of={diff.why} />
        </p>
      )}
      {diff.files.map((file, at) => (
        <FileDiff key={file.path} file={file} open={at < 12 && file.added + file.removed < 400} />
      ))}
    </div>
  );
}

const shownAtOnce = 500;

function FileDiff({file, open}: {file: DiffFile; open: boolean}): JSX.Element {
  const [isOpen, setOpen] = useState(open);
  const [shown, setShown] = useState(shownAtOnce);
  const lines = useMemo(() => (isOpen ? readPatch(file.patch) : []), [isOpen, file.patch]);
  return (
    <details class="diff-file" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class={`mark m-${file.status}`}>{file.status === 'added' ? 'A' : file.status === 'deleted' ? 'D' : 'M'}</span>
        <Path of={file.path} />
        <span class="grow" />
        <span class="num t-pass">+{count(file.added)}</span>
        <span class="num t-fail">−{count(file.removed)}</span>
      </summary>
      {isOpen && file.binary && <p class="note">Binary.</p>}
      {isOpen && !file.binary && file.patch === '' && <p class="note">Only named; its lines are not kept.</p>}
      {isOpen && file.patch !== '' && (
        <div class="diff-lines" tabIndex={0} role="group" aria-label="Changed lines">
          <table>
            <tbody>
              {lines.slice(0, shown).map((line) => (
                <tr class={`d-${line.kind}`}>
                  <td class="d-no">{line.old || ''}</td>
                  <td class="d-no">{line.now || ''}</td>
                  <td class="d-sign">{line.kind === 'add' ? '+' : line.kind === 'del' ? '−' : ''}</td>
                  <td class="d-text">
                    <Text of={line.text.length > 2000 ? `${line.text.slice(0, 2000)} …` : line.text} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {lines.length > shown && (
            <button type="button" class="link" onClick={() => setShown(shown + 4 * shownAtOnce)}>
              {count(lines.length - shown)} more lines
            </button>
          )}
        </div>
      )}
      {isOpen && file.cut && <p class="note">There is more than is shown.</p>}
    </details>
  );
}
