// Programs and data that belong to a machine and not to a checkout, a folder of `tools` each: installed by
// npm at the first need, as its lock file says, where all checkouts find them.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
	copyFileSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readFileSync,
	readlinkSync,
	renameSync,
	rmSync,
	symlinkSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository; a bundle of this file stands elsewhere in it. */
let root = dirname(fileURLToPath(import.meta.url));
while (!existsSync(join(root, 'tools')) && root !== dirname(root)) root = dirname(root);
const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');

/** Names of all tools. */
export const TOOLS = /** @type {const} */ ([
	'bench',
	'biome',
	'browser',
	'changeset',
	'compared',
	'evals',
	'mutation',
	'node',
	'peers',
	'playwright',
	'proxies',
	'published',
	'site',
]);
/** @typedef {typeof TOOLS[number]} Tool */

/**
 * The folder whose `node_modules` has the packages of a tool, whether or not they are there.
 * @param {Tool} tool
 */
export function toolFolder(tool) {
	const lock = readFileSync(join(root, 'tools', tool, 'package-lock.json'));
	const digest = createHash('sha256').update(lock).digest('hex').slice(0, 10);
	return join(cache, 'loadline', `${tool}-${digest}`);
}

/**
 * The same folder, with the packages in it.
 * @param {Tool} tool
 * @returns {Promise<string>}
 */
export async function fetchTool(tool) {
	const folder = toolFolder(tool);
	if (existsSync(folder)) return folder;
	console.error(`Fetching ${tool} into ${folder} …`);
	const making = `${folder}.${randomBytes(4).toString('hex')}`;
	mkdirSync(making, { recursive: true });
	for (const file of ['package.json', 'package-lock.json'])
		copyFileSync(join(root, 'tools', tool, file), join(making, file));
	try {
		await npm(['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', making], making);
		renameSync(making, folder);
	} catch (error) {
		rmSync(making, { recursive: true, force: true });
		// Another process was faster.
		if (!existsSync(folder)) throw error;
	}
	return folder;
}

/** Packages that tests import by name, and the tool that has each. */
const LINKED = /** @type {const} */ ({ ai: 'published', 'playwright-core': 'playwright' });

/** Links them into `node_modules`, as `npm link` does. One that npm installed there stays. */
export async function linkPackages() {
	for (const [name, tool] of Object.entries(LINKED)) {
		const target = join(await fetchTool(tool), 'node_modules', name);
		const link = join(root, 'node_modules', name);
		const found = lstatSync(link, { throwIfNoEntry: false });
		if (found && (!found.isSymbolicLink() || readlinkSync(link) === target)) continue;
		// Another process may do the same.
		rmSync(link, { force: true });
		try {
			symlinkSync(target, link, 'junction');
		} catch (error) {
			if (!existsSync(link)) throw error;
		}
	}
}

/**
 * @param {string[]} args
 * @param {string} cwd
 * @returns {Promise<void>}
 */
function npm(args, cwd) {
	return new Promise((resolve, reject) => {
		const child = spawn('npm', args, {
			cwd,
			shell: process.platform === 'win32',
			stdio: ['ignore', 'ignore', 'inherit'],
		});
		child.once('error', reject);
		child.once('exit', (code) =>
			code === 0 ? resolve() : reject(new Error(`npm ${args[0]} failed in ${cwd}`)),
		);
	});
}
