// Stands in for `cloudflare:workers` on Node: the build replaces the import
// (scripts/on-node.mjs). A process ends only after what it was asked to finish.

/** The base of an object's class; `ObjectStorage` makes what it is given. */
export class DurableObject {
	constructor(
		readonly ctx: unknown,
		readonly env: unknown,
	) {}
}

/** The base of an entry that other Workers call: here there are none. */
export class WorkerEntrypoint extends DurableObject {}

const unfinished = new Set<Promise<unknown>>();

/** Work that an answer does not wait for; its failure is its own. */
export const waitUntil = (work: Promise<unknown>): void => {
	const settled = work.catch(() => {}).finally(() => unfinished.delete(settled));
	unfinished.add(settled);
};

/** Resolves when nothing is left, or after so many milliseconds. */
export async function finished(milliseconds: number): Promise<void> {
	const until = Date.now() + milliseconds;
	while (unfinished.size > 0 && Date.now() < until) {
		const rest = new Promise((resume) => setTimeout(resume, until - Date.now()).unref());
		await Promise.race([Promise.all(unfinished), rest]);
	}
}
