// Tests of the lock that `npm start` takes on its folder, against another process.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { lockState } from '../../scripts/lock-state.mjs';
import { nextPort } from '../../scripts/start-options.mjs';

it('says which process has a folder, and lets go of it with that', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'loadline-lock-'));
	const other = async (then: string) => {
		const script = `import { lockState } from ${JSON.stringify(join(import.meta.dirname, '../../scripts/lock-state.mjs'))};
			const holder = await lockState(${JSON.stringify(folder)}); ${then}`;
		const run = ['--input-type=module', '-e', script];
		return (await promisify(execFile)(process.execPath, run)).stdout;
	};
	try {
		// Killed, as nobody can let go by hand.
		await other('process.kill(process.pid, "SIGKILL")').catch(() => {});
		expect(await lockState(folder)).toBe(undefined);
		expect(await other('console.log(holder)')).toBe(`${process.pid}\n`);
	} finally {
		rmSync(folder, { recursive: true });
	}
});

it('names no port beyond the last', () => {
	expect([nextPort(8787), nextPort(65_535)]).toEqual([8788, 65_534]);
});
