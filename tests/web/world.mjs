// SPDX-License-Identifier: MIT
// Answers as `assay web` gives them, about runs that never were: enough of each kind that every page has
// something to show. Keys are those of docs/formats/web-api.json; a test compares them.

const sha = (n) => (BigInt(n + 1) * 0x9e3779b97f4a7c15f39cc0605cedc834n).toString(16).padStart(40, '0').slice(-40);
const at = (ms) => new Date(ms).toISOString();

export const hostile = {
  script: '<script>window.__pwned = 1</script><img src=x onerror="window.__pwned=2">',
  bidi: 'access = "user\u202e \u2066// check if admin\u2069 \u2066"',
  zero: 'pa\u200bss\u200dword\ufeff',
  ansi: '\u001b[31mred\u001b[0m \u001b]8;;https://example.invalid\u0007link\u001b]8;;\u0007 \u001b[2Jcleared \u001b[8mhidden\u001b[0m',
};

export class World {
  constructor(now = Date.now()) {
    this.now = now;
    this.workspaces = [
      {id: 'shop-3f9c1a2b', path: '/home/ana/src/shop', name: 'shop'},
      {id: 'engine-77d0c4e1', path: '/home/ana/src/engine', name: 'engine'},
      {id: 'site-0b8e55aa', path: '/home/ana/work/clients/site', name: 'site'},
    ];
    this.runs = [];
    this.pages = new Map();
    this.logs = new Map();
    this.transcripts = new Map();
    this.steps = new Map();
    this.timelines = new Map();
    this.questions = [];
    this.listeners = new Set();
    this.answersTaken = [];
    this.readOnly = false;
    this.fill();
  }

  id(ago) {
    const when = new Date(this.now - ago).toISOString().replace(/[-:T.Z]/g, '');
    return `${when.slice(0, 8)}-${when.slice(8, 17)}-${sha(this.runs.length + 7).slice(-6)}`;
  }

  run(more) {
    const ago = more.ago ?? 3600e3;
    const took = more.duration_ms ?? 42e3;
    const ended = !['running', 'waiting', 'parked', 'interrupted'].includes(more.state);
    const run = {
      workspace: more.workspace ?? this.workspaces[0].id,
      run_id: more.run_id ?? this.id(ago),
      machine: more.machine ?? 'verify',
      name: more.name ?? '',
      state: more.state,
      started_at: at(this.now - ago),
      ended_at: ended ? at(this.now - ago + took) : null,
      duration_ms: took,
      events: more.events ?? 24,
      coordinators: 1,
      alive: more.state === 'running',
      waits_for: more.waits_for ?? '',
      waits_until: more.waits_until ?? null,
      spent: {launches: 0, wall_ms: 0, tokens: 0, micro_usd: 0, unknown_cost: 0, ...more.spent},
    };
    this.runs.push(run);
    return run;
  }

  page(run, more = {}) {
    const rows = more.rows ?? [];
    const n = (state) => rows.filter((row) => row.state === state).length;
    const page = {
      run,
      verdict: '',
      reasons: [],
      next_action: '',
      claims: [],
      isolation: 'session,subreaper,pidfd',
      tree: {start: sha(41), end: sha(41), changed: [], by_products: []},
      commit: '',
      limits: [],
      forecast: null,
      environment: ['HOME', 'LANG', 'PATH', 'SHELL', 'TERM'],
      question: null,
      actions: run.state === 'running' ? ['stop'] : [],
      attempts: {all: rows.length, waiting: 0, running: n('running'), passed: n('passed'), failed: n('failed'), error: n('error')},
      verify: null,
      agent: null,
      goals: null,
      loop: null,
      pipeline: null,
      ...more,
    };
    delete page.rows;
    this.pages.set(`${run.workspace}/${run.run_id}`, page);
    this.timelines.set(`${run.workspace}/${run.run_id}`, rows);
    return page;
  }

  row(run, name, start, took, state, more = {}) {
    return {
      name,
      attempt: 1,
      seq: state === 'running' ? 0 : 3,
      state,
      kind: state === 'running' ? '' : 'exited',
      outcome: state === 'running' ? 'under way' : `exit ${state === 'passed' ? 0 : 1} in ${(took / 1000).toFixed(2)}s`,
      started_at: at(Date.parse(run.started_at) + start),
      start_ms: start,
      duration_ms: took,
      exit_code: state === 'running' ? null : state === 'passed' ? 0 : 1,
      bytes: 2048,
      tests: -1,
      tests_failed: -1,
      is_agent: false,
      role: '',
      model: '',
      tokens: 0,
      micro_usd: null,
      step: '',
      critical: false,
      ...more,
    };
  }

  gate(unit, id, stage, state, more = {}) {
    return {
      unit, id, stage,
      gate_type: 'test',
      command: `npm run ${id}`,
      required: true, mutates: false, parallel: true,
      state,
      reason: '',
      effective: state === 'passed' || state === 'failed',
      reused: false,
      attempts: state === 'waiting' ? 0 : 1,
      exit_code: state === 'passed' ? 0 : state === 'failed' ? 1 : null,
      duration_ms: state === 'waiting' || state === 'running' ? null : 1800 + unit * 730,
      expected_ms: 2000 + unit * 700,
      tests: -1,
      summary: state === 'passed' ? 'exit 0 in 1.80s' : '',
      tree: sha(41),
      ...more,
    };
  }

  counts(units) {
    const n = (state) => units.filter((unit) => unit.state === state).length;
    return {all: units.length, waiting: n('waiting'), running: n('running'), passed: n('passed'), failed: n('failed'), error: n('error')};
  }

  step(run, seq, subject, happened, decided, weighty = false) {
    return {seq, at: at(Date.parse(run.started_at) + seq * 900), kind: 'attempt_ended', subject, happened, decided, weighty};
  }

  fill() {
    this.fillVerify();
    this.fillLoop();
    this.fillPipeline();
    this.fillHostile();
    this.fillGoals();
    this.fillOthers();
  }

  fillVerify() {
    const run = this.run({state: 'failed', ago: 25 * 60e3, duration_ms: 14200, run_id: 'verify-failed'});
    this.failed = run;
    const rows = [
      this.row(run, 'format', 40, 900, 'passed'),
      this.row(run, 'types', 60, 3300, 'passed'),
      this.row(run, 'unit', 3400, 6100, 'failed', {tests: 214, tests_failed: 2, outcome: 'exit 1 in 6.10s; 214 tests ran, 2 failed (vitest)', critical: true}),
      this.row(run, 'service', 3420, 1100, 'failed', {outcome: 'exit 7 in 1.10s; transient: connection refused'}),
      this.row(run, 'service', 6600, 1300, 'passed', {attempt: 2}),
      this.row(run, 'lint', 9600, 2100, 'error', {outcome: 'exit 0 in 2.10s; `|| true` hides the exit status', critical: true}),
      this.row(run, 'e2e', 9620, 4400, 'passed', {tests: 31, tests_failed: 0, critical: true}),
    ];
    const one = [this.gate(0, 'format', 0, 'passed', {gate_type: 'lint', reused: true}), this.gate(1, 'types', 0, 'passed', {gate_type: 'type-check'})];
    const two = [
      this.gate(2, 'unit', 1, 'failed', {tests: 214, summary: 'exit 1 in 6.10s, 214 tests (vitest)', command: 'npx vitest run'}),
      this.gate(3, 'service', 1, 'passed', {attempts: 2, reason: 'flaky', summary: 'exit 0 in 1.30s after a retry'}),
    ];
    const three = [
      this.gate(4, 'lint', 2, 'error', {reason: 'masked', effective: false, summary: '`|| true` hides the exit status', command: 'eslint src || true'}),
      this.gate(5, 'e2e', 2, 'passed', {tests: 31, summary: 'exit 0 in 4.40s, 31 tests (playwright)'}),
    ];
    this.page(run, {
      rows,
      verdict: 'FAIL: unit failed on the tree it was run on, and lint proves nothing',
      reasons: ['unit: FAIL exit 1 in 6.10s, 214 tests (vitest)', '  cart > rounds half up: expected 12 to be 13', 'lint: INEFFECTIVE: `|| true` hides the exit status: remove it, or make the command `required: false`'],
      next_action: 'fix_and_retry',
      verify: {stages: [one, two, three].map((gates, stage) => ({stage, counts: this.counts(gates), gates})), counts: this.counts([...one, ...two, ...three]), jobs: 2, left_out: []},
    });
    this.steps.set(this.key(run), [
      this.step(run, 1, '', 'verify run started: 6 commands in /home/ana/src/shop, 2 at a time', 'looked at the tree'),
      this.step(run, 4, 'service', 'service, attempt 1: exit 7 in 1.10s; transient: connection refused', 'once more, attempt 2', true),
      this.step(run, 6, 'unit', 'unit, attempt 1: exit 1 in 6.10s; 214 tests ran, 2 failed (vitest)', 'FAIL; required, so the run cannot pass', true),
      this.step(run, 9, 'lint', 'lint, attempt 1: exit 0 in 2.10s; `|| true` hides the exit status', 'PASS (masked), proves nothing; required, so the run cannot pass', true),
    ]);
    this.logs.set(this.key(run, 'unit', 1), {bytes: Buffer.from(unitLog()), growing: false, failure: 'FAIL  src/cart.test.ts'});
    const ok = this.run({state: 'passed', ago: 90 * 60e3, duration_ms: 13900, run_id: 'verify-passed'});
    this.passed = ok;
    this.page(ok, {verdict: 'PASS: every required gate passed', verify: {stages: [{stage: 0, counts: this.counts(one), gates: one}], counts: this.counts(one), jobs: 2, left_out: []}, rows: [this.row(ok, 'format', 0, 800, 'passed'), this.row(ok, 'types', 10, 3000, 'passed')], tree: {start: sha(40), end: sha(40), changed: [], by_products: ['coverage/lcov.info']}});
  }

  fillLoop() {
    const run = this.run({state: 'running', machine: 'loop', name: 'checkout-redesign', ago: 11 * 60e3, duration_ms: 11 * 60e3, run_id: 'loop-live', spent: {launches: 6, wall_ms: 540e3, tokens: 412_800, micro_usd: 3_870_000, unknown_cost: 1}, events: 88});
    this.loop = run;
    const task = (key, id, title, state, more = {}) => ({
      key, id, title,
      phase: key < 3 ? 'Phase 1: Make it work' : 'Phase 2: Make it right',
      markers: [], group: null, state, step: '', taken_over: false, iteration: 1,
      launches: state === 'waiting' ? 0 : 1, reviews: 0, waits_for: [], fixes: null, last_failure: '',
      layers: state === 'waiting' ? [] : ['claim', 'files', 'verify', 'proof'].map((name) => ({name, status: state === 'failed' && name === 'verify' ? 'failed' : 'passed', why: name === 'verify' && state === 'failed' ? 'npm test: exit 1' : ''})),
      commit: state === 'passed' ? sha(60 + key) : '', tree: '', proof: state === 'passed' ? 'proved' : '',
      attempts: state === 'waiting' ? [] : [`${id}-executor`, `${id}-verify-${key}`],
      ...more,
    });
    const tasks = [
      task(0, '1.1', 'Move the cart total into one function', 'passed', {launches: 2}),
      task(1, '1.2', 'Discount codes: parse and validate', 'passed', {markers: ['P'], group: 1}),
      task(2, '1.3', 'Shipping fee by weight', 'failed', {markers: ['P'], group: 1, last_failure: 'Verify failed: npm test -- shipping: exit 1', launches: 2}),
      task(3, '1.4', 'Put right: shipping fee rounds down', 'running', {fixes: 2, markers: ['FIX 1.3'], step: 'working', layers: []}),
      task(4, '2.1', 'Accessibility of the form', 'waiting', {waits_for: [3]}),
      task(5, '2.2', 'Verify the whole flow', 'waiting', {markers: ['VERIFY']}),
    ];
    const agent = {is_agent: true, role: 'executor', model: 'sonnet', tokens: 61_000, micro_usd: 640_000};
    const rows = [
      this.row(run, 'baseline-unit', 0, 21e3, 'passed'),
      this.row(run, '1.1-executor', 22e3, 96e3, 'passed', {...agent, step: '1.1'}),
      this.row(run, '1.1-verify-0', 119e3, 14e3, 'failed', {step: '1.1'}),
      this.row(run, '1.1-executor', 134e3, 41e3, 'passed', {...agent, step: '1.1', attempt: 2}),
      this.row(run, '1.1-verify-0', 176e3, 13e3, 'passed', {step: '1.1', attempt: 2}),
      this.row(run, '1.2-executor', 190e3, 133e3, 'passed', {...agent, step: '1.2'}),
      this.row(run, '1.2-verify-1', 324e3, 14e3, 'passed', {step: '1.2'}),
      this.row(run, '1.3-executor', 191e3, 171e3, 'passed', {...agent, step: '1.3', micro_usd: null}),
      this.row(run, '1.3-verify-2', 363e3, 15e3, 'failed', {step: '1.3'}),
      this.row(run, '1.4-executor', 380e3, 280e3, 'running', {...agent, step: '1.4'}),
    ];
    this.page(run, {
      rows,
      claims: [{claimed: 'All tests pass, including the new shipping tests.', observed: 'npm test -- shipping ended with exit 1; 2 of 18 tests failed'}],
      limits: [{name: 'micro_usd', limit: 10_000_000, used: 3_870_000}, {name: 'launches', limit: 20, used: 6}, {name: 'per_day.wall_ms', limit: 3600e3, used: 3300e3}],
      forecast: {basis: '4 open, as the 3 that this run has done', samples: 3, likely: {launches: 5, wall_ms: 300e3, tokens: 210_000, micro_usd: 1_900_000, unknown_cost: 0}, most: {launches: 8, wall_ms: 700e3, tokens: 510_000, micro_usd: 4_100_000, unknown_cost: 0}},
      loop: {spec: 'checkout-redesign', spec_dir: 'specs/checkout-redesign', step: 'working', tasks, done: 2, global_iteration: 7, remarks: ['1.1 was verified at its second attempt'], tampering: [], pull_request: ''},
    });
    this.steps.set(this.key(run), [this.step(run, 30, '1.1-verify-0', '1.1-verify-0, attempt 1: exit 1 in 14s', 'the claim of 1.1 is not accepted; asked once more with the failure', true), this.step(run, 71, '1.3-verify-2', '1.3-verify-2, attempt 1: exit 1 in 15s', 'inserted 1.4 as a fix for 1.3', true)]);
    this.logs.set(this.key(run, '1.4-executor', 1), {bytes: Buffer.from(agentLog()), growing: true});
    this.transcripts.set(this.key(run, '1.4-executor', 1), {growing: true, moments: talk()});
  }

  fillPipeline() {
    const run = this.run({state: 'waiting', machine: 'pipeline', name: 'shipping', ago: 47 * 60e3, duration_ms: 47 * 60e3, run_id: 'pipeline-waiting', waits_for: 'an answer to gate-post-planning', spent: {launches: 14, wall_ms: 900e3, tokens: 1_204_000, micro_usd: 9_120_000, unknown_cost: 0}, events: 163, workspace: this.workspaces[1].id});
    this.pipeline = run;
    const steps = [
      ['0', 'Setup', 'prepare', '', 'passed', 1], ['1', 'Research', 'agents', 'researcher', 'passed', 1], ['1a', 'Approval after research', 'approval', '', 'passed', 1],
      ['2', 'Specification', 'agents', 'spec', 'passed', 1], ['3', 'Design', 'agents', 'designer', 'passed', 2], ['3b', 'Adversarial design review', 'review', 'reviewer', 'passed', 2],
      ['4', 'Planning', 'agents', 'planner', 'passed', 1], ['4a', 'Approval after planning', 'approval', '', 'running', 1], ['5', 'Implementation', 'tasks', 'implementer', 'waiting', 0],
      ['6', 'Verification', 'verify', '', 'waiting', 0], ['7', 'Adversarial code review', 'review', 'reviewer', 'waiting', 0], ['8b', 'Evidence bundle', 'bundle', '', 'waiting', 0], ['9', 'Auto-commit', 'commit', '', 'waiting', 0],
    ].map(([id, title, kind, role, state, rounds]) => ({id, title, kind, role, state, rounds, instances: role === 'reviewer' ? ['security', 'architecture', 'correctness'] : role ? [role] : []}));
    const order = steps.map((step) => step.id);
    const routes = order.slice(0, -1).map((from, n) => ({from, on: 'pass', option: '', to: order[n + 1], loop: ''}));
    routes.push({from: '3b', on: 'revise', option: '', to: '3', loop: 'design'}, {from: '4a', on: 'option', option: 'revise', to: '4', loop: 'plan'}, {from: '6', on: 'failed', option: '', to: '5', loop: 'work'}, {from: '7', on: 'revise', option: '', to: '5', loop: 'review'}, {from: '9', on: 'pass', option: '', to: 'DONE', loop: ''});
    const agent = {is_agent: true, role: 'agent', model: 'opus', tokens: 84_000, micro_usd: 720_000};
    const rows = [];
    let t = 1000;
    for (const [step, names] of [['1', ['1-1-researcher-architecture', '1-1-researcher-impact', '1-1-researcher-patterns']], ['2', ['2-1-spec']], ['3', ['3-1-designer']], ['3b', ['3b-1-reviewer-security', '3b-1-reviewer-architecture', '3b-1-reviewer-correctness']], ['3', ['3-2-designer']], ['3b', ['3b-2-reviewer-security', '3b-2-reviewer-architecture', '3b-2-reviewer-correctness']], ['4', ['4-1-planner']]]) {
      let longest = 0;
      names.forEach((name, n) => {
        const took = 60e3 + ((name.length * 7919) % 120) * 1000;
        longest = Math.max(longest, took);
        rows.push(this.row(run, name, t + n * 400, took, 'passed', {...agent, step, critical: n === 0}));
      });
      t += longest + 3000;
    }
    const question = {
      workspace: run.workspace, run_id: run.run_id, name: 'shipping', gate_id: 'gate-post-planning', ordinal: 0,
      question: 'The plan has two tasks. Shall the work begin?', context: 'Two tasks in one wave; both touch src/cart.ts.',
      options: [{id: 'approve', label: 'Approve', description: 'Begin with the implementation.', is_default: true, takes_comment: false}, {id: 'revise', label: 'Revise', description: 'Plan once more.', is_default: false, takes_comment: true}, {id: 'abort', label: 'Abort', description: 'End the run.', is_default: false, takes_comment: false}],
      files: ['docs/feature/shipping/plan.yaml', 'docs/feature/shipping/design.yaml'], since: at(this.now - 6 * 60e3), answered: false,
    };
    this.questions.push(question);
    this.page(run, {
      rows, question, actions: ['answer'],
      pipeline: {
        slug: 'shipping', definition: 'feature', request: 'Add a shipping fee to the cart.\n\nOrders above 50 are free.', step: '4a', phase: 'asking', steps, routes,
        loops: [{name: 'design', budget: 2, used: 1}, {name: 'plan', budget: 2, used: 0}, {name: 'work', budget: 3, used: 0}, {name: 'review', budget: 2, used: 0}],
        jobs: [], tasks: [{id: 'task-01', title: 'the fee', wave: 1, state: 'waiting', files: ['src/cart.ts'], changed: [], outside: [], faults: []}, {id: 'task-02', title: 'its test', wave: 1, state: 'waiting', files: ['src/cart.test.ts'], changed: [], outside: [], faults: []}],
        checks: [{name: 'tests', command: 'npm test', before: 'passed', after: '', required: true}, {name: 'lint', command: 'npm run lint', before: 'passed', after: '', required: false}],
        votes: [{scope: 'design', instance: 'security', focus: 'security', round: 1, verdict: 'needs_revision', summary: 'The fee can be negative.'}, {scope: 'design', instance: 'security', focus: 'security', round: 2, verdict: 'approve', summary: 'Mended.'}],
        approvals: [{gate_id: 'gate-post-research', option: 'proceed', comment: '', by: 'ana', at: at(this.now - 40 * 60e3), automatic: false}],
        gate_notes: [], contradicted: [], known_issues: [], confidence: null, confidence_why: '', commit: '', bundle: '',
      },
      limits: [{name: 'micro_usd', limit: 25_000_000, used: 9_120_000}],
    });
    this.steps.set(this.key(run), [this.step(run, 61, '3b', '3b: 3 votes, 1 needs revision', 'revise: back to 3 Design, loop design 1 of 2', true), this.step(run, 160, '4a', 'asked gate-post-planning', 'parked until it is answered', true)]);
  }

  fillHostile() {
    const name = `evil ${hostile.script}`;
    const run = this.run({state: 'error', machine: 'agent', name, ago: 5 * 3600e3, run_id: 'hostile', workspace: this.workspaces[2].id, spent: {launches: 1, wall_ms: 1000, tokens: 10, micro_usd: 0, unknown_cost: 1}});
    this.hostile = run;
    const rows = [this.row(run, 'executor', 0, 42e3, 'error', {is_agent: true, role: hostile.bidi, outcome: hostile.script})];
    this.page(run, {rows, verdict: hostile.bidi, reasons: [hostile.script, hostile.zero, hostile.ansi], claims: [{claimed: hostile.script, observed: hostile.bidi}], agent: {role: hostile.zero, step: '', outcome: 'failed', rule: hostile.script, reason: hostile.bidi, files_changed: [hostile.script], commits: []}});
    this.steps.set(this.key(run), [this.step(run, 2, hostile.script, `${hostile.script} ${hostile.bidi}`, hostile.ansi, true)]);
    const long = 'x'.repeat(1 << 20);
    this.logs.set(this.key(run, 'executor', 1), {bytes: Buffer.from([hostile.script, hostile.bidi, hostile.zero, hostile.ansi, `long ${long} end`, 'last line'].join('\n')), growing: false});
    this.transcripts.set(this.key(run, 'executor', 1), {growing: false, moments: [{kind: 'said', text: hostile.script, at_ms: 10}, {kind: 'called', text: hostile.ansi, at_ms: 20}, {kind: 'returned', text: hostile.bidi, at_ms: null}]});
  }

  fillGoals() {
    const run = this.run({state: 'failed', machine: 'goals', name: 'phase-1', ago: 7 * 3600e3, run_id: 'goals-gaps', workspace: this.workspaces[1].id});
    const finding = (type, item, status, detail = '') => ({type, item, status, detail});
    this.page(run, {
      rows: [this.row(run, 'judge-1', 0, 30e3, 'passed', {is_agent: true, role: 'judge'})],
      verdict: 'gaps found: 2 of 5 criteria are not met',
      goals: {
        phase: 'phase-1', step: '', status: 'gaps_found',
        tasks: [
          {id: 'T1', title: 'Sign in', score: 'pass', findings: [finding('file', 'src/login.ts', 'met'), finding('export', 'signIn', 'met')]},
          {id: 'T2', title: 'Sign out', score: 'partial', findings: [finding('file', 'src/logout.ts', 'met'), finding('test', 'ends the session', 'gap', 'no test of this name ran'), finding('behaviour', 'clears the cookie', 'unchecked', 'no judge is configured')]},
        ],
        gaps: [{task: 'T2', type: 'test', item: 'ends the session', expected: 'a test that passed', actual: 'none of this name'}],
      },
    });
  }

  fillOthers() {
    const kinds = [['passed', 'verify', ''], ['passed', 'loop', 'login-form'], ['passed', 'pipeline', 'search'], ['exhausted', 'loop', 'flaky-suite'], ['parked', 'loop', 'import'], ['interrupted', 'verify', ''], ['passed', 'goals', 'phase-2'], ['out_of_budget', 'pipeline', 'rewrite'], ['cancelled', 'loop', 'old-idea'], ['passed', 'verify', '']];
    kinds.forEach(([state, machine, name], n) => {
      const run = this.run({state, machine, name, ago: (3 + n * 5) * 3600e3, duration_ms: 20e3 * (n + 1) ** 2, workspace: this.workspaces[n % 3].id, run_id: `other-${n}`, waits_for: state === 'parked' ? 'a quota, until it is reset' : '', waits_until: state === 'parked' ? at(this.now + 5400e3) : null, spent: machine === 'verify' ? {} : {launches: 3 + n, wall_ms: 60e3, tokens: 90_000 * (n + 1), micro_usd: 700_000 * (n + 1), unknown_cost: n % 4 === 0 ? 1 : 0}});
      this.page(run, {rows: [this.row(run, 'unit', 0, 9000, 'passed')], verdict: state === 'passed' ? 'PASS' : ''});
    });
  }

  /** 10,000 more runs: only rows, as lists show them. */
  fillMany(n) {
    for (let i = 0; i < n; ++i) this.run({state: i % 9 === 0 ? 'failed' : 'passed', ago: 4 * 86400e3 + i * 60e3, run_id: `many-${String(i).padStart(5, '0')}`, workspace: this.workspaces[i % 3].id, duration_ms: 1000 + (i % 300) * 100});
  }

  /** A verify run of n commands. */
  fillHuge(n) {
    const run = this.run({state: 'passed', ago: 3600e3, duration_ms: n * 5, run_id: 'huge', events: n * 2});
    const rows = Array.from({length: n}, (_, i) => this.row(run, `case-${i}`, Math.floor(i / 8) * 40, 38, i % 997 === 0 ? 'failed' : 'passed'));
    this.page(run, {rows, verify: {stages: [{stage: 0, counts: {all: n, waiting: 0, running: 0, passed: n, failed: 0, error: 0}, gates: Array.from({length: 200}, (_, i) => this.gate(i, `case-${i}`, 0, 'passed'))}], counts: {all: n, waiting: 0, running: 0, passed: n, failed: 0, error: 0}, jobs: 8, left_out: []}});
    return run;
  }

  key(run, name, attempt) {
    const base = `${run.workspace}/${run.run_id}`;
    return name === undefined ? base : `${base}/${name}/${attempt}`;
  }

  tell(event, run, data) {
    for (const listener of this.listeners) listener(event, run, data);
  }

  /** A state changes, and everybody hears of it. */
  change(run, state, events = run.events + 1) {
    run.state = state;
    run.events = events;
    if (!['running', 'waiting', 'parked', 'interrupted'].includes(state)) run.ended_at = at(Date.now());
    this.tell('run', run, {workspace: run.workspace, run_id: run.run_id, machine: run.machine, state, events});
  }
}

function unitLog() {
  const lines = ['\u001b[1m RUN \u001b[0m v2.1.0 /home/ana/src/shop', ''];
  for (let n = 0; n < 180; ++n) lines.push(` \u001b[32m✓\u001b[0m src/cart.test.ts > case ${n} \u001b[2m${n % 9} ms\u001b[0m`);
  lines.push('', '\u001b[41m FAIL \u001b[0m', 'FAIL  src/cart.test.ts > cart > rounds half up', '\u001b[31mAssertionError: expected 12 to be 13\u001b[39m', '    at src/cart.test.ts:41:28', '', ' Tests  2 failed | 212 passed (214)', '');
  return lines.join('\n');
}

function agentLog() {
  return Array.from({length: 40}, (_, n) => JSON.stringify({type: 'assistant', n, text: `step ${n}`})).join('\n') + '\n';
}

function talk() {
  return [
    {kind: 'said', text: 'I will look at how the fee is rounded first.', at_ms: 1200},
    {kind: 'called', text: 'Read src/shipping.ts', at_ms: 2100},
    {kind: 'returned', text: Array.from({length: 30}, (_, n) => `${n + 1}  line ${n}`).join('\n'), at_ms: 2300},
    {kind: 'called', text: 'Bash npm test -- shipping', at_ms: 9000},
    {kind: 'returned', text: '2 failed, 16 passed', at_ms: 24000},
    {kind: 'error', text: 'API overloaded, asked again', at_ms: 26000},
    {kind: 'said', text: 'The fee is floored before tax. I will round half up at the end instead.', at_ms: 31000},
  ];
}
