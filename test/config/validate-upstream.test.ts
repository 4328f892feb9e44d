// The issues of an upstream: its name, address, headers, process and way to sign in.
import { describe, expect, it } from 'vitest';
import { effective, type Layer } from '../../src/config/layers';
import { masked } from '../../src/config/mask';
import { checkUrl } from './check-url';
import { issuesOf, pathsOf, reasonAt } from './validated';

const upstream = (more: object = {}) => ({
	upstreams: [{ name: 'crm', url: 'https://crm.example/mcp', ...more }],
});

describe('an upstream', () => {
	it.each(['demo', 'loadline', 'a__b', 'A', '-a', '', 'a'.repeat(33), 'a b', 'a/b'])(
		'may not be named %j',
		(name) => {
			expect(pathsOf(upstream({ name }))).toEqual(['upstreams.0.name']);
		},
	);

	it('names a process to start only where its layer may, and says what to do instead', () => {
		const local = { name: 'files', command: 'npx', args: ['-y', 'files'], env: { A: 'b' } };
		const other = { ...local, args: ['-y', 'other'] };
		const reason = (commands: 'file' | 'all' | undefined, name: Layer['name'], entry: object) => {
			const below = { name: 'file', document: { upstreams: [local] } } as const;
			const layers = name === 'file' ? [] : [below];
			const document = { upstreams: [entry] };
			const made = effective([...layers, { name, document }], { checkUrl, commands });
			return made.ok ? '' : made.error.map(({ path, reason }) => `${path} ${reason}`).join();
		};
		expect(reason(undefined, 'file', local)).toMatch(
			/^upstreams\.0\.command starts a process, which a Worker cannot: run the server with loadline serve/,
		);
		expect(reason('file', 'file', local)).toBe('');
		expect(reason('file', 'runtime', { ...local, pin: true })).toBe('');
		expect(reason('file', 'runtime', other)).toContain('--allow-commands');
		expect(reason('all', 'runtime', other)).toBe('');
		expect(reason('all', 'file', { ...local, url: 'https://a.example/' })).toContain('beside');
		expect(reason('all', 'file', { ...local, env: { A: `\${secret:OWN}` } })).toContain(
			'secrets of the deployment only',
		);
		const shown = masked({ upstreams: [local] }).upstreams[0];
		expect(shown).toMatchObject({ args: ['***', '***'], env: { A: '***' } });
	});

	it('must have a name and a URL', () => {
		expect(pathsOf({ upstreams: [{}, {}] }).toSorted()).toEqual([
			'upstreams.0.name',
			'upstreams.0.url',
			'upstreams.1.name',
			'upstreams.1.url',
		]);
	});

	it('must have a name of its own', () => {
		const two = { upstreams: [...upstream().upstreams, ...upstream().upstreams] };
		expect(issuesOf(two)).toEqual([
			{ path: 'upstreams.1.name', reason: 'must be unique; upstreams.0 has the same name' },
		]);
	});

	it.each([
		'Host',
		'content-length',
		'Transfer-Encoding',
		'Cookie',
		'cf-connecting-ip',
		'Mcp-Session-Id',
		'X-Forwarded-For',
		'a b',
		'a:b',
		'a\r\nb',
		'ä',
	])('may not set the header %j', (name) => {
		expect(issuesOf(upstream({ headers: { [name]: 'x' } }))).toHaveLength(1);
	});

	it.each([
		'ghp_0123456789abcdefghijABCDEFGHIJ012345',
		'sk-proj-abcdefghijklmnop1234567890',
		'xoxb-123456789012-abcdefghijklmno',
		'ghp_abcdefghijklmnopqrstuvwxyzABCDEFGHIJ',
		'a3f9c1d2e4b5a6978877665544332211',
		'3f2a9c41-7d5e-4b8a-9c0d-1e2f3a4b5c6d',
	])('has no secret as the name of a header, and does not repeat it: %s', (name) => {
		const reason = expect.stringContaining('has the form of a secret');
		expect(issuesOf(upstream({ headers: { [name]: 'x' } }))).toEqual([
			{ path: 'upstreams.0.headers', reason },
		]);
	});

	it('does not repeat a secret in the place of a key', () => {
		const auth = { ghp_0123456789abcdefghijABCDEFGHIJ012345: 1 };
		const paths = pathsOf(upstream({ auth }));
		expect(paths).toContain('upstreams.0.auth');
		expect(paths.join()).not.toContain('ghp_');
	});

	it.each([
		'ngrok-skip-browser-warning',
		'npm-in-this-organization',
		'skyflow-account-id',
		'ghost-cms-organization-name',
		'X-Amz-Content-Sha256',
		'x-hf-organization-2026-07-01',
	])('may set the header %s', (name) => {
		expect(issuesOf(upstream({ headers: { [name]: 'x' } }))).toEqual([]);
	});

	it.each(['a\r\nX: y', 'a\nb', 'a\u0000', 'ä', '', ' a', '***', 'Bearer ***'])(
		'may not have the header value %j',
		(value) => {
			expect(pathsOf(upstream({ headers: { 'X-Key': value } }))).toEqual([
				'upstreams.0.headers.X-Key',
			]);
		},
	);

	it.each([
		'{secret:LOADLINE_TOKENS}',
		'{secret:upstream_x}',
		'{secret:UPSTREAM_}',
		'{env:UPSTREAM_X}',
		'{UPSTREAM_X}',
		'{secret:UPSTREAM_X',
	])('may not name a secret as $%s', (reference) => {
		expect(
			reasonAt(upstream({ headers: { A: `x $${reference}` } }), 'upstreams.0.headers.A'),
		).toContain('UPSTREAM_NAME');
	});

	it('may not set one header twice in two spellings', () => {
		expect(pathsOf(upstream({ headers: { 'X-Key': 'a', 'x-key': 'b' } }))).toEqual([
			'upstreams.0.headers.x-key',
		]);
	});

	it.each([
		[
			"must be a header name: 1 to 100 letters, digits and !#$%&'*+.^_`|~- (it has 3 characters)",
			'A b',
			'x',
		],
		[
			'may not be configured: the transport sets this header; credentials go in Authorization or a header of the upstream',
			'Host',
			'x',
		],
		['must not be empty', 'A', ''],
		['must not begin or end with a space', 'A', ' x'],
		['must be printable ASCII on one line (no line breaks, no control characters)', 'A', 'x\ny'],
		['must have at most 8192 characters', 'A', 'x'.repeat(8193)],
		[
			`holds the mask *** that stands for hidden values: give the value itself, or \${secret:UPSTREAM_NAME}`,
			'A',
			'***',
		],
	])('says of a header: %s', (reason, name, value) => {
		expect(issuesOf(upstream({ headers: { [name]: value } }))).toEqual([
			{ path: expect.stringContaining('upstreams.0.headers'), reason },
		]);
	});

	it('may have long headers and addresses', () => {
		const url = 'https://crm.example/'.padEnd(2000, 'x');
		expect(issuesOf(upstream({ url, headers: { A: 'x'.repeat(8192) } }))).toEqual([]);
	});

	it.each([
		['url', 'must have at most 2000 characters', { url: 'x'.repeat(2001) }],
		['url', 'holds the mask *** that stands for hidden values', { url: 'https://***@x.example' }],
		['name', "must not be loadline: that name is Loadline's own", { name: 'loadline' }],
		[
			'name',
			'must be a name of lower-case letters, digits and -, beginning with a letter or digit (at most 32 characters), not "A"',
			{ name: 'A' },
		],
		['headers.a', 'names the same header twice', { headers: { A: 'x', a: 'y' } }],
		[
			'headers.Authorization',
			'cannot be set beside "auth", which sends its own',
			{ auth: 'oauth', headers: { 'X-A': 'x', Authorization: 'x' } },
		],
		[
			'transient.0.consumedBy',
			'must name at least one tool',
			{ transient: [{ tool: 'list', consumedBy: [] }] },
		],
	])('says of %s: %s', (path, reason, more) => {
		expect(reasonAt(upstream(more), `upstreams.0.${path}`)).toBe(reason);
	});

	it.each([
		['oauth', []],
		[{ type: 'oauth', clientId: 'id', scopes: ['read:all'] }, []],
		[
			{ type: 'oauth', clientSecret: `\${secret:UPSTREAM_X}` },
			['clientId: is missing; a secret is that of a client'],
		],
		['client_credentials', ['clientId: is missing; a service account needs one']],
		[
			{ type: 'client_credentials', clientId: 'id' },
			['clientSecret: is missing; a service account needs one'],
		],
		[{ type: 'client_credentials', clientId: 'id', clientSecret: `\${secret:UPSTREAM_X}` }, []],
		[
			{ type: 'oauth', clientId: 'id', clientSecret: `x\${secret:UPSTREAM_X}` },
			[`clientSecret: must name a secret, \${secret:NAME}, and nothing else`],
		],
		[
			{ type: 'oauth', scopes: ['a b'] },
			[
				'scopes.0: must be a scope without spaces or quotes (at most 200 characters), not a text of 3 characters',
			],
		],
		['basic', ['type: must be oauth or client_credentials, not a text of 5 characters']],
	])('signs in as %j', (auth, issues) => {
		const found = issuesOf(upstream({ auth })).map(
			({ path, reason }) => `${path.replace('upstreams.0.auth.', '')}: ${reason}`,
		);
		expect(found).toEqual(issues);
	});

	it('is refused without its secret being quoted', () => {
		const reasons = JSON.stringify(
			issuesOf(
				upstream({ url: 'http://x/?key=hunter2', headers: { A: 'hunter2\n', Host: 'hunter2' } }),
			),
		);
		expect(reasons).not.toContain('hunter2');
	});

	it.each([
		upstream({ headers: 'Bearer hunter2' }),
		upstream({ headers: { A: ['hunter2'] } }),
		{ upstreams: 'https://hunter2@x' },
		{ upstreams: ['https://hunter2@x'] },
		{ alerts: { webhook: 'https://x/hunter2' } },
	])('is refused without a secret in a wrong place being quoted: %j', (document) => {
		expect(issuesOf(document)).toHaveLength(1);
		expect(JSON.stringify(issuesOf(document))).not.toContain('hunter2');
	});

	it('may name secrets where they are filled in, and nowhere else', () => {
		const naming = (name: string) => `https://x.example/$${`{secret:${name}}`}`;
		const reference = naming('UPSTREAM_X');
		expect(issuesOf(upstream({ url: reference }))).toEqual([]);
		const host = `https://$${'{secret:KEY}'}.example/mcp`;
		expect(reasonAt(upstream({ url: host }), 'upstreams.0.url')).toContain('path and query only');
		const llm = { llm: { anthropic: { url: reference } } };
		expect(reasonAt(llm, 'llm.anthropic.url')).toContain('cannot name a secret');
		const webhook = (url: string) => ({ alerts: { webhook: { url } } });
		expect(issuesOf(webhook(reference))).toEqual([]);
		expect(reasonAt(webhook(naming('LOADLINE_SECRET')), 'alerts.webhook.url')).toContain(
			'UPSTREAM_NAME',
		);
	});
});
