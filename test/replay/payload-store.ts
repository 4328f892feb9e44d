// Replay payloads as a workspace keeps them, seen from elsewhere.
import { createSqlitePayloads } from '../../src/adapters/sqlite/stores';
import type { PayloadStore } from '../../src/replay/build';
import { openSql } from '../adapters/sqlite/open';
import { cloningRemote } from '../cloning-remote';

export const openPayloads = (
	table: 'replay_saved' | 'replay_baselines' = 'replay_saved',
): PayloadStore => cloningRemote(createSqlitePayloads(openSql(), table));
