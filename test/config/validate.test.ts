// Validation names every issue with its path and reason (context window protection, FR-028).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkUrl } from './check-url';
import { issuesOf, pathsOf, reasonAt, validate } from './validated';

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
