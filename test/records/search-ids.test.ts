// Ids of records, in whatever spelling they come.
import { describe, expect, it } from 'vitest';
import { openWorkspace } from './workspace';

describe('an id', () => {
	it('is compared as it is found, however it is spelled', () => {
		const named = openWorkspace();
		named.add('t', [
			{ id: 9 },
			{ id: '72' },
			{ id: 9007199254740993n.toString() },
			{ id: '2026-07' },
		]);
		const found = (where: object) => named.search({ model: 't', where, sort: 'id' }).ids.join();
		expect(found({ id: { $gt: '9' } })).toBe('72,9007199254740993');
		expect(found({ id: { $lte: 72 } })).toBe('9,72');
		expect(found({ id: { $gte: '9007199254740993' } })).toBe('9007199254740993');
		expect(found({ id: { $gt: '9007199254740992', $lt: '9007199254740994' } })).toBe(
			'9007199254740993',
		);
		expect(found({ id: { $gte: '2026', $lt: '2027' } })).toBe('2026-07');
		expect(found({ id: { $gt: '2026-01', $lt: '2026-12' } })).toBe('2026-07');
		expect(found({ id: { $gt: 71.5 } })).toBe('72,9007199254740993');
	});

	it('is compared and sorted by its value where it reads as a number', () => {
		const named = openWorkspace();
		const ids = ['-12', '-3.5', 7.3, '7.5', 8, '10', '73', '9007199254740993', 1e21, '1e+22'];
		const texts = ['-', '12e4567', '2026-07', 'a'];
		named.add(
			't',
			[...ids, ...texts].reverse().map((id) => ({ id })),
		);
		const found = (where: object, sort = 'id') =>
			named.search({ model: 't', where, sort, limit: 50 }).ids;
		const spelled = ids.map(String);
		expect(found({})).toEqual([...spelled, ...texts]);
		expect(found({}, '-id')).toEqual([...spelled, ...texts].reverse());
		expect(found({ id: { $gt: 7.4 } })).toEqual(spelled.slice(3));
		expect(found({ id: { $gt: '7.4', $lt: '9007199254740994' } })).toEqual(spelled.slice(3, 8));
		for (const bound of [-3.5, '-3.5', '-35e-1'])
			expect(found({ id: { $lte: bound } }).slice(0, 2)).toEqual(['-12', '-3.5']);
		expect(found({ id: { $lte: '-3.5', $gt: '-100' } })).toEqual(['-12', '-3.5']);
		expect(found({ id: { $gt: '12e4', $lt: '12e5' } })).toEqual(['12e4567']);
	});

	it('is refused where its last digits may be lost, with how to write it', () => {
		const named = openWorkspace();
		const id = '1234567890123456789';
		named.add('t', [{ id }]);
		const lost = Number(id);
		const said = 'Write it as a text, with all its digits, such as {"id';
		for (const where of [lost, { $in: [1, lost] }, { $ne: -lost }, { $gt: lost }])
			expect(named.fault({ model: 't', where: { id: where } })).toContain(said);
		expect(named.records.find({ model: 't', ids: ['a', lost] })).toMatchObject({
			error: { code: 'invalid', message: expect.stringContaining(said) },
		});
		expect(named.search({ model: 't', where: { id } }).ids).toEqual([id]);
		expect(named.records.find({ model: 't', ids: [id, Number.MAX_SAFE_INTEGER] })).toMatchObject({
			value: { ids: [id], missing: ['9007199254740991'] },
		});
	});
});
