// Sessions that this isolate knows of its callers: which one a handle stands for, and which may have something
// left to forward to the list of sessions and the telemetry.
import { remember } from '../../shared/remember';
import type { GatewayContext } from '../contract/gateway';
import type { RecordedCall } from './recorded-call';
import type { Services } from './services';

/** Milliseconds for which it is remembered what session a handle stands for. */
const RESOLVED_FOR = 60_000;
const MOST_RESOLVED = 5_000;
/** Milliseconds after which a session has forwarded what it was told, and sessions remembered until then. */
const FORWARDED_WITHIN = 90_000;
const MOST_UNFORWARDED = 500;
const ASKED_AT_ONCE = 50;

type Principal = GatewayContext['principal'];

/** A session of a principal. */
interface Named {
	readonly workspace: string;
	readonly principal: string;
	readonly session: string;
}

/** Remembers in one isolate which session a conversation belongs to. */
export class KnownSessions {
	readonly #resolved = new Map<string, { readonly session: string; readonly until: number }>();
	readonly #unforwarded = new Map<string, Named & { readonly until: number }>();

	/** @param now milliseconds since the epoch */
	constructor(
		private readonly services: (workspace: string) => Services,
		private readonly now: () => number,
	) {}

	/**
	 * Returns the session of calls that one principal made with one handle. What concerns a context, and what binds
	 * a handle anew, is looked up anew.
	 */
	async of({ workspace, id }: Principal, calls: readonly RecordedCall[]): Promise<string> {
		const [first] = calls;
		if (!first) return '';
		const key = JSON.stringify([workspace, id, first.handle.source, first.handle.session]);
		const known = this.#resolved.get(key);
		const isLasting = known !== undefined && known.until > this.now();
		if (isLasting && !calls.some(({ changesMuch }) => changesMuch)) return known.session;
		const { hub } = this.services(workspace).memory;
		const session = await hub.resolveSession({ caller: { principal: id, ...first.handle } });
		const until = this.now() + RESOLVED_FOR;
		remember(this.#resolved, key, { session, until }, MOST_RESOLVED);
		return session;
	}

	/** A handle of the principal is bound anew: what was known of them holds no longer. */
	forget({ workspace, id }: Principal): void {
		const start = `${JSON.stringify([workspace, id]).slice(0, -1)},`;
		for (const key of this.#resolved.keys()) if (key.startsWith(start)) this.#resolved.delete(key);
	}

	entered(named: Named): void {
		const key = JSON.stringify([named.workspace, named.principal, named.session]);
		const until = this.now() + FORWARDED_WITHIN;
		remember(this.#unforwarded, key, { ...named, until }, MOST_UNFORWARDED);
	}

	/** Has the sessions of a workspace forward what they have not forwarded. Never rejects. */
	async forward(workspace: string): Promise<void> {
		const now = this.now();
		const waiting = [...this.#unforwarded].filter(([key, each]) => {
			const isOurs = each.workspace === workspace;
			if (isOurs || each.until < now) this.#unforwarded.delete(key);
			return isOurs && each.until >= now;
		});
		for (let from = 0; from < waiting.length; from += ASKED_AT_ONCE) {
			const asked = waiting.slice(from, from + ASKED_AT_ONCE).map(async ([key, each]) => {
				const { forward } = this.services(workspace).forwarding(each.principal, each.session);
				await forward().catch(() => void this.#unforwarded.set(key, each));
			});
			await Promise.all(asked);
		}
	}
}
