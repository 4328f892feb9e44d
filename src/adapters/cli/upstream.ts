// `loadline upstream add|list|remove|test`: the servers behind Loadline, one at a time
// (docs/gateway.md "Upstreams").
import { Command } from 'commander';
import { countExact } from '../../protect';
import { isRecord } from '../../shared/is-record';
import { ask, baseOf, headersOf, type ServerOptions, withServer } from './server';
import { complainer, oneLine } from './terminal';

const complain = complainer('upstream');

interface AddOptions extends ServerOptions {
	readonly header: readonly string[];
	readonly timeout?: string;
}

interface Listed {
	readonly name: string;
	readonly status: string;
	readonly reason?: string;
}

/** What is said goes to standard output; an upstream that cannot be used makes exit code 1. */
export function upstreamCommand(): Command {
	const collect = (value: string, before: readonly string[]) => [...before, value];
	return new Command('upstream')
		.description('Add, list, remove and try the servers behind Loadline.')
		.addCommand(
			withServer(new Command('add'))
				.description('Add a server, or change it, and try it.')
				.argument('<name>', 'lower-case letters, digits and -')
				.argument('<to>', 'its streamable HTTP endpoint')
				.option(
					'--header <"Name: value">',
					`sent with every request; a value may name a secret: \${secret:UPSTREAM_X}`,
					collect,
					[],
				)
				.option('--timeout <milliseconds>', 'from its last sign of life')
				.action(add),
		)
		.addCommand(withServer(new Command('list')).description('Their names and states.').action(list))
		.addCommand(
			withServer(new Command('remove'))
				.description('Take a server out.')
				.argument('<name>')
				.action(remove),
		)
		.addCommand(
			withServer(new Command('accept'))
				.description('Accept the tools of a pinned server that have changed since they were seen.')
				.argument('<name>')
				.action(accept),
		)
		.addCommand(
			withServer(new Command('test'))
				.description('What a client sees of a server: its tools, what they cost, how quick it is.')
				.argument('<name>')
				.action(test),
		);
}

async function add(name: string, url: string, options: AddOptions): Promise<void> {
	const headers: Record<string, string> = {};
	for (const header of options.header) {
		const at = header.indexOf(':');
		if (at < 1) return complain(`--header ${header}: write it as "Name: value"`);
		headers[header.slice(0, at).trim()] = header.slice(at + 1).trim();
	}
	const entry = {
		url,
		...(options.header.length > 0 && { headers }),
		...(options.timeout !== undefined && { timeoutMs: Number(options.timeout) }),
	};
	const answer = await ask(options, pathOf(name), {
		method: 'PUT',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(entry),
	});
	if (!answer.ok) return failed(answer.error);
	console.log(`${name}: version ${(answer.value as { version: number }).version} is in force`);
	await test(name, options);
}

async function remove(name: string, options: ServerOptions): Promise<void> {
	const answer = await ask(options, pathOf(name), { method: 'DELETE' });
	if (!answer.ok) return failed(answer.error);
	console.log(`${name}: taken out, version ${(answer.value as { version: number }).version}`);
}

async function accept(name: string, options: ServerOptions): Promise<void> {
	const answer = await ask(options, `${pathOf(name)}/accept`, { method: 'POST' });
	if (!answer.ok) return failed(answer.error);
	const { accepted } = answer.value as { readonly accepted: readonly string[] };
	console.log(
		accepted.length === 0
			? `${name}: nothing waits`
			: `${name}: ${accepted.map(oneLine).join(', ')}`,
	);
}

async function list(options: ServerOptions): Promise<void> {
	const states = await statesOf(options);
	if (states?.length === 0) console.log('no upstreams; loadline upstream add NAME URL adds one');
	for (const { name, status, reason } of states ?? [])
		console.log([name, status, ...(reason === undefined ? [] : [reason])].map(oneLine).join('\t'));
}

async function test(name: string, options: ServerOptions): Promise<void> {
	const begun = performance.now();
	const listed = await request(options, name, 'tools/list');
	const took = Math.round(performance.now() - begun);
	const tools =
		isRecord(listed) && Array.isArray(listed.tools) ? listed.tools.filter(isRecord) : [];
	const state = (await statesOf(options))?.find((each) => each.name === name);
	if (!listed || !state || state.status !== 'ok')
		return complain(`${name}: ${state?.reason ?? 'gave no list of tools'}`);
	const theirs = tools.filter(({ name: tool }) => tool !== 'read_result');
	for (const tool of theirs) {
		const { name: called, description, inputSchema } = tool;
		const { tokens } = await countExact(JSON.stringify({ name: called, description, inputSchema }));
		const shown = [String(called), firstSentence(description)].map(oneLine);
		console.log([`${tokens} tokens`, ...shown].join('\t'));
	}
	const { tokens } = await countExact(
		tools
			.map(({ name: called, description, inputSchema }) =>
				JSON.stringify({ name: called, description, inputSchema }),
			)
			.join('\n'),
	);
	console.log(`${name}: ok, ${theirs.length} tools, ${tokens} tokens as listed, ${took} ms`);
}

const firstSentence = (description: unknown): string =>
	typeof description === 'string'
		? (description.split(/(?<=[.!?])\s|\n/)[0] ?? '').slice(0, 80)
		: '';

const pathOf = (name: string): string => `/api/config/upstreams/${encodeURIComponent(name)}`;

const failed = ({ message, issues }: { message: string; issues: readonly object[] }): void => {
	complain(message);
	for (const issue of issues as readonly { path?: string; reason?: string }[])
		console.error(oneLine(`${issue.path ?? ''} ${issue.reason ?? ''}`));
};

async function statesOf(options: ServerOptions): Promise<readonly Listed[] | undefined> {
	const answer = await ask(options, '/health');
	if (!answer.ok) return void failed(answer.error);
	const { upstreams } = answer.value as { upstreams?: readonly Listed[] };
	if (upstreams === undefined) complain('the server told no upstreams: give a valid --token');
	return upstreams;
}

/** The result of an MCP request, as a client of 2026-07-28 makes it; undefined when there is none. */
async function request(options: ServerOptions, name: string, method: string): Promise<unknown> {
	const _meta = {
		'io.modelcontextprotocol/protocolVersion': '2026-07-28',
		'io.modelcontextprotocol/clientCapabilities': {},
		'io.modelcontextprotocol/clientInfo': { name: 'loadline-cli', version: '1' },
	};
	try {
		const response = await fetch(`${baseOf(options)}/mcp/${encodeURIComponent(name)}`, {
			method: 'POST',
			redirect: 'error',
			signal: AbortSignal.timeout(60_000),
			headers: {
				...headersOf(options),
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				'mcp-protocol-version': '2026-07-28',
				'mcp-method': method,
			},
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta } }),
		});
		const text = await response.text();
		const data = text.startsWith('{')
			? text
			: text
					.split('\n')
					.find((line) => line.startsWith('data: {'))
					?.slice(6);
		const body: unknown = data === undefined ? undefined : JSON.parse(data);
		return isRecord(body) ? body.result : undefined;
	} catch {
		return undefined;
	}
}
