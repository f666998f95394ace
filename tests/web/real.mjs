// SPDX-License-Identifier: MIT
// The page against the real `assay web`: real runs of a real binary, followed, answered, exported.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {ask, Box, clean, five, look, loopBox, pipelineBox, runsOf, verifyBox} from './box.mjs';
import {openPage, scratch} from './browser.mjs';

export const cases = {
  'real: a failed verify run: gates, evidence, log, hostile output, a long log, why, ledger': async (t) => {
    const {box} = await verifyBox(t);
    const server = await box.web();
    const {page, seen} = await look(t, server);
    await page.locator('#failed .run-line').first().click();
    await page.locator('.run-head .pill', {hasText: 'failed'}).waitFor();
    await page.locator('.unit.e-fail', {hasText: 'unit'}).click();
    await page.locator('.attempts button').first().click();
    await page.getByText(/2 tests ran/).first().waitFor();
    await page.getByRole('tab', {name: 'Log'}).click();
    await page.locator('.log-text', {hasText: 'test_wrong'}).first().waitFor();
    await page.evaluate(() => (location.hash = `${location.hash.split('?')[0]}?at=evil&n=1&tab=log`));
    await page.locator('.log-text', {hasText: '<script>window.__pwned = 1</script>'}).waitFor();
    await page.locator('.log-text .esc', {hasText: 'U+202E'}).first().waitFor();
    assert.equal(await page.evaluate(() => window.__pwned), undefined);
    assert.equal(await page.locator('main img, main script').count(), 0);
    await page.evaluate(() => (location.hash = `${location.hash.split('?')[0]}?at=long&n=1&tab=log`));
    await page.getByText(/120,000 lines/).waitFor();
    await page.getByLabel('Search in the log').fill('line 77777 of');
    await page.locator('.log-row.current .log-no', {hasText: '77777'}).waitFor();
    await page.locator('.log-row.current .log-text', {hasText: 'line 77777 of'}).waitFor();
    await page.locator('#why .steps li').first().waitFor();
    await page.getByRole('button', {name: 'Check it'}).click();
    await page.getByText(/Sound: .* are what was written/).waitFor();
    clean(seen, server.address);
  },

  'real: every page opens': async (t) => {
    const {box} = await verifyBox(t);
    const server = await box.web();
    const {page, seen} = await look(t, server);
    await page.locator('.figures').waitFor();
    for (const [fragment, text] of [['#/runs', /1 in all/], ['#/questions', /Nobody waits for you/], ['#/tests', /test_wrong/], ['#/tests?which=known', /known failures/i], ['#/trees', /FRESH|STALE|FAILED|NONE|assay.yaml/], ['#/cost', /No agent was started/]]) {
      await page.evaluate((to) => (location.hash = to), fragment);
      await page.waitForFunction((source) => new RegExp(source, 'i').test(document.querySelector('main').textContent) && !document.querySelector('.skeleton'), text.source);
    }
    clean(seen, server.address);
  },

  'real: a loop is followed while it works, and says what it will cost': async (t) => {
    const box = new Box(t);
    const work = await loopBox(box, {seconds: 2});
    const server = await box.web();
    const {page, seen} = await look(t, server);
    const run = box.start(work, 'loop', 'run', 'specs/demo', '--quiet');
    await page.locator('#running .run-line', {hasText: 'demo'}).click();
    await page.locator('.run-head .pill', {hasText: 'running'}).waitFor();
    await page.locator('.unit.e-running').first().waitFor();
    await page.locator('.unit.e-pass', {hasText: '1.1'}).waitFor({timeout: 60000});
    assert.equal(await page.locator('.unit.e-pass', {hasText: '2.1'}).count(), 0, 'seen on the way, not at the end');
    await page.locator('.run-facts', {hasText: 'to come about $'}).waitFor();
    await page.locator('#budget', {hasText: 'that this run has done'}).waitFor();
    const status = await run.ended;
    await page.locator('.run-head .pill', {hasText: status === 0 ? 'passed' : /./}).waitFor();
    assert.equal(status, 0);
    await page.locator('.unit.e-pass', {hasText: '2.1'}).waitFor();
    assert.equal(await page.locator('.run-facts', {hasText: 'to come'}).count(), 0, 'what is over costs nothing more');
    // A task leads to its attempts, an attempt to what it changed.
    await page.locator('.unit.e-pass', {hasText: '1.1'}).click();
    await page.locator('.attempts button', {hasText: '1.1-executor'}).first().click();
    await page.getByRole('tab', {name: /Change/}).click();
    await page.locator('.panel').getByText('made for 1.1').first().waitFor();
    clean(seen, server.address);
  },

  'real: an answer in the browser goes on with a pipeline that waits; of two the first holds; the end can be exported': async (t) => {
    const box = new Box(t);
    const shop = await pipelineBox(box);
    const server = await box.web();
    const {page: one, seen} = await look(t, server);
    const {page: two} = await look(t, server);
    for (const page of [one, two]) await page.locator('.question').waitFor();
    await one.locator('.question textarea').fill('go on');
    // The second window hears nothing of the first answer, and gives another one to the same question.
    const late = {...(await ask(server, '/questions')).questions[0]};
    await one.getByRole('button', {name: /proceed/i}).click();
    await one.locator('.question', {hasText: 'gate-post-planning'}).waitFor({timeout: 60000});
    const second = await fetch(`${server.address}/api/v1/w/${late.workspace}/runs/${late.run_id}/answer`, {method: 'POST', headers: {authorization: `Bearer ${server.token}`, 'content-type': 'application/json', origin: server.address}, body: JSON.stringify({gate_id: late.gate_id, ordinal: late.ordinal, option: 'abort'})});
    assert.equal(second.status, 409, await second.text());
    await two.locator('.question', {hasText: 'gate-post-planning'}).waitFor();
    await one.getByRole('button', {name: /^approve/i}).click();
    await one.evaluate(() => (location.hash = '#/runs'));
    await one.locator('.run-cell a').first().click();
    await one.locator('.run-head .pill', {hasText: 'passed'}).waitFor({timeout: 90000});
    assert.match(await one.locator('#shape').innerText(), /confidence High/);
    assert.match(await one.locator('#approvals').innerText(), /go on/);
    clean(seen, server.address);
    const file = join(box.path, 'run.html');
    const exported = await box.assay(shop, 'export', 'html', '--out', file);
    assert.equal(exported.status, 0, exported.stderr);
    const {page, seen: saw, context} = await openPage(t.browser);
    t.after(() => context.close());
    await page.goto(`file://${file}`);
    await page.locator('.node').first().waitFor();
    await page.locator('.tl-canvas').waitFor();
    assert.deepEqual([saw.errors, saw.breaches, saw.requests.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))], [[], [], []]);
  },

  'real: a server that was killed is told, and its successor asks for its own token': async (t) => {
    const {box} = await verifyBox(t);
    const server = await box.web('--listen', '127.0.0.1:0');
    const {page} = await look(t, server);
    await page.locator('.link-state.s-open').waitFor();
    server.child.kill('SIGKILL');
    await page.getByText('Connection lost.').waitFor();
    const again = await box.web('--listen', new URL(server.url).host);
    await page.getByText('This page has no valid token').waitFor({timeout: 30000});
    await page.getByLabel('Token').fill(again.token);
    await page.getByRole('button', {name: 'Open'}).click();
    await page.locator('.figures').waitFor();
    await page.locator('.link-state.s-open').waitFor();
  },

  'real: pages of all five machines and of all workspaces, in light and dark and on a phone: nothing overflows, axe finds nothing, hostile text is text': async (t) => {
    const box = await five(t);
    const server = await box.web();
    const runs = await runsOf(server);
    const kept = t.pictures ?? null;
    const [verify, loop, pipeline] = [runs.broken, runs.looped, runs.asked];
    const places = {overview: '#/', runs: '#/runs', questions: '#/questions', tests: '#/tests', known: '#/tests?which=known', tree: '#/trees', cost: '#/cost?days=7', verify: `${verify}?at=unit&n=1`, log: `${verify}?at=unit&n=1&tab=log`, hostile: `${runs.hostile}?at=evil&n=1&tab=log`, loop: `${loop}?at=1.2-executor&n=1&tab=transcript`, changes: `${loop}?at=1.1-executor&n=1&tab=changes`, pipeline, goals: runs.gaps, agent: `${runs.helped}?at=helper&n=1`, compare: `#/compare?a=${runs.before.split('/')[2]}/before&b=${verify.split('/')[2]}/broken`};
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const problems = [];
    for (const [kind, options] of Object.entries({light: {width: 1200, height: 750}, dark: {width: 1200, height: 750, dark: true}, phone: {width: 360, height: 740}})) {
      const {page, seen} = await look(t, server, options);
      await page.locator('.figures').waitFor();
      for (const [name, to] of Object.entries(places)) {
        await page.evaluate((fragment) => (location.hash = fragment), to);
        await page.waitForFunction(() => !document.querySelector('.skeleton'));
        await page.waitForTimeout(200);
        if (kept) await page.screenshot({path: join(kept, `${name}-${kind}.png`)});
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (over > 0) problems.push(`${name} ${kind}: ${over} pixels too wide`);
        if (await page.evaluate(() => window.__pwned !== undefined || document.querySelectorAll('main img, main script, main iframe').length > 0)) problems.push(`${name} ${kind}: text became markup`);
        if (kind === 'dark') continue;
        await page.evaluate(axe);
        const found = await page.evaluate(async () => (await window.axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']})).violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 120)}`));
        problems.push(...found.map((what) => `${name} ${kind}: ${what}`));
      }
      clean(seen, server.address);
    }
    assert.deepEqual(problems, []);
  },

  'real: pictures for the documentation': async (t) => {
    const box = await five(t);
    const server = await box.web();
    const runs = await runsOf(server);
    const made = t.pictures ?? scratch();
    const shots = {
      overview: ['#/', {}],
      runs: ['#/runs', {}],
      verify: [`${runs.broken}?at=unit&n=1`, {}],
      loop: [`${runs.looped}?at=1.2-executor&n=1&tab=transcript`, {dark: true}],
      pipeline: [runs.asked, {}],
      tests: [`#/tests?workspace=${runs.broken.split('/')[2]}&which=all`, {dark: true}],
      cost: ['#/cost?days=7', {}],
      phone: [runs.asked, {width: 360, height: 740}],
    };
    for (const [name, [fragment, options]] of Object.entries(shots)) {
      const {page} = await look(t, server, {width: 1200, height: 750, ...options});
      await page.locator('.figures').waitFor();
      await page.evaluate((to) => (location.hash = to), fragment);
      await page.waitForFunction(() => !document.querySelector('.skeleton'));
      await page.waitForTimeout(500);
      const path = join(made, `${name}.png`);
      await page.screenshot({path});
      const size = statSync(path).size;
      assert.ok(size > 10_000 && size < 200_000, `${name}: ${size} bytes`);
    }
  },

  'real: with the keyboard alone, from the overview to the failing line, and an answer': async (t) => {
    const box = await five(t);
    const server = await box.web();
    const {page, seen} = await look(t, server);
    await page.locator('.figures').waitFor();
    const press = async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('g', 'r');
    await page.locator('table.runs').waitFor();
    await press('/');
    await page.keyboard.type('broken');
    await page.getByText('1 match').waitFor();
    await press('Escape', 'Tab');
    await page.evaluate(() => document.activeElement.blur());
    await press('j', 'Enter');
    await page.locator('.run-head .pill', {hasText: 'failed'}).waitFor();
    await page.locator('.tl-canvas').waitFor();
    await press('!');
    await page.locator('.panel', {hasText: 'unit'}).waitFor();
    await press('l');
    await page.locator('.log-text', {hasText: 'AssertionError: 6 != 5'}).first().waitFor();
    await press('Escape', 'g', 'q');
    await page.locator('.question').waitFor();
    for (let n = 0; n < 40 && !(await page.evaluate(() => document.activeElement.tagName === 'TEXTAREA')); ++n) await press('Tab');
    await page.keyboard.type('by the keyboard');
    for (let n = 0; n < 10 && !(await page.evaluate(() => /proceed/i.test(document.activeElement.textContent ?? ''))); ++n) await press('Tab');
    await press('Enter');
    await page.locator('.question', {hasText: 'gate-post-planning'}).waitFor({timeout: 90000});
    clean(seen, server.address);
  },

  'real: --open leaves no token in the profile of the browser': async (t) => {
    const {box} = await verifyBox(t);
    const bin = box.folder('bin', {'xdg-open': `#!/bin/sh\nprintf '%s' "$1" > '${box.path}/opened'\n`});
    await box.run(bin, 'chmod', ['+x', 'xdg-open']);
    box.env.PATH = `${bin}:${box.env.PATH}`;
    const server = await box.web('--open');
    let file = '';
    for (let n = 0; n < 100 && file === ''; ++n) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      try {
        file = readFileSync(join(box.path, 'opened'), 'utf8');
      } catch {
        // not yet
      }
    }
    const profile = scratch();
    const context = await t.browser.browserType().launchPersistentContext(profile, {executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage']});
    t.after(() => context.close());
    const page = await context.newPage();
    await page.goto(`file://${file}`);
    await page.locator('.figures').waitFor();
    assert.ok(page.url().startsWith(server.address) && !/token|once/.test(page.url()), page.url());
    // A link without a token, as the last line of a failed run has one, opens beside it.
    const failed = await box.assay(join(box.path, 'shop'), 'verify', '--manifest', 'manifest.json');
    const link = /^web: (\S+)$/m.exec(failed.stderr)[1];
    const beside = await context.newPage();
    await beside.goto(link);
    await beside.locator('.run-head .pill', {hasText: 'failed'}).waitFor();
    await page.goto('about:blank');
    await context.close();
    const files = (folder) => readdirSync(folder, {withFileTypes: true}).flatMap((entry) => (entry.isDirectory() ? files(join(folder, entry.name)) : entry.isFile() ? [join(folder, entry.name)] : []));
    const holders = files(profile).filter((path) => readFileSync(path).includes(server.token));
    // What a tab keeps until it is closed lies in its session; history, visited links, caches and the like have nothing.
    assert.deepEqual(holders.map((path) => path.slice(profile.length + 1)).filter((path) => !path.includes('Session Storage')), []);
  },
};
