// The state machine of runs: an event gives the next run and its effects. Pure; a context action is
// delivered in the transition that makes it due, hence exactly once.
import { defined } from '../shared/json-values';
import { ok, type Result } from '../shared/result';
import { fault, listed, quoted, type WorkflowFault } from './fault';
import {
	MAX_ARTEFACT_LENGTH,
	MAX_ARTEFACTS,
	MAX_OUTPUT,
	MAX_OUTPUT_LENGTH,
	MAX_SUMMARY_LENGTH,
	MAX_TASK_TEXT,
} from './limits';
import {
	currentGroup,
	currentLoopStep,
	failed,
	firstState,
	getContextActionIfNeeded,
	locationOf,
	moveForward,
	nextTask,
	tasksOf,
	withTasks,
} from './position';
import type { Arrival, Run, RunEffect, RunEvent, Task, WorkflowState } from './types';

/** The next run and its effects. */
type Moved = readonly [Run, readonly RunEffect[]];
/** The same, or the reason of a refusal. */
export type Transition = Result<Moved, WorkflowFault>;
type Advance = Extract<RunEvent, { type: 'advance' }>;
type SetTasks = Extract<RunEvent, { type: 'set_tasks' }>;

/** Marks the due context action as delivered. */
const deliver = (run: Run, effects: readonly RunEffect[]): Moved => {
	const action = getContextActionIfNeeded(run);
	if (action === null) return [run, effects];
	return [
		{ ...run, state: { ...run.state, contextActionExecuted: true } },
		[...effects, { kind: 'context_action', action, step: run.state.step }],
	];
};

/** Records the effects, so that a repeat can be answered. */
const arrived = (event: Arrival['event'], [run, effects]: Moved): Moved => [
	{ ...run, arrival: { event, effects } },
	effects,
];

const arrive = (
	event: Arrival['event'],
	run: Run,
	state: WorkflowState,
	effects: readonly RunEffect[],
	retries = 0,
): Moved => {
	const next: Run = { ...run, state, position: run.position + 1, retries };
	const arrival: RunEffect =
		state.status === 'running'
			? { kind: 'moved', position: next.position, ...locationOf(state) }
			: { kind: 'ended', status: state.status };
	return arrived(event, deliver(next, [...effects, arrival]));
};

/** Returns a run at its first step, with its context action delivered. */
export const startRun = (definition: Run['definition'], summary = ''): Moved => {
	const state = firstState({ definition }, cleanSummary(summary));
	const run: Run = { definition, state, position: 1, retries: 0, outputsDropped: 0 };
	return arrived('start', deliver(run, [{ kind: 'moved', position: 1, ...locationOf(state) }]));
};

const textOf = (tasks: readonly Task[]): number =>
	tasks.reduce(
		(sum, { id, title, description = '' }) => sum + id.length + title.length + description.length,
		0,
	);

const setTasks = (run: Run, { loop, tasks }: SetTasks): Transition => {
	const { definition } = run;
	const unknown = `Loop ${quoted(loop)} not found in template. Loops of this workflow: ${listed(Object.keys(definition.loops))}.`;
	if (!Object.hasOwn(definition.loops, loop)) return fault(unknown, 'unknown_loop');
	// Copied by member, so that a status sent by the caller is ignored.
	const set = tasks.map(({ id, title, description }): Task => {
		return { ...defined({ id, title, description }), status: 'pending' };
	});
	let text = textOf(set);
	for (const [other, others] of Object.entries(run.state.tasks))
		if (other !== loop) text += textOf(others);
	const long = `the tasks of this run would have ${text} characters; at most ${MAX_TASK_TEXT}. Nothing changed: shorten the descriptions.`;
	if (text > MAX_TASK_TEXT) return fault(long, 'invalid_tasks');
	if (isRepeated(run, loop, set)) return ok([run, [{ kind: 'repeated' }]]);
	const { state, moved } = withTasks(run, loop, set);
	const effects: RunEffect[] = [{ kind: 'tasks_set', loop, count: set.length }];
	if (moved && set.length === 0) effects.push({ kind: 'loop_skipped', loop });
	if (moved) return ok(arrive('set_tasks', run, state, effects));
	if (state.step === loop && state.task !== undefined)
		effects.push({ kind: 'tasks_replaced', loop });
	return ok([{ ...run, state }, effects]);
};

/** Detects the same tasks set again by a caller that lost the answer. */
const isRepeated = (run: Run, loop: string, set: readonly Task[]): boolean => {
	if (run.arrival?.event !== 'set_tasks' || run.state.step !== loop) return false;
	const before = tasksOf(run.state, loop);
	return (
		before.length === set.length &&
		set.every(({ id, title, description }, at) => {
			const task = before[at];
			return task?.id === id && task.title === title && task.description === description;
		})
	);
};

const describe = ({ step, task, subStep }: WorkflowState): string =>
	task === undefined || subStep === undefined
		? `Step '${step}' failed`
		: `Sub-step '${subStep}' of task ${quoted(task.id)} failed`;

const advanceFailed = (run: Run, { maxRetries }: Advance, effects: readonly RunEffect[]): Moved => {
	const { state, retries } = run;
	const onFail = currentLoopStep(run)?.on_fail;
	if (onFail === 'skip') return arrive('advance', run, nextTask(run, state, 'failed'), effects);
	if (onFail === 'retry' && retries < maxRetries) {
		const retry = retries + 1;
		// A retry keeps the context as the first attempt left it.
		const retried = { kind: 'retried', retry, maxRetries } as const;
		return arrive('advance', run, state, [...effects, retried], retry);
	}
	const why =
		onFail === 'retry'
			? ` after ${retries} ${retries === 1 ? 'retry' : 'retries'}`
			: onFail === 'abort'
				? ' and its on_fail is abort'
				: ' and no on_fail says what to do';
	const failure = `${describe(state)}${why}.`;
	return arrive('advance', { ...run, failure }, failed(state), effects);
};

const advance = (run: Run, event: Advance): Transition => {
	if (event.ifPosition !== undefined && event.ifPosition !== run.position)
		return ok([run, [{ kind: isLostAnswer(run, event.ifPosition) ? 'repeated' : 'stale' }]]);
	const { status } = run.state;
	if (status !== 'running') return ended(status);
	const { output, outcome = 'ok' } = event;
	const key = outputKey(run.state);
	const withOut = output === undefined ? ok(run) : withOutput(run, key, output);
	if (!withOut.ok) return withOut;
	const kept = withArtefacts(withOut.value, event.artefacts ?? []);
	if (!kept.ok) return kept;
	const effects: RunEffect[] = [{ kind: 'completed', key, outcome }];
	if (outcome === 'failed') return ok(advanceFailed(kept.value, event, effects));
	const { state } = kept.value;
	if (outcome === 'again') {
		if (currentGroup(run).length > 1)
			return ok(arrive('advance', kept.value, { ...state, contextActionExecuted: false }, effects));
		return fault(
			`outcome 'again' repeats the steps of a loopGroup; step '${state.step}' is in none. Nothing changed.`,
		);
	}
	if (state.stepType === 'loop' && state.task === undefined)
		effects.push({ kind: 'loop_skipped', loop: state.step });
	return ok(arrive('advance', kept.value, moveForward(kept.value, state), effects));
};

/** Detects the advance that led here, repeated by a caller that lost the answer. */
const isLostAnswer = ({ arrival, position }: Run, ifPosition: number): boolean =>
	arrival?.event === 'advance' && ifPosition === position - 1;

const ended = (status: 'complete' | 'failed') =>
	fault(
		`This run is ${status}; it takes no more steps or tasks. Call workflow_start to begin another, workflow_context for what it produced.`,
		'ended',
	);

/** Applies an event to a run; the same run is returned for a stale event. */
export const transition = (run: Run, event: RunEvent): Transition => {
	if (event.type === 'advance') return advance(run, event);
	const { status } = run.state;
	return status === 'running' ? setTasks(run, event) : ended(status);
};

/** Returns the key of the current output: `step`, `step.N` of a ralph, `loop.task.subStep`. */
export const outputKey = ({ step, stepType, task, subStep, ralphIteration }: WorkflowState) => {
	if (stepType === 'ralph') return `${step}.${ralphIteration ?? 1}`;
	return [step, task?.id, subStep].filter((part) => part !== undefined).join('.');
};

/** Reduces a summary to one line; undefined when nothing remains. */
export const cleanSummary = (summary: string): string | undefined => {
	const line = summary
		.trim()
		.replaceAll(/\p{Cc}/gu, '')
		.toWellFormed();
	// Avoids half a surrogate pair.
	return line.slice(0, MAX_SUMMARY_LENGTH).replace(/[\ud800-\udbff]$/, '') || undefined;
};

/** Adds an output, evicting the oldest beyond the bound of a run. */
export const withOutput = (run: Run, key: string, output: string): Result<Run, WorkflowFault> => {
	const long = `output has ${output.length} characters; at most ${MAX_OUTPUT_LENGTH}. Nothing changed: send a summary, and name files in artefacts.`;
	if (output.length > MAX_OUTPUT_LENGTH) return fault(long);
	const outputs: Record<string, string> = { ...run.state.outputs, [key]: output.toWellFormed() };
	let total = 0;
	for (const text of Object.values(outputs)) total += text.length;
	let dropped = 0;
	for (const oldest of Object.keys(outputs)) {
		if (total <= MAX_OUTPUT) break;
		if (oldest === key) continue;
		total -= outputs[oldest]?.length ?? 0;
		delete outputs[oldest];
		dropped++;
	}
	const outputsDropped = run.outputsDropped + dropped;
	return ok({ ...run, state: { ...run.state, outputs }, outputsDropped });
};

/** Adds names of artefacts without duplicates, in order. */
export const withArtefacts = (run: Run, names: readonly string[]): Result<Run, WorkflowFault> => {
	const kept = new Set(run.state.artefacts);
	const full = `a run keeps ${MAX_ARTEFACTS} artefacts; these would be more. Nothing changed: name folders instead of files.`;
	for (const [index, name] of names.entries()) {
		const plain = typeof name === 'string' && name.trim() !== '' && !/\p{Cc}/u.test(name);
		const wrong = `artefacts[${index}] is ${quoted(name)}; give a path or name of 1 to ${MAX_ARTEFACT_LENGTH} characters on one line. Nothing changed.`;
		if (!plain || name.length > MAX_ARTEFACT_LENGTH) return fault(wrong);
		kept.add(name.toWellFormed());
		if (kept.size > MAX_ARTEFACTS) return fault(full);
	}
	return ok({ ...run, state: { ...run.state, artefacts: [...kept] } });
};
