import { describe, expect, it } from 'vitest';
import { ToolFingerprints } from '../../src/gateway/upstream/tool-fingerprints';
import { openSql } from '../adapters/sqlite/open';

const sights = () => new ToolFingerprints(openSql(), () => Date.UTC(2027, 0, 15, 8));
const SERVER = 'up digest';
const NOTHING = { changed: [], held: [] };
/** Seen, and what tools say kept, as a watched source does. */
const look = (seen: ToolFingerprints, tools: Record<string, string>, isPinned: boolean) => {
	const { wanted, ...rest } = seen.seen(SERVER, tools, isPinned);
	const said = wanted.map((tool) => [tool, [tools[tool] ?? '', `says ${tools[tool]}`]] as const);
	seen.keep(SERVER, Object.fromEntries(said));
	return rest;
};

describe('what tools looked like', () => {
	it('is accepted as it is seen first, and new tools are no change', () => {
		const seen = sights();
		expect(look(seen, { a: '1', b: '2' }, false)).toEqual(NOTHING);
		expect(look(seen, { a: '1', b: '2', c: '3' }, false)).toEqual(NOTHING);
		expect(seen.changes()).toEqual([]);
	});

	it('is told once when it changes, and of another server of the name nothing', () => {
		const seen = sights();
		look(seen, { a: '1' }, false);
		expect(look(seen, { a: '2' }, false)).toEqual({ changed: ['a'], held: [] });
		expect(look(seen, { a: '2' }, false)).toEqual(NOTHING);
		expect(look(seen, { a: '1' }, false)).toEqual(NOTHING);
		expect(seen.seen('up other', { a: '9' }, false)).toMatchObject(NOTHING);
		expect(seen.changes()).toEqual([
			{ upstream: 'up', tool: 'a', changedAt: '2027-01-15T08:00:00.000Z', held: false },
		]);
	});

	it('is held back under a pin, new tools too, until it is accepted', () => {
		const seen = sights();
		look(seen, { a: '1', b: '1' }, true);
		const after = { a: '2', b: '1', c: '1' };
		expect(look(seen, after, true)).toEqual({ changed: ['a', 'c'], held: ['a', 'c'] });
		expect(look(seen, after, true)).toEqual({ changed: [], held: ['a', 'c'] });
		expect(seen.changes().map(({ tool, held }) => [tool, held])).toEqual([
			['a', true],
			['c', true],
		]);
		expect(seen.accept('up')).toEqual(['a', 'c']);
		expect(look(seen, after, true)).toEqual(NOTHING);
		expect(seen.changes()).toEqual([]);
	});

	it('takes names like those of an object as plain names', () => {
		const seen = sights();
		look(seen, { constructor: '1' }, true);
		expect(look(seen, { constructor: '2', toString: '1' }, true).held).toEqual([
			'constructor',
			'toString',
		]);
	});

	it('is kept as it was and as it is, to be looked at, and no more of it', () => {
		const store = openSql();
		const seen = new ToolFingerprints(store, () => 0);
		for (const digest of ['1', '2', '3']) look(seen, { a: digest, b: '1' }, false);
		expect(seen.shown('up')).toMatchObject([{ tool: 'a', before: 'says 2', after: 'says 3' }]);
		expect(store.all`SELECT 1 FROM tool_words WHERE tool = 'a' AND digest = '1'`).toEqual([]);
		look(seen, { a: '4', b: '1', c: '1' }, true);
		expect(seen.shown('up')).toMatchObject([
			{ tool: 'a', held: true, before: 'says 3', after: 'says 4' },
			{ tool: 'c', held: true, before: null, after: 'says 1' },
		]);
		expect(seen.shown('other')).toEqual([]);
		expect(seen.accept('up')).toEqual(['a', 'c']);
		expect(seen.shown('up')).toEqual([]);
		look(seen, { a: '5', b: '1', c: '1' }, true);
		expect(seen.shown('up')).toMatchObject([{ before: 'says 4', after: 'says 5' }]);
	});

	it('is not kept where it is long, and not asked for again', () => {
		const seen = new ToolFingerprints(openSql(), () => 0);
		expect(seen.seen(SERVER, { a: '1' }, false).wanted).toEqual(['a']);
		seen.keep(SERVER, { a: ['1', 'x'.repeat(20_000)], b: ['1', 'never seen'] });
		expect(seen.seen(SERVER, { a: '1' }, false).wanted).toEqual([]);
		look(seen, { a: '2' }, false);
		expect(seen.shown('up')).toMatchObject([{ before: null, after: 'says 2' }]);
	});
});
