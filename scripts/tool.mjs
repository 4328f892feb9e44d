// `node scripts/tool.mjs NAME [argument…]` runs the program of a tool; without a name, all tools are fetched.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fetchTool, linkPackages, TOOLS } from './tools.mjs';

const [, , name, ...args] = process.argv;
if (name === undefined) {
	for (const tool of TOOLS) console.log(`${tool}: ${await fetchTool(tool)}`);
	await linkPackages();
} else {
	const tool = TOOLS.find((each) => each === name);
	if (tool === undefined) {
		console.error(`No such tool: ${name}. There are ${TOOLS.join(', ')}.`);
		process.exit(2);
	}
	const program = join(await fetchTool(tool), 'node_modules/.bin', tool);
	const shell = process.platform === 'win32';
	const child = spawn(program, args, { stdio: 'inherit', shell });
	child.once('exit', (code) => process.exit(code ?? 1));
}
