// SPDX-License-Identifier: MIT
// A home with a state directory of its own and real runs in it, made by the real binary; and windows on the real `assay web`.
import assert from 'node:assert/strict';
import {execFile, spawn} from 'node:child_process';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {openPage, scratch} from './browser.mjs';
import {policy} from './mock.mjs';
import {hostile} from './world.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** A home, a state directory and a binary of its own. */
export class Box {
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
export async function look(t, server, options) {
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

export const ask = async (server, path) => (await fetch(`${server.address}/api/v1${path}`, {headers: {authorization: `Bearer ${server.token}`}})).json();

export function clean(seen, address) {
  assert.deepEqual(seen.errors, []);
  assert.deepEqual(seen.breaches, []);
  assert.deepEqual(seen.requests.filter((url) => !url.startsWith(address) && !url.startsWith('data:') && !url.startsWith('blob:')), []);
}

export async function verifyBox(t) {
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


const task = (id, title, file, marks = '') => `- [ ] ${id} ${marks}${title}\n  - **Do**: make it so\n  - **Files**: \`${file}\`\n  - **Done when**: it is there\n  - **Verify**: \`test -s ${file}\`\n  - **Commit**: \`feat: ${id}\`\n\n`;

/** A loop of four tasks, two of them side by side, whose agents say what they cost. */
export async function loopBox(box, {name = 'work', seconds = 0} = {}) {
  const agent = join(box.path, `${name}.yaml`);
  const rule = (id, n) => `  - match: {role: executor, task: "${id}"}\n    do: [{say: "I look at the task first."}, {sleep: ${seconds}}, {run: "ls"}, {write: {path: "f${id}", text: "made for ${id}\\nand a second line\\n"}}, {commit: "feat: ${id}"}, {usage: {input: ${12000 * n}, output: ${900 * n}, cached: 4000, micro_usd: ${210000 * n}}}, {say: "Done.\\nTASK_COMPLETE"}]\n`;
  writeFileSync(agent, `dialect: claude\nrules:\n${['1.1', '1.2', '1.3', '2.1'].map((id, n) => rule(id, n + 1)).join('')}  - do: [{say: "nothing"}]\n`);
  const folder = box.folder(name, {
    'specs/demo/tasks.md': `## Phase 1: Make\n\n${task('1.1', 'Write the first file', 'f1.1')}${task('1.2', `Write the second ${hostile.script}`, 'f1.2', '[P] ')}${task('1.3', 'Write the third', 'f1.3', '[P] ')}## Phase 2: Finish\n\n${task('2.1', 'Write the last', 'f2.1')}`,
    'assay.yaml': `version: 1\nagents:\n  "*": {command: [assay-scripted-agent, "${agent}"], dialect: claude}\nloop: {review: false}\nbudgets: {usd: 5, launches: 40, per_day: {usd: 20}}\n`,
  });
  await box.git(folder);
  return folder;
}

/** A pipeline that has asked its first question. */
export async function pipelineBox(box) {
  const shop = box.folder('pipeline', {});
  mkdirSync(shop, {recursive: true});
  const made = await box.run(shop, 'bash', [join(root, 'examples/pipeline/shop')]);
  assert.equal(made.status, 0, made.stderr);
  const started = await box.assay(shop, 'pipeline', 'start', '--request', 'request.md', '--slug', 'shipping', '--run-id', 'asked', '--quiet');
  assert.equal(started.status, 4, started.stderr);
  return shop;
}

/** Runs of all five machines, in five workspaces of one user. */
export async function five(t) {
  const box = new Box(t);
  delete box.env.ASSAY_STATE_DIR; // all workspaces of this user
  const shop = box.folder('shop', {
    'cart.py': 'def total(prices):\n    return sum(prices)\n',
    'test_cart.py': "import unittest\nfrom cart import total\n\nclass Cart(unittest.TestCase):\n    def test_sum(self):\n        self.assertEqual(total([2, 3]), 5)\n\n    def test_none(self):\n        self.assertEqual(total([]), 0)\n\n    def test_slow(self):\n        import time; time.sleep(0.3)\n\n    def test_known(self):\n        import os; self.assertFalse(os.path.exists('cart.py.old'))\n",
    'known.yaml': '- {test: "*test_known*", reason: "the old cart is still there", owner: ana, until: 2099-01-01}\n- {test: "*test_gone*", reason: "was forgotten", owner: ben, until: 2020-01-01}\n',
    'assay.yaml': 'version: 1\nverify:\n  known_failures: known.yaml\n  commands:\n    - {id: syntax, command: "python3 -m compileall -q cart.py", gate_type: build}\n    - {id: style, command: "grep -c def cart.py", gate_type: lint, parallel_safe: true, stage: 1}\n    - {id: unit, command: "python3 -m unittest -v test_cart", gate_type: test, parallel_safe: true, stage: 1}\n    - {id: docs, command: "sleep 0.4; test -f README", required: false, stage: 2}\n',
    '.gitignore': '__pycache__/\n',
  });
  await box.git(shop);
  assert.equal((await box.assay(shop, 'verify', '--run-id', 'before', '--quiet')).status, 0);
  writeFileSync(join(shop, 'cart.py'), 'def total(prices):\n    return sum(prices) + 1\n');
  assert.equal((await box.assay(shop, 'verify', '--run-id', 'broken', '--quiet')).status, 1);
  const evil = box.folder('evil', {
    'evil.sh': `cat <<'EVIL'\n${hostile.script}\n${hostile.bidi}\n${hostile.ansi}\nEVIL\nhead -c 1048576 /dev/zero | tr '\\0' x; echo\nexit 1\n`,
    'manifest.json': JSON.stringify({commands: [{id: 'evil', command: `bash evil.sh # ${hostile.script} ${hostile.bidi}`}]}),
  });
  await box.git(evil);
  assert.equal((await box.assay(evil, 'verify', '--manifest', 'manifest.json', '--run-id', 'hostile', '--quiet')).status, 1);
  const work = await loopBox(box);
  const looped = await box.assay(work, 'loop', 'run', 'specs/demo', '--run-id', 'looped', '--quiet');
  assert.equal(looped.status, 0, looped.stderr);
  const goals = box.folder('goals', {
    'cart.py': 'x = 1\n',
    'phase-1/.task/IMPL-1.json': JSON.stringify({id: 'IMPL-1', title: `Cart ${hostile.script}`, description: 'x', depends_on: [], files: [{path: 'cart.py', action: 'modify'}], convergence: {criteria: ['nope.py exists', 'cart.py exists'], verification: 'test -f cart.py'}}),
    'phase-1/summary-IMPL-1.md': '---\ntask: IMPL-1\n---\nok\n',
  });
  await box.git(goals);
  assert.equal((await box.assay(goals, 'goals', 'check', 'phase-1', '--out', join(box.path, 'report.md'), '--run-id', 'gaps', '--quiet')).status, 1);
  const script = join(box.path, 'helper.yaml');
  writeFileSync(script, `dialect: claude\nrules:\n  - do: [{say: ${JSON.stringify(hostile.script)}}, {claim_run: {command: "make test", exit_code: 0}}, {write: {path: "note ${'\\u202e'}txt", text: "hello\\n"}}, {usage: {input: 900, output: 80, micro_usd: 42000}}, {say: ${JSON.stringify(`All tests pass. ${hostile.script} ${hostile.bidi}`)}}]\n`);
  const helper = box.folder('helper', {'assay.yaml': `version: 1\nagents:\n  helper: {command: [assay-scripted-agent, "${script}"], dialect: claude}\n`, 'prompt.md': `Write a note. ${hostile.script}\n`});
  await box.git(helper);
  await box.assay(helper, 'agent', 'run', 'helper', '--prompt', 'prompt.md', '--run-id', 'helped', '--quiet');
  await pipelineBox(box);
  return box;
}

/** Addresses of the five runs, by their names. */
export async function runsOf(server) {
  const {runs} = await ask(server, '/runs?limit=100');
  return Object.fromEntries(runs.map((run) => [run.run_id, `#/w/${run.workspace}/runs/${run.run_id}`]));
}
