// What a principal finds under a task: its own saved payload, the baseline of its own run or session, or what
// somebody of the workspace has shared, in this order. So nobody can put another's out of sight.
import type { PayloadStore } from '../replay';

export interface PayloadStores {
	/** What callers save. */
	readonly payloads: SharedPayloads;
	/** What sessions save before a context changes. */
	readonly baselines: PayloadStore;
}

/** A store that keeps so many of one author. */
export interface SharedPayloads extends PayloadStore {
	put(
		taskId: string,
		text: string,
		of?: { readonly author?: string; readonly most?: number },
	): Promise<void>;
}

/** Tasks hold no slash, so that no two principals share a key, and none is a task. */
export const ownKey = (principal: string, task: string): string => `${principal}/${task}`;

/** UTF-16 units of a payload that the workspace keeps; a row of its database holds two million bytes. */
export const LONGEST_SAVED = 600_000;

/** The payloads that a principal sees: the own, and what is shared. */
export const savedPayloads = (
	principal: string,
	{ payloads, baselines }: PayloadStores,
	{
		shared = false,
		most,
	}: {
		/** Whether what is put is for everybody of the workspace. */
		readonly shared?: boolean | undefined;
		/** Payloads of one author that are kept, its own and as many shared. */
		readonly most?: number;
	} = {},
): PayloadStore => ({
	async put(task, text) {
		const bound = most === undefined ? {} : { most };
		await payloads.put(ownKey(principal, task), text, bound);
		if (shared) await payloads.put(task, text, { author: principal, ...bound });
	},
	get: async (task) =>
		(await payloads.get(ownKey(principal, task))) ??
		(await baselines.get(ownKey(principal, task))) ??
		payloads.get(task),
});
