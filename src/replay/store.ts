// Keeps payloads by task, as canonical JSON, behind a port that any storage can fill.
import { canonicalJson } from '../shared/canonical-json';
import { jsonIn } from '../shared/json-in';
import { err, ok, type Result } from '../shared/result';
import { buildReplayPayload } from './build';
import { quoted, readObject, readTaskId } from './input';
import { readPayload } from './payload';
import type { ReplayFault, ReplayPayload } from './types';

/** Port: texts by task id, one store per workspace. Ids were checked (`readTaskId`). */
export interface PayloadStore {
	/** Keeps the text, in place of an earlier one. Rejects when the store fails. */
	put(taskId: string, text: string): Promise<void>;
	/** The text last put, null when there is none. Rejects when the store fails. */
	get(taskId: string): Promise<string | null>;
}

/** A payload under its task. */
export interface SavedContext {
	readonly task: string;
	readonly payload: ReplayPayload;
}

export interface ContextStore {
	/**
	 * Keeps the payload of a task, in place of an earlier one.
	 * @param input a payload, or a recorded run `{task, trace, …}` to build it from; unchecked
	 */
	saveContext(input: unknown): Promise<Result<SavedContext, ReplayFault>>;
	/** The payload last saved for a task; `not_found` when there is none. */
	loadContext(taskId: unknown): Promise<Result<ReplayPayload, ReplayFault>>;
}

/** The text under which a payload is kept: two spaces, sorted members, final newline. */
export const payloadText = (payload: ReplayPayload): string => `${canonicalJson(payload, 2)}\n`;

export interface ContextStoreOptions {
	/** UTF-16 units of a payload as it is kept; no limit unless given. */
	readonly maxLength?: number;
}

/**
 * Keeps payloads by task, checked both ways.
 * @param store where their texts lie
 */
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
