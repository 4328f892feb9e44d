// Tests of how much a field tells: by its name, its values, and where it stands. What is compared are roles and merits,
// which decide the order in which fields are shown.
import { describe, expect, it } from 'vitest';
import { profileOf } from '../../../src/protect/selection/profile';
import { judged } from '../../../src/protect/selection/scores';
import { containerTape } from '../../../src/shared/json/parse';
import { times } from '../shown/payloads';

const leavesOf = (items: readonly object[], essential: string[] = []) => {
	const tape = containerTape(JSON.stringify(items));
	if (!tape) throw new Error('no JSON');
	const leaves = judged(profileOf(tape, tape.children(0)), { essential: new Set(essential) });
	return leaves.map(({ path, role, merit }) => `${path} ${role} ${Number(merit.toFixed(1))}`);
};
const word = (at: number): string => `w${'abcdefghij'[at]}`;
/** Of ten items, each with one field. */
const judge = (name: string, value: (at: number) => unknown, count = 10): string =>
	leavesOf(times(count, (at) => ({ [name]: value(at) })))[0]?.slice(name.length + 1) ?? '';
const each = (make: (at: number) => object, essential?: string[]) =>
	leavesOf(times(10, make), essential);

describe('the values of a field without a telling name', () => {
	it.each<[string, string, ((at: number) => unknown)[]]>([
		[
			'words',
			'none 36',
			[word, (at) => `wsx://${at}`, (at) => `xhttp://${at}`, (at) => `http//${at}`],
		],
		['several words', 'none 46', [(at) => `two ${word(at)}`]],
		['numbers', 'none 36', [(at) => at]],
		[
			'addresses',
			'none 4.3',
			['https://', 'http://', 'HTTP://', 'ftp://', 'ws:', 'wss:', 'git:', 'ssh:', 'mailto:'].map(
				(begin) => (at: number) => `${begin}${at}`,
			),
		],
		[
			'dates',
			'when 68.2',
			[
				(at) => `2026-01-1${at}`,
				(at) => `2026-01-1${at}T10:00`,
				(at) => `2026-01-1${at} 10:00`,
				(at) => `${at} Mar 2026`,
				(at) => `1${at} Mar 2026 at ten`,
				(at) => `Mon, ${at} Mar`,
				(at) => `2026-01-1${at} 10:00${'x'.repeat(24)}`,
			],
		],
		[
			'what is almost a date',
			'none 36',
			[
				(at) => `2026-01-1${at}Tx`,
				(at) => `2026-01-1${at}x`,
				(at) => `2026-1-1${at}`,
				(at) => `x2026-01-1${at}`,
			],
		],
		[
			'what is almost a date in words',
			'none 46',
			[
				(at) => `11${at} Mar 2026`,
				(at) => `${at} mar 2026`,
				(at) => `${at} March 2026`,
				(at) => `Monday, ${at} Mar`,
				(at) => `Mon ${at} Mar`,
				(at) => `x Mon, ${at} Mar`,
				(at) => `Mon, x${at}`,
				(at) => `2026-01-1${at} 10:00${'x'.repeat(25)}`,
			],
		],
		[
			'what nobody reads',
			'none 5.4',
			[
				(at) => `a1b2c3d4e5f6a7b8c9d${at}`,
				(at) => `ab-123456789012345678${at}`,
				(at) => `12-ab-cd-3456789012345${at}`,
				(at) => `1234-abc-de-1234567890${at}`,
				(at) => `a1+/=.:-_b2c3d4e5f6g7${at}`,
				(at) => `1abc-12345678901234567${at}`,
			],
		],
		[
			'one long word',
			'none 36',
			[
				(at) => `a1b2c3d4e5f6a7b8c9${at}`,
				(at) => `abcdefghijklmnopqrstu${word(at)}`,
				(at) => `1234567890123456789${at}`,
				(at) => `a1b2c3d4e5f6a7b8c9!d${at}`,
				(at) => `abc-123456789012345678${at}`,
				(at) => `ABC_123456789012345678${at}`,
				(at) => `1234-abc-def-1234567890${at}`,
			],
		],
	])('are %s', (_, judgement, makes) => {
		expect(makes.map((make) => [make(1), judge('v', make)])).toEqual(
			makes.map((make) => [make(1), judgement]),
		);
	});

	it('count where most are of a sort', () => {
		const some = (count: number, make: (at: number) => string) =>
			judge('v', (at) => (at < count ? make(at) : word(at)));
		const address = (at: number) => `http://${at}`;
		const date = (at: number) => `2026-01-1${at}`;
		const hash = (at: number) => `a1b2c3d4e5f6a7b8c9d${at}`;
		const text = (at: number) => `two ${word(at)}`;
		expect([some(7, address), some(8, address)]).toEqual(['none 36', 'none 4.3']);
		expect([some(8, date), some(9, date)]).toEqual(['none 36', 'when 68.2']);
		expect([some(7, hash), some(8, hash)]).toEqual(['none 36', 'none 5.4']);
		expect([some(5, text), some(6, text)]).toEqual(['none 36', 'none 46']);
	});

	it('tell less of one item where they are two', () => {
		expect([judge('v', (at) => at % 2 === 0), judge('state', (at) => at % 2 === 0)]).toEqual([
			'none 19',
			'status 64',
		]);
		expect(each((at) => ({ w: at, ...(at % 2 ? { v: word(at) } : {}) }))).toEqual([
			'w none 36',
			'v none 27',
		]);
		expect(each((at) => ({ a: null, b: [], v: at }))).toEqual([
			'v none 36',
			'a none 0',
			'b none 0',
		]);
	});
});

describe('what identifies an item', () => {
	it('is worth less where it is an address, long, or unreadable', () => {
		expect(judge('id', (at) => at)).toBe('identity 100');
		expect(judge('id', (at) => `http://a/${at}`)).toBe('identity 50');
		expect(judge('id', (at) => `${'xy '.repeat(19)}${at}`)).toBe('identity 100');
		expect(judge('id', (at) => `${'xy '.repeat(19)}x${at}`)).toBe('identity 40');
		expect(judge('id', (at) => `${'a1'.repeat(15)}x${at}`)).toBe('identity 100');
		expect(judge('id', (at) => `${'a1'.repeat(16)}${at}`)).toBe('identity 80');
		expect(judge('uuid', (at) => at)).toBe('identity 80');
	});

	it('is a key that is never the same, where nothing is called an identity', () => {
		expect(judge('user_id', (at) => at)).toBe('identity 95');
		expect(judge('commit_hash', word)).toBe('identity 95');
		expect(judge('url', word)).toBe('noise 6');
		expect(judge('user_id', (at) => `${'x'.repeat(57)}${at}`)).toBe('identity 95');
		expect(judge('user_id', (at) => `${'x'.repeat(58)}${at}`)).toBe('link 30');
		expect(judge('user_id', (at) => at % 9)).toBe('link 29.6');
		expect(judge('user_ids', (at) => [at])).toBe('link 23.3');
		expect(each((at) => ({ user_id: at, id: at }))).toEqual(['id identity 100', 'user_id link 30']);
	});
});

it('what is essential comes first, and what is below it', () => {
	const make = (at: number) => ({ a: { b: at, c: { d: at } }, e: [{ f: at }] });
	expect(each(make, ['a.c'])[0]).toBe('a.c.d none 997');
	expect(each(make, ['d', 'e.f']).slice(0, 2)).toEqual(['a.c.d none 997', 'e.f none 997']);
});

it('some names of a sort say more than others', () => {
	expect(
		each((at) => ({
			...{ assignee: word(at), reporter: word(at) },
			...{ total: at, price: at % 5, subtotal: at, item_count: at },
			...{ date: at, created_at: at, updated_at: at },
			...{ status: word(at), priority: word(at) },
			...(at % 2 ? { user: word(at) } : {}),
		})),
	).toEqual([
		...['status status 80', 'assignee who 74', 'priority status 73.6', 'total amount 70'],
		...['reporter who 68.8', 'user who 66.6', 'price amount 64.8', 'date when 60'],
		...['subtotal amount 59.5', 'created_at when 54.6', 'item_count amount 52.5'],
		'updated_at when 48',
	]);
});

it('few texts that come again and again sort things, whatever they are called', () => {
	const sorted = (sorts: number, count: number) =>
		judge('foo', (at) => word(at % sorts), count).split(' ')[0];
	expect([sorted(2, 6), sorted(8, 24)]).toEqual(['kind', 'kind']);
	expect([sorted(1, 10), sorted(9, 40), sorted(8, 23)]).toEqual(['none', 'none', 'none']);
	expect(judge('foo', (at) => at % 2, 20)).toMatch(/^none/);
});

describe('a field within another', () => {
	/** Most of an item is elsewhere. */
	const beside = (make: (at: number) => object) =>
		each((at) => ({ pad: 'x'.repeat(400), ...make(at) })).filter((leaf) => !leaf.startsWith('pad'));

	it('says what that is, if its own name says little', () => {
		expect(
			beside((at) => ({
				owner: {
					...{ name: word(at), id: at, mail: word(at), time_zone: word(at) },
					...{ created_at: at, total: at, owner: word(at) },
				},
			})),
		).toEqual([
			...['owner.name who 71.8', 'owner.owner who 71.8', 'owner.total amount 64.4'],
			...['owner.created_at when 32.7', 'owner.id who 30.6', 'owner.time_zone where 29'],
			'owner.mail none 18',
		]);
		expect(beside((at) => ({ message: { title: word(at), value: word(at) } }))).toEqual([
			...['message.title title 92.1', 'message.value text 75.7'],
		]);
		expect(beside((at) => ({ id: { name: word(at) }, user_id: { name: word(at) } }))).toEqual([
			...['id.name title 92.1', 'user_id.name title 66.5'],
		]);
	});

	it('is worth less where that has no telling name, or is of no use', () => {
		expect(
			beside((at) => ({ foo: { name: word(at), title: word(at), value: at, status: word(at) } })),
		).toEqual([
			...['foo.name title 66.5', 'foo.title title 66.5', 'foo.status status 60'],
			'foo.value amount 49',
		]);
		expect(beside((at) => ({ url: { name: word(at), total: at } }))).toEqual([
			...['url.total amount 14', 'url.name noise 6'],
		]);
		expect(beside((at) => ({ foo: { owner: { name: word(at), note: word(at) } } }))).toEqual([
			...['foo.owner.name who 64.6', 'foo.owner.note text 29.3'],
		]);
	});

	it('is its own where that is an envelope', () => {
		const inner = (at: number) => ({ name: word(at), id: at });
		const own = (name: string) => [`${name}.id identity 98.5`, `${name}.name title 93.6`];
		expect(beside((at) => ({ fields: inner(at) }))).toEqual(own('fields'));
		expect(each((at) => ({ foo: inner(at) }))).toEqual(own('foo'));
	});

	it('says who also where most of an item is said of them', () => {
		expect(each((at) => ({ user: { name: word(at), id: at, bio: 'x'.repeat(99) } }))).toEqual([
			...['user.name who 71.8', 'user.bio text 33.7', 'user.id who 30.6'],
		]);
	});

	it('is worth less as one of several', () => {
		expect(beside((at) => ({ foo: [{ id: at, total: at }] }))).toEqual([
			...['foo.total amount 44.8', 'foo.id link 16.8'],
		]);
		expect(beside((at) => ({ foo: [{ id: at }, { id: at }] }))).toEqual(['foo.id link 9.7']);
		expect(beside((at) => ({ tags: [word(at)] }))).toEqual(['tags kind 41.9']);
		const alike = (count: number, more = {}) =>
			beside((at) => ({
				foo: {
					...Object.fromEntries(times(count, (to) => [`k${word(to)}`, { name: word(at) }])),
					...more,
				},
			})).find((each) => each.startsWith('foo.kwa'));
		expect([alike(9), alike(8), alike(7, { x: 1, y: 2, z: 3 }), alike(8, { x: 1, y: 2 })]).toEqual([
			'foo.kwa.name title 18',
			'foo.kwa.name title 59.9',
			'foo.kwa.name title 59.9',
			'foo.kwa.name title 18',
		]);
	});
});
