// Tests of knowing a client's host: from the address, from what the client calls itself in either era, and
// for a client that says so only once, from its session.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHandleHmac, randomSnapshotId } from '../../../src/adapters/crypto/web-crypto';
import { readAddress } from '../../../src/adapters/http/mcp-endpoint';
import type { McpRequestParts } from '../../../src/adapters/mcp/caller';
import {
	createTransportSessions,
	EndedSessions,
} from '../../../src/adapters/mcp/transport-session';
import { endpoint, fakeGateway, finished, URL_OF_MCP } from './fake-gateway';

const hmac = createHandleHmac({ current: 'a secret of at least thirty-two characters' });
const clock = { now: 1_000 };
const kept = new Set<string>();
/** As another isolate would see them. */
const sessionsElsewhere = () =>
	createTransportSessions(
		hmac,
		randomSnapshotId,
		new EndedSessions(
			{
				has: async ({ workspace }, name) => kept.has(`${workspace} ${name}`),
				add: async ({ workspace }, name) => void kept.add(`${workspace} ${name}`),
			},
			() => clock.now * 1000,
		),
		() => clock.now,
	);
const sessions = sessionsElsewhere();

/** The host of a call by a client of this name. */
async function hostSeen(
	name: string,
	mode: 'auto' | 'legacy',
	parts: Partial<McpRequestParts> = {},
): Promise<unknown> {
	const hosts: unknown[] = [];
	const { gateway } = fakeGateway({
		call: async (_call, context) => {
			hosts.push(context.host);
			return finished({ content: [] });
		},
	});
	const { fetch } = endpoint(gateway, { sessions, ...parts });
	const client = new Client({ name, version: '1' }, { versionNegotiation: { mode } });
	await client.connect(new StreamableHTTPClientTransport(new URL(URL_OF_MCP), { fetch }));
	await client.callTool({ name: 'echo' });
	return hosts[0];
}

describe.each(['auto', 'legacy'] as const)('a client of the era that is negotiated %s', (mode) => {
	it.each([
		['codex-mcp-client', 'codex'],
		['Visual Studio Code', 'vscode'],
		['cursor-vscode', 'cursor'],
		['somebody-else', undefined],
	])('is known as %s', async (name, host) => {
		expect(await hostSeen(name, mode)).toBe(host);
	});

	it('is taken for what the address says', async () => {
		expect(await hostSeen('cursor', mode, { address: { host: 'vscode' } })).toBe('vscode');
		expect(await hostSeen('cursor', mode, { address: { host: 'none' } })).toBe('none');
	});
});

describe('a session', () => {
	const ann = { id: 'ann', workspace: 'ws-a', scopes: ['mcp:use'] };

	it('names its client under its seal', async () => {
		const clientInfo = { name: 'claude-code', version: '2.1' };
		const { sealed, name } = await sessions.mint(ann, { capabilities: { roots: {} }, clientInfo });
		const opened = await sessions.open(sealed, ann);
		expect(opened).toEqual({ name, capabilities: { roots: {} }, clientInfo });
		for (const at of [3, 20, sealed.length - 6]) {
			const other = sealed[at] === 'A' ? 'B' : 'A';
			const forged = `${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`;
			expect(await sessions.open(forged, ann)).toBeUndefined();
		}
		expect(await sessions.open(sealed, { ...ann, id: 'eve' })).toBeUndefined();
	});

	it('opens no more once it has ended: at once here, within a minute elsewhere', async () => {
		const elsewhere = sessionsElsewhere();
		const session = await sessions.mint(ann, { capabilities: {} });
		expect(await elsewhere.open(session.sealed, ann)).toMatchObject({ name: session.name });
		await sessions.end(session, ann);
		expect(await sessions.open(session.sealed, ann)).toBeUndefined();
		clock.now += 61;
		expect(await elsewhere.open(session.sealed, ann)).toBeUndefined();
		expect(await sessionsElsewhere().open(session.sealed, ann)).toBeUndefined();
	});

	it('ends by itself after thirty days', async () => {
		const { sealed, name } = await sessions.mint(ann, { capabilities: {} });
		clock.now += 30 * 86_400;
		expect(await sessions.open(sealed, ann)).toMatchObject({ name });
		clock.now += 1;
		expect(await sessions.open(sealed, ann)).toBeUndefined();
	});
});

describe('an address', () => {
	const read = (query: string) => readAddress(`${URL_OF_MCP}${query}`);

	it('says what is listed, and for whom', () => {
		expect(read('')).toEqual({ ok: true, value: {} });
		expect(read('?toolsets=memory,%20workflow&tools=search&host=gemini')).toEqual({
			ok: true,
			value: { toolsets: ['memory', 'workflow'], tools: 'search', host: 'gemini' },
		});
	});

	it.each([
		['?host=emacs', /^host: must be one of vscode, copilot-cli/],
		['?tools=some', /^tools: must be all or search/],
	])('that asks for what there is not is refused: %s', (query, message) => {
		expect(read(query)).toEqual({ ok: false, error: expect.stringMatching(message) });
	});

	it('names a session in letters, digits, _ and -, or none: what else it names is not repeated', () => {
		const error = 'session: must be 1 to 128 letters, digits, _ or -.';
		const odd = fc.string({
			unit: fc.constantFrom(...'aZ0_-./:%\0\n"\u202eé', '\ud83d\ude00', '../'),
			maxLength: 140,
		});
		fc.assert(
			fc.property(odd, (session) => {
				const value = /^[\w-]{1,128}$/.test(session) ? { session } : {};
				const isRead = session === '' || 'session' in value;
				const found = read(`?session=${encodeURIComponent(session)}`);
				expect(found).toEqual(isRead ? { ok: true, value } : { ok: false, error });
			}),
		);
		expect(read(`?session=${'x'.repeat(1_000_000)}`)).toEqual({ ok: false, error });
		expect(read('?session=one&session=two')).toMatchObject({ value: { session: 'one' } });
	});
});
