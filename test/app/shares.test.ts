// Shares of a workspace in what is kept.
import { expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../src/adapters/local';
import { chargedFor, createShares, withShares } from '../../src/app/shares';

it('results of a workspace are kept within its writes and characters of a day, others’ beside them', async () => {
	const clock = { now: 1_800_000_000_000 };
	const env = { LOADLINE_SHARES: '{"stored": 1000, "writes": 4}' };
	const shares = createShares(env as never, () => clock.now);
	const store = withShares(createMemorySnapshotStore(), shares);
	let id = 0;
	const put = async (workspace: string, units: number) => {
		const stored = { body: 'x'.repeat(units), expiresAt: 1_900_000_000 };
		return (await store.put(workspace, `id-${++id}`, stored, clock.now / 1000)).ok;
	};
	expect([await put('ws-a', 900), await put('ws-a', 200), await put('ws-a', 100)]).toEqual([
		true,
		false,
		true,
	]);
	expect(shares.usage('stored', 'ws-a')).toMatchObject({ used: 1000, share: 1000 });
	expect(await put('ws-b', 900)).toBe(true);
	clock.now += 86_400_000;
	const five = [1, 1, 1, 1, 1].map((units) => put('ws-a', units));
	expect(await Promise.all(five)).toEqual([true, true, true, true, false]);
});

it('originals that an object keeps are charged to their workspace, and to no other', async () => {
	const shares = createShares({} as never, () => 1);
	const asked: string[] = [];
	const object = {
		put: async () => void asked.push('put'),
		forget: async () => void asked.push('forget'),
	};
	const kept = chargedFor(object as never, 'ws-a', shares);
	const original = 'x'.repeat(1_000);
	await kept.put({ results: [{ id: 'r1', original }, { id: 'r2' }] as never });
	await kept.forget({ session: 's' });
	expect(asked).toEqual(['put', 'forget']);
	expect(shares.usage('stored', 'ws-a').used).toBe(1_000);
	expect(shares.usage('writes', 'ws-a').used).toBe(1);
	expect(shares.usage('stored', 'ws-b').used).toBe(0);
});
