import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	childCount,
	children,
	compactLength,
	endOf,
	firstChild,
	hasEscapes,
	height,
	isContainer,
	keyOf,
	kind,
	member,
	members,
	type Node,
	nextSibling,
	parentOf,
	rawKey,
	rawText,
	startOf,
	stringValue,
	subtreeEnd,
	type Tape,
} from '../../../src/protect/json/tape';
import { jsonTexts, parsed, stringTexts } from './texts';

/** The data of a node, read through the accessors only. */
const dataOf = (tape: Tape, node: Node): unknown => {
	const what = kind(tape, node);
	if (what === 'string') return stringValue(tape, node);
	if (what === 'array') return Array.from(children(tape, node), (child) => dataOf(tape, child));
	if (what === 'object') {
		return new Map(
			Array.from(members(tape, node), (child) => [keyOf(tape, child), dataOf(tape, child)]),
		);
	}
	return JSON.parse(rawText(tape, node));
};

/** What JSON.parse reads, with objects as maps, so that no key is special. */
const mapped = (data: unknown): unknown => {
	if (Array.isArray(data)) return data.map(mapped);
	if (data === null || typeof data !== 'object') return data;
	return new Map(Object.entries(data).map(([key, value]) => [key, mapped(value)]));
};

describe('a tape', () => {
	it('holds the data JSON.parse reads', () => {
		fc.assert(
			fc.property(jsonTexts, (text) => {
				expect(dataOf(parsed(text), 0)).toStrictEqual(mapped(JSON.parse(text)));
			}),
			{ numRuns: 300 },
		);
	});

	it('links parents, children and siblings', () => {
		fc.assert(
			fc.property(jsonTexts, (text) => {
				const tape = parsed(text);
				expect(parentOf(tape, 0)).toBe(-1);
				expect(nextSibling(tape, 0)).toBe(-1);
				expect(subtreeEnd(tape, 0)).toBe(tape.size);
				for (let node = 0; node < tape.size; node++) {
					const linked: Node[] = [];
					for (let at = firstChild(tape, node); at >= 0; at = nextSibling(tape, at))
						linked.push(at);
					expect(linked).toEqual(Array.from(children(tape, node)));
					expect(linked).toHaveLength(childCount(tape, node));
					expect(linked.every((child) => parentOf(tape, child) === node)).toBe(true);
					expect(height(tape, node)).toBe(
						Math.max(0, ...linked.map((child) => height(tape, child) + 1)),
					);
					expect(isContainer(tape, node)).toBe(['object', 'array'].includes(kind(tape, node)));
				}
			}),
			{ numRuns: 200 },
		);
	});

	it('decodes strings and keys as JSON.parse does', () => {
		fc.assert(
			fc.property(stringTexts, stringTexts, (key, value) => {
				const tape = parsed(`{ ${key} : ${value} }`);
				expect(rawKey(tape, 1)).toBe(key);
				expect(keyOf(tape, 1)).toBe(JSON.parse(key));
				expect(stringValue(tape, 1)).toBe(JSON.parse(value));
				expect(hasEscapes(tape, 1)).toBe(value.includes('\\'));
				expect(member(tape, 0, JSON.parse(key) as string)).toBe(1);
			}),
		);
	});

	it('knows the span and the compact length of a value', () => {
		const tape = parsed(' { "a" : [ 1 ,\n2 ] } ');
		expect([startOf(tape, 0), endOf(tape, 0)]).toEqual([1, 20]);
		expect(compactLength(tape, 0)).toBe('{"a":[1,2]}'.length);
		expect(compactLength(tape, 1)).toBe('[1,2]'.length);
	});

	it('gives of duplicate members the last, in source order', () => {
		const tape = parsed('{"a":1,"b":2,"\\u0061":3,"c":4}');
		expect(Array.from(members(tape, 0), (node) => rawText(tape, node))).toEqual(['2', '3', '4']);
		expect(childCount(tape, 0)).toBe(4);
		expect(rawText(tape, member(tape, 0, 'a'))).toBe('3');
		expect(Array.from(members(parsed('[1]'), 0))).toEqual([]);
		expect(member(parsed('[1]'), 0, '0')).toBe(-1);
		expect(keyOf(parsed('[1]'), 1)).toBe('');
	});
});
