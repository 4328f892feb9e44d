// Tests that a long import goes on a part at a time, others between.
import { expect, it, vi } from 'vitest';
import { freeMoments } from '../../../src/adapters/fetch';
import { ok } from '../../../src/shared/result';
import { caller, open } from './open-app';

it('an import lets others go on between its parts', async () => {
	const pauses = vi.spyOn(freeMoments, 'next').mockResolvedValue();
	const staged: number[] = [];
	const records = {
		beginImport: async () => ok('import'),
		stageRecords: async (_: string, batch: readonly unknown[]) => ok(staged.push(batch.length)),
		commitImport: async () => ok({}),
		dropImport: async () => {},
	};
	const { ask } = open({
		access: async () => caller(['admin']),
		services: () => ({ records }) as never,
	});
	const send = (parts: readonly string[]) =>
		ask('/api/records/notes', {
			method: 'POST',
			headers: { 'content-type': 'application/x-ndjson' },
			body: streamOf(parts),
			duplex: 'half',
		} as RequestInit);
	expect((await send(['{"id":1}\n'])).status).toBe(200);
	const short = pauses.mock.calls.length;
	expect((await send(Array.from({ length: 9 }, (_, n) => `{"id":${n}}\n`))).status).toBe(200);
	expect([short, pauses.mock.calls.length - short, staged]).toEqual([1, 9, [1, 9]]);
	expect(new Set(pauses.mock.calls.flat())).toEqual(new Set(['ws-a']));
});

const streamOf = (parts: readonly string[]) =>
	new ReadableStream<Uint8Array>({
		start(controller) {
			for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
			controller.close();
		},
	});
