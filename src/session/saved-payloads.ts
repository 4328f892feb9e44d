// Payloads visible to a principal under a task: its own, the baseline of its run or session, then a shared
// one; hence nobody can hide another's.
import type { PayloadStore } from '../replay';

export interface PayloadStores {
	/** Payloads saved by callers. */
	readonly payloads: SharedPayloads;
	/** Payloads saved by sessions before a context action. */
	readonly baselines: PayloadStore;
}

/** A store with a quota per author. */
export interface SharedPayloads extends PayloadStore {
	put(
		taskId: string,
		text: string,
		of?: { readonly author?: string; readonly most?: number },
	): Promise<void>;
}

/** Returns a principal's key; task ids contain no slash, so that keys never collide. */
export const principalKey = (principal: string, task: string): string => `${principal}/${task}`;

/** Creates a principal's view of the stores. */
export const savedPayloads = (
	principal: string,
	{ payloads, baselines }: PayloadStores,
	{
		shared = false,
		most,
	}: {
		/** Also saves for the whole workspace. */
		readonly shared?: boolean | undefined;
		/** Quota per author. */
		readonly most?: number;
	} = {},
): PayloadStore => ({
	async put(task, text) {
		const bound = most === undefined ? {} : { most };
		await payloads.put(principalKey(principal, task), text, bound);
		if (shared) await payloads.put(task, text, { author: principal, ...bound });
	},
	get: async (task) =>
		(await payloads.get(principalKey(principal, task))) ??
		(await baselines.get(principalKey(principal, task))) ??
		payloads.get(task),
});
