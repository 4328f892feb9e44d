import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/memory/hash';
import { ALWAYS, caller, talk } from './talk';
import { callerOf, STYLE } from './workspace';

describe('what binds a session', () => {
	it('is told with all that is known of it', async () => {
		const { hub, ada, load, publish, style, kind } = await talk();
		await load('r1', 'c3', 'r2');
		await ada('memref', { refs: [{ ruleId: 'r1', constraintId: 'Naming/1' }] });
		await publish('- Be brief\n', STYLE);
		await load('r1');
		const before = await hub.readObject({ id: style, version: 1 });
		const [now, other] = [await hub.readObject({ id: 'r1' }), await hub.readObject({ id: 'r2' })];
		const keysOf = (each: typeof now) => each?.constraints.map(({ key }) => key) ?? [];
		expect(keysOf(before)).toHaveLength(3);
		const rules = [
			{
				...{ ruleId: style, kind: 'rule', path: 'STYLE.md', hash: now?.hash },
				...{ told: now?.constraints, constraints: now?.constraints, alias: 'r1', always: false },
				references: { [keysOf(before)[0] ?? '']: 1 },
				texts: { [now?.hash ?? '']: keysOf(now) },
			},
			{
				...{ ruleId: kind, kind: 'rule', path: 'KIND.md', hash: contentHash(ALWAYS) },
				...{ told: other?.constraints, constraints: other?.constraints, alias: 'r2' },
				...{ always: true, references: {}, texts: { [contentHash(ALWAYS)]: keysOf(other) } },
			},
		];
		expect(await hub.bindingRules({ caller })).toStrictEqual({
			...{ ok: true, value: rules },
		});
	});

	it('is what was activated too, and of no other session', async () => {
		const { hub, ada, agent } = await talk();
		await ada('memactivate', { query: 'naming of functions' });
		const told = await hub.bindingRules({ caller });
		expect(told).toMatchObject({ value: [{ alias: 'r1' }, { alias: 'r2' }] });
		await agent('ada', 'ada-2');
		expect(await hub.bindingRules({ caller: callerOf('ada', 'ada-2') })).toEqual({
			ok: true,
			value: [],
		});
	});

	it('is as it was told what was withdrawn, and never a draft', async () => {
		const { hub, ada, load, style } = await talk();
		const create = { path: 'a.md', body: '- x\n' };
		const { id } = (await ada('artifact', { resource: 'rule', op: { create } })).structured;
		await load('r1', String(id));
		const withdraw = [{ id: style, hash: contentHash(STYLE) }];
		const before = await hub.readObject({ id: style });
		await hub.applySync({ by: 'admin', files: [], withdraw });
		expect(await hub.bindingRules({ caller })).toMatchObject({
			value: [{ ruleId: style, told: before?.constraints, constraints: [] }],
		});
	});

	it('is let go where a load or an activation tells that it was withdrawn', async () => {
		const { hub, ada, load, style, kind } = await talk();
		await load('r1', 'r2');
		const gone = [
			{ id: style, hash: contentHash(STYLE) },
			{ id: kind, hash: contentHash(ALWAYS) },
		];
		await hub.applySync({ by: 'admin', files: [], withdraw: gone.slice(0, 1) });
		const { structured } = await load('r1', 'c3');
		expect(structured.withdrawn).toEqual(['r1 STYLE.md']);
		expect(structured.items).toHaveLength(1);
		expect(await hub.bindingRules({ caller })).toMatchObject({ value: [{ alias: 'r2' }] });
		await hub.applySync({ by: 'admin', files: [], withdraw: gone.slice(1) });
		const activated = await ada('memactivate', { task: 'zebras' });
		expect(activated.structured.removed).toEqual([{ key: 'r2', reason: 'gone' }]);
		expect(await hub.bindingRules({ caller })).toEqual({ ok: true, value: [] });
		expect((await ada('memactivate', { task: 'zebras' })).structured.removed).toBe(undefined);
	});

	it('is a text that was told once where its document says it once, whichever of two it was', async () => {
		const { hub, ada, push } = await talk();
		const filler = 'Pear and plum beside it. '.repeat(30);
		const part = (topic: string) => `## ${topic}\n\n- ${topic} ${filler}\n- Ask first\n`;
		const file = 'rules/two.md';
		const text = `${part('Zebras')}\n${part('Yaks')}`;
		await push({ [file]: text });
		await ada('memactivate', { task: 'yaks', token_budget: 400 });
		const stands = async () => {
			const bound = await hub.bindingRules({ caller });
			const [{ told, constraints } = { told: [], constraints: [] }] = bound.ok ? bound.value : [];
			const keys = constraints.map(({ key }) => key);
			return told.map(({ text, key }) => [text.slice(0, 9), keys.includes(key)]);
		};
		const both = [
			['Yaks Pear', true],
			['Ask first', true],
		];
		expect(await stands()).toEqual(both);
		const once = text.replace('- Ask first\n', '');
		await hub.applySync({ by: 'a', files: [{ file, content: once, base: contentHash(text) }] });
		expect(await stands()).toEqual(both);
		const none = once.replace('- Ask first\n', '');
		await hub.applySync({ by: 'a', files: [{ file, content: none, base: contentHash(once) }] });
		expect(await stands()).toEqual([both[0], ['Ask first', false]]);
	});

	it('is of a rule that was told in part those lines, and says when its scope changes', async () => {
		const { hub, ada, push } = await talk();
		const part = (topic: string) => `## ${topic}\n\n- ${topic} ${'padding '.repeat(90)}\n`;
		const text = `---\nglobs: src/**\n---\n${part('Zebras')}\n${part('Yaks')}`;
		const { 'LONG.md': id } = await push({ 'rules/long.md': text });
		await ada('memactivate', { task: 'zebras', token_budget: 300 });
		const bound = async () => {
			const told = await hub.bindingRules({ caller });
			return told.ok ? told.value.find(({ ruleId }) => ruleId === id) : undefined;
		};
		expect((await bound())?.told).toMatchObject([{ id: 'Zebras/1' }]);
		expect((await bound())?.untold).toMatchObject([{ id: 'Yaks/1' }]);
		expect(await bound()).not.toHaveProperty('scopes');
		const content = text.replace('src/**', 'docs/**');
		const files = [{ file: 'rules/long.md', content, base: contentHash(text) }];
		await hub.applySync({ by: 'admin', files });
		expect((await bound())?.scopes).toEqual(['for src/**', 'for docs/**']);
		expect((await bound())?.constraints).toMatchObject([{ id: 'Zebras/1' }]);
	});

	it('is what was told of many parts, one by one, and what became of a line that was edited', async () => {
		const { hub, ada, push } = await talk();
		const topics = 'Zebras Yaks Newts Moles Hares Otters Lynxes Bisons Geckos Lemurs'.split(' ');
		const text = topics
			.map((topic) => `## ${topic}\n\n- Keep ${topic} ${'padding '.repeat(90)}\n`)
			.join('\n');
		await push({ 'rules/long.md': text, 'rules/quokkas.md': '- Quokkas\n' });
		const bound = async () => {
			const all = await hub.bindingRules({ caller });
			return all.ok ? all.value.find(({ alias }) => alias === 'r5') : undefined;
		};
		for (const [at, task] of topics.slice(0, 9).entries()) {
			const { structured } = await ada('memactivate', { task, token_budget: 300 });
			const [{ hash = '' } = {}] = structured.items as { hash: string }[];
			if (at === 0) {
				const { items } = (await load({ r5: hash })) as { items: { content: string }[] };
				expect(items[0]?.content.match(/Keep \w+/g)).toHaveLength(9);
				await ada('memactivate', { task: 'quokkas', known: { r5: hash } });
				expect(await bound()).toBeUndefined();
				await ada('memactivate', { task, token_budget: 300 });
			}
		}
		expect((await bound())?.told.map(({ id }) => id)).toEqual(
			topics.slice(0, 9).map((topic) => `${topic}/1`),
		);
		const content = text
			.replace('Keep Yaks', 'Keep some Yaks')
			.replace('Keep Lemurs', 'Feed Lemurs');
		const files = [{ file: 'rules/long.md', content, base: contentHash(text) }];
		await hub.applySync({ by: 'admin', files });
		const lines = (await bound())?.constraints ?? [];
		expect(lines.map((line) => line.text.slice(0, 14))).toContain('Keep some Yaks');
		expect(lines).toHaveLength(9);

		async function load(knownHashes: Record<string, string>) {
			const ids = Object.keys(knownHashes);
			return (await ada('memload', { ids, knownHashes })).structured;
		}
	});

	it('is what is published of a rule whose draft was read too, until a later session lets it go', async () => {
		const { hub, ada, load, agent, push } = await talk();
		await push({ 'rules/quokkas.md': '- Quokkas\n' });
		await load('r1');
		const body = '- Be brief\n';
		await ada('artifact', { resource: 'rule', op: { update: { id: 'r1', body } } });
		await ada('memload', { ids: ['r1'], knownHashes: { r1: '' }, draft: true });
		const told = async (session: string, ...earlier: string[]) => {
			const all = await hub.bindingRules({ caller: callerOf('ada', session), earlier });
			return all.ok && all.value.find(({ alias }) => alias === 'r1')?.told.length;
		};
		expect(await told('ada-1')).toBe(3);
		const later = await agent('ada', 'ada-2');
		expect(await told('ada-2', 'ada-1')).toBe(3);
		await later('memactivate', { task: 'quokkas', known: { r1: '0' } });
		expect(await told('ada-2', 'ada-1')).toBeUndefined();
	});

	it('is what was told last, whichever session was told it', async () => {
		const { hub, ada, load, agent, push } = await talk();
		await push({ 'rules/quokkas.md': '- Quokkas\n' });
		const later = await agent('ada', 'ada-2');
		const bound = async () => {
			const asked = { caller: callerOf('ada', 'ada-2'), earlier: ['ada-1'] };
			const all = await hub.bindingRules(asked);
			return all.ok && all.value.some(({ alias }) => alias === 'r1');
		};
		await load('r1');
		await later('memactivate', { task: 'quokkas', known: { r1: '0' } });
		expect(await bound()).toBe(false);
		await load('r1');
		expect(await bound()).toBe(true);
		// Also of parts that were told before another session let all of them go.
		const part = (topic: string) => `## ${topic}\n\n- ${topic} ${'padding '.repeat(90)}\n`;
		await push({ 'rules/long.md': part('Zebras') + part('Yaks') });
		const tell = (task: string) => ada('memactivate', { task, token_budget: 300 });
		for (const task of ['zebras', 'yaks']) await tell(task);
		await later('memactivate', { task: 'quokkas', known: { r6: '0' } });
		for (const task of ['zebras', 'yaks']) await tell(task);
		const all = await hub.bindingRules({ caller: callerOf('ada', 'ada-2'), earlier: ['ada-1'] });
		const long = all.ok ? all.value.find(({ path }) => path === 'LONG.md') : undefined;
		expect(long?.told).toHaveLength(2);
		await ada('memactivate', { task: 'quokkas', known: { r1: '0' } });
		expect(await bound()).toBe(false);
	});

	it('is no draft, also where its text was published before', async () => {
		const { hub, ada, publish } = await talk();
		await publish('- Be brief\n', STYLE);
		await ada('artifact', { resource: 'rule', op: { update: { id: 'r1', body: STYLE } } });
		await ada('memload', { ids: ['r1'], knownHashes: { r1: '' }, draft: true });
		expect(await hub.bindingRules({ caller })).toEqual({ ok: true, value: [] });
	});

	it('is no line of a version that was told before as it is told again, instead of what came between', async () => {
		const { hub, ada, push } = await talk();
		const part = (topic: string, ...more: string[]) =>
			`## ${topic}\n\n- ${topic} ${'padding '.repeat(90)}\n${more.map((line) => `- ${line}\n`).join('')}\n`;
		const first = part('Zebras') + part('Yaks');
		const second = part('Zebras', 'Zebras have no spots') + part('Yaks');
		await push({ 'rules/long.md': first });
		const activate = async (known: object) => {
			const asked = { task: 'zebras', token_budget: 300, known, shape: 'full' };
			const { items } = (await ada('memactivate', asked)).structured as {
				items: readonly { readonly key: string; readonly hash: string; readonly action?: string }[];
			};
			return items.find(({ key }) => key === 'r5');
		};
		const publish = (content: string, before: string) =>
			hub.applySync({
				by: 'admin',
				files: [{ file: 'rules/long.md', content, base: contentHash(before) }],
			});
		await activate({});
		await publish(second, first);
		const between = await activate({});
		await publish(first, second);
		expect(await activate({ r5: between?.hash })).toMatchObject({ action: 'replace' });
		const bound = await hub.bindingRules({ caller });
		const rule = bound.ok ? bound.value.find(({ alias }) => alias === 'r5') : undefined;
		expect(rule?.told.map(({ id }) => id)).toEqual(['Zebras/1']);
	});
});
