import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpDeps, RouteState } from '../../../src/adapters/http/deps';
import { memoryRoutes } from '../../../src/adapters/http/memory-routes';
import { CODING, openWorkspace, STYLE } from '../../memory/workspace';
import { commandLine } from '../../program';

const workspace = openWorkspace('ws-one');
let server: Server;
let url = '';
let folder = '';

/** The real routes over a workspace in memory; everybody with the token is its administrator. */
beforeAll(async () => {
	const deps = {
		services: () => ({ memory: { ...workspace, now: () => 0 } }),
		config: { current: async () => ({ config: {}, origin: {}, version: 1 }) },
	} as unknown as HttpDeps;
	const app = new Hono<RouteState>()
		.use(async (c, next) => {
			if (c.req.header('authorization') !== 'Bearer secret') return c.json({}, 401);
			c.set('principal', { id: 'boss', workspace: 'ws-one', scopes: ['admin'] });
			c.set('correlationId', 'c-1');
			return next();
		})
		.route('/api/memory', memoryRoutes(deps));
	server = createServer(async (request, response) => {
		let body = '';
		for await (const part of request) body += String(part);
		const headers = new Headers({ authorization: request.headers.authorization ?? '' });
		const init = { method: request.method ?? 'GET', headers, ...(body !== '' && { body }) };
		const answer = await app.request(request.url ?? '/', init);
		response.writeHead(answer.status, { 'content-type': 'application/json' });
		response.end(await answer.text());
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	folder = mkdtempSync(join(tmpdir(), 'loadline-memory-'));
});
afterAll(() => {
	server.close();
	rmSync(folder, { recursive: true, force: true });
});

const loadline = (...args: string[]) =>
	commandLine(['memory', ...args], { env: { LOADLINE_TOKEN: 'secret', LOADLINE_URL: url } });

const write = (file: string, content: string | Uint8Array): void => {
	mkdirSync(join(folder, file, '..'), { recursive: true });
	writeFileSync(join(folder, file), content);
};

describe('loadline memory', () => {
	it('shows the plan first, asks, publishes, and then has nothing to do', async () => {
		write('rules/code style.md', STYLE);
		write('workflow/coding.md', CODING);
		write('rules/.hidden/x.md', 'x');
		write('rules/picture.png', 'x');
		const plan = 'create    rules/code style.md\ncreate    workflow/coding.md\n0 unchanged\n';
		expect(await loadline('status', folder)).toEqual({ status: 0, out: plan, err: '' });
		const unasked = await loadline('push', folder);
		expect(unasked).toMatchObject({ status: 1, out: plan });
		expect(unasked.err).toContain('--yes');
		expect(await workspace.hub.listObjects()).toEqual([]);
		expect(await loadline('push', folder, '--yes', '--note', 'first')).toMatchObject({
			status: 0,
			out: `${plan}published 2, withdrew 0\n`,
		});
		expect((await loadline('push', folder)).out).toBe('2 unchanged\n');
	});

	it('withdraws only when told to, and never with an empty folder', async () => {
		await workspace.push({ 'context/old.md': 'old' });
		const kept = await loadline('push', folder, '--yes');
		expect(kept.out).toMatch(/^absent +context\/OLD\.md/);
		expect((await loadline('push', folder, '--yes', '--withdraw')).out).toContain('withdrew 1');
		const wrong = await loadline('push', join(folder, 'nothing'), '--yes', '--withdraw');
		expect(wrong).toMatchObject({ status: 1, out: '' });
		expect(await workspace.hub.listObjects()).toHaveLength(2);
	});

	it('publishes nothing of a folder with files it cannot place or read', async () => {
		write('rules/CODE_STYLE.md', 'twin');
		const twin = await loadline('push', folder, '--yes');
		expect(twin.status).toBe(1);
		expect(twin.err).toContain('is the same object as');
		rmSync(join(folder, 'rules/CODE_STYLE.md'));
		write('rules/latin.md', Uint8Array.of(0x65, 0xe9, 0x0a));
		expect((await loadline('push', folder, '--yes')).err).toContain('rules/latin.md is not UTF-8');
		rmSync(join(folder, 'rules/latin.md'));
	});

	it('pulls what differs, into the names that the folder has', async () => {
		writeFileSync(join(folder, 'rules/code style.md'), 'mine');
		write('context/local.md', 'local');
		await workspace.push({ 'context/specs/api.md': '# API\n' });
		const pulled = await loadline('pull', folder, '--yes');
		expect(pulled.out.split('\n').sort()).toEqual([
			'',
			'1 unchanged',
			'local     context/local.md (only in the folder; left alone)',
			'new       context/specs/API.md',
			'replace   rules/code style.md',
			'wrote 2',
		]);
		expect(readFileSync(join(folder, 'rules/code style.md'), 'utf8')).toBe(STYLE);
		expect(existsSync(join(folder, 'rules/CODE_STYLE.md'))).toBe(false);
		expect(readFileSync(join(folder, 'context/local.md'), 'utf8')).toBe('local');
	});

	it('reviews drafts, and shows their texts without control characters', async () => {
		const [object] = await workspace.hub.listObjects({ kind: 'workflow' });
		const agent = await workspace.agent('boss');
		const body = `${CODING}\u001b]0;owned\u0007\n`;
		await agent('artifact', { resource: 'rule', op: { update: { id: object?.id, body } } });
		const listed = await loadline('review', 'list');
		expect(listed.out).toMatch(/^tmp-rule-\w{12} draft update workflow\/CODING\.md by boss\n$/);
		const id = listed.out.split(' ')[0] ?? '';
		expect((await loadline('review', 'submit', id, '--comment', 'please')).out).toContain(
			'submitted update',
		);
		const shown = await loadline('review', 'show', id);
		expect(shown.out).toMatch(/=== current version 1: workflow\/CODING\.md sha256:/);
		expect(shown.out).toContain('=== draft: workflow/CODING.md sha256:');
		expect(shown.out).not.toContain('\u001b');
		expect((await loadline('review', 'approve', id)).out).toContain(
			'workflow/CODING.md version 2 p-',
		);
		expect(await loadline('review', 'reject', id)).toMatchObject({
			status: 1,
			err: expect.stringContaining('answered 404: there is no draft'),
		});
	});
});
