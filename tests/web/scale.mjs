// SPDX-License-Identifier: MIT
// The real server and the real page with much to show: 10,000 runs, a log of 50 MB, a run of 100,000 commands. Minutes: `--scale`.
import assert from 'node:assert/strict';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {ask, Box, clean, look, root} from './box.mjs';

const timed = async (work) => {
  const began = Date.now();
  await work();
  return Date.now() - began;
};

export const cases = {
  'scale: 10,000 runs': async (t) => {
    const box = new Box(t);
    box.env.ASSAY_BENCH = box.path;
    const filled = await box.run(box.path, 'python3', [join(root, 'bench/web/fill.py'), '10000']);
    assert.equal(filled.status, 0, filled.stderr);
    const server = await box.web();
    const {page, seen} = await look(t, server);
    t.note(`overview: ${await timed(() => page.locator('.figures').waitFor())} ms`);
    t.note(`runs: ${await timed(async () => {
      await page.evaluate(() => (location.hash = '#/runs'));
      await page.getByText('10,000 in all').waitFor();
    })} ms`);
    assert.equal(await page.locator('table.runs tbody tr').count(), 50);
    await page.locator('.pass-rate', {hasText: /\d+ % passed/}).waitFor();
    t.note(`filter: ${await timed(async () => {
      await page.getByLabel('Id, name or path').fill('real-03');
      await page.getByText('1 match').waitFor();
    })} ms`);
    await page.locator('.run-cell a').click();
    await page.locator('.run-head h1').waitFor();
    clean(seen, server.address);
  },

  'scale: a log of 50 MB': async (t) => {
    const box = new Box(t);
    const work = box.folder('big', {'manifest.json': JSON.stringify({commands: [{id: 'big', command: 'seq -f "line %.0f of a long log, with a word or two more in it" 1 900000; echo "AssertionError: at the very end"; exit 1'}]})});
    await box.git(work);
    const done = await box.assay(work, 'verify', '--manifest', 'manifest.json', '--run-id', 'big', '--quiet');
    assert.equal(done.status, 1, done.stderr);
    // assay keeps the beginning and the end of an output this large; what is shown here is the whole, as an older ledger may have it.
    writeFileSync(join(box.env.ASSAY_STATE_DIR, 'runs/big/logs/big-attempt1.log'), `${Array.from({length: 900_000}, (_, i) => `line ${i + 1} of a long log, with a word or two more in it`).join('\n')}\nAssertionError: at the very end\n`);
    const server = await box.web();
    const {page, seen} = await look(t, server);
    await page.locator('.figures').waitFor();
    const [run] = (await ask(server, '/runs')).runs;
    const head = (await ask(server, `/w/${run.workspace}/runs/big/attempts/big/1`)).log;
    t.note(`${Math.round(head.stored / 1e6)} MB`);
    assert.ok(head.stored > 48e6);
    t.note(`opened at the failure: ${await timed(async () => {
      await page.evaluate((to) => (location.hash = to), `#/w/${run.workspace}/runs/big?at=big&n=1&tab=log`);
      await page.locator('.log-text', {hasText: 'at the very end'}).waitFor({timeout: 60000});
    })} ms`);
    t.note(`searched: ${await timed(async () => {
      await page.getByLabel('Search in the log').fill('line 654321 of');
      await page.locator('.log-row.current .log-text', {hasText: 'line 654321 of'}).waitFor({timeout: 60000});
    })} ms`);
    assert.equal(await page.locator('.log-row.current .log-no').innerText(), '654321');
    clean(seen, server.address);
  },

  'scale: a run of 100,000 commands': async (t) => {
    const box = new Box(t);
    const count = 100_000;
    const work = box.folder('many', {'manifest.json': JSON.stringify({commands: Array.from({length: count}, (_, i) => ({id: `c${i}`, command: i === 77_777 ? 'false' : 'true', parallel_safe: true, required: i === 77_777, gate_type: 'custom'}))})});
    await box.git(work);
    const server = await box.web();
    t.note(`the run itself: ${Math.round((await timed(async () => assert.equal((await box.assay(work, 'verify', '--manifest', 'manifest.json', '--run-id', 'many', '--quiet')).status, 1))) / 1000)} s`);
    const {page, seen} = await look(t, server);
    await page.locator('.figures').waitFor();
    const [run] = (await ask(server, '/runs')).runs;
    t.note(`opened: ${await timed(async () => {
      await page.evaluate((to) => (location.hash = to), `#/w/${run.workspace}/runs/many`);
      await page.locator('.tl-sum', {hasText: '100,000 attempts'}).waitFor({timeout: 120000});
    })} ms`);
    t.note(`to the one that failed: ${await timed(async () => {
      await page.keyboard.press('!');
      await page.locator('.panel', {hasText: 'c77777'}).waitFor({timeout: 60000});
    })} ms`);
    clean(seen, server.address);
  },
};
