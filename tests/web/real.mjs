// SPDX-License-Identifier: MIT
// The page against the real `assay web`: real runs of a real binary, followed, answered, exported.
import assert from 'node:assert/strict';
import {execFile, spawn} from 'node:child_process';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {openPage, scratch} from './browser.mjs';
import {policy} from './mock.mjs';
import {hostile} from './world.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** A home, a state directory and a binary of its own. */
class Box {
  constructor(t) {
    this.t = t;
    this.path = scratch();
    this.env = {
      ...process.env,
      HOME: this.path,
      USER: 'ana',
      ASSAY_STATE_DIR: join(this.path, 'state'),
      PATH: `${dirname(t.assay)}:${join(dirname(t.assay), 'tests')}:${process.env.PATH}`,
      GIT_AUTHOR_NAME: 'ana', GIT_AUTHOR_EMAIL: 'ana@example.com', GIT_COMMITTER_NAME: 'ana', GIT_COMMITTER_EMAIL: 'ana@example.com',
      PYTHONDONTWRITEBYTECODE: '1',
    };
    mkdirSync(this.env.ASSAY_STATE_DIR, {recursive: true, mode: 0o700});
  }

  folder(name, files) {
    const path = join(this.path, name);
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(path, file)), {recursive: true});
      writeFileSync(join(path, file), text);
    }
    return path;
  }

  run(cwd, command, args) {
    return new Promise((resolve) => {
      execFile(command, args, {cwd, env: this.env, maxBuffer: 64 << 20}, (error, stdout, stderr) => resolve({status: error ? (error.code ?? 1) : 0, stdout, stderr}));
    });
  }

  assay(cwd, ...args) {
    return this.run(cwd, this.t.assay, args);
  }

  async git(cwd) {
    for (const args of [['init', '-q', '-b', 'main', '.'], ['add', '-A'], ['commit', '-qm', 'start'], ['switch', '-qc', 'work']]) {
      const done = await this.run(cwd, 'git', args);
      assert.equal(done.status, 0, done.stderr);
    }
  }

  start(cwd, ...args) {
    const child = spawn(this.t.assay, args, {cwd, env: this.env, stdio: ['ignore', 'pipe', 'pipe']});
    child.ended = new Promise((resolve) => child.on('exit', resolve));
    this.t.after(() => child.kill('SIGKILL'));
    return child;
  }

  async web(...args) {
    const child = this.start(this.path, 'web', '--format', 'json', ...args);
    let text = '';
    let noise = '';
    child.stderr.on('data', (piece) => (noise += piece));
    const told = await new Promise((resolve, reject) => {
      child.stdout.on('data', (piece) => {
        text += piece;
        if (text.includes('\n')) resolve(JSON.parse(text));
      });
      child.ended.then((status) => reject(new Error(`assay web ended with ${status}: ${noise}`)));
    });
    return {child, url: told.url, token: told.token, address: new URL(told.url).origin};
  }
}

/** The page is compiled into the binary, or, where it was built without (ASSAY_WEB), comes from the folder beside these tests. */
async function look(t, server, options) {
  const window = await openPage(t.browser, options);
  t.after(() => window.context.close());
  const first = await (await fetch(`${server.address}/`)).text();
  if (!first.includes('assets/app.js')) {
    t.note('the binary has no page of its own');
    for (const [path, contentType] of [['/', 'text/html'], ['/assets/app.js', 'text/javascript'], ['/assets/app.css', 'text/css']]) {
      const body = readFileSync(join(t.dist, path === '/' ? 'index.html' : path));
      await window.context.route((url) => url.origin === server.address && url.pathname === path, (route) => route.fulfill({body, contentType, headers: {'content-security-policy': policy}}));
    }
  }
  await window.page.goto(server.url);
  return window;
}

const ask = async (server, path) => (await fetch(`${server.address}/api/v1${path}`, {headers: {authorization: `Bearer ${server.token}`}})).json();

function clean(seen, address) {
  assert.deepEqual(seen.errors, []);
  assert.deepEqual(seen.breaches, []);
  assert.deepEqual(seen.requests.filter((url) => !url.startsWith(address) && !url.startsWith('data:') && !url.startsWith('blob:')), []);
}

async function verifyBox(t) {
  const box = new Box(t);
  const shop = box.folder('shop', {
    'cart.py': 'def total(prices):\n    return sum(prices)\n',
    'test_cart.py': 'import unittest\nfrom cart import total\n\nclass Cart(unittest.TestCase):\n    def test_sum(self):\n        self.assertEqual(total([2, 3]), 5)\n\n    def test_wrong(self):\n        self.assertEqual(total([1]), 2)\n',
    'evil.sh': `cat <<'EVIL'\n${hostile.script}\n${hostile.bidi}\n${hostile.ansi}\nEVIL\nhead -c 1048576 /dev/zero | tr '\\0' x; echo\nexit 1\n`,
    'manifest.json': JSON.stringify({commands: [{id: 'unit', gate_type: 'test', command: 'python3 -m unittest -v test_cart', parallel_safe: true}, {id: 'evil', gate_type: 'custom', command: 'bash evil.sh', parallel_safe: true}, {id: 'long', gate_type: 'custom', command: 'seq -f "line %.0f of a long log, which has some words in it" 1 120000'}]}),
  });
  await box.git(shop);
  const done = await box.assay(shop, 'verify', '--manifest', 'manifest.json', '--quiet');
  assert.equal(done.status, 1, done.stderr);
  return {box, shop};
}

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

  'real: a loop is followed while it works': async (t) => {
    const box = new Box(t);
    const task = (id, file) => `- [ ] ${id} Make ${file}\n  - **Do**: make it so\n  - **Files**: \`${file}\`\n  - **Done when**: it is there\n  - **Verify**: \`test -s ${file}\`\n  - **Commit**: \`feat: ${id}\`\n\n`;
    const agent = join(box.path, 'agent.yaml');
    writeFileSync(agent, ['1.1', '1.2', '1.3'].map((id) => `  - match: {role: executor, task: "${id}"}\n    do: [{sleep: 2}, {write: {path: "f${id}", text: "x\\n"}}, {commit: "feat: ${id}"}, {say: "Done.\\nTASK_COMPLETE"}]\n`).reduce((all, one) => all + one, 'dialect: claude\nrules:\n') + '  - do: [{say: "nothing"}]\n');
    const work = box.folder('work', {'specs/demo/tasks.md': task('1.1', 'f1.1') + task('1.2', 'f1.2') + task('1.3', 'f1.3'), 'assay.yaml': `version: 1\nagents:\n  "*": {command: [assay-scripted-agent, "${agent}"], dialect: claude}\nloop: {review: false}\n`});
    await box.git(work);
    const server = await box.web();
    const {page, seen} = await look(t, server);
    const run = box.start(work, 'loop', 'run', 'specs/demo', '--quiet');
    await page.locator('#running .run-line', {hasText: 'demo'}).click();
    await page.locator('.run-head .pill', {hasText: 'running'}).waitFor();
    await page.locator('.unit.e-running').first().waitFor();
    await page.locator('.unit.e-pass', {hasText: '1.1'}).waitFor();
    assert.equal(await page.locator('.unit.e-pass', {hasText: '1.3'}).count(), 0, 'seen on the way, not at the end');
    const status = await run.ended;
    await page.locator('.run-head .pill', {hasText: status === 0 ? 'passed' : /./}).waitFor();
    assert.equal(status, 0);
    await page.locator('.unit.e-pass', {hasText: '1.3'}).waitFor();
    clean(seen, server.address);
  },

  'real: an answer in the browser goes on with a pipeline that waits; of two the first holds; the end can be exported': async (t) => {
    const box = new Box(t);
    const shop = box.folder('pipeline', {});
    mkdirSync(shop, {recursive: true});
    const made = await box.run(shop, 'bash', [join(root, 'examples/pipeline/shop')]);
    assert.equal(made.status, 0, made.stderr);
    const started = await box.assay(shop, 'pipeline', 'start', '--request', 'request.md', '--slug', 'shipping', '--quiet');
    assert.equal(started.status, 4, started.stderr);
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
};
