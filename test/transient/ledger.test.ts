import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readContextMarks } from '../../src/shared/context-marks';
import {
	EMPTY_LEDGER,
	type Ledger,
	type LedgerEvent,
	MAX_CALLS,
	MAX_PENDING,
	recordCall,
	recordRemovals,
} from '../../src/transient/ledger';
import { NO_COSTS } from '../../src/transient/prompt-costs';

const hint = (tool: string, consumedBy: string) => ({
	tool,
	lifecycle: 'transient' as const,
	consumedBy,
});
const none = { consumed: false, hints: [] };
const fetched = (id: string, tool = 'search', tokens = 100): LedgerEvent => ({
	id,
	tool,
	at: 0,
	marks: { ...none, transient: { summary: `summary of ${id}` } },
	tokens,
	collapsedTokens: 10,
});
const stored = (id: string, tool = 'store'): LedgerEvent => ({
	id,
	tool,
	at: 0,
	marks: { ...none, consumed: true },
	tokens: 20,
});
const hints = (...pairs: [string, string][]): LedgerEvent => ({
	id: 'hints',
	tool: 'get_workflow_step',
	at: 0,
	marks: { ...none, hints: pairs.map(([tool, consumer]) => hint(tool, consumer)) },
	tokens: 30,
});
const run = (...events: LedgerEvent[]): Ledger =>
	events.reduce((state, event) => recordCall(state, event).ledger, EMPTY_LEDGER);
const states = (state: Ledger) =>
	Object.fromEntries(state.calls.map((call) => [call.id, call.state]));

describe('the ledger', () => {
	it('knows a result as used when its consumer succeeds, and counts what that could release', () => {
		const state = run(hints(['search', 'store']), fetched('a'), stored('b'));
		expect(states(state)).toEqual({ hints: 'plain', a: 'used', b: 'consumed' });
		expect(state.calls).toMatchObject([
			{},
			{ tokensBefore: 100, tokensAfter: 100, partner: 'b', summary: 'summary of a' },
			{ tokensBefore: 20, tokensAfter: 20, partner: 'a' },
		]);
		expect(state.totals).toEqual({
			calls: 3,
			transient: 1,
			used: 1,
			left: 0,
			tokensBefore: 150,
			tokensAfter: 150,
			tokensReleasable: 90,
			tokensReleased: 0,
		});
		expect(state.pending).toEqual([]);
	});

	it('counts as left only what somebody says has left, and each once', () => {
		const used = run(hints(['search', 'store']), fetched('a'), fetched('b'), stored('c'));
		const state = recordRemovals(
			recordRemovals(used, [{ id: 'a' }, { id: 'nobody' }], 'client'),
			[{ id: 'a' }],
			'client',
		);
		expect(states(state)).toMatchObject({ a: 'collapsed', b: 'used' });
		expect(state.calls[1]).toMatchObject({ tokensAfter: 10, leftBy: 'client' });
		expect(state.totals).toMatchObject({
			used: 2,
			left: 1,
			tokensBefore: 250,
			tokensAfter: 160,
			tokensReleasable: 180,
			tokensReleased: 90,
		});
		const host = { tool: 'Bash', at: 5, tokensBefore: 500, tokensAfter: 40 };
		const more = recordRemovals(state, [{ id: 'h', host }], 'pass-through');
		expect(more.calls.at(-1)).toMatchObject({ tool: 'Bash', state: 'collapsed', tokensAfter: 40 });
		expect(more.totals).toMatchObject({
			left: 2,
			tokensBefore: 750,
			tokensAfter: 200,
			tokensReleased: 550,
		});
	});

	it('sums the costs of requests to the model, whatever calls lie between', () => {
		const request = { ...NO_COSTS, requests: 1, paid: 50 };
		const asked = (state: Ledger) => recordRemovals(state, [], 'pass-through', request);
		const action = { action: 'compact', run_id: 'r' } as const;
		const calls: LedgerEvent[] = [fetched('a'), { ...stored('b'), marks: { ...none, action } }];
		const state = calls.reduce(
			(before, call) => asked(recordCall(before, call).ledger),
			asked(EMPTY_LEDGER),
		);
		expect(recordCall(state, stored('c')).ledger.prompts).toMatchObject({ requests: 3, paid: 150 });
	});

	it('takes what left before it was used up for used, and what is no longer listed for what it was', () => {
		const waiting = run(hints(['search', 'store']), fetched('a'), fetched('b'));
		const state = recordRemovals(waiting, [{ id: 'a' }], 'client');
		expect(state.pending.map(({ id }) => id)).toEqual(['b']);
		expect(state.totals).toEqual({
			...{ calls: 3, transient: 2, used: 1, left: 1 },
			...{ tokensBefore: 230, tokensAfter: 140, tokensReleasable: 90, tokensReleased: 90 },
		});
		const host = { tool: 'Bash', at: 5, tokensBefore: 40, tokensAfter: 70 };
		const more = recordRemovals(state, [{ id: 'h', host }], 'pass-through');
		expect(more.totals).toEqual({
			...{ calls: 4, transient: 3, used: 2, left: 2 },
			...{ tokensBefore: 270, tokensAfter: 180, tokensReleasable: 90, tokensReleased: 90 },
		});
		const first = recordRemovals(EMPTY_LEDGER, [{ id: 'h', host }], 'pass-through');
		expect([first.calls.length, first.totals.transient]).toEqual([1, 1]);
		const many = Array.from({ length: MAX_CALLS + 1 }, (_, at) => ({ id: `h${at}`, host }));
		expect(recordRemovals(EMPTY_LEDGER, many, 'client').calls).toHaveLength(MAX_CALLS);
	});

	it('says what the tool gave where less was sent, and holds ids where there are any', () => {
		const { calls, pending } = run(
			{ ...fetched('a'), originalTokens: 900, ids: ['1'] },
			{ ...fetched('b'), ids: [] },
			{ ...fetched('c'), marks: none },
		);
		expect(calls.map((call) => 'tokensOriginal' in call && call.tokensOriginal)).toEqual([
			900,
			false,
			false,
		]);
		expect(pending.map((result) => 'ids' in result && result.ids)).toEqual([['1'], false]);
	});

	it('carries that a call failed', () => {
		const { calls } = run({ ...stored('a'), marks: none, failed: true }, stored('b'));
		expect(calls.map(({ failed }) => failed)).toEqual([true, undefined]);
	});

	it('forgets what was pending when the context is cleared', () => {
		const action = { action: 'clear', run_id: 'r' } as const;
		const cleared = { ...stored('x', 'workflow_advance'), marks: { ...none, action } };
		const state = run(
			hints(['search', 'store']),
			...[fetched('a'), cleared, fetched('b'), stored('c')],
		);
		expect(states(state)).toEqual({
			...{ hints: 'forgotten', a: 'forgotten', x: 'plain', b: 'used', c: 'consumed' },
		});
		const after = recordCall(run(fetched('a')), cleared).ledger;
		expect(after.pending).toEqual([]);
		// It went: nothing of it is held.
		expect(after.calls[0]).toMatchObject({ tokensAfter: 0, partner: 'x' });
		expect(after.totals.tokensAfter).toBe(after.calls[1]?.tokensAfter);
		expect('partners' in (state.calls.at(-1) ?? {})).toBe(false);
		const again = recordCall(state, stored('c'));
		expect([again.ledger, again.used]).toEqual([state, []]);
	});

	it('forgets what was used when the context is compacted: it could leave no more', () => {
		const action = { action: 'compact', run_id: 'r' } as const;
		const compacted = { ...stored('x', 'workflow_advance'), marks: { ...none, action } };
		const before = run(hints(['search', 'store']), fetched('a'), stored('s'));
		expect(before.totals.tokensReleasable).toBeGreaterThan(0);
		const { totals, calls } = recordCall(before, compacted).ledger;
		expect(states({ ...before, calls })).toMatchObject({ a: 'forgotten', s: 'forgotten' });
		expect(calls.find(({ id }) => id === 'a')).toMatchObject({ tokensAfter: 0, partner: 'x' });
		expect(totals).toMatchObject({ tokensReleasable: 0, tokensReleased: 0, used: 1 });
		expect(totals.tokensAfter).toBe(calls.reduce((sum, call) => sum + call.tokensAfter, 0));
		const left = recordRemovals(before, [{ id: 'a' }], 'client');
		const kept = recordCall(left, compacted).ledger;
		expect(kept.totals.tokensReleasable).toBe(left.totals.tokensReleasable);
		expect(states(kept)).toMatchObject({ a: 'collapsed' });
	});

	it('holds nothing but what came after the context was compacted, also of calls not listed any more', () => {
		const action = { action: 'compact', run_id: 'r' } as const;
		const compacted = { ...stored('x', 'workflow_advance'), marks: { ...none, action } };
		const plain = (id: string, tool: string) => ({ ...stored(id, tool), marks: none });
		const many = Array.from({ length: MAX_CALLS + 5 }, (_, at) => plain(`m${at}`, 'memload'));
		const before = run(...many, fetched('a'), stored('s'));
		expect(before.earlierRules).toBeGreaterThan(0);
		const after = recordCall(recordRemovals(before, [{ id: 'a' }], 'client'), compacted).ledger;
		expect(after.totals.tokensAfter).toBe(20);
		expect(after.calls.filter(({ tokensAfter }) => tokensAfter > 0).map(({ id }) => id)).toEqual([
			'x',
		]);
		expect(after.earlierRules).toBeUndefined();
		const { state, partner, partners } = after.calls.at(-2) ?? {};
		expect([state, partner, partners]).toEqual(['forgotten', 'x', undefined]);
	});

	it('takes what the consumer names, else all that is pending', () => {
		const held = (id: string, ...ids: string[]) => ({ ...fetched(id), ids });
		const named = { ...stored('s'), marks: { ...none, consumed: true, used: ['4'] } };
		const state = run(hints(['search', 'store']), held('a', '1', '2'), held('b', '3', '4'), named);
		expect(states(state)).toMatchObject({ a: 'transient', b: 'used' });
		const pairs = hints(['search', 'store']);
		const all = run(pairs, held('a', '1'), held('b', '2'), stored('s'));
		expect(all.calls.at(-1)).toMatchObject({ partner: 'a', partners: ['a', 'b'] });
	});

	it('takes those of all tools of the consumer, and of no other', () => {
		const pairs = hints(['search', 'store'], ['find', 'store'], ['other', 'else']);
		const state = run(
			pairs,
			fetched('o', 'other'),
			fetched('a', 'find'),
			fetched('b'),
			stored('c'),
		);
		expect(states(state)).toMatchObject({ o: 'transient', a: 'used', b: 'used' });
	});

	it('collapses nothing for an unknown consumer, a failure, or when nothing is pending', () => {
		const failed = {
			...stored('f'),
			marks: readContextMarks({ isError: true, _meta: { context: { consumed: true } } }),
		};
		const state = run(
			hints(['search', 'store']),
			stored('early'),
			fetched('a'),
			stored('x', 'x'),
			failed,
		);
		expect(states(state)).toMatchObject({ early: 'plain', a: 'transient', x: 'plain', f: 'plain' });
		expect(state.totals.tokensReleased).toBe(0);
	});

	it('knows results that came before their hint, and counts no call twice', () => {
		const once = run(fetched('a'), hints(['search', 'store']), stored('b'));
		expect(states(once)).toMatchObject({ a: 'used' });
		expect(recordCall(once, stored('b')).ledger).toBe(once);
	});

	it('releases what a client releases, in any order of calls', () => {
		const event = fc
			.tuple(fc.constantFrom('search', 'find', 'store', 'keep'), fc.boolean(), fc.nat(500))
			.map(([tool, marked, tokens]) => ({ tool, marked, tokens }));
		fc.assert(
			fc.property(fc.array(event, { maxLength: 60 }), (calls) => {
				let state = run(hints(['search', 'store'], ['find', 'store'], ['find', 'keep']));
				for (const [at, { tool, marked, tokens }] of calls.entries()) {
					const isConsumer = tool === 'store' || tool === 'keep';
					const call = isConsumer ? stored(`${at}`, tool) : fetched(`${at}`, tool, tokens);
					state = recordCall(state, { ...call, ...(!marked && { marks: none }) }).ledger;
				}
				const { totals } = state;
				expect(totals.tokensBefore - totals.tokensAfter).toBe(totals.tokensReleased);
				expect(totals.transient - totals.used).toBe(state.pending.length);
				expect(state.pending.map(({ id }) => id)).toEqual(
					state.calls.filter((call) => call.state === 'transient').map(({ id }) => id),
				);
				expect(JSON.parse(JSON.stringify(state))).toEqual(state);
			}),
		);
	});

	it('counts what rules of calls hold that it lists no more', () => {
		const call = (at: number, tool: string): LedgerEvent => ({
			...{ id: `c${at}`, tool, at, marks: none, tokens: 10 },
		});
		const tools = ['memload', 'list', 'memsetup', 'memoir', 'memdisc'];
		const calls = (count: number) =>
			Array.from({ length: count }, (_, at) => call(at, tools[at] ?? 'list'));
		expect(run(...calls(MAX_CALLS))).not.toHaveProperty('earlierRules');
		const state = run(...calls(MAX_CALLS + 4));
		expect(state.earlierRules).toBe(20);
		const host = { tool: 'Read', at: 0, tokensBefore: 9, tokensAfter: 1 };
		expect(recordRemovals(state, [{ id: 'h', host }], 'client').earlierRules).toBe(30);
	});

	it('stays bounded, and its totals true', () => {
		let state = run(hints(['search', 'store']));
		const rounds = MAX_PENDING + MAX_CALLS;
		for (let at = 0; at < rounds; at++) state = recordCall(state, fetched(`${at}`)).ledger;
		expect(state.calls).toHaveLength(MAX_CALLS);
		expect(state.pending).toHaveLength(MAX_PENDING);
		expect(state.totals.transient).toBe(rounds);
	});
});
