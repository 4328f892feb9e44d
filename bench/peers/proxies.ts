// Proxies from npm that pass results on: one rewrites JSON as TOON, one lists its servers' tools only when asked.
// Both stand before the benchmark's own server.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Weighed } from '../needle/readers/whole';
import { startProgram } from './program';
import { LazyReader } from './readers';

/** Its program is in a package for one platform. */
export const canTooner = process.platform === 'linux' && process.arch === 'x64';

/** tooner, over a bridge from its stdio to the server's URL. */
export async function tooner(url: string) {
	const program = await startProgram({
		command: (packages) => [
			join(packages, '@chaindead/tooner_linux_amd64/tooner'),
			process.execPath,
			join(packages, 'mcp-remote/dist/proxy.js'),
			url,
			'--allow-http',
		],
		only: [],
	});
	const make = ({ name }: Weighed) =>
		new LazyReader(async (context) => context.add('{}', await program.call(name, {})));
	return { ...program, make };
}

const GROUP = 'bench';

/** modular-mcp: two tools, and the list of a server's in an answer. */
export async function modular(url: string) {
	const program = await startProgram({
		prepare: (folder) =>
			writeFileSync(
				join(folder, 'modular.json'),
				JSON.stringify({
					mcpServers: { [GROUP]: { type: 'http', url, description: "The team's tools." } },
				}),
			),
		command: (packages, folder) => [
			process.execPath,
			join(packages, '@kimuson/modular-mcp/dist/index.js'),
			join(folder, 'modular.json'),
		],
	});
	const make = ({ name }: Weighed) =>
		new LazyReader(async (context) => {
			const args = { group: GROUP, name, args: {} };
			context.add(JSON.stringify(args), await program.call('call-modular-tool', args));
		});
	return { ...program, make };
}
