// SPDX-License-Identifier: MIT
import {render} from 'preact';
import {App} from './app';
import {Client} from './data/client';
import {embedded, FromPage} from './data/embedded';
import {Http} from './data/http';
import {setClient, startFollowing} from './data/state';
import {startToken} from './data/token';
import {startKeys} from './lib/keys';
import {startRouter} from './lib/router';
import {startTheme} from './lib/theme';
import './styles/main.css';

async function start(): Promise<void> {
  const inside = embedded();
  if (!inside) await startToken();
  setClient(new Client(inside ? new FromPage(inside) : new Http('/api/v1')));
  startTheme();
  startKeys();
  startRouter();
  startFollowing();
  render(<App only={inside} />, document.getElementById('app')!);
}

void start();
