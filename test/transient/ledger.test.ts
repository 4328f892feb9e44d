import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readContextMarks } from '../../src/shared/context-marks';
import {
	EMPTY_LEDGER,
	type Ledger,
	type LedgerEvent,
	ledger,
	MAX_CALLS,
	MAX_PENDING,
} from '../../src/transient/ledger';

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
	events.reduce((state, event) => ledger(state, event).ledger, EMPTY_LEDGER);
const states = (state: Ledger) =>
	Object.fromEntries(state.calls.map((call) => [call.id, call.state]));

describe('the ledger', () => {
	it('collapses a result when its consumer succeeds, and counts what that releases', () => {
		const state = run(hints(['search', 'store']), fetched('a'), stored('b'));
		expect(states(state)).toEqual({ hints: 'plain', a: 'collapsed', b: 'consumed' });
		expect(state.calls).toMatchObject([
			{},
			{ tokensBefore: 100, tokensAfter: 10, partner: 'b', summary: 'summary of a' },
			{ tokensBefore: 20, tokensAfter: 20, partner: 'a' },
		]);
		expect(state.totals).toEqual({
			calls: 3,
			transient: 1,
			collapsed: 1,
			tokensBefore: 150,
			tokensAfter: 60,
			tokensReleased: 90,
		});
		expect(state.pending).toEqual([]);
	});

	it('takes the oldest of several, over all tools of the consumer', () => {
		const pairs = hints(['search', 'store'], ['find', 'store'], ['other', 'else']);
		const state = run(
			pairs,
			fetched('o', 'other'),
			fetched('a', 'find'),
			fetched('b'),
			stored('c'),
		);
		expect(states(state)).toMatchObject({ o: 'transient', a: 'collapsed', b: 'transient' });
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
		expect(states(once)).toMatchObject({ a: 'collapsed' });
		expect(ledger(once, stored('b')).ledger).toBe(once);
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
					state = ledger(state, { ...call, ...(!marked && { marks: none }) }).ledger;
				}
				const { totals } = state;
				expect(totals.tokensBefore - totals.tokensAfter).toBe(totals.tokensReleased);
				expect(totals.transient - totals.collapsed).toBe(state.pending.length);
				expect(state.pending.map(({ id }) => id)).toEqual(
					state.calls.filter((call) => call.state === 'transient').map(({ id }) => id),
				);
				expect(JSON.parse(JSON.stringify(state))).toEqual(state);
			}),
		);
	});

	it('stays bounded, and its totals true', () => {
		let state = run(hints(['search', 'store']));
		const rounds = MAX_PENDING + MAX_CALLS;
		for (let at = 0; at < rounds; at++) state = ledger(state, fetched(`${at}`)).ledger;
		expect(state.calls).toHaveLength(MAX_CALLS);
		expect(state.pending).toHaveLength(MAX_PENDING);
		expect(state.totals.transient).toBe(rounds);
	});
});
