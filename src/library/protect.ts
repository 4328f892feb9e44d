// `loadline/protect`: protection for programs with a loop of their own, without a gateway before it (docs/library.md).
import type { SnapshotStore } from '../gateway';
import { openProtection } from './open-protection';
import type { CallToolResult } from './wire-result';

export type { CallToolResult };

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

/**
 * Protection under one configuration; make one, and keep it.
 * @throws TypeError that names each key of `config` that is wrong, or a `secret` that is too short
 */
export function createProtection(options: ProtectionOptions = {}): Protection {
	return openProtection(options);
}
