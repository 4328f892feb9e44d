// A deployment with tokens: who is let in where, and workspaces that see nothing of each other.
import { createHash } from 'node:crypto';
import { call, type Exchange, HANDLE, http, rpc } from '../exchange';
import type { Group } from '../groups';

const era = '2026-07-28';
const entry = (name: string, workspace: string, scopes: readonly string[]) => ({
	...{ name, workspace, scopes },
	sha256: createHash('sha256').update(`${name}-token`).digest('hex'),
});
const TOKENS = [
	entry('ada', 'ws-a', ['mcp:use', 'telemetry:read', 'config:write', 'memory:review', 'admin']),
	entry('bob', 'ws-a', ['mcp:use']),
	entry('eve', 'ws-b', ['mcp:use', 'admin']),
	entry('rea', 'ws-a', ['mcp:read']),
	entry('ope', 'ws-o', ['operator']),
	entry('non', 'ws-a', []),
];
const variables = {
	LOADLINE_TOKENS: JSON.stringify(TOKENS),
	LOADLINE_SECRET: '7f3c9a52e8d14b06a1c8f7e25d903b64',
	LOADLINE_URL: 'http://localhost',
};

const bearer = (who: string) => ({ authorization: `Bearer ${who}-token` });
const ROUTES = [
	'/health',
	'/api/me',
	'/api/config',
	'/api/members',
	'/api/telemetry',
	'/api/workspaces',
	'/api/memory/objects',
	'/api/audit',
	'/overview',
	'/mcp',
];
const WHO = ['', 'wrong', 'non', 'rea', 'bob', 'ada', 'ope'];

const door: readonly Exchange[] = WHO.flatMap((who) =>
	ROUTES.map((path) =>
		http(`${who || 'nobody'} at ${path}`, 'GET', path, { headers: who ? bearer(who) : {} }),
	),
);
const as = (who: string) => ({ era, headers: bearer(who) }) as const;
const rooms: readonly Exchange[] = [
	http('configuration of ws-a', 'PUT', '/api/config', {
		body: { demo: true, exactSampleRate: 0 },
		headers: bearer('ada'),
	}),
	http('configuration by bob', 'PUT', '/api/config', {
		body: { demo: true },
		headers: bearer('bob'),
	}),
	http('configuration of ws-b', 'PUT', '/api/config', {
		body: { demo: true, exactSampleRate: 0 },
		headers: bearer('eve'),
	}),
	call('ada lists', 'demo__list_bookings', {}, { ...as('ada'), keep: { handle: HANDLE } }),
	...['ada', 'bob', 'eve', 'rea', 'non'].map((who) =>
		call(`${who} reads it`, 'read_result', { handle: '$handle$', limit: 1 }, as(who)),
	),
	rpc('rea lists tools', 'tools/list', {}, as('rea')),
	call('rea reads', 'demo__get_booking', { id: 'bk_0001' }, as('rea')),
	call('rea writes', 'store_analysis_memory', { finding: 'x' }, as('rea')),
	call('bob writes', 'store_analysis_memory', { finding: 'shared', shared: true }, as('bob')),
	call('ada recalls', 'recall_analysis', {}, as('ada')),
	call('eve recalls', 'recall_analysis', {}, as('eve')),
	http('sessions of bob', 'GET', '/api/sessions', { headers: bearer('bob') }),
	http('sessions of all', 'GET', '/api/sessions', { headers: bearer('ada') }),
	http('well-known', 'GET', '/.well-known/oauth-protected-resource'),
	http('well-known of mcp', 'GET', '/.well-known/oauth-protected-resource/mcp'),
	http('well-known server', 'GET', '/.well-known/oauth-authorization-server'),
	http('register', 'POST', '/register', {
		body: { redirect_uris: ['http://localhost:1/cb'], client_name: 'x' },
	}),
	http('token', 'POST', '/token', {
		body: 'grant_type=authorization_code&code=x',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
	}),
	http('authorize', 'GET', '/authorize?client_id=none'),
	http('sign-in', 'GET', '/sign-in', {
		keep: { visit: /set-cookie: ([^;]+)/, csrf: /name="csrf" value="(\w+)"/ },
	}),
	http('sign in with a wrong token', 'POST', '/sign-in', {
		body: 'csrf=$csrf$&token=wrong',
		headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost' },
	}),
	http('sign in', 'POST', '/sign-in', {
		body: 'csrf=$csrf$&token=ada-token&to=/overview',
		headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost' },
		keep: { cookie: /set-cookie: ([^;]+)/ },
	}),
	http('with the cookie', 'GET', '/settings', { headers: { cookie: '$cookie$' } }),
	http('with the cookie, API', 'GET', '/api/me', { headers: { cookie: '$cookie$' } }),
	http('sign out', 'POST', '/sign-out', {
		headers: { cookie: '$cookie$', origin: 'http://localhost' },
	}),
	http('claim', 'GET', '/claim'),
	http('a token in the query', 'GET', '/api/me?token=ada-token'),
];

export const closed: readonly Group[] = [
	{ name: 'closed-door', variables, run: (recorder) => recorder.all(door) },
	{ name: 'closed-rooms', variables, run: (recorder) => recorder.all(rooms) },
	{
		name: 'closed-without-tokens',
		variables: { LOADLINE_SECRET: '7f3c9a52e8d14b06a1c8f7e25d903b64' },
		run: (recorder) =>
			recorder.all(
				['/health', '/mcp', '/', '/api/me', '/claim', '/sign-in'].map((path) =>
					http(path, 'GET', path),
				),
			),
	},
];
