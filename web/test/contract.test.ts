// SPDX-License-Identifier: MIT
// What this page believes of the API is what docs/formats/web-api.json says.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';

const root = process.env.WEB_ROOT!;
const api = JSON.parse(readFileSync(join(root, '../docs/formats/web-api.json'), 'utf8'));
const schemas = api.components.schemas as Record<string, {properties?: Record<string, unknown>}>;
const renamed: Record<string, string> = {FileText: 'File', Tests: 'TestsPage', TestOnTree: 'Outcome', GateStatus: 'Gate', TreeStatus: 'Status'};

function interfaces(): Map<string, string[]> {
  const text = readFileSync(join(root, 'src/data/types.ts'), 'utf8');
  const found = new Map<string, string[]>();
  for (const [, name, body] of text.matchAll(/export interface (\w+) \{([^}]*)\}/g)) found.set(name!, [...body!.matchAll(/^ {2}(\w+)\??:/gm)].map((match) => match[1]!));
  return found;
}

test('every type has the keys of its schema', () => {
  const all = interfaces();
  assert.ok(all.size > 60);
  for (const [name, keys] of all) {
    const schema = schemas[renamed[name] ?? name];
    assert.ok(schema, `no schema for ${name}`);
    assert.deepEqual([...keys].sort(), Object.keys(schema.properties ?? {}).sort(), name);
  }
});

test('every address that is asked for exists', () => {
  const text = readFileSync(join(root, 'src/data/client.ts'), 'utf8');
  const patterns = Object.keys(api.paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
  const used = [...text.matchAll(/transport\.(?:get<[^>]+>|post<[^>]+>|stream|download)\((`[^`]+`|'[^']+'|ofRun\([^)]*\)|ofAttempt\(at\))/g)].map((match) =>
    match[1]!
      .replace(/[`']/g, '')
      .replace(/\$?\{?ofAttempt\(at\)\}?/, '/w/{}/runs/{}/attempts/{}/{}')
      .replace(/\$?\{?ofRun\(workspace, run\)\}?/, '/w/{}/runs/{}')
      .replace(/\$\{[^}]*\}/g, '{}'),
  );
  assert.ok(used.length > 25, `${used.length} found`);
  for (const path of used) assert.ok(patterns.includes(path), path);
});

test('text of others is never taken for markup, and no lock names a registry', () => {
  const files = (folder: string): string[] => readdirSync(folder, {withFileTypes: true}).flatMap((entry) => (entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)]));
  const sources = files(join(root, 'src')).filter((path) => /\.tsx?$/.test(path));
  assert.ok(sources.length > 30);
  for (const path of sources) assert.ok(!/dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/.test(readFileSync(path, 'utf8')), path);
  assert.ok(!readFileSync(join(root, 'package-lock.json'), 'utf8').includes('"resolved"'));
});
