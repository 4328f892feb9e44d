import { describe, expect, it } from 'vitest';
import { TransientContext } from '../../src/client';
import { anthropic, messagesOf } from './conversations';
import { badges, fetched, hinted, stored } from './transient-setting';

describe('applying', () => {
	const turns = [{ user: 'Go' }, { calls: [fetched('a')] }, { calls: [stored('b')] }];
	const messages = messagesOf(anthropic, turns);
	const observe = (context: TransientContext) => {
		context.observe(fetched('a'));
		context.observe(stored('b'));
		return context;
	};

	it('replaces the content of a consumed result by its summary', () => {
		const applied = observe(hinted()).apply(messages);
		expect(applied[2]).toEqual({
			role: 'user',
			content: [
				{ type: 'tool_result', tool_use_id: 'a', is_error: false, content: 'summary of a' },
			],
		});
		expect(applied.filter((_, at) => at !== 2)).toEqual(messages.filter((_, at) => at !== 2));
	});

	it('waits for the next turn of the user where it is told to', () => {
		const context = observe(hinted({ applyAt: 'turn' }));
		expect(context.apply(messages)).toEqual(messages);
		const next = [...messages, ...messagesOf(anthropic, [{ user: 'Go on' }])];
		expect(context.apply(next)[2]).not.toEqual(messages[2]);
	});

	it('waits for a turn after the consumer, not only after the result', () => {
		const context = observe(hinted({ applyAt: 'turn' }));
		const [user, page, store] = turns as [(typeof turns)[0], (typeof turns)[1], (typeof turns)[2]];
		const asked = messagesOf(anthropic, [user, page, { user: 'And?' }, store]);
		expect(context.apply(asked)).toEqual(asked);
	});

	it('never brings an original back that was left out before, whatever is cut from the conversation', () => {
		const context = observe(hinted({}));
		context.apply([...messages, ...messagesOf(anthropic, [{ user: 'Go on' }])]);
		const again = TransientContext.from(JSON.stringify(context));
		expect(again.apply(messages.slice(1))[1]).toMatchObject({
			content: [{ content: 'summary of a' }],
		});
	});

	it('says how to go on and how to get the original, where the server tells', () => {
		const { result, ...call } = fetched('a');
		const _meta = { ...result._meta, 'dev.loadline/transient': { id: 'r7', nextCursor: 'c8' } };
		const context = hinted();
		context.observe({ ...call, result: { ...result, _meta } });
		context.observe(stored('b'));
		expect(context.apply(messages)[2]).toMatchObject({
			content: [
				{
					content:
						'summary of a\n[collapsed; next page: search_records {"cursor":"c8"}; original: expand_result {"id":"r7"}]',
				},
			],
		});
	});

	it('names the tool when the server gave no summary', () => {
		const context = hinted();
		const { result, ...call } = fetched('a');
		context.observe({
			...call,
			result: { ...result, _meta: { context: { lifecycle: 'transient' } } },
		});
		context.observe(stored('b'));
		expect(JSON.stringify(context.apply(messages))).toContain('Result of search_records, left out');
	});

	it('tells equal results apart that stand without an id', () => {
		const context = hinted({ pairing: 'oldest' });
		const { result } = fetched('same');
		for (const id of ['a', 'b']) context.observe({ id, tool: 'search_records', result });
		context.observe(stored('c'));
		const applied = context.apply([result, result]);
		expect(applied[0]).not.toEqual(result);
		expect(applied[1]).toEqual(result);
		expect(context.apply(applied)).toEqual(applied);
	});

	// Figures claimed what no model had ever been sent without.
	it('counts nothing as released that it did not replace, and says so', () => {
		const context = observe(hinted());
		context.apply([{ kind: 'tool-output', call: 'a', value: 'data' }]);
		expect(context.tokensReleased).toBe(0);
		expect(context.notApplied).toEqual(['a']);
		expect(badges(context)).toMatchObject({ a: 'transient' });
		context.apply(messages);
		expect(context.tokensReleased).toBe(116);
		expect(context.notApplied).toEqual([]);
		expect(badges(context)).toMatchObject({ a: 'collapsed' });
	});

	it('tells the server once which of its results have left', () => {
		const context = hinted();
		const { result, ...call } = fetched('a');
		const note = { 'dev.loadline/transient': { id: 'r7' } };
		context.observe({ ...call, result: { ...result, _meta: { ...result._meta, ...note } } });
		context.observe(stored('b'));
		expect(context.requestMeta()).toEqual({});
		context.apply(messages);
		expect(context.requestMeta()).toEqual({ 'dev.loadline/left': ['r7'] });
		expect(TransientContext.from(JSON.stringify(context)).requestMeta()).toEqual({});
	});

	it('takes words beside a result for a turn of the user', () => {
		const context = observe(hinted({ applyAt: 'turn' }));
		const [first, call, page, store, last = { content: [] }] = messages as { content: unknown }[];
		const beside = {
			role: 'user',
			content: [...(last.content as unknown[]), { type: 'text', text: 'Go on' }],
		};
		const [, , applied] = context.apply([
			first,
			call,
			page,
			store,
			beside,
			{ role: 'assistant', content: 'ok' },
			{
				role: 'user',
				content: [
					{ type: 'tool_result', tool_use_id: 'z', content: '' },
					{ type: 'text', text: 'And?' },
				],
			},
		]);
		expect(applied).not.toEqual(page);
	});

	it('passes whatever it does not know', () => {
		const odd: unknown[] = [
			null,
			'text',
			7,
			[],
			{},
			{ role: 'tool' },
			{ content: [null, 'x'] },
			{ parts: [1] },
		];
		expect(observe(hinted()).apply(odd)).toEqual(odd);
	});
});

describe('expanding', () => {
	it('returns the original, which nobody can change', () => {
		const context = hinted();
		const call = fetched('a');
		context.observe(call);
		context.observe(stored('b'));
		const original = context.expand('a');
		expect(original).toEqual(call.result);
		expect(Object.isFrozen((original as typeof call.result).content[0])).toBe(true);
		expect(context.expand('b')).toBeUndefined();
	});

	it('keeps as many originals as it is told to', () => {
		const context = hinted({ keepOriginals: 2 });
		for (const id of ['a', 'b', 'c']) context.observe(fetched(id));
		expect(['a', 'b', 'c'].map((id) => context.expand(id) !== undefined)).toEqual([
			false,
			true,
			true,
		]);
	});
});

describe('what a consumer used', () => {
	const page = (id: string, ids: readonly number[]) => {
		const { result, ...call } = fetched(id);
		return {
			...call,
			result: { ...result, structuredContent: { items: ids.map((n) => ({ id: n })) } },
		};
	};
	const pages = [page('a', [1, 2, 3]), page('b', [4, 5, 6]), page('c', [7, 8, 9])];
	const left = (consumer: object) => {
		const context = hinted();
		for (const each of pages) context.observe(each);
		context.observe({ ...stored('s'), ...consumer });
		return badges(context);
	};

	it('is what its arguments name, of several pages more than one', () => {
		expect(left({ arguments: { record_ids: ['5'] } })).toMatchObject({
			a: 'transient',
			b: 'collapsed',
			c: 'transient',
		});
		expect(left({ arguments: { finding: 'x', record_ids: [1, 9] } })).toMatchObject({
			a: 'collapsed',
			b: 'transient',
			c: 'collapsed',
		});
	});

	it('is what the server says it named, where the host has no arguments', () => {
		const { result } = stored('s');
		const _meta = { ...result._meta, 'dev.loadline/used': ['8'] };
		expect(left({ result: { ...result, _meta } })).toMatchObject({
			a: 'transient',
			c: 'collapsed',
		});
	});

	it('is all that is pending where it names nothing that is there', () => {
		const all = { a: 'collapsed', b: 'collapsed', c: 'collapsed' };
		expect(left({ arguments: { finding: '1 of 3' } })).toMatchObject(all);
		expect(left({ arguments: { record_ids: [77] } })).toMatchObject(all);
	});

	it('is nothing that went with a cleared context', () => {
		const context = hinted();
		context.observe(fetched('old'));
		const meta = { context: { action: 'clear', run_id: 'r' } };
		context.observe({ id: 'x', tool: 'workflow_advance', result: { content: [], _meta: meta } });
		context.observe(fetched('new'));
		context.observe(stored('s'));
		expect(badges(context)).toMatchObject({ old: 'transient', new: 'collapsed' });
	});
});

describe('actions of a workflow', () => {
	const action = (id: string, context: unknown, isError = false) => ({
		id,
		tool: 'workflow_advance',
		result: { content: [], isError, _meta: { context } },
	});

	it('are given once, also when their call is observed again', () => {
		const context = new TransientContext();
		const call = action('a', { action: 'compact', run_id: 'run-1' });
		context.observe(call);
		expect(context.pendingAction).toEqual({ action: 'compact', run_id: 'run-1' });
		context.observe(call);
		expect(context.pendingAction).toBeUndefined();
	});

	it('survive being stored, one for each run', () => {
		const context = new TransientContext();
		context.observe(action('a', { action: 'compact', run_id: 'run-1' }));
		context.observe(action('b', { action: 'compact', run_id: 'run-2' }));
		context.observe(action('c', { action: 'clear', run_id: 'run-1' }));
		const restored = TransientContext.from(JSON.parse(JSON.stringify(context)));
		expect(restored.pendingAction).toEqual({ action: 'compact', run_id: 'run-2' });
		expect(restored.pendingAction).toEqual({ action: 'clear', run_id: 'run-1' });
		expect(restored.pendingAction).toBeUndefined();
	});

	it('are none when the call failed or the run is missing', () => {
		const context = new TransientContext();
		context.observe(action('a', { action: 'clear', run_id: 'run-1' }, true));
		context.observe(action('b', { action: 'clear' }));
		expect(context.pendingAction).toBeUndefined();
	});
});

describe('storing', () => {
	it('brings everything back', () => {
		const context = hinted({ pairing: 'newest' });
		for (const call of [fetched('a'), fetched('b'), stored('c')]) context.observe(call);
		const restored = TransientContext.from(JSON.parse(JSON.stringify(context)));
		expect(restored.toJSON()).toEqual(context.toJSON());
		expect(restored.state).toEqual(context.state);
		expect(Object.isFrozen(restored.expand('a'))).toBe(true);
		restored.observe(stored('d'));
		expect(badges(restored)).toMatchObject({ a: 'collapsed', b: 'collapsed' });
	});

	it.each([
		['it must be', null],
		['version must be', {}],
		['pairs must be a list', { ...new TransientContext().toJSON(), pairs: 'x' }],
		['results[0] must be', { ...new TransientContext().toJSON(), results: [{ id: 1 }] }],
	])('says that %s …', (message, json) => {
		expect(() => TransientContext.from(json)).toThrow(message);
	});
});
