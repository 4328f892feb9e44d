import { describe, expect, it } from 'vitest';
import { createSqliteSightStore } from '../../src/adapters/sqlite/sight-store';
import { ToolSights } from '../../src/gateway/tool-sights';
import { openSql } from '../adapters/sqlite/open';

const sights = () =>
	new ToolSights(createSqliteSightStore(openSql()), () => Date.UTC(2027, 0, 15, 8));
const SERVER = 'up digest';
const NOTHING = { changed: [], held: [] };

describe('what tools looked like', () => {
	it('is accepted as it is seen first, and new tools are no change', () => {
		const seen = sights();
		expect(seen.seen(SERVER, { a: '1', b: '2' }, false)).toEqual(NOTHING);
		expect(seen.seen(SERVER, { a: '1', b: '2', c: '3' }, false)).toEqual(NOTHING);
		expect(seen.changes()).toEqual([]);
	});

	it('is told once when it changes, and of another server of the name nothing', () => {
		const seen = sights();
		seen.seen(SERVER, { a: '1' }, false);
		expect(seen.seen(SERVER, { a: '2' }, false)).toEqual({ changed: ['a'], held: [] });
		expect(seen.seen(SERVER, { a: '2' }, false)).toEqual(NOTHING);
		expect(seen.seen(SERVER, { a: '1' }, false)).toEqual(NOTHING);
		expect(seen.seen('up other', { a: '9' }, false)).toEqual(NOTHING);
		expect(seen.changes()).toEqual([
			{ upstream: 'up', tool: 'a', changedAt: '2027-01-15T08:00:00.000Z', held: false },
		]);
	});

	it('is held back under a pin, new tools too, until it is accepted', () => {
		const seen = sights();
		seen.seen(SERVER, { a: '1', b: '1' }, true);
		const after = { a: '2', b: '1', c: '1' };
		expect(seen.seen(SERVER, after, true)).toEqual({ changed: ['a', 'c'], held: ['a', 'c'] });
		expect(seen.seen(SERVER, after, true)).toEqual({ changed: [], held: ['a', 'c'] });
		expect(seen.changes().map(({ tool, held }) => [tool, held])).toEqual([
			['a', true],
			['c', true],
		]);
		expect(seen.accept('up')).toEqual(['a', 'c']);
		expect(seen.seen(SERVER, after, true)).toEqual(NOTHING);
		expect(seen.changes()).toEqual([]);
	});

	it('takes names like those of an object as plain names', () => {
		const seen = sights();
		seen.seen(SERVER, { constructor: '1' }, true);
		expect(seen.seen(SERVER, { constructor: '2', toString: '1' }, true).held).toEqual([
			'constructor',
			'toString',
		]);
	});
});
