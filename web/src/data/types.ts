// SPDX-License-Identifier: MIT
// What the API gives and takes: docs/formats/web-api.json, name by name (a test compares them).

export type RunState = 'running' | 'waiting' | 'parked' | 'interrupted' | 'passed' | 'failed' | 'error' | 'exhausted' | 'cancelled' | 'out_of_budget';
export type UnitState = 'waiting' | 'running' | 'passed' | 'failed' | 'error';
export type Machine = 'verify' | 'agent' | 'goals' | 'loop' | 'pipeline';

export interface Problem {
  code: string;
  field: string;
  what: string;
}

export interface Spent {
  launches: number;
  wall_ms: number;
  tokens: number;
  micro_usd: number;
  unknown_cost: number;
}

export interface Run {
  workspace: string;
  run_id: string;
  machine: Machine;
  name: string;
  state: RunState;
  started_at: string;
  ended_at: string | null;
  duration_ms: number;
  events: number;
  coordinators: number;
  alive: boolean;
  waits_for: string;
  waits_until: string | null;
  spent: Spent;
}

export interface Server {
  version: string;
  read_only: boolean;
  now: string;
  user: string;
}

export interface Verified {
  run_id: string;
  tree: string;
  at: string;
}

export interface Workspace {
  id: string;
  path: string;
  name: string;
  exists: boolean;
  runs: number;
  running: number;
  waiting: number;
  parked: number;
  interrupted: number;
  newest: Run | null;
  verified: Verified | null;
  today: Spent;
}

export interface Overview {
  server: Server;
  workspaces: Workspace[];
  running: Run[];
  waiting: Run[];
  failed: Run[];
  today: Spent;
}

export interface Tally {
  day: string;
  passed: number;
  failed: number;
}

export interface Runs {
  runs: Run[];
  tally: Tally;
  days: Tally[];
  matching: number;
  next: string | null;
}

export interface Counts {
  all: number;
  waiting: number;
  running: number;
  passed: number;
  failed: number;
  error: number;
}

export interface GateRow {
  unit: number;
  id: string;
  stage: number;
  gate_type: string;
  command: string;
  required: boolean;
  mutates: boolean;
  parallel: boolean;
  state: UnitState;
  reason: string;
  effective: boolean;
  reused: boolean;
  attempts: number;
  exit_code: number | null;
  duration_ms: number | null;
  expected_ms: number | null;
  tests: number;
  summary: string;
  tree: string;
}

export interface Stage {
  stage: number;
  counts: Counts;
  gates: GateRow[];
}

export interface VerifyShape {
  stages: Stage[];
  counts: Counts;
  jobs: number;
  left_out: string[];
}

export interface Layer {
  name: string;
  status: string;
  why: string;
}

export interface LoopTask {
  key: number;
  id: string;
  title: string;
  phase: string;
  markers: string[];
  group: number | null;
  state: UnitState;
  step: string;
  taken_over: boolean;
  iteration: number;
  launches: number;
  reviews: number;
  waits_for: number[];
  fixes: number | null;
  last_failure: string;
  layers: Layer[];
  commit: string;
  tree: string;
  proof: string;
  attempts: string[];
}

export interface LoopShape {
  spec: string;
  spec_dir: string;
  step: string;
  tasks: LoopTask[];
  done: number;
  global_iteration: number;
  remarks: string[];
  tampering: string[];
  pull_request: string;
}

export interface Job {
  instance: string;
  focus: string;
  task: string;
  step: string;
  state: UnitState;
  launches: number;
  failure: string;
  changed: string[];
}

export interface StepNode {
  id: string;
  title: string;
  kind: string;
  role: string;
  state: UnitState;
  rounds: number;
  instances: string[];
}

export interface Route {
  from: string;
  on: string;
  option: string;
  to: string;
  loop: string;
}

export interface LoopBudget {
  name: string;
  budget: number;
  used: number;
}

export interface Vote {
  scope: string;
  instance: string;
  focus: string;
  round: number;
  verdict: string;
  summary: string;
}

export interface Approval {
  gate_id: string;
  option: string;
  comment: string;
  by: string;
  at: string;
  automatic: boolean;
}

export interface PipelineTask {
  id: string;
  title: string;
  wave: number;
  state: UnitState;
  files: string[];
  changed: string[];
  outside: string[];
  faults: string[];
}

export interface Check {
  name: string;
  command: string;
  before: string;
  after: string;
  required: boolean;
}

export interface PipelineShape {
  slug: string;
  definition: string;
  request: string;
  step: string;
  phase: string;
  steps: StepNode[];
  routes: Route[];
  loops: LoopBudget[];
  jobs: Job[];
  tasks: PipelineTask[];
  checks: Check[];
  votes: Vote[];
  approvals: Approval[];
  gate_notes: string[];
  contradicted: string[];
  known_issues: string[];
  confidence: string | null;
  confidence_why: string;
  commit: string;
  bundle: string;
}

export interface Finding {
  type: string;
  item: string;
  status: string;
  detail: string;
}

export interface GoalTask {
  id: string;
  title: string;
  score: string;
  findings: Finding[];
}

export interface Gap {
  task: string;
  type: string;
  item: string;
  expected: string;
  actual: string;
}

export interface GoalsShape {
  phase: string;
  step: string;
  status: string;
  tasks: GoalTask[];
  gaps: Gap[];
}

export interface Claim {
  claimed: string;
  observed: string;
}

export interface AgentShape {
  role: string;
  step: string;
  outcome: string;
  rule: string;
  reason: string;
  files_changed: string[];
  commits: string[];
}

export interface Limit {
  name: string;
  limit: number;
  used: number;
}

export interface Forecast {
  basis: string;
  samples: number;
  likely: Spent;
  most: Spent;
}

export interface Option {
  id: string;
  label: string;
  description: string;
  is_default: boolean;
  takes_comment: boolean;
}

export interface Question {
  workspace: string;
  run_id: string;
  name: string;
  gate_id: string;
  ordinal: number;
  question: string;
  context: string;
  options: Option[];
  files: string[];
  since: string;
  answered: boolean;
}

export interface Questions {
  questions: Question[];
}

export interface Trees {
  start: string;
  end: string;
  changed: string[];
  by_products: string[];
}

export interface RunPage {
  run: Run;
  verdict: string;
  reasons: string[];
  next_action: string;
  claims: Claim[];
  isolation: string;
  tree: Trees;
  commit: string;
  limits: Limit[];
  forecast: Forecast | null;
  environment: string[];
  question: Question | null;
  actions: string[];
  attempts: Counts;
  verify: VerifyShape | null;
  agent: AgentShape | null;
  goals: GoalsShape | null;
  loop: LoopShape | null;
  pipeline: PipelineShape | null;
}

export interface Gates {
  gates: GateRow[];
  matching: number;
  next: string | null;
}

export interface AttemptRow {
  name: string;
  attempt: number;
  seq: number;
  state: UnitState;
  kind: string;
  outcome: string;
  started_at: string;
  start_ms: number;
  duration_ms: number;
  exit_code: number | null;
  bytes: number;
  tests: number;
  tests_failed: number;
  is_agent: boolean;
  role: string;
  model: string;
  tokens: number;
  micro_usd: number | null;
  step: string;
  critical: boolean;
}

export interface Attempts {
  attempts: AttemptRow[];
  matching: number;
  next: string | null;
}

export interface Bucket {
  from_ms: number;
  to_ms: number;
  attempts: number;
  failed: number;
  busy_ms: number;
}

export interface Timeline {
  started_at: string;
  length_ms: number;
  from_ms: number;
  to_ms: number;
  matching: number;
  attempts: AttemptRow[];
  buckets: Bucket[];
  critical: AttemptRow[];
}

export interface StepEvent {
  seq: number;
  at: string;
  kind: string;
  subject: string;
  happened: string;
  decided: string;
  weighty: boolean;
}

export interface Events {
  events: StepEvent[];
  last: number;
  more: boolean;
  over: boolean;
}

export interface Explain {
  verdict: string;
  claims: StepEvent[];
  decisions: StepEvent[];
  events: number;
  matching: number;
  next: string | null;
}

export interface RunChanged {
  workspace: string;
  run_id: string;
  machine: Machine;
  state: RunState;
  events: number;
}

export interface CommandTalk {
  command: string;
  exit_code: number | null;
  denied: boolean;
  failed: boolean;
}

export interface Talk {
  dialect: string;
  program: string;
  model: string;
  turns: number;
  input_tokens: number;
  output_tokens: number;
  cached_tokens: number;
  reasoning_tokens: number;
  micro_usd: number | null;
  cost_computed: boolean;
  ending: string;
  stop_reason: string;
  final_text: string;
  commands: CommandTalk[];
  edited: string[];
  denials: string[];
  errors: string[];
  remedy: string;
}

export interface LogHead {
  there: boolean;
  growing: boolean;
  bytes: number;
  stored: number;
  truncated: boolean;
  sha256: string;
  failure_at: number | null;
  readable: boolean;
  has_prompt: boolean;
}

export interface AttemptPage {
  attempt: AttemptRow;
  command: string;
  cwd: string;
  tree: string;
  signal: number;
  detail: string;
  user_ms: number;
  system_ms: number;
  max_rss_kib: number;
  orphans: string[];
  lost_failures: string[];
  tally_source: string;
  tests_skipped: number;
  failed_tests: string[];
  excerpt: string[];
  transient: string;
  cache_marker: string;
  missing: string;
  talk: Talk | null;
  claims: Claim[];
  files_changed: string[];
  log: LogHead;
  decisions: StepEvent[];
  others: number[];
}

export interface Log {
  from: number;
  to: number;
  size: number;
  first_line: number;
  text: string;
  growing: boolean;
}

export interface LogHit {
  at: number;
  line: number;
  text: string;
}

export interface LogHits {
  hits: LogHit[];
  matching: number;
  next: number | null;
}

export interface Moment {
  kind: string;
  text: string;
  at_ms: number | null;
}

export interface Transcript {
  moments: Moment[];
  first: number;
  all: number;
  growing: boolean;
}

export interface DiffFile {
  path: string;
  status: string;
  added: number;
  removed: number;
  binary: boolean;
  cut: boolean;
  patch: string;
}

export interface Diff {
  known: boolean;
  why: string;
  from: string;
  to: string;
  files: DiffFile[];
}

export interface FileText {
  path: string;
  bytes: number;
  cut: boolean;
  text: string;
}

export interface TestOnTree {
  tree: string | null;
  outcome: string;
  passed: boolean;
  failed: boolean;
  run_id: string;
  at: string;
}

export interface Test {
  test: string;
  gate: string;
  outcome: string;
  flaky: boolean;
  gone: boolean;
  first_seen: string | null;
  last_seen: string | null;
  last_passed: string | null;
  last_failed: string | null;
  passes: number;
  failures: number;
  duration_ms: number | null;
  longest_ms: number | null;
  trees: TestOnTree[];
}

export interface Tests {
  remembered: number;
  failing: number;
  flaky: number;
  gone: number;
  attempts: number;
  tests: Test[];
  matching: number;
  next: string | null;
}

export interface TestRun {
  run_id: string;
  at: string;
  tree: string;
  outcome: string;
  duration_ms: number | null;
}

export interface TestHistory {
  test: Test;
  runs: TestRun[];
}

export interface KnownFailure {
  test: string;
  reason: string;
  owner: string;
  until: string;
  expired: boolean;
}

export interface KnownFailures {
  file: string;
  failures: KnownFailure[];
}

export interface GateStatus {
  id: string;
  state: string;
  run_id: string | null;
  age_ms: number | null;
  why: string;
}

export interface TreeStatus {
  state: string;
  tree: string;
  run_id: string;
  gates: GateStatus[];
  changed: string[];
}

export interface Day {
  day: string;
  workspace: string;
  spent: Spent;
}

export interface Spending {
  days: Day[];
  limits: Limit[];
  dearest: Run[];
  to_come: Spent;
  to_come_of: number;
}

export interface LedgerFault {
  run_id: string;
  seq: number;
  what: string;
}

export interface Seal {
  number: number;
  outcome: string;
  at: string;
  tree: string;
  partial: boolean;
  isolation: string;
}

export interface Ledger {
  sound: boolean;
  runs: number;
  events: number;
  logs: number;
  pruned: number;
  sealed: number;
  unsealed: number;
  fault_count: number;
  faults: LedgerFault[];
  seal: Seal | null;
}

export interface Attestation {
  there: boolean;
  why: string;
  commit: string;
  run_id: string;
  envelope: string;
}

export interface Side {
  state: string;
  reason: string;
  duration_ms: number | null;
  tests: number;
  attempts: number;
}

export interface Compared {
  id: string;
  title: string;
  a: Side;
  b: Side;
  change: string;
}

export interface Compare {
  a: Run;
  b: Run;
  tree_a: string;
  tree_b: string;
  verdict_a: string;
  verdict_b: string;
  units: Compared[];
  same: number;
  fixed_tests: string[];
  broken_tests: string[];
}

export interface AnswerGiven {
  gate_id: string;
  ordinal: number;
  option: string;
  comment?: string;
}

export interface Done {
  what: string;
  started: boolean;
}
