// Replay payloads as stable JSON files, one per task, in a folder: `FOLDER/TASK.json`.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createContextStore, type PayloadStore, readTaskId } from '../../replay';
import { err } from '../../shared/result';

/** @param root a folder, made on the first save */
export function filePayloadStore(root: string): PayloadStore {
	const fileOf = (taskId: string): string => {
		const task = readTaskId(taskId, 'task_id');
		if (!task.ok) throw new Error(task.error.message);
		return join(root, `${task.value}.json`);
	};
	let writes = 0;
	return {
		async put(taskId, text) {
			const file = fileOf(taskId);
			await mkdir(root, { recursive: true });
			// Renamed into place, so that a reader never sees half a file.
			const draft = join(root, `.${process.pid}-${writes++}.tmp`);
			try {
				await writeFile(draft, text);
				await rename(draft, file);
			} catch (error) {
				await rm(draft, { force: true });
				throw error;
			}
		},
		async get(taskId) {
			try {
				return await readFile(fileOf(taskId), 'utf8');
			} catch (error) {
				if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
				throw error;
			}
		},
	};
}

const contextStore = (root: string) => createContextStore(filePayloadStore(root));

export interface StoreOptions {
	/** The folder of the store; without one, the answer is the fault `not_configured`. */
	readonly storeDir?: string | undefined;
}

/** Builds or takes a payload and saves it in a folder. */
export const saveContext = async (input: unknown, { storeDir }: StoreOptions = {}) =>
	storeDir ? contextStore(storeDir).saveContext(input) : NOT_CONFIGURED;

/** Loads the payload of a task from a folder. */
export const loadContext = async (taskId: unknown, { storeDir }: StoreOptions = {}) =>
	storeDir ? contextStore(storeDir).loadContext(taskId) : NOT_CONFIGURED;

const NOT_CONFIGURED = err({
	code: 'not_configured',
	message: 'the context store is not configured; name its folder in store_dir',
} as const);
