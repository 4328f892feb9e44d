// The history as the config service asks it: for a good version, and for changes that did not arrive.
import { describe, expect, it } from 'vitest';
import { FRESH_MS, PROPAGATION_MS } from '../../src/config/service';
import { put, setUp, WS } from './setting';

describe('the config service', () => {
	it('takes the last good version from the history when it never saw the document good itself', async () => {
		const { editor, memory, isolate, failing } = setUp();
		for (const size of [10, 11]) await editor.replace(WS, put(`chunkSize: ${size}`));
		await memory.write(WS, 'chunkSize: {', 2);
		const fresh = await isolate().service.current(WS);
		expect(fresh).toMatchObject({ version: 2, config: { chunkSize: 11 } });
		expect(fresh.problem).toContain('stored config ignored');
		failing.read = true;
		const blind = await isolate().service.current(WS);
		expect(blind).toMatchObject({ version: 2, config: { chunkSize: 11 } });
		expect(blind.problem).toContain('unreadable');
	});

	it('asks the history every ten seconds at most, and goes on without it', async () => {
		const { service, failing, clock, settle } = setUp();
		failing.ledger = true;
		for (let i = 0; i < 10; i++) {
			clock.now += FRESH_MS;
			expect((await service.current(WS)).config.chunkSize).toBe(200);
		}
		await settle();
	});

	it('asks the history for what it missed once in ten seconds', async () => {
		const asked: number[] = [];
		const { service, clock, settle } = setUp({
			ledger: () =>
				({
					newerThan: async (version: number) => {
						asked.push(version);
						throw new Error('down');
					},
				}) as never,
		});
		for (let at = 0; at < 6; at++) {
			await service.current(WS);
			clock.now += FRESH_MS;
		}
		await settle();
		expect(asked).toEqual([0, 0, 0]);
	});

	it('takes nothing from the history that cannot be used, or that it has', async () => {
		const { service, editor, clock, ledgerOf, memory, settle } = setUp();
		await editor.replace(WS, put('chunkSize: 10'));
		const facts = { by: 'ada', action: 'replace', changes: [], more: 0, moves: [] } as const;
		ledgerOf(WS).commit({ ...facts, text: 'chunkSize: {', after: 1, seen: 1 });
		clock.now += PROPAGATION_MS;
		await service.current(WS);
		await settle();
		expect(await service.current(WS)).toMatchObject({ version: 1, config: { chunkSize: 10 } });
		expect((await memory.read(WS))?.version).toBe(1);
		expect([0, 1, 2].map((seen) => ledgerOf(WS).newerThan(seen)?.version)).toEqual([
			2,
			2,
			undefined,
		]);
	});

	it('tries five versions of the history until one can be used', async () => {
		const { memory, ledgerOf, isolate } = setUp();
		const facts = { by: 'ada', action: 'replace', changes: [], more: 0, moves: [] } as const;
		for (const [after, text] of ['chunkSize: 10', '{', 'nope: 1', '['].entries())
			ledgerOf(WS).commit({ ...facts, text, after, seen: after });
		await memory.write(WS, '[', 4);
		expect(await isolate().service.current(WS)).toMatchObject({
			version: 1,
			config: { chunkSize: 10 },
		});
	});
});
