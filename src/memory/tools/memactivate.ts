// memactivate: what a task needs, in one call and within a budget, as a change to what the caller holds.
import { isRecord } from '../../shared/is-record';
import { activationText } from '../activation-text';
import { answered, failed, type MemoryTool } from './answer';
import { argument, callerOf, optionalText, readHashes, readShape } from './arguments';

/** Characters. */
const MOST_QUERY = 4000;
/** Paths of `files`, and characters of each. */
const MOST_FILES = 50;
const MOST_PATH = 300;
/** Entries of `known`. */
const MOST_KNOWN = 2000;
/** Tokens. */
const DEFAULT_BUDGET = 2000;
/** Tokens. */
export const LEAST_BUDGET = 100;
/** Tokens. */
export const MOST_BUDGET = 100_000;

/** The tool `memactivate`: what binds a task, as text within a budget. */
export const memactivate: MemoryTool = async ({ hub }, from, args) => {
	const caller = callerOf(from, args);
	if (!caller.ok) return failed(caller.error);
	const task = optionalText(args, 'task', 'task must be a string', MOST_QUERY);
	if (!task.ok) return failed(task.error);
	const query = optionalText(args, 'query', 'query must be a string', MOST_QUERY);
	if (!query.ok) return failed(query.error);
	const asked = [task.value, query.value].filter((each) => each !== undefined).join(' ');
	const missing = query.value === undefined ? 'task' : 'query';
	if (asked.trim() === '')
		return failed(`${missing} is required: describe the task in a few words`);
	const files = argument(args, 'files') ?? [];
	if (!Array.isArray(files) || !files.every((file) => typeof file === 'string'))
		return failed('files must be an array of paths');
	if (files.length > MOST_FILES) return failed(`files must have at most ${MOST_FILES} paths`);
	const budget = argument(args, 'token_budget') ?? DEFAULT_BUDGET;
	if (
		typeof budget !== 'number' ||
		!Number.isInteger(budget) ||
		budget < LEAST_BUDGET ||
		budget > MOST_BUDGET
	)
		return failed(`token_budget must be a whole number from ${LEAST_BUDGET} to ${MOST_BUDGET}`);
	const map = argument(args, 'known') ?? {};
	if (!isRecord(map)) return failed('known must be an object map of {key: hash}');
	const known = readHashes(map, 'all hash values in known must be strings');
	if (!known.ok) return failed(known.error);
	if (known.value.length > MOST_KNOWN)
		return failed(`known must have at most ${MOST_KNOWN} entries`);
	const shape = readShape(args);
	if (!shape.ok) return failed(shape.error);
	const full = shape.value === 'full';
	const told = await hub.activate({
		caller: caller.value,
		query: asked,
		files: files.map((file: string) => file.slice(0, MOST_PATH).toWellFormed()),
		tokenBudget: budget,
		known: known.value,
		full,
	});
	if (!told.ok) return failed(told.error);
	return { ...answered(told.value), ...(!full && { text: activationText(told.value) }) };
};
