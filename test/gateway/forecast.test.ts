// Forecasts of budgets: what is said before is what then happens, tool by tool.
import { expect, it } from 'vitest';
import { createDemoSource } from '../../examples/demo/source';
import { createHandleHmac, randomSnapshotId } from '../../src/adapters/crypto/web-crypto';
import { createMemorySnapshotStore } from '../../src/adapters/local/memory-snapshot-store';
import { forecast } from '../../src/gateway/calling/forecast';
import type { CallFacts } from '../../src/gateway/contract/call-facts';
import type { GatewayContext } from '../../src/gateway/contract/gateway';
import { createHandleStore } from '../../src/gateway/handles/handle-store';
import { recordOf } from '../../src/gateway/sessions/call-record';
import { textResult } from '../../src/shared/tool-result';
import { TelemetryStore } from '../../src/telemetry/store';
import { openSql } from '../adapters/sqlite/open';
import { conversation } from './forecast-services';
import { ada, call, configOf, contextOf, gatewayOf, SECRETS, scripted } from './gateway';

const NOW = 1_800_000_000;
const demo = createDemoSource();
const HANDLE = /[\w-]{40,}/;

/** Lists, an object and texts in other forms than the demo's. */
const other = scripted('other', {
	rows: { answer: () => textResult(JSON.stringify(rows(400))) },
	report: {
		answer: () =>
			textResult(JSON.stringify({ at: 'now', parts: rows(80), log: 'x y '.repeat(900) })),
	},
	// Few words repeated are counted, not estimated.
	words: {
		answer: () =>
			textResult(
				JSON.stringify(
					Array.from({ length: 130 }, (_, at) => ({
						...{ sha: `${at * 7_919_131}`, by: WORDS[at % 5] },
						said: WORDS.slice(at % 5)
							.concat(WORDS, WORDS, WORDS)
							.join(' '),
					})),
				),
			),
	},
	// Its words are summarized, its image passes.
	picture: {
		answer: () => ({
			content: [
				...textResult(JSON.stringify({ at: 'now', log: 'x y '.repeat(2_000), rows: rows(9) }))
					.content,
				{ type: 'image', data: 'QUJD'.repeat(4_000), mimeType: 'image/png' },
			],
		}),
	},
	// Within every limit: nothing of it is kept behind a handle.
	short: {
		answer: () =>
			textResult(
				JSON.stringify({ 'app.io/name': 'one two '.repeat(90), 'a, b': 'three '.repeat(90), c: 1 }),
			),
	},
	// Its text is JSON, and stands in the structured content once more.
	file: {
		answer: () => {
			const { content } = textResult(JSON.stringify(rows(400)));
			return { content, structured: JSON.stringify({ content: content[0]?.text }) };
		},
	},
	lines: {
		answer: () => textResult(Array.from({ length: 900 }, (_, at) => `${at}: ok`).join('\n')),
	},
}).source;
const WORDS = 'lorem ipsum dolor sit amet'.split(' ');
const rows = (count: number) =>
	Array.from({ length: count }, (_, id) => ({
		id,
		name: `Row ${id}`,
		note: 'of this '.repeat(id % 9),
	}));
const CALLS = [
	['demo__list_bookings', {}],
	['demo__list_listings', {}],
	['demo__read_log', {}],
	['other__rows', {}],
	['other__report', {}],
	['other__words', {}],
	['other__lines', {}],
] as const;
/** Fields of tools, the heaviest or the only, and one that its name makes hard to name. */
const FIELDS = [
	['demo__list_bookings', 'bookings.guestName'],
	['demo__list_listings', 'listings.city'],
	['other__rows', 'note'],
	['other__report', 'log'],
	['other__file', 'note'],
	['other__words', 'said'],
	['other__short', 'app\\.io/name'],
	['other__short', 'a, b'],
] as const;

async function made(config: object = {}) {
	const observed: { facts: CallFacts; context: GatewayContext }[] = [];
	const store = createMemorySnapshotStore();
	const sources = [demo, other];
	const settings = configOf({ sessionTexts: true, ...config } as never);
	const gateway = gatewayOf({ sources, store, observed, config: config as never });
	const answers = new Map<string, string>();
	for (const [name, args] of CALLS)
		answers.set(name, JSON.stringify((await call(gateway, name, args)).content));
	for (const name of ['other__short', 'other__file']) await call(gateway, name, {});
	const telemetry = new TelemetryStore(openSql(), { now: () => NOW * 1000, wakeAt: () => {} });
	const { enter, services } = conversation();
	let at = NOW * 1000 - 1_000;
	const record = async () => {
		for (const { facts, context } of observed.splice(0))
			telemetry.write([await enter({ facts, context, config: settings, at: at++ })]);
	};
	const handleStore = createHandleStore({
		...{ store, hmac: createHandleHmac(SECRETS), randomId: randomSnapshotId, defer: () => {} },
	});
	const ask = async (endpoint: string, budget?: object, strip: readonly string[] = []) => {
		const told = await forecast(
			{ workspace: ada.workspace, endpoint, ...(budget && { budget }), strip },
			{
				services,
				configOf: async () => settings,
				telemetry: () => ({ requests: async (query) => telemetry.requests(query) }),
				handleStore,
				now: () => NOW * 1000,
			},
		);
		if (!told.ok) throw new Error(told.error.code);
		return told.value;
	};
	return { gateway, observed, answers, record, ask };
}

it('tells what a budget then comes to, within a hundredth', async () => {
	const budget = { list: 300, object: 250, text: 200 };
	const before = await made();
	await before.record();
	const after = await made({ firstAnswerTokens: budget });
	for (const [endpoint] of CALLS) {
		const told = await before.ask(endpoint, budget);
		const then = after.observed.find(({ facts }) => facts.endpoint === endpoint)?.facts.report;
		const happened = then?.estimatedTokens ?? 0;
		expect([endpoint, told.replayed, told.calls]).toEqual([endpoint, 1, 1]);
		const off = Math.abs(told.tokensAfter / happened - 1);
		expect([endpoint, told.tokensAfter, happened, off < 0.01]).toEqual([
			...[endpoint, told.tokensAfter, happened, true],
		]);
		expect(told.tokensAfter).toBeLessThan(told.tokensBefore);
	}
});

it.each(FIELDS)(
	'tells what %s comes to without %s, within a hundredth',
	async (endpoint, field) => {
		const before = await made();
		await before.record();
		const told = await before.ask(endpoint, undefined, [field]);
		const after = await made({ endpoints: { [endpoint]: { strip: [field] } } });
		const then = after.observed.find(({ facts }) => facts.endpoint === endpoint)?.facts;
		const happened = recordOf(
			then as CallFacts,
			contextOf(),
			configOf({ endpoints: { [endpoint]: { strip: [field] } } } as never),
			NOW * 1000,
		).estimatedTokens;
		expect([told.calls, told.replayed, told.fields.includes(field)]).toEqual([1, 1, true]);
		expect(told.left).not.toContain(field);
		expect([told.tokensAfter, happened, Math.abs(told.tokensAfter / happened - 1) < 0.01]).toEqual([
			...[told.tokensAfter, happened, true],
		]);
	},
);

it('begins with what was sent of what is summarized, with the images that were sent beside it', async () => {
	const { gateway, observed, record, ask } = await made();
	await call(gateway, 'other__picture', {});
	const report = observed.at(-1)?.facts.report;
	await record();
	const told = await ask('other__picture');
	expect([report?.act, told.replayed]).toEqual(['summarized', 1]);
	expect(told.tokensBefore).toBe((report?.estimatedTokens ?? 0) + 1_600);
	expect(told.tokensAfter).toBeGreaterThan(1_600);
	expect(told.tokensAfter).toBeLessThan(told.tokensBefore);
});

it('counts the calls that were gone on from, and those that a larger answer would spare', async () => {
	const { gateway, answers, record, ask } = await made();
	const handle = HANDLE.exec(answers.get('other__rows') ?? '')?.[0];
	await call(gateway, 'read_result', { handle, fields: ['name'] }, contextOf());
	await record();
	expect(await ask('other__rows')).toMatchObject({ followed: 1, calls: 1, replayed: 1 });
	expect(await ask('other__rows', { list: 20_000 })).toMatchObject({ followed: 1, again: 0 });
	expect(await ask('other__lines')).toMatchObject({ followed: 0, again: 0 });
	expect(await ask('other__rows')).toMatchObject({ whole: 0 });
	expect(await ask('other__none')).toMatchObject({ calls: 0, replayed: 0, tokensBefore: 0 });
});

it('leaves calls as they are that said how long an answer may be', async () => {
	const { gateway, observed, record, ask } = await made();
	await call(gateway, 'other__rows', { tokens: 3_000 });
	await call(gateway, 'other__rows', { limit: 20 });
	await call(gateway, 'other__lines', { tokens: 1_000 });
	const asked = { _loadline: { select: '[0].by' } };
	await call(gateway, 'other__words', asked);
	const sent = observed.slice(-4, -2).map(({ facts }) => facts.report?.estimatedTokens ?? 0);
	await record();
	const told = await ask('other__rows', { list: 150 });
	expect(told).toMatchObject({ calls: 3, replayed: 1, fixed: 2, whole: 0 });
	expect(told.inForce).toEqual(configOf().firstAnswerTokens);
	// The two that are fixed are in the sums as they were sent.
	const other = await made();
	await other.record();
	const alone = await other.ask('other__rows', { list: 150 });
	const [long = 0, page = 0] = sent;
	expect(told.tokensBefore).toBe(alone.tokensBefore + long + page);
	expect(told.tokensAfter).toBe(alone.tokensAfter + long + page);
	expect(alone.tokensAfter).toBeLessThan(alone.tokensBefore);
	expect(await ask('other__lines', { text: 150 })).toMatchObject({ replayed: 1, fixed: 1 });
	const question = { calls: 2, replayed: 1, fixed: 1, whole: 0 };
	expect(await ask('other__words', { text: 150 })).toMatchObject(question);
});
