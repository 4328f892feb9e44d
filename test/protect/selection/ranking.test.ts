// Tests of the order in which fields are shown in a first answer: by what each adds to those before it, and by its tokens.
import { describe, expect, it } from 'vitest';
import type { Setting } from '../../../src/protect/selection/ranking';
import { Selector } from '../../../src/protect/selection/selector';
import { containerTape } from '../../../src/shared/json/parse';
import { times } from '../shown/payloads';

const word = (at: number): string => `w${'abcdefghijkl'[at % 12]}`;
const hex = (at: number): string => `${at}f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b`;
const GUID = '-ea93-4a5b-8130-04c080d5368d';
/** The paths of the fields of some items, in their order. */
const order = (
	make: (at: number) => object,
	more: { setting?: Setting; wanted?: string[] } = {},
) => {
	const tape = containerTape(JSON.stringify(times(12, make)));
	if (!tape) throw new Error('no JSON');
	const choice = { essential: new Set<string>(), setting: 'glance', ...more } as const;
	return new Selector(tape, tape.children(0), choice).leaves.map(({ path }) => path);
};

describe('an identity', () => {
	const thing = (id: string, title: string, at: number) => ({
		...{ id, title, status: word(at % 3), total: at, owner: word(at) },
		...{ created: `2026-01-${10 + at}`, city: word(at + 1) },
	});
	const named = (at: number) => thing(`ed3478${10 + at}${GUID}`, `Thing ${at}`, at);

	it('that nobody reads comes after what is read, where each item has a title of its own', () => {
		expect(order((at) => thing(`A-${at}`, `Thing ${at}`, at))[0]).toBe('id');
		expect(order(named).indexOf('id')).toBeGreaterThan(5);
	});

	it('comes before that where a title tells not all of them apart', () => {
		const alike = (at: number) => thing(`ed3478${10 + at}${GUID}`, `Thing ${at % 3}`, at);
		expect(order(alike).indexOf('id')).toBeLessThan(order(named).indexOf('id'));
	});

	it('that readers want comes first all the same', () => {
		expect(order(named, { wanted: ['id'] })[0]).toBe('id');
	});
});

it('what is told in few tokens goes before what takes many, however few characters these are', () => {
	// Forty characters of words are some eight tokens, of digits some thirty.
	const cheap = 'the words of a plain sentence are cheap ';
	const fields = order((at) => ({ number1: hex(at).slice(0, 40), note1: `${cheap}${word(at)}` }));
	expect(fields).toEqual(['note1', 'number1']);
});

it('a field of a container that is written goes before one that has it written', () => {
	const inside = { b: 1, c: 2 };
	const fields = order((at) => ({
		...{ one: { state: word(at), x: at }, two: { deeper: { x: at } } },
		...inside,
	}));
	expect(fields.indexOf('one.x')).toBeLessThan(fields.indexOf('two.deeper.x'));
});

it('of two fields that tell as much the one that the server has first goes first', () => {
	const alike = (...names: string[]) =>
		order((at) => Object.fromEntries(names.map((name, to) => [name, 100 + at * 3 + to])));
	expect(alike('foo', 'bar')).toEqual(['foo', 'bar']);
	expect(alike('bar', 'foo')).toEqual(['bar', 'foo']);
});

it('when it happened goes before when its record was made', () => {
	const fields = order((at) => ({
		...{ created_at: `2025-12-${10 + at}T10:00:00Z`, title: `Thing ${at}` },
		published_at: `2026-01-${10 + at}T10:00:00Z`,
	}));
	expect(fields.indexOf('published_at')).toBeLessThan(fields.indexOf('created_at'));
});
