// Every page, and what its forms send.
import { call, type Exchange, HANDLE, http } from '../exchange';
import type { Group } from '../groups';
import { SERVERS } from '../house';
import { publish } from './memory';

const era = '2026-07-28';
const page = (path: string): Exchange =>
	http(`page ${path}`, 'GET', path, { headers: { accept: 'text/html', cookie: '$cookie$' } });
const form = (path: string, fields: Readonly<Record<string, string>>): Exchange =>
	http(`form ${path} ${JSON.stringify(fields).slice(0, 60)}`, 'POST', path, {
		body: `csrf=$csrf$&${new URLSearchParams(fields)}`,
		headers: {
			'content-type': 'application/x-www-form-urlencoded',
			origin: 'http://localhost',
			accept: 'text/html',
			cookie: '$cookie$',
		},
	});
const inSession = { era, meta: { 'dev.loadline/session': 'page-1' } } as const;

const before: readonly Exchange[] = [
	http('a first visit', 'GET', '/settings', {
		headers: { accept: 'text/html' },
		keep: { cookie: /set-cookie: ([^;]+)/, csrf: /name="csrf" value="(\w+)"/ },
	}),
	...[
		'/',
		'/overview',
		'/upstreams',
		'/memory',
		'/runs',
		'/people',
		'/settings',
		'/sign-in',
		'/claim',
	].map(page),
	http('configuration', 'PUT', '/api/config', {
		body: {
			demo: true,
			exactSampleRate: 0,
			sessionTexts: true,
			upstreams: [
				{ name: 'shop', url: SERVERS.shop },
				{ name: 'gone', url: SERVERS.gone },
			],
		},
	}),
	publish,
	http('an object', 'GET', '/api/memory/objects', {
		keep: { object: /"id":"([^"]+)"[^{}]*"path":"STYLE\.md"/ },
	}),
	call(
		'setup',
		'memsetup',
		{ session_id: 'page-1', knownHashes: { 'META_PROMPT.md': '' } },
		{ era },
	),
	call(
		'draft',
		'artifact',
		{
			session_id: 'page-1',
			resource: 'rule',
			op: { update: { id: '$object$', body: '# Style\n\n- short lines\n' } },
		},
		{ era, keep: { draft: /"id\\*":\\*"([^"\\]+)/ } },
	),
	call('list', 'shop__list_items', {}, { ...inSession, keep: { handle: HANDLE } }),
	call('text', 'shop__get_prose', {}, inSession),
	call('on', 'read_result', { handle: '$handle$' }, inSession),
	call('fails', 'shop__fail_http', {}, inSession),
	call('bookings', 'demo__list_bookings', {}, inSession),
	call(
		'start',
		'workflow_start',
		{ workflow: 'draft-and-refine', session_id: 'page-1' },
		{ era, keep: { run: /"run_id\\*":\\*"([^"\\]+)/ } },
	),
	call(
		'advance',
		'workflow_advance',
		{ run_id: '$run$', output: 'a draft', artefacts: ['a.md'] },
		{ era },
	),
];
const after: readonly Exchange[] = [
	http('the session', 'GET', '/api/sessions/page-1', { keep: { call: /"id":"([^"]+)","tool"/ } }),
	...[
		'/',
		'/sessions/page-1',
		'/sessions/none',
		'/sessions/page-1/calls/$call$',
		'/sessions/page-1/calls/$call$/text',
		'/overview',
		'/overview?range=7d',
		'/overview.csv',
		'/overview.json',
		'/upstreams',
		'/upstreams?name=shop',
		'/playground',
		'/config',
		'/config?version=1',
		'/memory',
		'/memory/$object$',
		'/memory/none',
		'/memory/drafts/$draft$',
		'/runs',
		'/runs/$run$',
		'/runs/none',
		'/people',
		'/people/data',
		'/people/data.ndjson',
		'/settings',
		'/connect',
		'/connect/shop',
		'/authorize',
		'/nothing/here',
		'/assets/pages.css',
		'/assets/ui.css',
		'/assets/icon.svg',
		'/assets/web/none.js',
		'/.well-known/loadline-client.json',
	].map(page),
	form('/upstreams', { url: SERVERS.both, name: 'both', way: 'none' }),
	form('/upstreams', { url: 'nowhere', name: 'x y', way: 'none' }),
	form('/upstreams/offer', { name: 'shop', tool: 'list_items' }),
	form('/upstreams/accept', { name: 'shop' }),
	form('/upstreams/remove', { name: 'gone' }),
	form('/config/check', { text: 'defaultPageSize: 7\n' }),
	form('/config', { text: 'defaultPageSize: 0\n', version: '2', do: 'check' }),
	form('/config', { text: 'demo: true\ndefaultPageSize: 7\n', version: '1' }),
	form('/config', { text: 'demo: true\ndefaultPageSize: 9\n', version: '3' }),
	form('/config/propose', { tool: 'shop__list_items', change: 'off' }),
	form('/config/rollback', { version: '1', inForce: '4' }),
	form('/config/rollback', { version: '1', inForce: '2', sure: '1' }),
	form('/memory/drafts/$draft$', { do: 'submit' }),
	form('/memory/drafts/$draft$', { do: 'submit', sure: '1' }),
	form('/memory/drafts/$draft$', { do: 'dance' }),
	form('/memory/$object$/rollback', { version: '1', was: '1' }),
	form('/people/tokens', { name: 'robot', days: '7', scope: 'mcp:use' }),
	form('/people/members', {
		issuer: 'https://id.example',
		subject: 'ada',
		name: 'Ada',
		role: 'member',
	}),
	form('/people/role', { id: 'u-none', role: 'reader' }),
	form('/people/remove', { id: 'u-none' }),
	form('/people/revoke', { id: 't-none' }),
	form('/people/data/erase', { principal: 'u-none', word: 'no' }),
	form('/settings', { window: '200000', to: '/' }),
	form('/connect/shop', {}),
	form('/connect/shop/disconnect', {}),
	form('/connect/clients/withdraw', { client: 'x' }),
	form('/sign-out', {}),
	form('/claim', { secret: 'x', passphrase: 'y' }),
	http('a form of elsewhere', 'POST', '/settings', {
		body: 'window=1',
		headers: {
			'content-type': 'application/x-www-form-urlencoded',
			origin: 'https://evil.example',
		},
	}),
];

export const pages: readonly Group[] = [
	{
		name: 'pages',
		run: async (recorder) => {
			await recorder.all(before);
			await recorder.house.settle();
			await recorder.all(after);
		},
	},
];
