// SPDX-License-Identifier: MIT
// Verifies through `assay mcp` with a client of the official TypeScript SDKs, whose calls end after 60 seconds.
//
//   node mcp_client.mjs v1|v2|v2-modern stdio COMMAND [WORD...]
//   TOKEN=... node mcp_client.mjs v1|v2|v2-modern http URL
//
// Run where the SDK is installed. Prints what came of it as JSON.
const [, , sdk, carrier, target, ...words] = process.argv;
const v1 = '@modelcontextprotocol/sdk/client/';
const from = sdk === 'v1'
  ? { client: v1 + 'index.js', stdio: v1 + 'stdio.js', http: v1 + 'streamableHttp.js' }
  : { client: '@modelcontextprotocol/client', stdio: '@modelcontextprotocol/client/stdio', http: '@modelcontextprotocol/client' };
const { createRequire } = await import('node:module');
const { pathToFileURL } = await import('node:url');
const load = (name) => import(pathToFileURL(createRequire(process.cwd() + '/').resolve(name)).href).catch(() => import(name));

const { Client } = await load(from.client);
const options = sdk === 'v2-modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {};
const client = new Client({ name: 'assay-tests', version: '1' }, options);
let transport;
if (carrier === 'stdio') {
  const { StdioClientTransport } = await load(from.stdio);
  transport = new StdioClientTransport({ command: target, args: words, env: process.env, stderr: 'inherit' });
} else {
  const { StreamableHTTPClientTransport } = await load(from.http);
  transport = new StreamableHTTPClientTransport(new URL(target), { requestInit: { headers: { Authorization: `Bearer ${process.env.TOKEN}` } } });
}
await client.connect(transport);
const { tools } = await client.listTools();
const call = async (name, args = {}, more = {}) => {
  const result = sdk === 'v1' ? await client.callTool({ name, arguments: args }, undefined, more) : await client.callTool({ name, arguments: args }, more);
  if (result.isError) throw new Error(result.content[0].text);
  return result.structuredContent; // the SDK has held it against the output schema
};
const before = (await call('status')).state;
const { run_id } = await call('verify_start');
let progress = 0;
let calls = 0;
let seen;
do {
  seen = await call('verify_wait', { run_id }, { onprogress: () => ++progress });
  ++calls;
} while (seen.state === 'running');
const resources = (await client.listResources()).resources.length;
const read = await client.readResource({ uri: `assay://runs/${run_id}` });
const refused = await client.callTool({ name: 'verify_wait', arguments: { run_id: 'none' } });
console.log(JSON.stringify({
  tools: tools.length, before, calls, progress: progress > 0, verdict: seen.result?.overall_status, resources: resources > 0,
  read: JSON.parse(read.contents[0].text).run_id === run_id, refused: refused.isError === true,
  version: client.getNegotiatedProtocolVersion?.() ?? transport.protocolVersion ?? transport._protocolVersion ?? null,
}));
await client.close();
