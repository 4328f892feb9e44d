// One value within several limits: what tells most of it, and nothing of it in silence.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Weigh } from '../../src/protect/budget';
import { condenser } from '../../src/protect/reduce-json';
import { containerTape } from '../../src/shared/json/parse';

/** A character is a token and a byte. */
const weigh: Weigh = (text) => ({ tokens: text.length, bytes: text.length });
const THING = {
	id: 7,
	title: 'A thing',
	state: 'open',
	tags: ['a', 'b'],
	owner: { name: 'Ana', email: 'a@b.c' },
	notes: 'word '.repeat(60),
};
const condensed = (value: unknown, essential: string[] = []) => {
	const tape = containerTape(JSON.stringify(value));
	if (!tape) throw new Error('no JSON');
	const make = condenser(tape, 0, { weigh, essential: new Set(essential) });
	return (chars: number) => make({ tokens: chars, bytes: chars });
};

it('comes whole where it fits', () => {
	const text = JSON.stringify(THING);
	expect(condensed(THING)(text.length)).toEqual({ text, cut: [] });
	expect(condensed(THING)(text.length - 1).cut).toEqual(['notes']);
});

it('tells the fields that tell most, and names what it leaves out', () => {
	const make = condensed(THING);
	expect([9, 30, 60, 120, 200].map((chars) => make(chars).text)).toEqual([
		'{"id":7}',
		'{"id":7,"title":"A thing"}',
		'{"id":7,"title":"A thing","state":"open"}',
		'{"id":7,"title":"A thing","state":"open","owner":{"name":"Ana"}}',
		'{"id":7,"title":"A thing","state":"open","owner":{"name":"Ana"}}',
	]);
	expect(make(60).cut).toEqual(['notes', 'tags', 'owner']);
	// Tried again, it is the same.
	expect(make(60)).toEqual(condensed(THING)(60));
});

it('keeps essential fields first', () => {
	expect(condensed(THING, ['owner.email'])(32).text).toBe('{"owner":{"email":"a@b.c"}}');
});

it('says that nothing could be shown, and all that is left out', () => {
	expect(condensed(THING)(5)).toEqual({
		text: '{"…":"not shown"}',
		cut: expect.arrayContaining(['id', 'title', 'notes']),
	});
});

it('says that what is too deep to be written is cut, also where it fits', () => {
	const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
	const cutOf = (levels: number) => {
		const tape = containerTape(nested(levels));
		if (!tape) throw new Error('no JSON');
		const make = condenser(tape, 0, { weigh, essential: new Set() });
		return make({ tokens: 100_000, bytes: 100_000 }).cut.length;
	};
	expect([cutOf(1_000), cutOf(1_008), cutOf(1_009)]).toEqual([0, 0, 1]);
});

it('says that something is cut exactly where something is not there', () => {
	const thing = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 6 }), {
		minKeys: 1,
	});
	fc.assert(
		fc.property(thing, fc.nat(400), (value, chars) => {
			const { text, cut } = condensed(value)(chars);
			expect(cut.length === 0).toBe(text === JSON.stringify(value));
		}),
	);
});
