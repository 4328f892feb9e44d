// A hit of `query`: the values that met its terms, and the field that tells which item it is.
import { describe, expect, it } from 'vitest';
import { inJson } from './queried';

describe('a hit in an inner list', () => {
	const departments = (pad: string) => ({
		departments: Array.from({ length: 14 }, (_, at) => ({
			name: `Department ${at}`,
			employees: Array.from({ length: 90 }, (_, id) => ({
				name: id % 30 === 0 ? `Kim Lindqvist ${id}` : `Person ${id}`,
				notes: pad,
				salary: id === 60 ? 99_000 : id === 0 || id === 30 ? 61_000 : 80_500 + id,
			})),
		})),
	});
	it.each(['', 'long '.repeat(80)])('shows the values that meet all terms together%#', (pad) => {
		const found = inJson(departments(pad), 'Lindqvist salary:>80000');
		expect(found.total).toBe(14);
		for (const hit of found.hits) {
			const shown = JSON.stringify(hit);
			expect(shown).toContain('Kim Lindqvist 60');
			expect(shown).toContain('99000');
			expect(shown).not.toMatch(/Person|61000|Lindqvist (?:0|30)"/);
		}
	});
});

describe('the identity of a hit', () => {
	it('is a field that differs between the items', () => {
		const padded = (fields: object) => ({ ...fields, text: `needle ${'x '.repeat(400)}` });
		const records = Array.from({ length: 8 }, (_, at) =>
			padded({
				OwnerId: '005xx0001',
				account_id: 7001,
				Stage_Id: `${at % 3}0`,
				transaction_id: `tx${at}`,
			}),
		);
		const hits = inJson({ records }, 'needle').hits as Record<string, unknown>[];
		for (const [at, hit] of hits.entries()) {
			expect(hit.transaction_id).toBe(`tx${at}`);
			expect([hit.OwnerId, hit.account_id]).toEqual([undefined, undefined]);
		}
	});

	it('is the id where a name that goes before it is not unique, though it is among the first', () => {
		const items = (sorts: number, name: string) =>
			Array.from({ length: 1_200 }, (_, at) => ({
				id: 2_934_859_403 + at,
				[name]: (at * 7) % sorts,
				text: `needle ${'x '.repeat(400)}`,
			}));
		const named = (sorts: number, name: string) => inJson(items(sorts, name), 'needle').hits[12];
		const match = expect.anything();
		expect(named(891, 'sku')).toEqual({ path: '/12', id: 2_934_859_415, match });
		expect(named(1_201, 'number')).toEqual({ path: '/12', number: 84, match });
	});

	it('is the title in pieces of rich text', () => {
		const results = Array.from({ length: 5 }, (_, at) => ({
			object: 'page',
			id: `1f2e3d4c-0000-4000-8000-00000000000${at}`,
			properties: {
				Notes: { id: 'a', type: 'rich_text', rich_text: [{ plain_text: `x `.repeat(300) }] },
				Tags: { id: 'b', multi_select: [{ name: at === 3 ? 'needle' : 'other' }] },
				Name: {
					id: 'title',
					type: 'title',
					title: [{ plain_text: 'Page ' }, { plain_text: `${at}` }],
				},
			},
		}));
		expect(inJson({ results }, 'needle').hits[0]).toMatchObject({
			path: '/results/3',
			id: '1f2e3d4c-0000-4000-8000-000000000003',
			'properties.Name': 'Page 3',
		});
	});

	it('is that of what a deep value is in, where it has none itself', () => {
		const teams = (at: number) => ({
			id: `team-${at}`,
			title: `Team ${at}`,
			pages: [{ blocks: [{ text: { content: at === 2 ? 'a needle here' : 'no' } }] }],
		});
		const data = { left: [teams(1), teams(2)], right: [teams(3)], middle: [teams(4), teams(5)] };
		const [hit] = inJson(data, 'needle').hits;
		expect(hit.path).toBe('/left/1/pages/0/blocks/0');
		expect(hit.in).toEqual({ id: 'team-2', title: 'Team 2' });
	});
});

describe('a hit', () => {
	const cars = Array.from({ length: 16 }, (_, at) => ({
		Name: `volkswagen ${at}`,
		Miles_per_Gallon: at,
		note: 'x'.repeat(200),
	}));

	it('shows something of each word before more of one', () => {
		const releases = Array.from({ length: 9 }, (_, at) => ({
			tag: `v19.0.${at}`,
			title: `release v19.0.${at}`,
			file: `dist-19.0.${at}.zip`,
			deps: { chrome: `102.0.${at}`, node: '16' },
			notes: 'x'.repeat(400),
		}));
		const [hit] = inJson(releases, '19.0.3 chrome').hits;
		expect(hit.match).toMatchObject({ '/deps/chrome': '102.0.3' });
	});

	it('does not repeat what identifies it', () => {
		const [hit] = inJson(cars, 'volkswagen').hits;
		expect(hit).toEqual({ path: '/0', Name: 'volkswagen 0' });
		expect(inJson(cars, 'volkswagen xxx').hits[0]).toHaveProperty('match');
	});

	it('has the fields of the nearest names, and is as without fields where none is near', () => {
		const given: (readonly string[])[] = [];
		const projector = (fields: readonly string[]) => () => {
			given.push(fields);
			return '{"m":1}';
		};
		const near = inJson(cars, 'volkswagen', { fields: ['mpg', 'zzz'], projector });
		expect(near.notice).toContain('No hit has mpg (Miles_per_Gallon is shown), zzz.');
		expect(given[0]).toEqual(['Miles_per_Gallon']);
		const found = inJson(cars, 'volkswagen', { fields: ['zzz'], projector });
		expect(found.notice).toBe('No hit has zzz.');
		expect(found.keys).toContain('Miles_per_Gallon');
		expect(near.hits[0]).toEqual({ path: '/0', item: { m: 1 } });
		expect(found.hits[0]).toEqual({ path: '/0', Name: 'volkswagen 0' });
		const none = inJson(cars, 'volkswagen', { fields: ['Name'], projector: () => () => '{}' });
		expect(none).toMatchObject({ notice: 'No hit has Name.', hits: found.hits });
	});
});

describe('words of which some are nowhere', () => {
	const bots = Array.from({ length: 40 }, (_, at) => ({
		name: `bot ${at}`,
		kind: at % 4 === 0 ? 'monitoring' : 'search',
		added: `2026/0${(at % 9) + 1}/11`,
	}));

	it('are told, with a few of those that have the others', () => {
		const found = inJson(bots, 'monitoring bot April');
		expect(found).toMatchObject({ total: 0, found: { monitoring: 10, bot: 40, April: 0 } });
		expect(found.notice).toBe('Of the words that are found 10 have all, such as:');
		expect(found.hits).toHaveLength(3);
		for (const { path } of found.hits)
			expect(bots[Number(path.slice(1))]).toMatchObject({ kind: 'monitoring' });
		expect(inJson(bots, 'monitoring April -search').hits).toHaveLength(3);
		expect(inJson(bots, 'monitoring April -bot').hits).toEqual([]);
	});

	it('have nothing beside them where all are, none is, or a value is asked of a key', () => {
		for (const query of ['monitoring search', 'April May', 'monitoring kind:other'])
			expect(inJson(bots, query), query).toMatchObject({ total: 0, hits: [] });
		expect(inJson(bots, 'April May').keys).toEqual(['name', 'kind', 'added']);
	});
});

it('meets an item of the main list by words in different items of a list in it', () => {
	const part = (name: string) => ({ name, about: `the ${name}` });
	const items = ['tabs', 'carousel', 'range'].map((name) => ({
		name: `sl-${name}`,
		parts: [part('slides'), part(`${name}-interval`), part('loop')],
		slots: [part('default'), part(`next ${name}`)],
	}));
	const found = inJson({ version: 1, elements: items }, 'slides carousel loop');
	expect(found).toMatchObject({ total: 1, of: 3 });
	expect(found.hits[0].path).toBe('/elements/1');
	expect(inJson({ version: 1, elements: items }, 'range carousel').total).toBe(0);
});

it('meets values of keys in one item of an inner list alone', () => {
	const c = (by: string, v: number) => ({ by, v });
	const threads = [{ c: [c('ann', 1), c('bob', 9)] }, { c: [c('ann', 9)] }, { c: [c('cy', 2)] }];
	expect(inJson(threads, 'by:ann v:>5')).toMatchObject({ total: 1 });
	expect(inJson(threads, 'by:ann by:bob')).toMatchObject({ total: 0, hits: [] });
});
