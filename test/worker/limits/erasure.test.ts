// All that is kept of somebody can be taken along, and taken away: nothing of it is left anywhere.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browsing } from '../../oauth/browsing';
import { commandLine } from '../../program';
import { resultRaw } from '../raw-calls';
import { type Limited, startLimited } from './start';
import { storedIn } from './stored';

const MINUTE = 60_000;
const hex = (text: string) => createHash('sha256').update(text).digest('hex');
const entry = (name: string, workspace: string, scopes: readonly string[]) => ({
	...{ name, workspace, scopes, sha256: hex(`${name}-token`) },
});
const TOKENS = [
	entry('root', 'ws-root', ['admin', 'operator']),
	entry('ada', 'ws-a', ['admin']),
	entry('bob', 'ws-a', ['mcp:use']),
	entry('eve', 'ws-b', ['admin']),
];

let folder: string;
let loadline: Limited;
const start = async () => {
	loadline = await startLimited({
		dev: false,
		persistTo: folder,
		vars: { LOADLINE_TOKENS: JSON.stringify(TOKENS) },
	});
};
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'loadline-erasure-'));
	await start();
	for (const admin of ['ada', 'eve'])
		await ask(admin, '/api/config', 'PUT', { demo: true, transient: [PAIR] });
});
afterAll(async () => {
	await loadline.stop();
	rmSync(folder, { recursive: true });
});
const PAIR = { tool: 'demo__list_bookings', consumedBy: ['demo__get_booking'] };

async function ask(who: string, path: string, method = 'GET', body?: object) {
	const headers = { authorization: `Bearer ${who}-token`, 'content-type': 'application/json' };
	const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
	const answer = await loadline.fetch(path, init);
	const text = await answer.text();
	const isJson = answer.headers.get('content-type')?.includes('application/json');
	return { status: answer.status, text, told: isJson ? JSON.parse(text) : {} };
}
const call = async (who: string, name: string, args: object, session = 'work') => {
	const headers = { authorization: `Bearer ${who}-token` };
	const result = await resultRaw(loadline, name, JSON.stringify(args), { headers, session });
	if (!result || result.isError === true)
		throw new Error(`${name}: ${result?.content[0].text.slice(0, 300)}`);
	return result.structuredContent;
};
const idOf = async (who: string): Promise<string> => (await ask(who, '/api/me')).told.id;

/** Something in every place that keeps anything; every text says whose it is. */
async function work(who: string): Promise<string> {
	const mark = `mark-of-${who}`;
	await call(who, 'demo__list_bookings', {});
	await call(
		who,
		'demo__get_booking',
		{ id: 'bk_0001', _loadline: { fields: 'id' } },
		`other-${mark}`,
	);
	await call(who, 'memsetup', { session_id: 'work', knownHashes: { 'META_PROMPT.md': '' } });
	const create = { path: `drafts/${mark}.md`, body: `# Draft\n\n- ${mark} is short\n` };
	await call(who, 'artifact', { session_id: 'work', resource: 'rule', op: { create } });
	await call(who, 'store_analysis_memory', { finding: `${mark} is late`, tags: [mark] });
	const { run_id } = await call(who, 'workflow_start', { workflow: 'tasks-one-by-one' });
	const tasks = [{ id: mark, title: mark }];
	await call(who, 'workflow_set_tasks', { run_id, loop_id: 'tasks', tasks });
	const payload = await call(who, 'build_replay_payload', { task: mark, session_id: 'work' });
	await call(who, 'save_context', { payload: payload.payload ?? payload });
	const secret = { value: mark, origins: ['https://api.example.com'] };
	await ask(who, '/api/me/secrets/USER_KEY', 'PUT', secret);
	return mark;
}

/** Returns, for each group of texts, the stored places in which one of them stands; workerd has to stop for that. */
async function stoodIn(...groups: readonly (readonly string[])[]): Promise<string[][]> {
	await loadline.stop();
	const stored = storedIn(folder);
	await start();
	return groups.map((texts) => {
		const found = stored.filter(({ text }) => texts.some((one) => text.includes(one)));
		return [...new Set(found.map(({ where }) => where.replace(/^.*: /, '')))].sort();
	});
}

const ringing = () => loadline.ring('DIRECTORY', 'deployment');
const state = async (id: string, who: string) => (await ask(who, `/api/erasures/${id}`)).told;

it('finds everything of a principal, and leaves nothing, although storage fails half-way', async () => {
	const mark = await work('bob');
	await work('ada');
	const bob = await idOf('bob');
	await ask('ada', '/api/sessions');
	const exported = (await ask('ada', `/api/export?principal=${bob}`)).text;
	const tables = new Set([...exported.matchAll(/"table":"(\w+)"/g)].map(([, table]) => table));
	expect([...tables]).toEqual(
		expect.arrayContaining([
			...['memory_drafts', 'memory_evidence', 'memory_bindings', 'record_findings'],
			...['workflow_runs', 'workflow_tasks', 'replay_parts', 'listed_sessions', 'secrets'],
			...['session_chunks', 'kept_results'],
		]),
	);
	expect(exported).toMatch(/"key":"ws-a\/snapshot\//);
	expect(exported).toMatch(/"key":"ws-a\/draft\//);
	expect(exported).not.toContain('"sealed"');
	expect(exported).not.toContain('mark-of-ada');
	// The cursor of an export comes from outside.
	const rows = { table: 'audit_log', shown: '0; DELETE FROM audit_log' };
	const after = btoa(encodeURIComponent(JSON.stringify({ place: 'DIRECTORY ws-a', rows })));
	expect((await ask('ada', `/api/export?after=${after}`)).text.slice(0, 20)).toContain('{"object"');
	expect((await ask('ada', '/api/audit')).told.entries).not.toEqual([]);
	const [everywhere = []] = await stoodIn([bob, mark]);
	expect(everywhere.length).toBeGreaterThan(12);

	await loadline.faults({ objects: { SESSION: 'throw' } });
	const begun = await ask('ada', '/api/erasures', 'POST', { principal: bob });
	expect(begun).toMatchObject({ status: 202, told: { state: 'running', principal: bob } });
	const { id } = begun.told;
	await ringing();
	expect(await state(id, 'ada')).toMatchObject({ fault: expect.any(String) });
	expect((await ask('ada', '/api/erasures', 'POST', { principal: bob })).told.id).toBe(id);
	await loadline.faults({ ahead: MINUTE });
	await ringing();
	expect(await state(id, 'ada')).toMatchObject({ state: 'watching', fault: null });
	expect(await state(id, 'eve')).toMatchObject({ error: { code: 'not_found' } });
	// Records on their way are found, too: a session that tells of itself only now.
	await call('bob', 'demo__list_bookings', {}, 'late');
	await ask('ada', '/api/sessions');
	await loadline.faults({ ahead: 11 * MINUTE });
	await ringing();
	await loadline.faults({ ahead: 22 * MINUTE });
	await ringing();
	expect(await state(id, 'ada')).toMatchObject({ state: 'done', principal: '' });

	const [gone, kept] = await stoodIn([bob, mark], ['mark-of-ada']);
	expect(gone).toEqual(['audit_log']);
	expect(kept).not.toEqual([]);
	expect((await ask('ada', '/api/audit')).text).toContain(`"target":"${bob}"`);
});

it('by a workspace that does not know them takes nothing from anybody', async () => {
	const browser = new Browsing();
	const page = await browser.open(`${loadline.url}/sign-in`);
	await browser.submit(page, { token: 'ada-token' }, undefined, 'name="token"');
	const where = async () => new URL((await browser.open(`${loadline.url}/connect`)).url).pathname;
	expect(await where()).toBe('/connect');
	const begun = await ask('eve', '/api/erasures', 'POST', { principal: await idOf('ada') });
	expect(begun.status).toBe(202);
	await ringing();
	expect(await state(begun.told.id, 'eve')).toMatchObject({ state: 'watching', found: 0 });
	expect(await where()).toBe('/connect');
});

it('ends a workspace whole, and no other', async () => {
	await work('eve');
	const eve = await idOf('eve');
	const made = await ask('eve', '/api/tokens', 'POST', { name: 'ci', scopes: ['mcp:use'] });
	expect(made.status).toBe(201);
	await ask('eve', '/api/sessions');
	expect((await ask('eve', '/api/workspaces/ws-b', 'DELETE')).status).toBe(403);
	const args = ['data', 'erase', '--url', loadline.url, '--token', 'root-token'];
	const asked = await commandLine([...args, '--workspace', 'ws-b']);
	expect(asked.err).toContain('cannot be undone');
	const said = await commandLine([...args, '--workspace', 'ws-b', '--yes']);
	expect(said).toMatchObject({
		status: 0,
		out: expect.stringMatching(/erased, all that was found/),
	});
	await loadline.faults({ ahead: 11 * MINUTE });
	await ringing();
	await loadline.faults();
	// The log of the deployment tells of it, and so does what is left of the erasure.
	expect(await stoodIn(['ws-b', eve, 'mark-of-eve'])).toEqual([['audit_log', 'erasures']]);
	expect((await ask('ada', '/api/sessions')).told.sessions.length).toBeGreaterThan(0);
});
