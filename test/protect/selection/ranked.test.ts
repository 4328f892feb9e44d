// Tests of the fields of real kinds of records that are told first, and of what is said of all: kept beside this test
// (`ranked/NAME.txt`), read by whoever changes it. `npx vitest -u test/protect/choose` writes what is told now.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listOf } from '../../../src/protect/list-choice';
import { objectShape } from '../../../src/protect/selection/describe';
import { Selector } from '../../../src/protect/selection/selector';
import { containerTape } from '../../../src/shared/json/parse';
import { policy } from '../answers';
import { BASE64, order, prose, times } from '../shown/payloads';
import { described } from './described';

const weigh = (text: string) => ({ tokens: text.length / 4, bytes: text.length });
const pick = <T>(values: readonly T[], at: number): T => values[at % values.length] as T;
const hash = (at: number): string => `${1_000 + at}9f86d081884c7d659a2feaa0c55ad015a3bf`;

const LISTS: Readonly<Record<string, unknown>> = {
	orders: times(30, order),
	issues: times(20, (at) => ({
		url: `https://api.example.com/repos/x/issues/${at}`,
		id: 1_000_000 + at * 37,
		node_id: hash(at),
		number: 90 - at,
		title: `${pick(['Crash', 'Slow', 'Typo'], at)} in part ${at}`,
		user: {
			login: pick(['ana', 'ben', 'cy'], at),
			id: 40 + (at % 3),
			avatar_url: `https://img.example.com/${at}`,
		},
		labels: times(1 + (at % 3), (to) => ({
			id: to,
			name: pick(['bug', 'ui', 'api'], at + to),
			color: 'ff0000',
		})),
		state: pick(['open', 'open', 'closed'], at),
		locked: false,
		assignee: at % 4 === 0 ? { login: 'ana', type: 'User' } : null,
		comments: at * 3,
		created_at: `2026-01-${10 + at}T08:00:00Z`,
		updated_at: `2026-02-${10 + (at % 9)}T09:30:00Z`,
		body: prose(150, at),
		reactions: { total_count: at, '+1': at, '-1': 0, hooray: 0 },
	})),
	'wrapped tickets': {
		startAt: 0,
		issues: times(15, (at) => ({
			key: `TCK-${at}`,
			self: `https://x.example.com/${at}`,
			fields: {
				summary: `Ticket about thing ${at}`,
				status: {
					name: pick(['To do', 'Doing', 'Done'], at),
					id: String(at % 3),
					statusCategory: { key: 'new' },
				},
				priority: { name: pick(['High', 'Low'], at), iconUrl: 'https://x.example.com/i.svg' },
				assignee:
					at % 2
						? {
								displayName: `Person ${at % 4}`,
								timeZone: 'Europe/Berlin',
								emailAddress: `p${at}@example.com`,
							}
						: null,
				created: `2026-03-${10 + at}T10:00:00.000+0000`,
				customfield_10010: null,
				timetracking: { timeSpentSeconds: at * 600 },
			},
		})),
	},
	payments: times(25, (at) => ({
		object: 'charge',
		id: `ch_${hash(at).slice(0, 24)}`,
		amount: 1_200 + at * 35,
		amount_refunded: 0,
		currency: pick(['eur', 'usd'], at),
		paid: at % 5 !== 0,
		status: at % 5 === 0 ? 'failed' : 'succeeded',
		failure_message: at % 5 === 0 ? 'Your card was declined.' : null,
		receipt_url: `https://pay.example.com/receipts/${hash(at)}`,
		billing_details: {
			name: `Customer ${at}`,
			email: `c${at}@example.com`,
			address: { city: pick(['Rome', 'Bonn'], at), country: 'IT' },
		},
		created: 1_760_000_000 + at * 3_600,
		metadata: { order: `o-${at}` },
		tax: at,
		fee: 3,
	})),
	files: times(20, (at) => ({
		path: `src/${pick(['a', 'b'], at)}/file-${at}.ts`,
		size_bytes: at * 100,
		sha256: hash(at),
		modified: `2026-04-${10 + at}`,
		mode: '100644',
		content: `data:image/png;base64,${BASE64}`,
		hidden: at === 3,
	})),
	countries: times(14, (at) => ({
		name: { common: `Land ${at}`, official: `The Republic of Land ${at}` },
		cca3: `L${10 + at}`,
		capital: [`Town ${at}`],
		population: 1_000_000 + at * 70_000,
		translations: Object.fromEntries(
			times(10, (to) => [`t${to}`, { official: `O${to} ${at}`, common: `C${to} ${at}` }]),
		),
		latlng: [at, -at],
		flag: '🏳',
	})),
	events: times(12, (at) => ({
		ref: `evt-${at}`,
		'it\'s "odd"': `a ${at % 2}`,
		when: pick(['Mon, 2 Mar 2026', '3 Mar 2026'], at),
		x: pick(['alpha beta', 'gamma delta'], at),
		nothing: null,
		empty: [],
		flag: at % 2 === 0,
		score: at / 7,
		few: at % 3,
	})),
	values: times(40, (at) => ({ value: at })),
	texts: times(20, (at) => `line ${at}`),
	'a map': Object.fromEntries(
		times(20, (at) => [
			`pkg-${at}`,
			{ version: `1.${at}.0`, license: pick(['MIT', 'ISC'], at), dev: at % 2 === 0 },
		]),
	),
};

it.each(Object.keys(LISTS))('ranks the fields of %s, and says what there is', async (name) => {
	const tape = containerTape(JSON.stringify(LISTS[name]));
	const list = tape && listOf(tape, policy, 50);
	if (!list) throw new Error('no list');
	const selector = new Selector(tape, tape.children(list.node), {
		essential: new Set(),
		setting: 'item',
	});
	const fields = selector.leaves.map(
		({ path, role, merit, spread, length }) =>
			`${merit.toFixed(1).padStart(6)} ${role.padEnd(9)} ${path || '(itself)'}  spread ${spread.toFixed(2)}, ${length.toFixed(1)} characters`,
	);
	const { shape, select } = described(tape, list, selector.leaves, weigh);
	await expect(
		[
			`shape: ${shape}`,
			`select: ${select}`,
			`identity: ${selector.identity}`,
			`least: ${selector.core} of ${selector.leaves.length}`,
			...fields,
			'',
		].join('\n'),
	).toMatchFileSnapshot(join(import.meta.dirname, 'ranked', `${name.replaceAll(' ', '-')}.txt`));
});

it('puts essential fields first, by path or by name', () => {
	const tape = containerTape(JSON.stringify(LISTS.issues));
	if (!tape) throw new Error('no JSON');
	const first = (...essential: string[]) =>
		new Selector(tape, tape.children(0), { essential: new Set(essential), setting: 'item' }).leaves
			.slice(0, 2)
			.map(({ path, merit }) => [path, merit]);
	expect(first('user.id')).toEqual([
		['user.id', 998],
		['number', 100],
	]);
	expect(first('locked', 'user')).toEqual([
		['locked', 999],
		['user.login', 998],
	]);
	expect(first('color')[0]).toEqual(['labels.color', 997]);
});

it('says what an object has: its parts, and an expression that asks them', async () => {
	const said = (value: object) => {
		const tape = containerTape(JSON.stringify(value));
		if (!tape) throw new Error('no JSON');
		const { shape, select } = objectShape(tape, weigh);
		return `shape: ${shape}\nselect: ${select}\n`;
	};
	const objects = [
		{
			id: 1,
			title: 'x',
			rows: times(9, (at) => ({ id: at, state: pick(['a', 'b'], at) })),
			guest: { name: 'a', mail: 'b', more: 1, and: 2, on: 3, off: 4 },
		},
		{ tags: ['a', 'b', 'c'], one: [1], none: {}, 'a b': { x: 1, y: 2 } },
		{ numbers: [1, 2, 3], 'it\'s "odd"': [{ 'k.l': 1 }, { 'k.l': 2 }] },
		{ a: 1, b: 'x' },
		[1, 2],
	];
	await expect(objects.map(said).join('\n')).toMatchFileSnapshot(
		join(import.meta.dirname, 'ranked', 'objects.txt'),
	);
});
