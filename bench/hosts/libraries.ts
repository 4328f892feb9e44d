// The ready parts, and messages after `apply`, in the packages of other hosts (parts.mjs).
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../../test/worker/bundle';
import { mustRun } from '../leaving/host';
import { installed } from '../leaving/packages';

export async function libraries(): Promise<string> {
	await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: root });
	const folder = await installed('libraries');
	const { said } = await mustRun(process.execPath, ['bench/hosts/parts.mjs', folder], {
		cwd: root,
		env: {},
	});
	return said.trim().replaceAll('\n', '; ');
}
