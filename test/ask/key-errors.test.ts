// Errors of keys that are not there: each claim against the data, by a checker of its own.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../fuzz-runs';
import { type Item, items } from './made-items';
import { asked, noteOf } from './selected';

/** The objects at a place as an error spells it: `[].a.*`. */
const at = (data: unknown, place: string): readonly Item[] => {
	const steps = place === 'The document' ? [] : (place.match(/\[\]|\*|\w+/g) ?? []);
	let found: unknown[] = [data];
	for (const step of steps)
		found = found.flatMap((one): unknown[] => {
			if (typeof one !== 'object' || one === null) return [];
			if (step === '[]') return Array.isArray(one) ? one : [];
			if (step === '*') return Object.values(one);
			const inner = (one as Item)[step];
			return inner === undefined ? [] : [inner];
		});
	return found.filter(
		(one): one is Item => typeof one === 'object' && one !== null && !Array.isArray(one),
	);
};
const kindOf = (value: unknown): string =>
	Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;

const checkKeys = (error: string, data: unknown, key: string, over?: readonly Item[]): void => {
	const [, none, has] =
		/^(?:No item of (\S+) has the key|(The document|\S+|What is asked there) has no key)/.exec(
			error,
		) ?? [];
	const objects = over ?? at(data, none ?? has ?? '');
	expect(objects.length).toBeGreaterThan(0);
	expect(objects.some((one) => Object.hasOwn(one, key))).toBe(false);
	const place = / stands at (\S+)\. /.exec(error)?.[1];
	if (place !== undefined) {
		const outer = at(data, place.replace(/(?:^|\.)\w+$/, '') || 'The document');
		expect(outer.some((one) => Object.hasOwn(one, key))).toBe(true);
	}
	const names = new Set(objects.flatMap((one) => Object.keys(one)));
	for (const near of / Nearest: (.*?)\. /.exec(error)?.[1]?.split(', ') ?? [])
		expect(names).toContain(near);
	const told = / Keys there: (.*?)\. /.exec(error)?.[1] ?? '';
	const [, listed = '', more = '0'] = /^(.*?)(?:, and (\d+) more)?$/.exec(told) ?? [];
	const keys = listed === 'none' ? [] : listed.split(', ');
	expect(keys.length + Number(more)).toBe(names.size);
	for (const one of keys) {
		const [, name = '', types, having] = /^(\w+): (.*?)(?: \(in (\d+)\))?$/.exec(one) ?? [];
		const values = objects.filter((each) => Object.hasOwn(each, name)).map((each) => each[name]);
		expect([name, values.length]).toEqual([
			name,
			having === undefined ? objects.length : Number(having),
		]);
		const length = /^list of (\d+)$/.exec(types ?? '')?.[1];
		if (length !== undefined)
			for (const value of values) expect(value).toHaveLength(Number(length));
		const kinds = new Set((types ?? '').replace(/ of \d+/, '').split('|'));
		expect(new Set(values.map(kindOf))).toEqual(kinds);
	}
};

describe('an error of a key', () => {
	it('is true of every object at its place, and comes only where none has the key', () => {
		let errors = 0;
		fc.assert(
			fc.property(items, fc.constantFrom('a', 'b', 'k', 'm', 'zz', 'sbu'), (list, key) => {
				const map = Object.fromEntries(list.map((one, n) => [`k${n}`, one]));
				const cases: [string, string | undefined, ((d: typeof data) => readonly Item[])?][] = [
					[`list[].${key}`, 'list[]'],
					[`list[?${key}=='1']`, 'list[]'],
					[`list[].sub[].${key}`, 'list[].sub[]'],
					[`list[?c > 1 && ${key} > 1]`, undefined],
					[`map.*.${key}`, 'map.*'],
					[`map.*.sub[].${key}`, 'map.*.sub[]'],
					[
						`list[].{b: b, sub: sub}[].${key}`,
						undefined,
						({ list: all }) => all.map(({ b = null, sub }) => ({ b, sub })),
					],
				];
				const data = { list, map };
				for (const [expression, place, over] of cases) {
					const found = asked(data, expression);
					if (place !== undefined && at(data, place).some((one) => Object.hasOwn(one, key)))
						expect(found.ok ? '' : found.error, expression).not.toContain(` key ${key}.`);
					if (found.ok || !/ has (?:no key|the key)/.test(found.error)) continue;
					errors++;
					// An earlier key of the expression may be the one that is missing.
					const missing = / has (?:no key|the key) (\w+)\./.exec(found.error)?.[1] ?? '';
					const isMade = found.error.startsWith('What is asked there');
					checkKeys(found.error, data, missing, isMade ? over?.(data) : undefined);
				}
			}),
			{ numRuns: times(110, 600) },
		);
		expect(errors).toBeGreaterThan(50);
	});

	it('comes of no key that stands far behind, and says of how many objects its keys are', () => {
		const far = Array.from({ length: 21_000 }, (_, n) =>
			n === 20_500 ? { a: 1, rare: 1 } : { a: 1 },
		);
		expect(asked(far, '[?a==`1` && rare==`2`]').ok).toBe(true);
		expect(asked(far, '[:10].rare').ok).toBe(true);
		expect(noteOf(far, '[].nothing')).toMatch(/Keys there: a: number, rare: number \(in 1\)\./);
		const wide = [Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`k${n}`, n]))];
		expect(noteOf(wide, '[].zz')).toMatch(/k14: number, and 25 more\./);
	});
});
