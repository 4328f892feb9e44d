// `loadline conformance`: implementations that share no code with src pass it, and each of its checks can fail.
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { listen as listenBySdk } from '../../../examples/context-server/sdk-server.mjs';
import { listen } from '../../../examples/context-server/server.mjs';
import { checkHost } from '../../../src/adapters/cli/conformance';
import { playScene } from '../../../src/adapters/cli/conformance/host-scene';
import {
	checkServer,
	Endpoint,
	type Finding,
} from '../../../src/adapters/cli/conformance/server-checks';
import { TransientContext } from '../../../src/client';

type Json = Record<string, unknown>;
type Result = Json & { _meta?: Json };

const outcomes = (findings: readonly Finding[]): readonly string[] =>
	findings.flatMap(({ check, outcome }) => (outcome === 'failed' ? [check] : []));
const urlOf = (server: Server): string =>
	`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;

describe('a server', () => {
	const open: Server[] = [];
	afterEach(() => {
		for (const server of open.splice(0)) server.close();
	});

	/** The example, with each answer changed on its way. */
	async function findings(change: (result: Result, tool: string) => Result) {
		const behind = (await listen(0)) as Server;
		const before = createServer(async (request, response) => {
			let body = '';
			for await (const part of request) body += part;
			const answer = await fetch(urlOf(behind), { method: 'POST', body });
			const text = await answer.text();
			const { params } = JSON.parse(body) as { params?: { name?: string } };
			const message = (text === '' ? {} : JSON.parse(text)) as { result?: Result };
			const result = message.result && change(message.result, params?.name ?? '');
			response.writeHead(answer.status, { 'content-type': 'text/event-stream' });
			response.end(`data: ${JSON.stringify({ ...message, ...(result && { result }) })}\n\n`);
		});
		await new Promise<void>((resolve) => before.listen(0, '127.0.0.1', resolve));
		open.push(behind, before);
		return outcomes(
			await checkServer(new Endpoint(urlOf(before), undefined), {
				fetch: { name: 'list_orders', arguments: { page: 1 } },
				consume: { name: 'save_note', arguments: { text: 'seen' } },
				failing: { name: 'save_note', arguments: {} },
			}),
		);
	}
	it('that the SDK of version 1 serves passes', async () => {
		const server = (await listenBySdk(0)) as Server;
		open.push(server);
		const found = await checkServer(new Endpoint(urlOf(server), undefined), {
			fetch: { name: 'list_cities', arguments: {} },
			consume: { name: 'note', arguments: { text: 'seen' } },
			failing: { name: 'note', arguments: {} },
		});
		expect(outcomes(found)).toEqual([]);
	});

	const marked = (result: Result, more: Json): Result => ({
		...result,
		_meta: {
			'dev.loadline/context': { ...(result._meta?.['dev.loadline/context'] ?? {}), ...more },
		},
	});
	const ofFetched =
		(change: (result: Result) => Result) =>
		(result: Result, tool: string): Result =>
			tool === 'list_orders' ? change(result) : result;
	let count = 0;

	it.each<[string, (result: Result, tool: string) => Result, string[]]>([
		['as it is', (result) => result, []],
		[
			'with the short names',
			({ _meta, ...result }) => {
				const { hints, ...context } = (_meta?.['dev.loadline/context'] ?? {}) as Json;
				return {
					...result,
					...(_meta && { _meta: { context, ...(hints ? { contextHints: hints } : {}) } }),
				};
			},
			[],
		],
		[
			'that declares nothing',
			(result) => (result.capabilities ? { ...result, capabilities: { tools: {} } } : result),
			['capabilities declare dev.loadline/context'],
		],
		[
			'that sends no data',
			ofFetched((result) => ({ ...result, content: [] })),
			['a fetched result comes whole', 'the summary is shorter than what it replaces'],
		],
		[
			'that marks nothing',
			ofFetched(({ _meta, ...result }) => result),
			[
				'a fetched result is marked as transient, with a summary',
				'a hint names the consumer of the fetched tool',
			],
		],
		[
			'whose hints have no form',
			ofFetched((result) => marked(result, { hints: [{ tool: 'list_orders' }] })),
			['every mark has its form', 'a hint names the consumer of the fetched tool'],
		],
		[
			'that says one thing and another',
			ofFetched((result) => ({
				...result,
				_meta: { ...result._meta, context: { lifecycle: 'transient', summary: 'x' } },
			})),
			['marks under both names say the same'],
		],
		[
			'whose consumer says nothing',
			(result, tool) =>
				tool === 'save_note' ? { content: result.content, isError: result.isError } : result,
			['a consumer that succeeded says so'],
		],
		[
			'that marks failures',
			(result) => (result.isError ? marked(result, { consumed: true }) : result),
			['a consumer that failed marks nothing'],
		],
		[
			'that hints at pairs with failures',
			(result) => (result.isError ? { ...result, _meta: { contextHints: [] } } : result),
			['a consumer that failed marks nothing'],
		],
		[
			'that names other ids under the short name',
			(result, tool) => {
				const both = { consumed: true, used: ['1'] };
				const _meta = { 'dev.loadline/context': both, context: both, 'dev.loadline/used': ['2'] };
				return tool === 'save_note' && !result.isError ? { ...result, _meta } : result;
			},
			['marks under both names say the same'],
		],
		[
			'that counts in its summaries',
			ofFetched((result) => marked(result, { summary: `summary ${++count}` })),
			['the same data has the same summary'],
		],
		[
			'that gives another original',
			ofFetched((result) => ({
				...result,
				_meta: { ...result._meta, 'dev.loadline/transient': { id: 'r1' } },
			})),
			['expand_result gives the original'],
		],
	])('%s', async (_, change, failed) => {
		expect(await findings(change)).toEqual(failed);
	});
});

describe('a host', () => {
	it('of the examples passes', async () => {
		const scene = await playScene(0);
		const env = { ...process.env, ANTHROPIC_BASE_URL: scene.url, MCP_URL: `${scene.url}/mcp` };
		try {
			await promisify(execFile)(process.execPath, ['examples/context-host/host.mjs'], { env });
		} finally {
			scene.stop();
		}
		expect(outcomes(checkHost(scene.bodies))).toEqual([]);
	});

	/** A loop around a library, with each result changed on its way to it. */
	async function played(
		apply: (context: TransientContext, messages: object[]) => object[],
		change = (observed: { arguments: object; result: Result }) => observed,
	) {
		const scene = await playScene(0);
		const post = async (path: string, body: object) =>
			(await fetch(scene.url + path, { method: 'POST', body: JSON.stringify(body) })).json();
		const context = new TransientContext();
		const messages: object[] = [{ role: 'user', content: 'Go.' }];
		const tools = [{ name: 'mcp__x__fetch_page' }, { name: 'mcp__x__store_note' }];
		try {
			for (;;) {
				const { content, stop_reason } = (await post('/v1/messages', {
					tools,
					messages: apply(context, messages),
				})) as { content: { id: string; name: string; input: object }[]; stop_reason: string };
				messages.push({ role: 'assistant', content });
				if (stop_reason !== 'tool_use') return outcomes(checkHost(scene.bodies));
				const results = [];
				for (const { id, name, input } of content) {
					const tool = name.replace('mcp__x__', '');
					const params = { name: tool, arguments: input };
					const { result } = (await post('/mcp', { id: 1, method: 'tools/call', params })) as {
						result: Result & { content: object };
					};
					context.observe({ id, tool, ...change({ arguments: input, result }) });
					results.push({ type: 'tool_result', tool_use_id: id, content: result.content });
				}
				messages.push({ role: 'user', content: results });
			}
		} finally {
			scene.stop();
		}
	}

	it('around `loadline/client` passes', async () => {
		expect(await played((context, messages) => context.apply(messages))).toEqual([]);
	});

	const remarked = (result: Result, change: (marks: Json) => Json): Result => {
		const [name, marks] = Object.entries(result._meta ?? {})[0] ?? ['', undefined];
		const isOne = marks !== undefined && !Array.isArray(marks);
		return isOne ? { ...result, _meta: { [name]: change(marks as Json) } } : result;
	};
	it.each<[string, Parameters<typeof played>[1], string]>([
		[
			'takes any lifecycle',
			({ result, ...call }) => ({
				...call,
				result: remarked(result, (marks) => ({
					...marks,
					...(marks.lifecycle ? { lifecycle: 'transient' } : {}),
				})),
			}),
			'what is no mark has no effect',
		],
		[
			'cuts long summaries',
			({ result, ...call }) => ({
				...call,
				result: remarked(result, ({ summary, ...marks }) => ({
					...marks,
					...(summary ? { summary: String(summary).slice(0, 1_000) } : {}),
				})),
			}),
			'what is no mark has no effect',
		],
		[
			'reads marks of failures',
			({ result: { isError, ...result }, ...call }) => ({ ...call, result }),
			'marks of a result that failed have no effect',
		],
		[
			'does not look at arguments',
			({ result }) => ({ result, arguments: {} }),
			'a consumer uses up what holds an id of its arguments, and nothing else',
		],
		[
			'does not know `used`',
			({ result, ...call }) => ({
				...call,
				result: remarked(result, ({ used, ...marks }) => marks),
			}),
			'a consumer uses up what holds an id that it says was used, and nothing else',
		],
	])('that %s does not', async (_, change, failed) => {
		const found = await played((context, messages) => context.apply(messages), change);
		expect(found).toContain(failed);
	});

	it('that leaves nothing out, drops results, or words them anew does not', async () => {
		expect(await played((_, messages) => [...messages])).toEqual([
			'a used result leaves, its summary stays',
			'marks under the full name are read',
			'of several that wait one at least leaves',
			'a consumer uses up what holds an id of its arguments, and nothing else',
			'a consumer uses up what holds an id that it says was used, and nothing else',
		]);
		let times = 0;
		const reworded = await played((context, messages) =>
			JSON.parse(
				JSON.stringify(context.apply(messages)).replaceAll(
					'left out after use',
					`left out after use ${++times}`,
				),
			),
		);
		expect(reworded).toEqual(['what left stays the same to the byte']);
		const dropped = await played((_, messages) => messages.slice(-1));
		expect(dropped).toContain('calls and results keep their ids and order');
		expect(dropped).toContain('a transient result is whole until it is used');
		expect(dropped).toContain('other results stay');
	});
});
