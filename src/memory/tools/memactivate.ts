// memactivate: the documents for a task, within a token budget, as a delta to what the caller holds.
import { defined } from '../../shared/defined';
import { isRecord } from '../../shared/is-record';
import { every } from '../../shared/result';
import { activationText } from '../search/activation';
import {
	answered,
	argument,
	failed,
	type MemoryTool,
	optionalText,
	readHashes,
	readShape,
} from './tool';

const MAX_QUERY_CHARACTERS = 4000;
const MAX_FILES = 50;
const MAX_PATH_CHARACTERS = 300;
const MAX_KNOWN = 2000;
/** Limits and default of `token_budget`, in tokens. */
export const ACTIVATION_BUDGET = { least: 100, most: 100_000, default: 2000 } as const;

/** Returns the documents that a task needs. */
export const memactivate: MemoryTool = async ({ hub }, caller, args) => {
	const read = every({
		task: optionalText(args, 'task', 'task must be a string', MAX_QUERY_CHARACTERS),
		query: optionalText(args, 'query', 'query must be a string', MAX_QUERY_CHARACTERS),
	});
	if (!read.ok) return failed(read.error);
	const { task, query } = read.value;
	const asked = [task, query].filter((each) => each !== undefined).join(' ');
	const missing = query === undefined ? 'task' : 'query';
	if (asked.trim() === '')
		return failed(`${missing} is required: describe the task in a few words`);
	const files = argument(args, 'files') ?? [];
	if (!Array.isArray(files) || !files.every((file) => typeof file === 'string'))
		return failed('files must be an array of paths');
	if (files.length > MAX_FILES) return failed(`files must have at most ${MAX_FILES} paths`);
	const budget = argument(args, 'token_budget') ?? ACTIVATION_BUDGET.default;
	const { least, most } = ACTIVATION_BUDGET;
	const isBudget = typeof budget === 'number' && Number.isInteger(budget);
	if (!isBudget || budget < least || budget > most)
		return failed(`token_budget must be a whole number from ${least} to ${most}`);
	const map = argument(args, 'known') ?? {};
	if (!isRecord(map)) return failed('known must be an object map of {key: hash}');
	const known = readHashes(map, 'all hash values in known must be strings');
	if (!known.ok) return failed(known.error);
	if (known.value.length > MAX_KNOWN) return failed(`known must have at most ${MAX_KNOWN} entries`);
	const shape = readShape(args);
	if (!shape.ok) return failed(shape.error);
	const activation = await hub.activate({
		caller,
		query: asked,
		files: files.map((file: string) => file.slice(0, MAX_PATH_CHARACTERS).toWellFormed()),
		tokenBudget: budget,
		known: known.value,
		...defined({ shape: shape.value }),
	});
	if (!activation.ok) return failed(activation.error);
	const { shape: given, ...value } = activation.value;
	return { ...answered(value), ...(given === 'slim' && { text: activationText(value) }) };
};
