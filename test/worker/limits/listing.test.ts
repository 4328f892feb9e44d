// Many servers behind one address, with the connections that a platform allows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWhole } from '../../fuzz-runs';
import { type RunningServer, readBody, startHttp } from '../../upstreams/node-http';
import { answerText, callRaw, postRaw } from '../raw-calls';
import { type Limited, startLimited } from './start';

/** Milliseconds: what a healthy server takes for an answer. */
const ANSWERS_AFTER = 150;

/** One process for all servers: `/hung/…` never answers, `/up/…` speaks 2026-07-28. */
async function startServers() {
	const seen = { requests: 0, mostHung: 0, hung: 0 };
	const server = await startHttp((request, response) => {
		void (async () => {
			seen.requests++;
			const { id, method, params } = JSON.parse((await readBody(request)) || '{}');
			if (request.url?.startsWith('/hung')) {
				seen.mostHung = Math.max(seen.mostHung, ++seen.hung);
				response.on('close', () => seen.hung--);
				return;
			}
			await new Promise((resume) => setTimeout(resume, ANSWERS_AFTER));
			response.writeHead(200, { 'content-type': 'application/json' });
			const result = resultOf(method, params);
			response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
		})();
	});
	return { ...server, seen };
}

function resultOf(method: string, params: { name?: string }) {
	const shared = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
	if (method === 'server/discover')
		return {
			...shared,
			supportedVersions: ['2026-07-28'],
			capabilities: { tools: {} },
			serverInfo: { name: 'up', version: '1' },
		};
	if (method === 'tools/list')
		return { ...shared, tools: [{ name: 'one', inputSchema: { type: 'object' } }] };
	return { ...shared, content: [{ type: 'text', text: `${params.name} was called` }] };
}

let servers: RunningServer & {
	readonly seen: { requests: number; hung: number; mostHung: number };
};
let loadline: Limited;
beforeAll(async () => {
	servers = await startServers();
	loadline = await startLimited();
});
afterAll(async () => {
	await loadline.stop();
	await servers.close();
});

const many = (amount: number, kind: 'hung' | 'up') =>
	Array.from({ length: amount }, (_, at) => ({
		name: `${kind}${at}`,
		url: `${servers.origin}/${kind}/${at}`,
	}));

async function configured(upstreams: readonly object[]): Promise<void> {
	const answer = await loadline.fetch('/api/config', {
		method: 'PUT',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ upstreams }),
	});
	if (!answer.ok) throw new Error(await answer.text());
	await loadline.faults({ connections: 6 });
}

const listed = async (): Promise<number> =>
	(await answerText(await postRaw(loadline, 'tools/list', ''))).match(/"up\d+__one"/g)?.length ?? 0;

describe('with six connections that may wait for an answer', () => {
	it.runIf(isWhole)(
		'lists 94 servers that nobody has asked before beside 6 that hang, whose connections are free again',
		async () => {
			await configured([...many(6, 'hung'), ...many(94, 'up')]);
			expect(await listed()).toBe(94);
			await expect.poll(() => servers.seen.hung).toBe(0);
			// Four at once; a server sees that a connection was left a little after the next one was opened.
			expect(servers.seen.mostHung).toBeLessThan(6);
			expect(await callRaw(loadline, 'up3__one')).toContain('one was called');
		},
	);

	it.runIf(isWhole)('asks nobody for its list whom it asked a minute ago', async () => {
		const { requests } = servers.seen;
		expect(await listed()).toBe(94);
		expect(servers.seen.requests).toBe(requests);
	});

	it('lists as many as the free plan’s 50 subrequests reach, and the others when it is asked again', async () => {
		await configured(many(60, 'up'));
		await loadline.faults({ connections: 6, fetches: 50 });
		const seen: number[] = [];
		for (let asked = 0; asked < 4; asked++) seen.push(await listed());
		expect(seen[0]).toBeGreaterThan(15);
		expect(seen.at(-1)).toBe(60);
	});
});
