// Tests of texts put in order by what they mean: units, versions and dates as people write them; and where that cannot
// be known, it is said.
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { times } from '../fuzz-runs';
import { inJson } from './queried';
import { asked } from './selected';

const run = (data: unknown, expression: string) => {
	const found = asked(data, expression);
	if (!found.ok) throw new Error(found.error);
	return { result: JSON.parse(found.value.result), note: found.value.note ?? '' };
};
const values = (texts: readonly string[], key = 'v') => texts.map((text) => ({ [key]: text }));
const sorted = (texts: readonly string[], key = 'v') =>
	run(values(texts, key), `sort_by(@, &${key})[].${key}`);

/** Each list in its order. */
const ORDERED: Readonly<Record<string, readonly string[]>> = {
	bytes: ['12 B', '999 KB', '900 MB', '1.5 GB', '2 GiB', '1 TB'],
	'bytes of small letters': ['5kb', '20mb', '1gb'],
	'of several units, with spaces that do not break': ['1\u00a0h 30\u00a0m', '2 h'],
	'with a space that does not break': ['900\u00a0MB', '9\u202fGB', '1 TB'],
	rates: ['900 KB/s', '9 MB/s', '10 MB/s', '1 GB/s'],
	degrees: ['-15°C', '-5°C', '4°C', '12°C'],
	money: ['$5', '$900', '$1,200', '$1.5M', '$2B'],
	'money behind': ['5 €', '900 €', '1,200 €'],
	coded: ['USD 5', 'USD 40', 'USD 1,200'],
	multiples: ['980', '1.2k', '45k', '3M'],
	grouped: ['900', '1,200', '1,000,000'],
	time: ['90 seconds', '12 minutes', '1 hour', '1h 30m', '2 days', '1 week'],
	clock: ['9:59', '10:05', '100:00'],
	percent: ['-3%', '5%', '12.5%', '100%'],
	words: ['1 download', '9 downloads', '12 downloads'],
	versions: ['1.9', '1.11.0b1', '1.11.0rc1', '1.11.0', '1.11.1', '3.9.0.Final', '3.10'],
	letters: ['1.1.1', '1.1.1a', '1.1.1k', '1.1.2'],
	dates: [
		'2024-W05',
		'Mar 3, 2024',
		'2024-03-04',
		'20240305',
		'2024.03.06',
		'Thu, 07 Mar 2024 09:00:00 EST',
		'Thu, 07 Mar 2024 16:00:00 +0100',
	],
	'days first': ['25/12/2023', '03/04/2024', '01/05/2024'],
	'months first': ['12/25/2023', '03/04/2024', '01/05/2025'],
};

describe('an order by what texts mean', () => {
	it.each(Object.entries(ORDERED))('is that of %s, by every way to ask for it', (_, texts) => {
		const order = fc.shuffledSubarray([...texts], { minLength: texts.length });
		fc.assert(
			fc.property(order, (mixed) => {
				expect(sorted(mixed)).toEqual({ result: texts, note: '' });
				expect(run(values(mixed), "sort_by(@, &v, 'desc')[].v").result).toEqual(texts.toReversed());
				expect(run(values(mixed), 'max_by(@, &v).v').result).toBe(texts.at(-1));
				expect(run(values(mixed), 'min([].v)').result).toBe(texts[0]);
			}),
			{ numRuns: 10 },
		);
	});

	it.each(Object.entries(ORDERED).filter(([name]) => !/first|grouped|multiples/.test(name)))(
		'compares two of %s in the same way',
		(_, texts) => {
			for (const [at, least] of texts.entries()) {
				const { result, note } = run(values(texts), `[?v >= '${least}'].v`);
				expect([result, note]).toEqual([texts.slice(at), '']);
			}
		},
	);

	it('reads numbers with a dot as versions where their key says so, else says what it did', () => {
		const texts = ['3.9', '3.11', '3.10'];
		expect(sorted(texts, 'python_version')).toEqual({ result: ['3.9', '3.10', '3.11'], note: '' });
		expect(run(values(texts, 'version'), "[?version > '3.9'].version").result).toHaveLength(2);
		const { note } = sorted(texts);
		expect(note).toMatch(/^v is ordered as text: /);
		const [, works = ''] = /(&join\(.*?\)) orders versions/.exec(note) ?? [];
		expect(run(values(texts), `sort_by(@, ${works})[].v`).result).toEqual(['3.9', '3.10', '3.11']);
	});

	it('passes over what is unlike the others, even most of them, and says so', () => {
		const odd = sorted(['1.9.0', '1.11.x', '1.10.0']);
		expect(odd.result).toEqual(['1.9.0', '1.10.0', '1.11.x']);
		expect(odd.note).toContain('1 of 3 is unlike the others, such as the string "1.11.x"');
		const words = [...Array(9).fill('TBD'), '2024-10-01', 'Mar 3, 2024'];
		expect(sorted(words).result.slice(0, 2)).toEqual(['Mar 3, 2024', '2024-10-01']);
		expect(sorted(words).note).toContain('9 of 11 are unlike');
	});

	it.each([
		[['3 apples', '12 pears'], /ordered as text: .* have no order in common/],
		[['5 EUR', '$4', '3 kg'], /ordered as text/],
		[['job-9', 'job-10'], /ordered as text: "job-10" before "job-9"/],
		[['1,5 GB', '1.5 GB', '3,25 TB'], /ordered as text/],
		[['03/04/2024', '05/01/2024'], /dates such as 03\/04\/2024, ordered as text/],
		[['Q3 2023', '2024-01-05', 'H1 2022', 'FY21'], /ordered as text/],
	])('%j is by no one meaning: it is ordered as text, and that is said', (texts, note) => {
		const { result, note: said } = sorted(texts);
		expect(result).toEqual([...texts].sort());
		expect(said).toMatch(note);
		expect(countTokens(said)).toBeLessThanOrEqual(40);
		expect(run(values(texts), 'max_by(@, &v)').note).toMatch(/text/);
		expect(run(values(texts), `[?v > '${texts[0]}']`).note).toMatch(
			/compared as text|is not compared where/,
		);
	});

	it('is right, or says that it is not known, whatever stands in the list', () => {
		const amount = fc.record({
			of: fc.integer({ min: 0, max: 5_000 }),
			unit: fc.constantFrom('KB', 'MB', 'GB'),
		});
		const size = { KB: 1e3, MB: 1e6, GB: 1e9 };
		const other = fc.constantFrom('3 apples', '1.2.3', 'n/a', '2024-01-02', '7');
		fc.assert(
			fc.property(
				fc.array(amount, { minLength: 1, maxLength: 12 }),
				fc.array(other, { maxLength: 12 }),
				fc.nat(),
				(amounts, others, seed) => {
					const all = [...amounts.map(({ of, unit }) => `${of} ${unit}`), ...others];
					const mixed = all.map((text, at) => ({ text, at: (at * 7919 + seed) % 13 }));
					const { result, note } = sorted(
						mixed.toSorted((a, b) => a.at - b.at).map(({ text }) => text),
					);
					const sizes = (result as string[]).flatMap((text) => {
						const [, of, unit] = /^(\d+) ([KMG]B)$/.exec(text) ?? [];
						return of === undefined ? [] : [Number(of) * size[unit as 'KB']];
					});
					const isOrdered = sizes.every((one, at) => at === 0 || one >= (sizes[at - 1] as number));
					if (!isOrdered) expect(note).toMatch(/ordered as text|unlike the others/);
				},
			),
			{ numRuns: times(150, 2_000) },
		);
	});

	it('says nothing of names, nor of dates that their characters order', () => {
		for (const texts of [
			['Ann', 'Bob'],
			['Apollo 11', 'Soyuz', 'Voyager'],
			['2024-01', '2024-02'],
		])
			expect(sorted(texts).note).toBe('');
	});

	it('says of moments that some are seconds and some milliseconds', () => {
		const mixed = [1_700_000_000, 1_600_000_000_000].map((at) => ({ at }));
		for (const expression of ['sort_by(@, &at)', 'max_by(@, &at)', 'min([].at)'])
			expect(run(mixed, expression).note).toMatch(/mixes seconds and milliseconds/);
		expect(run(mixed.slice(1), 'max_by(@, &at)').note).toBe('');
	});
});

describe('sizes as ls -h prints them', () => {
	const sizes = ['999', '1.0K', '36K', '1.0M', '1.3M', '2.0G'];
	const data = values(['28', '', ...sizes], 'size');
	it('are compared, a number alone is of bytes', () => {
		expect(sorted(sizes.toReversed(), 'size').result).toEqual(sizes);
		expect(run(data, "[?size>'1 MB'].size").result).toEqual(['1.0M', '1.3M', '2.0G']);
		expect(run(data, "[?size>='1024'].size").result).toEqual(sizes.slice(1));
		expect(run(data, "[?size<'1K'].size").result).toEqual(['28', '999']);
	});

	it('are so by a query', () => {
		expect(inJson(data, 'size:>1MB')).toMatchObject({ total: 3 });
		expect(inJson(data, 'size:<1024')).toMatchObject({ total: 2 });
	});
});

describe('comparisons and keys beside an order', () => {
	it('take times without an offset alike, whatever stands between day and time', () => {
		const spaced = values(['2024-01-01 10:00:00', '2024-01-01 08:00:00']);
		expect(run(spaced, "[?v > '2024-01-01T09:00:00'].v").result).toEqual(['2024-01-01 10:00:00']);
		expect(run(spaced, "[?v >= '2024-01-01T10:00'].v").result).toEqual(['2024-01-01 10:00:00']);
		const exact = values(['2024-01-01T10:00:00.123456789', '2024-06-30T23:59:60']);
		expect(run(exact, "[?v > '2024-01-01 10:00:00.123456788'].v").result).toHaveLength(2);
		expect(run(exact, "[?v > '2024-06-30 23:59:59'].v").result).toHaveLength(1);
		expect(run(spaced, "[?v >= '2024-01-01T10'].v").result).toEqual(['2024-01-01 10:00:00']);
		const joined = values(['2024-01-01T10:00:00Z', '2024-01-01T08:00:00Z']);
		expect(run(joined, "[?v > '2024-01-01 09:00'].v").result).toEqual(['2024-01-01T10:00:00Z']);
	});

	it.each([
		...['conversion_rate', 'conversion', 'Inversion', 'release_price', 'riskAversion'],
		...['diversion', 'CPCConversion', 'press_release', 'SUBVERSION'],
	])('take %s for no version', (key) => {
		const found = run(values(['2.5', '2.35', '12.1'], key), `sort_by(@, &${key})[].${key}`);
		expect(found.result).toEqual(['12.1', '2.35', '2.5']);
		expect(found.note).toContain('as text');
	});

	it.each([
		'version',
		'app_version',
		'appVersion',
		'latestRelease',
		'VERSION',
		'OSVersion',
		'version_number',
		'appversion',
		'pluginversion',
		'iconversion',
		'mainversion',
		'"app-version"',
	])('take %s for one', (key) => {
		const items = values(['3.9', '3.11', '3.10'], key.replaceAll('"', ''));
		const { result } = run(items, `sort_by(@, &${key})[].${key}`);
		expect(result).toEqual(['3.9', '3.10', '3.11']);
	});

	it('take no bits for bytes, nor for thousandths of bits', () => {
		expect(sorted(['512 kbps', '1 gbps', '10 mbps']).result).toEqual([
			'512 kbps',
			'10 mbps',
			'1 gbps',
		]);
		expect(run(values(['9 Mbps', '5 MBps']), "[?v > '5 MBps'].v").note).toContain('not compared');
		expect(sorted(['100 Mb/s', '50 MB/s', '60 MB/s']).result).toEqual([
			'50 MB/s',
			'60 MB/s',
			'100 Mb/s',
		]);
		expect(sorted(['100 Mb/s', '50 MB/s', '60 MB/s']).note).toMatch(/1 /);
	});

	it('put a release after what came before it, however both are written', () => {
		const inOrder = [
			'4.2.0-beta2',
			'4.2.0-RC1',
			'4.2.0-rc2',
			'4.2.0-FINAL',
			'4.3.0-SNAPSHOT',
			'4.3.0-GA',
		];
		expect(sorted(inOrder.toReversed()).result).toEqual(inOrder);
	});
});

describe('a query that compares with a date or a year', () => {
	const items = [1_400_000_000, 1_577_836_799, 1_577_836_800, 1_700_000_000].map((created, id) => ({
		id,
		created,
		ms: created * 1_000,
		day: new Date(created * 1_000).toISOString().slice(0, 10),
		year: new Date(created * 1_000).getUTCFullYear(),
	}));
	const found = (query: string): [number[], string] => {
		const { hits, notice = '' } = inJson(items, query);
		return [hits.map(({ item }: { item: { id: number } }) => item.id), notice];
	};

	it.each(['created', 'ms', 'day', 'year'])('reads %s as the time that it is', (name) => {
		expect(found(`${name}<2020-01-01`)[0]).toEqual([0, 1]);
		expect(found(`${name}>=2020-01-01`)[0]).toEqual([2, 3]);
	});

	it('says how a year was read', () => {
		expect(found('day>=2020')).toEqual([[2, 3], '2020 is read as 2020-01-01.']);
		expect(found('year>=2020')).toEqual([[2, 3], '']);
		const [, notice] = found('created>2020');
		expect(notice).toMatch(/compared as numbers: created>2020-01-01 compares times/);
		expect(countTokens(notice)).toBeLessThanOrEqual(25);
	});

	it('is mended where select compares a moment since 1970 with a date', () => {
		for (const name of ['created', 'ms']) {
			const error = asked(items, `[?${name} >= '2020-01-01'].id`);
			const mended = / Works here: (.*)/.exec(error.ok ? '' : error.error)?.[1] ?? '';
			expect(run(items, mended).result).toEqual([2, 3]);
		}
	});
});
