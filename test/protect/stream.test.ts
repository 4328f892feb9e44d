// A list of more values than a tape holds is a list all the same.
import { describe, expect, it } from 'vitest';
import { protect } from '../../src/protect/protect';
import { type ReadCall, read } from '../../src/protect/read';
import type { Outcome } from '../../src/protect/types';
import { streamOf, windowTape } from '../../src/shared/json/parse';
import { compact } from '../../src/shared/json/write';
import { policy } from './answers';

const HANDLE = 'xQ7_zK2-vJ9wY4hR8nB3gD6tX5mC1qZ0kV_fW-pJuHsL';
const COUNT = 250_000;
const item = (id: number) => ({
	id,
	name: `crate "${id}"`,
	berth: `b${id % 7}`,
	sealed: id % 3 === 0,
});
const text = `[${Array.from({ length: COUNT }, (_, id) => JSON.stringify(item(id))).join(',\n ')}]\n`;
const result = { content: [{ type: 'text', text }] };
const told = (outcome: Outcome) => {
	const blocks = outcome.place(outcome.positions.map(() => HANDLE)).content;
	return { data: JSON.parse(String(blocks[0]?.text)), added: JSON.parse(String(blocks[1]?.text)) };
};

describe('a list of more than a million values', () => {
	const first = protect(result, { view: {} }, policy);
	const { document } = first;
	if (!document) throw new Error('nothing is kept');
	const reading = (call: ReadCall): Outcome => {
		const answer = read(document, call, policy);
		if (!answer.ok) throw new Error(answer.error);
		return answer.value;
	};

	it('begins with a page of its items, and says how many there are', () => {
		const { data, added } = told(first);
		expect(added.totalCount).toBe(COUNT);
		expect(data[0].id).toBe(0);
		expect(data.length).toBeGreaterThanOrEqual(8);
		expect(added.summary.shape).toMatch(/^of the first 200: /);
	});

	it('goes on page after page', () => {
		let ids = told(first).data.map(({ id }: { id: number }) => id);
		let outcome = first;
		for (let page = 0; page < 5; page++) {
			const [position] = outcome.positions;
			if (!position) throw new Error('no cursor');
			outcome = reading({ position, view: {} });
			ids = ids.concat(told(outcome).data.map(({ id }: { id: number }) => id));
		}
		expect(ids).toEqual(ids.map((_: number, at: number) => at));
	});

	it('ends at its last item', () => {
		const position = { kind: 'item' as const, offset: COUNT - 3, limit: 0 };
		const outcome = reading({ position, view: { fields: ['id', 'name'] } });
		expect(told(outcome).data.map(({ id }: { id: number }) => id)).toEqual([
			COUNT - 3,
			COUNT - 2,
			COUNT - 1,
		]);
		expect(told(outcome).added.nextCursor).toBeUndefined();
	});

	it('gives one value by its pointer, and its lines as text', () => {
		const position = { kind: 'whole' as const, offset: 0, limit: 0 };
		const { data } = told(reading({ position, view: {}, pointer: '/200000' }));
		expect(data).toEqual(item(200_000));
		const name = reading({ position, view: {}, pointer: '/7/name' }).place([]);
		expect(name.content[0]?.text).toBe('crate "7"');
		expect(read(document, { position, view: {}, pointer: `/${COUNT}` }, policy)).toMatchObject({
			ok: false,
			error: expect.stringContaining('from 0 to 249999'),
		});
		const lines = reading({ position, view: { startLine: 2, endLine: 3 } }).place([]);
		expect(lines.content[0]?.text).toBe(text.split('\n').slice(1, 3).join('\n').concat('\n'));
	});
});

describe('a stream', () => {
	it.each(['', '[]', '{"a":1}', '[1,]', '[1,2', '[1 2]', '[1]x', '[,1]', '["a\n"]', '[[1}]'])(
		'is not made of %j',
		(source) => expect(streamOf(source)).toBeUndefined(),
	);

	it('knows every item of a list with commas, brackets and quotes within', () => {
		const values = Array.from({ length: 5_000 }, (_, at) =>
			at % 3 ? `],[ "${at}\\` : { a: [at, { b: ']' }] },
		);
		const source = ` ${JSON.stringify(values, null, 1)} `;
		const stream = streamOf(source);
		expect(stream?.total).toBe(values.length);
		if (!stream) throw new Error('no stream');
		for (const from of [0, 1, 2_047, 2_048, 4_998])
			expect(JSON.parse(compact(windowTape(source, stream, from, 2), 0))).toEqual(
				values.slice(from, from + 2),
			);
	});
});
