// The handle store as the rest of the gateway uses it: results are kept under the config in force, and what
// belongs to an endpoint that is no longer offered stays closed.
import { type Config, settingsFor } from '../../config';
import type { Outcome } from '../../protect';
import { readingTape } from '../../shared/json/stream';
import { err, ok, type Result } from '../../shared/result';
import type { ToolResult } from '../../shared/tool-result';
import { type Trail, withHostLimits } from '../contract/call-facts';
import type { GatewayContext } from '../contract/gateway';
import { READ_RESULT, shownFullName } from '../contract/names';
import { describeHandleFault, type HandleFault } from '../handles/handle-faults';
import type {
	HandleCall,
	HandleStore,
	Opened,
	ResultToKeep,
	Timing,
} from '../handles/handle-store';
import { sourcesOf } from './queryable';
import { atOnce, type Run, type Turns } from './turns';

/** UTF-16 units of a text that takes more than some milliseconds to look at. */
export const LONG = 250_000;

/** Dependencies of keeping and opening results, under one configuration. */
export interface ResultStorePorts {
	/** The config in force for the request. */
	readonly config: Config;
	readonly handleStore: HandleStore;
	/** Seconds since the epoch. */
	readonly now: () => number;
	/** Returns whether an endpoint is still offered; by default all are. */
	readonly isOffered?: (endpoint: string) => boolean;
	/** Turns of questions; at once unless told. */
	readonly turns?: Turns;
	/** Learns of every result that is kept; its handle is given after that. */
	readonly noteKept?: (workspace: string, endpoint: string) => Promise<void>;
}

/** Origin of a snapshot: its maker, and the result it is a view of. */
export type Kept = Pick<ResultToKeep, 'tool' | 'argsDigest' | 'policy' | 'derivedFrom'>;

/** The opening caller, and the names it uses. */
export type Opener = Pick<GatewayContext, 'principal' | 'scope' | 'room'> &
	Partial<Pick<GatewayContext, 'signal'>>;

/** Keeps and opens results under one configuration; an opened one keeps its first limits, not its first host. */
export class ResultStore {
	constructor(private readonly ports: ResultStorePorts) {}

	get handleStore(): HandleStore {
		return this.ports.handleStore;
	}

	/** Answers a question, when it is this workspace's turn; one without an answer was wrong, if nothing else is noted. */
	async ask<T>(
		{ principal, signal }: Pick<Opener, 'principal' | 'signal'>,
		question: (run: Run) => Promise<Result<T, string>>,
		trail?: Trail,
	): Promise<Result<T, string>> {
		const { take } = this.ports.turns ?? atOnce;
		const asked = await take(principal.workspace, question, signal);
		if (!asked.ok && trail?.facts.errorCode === undefined)
			trail?.note({ errorCode: 'invalid_arguments' });
		return asked;
	}

	/** Parses a long result in slices, for who looks at it next; others go on in between. */
	async read(
		{ structured, content }: ToolResult,
		{ workspace }: Opener['principal'],
	): Promise<void> {
		let longest = structured ?? '';
		if (structured === undefined)
			for (const { text } of content)
				if (typeof text === 'string' && text.length > longest.length) longest = text;
		if (longest.length > LONG)
			await (this.ports.turns ?? atOnce).run(workspace, readingTape(longest));
	}

	/** Opens a handle. `endpoint` is what the call counts under until its result is known. */
	async open(
		handle: unknown,
		by: Pick<HandleCall, 'tool' | 'argsDigest' | 'argument' | 'excerpt'>,
		endpoint: string,
		{ principal, scope, room }: Opener,
	): Promise<Result<Opened, HandleFault>> {
		const shownName = (name: string) => shownFullName(name, scope);
		const call = { ...by, principal, shownName };
		const opened = await this.ports.handleStore.open(handle, call, this.#timing(endpoint));
		if (!opened.ok) return opened;
		const { tool, document, policy } = opened.value.snapshot;
		const { isOffered = () => true } = this.ports;
		const gone = [tool, ...sourcesOf(document)].find((name) => !isOffered(name));
		if (gone !== undefined) return err(describeHandleFault('revoked', call, gone));
		// The limits are those of the first call, the host is the one that asks now.
		const { host: _, ...limits } = policy;
		const snapshot = { ...opened.value.snapshot, policy: withHostLimits(limits, { room }) };
		return ok({ ...opened.value, snapshot });
	}

	/** The same for whoever brings nothing but the handle. */
	openHandle(handle: unknown, context: Opener, how: Pick<HandleCall, 'excerpt'> = {}) {
		const by = { tool: null, argsDigest: '', argument: 'handle', ...how } as const;
		return this.open(handle, by, READ_RESULT, context);
	}

	/** Stores what was cut and puts the handles in; without a store the answer says how to narrow. */
	async place(
		{ document, positions, place }: Outcome,
		kept: Kept,
		{ principal }: Pick<GatewayContext, 'principal'>,
	): Promise<ToolResult> {
		if (!document) return place([]);
		const { tool, argsDigest, policy, derivedFrom } = kept;
		const toKeep = { document, policy, tool, argsDigest, principal };
		const stored = await this.keep(derivedFrom ? { ...toKeep, derivedFrom } : toKeep, positions);
		return place(stored.ok ? stored.value : null);
	}

	async keep(toKeep: ResultToKeep, positions: Parameters<HandleStore['keep']>[1]) {
		const { tool, principal } = toKeep;
		const [stored] = await Promise.all([
			this.ports.handleStore.keep(toKeep, positions, this.#timing(tool)),
			this.ports.noteKept?.(principal.workspace, tool),
		]);
		return stored;
	}

	#timing(endpoint: string): Timing {
		const { cursorTtlSeconds } = settingsFor(this.ports.config, endpoint);
		return { now: this.ports.now(), cursorTtlSeconds };
	}
}
