// SPDX-License-Identifier: MIT
// A log of any size, read in pieces where somebody looks. Every piece tells the number of its first line, so
// a line that is not there yet is looked for between the pieces that are: a guess, a piece, a better guess.
import type {Log} from '../data/types';
import {ansi, type Style, usual} from './ansi';

export interface Piece {
  from: number; // bytes
  to: number;
  first: number; // lines, from 0
  lines: string[];
  used: number;
  open: boolean; // its last line goes on behind it
  styles?: Style[]; // at the beginning of each line
}

export type ReadLog = (query: {from?: number; bytes?: number; tail?: number}) => Promise<Log>;

const pieceBytes = 256 << 10;
const keptPieces = 96;
const longestKept = 4 << 20;

/** So much of a line is shown at a time. */
export const lineShown = 4000;

export class LogPieces {
  pieces: Piece[] = []; // by `from`; they do not overlap
  size = 0;
  lines = 0; // of the whole log
  growing = false;
  private clock = 0;
  private wished = -1;
  private busy: Promise<void> | null = null;

  constructor(
    private readonly read: ReadLog,
    private readonly changed: () => void,
  ) {}

  /** The end of the log, and with it how many lines there are. */
  async open(): Promise<void> {
    this.take(await this.read({tail: pieceBytes}), -1);
    // A piece that was moved back to the beginning of its line may end a line too early.
    for (let tries = 0; tries < 4 && (this.pieces.at(-1)?.to ?? this.size) < this.size; ++tries) await this.more();
  }

  /** What has come since. */
  async more(): Promise<void> {
    const last = this.pieces.at(-1);
    if (!last) return this.open();
    const before = this.size;
    const from = last.to;
    const log = await this.read({from, bytes: last.open && (last.lines.at(-1)?.length ?? 0) >= pieceBytes / 2 ? pieceBytes / 2 : pieceBytes});
    if (log.size === before && log.to <= last.to) {
      this.growing = log.growing;
      return;
    }
    this.take(log, from);
  }

  /**
   * `asked`: the byte that was asked for; -1: the end. A piece begins with a line, unless that is so long that its
   * beginning is far away: then it goes on in the middle, either behind a piece that is here, or its first part is no use.
   * Returns whether anything of it is.
   */
  private take(log: Log, asked: number): boolean {
    this.size = Math.max(this.size, log.size);
    this.growing = log.growing;
    if (log.text === '') return false;
    let {from} = log;
    let first = Math.max(0, log.first_line - 1);
    const lines = (log.text.endsWith('\n') ? log.text.slice(0, -1) : log.text).split('\n');
    const open = !log.text.endsWith('\n');
    const before = this.pieces.find((one) => one.open && one.to === from);
    const within = from > 0 && !before && (asked < 0 ? from === log.size - pieceBytes : from === asked) && !this.pieces.some((one) => !one.open && one.to === from);
    if (before || within) {
      const part = lines.shift() ?? '';
      const isWhole = lines.length > 0 || !open;
      from += byteLength(part) + (isWhole ? 1 : 0);
      first += 1;
      if (before) {
        before.lines.push((before.lines.pop() ?? '') + part);
        before.to = from;
        before.open = !isWhole;
      }
      if (lines.length === 0) {
        this.lines = Math.max(this.lines, first);
        if (before) this.changed();
        return before !== undefined;
      }
    }
    const piece: Piece = {from, to: log.to, first, lines, used: ++this.clock, open};
    this.pieces = this.pieces.filter((one) => one.from < piece.from || one.from >= piece.to);
    const earlier = this.pieces.findLast((one) => one.from < piece.from);
    if (earlier && earlier.to > piece.from) trim(earlier, piece);
    this.pieces.push(piece);
    this.pieces.sort((x, y) => x.from - y.from);
    this.lines = Math.max(this.lines, piece.first + piece.lines.length);
    this.forget();
    this.changed();
    return true;
  }

  private forget(): void {
    while (this.pieces.length > keptPieces) {
      let oldest = 0;
      for (let at = 1; at < this.pieces.length - 1; ++at) if (this.pieces[at]!.used < this.pieces[oldest]!.used) oldest = at;
      this.pieces.splice(oldest, 1);
    }
  }

  /** The line, or nothing while it is being fetched. */
  line(line: number): string | undefined {
    const piece = this.pieceOf(line);
    if (!this.isHere(line)) void this.want(line);
    if (!piece) return undefined;
    piece.used = ++this.clock;
    return piece.lines[line - piece.first];
  }

  /** With its end, unless that is megabytes away. */
  private isHere(line: number): boolean {
    const piece = this.pieceOf(line);
    if (!piece) return false;
    const text = piece.lines[line - piece.first] ?? '';
    return !(piece.open && line === piece.first + piece.lines.length - 1 && piece.to < this.size && text.length < longestKept);
  }

  /** The colours that the lines before have left on. */
  styleAt(line: number): Style {
    const piece = this.pieceOf(line);
    if (!piece) return usual;
    if (!piece.styles || piece.styles.length < piece.lines.length) piece.styles = stylesOf(piece.lines);
    return piece.styles[line - piece.first] ?? usual;
  }

  /** Lines with the text among those that are here. */
  searchHere(wanted: string, most: number): {line: number; text: string}[] {
    const hits: {line: number; text: string}[] = [];
    const lower = wanted.toLowerCase();
    for (const piece of this.pieces) {
      piece.lines.forEach((text, at) => {
        if (hits.length < most && text.toLowerCase().includes(lower)) hits.push({line: piece.first + at, text});
      });
    }
    return hits;
  }

  private pieceOf(line: number): Piece | undefined {
    let low = 0;
    let high = this.pieces.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const piece = this.pieces[middle]!;
      if (line < piece.first) high = middle - 1;
      else if (line >= piece.first + piece.lines.length) low = middle + 1;
      else return piece;
    }
    return undefined;
  }

  /** What is known of the bytes before a line. */
  private below(line: number): {line: number; byte: number} {
    let low = {line: 0, byte: 0};
    for (const piece of this.pieces) {
      const end = piece.first + piece.lines.length;
      if (end <= line && end >= low.line) low = {line: end, byte: piece.to};
    }
    return low;
  }

  /** Between what lies before and behind it, as if lines were equally long. */
  private guess(line: number): number {
    const low = this.below(line);
    let high = {line: Math.max(1, this.lines), byte: this.size};
    for (const piece of this.pieces) if (piece.first > line && piece.first < high.line) high = {line: piece.first, byte: piece.from};
    const share = (line - low.line) / Math.max(1, high.line - low.line);
    const byte = low.byte + share * (high.byte - low.byte);
    // What is next to a known piece is read in whole steps from it.
    return Math.max(low.byte, Math.min(Math.floor(byte - (byte - low.byte > pieceBytes ? pieceBytes / 4 : byte - low.byte)), high.byte - 1));
  }

  /** One at a time: the lines in sight are mostly in one piece. The newest wish goes first. */
  async want(line: number): Promise<void> {
    this.wished = line;
    if (this.busy) return this.busy;
    this.busy = this.fetchWished().finally(() => {
      this.busy = null;
    });
    return this.busy;
  }

  private async fetchWished(): Promise<void> {
    let step = false; // guesses did not help: on from what is known
    for (let tries = 0; tries < 200; ++tries) {
      const line = this.wished;
      if (line < 0 || line >= this.lines || this.isHere(line)) return;
      const partly = this.pieceOf(line);
      const low: number = partly ? partly.to : this.below(line).byte;
      const from: number = step || partly ? low : this.guess(line);
      const goesOn = this.pieces.some((one) => one.open && one.to === from);
      try {
        const log = await this.read({from, bytes: goesOn ? pieceBytes / 2 : pieceBytes});
        const helped: boolean = this.take(log, from) && log.to > from;
        if (!helped && from === low) return; // that part is not to be had
        step = !helped;
      } catch {
        return;
      }
    }
  }

  /** Fetches the piece with this byte, and tells its line. */
  async lineAt(byte: number): Promise<number> {
    let piece = this.pieces.find((one) => one.from <= byte && byte < one.to);
    if (!piece) {
      // From within its line, so that the piece certainly begins with it.
      this.take(await this.read({from: byte + 1, bytes: pieceBytes}), byte + 1);
      piece = this.pieces.find((one) => one.from <= byte && byte < one.to);
    }
    if (!piece) return 0;
    let at = piece.from;
    for (let line = 0; line < piece.lines.length; ++line) {
      at += byteLength(piece.lines[line]!) + 1;
      if (at > byte) return piece.first + line;
    }
    return piece.first;
  }
}

const encoder = new TextEncoder();
const byteLength = (text: string) => encoder.encode(text).length;

function stylesOf(lines: string[]): Style[] {
  let style = usual;
  return lines.map((line) => {
    const here = style;
    if (line.includes('\u001b[')) style = ansi(line, style).style;
    return here;
  });
}

/** The later piece has what they share. */
function trim(earlier: Piece, later: Piece): void {
  earlier.lines.length = Math.max(0, Math.min(earlier.lines.length, later.first - earlier.first));
  earlier.to = later.from;
}

const failures = /\b(FAIL(ED|URES?)?|ERROR|Error:|error:|AssertionError|panicked at|Traceback|not ok \d|Segmentation fault|fatal:)|^(E {2,}|--- FAIL)|[✗✖✕]/;

/** A line that seems to tell of a failure. It helps to read, and decides nothing. */
export function looksFailed(line: string): boolean {
  return failures.test(line.length > 2000 ? line.slice(0, 2000) : line);
}
