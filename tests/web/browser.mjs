// SPDX-License-Identifier: MIT
// Debian's Chromium under playwright-core, cut off from everything but this machine.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {chromium} from 'playwright-core';

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', '--font-render-hinting=none'];

export async function openBrowser() {
  return chromium.launch({executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true, args: flags});
}

/** A page that notes every error, every request and every breach of the content policy. */
export async function openPage(browser, {width = 1440, height = 900, dark = false, still = true} = {}) {
  const context = await browser.newContext({viewport: {width, height}, colorScheme: dark ? 'dark' : 'light', reducedMotion: still ? 'reduce' : 'no-preference'});
  const page = await context.newPage();
  const seen = {errors: [], requests: [], breaches: []};
  page.on('pageerror', (error) => seen.errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    if (/Content Security Policy/i.test(message.text())) seen.breaches.push(message.text());
    else if (!/Failed to load resource|ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY/.test(message.text())) seen.errors.push(message.text());
  });
  page.on('request', (request) => seen.requests.push(request.url()));
  page.setDefaultTimeout(15000);
  return {page, context, seen};
}

export function scratch() {
  const path = mkdtempSync(join(tmpdir(), 'assay-web-'));
  process.on('exit', () => rmSync(path, {recursive: true, force: true}));
  return path;
}
