// A gateway over the memory tools alone, as a client sees them.
import {
	createHandleHmac,
	randomSnapshotId,
	sha256,
} from '../../../../src/adapters/crypto/web-crypto';
import { createMemorySnapshotStore } from '../../../../src/adapters/local/memory-snapshot-store';
import { MEMORY_TOOLSET } from '../../../../src/adapters/mcp/tools/memory/tools';
import { createOwnSource } from '../../../../src/adapters/mcp/tools/source';
import { Protector } from '../../../../src/gateway/calling/protector';
import type { GatewayContext } from '../../../../src/gateway/contract/gateway';
import { createHandleStore } from '../../../../src/gateway/handles/handle-store';
import type { Services } from '../../../../src/gateway/sessions/recorded-call';
import type { JsonObject } from '../../../../src/shared/json-values';
import { call, configOf, contextOf, gatewayOf } from '../../../gateway/gateway';
import { callerOf, openWorkspace } from '../../../memory/workspace';

const SECRETS = { current: 'a secret of at least thirty-two characters' };
const now = () => 1_800_000_000;

/** A gateway over the memory tools of one workspace, its agent set up. */
export async function open(files: Readonly<Record<string, string>>, config: JsonObject = {}) {
	const workspace = openWorkspace('ws-one');
	const ids = await workspace.push(files);
	const store = createMemorySnapshotStore();
	const settings = configOf(config);
	const handleStore = createHandleStore({
		store,
		hmac: createHandleHmac(SECRETS),
		randomId: randomSnapshotId,
		defer: () => {},
	});
	const own = createOwnSource({
		webFile: async () => undefined,
		report: () => {},
		tools: MEMORY_TOOLSET,
		config: settings,
		services: () =>
			({ memory: { ...workspace, now }, settled: async () => {} }) as unknown as Services,
		protector: new Protector({ config: settings, handleStore, sha256, now }),
	});
	const gateway = gatewayOf({ sources: [], own, config, store, secrets: SECRETS });
	const window: GatewayContext = { ...contextOf(), transportSession: 'window-1' };
	const tool = (name: string, args: JsonObject, context = window) =>
		call(gateway, name, args, context);
	await tool('memsetup', { session_id: 'thread-1', knownHashes: { 'META_PROMPT.md': '' } });
	const caller = callerOf('ada', 'window-1');
	return { tool, ids: Object.values(ids), bound: () => workspace.hub.bindingRules({ caller }) };
}
