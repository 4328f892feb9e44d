// The memory tools by name, and those of sessions, references and activation.

import { defined, isRecord } from '../../shared/json-values';
import { err, every, ok, type Result } from '../../shared/result';
import { META_PROMPT_PATH } from '../files/paths';
import type { Reference } from '../hub/references';
import { activationText } from '../search/activation';
import { artifact } from './artifact';
import { memdisc, memload } from './discovery';
import {
	argument,
	callerOf,
	type MemoryTool,
	optionalText,
	type Reply,
	readHashes,
	readSessionId,
	readShape,
	unknownMember,
} from './tool';

const MAX_REFS = 200;
const MAX_REASON_CHARACTERS = 2000;

const memref: MemoryTool = async ({ hub }, caller, args) => {
	const given = argument(args, 'refs');
	if (given === undefined) return err('refs parameter is required');
	if (!Array.isArray(given)) return err('refs parameter must be a JSON array');
	if (given.length === 0)
		return err('refs parameter must contain at least one constraint reference');
	if (given.length > MAX_REFS)
		return err(`refs parameter must contain at most ${MAX_REFS} references`);
	const refs: Reference[] = [];
	for (const [index, each] of given.entries()) {
		const reference = readReference(each);
		if (!reference.ok)
			return err({ error: `refs[${index}]${reference.error}; nothing was recorded`, index });
		refs.push(reference.value);
	}
	return hub.refer({ caller, refs });
};

function readReference(value: unknown): Result<Reference, string> {
	if (!isRecord(value)) return err(' must be an object with ruleId and constraintId');
	const unknown = unknownMember('', value, ['ruleId', 'constraintId', 'ruleHash', 'reason']);
	if (unknown !== undefined) return err(unknown);
	const ruleId = argument(value, 'ruleId');
	if (typeof ruleId !== 'string') return err('.ruleId is required and must be a string');
	const constraintId = argument(value, 'constraintId');
	if (typeof constraintId !== 'string')
		return err('.constraintId is required and must be a string');
	const read = every({
		ruleHash: optionalText(value, 'ruleHash', 'ruleHash must be a string', 100),
		reason: optionalText(value, 'reason', 'reason must be a string', MAX_REASON_CHARACTERS),
	});
	return read.ok ? ok({ ruleId, constraintId, ...defined(read.value) }) : err(`.${read.error}`);
}

const MAX_CHARACTERS = 10_000;

/** Binds the caller to a session and returns the meta-prompt. */
const memsetup: MemoryTool = async ({ hub }, caller, args) => {
	const session = readSessionId(argument(args, 'session_id'));
	if (!session.ok) return session;
	const known = argument(args, 'knownHashes');
	if (known === undefined)
		return err('knownHashes is required: {"META_PROMPT.md": ""}, or the hash that you hold');
	if (!isRecord(known)) return err('knownHashes must be an object map');
	if (!Object.hasOwn(known, META_PROMPT_PATH))
		return err(
			"knownHashes must contain a 'META_PROMPT.md' entry (use an empty string if unknown)",
		);
	const knownHash = known[META_PROMPT_PATH];
	if (typeof knownHash !== 'string') return err("knownHashes['META_PROMPT.md'] must be a string");
	const shape = readShape(args);
	if (!shape.ok) return shape;
	const asked = { sessionId: session.value, knownHash, ...defined({ shape: shape.value }) };
	return hub.setup({ caller, ...asked });
};

const agentreport: MemoryTool = async ({ hub }, caller, args) => {
	if (argument(args, 'summary') === undefined) return err('summary is required');
	const summary = optionalText(args, 'summary', 'summary must be a string', MAX_CHARACTERS);
	if (!summary.ok) return summary;
	if (summary.value === undefined || summary.value.trim() === '')
		return err('summary must not be empty');
	return hub.report({ caller, summary: summary.value });
};

const agentrejected: MemoryTool = async ({ hub }, caller, args) => {
	const reason = optionalText(args, 'reason', 'reason must be a string', MAX_CHARACTERS);
	if (!reason.ok) return reason;
	return hub.reject({ caller, ...defined({ reason: reason.value }) });
};

const MAX_QUERY_CHARACTERS = 4000;
const MAX_FILES = 50;
const MAX_PATH_CHARACTERS = 300;
const MAX_KNOWN = 2000;
/** Limits and default of `token_budget`, in tokens. */
export const ACTIVATION_BUDGET = { least: 100, most: 100_000, default: 2000 } as const;

const memactivate: MemoryTool = async ({ hub }, caller, args) => {
	const read = every({
		task: optionalText(args, 'task', 'task must be a string', MAX_QUERY_CHARACTERS),
		query: optionalText(args, 'query', 'query must be a string', MAX_QUERY_CHARACTERS),
	});
	if (!read.ok) return read;
	const { task, query } = read.value;
	const asked = [task, query].filter((each) => each !== undefined).join(' ');
	const missing = query === undefined ? 'task' : 'query';
	if (asked.trim() === '') return err(`${missing} is required: describe the task in a few words`);
	const files = argument(args, 'files') ?? [];
	if (!Array.isArray(files) || !files.every((file) => typeof file === 'string'))
		return err('files must be an array of paths');
	if (files.length > MAX_FILES) return err(`files must have at most ${MAX_FILES} paths`);
	const budget = argument(args, 'token_budget') ?? ACTIVATION_BUDGET.default;
	const { least, most } = ACTIVATION_BUDGET;
	const isBudget = typeof budget === 'number' && Number.isInteger(budget);
	if (!isBudget || budget < least || budget > most)
		return err(`token_budget must be a whole number from ${least} to ${most}`);
	const map = argument(args, 'known') ?? {};
	if (!isRecord(map)) return err('known must be an object map of {key: hash}');
	const known = readHashes(map, 'all hash values in known must be strings');
	if (!known.ok) return known;
	if (known.value.length > MAX_KNOWN) return err(`known must have at most ${MAX_KNOWN} entries`);
	const shape = readShape(args);
	if (!shape.ok) return shape;
	const activation = await hub.activate({
		caller,
		query: asked,
		files: files.map((file: string) => file.slice(0, MAX_PATH_CHARACTERS).toWellFormed()),
		tokenBudget: budget,
		known: known.value,
		...defined({ shape: shape.value }),
	});
	if (!activation.ok) return activation;
	const { shape: given, ...value } = activation.value;
	return { ...ok(value), ...(given === 'slim' && { text: activationText(value) }) };
};

/** Each tool with the arguments that it takes beside `session_id`. */
const TOOLS = {
	memsetup: [memsetup, 'knownHashes', 'shape'],
	memdisc: [memdisc, 'kind', 'group', 'query', 'limit', 'shape'],
	memload: [memload, 'ids', 'knownHashes', 'draft', 'shape'],
	memref: [memref, 'refs'],
	agentreport: [agentreport, 'summary'],
	agentrejected: [agentrejected, 'reason'],
	artifact: [artifact, 'resource', 'op'],
	memactivate: [memactivate, 'task', 'query', 'files', 'token_budget', 'known', 'shape'],
} as const;

export type MemoryToolName = keyof typeof TOOLS;

/** Answers a call, refusing other arguments; before memsetup every other tool fails with that, whatever else is wrong. */
async function replyOf(name: MemoryToolName, ...call: Parameters<MemoryTool>): Promise<Reply> {
	const [services, from, args] = call;
	const [tool, ...takes] = TOOLS[name];
	const unknown = unknownMember(name, args, ['session_id', ...takes]);
	const run: MemoryTool = unknown === undefined ? tool : async () => err(unknown);
	if (name === 'memsetup') return run(...call);
	const caller = callerOf(from, args);
	if (!caller.ok) return caller;
	const reply = await run(services, caller.value, args);
	if (reply.ok) return reply;
	const session = await services.hub.session({ caller: caller.value });
	return session.ok ? reply : session;
}

/** A tool with its answer: errors are answers too. `structured` becomes `structuredContent` and, serialized, the text. */
const answering =
	(name: MemoryToolName) =>
	async (...call: Parameters<MemoryTool>) => {
		const { text, ...reply } = await replyOf(name, ...call);
		if (reply.ok) return { structured: reply.value, isError: false, ...defined({ text }) };
		const { error } = reply;
		return { structured: typeof error === 'string' ? { error } : error, isError: true };
	};

/** The memory tools; their errors are answers with `isError`. */
export const MEMORY_TOOLS = Object.fromEntries(
	Object.keys(TOOLS).map((name) => [name, answering(name as MemoryToolName)]),
) as Readonly<Record<MemoryToolName, ReturnType<typeof answering>>>;
