import { describe, expect, it } from 'vitest';
import { contentHash, sha256Hex } from '../../src/memory/hash';
import { defaultMetaPrompt } from '../../src/memory/hub/context';
import type { Caller } from '../../src/memory/types';
import { callerOf, openWorkspace, STYLE } from './workspace';

const hash = contentHash(defaultMetaPrompt('slim'));
const event = (name: string, more: object = {}) => ({
	...{ seq: expect.any(Number), at: expect.any(Number), event: name, principal: 'ada' },
	...{ session: 'talk-1', ...more },
});

describe('a setup', () => {
	const setUp = async (source: Caller['source'], sessionId = 'talk-1') => {
		const { hub } = openWorkspace();
		const caller: Caller = { principal: 'ada', session: 'h-1', source };
		const done = await hub.setup({ caller, sessionId, knownHash: hash });
		const { items } = await hub.attestations({});
		const named = (session: string, from: Caller['source']) =>
			hub.session({ caller: { principal: 'ada', session, source: from } });
		return { value: done.ok ? done.value : done, items, named };
	};
	const handle = `s${sha256Hex('talk-1').slice(0, 4)}`;
	const told = {
		...{ workspaceId: 'ws-test', sessionId: 'talk-1' },
		mpf: { hash, content: null, changed: false },
	};

	it.each([
		['argument', told, { 'talk-1': true, 'h-1': false, [handle]: true }],
		['meta', told, { 'talk-1': true, 'h-1': true, [handle]: false }],
		['transport', { ...told, handle }, { 'talk-1': true, 'h-1': true, [handle]: true }],
		['none', { ...told, handle }, { 'talk-1': true, 'h-1': false, [handle]: true }],
	] as const)('by %s binds what names it, and is recorded', async (source, answer, names) => {
		const { value, items, named } = await setUp(source);
		expect(value).toStrictEqual(answer);
		for (const [name, isBound] of Object.entries(names))
			expect([name, (await named(name, 'argument')).ok]).toEqual([name, isBound]);
		expect(items).toStrictEqual([event('.setup', { objectId: 'META_PROMPT.md', hash })]);
	});

	it('without an id of the host goes on as what its transport was called, else gets a new one', async () => {
		const { hub } = openWorkspace();
		const caller: Caller = { principal: 'ada', session: 'h-1', source: 'transport' };
		const setup = () => hub.setup({ caller, sessionId: 'new', knownHash: '' });
		const [one, other] = [await setup(), await setup()];
		// Calls made before are in the same conversation.
		expect(one).toMatchObject({ value: { sessionId: await hub.resolveSession({ caller }) } });
		expect(one).toMatchObject({ value: { sessionId: 'h-1' } });
		expect(other).toEqual(one);
		const nameless: Caller = { principal: 'ada', session: 'default', source: 'none' };
		const own = await hub.setup({ caller: nameless, sessionId: 'new', knownHash: '' });
		expect(own).toMatchObject({ value: { sessionId: expect.stringMatching(/^s-[0-9a-f-]{36}$/) } });
	});

	it('by the handle of before goes on with the session, and tells the prompt of its shape', async () => {
		const { hub, agent } = openWorkspace();
		const caller: Caller = { principal: 'ada', session: 'h-1', source: 'none' };
		const setup = (sessionId: string, shape?: 'full') =>
			hub.setup({ caller, sessionId, knownHash: hash, ...(shape && { shape }) });
		const first = await setup('talk-1', 'full');
		expect(await setup(handle)).toEqual(first);
		expect(first).toMatchObject({ value: { mpf: { changed: true } } });
		const windows = (await hub.attestations({})).items.map(({ session }) => session);
		expect(new Set(windows)).toEqual(new Set(['talk-1']));
		await agent('bob', handle);
		expect((await hub.attestations({})).items[0]).toMatchObject({ session: handle });
	});

	it('has as few digits for a handle as tell it from others of the principal', async () => {
		const { hub } = openWorkspace();
		const seen = new Map<string, string>();
		const digitsOf = (id: string) => sha256Hex(id).slice(0, 4);
		let at = 0;
		for (; !seen.has(digitsOf(`talk-${at}`)); at++) seen.set(digitsOf(`talk-${at}`), `talk-${at}`);
		const twin = `talk-${at}`;
		const first = seen.get(digitsOf(twin)) ?? '';
		const handleOf = async (sessionId: string, principal = 'ada') => {
			const caller: Caller = { principal, session: 'default', source: 'none' };
			const setup = await hub.setup({ caller, sessionId, knownHash: '' });
			return setup.ok && setup.value.handle;
		};
		expect(await handleOf(first)).toBe(`s${digitsOf(twin)}`);
		expect(await handleOf(twin)).toBe(`s${sha256Hex(twin).slice(0, 6)}`);
		expect(await handleOf(first)).toBe(`s${digitsOf(twin)}`);
		expect(await handleOf(twin, 'eve')).toBe(`s${digitsOf(twin)}`);
	});
});

describe('a turn', () => {
	const talk = async () => {
		const workspace = openWorkspace();
		const ids = await workspace.push({ 'rules/style.md': STYLE, 'rules/b.md': '- Be kind\n' });
		const [ada, other] = [
			await workspace.agent('ada', 'talk-1'),
			await workspace.agent('ada', 'talk-2'),
		];
		const rejected = () =>
			workspace.store
				.tallies()
				.filter(({ what }) => what === 'reject')
				.map(({ objectId, key, count }) => [ids['B.md'] === objectId ? 'b' : 'style', key, count])
				.sort();
		const key = (await workspace.hub.readObject({ id: 'r2' }))?.constraints[0]?.key;
		return { ...workspace, ada, other, rejected, key };
	};

	it('ends with what is said of it', async () => {
		const { hub, ada } = await talk();
		const [report, reject] = ['agentreport', 'agentrejected'] as const;
		expect((await ada(report, { summary: 'done' })).structured).toStrictEqual({ ok: true });
		expect((await ada(reject, { reason: 'wrong' })).structured).toStrictEqual({ ok: true });
		await ada(reject, {});
		const { items } = await hub.attestations({ session: 'talk-1', limit: 3 });
		expect(items).toStrictEqual([
			event('.reject'),
			event('.reject', { reason: 'wrong' }),
			event('.agent_report', { reason: 'done' }),
		]);
		const nobody = { caller: callerOf('eve', 'talk-1') };
		for (const refused of [
			await hub.report({ ...nobody, summary: 'x' }),
			await hub.reject(nobody),
			await hub.session(nobody),
		])
			expect(refused).toMatchObject({
				ok: false,
				error: { error: expect.stringMatching(/^memsetup/) },
			});
	});

	it('that is rejected counts against what it used, once each', async () => {
		const { ada, other, rejected, key } = await talk();
		const load = (agent: typeof ada, id: string) =>
			agent('memload', { ids: [id], knownHashes: { [id]: '' } });
		await load(ada, 'r1');
		await ada('agentreport', { summary: 'done' });
		await load(other, 'r1');
		await ada('memdisc', {});
		await ada('agentrejected', {});
		expect(rejected()).toEqual([]);
		await ada('memref', { refs: [{ ruleId: 'r2', constraintId: 'Be kind' }] });
		await load(ada, 'r2');
		await ada('agentrejected', {});
		const once = [
			['b', '', 1],
			['b', key, 1],
		];
		expect(rejected()).toEqual(once);
		await ada('agentrejected', {});
		expect(rejected()).toEqual(once);
		await load(ada, 'r1');
		await ada('agentrejected', {});
		expect(rejected()).toContainEqual(['style', '', 1]);
		await ada('memactivate', { task: 'naming of functions' });
		await ada('agentrejected', {});
		expect(rejected()).toContainEqual(['style', '', 2]);
	});
});
