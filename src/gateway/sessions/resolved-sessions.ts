// Resolves a principal's session handle: asked of the workspace, and cached for a while.
import { remember } from '../../shared/remember';
import type { GatewayContext } from '../contract/gateway';
import type { Services } from './services';
import { changesMuch } from './session-call';
import type { Entry } from './session-entries';

/** Milliseconds for which it is remembered what session a handle stands for. */
const RESOLVED_FOR = 60_000;
const MOST_RESOLVED = 5_000;

/** The handle of a call as a key among those of one principal. */
export const handleOf = ({ handle: { session, source } }: Entry): string => `${source} ${session}`;

/** Sessions by workspace, principal and handle, known in this isolate for a minute. */
export class ResolvedSessions {
	readonly #services: (workspace: string) => Services;
	readonly #now: () => number;
	readonly #resolved = new Map<string, { readonly session: string; readonly until: number }>();

	/** @param now milliseconds since the epoch */
	constructor(services: (workspace: string) => Services, now: () => number) {
		this.#services = services;
		this.#now = now;
	}

	/**
	 * The session of calls that one principal made with one handle. What concerns a context, and what binds a
	 * handle anew, is looked up anew.
	 */
	async of(calls: readonly Entry[]): Promise<string> {
		const [first] = calls;
		if (!first) return '';
		const { workspace, id } = first.context.principal;
		const key = JSON.stringify([workspace, id, handleOf(first)]);
		const known = this.#resolved.get(key);
		const isPlain = calls.every(({ call }) => !call || !changesMuch(call));
		if (isPlain && known && known.until > this.#now()) return known.session;
		const { hub } = this.#services(workspace).memory;
		const session = await hub.resolveSession({ caller: { principal: id, ...first.handle } });
		const until = this.#now() + RESOLVED_FOR;
		remember(this.#resolved, key, { session, until }, MOST_RESOLVED);
		return session;
	}

	/** A handle of the principal is bound anew: what was known of them holds no longer. */
	forget({ workspace, id }: GatewayContext['principal']): void {
		const start = JSON.stringify([workspace, id, '']).slice(0, -2);
		for (const key of this.#resolved.keys()) if (key.startsWith(start)) this.#resolved.delete(key);
	}
}
