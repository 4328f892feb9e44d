// The session handle of a call, since MCP 2026-07-28 has no sessions. A handle is no authority: everything
// under it belongs to the calling principal.
import { err, ok, type Result } from '../shared/result';

/** The caller's name of its session, `default` where it named none. */
export interface SessionHandle {
	/** 1 to 128 letters, digits, `_` or `-`. */
	readonly session: string;
	readonly source: 'argument' | 'meta' | 'transport' | 'none';
	/** The call is shown a part of its answer, as it asks. */
	readonly isInPart?: boolean;
}

/** The session of calls that name none. */
export const NAMELESS: SessionHandle = { session: 'default', source: 'none' };

/** Key of `_meta` that names the session of a request. */
export const SESSION_META_KEY = 'dev.loadline/session';

/** Sources of a handle, by precedence. */
const NAME = /^[A-Za-z0-9_-]{1,128}$/;

/** Returns the handle of a call; the error names the invalid argument. */
export function sessionHandle({
	argument,
	meta,
	transport,
}: {
	/** The tool's argument `session_id`. */
	readonly argument?: unknown;
	/** `_meta["dev.loadline/session"]`. */
	readonly meta?: unknown;
	/** The legacy `Mcp-Session-Id` issued by this server. */
	readonly transport?: string | undefined;
}): Result<SessionHandle, string> {
	for (const [name, value, source] of [
		['session_id', argument, 'argument'],
		[`_meta["${SESSION_META_KEY}"]`, meta, 'meta'],
	] as const) {
		if (value === undefined || value === null) continue;
		if (typeof value === 'string' && NAME.test(value)) return ok({ session: value, source });
		return err(`${name}: must be 1 to 128 letters, digits, _ or -.`);
	}
	if (transport !== undefined && NAME.test(transport))
		return ok({ session: transport, source: 'transport' });
	return ok(NAMELESS);
}
