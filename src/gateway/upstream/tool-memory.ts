// Cache of the facts that shape a workspace's list of tools: refreshed with each list, never with a call, and
// written only when a result of a source is kept for the first time.

import type { Platform } from '../../shared/platform';
import { remember } from '../../shared/remember';
import type { Remote } from '../../shared/remote';
import type { GatewayContext } from '../contract/gateway';
import { endpointOf } from '../contract/names';
import type { Toolset } from '../contract/tool-source';

/** The tools of one workspace, in the workspace's object. */
export interface ToolLedger {
	facts(): {
		/** Endpoints of which a result was kept in the last 90 days. */
		readonly overflows: readonly string[];
		/** Toolsets that have something to work on. */
		readonly inUse: readonly Toolset[];
	};
	/** Notes an endpoint of which a result was kept. */
	note(endpoint: string): void;
}

/** Facts that shape a list of tools. */
export interface KnownTools {
	/** Toolsets that have something to work on; undefined while that cannot be said. */
	inUse: readonly Toolset[] | undefined;
	/** Sources of which a result was kept, so that a handle of it may be read. */
	readonly kept: Set<string>;
}

/** Milliseconds that a list of tools, or the first handle of a source, waits for the ledger. */
const PATIENCE_MS = 1_500;
const MOST_WORKSPACES = 1_000;
/** Conversations of which the list that they know is remembered. */
const MOST_TOLD = 5_000;

type Listing = Pick<GatewayContext, 'principal' | 'scope' | 'conversation' | 'transportSession'>;

/** Parts of a list of tools that change while a conversation goes on. */
interface Shape {
	/** A result was kept: it has `read_result`. */
	readonly kept: boolean;
	/** Toolsets in use, where they decide. */
	readonly used: string;
}

/** Tools by workspace, at most 1,000 of them in an isolate; where the ledger fails, what is remembered holds. */
export class ToolMemory {
	readonly #known = new Map<string, KnownTools>();
	readonly #told = new Map<string, Shape>();
	#listeners: readonly (() => void)[] = [];

	constructor(
		private readonly ports: Pick<Platform, 'wait' | 'report'> & {
			ledger(workspace: string): Pick<Remote<ToolLedger>, 'facts' | 'note'>;
		},
	) {}

	/** Returns the workspace's present facts; the cached ones where it does not answer. */
	async ask(workspace: string): Promise<KnownTools> {
		const known = this.recall(workspace);
		const facts = await this.#soon(() => this.ports.ledger(workspace).facts());
		if (facts) {
			const isNew = known.inUse !== undefined && `${known.inUse}` !== `${facts.inUse}`;
			known.inUse = facts.inUse;
			if (isNew) this.#tellListeners();
			for (const endpoint of facts.overflows) known.kept.add(sourceOf(endpoint));
		}
		return known;
	}

	/** Asks again after a tool that begins the work of a toolset, where that was not in use. */
	async begun(workspace: string, toolset: Toolset): Promise<void> {
		const { inUse } = this.recall(workspace);
		if (inUse && !inUse.includes(toolset)) await this.ask(workspace);
	}

	/** A result of an endpoint is kept: from now on its callers' lists have `read_result`, in every isolate. */
	async note(workspace: string, endpoint: string): Promise<void> {
		const { kept } = this.recall(workspace);
		const source = sourceOf(endpoint);
		if (kept.has(source)) return;
		kept.add(source);
		this.#tellListeners();
		await this.#soon(() => this.ports.ledger(workspace).note(endpoint));
	}

	/** Returns whether a caller's list has other tools now than it was told of; true once of each change. */
	isNews(context: Listing): boolean {
		const now = this.#shape(context);
		const key = keyOf(context);
		// Of who was told nothing, only what was kept is sure to be new.
		const told = this.#told.get(key) ?? { ...now, kept: false };
		if (now.kept === told.kept && now.used === told.used) return false;
		remember(this.#told, key, now, MOST_TOLD);
		return true;
	}

	/** Notes that a caller is told its list as it is now. */
	tell(context: Listing): void {
		remember(this.#told, keyOf(context), this.#shape(context), MOST_TOLD);
	}

	#shape(context: Listing): Shape {
		const known = this.recall(context.principal.workspace);
		const { upstream, toolsets } = context.scope;
		const used = upstream === undefined && toolsets === undefined ? known.inUse : undefined;
		return { kept: hasKept(known, context), used: used?.join() ?? '' };
	}

	/** Calls back when the facts of a workspace have changed, as seen here at once, elsewhere within `everyMs`; ends with the signal. */
	async watch(workspace: string, signal: AbortSignal, everyMs: number, changed: () => void) {
		const shape = ({ kept, inUse }: KnownTools) => JSON.stringify([[...kept].sort(), inUse]);
		let before = shape(await this.ask(workspace));
		while (!signal.aborted) {
			await this.#news(AbortSignal.any([signal, AbortSignal.timeout(everyMs)]));
			if (signal.aborted) return;
			const now = shape(await this.ask(workspace));
			if (now !== before) changed();
			before = now;
		}
	}

	#tellListeners(): void {
		for (const listener of this.#listeners) listener();
	}

	/** Resolves when a source is new here, or with the signal. */
	#news(signal: AbortSignal): Promise<void> {
		return new Promise((resolve) => {
			const done = () => {
				this.#listeners = this.#listeners.filter((each) => each !== done);
				resolve();
			};
			this.#listeners = [...this.#listeners, done];
			signal.addEventListener('abort', done, { once: true });
			if (signal.aborted) done();
		});
	}

	async #soon<T>(ask: () => Promise<T>): Promise<T | undefined> {
		try {
			const late = this.ports.wait(PATIENCE_MS).then(() => undefined);
			return await Promise.race([ask(), late]);
		} catch (error) {
			this.ports.report(error);
			return undefined;
		}
	}

	/** Returns the cached facts. */
	recall(workspace: string): KnownTools {
		const known = this.#known.get(workspace) ?? { inUse: undefined, kept: new Set() };
		if (!this.#known.has(workspace)) remember(this.#known, workspace, known, MOST_WORKSPACES);
		return known;
	}
}

/** Returns whether a result of the scope was kept. */
export const hasKept = (
	{ kept }: KnownTools,
	{ scope: { upstream } }: Pick<GatewayContext, 'scope'>,
): boolean => (upstream === undefined ? kept.size > 0 : kept.has(upstream));

const keyOf = ({ principal, scope, conversation, transportSession }: Listing): string =>
	JSON.stringify([
		...[principal.workspace, principal.id],
		...[scope.upstream, transportSession ?? conversation],
	]);

const sourceOf = (endpoint: string): string => endpointOf(endpoint, {})?.source ?? endpoint;
