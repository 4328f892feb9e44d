// Storage of payloads by task, as canonical JSON, behind a port.
import { canonicalJson } from '../shared/canonical-json';
import { jsonIn } from '../shared/json-in';
import { err, ok, type Result } from '../shared/result';
import { buildReplayPayload } from './build';
import { quoted, readObject, readTaskId } from './input';
import { readPayload } from './payload';
import type { ReplayFault, ReplayPayload } from './types';

/** Port: payload texts by checked task id (`readTaskId`), one store per workspace. */
export interface PayloadStore {
	/** Replaces the text of a task. Rejects when the store fails. */
	put(taskId: string, text: string): Promise<void>;
	/** Returns the text of a task, null when there is none. Rejects when the store fails. */
	get(taskId: string): Promise<string | null>;
}

interface SavedContext {
	readonly task: string;
	readonly payload: ReplayPayload;
}

export interface ContextStore {
	/**
	 * Saves a payload, or the payload built from a recorded run `{task, trace, …}`; the input is unchecked.
	 */
	saveContext(input: unknown): Promise<Result<SavedContext, ReplayFault>>;
	/** Returns the payload saved for a task; the fault is `not_found` when there is none. */
	loadContext(taskId: unknown): Promise<Result<ReplayPayload, ReplayFault>>;
}

/** Serializes a payload as stored: sorted members, two spaces, final newline. */
export const payloadText = (payload: ReplayPayload): string => `${canonicalJson(payload, 2)}\n`;

export interface ContextStoreOptions {
	/** Maximum length of a stored payload in UTF-16 units; unlimited by default. */
	readonly maxLength?: number;
}

/** Creates a store of payloads that are checked when saved and when loaded. */
export const createContextStore = (
	store: PayloadStore,
	{ maxLength = Number.POSITIVE_INFINITY }: ContextStoreOptions = {},
): ContextStore => ({
	async saveContext(input) {
		const payload = payloadOf(input);
		if (!payload.ok) return payload;
		const task = readTaskId(payload.value.task);
		if (!task.ok) return task;
		const text = payloadText(payload.value);
		const { length } = text;
		if (length > maxLength) {
			const message = `the payload has ${length} characters; at most ${maxLength} are kept: split its task`;
			return err({ code: 'invalid_payload', message });
		}
		await store.put(task.value, text);
		return ok({ task: task.value, payload: payload.value });
	},

	async loadContext(taskId) {
		const task = readTaskId(taskId, 'task_id');
		if (!task.ok) return task;
		const text = await store.get(task.value);
		if (text === null) {
			const message = `no payload is saved for task ${quoted(task.value)}; save it first`;
			return err({ code: 'not_found', message });
		}
		return readStored(text, task.value);
	},
});

const payloadOf = (input: unknown): Result<ReplayPayload, ReplayFault> => {
	const source = readObject(input);
	if (!source.ok) return err({ code: 'invalid_payload', message: `the context${source.error}` });
	return source.value.trace === undefined ? readPayload(input) : buildReplayPayload(input);
};

const readStored = (text: string, task: string): Result<ReplayPayload, ReplayFault> => {
	const corrupt = (reason: string) => {
		const message = `the payload saved for task ${quoted(task)} cannot be used: ${reason}; save it again`;
		return err({ code: 'corrupt', message } as const);
	};
	const value = jsonIn(text);
	if (value === undefined) return corrupt('it is not JSON');
	const payload = readPayload(value);
	if (!payload.ok) return corrupt(payload.error.message);
	if (payload.value.task === task) return payload;
	return corrupt(`it is that of task ${quoted(payload.value.task)}`);
};
