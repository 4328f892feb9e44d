// Many callers share one isolate: promises and connections that one of them made must not fail
// the others, and one who leaves takes only their own call along.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureServer, startFixtureServer } from '../upstreams/fixture-server';
import { type RawUpstream, sendError, startRawUpstream } from '../upstreams/raw-upstream';
import { ERAS, resultRaw } from './raw-calls';
import { type Loadline, startLoadline } from './serve';

const OK = '{"content":[{"type":"text","text":"fine"}]}';

let fixture: FixtureServer;
let raw: RawUpstream;
let loadline: Loadline;
/** Calls of `hang` that were given up, as the upstream saw it. */
let left = 0;
let isStuck = true;

beforeAll(async () => {
	fixture = await startFixtureServer();
	raw = await startRawUpstream({
		methods: {
			'server/discover': (call) =>
				isStuck ? undefined : sendError(call, -32601, 'no such method'),
		},
		tools: {
			t: () => OK,
			hang: ({ gone }) =>
				gone.addEventListener('abort', () => {
					left++;
				}),
		},
	});
	loadline = await startLoadline({
		config: {
			upstreams: [
				{ name: 'fixture', url: fixture.url },
				{ name: 'raw', url: raw.url },
			],
		},
	});
});

afterAll(async () => {
	await loadline?.stop();
	await Promise.all([fixture?.close(), raw?.close()]);
});

/** Posts a call and closes the connection once `begun` holds. */
async function callAndLeave(tool: string, begun: () => boolean): Promise<void> {
	const leaving = new AbortController();
	const answer = loadline.fetch('/mcp', {
		method: 'POST',
		signal: leaving.signal,
		headers: {
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
		},
		body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":{}}}`,
	});
	const done = answer.then((response) => response.text()).catch(() => 'left');
	await expect.poll(begun).toBe(true);
	leaving.abort();
	await done;
}

describe('callers at the same time', () => {
	it('each get their own answer from an upstream that nobody has spoken to yet', async () => {
		const answers = await Promise.all(
			Array.from({ length: 30 }, (_, n) =>
				resultRaw(loadline, 'fixture__structured', `{"n":${n}}`, { era: ERAS[n % 2] ?? 'modern' }),
			),
		);
		expect(answers.map((result) => result.structuredContent)).toEqual(
			Array.from({ length: 30 }, (_, n) => ({ n })),
		);
	});

	it('read pages of one snapshot without disturbing each other', async () => {
		const page = await resultRaw(loadline, 'demo__list_bookings');
		const cursor = JSON.stringify({ cursor: page.structuredContent.nextCursor });
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => resultRaw(loadline, 'demo__list_bookings', cursor)),
		);
		expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
	});
});

describe('a caller who leaves', () => {
	it('while an upstream is being connected does not spoil it for those who come later', async () => {
		await callAndLeave('raw__t', () => raw.calls['server/discover'] === 1);
		isStuck = false;
		expect((await resultRaw(loadline, 'raw__t')).content[0].text).toBe('fine');
	});

	it('cancels their call at the upstream', async () => {
		await callAndLeave('raw__hang', () => raw.calls['tools/call hang'] === 1);
		await expect.poll(() => left, { timeout: 15_000 }).toBe(1);
		expect((await resultRaw(loadline, 'raw__t')).content[0].text).toBe('fine');
	});
});
