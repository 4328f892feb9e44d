// A run of the sample, played through some events.
import { startRun } from '../../src/workflow/machine';
import type { RunEvent } from '../../src/workflow/types';
import { advance, definitionOf, SAMPLE, step, TASKS } from './sample';

export const sample = definitionOf(SAMPLE);
export const setTasks: RunEvent = { type: 'set_tasks', loop: 'work', tasks: TASKS };

/** A run after some events, and the kinds and actions of the effects of the last. */
export const play = (...events: RunEvent[]) => {
	let [run, effects] = startRun(sample);
	for (const event of events) [run, effects] = step(run, event);
	const action = effects.find(({ kind }) => kind === 'context_action');
	return {
		run,
		effects,
		action: action?.kind === 'context_action' ? action.action : null,
		where: [run.state.step, run.state.task?.id, run.state.subStep].filter(Boolean).join('.'),
	};
};

export const inLoop = [setTasks, advance()];
