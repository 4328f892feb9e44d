import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { errorResultOrThrow } from '../../src/adapters/mcp/server';
import { policyFor } from '../../src/config/policy';
import type { CallFacts } from '../../src/gateway/contract/call-facts';
import { recordOf, sampleOf } from '../../src/gateway/sessions/call-record';
import { countExact } from '../../src/protect/tokens/exact';
import { err } from '../../src/shared/result';
import { textResult } from '../../src/shared/tool-result';
import { EstimatorTrust } from '../../src/telemetry/alerts';
import { logLines } from '../../src/telemetry/columns';
import { call, configOf, contextOf, gatewayOf, scripted } from './gateway';

const LONG = JSON.stringify({
	rows: Array.from({ length: 400 }, (_, id) => ({ id, secret: `hunter-${id}` })),
});
const FILE = randomBytes(60_000).toString('base64');
const fixture = {
	one: { answer: () => textResult(LONG) },
	page: {
		answer: () =>
			textResult(
				JSON.stringify(
					Array.from({ length: 190 }, (_, id) => ({ id, of: 'a b c d e '.repeat(5) })),
				),
			),
	},
	none: { answer: () => textResult('no', true) },
	binary: {
		answer: () => ({
			content: [
				{
					type: 'resource',
					resource: { uri: 'a:b', blob: FILE },
				},
				{ type: 'image', mimeType: 'image/png', data: FILE },
			],
		}),
	},
};

async function recorded(tool: string, config: object = {}, args: object = {}) {
	const observed: { facts: CallFacts; context: ReturnType<typeof contextOf> }[] = [];
	const { source } = scripted('up', fixture);
	const gateway = gatewayOf({ sources: [source], config: { ...config }, observed });
	await call(gateway, `up__${tool}`, { ...args });
	const [{ facts, context }] = observed as [(typeof observed)[0]];
	return { facts, record: recordOf(facts, context, configOf({ ...config }), 1_000) };
}

describe('the record of a call', () => {
	it('has sizes and names, and nothing of arguments and results', async () => {
		const { record } = await recorded('one', {}, { password: 'correct horse' });
		expect(record).toMatchObject({
			time: 1_000,
			workspace: 'ws-one',
			endpoint: 'up__one',
			upstream: 'up',
			outcome: 'paginated',
			variant: 'on',
			era: 'modern',
			correlationId: 'c-1',
			itemCount: 30,
			originalBytes: LONG.length,
			oversized: true,
			errorCode: '',
		});
		expect(record.estimatedTokens).toBeLessThan(record.originalTokens);
		expect(JSON.stringify(record)).not.toMatch(/hunter|horse|password/);
		expect(logLines(record)).toMatchObject([
			{ level: 'info', event: 'paginated', correlationId: 'c-1' },
			{ level: 'info', event: 'oversized', outcome: 'paginated' },
		]);
	});

	it('has the whole of a result that was asked on its first call as what the tool gave', async () => {
		const { record } = await recorded('one', {}, { select: 'length(*[0])' });
		expect(record).toMatchObject({ originalBytes: LONG.length, oversized: true });
		expect(record.estimatedTokens).toBeLessThan(100);
		const read = await recorded('one');
		expect(record.originalTokens).toBe(read.record.originalTokens);
	});

	it('measures what was left alone: sent and original are the same', async () => {
		const { record } = await recorded('one', { endpoints: { up__one: { mode: 'off' } } });
		expect(record).toMatchObject({ variant: 'off', outcome: 'passthrough', oversized: true });
		expect(record.estimatedTokens).toBe(record.originalTokens);
		expect(record.responseBytes).toBe(LONG.length);
	});

	it('is not over the limits where its call asked for so long an answer, and is beyond that', async () => {
		const whole = await recorded('page', {}, { tokens: 8_000 });
		expect(whole.record).toMatchObject({ outcome: 'passthrough', oversized: false });
		expect(whole.record.estimatedTokens).toBe(whole.record.originalTokens);
		expect(whole.record.estimatedTokens).toBeGreaterThan(5_000);
		for (const args of [{ tokens: 5_000 }, { tokens: 100 }, {}])
			expect((await recorded('page', {}, args)).record.oversized).toBe(true);
	});

	it('counts files as their base64, and an image as at most what models charge for one', async () => {
		const { record } = await recorded('binary');
		const { tokens } = await countExact(FILE);
		const counted = record.estimatedTokens - 1_600;
		expect(Math.abs(counted / tokens - 1)).toBeLessThan(0.1);
		expect(record.originalTokens).toBe(record.estimatedTokens);
		expect(record.responseBytes).toBe(160_000);
	});

	it('has what was said of a call that came to nothing, by whose id it is found', async () => {
		const observed: { facts: CallFacts; context: ReturnType<typeof contextOf> }[] = [];
		const down = async () =>
			err({ code: 'unavailable', message: 'Upstream "up" failed.' } as const);
		const { source } = scripted('up', fixture);
		const gateway = gatewayOf({ sources: [{ ...source, callTool: down }], observed });
		await gateway.callTool({ name: 'up__one', args: {} }, contextOf());
		const [{ facts, context }] = observed as [(typeof observed)[0]];
		const said = textResult('Upstream "up" failed. (correlation id c-1)', true);
		expect(
			errorResultOrThrow({ code: 'unavailable', message: 'Upstream "up" failed.' }, 'c-1'),
		).toEqual(said);
		expect(facts).toMatchObject({ errorCode: 'unavailable', result: said });
		const record = recordOf(facts, context, configOf(), 1_000);
		expect(record).toMatchObject({ outcome: 'error', responseBytes: 42, oversized: false });
		expect(record.estimatedTokens).toBeGreaterThan(5);
		expect(record.originalTokens).toBe(record.estimatedTokens);
	});

	it('has the size of links that are over the limit in bytes, of which fewer were sent', async () => {
		const text = 'About one document of many, said in some words. '.repeat(2);
		const links = Array.from({ length: 60 }, (_, n) => ({
			...{ type: 'resource_link', uri: `file:///docs/${n}.md`, name: `Document ${n}` },
			description: text,
		}));
		const { source } = scripted('up', { links: { answer: () => ({ content: links }) } });
		const observed: { facts: CallFacts; context: ReturnType<typeof contextOf> }[] = [];
		const config = { hardByteLimit: 8_192, chunkTokenThreshold: 2_000 };
		const gateway = gatewayOf({ sources: [source], config, observed });
		const sent = await call(gateway, 'up__links', {});
		const [{ facts, context }] = observed as [(typeof observed)[0]];
		const record = recordOf(facts, context, configOf(config), 1_000);
		const { tokens } = await countExact(links.map((each) => JSON.stringify(each)).join('\n'));
		expect(Math.abs(record.originalTokens / tokens - 1)).toBeLessThan(0.1);
		expect(record.estimatedTokens).toBeLessThan(tokens / 2);
		expect(JSON.parse(JSON.stringify(sent.meta))['dev.loadline/protect'].originalTokens).toBe(
			record.originalTokens,
		);
	});

	it('is an error where the result says so', async () => {
		const { record } = await recorded('none');
		expect(record).toMatchObject({ outcome: 'error', errorCode: 'tool_error' });
	});

	it('keeps what would have been sent in the variant shadow apart from what was', async () => {
		const { facts } = await recorded('one');
		const sent = { ...facts, variant: 'shadow', result: textResult(LONG) } as const;
		const shadow = recordOf(sent, contextOf(), configOf(), 1_000);
		expect(shadow.estimatedTokens).toBe(facts.report?.originalTokens);
		expect(shadow.protectedTokens).toBe(facts.report?.estimatedTokens);
	});

	it('has the original as it was before fields were left out of it, sent or not', async () => {
		const strip = { endpoints: { up__one: { strip: ['secret'] } } };
		const { facts, record } = await recorded('one', strip);
		expect(record.originalBytes).toBe(LONG.length);
		const sent = { ...facts, variant: 'shadow', result: textResult(LONG) } as const;
		const shadow = recordOf(sent, contextOf(), configOf(strip), 1_000);
		expect(shadow.responseBytes).toBe(LONG.length);
		expect(shadow.protectedTokens).toBe(facts.report?.estimatedTokens);
	});

	it('has the estimate that is configured, also where nothing is reduced', async () => {
		const off = { pagination: false, summarization: false, chunking: false };
		const config = { endpoints: { up__one: { ...off, estimator: 'heuristic' } } };
		const { record } = await recorded('one', config);
		expect(record.estimatedTokens).toBe(Math.ceil((LONG.length / 4) * 1.2));
	});

	it('says what was wrong with a refused call, not only that it failed', async () => {
		const { record } = await recorded('one', {}, { limit: 0 });
		expect(record).toMatchObject({ outcome: 'error', errorCode: 'invalid_arguments' });
		const altered = await recorded('one', {}, { cursor: 'A'.repeat(44) });
		expect(altered.record.errorCode).toBe('cursor_invalid');
	});

	it('counts what was sent to a caller who asked for a page, on either side of a trial', async () => {
		const { facts } = await recorded('one', {}, { limit: 10 });
		const asked = recordOf({ ...facts, variant: 'control' }, contextOf(), configOf(), 1_000);
		expect(asked.estimatedTokens).toBe(facts.report?.estimatedTokens);
	});

	it('has names that are bounded and end no string', async () => {
		const { facts } = await recorded('one');
		const clientInfo = { name: `x'\\"\n${'y'.repeat(74)}🚢${'y'.repeat(1_000)}` };
		const { clientName } = recordOf(facts, { ...contextOf(), clientInfo }, configOf(), 1_000);
		expect(clientName).toMatch(/^x\?\?\?\?y{74}\?$/);
		const demo = { ...contextOf(), clientInfo: { name: 'loadline-demo', version: '1' } };
		const own = { ...facts, endpoint: 'search_records', source: 'loadline' };
		const recordedAs = (of: CallFacts) => recordOf(of, demo, configOf(), 1_000).endpoint;
		expect([own, facts].map(recordedAs)).toEqual(['demo:search_records', 'up__one']);
		const unknown = { ...facts, errorCode: 'unknown_tool', endpoint: 'up__made_up' };
		expect(recordOf(unknown, contextOf(), configOf(), 1_000).endpoint).toBe('up__?');
	});
});

describe('an endpoint whose estimates are off by more than a factor of two', () => {
	const rare = textResult('ᚠᛇᚻ᛫ᛒᛦᚦ᛫ᚠᚱᚩᚠᚢᚱ '.repeat(200));
	const config = configOf({ estimator: 'heuristic' });
	const facts = {
		endpoint: 'up__runes',
		source: 'up',
		tool: 'up__runes',
		cursorUse: 'none',
		variant: 'on',
		totalMs: 1,
		result: rare,
	} as const;

	it('is limited by bytes until a sample is right again', async () => {
		const trust = new EstimatorTrust();
		const sample = await sampleOf(facts, config);
		const { configured = 0, exactTokens = 0 } = sample ?? {};
		expect(exactTokens).toBeGreaterThan(2 * configured);
		expect(trust.judge('ws-one', 'up__runes', configured, exactTokens)).toBe('off');
		expect(trust.of('ws-two').size).toBe(0);

		const limited = { ...config, limitedByBytes: trust.of('ws-one') };
		expect(policyFor(limited, 'up__runes')).toMatchObject({
			estimator: 'bytes',
			hardByteLimit: 10_000,
		});
		expect(policyFor(limited, 'up__other').estimator).toBe('heuristic');

		expect(trust.judge('ws-one', 'up__runes', 900, 1000)).toBe('right_again');
		expect(policyFor(limited, 'up__runes').estimator).toBe('heuristic');
	});

	it('is not judged by a short answer', () => {
		expect(new EstimatorTrust().judge('ws-one', 'up__runes', 3, 10)).toBe('right');
	});
});
