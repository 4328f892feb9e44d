// `npm run bench`: every figure in one run; `-- --quick` leaves out what installs packages or takes minutes.
// `npm run bench -- latency size` runs parts of it; what begins with `--` is handed to each part.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fetchTool } from '../scripts/tools.mjs';
import { root } from '../test/worker/bundle';

/** Each is a program of its own: one that fails, or is not there, takes nothing from the others. */
const parts: Readonly<Record<string, string>> = {
	latency: 'Through Loadline against direct',
	overhead: 'Beside a Worker that only passes on',
	telemetry: 'What recording costs',
	operations: 'What a call uses of the platform',
	walk: 'Functions on the way of a call',
	demo: 'Tokens saved',
	needle: 'Tokens until a model has its answer',
	peers: 'Beside what others do',
	ask: 'Questions to a result',
	protect: 'Protection',
	'protect-cpu': 'What protection costs',
	fields: 'Fields of a first page',
	forecast: 'What is forecast of budgets',
	learning: 'Calls that follow first answers, once learnt',
	memory: 'Memory',
	rules: 'Real rules',
	estimator: 'Estimators',
	replay: 'Replay payloads',
	size: 'Bundle',
	scaling: 'How costs grow',
	mutation: 'Whether tests notice changes',
	leaving: 'Results that leave, in real hosts',
	hosts: 'What must be so in real hosts',
	differences: 'Real servers, direct and through Loadline',
	lists: 'What lists of tools cost',
	many: 'Many servers of many tools',
	neighbour: 'One noisy tenant beside another',
	soak: 'A hundred thousand calls',
	lines: 'Lines of source',
	document: 'Tables of docs/benchmarks.md',
};
/** They install packages, or take minutes. */
const HEAVY = new Set([
	'peers',
	'differences',
	'forecast',
	'lists',
	'leaving',
	'hosts',
	'many',
	'scaling',
	'mutation',
	'neighbour',
	'soak',
]);

const isFlag = (argument: string) => argument.startsWith('--');
const wanted = process.argv.slice(2).filter((argument) => !isFlag(argument));
const flags = process.argv.slice(2).filter(isFlag);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
	console.error(`No such part: ${unknown.join(', ')}. Parts are ${Object.keys(parts).join(', ')}.`);
	process.exit(2);
}

const date = new Date().toISOString().slice(0, 10);
console.log(
	`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}, ${date}`,
);
for (const tool of ['bench', 'published'] as const) await fetchTool(tool);
let failures = 0;
for (const [name, title] of Object.entries(parts)) {
	const program = join(root, 'bench', `${name}.ts`);
	const isAmongAll = existsSync(program) && !(flags.includes('--quick') && HEAVY.has(name));
	if (wanted.length > 0 ? !wanted.includes(name) : !isAmongAll) continue;
	console.log(`\n## ${title}\n`);
	if ((await run(program)) !== 0) failures++;
}
process.exitCode = failures === 0 ? 0 : 1;

function run(program: string): Promise<number> {
	return new Promise((resolve) => {
		const child = spawn(process.execPath, ['scripts/run.mjs', program, ...flags], {
			cwd: root,
			stdio: 'inherit',
		});
		child.once('exit', (code) => resolve(code ?? 1));
	});
}
