import { describe, expect, it } from 'vitest';
import { firstPage } from '../../bench/fields/page';
import { shownFields } from '../../bench/fields/shown';
import type { ApiList } from '../../bench/payloads/api-list';
import { halved } from '../../bench/payloads/api-lists';

const long = 'The invoice export drops rows without a date after an upgrade.';
const list: ApiList = {
	name: 'issues',
	path: ['data', 'nodes'],
	need: ['id', 'author/name', 'body', 'closed'],
	value: {
		data: {
			nodes: [
				{ id: 1, author: { name: 'Amara' }, body: long, closed: null },
				{ id: 2, author: { name: 'Amara' }, body: long, closed: null },
			],
		},
	},
};
const page = (items: readonly unknown[], around: readonly unknown[] = []) => ({
	tokens: 0,
	text: '',
	items: items.map((item, at) => [String(at), item] as const),
	around,
});
const shares = (items: readonly unknown[], around: readonly unknown[] = []) =>
	Object.fromEntries(
		shownFields(list, page(items, around)).map(({ field, share }) => [field, share]),
	);

describe('what a first page shows', () => {
	it('counts values and beginnings of texts, and neither notes nor what no item has', () => {
		const first = { id: 1, author: '{…1 field}', body: `${long.slice(0, 30)}… [+32 chars]` };
		const second = { id: 2, author: { name: 'Amara' }, body: '… [+62 chars]' };
		expect(shares([first, second])).toEqual({
			id: 1,
			'author/name': 0.5,
			body: 0.5,
			closed: undefined,
		});
	});

	it('counts what is said once for all items', () => {
		expect(shares([{ id: 1 }, { id: 2 }], [{ same: { author: { name: 'Amara' } } }])).toMatchObject(
			{
				'author/name': 1,
				body: 0,
			},
		);
	});

	it('finds everything where a list is sent as it is', () => {
		const { items } = firstPage(list);
		expect(shares(items.map(([, item]) => item))).toMatchObject({
			id: 1,
			'author/name': 1,
			body: 1,
		});
	});
});

it('halves are the same whatever the order they come in', () => {
	const named = ['c', 'a', 'd', 'b'].map((name) => ({ name }));
	const names = (from: typeof named) => halved(from).held.map(({ name }) => name);
	expect(names(named)).toEqual(['b', 'd']);
	expect(names(named.toReversed())).toEqual(['b', 'd']);
});
