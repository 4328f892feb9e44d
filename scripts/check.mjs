// The gate, `npm run check`: types of every project, formatter and linter, import rules, documents
// against code, and bindings types. Says which part failed and shows only its output.
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { offline } from './offline.mjs';
import { fetchTool, linkPackages } from './tools.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const parts = {
	'formatter and linter': 'biome ci --colors=off',
	types: 'tsc -p tsconfig.json',
	'types without a platform': 'tsc -p tsconfig.pure.json',
	'types of the Worker': 'tsc -p tsconfig.worker.json',
	'types of the pages': 'tsc -p tsconfig.browser.json',
	'types of the package': 'tsc -p tsconfig.package.json',
	'exports documented': 'node scripts/documented.mjs',
	'import rules, documents': 'vitest run --project unit test/import-rules.test.ts test/docs',
	'bindings types (npm run types)': 'wrangler types --check',
};

const biome = await fetchTool('biome');
await linkPackages();
/** Two at a time: most machines that run this have two cores. */
const waiting = Object.entries(parts);
/** @type {string[]} */
const failed = [];
await Promise.all([worker(), worker()]);
if (failed.length > 0) {
	console.error(`\ncheck failed: ${failed.join(', ')}`);
	process.exit(1);
}

async function worker() {
	for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
		const [name, command] = part;
		const started = performance.now();
		const { code, output } = await run(command);
		const seconds = ((performance.now() - started) / 1000).toFixed(1);
		console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
		if (code === 0) continue;
		failed.push(name);
		console.error(`\n${output.trim()}\n`);
	}
}

/**
 * @param {string} command
 * @returns {Promise<{ code: number, output: string }>}
 */
function run(command) {
	return new Promise((resolve) => {
		const child = spawn(command, {
			cwd: root,
			shell: true,
			stdio: ['ignore', 'pipe', 'pipe'],
			env: {
				...offline,
				...process.env,
				PATH: `${root}/node_modules/.bin:${biome}/node_modules/.bin:${process.env.PATH}`,
			},
		});
		let output = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding('utf8').on('data', (text) => {
				output += text;
			});
		}
		child.once('error', (error) => resolve({ code: 1, output: error.message }));
		child.once('close', (code) => resolve({ code: code ?? 1, output }));
	});
}
