// Lists that are made to be told wrongly: rare values, keys of one item, values of all sorts, and names and texts that
// look like the notation itself.

/** A number from 0 to below 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
	let state = seed >>> 0 || 1;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

const NAMES = [
	...[
		'status',
		'state',
		'owner',
		'env',
		'kind',
		'total',
		'count',
		'score',
		'created_at',
		'updated',
	],
	...[
		'due',
		'note',
		'ok',
		'city',
		'priority',
		'also',
		'in',
		'a b',
		'x=1',
		'p; q',
		'…',
		'@',
		'π',
		'"',
		'a.b',
	],
	...['__proto__', 'id', 'name', 'labels', 'meta'],
];
const TEXTS = [
	...[
		'ok',
		'FAILED',
		'In Progress',
		'a×3',
		'x, y',
		'p; q',
		'k=v',
		'in 5',
		'…3 more',
		'null',
		'true',
		'7',
	],
	...[
		'',
		' ',
		'a  b',
		'tab\there',
		'quote "q"',
		'back\\slash',
		'3–4',
		'12 texts',
		'also x',
		'Ünïcode',
		'日本',
	],
	...[
		'e\u0301',
		'\u202eright',
		'\ud800',
		'a very long text that goes on',
		'a very long text that goes off',
	],
];
const NUMBERS = [0, -0, 1, 1, 2, 3, -5, 2.5, 1e-7, 99999, 2 ** 53, 1e21, 0.1];

type Make = (at: number) => unknown;

/** A list of items with a few fields, one of which has a rare value, is seldom there, or is of several sorts. */
export function madeList(seed: number): unknown[] {
	const random = randomOf(seed);
	const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
	const some = <T>(from: readonly T[], most: number): T[] =>
		Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(from));
	const count = 60 + Math.floor(random() * 240);
	const time = (): string => {
		const ms = 1.77e12 + Math.floor(random() * (random() < 0.2 ? 1e8 : 1e10));
		const iso = new Date(ms).toISOString();
		return pick([iso, iso, `${iso.slice(0, 19)}Z`, `${iso.slice(0, 19)}+02:00`, iso.slice(0, 19)]);
	};
	const sorts: readonly (() => Make)[] = [
		() => {
			const values = some(TEXTS, 6);
			return () => pick(values);
		},
		() => {
			const values = some(NUMBERS, 6);
			return () => pick(values);
		},
		() => () => Math.round(random() * 1e5) / 100,
		() => () => time(),
		() => () => new Date(1.7e12 + random() * 1e10).toISOString(),
		() => () => random() < 0.5,
		() => (at) => `text number ${at}`,
		() => () => some(TEXTS, 3),
		() => () => ({ name: pick(TEXTS), value: pick(NUMBERS) }),
		() => () => pick<unknown>([...TEXTS, ...NUMBERS, null, true, [], {}, [1], { a: 1 }]),
		() => () => null,
		() => {
			const value = pick<unknown>([...TEXTS, ...NUMBERS, true, null]);
			return () => value;
		},
	];
	const fields = new Map(some(NAMES, 9).map((name) => [name, pick(sorts)()]));
	const rare = Math.floor(random() * count);
	const odd = pick([...fields.keys()]);
	const lacks = random() < 0.5 ? pick([...fields.keys()]) : undefined;
	return Array.from({ length: count }, (_, at) => {
		const members = [...fields]
			.filter(([name]) => !(name === lacks && random() < 0.2))
			.map(([name, make]) => [
				name,
				at === rare && name === odd ? pick<unknown>([...TEXTS, null, 7]) : make(at),
			]);
		if (at === rare) members.push(['seldom', 'here']);
		const pad = ['padding', `padding that makes the list longer than an answer may be ${at}`];
		return JSON.parse(
			`{${[...members, pad].map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`,
		) as unknown;
	});
}
