// Implements `createProtection` and `withContextProtection`, apart, so that the package's types do not lead to the gateway.

import { createHandleHmac, randomCallId, randomSnapshotId, sha256 } from '../adapters/crypto';
import { createMemorySnapshotStore } from '../adapters/local';
import type { Principal } from '../auth';
import { type Config, effective, policyFor } from '../config';
import {
	Catalog,
	contextAlone,
	createHandleStore,
	EphemeralSessions,
	type Gateway,
	GatewayService,
	OWN_SOURCE,
	Protector,
	READ_RESULT,
	readResultDefinition,
	ToolIndexes,
	ToolMemory,
	type ToolSource,
	Trail,
	unknownTool,
} from '../gateway';
import { toHex } from '../shared/digits';
import { err, ok } from '../shared/result';
import { textResult } from '../shared/tool-result';
import type { Owner, Protection, ProtectionOptions } from './protect';
import { fromWire, toWire } from './wire-result';

/** The same with its inside, for `withContextProtection`. */
export interface OpenProtection extends Protection {
	gatewayOf(source: ToolSource): Gateway;
}

/** Implements `createProtection`, with parts for a server in front of it. @throws TypeError for options that are wrong */
export function openProtection({
	config: document = {},
	store = createMemorySnapshotStore(),
	secret = toHex(crypto.getRandomValues(new Uint8Array(32))),
	onError = () => {},
}: ProtectionOptions): OpenProtection {
	const config = configOf(document);
	const now = () => Math.floor(Date.now() / 1000);
	const [current, previous] = secretsOf(secret);
	const defer = (work: Promise<unknown>) => void work.catch(onError);
	const handleStore = createHandleStore({
		store,
		hmac: createHandleHmac({ current, previous }),
		randomId: randomSnapshotId,
		defer,
	});
	const catalog = new Catalog(() => Date.now());
	const indexes = new ToolIndexes();
	const tools = new ToolMemory({
		ledger: () => ({ facts: async () => ({ overflows: [], inUse: [] }), note: async () => {} }),
		wait: (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds)),
		report: onError,
	});
	const protector = new Protector({ config, handleStore, sha256, now });
	return {
		async protect(result, { tool, arguments: args = {}, ...owner }) {
			const given = typeof result === 'string' ? textResult(result) : fromWire(result);
			const trail = new Trail(() => 0, { endpoint: tool, source: tool, tool });
			const policy = policyFor(config, tool);
			const outgoing = { result: given, endpoint: tool, args, view: {}, policy };
			return toWire(await protector.send(outgoing, trail, contextOf(owner)));
		},
		readResultTool: readResultDefinition(config.maxPageSize),
		async readResult(args, owner = {}) {
			const called = { endpoint: READ_RESULT, source: OWN_SOURCE, tool: READ_RESULT };
			const trail = new Trail(() => 0, called);
			const read = await protector.read(args, trail, contextOf(owner));
			return toWire(read.ok ? read.value : textResult(read.error, true));
		},
		gatewayOf: (source) =>
			new GatewayService({
				...{ config, protector, sources: [source], own: NOTHING_OWN, catalog, tools, indexes },
				ephemeralSessions: new EphemeralSessions(randomCallId),
				clock: () => Date.now(),
				newId: randomCallId,
				observe: () => {},
			}),
	};
}

/** `new,old`, each long enough that nobody guesses it. */
function secretsOf(secret: string): readonly [current: string, previous?: string | undefined] {
	const [current = '', previous] = secret.split(',');
	for (const one of [current, ...(previous === undefined ? [] : [previous])])
		if (one.length < SECRET_LENGTH)
			throw new TypeError(
				`secret: must have ${SECRET_LENGTH} characters or more; got ${one.length}. Make one with: openssl rand -hex 32`,
			);
	return [current, previous];
}

const SECRET_LENGTH = 32;

const NOTHING_OWN = {
	name: OWN_SOURCE,
	facts: () => undefined,
	listTools: async () => ok([]),
	callTool: async ({ name }: { readonly name: string }) => err(unknownTool(name)),
};

function configOf(document: Readonly<Record<string, unknown>>): Config {
	const read = effective([{ name: 'file', document: { demo: false, ...document } }], {
		checkUrl: () => err('servers behind are not asked here; use the gateway'),
	});
	if (read.ok) return read.value.config;
	const issues = read.error.map(({ path, reason }) => `${path || 'config'} ${reason}`);
	throw new TypeError(`config: ${issues.join('; ')}`);
}

/** Returns a principal with every scope: access is the program's own matter. */
const principalOf = ({ workspace = 'default', user = 'anonymous' }: Owner): Principal => ({
	...{ workspace, id: user, scopes: ['mcp:use'] },
});

/** The context of a call by itself. */
export const contextOf = (owner: Owner) => contextAlone(principalOf(owner), crypto.randomUUID());
