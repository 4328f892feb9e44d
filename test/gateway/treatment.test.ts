// Modes, rollouts and stripped fields at the gateway: what goes out, and what is noted of it.
import { describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../src/adapters/local/memory-snapshot-store';
import type { CallFacts } from '../../src/gateway/contract/call-facts';
import type { GatewayContext } from '../../src/gateway/contract/gateway';
import type { OwnSource } from '../../src/gateway/contract/tool-source';
import type { JsonObject } from '../../src/shared/json-values';
import { bookings, both, seeded } from '../protect/payloads';
import { call, callAsSent, contextOf, data, gatewayOf, scripted } from './gateway';

const items = bookings(seeded(1), 300);
const whole = both({ bookings: items });

const setting = () => {
	const { source, calls } = scripted('up', {
		list: {
			definition: { outputSchema: { type: 'object', required: ['bookings'] } },
			answer: () => whole,
		},
		tiny: {
			definition: { outputSchema: { type: 'object', required: ['_links'] } },
			answer: () => both({ id: 1, _links: { self: 'x' }, deep: [{ debug: 1, n: 2 }] }),
		},
	});
	const own: OwnSource = {
		...source,
		name: 'loadline',
		facts: () => ({ toolset: 'records', whole: false }),
	};
	const store = createMemorySnapshotStore();
	const observed: { facts: CallFacts; context: GatewayContext }[] = [];
	const under = (config: JsonObject) =>
		gatewayOf({ sources: [source], own, store, config, observed });
	const latest = () => observed.at(-1)?.facts as CallFacts;
	return { under, calls, observed, latest };
};

const inSession = (session: string) => ({
	...contextOf(),
	meta: { 'dev.loadline/session': session },
});

describe('mode: shadow', () => {
	it('sends the original, offers nothing, and notes what would have been sent', async () => {
		const { under, latest } = setting();
		const gateway = under({ endpoints: { up__list: { mode: 'shadow' } } });
		expect(await call(gateway, 'up__list', {})).toEqual(whole);
		const shadow = latest();
		expect(shadow.variant).toBe('shadow');
		const protectedOne = under({});
		await call(protectedOne, 'up__list', {});
		expect(latest().variant).toBe('on');
		expect(shadow.report).toEqual(latest().report);
		const listed = await gateway.listTools(contextOf());
		const tool = listed.ok ? listed.value.find(({ name }) => name === 'up__list') : undefined;
		expect(tool?.inputSchema).toEqual({ type: 'object' });
		expect(tool?.outputSchema).toEqual({ type: 'object', required: ['bookings'] });
	});

	it('passes arguments of the tool on that have the names of ours', async () => {
		const { under, calls } = setting();
		const gateway = under({ endpoints: { up__list: { mode: 'shadow' } } });
		await callAsSent(gateway, 'up__list', { limit: 500, cursor: 'theirs' });
		expect(calls[0]?.args).toEqual({ limit: 500, cursor: 'theirs' });
	});
});

describe('mode: ab', () => {
	it('keeps a client on one side that opens a session of the transport for every call', async () => {
		const { under, observed } = setting();
		const gateway = under({ endpoints: { 'up__*': { mode: 'ab' } } });
		const sides = async (meta: JsonObject) => {
			for (let at = 0; at < 20; at++)
				await call(gateway, 'up__list', {}, { ...contextOf(), transportSession: `t-${at}`, meta });
			return new Set(observed.splice(0).map(({ facts }) => facts.variant)).size;
		};
		expect([await sides({}), await sides({ 'openai/session': 'one' })]).toEqual([1, 1]);
	});

	it('splits sessions, never a session, and both sides add up', async () => {
		const { under, observed } = setting();
		const gateway = under({ endpoints: { 'up__*': { mode: 'ab' } } });
		for (let at = 0; at < 80; at++) await call(gateway, 'up__list', {}, inSession(`s-${at % 40}`));
		const variants = observed.map(({ facts }) => facts.variant);
		expect(variants.slice(0, 40)).toEqual(variants.slice(40));
		const on = observed.filter(({ facts }) => facts.variant === 'on');
		const control = observed.filter(({ facts }) => facts.variant === 'control');
		expect(on.length + control.length).toBe(80);
		expect(Math.min(on.length, control.length)).toBeGreaterThan(10);
		const [treated, untreated] = [on[0]?.facts.report, control[0]?.facts.report];
		expect(treated).toMatchObject({ act: 'paginated' });
		expect(untreated).toMatchObject({
			act: 'passthrough',
			estimatedTokens: treated?.originalTokens,
			bytes: treated?.originalBytes,
		});
	});

	it('counts a caller without a session as one', async () => {
		const { under, observed } = setting();
		const gateway = under({ endpoints: { 'up__*': { mode: 'ab' } } });
		for (let at = 0; at < 10; at++) await call(gateway, 'up__list', {});
		expect(new Set(observed.map(({ facts }) => facts.variant)).size).toBe(1);
	});

	it('gives a page or fields to whoever asks, on either side', async () => {
		const { under, latest, calls } = setting();
		const gateway = under({ endpoints: { 'up__*': { mode: 'ab', rollout: 0 } } });
		const offered = under({ endpoints: { 'up__*': { mode: 'ab', rollout: 1 } } });
		const plain = inSession('s-1');
		expect(await call(offered, 'up__list', {}, plain)).toEqual(whole);
		const page = data(await call(offered, 'up__list', { limit: 3, fields: 'id' }, plain));
		expect(page.bookings).toEqual(items.slice(0, 3).map(({ id }) => ({ id })));
		expect(latest().variant).toBe('control');
		expect(calls.at(-1)?.args).toEqual({});
		await callAsSent(gateway, 'up__list', { limit: 3 }, plain);
		expect(calls.at(-1)?.args).toEqual({ limit: 3 });
	});
});

describe('a cursor', () => {
	it.each([{ mode: 'off' }, { mode: 'shadow' }, { rollout: 0 }, { mode: 'ab', rollout: 1 }])(
		'still opens under %j, and leads through the whole list',
		async (entry) => {
			const { under, calls } = setting();
			let page = data(await call(under({}), 'up__list', { limit: 50 }));
			const found = [...page.bookings];
			const later = under({ endpoints: { up__list: entry } });
			while (page.nextCursor) {
				page = data(await call(later, 'up__list', { cursor: page.nextCursor }));
				found.push(...page.bookings);
			}
			expect(found).toEqual(items);
			expect(calls).toHaveLength(1);
		},
	);
});

describe('read_result', () => {
	it('is counted on the side of the call that it reads on in', async () => {
		const { under, latest } = setting();
		const { nextCursor } = data(await call(under({}), 'up__list', {}));
		for (const [entry, variant] of [
			[{}, 'on'],
			[{ mode: 'ab', rollout: 0 }, 'control'],
			[{ mode: 'off' }, 'off'],
		] as const) {
			const gateway = under({ endpoints: { 'up__*': entry } });
			await call(gateway, 'read_result', { handle: nextCursor });
			expect(latest()).toMatchObject({ endpoint: 'up__list', variant });
		}
	});
});

describe('an own tool', () => {
	it('has modes like any other', async () => {
		const { under, latest } = setting();
		const at = async (entry: JsonObject) => {
			const sent = await call(under({ endpoints: { list: entry } }), 'list', {});
			return [latest().variant, sent.content[0] === whole.content[0]];
		};
		expect(await at({ mode: 'shadow' })).toEqual(['shadow', true]);
		expect(await at({ rollout: 0 })).toEqual(['off', true]);
		expect(await at({})).toEqual(['on', false]);
	});
});

describe('strip', () => {
	const strip = ['_links', '*.debug'];
	const stripped = { id: 1, deep: [{ n: 2 }] };

	it('leaves fields out of both forms, and says so in no schema', async () => {
		const { under } = setting();
		const gateway = under({ strip });
		const result = await call(gateway, 'up__tiny', {});
		expect(data(result)).toEqual(stripped);
		expect(JSON.parse((result.content[0] as { text: string }).text)).toEqual(stripped);
		const known = await gateway.listTools(contextOf());
		const tool = known.ok ? known.value.find(({ name }) => name === 'up__tiny') : undefined;
		expect(tool?.outputSchema).not.toHaveProperty('required');
	});

	it('works where nothing else is switched on', async () => {
		const parts = { pagination: false, summarization: false, chunking: false };
		const { under, latest } = setting();
		const gateway = under({ endpoints: { 'up__*': { ...parts, strip } } });
		expect(data(await call(gateway, 'up__tiny', {}))).toEqual(stripped);
		expect(latest().variant).toBe('on');
	});

	it('leaves everything as it is while debugging, in other modes, and unless configured', async () => {
		const { under } = setting();
		const untouched = both({ id: 1, _links: { self: 'x' }, deep: [{ debug: 1, n: 2 }] });
		for (const config of [
			{},
			{ strip, debug: true },
			{ strip, endpoints: { 'up__*': { strip: [] } } },
			{ strip, endpoints: { 'up__*': { mode: 'off' } } },
			{ strip, endpoints: { 'up__*': { mode: 'shadow' } } },
		]) {
			const { content, structured } = await call(under(config), 'up__tiny', {});
			expect({ content, structured }).toEqual({
				content: untouched.content,
				structured: untouched.structured,
			});
		}
	});
});
