// Sessions in which a call was entered that is not told elsewhere yet: to the list of sessions and the telemetry
// they tell it themselves, after a while, or when somebody looks.
import { remember } from '../../shared/remember';
import type { Services } from './services';

/** Milliseconds after which a session has told what it was, and sessions that are remembered until then. */
const TOLD_WITHIN = 90_000;
const MOST_UNTOLD = 500;
/** Sessions that are asked at once. */
const ASKED_AT_ONCE = 50;

interface Untold {
	readonly workspace: string;
	readonly principal: string;
	readonly session: string;
}

/** Sessions of this isolate's calls that may have something left to tell, for 90 seconds after a call. */
export class UnforwardedSessions {
	readonly #services: (workspace: string) => Services;
	readonly #now: () => number;
	readonly #untold = new Map<string, Untold & { readonly until: number }>();

	/** @param now milliseconds since the epoch */
	constructor(services: (workspace: string) => Services, now: () => number) {
		this.#services = services;
		this.#now = now;
	}

	/** A call was entered in a session just now. */
	note({ workspace, principal, session }: Untold): void {
		const key = JSON.stringify([workspace, principal, session]);
		const until = this.#now() + TOLD_WITHIN;
		remember(this.#untold, key, { workspace, principal, session, until }, MOST_UNTOLD);
	}

	/** Has the sessions of a workspace tell what they have not told. Never rejects. */
	async tell(workspace: string): Promise<void> {
		const now = this.#now();
		const untold = [...this.#untold].filter(([key, each]) => {
			const isOurs = each.workspace === workspace;
			if (isOurs || each.until < now) this.#untold.delete(key);
			return isOurs && each.until >= now;
		});
		for (let from = 0; from < untold.length; from += ASKED_AT_ONCE) {
			const asked = untold.slice(from, from + ASKED_AT_ONCE).map(async ([key, each]) => {
				const { forward } = this.#services(workspace).forwarding(each.principal, each.session);
				await forward().catch(() => void this.#untold.set(key, each));
			});
			await Promise.all(asked);
		}
	}
}
