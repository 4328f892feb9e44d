// The packages of real hosts, as npm has them. They are too large to be dependencies of this repository: the
// first run installs them beside its other caches, `--hosts=DIR` names where they lie.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../test/worker/bundle';

const PACKAGES = {
	claude: { '@anthropic-ai/claude-code': '2.1.330' },
	'claude-before': { '@anthropic-ai/claude-code': '2.1.197' },
	'ai-sdk': { ai: '7.0.173', '@ai-sdk/anthropic': '4.0.105' },
	codex: { '@openai/codex': '0.169.0' },
	gemini: { '@google/gemini-cli': '0.61.0' },
	opencode: { 'opencode-ai': '1.18.33', '@opencode-ai/plugin': '1.18.33' },
	pi: { '@mariozechner/pi-coding-agent': '0.73.1' },
	inspector: { '@modelcontextprotocol/inspector': '2.12.0' },
	libraries: {
		'@aws-sdk/client-bedrock-runtime': '3.1164.0',
		'@google/genai': '3.1.0',
		'@langchain/core': '1.4.0',
		'@openai/agents': '0.20.0',
		langchain: '1.5.14',
	},
} as const satisfies Record<string, Record<string, string>>;

export type Host = keyof typeof PACKAGES;

const given = process.argv.find((argument) => argument.startsWith('--hosts='))?.slice(8);
const FOLDER = resolve(given ?? join(root, 'node_modules/.cache/loadline/hosts'));

/** The folder that has the packages of a host in its `node_modules`; installed unless they are there. */
export async function installed(host: Host): Promise<string> {
	const folder = join(FOLDER, host);
	const packages = Object.entries(PACKAGES[host]);
	if (packages.every(([name]) => existsSync(join(folder, 'node_modules', name)))) return folder;
	console.log(`Installing ${packages.map(([name, version]) => `${name}@${version}`).join(', ')} …`);
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'package.json'), '{"private":true}');
	const names = packages.map(([name, version]) => `${name}@${version}`);
	await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', ...names], {
		cwd: folder,
	});
	return folder;
}

/** The program of a host. */
export const program = async (host: Host): Promise<string> =>
	join(await installed(host), 'node_modules/.bin', host.replace('-before', ''));

/** The version that is really there. */
export async function versionOf(host: Host): Promise<string> {
	const [name = ''] = Object.keys(PACKAGES[host]);
	const require = createRequire(join(await installed(host), 'package.json'));
	const { version } = require(`./node_modules/${name}/package.json`) as { version: string };
	return version;
}
