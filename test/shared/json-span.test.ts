import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanJson, scanningJson, sourceOf } from '../../src/shared/json-span';
import { times } from '../fuzz-runs';

const ROOT = new Set(['']);
const scan = (text: string, ...opens: string[]) => {
	const scanned = scanJson(text, new Set(opens));
	if (!scanned.ok) throw new Error(scanned.error);
	return scanned.value;
};

describe('finding spans in JSON text', () => {
	it('gives the members of the containers that were asked for, and no others', () => {
		const text = '{"id":1,"result":{"content":[{"a":1},2],"x":{"y":3}}}';
		const root = scan(text, '', '.result', '.result.content');
		const result = root.members?.get('result');
		expect([...(root.members?.keys() ?? [])]).toEqual(['id', 'result']);
		expect(result?.members?.get('content')?.items?.map((item) => sourceOf(text, item))).toEqual([
			'{"a":1}',
			'2',
		]);
		expect(result?.members?.get('x')?.members).toBeUndefined();
	});

	it('gives the same in slices', () => {
		const items = Array.from({ length: 50 }, (_, at) => ({ at, text: 'x'.repeat(30_000) }));
		const text = JSON.stringify({ id: 1, items });
		const slices = scanningJson(text, new Set(['', '.items']));
		let count = 0;
		let step = slices.next();
		for (; !step.done; step = slices.next()) count++;
		expect(step.value).toEqual(scanJson(text, new Set(['', '.items'])));
		expect(count).toBeGreaterThanOrEqual(7);
	});

	it('keeps the last of duplicate keys and understands escaped keys', () => {
		const text = '{"re\\u0073ult":1,"result":{"a":2},"a.b":{"c":1},"__proto__":3}';
		const root = scan(text, '');
		expect(sourceOf(text, root.members?.get('result') as never)).toBe('{"a":2}');
		expect(sourceOf(text, root.members?.get('a.b') as never)).toBe('{"c":1}');
		expect(root.members?.has('__proto__')).toBe(true);
	});

	it('keeps number spellings and takes white space out', () => {
		const text = '{ "a" : [ 12345678901234567890 , 1.0 , 1e999, -0 ],\n "b c" : " x\\" y " }';
		expect(sourceOf(text, scan(text))).toBe(
			'{"a":[12345678901234567890,1.0,1e999,-0],"b c":" x\\" y "}',
		);
	});

	it.each([
		'',
		' ',
		'{',
		'[1,',
		'[1,]',
		'{"a"}',
		'{"a":1,}',
		'{a:1}',
		'[1 2]',
		'NaN',
		'[NaN]',
		'Infinity',
		'01',
		'1.',
		'+1',
		'"\\x"',
		'"\n"',
		'"a',
		'[1}',
		'{]',
		']',
		'1 2',
		'{"a":1}}',
		'nul',
		'<html>',
	])('refuses %j', (text) => {
		expect(scanJson(text, ROOT).ok).toBe(false);
	});

	it('measures a hundred thousand levels without recursing', () => {
		const text = `{"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
		const deep = scan(text, '').members?.get('deep');
		expect(deep?.depth).toBe(100_000);
		expect(deep?.values).toBe(100_000);
	});

	it('agrees with JSON.parse on every document and on every damaged one', () => {
		fc.assert(
			fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 2 }), (json, place, damage) => {
				const cut = place % (json.length + 1);
				for (const text of [json, json.slice(0, cut) + damage + json.slice(cut + 1)]) {
					let valid = true;
					try {
						JSON.parse(text);
					} catch {
						valid = false;
					}
					expect(scanJson(text, ROOT).ok).toBe(valid);
				}
			}),
			{ numRuns: times(170, 500) },
		);
	});

	it('gives back each member of an object as JSON.stringify wrote it, spaced or not', () => {
		fc.assert(
			fc.property(
				fc.dictionary(fc.string(), fc.jsonValue()),
				fc.constantFrom(0, 2),
				(object, space) => {
					const text = JSON.stringify(object, null, space);
					const root = scan(text, '');
					for (const [name, value] of Object.entries(object)) {
						const span = root.members?.get(name);
						expect(span && sourceOf(text, span)).toBe(JSON.stringify(value));
					}
				},
			),
		);
	});
});
