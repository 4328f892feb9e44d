// Tests that what a client can be asked and told reaches the server behind `loadline wrap`, and back, as if Loadline
// were not there: real clients of both SDKs, a server that nobody here wrote.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
	CreateMessageRequestSchema,
	ElicitRequestSchema,
	ListRootsRequestSchema,
	LoggingMessageNotificationSchema,
	ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { share } from '../../fuzz-runs';

const packages = resolve(import.meta.dirname, '../../../node_modules');
const everything = join(packages, '@modelcontextprotocol/server-everything/dist/index.js');
const TEXT = 'demo://resource/dynamic/text/1';
const capabilities = { roots: { listChanged: true }, sampling: {}, elicitation: { form: {} } };
let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'loadline-client-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A client's roots, the levels of log messages that it got, and the resources that it was told are updated. */
const client = () => ({
	roots: [{ uri: 'file:///one' }],
	levels: [] as string[],
	updated: [] as string[],
});
type Facts = ReturnType<typeof client>;
const content = { type: 'text', text: 'SAMPLED' } as const;
const sampled = { role: 'assistant' as const, model: 'm', content };
const accepted = { action: 'accept', content: { name: 'Ann', check: true } } as const;
const started = () => ({
	command: process.execPath,
	args: [
		...[inject('command'), 'wrap', '--name', 'everything'],
		...['--state', join(folder, 'state'), '--', process.execPath, everything],
	],
	stderr: 'ignore' as const,
	env: { ...process.env } as Record<string, string>,
});

async function ofV1(facts: Facts): Promise<ClientV1> {
	const made = new ClientV1({ name: 'test', version: '1' }, { capabilities });
	made.setRequestHandler(ListRootsRequestSchema, async () => ({ roots: facts.roots }));
	made.setRequestHandler(CreateMessageRequestSchema, async () => sampled);
	made.setRequestHandler(ElicitRequestSchema, async () => accepted);
	made.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
		facts.levels.push(params.level);
	});
	made.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
		facts.updated.push(params.uri);
	});
	await made.connect(new TransportV1(started()));
	return made;
}

async function ofV2(facts: Facts, mode: 'legacy' | 'auto'): Promise<Client> {
	const made = new Client(
		{ name: 'test', version: '1' },
		{ capabilities, ...(mode === 'auto' && { versionNegotiation: { mode } }) },
	);
	made.setRequestHandler('roots/list', async () => ({ roots: facts.roots }));
	made.setRequestHandler('sampling/createMessage', async () => sampled);
	made.setRequestHandler('elicitation/create', async () => accepted);
	made.setNotificationHandler('notifications/message', ({ params }) => {
		facts.levels.push(params.level);
	});
	made.setNotificationHandler('notifications/resources/updated', ({ params }) => {
		facts.updated.push(params.uri);
	});
	await made.connect(new StdioClientTransport(started()));
	return made;
}

const said = async (made: ClientV1 | Client, name: string, args: object = {}) =>
	JSON.stringify((await made.callTool({ name, arguments: { ...args } })).content);

/** Asks for everything that all of them can be asked. */
async function asked(made: ClientV1 | Client): Promise<void> {
	const { tools } = await made.listTools();
	expect(tools.map(({ name }) => name)).toEqual(
		expect.arrayContaining(['get-roots-list', 'trigger-sampling-request']),
	);
	expect(await said(made, 'get-roots-list')).toContain('file:///one');
	expect(await said(made, 'trigger-sampling-request', { prompt: 'hi' })).toContain('SAMPLED');
	expect(await said(made, 'trigger-elicitation-request')).toContain('Ann');
	const ref = { type: 'ref/prompt', name: 'completable-prompt' } as const;
	const argument = { name: 'department', value: 'E' };
	expect((await made.complete({ ref, argument })).completion.values).toEqual(['Engineering']);
}

const OLDER = [
	['of the first SDK', ofV1],
	['of the second SDK, older revision', (facts: Facts) => ofV2(facts, 'legacy')],
] as const;

describe.each(share(OLDER, 2))('a client %s', (_, connected) => {
	it('is asked, announces its roots and a level, and is told of updates once', async () => {
		const facts = client();
		const made = await connected(facts);
		try {
			await asked(made);
			facts.roots = [{ uri: 'file:///two' }];
			await made.sendRootsListChanged();
			await expect.poll(() => said(made, 'get-roots-list')).toContain('file:///two');
			await made.setLoggingLevel('emergency');
			await said(made, 'toggle-simulated-logging');
			await made.subscribeResource({ uri: TEXT });
			await said(made, 'toggle-subscriber-updates');
			await expect.poll(() => facts.updated).toContain(TEXT);
			expect(facts.updated.length).toBeLessThan(3);
			expect(facts.levels.filter((level) => !['emergency', 'info'].includes(level))).toEqual([]);
		} finally {
			await made.close();
		}
	});
});

describe('a client of the newer revision', () => {
	it('is asked within its calls, and told of updates where it listens', async () => {
		const facts = client();
		const made = await ofV2(facts, 'auto');
		try {
			expect(made.getProtocolEra()).toBe('modern');
			expect(made.getServerCapabilities()?.resources?.subscribe).toBe(true);
			await asked(made);
			const listening = await made.listen({ resourceSubscriptions: [TEXT] });
			await said(made, 'toggle-subscriber-updates');
			await expect.poll(() => facts.updated).toContain(TEXT);
			await listening.close();
		} finally {
			await made.close();
		}
	});
});
