// SPDX-License-Identifier: MIT
import {render} from 'preact';
import {App} from './app';
import {Client} from './data/client';
import {embedded, FromPage} from './data/embedded';
import {Http, takeToken} from './data/http';
import {setClient, startFollowing} from './data/state';
import {startKeys} from './lib/keys';
import {startRouter} from './lib/router';
import {startTheme} from './lib/theme';
import './styles/main.css';

const inside = embedded();
setClient(new Client(inside ? new FromPage(inside) : new Http('/api/v1', takeToken())));
startTheme();
startKeys();
startRouter();
startFollowing();
render(<App only={inside} />, document.getElementById('app')!);
