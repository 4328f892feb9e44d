// Tests of the line that tells what there is in a list, and of an expression that asks it.
import { describe, expect, it } from 'vitest';
import { listOf } from '../../../src/protect/list-choice';
import { facetsOf } from '../../../src/protect/selection/facets';
import { Selector } from '../../../src/protect/selection/selector';
import { containerTape } from '../../../src/shared/json/parse';
import { policy } from '../answers';
import { times } from '../shown/payloads';
import { described, tapeOf, weigh } from './described';

const told = (value: unknown): [string | undefined, string | undefined] => {
	const tape = tapeOf(value);
	const list = listOf(tape, policy, 50);
	if (!list) throw new Error('no list');
	const choice = { essential: new Set<string>(), setting: 'item' } as const;
	const { leaves } = new Selector(tape, tape.children(list.node), choice);
	const { shape, select } = described(tape, list, leaves, weigh);
	return [shape, select];
};
/** Twenty items, or so many, with the values one after the other. */
const turns = (values: readonly unknown[], count = 20, more: (at: number) => object = () => ({})) =>
	times(count, (at) => ({ v: values[at % values.length], ...more(at) }));
const id = (at: number) => ({ id: at });

describe('a field', () => {
	it.each<[string, unknown[], string | undefined, string]>([
		['that is the same everywhere', turns(['open'], 20, id), 'id 0–19; v=open', '[].id'],
		[
			'that is long and the same',
			turns(['word '.repeat(6)]),
			'v=word word word word word…',
			'[].v',
		],
		[
			'with five values',
			turns(['a', 'b', 'c', 'd', 'e']),
			'v a×4, b×4, c×4, d×4, e×4',
			"[?v=='a'].v",
		],
		[
			'with six',
			turns(['f', 'e', 'd', 'c', 'b', 'a']),
			'v f×4, e×4, d×3, c×3, b×3, a×3',
			"[?v=='f'].v",
		],
		[
			'with twelve',
			turns(
				times(12, (at) => `k${at}`),
				40,
			),
			'v 12 values',
			"[?v=='k0'].v",
		],
		[
			'with thirteen',
			turns(
				times(13, (at) => `k${at}`),
				40,
			),
			'v 13 values',
			'[].v',
		],
		[
			'with values in half of the items',
			turns(
				times(9, (at) => `k${at}`),
				18,
			),
			'v k0×2, k1×2, k2×2, k3×2, k4×2, k5×2, k6×2, k7×2, k8×2',
			"[?v=='k0'].v",
		],
		[
			'with one that is met once',
			turns(['a', ...times(19, () => 'b')]),
			'v b×19, a×1',
			"[?v=='a'].v",
		],
		[
			'whose values begin alike',
			turns([`${'x'.repeat(30)}1`, `${'x'.repeat(30)}2`], 20, id),
			'id 0–19; v 2 values',
			'[].id',
		],
		['that is true once', turns([true, ...times(19, () => false)]), 'v false×19, true×1', '[].v'],
		[
			'with values of 24 characters',
			turns(['a', 'x'.repeat(24)]),
			`v a×10, ${'x'.repeat(24)}×10`,
			"[?v=='a'].v",
		],
		[
			'with longer ones',
			turns(['x'.repeat(25), 'a']),
			`v ${'x'.repeat(24)}…×10, a×10`,
			"[?v=='a'].v",
		],
		[
			'with all of its values, before one of which most are left out',
			times(60, (at) => ({
				author: at < 8 ? 'ann' : `b${(at - 8) >> 1}`,
				kind: at % 3 ? 'bug' : 'task',
			})),
			'kind bug×40, task×20; author ann×8, b0×2, b1×2, b2×2, …23 more',
			"[?kind=='task'].author",
		],
		[
			'with the most frequent values of half of the items, where it stands',
			times(60, (at) => ({
				author: at < 30 ? 'ann' : `b${(at - 30) >> 1}`,
				kind: at % 3 ? 'bug' : 'task',
			})),
			'author ann×30, b0×2, b1×2, b2×2, …12 more; kind bug×40, task×20',
			"[?kind=='task'].author",
		],
		['of numbers', times(20, (at) => ({ v: ((at * 7) % 20) - 10.5 })), 'v -10.5–8.5', '[].v'],
		['of whole numbers', times(20, (at) => ({ v: at + 1 })), 'v 1–20', '[].v'],
		[
			'of dates',
			times(20, (at) => ({ at: `2026-01-${30 - at}`, title: `t${at}` })),
			'at 2026-01-11–2026-01-30',
			'[].title',
		],
		[
			'with a quotation mark',
			turns(["it's", 'b'], 20, id),
			"v it's×10, b×10; id 0–19",
			"[?v=='it\\'s'].id",
		],
		['with a backslash', turns(['a\\b', 'b'], 20, id), 'v a\\b×10, b×10; id 0–19', "[?v=='b'].id"],
		// A text 12 and the number 12 look alike in a filter.
		[
			'of texts and numbers',
			turns(['12', 'true', 'b', 7]),
			'v "12"×5, "true"×5, b×5, 7×5',
			"[?v=='b'].v",
		],
		['of texts that spell numbers, and numbers', turns(['12', 7]), 'v "12"×10, 7×10', '[].v'],
		['of texts alone', turns(['1', 'true', 'a']), 'v "1"×7, "true"×7, a×6', "[?v=='1'].v"],
		[
			'of addresses',
			times(20, (x) => ({ url: ['http://a', 'http://b'][x % 2], x })),
			'x 0–19',
			'[].x',
		],
	])('%s', (_, list, shape, select) => {
		expect(told(list)).toEqual([shape, select]);
	});

	it('is told by its name, as many as there is room for', () => {
		const wide = times(20, (at) =>
			Object.fromEntries(times(40, (to) => [`field_number_${to}`, at * to])),
		);
		const [shape = ''] = told(wide);
		expect(shape).toMatch(/^field_number_1 0–19; field_number_2 0–38; .*; …$/);
		expect(shape.length).toBeLessThan(600);
	});

	it('is told of the items that were looked at, where these are not all', () => {
		const tape = tapeOf(turns(['a', 'b'], 30));
		const list = { node: 0, total: 90, keyed: false };
		const choice = { essential: new Set<string>(), setting: 'item' } as const;
		const { leaves } = new Selector(tape, tape.children(0), choice);
		expect(described(tape, list, leaves, weigh).shape).toBe('of the first 30: v a×15, b×15');
		const bound = facetsOf(tape, tape.children(0), leaves, { most: 20 });
		expect([bound.looked, bound.total]).toEqual([7, 30]);
	});

	it.each<[string, unknown[], string]>([
		[
			'of a few that are met more often',
			turns(['a', 'a', 'a', 'b', ...times(9, (at) => `k${at}`)], 52),
			'v a×12, b×4, k0×4, k1×4, …7 more',
		],
		[
			'of ten by which items are counted',
			turns(['a', 'a', 'a', 'b', ...times(8, (at) => `k${at}`)], 48),
			'v a×12, b×4, k0×4, k1×4, k2×4, k3×4, k4×4, k5×4, k6×4, k7×4',
		],
		[
			'that one item has',
			[...turns(['a'], 20), { v: 'a', error: 'late' }],
			'error in 1, late×1; v=a',
		],
		[
			'that some have',
			turns(['a', 'b'], 20, (at) => (at > 4 ? { w: 'x' } : {})),
			'v a×10, b×10; w in 15, x×15',
		],
		['with one rare value', turns(['ok'], 59).concat([{ v: 'FAILED' }]), 'v ok×59, FAILED×1'],
		[
			'of many values',
			turns(
				times(20, (at) => `k${at % 13}`),
				60,
			),
			'v 13 values',
		],
		[
			'of times in zones',
			turns(['2026-01-01T23:00:00-05:00', '2026-01-02T01:00:00Z']).map(({ v }) => ({ at: v })),
			'at "2026-01-01T23:00:00-05:0"…×10, "2026-01-02T01:00:00Z"×10',
		],
		[
			'of times that differ',
			times(9, (at) => ({ date: `2026-01-0${at + 1}T0${at}:00:00+02:00` })),
			'date 2026-01-01–2026-01-09',
		],
		[
			'of times of a day',
			times(9, (at) => ({ date: `2026-01-01T0${at}:00:00.5+02:00` })),
			'date 2026-01-01T00:00+02:00–2026-01-01T08:00+02:00',
		],
		[
			'of times of no one zone',
			times(9, (at) => ({ date: `2026-01-0${at + 1}T00:00:00${at % 2 ? 'Z' : ''}` })),
			'',
		],
		[
			'of moments in milliseconds',
			times(9, (at) => ({ createdAt: 1_700_000_000_000 + at * 86_400_000 })),
			'createdAt 1700000000000–1700691200000 (2023-11-14–2023-11-22)',
		],
		[
			'of moments in seconds, of a day',
			times(9, (at) => ({ updated: 1_700_000_000 + at * 3_600 })),
			'updated 1700000000–1700028800 (2023-11-14T22:13Z–2023-11-15T06:13Z)',
		],
		[
			'of numbers that are only as large as moments',
			times(9, (at) => ({ weight: 1_700_000_000_000 + at })),
			'weight 1700000000000–1700000000008',
		],
		[
			'of times one of which is none',
			times(9, (at) => ({ createdAt: at && 1_700_000_000_000 + at })),
			'createdAt 0–1700000000008',
		],
		['of large numbers', times(9, (at) => ({ v: 2 ** 53 + at * 2 })), ''],
		['of numbers of two spellings', times(9, () => ({ v: -0 })), 'v=0'],
		['that is listed', times(9, (at) => ({ v: ['x', 'y'].slice(at % 2) })), 'v[] y×9, x×5'],
		[
			'of several sorts',
			times(9, (at) => ({ v: [1 + at, `t${at}`, [at], null][at % 4] })),
			'v[] 2×1, 6×1; v 2 texts, 3 numbers, 2 lists or objects, null×2',
		],
		['that is always null', times(9, () => ({ v: null })), 'v=null'],
		[
			'that is listed and always null, after others',
			times(9, (at) => ({
				a: [
					{ v: null, w: null },
					{ v: null, w: at % 2 },
				],
			})),
			'a[].w 0×5, 1×4, null×9; a[].v null×18',
		],
	])('%s', (_, list, shape) => {
		expect(told(list)[0] ?? '').toBe(shape);
	});

	it('of two with the same key counts the last one', () => {
		const items = times(12, (at) => `{"v":"a","w":1,"v":"${'xy'[at % 2]}"}`);
		const tape = containerTape(`[${items.join()}]`);
		if (!tape) throw new Error('no JSON');
		const { leaves } = new Selector(tape, tape.children(0), {
			essential: new Set(),
			setting: 'item',
		});
		const list = { node: 0, total: 12, keyed: false };
		expect(described(tape, list, leaves, weigh).shape).toBe('v x×6, y×6; w=1');
	});
});

describe('an expression', () => {
	const rows = turns(['x', 'y'], 60, id);
	const map = (value: (at: number) => unknown) =>
		Object.fromEntries(times(20, (at) => [`p${at}`, value(at)]));
	it.each<[string, unknown, string]>([
		['names odd keys', { 'a b': { rows } }, '"a b".rows[?v==\'x\'].id'],
		['leads through a list of one', [{ rows, n: 1 }], "[0].rows[?v=='x'].id"],
		[
			'shows what every item has',
			turns(['x', 'y'], 20, (at) => (at % 2 ? { id: at } : {})),
			"[?v=='x'].v",
		],
		['counts texts', times(20, (at) => `line ${at}`), 'length(@)'],
		['counts numbers in their place', { rows: times(60, (at) => at) }, 'length(rows)'],
		['counts where all is in lists', times(20, (at) => ({ tags: [at] })), 'length(@)'],
		['of a map filters its values', map((at) => ({ v: 'ab'[at % 2] })), "items(@)[?[1].v=='a'][0]"],
		['of a map tells its keys', { all: map((at) => ({ v: `1.${at}` })) }, 'keys(all)'],
	])('%s', (_, value, select) => {
		expect(told(value)[1]).toBe(select);
	});
});
