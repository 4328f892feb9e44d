import { describe, expect, it } from 'vitest';
import { openWorkspace } from './workspace';

describe('a page of attestations', () => {
	it('is of fifty, or as many as are asked for, up to a thousand', async () => {
		const { hub, store } = openWorkspace();
		for (let at = 0; at < 1_001; at++)
			store.attest({ event: '.agent_report', at, principal: 'ada', session: 's' });
		const page = async (query: object) => {
			const { items, next } = await hub.attestations(query);
			return [items.length, items[0]?.seq, next];
		};
		expect(await page({})).toEqual([50, 1_001, 952]);
		expect(await page({ limit: 5_000 })).toEqual([1_000, 1_001, 2]);
		expect(await page({ limit: 0 })).toEqual([1, 1_001, 1_001]);
		expect(await page({ limit: 2.9, order: 'oldest' })).toEqual([2, 1, 2]);
		expect(await page({ limit: 2, beforeSeq: 3 })).toEqual([2, 2, undefined]);
	});
});

describe('what is looked back on', () => {
	it('are overlaps by path, with both sides, and at most two hundred', async () => {
		const { hub, push } = openWorkspace();
		const lines = (count: number) =>
			Array.from({ length: count }, (_, at) => `- Sort the imports of part ${at}\n`).join('');
		const ids = await push({
			'rules/b.md': '- Sort all imports by name\n',
			'rules/a.md': '- **Sort all imports by name**\n',
		});
		await push({ 'context/c.md': '- Sort all imports by name\n' });
		expect(await hub.overlaps({})).toStrictEqual({
			overlaps: [
				{
					kind: 'duplicate',
					one: {
						objectId: ids['A.md'],
						path: 'A.md',
						constraintId: 'Text/1',
						text: '**Sort all imports by name**',
					},
					other: {
						objectId: ids['B.md'],
						path: 'B.md',
						constraintId: 'Text/1',
						text: 'Sort all imports by name',
					},
				},
			],
			total: 1,
		});
		await push({ 'rules/d.md': lines(201), 'rules/e.md': lines(201) });
		const { overlaps, total } = await hub.overlaps();
		expect([overlaps.length, total]).toEqual([200, 202]);
	});

	it('is the usage of all but the meta-prompt, or of one', async () => {
		const { hub, push } = openWorkspace();
		const ids = await push({
			...{ 'rules/a.md': '- Be kind\n', 'context/c.md': '- x\n' },
			'META_PROMPT.md': '- Ours\n',
		});
		const paths = async (query: object) =>
			(await hub.usage(query)).objects.map(({ path }) => path).sort();
		expect(await paths({})).toEqual(['A.md', 'C.md']);
		expect(await paths({ id: ids['A.md'] })).toEqual(['A.md']);
		expect((await hub.usage()).neverReferred).toMatchObject([
			{ constraintId: 'Text/1', tokens: 2 },
		]);
	});
});
