// The memory tools by name, and those of sessions, references and activation.

import { defined, isRecord } from '../../shared/json-values';
import { err, every, ok, type Result } from '../../shared/result';
import { META_PROMPT_PATH } from '../files/paths';
import type { Reference } from '../hub/references';
import { activationText } from '../search/activation';
import { artifact } from './artifact';
import { memdisc, memload } from './discovery';
import {
	answered,
	argument,
	callerOf,
	failed,
	type MemoryTool,
	optionalText,
	passOn,
	readHashes,
	readSessionId,
	readShape,
} from './tool';

const MAX_REFS = 200;
const MAX_REASON_CHARACTERS = 2000;

const memref: MemoryTool = async ({ hub }, caller, args) => {
	const given = argument(args, 'refs');
	if (given === undefined) return failed('refs parameter is required');
	if (!Array.isArray(given)) return failed('refs parameter must be a JSON array');
	if (given.length === 0)
		return failed('refs parameter must contain at least one constraint reference');
	if (given.length > MAX_REFS)
		return failed(`refs parameter must contain at most ${MAX_REFS} references`);
	const refs: Reference[] = [];
	for (const [index, each] of given.entries()) {
		const reference = readReference(each);
		if (!reference.ok)
			return failed({ error: `refs[${index}]${reference.error}; nothing was recorded`, index });
		refs.push(reference.value);
	}
	return passOn(await hub.refer({ caller, refs }));
};

function readReference(value: unknown): Result<Reference, string> {
	if (!isRecord(value)) return err(' must be an object with ruleId and constraintId');
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
	if (!session.ok) return failed(session.error);
	const known = argument(args, 'knownHashes');
	if (known === undefined) return failed('knownHashes is required');
	if (!isRecord(known)) return failed('knownHashes must be an object map');
	if (!Object.hasOwn(known, META_PROMPT_PATH))
		return failed(
			"knownHashes must contain a 'META_PROMPT.md' entry (use an empty string if unknown)",
		);
	const knownHash = known[META_PROMPT_PATH];
	if (typeof knownHash !== 'string')
		return failed("knownHashes['META_PROMPT.md'] must be a string");
	const shape = readShape(args);
	if (!shape.ok) return failed(shape.error);
	const asked = { sessionId: session.value, knownHash, ...defined({ shape: shape.value }) };
	return passOn(await hub.setup({ caller, ...asked }));
};

const agentreport: MemoryTool = async ({ hub }, caller, args) => {
	if (argument(args, 'summary') === undefined) return failed('summary is required');
	const summary = optionalText(args, 'summary', 'summary must be a string', MAX_CHARACTERS);
	if (!summary.ok) return failed(summary.error);
	if (summary.value === undefined || summary.value.trim() === '')
		return failed('summary must not be empty');
	return passOn(await hub.report({ caller, summary: summary.value }));
};

const agentrejected: MemoryTool = async ({ hub }, caller, args) => {
	const reason = optionalText(args, 'reason', 'reason must be a string', MAX_CHARACTERS);
	if (!reason.ok) return failed(reason.error);
	return passOn(await hub.reject({ caller, ...defined({ reason: reason.value }) }));
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

/** Resolves the session of a call; before memsetup every call fails with that, whatever else is wrong with it. */
const inSession =
	(tool: MemoryTool): MemoryTool =>
	async (services, from, args) => {
		const caller = callerOf(from, args);
		if (!caller.ok) return failed(caller.error);
		const answer = await tool(services, caller.value, args);
		if (!answer.isError) return answer;
		const session = await services.hub.session({ caller: caller.value });
		return session.ok ? answer : failed(session.error);
	};

/** The memory tools; their errors are answers with `isError`. */
export const MEMORY_TOOLS = {
	memsetup,
	memdisc: inSession(memdisc),
	memload: inSession(memload),
	memref: inSession(memref),
	agentreport: inSession(agentreport),
	agentrejected: inSession(agentrejected),
	artifact: inSession(artifact),
	memactivate: inSession(memactivate),
} as const satisfies Readonly<Record<string, MemoryTool>>;

export type MemoryToolName = keyof typeof MEMORY_TOOLS;
