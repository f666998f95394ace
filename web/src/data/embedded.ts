// SPDX-License-Identifier: MIT
// `assay export html`: the answers about one run stand in the page itself. What was not put in is told as
// missing; nothing is ever fetched.
import {address, type Query, Refused, type Transport} from './transport';

/** As the page has it: answers by address, each as the server would have given it. */
export interface Embedded {
  workspace: string;
  run: string;
  made_at: string;
  answers: Record<string, unknown>;
}

export function embedded(): Embedded | null {
  const element = document.getElementById('assay-data');
  if (!element) return null;
  return JSON.parse(element.textContent ?? '') as Embedded;
}

export class FromPage implements Transport {
  readonly live = false;

  constructor(private readonly data: Embedded) {}

  /** The exact address, or the one without its query: a whole answer serves every window of it. */
  async get<T>(path: string, query: Query = {}): Promise<T> {
    const answers = this.data.answers;
    const found = answers[address(path, query)] ?? answers[path];
    if (found === undefined) throw new Refused(404, [{code: 'not_found', field: '', what: 'This is not part of the exported page.'}]);
    return structuredClone(found) as T;
  }

  async post<T>(): Promise<T> {
    throw new Refused(403, [{code: 'read_only', field: '', what: 'An exported page changes nothing.'}]);
  }

  async stream(): Promise<Response> {
    return new Response(null, {status: 204});
  }

  download(): null {
    return null;
  }
}
