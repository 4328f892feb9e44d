// Results as questions use them: kept under the config in force, closed where their endpoint is no longer offered. Each
// workspace asks in turn: one question at a time, in slices between which everybody else goes on, within its share of
// the processor; one beyond that is refused before it begins.
import type { Config } from '../../config';
import type { Outcome } from '../../protect';
import type { FreeMoments, Pausing } from '../../shared/free-moment';
import { err, ok, type Result } from '../../shared/result';
import { inOneGo, type Slices } from '../../shared/slices';
import type { ToolResult } from '../../shared/tool-result';
import { readingData } from '../../shared/yaml-data';
import { type Trail, treatmentOf, withHostLimits } from '../contract/call-facts';
import type { GatewayContext } from '../contract/gateway';
import { READ_RESULT, shownFullName } from '../contract/names';
import type {
	HandleCall,
	HandleStore,
	Opened,
	ResultToKeep,
	Timing,
} from '../handles/handle-store';
import type { HandleFault } from '../handles/handles';

/** UTF-16 units of a text that takes more than some milliseconds to look at. */
export const LONG = 250_000;

/** Dependencies of keeping and opening results, under one configuration. */
export interface ResultStorePorts {
	/** The config in force for the request. */
	readonly config: Config;
	readonly handleStore: HandleStore;
	/** Seconds since the epoch. */
	readonly now: () => number;
	/** Turns of questions; at once unless told. */
	readonly turns?: Turns;
	/** Learns of every result that is kept; its handle is given after that. */
	readonly noteKept?: (workspace: string, endpoint: string) => Promise<void>;
}

/** Origin of a snapshot: its maker, and the result it is a view of. */
export type SnapshotOrigin = Pick<ResultToKeep, 'tool' | 'argsDigest' | 'policy' | 'derivedFrom'>;

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
	async read({ structured, content }: ToolResult, { workspace }: Opener['principal']) {
		let longest = structured ?? '';
		if (structured === undefined)
			for (const { text } of content)
				if (typeof text === 'string' && text.length > longest.length) longest = text;
		if (longest.length > LONG)
			await (this.ports.turns ?? atOnce).run(workspace, readingData(longest));
	}

	/** Opens a handle. `endpoint` is what the call counts under until its result is known. */
	async open(
		handle: unknown,
		by: Pick<HandleCall, 'tool' | 'argsDigest' | 'argument' | 'excerpt'>,
		endpoint: string,
		{ principal, scope, room }: Opener,
	): Promise<Result<Opened, HandleFault>> {
		const call = { ...by, principal, shownName: (name: string) => shownFullName(name, scope) };
		const opened = await this.ports.handleStore.open(handle, call, this.#timing(endpoint));
		if (!opened.ok) return opened;
		// The limits are those of the first call, the host is the one that asks now.
		const { host: _, ...limits } = opened.value.snapshot.policy;
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
		kept: SnapshotOrigin,
		{ principal }: Pick<GatewayContext, 'principal'>,
	): Promise<ToolResult> {
		if (!document) return place([]);
		const { tool, argsDigest, policy, derivedFrom } = kept;
		const toKeep = { document, policy, tool, argsDigest, principal, derivedFrom };
		const stored = await this.keep(toKeep, positions);
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
		const { cursorTtlSeconds } = treatmentOf(this.ports.config, endpoint);
		return { now: this.ports.now(), cursorTtlSeconds };
	}
}

/** Runs slices of a question within its turn. */
export type Run = <T>(slices: Slices<T>) => Promise<T>;
type Asked<T> = Promise<Result<T, string>>;

/** Runs questions of workspaces; the error says when to ask again. */
export interface Turns {
	take<T>(workspace: string, question: (run: Run) => Asked<T>, signal?: AbortSignal): Asked<T>;
	/** Runs slices of what cannot be refused, a result that came: others go before each. */
	run<T>(workspace: string, slices: Slices<T>): Promise<T>;
}

export interface TurnsPorts extends Pausing {
	readonly freeMoments: FreeMoments;
	/** Seconds until a workspace has some of its share. */
	readonly isOver: (workspace: string) => number;
	readonly charge: (workspace: string, milliseconds: number) => void;
}

/** Milliseconds that a slice is charged with at least, where the platform's clock stands still meanwhile. */
const SLICE_MS = 5;
/** Questions of a workspace that wait, milliseconds that each does, and between two looks. */
const MOST_WAITING = 16;
const PATIENCE_MS = 20_000;
const LOOK_EVERY_MS = 10;
/** Milliseconds after which a question that was ended from outside keeps no other waiting, and no place. */
const GONE_MS = 5_000;

/** Without turns: in a process with one caller. */
export const atOnce: Turns = {
	take: (_, question) => question(async (slices) => inOneGo(slices)),
	run: async (_, slices) => inOneGo(slices),
};

interface QueuePlace {
	seen: number;
}

/** Makes turns: one question of a workspace at a time, in slices that let others in between. */
export function createTurns({ now, wait, freeMoments, isOver, charge }: TurnsPorts): Turns {
	/** The first of each workspace has its turn. */
	const queues = new Map<string, Set<QueuePlace>>();
	/** Returns the queue without those who have gone, with a place in it. */
	const queueWith = (workspace: string, place: QueuePlace): Set<QueuePlace> => {
		const queue = queues.get(workspace) ?? new Set();
		for (const one of queue) if (Math.abs(now() - one.seen) > GONE_MS) queue.delete(one);
		place.seen = now();
		queues.set(workspace, queue.add(place));
		return queue;
	};
	const running = async <T>(
		workspace: string,
		slices: Slices<T>,
		place: QueuePlace = { seen: 0 },
		signal?: AbortSignal,
	): Promise<T> => {
		for (;;) {
			const begun = now();
			const { done, value } = slices.next();
			place.seen = now();
			charge(workspace, Math.max(place.seen - begun, done ? 1 : SLICE_MS));
			if (done) return value;
			await freeMoments.next(workspace);
			signal?.throwIfAborted();
		}
	};

	return {
		async run(workspace, slices) {
			await freeMoments.next(workspace);
			return running(workspace, slices);
		},
		async take(workspace, question, signal) {
			const place = { seen: now() };
			try {
				const isFull = queueWith(workspace, place).size > 1 + MOST_WAITING;
				const until = isFull ? 0 : now() + PATIENCE_MS;
				let hasWaited = false;
				while (queueWith(workspace, place).values().next().value !== place) {
					if (now() >= until)
						return err(
							'Too many questions of your workspace wait: repeat this same call in 10 s, one at a time.',
						);
					hasWaited = true;
					await wait(LOOK_EVERY_MS);
					signal?.throwIfAborted();
				}
				if (hasWaited) await freeMoments.next(workspace);
				const seconds = isOver(workspace);
				if (seconds > 0)
					return err(
						`Your workspace has used up its time for select and query: repeat this same call in ${seconds} s, or read on without them.`,
					);
				return await question((slices) => running(workspace, slices, place, signal));
			} catch (error) {
				if (signal?.aborted && error === signal.reason) return err('The question was cancelled.');
				throw error;
			} finally {
				const queue = queues.get(workspace);
				queue?.delete(place);
				if (queue?.size === 0) queues.delete(workspace);
			}
		},
	};
}
