// Which conversation a call belongs to. MCP 2026-07-28 has no sessions, so a handle says it; a handle
// is never authority: everything under it belongs to the principal who calls.
import { err, ok, type Result } from '../shared/result';

/** Where the handle came from; `none`: nothing was said. */
export type HandleSource = 'argument' | 'meta' | 'transport' | 'none';

/** What a caller calls its session; `default`, from `none`, where it said nothing. */
export interface SessionHandle {
	/** 1 to 128 letters, digits, `_` or `-`. */
	readonly session: string;
	readonly source: HandleSource;
}

/** The key of `_meta` that names the session of a request. */
export const SESSION_META_KEY = 'dev.loadline/session';

/** What a request says about its session, best first. */
export interface HandleHints {
	/** The tool's own `session_id`. */
	readonly argument?: unknown;
	/** `_meta["dev.loadline/session"]`. */
	readonly meta?: unknown;
	/** The legacy `Mcp-Session-Id`, as this server gave it out. */
	readonly transport?: string | undefined;
}

const NAME = /^[A-Za-z0-9_-]{1,128}$/;

/** The handle of a call; the error names the argument that cannot be one. */
export function sessionHandle({
	argument,
	meta,
	transport,
}: HandleHints): Result<SessionHandle, string> {
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
	return ok({ session: 'default', source: 'none' });
}
