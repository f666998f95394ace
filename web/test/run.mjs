// SPDX-License-Identifier: MIT
// Bundles test/*.test.ts and runs them with node's own runner.
import {build} from 'esbuild';
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const out = mkdtempSync(join(tmpdir(), 'assay-web-unit-'));
const tests = readdirSync(here).filter((name) => name.endsWith('.test.ts'));
try {
  await build({entryPoints: tests.map((name) => join(here, name)), outdir: out, outExtension: {'.js': '.mjs'}, bundle: true, platform: 'node', format: 'esm', jsx: 'automatic', jsxImportSource: 'preact', logLevel: 'warning', loader: {'.css': 'empty'}, define: {'process.env.WEB_ROOT': JSON.stringify(dirname(here))}});
  const done = spawnSync(process.execPath, ['--test', ...tests.map((name) => join(out, name.replace(/ts$/, 'mjs')))], {stdio: 'inherit'});
  process.exitCode = done.status ?? 1;
} finally {
  rmSync(out, {recursive: true, force: true});
}
