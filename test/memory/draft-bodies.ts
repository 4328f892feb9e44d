// Bodies of drafts as the Worker keeps them, over the keys and values of a process of Node.

import type { KvNamespace } from '../../src/adapters/kv';
import { kvDraftBodies } from '../../src/adapters/kv/draft-bodies';
import { Database } from '../../src/adapters/node/database';
import { KeyValue } from '../../src/adapters/node/key-value';
import type { DraftBodies } from '../../src/memory/hub/hub';

export const openBodies = (): DraftBodies => {
	const options = { now: Date.now, mostBytes: 1_000_000_000 };
	const kv = new KeyValue(new Database(':memory:'), options);
	return kvDraftBodies(kv as unknown as KvNamespace, 'ws-test');
};
