// Turns of requests: while the process is behind and several workspaces ask, each has a few requests under way, and
// its others wait. What waits for a server behind keeps the process free, and nobody waiting.
import type { Context, MiddlewareHandler } from 'hono';
import type { RouteState } from './deps';
import { refuse } from './errors';

/** Requests under way of a workspace while the process is behind. */
const FEW = 2;
/** Milliseconds between two looks, by which these come late where the process is behind, and to wait in all. */
const LOOK_MS = 5;
const LATE_MS = 10;
const PATIENCE_MS = 10_000;
/** Milliseconds after its last request for which a workspace counts as asking. */
const ASKING_MS = 3_000;

/** Requests of a workspace; whoever took a turn takes it off `underWay` at its end. */
interface Asking {
	underWay: number;
	askedAt: number;
}

/** Requests of workspaces in this process. */
export class Turns {
	readonly #workspaces = new Map<string, Asking>();

	/** @param look resolves after so many milliseconds */
	constructor(
		private readonly now: () => number,
		private readonly look: (milliseconds: number) => Promise<unknown>,
	) {}

	/** Waits for a turn; undefined where none came in time. */
	async take(workspace: string): Promise<Asking | undefined> {
		const begun = this.now();
		for (const [other, { underWay, askedAt }] of this.#workspaces)
			if (underWay === 0 && askedAt + ASKING_MS < begun) this.#workspaces.delete(other);
		const own = this.#workspaces.get(workspace) ?? { underWay: 0, askedAt: 0 };
		this.#workspaces.set(workspace, own);
		own.askedAt = begun;
		while (own.underWay >= FEW && this.#workspaces.size > 1) {
			const looked = this.now();
			if (looked - begun >= PATIENCE_MS) return undefined;
			await this.look(LOOK_MS);
			if (this.now() - looked < LOOK_MS + LATE_MS) break;
		}
		own.underWay++;
		return own;
	}
}

const PROCESS = new Turns(
	Date.now,
	(milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds)),
);

/** Does the work of a caller's request in its turn; 429 where none comes in time. */
export async function turned<Done>(
	c: Context<RouteState>,
	work: () => Promise<Done>,
): Promise<Done | Response> {
	const taken = await PROCESS.take(c.var.principal.workspace);
	const message = 'Too many requests of this workspace are under way: repeat it in a moment.';
	if (!taken) return refuse(c, 'busy', message, { headers: { 'Retry-After': '2' } });
	try {
		return await work();
	} finally {
		taken.underWay--;
	}
}

/** The same for the routes that follow. */
export const inTurn: MiddlewareHandler<RouteState> = (c, next) => turned(c, next);
