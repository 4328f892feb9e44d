import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/memory/hash';
import { discoveredNames } from '../../src/memory/hub/discovery';
import type { Caller } from '../../src/memory/types';
import { API, CODING, callerOf, openWorkspace, STYLE } from './workspace';

const folder = {
	'rules/style.md': STYLE,
	'workflow/coding.md': CODING,
	'context/specs/api.md': API,
};

describe('a folder', () => {
	it('is planned by content hash and published in one step', async () => {
		const { hub, push } = openWorkspace();
		await push(folder);
		const hashes = {
			'rules/Style.md': contentHash(STYLE),
			'workflow/coding.md': contentHash('new'),
			'context/new.md': contentHash('x'),
			'context/NEW.MD': contentHash('x'),
			'notes/a.md': contentHash('x'),
			'context/a.txt': contentHash('x'),
		};
		const files = Object.entries(hashes).map(([file, hash]) => ({ file, hash }));
		const plan = await hub.planSync({ files });
		expect(plan).toMatchObject({
			create: [{ file: 'context/new.md', path: 'NEW.md' }],
			update: [{ file: 'workflow/coding.md', hash: contentHash(CODING) }],
			unchanged: [{ file: 'rules/Style.md', path: 'STYLE.md' }],
			absent: [{ file: 'context/specs/api.md' }],
		});
		expect(plan.problems.map(({ file }) => file)).toEqual([
			'context/NEW.MD',
			'notes/a.md',
			'context/a.txt',
		]);
		const stale = [
			{ file: 'context/new.md', content: 'x', base: null },
			{ file: 'workflow/coding.md', content: 'new', base: contentHash('older') },
		];
		expect(await hub.applySync({ by: 'admin', files: stale })).toMatchObject({
			ok: false,
			error: { code: 'conflict', files: [{ file: 'workflow/coding.md' }] },
		});
		expect(await hub.listObjects()).toHaveLength(3);
		const withdraw = plan.absent.map(({ id, hash }) => ({ id, hash }));
		const api = { file: 'context/specs/api.md', content: 'new', base: withdraw[0]?.hash ?? '' };
		for (const twice of [
			{ files: [], withdraw: [...withdraw, ...withdraw] },
			{ files: [api], withdraw },
		])
			expect(await hub.applySync({ by: 'admin', ...twice })).toMatchObject({
				ok: false,
				error: { files: [{ file: withdraw[0]?.id, reason: expect.stringContaining('once') }] },
			});
		const fresh = [
			{ file: 'context/new.md', content: 'x', base: null },
			{ file: 'workflow/coding.md', content: 'new', base: contentHash(CODING).slice(7) },
		];
		expect(await hub.applySync({ by: 'admin', files: fresh, withdraw })).toMatchObject({
			ok: true,
			value: { withdrawn: 1, published: [{ version: 1 }, { version: 2 }] },
		});
		expect((await hub.listObjects()).map(({ path }) => path).sort()).toEqual([
			'NEW.md',
			'STYLE.md',
			'workflow/CODING.md',
		]);
	});

	it('comes back as it was pushed, and then nothing is to be done', async () => {
		const { hub, push } = openWorkspace();
		await push({ ...folder, 'META_PROMPT.md': '# Ours\n' });
		const { files, next } = await hub.exportFiles();
		expect(next).toBeUndefined();
		expect(new Map(files.map(({ file, content }) => [file, content]))).toEqual(
			new Map([
				['rules/style.md', STYLE],
				['workflow/coding.md', CODING],
				['context/specs/api.md', API],
				['META_PROMPT.md', '# Ours\n'],
			]),
		);
		const plan = await hub.planSync({
			files: files.map(({ file, content }) => ({ file, hash: contentHash(content) })),
		});
		expect(plan).toMatchObject({ create: [], update: [], absent: [], problems: [] });
		expect(plan.unchanged).toHaveLength(4);
	});

	it('keeps a description that a later file does not mention', async () => {
		const { hub, push } = openWorkspace();
		const { 'STYLE.md': id = '' } = await push({ 'rules/style.md': STYLE });
		const base = contentHash(STYLE);
		await hub.applySync({ by: 'a', files: [{ file: 'rules/style.md', content: '# S', base }] });
		expect(await hub.readObject({ id })).toMatchObject({
			description: 'How code looks',
			version: 2,
		});
	});
});

describe('usage', () => {
	it('counts loads, references and rejections, and names what nobody referred to', async () => {
		const { hub, push, agent: open } = openWorkspace();
		const ids = await push(folder);
		const agent = await open();
		const [style = '', api = ''] = [ids['STYLE.md'], ids['specs/API.md']];
		const load = () =>
			agent('memload', { ids: [style, api], knownHashes: { [style]: '', [api]: '' } });
		await load();
		await agent('memref', { refs: [{ ruleId: style, constraintId: 'Naming/1' }] });
		await agent('agentrejected', { reason: 'names in camelCase' });
		await load();
		await agent('agentreport', { summary: 'done' });
		await agent('agentrejected', {});
		const usage = await hub.usage();
		expect(usage.objects.find(({ id }) => id === style)).toMatchObject({
			loads: 2,
			references: 1,
			rejections: 1,
			lastUsed: expect.any(Number),
			constraints: [
				{ id: 'Naming/1', loads: 2, references: 1, rejections: 1 },
				{ id: 'Naming/2', loads: 2, references: 0, rejections: 0 },
				{ id: 'Errors', loads: 2, references: 0 },
			],
		});
		expect(usage.neverReferred).toMatchObject([
			{ ruleId: style, constraintId: 'Naming/2', path: 'STYLE.md', loads: 2, tokens: 6, cost: 12 },
			{ ruleId: style, constraintId: 'Errors', path: 'STYLE.md', loads: 2 },
			{
				ruleId: ids['workflow/CODING.md'],
				constraintId: 'Steps',
				path: 'workflow/CODING.md',
				loads: 0,
			},
		]);
		// Loaded in an earlier turn, broken in this one.
		await agent('memref', { refs: [{ ruleId: style, constraintId: 'Errors' }] });
		await agent('agentrejected', {});
		expect((await hub.usage({ id: style })).objects).toMatchObject([
			{ rejections: 2, constraints: [{ rejections: 1 }, { rejections: 0 }, { rejections: 1 }] },
		]);
	});
});

describe('a session', () => {
	it('is bound by the rules it loaded, as they are in force', async () => {
		const { hub, push, agent: open } = openWorkspace();
		const ids = await push(folder);
		const [style = '', coding = '', api = ''] = Object.values(ids);
		const agent = await open();
		const wanted = [coding, api, style, coding];
		const knownHashes = Object.fromEntries(wanted.map((id) => [id, '']));
		await agent('memload', { ids: wanted, knownHashes });
		await hub.applySync({
			by: 'admin',
			files: [{ file: 'rules/style.md', content: '## Z\n\n- z\n', base: contentHash(STYLE) }],
		});
		const bound = await hub.bindingRules({ caller: callerOf('ada', 'ada-1') });
		expect(bound).toMatchObject({
			value: [
				{ ruleId: coding, told: [{ id: 'Steps' }], constraints: [{ id: 'Steps' }] },
				{ ruleId: style, told: [{}, {}, {}], constraints: [{ id: 'Z/1' }] },
			],
		});
		expect(await hub.bindingRules({ caller: callerOf('eve', 'ada-1') })).toMatchObject({
			ok: false,
		});
	});

	it('is what a handle was bound to, and never guessed', async () => {
		const { hub } = openWorkspace();
		const sessionOf = (session: string, source: Caller['source'], principal = 'ada') =>
			hub.resolveSession({ caller: { principal, session, source } });
		const setUp = (caller: Caller, sessionId: string) =>
			hub.setup({ caller, sessionId, knownHash: '' });
		await setUp(callerOf('ada', 'meta-1'), 'talk-1');
		await setUp({ principal: 'ada', session: 'mcp-1', source: 'transport' }, 'talk-2');
		expect(await sessionOf('meta-1', 'meta')).toBe('talk-1');
		expect(await sessionOf('mcp-1', 'transport')).toBe('talk-2');
		expect(await sessionOf('talk-1', 'argument')).toBe('talk-1');
		// A name that nobody set up goes where its connection goes, one that was set up does not.
		const named = (session: string, connection: string) =>
			hub.resolveSession({
				caller: { principal: 'ada', session, source: 'argument' },
				connection,
			});
		expect(await named('night-shift', 'mcp-1')).toBe('talk-2');
		expect(await named('night-shift', 'mcp-9')).toBe('mcp-9');
		expect(await named('talk-1', 'mcp-1')).toBe('talk-1');
		for (const [session, source, code] of [
			['meta-9', 'meta', undefined],
			['mcp-9', 'transport', undefined],
			['default', 'none', 'unnamed_session'],
		] as const) {
			expect(await sessionOf(session, source)).toBe(session);
			const found = await hub.session({ caller: { principal: 'ada', session, source } });
			expect(found.ok ? found : found.error.code).toBe(code);
		}
		// A session that is called so is nobody's who says nothing.
		await setUp(callerOf('ada', 'meta-2'), 'default');
		expect(
			await hub.session({ caller: { principal: 'ada', session: 'default', source: 'none' } }),
		).toMatchObject({ ok: false });
		const nobody = { principal: 'eve', session: 'default', source: 'none' } as const;
		expect(await hub.session({ caller: nobody })).toMatchObject({
			ok: false,
			error: { error: expect.not.stringMatching(/nothing of its session/) },
		});
	});

	it('has a short handle where nothing but the setup names it', async () => {
		const { hub } = openWorkspace();
		const windows = ['first-window', 'second-window'];
		const handles: string[] = [];
		for (const sessionId of windows) {
			const caller: Caller = { principal: 'ada', session: 'default', source: 'none' };
			const setup = await hub.setup({ caller, sessionId, knownHash: '' });
			handles.push((setup.ok && setup.value.handle) || '');
		}
		for (const [at, handle] of handles.entries()) {
			expect(handle).toMatch(/^s[0-9a-f]{4}$/);
			const caller: Caller = { principal: 'ada', session: handle, source: 'argument' };
			expect(await hub.session({ caller })).toEqual({ ok: true, value: windows[at] });
		}
	});
});

describe('attestations', () => {
	it('come in pages that neither overlap nor miss, both ways', async () => {
		const { hub, agent: open } = openWorkspace();
		const agent = await open();
		for (let turn = 0; turn < 24; turn++) await agent('agentreport', { summary: `turn ${turn}` });
		const seen: number[] = [];
		let next: number | undefined;
		do {
			const page = await hub.attestations({
				limit: 7,
				...(next === undefined ? {} : { beforeSeq: next }),
			});
			seen.push(...page.items.map(({ seq }) => seq));
			next = page.next;
		} while (next !== undefined);
		expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index));
		const exported = await hub.attestations({ afterSeq: 20, order: 'oldest' });
		expect(exported.items.map(({ seq }) => seq)).toEqual([21, 22, 23, 24, 25]);
	});

	it('name at most twenty things found', () => {
		const names = Array.from({ length: 23 }, (_, index) => `N${index}`);
		expect(discoveredNames(names)).toMatch(/, N19, \.\.\. \(\+3 more\)$/);
		expect(discoveredNames(['x'.repeat(2000)])).toBe(', ... (+1 more)');
	});
});

describe('a workspace', () => {
	it('never meets another', async () => {
		const [one, two] = [openWorkspace('ws-1'), openWorkspace('ws-2')];
		const ids = await one.push(folder);
		const [here, there] = [await one.agent(), await two.agent()];
		const id = ids['STYLE.md'] ?? '';
		await here('artifact', { resource: 'context', op: { create: { path: 'a.md', body: 'x' } } });
		expect((await there('memdisc', {})).structured).toEqual({ items: [] });
		expect((await there('memload', { ids: [id], knownHashes: { [id]: '' } })).isError).toBe(true);
		expect(
			(await there('memref', { refs: [{ ruleId: id, constraintId: 'Naming/1' }] })).isError,
		).toBe(true);
		expect(
			(await there('memactivate', { query: 'naming', known: { [id]: 'x' } })).structured,
		).toMatchObject({ items: [], removed: [{ key: id, reason: 'gone' }] });
		expect((await two.hub.drafts()).drafts).toEqual([]);
	});

	it('goes on after a restart with every draft and attestation it acknowledged', async () => {
		const before = openWorkspace('ws-1');
		await before.push(folder);
		const agent = await before.agent();
		const created = await agent('artifact', {
			resource: 'rule',
			op: { create: { path: 'kept.md', body: '## K\n\n- kept\n' } },
		});
		await agent('agentreport', { summary: 'before' });
		const { items } = await before.hub.attestations();
		const after = openWorkspace('ws-1', before.store, before.bodies);
		expect((await after.hub.attestations()).items).toEqual(items);
		const again = await after.agent();
		const id = String(created.structured.id);
		expect(
			(await again('memload', { ids: [id], knownHashes: { [id]: '' } })).structured,
		).toMatchObject({
			items: [{ content: expect.stringContaining('- kept'), constraints: [{ id: 'K/1' }] }],
		});
	});
});
