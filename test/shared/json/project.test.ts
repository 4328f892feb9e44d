import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFieldName, parseFields, planFields, project } from '../../../src/shared/json/write';
import { times } from '../../fuzz-runs';
import { jsonTexts, parsed } from './texts';

const VECTORS = '../shared/fixtures/protect/projection.json';

interface Vector {
	readonly obj: unknown;
	readonly fields: string[];
	readonly result: unknown;
}

const projected = (text: string, ...fields: string[]): string =>
	project(parsed(text), 0, fields).text;

describe('project', () => {
	it.runIf(existsSync(VECTORS))('gives the results of the shared vectors', () => {
		const vectors = JSON.parse(readFileSync(VECTORS, 'utf8')) as { project_fields: Vector[] };
		expect(vectors.project_fields.length).toBeGreaterThan(0);
		for (const { obj, fields, result } of vectors.project_fields) {
			expect(projected(JSON.stringify(obj, null, 1), ...fields)).toBe(JSON.stringify(result));
		}
	});

	it('keeps nesting, source order and spellings', () => {
		const text = '{ "n": 1.0, "x": 1, "a": { "c": 12345678901234567890, "b": "\\u0041" } }';
		expect(projected(text, 'a.b', 'a.c', 'n')).toBe(
			'{"n":1.0,"a":{"c":12345678901234567890,"b":"\\u0041"}}',
		);
	});

	it('applies to each item of a list and keeps the place of items without the fields', () => {
		const result = project(parsed('[{"id":1,"x":2},{"x":3},4,[{"id":5}]]'), 0, ['id']);
		expect(result).toEqual({
			text: '[{"id":1},{},{},[{"id":5}]]',
			matched: 2,
		});
	});

	it('leads through arrays inside an object', () => {
		const text = '{"guests":[{"name":"A","age":1},{"age":2},{"name":"B"}],"id":1}';
		expect(projected(text, 'guests.name')).toBe('{"guests":[{"name":"A"},{},{"name":"B"}]}');
		expect(projected('{"guests":[{"age":2},3]}', 'guests.name')).toBe('{}');
		expect(projected('{"guests":[]}', 'guests.name')).toBe('{"guests":[]}');
	});

	it('prefers a key with dots to steps, for that path alone', () => {
		expect(projected('{"a":{"b":1,"c":2},"a.b":3}', 'a.b', 'a.c')).toBe('{"a":{"c":2},"a.b":3}');
		expect(projected('{"a":{"b":1}}', 'a.b')).toBe('{"a":{"b":1}}');
		expect(projected('{"config.yaml":{"size":1,"x":2}}', 'config.yaml.size')).toBe(
			'{"config.yaml":{"size":1}}',
		);
		expect(projected('{"x":{"a.b":1,"a":{"b":2}}}', 'x.a.b')).toBe('{"x":{"a.b":1}}');
	});

	it('takes the whole value when a field and a part of it are both asked for', () => {
		expect(projected('{"a":{"b":1,"c":2}}', 'a.b', 'a')).toBe('{"a":{"b":1,"c":2}}');
	});

	it('takes the last of duplicate keys, however they are spelled', () => {
		expect(projected('{"a":1,"b":2,"\\u0061":3}', 'a')).toBe('{"\\u0061":3}');
	});

	it('treats __proto__, wildcards and patterns as names', () => {
		expect(projected('{"__proto__":{"x":1},"*":2,".+":3}', '__proto__.x')).toBe(
			'{"__proto__":{"x":1}}',
		);
		expect(projected('{"a":1,"*":2}', '*')).toBe('{"*":2}');
		expect(projected('{"a":1}', '__proto__', 'constructor', 'toString', '.*')).toBe('{}');
		expect(projected('{"":1,"a":{"":2}}', 'a.')).toBe('{"a":{"":2}}');
	});

	it('says that nothing matches', () => {
		expect(project(parsed('{"k1":0}'), 0, ['nope', 'k1.deep']).matched).toBe(0);
		expect(project(parsed('[{"a":1},{"b":2},3]'), 0, ['x'])).toEqual({
			text: '[{},{},{}]',
			matched: 0,
		});
		expect(project(parsed('7'), 0, ['x'])).toEqual({ text: '{}', matched: 0 });
	});

	it('reads a path that begins with a dot, and no part of a name', () => {
		expect(projected('{"":{"a":1,"b":2},"c":3}', '.a')).toBe('{"":{"a":1}}');
		expect(projected('{"":{"a":1}}', 'xa')).toBe('{}');
		expect(projected('{"x":{"a":1},"xa":2}', 'xa')).toBe('{"xa":2}');
	});

	it('looks for fields a hundred levels down, and writes a thousand', () => {
		const nested = (levels: number, inner: string): string =>
			'['.repeat(levels) + inner + ']'.repeat(levels);
		expect(projected(nested(100, '{"a":1,"b":2}'), 'a')).toBe(nested(100, '{"a":1}'));
		expect(projected(nested(101, '{"a":1,"b":2}'), 'a')).toBe('[{}]');
		const deep = (levels: number) => nested(levels, '1');
		expect(projected(`{"a":${deep(999)}}`, 'a')).toBe(`{"a":${deep(999)}}`);
		expect(projected(`{"a":${deep(1_000)}}`, 'a')).toContain('1 level deeper');
		expect(projected(`[{"a":${deep(998)}}]`, 'a')).toBe(`[{"a":${deep(998)}}]`);
		expect(projected(`[{"a":${deep(999)}}]`, 'a')).toContain('1 level deeper');
		expect(projected(`{"a":{"b":${deep(998)}}}`, 'a.b')).toBe(`{"a":{"b":${deep(998)}}}`);
		expect(projected(`{"a":{"b":${deep(999)}}}`, 'a.b')).toContain('1 level deeper');
	});

	it('survives deep data and turns what lies too deep into a note', () => {
		const deep = parsed(`{"a":${'['.repeat(100_000)}{"b":1}${']'.repeat(100_000)}}`);
		expect(project(deep, 0, ['a.b']).matched).toBe(0);
		expect(JSON.parse(project(deep, 0, ['a']).text)).toHaveProperty('a');
	});

	it('stays linear for 100 fields of 32 levels on a long list', () => {
		const path = Array.from({ length: 31 }, () => 'a').join('.');
		const plan = planFields(Array.from({ length: 100 }, (_, index) => `${path}.f${index}`));
		const item = `{"a.a":${'{"a":'.repeat(29)}{"f7":1}${'}'.repeat(29)},"a":{}}`;
		const result = project(parsed(`[${`${item},`.repeat(2000)}{}]`), 0, plan);
		expect(result.matched).toBe(2000);
	});

	it('writes valid JSON that holds every top-level field asked for, and no other', () => {
		fc.assert(
			fc.property(
				jsonTexts,
				fc.array(fc.constantFrom('a', 'b', '', '0', '__proto__')),
				(text, names) => {
					const data: unknown = JSON.parse(text);
					const result: unknown = JSON.parse(projected(text, ...names));
					if (data === null || typeof data !== 'object' || Array.isArray(data)) return;
					const wanted = Object.entries(data).filter(([key]) => names.some((name) => name === key));
					expect(JSON.stringify(Object.entries(result as object))).toBe(JSON.stringify(wanted));
				},
			),
			{ numRuns: times(100, 300) },
		);
	});
});

describe('parseFields', () => {
	it('reads a string or an array, once each', () => {
		expect(parseFields('id, a.b,,id')).toEqual({ ok: true, value: ['id', 'a.b'] });
		expect(parseFields(['id', 'a,b', '*'])).toEqual({ ok: true, value: ['id', 'a,b', '*'] });
	});

	it.each([
		[Array.from({ length: 10_000 }, (_, index) => `f${index}`), '1 to 100'],
		['f,'.repeat(5_000_000), '1 to 100'],
		[Array.from({ length: 1000 }, () => 'a').join('.'), '512 characters'],
		[Array.from({ length: 33 }, () => 'a').join('.'), '32 levels'],
		[['a'.repeat(513)], 'fields[0] is longer than 512 characters'],
		[['a', 7], 'fields[1] must be a string'],
		[' , ', 'give 1 to 100 names'],
		[[], 'give 1 to 100 names'],
		[7, 'fields must be a string of names'],
		[{ id: true }, 'fields must be a string of names'],
		[null, 'fields must be a string of names'],
	])('refuses what is out of range and names the range (case %#)', (value, message) => {
		const result = parseFields(value);
		expect(result.ok).toBe(false);
		expect(result.ok ? '' : result.error).toContain(message);
	});

	it('takes what is just within the ranges', () => {
		const just = [
			Array.from({ length: 100 }, (_, index) => `f${index}`),
			['a'.repeat(512)],
			[Array.from({ length: 32 }, () => 'a').join('.')],
		];
		for (const names of just) {
			expect(parseFields(names)).toEqual({ ok: true, value: names });
			expect(parseFields(names.join())).toEqual({ ok: true, value: names });
		}
		expect(parseFields([...(just[0] as string[]), 'x']).ok).toBe(false);
	});
});

describe('isFieldName', () => {
	it.each([
		['id', true],
		['a.b', true],
		['a b', true],
		['', false],
		['a,b', false],
		[' a', false],
		['a ', false],
		['a'.repeat(512), true],
		['a'.repeat(513), false],
		[Array.from({ length: 32 }, () => 'a').join('.'), true],
		[Array.from({ length: 33 }, () => 'a').join('.'), false],
	])('%j: %j, as a list of one name reads it', (path, expected) => {
		expect(isFieldName(path)).toBe(expected);
		const read = parseFields(path);
		expect(read.ok && read.value.length === 1 && read.value[0] === path).toBe(expected);
	});
});
