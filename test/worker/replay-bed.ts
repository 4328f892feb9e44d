// A Loadline with rules and workflows that clear the context, as tests of replay find it.
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll } from 'vitest';
import { callThrough } from './clients';
import { type Loadline, startLoadline } from './serve';

const WORKFLOW = `name: clear-in-the-middle
description: Plans, forgets, builds
agents: { builder: { description: Builds } }
steps:
  - { id: plan, type: action, instructions: Make a plan }
  - { id: build, type: action, agent: builder, context: clear, instructions: Build it }
`;

const THREE_CLEARS = `name: three-clears
description: A clean context for each step
steps:
  - { id: one, type: action, context: clear, instructions: One }
  - { id: two, type: action, context: clear, instructions: Two }
  - { id: three, type: action, context: clear, instructions: Three }
`;

const LONG = JSON.stringify({
	name: 'long',
	description: 'Instructions of many chunks',
	steps: [
		{
			id: 'only',
			type: 'action',
			context: 'clear',
			instructions: Array.from({ length: 2_500 }, (_, at) => `Look at ${at}.`).join('\n'),
		},
	],
});

const RULE = `# Style

## Naming

- Names are whole words.
- Files are in kebab-case.

## Tests

Every change has a test.
`;

export let loadline: Loadline;

/** Serves it, with workflows and rules, for the tests of a file. */
export function serveReplay(): void {
	beforeAll(async () => {
		loadline = await startLoadline();
		await put('/api/workflows/clear-in-the-middle', WORKFLOW, 'application/yaml');
		const compacting = WORKFLOW.replace('clear-in', 'compact-in').replace(
			'context: clear',
			'context: compact',
		);
		await put('/api/workflows/compact-in-the-middle', compacting, 'application/yaml');
		await put('/api/workflows/three-clears', THREE_CLEARS, 'application/yaml');
		await put('/api/workflows/long', LONG, 'application/json');
		await publish({ 'rules/STYLE.md': RULE, 'rules/LATER.md': '## Later\n\nFound on the way.\n' });
	});

	afterAll(() => loadline.stop());
}

/** Publishes documents, by path. */
export async function publish(documents: Readonly<Record<string, string>>): Promise<void> {
	const files = Object.entries(documents).map(([file, content]) => ({ file, content, base: null }));
	const applied = await loadline.fetch('/api/memory/sync/apply', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ files }),
	});
	if (!applied.ok) throw new Error(await applied.text());
}

async function put(path: string, body: string, type: string): Promise<void> {
	const response = await loadline.fetch(path, {
		method: 'PUT',
		headers: { 'content-type': type },
		body,
	});
	if (!response.ok) throw new Error(await response.text());
}

interface Constraint {
	readonly id: string;
	readonly textHash: string;
	readonly text: string;
}

/** Proof in the answer of workflow_status. */
export interface Section {
	readonly prompt_context: string;
	readonly verification: {
		readonly admissible: boolean;
		readonly failure_labels: readonly string[];
		readonly issues: readonly { readonly evidence?: readonly string[] }[];
	};
}

/** Structured content of a call. @throws where it is an error */
export const structured = async (client: Client, name: string, args: Record<string, unknown>) => {
	const shape = name === 'memload' && { shape: 'full' };
	const told = await callThrough(client, name, { ...shape, ...args });
	if (told.isError || !told.structured) throw new Error(`${name}: ${told.texts.join(' ')}`);
	return told.structured;
};

/** Opens a session of memory. */
export const setUp = (client: Client, session_id: string) =>
	structured(client, 'memsetup', { session_id, knownHashes: { 'META_PROMPT.md': '' } });

/** Loads a rule, and gives its constraints. */
export async function load(
	client: Client,
	session_id: string,
	path: string,
): Promise<Constraint[]> {
	const { items } = await structured(client, 'memdisc', { kind: 'rule', session_id });
	const found = (items as { id: string; path: string }[]).find((item) => item.path === path);
	const id = found?.id ?? '';
	const args = { ids: [id], knownHashes: { [id]: '' }, session_id };
	const loaded = await structured(client, 'memload', args);
	return (loaded.items as [{ constraints: Constraint[] }])[0].constraints;
}

/** Sets up, loads the rule, and runs the workflow to its `/clear`. */
export async function toTheClear(client: Client, session_id: string, rule = 'STYLE.md') {
	await setUp(client, session_id);
	const constraints = await load(client, session_id, rule);
	await structured(client, 'workflow_start', { workflow: 'clear-in-the-middle', session_id });
	const action = await structured(client, 'workflow_advance', { output: 'a plan', session_id });
	return { constraints, action, runId: String(action.run_id) };
}
