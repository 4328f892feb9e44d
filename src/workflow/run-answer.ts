// What one change of a run comes to: the answer to its caller, and the entry in its history.
import { whereOf } from './context-action';
import type { ContextHint } from './group';
import {
	eventNote,
	noteOf,
	type PendingAction,
	pendingAction,
	runHints,
	type Status,
	statusOf,
} from './status';
import type { HistoryEntry, RunRecord } from './store';
import type { Run, RunEffect, RunEvent, StepContextAction } from './types';

/** An answer, and what happened for the trace of the session. */
export interface RunAnswer {
	readonly answer: Status | PendingAction;
	readonly effects: readonly RunEffect[];
	/** The context action that the answer hands over. */
	readonly delivered: StepContextAction | null;
	/** Which tool uses up what is fetched where the run stands now. */
	readonly contextHints: readonly ContextHint[];
}

/** The context action among the effects, if there is one. */
export const deliveredBy = (effects: readonly RunEffect[]): StepContextAction | null =>
	effects.find((effect) => effect.kind === 'context_action')?.action ?? null;

/** Nothing changed: where the run stands, for a caller that meant another position. */
export const staleStatus = ({ id, run, delivered }: RunRecord): Status => {
	const earlier =
		delivered === null
			? undefined
			: `The context action \`/${delivered}\` was delivered at this position.`;
	const notes = [earlier, noteOf(run)].filter((note) => note !== undefined);
	return { ...statusOf(id, run, notes.join(' ') || undefined), stale: true };
};

/** What the change that led here was answered, for a caller that never got it: its action included. */
export const repeatedAnswer = (id: string, run: Run): RunAnswer => {
	const effects = run.arrival?.effects ?? [];
	const { answer, delivered, contextHints } = answerOf(id, run, effects);
	return {
		answer: { ...answer, stale: true },
		effects: [{ kind: 'repeated' }],
		delivered,
		contextHints,
	};
};

/** What the caller is told after a change of a run. */
export const answerOf = (id: string, run: Run, effects: readonly RunEffect[]): RunAnswer => {
	const action = deliveredBy(effects);
	return {
		answer:
			action === null
				? statusOf(id, run, noteOf(run, effects))
				: pendingAction(id, run, action, eventNote(effects)),
		effects,
		delivered: action,
		contextHints: runHints(run),
	};
};

/** A change of a run, for its history. */
export const entryOf = (
	event: RunEvent | 'start',
	at: number,
	run: Run,
	effects: readonly RunEffect[],
): HistoryEntry => {
	const action = deliveredBy(effects);
	const { status } = run.state;
	const note = status === 'failed' ? run.failure : eventNote(effects);
	return {
		at,
		event: event === 'start' ? 'start' : event.type,
		...(event !== 'start' && event.type === 'advance' && { outcome: event.outcome ?? 'ok' }),
		position: run.position,
		status,
		...whereOf(run.state),
		...(action !== null && { contextAction: action }),
		...(note !== undefined && { note }),
	};
};
