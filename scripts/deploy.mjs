// `npm run deploy`: Loadline on a Cloudflare account, as wrangler.toml says; again, and it is the next
// version of the same. Namespaces, objects and their migrations, routes and counters are wrangler's to make.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NO_ACCOUNT, nextSteps, planOf } from './deploy-plan.mjs';
import { offline } from './offline.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const toml = readFileSync(join(root, 'wrangler.toml'), 'utf8');
const given = process.argv.slice(2);
const isDry = given.includes('--dry-run');
if (!isDry && wrangler(['whoami', '--json']).status !== 0) fail(NO_ACCOUNT);

const folder = mkdtempSync(join(tmpdir(), 'loadline-deploy-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
try {
	const first = planOf(given, toml, undefined);
	const { args, notices, makesSecret } = isDry
		? first
		: planOf(given, toml, secretsOf(first.args[3] ?? ''));
	for (const notice of notices) console.error(notice);
	const file = join(folder, 'secrets.json');
	if (makesSecret && !isDry) {
		const secret = { LOADLINE_SECRET: randomBytes(32).toString('hex') };
		writeFileSync(file, JSON.stringify(secret), { mode: 0o600 });
	}
	const { status, said } = wrangler(
		[...args, ...(makesSecret && !isDry ? ['--secrets-file', file] : [])],
		true,
	);
	if (status !== 0) fail('Nothing was deployed; what wrangler says of it stands above.');
	if (!isDry) console.error(nextSteps(said));
} catch (error) {
	if (!(error instanceof RangeError)) throw error;
	fail(error.message);
}

/**
 * Names of the secrets that a Worker has; undefined where there is no such Worker.
 * @param {string} name
 */
function secretsOf(name) {
	const { status, said } = wrangler(['secret', 'list', '--name', name, '--format', 'json']);
	if (status !== 0) return undefined;
	const listed = /** @type {{ name: string }[]} */ (JSON.parse(said.slice(said.indexOf('['))));
	return listed.map((secret) => secret.name);
}

/**
 * @param {readonly string[]} args
 * @param {boolean} [isShown] whether what it says is for whoever deploys
 */
function wrangler(args, isShown = false) {
	const program = join(root, 'node_modules/wrangler/bin/wrangler.js');
	const { CLOUDFLARE_CF_FETCH_ENABLED: _, ...quiet } = offline;
	const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
		cwd: root,
		env: { ...quiet, ...process.env },
		encoding: 'utf8',
		stdio: ['inherit', 'pipe', isShown ? 'inherit' : 'pipe'],
	});
	if (isShown) process.stdout.write(stdout);
	return { status: status ?? 1, said: `${stdout}${isShown ? '' : (stderr ?? '')}` };
}

/** @param {string} reason @returns {never} */
function fail(reason) {
	console.error(reason);
	process.exit(1);
}
