// Real answers of tools: asked once of their servers, for each set of arguments.
import { resolve } from 'node:path';
import { createDemoSource } from '../../examples/demo/source';
import type { ToolResult } from '../../src/shared/tool-result';
import { callAsSent, contextOf, gatewayOf } from '../../test/gateway/gateway';
import type { ServerUnderTest } from '../differences/servers';
import { connect, startServer } from '../differences/start';

/** A tool with its answers, one for each set of arguments that it is called with. */
export interface Answers {
	readonly name: string;
	readonly answers: readonly ToolResult[];
}

type Calls = Readonly<Record<string, readonly Record<string, unknown>[]>>;

const root = resolve('.');
const DOCS = ['config', 'protect', 'gateway', 'deploy', 'memory', 'llm', 'client', 'telemetry'];
const FOLDERS = [
	'src',
	'test',
	'docs',
	'bench',
	'src/adapters',
	'src/gateway',
	'src/memory',
	'evals',
];
const NAMES = ['person-4', 'service', 'decision-1', 'incident-2', 'day 1', 'person-12'];

const CALLS: Readonly<Record<string, Calls>> = {
	filesystem: {
		read_text_file: DOCS.map((name) => ({ path: `${root}/docs/${name}.md` })),
		directory_tree: FOLDERS.map((path) => ({ path: `${root}/${path}` })),
		search_files: FOLDERS.map((path) => ({ path: `${root}/${path}`, pattern: '**/*.ts' })),
		list_directory: FOLDERS.map((path) => ({ path: `${root}/${path}` })),
	},
	memory: {
		read_graph: [{}],
		search_nodes: NAMES.map((query) => ({ query })),
	},
};
const DEMO: Calls = {
	list_bookings: [{}, ...['confirmed', 'cancelled', 'pending'].map((status) => ({ status }))],
	list_listings: [{}],
	get_booking: [1, 2, 3, 4, 5, 6].map((id) => ({ id: `bk_000${id}` })),
	get_listing_description: [1, 2, 3, 4].map((id) => ({ id: `ls_00${id}` })),
	read_log: [{}],
};

/** Asks the servers and the demo. */
export async function answersOf(
	servers: readonly ServerUnderTest[],
	packages: string,
	folder: string,
): Promise<readonly Answers[]> {
	const all: Answers[] = [];
	for (const server of servers) {
		// It may read this repository.
		const args = server.name === 'filesystem' ? () => [root] : server.args;
		const started = await startServer({ ...server, ...(args && { args }) }, packages, folder);
		const client = await connect('v1', started.url);
		for (const [tool, asked] of Object.entries(CALLS[server.name] ?? {})) {
			const answers: ToolResult[] = [];
			for (const each of asked) {
				const result = await client.callTool({ name: tool, arguments: each });
				if (result.isError) throw new Error(`${tool}: ${JSON.stringify(result.content)}`);
				const { content, structuredContent } = result as unknown as {
					content: ToolResult['content'];
					structuredContent?: object;
				};
				const structured = structuredContent && JSON.stringify(structuredContent);
				answers.push({ content, ...(structured !== undefined && { structured }) });
			}
			all.push({ name: `${server.name}__${tool}`, answers });
		}
		await client.close();
		await started.close();
	}
	const gateway = gatewayOf({
		sources: [createDemoSource()],
		config: { endpoints: { '*': { mode: 'off' } } },
	});
	for (const [tool, asked] of Object.entries(DEMO)) {
		const answers: ToolResult[] = [];
		for (const each of asked)
			answers.push(await callAsSent(gateway, `demo__${tool}`, each as never, contextOf()));
		all.push({ name: `demo__${tool}`, answers: answers.filter(({ isError }) => !isError) });
	}
	return all;
}
