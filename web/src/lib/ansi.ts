// SPDX-License-Identifier: MIT
// Colours of terminals as names of classes. Nothing of a log is ever taken for markup, and nothing that
// a terminal would hide, overwrite or move is hidden here: such sequences stay in the text.

export interface Run {
  text: string;
  classes: string;
}

export interface Style {
  fg: number; // 0 to 15; -1: the usual one
  bg: number;
  bold: boolean;
  dim: boolean;
  italic: boolean;
  under: boolean;
  strike: boolean;
  inverse: boolean;
}

export const usual: Style = {fg: -1, bg: -1, bold: false, dim: false, italic: false, under: false, strike: false, inverse: false};

const sgr = /\u001b\[([0-9;:]*)m/g;

/** One line, beginning in the style that the line before has left. */
export function ansi(line: string, style: Style = usual): {runs: Run[]; style: Style} {
  const runs: Run[] = [];
  let from = 0;
  let now = style;
  if (line.includes('\u001b[')) {
    for (const found of line.matchAll(sgr)) {
      add(runs, line.slice(from, found.index), now);
      now = apply(now, found[1] ?? '');
      from = found.index + found[0].length;
    }
  }
  add(runs, line.slice(from), now);
  return {runs, style: now};
}

/** The text without colours: to search in. */
export function bare(line: string): string {
  return line.includes('\u001b[') ? line.replace(sgr, '') : line;
}

function add(runs: Run[], text: string, style: Style): void {
  if (text !== '') runs.push({text, classes: classesOf(style)});
}

function classesOf(style: Style): string {
  const names: string[] = [];
  let {fg, bg} = style;
  if (style.inverse) {
    [fg, bg] = [bg, fg];
    if (fg < 0 && bg < 0) names.push('a-inv');
  }
  if (fg === bg) bg = -1; // nobody writes invisibly
  if (fg >= 0) names.push(`a-f${fg}`);
  if (bg >= 0) names.push(`a-b${bg}`);
  if (style.bold) names.push('a-bold');
  if (style.dim) names.push('a-dim');
  if (style.italic) names.push('a-it');
  if (style.under) names.push('a-un');
  if (style.strike) names.push('a-st');
  return names.join(' ');
}

function apply(style: Style, text: string): Style {
  const next = {...style};
  const codes = text === '' ? [0] : text.split(/[;:]/).map((part) => (part === '' ? 0 : Number(part)));
  for (let at = 0; at < codes.length; ++at) {
    const code = codes[at] ?? 0;
    if (code === 38 || code === 48) {
      const found = extended(codes, at + 1);
      if (code === 38) next.fg = found.colour;
      else next.bg = found.colour;
      at += found.used;
    } else {
      simple(next, code);
    }
  }
  return next;
}

function simple(style: Style, code: number): void {
  if (code === 0) Object.assign(style, usual);
  else if (code === 1) style.bold = true;
  else if (code === 2) style.dim = true;
  else if (code === 3) style.italic = true;
  else if (code === 4) style.under = true;
  else if (code === 7) style.inverse = true;
  else if (code === 9) style.strike = true;
  else if (code === 22) style.bold = style.dim = false;
  else if (code === 23) style.italic = false;
  else if (code === 24) style.under = false;
  else if (code === 27) style.inverse = false;
  else if (code === 29) style.strike = false;
  else if (code >= 30 && code <= 37) style.fg = code - 30;
  else if (code === 39) style.fg = -1;
  else if (code >= 40 && code <= 47) style.bg = code - 40;
  else if (code === 49) style.bg = -1;
  else if (code >= 90 && code <= 97) style.fg = code - 82;
  else if (code >= 100 && code <= 107) style.bg = code - 92;
}

/** What follows 38 or 48, brought down to sixteen colours. */
function extended(codes: number[], at: number): {colour: number; used: number} {
  if (codes[at] === 5) return {colour: ofPalette(codes[at + 1] ?? 0), used: 2};
  if (codes[at] === 2) return {colour: nearest(codes[at + 1] ?? 0, codes[at + 2] ?? 0, codes[at + 3] ?? 0), used: 4};
  return {colour: -1, used: 0};
}

function ofPalette(index: number): number {
  if (index < 16) return Math.max(0, index);
  if (index >= 232) return nearest(...(Array(3).fill((Math.min(index, 255) - 232) * 10 + 8) as [number, number, number]));
  const cube = index - 16;
  const part = (n: number) => (n === 0 ? 0 : n * 40 + 55);
  return nearest(part(Math.floor(cube / 36)), part(Math.floor(cube / 6) % 6), part(cube % 6));
}

function nearest(r: number, g: number, b: number): number {
  const top = Math.max(r, g, b);
  const low = Math.min(r, g, b);
  if (top - low < 40) return top < 50 ? 0 : top < 140 ? 8 : top < 215 ? 7 : 15;
  const half = (top + low) / 2;
  const bits = (r > half ? 1 : 0) | (g > half ? 2 : 0) | (b > half ? 4 : 0);
  return top > 200 ? bits + 8 : bits;
}
