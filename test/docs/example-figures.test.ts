// The figures that README.md and its picture show are those that the code answers.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDemoSource } from '../../examples/demo/source';
import { call, contextOf, data, gatewayOf } from '../gateway/gateway';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const readme = read('README.md');
const picture = read('docs/loadline.svg');

const firstPage = () =>
	call(gatewayOf({ sources: [createDemoSource()] }), 'demo__list_bookings', {}, contextOf());
const counted = (tokens: number): string => tokens.toLocaleString('en-US');
const rounded = (tokens: number, to: number): string => counted(Math.round(tokens / to) * to);
const figures = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, n]) => n);

describe('the first page of the demo', async () => {
	const page = await firstPage();
	const shown = data(page);
	const report = page.meta?.['dev.loadline/protect'] as Record<string, number>;
	const [, block = ''] = /```json\n(.*?)```/s.exec(readme) ?? [];

	it('is the example of README.md', () => {
		const example = JSON.parse(block);
		const [item, more] = example.bookings;
		expect(shown.bookings[0]).toMatchObject(item);
		expect(more).toBe(`… ${shown.bookings.length - 1} more`);
		expect(example.nextCursor).toHaveLength(shown.nextCursor.length);
		const { shape, ...summary } = example.summary;
		expect(shown.summary.shape.startsWith(shape.replace(/; …$/, ''))).toBe(true);
		expect(shown.summary).toMatchObject(summary);
		const without = { bookings: [], nextCursor: '', summary: {} };
		expect({ ...example, ...without }).toEqual({ ...shown, ...without });
	});

	it('costs what README.md and the picture say', () => {
		const { originalTokens: original = 0, estimatedTokens: sent = 0 } = report;
		expect(figures(readme, /([\d,]+) tokens come back/g)).toEqual([counted(original)]);
		expect(figures(readme, /about ([\d,]+) tokens, of which/g)).toEqual([rounded(original, 1_000)]);
		expect(figures(readme, /the first page costs some ([\d,]+)/g)).toEqual([rounded(sent, 100)]);
		expect(figures(picture, /([\d,]+) tokens(?: comes back|, asked)/g)).toEqual([
			counted(original),
			counted(original),
		]);
		expect(figures(picture, /(?:page of |>)([\d,]+) (?:and a cursor|tokens \+)/g)).toEqual([
			counted(sent),
			counted(sent),
		]);
	});

	it('costs the same whatever its cursor is', async () => {
		for (let time = 0; time < 20; time += 1) {
			expect(data(await firstPage()).estimatedTokens).toBe(shown.estimatedTokens);
		}
	});
});
