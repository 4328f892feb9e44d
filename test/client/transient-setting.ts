// Calls of a conversation that fetches and stores, and a context that was hinted.
import { TransientContext, type TransientContextOptions } from '../../src/client';
import type { Call } from './conversations';
import { HINT } from './record-server';

export const text = (value: string) => [{ type: 'text' as const, text: value }];
export const fetched = (id: string, tool = 'search_records', data = `data of ${id}`): Call => ({
	id,
	tool,
	args: {},
	result: {
		content: text(data.padEnd(400, '.')),
		_meta: { context: { lifecycle: 'transient', summary: `summary of ${id}` } },
	},
});
export const stored = (id: string, tool = 'store_analysis_memory'): Call => ({
	id,
	tool,
	args: {},
	result: { content: text('Stored.'), _meta: { context: { consumed: true } } },
});
export const failed = (call: Call): Call => ({
	...call,
	result: { ...call.result, isError: true },
});

export const hinted = (options: TransientContextOptions = { applyAt: 'immediate' }) => {
	const context = new TransientContext(options);
	context.register([HINT]);
	return context;
};
export const badges = (context: TransientContext) =>
	Object.fromEntries([...context.state].map(([id, { badge }]) => [id, badge]));
