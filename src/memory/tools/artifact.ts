// artifact: proposes a change, as the tagged command `{resource, op: {<operation>: {…}}}`. The body is stored first,
// under its hash; then the hub decides in one step, so that an acknowledged draft always has its content.
import { defined, isRecord } from '../../shared/json-values';
import { err, ok, type Result } from '../../shared/result';
import { binds, readDocument, withoutReminder } from '../document/document';
import { shortDescription } from '../document/front-matter';
import { type Fault, fault } from '../faults';
import { canonicalPath, META_PROMPT_PATH } from '../files/paths';
import { mergeTexts } from '../files/three-way';
import { holdsHash, shortHash } from '../hash';
import type { ArtifactCall, Create, Move, Update } from '../hub/draft-target';
import { bodyKey, viewDraft } from '../hub/hub';
import type { Caller, Category } from '../types';
import {
	type Arguments,
	argument,
	type MemoryTool,
	meant,
	optionalText,
	type Reply,
	type ToolServices,
	unknownMember,
} from './tool';

export const artifact: MemoryTool = async (services, caller, args) => {
	const read = readCommand(args);
	if (!read.ok) return read;
	const { resource, command, text } = read.value;
	const call = { caller, resource, ...defined({ mostDrafts: services.mostDrafts }) };
	if (command.kind !== 'create' && command.kind !== 'update')
		return services.hub.artifact({ ...call, command });
	const written =
		text === undefined && command.kind === 'update'
			? await merged(services, caller, command)
			: ok(text ?? '');
	return written.ok ? write(services, { ...call, command }, written.value) : written;
};

/** Merges the caller's draft with what was published since it was begun. */
async function merged(
	services: ToolServices,
	{ principal }: Caller,
	{ id, base: since = '' }: Update,
): Promise<Result<string, Fault>> {
	const by = { principal, administrator: false };
	const found = await viewDraft(services, { id, by });
	const { draft, base, current, proposed } = { ...(found.ok && found.value) };
	if (draft?.author !== principal || !base || !current || !proposed)
		return err(fault('body is required and must not be empty: you have no draft of it to merge'));
	if (!holdsHash(since, current.hash))
		return err(fault(`base is not the published text, ${shortHash(current.hash)}; memload it`));
	const sides = { mine: proposed.content, base: base.content, theirs: current.content };
	const { text, conflicts } = mergeTexts(sides);
	if (conflicts === 0) return ok(text);
	const collide = conflicts === 1 ? '1 place collides' : `${conflicts} places collide`;
	return err({
		error: `${collide}: update with this body, resolved, and the same base`,
		body: text,
	});
}

async function write(
	{ hub, bodies }: ToolServices,
	{ command, ...call }: ArtifactCall<Create | Update>,
	text: string,
): Promise<Reply> {
	const prepared = await hub.prepareDraft({ ...call, command });
	if (!prepared.ok) return prepared;
	const { draftId, kind } = prepared.value;
	const document = readDocument(kind, withoutReminder(text));
	if (!document.ok) return document;
	const { content, hash, bytes, warnings } = document.value;
	// A rename can still turn a context into a workflow, which binds.
	const binding = binds(kind) ? document : readDocument('workflow', content);
	const constraints = binding.ok ? binding.value.constraints : [];
	const key = bodyKey(draftId, hash);
	await bodies.put(key, content, call.caller.principal);
	// The summary of a new document describes the document; that of an update describes the change.
	const summary = command.kind === 'create' ? command.summary : undefined;
	const description = document.value.description ?? (summary && shortDescription(summary));
	const body = { key, hash, bytes, constraints, ...(description ? { description } : {}) };
	const decided = await hub.artifact({ ...call, command: { ...command, body } });
	if (!decided.ok) return decided;
	const all = [...(decided.value.warnings ?? []), ...warnings];
	return ok(all.length === 0 ? decided.value : { ...decided.value, warnings: all });
}

/** A command, and its content if it has any. */
type Written = { readonly resource: Category } & (
	| { readonly command: Create | Update; readonly text?: string }
	| { readonly command: Move; readonly text?: undefined }
);

const RESOURCES: readonly Category[] = ['context', 'rule', 'mpf'];
/** Members of each operation. */
const MEMBERS = {
	create: ['path', 'body', 'description'],
	update: ['id', 'body', 'description', 'base'],
	rename: ['id', 'new_path', 'description'],
	delete: ['id', 'description'],
	discard: ['id', 'description'],
	learn: ['text', 'example', 'source', 'path'],
} as const;
const OPERATIONS = Object.keys(MEMBERS) as readonly (keyof typeof MEMBERS)[];
const MAX_SUMMARY_CHARACTERS = 2000;
const OP_KEYS =
	"op must contain exactly one of 'create', 'update', 'rename', 'delete', 'discard', or 'learn'";

/** Reads the command. The error says what is missing. */
export function readCommand(args: Arguments): Result<Written, string> {
	const asked = argument(args, 'resource');
	if (asked === undefined) return err('resource name is required');
	const resource = RESOURCES.find((each) => each === asked);
	if (resource === undefined) return err("resource must be 'context', 'rule', or 'mpf'");
	const op = argument(args, 'op');
	if (op === undefined) return err('op is required');
	if (!isRecord(op)) return err('op must be a JSON object');
	const [name = '', ...others] = Object.keys(op);
	const operation = OPERATIONS.find((each) => each === name);
	if (operation === undefined || others.length > 0)
		return err(`${OP_KEYS}${operation === undefined ? meant(name, OPERATIONS) : ''}`);
	const details = op[operation];
	if (!isRecord(details)) return err('operation details must be a JSON object');
	const unknown = unknownMember(`op.${operation}`, details, MEMBERS[operation]);
	if (unknown !== undefined) return err(unknown);
	if (operation === 'learn') return readLearned(resource, details);
	const wrong = 'invalid parameters: description must be a string';
	const description = optionalText(details, 'description', wrong, MAX_SUMMARY_CHARACTERS);
	if (!description.ok) return description;
	const summary = defined({ summary: description.value });
	return readChange(resource, operation, details, summary);
}

const MAX_LEARNED_CHARACTERS = 2000;

/** Reads `learn`: a correction by the user as a draft of a new rule, with an example and a source. */
function readLearned(resource: Category, details: Arguments): Result<Written, string> {
	if (resource !== 'rule') return err("learn is for resource 'rule'");
	const given = { text: '', example: '', source: '', path: '' };
	for (const name of ['text', 'example', 'source', 'path'] as const) {
		const wrong = `invalid parameters: ${name} must be a string`;
		const said = optionalText(details, name, wrong, MAX_LEARNED_CHARACTERS);
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
	const named = canonicalPath('rule', `learned/${slug.slice(0, 6).join('_')}.md`);
	const path = given.path || (named.ok ? named.value : 'learned/CORRECTION.md');
	const summary = `learned: ${learned}`.slice(0, 200).toWellFormed();
	const text = `${lines.join('\n')}\n`;
	return ok({ resource, command: { kind: 'create', path, summary }, text });
}

function readChange(
	resource: Category,
	kind: Exclude<keyof typeof MEMBERS, 'learn'>,
	details: Arguments,
	summary: { summary?: string },
): Result<Written, string> {
	if (resource === 'mpf' && kind === 'rename') return err('mpf cannot be renamed');
	const named = required(details, kind === 'create' ? 'path' : 'id');
	if (!named.ok) return named;
	const id = named.value;
	if (resource === 'mpf' && kind === 'create' && id !== META_PROMPT_PATH)
		return err(`mpf path must be '${META_PROMPT_PATH}'`);
	if (kind === 'create' || kind === 'update') {
		const based = optionalText(details, 'base', 'invalid parameters: base must be a string', 100);
		if (!based.ok) return based;
		const base = based.value ? { base: based.value } : {};
		const command =
			kind === 'create' ? { kind, path: id, ...summary } : { kind, id, ...base, ...summary };
		// Without a body, a base asks for a merge.
		if (based.value !== undefined && argument(details, 'body') === undefined)
			return ok({ resource, command });
		const text = required(details, 'body');
		return text.ok ? ok({ resource, command, text: text.value }) : text;
	}
	if (kind === 'rename') {
		const newPath = required(details, 'new_path');
		if (!newPath.ok) return newPath;
		return ok({ resource, command: { kind, id, newPath: newPath.value, ...summary } });
	}
	return ok({ resource, command: { kind, id, ...(kind === 'delete' && summary) } });
}

/** Reads a required string; a blank `body` counts as absent, a blank path is rejected later as unsafe. */
function required(details: Arguments, name: string): Result<string, string> {
	const value = argument(details, name);
	if (value !== undefined && typeof value !== 'string')
		return err(`invalid parameters: ${name} must be a string`);
	return value === undefined || value === '' || (name === 'body' && value.trim() === '')
		? err(`${name} is required and must not be empty`)
		: ok(value);
}
