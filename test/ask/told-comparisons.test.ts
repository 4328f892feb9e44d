// Comparisons that cannot be made, or are made by what other values of the key mean: negated ones are told as the others are.
import { describe, expect, it } from 'vitest';
import type { Tape } from '../../src/ask/value';
import { find, treeOf } from './in-one-go';
import { inJson, json } from './queried';
import { answer, noteOf } from './selected';

const of = (...values: readonly unknown[]) => values.map((v, id) => ({ id, v }));
const inLines = (text: string, query: string) => json(find(text, query));

describe('a comparison that cannot be made', () => {
	it.each(['v:>5000', '-v:>5000'])('is told: %s', (query) => {
		const { notice } = inJson(of('$7,122.88', '$4,090.70'), query);
		expect(notice).toContain('v is not compared where it has no order in common with 5000');
		expect(inJson(of(7_122, 4_090), query)).not.toHaveProperty('notice');
	});

	it.each(['w:>5', '-w:>5', '-w:open'])('is told where no such key is: %s', (query) => {
		const { notice, keys } = inJson(of(1, 2), query);
		expect(keys).toContain('v');
		if (query.startsWith('-')) expect(notice).toBe('No key w: found as text.');
		const text = 'a first line\nand a second\n';
		expect(inLines(text, query.replace('w:open', 'w:>5')).notice).toBe('No key w: found as text.');
	});

	it('is none of two currencies', () => {
		const prices = of('$7070', '€2098', '$100', 'TBD');
		expect(answer(prices, "[?v>'$5000'].id")).toEqual([0]);
		expect(noteOf(prices, "[?v>'$5000'].id")).toContain('not compared');
		expect(inJson(prices, 'v:>$5000')).toMatchObject({ total: 1 });
		expect(inJson(prices, 'v:>$5000').notice).toContain('not compared');
	});

	it('of log times is told', () => {
		const log = Array.from({ length: 20 }, (_, at) => `Nov 28 06:${10 + at}:12 web1 cron[1]: ran`);
		for (const query of ['time:>=2025-11-29', '-time:>12:00:00'])
			expect(inLines(log.join('\n'), query).notice).toContain('time is not compared where');
	});
});

describe('a comparison by the others of its key', () => {
	it.each([
		[['13/06/2023', '05/04/2023', '01/12/2023'], '05/04/2023', [0, 2]],
		[['6/13/2023', '4/5/2023', '12/1/2023'], '4/5/2023', [0, 2]],
		[['13.06.2023', '05.04.2023', '01.12.2023'], '05.04.2023', [0, 2]],
		[['03-Jul-2023', '18-Jan-2023'], '27/04/2023', [0]],
	])('is of days where they tell which number is the day: %j', (days, day, ids) => {
		expect(answer(of(...days), `[?v>'${day}'].id`)).toEqual(ids);
		expect(noteOf(of(...days), `[?v>'${day}'].id`)).toBeUndefined();
		expect(inJson(of(...days), `v:>${day}`).total).toBe(ids.length);
	});

	it('keeps its note where they do not', () => {
		expect(noteOf(of('05/04/2023', '01/12/2022'), "[?v>'02/03/2023']")).toContain(
			'compared as text',
		);
	});

	it.each(['+00', '+02', '-0330', '+05:30', ' +0000'])('has moments with the offset %s', (zone) => {
		const times = ['14', '15', '16'].map((day) => `2025-06-${day} 00:00:00${zone}`);
		for (const [relation, ids] of [
			['>', [2]],
			['>=', [1, 2]],
			['<=', [0, 1]],
		] as const) {
			expect(answer(of(...times), `[?v${relation}'2025-06-15'].id`)).toEqual(ids);
			expect(inJson(of(...times), `v:${relation}2025-06-15`).total).toBe(ids.length);
		}
	});

	it('takes a number with a remark in parentheses for the number', () => {
		const restarts = of('0', '12 (5m ago)', '3', '1 (2d ago)');
		expect(inJson(restarts, 'v:>2')).toMatchObject({ total: 2 });
		expect(inJson(restarts, '-v:>2')).toMatchObject({ total: 2 });
	});
});

describe('a key in a query', () => {
	it('may have a parenthesis, and a blank behind its colon', () => {
		const rows = [
			{ 'PORT(S)': '80:30080/TCP', p95: 7 },
			{ 'PORT(S)': '53/UDP', p95: 70, n: 7 },
		];
		expect(inJson(rows, 'PORT(S):30080').total).toBe(1);
		expect(inJson(rows, '-PORT(S):30080').total).toBe(1);
		expect(inJson(rows, 'p95: 7').total).toBe(1);
		expect(inJson([{ '%CPU': 3 }, { '%CPU': 9 }], '-%CPU:>5').total).toBe(1);
	});

	it('has a value in angles as it is written', () => {
		const nodes = of('<none>', 'master', '<unset>');
		expect(inJson(nodes, 'v:<none>').total).toBe(1);
		expect(inJson(nodes, '-v:<none>').total).toBe(2);
	});

	it('has a number in any spelling of it, and no other', () => {
		const tree = treeOf('[{"r":0.471},{"r":-0.471},{"r":0.47},{"r":12345678901234567890}]') as Tape;
		for (const [query, total] of [
			['r:.471', 1],
			['r:-.471', 1],
			['r:0.4710', 1],
			['-r:0.471', 3],
			['r:12345678901234567891', 0],
		] as const)
			expect(json(find(tree, query, {})).total, query).toBe(total);
	});
});
