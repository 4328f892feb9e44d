import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readMessages, readToolAnswer } from '../../../../src/adapters/mcp/upstream/answer';

const RUNS = Number(process.env.ANSWER_RUNS ?? 400);
/** Long or short, of quotes, backslashes, controls, halves of characters and what looks like a member. */
const text = fc
	.tuple(
		fc.array(
			fc.constantFrom('"', '\\', '\n', 'é', '\ud83d\ude00', '\ud800', 'a', '"text":"', '"}]', ' '),
			{
				maxLength: 30,
			},
		),
		fc.constantFrom(1, 40, 700),
		fc.constantFrom('', '\\', '"', '\\\\"', '.'),
	)
	.map(([signs, times, end]) => signs.join('').repeat(times) + end);
const block = fc.oneof(
	text.map((one) => ({ type: 'text', text: one })),
	text.map((one) => ({ text: one, type: 'text', _meta: { text: one.slice(0, 3) } })),
	text.map((one) => ({ type: 'resource', resource: { uri: 'a:b', text: one } })),
	fc.constant({ type: 'image', data: 'AA==', mimeType: 'image/png' }),
);
const message = fc
	.tuple(fc.array(block, { maxLength: 4 }), fc.option(text), fc.constantFrom(undefined, 1))
	.map(([content, inside, space]) =>
		JSON.stringify(
			{
				...{ jsonrpc: '2.0', id: 1 },
				result: { content, ...(inside !== null && { structuredContent: { text: inside } }) },
			},
			null,
			space,
		),
	);

/** Reads the result of a message; undefined where the message is refused. */
function read(source: string | Uint8Array) {
	const messages = readMessages(source);
	if (!messages.ok || messages.value.length !== 1 || !messages.value[0]) return undefined;
	const answer = readToolAnswer(messages.value[0]);
	return answer.ok && answer.value.kind === 'result' ? answer.value.result : undefined;
}

it('reads every text as JSON.parse does, however long', () => {
	fc.assert(
		fc.property(message, (source) => {
			const { content, structuredContent } = JSON.parse(source).result;
			const got = read(source);
			expect(got?.content).toEqual(content);
			expect(got?.structured && JSON.parse(got.structured)).toEqual(structuredContent);
		}),
		{ numRuns: RUNS },
	);
});

it('takes no text that JSON.parse refuses, and each that it takes, wherever a sign of a message is changed', () => {
	fc.assert(
		fc.property(
			message,
			fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
			fc.constantFrom('"', '\\', '\n', ',', '{', '', 'x', '\\u12', ':'),
			(source, place, sign) => {
				const at = Math.floor(place * source.length);
				const changed = source.slice(0, at) + sign + source.slice(at + 1);
				let parsed: unknown;
				try {
					parsed = JSON.parse(changed);
				} catch {
					expect(readMessages(changed).ok).toBe(false);
					return;
				}
				expect(readMessages(changed).ok).toBe(typeof parsed === 'object' && parsed !== null);
				const got = read(changed);
				const { result } = parsed as { result?: { content?: unknown } };
				if (got) expect(got.content).toEqual(result?.content ?? []);
			},
		),
		{ numRuns: RUNS },
	);
});

const sequence = fc.constantFrom(
	...[
		'"',
		'\\"',
		'\\n',
		'\\/',
		'\\u00e9',
		'\\u20AC',
		'\\ud83d\\ude00',
		'\\ud83d',
		'\\ude00',
		'\\u',
		'\\u00g0',
	],
	...[
		'\\x',
		'\\',
		'é',
		'€',
		'😀',
		'\ufeff',
		'\n',
		'a',
		'text',
		'\\u0000',
		'\\u007f',
		'\\u0080',
		'\\u07ff',
		'\\u0800',
		'\\uffff',
	],
);
const byte = fc.integer({ min: 0x80, max: 0xff }).map((one) => [one]);

it('reads bytes as JSON.parse reads their text, and refuses what it refuses, whatever stands in them', () => {
	const encoder = new TextEncoder();
	const piece = fc.oneof(
		{ weight: 9, arbitrary: sequence.map((text) => [...encoder.encode(text)]) },
		{ weight: 1, arbitrary: byte },
	);
	const shape = fc.constantFrom(
		...['{"type":"text","text":"', '{"type":"resource","resource":{"uri":"a:b","text" : "'],
		'{"text":"é","type":"text","text":"',
	);
	const around = fc.constantFrom('', '\ufeff', ' ');
	fc.assert(
		fc.property(
			fc.array(piece, { maxLength: 9 }),
			shape,
			around,
			around,
			(pieces, open, first, last) => {
				const begin = `${first}{"jsonrpc":"2.0","id":1,"result":{"content":[${open}${'.'.repeat(2_000)}`;
				const end = `"${open.includes('resource') ? '}' : ''}}]${last}}}`;
				const bytes = new Uint8Array([
					...encoder.encode(begin),
					...pieces.flat(),
					...encoder.encode(end),
				]);
				let content: unknown;
				try {
					content = JSON.parse(new TextDecoder().decode(bytes)).result.content;
				} catch {
					expect(readMessages(bytes).ok).toBe(false);
					return;
				}
				expect(read(bytes)?.content).toEqual(content);
			},
		),
		{ numRuns: 5 * RUNS },
	);
});

it('takes a text in two members of one name, or outside of content, as JSON.parse does', () => {
	const long = JSON.stringify('é"\\'.repeat(3_000));
	const short = '{"type":"text","text":"b"}';
	for (const content of [
		`[{"type":"text","text":${long},"text":"b"}]`,
		`[{"type":"text","text":"b","text":${long}}]`,
		`[{"type":"text","resource":{"text":${long}},"text":"b"}]`,
		`[{"type":"text","text":${long}}],"content":[${short}]`,
		`[${short}],"_meta":{"text":${long}}`,
		`[${short},{"type":"resource","resource":{"uri":"u","text":${long},"blob":{"text":${long}}}}]`,
	]) {
		const source = `{"jsonrpc":"2.0","id":1,"result":{"content":${content}}}`;
		expect(read(source)?.content).toEqual(JSON.parse(source).result.content);
	}
});
