import { describe, expect, it } from 'vitest';
import { compareConstraints } from '../../src/memory/document/identity';

const of = (id: string, text: string, key = `${id} ${text}`) => ({ id, key, text });

describe('what became of constraints', () => {
	it('pairs those of the same words, wherever they stand, and knows what came and went', () => {
		const [tabs, secrets, tests] = [
			of('A/1', 'Use tabs'),
			of('A/2', 'Never commit secrets'),
			of('A/3', 'Write tests first'),
		];
		const [moved, added] = [of('B/1', 'Never commit secrets'), of('B/2', 'Prefer small functions')];
		expect(compareConstraints([tabs, secrets, tests], [tabs, moved, added])).toEqual({
			changed: [[secrets, moved]],
			removed: [tests],
			added: [added],
		});
	});

	it('pairs all of the same words, and of each side two hundred by the words they share', () => {
		const many = (place: string, end = '') =>
			Array.from({ length: 250 }, (_, at) => of(`${place}/${at}`, `rule ${at} says${end}`));
		expect(compareConstraints(many('A'), many('B')).changed).toHaveLength(250);
		const { changed, removed, added } = compareConstraints(many('A'), many('B', ' this'));
		expect([changed, removed, added].map(({ length }) => length)).toEqual([200, 50, 50]);
	});

	it('gives each of two of the same words its own', () => {
		const [one, two] = [of('A/1', 'Be kind'), of('A/2', 'Be kind')];
		const [other, next] = [of('B/1', 'Be kind'), of('B/2', 'Be kind')];
		const { changed, removed } = compareConstraints([one, two], [other]);
		expect({ changed, removed }).toEqual({ changed: [[one, other]], removed: [two] });
		expect(compareConstraints([one, two], [other, next]).changed).toEqual([
			[one, other],
			[two, next],
		]);
	});

	it.each([
		['half of the words', 'A/2', 'one two', 'one two three four', true],
		['less than half', 'A/2', 'one two', 'one two three four five', false],
		['a quarter of them, in its place', 'A/1', 'one two', 'one three four', true],
		['less, in its place', 'A/1', 'one two', 'one three four five', false],
		['all, written otherwise', 'A/2', 'Use TABS, always!', 'use tabs always', true],
		['as little: neither has any', 'A/2', '!!', '??', true],
		['none', 'A/1', '!!', 'one', false],
	])('takes for one what shares %s', (_, id, before, after, isOne) => {
		const [one, other] = [of('A/1', before), of(id, after)];
		expect(compareConstraints([one], [other])).toEqual({
			changed: isOne ? [[one, other]] : [],
			removed: isOne ? [] : [one],
			added: isOne ? [] : [other],
		});
	});

	it('pairs what is most alike first, a little sooner in its place, and nothing twice', () => {
		const [long, short] = [of('A/1', 'one two three four'), of('A/2', 'one two')];
		const [three, five] = [of('B/1', 'one two three'), of('B/2', 'one two three four five')];
		expect(compareConstraints([long, short], [three, five])).toEqual({
			changed: [
				[long, five],
				[short, three],
			],
			removed: [],
			added: [],
		});
		const inPlace = of('A/1', 'one two three');
		expect(compareConstraints([long], [five, inPlace]).changed).toEqual([[long, inPlace]]);
	});
});
