// A gateway over one scripted source, with real handles and a store in memory.

import {
	createHandleHmac,
	randomSnapshotId,
	type Secrets,
	sha256,
} from '../../src/adapters/crypto/web-crypto';
import { createMemorySnapshotStore } from '../../src/adapters/local/memory-snapshot-store';
import type { Principal } from '../../src/auth/principal';
import { effective } from '../../src/config/layers';
import type { Config } from '../../src/config/schema';
import { Protector } from '../../src/gateway/calling/protector';
import type { CallFacts } from '../../src/gateway/contract/call-facts';
import type { GatewayContext, Scope } from '../../src/gateway/contract/gateway';
import type {
	OwnSource,
	ToolDefinition,
	ToolSource,
	Toolset,
} from '../../src/gateway/contract/tool-source';
import { grantedHandles } from '../../src/gateway/handles/grants';
import { createHandleStore } from '../../src/gateway/handles/handle-store';
import type { SnapshotStore } from '../../src/gateway/handles/snapshots';
import { Catalog } from '../../src/gateway/listing/catalog';
import { ToolIndexes } from '../../src/gateway/listing/tool-index';
import { GatewayService } from '../../src/gateway/service';
import { EphemeralSessions } from '../../src/gateway/sessions/ephemeral-session';
import type { LearntPlans } from '../../src/gateway/sessions/learnt-plans';
import { type ToolLedger, ToolMemory } from '../../src/gateway/upstream/tool-memory';
import type { JsonObject } from '../../src/shared/json-values';
import { err, ok } from '../../src/shared/result';
import { type ToolResult, textResult } from '../../src/shared/tool-result';

export const configOf = (document: JsonObject = {}): Config => {
	const made = effective([{ name: 'runtime', document }], { checkUrl: (url) => ok(url) });
	if (!made.ok) throw new Error(JSON.stringify(made.error));
	return made.value.config;
};

export const ada: Principal = { id: 'ada', workspace: 'ws-one', scopes: ['admin'] };

export const contextOf = (principal = ada, scope: Scope = {}): GatewayContext => ({
	principal,
	scope,
	era: 'modern',
	correlationId: 'c-1',
	signal: new AbortController().signal,
	meta: {},
	wantsProgress: false,
	notify: () => {},
});

export interface Tool {
	readonly definition?: Partial<ToolDefinition>;
	readonly answer: (args: JsonObject) => ToolResult;
}

/** A source of scripted tools that counts how often each was called, and with what. */
export function scripted(name: string, tools: Record<string, Tool>) {
	const calls: { tool: string; args: JsonObject }[] = [];
	const source: ToolSource = {
		name,
		listTools: async () =>
			ok(
				Object.entries(tools).map(([tool, { definition }]) => ({
					name: tool,
					inputSchema: { type: 'object' },
					...definition,
				})),
			),
		callTool: async (call) => {
			calls.push({ tool: call.name, args: call.args });
			const tool = tools[call.name];
			const result = tool?.answer(call.args) ?? textResult('no such tool', true);
			return ok({ kind: 'result', result });
		},
	};
	return { source, calls };
}

export interface Setting {
	readonly sources: readonly ToolSource[];
	readonly config?: JsonObject;
	readonly store?: SnapshotStore;
	/** Seconds since the epoch. */
	readonly clock?: { now: number };
	/** Secrets under which handles are sealed. */
	readonly secrets?: Secrets;
	/** Loadline's own tools; none unless given. */
	readonly own?: OwnSource;
	/** The workspace's knowledge of its tools; a new one unless given. */
	readonly ledger?: ToolLedger;
	/** Tells whether an endpoint is still offered; by default all are. */
	readonly isOffered?: (endpoint: string) => boolean;
	/** Receives what the gateway learned of each call. */
	readonly observed?: { facts: CallFacts; context: GatewayContext }[];
	/** Plans learnt of tools; none unless given. */
	readonly plans?: LearntPlans;
}

const NO_OWN_TOOLS: OwnSource = {
	name: 'loadline',
	facts: () => undefined,
	listTools: async () => ok([]),
	callTool: async () => err({ code: 'unknown_tool', message: 'Unknown tool' }),
};

export const SECRETS: Secrets = { current: 'a secret of at least thirty-two characters' };

/** A ledger in memory, of a workspace in which nothing lies unless told. */
export function toolLedger(inUse: readonly Toolset[] = []): ToolLedger {
	const overflows: string[] = [];
	return {
		facts: () => ({ overflows, inUse }),
		note: (endpoint) => void overflows.push(endpoint),
	};
}

const toolMemory = (ledger = toolLedger()): ToolMemory =>
	new ToolMemory({
		ledger: () => ({
			facts: async () => ledger.facts(),
			note: async (endpoint) => ledger.note(endpoint),
		}),
		wait: () => new Promise(() => {}),
		report: () => {},
	});

export function gatewayOf(setting: Setting) {
	const { sources, config, store, secrets = SECRETS, clock = { now: 1_800_000_000 } } = setting;
	const all = createHandleStore({
		store: store ?? createMemorySnapshotStore(),
		hmac: createHandleHmac(secrets),
		randomId: randomSnapshotId,
		defer: () => {},
	});
	const settings = configOf(config);
	const { isOffered = () => true } = setting;
	const grants = (endpoint: string) => (isOffered(endpoint) ? '' : undefined);
	const handleStore = grantedHandles(all, grants, settings.snapshotLifeSeconds);
	const tools = toolMemory(setting.ledger);
	return new GatewayService({
		config: settings,
		sources,
		own: setting.own ?? NO_OWN_TOOLS,
		ephemeralSessions: new EphemeralSessions(() => 'c0ffee00'),
		catalog: new Catalog(() => clock.now * 1000),
		protector: new Protector({
			config: settings,
			handleStore,
			sha256,
			now: () => clock.now,
			...(setting.plans && { plans: setting.plans }),
			noteKept: (workspace, endpoint) => tools.note(workspace, endpoint),
		}),
		clock: () => clock.now * 1000,
		tools,
		...(setting.plans && { plans: setting.plans }),
		indexes: new ToolIndexes(),
		newId: () => 'c0ffee00',
		observe: (facts, context) => setting.observed?.push({ facts, context }),
	});
}

const OURS = 'limit cursor fields startLine endLine select query context tokens gather dry'.split(
	' ',
);

const OWN_TOOLS = /^(?:read_result|find_tools|call_tool)$/;

/** Arguments of a call with those of Loadline's names under the reserved one. */
const reserved = (args: JsonObject): JsonObject => {
	const isOurs = ([name]: [string, unknown]) => OURS.includes(name);
	const entries = Object.entries(args);
	const ours = entries.filter(isOurs);
	if (ours.length === 0) return args;
	const theirs = entries.filter((entry) => !isOurs(entry));
	return { ...Object.fromEntries(theirs), _loadline: Object.fromEntries(ours) };
};

/** Calls a tool with arguments of Loadline's, and gives the result, or throws what stood in its place. */
export const call = (
	gateway: GatewayService,
	name: string,
	args: JsonObject,
	context = contextOf(),
): Promise<ToolResult> =>
	callAsSent(gateway, name, OWN_TOOLS.test(name) ? args : reserved(args), context);

/** The same with every argument where the test puts it. */
export async function callAsSent(
	gateway: GatewayService,
	name: string,
	args: JsonObject,
	context = contextOf(),
): Promise<ToolResult> {
	const answered = await gateway.callTool({ name, args }, context);
	if (!answered.ok) throw new Error(answered.error.message);
	if (answered.value.kind !== 'result') throw new Error('input required');
	return answered.value.result;
}

/** The first block's text. */
export const first = (result: ToolResult): string => (result.content[0] as { text: string }).text;

/** The object that a result of JSON came down to. */
export const data = (result: ToolResult) => JSON.parse(result.structured ?? first(result));
