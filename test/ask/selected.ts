// A document asked by `select`: its answer, its error, and the expression that the error offers.
import type { Tape } from '../../src/ask/value';
import { select, treeOf } from './in-one-go';

export const asked = (data: unknown, expression: string) => {
	const text = typeof data === 'string' ? data : JSON.stringify(data);
	return select(expression, { tree: treeOf(text) as Tape, complete: true });
};
export const noteOf = (data: unknown, expression: string) => {
	const found = asked(data, expression);
	return found.ok ? found.value.note : found.error;
};
export const answer = (data: unknown, expression: string): unknown => {
	const found = asked(data, expression);
	if (!found.ok) throw new Error(found.error);
	return JSON.parse(found.value.result);
};
export const text = (data: unknown, expression: string): string => {
	const found = asked(data, expression);
	return found.ok ? found.value.result : found.error;
};

/** The expression that an error offers instead. */
export const mendedOf = (data: unknown, expression: string): string =>
	/ Works here: (.*)/.exec(text(data, expression))?.[1] ?? '';

export const orders = [
	{ id: 1, status: 'open', total: 10.1, at: '2026-06-30T23:30:00-02:00', customer: { id: 7 } },
	{ id: 2, status: 'paid', total: 20.2, at: '2026-07-01T01:00:00Z', customer: { id: 8 } },
	{
		id: 3,
		status: 'open',
		total: 0.1,
		at: '2026-08-02T00:00:00Z',
		customer: { id: 7 },
		closed: true,
	},
	{ id: 4, status: 'void', total: null, at: '2026-05-02', customer: { id: 9 } },
];
