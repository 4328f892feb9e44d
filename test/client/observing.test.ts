// Tests of what a context learns of each call, and of what it shows of it.
import { describe, expect, it } from 'vitest';
import { TransientContext, type TransientContextOptions } from '../../src/client';
import { HINT } from './record-server';
import { badges, failed, fetched, hinted, stored } from './transient-setting';

describe('observing', () => {
	it('says what a result is, and collapses the pair of a consumer', () => {
		const context = hinted();
		expect(context.observe({ id: 'x', tool: 'other', result: { content: [] } })).toBe('plain');
		expect(context.observe(fetched('a'))).toBe('transient');
		expect(context.observe(stored('b'))).toBe('consumed');
		expect([...context.state]).toEqual([
			[
				'a',
				{
					tool: 'search_records',
					badge: 'collapsed',
					summary: 'summary of a',
					tokensBefore: 120,
					tokensAfter: 4,
					consumedBy: 'b',
				},
			],
			['b', { tool: 'store_analysis_memory', badge: 'consumed', tokensBefore: 3, tokensAfter: 3 }],
		]);
		expect(context.tokensReleasable).toBe(116);
		expect(context.tokensReleased).toBe(0);
	});

	it('picks hints up from any result, also from the transient result itself', () => {
		const context = new TransientContext();
		const { result, ...call } = fetched('a');
		const hints = [{ tool: call.tool, lifecycle: 'transient', consumedBy: 'crm__tag' }];
		context.observe({
			...call,
			result: { ...result, _meta: { ...result._meta, contextHints: hints } },
		});
		expect(context.observe(stored('b', 'crm__tag'))).toBe('consumed');
	});

	// Pairs go by the names of tools: under that of call_tool nothing ever left.
	it('knows what was called through call_tool', () => {
		const context = hinted();
		const through = ({ tool: name, ...call }: ReturnType<typeof fetched>) =>
			context.observe({ ...call, tool: 'call_tool', arguments: { name, arguments: {} } });
		expect(through(fetched('a'))).toBe('transient');
		expect(context.state.get('a')?.tool).toBe('search_records');
		expect(through(stored('b'))).toBe('consumed');
	});

	it('knows results that came before their hint', () => {
		const context = new TransientContext();
		context.observe(fetched('a'));
		context.register([HINT]);
		expect(context.observe(stored('b'))).toBe('consumed');
	});

	it('collapses nothing when the consumer failed, and lets it try again', () => {
		const context = hinted();
		context.observe(fetched('a'));
		expect(context.observe(failed(stored('b')))).toBe('plain');
		expect(badges(context)).toEqual({ a: 'transient' });
		expect(context.observe(stored('c'))).toBe('consumed');
		expect(badges(context)).toEqual({ a: 'collapsed', c: 'consumed' });
	});

	it.each([
		['all', { a: 'collapsed', b: 'collapsed' }],
		['oldest', { a: 'collapsed', b: 'transient' }],
		['newest', { a: 'transient', b: 'collapsed' }],
	] as const)('collapses the %s of several', (pairing, expected) => {
		const context = hinted({ pairing });
		context.observe(fetched('a'));
		context.observe(fetched('b'));
		context.observe(stored('c'));
		expect(badges(context)).toMatchObject(expected);
	});

	it('takes the oldest over all tools of a consumer, where one is asked for', () => {
		const context = hinted({ pairing: 'oldest' });
		context.register([{ ...HINT, tool: 'find_records' }]);
		context.observe(fetched('a', 'find_records'));
		context.observe(fetched('b'));
		context.observe(stored('c'));
		expect(badges(context)).toEqual({ a: 'collapsed', b: 'transient', c: 'consumed' });
		context.observe(stored('d'));
		expect(badges(context)).toMatchObject({ b: 'collapsed' });
	});

	it('collapses nothing for tools that no hint names, or when nothing is pending', () => {
		const context = hinted();
		expect(context.observe(stored('early'))).toBe('plain');
		context.observe(fetched('a'));
		context.observe(fetched('b', 'unknown_tool'));
		expect(context.observe(stored('c', 'unknown_consumer'))).toBe('plain');
		expect(context.observe({ id: 'd', tool: HINT.consumedBy, result: { content: [] } })).toBe(
			'plain',
		);
		expect(badges(context)).toEqual({ a: 'transient', b: 'transient' });
	});

	it('counts each call once, so that a conversation can be observed again from its start', () => {
		const context = hinted({ pairing: 'oldest' });
		const calls = [stored('early'), fetched('a'), fetched('b'), stored('c'), failed(fetched('d'))];
		const answers = calls.map((call) => context.observe(call));
		expect(answers).toEqual(['plain', 'transient', 'transient', 'consumed', 'plain']);
		expect(calls.map((call) => context.observe(call))).toEqual(answers);
		expect(badges(context)).toEqual({ a: 'collapsed', b: 'transient', c: 'consumed' });
	});

	it('lets a result use up the one before and be used up itself', () => {
		const context = new TransientContext();
		context.register([{ tool: 'next', lifecycle: 'transient', consumedBy: 'next' }]);
		const page = (id: string) => {
			const { result } = fetched(id);
			const context = { lifecycle: 'transient', summary: id, consumed: true };
			return { id, tool: 'next', result: { ...result, _meta: { context } } };
		};
		expect(['a', 'b', 'c'].map((id) => context.observe(page(id)))).toEqual(
			Array(3).fill('transient'),
		);
		expect(badges(context)).toEqual({ a: 'collapsed', b: 'collapsed', c: 'transient' });
	});

	it.each([[undefined], [null], ['text'], [[]], [{ _meta: { context: 7, contextHints: 'x' } }]])(
		'takes %j for plain',
		(result) => {
			expect(hinted().observe({ id: 'a', tool: 'search_records', result })).toBe('plain');
		},
	);

	it('survives results that are no JSON, and ids that are names of objects', () => {
		const context = hinted();
		const cyclic: Record<string, unknown> = { ...fetched('a').result };
		cyclic.self = cyclic;
		expect(context.observe({ id: '__proto__', tool: 'search_records', result: cyclic })).toBe(
			'transient',
		);
		context.observe(stored('constructor'));
		expect(context.state.get('__proto__')?.badge).toBe('collapsed');
		expect(context.expand('__proto__')).toBeUndefined();
	});

	it('uses the numbers of a server that gives them, or the counter of the host', () => {
		const { result, ...call } = fetched('a');
		const _meta = {
			...result._meta,
			'dev.loadline/protect': { estimatedTokens: 999 },
			'dev.loadline/transient': { id: 'r1', collapsedTokens: 30 },
		};
		const observed = { ...call, result: { ...result, _meta } };
		const tokens = (options: TransientContextOptions) => {
			const context = hinted(options);
			context.observe(observed);
			context.observe(stored('b'));
			return context.state.get('a');
		};
		expect(tokens({})).toMatchObject({ tokensBefore: 999, tokensAfter: 30 });
		expect(tokens({ countTokens: (value) => value.length })).toMatchObject({ tokensBefore: 400 });
	});

	// They were taken, and the context could not be read back once it was stored.
	it('counts whole tokens, and refuses options that are none', () => {
		for (const countTokens of [(value: string) => value.length / 3, () => Number.NaN]) {
			const context = hinted({ countTokens });
			context.observe(fetched('a'));
			expect(TransientContext.from(JSON.stringify(context)).state).toEqual(context.state);
		}
		const make = (options: object) => () => new TransientContext(options);
		expect(make({ pairing: 'latest' })).toThrow('pairing must be all, oldest or newest');
		expect(make({ applyAt: 'once' })).toThrow('applyAt must be turn or immediate');
		expect(make({ keepOriginals: Infinity })).toThrow('keepOriginals must be a whole number');
	});
});
