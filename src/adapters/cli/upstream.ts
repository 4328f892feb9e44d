// `loadline server add|list|remove|accept|test`: the servers behind Loadline, one at a time (docs/gateway.md "Upstreams").
import { countExact } from '../../protect';
import { visit } from '../mcp';
import { type Asker, apiCommand, type Given, misuse, refuse } from './api-command';
import { headerOf } from './clients/adopted';
import { baseOf, headersOf } from './server';
import { type Lines, tableOf } from './shown';
import { meant } from './terminal';

/** An upstream that cannot be used makes exit code 1. */
export const upstreamCommands = () => ({
	'server add': apiCommand('PUT /api/config/upstreams/:name', {
		issue: ({ path = '', reason = '' }) => `${path} ${reason}`,
		usage: 'server add <name> <to>',
		help: 'Add a server (a name of a-z, 0-9 and -, and its streamable HTTP endpoint), or change it, and try it.',
		options: [
			[
				'--header <"Name: value">',
				`sent with every request; a value may name a secret: \${secret:UPSTREAM_X}`,
				[],
			],
			['--timeout <milliseconds>', 'from its last sign of life'],
		],
		async run(given, api) {
			const { name = '', to, timeout, json } = given;
			const lines = [given.header ?? []].flat();
			const timeoutMs = timeout === undefined ? undefined : Number(timeout);
			const headers = lines.length === 0 ? undefined : Object.fromEntries(lines.map(headerIn));
			const entry = { url: to, headers, timeoutMs };
			const { version } = await api('PUT /api/config/upstreams/:name', { name }, entry);
			if (!json) console.log(`${name}: version ${version} is in force`);
			try {
				return await test(name, given, api);
			} catch (error) {
				const out = `It is in force all the same: loadline server remove ${name} takes it out`;
				return refuse(`${(error as Error).message}. ${out}`);
			}
		},
	}),
	'server list': apiCommand('GET /health', {
		usage: 'server list',
		help: 'Their names and states.',
		async run({ json }, api) {
			const upstreams = await statesOf(api);
			if (json) return [{ upstreams }];
			if (upstreams.length === 0) return 'no servers; loadline server add NAME URL adds one';
			return tableOf(['name', 'status', 'reason'], upstreams);
		},
	}),
	'server test': apiCommand('ALL /mcp/:upstream', {
		usage: 'server test <name>',
		help: 'What a client sees of a server: its tools, what they cost, how quick it is.',
		run: (given, api) => test(given.name ?? '', given, api),
	}),
});

const headerIn = (header: string) =>
	headerOf(header) ?? misuse(`--header of ${header.length} characters: write it as "Name: value"`);

const statesOf = async (api: Asker) =>
	(await api('GET /health')).upstreams ??
	refuse('it told of no servers behind it: give a valid --token');

async function test(name: string, options: Given, api: Asker): Promise<Lines> {
	const names = (await statesOf(api)).map((each) => each.name);
	if (!names.includes(name))
		return refuse(
			`there is no server "${name}"; there are ${names.join(', ') || 'none'}.${meant(name, names)}`,
		);
	const begun = performance.now();
	const url = `${baseOf(options)}/mcp/${encodeURIComponent(name)}`;
	const at = { url, headers: headersOf(options) };
	const listed = await visit({ at, calls: () => [], timeoutMs: 60_000 }).catch(() => undefined);
	const took = Math.round(performance.now() - begun);
	const state = (await statesOf(api)).find((each) => each.name === name);
	if (!listed || !state || state.status !== 'ok')
		return refuse(`${name}: ${state?.reason ?? 'gave no list of tools'}`);
	const theirs = listed.tools.filter((tool) => tool.name !== 'read_result');
	const tools = await Promise.all(
		theirs.map(async ({ name: tool, description, inputSchema }) => {
			// A definition as `/mcp` lists it.
			const definition = { name: `${name}__${tool}`, description, inputSchema };
			const { tokens } = await countExact(JSON.stringify(definition));
			return { tool, tokens, description: description?.split(/(?<=[.!?])\s|\n/)[0] ?? '' };
		}),
	);
	const tokens = tools.reduce((sum, tool) => sum + tool.tokens, 0);
	if (options.json) return [{ name, tools, tokens, ms: took }];
	const sum = `${name}: ok, ${tools.length} tools, ${tokens} tokens as listed, ${took} ms`;
	return tools.length === 0 ? sum : [...tableOf(['tool', 'tokens', 'description'], tools), sum];
}
