// my-cool-proxy from npm: a gateway in which programs in Lua call tools; what they return is shown, and of what is
// long only a schema. A tool must be looked at before a program may call it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Weighed } from '../needle/readers/whole';
import { lua } from './lua';
import { startProgram } from './program';
import { CodeReader } from './readers';

const SERVER = 'bench';

export async function coolProxy(url: string) {
	const program = await startProgram({
		prepare: (folder) =>
			writeFileSync(
				join(folder, 'config.json'),
				JSON.stringify({ transport: 'stdio', mcpClients: { [SERVER]: { type: 'http', url } } }),
			),
		command: (packages) => [
			process.execPath,
			join(packages, '@karashiiro/my-cool-proxy/bin/my-cool-proxy.mjs'),
		],
		env: (folder) => ({ CONFIG_PATH: join(folder, 'config.json') }),
	});
	const details = new Map<string, string>();
	const looked = async (name: string) => {
		const args = { luaServerName: SERVER, luaToolName: name };
		let known = details.get(name) ?? (await program.call('tool-details', args));
		// It answers before it has reached its servers.
		for (let tries = 0; tries < 50 && known.includes('not found'); tries++) {
			await new Promise((resolve) => setTimeout(resolve, 100));
			known = await program.call('tool-details', args, true);
		}
		details.set(name, known);
		return { sent: JSON.stringify(args), shown: known };
	};
	const run = async ({ name }: { readonly name: string }, code: string) => {
		const script = `local r=${SERVER}.${name}({}):await() ${code}`;
		const shown = await program.call('execute', { script });
		return { sent: JSON.stringify({ script }), shown };
	};
	return {
		...program,
		looked,
		make: (payload: Weighed, first: string) => new CodeReader(payload, run, first, lua),
	};
}
