// Inputs and output of a first reduction, and its notices: arguments not honoured, how to read texts that gave way.

import type { Tape } from '../shared/json/tape';
import { defined } from '../shared/json-values';
import type { Weight } from './budget';
import type { Context, Draft } from './draft';
import { spellPointer } from './frame';
import type { ListChoice } from './list-choice';
import type { Found } from './payload/carriers';
import { meantFields } from './projection';
import { type Document, type Read, type Upstream, type View, WHOLE } from './types';
import { misplaced } from './view';

/** A call whose result is protected: what it asked of Loadline, beside the tool's own arguments. */
export interface ProtectCall {
	readonly view: View;
	/** Further pages of the server, where it has more. */
	readonly upstream?: Upstream;
}

/** A draft, and the document behind its handles. */
export interface Reduction {
	readonly draft: Draft;
	readonly document: Document;
}

export interface Task {
	readonly context: Context;
	readonly found: Found;
	readonly call: ProtectCall;
	readonly original: Weight;
	/** Tells whether the result exceeds the budget: asked only where it matters, because that is to weigh it. */
	readonly isOver: () => boolean;
	/** Said of the fields that were asked for. */
	readonly notice?: string;
}

/** The call by the fields that are meant; where the data have none of them as if none had been asked for. */
export function meaning(task: Task, tape: Tape, list: ListChoice | undefined): Task {
	const { context, call } = task;
	const { fields: asked, ...view } = call.view;
	if (!asked) return task;
	const { fields, notice } = meantFields(context, tape, list, asked);
	return {
		...task,
		call: { ...call, view: { ...view, ...defined({ fields }) } },
		...defined({ notice }),
	};
}

/** Names arguments that cannot be honoured, and spells how to read texts that gave way to the data. */
export function noticesOf(
	{ found, call, notice }: Task,
	read: Read,
	handle: string | undefined,
): string {
	const chars = found.leftOut.reduce((sum, text) => sum + text.length, 0);
	const beside =
		chars > 0 && handle !== undefined
			? `${chars} characters of text beside the data are left out: ${spellPointer(handle, '/content/0')}`
			: undefined;
	return [notice, misplaced(call.view, read), beside].filter(Boolean).join(' ');
}

/** The draft with these notices. */
export function withNotices(draft: Draft, task: Task, read: Read): Draft {
	const isBeside = task.found.leftOut.length > 0;
	return {
		...draft,
		positions: isBeside ? [...draft.positions, WHOLE] : draft.positions,
		additions: (handles) => {
			const added = draft.additions(isBeside && handles ? handles.slice(0, -1) : handles);
			const notices = noticesOf(task, read, handles?.at(-1));
			const notice = [added.notice, notices].filter(Boolean).join(' ');
			return { ...added, ...(notice && { notice }) };
		},
	};
}
