// Validation names every issue with its path and reason (context window protection, FR-028).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effective, type Layer } from '../../src/config/layers';
import { masked } from '../../src/config/mask';
import { checkUrl } from './check-url';
import { validate } from './validated';

const issuesOf = (document: unknown) => {
	const result = validate(document, { checkUrl });
	return result.ok ? [] : result.error;
};
const pathsOf = (document: unknown) => issuesOf(document).map((issue) => issue.path);
const reasonAt = (document: unknown, path: string) =>
	issuesOf(document).find((issue) => issue.path === path)?.reason;
const upstream = (more: object = {}) => ({
	upstreams: [{ name: 'crm', url: 'https://crm.example/mcp', ...more }],
});

describe('a config document', () => {
	it('is accepted with every key there is', () => {
		const document = {
			defaultPageSize: 25,
			maxPageSize: 100,
			tokenBudgetThreshold: 8000,
			itemTokenThreshold: 3000,
			chunkTokenThreshold: 3000,
			chunkSize: 100,
			hardByteLimit: 40_000,
			cursorTtlSeconds: 900,
			estimator: 'heuristic',
			exactSampleRate: 0.5,
			endpoints: {
				'crm__*': { mode: 'shadow', rollout: 25, pagination: false, itemsPath: 'data.rows' },
				crm__list: {
					chunkSize: 10,
					essentialFields: { contact: ['id', 'email'] },
					transient: true,
				},
			},
			upstreams: [
				{
					name: 'crm',
					url: 'https://crm.example/mcp',
					headers: { Authorization: `Bearer \${secret:UPSTREAM_CRM}` },
					tools: { allow: ['list_*'], deny: ['*_delete'] },
					timeoutMs: 5000,
					transient: [{ tool: 'list', consumedBy: 'save', minRecords: 3 }],
				},
			],
			transient: [{ tool: 'a__list', consumedBy: ['b__save', 'b__mail'] }],
			alerts: { oversizedRate: 0.1, webhook: { url: 'https://hooks.example/x', format: 'slack' } },
			demo: true,
			debug: false,
			strip: ['_links', '*.debug'],
			tokenFamily: 1.3,
			itemsPath: 'items',
			essentialFields: { booking: ['id'] },
			maxUpstreamBytes: 1_000_000,
			workflow: { maxRetries: 2 },
			review: { fourEyes: true },
			replay: { tokenBudget: 500 },
		};
		expect(issuesOf(document)).toEqual([]);
	});

	it('is refused with all of its issues at once', () => {
		const document = {
			tokenBudgetThreshold: -1,
			maxPageSize: 201,
			tokenBudgetTreshold: 1,
			endpoints: { 'crm__*': { mode: 'maybe', colour: 'red' } },
			upstreams: [{ name: 'demo', url: 'http://x', headers: { Host: 'x' } }],
			workflow: { maxRetries: '3' },
		};
		expect(pathsOf(document).sort()).toEqual([
			'endpoints.crm__*.colour',
			'endpoints.crm__*.mode',
			'maxPageSize',
			'tokenBudgetThreshold',
			'tokenBudgetTreshold',
			'upstreams.0.headers.Host',
			'upstreams.0.name',
			'upstreams.0.url',
			'workflow.maxRetries',
		]);
	});

	it.each([
		[
			'tokenBudgetThreshold',
			499,
			'must be a whole number of tokens from 500 to 1,000,000, not 499',
		],
		[
			'tokenBudgetThreshold',
			1e9,
			'must be a whole number of tokens from 500 to 1,000,000, not 1000000000',
		],
		[
			'tokenBudgetThreshold',
			null,
			'must be a whole number of tokens from 500 to 1,000,000, not null',
		],
		[
			'tokenBudgetThreshold',
			'4000',
			'must be a whole number of tokens from 500 to 1,000,000, not "4000"',
		],
		['defaultPageSize', 0, 'must be a whole number of items from 1 to 200, not 0'],
		['defaultPageSize', 1.5, 'must be a whole number of items from 1 to 200, not 1.5'],
		['cursorTtlSeconds', 59, 'must be a whole number of seconds from 60 to 86,400, not 59'],
		['exactSampleRate', Number.NaN, 'must be a number from 0 to 1, not NaN'],
		['demo', 'yes', 'must be true or false, not "yes"'],
		['strip', 'a', 'must be a list of at most 100 dotted paths, not a text'],
		[
			'strip',
			Array.from({ length: 101 }, () => 'a'),
			'must be a list of at most 100 dotted paths, not of 101',
		],
		['endpoints', [], 'must be a mapping of at most 1000 tool names or globs, not a list'],
		['workflow', 3, 'must be a mapping, not 3'],
	])('says what %s may be instead of %s', (key, value, reason) => {
		expect(issuesOf({ [key]: value })).toEqual([{ path: key, reason }]);
	});

	it('explains why the exact estimator cannot be configured', () => {
		expect(reasonAt({ estimator: 'exact' }, 'estimator')).toBe(
			'must be calibrated or heuristic, not "exact"; exact counts run on the command line, in sampling (exactSampleRate), and where a call asks for more; first answers are estimated',
		);
	});

	it('suggests the key that a misspelt one means', () => {
		expect(reasonAt({ 'token-budget-threshold': 1 }, 'token-budget-threshold')).toBe(
			'unknown key; did you mean tokenBudgetThreshold?',
		);
		expect(reasonAt({ chunkSise: 1 }, 'chunkSise')).toContain('chunkSize');
		expect(reasonAt({ workflow: { x: 1 } }, 'workflow.x')).toBe(
			'unknown key; allowed are maxRetries',
		);
	});

	it('is refused when it is not a mapping', () => {
		for (const document of [null, undefined, 1, 'x', []]) expect(pathsOf(document)).toEqual(['']);
	});

	it('brackets a key with dots in a path', () => {
		expect(pathsOf({ endpoints: { 'a.b': { mode: 1 } } })).toEqual(['endpoints["a.b"].mode']);
	});

	it('lists a bounded number of issues for a hostile document', () => {
		const document = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, 1]));
		expect(issuesOf(document).length).toBe(200);
		const upstreams = Array.from({ length: 5000 }, () => ({ name: 'crm' }));
		expect(issuesOf({ upstreams }).length).toBeLessThan(400);
	});

	it('never throws, whatever it holds', () => {
		fc.assert(
			fc.property(fc.object({ withNullPrototype: true }), (document) => {
				validate(document, { checkUrl });
			}),
		);
	});
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
		["must be a header name: 1 to 100 letters, digits and !#$%&'*+.^_`|~-", 'A b', 'x'],
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
			['scopes.0: must be a scope without spaces or quotes (at most 200 characters), not "a b"'],
		],
		['basic', ['type: must be oauth or client_credentials, not "basic"']],
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
