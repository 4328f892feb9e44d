// The tagged command of artifact, read strictly: `{resource, op: {<operation>: {…}}}`.
import { defined } from '../../shared/defined';
import { isRecord } from '../../shared/is-record';
import { err, ok, type Result } from '../../shared/result';
import type { Create, Move, Update } from '../hub/draft-place';
import { META_PROMPT_PATH } from '../paths';
import type { Category } from '../types';
import type { Arguments } from './answer';
import { argument, optionalText } from './arguments';

/** A command with the content that it brings, if any. */
export type Written = { readonly resource: Category } & (
	| { readonly command: Create | Update; readonly text: string }
	| { readonly command: Move; readonly text?: undefined }
);

const RESOURCES: readonly Category[] = ['context', 'rule', 'mpf'];
const OPERATIONS = ['create', 'update', 'rename', 'delete', 'discard'] as const;
/** Characters. */
const MOST_SUMMARY = 2000;
const OP_KEYS =
	"op must contain exactly one of 'create', 'update', 'rename', 'delete', or 'discard'";

/** What `artifact` was asked to do. The error says what is missing. */
export function readCommand(args: Arguments): Result<Written, string> {
	const asked = argument(args, 'resource');
	if (asked === undefined) return err('resource name is required');
	const resource = RESOURCES.find((each) => each === asked);
	if (resource === undefined) return err("resource must be 'context', 'rule', or 'mpf'");
	const op = argument(args, 'op');
	if (isRecord(op) && Object.keys(op).length === 1 && isRecord(op.learn))
		return readLearned(resource, op.learn);
	if (op === undefined) return err('op is required');
	if (!isRecord(op)) return err('op must be a JSON object');
	const [name, ...others] = Object.keys(op);
	const operation = OPERATIONS.find((each) => each === name);
	if (operation === undefined || others.length > 0) return err(OP_KEYS);
	const details = op[operation];
	if (!isRecord(details)) return err('operation details must be a JSON object');
	const description = optionalText(
		details,
		'description',
		'invalid parameters: description must be a string',
		MOST_SUMMARY,
	);
	if (!description.ok) return description;
	const summary = defined({ summary: description.value });
	return operation === 'create'
		? readCreate(resource, details, summary)
		: readChange(resource, operation, details, summary);
}

/** Characters of what was learned, of its example and of its source. */
const MOST_LEARNED = 2000;

/** A correction by the user, as a draft of a rule of its own: what holds, an example, and where it is from. */
function readLearned(resource: Category, details: Arguments): Result<Written, string> {
	if (resource !== 'rule') return err("learn is for resource 'rule'");
	const given = { text: '', example: '', source: '', path: '' };
	for (const name of ['text', 'example', 'source', 'path'] as const) {
		const wrong = `invalid parameters: ${name} must be a string`;
		const said = optionalText(details, name, wrong, MOST_LEARNED);
		if (!said.ok) return said;
		given[name] = (said.value ?? '').replaceAll(/\s+/g, ' ').trim();
	}
	const learned = given.text.replace(/^(?:the )?user corrected me:? ?/i, '');
	if (learned === '') return err('learn.text is required: what holds from now on, in a sentence');
	const lines = [
		`- ${learned}`,
		...(given.example === '' ? [] : [`  Example: ${given.example}`]),
		...(given.source === '' ? [] : [`  Source: ${given.source}`]),
	];
	const slug = learned.split(/[^\p{L}\p{N}]+/u).filter((word) => /[A-Za-z0-9]/.test(word));
	const path = given.path || `learned/${slug.slice(0, 6).join('_') || 'correction'}.md`;
	const summary = `learned: ${learned}`.slice(0, 200).toWellFormed();
	const text = `${lines.join('\n')}\n`;
	return ok({ resource, command: { kind: 'create', path, summary }, text });
}

function readCreate(
	resource: Category,
	details: Arguments,
	summary: { summary?: string },
): Result<Written, string> {
	const path = required(details, 'path');
	if (!path.ok) return path;
	if (resource === 'mpf' && path.value !== META_PROMPT_PATH)
		return err(`mpf path must be '${META_PROMPT_PATH}'`);
	const text = required(details, 'body');
	if (!text.ok) return text;
	const command = { kind: 'create' as const, path: path.value, ...summary };
	return ok({ resource, command, text: text.value });
}

function readChange(
	resource: Category,
	kind: Exclude<(typeof OPERATIONS)[number], 'create'>,
	details: Arguments,
	summary: { summary?: string },
): Result<Written, string> {
	if (resource === 'mpf' && kind === 'rename') return err('mpf cannot be renamed');
	const found = required(details, 'id');
	if (!found.ok) return found;
	const id = found.value;
	if (kind === 'update') {
		const text = required(details, 'body');
		if (!text.ok) return text;
		return ok({ resource, command: { kind, id, ...summary }, text: text.value });
	}
	if (kind === 'rename') {
		const newPath = required(details, 'new_path');
		if (!newPath.ok) return newPath;
		return ok({ resource, command: { kind, id, newPath: newPath.value, ...summary } });
	}
	return ok({
		resource,
		command: kind === 'delete' ? { kind, id, ...summary } : { kind, id },
	});
}

/** A path that is only white space is unsafe, and says so later; a body of it is no body. */
function required(details: Arguments, name: string): Result<string, string> {
	const value = argument(details, name);
	if (value !== undefined && typeof value !== 'string')
		return err(`invalid parameters: ${name} must be a string`);
	return value === undefined || value === '' || (name === 'body' && value.trim() === '')
		? err(`${name} is required and must not be empty`)
		: ok(value);
}
