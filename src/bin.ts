#!/usr/bin/env node
// The command `loadline`; in the repository `npm run -s loadline -- COMMAND`.
import type { OpenLoadline } from './adapters/node';

/** A library speaks of settings that Workers have as it loads, and quotes what strangers call themselves. */
function hush(): void {
	const { warn } = console;
	console.warn = (...words: unknown[]) => {
		if (!String(words[0]).startsWith('CIMD ')) warn(...words);
	};
}

/** Most commands ask a server: Loadline itself is loaded for those that are one. */
const open: OpenLoadline = async (options) => {
	hush();
	return (await import('./node')).openLoadline(options);
};

/** Desktop programs know no PATH of a shell; a package that npx fetched may be gone tomorrow. */
const [node = '', script = ''] = process.argv;
const launcher = /[\\/]_npx[\\/]/.test(script) ? ['npx', '-y', 'loadline'] : [node, script];

/** The oldest major version of Node that can read what is loaded. */
const LEAST = 20;

if (Number.parseInt(process.versions.node, 10) < LEAST) {
	console.error(
		`loadline needs Node ${LEAST} or newer, and 22.13 for wrap, serve, report, analyze, backup and restore; this is Node ${process.versions.node}. npx -y -p node@24 -p loadline loadline … brings its own.`,
	);
	process.exitCode = 1;
} else {
	const { createProgram } = await import('./adapters/cli');
	await createProgram(open, launcher)
		.parseAsync()
		.catch((error: Error) => {
			console.error(`loadline: ${error.message}`);
			process.exitCode = 1;
		});
}
