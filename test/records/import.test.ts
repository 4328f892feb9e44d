// Parsing an import: the same records however the text arrives, and faults that name their line.
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type ImportFormat, recordParser } from '../../src/records/import';
import { FieldCollector, MAX_RECORD } from '../../src/records/record';

/** Parses a text that comes in these pieces. */
function parse(format: ImportFormat, pieces: readonly string[]) {
	const parser = recordParser(format);
	const values: unknown[] = [];
	const collector = new FieldCollector();
	for (const piece of pieces) {
		const read = parser.push(piece);
		if (!read.ok) return read.error;
		for (const { json, id } of read.value) {
			collector.add(JSON.parse(json));
			values.push({ id, json });
		}
	}
	const last = parser.end();
	for (const { json } of last.ok ? last.value : []) collector.add(JSON.parse(json));
	expect(parser.fields).toEqual(collector.fields);
	return last.ok ? [...values, ...last.value.map(({ id, json }) => ({ id, json }))] : last.error;
}

const whole = (format: ImportFormat, text: string) => parse(format, [text]);

/** Cuts a text at these places. */
const cut = (text: string, places: readonly number[]): string[] => {
	const at = [0, ...places.map((place) => place % (text.length + 1)), text.length].sort(
		(a, b) => a - b,
	);
	return at.slice(1).map((end, index) => text.slice(at[index], end));
};

const places = fc.array(fc.nat(100_000), { maxLength: 12 });
const record = fc
	.tuple(
		fc.oneof(
			fc.nat(),
			fc.string({ minLength: 1, maxLength: 8 }).filter((id) => !/\p{Cc}/u.test(id)),
		),
		fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 3 }), {
			maxKeys: 4,
			noNullPrototype: true,
		}),
	)
	.map(([id, rest]) => ({ ...rest, id }));
const cell = fc.oneof(
	fc.string({ maxLength: 8 }),
	fc.constantFrom(
		'12',
		'-1.50',
		'007',
		'true',
		'a,b',
		'say "hi"',
		'two\nlines',
		'two\r\nlines',
		'',
	),
);

/** A cell as RFC 4180 writes it. */
const quoted = (text: string): string =>
	/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

describe('cut anywhere, a text gives the same records', () => {
	it('as a JSON array, packed or indented', () => {
		fc.assert(
			fc.property(fc.array(record, { maxLength: 6 }), fc.nat(3), places, (records, indent, at) => {
				const text = JSON.stringify(records, null, indent);
				const expected = records.map((each) => ({
					id: String(each.id),
					json: JSON.stringify(each),
				}));
				expect(parse('json', cut(text, at))).toEqual(expected);
			}),
		);
	});

	it('as NDJSON, with empty lines and either line end', () => {
		fc.assert(
			fc.property(
				fc.array(record, { maxLength: 6 }),
				fc.constantFrom('\n', '\r\n', '\n\n'),
				places,
				(records, end, at) => {
					const text = records.map((each) => JSON.stringify(each) + end).join('');
					const expected = records.map((each) => ({
						id: String(each.id),
						json: JSON.stringify(each),
					}));
					expect(parse('ndjson', cut(text, at))).toEqual(expected);
				},
			),
		);
	});

	it('as CSV, with quotes, commas and line ends in cells', () => {
		fc.assert(
			fc.property(
				fc.array(fc.tuple(cell, cell), { maxLength: 6 }),
				fc.constantFrom('\n', '\r\n', '\r'),
				places,
				(rows, end, at) => {
					const lines = rows.map((cells, index) => [`r${index}`, ...cells].map(quoted).join());
					const text = ['id,a,b', ...lines].map((line) => line + end).join('');
					const parsed = parse('csv', cut(text, at));
					expect(parsed).toEqual(whole('csv', text));
					const values = (parsed as { json: string }[]).map(({ json }) => JSON.parse(json));
					expect(values.map(({ a, b }) => [String(a ?? ''), String(b ?? '')])).toEqual(
						rows.map((cells) =>
							cells.map((text) => (/^-1\.50$/.test(text) ? '-1.5' : asNumber(text))),
						),
					);
				},
			),
		);
	});

	it('also when it is broken: the same fault at the same line', () => {
		fc.assert(
			fc.property(
				fc.constantFrom<ImportFormat>('json', 'ndjson', 'csv'),
				fc.string({
					unit: fc.constantFrom('{', '}', '[', ']', '"', ',', '\n', '\r', ':', '1', 'id', '\\'),
				}),
				places,
				(format, text, at) => {
					expect(parse(format, cut(text, at))).toEqual(whole(format, text));
				},
			),
		);
	});
});

/** A number's spelling after a round through JSON. */
const asNumber = (text: string): string =>
	/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? String(Number(text)) : text;

describe('a fault names its line', () => {
	it.each<[ImportFormat, string, number, string]>([
		['json', '{"id":1}', 1, 'begins with ['],
		['json', '[{"id":1},\n{"id":2},\n{"name":"x"}]', 3, 'no id'],
		[
			'json',
			'[\n {\n  "id": 1,\n  "a": x\n }\n]',
			4,
			'not valid JSON: texts stand in double quotes (column 8)',
		],
		['json', '[{"id":1},\n]', 2, 'missing'],
		['json', '[{"id":1}\n', 2, 'does not end'],
		['json', '[{"id":1}]\n\nmore', 3, 'after the end'],
		['json', '[1]', 1, 'must be an object'],
		['json', '', 1, 'nothing to import'],
		['ndjson', '{"id":1}\n\n{"id":}\n', 3, 'a value is missing (character 7 of the record)'],
		['ndjson', '{"id":1}\n{"id":[]}', 2, 'text or a number'],
		['csv', 'id,a\n1,2\n2\n', 3, '1 cells, the header has 2'],
		['csv', 'id,a\n1,"x\ny"\n2,3,4\n', 4, '3 cells'],
		['csv', 'name\nx\n', 1, 'no column "id"'],
		['csv', 'id,id\n', 1, 'twice'],
		['csv', 'id\nab"c\n', 2, 'quote'],
		['csv', 'id\n"abc\n', 2, 'does not end'],
		['csv', 'id\n"a"b\n', 2, 'closing quote'],
		['ndjson', `{"id":1,"a":"${'x'.repeat(MAX_RECORD)}"}`, 1, 'larger than'],
		['ndjson', `{"id":1,"a":${'['.repeat(80)}${']'.repeat(80)}}`, 1, 'deeper than'],
	])('%s %#', (format, text, line, message) => {
		expect(whole(format, text)).toMatchObject({ line, message: expect.stringContaining(message) });
	});
});

it('never keeps more than a record that does not end', () => {
	const parser = recordParser('json');
	parser.push('[{"id":"');
	let pushes = 0;
	while (pushes < 1_000 && parser.push('x'.repeat(65_536)).ok) pushes++;
	expect(pushes).toBeLessThan(40);
});

it('keeps numbers as they are spelled, and a byte order mark out', () => {
	expect(whole('ndjson', '\ufeff{"id": 12345678901234567890, "x": 1.50}')).toEqual([
		{ id: '12345678901234567890', json: '{"id":12345678901234567890,"x":1.50}' },
	]);
	expect(whole('csv', '\ufeffid,zip,price,ok\r\n7,01234,9.90,true\r\n')).toEqual([
		{ id: '7', json: '{"id":7,"zip":"01234","price":9.90,"ok":true}' },
	]);
});

// The first "id" of the text counted, wherever it stood.
it('knows large ids by their own spelling, not by that of an id inside the record', () => {
	const within = '{"of":{"id":9007199254740995},"id":9007199254740996}';
	expect(whole('ndjson', `${within}\n{"id":1e400}`)).toEqual([
		{ id: '9007199254740996', json: within },
		{ id: '1e400', json: '{"id":1e400}' },
	]);
});

it('looks at a unit anew once it is twice as long, in however small parts it comes', () => {
	let looked = 0;
	const { indexOf } = String.prototype;
	const counted = vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (
		this: string,
		...sought
	) {
		looked += this.length - (sought[1] ?? 0);
		return indexOf.apply(this, sought);
	});
	try {
		const parser = recordParser('ndjson');
		parser.push('{"id":1,"a":"');
		for (let at = 0; at < 4_000; at++) parser.push('x'.repeat(64));
		expect(parser.push('"}\n').ok && parser.end().ok).toBe(true);
	} finally {
		counted.mockRestore();
	}
	expect(looked).toBeGreaterThan(4_000 * 64);
	expect(looked).toBeLessThan(4 * 4_000 * 64);
});

it('counts no blanks before a list, or before one of its records, as a record', () => {
	const blanks = ' \r\n'.repeat(1_000_000);
	const pieces = `${blanks}[${blanks}{"id":1},${blanks}{"id":2}]${blanks}`.match(
		/[\s\S]{1,65536}/g,
	);
	expect(parse('json', pieces ?? [])).toEqual([
		{ id: '1', json: '{"id":1}' },
		{ id: '2', json: '{"id":2}' },
	]);
	expect(
		parse('json', (`${blanks}[${blanks}1]`.match(/[\s\S]{1,65535}/g) ?? []) as string[]),
	).toEqual({
		...{ line: 2_000_001, message: 'a record must be an object' },
	});
});
