import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/memory/hash';
import { openWorkspace, STYLE } from './workspace';

const part = (word: string) => `## ${word}\n\n- ${`${word} and more `.repeat(20)}\n\n`;
const LONG = ['Pear', 'Plum', 'Kiwi', 'Fig'].map(part).join('');

async function talk(files: Readonly<Record<string, string>>) {
	const workspace = openWorkspace();
	const others = Array.from({ length: 30 }, (_, at) => [`context/o_${at}.md`, 'Nothing\n']);
	const ids = await workspace.push({ ...files, ...Object.fromEntries(others) });
	const ada = await workspace.agent('ada', 'ada-1');
	const ask = async (args: object) => (await ada('memactivate', { ...args })).structured;
	const events = async () =>
		(await workspace.hub.attestations({ event: 'activate', order: 'oldest' })).items;
	return { ...workspace, ids, ask, events };
}

describe('an activation', () => {
	it('brings what is always on once a session, and again after a context action, but not for small talk', async () => {
		const always = '---\nalwaysApply: true\n---\n- Be kind\n';
		const { ask, hub, ids } = await talk({ 'rules/kiwi.md': '- Kiwi\n', 'rules/all.md': always });
		const keys = async (args: object) =>
			((await ask(args)).items as { key: string }[]).map(({ key }) => key);
		expect(await keys({ task: 'hello' })).toEqual([]);
		expect(await keys({ task: "great job, that's all I wanted to know" })).toEqual([]);
		expect(await ask({ task: 'thank you', known: { r1: '0', r2: '0' } })).toEqual({ items: [] });
		expect(await keys({ task: 'zebras' })).toEqual([]);
		expect(await keys({ task: 'kiwi' })).toEqual(['r1', 'r2']);
		expect(await keys({ task: 'kiwi' })).toEqual(['r1']);
		await hub.taken({ caller: { principal: 'ada', session: 'ada-1', source: 'meta' } });
		expect(await keys({ task: 'kiwi' })).toEqual(['r1', 'r2']);
		expect(await keys({ task: 'kiwi' })).toEqual(['r1']);
		expect(Object.keys(ids)).toContain('ALL.md');
	});

	it('lets go of nothing that is in force where nothing is found, only for a task that something else is for', async () => {
		const { ask, hub } = await talk({ 'rules/kiwi.md': '- Kiwi\n', 'rules/fig.md': '- Fig\n' });
		const caller = { principal: 'ada', session: 'ada-1', source: 'meta' } as const;
		const bound = async () => {
			const all = await hub.bindingRules({ caller });
			return all.ok && all.value.map(({ alias }) => alias);
		};
		await ask({ task: 'kiwi' });
		for (const task of ['vielen dank', 'that was quick', 'tell me a joke', 'zebras', 'thanks!']) {
			expect([task, await ask({ task, known: { r1: '0' } })]).toEqual([task, { items: [] }]);
			expect(await bound()).toEqual(['r1']);
		}
		expect((await ask({ task: 'zebras', known: { r1: '0', r99: 'x' } })).removed).toEqual([
			{ key: 'r99', reason: 'gone' },
		]);
		expect((await ask({ task: 'fig', known: { r1: '0' } })).removed).toEqual([
			{ key: 'r1', reason: 'not_selected' },
		]);
		expect(await bound()).toEqual(['r2']);
	});

	it('reaches a document by its name, whatever else of the task no document has', async () => {
		const others = '- Write, add, run and render by a worker\n';
		const { ask } = await talk({
			'rules/dockerfile.md': '- Pin images\n',
			'rules/webhooks.md': '- Sign each\n',
			'rules/work.md': others,
		});
		const told = async (task: string) =>
			((await ask({ task })).items as { key: string }[]).map(({ key }) => key);
		expect(await told('write a Dockerfile for the quokka-etl')).toEqual(['r1']);
		expect(await told('add a Stripe webhook for disputes')).toEqual(['r2']);
		expect(await told('frobnicate the gizmo of a sign')).toEqual([]);
	});

	it('is recorded with what of each document was told', async () => {
		const { store, ids, ask, events, hub } = await talk({
			'rules/long.md': LONG,
			'rules/style.md': STYLE,
			'context/fruit.md': '# Kiwi\n\nA fruit.\n',
		});
		const told = await ask({ task: 'kiwi', token_budget: 200 });
		expect(told).toMatchObject({ items: [{ key: 'c3' }, { key: 'r1', parts: '1/4' }] });
		expect(Object.keys(told)).toEqual(['items']);
		const { hash = '' } = (await hub.readObject({ id: 'c3' })) ?? {};
		const event = (path: string, hash: string, detail: string) => ({
			...{ seq: expect.any(Number), at: expect.any(Number), event: 'activate' },
			...{ principal: 'ada', session: 'ada-1', objectId: ids[path], path, hash },
			...{ reason: 'kiwi', detail },
		});
		expect(await events()).toStrictEqual([
			event('FRUIT.md', hash, 'add'),
			event('LONG.md', contentHash(LONG), 'add 1/4'),
		]);
		const keys = (await hub.readObject({ id: 'r1' }))?.constraints.map(({ key }) => key) ?? [];
		const counted = store.tallies().filter(({ what }) => what === 'activate');
		const [kiwi, long] = [ids['FRUIT.md'], ids['LONG.md']];
		expect(counted.map(({ objectId, key }) => `${objectId} ${key}`).sort()).toEqual(
			[`${kiwi} `, `${long} `, `${long} ${keys[2]}`].sort(),
		);
	});

	it('says what the caller holds, and counts all that is told whole', async () => {
		const { store, ids, ask, events } = await talk({ 'rules/style.md': STYLE });
		const { items } = (await ask({ task: 'naming functions' })) as { items: { hash: string }[] };
		await ask({ task: 'naming', known: { [ids['STYLE.md'] ?? '']: items[0]?.hash, r9: 'x' } });
		await ask({ task: 'naming', known: { r1: '0' } });
		expect((await events()).map(({ detail }) => detail)).toEqual(['add', 'reuse', 'replace']);
		expect(store.tallies().map(({ count }) => count)).toEqual([3, 3, 3, 3]);
	});

	it('lets go of no part of what has not changed, however many were told', async () => {
		const words = Array.from({ length: 12 }, (_, at) => `Fruit${String.fromCharCode(97 + at)}`);
		const { ask, hub } = await talk({ 'rules/long.md': words.map(part).join('') });
		let known = {};
		for (const task of [...words, ...words.slice(1, 4)]) {
			const { items } = (await ask({ task, token_budget: 300, known })) as {
				items: { action?: string; hash: string; parts?: string }[];
			};
			expect(items).toEqual([
				expect.objectContaining({ key: 'r1', parts: '1/12', text: expect.stringContaining(task) }),
			]);
			expect(items[0]).not.toHaveProperty('action');
			known = { r1: items[0]?.hash, ...known };
		}
		const caller = { principal: 'ada', session: 'ada-1', source: 'meta' } as const;
		const bound = await hub.bindingRules({ caller });
		expect(bound.ok && bound.value[0]?.told).toHaveLength(12);
	});

	it('says what is held in vain, and what had no room', async () => {
		const { ask } = await talk({
			'rules/kiwi.md': `- Kiwi\n${'- Pear pear pear pear\n'.repeat(200)}`,
		});
		expect(await ask({ task: 'kiwi', token_budget: 100, known: { r99: 'x' } })).toStrictEqual({
			items: [],
			removed: [{ key: 'r99', reason: 'gone' }],
			omitted: [{ key: 'r1', path: 'KIWI.md' }],
		});
		expect(await ask({ task: 'zebra' })).toStrictEqual({ items: [] });
	});

	it('considers six documents, and none that is worth little beside the best', async () => {
		const kiwis = (count: number, text: string) =>
			Object.fromEntries(
				Array.from({ length: count }, (_, at) => [
					`rules/n${String(at).padStart(2, '0')}.md`,
					text,
				]),
			);
		const many = await talk(kiwis(13, '- Kiwi\n'));
		const keys = async ({ ask }: typeof many, more: object = {}) =>
			((await ask({ task: 'kiwi', token_budget: 2000, ...more })).items as { key: string }[]).map(
				({ key }) => key,
			);
		expect(await keys(many)).toHaveLength(6);
		const weak = `${'Other words of many kinds stand here. '.repeat(6)}\n\nA kiwi.\n`;
		const few = await talk({
			...kiwis(2, weak),
			'rules/kiwi.md': '# Kiwi\n\n- Kiwi, kiwi\n',
			'META_PROMPT.md': '# Kiwi\n\nKiwi, kiwi\n',
		});
		expect(await keys(few)).toEqual(['r3']);
	});

	it('tells first of a document what says most of the task', async () => {
		const { ask } = await talk({ 'rules/long.md': LONG });
		const { items } = (await ask({ task: 'kiwi', token_budget: 200 })) as {
			items: { text: string; parts: string }[];
		};
		expect(items).toMatchObject([{ parts: '1/4', text: expect.stringMatching(/^## Kiwi/) }]);
	});

	it.each([
		['shells: Extglobs', '## Extglobs'],
		['the See also section of SHELLS.md', '## See also'],
		['what does the shells guide say under Usage?', '## Usage'],
		['tool-kit: API', '### new Shell()'],
		['shells', undefined],
		['hello, see also you', undefined],
	])('tells the section that a task names beside its document: %s', async (task, heading) => {
		const filler =
			'A shell of shells globs what a shell expands, file by file, in every shell. '.repeat(9);
		const titles = ['Matching globs', 'Usage', 'Extglobs', 'See also'];
		const guide = `# Shells\n\n${filler}\n\n${titles.map((each) => `## ${each}\n\n- ${filler}\n`).join('\n')}`;
		const { ask } = await talk({
			'rules/shells.md': guide,
			'workflow/tool_kit/SKILL.md': `# Kit\n\n${filler}\n\n## API\n\n### new Shell()\n\n- ${filler}\n`,
		});
		const { items } = (await ask({ task, token_budget: 900 })) as { items: { text: string }[] };
		const [first] = items.map(({ text }) => text.match(/^##+ .*/gm)?.at(-1));
		if (heading === undefined) expect(first ?? '').not.toMatch(/See also|Usage|Extglobs/);
		else expect(first).toBe(heading);
	});
});
