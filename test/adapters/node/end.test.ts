// Tests how long a process waits at its end for what nobody else waits for, and what it says of the rest.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { openBindings } from '../../../src/adapters/node/bindings';
import { waitUntil } from '../../../src/adapters/node/cloudflare-workers';

const folders: string[] = [];
afterEach(() => {
	vi.useRealTimers();
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Ends a process with work that takes so long. @returns how long it took, and what was told */
async function ending(workMs: number, left: () => number) {
	const folder = mkdtempSync(join(tmpdir(), 'loadline-end-'));
	folders.push(folder);
	const told: unknown[] = [];
	const onError = (error: unknown) => told.push(error);
	const { close } = openBindings({}, { folder, variables: {}, onError });
	vi.useFakeTimers();
	const begun = Date.now();
	let done = false;
	waitUntil(
		new Promise((resume) => setTimeout(resume, workMs)).then(() => {
			done = true;
		}),
	);
	let atFakeTime = Number.NaN;
	const closed = close(() => (done ? 0 : left())).then(() => {
		atFakeTime = Date.now() - begun;
	});
	await vi.advanceTimersByTimeAsync(30_000);
	await closed;
	return { atFakeTime, told };
}

it('waits for records of answered calls longer than for other work', async () => {
	expect(await ending(12_000, () => 7)).toEqual({ atFakeTime: 12_000, told: [] });
	expect(await ending(12_000, () => 0)).toEqual({ atFakeTime: 5_000, told: [] });
});

it('waits no longer than twenty seconds, and says how many are not recorded', async () => {
	const told = ['7 answered calls are not recorded: their time was over'];
	expect(await ending(29_000, () => 7)).toEqual({ atFakeTime: 20_000, told });
});
