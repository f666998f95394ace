// SPDX-License-Identifier: MIT
// tests/web: the page in a real Chromium.
//   node run.mjs --dist DIR [--assay BINARY [--scale]] [--pictures DIR] [PATTERN...]
// `--scale`: the cases that take minutes, and no others.
import {openBrowser} from './browser.mjs';
import {cases as page} from './page.mjs';
import {resolve} from 'node:path';

const options = {};
const patterns = [];
for (let at = 2; at < process.argv.length; ++at) {
  const found = /^--(dist|assay|pictures)$/.exec(process.argv[at]);
  if (process.argv[at] === '--scale') options.scale = true;
  else if (found) options[found[1]] = resolve(process.argv[++at]);
  else patterns.push(process.argv[at]);
}
const all = options.scale ? {} : {...page};
if (options.assay) Object.assign(all, (await import(options.scale ? './scale.mjs' : './real.mjs')).cases);
const wanted = Object.entries(all).filter(([name]) => patterns.length === 0 || patterns.some((pattern) => name.includes(pattern)));
let [passed, failed] = [0, 0];
const browser = await openBrowser();
for (const [name, run] of wanted) {
  const cleanups = [];
  const notes = [];
  const began = Date.now();
  let problem = null;
  const t = {browser, dist: options.dist, assay: options.assay, pictures: options.pictures, after: (cleanup) => cleanups.push(cleanup), note: (text) => notes.push(text)};
  try {
    let timer;
    await Promise.race([run(t), new Promise((_, reject) => (timer = setTimeout(() => reject(new Error('it took too long')), options.scale ? 1_800_000 : 240_000)))]).finally(() => clearTimeout(timer));
  } catch (error) {
    problem = error;
  }
  for (const cleanup of cleanups.reverse()) await Promise.resolve(cleanup()).catch(() => undefined);
  problem ? ++failed : ++passed;
  console.log(`${problem ? 'FAILED' : 'ok'}  ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)${notes.map((note) => `\n      ${note}`).join('')}`);
  if (problem) console.log(String(problem.stack ?? problem).split('\n').slice(0, 40).map((line) => `      ${line}`).join('\n'));
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
