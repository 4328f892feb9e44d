import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TransientContext } from '../../src/client';
import {
	readContextMarks,
	readTransientNote,
	TRANSIENT_NOTE,
} from '../../src/shared/context-marks';
import { EMPTY_LEDGER, recordCall } from '../../src/transient/ledger';
import { hintsMark, transientMark, withMarks } from '../../src/transient/marks';

const calls = fc.array(
	fc.record({
		id: fc.nat(25).map((id) => `call_${id}`),
		tool: fc.constantFrom('search', 'find', 'store', 'keep', 'both'),
		isError: fc.boolean(),
		tokens: fc.integer({ min: 50, max: 4_000 }),
		hint: fc.option(
			fc.record({
				tool: fc.constantFrom('search', 'find', 'both'),
				lifecycle: fc.constant('transient' as const),
				consumedBy: fc.constantFrom('store', 'keep', 'both'),
			}),
		),
	}),
	{ maxLength: 60 },
);

it('the server counts as releasable what the client can release', () => {
	fc.assert(
		fc.property(calls, (script) => {
			const context = new TransientContext();
			let state = EMPTY_LEDGER;
			for (const { id, tool, isError, tokens, hint } of script) {
				const isFetcher = ['search', 'find', 'both'].includes(tool);
				const isConsumer = ['store', 'keep', 'both'].includes(tool);
				const mark = {
					context: {
						...(isFetcher && transientMark(9, `summary of ${id}`)?.context),
						...(isConsumer && { consumed: true }),
					},
				};
				const { meta } = withMarks(
					{ content: [] },
					mark,
					hint ? hintsMark([hint]) : undefined,
					{ [TRANSIENT_NOTE]: { id, collapsedTokens: 20 } },
					{ 'dev.loadline/protect': { estimatedTokens: tokens } },
				);
				const result = { content: [], isError, _meta: meta };
				context.observe({ id: `${id}${isError}`, tool, result });
				const marks = readContextMarks(result);
				const { collapsedTokens = 0 } = readTransientNote(result);
				state = recordCall(state, {
					id: `${id}${isError}`,
					tool,
					at: 0,
					marks,
					tokens,
					collapsedTokens,
				}).ledger;
			}
			expect(state.totals.tokensReleasable).toBe(context.tokensReleasable);
			expect(state.totals.tokensReleased).toBe(0);
			expect(state.totals.used).toBe(
				[...context.state.values()].filter(({ badge }) => badge === 'collapsed').length,
			);
		}),
	);
});
