// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {backoff, Parser} from '../src/data/sse';
import {address} from '../src/data/transport';
import {ansi, bare, usual} from '../src/lib/ansi';
import {firstAfter, lanesOf, loadOf, tickStep} from '../src/lib/lanes';
import {LogPieces, looksFailed} from '../src/lib/logpieces';
import {link, parsePlace} from '../src/lib/router';
import {ago, bytes, short, span, usd} from '../src/lib/time';
import {plain, visible} from '../src/lib/visible';
import {readPatch} from '../src/parts/diff';

test('what cannot be seen is shown by name', () => {
  assert.deepEqual(visible('a\u202eb'), [{text: 'a', escaped: false}, {text: 'U+202E', escaped: true}, {text: 'b', escaped: false}]);
  for (const mark of ['\u200b', '\u2066', '\u200f', '\ufeff', '\u00ad', '\u2028', '\u{e0041}', '\ud800', '\u0000', '\u009b', '\u061c', '\u3164']) assert.ok(visible(`x${mark}y`).some((piece) => piece.escaped), JSON.stringify(mark));
  for (const honest of ['tab\there', 'two\nlines', 'שלום', 'Straße 12 €', '日本語', '👩\u{1f3fd}', 'e\u0301']) assert.deepEqual(visible(honest), [{text: honest, escaped: false}]);
  assert.equal(plain('\u001b[2J'), '\\e[2J');
});

test('colours become classes, everything else stays text', () => {
  const {runs, style} = ansi('\u001b[1;31mred\u001b[0m plain \u001b[38;5;46mgreen');
  assert.deepEqual(runs.map((run) => run.classes), ['a-f1 a-bold', '', 'a-f10']);
  assert.equal(style.fg, 10);
  assert.equal(ansi('\u001b[2Jx').runs[0]!.text, '\u001b[2Jx', 'a sequence that erases is kept as text');
  assert.equal(ansi('\u001b[8mhidden').runs[0]!.classes, '', 'nobody hides text');
  assert.equal(ansi('\u001b[31;41msame').runs[0]!.classes, 'a-f1', 'nor by its own colour');
  assert.equal(ansi('on', {...usual, bold: true}).runs[0]!.classes, 'a-bold');
  assert.equal(bare('\u001b[32mok\u001b[0m'), 'ok');
  assert.equal(ansi('\u001b[38;2;255;0;0mx').runs[0]!.classes, 'a-f9');
});

test('server-sent events come whole, however they are cut', () => {
  const text = ': hello\n\nid: 7\nevent: step\ndata: {"a":1}\n\ndata: one\ndata: two\r\n\r\nid: 9\ndata: x\n\n';
  for (const size of [1, 2, 3, 7, text.length]) {
    const heard: string[] = [];
    const parser = new Parser((message) => heard.push(`${message.id}|${message.event}|${message.data}`));
    for (let at = 0; at < text.length; at += size) parser.take(text.slice(at, at + size));
    assert.deepEqual(heard, ['7|step|{"a":1}', '7|message|one\ntwo', '9|message|x'], `pieces of ${size}`);
  }
});

test('tries come later and later, but not for ever later', () => {
  assert.ok(backoff(0, 0.5) === 500 && backoff(1, 0.5) === 1000 && backoff(20, 0.5) === 15000);
  assert.ok(backoff(3, 0) < backoff(3, 1));
});

test('addresses: names in order, nothing for what is not given', () => {
  assert.equal(address('/runs', {state: 'failed', limit: 50, text: '', cursor: undefined}), '/runs?limit=50&state=failed');
  assert.deepEqual(parsePlace('#/w/a%2Fb/runs/r?at=x%20y').path, ['w', 'a/b', 'runs', 'r']);
  assert.equal(parsePlace(link(['runs'], {text: 'a&b=c', state: ''})).query.get('text'), 'a&b=c');
  assert.deepEqual(parsePlace('#/%E0%A4%A').path, ['%E0%A4%A']);
});

test('bars that overlap stand in rows of their own', () => {
  const bar = (id: string, start: number, end: number, group = 'g') => ({id, group, label: id, start, end, kind: 'pass'});
  const bars = [bar('a', 0, 10), bar('b', 5, 15), bar('c', 10, 12), bar('d', 1, 3, 'h')];
  assert.deepEqual(lanesOf(bars).map((lane) => lane.bars.map((at) => bars[at]!.id)), [['a', 'c'], ['b'], ['d']]);
  assert.equal(firstAfter(bars, [0, 2], 10), 1);
  assert.deepEqual([...loadOf(bars.slice(0, 2), 0, 20, 4)], [1, 2, 1, 0]);
  assert.equal(tickStep(60000, 6), 10000);
});

/** A log as the server gives it: pieces of whole lines. */
function logOf(text: string) {
  const all = new TextEncoder().encode(text);
  const asked: number[] = [];
  const read = async ({from = 0, bytes: wanted = 65536, tail = 0}: {from?: number; bytes?: number; tail?: number}) => {
    let start = tail > 0 ? Math.max(0, all.length - tail) : Math.min(from, all.length);
    asked.push(start);
    const line = start === 0 ? 0 : all.lastIndexOf(10, start - 1) + 1;
    if (start - line <= wanted) start = line;
    let end = Math.min(all.length, start + Math.max(wanted, tail));
    const cut = all.lastIndexOf(10, end - 1);
    if (end < all.length && all[end - 1] !== 10 && cut >= start) end = cut + 1;
    let number = 1;
    for (let at = all.indexOf(10); at >= 0 && at < start; at = all.indexOf(10, at + 1)) ++number;
    return {from: start, to: end, size: all.length, first_line: number, text: new TextDecoder().decode(all.subarray(start, end)), growing: false};
  };
  return {read, asked, all};
}

test('any line of a log is found without reading all of it', async () => {
  const lines = Array.from({length: 60000}, (_, n) => `line ${n} ${'é'.repeat(n % 90)}`);
  const {read, asked, all} = logOf(lines.join('\n') + '\n');
  const log = new LogPieces(read, () => undefined);
  await log.open();
  assert.equal(log.lines, 60000);
  assert.equal(log.line(59999), lines[59999]);
  for (const wanted of [0, 31234, 31235, 59000, 12, 45678]) {
    await log.want(wanted);
    assert.equal(log.line(wanted), lines[wanted], `line ${wanted}`);
  }
  assert.ok(asked.length < 40, `${asked.length} pieces were read`);
  const byte = new TextEncoder().encode(lines.slice(0, 20000).join('\n') + '\n').length;
  assert.equal(await log.lineAt(byte), 20000);
  assert.ok(all.length > 5e6);
});

test('pieces that overlap never show a line twice or under a wrong number', async () => {
  const lines = Array.from({length: 30000}, (_, n) => `row ${n} ${'x'.repeat((n * 7919) % 60)}`);
  const {read} = logOf(lines.join('\n') + '\n');
  const log = new LogPieces(read, () => undefined);
  await log.open();
  for (let n = 0; n < 200; ++n) await log.want((n * 104729) % 30000);
  for (const piece of log.pieces) piece.lines.forEach((line, at) => assert.equal(line, lines[piece.first + at]));
});

test('a log that grows goes on where it was', async () => {
  let text = 'one\ntwo\n';
  const log = new LogPieces((query) => logOf(text).read(query), () => undefined);
  await log.open();
  text += 'three\nfou';
  await log.more();
  assert.deepEqual([0, 1, 2, 3].map((n) => log.line(n)), ['one', 'two', 'three', 'fou']);
  text += 'r\nfive\n';
  await log.more();
  assert.deepEqual([2, 3, 4].map((n) => log.line(n)), ['three', 'four', 'five']);
  assert.equal(log.lines, 5);
});

test('lines that are longer than a piece are put together, wherever one begins to read', async () => {
  const long = (n: number) => `${n}:${'abcdefghij'.repeat(90000)}:${n}`; // 900 KB
  const lines = ['a', 'b', long(1), 'c', 'd', long(2), long(3), 'e', ...Array.from({length: 9000}, (_, n) => `tail ${n} ${'z'.repeat(60)}`)];
  const {read} = logOf(lines.join('\n') + '\n');
  for (const order of [[0, 2, 3, 4, 5, 6, 7, 8], [7, 6, 5, 3, 2, 0], [4, 3], [5], [3, 7, 2, 6]]) {
    const log = new LogPieces(read, () => undefined);
    await log.open();
    assert.equal(log.lines, lines.length);
    for (const wanted of order) {
      await log.want(wanted);
      assert.equal(log.line(wanted)?.length, lines[wanted]!.length, `line ${wanted} of ${order}`);
      assert.equal(log.line(wanted), lines[wanted]);
    }
    for (const piece of log.pieces) piece.lines.forEach((line, at) => piece.open && at === piece.lines.length - 1 ? assert.ok(lines[piece.first + at]!.startsWith(line)) : assert.equal(line, lines[piece.first + at]));
  }
});

test('lines that tell of failures are known by their words', () => {
  for (const line of ['FAILED tests/test_a.py', 'AssertionError: 1', '--- FAIL: TestX', 'E   assert 1 == 2', 'error: cannot find', '✗ works']) assert.ok(looksFailed(line), line);
  for (const line of ['0 failures', 'all good', 'no errors found', 'failover ready']) assert.ok(!looksFailed(line), line);
});

test('figures', () => {
  assert.deepEqual([span(0), span(999), span(1500), span(61000), span(3_700_000), span(-1), span(null)], ['0 ms', '999 ms', '1.5 s', '1m 01s', '1h 01m', '–', '–']);
  assert.deepEqual([usd(0), usd(0.001), usd(1.5), usd(null)], ['$0', '<$0.01', '$1.50', 'unknown']);
  assert.deepEqual([bytes(900), bytes(50 << 20), short(12300), short(1_200_000)], ['900 B', '50 MB', '12k', '1.2M']);
  assert.deepEqual([ago(1000), ago(90_000), ago(-5_400_000)], ['just now', '2 min ago', 'in 2 h']);
});

test('a patch keeps the numbers of both sides', () => {
  const lines = readPatch('@@ -10,3 +10,3 @@ f\n a\n-b\n+c\n d\n');
  assert.deepEqual(lines.map((line) => [line.kind, line.old, line.now]), [['hunk', 0, 0], ['same', 10, 10], ['del', 11, 0], ['add', 0, 11], ['same', 12, 12]]);
});
