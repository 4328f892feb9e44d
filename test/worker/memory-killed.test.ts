// Memory of a Loadline that ends in the middle of calls.
import { describe, expect, it } from 'vitest';
import { isWhole } from '../fuzz-runs';
import {
	agentOf,
	api,
	endMemory,
	ids,
	itemsOf,
	load,
	loadline,
	serveMemory,
	startAgain,
} from './memory-bed';

serveMemory(true);
endMemory();

describe('a killed Loadline', () => {
	it.runIf(isWhole)('loses no attestation and no draft that it acknowledged', async () => {
		const agent = await agentOf('v2 auto', 'ada', 'killed');
		const ruleId = ids['workflow/CODING.md'];
		const acknowledged: string[] = [];
		const calls = Array.from({ length: 40 }, async (_, at) => {
			const create = { path: `killed/n${at}.md`, body: `body ${at}` };
			const told = await agent('artifact', { resource: 'context', op: { create } });
			if (!told.isError) acknowledged.push(String(told.structured?.id));
			const refs = [{ ruleId, constraintId: 'Steps', reason: String(at) }];
			await agent('memref', { refs });
			return at;
		});
		// In the middle of it: what is under way may fail, what was answered may not.
		await Promise.race([Promise.all(calls.slice(0, 12)), Promise.allSettled(calls)]);
		const settled = Promise.allSettled(calls);
		await loadline.stop();
		const referred = (await settled).flatMap((each) =>
			each.status === 'fulfilled' ? [String(each.value)] : [],
		);
		expect(acknowledged.length).toBeGreaterThanOrEqual(12);
		await startAgain();
		const again = await agentOf('v2 auto', 'ada', 'killed');
		for (const id of acknowledged)
			expect(itemsOf(await again('memload', load(id)))).toMatchObject([
				{ hasDraft: true, content: expect.stringMatching(/^body \d+$/) },
			]);
		const { attestations } = await api('boss', '/attestations?session=killed&limit=1000');
		const of = (wanted: string) =>
			attestations.filter(({ event }: { event: string }) => event === wanted);
		const reasons = of('refer').map(({ reason }: { reason: string }) => reason);
		expect(reasons).toEqual(expect.arrayContaining(referred));
		const drafted = of('artifact.create').map(({ objectId }: { objectId: string }) => objectId);
		expect(drafted).toEqual(expect.arrayContaining(acknowledged));
		const exported = await loadline.fetch('/api/memory/attestations?session=killed&format=ndjson', {
			headers: { authorization: 'Bearer token-boss' },
		});
		const lines = (await exported.text()).trimEnd().split('\n');
		expect(lines.map((line) => JSON.parse(line))).toEqual(attestations.toReversed());
		await again.client.close();
	});
});
