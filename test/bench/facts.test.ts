// Tests that the first answer tells the truth of a list: checked by a program that shares nothing with it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkShape } from '../../bench/facts/check';
import { madeList } from '../../bench/facts/lists';
import { member } from '../../bench/fields/page';
import { apiLists } from '../../bench/payloads/api-lists';
import { share, times } from '../fuzz-runs';
import { sent } from '../protect/answers';

const shapeOf = (text: string): string | undefined => {
	const { answer } = sent({ content: [{ type: 'text', text }] });
	return JSON.parse(String(answer.content.at(-1)?.text)).summary?.shape;
};

describe('the facts of a list', () => {
	it('are true of all its items, however rare a value or a key is', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 1e9 }), (seed) => {
				const list = madeList(seed);
				const shape = shapeOf(JSON.stringify(list));
				for (const { text, fault } of checkShape(shape ?? '…', list))
					expect(fault, `${text} in ${shape}`).toBeUndefined();
			}),
			{ numRuns: times(80, 1_000) },
		);
	});

	it('are true of lists as APIs answer them', () => {
		const lists = share(Object.values(apiLists()).flat(), 3);
		let claims = 0;
		for (const { name, value, path } of lists) {
			const shape = shapeOf(JSON.stringify(value));
			const items = Object.values(path.reduce(member, value as unknown) as object);
			for (const { text, fault } of checkShape(shape ?? '…', items)) {
				claims++;
				expect(fault, `${text} of ${name}`).toBeUndefined();
			}
		}
		expect(claims).toBeGreaterThan(lists.length * 2);
	});

	it('do not take numbers for one that are read as one', () => {
		for (const begun of ['12345678901234568', '1e40', '0.12345678901234567']) {
			const items = Array.from({ length: 60 }, (_, at) => {
				const note = `some words of a note that is cut ${at}`.repeat(5);
				return `{"id":${at},"status":"ok","owner_id":${begun}${at % 9},"note":"${note}"}`;
			});
			const shape = shapeOf(`[${items.join(',')}]`);
			expect(shape).toBe('status=ok; id 0–59');
		}
	});

	it('are found wrong by the check where they are', () => {
		const items = [
			...Array.from({ length: 30 }, (_, at) => ({
				state: at === 7 ? 'FAILED' : 'ok',
				n: at,
				t: null,
			})),
			{ state: 'ok', n: 1.5, t: '2026-01-05T00:00:00Z', seldom: 1 },
		];
		const faults = (shape: string) =>
			checkShape(shape, items).filter(({ fault }) => fault !== undefined).length;
		expect(
			faults(
				'state ok×30, FAILED×1; n 0–29; t in 31, 2026-01-05–2026-01-05, null×30; also seldom in 1',
			),
		).toBe(0);
		const wrong = [
			'state=ok',
			'state ok×31',
			'state ok×30',
			'n 0–28',
			'n 1–29',
			'n in 30, 0–29',
			'also seldom in 2',
		];
		for (const claim of wrong) expect([claim, faults(`${claim}; …`)]).toEqual([claim, 1]);
		expect(faults('t 2026-01-05–2026-01-05; …')).toBe(1);
		expect(faults('n 0–29')).toBe(1);
		const dated = [{ at: 1_700_000_000 }, { at: 1_730_513_205 }];
		for (const [days, count] of [
			['2023-11-14–2024-11-02', 0],
			['2023-11-14–2024-11-03', 1],
		] as const)
			expect(
				checkShape(`at 1700000000–1730513205 (${days})`, dated).filter(({ fault }) => fault),
			).toHaveLength(count);
	});
});
