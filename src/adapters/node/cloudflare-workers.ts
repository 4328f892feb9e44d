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

/** Milliseconds between two looks at how long may be waited. */
const LOOK_MS = 100;

/** Resolves when nothing is left, or after as many milliseconds as `most` says by then. */
export async function finished(most: () => number): Promise<void> {
	const begun = Date.now();
	while (unfinished.size > 0 && Date.now() - begun < most()) {
		const look = new Promise((resume) => setTimeout(resume, LOOK_MS));
		await Promise.race([Promise.all(unfinished), look]);
	}
}
