// Terms that are not to be met, beside others that ask the items of lists in items; a document that is a table counted.
import { describe, expect, it } from 'vitest';
import type { Tape } from '../../src/ask/value';
import { byRows } from '../../src/shared/json/columns';
import { select, treeOf } from './in-one-go';
import { inJson } from './queried';

const threads = Array.from({ length: 30 }, (_, id) => ({
	id,
	title: id % 4 === 0 ? `about ${id} flaky` : `thing ${id}`,
	posts: Array.from({ length: 15 }, (_, n) => ({
		by: ['ann', 'bob', 'cy'][(id + n) % 3],
		body: (id * n) % 5 === 1 ? 'flaky test' : 'fine words',
		n,
	})),
}));
const posts = threads.flatMap((thread) => thread.posts);

describe('of lists in items that are asked', () => {
	const right = posts.filter(({ by, body }) => by === 'ann' && !body.includes('flaky')).length;

	it.each(['ann -flaky', 'by:ann -flaky', 'by:ann -body:flaky'])(
		'%s meets these items',
		(query) => {
			expect(inJson(threads, query)).toMatchObject({ total: right, of: posts.length });
		},
	);

	it('what stands in the outer items alone is not to be met by these', () => {
		const outer = threads.filter(({ title }) => !title.includes('flaky')).length;
		expect(inJson(threads, 'by:ann -title:flaky')).toMatchObject({ total: outer, of: 30 });
	});
});

it('a tag of YAML is met where it is written before the value of a key', () => {
	const data = [
		{ name: 'a', vpc: { '!Ref': 'Vpc' }, zone: 'x' },
		{ name: 'b', vpc: { '!Sub': 'Vpc' }, zone: 'Vpc' },
	];
	for (const query of ['vpc:!Ref', 'vpc: !Ref Vpc', '!Ref Vpc', 'name:a vpc:Vpc'])
		expect(inJson(data, query).total, query).toBe(1);
});

it.each(['length(@)', 'count(@)'])('%s of a document that is a table counts its rows', (asked) => {
	const table = {
		time: Array.from({ length: 24 }, (_, at) => `2026-01-${String(at + 1).padStart(2, '0')}`),
		rain: Array.from({ length: 24 }, (_, at) => at),
	};
	const tree = byRows(treeOf(JSON.stringify(table)) as Tape);
	const found = select(asked, { tree, complete: true });
	expect(found.ok && [found.value.result, found.value.over.items]).toEqual(['24', 24]);
	const plain = select(asked, { tree: treeOf('{"a":[{"b":1}],"c":[2]}') as Tape, complete: true });
	expect(plain.ok && plain.value.result).toBe('2');
});
