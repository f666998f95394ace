// SPDX-License-Identifier: MIT
// Where answers come from: a server, or the file this page stands in. Everything above asks by path and
// query and does not know which.
import type {Problem} from './types';

export type Query = Record<string, string | number | boolean | undefined>;

export class Refused extends Error {
  constructor(
    readonly status: number, // 0: nobody answered
    readonly problems: Problem[],
  ) {
    super(problems.map((problem) => problem.what).join('; ') || `status ${status}`);
  }

  get code(): string {
    return this.problems[0]?.code ?? '';
  }
}

export interface Transport {
  /** Things change, questions can be answered, streams can be followed. */
  readonly live: boolean;
  get<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
  stream(path: string, lastId: string, signal: AbortSignal): Promise<Response>;
  /** Bytes to keep as a file; null: not from here. */
  download(path: string): Promise<Blob> | null;
}

/** "/runs?limit=50&state=failed": names in their order, what is not given left out. */
export function address(path: string, query: Query = {}): string {
  const words = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]): [string, string] => [name, String(value)])
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return words.length === 0 ? path : `${path}?${new URLSearchParams(words)}`;
}
