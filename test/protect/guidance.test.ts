// The call that a shortened answer spells: it works as it stands, and is short.

import { describe, expect, it } from 'vitest';
import { estimated } from '../../src/protect/budget';
import { NOT_KEPT, type Structured } from '../../src/protect/frame';
import { guideToObject, isTextual } from '../../src/protect/guidance';
import { objectShape } from '../../src/protect/selection/describe';
import { containerTape } from '../../src/shared/json/parse';
import type { Tape } from '../../src/shared/json/tape';
import { policy } from './answers';
import { both, json } from './payloads';
import { answer, within } from './shown/shown';

const TAPE = containerTape(
	'{"a":"one line","log":"two\\nlines","in":{"a.b":{"c":"two\\nlines"}}}',
) as Tape;
const weigh = (text: string) => ({ tokens: text.length / 4, bytes: text.length });
const guide = (cut: string[], select?: string, isText = false, handle: string | null = 'h') =>
	guideToObject(TAPE, () => ({ shape: 'a {b}', select }), cut, handle ?? undefined, isText, {
		policy,
		weigh,
	});

describe('the guide to an object', () => {
	it('prices all of it, what is unlike its beginning too', () => {
		const bytes = Array.from(
			{ length: 90_000 },
			(_, at) => ((at * 7919 + (at >> 3)) % 256) ^ (at % 251),
		);
		const text = JSON.stringify({
			prose: 'some more words of a body. '.repeat(2_500),
			blob: Buffer.from(bytes).toString('base64'),
		});
		const { instructions } = guideToObject(
			containerTape(text) as Tape,
			() => ({}) as never,
			[],
			'h',
			false,
			{ policy, weigh },
		);
		const [, told] = /everything \(~(\d+) tokens\)/.exec(instructions) ?? [];
		expect(Number(told)).toBe(Number(estimated(text, policy).toPrecision(2)));
	});

	it('spells three of the fields that were cut, and names all', () => {
		const cut = ['a', 'b.c', 'a', '', 'd', 'e', 'f', 'g', 'h'];
		expect(guide(cut, 'a[].b')).toEqual({
			kind: 'preview',
			truncatedFields: ['a', 'b.c', 'd', 'e', 'f', 'g', 'h'],
			handle: 'h',
			shape: 'a {b}',
			instructions:
				'read_result with this handle and {"fields":"a,b.c,d"} gives these fields whole; without fields, everything (~21 tokens). "query":"words" or JMESPath "select":"a[].b" asks all of it.',
		});
		expect(guide(['a'], undefined, true).instructions).toBe(
			'read_result with this handle and {"fields":"a"} gives these fields whole; without fields, everything (~21 tokens). "query":"words" or "select" (JMESPath) asks all of it; "startLine", "endLine": as text.',
		);
	});

	it('names fewer where they are long, and spells none that a call cannot name', () => {
		// As they are weighed here, 120 tokens are 480 characters with their quotation marks.
		const named = (...lengths: number[]) =>
			guide(lengths.map((length, at) => String(at).repeat(length))).truncatedFields?.length;
		expect([named(110, 110, 110, 110), named(110, 110, 110, 120, 4)]).toEqual([4, 5]);
		expect(guide(['a'.repeat(120), 'b'.repeat(121), 'c']).truncatedFields).toEqual([
			'a'.repeat(120),
			'c',
			'…',
		]);
		expect(guide(['a,b', '…']).instructions).toMatch(
			/^read_result with this handle gives everything \(~\d+ tokens\)\. /,
		);
		expect(guide(['a', 'b', 'c', 'd', 'e']).truncatedFields).not.toContain('…');
	});

	it('points at a text of several lines, whose lines can be searched', () => {
		expect(guide(['a', 'log']).instructions).toContain(
			', with "pointer":"/log" the lines of that text (~',
		);
		expect(guide(['in.a.b.c']).instructions).toContain('"pointer":"/in/a.b/c" the lines');
		for (const path of ['nope', 'in', 'in.a.b', 'in.a', 'log.a'])
			expect(guide(['a', path]).instructions).not.toContain('pointer');
	});

	it('points at no text by a key that is too long or cannot be said', () => {
		const pointed = (...keys: string[]) => {
			const value = keys.reduceRight<unknown>((inside, key) => ({ [key]: inside }), 'two\nlines');
			const tape = containerTape(JSON.stringify(value)) as Tape;
			const told = () => ({ shape: undefined, select: undefined });
			const means = { policy, weigh: () => ({ tokens: 0, bytes: 0 }) };
			const { instructions } = guideToObject(tape, told, [keys.join('.')], 'h', false, means);
			return instructions.includes('the lines of that text');
		};
		const keys = (length: number) => ['k'.repeat(100), 'l'.repeat(length)];
		expect([pointed('a b'), pointed('a', 'b')]).toEqual([true, true]);
		expect([pointed('a\u0007'), pointed('a,b')]).toEqual([false, false]);
		expect([pointed(...keys(19)), pointed(...keys(20))]).toEqual([true, false]);
	});

	it('spells an expression only where it is short', () => {
		const select = (length: number) =>
			guide(['a'], 'x'.repeat(length)).instructions.includes('"select":"x');
		expect([select(160), select(161)]).toEqual([true, false]);
	});

	it('says what to do where nothing could be kept', () => {
		expect(guide(['a'], 'a', true, null)).toEqual({
			...{ kind: 'preview', truncatedFields: ['a'] },
			instructions: expect.stringContaining('could not be kept'),
		});
	});
});

describe('the guide to a page', () => {
	const instructions = (result: Parameters<typeof answer>[0], limits = within(700)) => {
		const { outcome } = answer(result, limits);
		const told = outcome.place(outcome.positions.map(({ kind }) => kind)).content.at(-1)?.text;
		return String(/"instructions":"((?:[^"\\]|\\.)*)"/.exec(String(told))?.[1]).replaceAll(
			'\\"',
			'"',
		);
	};
	const long = 'word '.repeat(300);

	it('points at texts that are items, three at most, by keys that can be said', () => {
		const texts = [long, long, 'short', long, long];
		const give = (path: string) =>
			`read_result with this handle and {"pointer":"${path}/0"} gives that value whole (~400 tokens), and the same with "${path}/1" (~400 tokens), "${path}/3" (~400 tokens).`;
		expect(instructions(json(texts))).toContain(give(''));
		expect(instructions(json({ 'a/b': { 'c~d': texts } }))).toContain(give('/a~1b/c~0d'));
		expect(instructions(json({ ['n'.repeat(80)]: texts, x: 1 }))).toContain(
			'gives that value whole',
		);
		expect(
			instructions(
				json(Object.fromEntries(texts.concat(texts, texts).map((text, at) => [`k${at}`, [text]]))),
			),
		).toContain('read_result with this handle');
	});

	it('points at what stands around the list', () => {
		const rows = Array.from({ length: 30 }, (_, id) => ({ id, name: `row ${id}` }));
		const around = { 'a.b': { note: long }, other: { note: long }, third: { note: long } };
		expect(
			instructions(both({ ...around, rows: [...rows, ...rows, ...rows, ...rows] }), within(900)),
		).toContain(
			'read_result with nextCursor as its handle is the next page, {"pointer":"/a.b"} gives that value whole (~400 tokens), and the same with "/other" (~400 tokens).',
		);
	});

	it('points at nothing around the list that is as short as its pointer', () => {
		const rows = Array.from({ length: 90 }, (_, id) => ({ id, name: `row ${id}` }));
		const short = Object.fromEntries(
			Array.from({ length: 60 }, (_, at) => [`k${at}`, 'a word or two '.repeat(2)]),
		);
		const said = instructions(both({ ...short, rows, long: { note: long } }), within(900));
		expect(said).toContain('{"pointer":"/long"} gives that value whole (~400 tokens).');
		expect(said).not.toContain('"/k');
	});

	it('spells the fields of items, and what stands around them beside that', () => {
		const rows = Array.from({ length: 30 }, (_, id) => ({ id, name: `row ${id}`, note: long }));
		expect(instructions(both({ rows, other: { note: long } }), within(900))).toContain(
			'the next page, {"pointer":"/other"} gives that value whole (~400 tokens). "query":"words" or JMESPath "select":"rows[].id" asks all 30.',
		);
		const short = rows.slice(0, 20);
		expect(instructions(json(short))).toContain(
			`{"fields":"id,note"} gives those of these items. "query"`,
		);
	});

	it('says what to do where nothing could be kept', () => {
		const rows = Array.from({ length: 60 }, (_, id) => ({ id, name: `row ${id}` }));
		for (const value of [rows, rows.map((row) => ({ ...row, note: long }))]) {
			const { outcome } = answer(json([...value, ...value, ...value]), policy);
			const { summary } = JSON.parse(String(outcome.place(null).content.at(-1)?.text));
			expect(summary).toMatchObject({ kind: 'items', instructions: NOT_KEPT });
			expect(summary).not.toHaveProperty('handle');
		}
	});
});

it('tells lines only of what the server sent as a text', () => {
	const isTold = (structured: Structured, spread = false) =>
		isTextual({ frame: { structured, spread } });
	expect([isTold({ as: 'none' }), isTold({ as: 'carrier', key: 'a', rest: '{}' })]).toEqual([
		true,
		true,
	]);
	expect([
		isTold({ as: 'same' }),
		isTold({ as: 'keep', text: '{}' }),
		isTold({ as: 'none' }, true),
	]).toEqual([false, false, false]);
});

describe('an example for a list that an object holds', () => {
	const people = Array.from({ length: 9 }, (_, id) => ({ id, name: `n${id}` }));
	const told = (value: object) => objectShape(containerTape(JSON.stringify(value)) as Tape, weigh);

	it('begins where the list stands, where there is no room for its fields too', () => {
		const edges = people.map((node) => ({ node: { 'an.odd.name': node.name, id: node.id } }));
		expect(told({ organization_members_list: edges }).outline).not.toMatch(/^\[/);
		expect(told({ people }).outline).toBe('people[].name');
	});

	it('is one for each of two lists of objects, and for none of values beside them', () => {
		const { select, beside } = told({ tags: ['a', 'b'], people, others: people });
		expect([select, beside]).toEqual(['people[].id', 'others[].id']);
		expect(told({ tags: ['a', 'b'] }).select).toBe('length(tags)');
	});
});
