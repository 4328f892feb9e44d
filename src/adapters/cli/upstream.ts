// `loadline upstream add|list|remove|accept|test`: the servers behind Loadline, one at a time
// (docs/gateway.md "Upstreams").
import { countExact } from '../../protect';
import { isRecord } from '../../shared/is-record';
import { type Asker, apiCommand, type Given, group, refuse } from './api-command';
import { headerOf } from './clients/wrapped';
import { baseOf, headersOf, type ServerFault, type ServerOptions } from './server';
import { oneLine } from './terminal';

const ISSUE = {
	issue: ({ path = '', reason = '' }: ServerFault['issues'][number]) => `${path} ${reason}`,
};

/** `loadline upstream`: an upstream that cannot be used makes exit code 1. */
export const upstreamCommand = () =>
	group(
		'upstream',
		'Add, list, remove and try the servers behind Loadline.',
		apiCommand('add <name> <to>', 'PUT /api/config/upstreams/:name', {
			...ISSUE,
			description: 'Add a server, or change it, and try it.',
			takes: {
				'<name>': 'lower-case letters, digits and -',
				'<to>': 'its streamable HTTP endpoint',
				'--header <"Name: value">': `sent with every request; a value may name a secret: \${secret:UPSTREAM_X}`,
				'--timeout <milliseconds>': 'from its last sign of life',
			},
			lists: ['--header <"Name: value">'],
			async run(given, api) {
				const { name = '', to, timeout } = given;
				const lines = [given.header ?? []].flat();
				const timeoutMs = timeout === undefined ? undefined : Number(timeout);
				const headers = lines.length === 0 ? undefined : Object.fromEntries(lines.map(headerIn));
				const entry = { url: to, headers, timeoutMs };
				const { version } = await api('PUT /api/config/upstreams/:name', { name }, { ...entry });
				console.log(`${name}: version ${version} is in force`);
				return test(name, given, api);
			},
		}),
		apiCommand('list', 'GET /health', {
			...ISSUE,
			description: 'Their names and states.',
			async run(_, api) {
				const states = await statesOf(api);
				if (states.length === 0) return 'no upstreams; loadline upstream add NAME URL adds one';
				return states.map(({ name, status, reason = '' }) => [name, status, reason]);
			},
		}),
		apiCommand('remove <name>', 'DELETE /api/config/upstreams/:name', {
			...ISSUE,
			description: 'Take a server out.',
			show: ({ name, version }) => `${name}: taken out, version ${version}`,
		}),
		apiCommand('accept <name>', 'POST /api/config/upstreams/:name/accept', {
			...ISSUE,
			description: 'Accept the tools of a pinned server that have changed since they were seen.',
			show: ({ name, accepted }) =>
				`${name}: ${accepted.length === 0 ? 'nothing waits' : accepted.join(', ')}`,
		}),
		apiCommand('test <name>', 'ALL /mcp/:upstream', {
			...ISSUE,
			description: 'What a client sees of a server: its tools, what they cost, how quick it is.',
			run: (given, api) => test(given.name ?? '', given, api),
		}),
	);

const headerIn = (header: string) =>
	headerOf(header) ?? refuse(`--header ${header}: write it as "Name: value"`);

const statesOf = async (api: Asker) =>
	(await api('GET /health')).upstreams ??
	refuse('the server told no upstreams: give a valid --token');

async function test(name: string, options: Given, api: Asker): Promise<string> {
	const begun = performance.now();
	const listed = await request(options, name, 'tools/list');
	const took = Math.round(performance.now() - begun);
	const tools =
		isRecord(listed) && Array.isArray(listed.tools) ? listed.tools.filter(isRecord) : [];
	const state = (await statesOf(api)).find((each) => each.name === name);
	if (!listed || !state || state.status !== 'ok')
		return refuse(`${name}: ${state?.reason ?? 'gave no list of tools'}`);
	const theirs = tools.filter(({ name: tool }) => tool !== 'read_result');
	let sum = 0;
	for (const tool of theirs) {
		const { tokens } = await countExact(listedText(name, tool));
		sum += tokens;
		const shown = [String(tool.name), firstSentence(tool.description)].map(oneLine);
		console.log([`${tokens} tokens`, ...shown].join('\t'));
	}
	return `${name}: ok, ${theirs.length} tools, ${sum} tokens as listed, ${took} ms`;
}

/** A definition as `/mcp` lists it. */
const listedText = (
	server: string,
	{ name, description, inputSchema }: Readonly<Record<string, unknown>>,
): string => JSON.stringify({ name: `${server}__${name}`, description, inputSchema });

const firstSentence = (description: unknown): string =>
	typeof description === 'string'
		? (description.split(/(?<=[.!?])\s|\n/)[0] ?? '').slice(0, 80)
		: '';

/** Sends an MCP request of revision 2026-07-28; undefined when it fails. */
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
