import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meantPointer, resolvePointer } from '../../../src/shared/json/pointer';
import type { Node, Tape } from '../../../src/shared/json/tape';
import { jsonTexts, parsed } from './texts';

/** The document of RFC 6901 section 5. */
const RFC = parsed(
	'{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\\\j":5,"k\\"l":6," ":7,"m~n":8}',
);

const at = (tape: Tape, pointer: string): string => {
	const found = resolvePointer(tape, pointer);
	return found.ok ? tape.raw(found.value) : `error: ${found.error}`;
};

describe('resolvePointer', () => {
	it.each([
		['/foo', '["bar","baz"]'],
		['/foo/0', '"bar"'],
		['/', '0'],
		['/a~1b', '1'],
		['/c%d', '2'],
		['/e^f', '3'],
		['/g|h', '4'],
		['/i\\j', '5'],
		['/k"l', '6'],
		['/ ', '7'],
		['/m~0n', '8'],
	])('resolves %j as RFC 6901 does', (pointer, text) => {
		expect(at(RFC, pointer)).toBe(text);
	});

	it('takes the empty pointer for the whole document', () => {
		expect(at(RFC, '')).toBe(RFC.source);
	});

	it('takes the last of duplicate keys, and ~01 for ~1', () => {
		expect(at(parsed('{"a":1,"\\u0061":2,"~1":3}'), '/a')).toBe('2');
		expect(at(parsed('{"~1":3}'), '/~01')).toBe('3');
	});

	it.each([
		['foo', 'must be "" or begin with "/"'],
		['/foo/2', '"/foo" is a list of 2 items (indexes 0 to 1)'],
		['/foo/01', '"/foo" is a list of 2 items'],
		['/foo/-', '"/foo" is a list of 2 items'],
		['/foo/1e0', '"/foo" is a list of 2 items'],
		['/foo/0/x', '"/foo/0" is a string and has no parts'],
		['/nope', 'the document has the keys "foo", "", "a/b"'],
		['/__proto__', 'leads nowhere'],
		['/m~n', 'write "~" as "~0"'],
	])('says where %j ends', (pointer, message) => {
		expect(at(RFC, pointer)).toContain(message);
	});

	it.each([
		['/a/0', '"/a" is an empty list'],
		['/b/x', '"/b" is an empty object'],
		['/c/x', '"/c" is a null and has no parts'],
		['/d/11', '"/d" is a list of 11 items (indexes 0 to 10)'],
		['/x', 'the document has the keys "a", "b", "c", "d"'],
	])('says all of what is where %j ends', (pointer, message) => {
		const tape = parsed('{"a":[],"b":{},"c":null,"d":[0,1,2,3,4,5,6,7,8,9,10]}');
		expect(at(tape, pointer)).toBe(`error: pointer "${pointer}" leads nowhere: ${message}`);
		expect(at(tape, '/d/10')).toBe('10');
	});

	it('says whole what is just short enough', () => {
		const keys = Array.from({ length: 20 }, (_, index) => [String(index).padEnd(60, 'k'), 0]);
		const message = at(parsed(JSON.stringify(Object.fromEntries(keys))), `/${'x'.repeat(199)}`);
		expect(message).not.toMatch(/…|more/);
		expect(at(RFC, `/${'x'.repeat(200)}`)).toContain(`${'x'.repeat(199)}…"`);
	});

	it('lists at most 20 keys and stays short', () => {
		const keys = Array.from({ length: 500 }, (_, index) => [`${index}${'k'.repeat(900)}`, 0]);
		const message = at(parsed(JSON.stringify(Object.fromEntries(keys))), `/${'x'.repeat(100_000)}`);
		expect(message).toContain('and 480 more');
		expect(message.length).toBeLessThan(2500);
	});

	it('finds every node by its own pointer', () => {
		const walk = (tape: Tape, node: Node, pointer: string): void => {
			expect(resolvePointer(tape, pointer)).toEqual({ ok: true, value: node });
			if (tape.isArray(node)) {
				for (const [index, item] of tape.children(node).entries())
					walk(tape, item, `${pointer}/${index}`);
			}
			for (const child of tape.members(node)) {
				const token = tape.key(child).replaceAll('~', '~0').replaceAll('/', '~1');
				walk(tape, child, `${pointer}/${token}`);
			}
		};
		fc.assert(fc.property(jsonTexts, (text) => walk(parsed(text), 0, '')));
	});
});

describe('meantPointer', () => {
	const tape = parsed('{"items":[{"a.b":1,"c":{"d~e":2}}],"rows":3}');
	it.each([
		['items.0.c', '{"d~e":2}'],
		['$.items[0].c.d~e', '2'],
		['#/items/0/c', '{"d~e":2}'],
		['items/0/a.b', '1'],
		['/items/0/c/d~e', '2'],
		['/', tape.source],
		['', tape.source],
	])('resolves %j', (pointer, text) => {
		const found = meantPointer(tape, pointer);
		expect(found.ok && tape.raw(found.value)).toBe(text);
	});

	it('says what is there, and the nearest key', () => {
		const message = 'leads nowhere: the document has the keys "items", "rows". Nearest: rows';
		expect(meantPointer(tape, '/rowz')).toEqual({
			ok: false,
			error: `pointer "/rowz" ${message}`,
		});
	});
});
