// What nobody asked for is done only where it makes an answer smaller; what a call asks for is done in any case.
import { expect, it } from 'vitest';
import type { View } from '../../src/protect/types';
import { sent } from './answers';
import { json, text } from './payloads';
import { times } from './shown/payloads';

const rows = times(51, (id) => ({ id, state: 'open for now' }));
const acts = (result: Parameters<typeof sent>[0], views: readonly View[]) =>
	views.map((view) => sent(result, view).act);

it('leaves a list as it is where a page of it with all that is added is no smaller', () => {
	expect(sent(json(rows)).answer.content).toEqual(json(rows).content);
	expect(acts(json(rows), [{}, { limit: 51 }, { limit: 50 }, { limit: 49 }])).toEqual([
		...['passthrough', 'passthrough', 'paginated', 'paginated'],
	]);
	expect(acts(json([...rows, ...rows]), [{}])).toEqual(['paginated']);
});

it('gives fields and lines where that is no smaller', () => {
	expect(acts(json({ id: 1 }), [{}, { fields: ['id'] }, { limit: 5 }])).toEqual([
		...['passthrough', 'summarized', 'passthrough'],
	]);
	expect(acts(json(rows), [{ fields: ['id', 'state'] }])).toEqual(['paginated']);
	const lines = text('one\ntwo\nthree');
	expect(acts(lines, [{}, { startLine: 1 }, { endLine: 2 }, { limit: 5 }])).toEqual([
		...['passthrough', 'chunked', 'chunked', 'passthrough'],
	]);
});
