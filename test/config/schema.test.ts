// Tests of each key of the config: what it may be, in the words of its refusal, and what it is when nobody says.
import { describe, expect, it } from 'vitest';
import { effective } from '../../src/config/layers';
import { checkUrl } from './check-url';
import { validate } from './validated';

const PATH = 'a dotted path, * for any key (at most 200 characters)';
const TOOL = 'a tool name (at most 200 characters)';
const GLOB = 'a tool name, or a glob with * and ? (at most 200 characters)';
const GLOBS = 'a list of at most 500 tool names or globs';
const FLAG = 'true or false';
const SHARE = 'a number from 0 to 1';

/** Ranges of keys that may be set for all and for one endpoint. */
const LIMITS = {
	defaultPageSize: 'a whole number of items from 1 to 200',
	maxPageSize: 'a whole number of items from 1 to 200',
	tokenBudgetThreshold: 'a whole number of tokens from 500 to 1,000,000',
	itemTokenThreshold: 'a whole number of tokens from 100 to 1,000,000',
	chunkTokenThreshold: 'a whole number of tokens from 100 to 1,000,000',
	chunkSize: 'a whole number of lines from 1 to 10,000',
	hardByteLimit: 'a whole number of bytes from 1,000 to 67,108,864',
	cursorTtlSeconds: 'a whole number of seconds from 60 to 86,400',
	estimator: 'calibrated or heuristic',
	exactSampleRate: SHARE,
	tokenFamily: 'a number from 0.5 to 3',
	itemsPath: 'the dotted path of a list (at most 200 characters)',
	'firstAnswerTokens.list': 'a whole number of tokens from 100 to 1,000,000',
	'firstAnswerTokens.object': 'a whole number of tokens from 100 to 1,000,000',
	'firstAnswerTokens.text': 'a whole number of tokens from 100 to 1,000,000',
	'essentialFields.booking': 'a list of at most 100 dotted paths',
	'essentialFields.listing.0': 'a dotted path (at most 200 characters)',
	'strip.0': PATH,
};

const KEYS: Readonly<Record<string, string>> = {
	...LIMITS,
	...Object.fromEntries(
		Object.entries(LIMITS).map(([key, allowed]) => [`endpoints.a.${key}`, allowed]),
	),
	'endpoints.a.mode': 'on or off or shadow or ab',
	'endpoints.a.rollout': 'a whole number from 0 to 100',
	'endpoints.a.arguments': 'auto or always or never',
	'endpoints.a.refs': FLAG,
	'endpoints.a.learn': FLAG,
	learn: FLAG,
	'endpoints.a.gather.maxItems': 'a whole number of items from 1 to 1,000,000',
	'endpoints.a.gather.maxPages': 'a whole number of pages from 2 to 1,000',
	'endpoints.a.gather.maxBytes': 'a whole number of bytes from 1,000 to 20,000,000',
	'endpoints.a.gather.maxSeconds': 'a whole number of seconds from 1 to 600',
	'endpoints.a.gather.argument': 'the name of an argument (at most 200 characters)',
	'endpoints.a.gather.next': 'a dotted path (at most 200 characters)',
	'endpoints.a.gather.style': 'cursor or page or offset or link',
	'endpoints.b.gather': 'a mapping',
	snapshotLifeSeconds: 'a whole number of seconds from 600 to 2,592,000',
	maxAnswerTokens: 'a whole number of tokens from 500 to 1,000,000',
	exportLinkSeconds: 'a whole number of seconds from 0 to 86,400',
	maxUpstreamBytes: 'a whole number of bytes from 1,000 to 52,428,800',
	'upstreams.0.headers': 'a mapping of at most 32 headers',
	'upstreams.0.auth.clientId': 'a client id (at most 500 characters)',
	'upstreams.0.auth.scopes': 'a list of at most 50 scopes',
	'upstreams.0.tools.allow': GLOBS,
	'upstreams.0.tools.deny.0': GLOB,
	'upstreams.0.timeoutMs': 'a whole number of milliseconds from 100 to 3,600,000',
	'upstreams.0.maxTimeoutMs': 'a whole number of milliseconds from 100 to 3,600,000',
	'upstreams.0.pin': FLAG,
	'upstreams.0.transient': 'a list of at most 500 pairs {tool, consumedBy, minRecords}',
	'transient.0.tool': TOOL,
	'transient.0.consumedBy.0': TOOL,
	'transient.0.minRecords': 'a whole number from 1 to 1,000,000',
	'llm.anthropic': 'a mapping',
	'llm.pairs.0': 'a mapping',
	'llm.superseded.reads': FLAG,
	'llm.leastCharacters': 'a whole number of characters from 1 to 1,000,000',
	'alerts.webhook.format': 'json or slack',
	'alerts.windowMinutes': 'a whole number of minutes from 1 to 1,440',
	'alerts.minRequests': 'a whole number from 1 to 1,000,000',
	'alerts.oversizedRate': SHARE,
	'alerts.errorRate': SHARE,
	'alerts.accuracy': SHARE,
	'alerts.p95LatencyMs': 'a whole number of milliseconds from 1 to 600,000',
	'retention.sessionDays': 'a whole number of days from 1 to 3,650',
	'retention.telemetryDays': 'a whole number of days from 1 to 365',
	'retention.runDays': 'a whole number of days from 1 to 3,650',
	'retention.attestationDays': 'a whole number of days from 1 to 3,650',
	'limits.sessions': 'a whole number of sessions from 10 to 10,000',
	'limits.findings': 'a whole number of findings from 10 to 100,000',
	'limits.payloads': 'a whole number of payloads from 10 to 10,000',
	'limits.drafts': 'a whole number of drafts from 1 to 2,000',
	demo: FLAG,
	sessionTexts: FLAG,
	debug: FLAG,
	'workflow.maxRetries': 'a whole number from 0 to 20',
	'review.fourEyes': FLAG,
	tools: 'all or search',
	host: 'vscode or copilot-cli or codex or gemini or opencode or claude-code or claude-ai or cursor or goose or none',
	'replay.tokenBudget': 'a whole number of tokens from 100 to 100,000',
};

/** A document with an empty text at each path. */
const emptyAt = (paths: readonly string[]): object => {
	const document: Record<string, unknown> = {};
	for (const path of paths) {
		const keys = path.split('.');
		let at = document;
		for (const [level, key] of keys.slice(0, -1).entries()) {
			at[key] ??= keys[level + 1] === '0' ? [] : {};
			at = at[key] as Record<string, unknown>;
		}
		at[keys.at(-1) as string] = '';
	}
	return document;
};

describe('a key of the config', () => {
	it('says what it may be', () => {
		const document = emptyAt(Object.keys(KEYS));
		const named = { name: 'a', url: 'https://a.example' };
		const [upstream] = (document as { upstreams: [{ auth: object }] }).upstreams;
		Object.assign(upstream, named, { auth: { ...upstream.auth, type: 'oauth' } });
		Object.assign((document as { alerts: { webhook: object } }).alerts.webhook, named);
		const result = validate(document, { checkUrl });
		const told = result.ok ? [] : result.error.map(({ path, reason }) => [path, reason]);
		const expected = Object.entries(KEYS).map(([path, allowed]) => [
			path,
			`must be ${allowed}, not ${/^a (?:list|mapping)/.test(allowed) ? 'a text' : '""'}`,
		]);
		expect(told.filter(([, reason]) => !reason?.startsWith('unknown key')).sort()).toEqual(
			expected.sort(),
		);
	});

	it('is what it is when nobody says', () => {
		const result = effective([], { checkUrl });
		expect(result.ok && result.value.config).toStrictEqual({
			...{ defaultPageSize: 50, maxPageSize: 200, tokenBudgetThreshold: 4_000 },
			...{ itemTokenThreshold: 2_000, chunkTokenThreshold: 2_000, chunkSize: 200 },
			...{ firstAnswerTokens: { list: 600, object: 450, text: 350 }, cursorTtlSeconds: 600 },
			...{ estimator: 'calibrated', exactSampleRate: 0.01, tokenFamily: 1, essentialFields: {} },
			...{ snapshotLifeSeconds: 86_400, maxAnswerTokens: 16_000, exportLinkSeconds: 0 },
			...{ maxUpstreamBytes: 20_971_520, endpoints: {}, upstreams: [], transient: [] },
			llm: {
				...{ pairs: [], leastCharacters: 1_500 },
				superseded: { reads: true, listings: true, repeats: true },
				pairing: 'all',
			},
			alerts: { windowMinutes: 60, minRequests: 20, oversizedRate: 0.05 },
			retention: { sessionDays: 90, telemetryDays: 90, runDays: 180, attestationDays: 365 },
			limits: { sessions: 500, findings: 2_000, payloads: 1_000, drafts: 200 },
			...{ demo: false, sessionTexts: false, sessionArguments: true, debug: false, strip: [] },
			learn: true,
			...{ workflow: { maxRetries: 3 }, review: { fourEyes: false }, tools: 'all' },
			...{ replay: { tokenBudget: 3_500 }, hardByteLimit: 16_000 },
		});
	});

	it.each([
		{ endpoints: { a: { gather: { style: 'page', next: 'a.b', argument: 'page' } } } },
		{ endpoints: { a: { arguments: 'always', mode: 'ab', estimator: 'heuristic' } } },
		{ alerts: { webhook: { url: 'https://a.example', format: 'slack' } } },
		{ tools: 'search', host: 'none', itemsPath: 'a.b', strip: ['*.b'] },
	])('may be what it says: %j', (document) => {
		expect(validate(document, { checkUrl })).toMatchObject({ ok: true });
	});

	it.each(['a b', 'a\tb', ' a', 'a ', ''])('may not be the path %j', (path) => {
		for (const document of [{ itemsPath: path }, { endpoints: { a: { gather: { next: path } } } }])
			expect(validate(document, { checkUrl })).toMatchObject({ ok: false });
	});
});
