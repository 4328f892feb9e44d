// memsetup: binds the host's session and brings the meta-prompt.
import { isRecord } from '../../shared/is-record';
import { META_PROMPT_PATH } from '../paths';
import { failed, type MemoryTool, passOn } from './answer';
import { argument, readSessionId } from './arguments';

/** The tool `memsetup`: binds the caller to a session. */
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
	return passOn(await hub.setup({ caller, sessionId: session.value, knownHash }));
};
