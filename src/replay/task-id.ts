// Task ids name stored payloads, so nothing in them may mean something in a path.
import { err, ok, type Result } from '../shared/result';
import { quoted } from './input';
import type { ReplayFault } from './types';

const TASK_ID = /^(?!\.)[\p{L}\p{M}\p{N} _.@+-]{1,128}$/u;

/** Checks a task id; `invalid_task_id` says what is allowed. */
export const readTaskId = (value: unknown, name = 'task'): Result<string, ReplayFault> => {
	if (typeof value === 'string' && TASK_ID.test(value)) return ok(value);
	const allowed = '1 to 128 letters, digits, spaces or _ - . @ +, and no dot first';
	return err({ code: 'invalid_task_id', message: `${name} is ${quoted(value)}; use ${allowed}` });
};
