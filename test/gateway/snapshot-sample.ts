// A snapshot and a policy for tests.
import type { Snapshot } from '../../src/gateway/snapshots';
import type { Policy } from '../../src/protect/types';

export const policy: Policy = {
	pagination: true,
	summarization: true,
	chunking: true,
	defaultPageSize: 50,
	maxPageSize: 200,
	tokenBudgetThreshold: 4000,
	itemTokenThreshold: 2000,
	chunkTokenThreshold: 2000,
	chunkSize: 200,
	hardByteLimit: 16_000,
	estimator: 'calibrated',
	tokenFamily: 1,
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
