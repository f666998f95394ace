// SPDX-License-Identifier: MIT
// Builds the page: index.html, assets/app.js and assets/app.css, nothing else.
//   node build.mjs [--outdir DIR] [--watch] [--no-minify]
import {build, context} from 'esbuild';
import {cp, mkdir, rm} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const value = (name, otherwise) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : process.argv[at + 1];
};
// A path is meant from where the command was given, also under `npm --prefix web run build`.
const from = process.env.INIT_CWD ?? process.cwd();
const outdir = resolve(from, value('--outdir', join(here, 'dist')));

const options = {
  entryPoints: {app: join(here, 'src/main.tsx')},
  outdir: join(outdir, 'assets'),
  bundle: true,
  format: 'iife',
  target: ['es2022', 'chrome109', 'firefox115', 'safari16.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: !process.argv.includes('--no-minify'),
  legalComments: 'eof',
  charset: 'ascii', // `assay export html` puts the script into a file of any encoding
  logLevel: 'warning',
};

await rm(outdir, {recursive: true, force: true});
await mkdir(join(outdir, 'assets'), {recursive: true});
await cp(join(here, 'src/index.html'), join(outdir, 'index.html'));
if (process.argv.includes('--watch')) {
  await (await context(options)).watch();
} else {
  await build(options);
}
