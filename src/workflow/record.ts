// What a run keeps of the work: outputs, artefacts and its summary, bounded (./limits).
import { err, ok, type Result } from '../shared/result';
import { fault, quoted, type WorkflowFault } from './fault';
import {
	LONGEST_ARTEFACT,
	LONGEST_OUTPUT,
	LONGEST_SUMMARY,
	MOST_ARTEFACTS,
	MOST_OUTPUT,
} from './limits';
import type { Run, WorkflowState } from './types';

/** Key of the output of where a run is: `step`, `step.N` of a ralph, `loop.task.subStep`. */
export const outputKey = ({ step, stepType, task, subStep, ralphIteration }: WorkflowState) => {
	if (stepType === 'ralph') return `${step}.${ralphIteration ?? 1}`;
	return [step, task?.id, subStep].filter((part) => part !== undefined).join('.');
};

/** A one-line summary; undefined when nothing is left of it. */
export const cleanSummary = (summary: string): string | undefined => {
	const line = summary
		.trim()
		.replaceAll(/\p{Cc}/gu, '')
		.toWellFormed();
	// Never half a surrogate pair.
	return line.slice(0, LONGEST_SUMMARY).replace(/[\ud800-\udbff]$/, '') || undefined;
};

/** Adds an output; beyond the bound of a run the oldest give way to it. */
export const withOutput = (run: Run, key: string, output: string): Result<Run, WorkflowFault> => {
	if (output.length > LONGEST_OUTPUT)
		return err(
			fault(
				'invalid_argument',
				`output has ${output.length} characters; at most ${LONGEST_OUTPUT}. Nothing changed: send a summary, and name files in artefacts.`,
			),
		);
	const outputs: Record<string, string> = {
		...run.state.outputs,
		[key]: output.toWellFormed(),
	};
	let total = 0;
	for (const text of Object.values(outputs)) total += text.length;
	let dropped = 0;
	for (const oldest of Object.keys(outputs)) {
		if (total <= MOST_OUTPUT) break;
		if (oldest === key) continue;
		total -= outputs[oldest]?.length ?? 0;
		delete outputs[oldest];
		dropped++;
	}
	return ok({
		...run,
		state: { ...run.state, outputs },
		outputsDropped: run.outputsDropped + dropped,
	});
};

/** Adds names of artefacts, each once, in order. */
export const withArtefacts = (run: Run, names: readonly string[]): Result<Run, WorkflowFault> => {
	const kept = new Set(run.state.artefacts);
	for (const [index, name] of names.entries()) {
		const plain = typeof name === 'string' && name.trim() !== '' && !/\p{Cc}/u.test(name);
		if (!plain || name.length > LONGEST_ARTEFACT)
			return err(
				fault(
					'invalid_argument',
					`artefacts[${index}] is ${quoted(name)}; give a path or name of 1 to ${LONGEST_ARTEFACT} characters on one line. Nothing changed.`,
				),
			);
		kept.add(name.toWellFormed());
		if (kept.size > MOST_ARTEFACTS)
			return err(
				fault(
					'invalid_argument',
					`a run keeps ${MOST_ARTEFACTS} artefacts; these would be more. Nothing changed: name folders instead of files.`,
				),
			);
	}
	return ok({ ...run, state: { ...run.state, artefacts: [...kept] } });
};
