// SPDX-License-Identifier: MIT
// Puts the token in front of an MCP server for clients that cannot be given one: every request goes on as it came, Host and
// Origin too, with the header Authorization.
//
//   TOKEN=... node token_proxy.mjs PORT
//
// Forwards to PORT of the loopback and prints its own port. Host names of its own port become those of PORT, as if there were no proxy. Ends with
// its standard input.
import { createServer, request } from 'node:http';

const target = Number(process.argv[2]);
const server = createServer((incoming, outgoing) => {
  const own = `:${server.address().port}`;
  const headers = [];
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
    const name = incoming.rawHeaders[i];
    const value = incoming.rawHeaders[i + 1];
    if (/^(connection|transfer-encoding|authorization)$/i.test(name)) continue;
    headers.push(name, /^(host|origin)$/i.test(name) ? value.replace(new RegExp(`${own}$`), `:${target}`) : value);
  }
  headers.push('Authorization', `Bearer ${process.env.TOKEN}`);
  const pieces = [];
  incoming.on('data', (piece) => pieces.push(piece));
  incoming.on('end', () => {
    const on = request({ host: '127.0.0.1', port: target, method: incoming.method, path: incoming.url, headers, setHost: false }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.rawHeaders.filter((_, i, all) => !/^(transfer-encoding|connection)$/i.test(all[i - (i % 2)])));
      outgoing.flushHeaders();
      answer.on('data', (piece) => outgoing.write(piece));
      answer.on('end', () => outgoing.end());
      answer.on('error', () => outgoing.destroy());
    });
    on.on('error', () => outgoing.destroy());
    outgoing.on('close', () => on.destroy());
    on.end(Buffer.concat(pieces));
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.on('end', () => process.exit(0)).resume();
