import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Node, rootKeys, type Tape } from '../../../src/shared/json/tape';
import { times } from '../../fuzz-runs';
import { jsonTexts, parsed, stringTexts } from './texts';

/** The data of a node, read through the accessors only. */
const dataOf = (tape: Tape, node: Node): unknown => {
	const what = tape.kind(node);
	if (what === 'string') return tape.text(node);
	if (what === 'array') return Array.from(tape.entries(node), (child) => dataOf(tape, child));
	if (what === 'object') {
		return new Map(
			Array.from(tape.members(node), (child) => [tape.key(child), dataOf(tape, child)]),
		);
	}
	return JSON.parse(tape.raw(node));
};

/** Returns what JSON.parse reads, with objects as maps, so that no key is special. */
const mapped = (data: unknown): unknown => {
	if (Array.isArray(data)) return data.map(mapped);
	if (data === null || typeof data !== 'object') return data;
	return new Map(Object.entries(data).map(([key, value]) => [key, mapped(value)]));
};

/** The first child, or −1. */
const first = (tape: Tape, node: Node): Node => (tape.count(node) > 0 ? node + 1 : -1);
/** The next child of the same container, or −1. */
const next = (tape: Tape, node: Node): Node => {
	const [parent, after] = [tape.parent(node), tape.after(node)];
	return parent >= 0 && after < tape.after(parent) ? after : -1;
};

describe('a tape', () => {
	it('holds the data JSON.parse reads', () => {
		fc.assert(
			fc.property(jsonTexts, (text) => {
				expect(dataOf(parsed(text), 0)).toStrictEqual(mapped(JSON.parse(text)));
			}),
			{ numRuns: times(100, 300) },
		);
	});

	it('links parents, children and siblings', () => {
		fc.assert(
			fc.property(jsonTexts, (text) => {
				const tape = parsed(text);
				expect(tape.parent(0)).toBe(-1);
				expect(next(tape, 0)).toBe(-1);
				expect(tape.after(0)).toBe(tape.size);
				for (let node = 0; node < tape.size; node++) {
					const linked: Node[] = [];
					for (let at = first(tape, node); at >= 0; at = next(tape, at)) linked.push(at);
					expect(linked).toEqual(Array.from(tape.entries(node)));
					expect(linked).toHaveLength(tape.count(node));
					expect(linked.every((child) => tape.parent(child) === node)).toBe(true);
					expect(tape.height(node)).toBe(
						Math.max(0, ...linked.map((child) => tape.height(child) + 1)),
					);
					expect(tape.isContainer(node)).toBe(['object', 'array'].includes(tape.kind(node)));
				}
			}),
			{ numRuns: times(70, 200) },
		);
	});

	it('decodes strings and keys as JSON.parse does', () => {
		fc.assert(
			fc.property(stringTexts, stringTexts, (key, value) => {
				const tape = parsed(`{ ${key} : ${value} }`);
				expect(tape.rawKey(1)).toBe(key);
				expect(tape.key(1)).toBe(JSON.parse(key));
				expect(tape.text(1)).toBe(JSON.parse(value));
				const isEscaped = key.includes('\\') || value.includes('\\');
				expect(tape.isEscaped(1)).toBe(isEscaped);
				expect(tape.member(0, JSON.parse(key) as string)).toBe(1);
			}),
		);
	});

	it('knows the span and the compact length of a value', () => {
		const tape = parsed(' { "a" : [ 1 ,\n2 ] } ');
		expect([tape.start(0), tape.end(0)]).toEqual([1, 20]);
		expect(tape.length(0)).toBe('{"a":[1,2]}'.length);
		expect(tape.length(1)).toBe('[1,2]'.length);
	});

	it('gives of duplicate members the last, in source order', () => {
		const tape = parsed('{"a":1,"b":2,"\\u0061":3,"c":4}');
		expect(Array.from(tape.members(0), (node) => tape.raw(node))).toEqual(['2', '3', '4']);
		expect(tape.count(0)).toBe(4);
		expect(tape.raw(tape.member(0, 'a'))).toBe('3');
		expect(Array.from(parsed('[1]').members(0))).toEqual([]);
		expect(parsed('[1]').member(0, '0')).toBe(-1);
		expect(parsed('[1]').key(1)).toBe('');
	});

	it('tells all of every value', () => {
		const tape = parsed(' { "a" : [1, "x\\n" ,true] , "b\\u0041":{ } ,"c":[[[ ]],false,null]}');
		const told = Array.from({ length: tape.size }, (_, node) =>
			[
				`${tape.kind(node)} ${tape.rawKey(node)} ${tape.raw(node)}`,
				...[tape.start(node), tape.end(node), tape.keyStart(node)],
				...[tape.parent(node), first(tape, node), next(tape, node)],
				...[tape.after(node), tape.count(node), tape.height(node)],
				tape.length(node),
			].join(' '),
		);
		// Key, text, where they stand, parent, first child, sibling, end, children, height, length.
		expect(told).toEqual([
			'object  { "a" : [1, "x\\n" ,true] , "b\\u0041":{ } ,"c":[[[ ]],false,null]} 1 66 -1 -1 1 -1 11 3 3 55',
			'array "a" [1, "x\\n" ,true] 9 25 3 0 2 5 5 3 1 14',
			'number  1 10 11 -1 1 -1 3 3 0 0 1',
			'string  "x\\n" 13 18 -1 1 -1 4 4 0 0 5',
			'true  true 20 24 -1 1 -1 -1 5 0 0 4',
			'object "b\\u0041" { } 38 41 28 0 -1 6 6 0 0 2',
			'array "c" [[[ ]],false,null] 47 65 43 0 7 -1 11 3 2 17',
			'array  [[ ]] 48 53 -1 6 8 9 9 1 1 4',
			'array  [ ] 49 52 -1 7 -1 -1 9 0 0 2',
			'false  false 54 59 -1 6 -1 10 10 0 0 5',
			'null  null 60 64 -1 6 -1 -1 11 0 0 4',
		]);
	});

	it('says of each value what it is, and gives its text', () => {
		const tape = parsed('[{},[],"x",7,true,false,null]');
		const told = Array.from(tape.entries(0), (node) => [
			[tape.isObject(node), tape.isArray(node), tape.isContainer(node), tape.isString(node)]
				.map(Number)
				.join(''),
			tape.kind(node),
			tape.text(node),
		]);
		expect(told).toEqual([
			['1010', 'object', '{}'],
			['0110', 'array', '[]'],
			['0001', 'string', 'x'],
			['0000', 'number', '7'],
			['0000', 'true', 'true'],
			['0000', 'false', 'false'],
			['0000', 'null', 'null'],
		]);
	});

	it('knows the keys at its root', () => {
		const has = rootKeys(parsed('{"a":{"b":1},"\\u0063":2}'));
		expect(['a', 'b', 'c', 'toString'].map(has)).toEqual([true, false, true, false]);
		expect(rootKeys(parsed('[{"a":1}]'))('a')).toBe(false);
		expect(rootKeys(undefined)('a')).toBe(false);
	});
});
