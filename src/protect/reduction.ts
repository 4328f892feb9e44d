// What every first reduction of a result works with, and what it says beside the data: what a call asked for
// and cannot have, and how to read texts that gave way to the data.
import { spellPointer } from './additions';
import type { Bench, Draft, Size } from './draft';
import { misplaced, type Read } from './misplaced';
import type { Found } from './subject/found';
import type { Document, Upstream, View } from './types';

/** A call whose result is protected: what it asked of Loadline, beside the tool's own arguments. */
export interface ProtectCall {
	readonly view: View;
	/** What the server has beside this, where it has more. */
	readonly upstream?: Upstream;
}

/** What is sent, and what is kept behind its handles. */
export interface Reduction {
	readonly draft: Draft;
	readonly document: Document;
}

/** What is reduced and what every reduction of it needs. */
export interface Task {
	readonly bench: Bench;
	readonly found: Found;
	readonly call: ProtectCall;
	readonly original: Size;
	/** Whether the result exceeds the budget: asked only where it matters, because that is to weigh it. */
	readonly isOver: () => boolean;
}

/** What the caller asked for and cannot have, and how to read texts that gave way to the data. */
export function noticesOf({ found, call }: Task, read: Read, handle: string | undefined): string {
	const chars = found.leftOut.reduce((sum, text) => sum + text.length, 0);
	const beside =
		chars > 0 && handle !== undefined
			? `${chars} characters of text beside the data are left out: ${spellPointer(handle, '/content/0')}`
			: undefined;
	return [misplaced(call.view, read), beside].filter(Boolean).join(' ');
}

/** The draft with these notices. */
export function withNotices(draft: Draft, task: Task, read: Read): Draft {
	const isBeside = task.found.leftOut.length > 0;
	const whole = { kind: 'whole', offset: 0, limit: 0 } as const;
	return {
		...draft,
		positions: isBeside ? [...draft.positions, whole] : draft.positions,
		additions: (handles) => {
			const added = draft.additions(isBeside && handles ? handles.slice(0, -1) : handles);
			const notices = noticesOf(task, read, handles?.at(-1));
			const notice = [added.notice, notices].filter(Boolean).join(' ');
			return { ...added, ...(notice ? { notice } : {}) };
		},
	};
}
