// Hostile bodies through the real Worker: workerd has another stack and other streams
// than Node, and the isolate must go on serving afterwards.
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { share } from '../fuzz-runs';
import { type RawUpstream, startRawUpstream } from '../upstreams/raw-upstream';
import { ERAS, resultRaw } from './raw-calls';
import { type Loadline, startLoadline } from './serve';

const block = (text: string) => JSON.stringify({ content: [{ type: 'text', text }] });
const DEEP = '['.repeat(100_000) + ']'.repeat(100_000);
const WIDE = `[${'{},'.repeat(2_000_000)}{}]`;
const BOMB = gzipSync(Buffer.alloc(200_000_000, 0x20), { level: 1 });

let upstream: RawUpstream;
let loadline: Loadline;
let left = 0;

beforeAll(async () => {
	upstream = await startRawUpstream({
		tools: {
			deep: () => block(DEEP),
			deepStructured: () => `{"content":[],"structuredContent":{"id":7,"deep":${DEEP}}}`,
			wide: () => block(WIDE),
			bomb: ({ response }) => {
				response.writeHead(200, {
					'content-type': 'application/json',
					'content-encoding': 'gzip',
				});
				response.end(BOMB);
			},
			// Two framings, of which the chunks count, whatever length the other says.
			lying: async ({ request: { socket }, gone }) => {
				const said = 'Content-Length: 10\r\nTransfer-Encoding: chunked';
				socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${said}\r\n\r\n`);
				for (let n = 0; n < 400 && !gone.aborted; n++) {
					socket.write(`186a0\r\n${' '.repeat(100_000)}\r\n`);
					await new Promise((resolve) => setImmediate(resolve));
				}
				socket.end('0\r\n\r\n');
			},
			endless: async ({ response, gone }) => {
				gone.addEventListener('abort', () => left++);
				response.writeHead(200, { 'content-type': 'application/json' });
				while (!gone.aborted) {
					response.write(' '.repeat(100_000));
					await new Promise((resolve) => setImmediate(resolve));
				}
			},
		},
	});
	loadline = await startLoadline({
		isAlone: true,
		config: { upstreams: [{ name: 'up', url: upstream.url, timeoutMs: 60_000 }] },
	});
});

afterEach(async () => {
	expect((await loadline.fetch('/health')).status).toBe(200);
});

afterAll(async () => {
	await loadline?.stop();
	await upstream?.close();
});

describe.each(ERAS)('a %s caller', (era) => {
	it.each(share(['deep', 'deepStructured', 'wide'], 2, ERAS.indexOf(era)))(
		'gets %s within the budget',
		async (tool) => {
			const result = await resultRaw(loadline, `up__${tool}`, '{}', { era });
			expect(result.isError).toBeUndefined();
			expect(JSON.stringify(result.content).length).toBeLessThan(20_000);
			expect(result._meta['dev.loadline/protect'].estimatedTokens).toBeLessThanOrEqual(4000);
		},
		60_000,
	);
});

it('may send 100,000 levels in arguments', async () => {
	const result = await resultRaw(loadline, 'up__wide', `{"a":${DEEP}}`);
	expect(result.isError).toBeUndefined();
});

it.each(['bomb', 'endless', 'lying'])(
	'refuses the body of %s at the byte limit and leaves',
	async (tool) => {
		const result = await resultRaw(loadline, `up__${tool}`);
		expect(result.isError).toBe(true);
		// Node takes no answer that has two framings.
		const isRefused = tool === 'lying' && process.env.LOADLINE_ON === 'node';
		const said = isRefused ? /could not be reached/ : /more than 20971520 bytes. Narrow the call/;
		expect(result.content[0].text).toMatch(said);
		if (tool === 'endless') await expect.poll(() => left, { timeout: 15_000 }).toBe(1);
	},
	60_000,
);

it('writes nothing into a page but as text', async () => {
	const markup = (what: string) =>
		`<img src=x title=${what} onerror="alert(1)"></script><script>alert(2)</script>`;
	const call = (name: string, args: object) =>
		resultRaw(loadline, name, JSON.stringify(args), { session: 'markup' });
	await call('up__deep', { [markup('key')]: markup('value') });
	await call('memsetup', { session_id: 'markup', knownHashes: { 'META_PROMPT.md': '' } });
	const body = `# ${markup('heading')}\n\n- ${markup('item')} must hold\n- [x](javascript:alert(3))\n\n[r]: https://Ö.example/%zz?q#h 't'\n`;
	const create = { path: 'drafts/markup.md', body };
	await call('artifact', { session_id: 'markup', resource: 'rule', op: { create } });
	await call('store_analysis_memory', { finding: markup('finding'), tags: [markup('tag')] });
	const { drafts } = (await (await loadline.fetch('/api/memory/drafts')).json()) as {
		drafts: { id: string }[];
	};
	expect(drafts).toHaveLength(1);
	const pages = [
		...['/', '/overview', '/upstreams', '/upstreams?test=up', '/playground?server=up', '/memory'],
		...['/people', '/people/data', '/runs', '/config', '/settings', '/sessions/markup'],
		...drafts.map(({ id }) => `/memory/drafts/${id}`),
		...['/sessions/', '/memory/drafts/', '/runs/', '/people/data?erasure='].map(
			(path) => path + encodeURIComponent(markup('id')),
		),
	];
	let shown = 0;
	for (const path of pages) {
		const answer = await loadline.fetch(path, { headers: { accept: 'text/html' } });
		const html = await answer.text();
		expect([path, /<img src=x|<script>alert|href="javascript:/i.exec(html)?.[0]]).toEqual([
			path,
			undefined,
		]);
		shown += html.split('&lt;img src=x').length - 1;
	}
	expect(shown).toBeGreaterThan(2);
});
