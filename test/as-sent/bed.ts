// Calls directly and through Loadline, side by side: clients of both revisions, over stdio (`loadline wrap`) and HTTP
// (`loadline serve`), servers of both, over stdio and HTTP. Whatever the server receives or the client gets otherwise,
// and is not among `DECLARED`, is a difference.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { EventStreamParser } from '../../src/shared/event-stream';
import { jsonIn } from '../../src/shared/json-in';
import { readBody, startHttp } from '../upstreams/node-http';
import { generated, SESSION } from './generated';
import { lines, mirror, spelled } from './mirror.mjs';

type Era = 'legacy' | 'modern';
type Json = Readonly<Record<string, unknown>>;

/** A connection of one client; gives the text of the answer to a request. */
interface Caller {
	request(method: string, params: Json): Promise<string>;
	close(): void;
}

const META = {
	'io.modelcontextprotocol/protocolVersion': '2026-07-28',
	'io.modelcontextprotocol/clientCapabilities': {},
	'io.modelcontextprotocol/clientInfo': { name: 'gate', version: '1' },
};
const INITIALIZE = {
	protocolVersion: '2025-11-25',
	capabilities: {},
	clientInfo: { name: 'gate', version: '1' },
};

const messageOf = (era: Era, id: number, method: string, params: Json): string =>
	JSON.stringify({
		jsonrpc: '2.0',
		id,
		method,
		params: era === 'modern' ? { ...params, _meta: { ...(params._meta ?? {}), ...META } } : params,
	});

async function overHttp(url: string, era: Era): Promise<Caller> {
	let count = 0;
	let session: string | undefined;
	const request = async (method: string, params: Json): Promise<string> => {
		const id = ++count;
		const name = params.name ?? params.uri;
		const subject = typeof name === 'string' && { 'mcp-name': `=?base64?${btoa(bytes(name))}?=` };
		const response = await fetch(url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				...(session !== undefined && { 'mcp-session-id': session }),
				...(era === 'modern'
					? { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...subject }
					: method !== 'initialize' && { 'mcp-protocol-version': '2025-11-25' }),
			},
			body: messageOf(era, id, method, params),
		});
		session ??= response.headers.get('mcp-session-id') ?? undefined;
		const text = await response.text();
		if (!response.headers.get('content-type')?.includes('event-stream')) return text;
		const events = new EventStreamParser().push(text);
		return events.map(({ data }) => data).find((each) => each.includes(`"id":${id}`)) ?? text;
	};
	if (era === 'legacy') await request('initialize', INITIALIZE);
	return { request, close: () => {} };
}

const bytes = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

/** Connects to a program of Node; the answer to `initialize` is among what it gives. */
export async function overStdio(
	command: readonly string[],
	era: Era,
	env: NodeJS.ProcessEnv = process.env,
): Promise<Caller & { readonly begun: string }> {
	const child = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'ignore'], env });
	const waiting = new Map<number, (text: string) => void>();
	const hear = async () => {
		for await (const line of lines(child.stdout)) {
			// What is no message is a line of a server's log.
			const { id, method } = (jsonIn(line) ?? {}) as Json;
			if (typeof id === 'number' && method === undefined) waiting.get(id)?.(line);
		}
	};
	hear().catch(() => child.kill());
	const ended = new Promise<string>((_, fail) => {
		child.once('exit', (code) => fail(new Error(`${command[1]} ended with ${code}`)));
	});
	ended.catch(() => {});
	let count = 0;
	const request = (method: string, params: Json): Promise<string> => {
		const id = ++count;
		const answered = new Promise<string>((tell) => waiting.set(id, tell));
		child.stdin.write(`${messageOf(era, id, method, params)}\n`);
		return Promise.race([answered, ended]).finally(() => waiting.delete(id));
	};
	const begun = era === 'legacy' ? await request('initialize', INITIALIZE) : '';
	if (era === 'legacy')
		child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
	return { begun, request, close: () => void child.kill() };
}

/** Serves a mirror over HTTP; of the older revision with sessions. */
function serveMirror(answer: ReturnType<typeof mirror>, isModern: boolean) {
	const sessions = new Set<string>();
	return startHttp((request, response) => {
		void readBody(request).then((body) => {
			const session = request.headers['mcp-session-id'];
			if (request.method !== 'POST') return response.writeHead(405).end();
			const begins = !isModern && body.includes('"method":"initialize"');
			if (!isModern && !begins && !sessions.has(String(session)))
				return response.writeHead(session === undefined ? 400 : 404).end();
			const begun = randomUUID();
			if (begins) sessions.add(begun);
			const text = answer(body);
			const headers = {
				'content-type': 'application/json',
				...(begins && { 'mcp-session-id': begun }),
			};
			return response.writeHead(text === undefined ? 202 : 200, headers).end(text);
		});
	});
}

/** Differences that are meant, each as the answer of Loadline without it; undefined where it is none. */
const DECLARED: Readonly<Record<string, (through: Message, path: Path) => Message | undefined>> = {
	// docs/gateway.md "Conversations": a session of its own is named, in a block and in structured content.
	session: (through) => {
		const { content, structuredContent: structured, ...rest } = through.result ?? {};
		const session = meta(through)['dev.loadline/session'];
		if (session === undefined || !Array.isArray(content)) return undefined;
		const [said, own] = [
			JSON.parse((content.at(-1) as { text: string }).text),
			{ ...(structured as Json) },
		];
		if (said._loadline.session_id !== session) return undefined;
		for (const key of Object.keys(said))
			if (JSON.stringify(own[key]) === JSON.stringify(said[key])) delete own[key];
		const kept = structured === undefined ? {} : { structuredContent: own };
		return { ...through, result: { content: content.slice(0, -1), ...kept, ...rest } };
	},
	// MCP 2026-07-28 has another code for a resource that is not found.
	code: (through, { era }) =>
		era === 'modern' && JSON.stringify(through.error?.code) === '-32602'
			? { ...through, error: { ...through.error, code: -32_002 } }
			: undefined,
	// docs/gateway.md "What crosses": on `/mcp` a link is read under its URI there.
	links: (through, { prefix }) => {
		const here = `"uri":"${prefix.replace('__', '+')}`;
		const text = JSON.stringify(through);
		return prefix !== '' && text.includes(here)
			? (spelled(text.replaceAll(here, '"uri":"')) as Message)
			: undefined;
	},
};

interface Message {
	readonly result?: Json;
	readonly error?: Json & { readonly code: unknown };
}

const meta = ({ result }: Message): Json => (result?._meta ?? {}) as Json;

/** An answer in its own words: what belongs to one connection, or is Loadline's in `_meta`, left out. */
function shown({ result, error }: Message): string {
	if (!result) return JSON.stringify({ error });
	const { _meta, resultType: _, ttlMs: __, cacheScope: ___, ...rest } = result;
	const own = Object.entries((_meta ?? {}) as Json).filter(
		([key]) => !key.startsWith('io.modelcontextprotocol/') && !key.startsWith('dev.loadline/'),
	);
	const members = Object.entries({
		...rest,
		...(own.length > 0 && { _meta: Object.fromEntries(own) }),
	});
	return JSON.stringify(members.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** A definition as it is to be listed: booleans as clients take them (docs/gateway.md "What crosses"). */
function expected(definition: Json): Json {
	const { inputSchema, _meta, execution, ...others } = definition as Readonly<
		Record<'inputSchema' | '_meta' | 'execution', Json>
	>;
	// Tasks do not cross.
	const runs = execution?.taskSupport === 'optional' ? undefined : execution;
	const rest = { ...others, ...(_meta && { _meta }), ...(runs && { execution: runs }) };
	const { properties } = inputSchema as { properties?: Json };
	if (!properties) return { ...rest, inputSchema };
	const parts = Object.entries(properties).map(([key, part]) => {
		const read = part === true ? {} : part === false ? { not: {} } : part;
		return [key, read];
	});
	return { ...rest, inputSchema: { ...inputSchema, properties: Object.fromEntries(parts) } };
}

const sorted = (value: unknown): string =>
	JSON.stringify(value, (_key, part: unknown) =>
		typeof part === 'object' && part !== null && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
			: part,
	);

/** Where a client stands, and before which server. */
interface Path {
	readonly name: string;
	readonly era: Era;
	/** Of names, on `/mcp`. */
	readonly prefix: string;
	direct(): Promise<Caller>;
	through(): Promise<Caller>;
}

export interface Compared {
	/** Calls through Loadline. */
	readonly calls: number;
	/** The first of them, in words. */
	readonly differences: readonly string[];
	/** Answers that differ as is declared, by the name of the difference. */
	readonly declared: Readonly<Record<string, number>>;
}

/** Compares until there are so many. */
const MOST_TOLD = 10;

/** @param command path of the bundled command `loadline` */
export async function compare(
	command: string,
	seed: number,
	size: { readonly tools: number; readonly calls: number; readonly paths?: RegExp },
): Promise<Compared> {
	const { tools, answers, lists, reads } = generated(seed, size.tools, size.calls);
	const definitions = [...tools.map(({ definition }) => definition), LARGE];
	const folder = mkdtempSync(join(tmpdir(), 'loadline-as-sent-'));
	const file = join(folder, 'tools.json');
	writeFileSync(file, JSON.stringify({ tools: definitions, answers, lists, reads }));
	const program = resolve('test/as-sent/mirror.mjs');
	const [older, newer] = await Promise.all(
		[false, true].map((isModern) =>
			serveMirror(mirror({ tools: definitions, answers, lists, reads }, { isModern }), isModern),
		),
	);
	const upstreams = [
		{ name: 'older', url: older?.url },
		{ name: 'newer', url: newer?.url },
		{ name: 'local', command: process.execPath, args: [program, file] },
	];
	const config = join(folder, 'loadline.yaml');
	writeFileSync(config, JSON.stringify({ upstreams, demo: false }));
	const state = join(folder, 'state');
	const gateway = spawn(
		process.execPath,
		[command, 'serve', '--port', '0', '--state', state, '--config', config],
		{ stdio: ['ignore', 'ignore', 'pipe'] },
	);
	const counts: Record<string, number> = {};
	const differences: string[] = [];
	let calls = 0;

	const along = async (path: Path): Promise<void> => {
		const [direct, through] = await Promise.all([path.direct(), path.through()]);
		const sessions: string[] = [];
		const tell = (what: string, one = '', other = '') => {
			let at = 0;
			while (one[at] === other[at] && at < one.length) at++;
			const near = (text: string) => text.slice(Math.max(0, at - 60), at + 120);
			differences.push(`${path.name}: ${what}\n  direct:  ${near(one)}\n  through: ${near(other)}`);
		};
		// From now on a result was kept, and its caller may be listed what reads it.
		await through.request('tools/call', { name: `${path.prefix}large`, arguments: {} });
		const listed = JSON.parse(await through.request('tools/list', {})).result.tools as Json[];
		const theirs = listed.filter(
			({ name }) => name !== 'read_result' && String(name).startsWith(path.prefix),
		);
		const wanted = definitions.map((each) => ({
			...expected(each),
			name: path.prefix + each.name,
		}));
		const names = (all: readonly Json[]) => JSON.stringify(all.map(({ name }) => name));
		if (names(theirs) !== names(wanted)) tell('the names of tools', names(wanted), names(theirs));
		for (const one of wanted) {
			const other = theirs.find(({ name }) => name === one.name);
			if (other && sorted(other) !== sorted(one)) tell('a definition', sorted(one), sorted(other));
		}

		const both = async (method: string, params: Json, name = params.name) => {
			const asked = [
				through.request(method, params),
				direct.request(method, { ...params, ...(name !== undefined && { name }) }),
			];
			const [text, plain] = (await Promise.all(asked)) as [string, string];
			let other = spelled(text) as Message;
			const one = shown(spelled(plain) as Message);
			const session = meta(other)['dev.loadline/session'];
			if (typeof session === 'string') sessions.push(session);
			for (const [kind, without] of Object.entries(DECLARED)) {
				if (shown(other) === one) break;
				const rest = without(other, path);
				if (!rest) continue;
				counts[kind] = (counts[kind] ?? 0) + 1;
				other = rest;
			}
			if (shown(other) !== one)
				tell(`${method} ${JSON.stringify(params).slice(0, 300)}`, one, shown(other));
		};
		for (const { definition, calls: sent } of tools)
			for (const args of sent) {
				if (differences.length >= MOST_TOLD) return;
				const known = sessions.at(-1);
				const asked = args && known !== undefined ? naming(args, known) : args;
				const given = asked === undefined ? {} : { arguments: asked };
				const _meta = { 'example.com/a': calls, 'example.com/b': [{ limit: '\ud800' }] };
				await both(
					'tools/call',
					{ name: path.prefix + definition.name, ...given, _meta },
					definition.name,
				);
				calls++;
			}
		if (path.prefix === '') await beside(both, reads.length);
		for (const each of [direct, through]) each.close();
	};

	try {
		const url = await addressOf(gateway);
		const eras: readonly Era[] = ['legacy', 'modern'];
		const paths = eras.flatMap((era): Path[] => [
			{
				...{ name: `wrap, ${era}`, era, prefix: '' },
				direct: () => overStdio([program, file], era),
				through: () =>
					overStdio(
						[command, 'wrap', '--state', join(folder, era), '--', process.execPath, program, file],
						era,
					),
			},
			...(['older', 'newer', 'local'] as const).map((name) => ({
				...{ name: `/mcp/${name}, ${era}`, era, prefix: '' },
				direct: () =>
					name === 'local'
						? overStdio([program, file], era)
						: overHttp(
								String((name === 'older' ? older : newer)?.url),
								name === 'older' ? 'legacy' : era,
							),
				// A process a call would be most of the time.
				through: () => overHttp(`${url}/mcp/${name}${name === 'local' ? '?session=one' : ''}`, era),
			})),
			{
				...{ name: `/mcp, ${era}`, era, prefix: 'newer__' },
				direct: () => overHttp(String(newer?.url), 'modern'),
				through: () => overHttp(`${url}/mcp?toolsets=upstreams`, era),
			},
		]);
		await Promise.all(paths.filter(({ name }) => size.paths?.test(name) ?? true).map(along));
	} finally {
		gateway.kill('SIGKILL');
		await Promise.all([older?.close(), newer?.close()]);
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	}
	return { calls, differences, declared: counts };
}

/** Requests beside calls of tools: lists and their pages, resources, prompts, completions. */
async function beside(
	both: (method: string, params: Json) => Promise<void>,
	reads: number,
): Promise<void> {
	await both('resources/read', { uri: 'a:none' });
	for (const list of ['resources', 'resources/templates', 'prompts'])
		for (const cursor of [undefined, 'page 2 ü "', 'none'])
			await both(`${list}/list`, cursor === undefined ? {} : { cursor });
	for (let at = 0; at < reads; at++) await both('resources/read', { uri: `a:${at}` });
	const odd = [
		undefined,
		{},
		{ __proto__x: '', é: '\ud800', query: 'x', _loadline: '{}', limit: '5' },
	];
	for (const args of odd)
		await both('prompts/get', { name: 'é', ...(args && { arguments: args }) });
	const argument = { name: 'limit', value: '\ud800é' };
	for (const ref of [
		{ type: 'ref/prompt', name: 'é', title: 'x' },
		{ type: 'ref/resource', uri: 'a:{b}' },
	])
		await both('completion/complete', { ref, argument, context: { arguments: { a: '' } } });
}

const LARGE = { name: 'large', inputSchema: { type: 'object' } };

/** Arguments with the name of a session that there is. */
const naming = (args: Json, session: string): Json =>
	JSON.parse(
		JSON.stringify(args).replaceAll(JSON.stringify(SESSION), JSON.stringify(session)),
	) as Json;

const addressOf = (gateway: ChildProcess): Promise<string> =>
	new Promise((tell, fail) => {
		let said = '';
		gateway.stderr?.on('data', (text) => {
			said += text;
			const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
			if (found) tell(found);
		});
		gateway.once('exit', () => fail(new Error(said)));
	});
