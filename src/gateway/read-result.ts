// `read_result`: opens any handle, for tools whose own arguments stand in the way, and for one
// value or a search inside a kept result.
import type { ReadCall } from '../protect/read';
import { err, ok, type Result } from '../shared/result';
import { READ_RESULT } from './names';
import { readView } from './own-arguments';
import type { JsonObject, ToolDefinition } from './tool-source';

const MOST_POINTER_CHARS = 1_000;
const MOST_QUERY_CHARS = 200;

export const readResultDefinition = (maxPageSize: number): ToolDefinition => ({
	name: READ_RESULT,
	title: 'Read a kept result',
	description:
		'Reads on in a result that was shortened: its next page or chunk, whole fields, one value, or a search. Takes any nextCursor or handle.',
	inputSchema: {
		type: 'object',
		properties: {
			handle: { type: 'string', description: 'nextCursor or summary.handle of a result.' },
			fields: { type: 'string', description: 'Only these fields, whole: "id,address.city".' },
			pointer: { type: 'string', description: 'One value, RFC 6901: "/items/3/notes".' },
			query: { type: 'string', description: 'Items or lines that contain these words.' },
			limit: { type: 'integer', minimum: 1, maximum: maxPageSize },
			startLine: { type: 'integer', minimum: 1 },
			endLine: { type: 'integer', minimum: 1 },
		},
		required: ['handle'],
		additionalProperties: false,
	},
	annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
});

const NAMES = ['handle', 'fields', 'pointer', 'query', 'limit', 'startLine', 'endLine'];

export interface ReadResultCall extends Pick<ReadCall, 'view' | 'pointer' | 'query'> {
	readonly handle: unknown;
}

/** Checks the arguments. The error names the argument and what it takes. */
export function readResultCall(
	args: JsonObject,
	maxPageSize: number,
): Result<ReadResultCall, string> {
	const unknown = Object.keys(args).find((name) => !NAMES.includes(name));
	if (unknown !== undefined)
		return err(`${unknown.slice(0, 60)}: unknown argument. read_result takes ${NAMES.join(', ')}.`);
	if (args.handle === undefined)
		return err('handle: missing. Give a nextCursor or summary.handle of an earlier result.');
	const pointer = words('pointer', args.pointer, MOST_POINTER_CHARS);
	if (!pointer.ok) return pointer;
	const query = words('query', args.query, MOST_QUERY_CHARS);
	if (!query.ok) return query;
	if (query.value === '') return err('query: empty. Give the words to find.');
	const view = readView(args, maxPageSize);
	if (!view.ok) return view;
	return ok({
		handle: args.handle,
		view: view.value,
		...(pointer.value === undefined ? {} : { pointer: pointer.value }),
		...(query.value === undefined ? {} : { query: query.value }),
	});
}

function words(name: string, value: unknown, most: number): Result<string | undefined, string> {
	if (value === undefined || (typeof value === 'string' && value.length <= most))
		return ok(value as string | undefined);
	return err(`${name}: must be a string of at most ${most} characters.`);
}
