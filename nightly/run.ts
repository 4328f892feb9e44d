// `npm run nightly`: what takes long, or needs what a machine may not have. `npm run nightly -- package` runs a
// part; what begins with `--` is handed to each. Each is a program of its own, and ends with an exit code.
import { spawn } from 'node:child_process';

const PARTS = [
	...[
		'package',
		'container',
		'release',
		'security',
		'faults',
		'histories',
		'fuzz',
		'as-sent',
		'whole',
		'dashboards',
		'pages',
		'site',
	],
];
const isFlag = (argument: string) => argument.startsWith('--');
const wanted = process.argv.slice(2).filter((argument) => !isFlag(argument));
const flags = process.argv.slice(2).filter(isFlag);
const unknown = wanted.filter((name) => !PARTS.includes(name));
if (unknown.length > 0) {
	console.error(`No such part: ${unknown.join(', ')}. Parts are ${PARTS.join(', ')}.`);
	process.exit(2);
}
for (const part of wanted.length > 0 ? wanted : PARTS) {
	console.log(`\n## ${part}\n`);
	const child = spawn(process.execPath, ['scripts/run.mjs', `nightly/${part}.ts`, ...flags], {
		stdio: 'inherit',
	});
	const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
	if (code !== 0) process.exitCode = 1;
}
