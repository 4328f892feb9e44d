// Work that clients do while Loadline is being killed; each tells afterwards that nothing of it was lost,
// nothing is there by half and nothing happened twice.
import { callRaw } from '../../test/worker/raw-calls';
import type { Loadline } from '../../test/worker/serve';
import type { Place } from './place';

export interface Work {
	readonly name: string;
	/** One acknowledged write, or a few; throws when it was not acknowledged. */
	step(place: Place): Promise<void>;
	/** Returns the faults of what is there. */
	check(place: Place): Promise<readonly string[]>;
	/** Returns the faults that show at the end, when all that is told later has been told. */
	finish?(place: Place): Promise<readonly string[]>;
	/** Writes that were acknowledged. */
	acknowledged(): number;
}

/** An answer that is an error. */
export class Refused extends Error {}

/** A call of a tool in a session: its structured result, else its text. */
export async function call(
	place: Loadline,
	tool: string,
	args: object,
	session: string,
): Promise<Record<string, unknown>> {
	const answer = JSON.parse(await callRaw(place, tool, JSON.stringify(args), { session }));
	const { result } = answer;
	if (!result || result.isError) throw new Refused(`${tool}: ${JSON.stringify(answer)}`);
	return result.structuredContent ?? { text: result.content[0].text };
}

/** JSON of `/api`. */
export async function api<Body>(place: Loadline, path: string, init?: RequestInit): Promise<Body> {
	const answer = await place.fetch(`/api${path}`, init);
	const text = await answer.text();
	if (!answer.ok) throw new Refused(`${path} answers ${answer.status}: ${text}`);
	return JSON.parse(text) as Body;
}

/** As a body of JSON. */
export const sent = (method: string, body: unknown): RequestInit => ({
	method,
	headers: { 'content-type': 'application/json' },
	body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** A counter of which some values were acknowledged: what is there must be none before the last of those. */
export class Counted {
	tried = 0;
	acked = 0;

	async next(write: (n: number) => Promise<unknown>): Promise<void> {
		const n = ++this.tried;
		await write(n);
		this.acked = n;
	}

	/** Returns the faults of the values that are there. @param found all parts of what was written at once */
	wrong(what: string, found: readonly number[]): string[] {
		const seen = new Set(found);
		if (seen.size > 1) return [`half state: ${what} has ${[...seen].join(', ')} at once`];
		const [value = 0] = seen;
		if (value < this.acked) return [`lost: ${what} is ${value}, ${this.acked} was acknowledged`];
		return value > this.tried ? [`${what} is ${value}, only ${this.tried} were tried`] : [];
	}
}

/** Writes that were acknowledged, each to be looked at. */
export class Kept<Each> {
	readonly #all: Each[] = [];
	#looked = 0;

	get size(): number {
		return this.#all.length;
	}

	add(each: Each): void {
		this.#all.push(each);
	}

	/** All that nobody looked at yet, and some of the others: other ones each time. */
	due(some = 10): readonly Each[] {
		const every = Math.max(1, Math.floor(this.#looked / some));
		const offset = this.#all.length % every;
		const due = this.#all.filter((_, at) => at >= this.#looked || at % every === offset);
		this.#looked = this.#all.length;
		return due;
	}
}

export const pause = (milliseconds: number) =>
	new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
