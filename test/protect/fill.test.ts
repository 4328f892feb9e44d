// A summary uses the budget up: what leaves it unused although there is more to say has failed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shown } from '../../src/protect/frame';
import { estimate } from '../../src/protect/tokens/estimate';
import { countExact } from '../../src/protect/tokens/exact';
import { utf8Bytes } from '../../src/shared/utf8';
import { share, times } from '../fuzz-runs';
import { sent, policy as usual } from './answers';
import { json, seeded, text, texts, words } from './payloads';

const policy = { ...usual, firstAnswerTokens: { list: 4000, object: 4000, text: 4000 } };
const random = seeded(61);
const repeated = (text: string, chars: number): string =>
	text.repeat(Math.ceil(chars / text.length)).slice(0, chars);
const prose = (chars: number): string => words(random, Math.ceil(chars / 5.5));

const many = (count: number, make: (at: number) => unknown, key = 'field') =>
	Object.fromEntries(Array.from({ length: count }, (_, at) => [`${key}${at}`, make(at)]));
const lists = (count: number, length: number, item: (at: number) => unknown) => ({
	id: 'X',
	// Lists of one length would be columns.
	...many(count, (more) => Array.from({ length: length + more }, (_, at) => item(at)), 'list'),
});

const russian =
	'Компания сообщила сегодня, что количество бронирований на следующий месяц значительно выросло, а клиенты просят лучшего обслуживания. ';

const greek =
	'Η εταιρεία ανακοίνωσε σήμερα ότι οι κρατήσεις για τον επόμενο μήνα αυξήθηκαν σημαντικά, ενώ οι πελάτες ζητούν καλύτερες υπηρεσίες. ';
const hebrew =
	'החברה הודיעה היום כי ההזמנות לחודש הבא גדלו באופן משמעותי לעומת השנה שעברה, והלקוחות מבקשים שירות טוב יותר. ';

const things: Record<string, object> = {
	'thirty lists of sixty small objects': lists(30, 60, (id) => ({ id, name: `n${id}`, size: id })),
	'thirty lists of objects without an id': lists(30, 200, (a) => ({ a, b: { c: a } })),
	'three hundred lists': lists(300, 60, (id) => ({ id, name: `n${id}` })),
	'lists of numbers': lists(4, 3000, (at) => at * 1.5),
	'forty sections, four levels deep': {
		id: 'X',
		...many(40, () => ({ a: { b: { c: prose(2000) } } })),
	},
	'five levels of lists and objects': lists(10, 40, (id) => ({ a: [{ id, b: [{ c: 'x' }] }] })),
	'one name of 40,000 characters': { name: prose(40_000), status: 'ok' },
	'long keys with long values': { id: 'X', ...many(6, () => prose(3000), prose(3000)) },
	'addresses in Braille among prose': {
		id: 1,
		...many(20, () => ({ url: texts.braille?.(random, 600), note: prose(300) }), 'part'),
	},
	'control characters': { id: 1, text: repeated('\u0001\u0002\u0003', 20_000) },
	'null characters, in thirty fields': { id: 1, ...many(30, () => repeated('\0', 1000)) },
	'line ends': { id: 1, text: repeated('\n', 60_000) },
	spaces: { id: 1, text: repeated(' ', 60_000) },
	'quotes and backslashes in prose': {
		id: 1,
		text: repeated('say "no" to C:\\temp\\new ', 40_000),
	},
	'lone surrogates': { id: 1, text: texts.loneSurrogates?.(random, 20_000) },
	'Russian, in thirty fields': { id: 1, ...many(30, () => repeated(russian, 1000)) },
	'Russian, in one field': { id: 1, a: { b: repeated(russian, 40_000) } },
	'Greek, in thirty fields': { id: 1, ...many(30, () => repeated(greek, 1000)) },
	'Hebrew, in thirty fields': { id: 1, ...many(30, () => repeated(hebrew, 1000)) },
	'four thousand empty objects': many(4000, () => ({}), 'k'),
	'three items of Russian': Array.from({ length: 3 }, (_, id) => ({
		id,
		text: repeated(russian, 20_000),
	})),
	'four items with lists': Array.from({ length: 4 }, (_, id) => ({
		...lists(2, 400, (at) => ({ id: at, v: 'abc' })),
		id,
	})),
};

describe('a summary', () => {
	it.each(share(Object.entries(things), 2))(
		'fills the budget and holds it: %s',
		async (_, thing) => {
			const { answer } = sent(json(thing), {}, policy);
			const { text: all } = shown(answer);
			const { tokens } = await countExact(all);
			const fill = Math.max(
				Math.max(tokens, estimate(all)) / policy.tokenBudgetThreshold,
				utf8Bytes(all) / policy.hardByteLimit,
			);
			expect(fill).toBeGreaterThanOrEqual(0.6);
			expect(tokens).toBeLessThanOrEqual(policy.tokenBudgetThreshold);
			expect(utf8Bytes(all)).toBeLessThanOrEqual(policy.hardByteLimit);
			expect(() => JSON.parse(answer.content[0]?.text as string)).not.toThrow();
		},
	);

	it('holds the budget whatever JSON it is of', async () => {
		const leaf = fc.constantFrom<unknown>(null, true, false, '', {}, [], 0, 7, 42, 'a', 'ok');
		const key = fc.constantFrom('a', 'b', 'k', 'name', 'tags', 'x1');
		const { value } = fc.letrec<{ value: unknown }>((tie) => ({
			value: fc.oneof(
				{ depthSize: 'small' },
				leaf,
				fc.array(tie('value'), { maxLength: 4 }),
				fc.dictionary(key, tie('value'), { maxKeys: 4 }),
			),
		}));
		const shapes = fc.array(value, { minLength: 1, maxLength: 6 });
		await fc.assert(
			fc.asyncProperty(shapes, fc.boolean(), async (some, isList) => {
				const at = (index: number) => some[index % some.length];
				const all = isList ? lists(1, 4000, at) : many(4000, at, 'k');
				const { text: made } = shown(sent(json(all), {}, policy).answer);
				expect((await countExact(made)).tokens).toBeLessThanOrEqual(policy.tokenBudgetThreshold);
				expect(utf8Bytes(made)).toBeLessThanOrEqual(policy.hardByteLimit);
			}),
			{ numRuns: times(12, 40) },
		);
	});

	it('begins with the identifying fields, wherever they stand and however much else there is', () => {
		// Thirty lists of sixty objects came down to {"…":"+31"}.
		const made = (thing: object) =>
			JSON.parse(sent(json(thing), {}, policy).answer.content[0]?.text as string);
		expect(
			Object.entries(made(things['thirty lists of sixty small objects'] as object))[0],
		).toEqual(['id', 'X']);
		const dictionary = { ...many(20_000, (at) => at), id: 'LAST' };
		expect(made(dictionary).id).toBe('LAST');
		expect(made({ [prose(20_000)]: prose(20_000), status: 'open' }).status).toBe('open');
	});

	it('says what it leaves out, however deep, and of a list as well', () => {
		// An object four levels down, and a list where nothing is paged, lost most of it without a word.
		const deep = { a: { b: { c: { d: many(2_000, (at) => at) } } } };
		const list = Array.from({ length: 5_000 }, (_, at) => at);
		for (const thing of [deep, list]) {
			const made = sent(json(thing), {}, { ...policy, pagination: false });
			expect(made.positions).toEqual([{ kind: 'whole', offset: 0, limit: 0 }]);
			expect(made.answer.content[1]?.text).toContain('gives');
		}
	});

	it('keeps long keys that begin alike apart', () => {
		const key = prose(9000);
		const thing = { [`${key}a`]: 1, [`${key}b`]: 2, [`${key}c`]: 3 };
		const data = JSON.parse(sent(json(thing), {}, policy).answer.content[0]?.text as string);
		const cut = Object.entries(data).filter(([name]) => name.includes('… [+'));
		expect(cut.map(([, value]) => value)).toEqual([1, 2, 3]);
	});

	it('cuts a number too long to be one as a text, and keeps the spelling of others', () => {
		const made = sent(text(`{"id":1.0,"huge":${'7'.repeat(20_000)}}`), {}, policy);
		const body = made.answer.content[0]?.text as string;
		expect(body).toMatch(/^\{"id":1\.0,"huge":"7{100,}… \[\+\d+ chars; fields=\\"huge\\"\]"/);
	});
});
