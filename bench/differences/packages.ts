// Packages of servers, installed without their scripts.
import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ServerUnderTest } from './servers';

/** Returns the folder whose `node_modules` has them: one that is there, or a temporary one. */
export async function packagesOf(
	servers: readonly ServerUnderTest[],
	given: string | undefined,
): Promise<string> {
	if (given !== undefined) return given;
	const folder = await mkdtemp(join(tmpdir(), 'loadline-servers-'));
	await writeFile(join(folder, 'package.json'), '{"private":true}');
	const wanted = servers.map((server) => `${server.package}@${server.version}`);
	const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...wanted];
	await promisify(execFile)('npm', args, { cwd: folder });
	return folder;
}
