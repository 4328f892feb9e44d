// Waits of the benchmarks for other processes come to an end, whatever those do.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { urlOf } from '../../bench/overhead/process';
import { connect } from '../../bench/overhead/profile';
import { OPTIONS } from '../worker/bundle';
import { startWorkerd } from '../worker/workerd';

it('workerd is inspected beside another, each on a port of its own', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'loadline-waits-'));
	writeFileSync(join(folder, 'worker.js'), 'export default { fetch: () => new Response() }');
	writeFileSync(join(folder, OPTIONS), JSON.stringify({ compatibilityDate: '2026-10-01' }));
	const start = () => startWorkerd(folder, { isInspected: true });
	const both = [await start(), await start()];
	try {
		for (const { inspectorPort } of both) {
			const inspector = await connect(inspectorPort);
			expect(await inspector.ask('Runtime.getHeapUsage')).toHaveProperty('usedSize');
			inspector.close();
		}
		expect(new Set(both.map(({ inspectorPort }) => inspectorPort)).size).toBe(2);
	} finally {
		for (const { stop } of both) await stop();
		rmSync(folder, { recursive: true });
	}
});

it('a program that ends before it prints its URL is an error', async () => {
	const child = spawn(process.execPath, ['-e', 'process.exit(3)']);
	await expect(urlOf(child, 'a program')).rejects.toThrow('a program ended with 3');
});

it('an inspector that ends answers what was asked with an error', async () => {
	const args = ['--inspect=127.0.0.1:0', '-e', 'process.stdin.resume()'];
	const child = spawn(process.execPath, args);
	const port = await new Promise<number>((tell) => {
		child.stderr.on('data', (said) => {
			const [, found] = /ws:\/\/127\.0\.0\.1:(\d+)/.exec(String(said)) ?? [];
			if (found !== undefined) tell(Number(found));
		});
	});
	const { ask } = await connect(port);
	const asked = ask('Runtime.evaluate', {
		expression: 'new Promise(() => {})',
		awaitPromise: true,
	});
	child.kill('SIGKILL');
	await expect(asked).rejects.toThrow(`the inspector on ${port}`);
	await expect(ask('Runtime.enable')).rejects.toThrow(`the inspector on ${port}`);
});
