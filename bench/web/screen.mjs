// SPDX-License-Identifier: MIT
// In a real Chromium on the loopback: first paint, when the overview can be used, and how long an event takes from the journal to the screen.
import {spawn} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';

const {openBrowser, openPage} = await import('../../tests/web/browser.mjs');
createRequire(import.meta.url);
const box = process.env.ASSAY_BENCH;
const median = (all) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)];
const start = (...words) => spawn('assay', words, {cwd: `${box}/shop`, stdio: ['ignore', 'pipe', 'ignore']});
const server = start('--format', 'json', 'web');
const told = await new Promise((resolve) => server.stdout.once('data', (text) => resolve(JSON.parse(text))));
const origin = new URL(told.url).origin;
const browser = await openBrowser();

const paints = [];
const ready = [];
for (let round = 0; round < 7; ++round) {
  const {page, context} = await openPage(browser);
  await page.goto(told.url);
  // It can be used when the figures stand there: everything on the page is a link or a button by then.
  await page.locator('.figures').waitFor({timeout: 60000});
  const at = await page.evaluate(() => ({paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0, now: performance.now()}));
  if (round > 0) paints.push(at.paint), ready.push(at.now);
  await context.close();
}
const pages = [];
{
  const {page, context} = await openPage(browser);
  await page.goto(told.url);
  await page.locator('.figures').waitFor();
  for (let round = 0; round < 5; ++round) {
    await page.evaluate(() => (location.hash = '#/'));
    await page.locator('.figures').waitFor();
    const began = Date.now();
    await page.evaluate(() => (location.hash = '#/runs'));
    await page.locator('.run-cell a').first().waitFor();
    pages.push(Date.now() - began);
  }
  await context.close();
}

// Forty gates, one after the other: each end is an event, and a picture that changes.
mkdirSync(`${box}/slow`, {recursive: true});
writeFileSync(`${box}/slow.json`, JSON.stringify({commands: Array.from({length: 40}, (_, i) => ({id: `g${String(i).padStart(2, '0')}`, command: 'sleep 0.4 && test -d .'}))}));
const run = spawn('assay', ['-q', '-C', `${box}/slow`, 'verify', '--manifest', `${box}/slow.json`, '--run-id', 'live'], {stdio: 'ignore'});
const {page, context} = await openPage(browser);
const shelf = async () => (await (await fetch(`${origin}/api/v1/runs?text=live`, {headers: {authorization: `Bearer ${told.token}`}})).json()).runs[0]?.workspace;
let id;
while (!(id = await shelf())) await new Promise((resolve) => setTimeout(resolve, 50));
await page.goto(`${origin}/#/w/${id}/runs/live?token=${told.token}`);
await page.locator('.unit').first().waitFor();
await page.evaluate(() => {
  window.seen = {};
  const look = () => document.querySelectorAll('.unit.e-pass').forEach((unit) => (window.seen[/g\d\d/.exec(unit.textContent)?.[0]] ??= Date.now()));
  look();
  window.first = Object.keys(window.seen);
  new MutationObserver(look).observe(document.querySelector('main'), {subtree: true, childList: true, attributes: true});
});
await new Promise((resolve) => run.on('exit', resolve));
await page.locator('.run-head .pill:not(.t-running)').waitFor();
const {seen, first} = await page.evaluate(() => ({seen: window.seen, first: window.first}));
const events = await (await fetch(`${origin}/api/v1/w/${id}/runs/live/events?limit=1000`, {headers: {authorization: `Bearer ${told.token}`}})).json();
const late = events.events.filter((event) => event.kind === 'attempt_ended' && seen[event.subject] && !first.includes(event.subject)).map((event) => seen[event.subject] - Date.parse(event.at));
await context.close();
await browser.close();
server.kill();

console.log('| what | measured |\n|---|---|');
console.log(`| first paint of the overview, 10,000 runs (median of 6) | ${median(paints).toFixed(0)} ms |`);
console.log(`| its figures stand there and can be used | ${median(ready).toFixed(0)} ms |`);
console.log(`| the list of runs, once the page is open | ${median(pages).toFixed(0)} ms |`);
console.log(`| from an event to the screen, ${late.length} events | median ${median(late).toFixed(0)} ms, worst ${Math.max(...late)} ms |`);
process.exit(late.length >= 20 ? 0 : 1);
