// Prompts of a principal as they were sent to a model: what had left them, and the sums of their conversation. Each
// is known by the hash of its messages, which every later prompt of the conversation begins with.

/** A text that stands for a result in all prompts that begin with one. */
export interface ShownText {
	/** Of the call whose result it was. */
	readonly call: string;
	/** Argument of `expand_result`. */
	readonly id: string;
	readonly text: string;
}

/** What is known of the prompts that one begins with. */
export interface PromptsFound {
	readonly shown: readonly (ShownText & { readonly prompt: string })[];
	/** Sums of the session up to its newest prompt; else of another, up to the longest of these prompts. */
	readonly state: { readonly isOwn: boolean; readonly text: string } | null;
}

export interface KeptPrompts {
	/** @param prompts hashes, shortest first */
	find(call: { readonly prompts: readonly string[]; readonly session: string }): PromptsFound;
	/** Notes what leaves at a prompt, and returns what left there: the first to say so decides. */
	leave(call: {
		readonly prompt: string;
		readonly session: string;
		readonly shown: readonly ShownText[];
	}): readonly ShownText[];
	/** Keeps the sums of a conversation up to a prompt. */
	save(call: { readonly prompt: string; readonly session: string; readonly state: string }): void;
	/** Forgets the prompts of a session, or all. */
	forget(call: { readonly session?: string }): void;
}
