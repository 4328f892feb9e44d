import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { HttpDeps, RouteState } from '../../../src/adapters/http/deps';
import { memoryRoutes } from '../../../src/adapters/http/memory-routes';
import { contentHash } from '../../../src/memory/hash';
import { CODING, openWorkspace, STYLE } from '../../memory/workspace';

const NEW = '# Coding\n\n## Steps\n\nRead first.\n';

/** The routes over one workspace; `as` names the principal, `boss` and `chief` are administrators. */
async function open(fourEyes = false) {
	const workspace = openWorkspace('ws-one');
	const now = () => 1_800_000_000_000;
	const deps = {
		services: () => ({ memory: { ...workspace, now } }),
		config: { current: async () => ({ config: { review: { fourEyes } }, origin: {}, version: 1 }) },
	} as unknown as HttpDeps;
	const app = new Hono<RouteState>();
	app.use(async (c, next) => {
		const id = c.req.header('as') ?? 'boss';
		const scopes = id === 'boss' || id === 'chief' ? ['admin'] : ['mcp:use'];
		c.set('principal', { id, workspace: 'ws-one', scopes });
		c.set('correlationId', 'c-1');
		await next();
	});
	memoryRoutes(app, deps);
	const fetchAs = async (as: string, path: string, init: RequestInit = {}) =>
		app.request(`/api/memory${path}`, {
			...init,
			headers: { as, 'content-type': 'application/json', ...init.headers },
		});
	const get = async (path: string, as = 'boss') =>
		JSON.parse(await (await fetchAs(as, path)).text());
	const post = async (path: string, body: unknown = {}, as = 'boss') => {
		const response = await fetchAs(as, path, { method: 'POST', body: JSON.stringify(body) });
		return { status: response.status, body: JSON.parse(await response.text()) };
	};
	const push = async (files: Readonly<Record<string, string>>, base: string | null = null) =>
		post('/sync/apply', {
			files: Object.entries(files).map(([file, content]) => ({ file, content, base })),
		});
	return { workspace, fetchAs, get, post, push };
}

/** A workspace whose workflow has a draft of ada's. */
async function drafted(fourEyes = false, author = 'ada') {
	const setting = await open(fourEyes);
	const pushed = await setting.push({ 'workflow/coding.md': CODING });
	const id = pushed.body.published[0].id as string;
	const agent = await setting.workspace.agent(author);
	await agent('artifact', { resource: 'rule', op: { update: { id, body: NEW } } });
	const { drafts } = (await setting.get('/drafts')) as { drafts: { id: string }[] };
	return { ...setting, id, agent, draft: drafts[0]?.id ?? '', drafts };
}

describe('/api/memory/objects', () => {
	it('lists, reads, tells versions, and rolls back', async () => {
		const { get, push, post } = await open();
		await push({ 'rules/style.md': STYLE, 'workflow/coding.md': CODING });
		await push({ 'workflow/coding.md': NEW }, contentHash(CODING));
		const listed = await get('/objects?kind=workflow&limit=5');
		expect(listed).toMatchObject({
			total: 1,
			objects: [{ path: 'workflow/CODING.md', version: 2, hash: contentHash(NEW) }],
		});
		const [{ id }] = listed.objects;
		expect(await get(`/objects/${id}`)).toMatchObject({ id, content: NEW, author: 'boss' });
		expect(await get(`/objects/${id}?version=1`)).toMatchObject({ content: CODING });
		expect((await get(`/objects/${id}/versions`)).versions).toMatchObject([
			{ version: 2 },
			{ version: 1 },
		]);
		expect(await post(`/objects/${id}/rollback`, { version: 1 })).toMatchObject({
			status: 200,
			body: { version: 3, hash: contentHash(CODING) },
		});
		expect((await post(`/objects/${id}/rollback`, { version: 9 })).status).toBe(404);
		expect(await get('/objects/META_PROMPT.md')).toMatchObject({ version: 0 });
		expect((await get('/objects/p-none')).error.code).toBe('not_found');
		expect((await get('/objects?kind=mpf')).error.message).toMatch(/^kind:/);
	});

	it('is published to by reviewers only', async () => {
		const { post, get } = await open();
		const refused = { status: 403, body: { error: { code: 'insufficient_scope' } } };
		expect(await post('/sync/apply', { files: [] }, 'ada')).toMatchObject(refused);
		expect(await post('/objects/p-1/rollback', { version: 1 }, 'ada')).toMatchObject(refused);
		expect(await post('/drafts/tmp-1/approve', {}, 'ada')).toMatchObject(refused);
		expect(await post('/drafts/tmp-1/reject', {}, 'ada')).toMatchObject(refused);
		expect(await get('/objects', 'ada')).toEqual({ objects: [], total: 0 });
	});
});

describe('/api/memory/sync', () => {
	it('plans by hash, then publishes all or nothing', async () => {
		const { post, push, get } = await open();
		const files = [{ file: 'rules/style.md', hash: contentHash(STYLE) }];
		expect((await post('/sync/plan', { files }, 'ada')).body).toMatchObject({
			create: [{ file: 'rules/style.md', path: 'STYLE.md' }],
		});
		expect((await push({ 'rules/style.md': STYLE })).status).toBe(200);
		expect((await post('/sync/plan', { files })).body).toMatchObject({
			create: [],
			unchanged: [{}],
		});
		expect(await push({ 'rules/style.md': 'x', 'rules/b.md': 'y' })).toMatchObject({
			status: 409,
			body: { error: { issues: [{ path: 'rules/style.md' }] } },
		});
		expect((await get('/export')).files).toMatchObject([
			{ file: 'rules/style.md', kind: 'rule', content: STYLE },
		]);
	});

	it('names what is wrong with a body', async () => {
		const { post, fetchAs } = await open();
		expect((await post('/sync/apply', { files: [{ file: 1 }], x: 1 })).body).toMatchObject({
			error: { code: 'invalid_body', message: expect.stringContaining('files.0.file') },
		});
		const bad = await fetchAs('boss', '/sync/plan', { method: 'POST', body: '{' });
		expect(await bad.json()).toMatchObject({
			error: { message: 'The body is not JSON: } is missing at the end (line 1, column 2).' },
		});
		const huge = await fetchAs('boss', '/sync/plan', { method: 'POST', body: 'x'.repeat(3e6) });
		expect(huge.status).toBe(413);
	});
});

describe('/api/memory/drafts', () => {
	it('lists unsubmitted drafts, with content for their author alone', async () => {
		const { drafts, draft, get } = await drafted();
		expect(drafts).toMatchObject([
			{
				path: 'workflow/CODING.md',
				resource: 'rule',
				operation: 'update',
				state: 'draft',
				author: 'ada',
			},
		]);
		expect(await get('/drafts?state=submitted')).toEqual({ drafts: [], total: 0 });
		expect(await get('/drafts?limit=1&offset=1')).toEqual({ drafts: [], total: 1 });
		expect(await get('/drafts?limit=0')).toMatchObject({ error: { code: 'invalid_parameter' } });
		const seen = await get(`/drafts/${draft}`);
		expect(seen).toMatchObject({ base: { content: CODING }, current: {}, proposed: null });
		expect(seen.withheld).toContain('author');
		expect(await get(`/drafts/${draft}`, 'ada')).toMatchObject({ proposed: { content: NEW } });
		expect(seen).not.toHaveProperty('body');
	});

	it('submits for the author or an administrator, and publishes on approval', async () => {
		const { draft, id, post, get } = await drafted();
		expect((await post(`/drafts/${draft}/submit`, {}, 'eve')).status).toBe(404);
		expect((await post(`/drafts/${draft}/approve`)).body).toMatchObject({
			error: { code: 'wrong_state' },
		});
		expect(
			(await post(`/drafts/${draft}/submit`, { comment: 'please' }, 'ada')).body,
		).toMatchObject({
			draft: { state: 'submitted' },
		});
		expect(await get(`/drafts/${draft}`)).toMatchObject({ proposed: { content: NEW } });
		const stale = { draftHash: contentHash('other') };
		expect((await post(`/drafts/${draft}/approve`, stale)).status).toBe(409);
		expect((await post(`/drafts/${draft}/approve`, { comment: 'good' })).body).toMatchObject({
			objectId: id,
			version: 2,
		});
		expect(await get(`/objects/${id}`)).toMatchObject({
			content: NEW,
			author: 'ada',
			note: 'good',
		});
		expect(await get('/drafts')).toEqual({ drafts: [], total: 0 });
	});

	it('answers a moved base with three sides, and goes on only over what was seen', async () => {
		const { draft, post, push } = await drafted();
		await post(`/drafts/${draft}/submit`);
		const theirs = `${CODING}\nMore.\n`;
		await push({ 'workflow/coding.md': theirs }, contentHash(CODING));
		expect(await post(`/drafts/${draft}/approve`)).toMatchObject({
			status: 409,
			body: {
				error: {
					code: 'conflict',
					detail: {
						base: { content: CODING },
						current: { content: theirs },
						proposed: { content: NEW },
					},
				},
			},
		});
		const over = { over: contentHash(theirs) };
		expect((await post(`/drafts/${draft}/approve`, over)).status).toBe(200);
	});

	it('gives a rejected draft back with the comment', async () => {
		const { draft, post, get } = await drafted();
		await post(`/drafts/${draft}/submit`, {}, 'ada');
		expect((await post(`/drafts/${draft}/reject`, { comment: 'shorter' })).body).toMatchObject({
			draft: { state: 'rejected', comment: 'shorter' },
		});
		expect((await get('/drafts')).drafts).toMatchObject([{ state: 'rejected' }]);
	});

	it('keeps an author from approving the own draft under four eyes', async () => {
		const { draft, post } = await drafted(true, 'boss');
		await post(`/drafts/${draft}/submit`);
		expect(await post(`/drafts/${draft}/approve`)).toMatchObject({
			status: 403,
			body: { error: { code: 'four_eyes' } },
		});
		expect((await post(`/drafts/${draft}/approve`, {}, 'chief')).status).toBe(200);
	});
});

describe('/api/memory evidence', () => {
	it('pages, filters and exports attestations, each caller the own', async () => {
		const { get, fetchAs, id } = await drafted();
		const all = await get('/attestations?limit=2&order=oldest');
		expect(all.attestations).toMatchObject([{ event: 'publish' }, { event: '.setup' }]);
		const rest = await get(`/attestations?order=oldest&after=${all.next}`);
		expect(rest.attestations).toMatchObject([{ event: 'artifact.update', objectId: id }]);
		expect(rest).not.toHaveProperty('next');
		expect((await get('/attestations?event=publish', 'ada')).attestations).toEqual([]);
		expect((await get('/attestations?principal=boss', 'ada')).attestations).toHaveLength(2);
		expect((await get('/attestations?limit=0')).error.message).toMatch(/^limit:/);
		const exported = await fetchAs('boss', '/attestations', {
			headers: { accept: 'application/x-ndjson' },
		});
		expect(exported.headers.get('content-type')).toBe('application/x-ndjson');
		const lines = (await exported.text()).trimEnd().split('\n');
		expect(lines.map((line) => JSON.parse(line).seq)).toEqual([1, 2, 3]);
	});

	it('counts use per object and constraint', async () => {
		const { get, agent, id } = await drafted();
		await agent('memload', { ids: [id], knownHashes: { [id]: '' } });
		const usage = await get('/usage', 'eve');
		expect(usage.objects).toMatchObject([{ id, loads: 1, references: 0 }]);
		expect(usage.neverReferred).toMatchObject([{ ruleId: id, constraintId: 'Steps' }]);
	});
});
