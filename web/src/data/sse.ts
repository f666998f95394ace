// SPDX-License-Identifier: MIT
// Server-sent events over fetch, so that a token can go along as a header: the text format, and a stream
// that comes back by itself with the id of the last event it has heard.

export interface Message {
  id: string;
  event: string;
  data: string;
}

/** Takes the text as it comes, in pieces of any length. */
export class Parser {
  private rest = '';
  private id = '';
  private event = '';
  private data: string[] = [];
  retry: number | null = null;

  constructor(private readonly tell: (message: Message) => void) {}

  take(text: string): void {
    this.rest += text;
    for (;;) {
      const found = /\r\n|\n|\r(?!$)/.exec(this.rest);
      if (!found) return;
      const line = this.rest.slice(0, found.index);
      this.rest = this.rest.slice(found.index + found[0].length);
      this.line(line);
    }
  }

  private line(line: string): void {
    if (line === '') {
      if (this.data.length > 0) this.tell({id: this.id, event: this.event || 'message', data: this.data.join('\n')});
      this.event = '';
      this.data = [];
      return;
    }
    if (line.startsWith(':')) return;
    const cut = line.indexOf(':');
    const field = cut < 0 ? line : line.slice(0, cut);
    const value = cut < 0 ? '' : line.slice(cut + 1).replace(/^ /, '');
    if (field === 'data') this.data.push(value);
    else if (field === 'event') this.event = value;
    else if (field === 'id' && !value.includes('\0')) this.id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) this.retry = Number(value);
  }
}

export type Link = 'connecting' | 'open' | 'lost' | 'closed';

export interface Listener {
  message: (message: Message) => void;
  link: (link: Link, nextTryMs: number) => void;
  /** An answer that trying again does not change. */
  refused: (status: number) => void;
}

export interface Following {
  close: () => void;
  /** Tries again at once. */
  hurry: () => void;
}

/** 0.5 s, 1 s, 2 s ... 15 s, each with a little chance in it. */
export function backoff(tries: number, chance = Math.random()): number {
  return Math.min(15000, 500 * 2 ** Math.min(tries, 10)) * (0.75 + chance / 2);
}

/** Browsers give a server six connections, over all tabs: one that nobody sees holds none after so long. */
const unseenMs = 5000;

/** Silence for longer than this is a connection that is gone: the server sends something every 15 s. */
const silenceMs = 45000;

export function follow(open: (lastId: string, signal: AbortSignal) => Promise<Response>, since: string, listener: Listener): Following {
  let lastId = since;
  let tries = 0;
  let timer = 0;
  let silence = 0;
  let closed = false;
  let over = false;
  let controller = new AbortController();

  let paused = false;
  let unseen = 0;
  const again = () => {
    if (closed || paused) return;
    const wait = backoff(tries++);
    listener.link('lost', wait);
    timer = window.setTimeout(run, wait);
  };
  const watch = () => {
    clearTimeout(silence);
    silence = window.setTimeout(() => controller.abort(), silenceMs);
  };
  const run = async () => {
    clearTimeout(timer);
    controller = new AbortController();
    try {
      watch();
      const answer = await open(lastId, controller.signal);
      if (answer.status === 401 || answer.status === 403 || answer.status === 404 || answer.status === 204) {
        over = true;
        listener.link('closed', 0);
        if (answer.status !== 204) listener.refused(answer.status);
        return;
      }
      if (!answer.ok || !answer.body) throw new Error(`status ${answer.status}`);
      await read(answer.body);
    } catch {
      // the same as an end: it is tried again
    } finally {
      clearTimeout(silence);
    }
    if (!over) again();
  };
  const read = async (body: ReadableStream<Uint8Array>) => {
    const reader = body.getReader();
    const text = new TextDecoder();
    const parser = new Parser((message) => {
      if (message.id !== '') lastId = message.id;
      listener.message(message);
    });
    listener.link('open', 0);
    for (;;) {
      const {done, value} = await reader.read();
      if (done) return;
      tries = 0;
      watch();
      parser.take(text.decode(value, {stream: true}));
    }
  };
  const hurry = () => {
    if (closed || over || paused) return;
    clearTimeout(timer);
    tries = 0;
    controller.abort();
    timer = window.setTimeout(run, 0);
  };
  const look = () => {
    clearTimeout(unseen);
    if (closed || over) return;
    if (document.hidden) {
      unseen = window.setTimeout(() => {
        paused = true;
        clearTimeout(timer);
        controller.abort();
      }, unseenMs);
    } else if (paused) {
      paused = false;
      tries = 0;
      listener.link('lost', 0); // something may have been missed
      void run();
    }
  };
  document.addEventListener('visibilitychange', look);
  void run();
  return {
    close: () => {
      document.removeEventListener('visibilitychange', look);
      clearTimeout(unseen);
      closed = true;
      over = true;
      clearTimeout(timer);
      clearTimeout(silence);
      controller.abort();
    },
    hurry,
  };
}
