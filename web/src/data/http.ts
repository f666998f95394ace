// SPDX-License-Identifier: MIT
// The server of `assay web`, asked with the token of this page.
import {token} from './token';
import {address, type Query, Refused, type Transport} from './transport';
import type {Problem} from './types';

async function problemsOf(answer: Response): Promise<Problem[]> {
  try {
    const body = (await answer.json()) as {problems?: Problem[]};
    if (Array.isArray(body.problems)) return body.problems;
  } catch {
    // no JSON: the status has to do
  }
  return [];
}

export class Http implements Transport {
  readonly live = true;

  constructor(private readonly root: string) {}

  private headers(more: Record<string, string> = {}): Record<string, string> {
    const mine = token.peek();
    return mine === '' ? more : {authorization: `Bearer ${mine}`, ...more};
  }

  private async ask(path: string, init: RequestInit): Promise<Response> {
    let answer: Response;
    try {
      answer = await fetch(this.root + path, {...init, credentials: 'same-origin', redirect: 'error'});
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      throw new Refused(0, [{code: 'unreachable', field: '', what: 'The server does not answer.'}]);
    }
    if (!answer.ok) throw new Refused(answer.status, await problemsOf(answer));
    return answer;
  }

  async get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
    const answer = await this.ask(address(path, query), {headers: this.headers(), signal: signal ?? null});
    return (await answer.json()) as T;
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    const answer = await this.ask(path, {method: 'POST', headers: this.headers({'content-type': 'application/json'}), body: JSON.stringify(body)});
    return (await answer.json()) as T;
  }

  stream(path: string, lastId: string, signal: AbortSignal): Promise<Response> {
    const more: Record<string, string> = {accept: 'text/event-stream'};
    if (lastId !== '') more['last-event-id'] = lastId;
    return fetch(this.root + path, {headers: this.headers(more), signal, cache: 'no-store', credentials: 'same-origin'});
  }

  async download(path: string): Promise<Blob> {
    return (await this.ask(path, {headers: this.headers()})).blob();
  }
}
