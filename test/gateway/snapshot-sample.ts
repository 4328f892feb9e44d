// A snapshot and a policy for tests.
import type { Snapshot } from '../../src/gateway/handles/snapshots';
import type { Policy } from '../../src/protect/types';
import { policy as defaults } from '../protect/answers';

export const policy: Policy = {
	...defaults,
	itemsPath: 'data.items',
	essentialFields: { booking: ['id', 'status'] },
};

export const snapshotOf = (facts: Partial<Snapshot>): Snapshot => ({
	id: 'AAECAwQFBgcICQoL',
	document: { kind: 'json', parts: ['[1,2,3]'], shape: { path: '' } },
	policy,
	tool: 'demo__list_bookings',
	principal: 'ann',
	argsDigest: 'abc',
	issuedAt: 1_800_000_000,
	expiresAt: 1_800_005_400,
	derived: false,
	...facts,
});
