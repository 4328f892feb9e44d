// A definition, and events, for tests of the machine and of what is built on it.
import { parseDefinition } from '../../src/workflow/definition/parse';
import { transition } from '../../src/workflow/machine';
import type { Run, RunEffect, RunEvent, WorkflowDefinition } from '../../src/workflow/types';

/** Plan, a loop of two sub-steps, a ralph of two iterations, an end; contexts everywhere but at the ends. */
export const SAMPLE = `name: sample
description: A bit of everything
agents:
  coder: {description: writes}
loops:
  work:
    - id: build
      agent: coder
      context: clear
      instructions: "Build {task.id}: {task.title} [{task.description}]"
      on_fail: retry
    - id: check
      instructions: Check {task.title}
      on_fail: skip
    - id: sign
      instructions: Sign {task.title}
steps:
  - id: plan
    type: action
    instructions: Plan
  - id: work
    type: loop
    context: compact
  - id: refine
    type: ralph
    n: 2
    context: compact
    instructions: Refine
  - id: close
    type: action
    artefacts: true
    instructions: Close
`;

export const TASKS = [
	{ id: 't1', title: 'First', description: 'one' },
	{ id: 't2', title: 'Second' },
];

export const definitionOf = (yaml: string): WorkflowDefinition => {
	const parsed = parseDefinition(yaml);
	if (!parsed.ok) throw new Error(parsed.error.map(({ message }) => message).join('\n'));
	return parsed.value.definition;
};

/** An event that must succeed. */
export const step = (run: Run, event: RunEvent): readonly [Run, readonly RunEffect[]] => {
	const result = transition(run, event);
	if (!result.ok) throw new Error(result.error.message);
	return result.value;
};

export const advance = (
	members: Partial<Extract<RunEvent, { type: 'advance' }>> = {},
): RunEvent => ({ type: 'advance', maxRetries: 3, ...members });
