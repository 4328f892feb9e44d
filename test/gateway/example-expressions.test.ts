// The expression that a first answer gives as an example runs on the very result it is about, and
// finds something there.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { select, treeOf } from '../ask/in-one-go';
import { times } from '../fuzz-runs';
import { call, gatewayOf, scripted } from './gateway';

/** The examples of the first answer to this JSON: one that filters, one that counts by groups; none where it gives none. */
const examplesOf = async (source: string): Promise<readonly string[]> => {
	const { source: tools } = scripted('up', {
		get: { answer: () => ({ content: [{ type: 'text', text: source }] }) },
	});
	const answer = await call(gatewayOf({ sources: [tools] }), 'up__get', {});
	const said = answer.content.map((block) => String(block.text)).join('\n');
	for (const [, object] of said.matchAll(/"instructions":("(?:[^"\\]|\\.)*")/g)) {
		const told = /"select":("(?:[^"\\]|\\.)*")(?: or ("(?:[^"\\]|\\.)*"))?/.exec(
			JSON.parse(object as string) as string,
		);
		if (told) return told.slice(1).flatMap((each) => (each ? [JSON.parse(each) as string] : []));
	}
	return [];
};

const runs = (expression: string, source: string): string => {
	const tree = treeOf(source);
	if (!tree) throw new Error('not JSON');
	const selected = select(expression, { tree, complete: true });
	return selected.ok ? selected.value.result : `${expression} fails: ${selected.error}`;
};

const folder = resolve('../shared/fixtures/api');
const files = existsSync(folder)
	? Object.keys(JSON.parse(readFileSync(resolve(folder, 'manifest.json'), 'utf8')) as object)
	: [];

describe.skipIf(files.length === 0)('each example', () => {
	it.each(files)('for %s finds something', async (file) => {
		const source = readFileSync(resolve(folder, file), 'utf8');
		const examples = await examplesOf(source);
		expect(examples).not.toEqual([]);
		for (const example of examples)
			expect(runs(example, source)).not.toMatch(/^(?:.* fails: .*|null|\[\]|\{\}|0)$/s);
	});
});

const ODD = [
	'@type',
	'a b',
	'x-y',
	'it"s',
	"o'clock",
	'a.b',
	'back\\slash',
	'ключ',
	'0',
	'',
	'$ref',
];
const PLAIN = ['id', 'status', 'name', 'total', 'not', 'and', 'null', 'true', 'let', 'in', 'items'];
const key = fc.constantFrom(...ODD, ...PLAIN, '__proto__', 'line\nbreak', '\u2028', '😀');
const scalar = fc.oneof(
	fc.constantFrom<unknown>('open', 'closed', "it's", 'a"b', '5', 'true', '', null, 5, 1.5, true),
	fc.string({ maxLength: 30 }),
	fc.integer(),
);
const record = fc.dictionary(key, scalar, { minKeys: 1, maxKeys: 6 });
const keys = fc.uniqueArray(key, { minLength: 1, maxLength: 5 });
/** Makes every document long enough to be cut. */
const filler = { remark: 'word '.repeat(60) };
/** Items with fields in common, some with few values. */
const items = keys.chain((names) =>
	fc.array(
		fc.tuple(...names.map(() => fc.oneof(scalar, record))).map((values) => ({
			...Object.fromEntries(names.map((name, at) => [name, values[at]])),
			...filler,
		})),
		{ minLength: 20, maxLength: 60 },
	),
);
const long = { note: 'word '.repeat(900) };
const documents = fc.oneof(
	items,
	fc.tuple(key, items).map(([name, list]) => ({ [name]: list })),
	fc.tuple(key, key, items).map(([a, b, list]) => ({ ok: true, [a]: { [b]: list } })),
	// Maps from a name to an object.
	fc
		.tuple(
			fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 30, maxLength: 60 }),
			items,
		)
		.map(([names, list]) =>
			Object.fromEntries(names.map((name, at) => [name, list[at % list.length]])),
		),
	fc
		.tuple(
			key,
			fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 30, maxLength: 60 }),
			items,
		)
		.map(([outer, names, list]) => ({
			[outer]: Object.fromEntries(names.map((name, at) => [name, list[at % list.length]])),
		})),
	fc
		.tuple(key, items, items)
		.map(([name, some, more]) => ({ ...long, [name]: some.slice(0, 5), more })),
);

describe('the example for generated data', () => {
	it('always runs, whatever the keys are', async () => {
		await fc.assert(
			fc.asyncProperty(documents, async (document) => {
				const source = JSON.stringify(document);
				for (const example of await examplesOf(source)) {
					const found = runs(example, source);
					expect(found).not.toMatch(/ fails: /);
					const { length } = Object.keys(JSON.parse(found));
					if (example.startsWith('count_by(')) expect(length).toBeGreaterThan(1);
				}
			}),
			{ numRuns: times(20, 300) },
		);
	});
});
