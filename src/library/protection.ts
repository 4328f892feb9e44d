// `loadline/protect`: context window protection inside a program, without a gateway before it
// (docs/library.md). What `withContextProtection` stands on as well.

import { createHandleHmac, randomCallId, randomSnapshotId, sha256 } from '../adapters/crypto';
import { createMemorySnapshotStore } from '../adapters/local';
import type { Principal } from '../auth';
import { type Config, effective, policyFor } from '../config';
import {
	Catalog,
	createHandleStore,
	EphemeralSessions,
	type Gateway,
	type GatewayContext,
	GatewayService,
	OWN_SOURCE,
	Protector,
	READ_RESULT,
	readResultDefinition,
	type SnapshotStore,
	ToolIndexes,
	ToolMemory,
	type ToolSource,
	Trail,
	unknownTool,
} from '../gateway';
import { toHex } from '../shared/digits';
import { err, ok } from '../shared/result';
import { textResult } from '../shared/tool-result';
import { type CallToolResult, fromWire, toWire } from './wire-result';

export interface ProtectionOptions {
	/** Configuration keys as in `loadline.yaml` (docs/config.md): `tokenBudgetThreshold`, `endpoints`, … */
	readonly config?: Readonly<Record<string, unknown>>;
	/** Store of snapshots; in memory by default (loadline/mcp has others). */
	readonly store?: SnapshotStore;
	/**
	 * Seals handles, 32 characters or more. Without it they are good in this process alone, so a shared
	 * store needs one; `new,old` during a rotation.
	 */
	readonly secret?: string;
	/** Hears what went wrong where a caller only learns that it did. */
	readonly onError?: (error: unknown) => void;
}

/** Owner of a result: nobody else opens its handles. */
export interface Owner {
	/** A tenant; `default` unless told. */
	readonly workspace?: string;
	/** A user; `anonymous` unless told. */
	readonly user?: string;
}

/** A tool call whose result is to be protected. */
export interface ProtectedCall extends Owner {
	/** Name of the tool, as the configuration's `endpoints` have it. */
	readonly tool: string;
	readonly arguments?: Readonly<Record<string, unknown>>;
}

/** A tool as MCP and every model provider describes one. */
export interface ToolDescription {
	readonly name: string;
	readonly description?: string;
	readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface Protection {
	/** Returns the result to send to the model: unchanged within its limits, else reduced. */
	protect(result: CallToolResult | string, call: ProtectedCall): Promise<CallToolResult>;
	/** Give it to the model beside your own tools. */
	readonly readResultTool: ToolDescription;
	/** Answers a call of `read_result`; a handle that does not open is an `isError` result. */
	readResult(args: Readonly<Record<string, unknown>>, owner?: Owner): Promise<CallToolResult>;
}

/** The same with its inside, for `withContextProtection`. */
export interface OpenProtection extends Protection {
	gatewayOf(source: ToolSource): Gateway;
}

/**
 * Protection under one configuration; make one, and keep it.
 * @throws TypeError that names each key of `config` that is wrong, or a `secret` that is too short
 */
export function createProtection(options: ProtectionOptions = {}): Protection {
	return openProtection(options);
}

/**
 * Implements `createProtection`, with the parts that a server in front of it needs.
 * @throws TypeError for options that are wrong
 */
export function openProtection({
	config: document = {},
	store = createMemorySnapshotStore(),
	secret = ownSecret(),
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
			return toWire(await protector.send(outgoing, trail, contextOf(principalOf(owner))));
		},
		readResultTool: readResultDefinition(config.maxPageSize),
		async readResult(args, owner = {}) {
			const trail = new Trail(() => 0, {
				...{ endpoint: READ_RESULT, source: OWN_SOURCE, tool: READ_RESULT },
			});
			const read = await protector.read(args, trail, contextOf(principalOf(owner)));
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

const ownSecret = (): string => toHex(crypto.getRandomValues(new Uint8Array(32)));

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
export const principalOf = ({ workspace = 'default', user = 'anonymous' }: Owner): Principal => ({
	...{ workspace, id: user, scopes: ['mcp:use'] },
});

/** The context of a call by itself. */
export const contextOf = (principal: Principal): GatewayContext => ({
	principal,
	scope: {},
	era: 'modern',
	correlationId: crypto.randomUUID(),
	signal: new AbortController().signal,
	meta: {},
	wantsProgress: false,
	notify: () => {},
});
