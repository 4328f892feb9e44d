// memsetup, agentreport and agentrejected: the begin of a session and the end of each turn.
import { defined } from '../../shared/defined';
import { isRecord } from '../../shared/is-record';
import { META_PROMPT_PATH } from '../files/paths';
import {
	argument,
	failed,
	type MemoryTool,
	optionalText,
	passOn,
	readSessionId,
	readShape,
} from './tool';

const MAX_CHARACTERS = 10_000;

/** Binds the caller to a session and returns the meta-prompt. */
export const memsetup: MemoryTool = async ({ hub }, caller, args) => {
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

export const agentreport: MemoryTool = async ({ hub }, caller, args) => {
	if (argument(args, 'summary') === undefined) return failed('summary is required');
	const summary = optionalText(args, 'summary', 'summary must be a string', MAX_CHARACTERS);
	if (!summary.ok) return failed(summary.error);
	if (summary.value === undefined || summary.value.trim() === '')
		return failed('summary must not be empty');
	return passOn(await hub.report({ caller, summary: summary.value }));
};

/** Closes a turn whose outcome was rejected. */
export const agentrejected: MemoryTool = async ({ hub }, caller, args) => {
	const reason = optionalText(args, 'reason', 'reason must be a string', MAX_CHARACTERS);
	if (!reason.ok) return failed(reason.error);
	return passOn(await hub.reject({ caller, ...defined({ reason: reason.value }) }));
};
