// SPDX-License-Identifier: MIT
// The page against a server of our own, in a real Chromium: every page, live, hostile, huge, lost, small and dark.
import assert from 'node:assert/strict';
import {readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {openPage, scratch} from './browser.mjs';
import {policy, serve} from './mock.mjs';
import {hostile, World} from './world.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const places = {
  overview: '#/',
  runs: '#/runs',
  verify: '#/w/shop-3f9c1a2b/runs/verify-failed',
  gate: '#/w/shop-3f9c1a2b/runs/verify-failed?part=service',
  evidence: '#/w/shop-3f9c1a2b/runs/verify-failed?at=unit&n=1',
  log: '#/w/shop-3f9c1a2b/runs/verify-failed?at=unit&n=1&tab=log',
  loop: '#/w/shop-3f9c1a2b/runs/loop-live',
  task: '#/w/shop-3f9c1a2b/runs/loop-live?part=1.3',
  agent: '#/w/shop-3f9c1a2b/runs/loop-live?at=1.4-executor&n=1',
  transcript: '#/w/shop-3f9c1a2b/runs/loop-live?at=1.4-executor&n=1&tab=transcript',
  changes: '#/w/shop-3f9c1a2b/runs/loop-live?at=1.4-executor&n=1&tab=changes',
  prompt: '#/w/shop-3f9c1a2b/runs/loop-live?at=1.4-executor&n=1&tab=prompt',
  pipeline: '#/w/engine-77d0c4e1/runs/pipeline-waiting',
  step: '#/w/engine-77d0c4e1/runs/pipeline-waiting?part=3b',
  goals: '#/w/engine-77d0c4e1/runs/goals-gaps',
  questions: '#/questions',
  failing: '#/tests',
  test: '#/tests?which=flaky&name=cart+%3E+rounds+half+up&gate=unit',
  known: '#/tests?which=known',
  trees: '#/trees',
  cost: '#/cost',
  compare: '#/compare?a=shop-3f9c1a2b%2Fverify-passed&b=shop-3f9c1a2b%2Fverify-failed',
  hostile: '#/w/site-0b8e55aa/runs/hostile?at=executor&n=1&tab=log',
  nowhere: '#/no/such/page',
};


async function go(page, fragment) {
  await page.evaluate((to) => {
    location.hash = to;
  }, fragment);
  // Two frames for the new page to begin, then until nothing of it is loading.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 30)))));
  await page.waitForFunction(() => document.querySelector('main')?.childElementCount > 0 && !document.querySelector('.skeleton'));
}

/** A browser window on a server of its own. */
async function open(t, options = {}, world = new World()) {
  const server = await serve(world, t.dist);
  t.after(() => server.kill().catch(() => undefined));
  const window = await openPage(t.browser, options);
  t.after(() => window.context.close());
  await window.page.goto(server.at());
  await window.page.waitForSelector('.figures');
  return {...window, server, world};
}

function clean(seen, server) {
  assert.deepEqual(seen.errors, []);
  assert.deepEqual(seen.breaches, []);
  assert.deepEqual(seen.requests.filter((url) => !url.startsWith(server.address) && !url.startsWith('data:') && !url.startsWith('blob:')), [], 'requests that leave the machine');
}

async function accessible(page, where) {
  await page.evaluate(axe); // by the debugger: the content policy forbids it to the page itself
  const found = await page.evaluate(() => window.axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}));
  const told = found.violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.target.join(' ') + ' ' + (node.any[0]?.message ?? '')).join(' | ')}`);
  assert.deepEqual(told, [], where);
  assert.ok(found.passes.length > 10, `${where}: ${found.passes.length} rules looked at something`);
}

export const cases = {
  'the bundle is small, one script, one sheet, nothing inline': async (t) => {
    const [script, sheet, html] = ['assets/app.js', 'assets/app.css', 'index.html'].map((name) => readFileSync(join(t.dist, name)));
    const size = gzipSync(script, {level: 9}).length + gzipSync(sheet, {level: 9}).length + gzipSync(html).length;
    t.note(`${size} bytes compressed`);
    assert.ok(size < 250_000, `${size}`);
    const text = html.toString();
    assert.ok(!/<script(?![^>]*\bsrc=)[^>]*>/.test(text), 'no inline script');
    assert.ok(!/<style|\sstyle=|\son\w+=/.test(text), 'no inline style or handler');
    assert.ok(!/https?:\/\/(?!www\.w3\.org)/.test(text), 'no address outside');
    assert.ok(!script.includes('</script'), 'can stand in a script element');
  },

  'every page opens, in light and dark, without an error, a breach or a request outside; axe finds nothing': async (t) => {
    for (const dark of [false, true]) {
      const {page, seen, server} = await open(t, {dark});
      for (const [name, fragment] of Object.entries(places)) {
        await go(page, fragment);
        await accessible(page, `${name}${dark ? ', dark' : ''}`);
      }
      clean(seen, server);
    }
  },

  'nothing is wider than the window at 360 and 768 pixels': async (t) => {
    for (const width of [360, 768]) {
      const {page, seen, server} = await open(t, {width, height: 740});
      for (const [name, fragment] of Object.entries(places)) {
        await go(page, fragment);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${name} at ${width}: ${over} too wide`);
      }
      if (width === 360) {
        await go(page, places.evidence);
        await accessible(page, 'evidence at 360');
        for (let n = 0; n < 12; ++n) {
          await page.keyboard.press('Tab');
          assert.equal(await page.evaluate(() => Boolean(document.activeElement.closest('.run-main'))), false, 'the focus does not get behind what covers the page');
        }
      }
      clean(seen, server);
    }
  },

  'the token leaves the address bar, is kept for the tab, and without it the door is shut': async (t) => {
    const {page, server, context} = await open(t);
    assert.ok(!page.url().includes('token'), page.url());
    assert.equal(await page.evaluate(() => sessionStorage.getItem('assay-token')), server.token);
    assert.equal(await page.evaluate(() => localStorage.getItem('assay-token')), null);
    await page.reload();
    await page.waitForSelector('.figures');
    // A tab beside it, as a link in a terminal opens one, is let in by this one; a browser that knows nothing is not.
    const beside = await context.newPage();
    await beside.goto(`${server.address}/#/runs`);
    await beside.locator('table.runs').waitFor();
    const {page: other, context: elsewhere} = await openPage(t.browser);
    t.after(() => elsewhere.close());
    await other.goto(`${server.address}/#/runs`);
    await other.getByText('This page has no valid token').waitFor();
    assert.equal(await other.locator('table').count(), 0);
    await other.getByLabel('Token').fill(server.token);
    await other.getByRole('button', {name: 'Open'}).click();
    await other.locator('table.runs').waitFor();
    const deep = await context.newPage();
    await deep.goto(`${server.address}/#/w/shop-3f9c1a2b/runs/verify-failed?token=${server.token}`);
    await deep.getByRole('heading', {level: 1, name: 'verify'}).waitFor();
    assert.ok(!deep.url().includes('token') && deep.url().endsWith('#/w/shop-3f9c1a2b/runs/verify-failed'), deep.url());
  },

  'what changes is on the screen without a reload, and is said aloud': async (t) => {
    const {page, world, seen, server} = await open(t);
    await go(page, places.loop);
    await page.locator('.run-head .pill', {hasText: 'running'}).waitFor();
    const times = [];
    for (let n = 0; n < 9; ++n) {
      const began = Date.now();
      world.change(world.loop, n % 2 === 0 ? 'waiting' : 'running');
      await page.locator('.run-head .pill', {hasText: n % 2 === 0 ? 'waits for you' : 'running'}).waitFor();
      times.push(Date.now() - began);
    }
    times.sort((a, b) => a - b);
    t.note(`from the event to the screen: median ${times[4]} ms, longest ${times.at(-1)} ms`);
    assert.ok(times[4] < 1000, `median ${times[4]}`);
    // A step of this run only: nothing is said about runs as such.
    await page.waitForTimeout(1000);
    const shape = world.pages.get(world.key(world.loop)).loop;
    shape.tasks[4].state = 'passed';
    world.timelines.get(world.key(world.loop)).push(world.row(world.loop, '2.1-executor', 600e3, 30e3, 'running', {step: '2.1'}));
    world.loop.events += 1;
    world.tell('step', world.loop, world.step(world.loop, world.loop.events, '2.1', 'a step', 'something', true));
    await page.locator('.unit.e-pass', {hasText: '2.1'}).waitFor();
    await page.locator('.tl-sum', {hasText: '11 attempts'}).waitFor();
    world.change(world.loop, 'failed');
    await page.locator('.run-head .pill', {hasText: 'failed'}).waitFor();
    await page.waitForFunction(() => /failed/.test(document.querySelector('[aria-live="polite"]')?.textContent ?? ''));
    await go(page, places.overview);
    assert.match(await page.locator('#failed').innerText(), /checkout-redesign/);
    clean(seen, server);
  },

  'a log that grows is followed, and let go when somebody scrolls up': async (t) => {
    const {page, world} = await open(t);
    await go(page, `${places.agent}&tab=log`);
    const log = world.logs.get(world.key(world.loop, '1.4-executor', 1));
    const grow = (n) => {
      log.bytes = Buffer.concat([log.bytes, Buffer.from(Array.from({length: n}, (_, i) => `more ${i}\n`).join('') + 'the newest line\n')]);
      world.tell('log', world.loop, {name: '1.4-executor', attempt: 1, bytes: log.bytes.length});
    };
    await page.locator('.log-row').first().waitFor();
    grow(300);
    await page.getByText('the newest line').waitFor();
    assert.match(await page.locator('.log-sum').innerText(), /341 lines/);
    await page.locator('.log-box').evaluate((box) => {
      box.scrollTop = 0;
    });
    await page.locator('.log-no', {hasText: /^1$/}).waitFor();
    grow(300);
    await page.waitForFunction(() => /642 lines/.test(document.querySelector('.log-sum').textContent));
    assert.equal(await page.locator('.log-box').evaluate((box) => box.scrollTop), 0);
  },

  'an answer is shown when the server has it, not before; its comment goes along': async (t) => {
    const world = new World();
    const {page, seen, server} = await open(t, {}, world);
    await go(page, places.pipeline);
    let release;
    await page.route('**/answer', async (route) => {
      await new Promise((resolve) => (release = resolve));
      await route.continue();
    });
    await page.locator('.question textarea').fill('smaller steps, please');
    await page.getByRole('button', {name: 'Revise'}).click();
    await page.getByText('Asking the server').waitFor();
    assert.equal(await page.getByText('Answered: revise').count(), 0, 'nothing is shown as answered yet');
    assert.equal(world.answersTaken.length, 0);
    release();
    await page.locator('.run-head .pill', {hasText: 'running'}).waitFor();
    assert.deepEqual(world.answersTaken.map(({option, comment, ordinal, gate_id}) => [option, comment, ordinal, gate_id]), [['revise', 'smaller steps, please', 0, 'gate-post-planning']]);
    assert.equal(await page.locator('.question').count(), 0);
    clean(seen, server);
  },

  'a run that rests is not asked again and again, and is followed when it goes on': async (t) => {
    const {page, server, world} = await open(t);
    await go(page, places.pipeline);
    await page.waitForTimeout(2500);
    const asked = () => server.requests.filter((url) => url.endsWith('/runs/pipeline-waiting/events')).length;
    assert.equal(asked(), 1, 'it was told that nothing will come');
    assert.equal(await page.getByText('connection lost').count(), 0);
    world.change(world.pipeline, 'running');
    await page.locator('.run-head .pill', {hasText: 'running'}).waitFor();
    await page.waitForTimeout(300);
    assert.equal(asked(), 2);
    world.change(world.pipeline, 'exhausted');
    await page.locator('.run-head .pill', {hasText: 'exhausted'}).waitFor();
  },

  'a tab that nobody sees holds no connection, and knows what it missed when it is seen again': async (t) => {
    const {page, world} = await open(t);
    await go(page, places.loop);
    await page.waitForTimeout(200);
    assert.equal(world.listeners.size, 2, 'all runs, and this one');
    const see = (hidden) =>
      page.evaluate((is) => {
        Object.defineProperty(document, 'hidden', {value: is, configurable: true});
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await see(true);
    await page.waitForTimeout(6000);
    assert.equal(world.listeners.size, 0);
    world.change(world.loop, 'failed');
    await see(false);
    await page.locator('.run-head .pill', {hasText: 'failed'}).waitFor();
    await page.locator('.link-state.s-open').waitFor();
    assert.ok(world.listeners.size >= 1);
  },

  'two windows: the first answer holds, and the second is told whose it was': async (t) => {
    const {page: one, server, world} = await open(t);
    world.answerDelay = 4000;
    const {page: two, context} = await openPage(t.browser);
    t.after(() => context.close());
    await two.goto(server.at());
    await two.waitForSelector('.question');
    await one.getByRole('button', {name: 'Approve'}).click();
    await one.locator('.told', {hasText: 'Answered: approve'}).waitFor();
    await two.getByRole('button', {name: 'Abort'}).click();
    await two.locator('.told', {hasText: 'already answered by ana: approve'}).waitFor();
    assert.equal(world.answersTaken.length, 1);
  },

  'a server that is gone is told, and what happened meanwhile is there when it is back': async (t) => {
    const {page, server, world} = await open(t);
    await go(page, places.loop);
    await server.kill();
    await page.getByText('Connection lost.').waitFor();
    await page.locator('.link-state.s-lost').waitFor();
    assert.match(await page.locator('.run-head').innerText(), /checkout-redesign/, 'what was there stays');
    world.change(world.loop, 'failed');
    const again = await serve(world, t.dist, {port: server.port, token: server.token});
    t.after(() => again.kill());
    await page.getByRole('button', {name: 'Try now'}).click().catch(() => undefined);
    await page.locator('.run-head .pill', {hasText: 'failed'}).waitFor({timeout: 30000});
    await page.locator('.banner').waitFor({state: 'detached'});
    await page.locator('.link-state.s-open').waitFor();
  },

  'hostile text is text': async (t) => {
    const {page, seen, server} = await open(t);
    for (const tab of ['', '&tab=log', '&tab=transcript', '&tab=changes', '&tab=why']) {
      await go(page, `#/w/site-0b8e55aa/runs/hostile?at=executor&n=1${tab}`);
      assert.equal(await page.evaluate(() => window.__pwned), undefined, tab);
      assert.equal(await page.locator('main img, main script, main iframe, main a[href*="invalid"]').count(), 0, `${tab}: nothing became markup`);
      const text = await page.locator('main').innerText();
      assert.ok(text.includes('<script>window.__pwned = 1</script>'), `${tab}: it is shown as it is`);
      assert.ok(!/[\u202a-\u202e\u2066-\u2069\u200b\ufeff\u001b]/.test(text), `${tab}: no mark of direction, nothing of no width, no escape is left`);
      assert.ok(text.includes('U+202E'), `${tab}: it is named instead`);
    }
    await go(page, places.hostile);
    assert.equal(await page.locator('.log-row .a-f1', {hasText: 'red'}).count(), 1);
    assert.match(await page.locator('.log-row').nth(3).innerText(), /\\e\[2Jcleared hidden/);
    const styled = await page.evaluate(() => [...document.querySelectorAll('.log-rows span')].filter((one) => one.hasAttribute('style')).length);
    assert.equal(styled, 0, 'colours are classes');
    clean(seen, server);
  },

  'a line of a megabyte is cut, and can be read whole': async (t) => {
    const {page} = await open(t);
    await go(page, places.hostile);
    await page.getByText('last line').waitFor();
    assert.ok((await page.locator('.log-row').nth(4).innerText()).length < 5000);
    await page.getByRole('button', {name: /more characters/}).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/1,048,585 characters/).waitFor();
    for (let n = 0; n < 10; ++n) await dialog.getByRole('button', {name: 'On'}).click();
    assert.match(await dialog.locator('pre').innerText(), /x end$/);
  },

  'a log of 50 MB opens at once, scrolls to any line and is searched': async (t) => {
    const world = new World();
    const line = (n) => `${String(n).padStart(7, '0')} ${'lorem ipsum dolor sit amet '.repeat(3)}`;
    const count = 570_000;
    const lines = Array.from({length: count}, (_, n) => (n === 400_123 ? 'the needle in the haystack' : line(n)));
    world.logs.set(world.key(world.failed, 'unit', 1), {bytes: Buffer.from(lines.join('\n') + '\n'), growing: false});
    const {page, server} = await open(t, {}, world);
    assert.ok(world.logs.get(world.key(world.failed, 'unit', 1)).bytes.length > 50e6);
    const began = Date.now();
    await page.evaluate((to) => (location.hash = to), places.log);
    await page.locator('.log-row .log-text', {hasText: '0000000 lorem'}).waitFor();
    const opened = Date.now() - began;
    assert.match(await page.locator('.log-sum').innerText(), /570,000 lines/);
    assert.ok((await page.locator('.log-row').count()) < 120, 'only what is in sight is in the page');
    await page.getByRole('button', {name: 'To the end'}).click();
    await page.locator('.log-row', {hasText: '0569999 lorem'}).waitFor();
    const searched = Date.now();
    await page.getByLabel('Search in the log').fill('needle in');
    const hit = page.locator('.log-row.current');
    await hit.getByText('the needle in the haystack').or(hit).first().waitFor();
    await page.locator('.log-row.current .log-no', {hasText: '400124'}).waitFor();
    t.note(`50 MB: open ${opened} ms, search ${Date.now() - searched} ms`);
    assert.ok(opened < 5000, `${opened} ms`);
    assert.ok((await page.locator('mark').count()) >= 1);
    for (const share of [0.13, 0.77, 0.5]) {
      await page.locator('.log-box').evaluate((box, at) => {
        box.scrollTop = at * (box.scrollHeight - box.clientHeight);
      }, share);
      await page.waitForFunction((wanted) => {
        const rows = [...document.querySelectorAll('.log-row')];
        const there = Math.abs(Number(rows[0]?.querySelector('.log-no').textContent) - wanted) < 5000;
        return there && rows.every((row) => row.querySelector('.log-text').textContent !== '…');
      }, share * count);
      const wrong = await page.evaluate(() => [...document.querySelectorAll('.log-row')].filter((row) => !/needle/.test(row.textContent) && Number(row.querySelector('.log-no').textContent) !== Number(row.querySelector('.log-text').textContent.slice(0, 7)) + 1).length);
      assert.equal(wrong, 0, 'every line stands beside its number');
    }
    const logs = server.requests.filter((url) => url.includes('/log?'));
    assert.ok(logs.length < 60, `${logs.length} pieces were asked for`);
  },

  '10,000 runs: a page at a time, filtered while one types': async (t) => {
    const world = new World();
    world.fillMany(10_000);
    const began = Date.now();
    const {page, seen, server} = await open(t, {}, world);
    await go(page, places.runs);
    await page.locator('tbody tr').nth(49).waitFor();
    t.note(`10,000 runs: first page after ${Date.now() - began} ms with the start of the page`);
    assert.match(await page.locator('.page-head').innerText(), /10,016 in all/);
    assert.equal(await page.locator('tbody tr').count(), 50);
    await page.getByRole('button', {name: 'Older'}).click();
    await page.waitForFunction(() => /many-00/.test(document.querySelector('tbody').textContent));
    await page.keyboard.press('/');
    await page.keyboard.type('many-09999');
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
    await page.getByLabel('State').selectOption('failed');
    await page.waitForFunction(() => /No run matches|many-09999/.test(document.querySelector('main').textContent));
    await page.getByRole('button', {name: 'Clear'}).click();
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 50);
    clean(seen, server);
  },

  'a run of 100,000 commands: counted, then one by one where somebody zooms in': async (t) => {
    const world = new World();
    const run = world.fillHuge(100_000);
    const {page, seen, server} = await open(t, {}, world);
    const began = Date.now();
    await go(page, `#/w/${run.workspace}/runs/${run.run_id}`);
    await page.locator('.tl-canvas').waitFor();
    t.note(`100,000 attempts: the run after ${Date.now() - began} ms`);
    assert.match(await page.locator('.tl-sum').innerText(), /100,000 attempts/);
    for (let n = 0; n < 5; ++n) await page.getByRole('button', {name: 'Zoom in'}).click();
    await page.waitForFunction(() => /[1-9],\d\d\d of them/.test(document.querySelector('.tl-sum').textContent));
    const drawn = await page.evaluate(async () => {
      const zoom = [...document.querySelectorAll('button')].find((one) => one.getAttribute('aria-label') === 'Zoom in');
      const began = performance.now();
      zoom.click();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return performance.now() - began;
    });
    t.note(`a zoom with thousands of bars in sight: ${Math.round(drawn)} ms`);
    assert.ok(drawn < 500, `${drawn} ms`);
    await page.locator('.tl-canvas').focus();
    await page.waitForTimeout(400);
    for (let n = 0; n < 3; ++n) await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => /^case-\d+, pass/.test(document.querySelector('[aria-live="polite"]').textContent));
    await page.keyboard.press('Enter');
    await page.locator('.panel-head h2', {hasText: 'case-'}).waitFor();
    clean(seen, server);
  },

  'the timeline: a bar is told under the pointer and opened by a click; the critical path; the same as a table': async (t) => {
    const {page} = await open(t);
    await go(page, places.verify);
    const canvas = page.locator('.tl-canvas');
    await canvas.scrollIntoViewIfNeeded();
    const box = await canvas.boundingBox();
    await page.mouse.move(box.x + box.width * 0.55, box.y + 22 * 2 + 11);
    await page.locator('.tip', {hasText: 'unit'}).waitFor();
    assert.match(await page.locator('.tip').innerText(), /fail.*6\.1 s/s);
    const pixels = () => canvas.evaluate((element) => element.toDataURL().length);
    const before = await pixels();
    await page.getByRole('button', {name: /Critical path/}).click();
    await page.waitForFunction((was) => document.querySelector('.tl-canvas').toDataURL().length !== was, before);
    await page.mouse.click(box.x + box.width * 0.55, box.y + 22 * 2 + 11);
    await page.locator('.panel-head h2', {hasText: 'unit'}).waitFor();
    await page.getByText('The same as a table').click();
    await page.locator('#timeline tbody tr').first().waitFor();
    assert.equal(await page.locator('#timeline tbody tr').count(), 7);
  },

  'a failing gate: from the list to the useful lines, to the place in the log': async (t) => {
    const {page} = await open(t);
    await go(page, places.verify);
    await page.locator('.tl-canvas').waitFor();
    await page.keyboard.press('!');
    await page.locator('.panel-head h2', {hasText: 'unit'}).waitFor();
    assert.match(await page.locator('.excerpt').innerText(), /AssertionError: expected 12 to be 13/);
    await page.getByRole('button', {name: 'In the log'}).click();
    await page.locator('.log-row.failure', {hasText: 'FAIL  src/cart.test.ts > cart'}).waitFor();
    assert.ok(await page.locator('.log-row.failure').isVisible());
  },

  'keys: lists, marks, help, pages': async (t) => {
    const {page} = await open(t);
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.locator('table.runs').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    assert.match(await page.locator('tr.at').innerText(), /verify-failed/);
    await page.keyboard.press('x');
    for (const key of ['j', 'j', 'x', 'c']) await page.keyboard.press(key);
    await page.getByRole('heading', {level: 1, name: 'Compare'}).waitFor();
    await page.getByText('Tests that broke').waitFor();
    assert.match(await page.locator('#units').innerText(), /worse/);
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', {name: 'Keys'});
    await help.waitFor();
    assert.match(await help.innerText(), /light, dark or as the system/);
    await page.keyboard.press('Escape');
    await help.waitFor({state: 'hidden'});
    await page.keyboard.press('T');
    await page.keyboard.press('T');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
    await page.reload();
    await page.waitForSelector('main h1');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark', 'it is remembered');
    await go(page, places.verify);
    await page.keyboard.press('j');
    await page.locator('.panel').waitFor();
    await page.keyboard.press('l');
    await page.locator('.log-box').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.panel').waitFor({state: 'detached'});
    await page.keyboard.press('Tab');
    assert.ok(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle !== 'none'), 'the focus can be seen');
  },

  'the graph of a pipeline: steps with rounds, routes back with their budget, a step can be chosen with the keyboard': async (t) => {
    const {page} = await open(t);
    await go(page, places.pipeline);
    assert.equal(await page.locator('.node').count(), 13);
    assert.match(await page.locator('.node[data-step="3"]').textContent(), /×2/);
    assert.ok((await page.locator('.edge.back.used').count()) === 1);
    assert.match(await page.locator('.edge.used .loop-text').textContent(), /1\/2/);
    await page.locator('.node[data-step="3b"]').focus();
    await page.keyboard.press('Enter');
    await page.locator('.panel-head h2', {hasText: 'Adversarial design review'}).waitFor();
    assert.equal(await page.locator('.panel .attempts li').count(), 6);
  },

  'what is not there, and what may not be done, has a way out': async (t) => {
    const {page, world} = await open(t);
    await page.evaluate(() => (location.hash = '#/w/shop-3f9c1a2b/runs/none'));
    await page.getByText('There is no run none.').waitFor();
    await page.getByRole('link', {name: 'To the overview'}).click();
    await page.locator('.figures').waitFor();
    world.readOnly = true;
    world.change(world.loop, 'running');
    await go(page, places.questions);
    await page.getByText('This server only shows.').waitFor();
    assert.ok(await page.getByRole('button', {name: 'Approve'}).isDisabled());
    world.questions.length = 0;
    world.runs.filter((run) => run.state === 'waiting').forEach((run) => world.change(run, 'passed'));
    await page.getByText('Nobody waits for you').waitFor();
  },

  'nothing moves for those who do not want it': async (t) => {
    const {page} = await open(t, {still: true});
    await go(page, places.loop);
    assert.equal(await page.evaluate(() => document.getAnimations().filter((one) => one.playState === 'running').length), 0);
    const {page: lively} = await open(t, {still: false});
    await go(lively, places.loop);
    assert.ok((await lively.evaluate(() => document.getAnimations().length)) > 0, 'and for others it does');
  },

  'one file without a server: the same run page, no request at all': async (t) => {
    const world = new World();
    const {server} = await open(t, {}, world);
    const ask = async (path) => (await fetch(`${server.address}/api/v1${path}`, {headers: {authorization: `Bearer ${server.token}`}})).json();
    const run = '/w/shop-3f9c1a2b/runs/verify-failed';
    const unit = `${run}/attempts/unit/1`;
    const answers = {};
    for (const path of [run, `${run}/timeline`, `${run}/explain`, `${run}/events`, `${run}/ledger`, `${run}/attempts`, `${run}/gates`, unit, `${unit}/log`, `${unit}/diff`]) answers[path] = await ask(path);
    const data = JSON.stringify({workspace: 'shop-3f9c1a2b', run: 'verify-failed', made_at: '2026-11-17T20:15:00.000Z', answers}).replace(/</g, '\\u003c');
    const read = (name) => readFileSync(join(t.dist, name), 'utf8');
    const html = read('index.html')
      .replace('<link rel="stylesheet" href="assets/app.css">', () => `<style>${read('assets/app.css')}</style>`)
      .replace('<script src="assets/app.js"></script>', () => `<script type="application/json" id="assay-data">${data}</script>\n<script>${read('assets/app.js')}</script>`);
    const file = join(scratch(), 'run.html');
    writeFileSync(file, html);
    const {page, seen, context} = await openPage(t.browser);
    t.after(() => context.close());
    await page.goto(`file://${file}`);
    await page.getByText('FAIL: unit failed on the tree').waitFor();
    await page.locator('.tl-canvas').waitFor();
    await page.locator('.unit', {hasText: 'unit'}).first().click();
    await page.locator('.attempts button').first().click();
    await page.getByRole('tab', {name: 'Log'}).click();
    await page.locator('.log-row.failure').waitFor();
    await page.getByLabel('Search in the log').fill('expected 12');
    await page.locator('.log-row.current', {hasText: 'AssertionError'}).waitFor();
    await page.getByRole('tab', {name: 'Changes'}).click();
    await page.getByText('What it changed is not known').waitFor();
    assert.deepEqual(seen.errors, []);
    assert.deepEqual(seen.requests.filter((url) => !url.startsWith('file:') && !url.startsWith('data:')), []);
    assert.equal(await page.getByRole('button', {name: 'Stop'}).count(), 0);
    await page.getByRole('button', {name: 'Every event'}).click();
    await page.getByText('verify run started: 6 commands').waitFor();
    await accessible(page, 'exported page');
  },

  'the answers of these tests are such as docs/formats/web-api.json describes': async (t) => {
    const {server} = await open(t);
    const api = JSON.parse(readFileSync(new URL('../../docs/formats/web-api.json', import.meta.url), 'utf8'));
    let looked = 0;
    const compare = (schema, value, where) => {
      if (schema.$ref) return compare(api.components.schemas[schema.$ref.split('/').at(-1)], value, where);
      const other = schema.anyOf ?? schema.oneOf;
      if (other) return value === null ? undefined : compare(other.find((one) => one.type !== 'null'), value, where);
      if (Array.isArray(value)) return value.forEach((one, n) => compare(schema.items ?? {}, one, `${where}[${n}]`));
      if (!schema.properties || value === null || typeof value !== 'object') return undefined;
      ++looked;
      assert.deepEqual(Object.keys(value).sort(), Object.keys(schema.properties).sort(), where);
      for (const [key, inner] of Object.entries(value)) compare(schema.properties[key], inner, `${where}.${key}`);
    };
    const run = (name) => ({verify: ['shop-3f9c1a2b', 'verify-failed', 'unit'], loop: ['shop-3f9c1a2b', 'loop-live', '1.4-executor'], pipeline: ['engine-77d0c4e1', 'pipeline-waiting', '4-1-planner'], goals: ['engine-77d0c4e1', 'goals-gaps', 'judge-1'], agent: ['site-0b8e55aa', 'hostile', 'executor']})[name];
    const queries = {'/compare': '?a=shop-3f9c1a2b/verify-passed&b=shop-3f9c1a2b/verify-failed', '/w/{workspace}/test': '?gate=unit&test=x', '/spending': '?workspace=shop-3f9c1a2b', '/w/{workspace}/tests': '?trees=true'};
    for (const [path, methods] of Object.entries(api.paths)) {
      const answer = methods.get?.responses?.['200']?.content?.['application/json']?.schema;
      if (!answer) continue;
      for (const machine of ['verify', 'loop', 'pipeline', 'goals', 'agent']) {
        const [workspace, id, name] = run(machine);
        const search = path.endsWith('/search') ? '?text=a' : path.endsWith('/file') ? '?path=x' : (queries[path] ?? '');
        const address = path.replace('{workspace}', workspace).replace('{run}', id).replace('{name}', name).replace('{attempt}', '1') + search;
        const got = await fetch(`${server.address}/api/v1${address}`, {headers: {authorization: `Bearer ${server.token}`}});
        if (got.status === 404 && path.endsWith('/transcript')) continue;
        assert.equal(got.status, 200, address);
        compare(answer, await got.json(), address);
      }
    }
    t.note(`${looked} objects compared`);
    assert.ok(looked > 500, `${looked}`);
  },

  'the example answers that the server writes are shown without an error': async (t) => {
    const api = JSON.parse(readFileSync(new URL('../../docs/formats/web-api.json', import.meta.url), 'utf8'));
    const known = Object.entries(api.paths).filter(([, methods]) => methods.get).map(([path, methods]) => ({fits: new RegExp(`^/api/v1${path.replace(/\{\w+\}/g, '[^/]+')}$`), name: methods.get.operationId}));
    const {page, seen} = await open(t);
    let given = 0;
    await page.route('**/api/v1/**', (route) => {
      if (route.request().headers().accept === 'text/event-stream') return route.abort();
      const found = known.find((one) => one.fits.test(new URL(route.request().url()).pathname));
      ++given;
      return route.fulfill({contentType: 'application/json', body: readFileSync(new URL(`../../web/fixtures/${found.name}.json`, import.meta.url), 'utf8')});
    });
    await page.reload();
    for (const [name, fragment] of Object.entries(places)) {
      await page.evaluate((to) => {
        location.hash = to;
      }, fragment);
      await page.waitForTimeout(250);
      assert.ok((await page.locator('main').innerText()).length > 10, name);
      assert.deepEqual(seen.errors, [], name);
    }
    assert.ok(given > 30, `${given} answers`);
  },

  'the policy of the mock is the one that is promised': async () => {
    for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self' data:"]) assert.ok(policy.includes(part), part);
    assert.ok(hostile.script.includes('<script>'));
  },
};
