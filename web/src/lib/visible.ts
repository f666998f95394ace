// SPDX-License-Identifier: MIT
// Text that others wrote, made fit to be read: what a reader could not see, or what would turn the
// rest of the line around, is shown by name.

export interface Piece {
  text: string;
  escaped: boolean;
}

// C0 but tab and newline, DEL, C1, soft hyphen, zero-width and bidi marks, line and paragraph separators,
// invisible operators, variation of nothing (Hangul fillers), annotation marks, tags, lone surrogates.
const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\udb40[\udc00-\udc7f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const names: Record<number, string> = {
  0x07: '\\a',
  0x08: '\\b',
  0x0d: '\\r',
  0x1b: '\\e',
};

function escapeOf(found: string): string {
  const code = found.codePointAt(0) ?? 0;
  return names[code] ?? (code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`);
}

/** The text in pieces; those that are escaped stand for something that cannot be seen. */
export function visible(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(unseen)) {
    if (found.index > from) pieces.push({text: text.slice(from, found.index), escaped: false});
    pieces.push({text: escapeOf(found[0]), escaped: true});
    from = found.index + found[0].length;
  }
  if (from < text.length || pieces.length === 0) pieces.push({text: text.slice(from), escaped: false});
  return pieces;
}

/** The same as one string: for attributes, titles and canvases. */
export function plain(text: string): string {
  return text.replace(unseen, escapeOf);
}
