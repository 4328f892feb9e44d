// Pages of a search: disjoint and together the whole, and the cursors that lead from one to the next.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSql } from '../adapters/sqlite/open';
import { times } from '../fuzz-runs';
import { demo, openWorkspace } from './workspace';

describe('pages', () => {
	const values = fc.array(
		fc.record({
			v: fc.integer({ min: 0, max: 3 }),
			createdAt: fc.integer({ min: 1e9, max: 1e9 + 5 }),
		}),
		{ maxLength: 40 },
	);
	const withIds = (records: readonly object[], from: number) =>
		records.map((record, at) => ({ ...record, id: from + at }));

	it('are disjoint and together the whole, in order, also when records come meanwhile', () => {
		fc.assert(
			fc.property(
				values,
				values,
				fc.integer({ min: 1, max: 12 }),
				fc.constantFrom(undefined, 'v', '-v'),
				(first, later, limit, sort) => {
					const workspace = openWorkspace();
					workspace.add('n', withIds([{ v: 1 }, ...first], 0));
					const call = { model: 'n', limit, sort, where: { v: { $lte: 2 } } };
					const before = workspace.pages({ ...call, limit: 50 }).flatMap(({ ids }) => ids);
					let added = 0;
					const pages = workspace.pages(call, () => {
						if (added++ === 0 && later.length > 0) workspace.add('n', withIds(later, 1000));
					});
					expect(pages.flatMap(({ ids }) => ids)).toEqual(before);
					const { totalCount = 0, totalPages } = pages[0] ?? {};
					expect(totalCount).toBe(before.length);
					expect(pages.length).toBe(totalPages);
				},
			),
			{ numRuns: times(14, 40) },
		);
	});

	it('do not contain what an import began before them and finished after', () => {
		const workspace = openWorkspace();
		const slow = workspace.records.beginImport('n');
		if (slow.ok)
			workspace.records.stageRecords(slow.value, [
				{ id: 'slow', json: '{"id":"slow"}', words: '', createdAt: null },
			]);
		workspace.add('n', withIds([{}, {}, {}], 0));
		const ids = workspace
			.pages(
				{ model: 'n', limit: 2 },
				() => slow.ok && workspace.records.commitImport(slow.value, []),
			)
			.flatMap((page) => page.ids);
		expect(ids).toEqual(['0', '1', '2']);
		expect(workspace.search({ model: 'n' }).totalCount).toBe(4);
	});

	it('are one, empty, where nothing is found', () => {
		const workspace = openWorkspace();
		const found = workspace.search({ ...demo, where: { minutes: -1 } });
		expect(found).toMatchObject({ items: [], page: 1, totalPages: 1, totalCount: 0 });
	});
});

describe('a cursor', () => {
	it('goes on alone, or with the arguments of its search, also after a restart', () => {
		const sql = openSql();
		const { nextCursor: cursor } = openWorkspace(sql).search({
			...demo,
			sort: '-minutes',
			limit: 7,
		});
		const workspace = openWorkspace(sql);
		const alone = workspace.search({ cursor });
		expect(alone).toMatchObject({ page: 2, totalPages: 19 });
		expect(workspace.search({ ...demo, sort: '-minutes', limit: 7, cursor })).toEqual(alone);
		expect(workspace.search({ cursor, fields: 'id' }).fields).toEqual(['id']);
		expect(cursor?.length).toBeLessThan(25);
	});

	it('of another search is refused by the argument that differs', () => {
		const workspace = openWorkspace();
		const { nextCursor: cursor } = workspace.search(demo);
		expect(workspace.fault({ ...demo, where: { billable: true }, cursor })).toContain(
			'another where',
		);
		expect(workspace.fault({ cursor, limit: 5 })).toContain('another limit');
	});

	it('that was changed, invented or outlived is refused', () => {
		const workspace = openWorkspace();
		const { nextCursor: cursor = '' } = workspace.search(demo);
		for (const wrong of [
			'',
			'c1.2.3c',
			'c1.zzzz.3c.aaaa',
			`${cursor}0`,
			cursor.replace('.2.', '.3.'),
			7,
		])
			expect(workspace.fault({ cursor: wrong })).toMatch(/^cursor: /);
		workspace.records.removeModel('activity');
		expect(workspace.fault({ cursor })).toContain('no "activity"');
		workspace.add(
			'activity',
			Array.from({ length: 40 }, (_, id) => ({ id })),
		);
		expect(workspace.fault({ cursor })).toContain('no longer kept');
	});
});
