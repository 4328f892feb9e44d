// Walks a workflow to its end as an agent does, through a real client, and notes every context action
// that it is handed.
import type { Client } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { connectClient } from './clients';
import { type Loadline, startLoadline } from './serve';

export interface Moved {
	readonly run_id: string;
	readonly position: number;
	readonly status?: string;
	readonly step?: string;
	readonly instructions?: string;
	readonly contextAction?: string;
	readonly stale?: boolean;
	readonly note?: string;
}

/** A server that can be stopped and started again over the same storage, and a client to it. */
export class Restartable {
	loadline!: Loadline;
	client!: Client;
	restarts = -1;

	/** @param persistTo its storage; without one it cannot be started again */
	constructor(
		private readonly persistTo?: string,
		private readonly path = '/mcp?toolsets=workflow',
	) {}

	async restart(): Promise<void> {
		await this.stop();
		this.loadline = await startLoadline(
			this.persistTo === undefined ? {} : { persistTo: this.persistTo },
		);
		this.client = await connectClient('v2 auto', `${this.loadline.url}${this.path}`);
		this.restarts++;
	}

	async stop(): Promise<void> {
		await this.client?.close();
		await this.loadline?.stop();
	}

	/** A tool's structured answer, which its text repeats; an error is thrown. */
	async call(name: string, args: Record<string, unknown> = {}): Promise<Moved> {
		const { content, structuredContent, isError, _meta } = await this.client.callTool({
			name,
			arguments: args,
		});
		const [block] = content;
		const text = block?.type === 'text' ? block.text : '';
		if (isError) throw new Error(text);
		const answer = structuredContent as unknown as Moved;
		expect(JSON.parse(text)).toEqual(answer);
		const action = (_meta as { context?: unknown } | undefined)?.context;
		expect(action).toEqual(
			answer.contextAction === undefined
				? undefined
				: { action: answer.contextAction.slice(1), run_id: answer.run_id },
		);
		return answer;
	}
}

export interface Walk {
	/** `position action` in the order of their delivery. */
	readonly actions: readonly string[];
	readonly steps: readonly string[];
	readonly run: string;
}

/**
 * @param tasks by loop; set right after the start
 * @param between runs before every call
 */
export async function walk(
	server: Restartable,
	workflow: string,
	tasks: Readonly<Record<string, readonly object[]>>,
	between: () => Promise<void> = async () => {},
): Promise<Walk> {
	const actions: string[] = [];
	const steps: string[] = [];
	const call = async (name: string, args: Record<string, unknown>): Promise<Moved> => {
		await between();
		const answer = await server.call(name, args);
		if (answer.contextAction === undefined) return answer;
		actions.push(`${answer.position} ${answer.contextAction}`);
		expect(answer.instructions).toBeUndefined();
		await between();
		const status = await server.call('workflow_status', { run_id: answer.run_id });
		expect(status.contextAction).toBeUndefined();
		expect(status.position).toBe(answer.position);
		return status;
	};
	let at = await call('workflow_start', { workflow });
	const run = at.run_id;
	for (const [loop_id, list] of Object.entries(tasks))
		at = await call('workflow_set_tasks', { run_id: run, loop_id, tasks: list });
	while (at.status === 'running') {
		steps.push(at.step ?? '');
		const { position } = at;
		at = await call('workflow_advance', {
			run_id: run,
			if_position: position,
			output: `done ${position}`,
		});
		expect(at.position).toBe(position + 1);
		// As a caller does who never saw the answer.
		const again = await server.call('workflow_advance', { run_id: run, if_position: position });
		expect(again).toMatchObject({ position: position + 1, stale: true });
	}
	return { actions, steps, run };
}
