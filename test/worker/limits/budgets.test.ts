// A kind of call has a budget of operations: whoever makes one dearer learns it here.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cost, costs, loneSession, prepare } from './calls';
import type { Prepared } from './kinds';
import { type Limited, startLimited } from './start';

let loadline: Limited;
let prepared: Prepared;
let measured: readonly Cost[];
beforeAll(async () => {
	loadline = await startLimited({ config: { demo: true } });
	prepared = await prepare(loadline);
	measured = await costs(prepared);
});
afterAll(() => loadline.stop());

it('keeps every kind of call within its budget', () => {
	const over = measured.filter(
		({ budget, objectRequests, rowsWritten, dollars }) =>
			objectRequests > budget.objectRequests ||
			rowsWritten > budget.rowsWritten ||
			dollars > budget.dollars,
	);
	expect(over).toEqual([]);
});

it('asks for half of what an invocation may on the free plan, at most', () => {
	expect(measured.filter(({ subrequests }) => subrequests < 1 || subrequests > 25)).toEqual([]);
});

it('records a small call by one request and a row of its own', () => {
	const small = measured.find(({ name }) => name === 'small passthrough');
	expect(small).toMatchObject({ objectRequests: 1, points: 1 });
	expect(small?.rowsWritten).toBeLessThan(1.5);
});

it('counts no KV read that falls into a call by chance', () => {
	expect(measured.filter(({ kv: [reads] }) => !Number.isInteger(reads))).toEqual([]);
});

it('tells of one call a minute for more rows than of forty', () => {
	const small = measured.find(({ name }) => name === 'small passthrough');
	expect(small?.slow.rowsWritten).toBeGreaterThan(5);
	expect(small?.slow.rowsWritten).toBeLessThanOrEqual(12);
});

it('keeps the only call of a session below what it would cost to keep it for ever', async () => {
	const { objectRequests, rowsWritten } = await loneSession(prepared);
	expect(objectRequests).toBeLessThanOrEqual(4);
	expect(rowsWritten).toBeLessThanOrEqual(25);
});

it('reads as many rows to record a call however many were recorded', async () => {
	const read: number[] = [];
	for (let round = 0; round < 2; round++) {
		for (let n = 0; n < 60; n++)
			await prepared.tool('demo__get_booking', { id: 'bk_0001', _loadline: { fields: 'id' } });
		await (await loadline.fetch('/api/telemetry?from=0&to=1')).text();
		await loadline.reset();
		await prepared.tool('demo__get_booking', { id: 'bk_0001', _loadline: { fields: 'id' } });
		await (await loadline.fetch('/api/telemetry?from=0&to=1')).text();
		read.push((await loadline.operations()).byClass.Telemetry?.[0] ?? 0);
	}
	expect(read[1]).toBeLessThanOrEqual((read[0] ?? 0) + 15);
	expect(read[1]).toBeLessThan(60);
});
