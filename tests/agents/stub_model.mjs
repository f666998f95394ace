// SPDX-License-Identifier: MIT
// A model that has read one script: it has the agent write a file, run a command that fails and one
// that does not, and then says that it is done. Speaks chat completions and responses (OpenAI),
// generateContent (Gemini) and messages (Anthropic), streamed and whole.
//
//   node stub_model.mjs LOG MODE...
//
// Listens on one port of the loopback for each mode and prints {"MODE": port, ...}. A mode is `ok`,
// `sleep` (the agent's tool is to wait for minutes), `claim` (writes a file and says that it is done, however often it is sent back), `note` (write a file with the shell), `commit` (and commit it), `mcp` (verify through
// assay's MCP tools), or a fault: 401, 404, 429, 500, quota
// (429 for an hour), reset, empty, html, cut, hang, decline. `FAULT@N` comes up only after N results of tools. Every request is a line of LOG. Ends
// with its standard input, so that nothing outlives who started it.
import { createServer } from 'node:http';
import { appendFileSync } from 'node:fs';
import { dirname } from 'node:path';

const [, , log, ...modes] = process.argv;
const note = (entry) => appendFileSync(log, JSON.stringify(entry) + '\n');

// ---- What is said -----------------------------------------------------------------------------

// What an agent of a pipeline writes, as its contract wants it.
const notes = [
  'agent_output:', '  agent: "researcher"', '  instance: "researcher-impact"', '  step: "notes"', '  started_at: "2026-01-01T00:00:00Z"',
  '  completed_at: "2026-01-01T00:00:01Z"', '  schema_version: "1.0"', '  payload:', '    focus: "impact"', '    summary: "hello"', '    source_files_examined: [mini.yaml]',
  '    findings:', '      - {id: F-1, title: t, category: c, detail: d, evidence: [mini.yaml:1], relevance: r}',
  'completion:', '  status: "DONE"', '  summary: "hello from the stub"', '  severity: null', '  findings_count: 0', '  risk_level: null',
  '  output_paths: [notes.yaml]',
];

const scripts = {
  ok: ['write', 'exit 3', 'cat hello.txt', 'done'],
  // Some clients refuse to run `sleep`.
  sleep: ['timeout 300 tail -f /dev/null', 'done'],
  note: [`mkdir -p {folder} && printf '%s\\n' ${notes.map((line) => `'${line}'`).join(' ')} > {target}`, 'done'],
  claim: ['write', 'done'],
  commit: ["printf 'hello from the stub\\n' > {target} && git add {target} && git commit -q -m 'feat: {target}'", 'done'],
};
// Tools of an MCP server, whatever the client puts in front of their names.
scripts.mcp = ['write', { tool: 'status' }, { tool: 'verify_start' }, { tool: 'verify_wait', args: { seconds: 20 } }, 'done'];
const last_words = 'Wrote hello.txt and looked at it.\nTASK_COMPLETE';

// By preference: the first one the client offers. One that offers none is asked for the last all the
// same, as models do that remember a tool from elsewhere.
const writers = {
  write_file: (path, content) => ({ file_path: path, content }), // gemini, qwen
  Write: (path, content) => ({ file_path: path, content }), // claude, continue
  editor: (path, content) => ({ command: 'create', path, file_text: content, new_text: content }), // cline
  write: (path, content) => ({ filePath: path, path, content }), // opencode, pi
};
const shells = {
  exec_command: (cmd) => ({ cmd, yield_time_ms: 30000 }), // codex
  shell_command: (command) => ({ command }),
  shell: (command) => ({ command: ['bash', '-c', command] }),
  run_shell_command: (command) => ({ command, description: 'as asked', is_background: false }),
  Bash: (command) => ({ command, description: 'as asked' }),
  run_commands: (command) => ({ commands: [command] }), // cline
  bash: (command) => ({ command, description: 'as asked' }), // opencode, pi
};

// Only what the tool declares: some clients refuse a call with anything else in it.
function fitted(args, schema) {
  const known = schema?.properties;
  if (!known) return args;
  return Object.fromEntries(Object.entries(args).filter(([key]) => key in known));
}

function call_of(table, tools, ...what) {
  for (const [name, make] of Object.entries(table)) {
    const tool = tools.find((offered) => offered.name === name);
    if (tool) return { tool: name, args: fitted(make(...what), tool.schema) };
  }
  return null;
}

function remembered(table, ...what) {
  const [name, make] = Object.entries(table).at(-1);
  return { tool: name, args: make(...what) };
}

// A client that keeps its tools back is asked for them first, and has a tool that calls them.
function server_call(tools, { tool: wanted, args = {} }, conversation) {
  const offered = tools.find(({ name }) => name === wanted) ?? tools.find(({ name }) => /assay_+/.test(name) && name.replace(/^.*assay_+/, '') === wanted);
  if (offered) return { tool: offered.name, namespace: offered.namespace, args };
  const full = `mcp__assay__${wanted}`;
  const query = `select:${full}`;
  const [search, caller] = ['tool_search', 'tool_call'].map((known) => tools.find(({ name }) => name === known));
  if (caller && conversation.includes(query)) return { tool: caller.name, args: fitted({ name: full, tool_name: full, arguments: args, params: args }, caller.schema) };
  return search ? { tool: search.name, args: fitted({ query, max_results: 20, limit: 20 }, search.schema) } : null;
}

// The answer to a conversation that has `results` results of tools in it. The prompt names the file
// to be written as <target>PATH</target>: an agent that loses its prompt gets nothing done.
function answer(mode, tools, results, conversation) {
  const target = /<target>([^<]+)<\/target>/.exec(conversation)?.[1];
  if (tools.length === 0) return { text: 'A title' }; // a question on the side
  if (!target) return { text: 'I was asked for nothing.' };
  const script = scripts[mode] ?? scripts.ok;
  const searched = mode === 'mcp' ? (conversation.match(/"name":"tool_search","arguments"/g) ?? []).length : 0;
  const step = script[Math.min(results - searched, script.length - 1)];
  if (step === 'done') return { text: last_words };
  if (step.tool) return server_call(tools, step, conversation) ?? { text: 'There is no such tool.' };
  const content = 'hello from the stub\n';
  // A folder by its name: some clients refuse commands with $(...) in them.
  const command = step.replaceAll('{target}', target).replaceAll('{folder}', dirname(target));
  if (step !== 'write') return call_of(shells, tools, command) ?? remembered(shells, command);
  return (
    call_of(writers, tools, target, content) ??
    call_of(shells, tools, `printf '%s' '${content}' > '${target}'`) ??
    remembered(writers, target, content)
  );
}

let made = 0;
const id = (kind) => `${kind}_${++made}`;
const pieces = (text) => text.match(/[^]{1,16}/g) ?? [];

// ---- How it is said: one dialect each -----------------------------------------------------------
// read() tells the tools and how many of them have answered; whole() and events() build the reply.
// Every reply costs 100 tokens in, 20 of them cached, and 10 out.

const chat = {
  matches: (path) => path.endsWith('/chat/completions'),
  streams: (body) => body.stream === true,
  read: (body) => ({
    tools: (body.tools ?? []).map(({ function: f }) => ({ name: f?.name, schema: f?.parameters })),
    results: (body.messages ?? []).filter((message) => message.role === 'tool').length,
  }),
  usage: { prompt_tokens: 100, prompt_tokens_details: { cached_tokens: 20 }, completion_tokens: 10, total_tokens: 110 },
  finish: (said) => (said.declined ? 'content_filter' : said.tool ? 'tool_calls' : 'stop'),
  call: (said) => ({
    id: id('call'),
    type: 'function',
    function: { name: said.tool, arguments: JSON.stringify(said.args) },
  }),
  whole(said, body) {
    const message = said.tool
      ? { role: 'assistant', content: null, tool_calls: [this.call(said)] }
      : { role: 'assistant', content: said.text };
    const choices = [{ index: 0, message, finish_reason: this.finish(said) }];
    return { id: id('chat'), object: 'chat.completion', created: 1, model: body.model, choices, usage: this.usage };
  },
  *events(said, body) {
    const frame = { id: id('chat'), object: 'chat.completion.chunk', created: 1, model: body.model };
    const part = (delta, finish_reason = null) => ({ data: { ...frame, choices: [{ index: 0, delta, finish_reason }] } });
    yield part({ role: 'assistant', content: '' });
    if (said.tool) {
      const { function: f, ...call } = this.call(said);
      yield part({ tool_calls: [{ index: 0, ...call, function: { name: f.name, arguments: '' } }] });
      for (const piece of pieces(f.arguments)) yield part({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
    } else {
      for (const piece of pieces(said.text)) yield part({ content: piece });
    }
    yield part({}, this.finish(said));
    yield { data: { ...frame, choices: [], usage: this.usage } };
    yield { data: '[DONE]' };
  },
};

const responses = {
  matches: (path) => path.endsWith('/responses'),
  streams: (body) => body.stream === true,
  read: (body) => ({
    tools: (body.tools ?? []).flatMap((tool) =>
      tool.type === 'namespace'
        ? tool.tools.map((inner) => ({ name: inner.name, schema: inner.parameters, namespace: tool.name }))
        : [{ name: tool.name ?? tool.type, schema: tool.parameters }]),
    results: [body.input ?? []].flat().filter((item) => String(item.type).endsWith('_call_output')).length,
  }),
  item(said) {
    if (said.tool) {
      const args = JSON.stringify(said.args);
      return { type: 'function_call', id: id('fc'), call_id: id('call'), name: said.tool, ...(said.namespace && { namespace: said.namespace }), arguments: args, status: 'completed' };
    }
    const part = said.declined ? { type: 'refusal', refusal: said.text } : { type: 'output_text', text: said.text, annotations: [] };
    const content = said.text ? [part] : [];
    return { type: 'message', id: id('msg'), role: 'assistant', status: 'completed', content };
  },
  response(items, body, status) {
    const usage = {
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 20 },
      output_tokens: 10,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 110,
    };
    return {
      id: id('resp'), object: 'response', created_at: 1, model: body.model, status, output: items,
      usage: status === 'completed' ? usage : null,
    };
  },
  whole(said, body) {
    return this.response([this.item(said)], body, 'completed');
  },
  *events(said, body) {
    const event = (type, more) => ({ name: type, data: { type, ...more } });
    yield event('response.created', { response: this.response([], body, 'in_progress') });
    const items = said.text === '' ? [] : [this.item(said)];
    for (const item of items) {
      const at = { output_index: 0, item_id: item.id };
      yield event('response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress', ...(item.content && { content: [] }) } });
      if (item.content && !said.declined) {
        yield event('response.content_part.added', { ...at, content_index: 0, part: { type: 'output_text', text: '', annotations: [] } });
        for (const piece of pieces(said.text)) yield event('response.output_text.delta', { ...at, content_index: 0, delta: piece });
        yield event('response.output_text.done', { ...at, content_index: 0, text: said.text });
      }
      yield event('response.output_item.done', { output_index: 0, item });
    }
    yield event('response.completed', { response: this.response(items, body, 'completed') });
  },
};

const generate = {
  matches: (path) => /:(streamG|g)enerateContent$/.test(path),
  streams: (_body, path) => path.includes(':stream'),
  read: (body) => ({
    tools: (body.tools ?? [])
      .flatMap((tool) => tool.functionDeclarations ?? [])
      .map((f) => ({ name: f.name, schema: f.parametersJsonSchema ?? f.parameters })),
    results: (body.contents ?? []).flatMap((content) => content.parts ?? []).filter((part) => part.functionResponse).length,
  }),
  // A question on the side may ask for JSON of a certain shape.
  shaped(said, body) {
    const wanted = body.generationConfig?.responseJsonSchema ?? body.generationConfig?.responseSchema;
    if (!wanted?.properties) return said;
    const value = (of) => of.enum?.[0] ?? ({ boolean: false, integer: 1, number: 1 }[String(of.type).toLowerCase()] ?? 'flash');
    return { text: JSON.stringify(Object.fromEntries(Object.entries(wanted.properties).map(([key, of]) => [key, value(of)]))) };
  },
  frame(parts, finishReason) {
    const usageMetadata = { promptTokenCount: 100, cachedContentTokenCount: 20, candidatesTokenCount: 10, totalTokenCount: 110 };
    return {
      candidates: [{ index: 0, content: { role: 'model', parts }, ...(finishReason && { finishReason }) }],
      ...(finishReason && { usageMetadata }),
      modelVersion: 'stub',
    };
  },
  parts(said) {
    if (said.tool) return [{ functionCall: { id: id('call'), name: said.tool, args: said.args } }];
    return said.text ? [{ text: said.text }] : [];
  },
  finish: (said) => (said.declined ? 'SAFETY' : 'STOP'),
  whole(said, body) {
    const shaped = this.shaped(said, body);
    return this.frame(this.parts(shaped), this.finish(said));
  },
  *events(said, body) {
    const shaped = this.shaped(said, body);
    if (!shaped.text) return yield { data: this.frame(this.parts(shaped), this.finish(said)) };
    for (const piece of pieces(shaped.text)) yield { data: this.frame([{ text: piece }]) };
    yield { data: this.frame([], this.finish(said)) };
  },
};

const messages = {
  matches: (path) => path.endsWith('/messages'),
  streams: (body) => body.stream === true,
  read: (body) => ({
    tools: (body.tools ?? []).map((tool) => ({ name: tool.name, schema: tool.input_schema })),
    results: (body.messages ?? []).flatMap((message) => message.content ?? []).filter((block) => block.type === 'tool_result').length,
  }),
  block: (said) =>
    said.tool ? { type: 'tool_use', id: id('toolu'), name: said.tool, input: said.args } : { type: 'text', text: said.text },
  stop: (said) => (said.declined ? 'refusal' : said.tool ? 'tool_use' : 'end_turn'),
  usage: { input_tokens: 80, cache_read_input_tokens: 20, cache_creation_input_tokens: 0, output_tokens: 10 },
  whole(said, body) {
    const content = said.text === '' ? [] : [this.block(said)];
    const frame = { id: id('msg'), type: 'message', role: 'assistant', model: body.model, stop_sequence: null };
    return { ...frame, content, stop_reason: this.stop(said), usage: this.usage };
  },
  *events(said, body) {
    const event = (type, more) => ({ name: type, data: { type, ...more } });
    const frame = { id: id('msg'), type: 'message', role: 'assistant', model: body.model, stop_sequence: null };
    yield event('message_start', { message: { ...frame, content: [], stop_reason: null, usage: { ...this.usage, output_tokens: 1 } } });
    if (said.text !== '') {
      const block = this.block(said);
      const begun = said.tool ? { ...block, input: {} } : { ...block, text: '' };
      yield event('content_block_start', { index: 0, content_block: begun });
      for (const piece of pieces(said.tool ? JSON.stringify(said.args) : said.text)) {
        const delta = said.tool ? { type: 'input_json_delta', partial_json: piece } : { type: 'text_delta', text: piece };
        yield event('content_block_delta', { index: 0, delta });
      }
      yield event('content_block_stop', { index: 0 });
    }
    yield event('message_delta', { delta: { stop_reason: this.stop(said), stop_sequence: null }, usage: { output_tokens: 10 } });
    yield event('message_stop', {});
  },
};

const dialects = [chat, responses, generate, messages];

// ---- The faults -------------------------------------------------------------------------------

const complaints = {
  401: { message: 'Incorrect API key provided.', type: 'authentication_error', code: 'invalid_api_key', status: 'UNAUTHENTICATED' },
  404: { message: 'The model `stub-model` does not exist or you do not have access to it.', type: 'invalid_request_error', code: 'model_not_found', status: 'NOT_FOUND' },
  429: { message: 'Rate limit reached for requests.', type: 'rate_limit_error', code: 'rate_limit_exceeded', status: 'RESOURCE_EXHAUSTED' },
  500: { message: 'The server had an error.', type: 'server_error', code: 'internal_error', status: 'INTERNAL' },
};

function send(response, status, body, type = 'application/json') {
  const headers = { 'content-type': type, ...(status === 429 && { 'retry-after': '1' }) };
  response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
}

function stream(response, events, cut_after = Infinity) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let sent = 0;
  for (const { name, data } of events) {
    if (sent++ === cut_after) return setTimeout(() => response.destroy(), 100);
    const payload = typeof data === 'string' ? data : JSON.stringify(data);
    response.write((name ? `event: ${name}\n` : '') + `data: ${payload}\n\n`);
  }
  response.end();
}

// Google counts with the status itself; the others have a word for it.
function complaint(dialect, status) {
  const { status: word, ...error } = complaints[status];
  return dialect === generate ? { error: { code: status, message: error.message, status: word } } : { error };
}

function reply(dialect, said, body, path, response) {
  if (dialect.streams(body, path)) return stream(response, dialect.events(said, body));
  send(response, 200, dialect.whole(said, body));
}

// A limit that is over in an hour, told in the way of each provider.
function quota(dialect, response) {
  const seconds = 3600;
  const at = Math.floor(Date.now() / 1000) + seconds;
  const message = 'You have reached your usage limit. Please try again in 1 hour.';
  const google = [
    { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }] },
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${seconds}s` },
  ];
  const body =
    dialect === generate ? { error: { code: 429, message: `${message} Please retry in ${seconds}s.`, status: 'RESOURCE_EXHAUSTED', details: google } }
    : dialect === responses ? { error: { type: 'usage_limit_reached', message, plan_type: 'plus', resets_at: at, resets_in_seconds: seconds } }
    : dialect === messages ? { type: 'error', error: { type: 'rate_limit_error', message } }
    : { error: { message, type: 'insufficient_quota', code: 'insufficient_quota' } };
  const headers = { 'content-type': 'application/json', 'retry-after': String(seconds) };
  if (dialect === messages) headers['anthropic-ratelimit-unified-reset'] = String(at);
  response.writeHead(429, headers).end(JSON.stringify(body));
}

const faults = {
  quota: ({ dialect, response }) => quota(dialect, response),
  reset: ({ response }) => response.destroy(),
  hang: () => {},
  html: ({ response }) => send(response, 200, '<!doctype html><title>Sign in</title><p>Sign in to this network.', 'text/html'),
  empty: ({ dialect, body, path, response }) => reply(dialect, { text: '' }, body, path, response),
  decline: ({ dialect, body, path, response }) =>
    reply(dialect, { text: 'I cannot help with that.', declined: true }, body, path, response),
  cut({ dialect, body, path, response }) {
    const said = { text: 'First I shall look at the files, and then I will write what was asked for.' };
    if (dialect.streams(body, path)) return stream(response, dialect.events(said, body), 3);
    const whole = JSON.stringify(dialect.whole(said, body));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length });
    response.write(whole.slice(0, whole.length / 2));
    setTimeout(() => response.destroy(), 100);
  },
};

function handle(mode, path, text, response) {
  let body = {};
  try {
    body = text === '' ? {} : JSON.parse(text);
  } catch {
    return send(response, 400, { error: { message: 'not JSON' } });
  }
  if (path.endsWith(':countTokens')) return send(response, 200, { totalTokens: 100 });
  if (path.endsWith('/messages/count_tokens')) return send(response, 200, { input_tokens: 100 });
  if (path.endsWith('/models')) return send(response, 200, { object: 'list', data: [{ id: 'stub-model', object: 'model' }] });
  const dialect = dialects.find((known) => known.matches(path));
  if (!dialect) return send(response, 404, { error: { message: 'nothing is here' } });

  const { tools, results } = dialect.read(body);
  const [fault, after = '0'] = mode.split('@');
  const main = tools.length > 0;
  const at_fault = !(fault in scripts) && results >= Number(after);
  // How often the conversation says that the agent was sent back, and whether it names the test that failed.
  const sent_back = (text.match(/assay: the work is not done/g) ?? []).length;
  note({ mode, path, main, results, fault: at_fault, tools: tools.map((tool) => tool.name), sent_back, names_test: text.includes('cart-total') });
  if (!at_fault) return reply(dialect, answer(fault, tools, results, text), body, path, response);
  if (fault in complaints) return send(response, Number(fault), complaint(dialect, Number(fault)));
  faults[fault]({ dialect, body, path, response });
}

function serve(mode) {
  const server = createServer((request, response) => {
    const read = [];
    request.on('data', (piece) => read.push(piece));
    request.on('end', () => {
      const path = new URL(request.url, 'http://stub').pathname;
      handle(mode, path, Buffer.concat(read).toString(), response);
    });
  });
  return new Promise((listening) => server.listen(0, '127.0.0.1', () => listening([mode, server.address().port])));
}

for (const mode of modes) {
  const fault = mode.split('@')[0];
  if (!(fault in scripts) && !(fault in complaints) && !(fault in faults)) throw new Error('no such mode: ' + mode);
}
console.log(JSON.stringify(Object.fromEntries(await Promise.all(modes.map(serve)))));
process.stdin.resume().on('end', () => process.exit(0));
