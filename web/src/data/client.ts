// SPDX-License-Identifier: MIT
// Every address of the API by name.
import {type Following, follow, type Listener} from './sse';
import type {Query, Transport} from './transport';
import type * as T from './types';

const part = encodeURIComponent;
const ofRun = (workspace: string, run: string) => `/w/${part(workspace)}/runs/${part(run)}`;
const ofAttempt = (at: AttemptId) => `${ofRun(at.workspace, at.run)}/attempts/${part(at.name)}/${at.attempt}`;

export interface AttemptId {
  workspace: string;
  run: string;
  name: string;
  attempt: number;
}

export class Client {
  constructor(readonly transport: Transport) {}

  get live(): boolean {
    return this.transport.live;
  }

  server = () => this.transport.get<T.Server>('/server');
  overview = () => this.transport.get<T.Overview>('/overview');
  runs = (query: Query) => this.transport.get<T.Runs>('/runs', query);
  questions = () => this.transport.get<T.Questions>('/questions');
  spending = (query: Query) => this.transport.get<T.Spending>('/spending', query);
  compare = (a: string, b: string) => this.transport.get<T.Compare>('/compare', {a, b});

  status = (workspace: string) => this.transport.get<T.TreeStatus>(`/w/${part(workspace)}/status`);
  tests = (workspace: string, query: Query) => this.transport.get<T.Tests>(`/w/${part(workspace)}/tests`, query);
  testHistory = (workspace: string, gate: string, test: string) => this.transport.get<T.TestHistory>(`/w/${part(workspace)}/test`, {gate, test});
  knownFailures = (workspace: string) => this.transport.get<T.KnownFailures>(`/w/${part(workspace)}/known-failures`);
  ledger = (workspace: string) => this.transport.get<T.Ledger>(`/w/${part(workspace)}/ledger`);
  attestation = (workspace: string, commit?: string) => this.transport.get<T.Attestation>(`/w/${part(workspace)}/attestation`, {commit});
  wake = (workspace: string) => this.transport.post<T.Done>(`/w/${part(workspace)}/wake`, {});

  run = (workspace: string, run: string) => this.transport.get<T.RunPage>(ofRun(workspace, run));
  gates = (workspace: string, run: string, query: Query) => this.transport.get<T.Gates>(`${ofRun(workspace, run)}/gates`, query);
  attempts = (workspace: string, run: string, query: Query) => this.transport.get<T.Attempts>(`${ofRun(workspace, run)}/attempts`, query);
  timeline = (workspace: string, run: string, query: Query) => this.transport.get<T.Timeline>(`${ofRun(workspace, run)}/timeline`, query);
  events = (workspace: string, run: string, query: Query) => this.transport.get<T.Events>(`${ofRun(workspace, run)}/events`, query);
  explain = (workspace: string, run: string, query: Query) => this.transport.get<T.Explain>(`${ofRun(workspace, run)}/explain`, query);
  runLedger = (workspace: string, run: string) => this.transport.get<T.Ledger>(`${ofRun(workspace, run)}/ledger`);
  file = (workspace: string, run: string, path: string) => this.transport.get<T.FileText>(`${ofRun(workspace, run)}/file`, {path});
  answer = (workspace: string, run: string, given: T.AnswerGiven) => this.transport.post<T.Done>(`${ofRun(workspace, run)}/answer`, given);
  stop = (workspace: string, run: string) => this.transport.post<T.Done>(`${ofRun(workspace, run)}/stop`, {});
  resume = (workspace: string, run: string) => this.transport.post<T.Done>(`${ofRun(workspace, run)}/resume`, {});

  attempt = (at: AttemptId) => this.transport.get<T.AttemptPage>(ofAttempt(at));
  log = (at: AttemptId, query: Query) => this.transport.get<T.Log>(`${ofAttempt(at)}/log`, query);
  logSearch = (at: AttemptId, query: Query, signal?: AbortSignal) => this.transport.get<T.LogHits>(`${ofAttempt(at)}/log/search`, query, signal);
  transcript = (at: AttemptId, query: Query) => this.transport.get<T.Transcript>(`${ofAttempt(at)}/transcript`, query);
  diff = (at: AttemptId) => this.transport.get<T.Diff>(`${ofAttempt(at)}/diff`);
  prompt = (at: AttemptId) => this.transport.get<T.FileText>(`${ofAttempt(at)}/prompt`);

  rawLog = (at: AttemptId) => this.transport.download(`${ofAttempt(at)}/log/raw`);
  report = (workspace: string, run: string, name: string) => this.transport.download(`${ofRun(workspace, run)}/reports/${part(name)}`);

  followRun = (workspace: string, run: string, since: number, listener: Listener): Following =>
    follow((lastId, signal) => this.transport.stream(`${ofRun(workspace, run)}/events`, lastId, signal), since > 0 ? String(since) : '', listener);
  followAll = (listener: Listener): Following => follow((lastId, signal) => this.transport.stream('/overview', lastId, signal), '', listener);
}
